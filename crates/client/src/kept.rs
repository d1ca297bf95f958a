use std::fmt;

use ludo_dice::{Begin, Chain, GameId, Link, Secret, Tip};
use ludo_protocol::{Unreadable, read};
use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, Zeroizing};

use crate::Evidence;
use crate::keeper::has_tip;

/// What a device keeps of one game, for as long as the game may be asked about: the secret of its chain, and beside it
/// what the chain's links were given for. One record a game; its key is [`game`](Self::game).
///
/// It holds the secret, so it can neither be cloned nor printed nor serialised by accident.
/// [`to_storage`](Self::to_storage) is the one way out; what comes from there belongs into the device's own storage (in
/// a browser IndexedDB), into nothing that is sent, and into no log.
///
/// Of all tabs of a browser the first one that stores a chain for a game makes it for all: a driver stores with
/// [`settle`](Self::settle), in one transaction.
pub struct Kept {
    pub(crate) game: GameId,
    pub(crate) server_tip: Tip,
    pub(crate) tip: Tip,
    pub(crate) secret: Secret,
    pub(crate) mark: Box<Mark>,
    pub(crate) evidence: Option<Box<Evidence>>,
}

/// What the links were given for so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mark {
    /// The begin that was answered.
    pub(crate) begin: Option<Begin>,
    /// The last roll that was asked for; 0 for none.
    pub(crate) roll: u32,
    /// The state of the dice before that roll, `S[roll - 1]`.
    pub(crate) state: Option<Link>,
}

/// Why a text from storage is nothing that was kept.
#[derive(Debug, thiserror::Error)]
pub enum KeptError {
    /// It was not written by this program.
    #[error("this is not a kept game: {0}")]
    Malformed(#[from] Unreadable),
    /// It was written by another version of this program.
    #[error("this is a kept game of version {0}, and this program writes version {VERSION}")]
    Version(u32),
    /// The secret and the tip in it do not belong together.
    #[error("the kept secret does not lead to the kept tip")]
    Tip,
}

/// The form in storage.
#[derive(Serialize, Deserialize)]
struct Stored<'a> {
    version: u32,
    game: GameId,
    server_tip: Tip,
    tip: Tip,
    /// Hex, as [`Link`] writes it.
    secret: std::borrow::Cow<'a, str>,
    mark: Mark,
    evidence: Option<Evidence>,
}

const VERSION: u32 = 1;

impl Kept {
    pub(crate) fn new(game: GameId, server_tip: Tip, chain: &Chain, mark: Mark) -> Self {
        Self {
            game,
            server_tip,
            tip: chain.tip(),
            secret: Secret::from_entropy(*chain.secret().expose()),
            mark: Box::new(mark),
            evidence: None,
        }
    }

    /// The game that it is about.
    #[must_use]
    pub const fn game(&self) -> GameId {
        self.game
    }

    /// Tip of the device's chain.
    #[must_use]
    pub const fn tip(&self) -> Tip {
        self.tip
    }

    /// Why this device stopped taking part, if it did.
    #[must_use]
    pub fn evidence(&self) -> Option<&Evidence> {
        self.evidence.as_deref()
    }

    /// What is to be stored where `stored` was and this is new. The driver reads what is stored, stores what comes out
    /// here, and hands that back with [`Input::Remembered`](crate::Input::Remembered), reading and storing in one
    /// transaction. So two tabs agree, and what was once given away is never forgotten.
    #[must_use]
    pub fn settle(self, stored: Option<Self>) -> Self {
        let Some(stored) = stored.filter(|stored| stored.game == self.game) else {
            return self;
        };
        let same_chain = stored.tip == self.tip && stored.server_tip == self.server_tip;
        if stored.evidence.is_some() {
            return stored;
        }
        if !same_chain {
            return if self.displaces(&stored) {
                self
            } else {
                stored
            };
        }
        let begins = match (&stored.mark.begin, &self.mark.begin) {
            (Some(stored), Some(new)) => stored == new,
            (Some(_), None) => false,
            (None, _) => true,
        };
        let rolls = stored.mark.roll < self.mark.roll
            || (stored.mark.roll == self.mark.roll && stored.mark.state == self.mark.state);
        if self.evidence.is_some() || (begins && rolls) {
            self
        } else {
            stored
        }
    }

