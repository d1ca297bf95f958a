use crate::Wrong;

/// Why a command was not carried out. Nothing changed at the table.
///
/// The text of each says what a person can do about it; programs go by [`code`](Self::code).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// The table is no more.
    #[error("This table is closed. Open a new one to play on.")]
    Closed,
    /// Only who sits at the table can do this; the sender never did.
    #[error("You are not at this table. Sit down first.")]
    NotAMember,
    /// Only who has a seat can do this; the sender has none now.
    #[error("You have no seat. Sit down first.")]
    NotSeated,
    /// Only the host can do this.
    #[error("Only the host of the table can do this. Ask them to.")]
    NotHost,
    /// A game is on, and this is for before it.
    #[error("The game has begun; this can be done before the next one. Until then you can watch.")]
    GameRunning,
    /// The game is over, and this is for during it or for setting up the next one.
    #[error("The game is over. Ask for a rematch to play on.")]
    GameOver,
    /// The game has not begun, or the draw is not made.
    #[error("The game has not started. Wait until the host begins and the first seat is drawn.")]
    NotStarted,
    /// The draw is made, and this is for before it.
    #[error("The draw is made already; nothing is lost but this seat's part in the dice.")]
    TooLate,
    /// A table needs two seats at least.
    #[error("These options cannot be played: let two to four seats be taken.")]
    BadOptions,
    /// The table does not have this seat.
    #[error("This table does not use that seat. Choose another one.")]
    NoSuchSeat,
    /// Somebody sits there.
    #[error("Somebody sits on that seat. Choose another one, or clear it first.")]
    SeatTaken,
    /// Nobody sits there.
    #[error("Nobody sits on that seat.")]
    SeatOpen,
    /// All seats are taken.
    #[error("All seats of this table are taken. You can watch, or open a table of your own.")]
    TableFull,
    /// The host cannot clear the own seat.
    #[error("This is your own seat. Leave to get up from it.")]
    OwnSeat,
    /// A newcomer brought no name.
    #[error("A name is needed. Say what you want to be called.")]
    NameNeeded,
    /// Everything is like that already.
    #[error("That is so already.")]
    NoChange,
    /// Two seats must be taken for a game.
    #[error("Two seats must be taken to begin. Wait for somebody, or add a bot.")]
    TooFewPlayers,
    /// The command is for another game than the one at hand.
    #[error("This was meant for another game. Look at the table again.")]
    WrongGame,
    /// Another party of the game has the same tip, or it is all zeros, which nobody's is.
    #[error("Another chain of this game has the same tip, or it is none. Make a new chain.")]
    TipTaken,
    /// The seat brought no chain.
    #[error("Your seat has no chain in this game. Roll without a link.")]
    NoChain,
    /// The link is not the right one.
    #[error(
        "The link does not belong to your seat's chain at this roll. Roll on the device that you sat down with, or without a link."
    )]
    BadLink,
    /// The seat answered the begin before.
    #[error("Your answer to the begin is here already. Wait for the draw.")]
    AlreadyAnswered,
    /// The game went on since the sender looked.
    #[error("The game went on before this arrived. Look at the board again.")]
    Stale,
    /// Another seat is to act.
    #[error("It is another player's turn. Wait for yours.")]
    NotYourTurn,
    /// The turn was begun for the player while they were away, or their time ran out in it, and it is finished so.
    #[error(
        "This turn is being finished for you: you were away when it began, or your time was over. You play again from your next turn on."
    )]
    PlayedForYou,
    /// Not a roll but a move is due.
    #[error("No roll is due: choose a move first.")]
    RollNotDue,
    /// Not a move but a roll is due.
    #[error("No move is due: roll first.")]
    MoveNotDue,
    /// The rules do not allow the move.
    #[error("The rules do not allow this move. Choose one of the lit tokens.")]
    IllegalMove,
    /// The seat is out of the game: all its tokens are home, or it resigned.
    #[error("Your place in this game is decided already.")]
    OutOfPlay,
    /// To the driver: a person is to act, or nobody.
    #[error("Nothing is to be done for that seat: its person plays.")]
    NotDriven,
    /// To the driver: answers are missing, and their time is not over.
    #[error("The draw is not due yet: wait for the answers, or for their time to be over.")]
    DrawNotDue,
    /// What the driver had to hand in was not there.
    #[error("The server cannot do this just now. Try again in a moment.")]
    Unavailable,
    /// The table is at odds with itself, or the driver's link is a wrong one.
    #[error("Something is wrong at this table, and nothing was changed: {0}.")]
    Internal(#[source] Box<Wrong>),
}

impl Refusal {
    /// The code that the protocol carries.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::NotAMember => "not_a_member",
            Self::NotSeated => "not_seated",
            Self::NotHost => "not_host",
            Self::GameRunning => "game_running",
            Self::GameOver => "game_over",
            Self::NotStarted => "not_started",
            Self::TooLate => "too_late",
            Self::BadOptions => "bad_options",
            Self::NoSuchSeat => "no_such_seat",
            Self::SeatTaken => "seat_taken",
            Self::SeatOpen => "seat_open",
            Self::TableFull => "table_full",
            Self::OwnSeat => "own_seat",
            Self::NameNeeded => "name_needed",
            Self::NoChange => "no_change",
            Self::TooFewPlayers => "too_few_players",
            Self::WrongGame => "wrong_game",
            Self::TipTaken => "tip_taken",
            Self::NoChain => "no_chain",
            Self::BadLink => "bad_link",
            Self::AlreadyAnswered => "already_answered",
            Self::Stale => "stale",
            Self::NotYourTurn => "not_your_turn",
            Self::PlayedForYou => "played_for_you",
            Self::RollNotDue => "roll_not_due",
            Self::MoveNotDue => "move_not_due",
            Self::IllegalMove => "illegal_move",
            Self::OutOfPlay => "out_of_play",
            Self::NotDriven => "not_driven",
            Self::DrawNotDue => "draw_not_due",
            Self::Unavailable => "unavailable",
            Self::Internal(_) => "internal",
        }
    }
}
