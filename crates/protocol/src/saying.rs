use serde::{Deserialize, Deserializer, Serialize};

/// What people say to each other at a table: one of few things, each by its name, so that everybody reads it in their own
/// language. It is told at once or not at all, and is no part of the table.
///
/// ```
/// use ludo_protocol::Saying;
///
/// let saying: Saying = serde_json::from_str(r#""well_played""#)?;
/// assert_eq!(saying, Saying::WellPlayed);
/// assert_eq!(serde_json::from_str::<Saying>(r#""of_a_later_version""#)?, Saying::Other);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Saying {
    /// A face that smiles.
    Smile,
    /// A face that laughs.
    Laugh,
    /// A face that winks.
    Wink,
    /// A face that is amazed.
    Wow,
    /// A face that is sad.
    Sad,
    /// A face that is cross.
    Cross,
    /// A heart.
    Heart,
    /// A thumb up.
    Thumb,
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Well played.
    WellPlayed,
    /// Oops.
    Oops,
    /// Thanks.
    Thanks,
    /// Your turn.
    YourTurn,
    /// One moment.
    OneMoment,
    /// So close!
    SoClose,
    /// Good game.
    GoodGame,
    /// Rematch?
    Rematch,
    /// Never said: what one is read as that this version does not know.
    Other,
}

impl Saying {
    /// Those that are a picture.
    pub const REACTIONS: [Self; 8] = [
        Self::Smile,
        Self::Laugh,
        Self::Wink,
        Self::Wow,
        Self::Sad,
        Self::Cross,
        Self::Heart,
        Self::Thumb,
    ];

    /// Those that are words.
    pub const PHRASES: [Self; 10] = [
        Self::Hello,
        Self::GoodLuck,
        Self::WellPlayed,
        Self::Oops,
        Self::Thanks,
        Self::YourTurn,
        Self::OneMoment,
        Self::SoClose,
        Self::GoodGame,
        Self::Rematch,
    ];

    /// All that can be said.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::REACTIONS.into_iter().chain(Self::PHRASES)
    }

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Smile => "smile",
            Self::Laugh => "laugh",
            Self::Wink => "wink",
            Self::Wow => "wow",
            Self::Sad => "sad",
            Self::Cross => "cross",
            Self::Heart => "heart",
            Self::Thumb => "thumb",
            Self::Hello => "hello",
            Self::GoodLuck => "good_luck",
            Self::WellPlayed => "well_played",
            Self::Oops => "oops",
            Self::Thanks => "thanks",
            Self::YourTurn => "your_turn",
            Self::OneMoment => "one_moment",
            Self::SoClose => "so_close",
            Self::GoodGame => "good_game",
            Self::Rematch => "rematch",
            Self::Other => "other",
        }
    }

    /// Whether it is a picture.
    #[must_use]
    pub fn is_reaction(self) -> bool {
        Self::REACTIONS.contains(&self)
    }
}

/// One that this version does not know is [`Other`](Saying::Other): an older page has nothing to show for it, and a server
/// refuses it.
impl<'de> Deserialize<'de> for Saying {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let known = Self::all().find(|saying| saying.name() == name);
        Ok(known.unwrap_or(Self::Other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_one_name_which_is_read_again() {
        for saying in Saying::all() {
            let text = serde_json::to_string(&saying).unwrap();
            assert_eq!(text, format!("\"{}\"", saying.name()));
            assert_eq!(serde_json::from_str::<Saying>(&text).unwrap(), saying);
            assert_eq!(saying.is_reaction(), !Saying::PHRASES.contains(&saying));
        }
        assert_eq!(Saying::all().count(), 18);
    }

    #[test]
    fn what_is_not_known_is_none_of_them_and_what_is_no_name_is_wrong() {
        for text in ["\"\"", "\"Smile\"", "\"other\"", "\"<b>\""] {
            assert_eq!(
                serde_json::from_str::<Saying>(text).unwrap(),
                Saying::Other,
                "{text}"
            );
        }
        for text in ["7", "null", "{\"smile\":1}", "[]"] {
            assert!(serde_json::from_str::<Saying>(text).is_err(), "{text}");
        }
    }
}
