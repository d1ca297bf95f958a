/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Commands at a rate that was fixed before: latency.
    Open,
    /// As fast as it goes: what a command costs.
    Closed,
    /// People who think: how busy the server is.
    Human,
    /// Sockets that say nothing: what one costs in memory.
    Idle,
    /// A start with many games going on: how soon the server answers.
    Start,
}

impl Mode {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Human => "human",
            Self::Idle => "idle",
            Self::Start => "start",
        }
    }
}
