use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use ludo_protocol::{ClientMessage, CommandId, TableCode};
use ludo_table::Command;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes, http};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::http::Cookie;
use crate::said::Said;
use crate::{LoadError, limits};

/// A person's connection to a table.
#[derive(Debug)]
pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
    commands: u32,
    name: String,
}

impl Socket {
    /// Connects. `name` makes the ids of the commands differ from those of the person's other connections to this table.
    pub(crate) async fn connect(
        address: SocketAddr,
        code: TableCode,
        cookie: Option<&Cookie>,
        name: String,
    ) -> Result<Self, LoadError> {
        let connect = async {
            let tcp = TcpStream::connect(address).await?;
            tcp.set_nodelay(true)?;
            let mut request =
                format!("ws://{address}/api/tables/{code}/socket").into_client_request()?;
            if let Some(Cookie(cookie)) = cookie {
                let value = http::HeaderValue::from_str(cookie)
                    .map_err(|_| LoadError::protocol("the cookie is no header"))?;
                request.headers_mut().insert(http::header::COOKIE, value);
            }
            let config = WebSocketConfig::default()
                .read_buffer_size(limits::READ_BUFFER_BYTES)
                .write_buffer_size(0);
            let (stream, _) = client_async_with_config(request, tcp, Some(config)).await?;
            Ok(stream)
        };
        let stream = timeout(limits::PATIENCE, connect)
            .await
            .unwrap_or_else(|_| Err(LoadError::protocol("a socket is not let in")))?;
        Ok(Self {
            stream,
            commands: 0,
            name,
        })
    }

    /// The next text.
    pub(crate) async fn hear(&mut self) -> Result<Utf8Bytes, LoadError> {
        while let Some(message) = self.stream.next().await {
            match message? {
                Message::Text(text) => return Ok(text),
                Message::Close(frame) => {
                    return Err(LoadError::Protocol(format!(
                        "the server closed a socket: {frame:?}"
                    )));
                }
                _ => {}
            }
        }
        Err(LoadError::protocol("the server dropped a socket"))
    }

    /// Sends a command and gives its id.
    pub(crate) async fn give(&mut self, command: Command) -> Result<String, LoadError> {
        self.commands += 1;
        let id = format!("{}-{}", self.name, self.commands);
        let parsed: CommandId = id
            .parse()
            .map_err(|_| LoadError::Protocol(format!("{id:?} is no id")))?;
        let message = ClientMessage::Command {
            id: parsed,
            command,
        };
        let text = serde_json::to_string(&message)
            .map_err(|error| LoadError::Protocol(error.to_string()))?;
        self.stream.send(Message::text(text)).await?;
        Ok(id)
    }

    /// Reads messages until `look` has what it looks for; not for what is measured.
    pub(crate) async fn until<T>(
        &mut self,
        what: &str,
        mut look: impl FnMut(&Said<'_>) -> Result<Option<T>, LoadError>,
    ) -> Result<T, LoadError> {
        let reading = async {
            loop {
                let text = self.hear().await?;
                let said = read(&text)?;
                if matches!(said.kind, "refused" | "error") {
                    return Err(LoadError::Protocol(format!("instead of {what}: {text}")));
                }
                if let Some(found) = look(&said)? {
                    return Ok(found);
                }
            }
        };
        timeout(limits::PATIENCE, reading)
            .await
            .unwrap_or_else(|_| Err(LoadError::Protocol(format!("there is no {what}"))))
    }

    /// The welcome: the number of the last event in it.
    pub(crate) async fn welcome(&mut self) -> Result<u64, LoadError> {
        let seq = |said: &Said<'_>| {
            let last = said.events.last().map(|event| event.seq);
            let snapshot = said.snapshot.as_ref().map(|snapshot| snapshot.seq);
            Ok((said.kind == "welcome").then(|| last.or(snapshot).unwrap_or_default()))
        };
        self.until("a welcome", seq).await
    }
}

pub(crate) fn read(text: &str) -> Result<Said<'_>, LoadError> {
    Said::read(text).map_err(|error| LoadError::Protocol(format!("{error}: {text}")))
}
