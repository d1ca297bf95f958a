use ludo_dice::{GameId, Link};
use ludo_rules::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{HostKey, SealError, Sealed};

/// The link of an answer to a begin, as it is kept until the draw reveals it: useless without the host's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptAnswer(Kind);

#[derive(Clone, PartialEq, Eq)]
enum Kind {
    Sealed(Sealed),
    /// As programs up to schema 5 kept it.
    Open(Link),
}

/// Without the link.
impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("..")
    }
}

impl From<Sealed> for KeptAnswer {
    fn from(sealed: Sealed) -> Self {
        Self(Kind::Sealed(sealed))
    }
}

impl KeptAnswer {
    /// The link.
    ///
    /// # Errors
    ///
    /// If it was sealed under another key, for another game or seat, or was changed.
    pub fn open(&self, key: &HostKey, game: GameId, seat: Seat) -> Result<Link, SealError> {
        match &self.0 {
            Kind::Sealed(sealed) => key.open_answer(game, seat, sealed),
            Kind::Open(link) => Ok(*link),
        }
    }
}

impl Serialize for KeptAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Kind::Sealed(sealed) => serializer.collect_str(sealed),
            Kind::Open(link) => link.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for KeptAnswer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        // A sealed link is longer than a link.
        if let Ok(link) = text.parse() {
            return Ok(Self(Kind::Open(link)));
        }
        let sealed = text.parse().map_err(serde::de::Error::custom)?;
        Ok(Self(Kind::Sealed(sealed)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: GameId = GameId([2; 16]);

    #[test]
    fn it_is_read_with_the_key_and_for_its_seat_and_game_only() {
        let (key, link) = (HostKey::from_entropy([1; 32]), Link([7; 32]));
        let kept: KeptAnswer = key.seal_answer(GAME, Seat::Red, &link, [4; 24]).into();
        let text = serde_json::to_string(&kept).unwrap();
        assert!(!text.contains(&link.to_string()) && !format!("{kept:?}").contains("07"));
        let read: KeptAnswer = serde_json::from_str(&text).unwrap();
        assert_eq!(read, kept);
        assert_eq!(read.open(&key, GAME, Seat::Red), Ok(link));
        for (key, game, seat) in [
            (&HostKey::from_entropy([9; 32]), GAME, Seat::Red),
            (&key, GameId([3; 16]), Seat::Red),
            (&key, GAME, Seat::Blue),
        ] {
            assert_eq!(read.open(key, game, seat), Err(SealError::WrongKey));
        }
        let secret = key.open(GAME, &key.seal_answer(GAME, Seat::Red, &link, [4; 24]));
        assert!(secret.is_err(), "an answer is no secret of a game");
    }

    #[test]
    fn what_older_programs_kept_is_read() {
        let text = format!("\"{}\"", "07".repeat(32));
        let read: KeptAnswer = serde_json::from_str(&text).unwrap();
        let key = HostKey::from_entropy([1; 32]);
        assert_eq!(read.open(&key, GAME, Seat::Red), Ok(Link([7; 32])));
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        for wrong in ["\"\"", "\"07\"", "\"zz\"", "7"] {
            assert!(
                serde_json::from_str::<KeptAnswer>(wrong).is_err(),
                "{wrong}"
            );
        }
    }
}
