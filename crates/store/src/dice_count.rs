use ludo_protocol::TableCode;

/// A game that is over, by its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndedGame {
    /// Its table.
    pub code: TableCode,
    /// The number of the event with which it began.
    pub begun: u64,
    /// The number of the event with which it was over.
    pub over: u64,
}

/// How often something happened on a day; the store does not look into what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceCount {
    /// Days since 1970-01-01.
    pub day: u32,
    /// What.
    pub name: String,
    /// How often.
    pub count: u64,
}
