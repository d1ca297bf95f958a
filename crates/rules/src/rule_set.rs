use alloc::string::String;
use core::fmt;
use core::ops::Deref;
use core::str::FromStr;

use crate::{Earns, Key, Named, Own, Safe, Switches};

/// The rules of a game: one of the named sets, or house rules, which are a named set with some switches changed.
///
/// It reads like its [`Switches`]: `rule_set.own`. Only sets that can be played exist, so a change goes through
/// [`RuleSet::new`] or [`RuleSet::with`].
///
/// Its text is the first field of a position: `classic`, `classic+own=block`.
///
/// ```
/// use ludo_rules::{Key, Named, Own, RuleSet};
///
/// let house: RuleSet = "classic+own=block".parse()?;
/// assert_eq!(house.own, Own::Block);
/// assert_eq!(house.changes().collect::<Vec<_>>(), [Key::Own]);
/// assert_eq!(RuleSet::default().with(Key::Own, "block")?, house);
/// assert!("mensch+home=roll".parse::<RuleSet>().is_err());
/// # Ok::<(), ludo_rules::RuleSetError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleSet {
    named: Named,
    switches: Switches,
}

impl RuleSet {
    /// A named set as it is.
    #[must_use]
    pub const fn named(named: Named) -> Self {
        Self {
            named,
            switches: named.switches(),
        }
    }

    /// House rules: the board of a named set with these switches.
    ///
    /// # Errors
    /// Where the switches do not go together on that board.
    pub fn new(named: Named, switches: Switches) -> Result<Self, RuleSetError> {
        if named.course().goal_in_column && switches.home != Earns::Nothing {
            return Err(RuleSetError::HomeInColumn);
        }
        if switches.safe == Safe::Stars && named.course().stars.is_empty() {
            return Err(RuleSetError::NoStars);
        }
        if switches.own == Own::Barrier {
            if named != Named::Parchis {
                return Err(RuleSetError::BarrierBoard);
            }
            if switches.safe == Safe::None {
                return Err(RuleSetError::BarrierSafe);
            }
        }
        Ok(Self { named, switches })
    }

    /// The same rules with one switch changed.
    ///
    /// # Errors
    /// Where the switch has no such value, or the value does not go together with the rest.
    pub fn with(self, key: Key, value: &str) -> Result<Self, RuleSetError> {
        let mut switches = self.switches;
        if !switches.set(key, value) {
            return Err(RuleSetError::Value {
                key,
                value: value.into(),
            });
        }
        Self::new(self.named, switches)
    }

    /// The named set that these rules are or start from.
    #[must_use]
    pub const fn base(&self) -> Named {
        self.named
    }

    /// All switches.
    #[must_use]
    pub const fn switches(&self) -> &Switches {
        &self.switches
    }

    /// The switches that differ from the named set, in order.
    pub fn changes(&self) -> impl Iterator<Item = Key> + use<> {
        let (own, base) = (self.switches, self.named.switches());
        Key::ALL
            .into_iter()
            .filter(move |&key| own.value(key) != base.value(key))
    }

    /// The rules as a number: three bits for the named set, two for each switch.
    pub(crate) fn pack(&self) -> u32 {
        let base = Named::ALL
            .iter()
            .position(|&named| named == self.named)
            .unwrap_or(0) as u32;
        Key::ALL.into_iter().fold(base, |packed, key| {
            let value = self.switches.value(key);
            (packed << 2) | key.values().position(|text| text == value).unwrap_or(0) as u32
        })
    }

    /// The rules of a number that [`pack`](Self::pack) made.
    pub(crate) fn unpack(packed: u32) -> Self {
        let mut rest = packed;
        let mut indexes = [0; Key::ALL.len()];
        for index in indexes.iter_mut().rev() {
            *index = rest & 0b11;
            rest >>= 2;
        }
        let named = Named::ALL.get(rest as usize).copied().unwrap_or_default();
        let mut switches = named.switches();
        for (key, index) in Key::ALL.into_iter().zip(indexes) {
            if let Some(value) = key.values().nth(index as usize) {
                switches.set(key, value);
            }
        }
        Self { named, switches }
    }
}

/// Classic.
impl Default for RuleSet {
    fn default() -> Self {
        Self::named(Named::Classic)
    }
}

impl From<Named> for RuleSet {
    fn from(named: Named) -> Self {
        Self::named(named)
    }
}

impl Deref for RuleSet {
    type Target = Switches;

    fn deref(&self) -> &Switches {
        &self.switches
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.named.name())?;
        self.changes()
            .try_for_each(|key| write!(f, "+{key}={}", self.switches.value(key)))
    }
}

impl fmt::Debug for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RuleSet({self})")
    }
}

