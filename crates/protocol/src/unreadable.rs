use std::fmt::Display;

use serde::de::{DeserializeOwned, Error};

use crate::node::Node;

/// A text is not JSON, or not of the shape that was asked for. Which part of it is wrong is not told: the sentences for that
/// are more than a browser should load. Whoever wants to know reads the text with `serde_json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text is not JSON of the shape that was asked for")]
pub struct Unreadable;

impl Error for Unreadable {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

/// Reads what a server said or what was stored, as `serde_json` does, with a fraction of its code; for clients.
///
/// ```
/// use ludo_protocol::{CreatedTable, Unreadable, read};
///
/// let created: CreatedTable = read(r#"{"code":"K7M2QX"}"#)?;
/// assert_eq!(created.code.to_string(), "K7M2QX");
/// assert_eq!(read::<CreatedTable>(r#"["K7M2QX"]"#), Err(Unreadable));
/// # Ok::<(), Unreadable>(())
/// ```
///
/// # Errors
///
/// [`Unreadable`].
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    let tree: Node = serde_json::from_str(text).map_err(|_| Unreadable)?;
    T::deserialize(&tree)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde::Deserialize;
    use serde_json::Value;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Plain,
        Held(u8),
        Pair(i8, String),
        Fields { a: Option<bool> },
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Wrapped(f32);

    #[derive(Debug, PartialEq, Deserialize)]
    struct All {
        kinds: Vec<Kind>,
        wrapped: Option<Wrapped>,
        fixed: [i64; 2],
        letter: char,
        by_name: BTreeMap<String, u64>,
        nothing: (),
        #[serde(default)]
        left_out: u32,
    }

    const ALL: &str = r#"{"kinds":["plain",{"held":255},{"pair":[-1,"\u00e9\n"]},{"fields":{"a":true,"more":[{}]}},{"plain":null}],
        "wrapped":1.5,"fixed":[-3,4],"letter":"x","by_name":{"a":1,"b":18446744073709551615},"nothing":null}"#;

    #[test]
    fn every_shape_is_read_as_serde_json_reads_it() {
        let all: All = read(ALL).unwrap();
        assert_eq!(all, serde_json::from_str(ALL).unwrap());
        assert_eq!(all.kinds.len(), 5);
    }

    #[test]
    fn other_shapes_are_unreadable() {
        for (right, wrong) in [
            ("\"plain\"", "\"plane\""),
            ("\"plain\"", "{\"plain\":1}"),
            ("\"plain\"", "{\"plain\":null,\"held\":1}"),
            ("\"plain\"", "{}"),
            ("\"plain\"", "7"),
            ("\"plain\"", "\"held\""),
            ("255", "256"),
            ("255", "-1"),
            ("255", "1.0"),
            ("[-1,", "[-1,2,"),
            ("[-1,\"\\u00e9\\n\"]", "[-1]"),
            ("true", "1"),
            ("\"x\"", "\"xy\""),
            ("[-3,4]", "[-3]"),
            ("\"letter\"", "\"lettre\""),
            ("\"nothing\":null", "\"nothing\":false"),
            (":null}", ":null,\"letter\":\"y\"}"),
            (":null}", ":null}}"),
            (":null}", ":null"),
        ] {
            assert!(ALL.contains(right), "{right}");
            let text = ALL.replacen(right, wrong, 1);
            assert_eq!(read::<All>(&text), Err(Unreadable), "{right} as {wrong}");
        }
        assert_eq!(read::<Value>(&"[".repeat(100_000)), Err(Unreadable));
    }

    proptest! {
        #[test]
        fn b114_any_text_is_read_or_not_as_by_serde_json(
            text in "[{}\\[\\]\":,a-z0-9eE.+\\- \\\\]{0,80}|\\[(-?[0-9]{1,22}(\\.[0-9]{1,3})?,)*0\\]|.{0,40}",
        ) {
            prop_assert_eq!(read::<Value>(&text).ok(), serde_json::from_str(&text).ok());
        }
    }
}
