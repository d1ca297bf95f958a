//! What people say at a table: heard by all who are there, kept nowhere, in nobody's way.

use ludo_protocol::{ErrorCode, Saying, ServerMessage};
use ludo_rules::Seat;
use ludo_server::{Limits, limits};
use ludo_table::{Command, Control, MoveTime, Options};

use crate::support::host::Differences;
use crate::support::{Host, Player, add_bot, quick, sit};

impl Player {
    async fn speak(&mut self, saying: Saying) {
        let text = format!(r#"{{"type":"say","saying":"{}"}}"#, saying.name());
        self.say(&text).await;
    }

    /// Says something, and waits until it is heard here too, behind what was said before.
    async fn is_heard(&mut self, saying: Saying) {
        self.speak(saying).await;
        let own = (self.seat().unwrap(), saying);
        self.until(|player| player.said.last() == Some(&own)).await;
    }

    /// Says something that is refused, and why it is.
    async fn is_not_heard(&mut self, saying: Saying) -> (ErrorCode, u64) {
        let before = self.unsaid.len();
        self.speak(saying).await;
        self.until(|player| player.unsaid.len() > before).await;
        *self.unsaid.last().unwrap()
    }
}

#[tokio::test]
async fn everybody_hears_what_is_said_before_in_and_after_a_game() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = host.two(quick()).await;
    let mut watcher = Player::connect(host.browser(), ania.code).await;
    let mut tab = Player::connect(ben.browser.clone(), ania.code).await;
    ania.is_heard(Saying::Hello).await;
    ania.does(Command::Begin).await;
    ania.until(|player| player.table().position().is_some())
        .await;
    let seq = ania.seq;
    ben.is_heard(Saying::GoodLuck).await;
    ania.does(Command::Resign).await;
    ania.until(Player::is_over).await;
    ania.is_heard(Saying::GoodGame).await;
    let all = [
        (Seat::Red, Saying::Hello),
        (Seat::Yellow, Saying::GoodLuck),
        (Seat::Red, Saying::GoodGame),
    ];
    for listener in [&mut ben, &mut watcher, &mut tab] {
        listener
            .until(|player| player.said.len() == all.len())
            .await;
    }
    for listener in [&ania, &ben, &watcher, &tab] {
        assert_eq!(listener.said, all);
        assert_eq!(listener.unsaid, []);
    }
    // Nothing of it is an event, or is told to who comes later.
    let mut late = Player::connect(host.browser(), ania.code).await;
    late.pong().await;
    assert_eq!(late.said, []);
    let said = ania.events.iter().filter(|numbered| numbered.seq > seq);
    let names: Vec<&str> = said.map(|numbered| numbered.event.name()).collect();
    assert_eq!(names, ["resigned", "over"]);
}

#[tokio::test]
async fn b029_a_friends_word_makes_no_roll_stale() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = host.two(quick()).await;
    ania.does(Command::Begin).await;
    for player in [&mut ania, &mut ben] {
        player
            .until(|player| player.table().position().is_some())
            .await;
    }
    let (mut mover, mut other) = if ania.turn().is_some() {
        (ania, ben)
    } else {
        (ben, ania)
    };
    // What the mover decides on, they decided before the others said something, and before they heard it.
    for round in 0..12 {
        let Some(decided) = mover.turn() else { break };
        let step = mover.table().step();
        if round < 5 {
            other.is_heard(Saying::YourTurn).await;
        }
        mover.does(decided).await;
        assert!(mover.table().step() > step);
    }
    assert_eq!(mover.repeated, 0, "nothing was stale");
}

#[tokio::test]
async fn b107_only_who_sits_can_say_something() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.sitter(quick()).await;
    let mut nobody = Player::connect(host.browser(), ania.code).await;
    let no_session = nobody.is_not_heard(Saying::Hello).await;
    assert_eq!(no_session, (ErrorCode::NoSession, 0));
    let mut guest = host.guest(ania.code).await;
    let stranger = guest.is_not_heard(Saying::Hello).await;
    assert_eq!(stranger, (ErrorCode::NotAMember, 0));
    guest.does(sit(Seat::Blue, "Ben")).await;
    guest.is_heard(Saying::Hello).await;
    guest.does(Command::Leave).await;
    let left = guest.is_not_heard(Saying::Hello).await;
    assert_eq!(left, (ErrorCode::NotSeated, 0));
    ania.until(|player| player.said.len() == 1).await;
    ania.pong().await;
    assert_eq!(ania.said, [(Seat::Blue, Saying::Hello)]);
}

