//! A server that was away: stopped for a while, or with a clock that jumped. Nobody loses by it what nobody could do.

use std::sync::Arc;

use ludo_protocol::{ErrorCode, TableState};
use ludo_rules::Seat;
use ludo_server::Clock;
use ludo_server::limits::{AWAY_MILLIS, BEHIND_MILLIS, LATE_MILLIS, RESTART_MILLIS};
use ludo_store::{MemoryStore, Note, Store};
use ludo_table::{Command, Control, Event, MoveTime, Phase, Time};

use crate::clocks::{MOVE_MILLIS, control, in_turn, time_outs, two, two_with};
use crate::support::host::Differences;
use crate::support::{Host, Player, name, quick};

/// What the clocks of hosts show at first, if nothing else is said.
const START: Time = Time(1_800_000_000_000);

/// Makes a table look at its clock, and waits until it has done so: what is due may wait for the first command, but not for
/// the second.
async fn look(player: &mut Player) {
    for _ in 0..2 {
        assert_eq!(
            player.is_refused(Command::Rematch).await,
            ErrorCode::GameRunning
        );
    }
}

#[tokio::test]
async fn a_server_that_was_stopped_for_a_while_costs_nobody_their_turn() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = two(&host).await;
    let player = in_turn(&mut ania, &mut ben);
    let seat = player.seat().unwrap();
    // It was to be over at the 20th second, and the server was away then.
    host.hands.advance(MOVE_MILLIS + LATE_MILLIS);
    let resumed = |event: &Event| *event == Event::Resumed {};
    player.until(|player| player.happened(resumed) == 1).await;
    assert_eq!(time_outs(player, seat), 0);
    assert_eq!(player.table().clock().unwrap().since, host.clock().0.now());
    // The time is whole again. A server that is late again and again does not keep the table for ever.
    host.hands.advance(MOVE_MILLIS - 1);
    look(player).await;
    host.hands.advance(LATE_MILLIS + 1);
    player.until(|player| time_outs(player, seat) == 1).await;
    assert_eq!(player.happened(resumed), 1);
}

#[tokio::test]
async fn a_little_late_is_in_time() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, _ben) = two(&host).await;
    let seat = ania.table().turn().unwrap();
    host.hands.advance(MOVE_MILLIS + LATE_MILLIS - 1);
    ania.until(|ania| time_outs(ania, seat) == 1).await;
    assert_eq!(ania.happened(|event| *event == Event::Resumed {}), 0);
}

/// The lid of a laptop is closed in the middle of a turn, or the clock is set: what is left of the time is not all.
#[tokio::test]
async fn a_clock_that_jumps_gives_the_time_back() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = two(&host).await;
    let player = in_turn(&mut ania, &mut ben);
    let seat = player.seat().unwrap();
    for times in 1..4 {
        host.hands.advance(MOVE_MILLIS / 2);
        look(player).await;
        host.hands.jump(MOVE_MILLIS / 4 * times);
        look(player).await;
        let resumed = |event: &Event| *event == Event::Resumed {};
        player
            .until(|player| player.happened(resumed) == usize::try_from(times).unwrap())
            .await;
        assert_eq!(player.table().clock().unwrap().since, host.clock().0.now());
    }
    assert_eq!(time_outs(player, seat), 0);
    host.hands.advance(MOVE_MILLIS - 1);
    look(player).await;
    host.hands.advance(1);
    player.until(|player| time_outs(player, seat) == 1).await;
}

/// Nobody is called away by a server that nobody could reach.
#[tokio::test]
async fn after_the_server_was_away_people_have_time_to_come_back() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = two_with(&host, MoveTime::Unlimited).await;
    ben.socket.close().await;
    ania.until(|ania| !ania.here[Seat::Yellow]).await;
    host.hands.advance(AWAY_MILLIS + LATE_MILLIS);
    look(&mut ania).await;
    host.hands.advance(RESTART_MILLIS - 1);
    look(&mut ania).await;
    assert_eq!(control(&ania, Seat::Yellow), Some(Control::Owner));
    host.hands.advance(RESTART_MILLIS);
    ania.until(|ania| control(ania, Seat::Yellow) == Some(Control::Autopilot))
        .await;
}

/// The draw waits for those whose answers could not come.
#[tokio::test]
async fn after_the_server_was_away_the_draw_waits_for_answers() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = host.two_with_chains(quick()).await;
    ania.does(Command::Begin).await;
    ania.answer_begin().await;
    host.hands.jump(60_000);
    ben.until(|ben| matches!(ben.table().phase(), Phase::Drawing { .. }))
        .await;
    ben.answer_begin().await;
    ben.until(|ben| ben.table().position().is_some()).await;
    let dice = ben.table().dice().unwrap();
    assert!(dice.has_chain(Seat::Red) && dice.has_chain(Seat::Yellow));
}