    /// The same for what is stored as it is read there: a text of [`to_storage`](Self::to_storage), or one that is nothing of ours and
    /// counts as none. The secret of this very record is known to lead to its tip: walking the chain anew takes a while.
    #[must_use]
    pub fn settle_text(self, stored: Option<&str>) -> Self {
        let stored = stored.and_then(|text| Self::read(text, Some(&self)).ok());
        self.settle(stored)
    }

    /// Whether the chain of `stored` never came into the game, and this one, which another device handed over, did.
    fn displaces(&self, stored: &Self) -> bool {
        let came_in = |begin: &Begin| has_tip(begin, self.tip) && !has_tip(begin, stored.tip);
        stored.server_tip == self.server_tip
            && stored.mark.begin.is_none()
            && self.mark.begin.as_ref().is_some_and(came_in)
    }

    /// The text to store. **It holds the secret.**
    #[must_use]
    pub fn to_storage(&self) -> Zeroizing<String> {
        let mut secret = Link(*self.secret.expose()).to_string();
        let stored = Stored {
            version: VERSION,
            game: self.game,
            server_tip: self.server_tip,
            tip: self.tip,
            secret: (&secret).into(),
            mark: (*self.mark).clone(),
            evidence: self.evidence.as_deref().cloned(),
        };
        // Writing plain values to a text cannot fail.
        let text = serde_json::to_string(&stored).unwrap_or_default();
        secret.zeroize();
        Zeroizing::new(text)
    }

    /// What [`to_storage`](Self::to_storage) wrote.
    ///
    /// # Errors
    ///
    /// If the text is something else.
    pub fn from_storage(text: &str) -> Result<Self, KeptError> {
        Self::read(text, None)
    }

    fn read(text: &str, known: Option<&Self>) -> Result<Self, KeptError> {
        let stored: Stored<'_> = read(text)?;
        if stored.version != VERSION {
            return Err(KeptError::Version(stored.version));
        }
        let Ok(Link(mut bytes)) = stored.secret.parse() else {
            return Err(KeptError::Tip);
        };
        let secret = Secret::from_entropy(bytes);
        bytes.zeroize();
        let is_known =
            |known: &Self| known.tip == stored.tip && known.secret.expose() == secret.expose();
        let secret = if known.is_some_and(is_known) {
            secret
        } else {
            let chain = Chain::new(secret);
            if chain.tip() != stored.tip {
                return Err(KeptError::Tip);
            }
            Secret::from_entropy(*chain.secret().expose())
        };
        Ok(Self {
            game: stored.game,
            server_tip: stored.server_tip,
            tip: stored.tip,
            secret,
            mark: Box::new(stored.mark),
            evidence: stored.evidence.map(Box::new),
        })
    }
}