#[tokio::test]
async fn what_cannot_be_said_is_refused_by_name_and_the_connection_lives_on() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.sitter(quick()).await;
    for word in ["of_a_later_version", "other", "<img src=x>", ""] {
        ania.say(&format!(r#"{{"type":"say","saying":"{word}"}}"#))
            .await;
        let heard = loop {
            match ania.listen().await.unwrap() {
                ServerMessage::Unsaid {
                    code,
                    message,
                    wait,
                } => break (code, message, wait),
                ServerMessage::Said { .. } => panic!("{word} was said"),
                _ => {}
            }
        };
        assert_eq!((heard.0, heard.2), (ErrorCode::BadSaying, 0), "{word}");
        assert!(heard.1.ends_with('.'));
    }
    ania.is_heard(Saying::Oops).await;
}

#[tokio::test]
async fn b116_who_says_too_much_waits_as_long_as_told_and_nobody_else_does() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = host.two(quick()).await;
    // One person, however many tabs.
    let mut tab = Player::connect(ania.browser.clone(), ania.code).await;
    let (burst, seconds) = limits::SAYINGS;
    for n in 0..burst {
        let speaker = if n % 2 == 0 { &mut ania } else { &mut tab };
        let before = speaker.said.len();
        speaker.speak(Saying::Laugh).await;
        speaker.until(|player| player.said.len() > before).await;
    }
    let wait = u64::from(seconds) * 1000;
    for speaker in [&mut ania, &mut tab] {
        let refused = speaker.is_not_heard(Saying::Laugh).await;
        assert_eq!(refused, (ErrorCode::RateLimited, wait));
    }
    ben.is_heard(Saying::OneMoment).await;
    // Commands are no words: they go on.
    ania.does(add_bot(Seat::Green)).await;
    host.hands.advance(wait - 1);
    assert_eq!(
        ania.is_not_heard(Saying::Laugh).await,
        (ErrorCode::RateLimited, 1)
    );
    host.hands.advance(1);
    ania.speak(Saying::Thanks).await;
    let thanks = (Seat::Red, Saying::Thanks);
    ania.until(|player| player.said.last() == Some(&thanks))
        .await;
    assert_eq!(
        ania.is_not_heard(Saying::Laugh).await,
        (ErrorCode::RateLimited, wait)
    );
}

#[tokio::test]
async fn how_much_is_too_much_the_host_says() {
    let mut limits = Limits::default();
    limits.set("sayings=1".parse().unwrap());
    limits.set("saying-seconds=60".parse().unwrap());
    let differences = Differences {
        limits: Some(limits),
        ..Differences::default()
    };
    let host = Host::in_memory_with(differences).await.0;
    let mut ania = host.sitter(quick()).await;
    ania.is_heard(Saying::Wow).await;
    assert_eq!(
        ania.is_not_heard(Saying::Wow).await,
        (ErrorCode::RateLimited, 60_000)
    );
}

#[tokio::test]
async fn who_says_something_is_there_and_plays_again() {
    let (host, _) = Host::in_memory().await;
    let options = Options {
        move_time: MoveTime::Ten,
        ..quick()
    };
    let (mut ania, _ben) = host.two(options).await;
    ania.does(Command::Begin).await;
    ania.until(|player| player.table().position().is_some())
        .await;
    let control = |player: &Player, seat| player.table().chair(seat).control();
    while control(&ania, Seat::Red) != Some(Control::Autopilot) {
        let seq = ania.seq;
        host.hands.advance(10_000);
        ania.until(|player| player.seq > seq).await;
    }
    ania.speak(Saying::OneMoment).await;
    ania.until(|player| control(player, Seat::Red) == Some(Control::Owner))
        .await;
}
