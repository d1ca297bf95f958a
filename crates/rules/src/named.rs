use core::fmt;

use crate::{Earns, End, Own, Safe, SixCounts, Sixes, Switches, Tries};

/// The five rule sets that have names. House rules start from one of them and keep its board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Named {
    /// The classic game, the default everywhere.
    #[default]
    Classic,
    /// What most phone games play.
    Modern,
    /// The printed German leaflet.
    Mensch,
    /// The Polish game.
    Chinczyk,
    /// The Spanish game with one die.
    Parchis,
}

/// What a rule set takes from the board of its named set; no house rule changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Course {
    /// Ring squares.
    pub(crate) ring: u8,
    /// Track squares that a token travels, its start included.
    pub(crate) lap: u8,
    /// Squares of a home column.
    pub(crate) column: u8,
    /// Whether the squares of the column are the goal themselves, one token each.
    pub(crate) goal_in_column: bool,
    /// The roll that enters a token.
    pub(crate) enter: u8,
    /// Offsets of the stars in each quarter of the ring; empty where the board has none.
    pub(crate) stars: &'static [u8],
}

const LUDO: Course = Course {
    ring: 52,
    lap: 51,
    column: 5,
    goal_in_column: false,
    enter: 6,
    stars: &[0, 8],
};
const CROSS: Course = Course {
    ring: 40,
    lap: 40,
    column: 4,
    goal_in_column: true,
    enter: 6,
    stars: &[],
};
const PARCHIS: Course = Course {
    ring: 68,
    lap: 64,
    column: 7,
    goal_in_column: false,
    enter: 5,
    stars: &[0, 7, 12],
};

const CLASSIC: Switches = Switches {
    out: false,
    forced: false,
    clear: false,
    tries: Tries::One,
    unplayed6: false,
    sixes: Sixes::Void,
    own: Own::Free,
    safe: Safe::None,
    capture: Earns::Nothing,
    home: Earns::Nothing,
    pass: true,
    six: SixCounts::Six,
    end: End::All,
};

const MENSCH: Switches = Switches {
    out: true,
    forced: true,
    clear: true,
    unplayed6: true,
    sixes: Sixes::Free,
    own: Own::Forbidden,
    ..CLASSIC
};

impl Named {
    /// All five.
    pub const ALL: [Self; 5] = [
        Self::Classic,
        Self::Modern,
        Self::Mensch,
        Self::Chinczyk,
        Self::Parchis,
    ];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Modern => "modern",
            Self::Mensch => "mensch",
            Self::Chinczyk => "chinczyk",
            Self::Parchis => "parchis",
        }
    }

    /// The rule set of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|named| named.name() == name)
    }

    /// Its own switches.
    #[must_use]
    pub const fn switches(self) -> Switches {
        match self {
            Self::Classic => CLASSIC,
            Self::Modern => Switches {
                safe: Safe::Stars,
                capture: Earns::Roll,
                home: Earns::Roll,
                ..CLASSIC
            },
            Self::Mensch => MENSCH,
            Self::Chinczyk => Switches {
                out: false,
                forced: false,
                clear: false,
                tries: Tries::Three,
                pass: false,
                ..MENSCH
            },
            Self::Parchis => Switches {
                forced: true,
                unplayed6: true,
                sixes: Sixes::Back,
                own: Own::Barrier,
                safe: Safe::Stars,
                capture: Earns::Twenty,
                home: Earns::Ten,
                six: SixCounts::Seven,
                ..CLASSIC
            },
        }
    }

    pub(crate) const fn course(self) -> Course {
        match self {
            Self::Classic | Self::Modern => LUDO,
            Self::Mensch | Self::Chinczyk => CROSS,
            Self::Parchis => PARCHIS,
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