/// Without the secret.
impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept")
            .field("game", &self.game)
            .field("tip", &self.tip)
            .field("mark", &self.mark)
            .field("evidence", &self.evidence)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use ludo_rules::{BySeat, Seat, SeatSet};

    use super::*;

    fn kept(secret: u8, begun: bool, roll: u32, state: u8) -> Kept {
        let chain = Chain::new(Secret::from_entropy([secret; 32]));
        let mut tips = BySeat::default();
        tips[Seat::Red] = Some(chain.tip());
        let begin = Begin {
            game: GameId([1; 16]),
            server_tip: Tip([2; 32]),
            tips,
            seats: SeatSet::ALL,
        };
        let mark = Mark {
            begin: begun.then_some(begin),
            roll,
            state: (roll > 0).then_some(Link([state; 32])),
        };
        Kept::new(GameId([1; 16]), Tip([2; 32]), &chain, mark)
    }

    fn evidence() -> Evidence {
        Evidence {
            table: "K7M2QX".parse().unwrap(),
            game: GameId([1; 16]),
            why: "a die is wrong".into(),
            server_tip: Tip([2; 32]),
            tip: None,
            mark: None,
            seq: 9,
            state: None,
            event: None,
        }
    }

    #[test]
    fn what_is_stored_is_read_again() {
        for mut kept in [
            kept(3, false, 0, 0),
            kept(4, true, 0, 0),
            kept(5, true, 17, 6),
        ] {
            for evidence in [None, Some(Box::new(evidence()))] {
                kept.evidence = evidence;
                let text = kept.to_storage();
                let again = Kept::from_storage(&text).unwrap();
                assert_eq!(*again.to_storage(), *text);
                assert_eq!((again.tip(), again.game()), (kept.tip(), kept.game()));
                assert_eq!(again.evidence(), kept.evidence());
            }
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let text = kept(3, true, 17, 6).to_storage();
        let secret = Link([3; 32]).to_string();
        assert!(text.contains(&secret), "the one door lets it out");
        assert!(matches!(
            Kept::from_storage(&text.replace(&secret, &Link([4; 32]).to_string())),
            Err(KeptError::Tip)
        ));
        assert!(matches!(
            Kept::from_storage(&text.replace("\"version\":1", "\"version\":2")),
            Err(KeptError::Version(2))
        ));
        for junk in ["", "{}", "null", "[]", &text[1..]] {
            assert!(Kept::from_storage(junk).is_err());
        }
    }

    #[test]
    fn nothing_but_the_door_lets_the_secret_out() {
        let kept = kept(0xab, true, 17, 6);
        let secret = Link([0xab; 32]).to_string();
        let mut printed = format!("{kept:?}");
        printed += &format!("{:?}", crate::Effect::Remember(kept));
        printed += &format!("{:?}", crate::Input::Entropy([0xab; 32]));
        assert!(!printed.contains(&secret) && !printed.contains("171, 171"));
    }

    /// The first chain of a game stands, what was answered stands, and rolls only go forward.
    #[test]
    fn two_tabs_settle_on_one_record() {
        let settled = |new: Kept, stored: Option<Kept>| {
            let kept = new.settle(stored);
            (
                kept.tip,
                kept.mark.begin.is_some(),
                kept.mark.roll,
                kept.mark.state,
            )
        };
        let is = |kept: Kept| {
            (
                kept.tip,
                kept.mark.begin.is_some(),
                kept.mark.roll,
                kept.mark.state,
            )
        };
        // (new, stored, which of them it is)
        type Case = (Kept, Kept, bool);
        let cases: [Case; 9] = [
            (kept(4, false, 0, 0), kept(3, false, 0, 0), false),
            // Another device's chain is in the game, and the stored one is not.
            (kept(4, true, 9, 1), kept(3, false, 0, 0), true),
            (kept(4, true, 9, 1), kept(3, true, 0, 0), false),
            (kept(3, true, 0, 0), kept(3, false, 0, 0), true),
            (kept(3, true, 7, 1), kept(3, true, 4, 2), true),
            (kept(3, true, 7, 1), kept(3, true, 7, 1), true),
            (kept(3, true, 7, 1), kept(3, true, 7, 2), false),
            (kept(3, true, 4, 1), kept(3, true, 7, 2), false),
            (kept(3, false, 0, 0), kept(3, true, 0, 0), false),
        ];
        for (n, (new, stored, takes_new)) in cases.into_iter().enumerate() {
            let expected = if takes_new {
                is(copy(&new))
            } else {
                is(copy(&stored))
            };
            let text = stored.to_storage();
            assert_eq!(
                is(copy(&new).settle_text(Some(&text))),
                expected,
                "case {n}"
            );
            assert_eq!(settled(new, Some(stored)), expected, "case {n}");
        }
        assert_eq!(settled(kept(3, true, 4, 1), None), is(kept(3, true, 4, 1)));

        // What is no record of ours, or has a tip that its secret does not lead to, counts as none.
        let forged = kept(3, true, 9, 1).to_storage();
        let forged = forged.replace(
            &kept(3, true, 9, 1).tip.to_string(),
            &Tip([9; 32]).to_string(),
        );
        for junk in [None, Some(""), Some(forged.as_str())] {
            let settled = kept(3, true, 4, 1).settle_text(junk);
            assert_eq!(is(settled), is(kept(3, true, 4, 1)));
        }

        let mut stopped = kept(3, true, 2, 1);
        stopped.evidence = Some(Box::new(evidence()));
        assert!(
            copy(&stopped)
                .settle(Some(kept(3, true, 8, 1)))
                .evidence
                .is_some()
        );
        assert!(kept(3, true, 8, 1).settle(Some(stopped)).evidence.is_some());
    }

    fn copy(kept: &Kept) -> Kept {
        Kept::from_storage(&kept.to_storage()).unwrap()
    }
}
