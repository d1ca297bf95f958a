use std::net::TcpStream;

use ludo_protocol::{ClientMessage, ServerMessage};
use ludo_table::Command;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// A connection to a table.
pub(crate) struct Line(WebSocket<TcpStream>);

/// It broke.
#[derive(Debug)]
pub(crate) struct Broken;

impl Line {
    pub(crate) fn connect(
        address: &str,
        code: &str,
        cookie: &str,
        after: Option<u64>,
    ) -> Result<Self, Broken> {
        let after = after.map_or(String::new(), |after| format!("?after={after}"));
        let url = format!("ws://{address}/api/tables/{code}/socket{after}");
        let mut request = url.into_client_request().unwrap();
        request
            .headers_mut()
            .insert("cookie", cookie.parse().unwrap());
        let stream = TcpStream::connect(address).map_err(|_| Broken)?;
        stream.set_nodelay(true).map_err(|_| Broken)?;
        let (socket, _) = tungstenite::client(request, stream).map_err(|_| Broken)?;
        Ok(Self(socket))
    }

    pub(crate) fn hear(&mut self) -> Result<ServerMessage, Broken> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Ok(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return Err(Broken),
                Ok(_) => {}
            }
        }
    }

    pub(crate) fn ping(&mut self) -> Result<(), Broken> {
        let text = serde_json::to_string(&ClientMessage::Ping).unwrap();
        self.0.send(Message::text(text)).map_err(|_| Broken)
    }

    pub(crate) fn give(&mut self, id: &str, command: &Command) -> Result<(), Broken> {
        let message = ClientMessage::Command {
            id: id.parse().unwrap(),
            command: command.clone(),
        };
        let text = serde_json::to_string(&message).unwrap();
        self.0.send(Message::text(text)).map_err(|_| Broken)
    }
}
