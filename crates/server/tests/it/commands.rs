//! Commands: once each, in time, by whom they belong to.

use ludo_protocol::ErrorCode;
use ludo_rules::Seat;
use ludo_table::{Command, Event, Member};

use crate::support::player::Reply;
use crate::support::{Host, Player, add_bot, name, quick, sit};

/// Ania and Ben at a table, the game begun, and whose turn it is.
async fn two(host: &Host) -> (Player, Player) {
    let (mut ania, mut ben) = host.two(quick()).await;
    ania.does(Command::Begin).await;
    ania.until(|player| player.table().position().is_some())
        .await;
    ben.until(|player| player.table().position().is_some())
        .await;
    if ania.turn().is_some() {
        (ania, ben)
    } else {
        (ben, ania)
    }
}

#[tokio::test]
async fn b075_a_command_that_comes_twice_happens_once() {
    let (host, _) = Host::in_memory().await;
    let (mut mover, _) = two(&host).await;
    let roll = mover.turn().unwrap();
    let first = mover.ask_as("once", roll.clone()).await;
    assert!(matches!(first, Reply::Done(_)));
    assert_eq!(mover.ask_as("once", roll.clone()).await, first);
    // On another connection too.
    let mut second = Player::connect(mover.browser.clone(), mover.code).await;
    assert_eq!(second.ask_as("once", roll).await, first);
    assert_eq!(
        second.happened(|event| matches!(event, Event::Rolled { .. })),
        1
    );
}

#[tokio::test]
async fn an_id_belongs_to_one_command() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.sitter(quick()).await;
    let rename = |to| Command::Rename { name: name(to) };
    let first = ania.ask_as("id", rename("A")).await;
    assert_eq!(
        ania.ask_as("id", rename("B")).await,
        Reply::Refused(ErrorCode::IdReused)
    );
    assert_eq!(ania.ask_as("id", rename("A")).await, first);
    // A refusal is an answer too.
    assert_eq!(
        ania.ask_as("no", Command::Begin).await,
        Reply::Refused(ErrorCode::TooFewPlayers)
    );
    ania.does(add_bot(Seat::Yellow)).await;
    assert_eq!(
        ania.ask_as("no", Command::Begin).await,
        Reply::Refused(ErrorCode::TooFewPlayers)
    );
    // Another person's ids are their own.
    let mut ben = host.guest(ania.code).await;
    assert!(matches!(
        ben.ask_as("id", sit(Seat::Blue, "Ben")).await,
        Reply::Done(_)
    ));
}

#[tokio::test]
async fn b011_of_ten_rolls_in_one_burst_one_counts() {
    let (host, _) = Host::in_memory().await;
    let (mut mover, _) = two(&host).await;
    let roll = mover.turn().unwrap();
    for n in 0..10 {
        mover.send_as(&format!("roll{n}"), roll.clone()).await;
    }
    let mut replies = Vec::new();
    for n in 0..10 {
        replies.push(mover.reply(&format!("roll{n}")).await);
    }
    assert!(matches!(replies[0], Reply::Done(_)));
    for reply in &replies[1..] {
        let Reply::Refused(code) = reply else {
            panic!("{replies:?}")
        };
        assert!(
            matches!(
                code,
                ErrorCode::Stale | ErrorCode::NotYourTurn | ErrorCode::RollNotDue
            ),
            "{code}"
        );
    }
}

#[tokio::test]
async fn b029_b078_a_click_for_a_past_turn_does_nothing_in_the_next() {
    let (host, _) = Host::in_memory().await;
    let (mut mover, mut other) = two(&host).await;
    let old = mover.turn().unwrap();
    mover.play_until(|player| player.turn().is_none()).await;
    assert_eq!(mover.is_refused(old).await, ErrorCode::Stale);
    let seq = mover.seq;
    other.until(|other| other.seq >= seq).await;
    // b030: what was refused has changed nobody's turn.
    assert!(other.turn().is_some());
    // b110: nobody can play for another seat.
    let others = other.turn().unwrap();
    assert_eq!(mover.is_refused(others).await, ErrorCode::NotYourTurn);
}

#[tokio::test]
async fn b059_b060_all_tabs_of_a_person_see_all_and_none_counts_twice() {
    let (host, _) = Host::in_memory().await;
    let (mut mover, _) = two(&host).await;
    let mut tab = Player::connect(mover.browser.clone(), mover.code).await;
    assert_eq!(tab.you, mover.you);
    let roll = tab.turn().unwrap();
    mover.send_as("tab1", roll.clone()).await;
    tab.send_as("tab2", roll).await;
    let replies = [mover.reply("tab1").await, tab.reply("tab2").await];
    let done = replies
        .iter()
        .filter(|reply| matches!(reply, Reply::Done(_)))
        .count();
    assert_eq!(done, 1, "{replies:?}");
    mover
        .until(|player| player.happened(|event| matches!(event, Event::Rolled { .. })) == 1)
        .await;
    tab.until(|player| player.happened(|event| matches!(event, Event::Rolled { .. })) == 1)
        .await;
}

