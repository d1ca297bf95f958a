/// A value of a switch and its text.
trait Value: Copy + PartialEq + 'static {
    /// All values with their texts, in the order of the rules.
    const ALL: &'static [(Self, &'static str)];

    fn text(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(value, _)| *value == self)
            .map_or("", |&(_, text)| text)
    }
}

fn set<V: Value>(place: &mut V, text: &str) -> bool {
    match V::ALL.iter().find(|(_, name)| *name == text) {
        Some(&(value, _)) => {
            *place = value;
            true
        }
        None => false,
    }
}

/// Rolls that a seat has while nothing of it can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tries {
    /// One, as always.
    One,
    /// Three at the beginning of a turn, while none of its tokens is on the track and only entering could help.
    Three,
}

impl Value for Tries {
    const ALL: &'static [(Self, &'static str)] = &[(Self::One, "1"), (Self::Three, "3")];
}

/// What a third 6 in a row does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sixes {
    /// Nothing moves and the turn passes.
    Void,
    /// The token that this turn moved last goes to the yard if it stands on the track; the turn passes.
    Back,
    /// There is no limit.
    Free,
}

impl Value for Sixes {
    const ALL: &'static [(Self, &'static str)] = &[
        (Self::Void, "void"),
        (Self::Back, "back"),
        (Self::Free, "free"),
    ];
}

/// Tokens of one seat on one square of the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Own {
    /// They may share it, and mean nothing.
    Free,
    /// They may not.
    Forbidden,
    /// Two or more stop rivals, who may neither pass nor land.
    Block,
    /// A square holds two tokens; two of one colour let nobody pass or land, and a 6 must open an own pair.
    Barrier,
}

impl Value for Own {
    const ALL: &'static [(Self, &'static str)] = &[
        (Self::Free, "free"),
        (Self::Forbidden, "forbidden"),
        (Self::Block, "block"),
        (Self::Barrier, "barrier"),
    ];
}

/// The ring squares on which nobody is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Safe {
    /// None.
    None,
    /// The four start squares.
    Starts,
    /// The start squares and the stars of the board.
    Stars,
}

impl Value for Safe {
    const ALL: &'static [(Self, &'static str)] = &[
        (Self::None, "none"),
        (Self::Starts, "starts"),
        (Self::Stars, "stars"),
    ];
}

/// What a capture or a token that gets home earns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Earns {
    /// Nothing.
    Nothing,
    /// Another roll.
    Roll,
    /// Ten steps for one token, at once.
    Ten,
    /// Twenty steps for one token, at once.
    Twenty,
}

impl Value for Earns {
    const ALL: &'static [(Self, &'static str)] = &[
        (Self::Nothing, "nothing"),
        (Self::Roll, "roll"),
        (Self::Ten, "10"),
        (Self::Twenty, "20"),
    ];
}

impl Earns {
    /// The bonus steps, if it is those.
    #[must_use]
    pub const fn steps(self) -> Option<u8> {
        match self {
            Self::Nothing | Self::Roll => None,
            Self::Ten => Some(10),
            Self::Twenty => Some(20),
        }
    }
}

/// How far a 6 moves when no token waits in the yard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SixCounts {
    /// Six squares, as always.
    Six,
    /// Seven squares.
    Seven,
}

impl Value for SixCounts {
    const ALL: &'static [(Self, &'static str)] = &[(Self::Six, "6"), (Self::Seven, "7")];
}

/// When the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// When all places but the last are played out.
    All,
    /// With the first seat home; the others have no place.
    First,
}

impl Value for End {
    const ALL: &'static [(Self, &'static str)] = &[(Self::All, "all"), (Self::First, "first")];
}

impl Value for bool {
    const ALL: &'static [(Self, &'static str)] = &[(true, "yes"), (false, "no")];
}

/// The number of tokens on the start square, as a text of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Out(bool);

impl Value for Out {
    const ALL: &'static [(Self, &'static str)] = &[(Self(false), "0"), (Self(true), "1")];
}

/// The switches of the rules that house rules can change, in the order in which texts have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Switches {
    /// `out`: one token of each seat stands on its start square at the outset.
    pub out: bool,
    /// `forced`: where a token can enter, entering is the only legal move.
    pub forced: bool,
    /// `clear`: while tokens wait in the yard, an own token on the start square must move if it can.
    pub clear: bool,
    /// `tries`: rolls while nothing can move.
    pub tries: Tries,
    /// `unplayed6`: a 6 that cannot be played still earns a roll.
    pub unplayed6: bool,
    /// `sixes`: what a third 6 in a row does.
    pub sixes: Sixes,
    /// `own`: own tokens that share a square.
    pub own: Own,
    /// `safe`: the squares on which nobody is captured.
    pub safe: Safe,
    /// `capture`: what a capture earns.
    pub capture: Earns,
    /// `home`: what a token home earns.
    pub home: Earns,
    /// `pass`: own tokens in the column may be passed.
    pub pass: bool,
    /// `six`: what a 6 with no token in the yard counts.
    pub six: SixCounts,
    /// `end`: when the game ends.
    pub end: End,
}