/// The same table on another machine, or after its clock was set back: the clock shows an hour less than what is stored.
async fn on_a_clock_that_is_behind(store: &Arc<MemoryStore>) -> Host {
    at(Time(START.0 - 3_600_000), store).await
}

/// A host on what another one has left, whose clock shows this.
async fn at(time: Time, store: &Arc<MemoryStore>) -> Host {
    let differences = Differences {
        clock: Some(Clock::manual(time)),
        ..Differences::default()
    };
    Host::start(store.clone(), differences).await
}

#[tokio::test]
async fn on_a_clock_behind_the_data_people_have_the_time_that_they_should() {
    let (host, store) = Host::in_memory().await;
    let (mut ania, mut ben) = two(&host).await;
    host.hands.advance(MOVE_MILLIS / 2);
    ania.does(Command::Rename { name: name("Ana") }).await;
    let seq = ania.seq;
    ben.until(|ben| ben.seq >= seq).await;
    host.kill();
    let host = on_a_clock_that_is_behind(&store).await;
    for player in [&mut ania, &mut ben] {
        player.reconnect(host.address).await;
    }
    let player = in_turn(&mut ania, &mut ben);
    let seat = player.seat().unwrap();
    // The server was away: the time is whole again, from now on.
    player
        .until(|player| player.happened(|event| *event == Event::Resumed {}) == 1)
        .await;
    host.hands.advance(MOVE_MILLIS - 1);
    look(player).await;
    assert_eq!(time_outs(player, seat), 0);
    host.hands.advance(1);
    player.until(|player| time_outs(player, seat) == 1).await;
    // Whatever is new goes by the same time.
    let eve = host.sitter(quick()).await;
    assert!(eve.table().changed_at() >= player.table().changed_at());
}

#[tokio::test]
async fn on_a_clock_behind_the_data_a_game_goes_on_without_anybody_coming() {
    let (host, store) = Host::in_memory().await;
    let (ania, _ben) = two_with(&host, MoveTime::Unlimited).await;
    host.kill();
    let host = on_a_clock_that_is_behind(&store).await;
    let seconds = 2 * AWAY_MILLIS / 1_000;
    for _ in 0..seconds {
        host.hands.advance(1_000);
        if host.browser().summary(ania.code).await.state != TableState::Playing {
            return;
        }
    }
    panic!("the game stands");
}

/// One table has a date that is years ahead, by damage or by a clock that was wrong for a moment. No other one is to be over
/// for it, nor to be played in those years.
#[tokio::test]
async fn a_table_with_a_date_far_ahead_takes_no_other_along() {
    let (host, store) = Host::in_memory().await;
    let mut ania = host.sitter(quick()).await;
    ania.socket.close().await;
    host.until_gone(ania.code).await;
    let eve = host.sitter(quick()).await;
    host.kill();
    let eves = store.load(eve.code, false).await.unwrap().unwrap();
    let note = Note {
        code: eve.code,
        wake_at: eves.head.wake_at,
        gone: vec![(
            eves.members[0].person,
            Some(START.plus(1_000 * BEHIND_MILLIS)),
        )],
    };
    store.note(note).await.unwrap();
    // It is an hour behind all the same.
    let host = on_a_clock_that_is_behind(&store).await;
    for _ in 0..2 * RESTART_MILLIS / 1_000 {
        host.hands.advance(1_000);
        host.browser().get("/health/live").await;
    }
    let ben = host.guest(ania.code).await;
    assert_eq!(ben.table().phase(), Phase::Waiting);
    let opened = host.sitter(quick()).await.table().changed_at();
    assert!(ania.table().changed_at() <= opened && opened < START.plus(BEHIND_MILLIS));
}

#[tokio::test]
async fn a_store_that_fails_at_a_table_far_ahead_stops_nobodys_clock() {
    let store = Arc::new(MemoryStore::new());
    let host = at(START.plus(1_000 * BEHIND_MILLIS), &store).await;
    let mut eve = host.sitter(quick()).await;
    host.kill();
    let host = at(START, &store).await;
    let (mut ania, mut ben) = two(&host).await;
    eve.reconnect(host.address).await;
    store.fail_next(u32::MAX);
    let wish = Command::Rename { name: name("Ewa") };
    assert_eq!(eve.is_refused(wish).await, ErrorCode::Unavailable);
    store.fail_next(0);
    let player = in_turn(&mut ania, &mut ben);
    let seat = player.seat().unwrap();
    host.hands.advance(MOVE_MILLIS);
    look(player).await;
    player.until(|player| time_outs(player, seat) == 1).await;
}

/// A machine that was switched on without a battery for its clock.
#[tokio::test]
async fn a_clock_that_knows_no_date_goes_on_from_what_is_stored_however_far_that_is() {
    let (host, store) = Host::in_memory().await;
    let ania = host.sitter(quick()).await;
    host.kill();
    let host = at(Time(5), &store).await;
    let eve = host.sitter(quick()).await;
    assert!(eve.table().changed_at() >= ania.table().changed_at());
}
