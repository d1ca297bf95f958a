use axum::body::Bytes;
use ludo_protocol::ServerMessage;
use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};

use crate::error::ApiError;

/// Bytes of most messages, and some more.
const USUAL_BYTES: usize = 1024;

/// Frames of a server, one behind the other, as they go over the wire.
#[derive(Debug, Default)]
pub(crate) struct Frames(Vec<u8>);

impl Frames {
    /// A message alone. None if it has no text, which is logged and must not be.
    pub(crate) fn of(message: &ServerMessage) -> Option<Bytes> {
        let mut frames = Self::default();
        frames.push(message).ok()?;
        Some(frames.finish())
    }

    /// Asks the other side for a sign of life.
    pub(crate) fn ping() -> Bytes {
        let mut frames = Self::default();
        frames.put(Frame::ping(Bytes::new()));
        frames.finish()
    }

    pub(crate) fn push(&mut self, message: &ServerMessage) -> Result<(), ApiError> {
        let mut text = Vec::with_capacity(USUAL_BYTES);
        serde_json::to_writer(&mut text, message).map_err(|error| ApiError::no_text(&error))?;
        self.put(Frame::message(text, OpCode::Data(Data::Text), true));
        Ok(())
    }

    pub(crate) fn close(&mut self, code: CloseCode, reason: &'static str) {
        let reason = reason.into();
        self.put(Frame::close(Some(CloseFrame { code, reason })));
    }

    /// Frames that were made before.
    pub(crate) fn append(&mut self, frames: &Bytes) {
        self.0.extend_from_slice(frames);
    }

    pub(crate) fn finish(self) -> Bytes {
        self.0.into()
    }

    fn put(&mut self, frame: Frame) {
        self.0.reserve(frame.len());
        // A vector takes whatever it is given.
        let _ = frame.format(&mut self.0);
    }
}

#[cfg(test)]
mod tests {
    use tungstenite::Message;
    use tungstenite::protocol::{Role, WebSocket};

    use super::*;

    #[test]
    fn a_client_reads_each_of_them() {
        let mut frames = Frames::default();
        let message = ServerMessage::Pong { seq: 7 };
        frames.push(&message).unwrap();
        frames.close(CloseCode::Normal, "closed");
        let mut bytes = Frames::ping().to_vec();
        bytes.extend(Frames::of(&message).unwrap());
        bytes.extend(frames.finish());
        let stream = std::io::Cursor::new(bytes);
        let mut client = WebSocket::from_raw_socket(stream, Role::Client, None);
        let text = r#"{"type":"pong","seq":7}"#;
        assert_eq!(client.read().unwrap(), Message::Ping(Bytes::new()));
        assert_eq!(client.read().unwrap(), Message::text(text));
        assert_eq!(client.read().unwrap(), Message::text(text));
        let close = CloseFrame {
            code: CloseCode::Normal,
            reason: "closed".into(),
        };
        assert_eq!(client.read().unwrap(), Message::Close(Some(close)));
    }
}
