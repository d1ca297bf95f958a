use ludo_protocol::TableCode;

/// What stands before a hand-over in the fragment of an address.
const MARK: &str = "handover=";

/// Characters of a code that are read together.
const GROUP: usize = 4;

/// What another device handed over: a one-time code, and the secret of the seat where the link had it.
///
/// It can be neither printed nor copied by accident; it never goes into an address that a server sees.
pub struct Handed {
    /// The code.
    pub code: String,
    /// The text of the secret; none where only the code was typed.
    pub secret: Option<String>,
}

impl Handed {
    /// What the fragment of an address brings, with or without its `#`; nothing where it brings no hand-over.
    #[must_use]
    pub fn from_fragment(fragment: &str) -> Option<Self> {
        let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
        let text = fragment.strip_prefix(MARK)?;
        let (code, secret) = match text.split_once('.') {
            Some((code, secret)) => (code, Some(secret.to_owned())),
            None => (text, None),
        };
        Some(Self {
            code: code.to_owned(),
            secret,
        })
    }

    /// A code that was typed.
    #[must_use]
    pub const fn typed(code: String) -> Self {
        Self { code, secret: None }
    }

    /// The address that hands a table over. **It holds the secret**, behind the `#`, which browsers keep to themselves.
    #[must_use]
    pub fn link(&self, origin: &str, table: TableCode) -> String {
        let mut link = format!("{origin}/t/{table}#{MARK}{}", self.code);
        if let Some(secret) = &self.secret {
            link.push('.');
            link.push_str(secret);
        }
        link
    }

    /// The code as it is shown, in groups: `K7M2 QX4P 9ABC`.
    #[must_use]
    pub fn spaced(&self) -> String {
        let mut spaced = String::new();
        for (at, letter) in self.code.chars().enumerate() {
            if at > 0 && at % GROUP == 0 {
                spaced.push(' ');
            }
            spaced.push(letter);
        }
        spaced
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_read_as_it_was_written() {
        let table: TableCode = "K7M2QX".parse().unwrap();
        for secret in [None, Some("c2VjcmV0".to_owned())] {
            let given = Handed {
                code: "K7M2QX4P9ABC".to_owned(),
                secret: secret.clone(),
            };
            let link = given.link("https://ludo.example", table);
            let (address, fragment) = link.split_once('#').unwrap();
            assert_eq!(address, "https://ludo.example/t/K7M2QX");
            let read = Handed::from_fragment(fragment).unwrap();
            assert_eq!(
                (read.code.as_str(), &read.secret),
                ("K7M2QX4P9ABC", &secret)
            );
            assert!(Handed::from_fragment(&format!("#{fragment}")).is_some());
        }
    }

    #[test]
    fn other_fragments_bring_nothing() {
        for other in ["", "#", "#main", "handover", "#x=handover=1"] {
            assert!(Handed::from_fragment(other).is_none(), "{other}");
        }
        // What is no code is for the server to refuse, with words for the person.
        assert!(Handed::from_fragment("#handover=").is_some());
    }

    #[test]
    fn a_code_is_shown_in_groups() {
        assert_eq!(
            Handed::typed("K7M2QX4P9ABC".into()).spaced(),
            "K7M2 QX4P 9ABC"
        );
        assert_eq!(Handed::typed(String::new()).spaced(), "");
    }
}