#[tokio::test]
async fn all_tabs_hear_who_their_person_has_become() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.opener(quick()).await;
    let mut tab = Player::connect(ania.browser.clone(), ania.code).await;
    let mut stranger = host.guest(ania.code).await;
    ania.does(sit(Seat::Red, "Ania")).await;
    tab.until(|tab| tab.you == Some(Member(1))).await;
    stranger.until(|stranger| stranger.seq >= 3).await;
    assert_eq!(stranger.you, None);
    assert_eq!(ania.you, Some(Member(1)));
}

#[tokio::test]
async fn b054_b071_a_seat_is_known_by_the_cookie_at_its_own_table_only() {
    let (host, _) = Host::in_memory().await;
    let (ania, _) = two(&host).await;
    let again = Player::connect(ania.browser.clone(), ania.code).await;
    assert_eq!((again.you, again.seat()), (ania.you, ania.seat()));
    // At another table the same person is nobody.
    let other = host.opener(quick()).await;
    let mut there = Player::connect(ania.browser.clone(), other.code).await;
    assert_eq!(there.you, None);
    assert_eq!(
        there.is_refused(Command::Begin).await,
        ErrorCode::NotAMember
    );
    // Another cookie, or none, has no seat.
    let mut nobody = Player::connect(host.browser(), ania.code).await;
    assert_eq!(nobody.you, None);
    assert_eq!(
        nobody.is_refused(Command::Resign).await,
        ErrorCode::NoSession
    );
    let mut forged = host.browser();
    forged.cookie = Some(format!("ludo={}", "0".repeat(64)));
    let mut forger = Player::connect(forged, ania.code).await;
    assert_eq!(
        forger.is_refused(Command::Resign).await,
        ErrorCode::NoSession
    );
}

#[tokio::test]
async fn setting_up_has_a_limit_and_playing_has_none() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.sitter(quick()).await;
    ania.does(add_bot(Seat::Yellow)).await;
    let mut refused = None;
    for n in 0..40 {
        let reply = ania
            .ask(Command::Rename {
                name: name(&format!("A{n}")),
            })
            .await;
        if let Reply::Refused(code) = reply {
            refused = Some((n, code));
            break;
        }
    }
    let (count, code) = refused.unwrap();
    assert_eq!((count, code), (28, ErrorCode::RateLimited));
    host.hands.advance(10_000);
    ania.does(Command::Begin).await;
    // The clock stands still, and many more than a burst of frames are played.
    ania.play_until(|_| false).await;
    assert!(ania.is_over());
}

#[tokio::test]
async fn b063_b078_who_is_refused_as_stale_is_told_what_they_missed_before_it() {
    let (host, _) = Host::in_memory().await;
    let (mut mover, mut other) = two(&host).await;
    let old = mover.turn().unwrap();
    // A broken line: this client has seen no event since the draw, whatever the server has sent.
    let mut deaf = Player::connect(mover.browser.clone(), mover.code).await;
    let (seq, table) = (deaf.seq, deaf.table.clone());
    mover.play_until(|player| player.turn().is_none()).await;
    other
        .until(|other| other.seq > seq && other.turn().is_some())
        .await;
    deaf.until(|deaf| deaf.seq >= mover.seq).await;
    let told = deaf.events.len();
    (deaf.seq, deaf.table) = (seq, table);
    // It asks for what is over, and knows as much as the others when it hears no.
    assert_eq!(deaf.is_refused(old.clone()).await, ErrorCode::Stale);
    assert_eq!(deaf.seq, mover.seq);
    assert!(deaf.table() == mover.table());
    assert!(deaf.events.len() > told);
    // Asking again does not bring all of it again: that would be a way to make the server talk.
    let repeated = deaf.repeated;
    for _ in 0..5 {
        assert_eq!(deaf.is_refused(old.clone()).await, ErrorCode::Stale);
    }
    assert_eq!(deaf.repeated, repeated);
    // Who is not behind is told nothing twice.
    let turn = other.turn().unwrap();
    assert_eq!(mover.is_refused(turn).await, ErrorCode::NotYourTurn);
    assert_eq!(mover.repeated, 0);
}
