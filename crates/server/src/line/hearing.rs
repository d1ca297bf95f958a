use std::future::poll_fn;
use std::io::{self, Read, Write};
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Bytes;
use tokio::io::{AsyncRead, AsyncReadExt, ReadBuf};
use tokio::net::tcp::OwnedReadHalf;
use tungstenite::protocol::{Role, WebSocketConfig, WebSocketContext};
use tungstenite::{Error, Message};

use super::Line;
use crate::limits;

/// The reading side of a connection. Pongs that are owed, and the answer to a close, go out by its line.
pub(crate) struct Hearing {
    reads: OwnedReadHalf,
    context: WebSocketContext,
    /// Bytes that have come since the last whole message.
    unheard: usize,
}

/// Why nothing more can be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deaf {
    /// The other side is gone, or has said that it goes.
    Gone,
    /// It sent more in one message than is read.
    TooLong,
    /// It sent what is no WebSocket message.
    Malformed,
}

impl Hearing {
    /// `begun` has come already.
    pub(super) fn new(reads: OwnedReadHalf, begun: &[u8]) -> Self {
        let config = WebSocketConfig::default()
            .read_buffer_size(limits::READ_BUFFER_BYTES)
            .write_buffer_size(0)
            .max_message_size(Some(limits::MESSAGE_BYTES))
            .max_frame_size(Some(limits::MESSAGE_BYTES));
        let context =
            WebSocketContext::from_partially_read(begun.to_vec(), Role::Server, Some(config));
        Self {
            reads,
            context,
            unheard: 0,
        }
    }

    /// The next message, whole. Nothing is lost if this is dropped before it comes.
    pub(crate) async fn next(&mut self, line: &Line) -> Result<Message, Deaf> {
        poll_fn(|context| self.poll_next(line, context)).await
    }

    fn poll_next(&mut self, line: &Line, context: &mut Context<'_>) -> Poll<Result<Message, Deaf>> {
        let reads = &mut self.reads;
        let mut ends = Ends {
            reads,
            line,
            context,
            unheard: &mut self.unheard,
        };
        let heard = match self.context.read(&mut ends) {
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {
                return Poll::Pending;
            }
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::FileTooLarge => {
                Err(Deaf::TooLong)
            }
            Ok(Message::Close(_)) => {
                // The answer; that there is nothing to be said after it is an error here.
                let _ = self.context.flush(&mut ends);
                Err(Deaf::Gone)
            }
            Ok(message) => Ok(message),
            Err(Error::Capacity(_)) => Err(Deaf::TooLong),
            Err(Error::Protocol(error)) if is_of_the_end(&error) => Err(Deaf::Gone),
            Err(Error::Protocol(_) | Error::Utf8(_)) => Err(Deaf::Malformed),
            Err(_) => Err(Deaf::Gone),
        };
        self.unheard = 0;
        Poll::Ready(heard)
    }

    /// Takes what still comes and does not look at it, up to a bound: closed with something unread, a connection would
    /// lose what was sent last.
    pub(crate) async fn drain(&mut self) {
        let mut scratch = [0; limits::READ_BUFFER_BYTES];
        let mut taken = 0;
        while taken < limits::UNHEARD_BYTES {
            match self.reads.read(&mut scratch).await {
                Ok(0) | Err(_) => return,
                Ok(count) => taken += count,
            }
        }
    }
}

/// Whether the connection just ended, without a close.
fn is_of_the_end(error: &tungstenite::error::ProtocolError) -> bool {
    matches!(
        error,
        tungstenite::error::ProtocolError::ResetWithoutClosingHandshake
    )
}

/// Both ends of a connection, as the protocol asks for them.
struct Ends<'a, 'b> {
    reads: &'a mut OwnedReadHalf,
    line: &'a Line,
    context: &'a mut Context<'b>,
    unheard: &'a mut usize,
}

impl Read for Ends<'_, '_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // Empty pieces of a message that never ends are no message, and so cost nothing: they end here.
        if *self.unheard > limits::UNHEARD_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let mut buffer = ReadBuf::new(bytes);
        match Pin::new(&mut *self.reads).poll_read(self.context, &mut buffer) {
            Poll::Ready(read) => read.map(|()| {
                let count = buffer.filled().len();
                *self.unheard = self.unheard.saturating_add(count);
                count
            }),
            Poll::Pending => Err(io::ErrorKind::WouldBlock.into()),
        }
    }
}

/// Takes whole frames only: those which the protocol answers by itself.
impl Write for Ends<'_, '_> {
    fn write(&mut self, frame: &[u8]) -> io::Result<usize> {
        self.line.say(&Bytes::copy_from_slice(frame));
        Ok(frame.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
