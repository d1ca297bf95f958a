/// Who made a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RollKind {
    /// A person, with a link of their own chain.
    Linked,
    /// A person without one: their client brought none, or the device does not hold the secret.
    Unlinked,
    /// The table, for a person who was away or out of time.
    Auto,
    /// A bot, in the seat of a person who left.
    Substitute,
    /// A bot in its own seat.
    Bot,
}

impl RollKind {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Linked,
        Self::Unlinked,
        Self::Auto,
        Self::Substitute,
        Self::Bot,
    ];

    /// Its name, as in the JSON of `/api/stats/dice`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linked => "linked",
            Self::Unlinked => "unlinked",
            Self::Auto => "auto",
            Self::Substitute => "substitute",
            Self::Bot => "bot",
        }
    }

    /// Whether the seat is a person's.
    #[must_use]
    pub const fn is_of_a_person(self) -> bool {
        !matches!(self, Self::Bot)
    }

    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}
