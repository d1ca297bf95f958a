use serde::Deserialize;

/// What the server said, as far as a player needs it: this is read four times for each command, and what is not looked
/// at costs least.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Said<'a> {
    #[serde(rename = "type")]
    pub(crate) kind: &'a str,
    #[serde(borrow, default)]
    pub(crate) events: Vec<Numbered<'a>>,
    #[serde(default)]
    pub(crate) code: Option<&'a str>,
    #[serde(default)]
    pub(crate) id: Option<&'a str>,
    #[serde(default)]
    pub(crate) seq: Option<u64>,
    #[serde(default)]
    pub(crate) message: Option<String>,
    #[serde(default)]
    pub(crate) snapshot: Option<Seen>,
}

/// A snapshot.
#[derive(Debug, Deserialize)]
pub(crate) struct Seen {
    pub(crate) seq: u64,
}

/// An event.
#[derive(Debug, Deserialize)]
pub(crate) struct Numbered<'a> {
    pub(crate) seq: u64,
    #[serde(borrow)]
    pub(crate) event: Happened<'a>,
}

/// What happened.
#[derive(Debug, Deserialize)]
pub(crate) struct Happened<'a> {
    #[serde(rename = "type")]
    pub(crate) kind: &'a str,
    #[serde(default)]
    pub(crate) position: Option<&'a str>,
    #[serde(borrow, default)]
    pub(crate) choices: Vec<&'a str>,
}

impl<'a> Said<'a> {
    pub(crate) fn read(text: &'a str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_protocol_shows_is_read() {
        let text = r#"{"type":"events","events":[{"seq":15,"at":1,"event":{"type":"rolled","roll":2,"seat":"y","face":6,
            "server_link":"f8","link":null,"by":"owner","outcome":null,"position":"classic 0,0,0,0/-/0,0,0,1/- y move:6 2 - -",
            "choices":["0-1","1-7"]}}]}"#;
        let said = Said::read(text).unwrap();
        assert_eq!(said.kind, "events");
        assert_eq!(said.events[0].seq, 15);
        assert_eq!(said.events[0].event.choices, ["0-1", "1-7"]);
        let text = r#"{"type":"refused","id":"a","code":"stale","message":"say \"no\""}"#;
        let said = Said::read(text).unwrap();
        assert_eq!((said.kind, said.code), ("refused", Some("stale")));
        let text = r#"{"type":"joined","seq":3}"#;
        assert_eq!(Said::read(text).unwrap().seq, Some(3));
    }
}
