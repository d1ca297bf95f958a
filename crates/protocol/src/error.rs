use std::fmt;

use ludo_table::Refusal;
use serde::{Deserialize, Deserializer, Serialize};

/// Writes down every code once: as a variant, as its text, and how a table's refusal becomes one.
macro_rules! codes {
    (
        table { $($refusal:ident = $text:literal,)+ }
        server { $($(#[$doc:meta])+ $own:ident = $own_text:literal $status:literal,)+ }
    ) => {
        /// The kind of a refusal or an error: what a program goes by. The sentence beside it is for people.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum ErrorCode {
            $(
                #[doc = concat!("Of a table: see [`Refusal::", stringify!($refusal), "`].")]
                $refusal,
            )+
            $($(#[$doc])+ $own,)+
        }

        impl ErrorCode {
            /// All of them; those of tables first.
            pub const ALL: &'static [Self] = &[$(Self::$refusal,)+ $(Self::$own,)+];

            /// The text that stands for it in messages.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$refusal => $text,)+
                    $(Self::$own => $own_text,)+
                }
            }

            /// The status of an HTTP answer that carries it.
            #[must_use]
            pub const fn status(self) -> u16 {
                match self {
                    Self::BadOptions => 400,
                    Self::Closed => 410,
                    Self::Unavailable => 503,
                    Self::Internal => 500,
                    $(Self::$own => $status,)+
                    _ => 409,
                }
            }
        }

        impl From<&Refusal> for ErrorCode {
            fn from(refusal: &Refusal) -> Self {
                match refusal {
                    $(Refusal::$refusal { .. } => Self::$refusal,)+
                }
            }
        }
    };
}

codes! {
    table {
        Closed = "closed",
        NotAMember = "not_a_member",
        NotSeated = "not_seated",
        NotHost = "not_host",
        GameRunning = "game_running",
        GameOver = "game_over",
        NotStarted = "not_started",
        TooLate = "too_late",
        BadOptions = "bad_options",
        NoSuchSeat = "no_such_seat",
        SeatTaken = "seat_taken",
        SeatOpen = "seat_open",
        TableFull = "table_full",
        OwnSeat = "own_seat",
        NameNeeded = "name_needed",
        NoChange = "no_change",
        TooFewPlayers = "too_few_players",
        WrongGame = "wrong_game",
        TipTaken = "tip_taken",
        NoChain = "no_chain",
        BadLink = "bad_link",
        AlreadyAnswered = "already_answered",
        Stale = "stale",
        NotYourTurn = "not_your_turn",
        PlayedForYou = "played_for_you",
        RollNotDue = "roll_not_due",
        MoveNotDue = "move_not_due",
        IllegalMove = "illegal_move",
        OutOfPlay = "out_of_play",
        NotDriven = "not_driven",
        DrawNotDue = "draw_not_due",
        Unavailable = "unavailable",
        Internal = "internal",
    }
    server {
        /// A frame is not a message of this protocol.
        BadFrame = "bad_frame" 400,
        /// The command in a message is not one of this protocol.
        BadCommand = "bad_command" 400,
        /// The name in a command cannot be one.
        BadName = "bad_name" 400,
        /// What is to be said at a table is not one of the things that can be.
        BadSaying = "bad_saying" 400,
        /// The body or the address of an HTTP request is not what it should be.
        BadRequest = "bad_request" 400,
        /// A frame or a body is longer than is taken.
        TooLong = "too_long" 413,
        /// The same command id came with another command before.
        IdReused = "id_reused" 409,
        /// The client knows later events than the server has: the server lost some.
        Ahead = "ahead" 409,
        /// The request comes from a page of another site.
        ForbiddenOrigin = "forbidden_origin" 403,
        /// The browser has no cookie of this server yet.
        NoSession = "no_session" 401,
        /// There is no such table, or no such thing.
        NotFound = "not_found" 404,
        /// Too much was asked in too short a time.
        RateLimited = "rate_limited" 429,
        /// The client reads its messages too slowly.
        Slow = "slow" 408,
        /// The server or the table has too much to do.
        Busy = "busy" 503,
        /// The server is being restarted.
        Restarting = "restarting" 503,
        /// What the server has stored of the table is damaged: it stands still until whoever runs the server has seen to it.
        Damaged = "damaged" 500,
        /// A hand-over code is not known, used up, or too old.
        BadHandover = "bad_handover" 404,
        /// The browser is another person already, who has unfinished tables.
        OtherPerson = "other_person" 409,
        /// The client speaks another version of this protocol.
        Version = "version" 426,
        /// Never sent: what a code is read as that this version does not know.
        Other = "other" 500,
    }
}

/// A code that this version does not know is [`Other`](ErrorCode::Other).
impl<'de> Deserialize<'de> for ErrorCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let known = Self::ALL.iter().find(|code| code.as_str() == text);
        Ok(known.copied().unwrap_or(Self::Other))
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The body of an HTTP answer that is an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorBody {
    /// The kind.
    pub code: ErrorCode,
    /// A sentence for people.
    pub message: String,
}

impl ErrorBody {
    /// An error with its sentence.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

impl From<&Refusal> for ErrorBody {
    fn from(refusal: &Refusal) -> Self {
        Self::new(refusal.into(), refusal.to_string())
    }
}

#[cfg(test)]
mod tests {
    use ludo_table::Wrong;

    use super::*;

    #[test]
    fn every_code_has_one_text() {
        for &code in ErrorCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
            assert_eq!(
                serde_json::from_value::<ErrorCode>(code.as_str().into()).unwrap(),
                code
            );
        }
        let unknown: ErrorCode = serde_json::from_str("\"of_a_later_version\"").unwrap();
        assert_eq!(unknown, ErrorCode::Other);
    }

    #[test]
    fn a_refusal_keeps_its_code_and_sentence() {
        use Refusal as R;
        let refusals = [
            R::Closed,
            R::NotAMember,
            R::NotSeated,
            R::NotHost,
            R::GameRunning,
            R::GameOver,
            R::NotStarted,
            R::TooLate,
            R::BadOptions,
            R::NoSuchSeat,
            R::SeatTaken,
            R::SeatOpen,
            R::TableFull,
            R::OwnSeat,
            R::NameNeeded,
            R::NoChange,
            R::TooFewPlayers,
            R::WrongGame,
            R::TipTaken,
            R::NoChain,
            R::BadLink,
            R::AlreadyAnswered,
            R::Stale,
            R::NotYourTurn,
            R::PlayedForYou,
            R::RollNotDue,
            R::MoveNotDue,
            R::IllegalMove,
            R::OutOfPlay,
            R::NotDriven,
            R::DrawNotDue,
            R::Unavailable,
            R::Internal(Box::new(Wrong::Opening)),
        ];
        for (refusal, code) in refusals.iter().zip(ErrorCode::ALL) {
            assert_eq!(ErrorCode::from(refusal), *code);
            assert_eq!(refusal.code(), code.as_str());
            let body = ErrorBody::from(refusal);
            assert!(
                body.message.ends_with('.') && body.message.len() > 10,
                "{body:?}"
            );
        }
    }
}