/// The key of a switch, as house rules write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// `out`
    Out,
    /// `forced`
    Forced,
    /// `clear`
    Clear,
    /// `tries`
    Tries,
    /// `unplayed6`
    Unplayed6,
    /// `sixes`
    Sixes,
    /// `own`
    Own,
    /// `safe`
    Safe,
    /// `capture`
    Capture,
    /// `home`
    Home,
    /// `pass`
    Pass,
    /// `six`
    Six,
    /// `end`
    End,
}

impl Key {
    /// All keys in the order of texts.
    pub const ALL: [Self; 13] = [
        Self::Out,
        Self::Forced,
        Self::Clear,
        Self::Tries,
        Self::Unplayed6,
        Self::Sixes,
        Self::Own,
        Self::Safe,
        Self::Capture,
        Self::Home,
        Self::Pass,
        Self::Six,
        Self::End,
    ];

    /// The key as house rules write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Out => "out",
            Self::Forced => "forced",
            Self::Clear => "clear",
            Self::Tries => "tries",
            Self::Unplayed6 => "unplayed6",
            Self::Sixes => "sixes",
            Self::Own => "own",
            Self::Safe => "safe",
            Self::Capture => "capture",
            Self::Home => "home",
            Self::Pass => "pass",
            Self::Six => "six",
            Self::End => "end",
        }
    }

    /// The key of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }

    /// The texts of the values that the switch can have.
    pub fn values(self) -> impl ExactSizeIterator<Item = &'static str> + Clone {
        fn texts<V: Value>() -> [&'static str; 4] {
            let mut texts = [""; 4];
            for (place, &(_, text)) in texts.iter_mut().zip(V::ALL) {
                *place = text;
            }
            texts
        }
        let (texts, len) = match self {
            Self::Out => (texts::<Out>(), 2),
            Self::Forced | Self::Clear | Self::Unplayed6 | Self::Pass => (texts::<bool>(), 2),
            Self::Tries => (texts::<Tries>(), 2),
            Self::Sixes => (texts::<Sixes>(), 3),
            Self::Own => (texts::<Own>(), 4),
            Self::Safe => (texts::<Safe>(), 3),
            Self::Capture | Self::Home => (texts::<Earns>(), 4),
            Self::Six => (texts::<SixCounts>(), 2),
            Self::End => (texts::<End>(), 2),
        };
        texts.into_iter().take(len)
    }
}

impl core::fmt::Display for Key {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

impl Switches {
    /// The text of a switch's value.
    #[must_use]
    pub fn value(&self, key: Key) -> &'static str {
        match key {
            Key::Out => Out(self.out).text(),
            Key::Forced => self.forced.text(),
            Key::Clear => self.clear.text(),
            Key::Tries => self.tries.text(),
            Key::Unplayed6 => self.unplayed6.text(),
            Key::Sixes => self.sixes.text(),
            Key::Own => self.own.text(),
            Key::Safe => self.safe.text(),
            Key::Capture => self.capture.text(),
            Key::Home => self.home.text(),
            Key::Pass => self.pass.text(),
            Key::Six => self.six.text(),
            Key::End => self.end.text(),
        }
    }

    /// Sets a switch to the value of this text; `false`, and nothing is changed, where it has no such value.
    pub fn set(&mut self, key: Key, value: &str) -> bool {
        match key {
            Key::Out => {
                let mut out = Out(self.out);
                let known = set(&mut out, value);
                self.out = out.0;
                known
            }
            Key::Forced => set(&mut self.forced, value),
            Key::Clear => set(&mut self.clear, value),
            Key::Tries => set(&mut self.tries, value),
            Key::Unplayed6 => set(&mut self.unplayed6, value),
            Key::Sixes => set(&mut self.sixes, value),
            Key::Own => set(&mut self.own, value),
            Key::Safe => set(&mut self.safe, value),
            Key::Capture => set(&mut self.capture, value),
            Key::Home => set(&mut self.home, value),
            Key::Pass => set(&mut self.pass, value),
            Key::Six => set(&mut self.six, value),
            Key::End => set(&mut self.end, value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Named;

    #[test]
    fn every_value_of_every_key_can_be_set_and_read() {
        for key in Key::ALL {
            assert_eq!(Key::from_name(key.name()), Some(key));
            for value in key.values() {
                let mut switches = Named::Classic.switches();
                assert!(switches.set(key, value), "{key}={value}");
                assert_eq!(switches.value(key), value);
            }
            let mut switches = Named::Classic.switches();
            assert!(!switches.set(key, "maybe"));
            assert!(!switches.set(key, ""));
            assert_eq!(switches, Named::Classic.switches());
        }
    }
}