/// Why a text is not a rule set, or why switches do not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleSetError {
    /// No set has this name.
    #[error("unknown rule set {0:?}; there are classic, modern, mensch, chinczyk and parchis")]
    Name(String),
    /// What stands between two `+` is not `key=value`.
    #[error("{0:?} is not of the form key=value")]
    Form(String),
    /// No switch has this key.
    #[error("unknown switch {0:?}")]
    Key(String),
    /// The switch has no such value.
    #[error("{key} cannot be {value:?}, only {}", Values(*key))]
    Value {
        /// The switch.
        key: Key,
        /// What it cannot be.
        value: String,
    },
    /// The same switch twice.
    #[error("{0} comes twice")]
    Twice(Key),
    /// Switches in another order than the rules have them.
    #[error("{0} stands too late: switches come in the order of the rules")]
    Order(Key),
    /// A switch that is written though it is not changed.
    #[error("{named} has {key}={} by itself; only what differs is written", named.switches().value(*key))]
    Unchanged {
        /// The named set.
        named: Named,
        /// The switch.
        key: Key,
    },
    /// `home` earns something on a board whose column is the goal.
    #[error("home earns nothing where the squares of the column are the goal")]
    HomeInColumn,
    /// `safe=stars` on a board without stars.
    #[error("safe=stars needs a board of 52 or 68 squares")]
    NoStars,
    /// `own=barrier` on another board than that of parchis.
    #[error("own=barrier belongs to the board of parchis")]
    BarrierBoard,
    /// `own=barrier` without safe squares.
    #[error("own=barrier needs safe=stars or safe=starts")]
    BarrierSafe,
}

struct Values(Key);

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, value) in self.0.values().enumerate() {
            write!(f, "{}{value}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl FromStr for RuleSet {
    type Err = RuleSetError;

    fn from_str(text: &str) -> Result<Self, RuleSetError> {
        let mut parts = text.split('+');
        let name = parts.next().unwrap_or_default();
        let named = Named::from_name(name).ok_or_else(|| RuleSetError::Name(name.into()))?;
        let mut switches = named.switches();
        let mut last = None;
        for part in parts {
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| RuleSetError::Form(part.into()))?;
            let key = Key::from_name(key).ok_or_else(|| RuleSetError::Key(key.into()))?;
            if last == Some(key) {
                return Err(RuleSetError::Twice(key));
            }
            if last > Some(key) {
                return Err(RuleSetError::Order(key));
            }
            last = Some(key);
            if !switches.set(key, value) {
                return Err(RuleSetError::Value {
                    key,
                    value: value.into(),
                });
            }
            if value == named.switches().value(key) {
                return Err(RuleSetError::Unchanged { named, key });
            }
        }
        Self::new(named, switches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_every_switch() {
        for named in Named::ALL {
            for key in Key::ALL {
                for value in key.values() {
                    let Ok(rules) = RuleSet::named(named).with(key, value) else {
                        continue;
                    };
                    assert_eq!(RuleSet::unpack(rules.pack()), rules);
                    assert_eq!(rules.to_string().parse(), Ok(rules));
                }
            }
        }
    }

    #[test]
    fn refusals_say_why() {
        let why = |text: &str| text.parse::<RuleSet>().unwrap_err();
        assert_eq!(why(""), RuleSetError::Name("".into()));
        assert_eq!(why("Classic"), RuleSetError::Name("Classic".into()));
        assert_eq!(why("classic+"), RuleSetError::Form("".into()));
        assert_eq!(why("classic+own"), RuleSetError::Form("own".into()));
        assert_eq!(why("classic+ring=40"), RuleSetError::Key("ring".into()));
        assert_eq!(
            why("classic+own=wall"),
            RuleSetError::Value {
                key: Key::Own,
                value: "wall".into()
            }
        );
        assert_eq!(
            why("classic+own=block+own=block"),
            RuleSetError::Twice(Key::Own)
        );
        assert_eq!(
            why("classic+own=block+out=1"),
            RuleSetError::Order(Key::Out)
        );
        assert_eq!(
            why("classic+own=free"),
            RuleSetError::Unchanged {
                named: Named::Classic,
                key: Key::Own
            }
        );
        assert_eq!(why("mensch+home=10"), RuleSetError::HomeInColumn);
        assert_eq!(why("chinczyk+safe=stars"), RuleSetError::NoStars);
        assert_eq!(
            why("classic+own=barrier+safe=stars"),
            RuleSetError::BarrierBoard
        );
        assert_eq!(why("parchis+safe=none"), RuleSetError::BarrierSafe);
        assert!("parchis+own=free+safe=none".parse::<RuleSet>().is_ok());
        assert!("mensch+safe=starts".parse::<RuleSet>().is_ok());
        assert_eq!(
            why("classic+own=wall").to_string(),
            "own cannot be \"wall\", only free, forbidden, block, barrier"
        );
    }
}
