//! A server to test, and people to test it with.

pub(crate) mod browser;
pub(crate) mod host;
pub(crate) mod player;

pub(crate) use browser::Browser;
pub(crate) use host::Host;
pub(crate) use player::Player;

use ludo_rules::Seat;
use ludo_table::{BotKind, Command, Name, Options};

pub(crate) fn name(text: &str) -> Name {
    text.parse().unwrap()
}

pub(crate) fn sit(seat: Seat, who: &str) -> Command {
    Command::Sit {
        seat,
        name: Some(name(who)),
        game: None,
        tip: None,
    }
}

pub(crate) fn add_bot(seat: Seat) -> Command {
    Command::AddBot {
        seat,
        bot: BotKind::Simple,
    }
}

pub(crate) fn quick() -> Options {
    Options {
        length: ludo_rules::Length::Quick,
        ..Options::default()
    }
}
