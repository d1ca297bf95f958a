//! The clock of a move on a real server.

use ludo_protocol::ErrorCode;
use ludo_rules::Seat;
use ludo_server::limits::AWAY_MILLIS;
use ludo_table::{By, Command, Control, Event, MoveTime, Options, Phase, TIME_OUTS};

use crate::support::host::Differences;
use crate::support::player::Reply;
use crate::support::{Host, Player, add_bot, name, quick};

/// Milliseconds of a move at [`two`]'s table.
pub(crate) const MOVE_MILLIS: u64 = 20_000;

/// Ania on red and Ben on yellow, right after the draw of a game with a clock.
pub(crate) async fn two(host: &Host) -> (Player, Player) {
    two_with(host, MoveTime::Twenty).await
}

pub(crate) async fn two_with(host: &Host, move_time: MoveTime) -> (Player, Player) {
    let options = Options {
        move_time,
        ..quick()
    };
    let (mut ania, mut ben) = host.two(options).await;
    ania.does(Command::Begin).await;
    for player in [&mut ania, &mut ben] {
        player
            .until(|player| player.table().position().is_some())
            .await;
    }
    (ania, ben)
}

pub(crate) fn control(player: &Player, seat: Seat) -> Option<Control> {
    player.table().chair(seat).control()
}

pub(crate) fn time_outs(player: &Player, seat: Seat) -> usize {
    player.happened(|event| *event == Event::TimedOut { seat })
}

/// Ania plays, and Ben lets his time run out `times` times; his turns are over then.
async fn ben_sleeps(host: &Host, ania: &mut Player, times: usize) {
    for _ in 0..times {
        ania.play_until(|ania| is_waiting_for(ania, Seat::Yellow))
            .await;
        let before = time_outs(ania, Seat::Yellow);
        host.hands.advance(MOVE_MILLIS);
        ania.until(|ania| time_outs(ania, Seat::Yellow) > before)
            .await;
        ania.until(|ania| ania.table().turn() != Some(Seat::Yellow))
            .await;
    }
}

/// Whoever is to roll or to move.
pub(crate) fn in_turn<'a>(one: &'a mut Player, other: &'a mut Player) -> &'a mut Player {
    if one.turn().is_some() { one } else { other }
}

fn is_waiting_for(player: &Player, seat: Seat) -> bool {
    player.table().actor() == Some((seat, Control::Owner))
}

#[tokio::test]
async fn b035_who_lets_three_times_run_out_is_on_autopilot_whatever_their_old_connection_does() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = two(&host).await;
    ben_sleeps(&host, &mut ania, usize::from(TIME_OUTS)).await;
    ania.until(|ania| control(ania, Seat::Yellow) == Some(Control::Autopilot))
        .await;
    // His connection is there all the while, and hears and answers; that gives him nothing back.
    ben.say(r#"{"type":"ping"}"#).await;
    let seq = ania.seq;
    ben.until(|ben| ben.seq >= seq).await;
    ania.play_until(|ania| ania.seq > seq + 12).await;
    assert_eq!(control(&ania, Seat::Yellow), Some(Control::Autopilot));
    assert_eq!(time_outs(&ania, Seat::Yellow), usize::from(TIME_OUTS));
    // A word of his does, at once.
    ben.does(Command::Return).await;
    assert_eq!(control(&ben, Seat::Yellow), Some(Control::Owner));
    assert_eq!(ben.table().time_outs(Seat::Yellow), 0);
    tokio::join!(ania.play_until(|_| false), ben.play_until(|_| false));
    assert!(ania.is_over());
}

#[tokio::test]
async fn after_time_outs_a_new_connection_or_a_refused_command_hands_back_too() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = two(&host).await;
    ben_sleeps(&host, &mut ania, usize::from(TIME_OUTS)).await;
    let second = Player::connect(ben.browser.clone(), ben.code).await;
    ania.until(|ania| control(ania, Seat::Yellow) == Some(Control::Owner))
        .await;
    drop(second);
    ben_sleeps(&host, &mut ania, usize::from(TIME_OUTS)).await;
    ania.until(|ania| control(ania, Seat::Yellow) == Some(Control::Autopilot))
        .await;
    // What he wants is not possible, but he is there.
    ben.until(|ben| control(ben, Seat::Yellow) == Some(Control::Autopilot))
        .await;
    assert_eq!(
        ben.is_refused(add_bot(Seat::Blue)).await,
        ErrorCode::NotHost
    );
    ania.until(|ania| control(ania, Seat::Yellow) == Some(Control::Owner))
        .await;
}

#[tokio::test]
async fn a_roll_that_is_there_before_the_time_out_is_stored_counts() {
    let (host, store) = Host::in_memory().await;
    let (mut ania, mut ben) = two(&host).await;
    let (player, other) = if ania.turn().is_some() {
        (&mut ania, &mut ben)
    } else {
        (&mut ben, &mut ania)
    };
    let seat = player.seat().unwrap();
    // The table is busy with something else while the roll waits for it and the time runs out.
    store.hold();
    other.send(Command::Rename { name: name("Slow") }).await;
    other.pong().await;
    let roll = player.turn().unwrap();
    let id = player.send(roll).await;
    player.pong().await;
    host.hands.advance(2 * MOVE_MILLIS);
    store.release();
    assert!(matches!(player.reply(&id).await, Reply::Done(_)));
    player
        .until(|player| player.happened(|event| matches!(event, Event::Rolled { .. })) > 0)
        .await;
    let by = player
        .events
        .iter()
        .find_map(|numbered| match numbered.event {
            Event::Rolled { by, .. } => Some(by),
            _ => None,
        });
    assert_eq!(by, Some(By::Owner));
    assert_eq!(time_outs(player, seat), 0);
}

#[tokio::test]
async fn a_roll_after_the_time_out_is_played_for_you_or_stale() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = two(&host).await;
    let player = in_turn(&mut ania, &mut ben);
    let seat = player.seat().unwrap();
    let roll = player.turn().unwrap();
    host.hands.advance(MOVE_MILLIS);
    player.until(|player| time_outs(player, seat) == 1).await;
    let code = player.is_refused(roll).await;
    assert!(
        matches!(code, ErrorCode::PlayedForYou | ErrorCode::Stale),
        "{code}"
    );
    player
        .until(|player| player.table().turn() != Some(seat))
        .await;
    let mut rolled = 0;
    for numbered in &player.events {
        if let Event::Rolled { by, .. } = &numbered.event {
            assert_eq!(*by, By::Auto);
            rolled += 1;
        }
    }
    assert!(rolled > 0);
}

#[tokio::test]
async fn b035_b039_with_a_clock_a_game_without_any_connection_comes_to_its_end_and_is_freed() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = two(&host).await;
    ania.socket.close().await;
    ben.socket.close().await;
    for n in 0.. {
        assert!(n < 100_000, "the game does not end");
        host.hands.advance(MOVE_MILLIS);
        let summary = ania.browser.summary(ania.code).await;
        if summary.state == ludo_protocol::TableState::Over {
            break;
        }
    }
    ania.reconnect(host.address).await;
    ania.until(Player::is_over).await;
    let away = |seat| {
        move |event: &Event| {
            *event
                == Event::Controlled {
                    seat,
                    control: Control::Autopilot,
                }
        }
    };
    for seat in [Seat::Red, Seat::Yellow] {
        assert_eq!(time_outs(&ania, seat), usize::from(TIME_OUTS));
        assert_eq!(ania.happened(away(seat)), 1, "never by absence alone");
    }
    ania.socket.close().await;
    host.until_unloaded().await;
}

#[tokio::test]
async fn with_a_clock_absence_alone_does_nothing() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = two_with(&host, MoveTime::Sixty).await;
    ben.socket.close().await;
    ania.until(|ania| !ania.here[Seat::Yellow]).await;
    let gone_at = host.clock().0.now();
    while time_outs(&ania, Seat::Yellow) < usize::from(TIME_OUTS) {
        let seq = ania.seq;
        if is_waiting_for(&ania, Seat::Yellow) {
            assert_eq!(control(&ania, Seat::Yellow), Some(Control::Owner));
            host.hands.advance(60_000);
        } else if let Some(turn) = ania.turn() {
            host.hands.advance(59_999);
            ania.does(turn).await;
        }
        ania.until(|ania| ania.seq > seq).await;
    }
    assert!(host.clock().0.now().since(gone_at) > AWAY_MILLIS);
    assert_eq!(time_outs(&ania, Seat::Red), 0);
    ania.until(|ania| control(ania, Seat::Yellow) == Some(Control::Autopilot))
        .await;
}

#[tokio::test]
async fn b101_a_restart_gives_the_time_back() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    let (mut ania, mut ben) = two(&host).await;
    let clock = Some(host.clock());
    host.hands.advance(MOVE_MILLIS - 1);
    host.kill();
    ania.until_closed().await;
    ben.until_closed().await;
    let (manual, hands) = clock.clone().unwrap();
    hands.advance(10 * MOVE_MILLIS);
    let differences = Differences {
        clock,
        ..Differences::default()
    };
    let host = Host::on_disk(folder.path(), differences).await;
    tokio::join!(ania.reconnect(host.address), ben.reconnect(host.address));
    ania.until(|ania| ania.happened(|event| *event == Event::Resumed {}) == 1)
        .await;
    ben.until(|ben| ben.seq >= ania.seq).await;
    let clock = ania.table().clock().unwrap();
    assert_eq!(clock.since, manual.now());
    assert_eq!(time_outs(&ania, clock.seat), 0);
    // From then on it runs as ever.
    host.hands.advance(MOVE_MILLIS - 1);
    ania.does(Command::Rename { name: name("A") }).await;
    assert_eq!(time_outs(&ania, clock.seat), 0);
    host.hands.advance(1);
    ania.until(|ania| time_outs(ania, clock.seat) == 1).await;
    // Another worker of the same process has nothing to give back.
    assert_eq!(ania.happened(|event| *event == Event::Resumed {}), 1);
}

#[tokio::test]
async fn b101_a_table_that_nobody_comes_back_to_wakes_for_its_clock() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    let (ania, _ben) = two(&host).await;
    let clock = Some(host.clock());
    host.kill();
    let differences = Differences {
        clock,
        ..Differences::default()
    };
    let host = Host::on_disk(folder.path(), differences).await;
    host.until_live(1).await;
    let mut seen = 0;
    while seen == 0 {
        host.hands.advance(MOVE_MILLIS);
        let events = host.store.events(ania.code, 0, 1_000).await.unwrap();
        seen = events
            .iter()
            .filter(|stored| matches!(stored.event, Event::TimedOut { .. }))
            .count();
    }
}

#[tokio::test]
async fn b077_while_the_store_does_not_work_nobody_runs_out_of_time() {
    let (host, store) = Host::in_memory().await;
    let (mut ania, mut ben) = two(&host).await;
    let player = in_turn(&mut ania, &mut ben);
    let seat = player.seat().unwrap();
    // From here on nothing is stored, also not what the table still had to note. Whatever the table does first, the end of
    // the time or this name, it is after the end of the time, and is not stored.
    store.fail_next(u32::MAX);
    host.hands.advance(MOVE_MILLIS);
    let renamed = player.is_refused(Command::Rename { name: name("A") }).await;
    assert_eq!(renamed, ErrorCode::Unavailable);
    store.fail_next(0);
    // It is tried again in a while by the clock of the table, which may have read it before it was turned last.
    for _ in 0..1_000 {
        if player.happened(|event| *event == Event::Resumed {}) > 0 {
            break;
        }
        host.hands.advance(ludo_server::limits::RETRY_MILLIS);
        player.pong().await;
    }
    assert_eq!(player.happened(|event| *event == Event::Resumed {}), 1);
    assert_eq!(time_outs(player, seat), 0);
    let roll = player.turn().unwrap();
    player.does(roll).await;
}

#[tokio::test]
async fn b032_after_the_end_no_clock_runs_and_nothing_is_announced() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = two(&host).await;
    tokio::join!(ania.play_until(|_| false), ben.play_until(|_| false));
    assert!(matches!(ania.table().phase(), Phase::Over { .. }));
    let seq = ania.seq;
    for _ in 0..3 * TIME_OUTS {
        host.hands.advance(MOVE_MILLIS);
        ania.browser.get("/health/live").await;
    }
    ania.does(Command::Rename { name: name("A") }).await;
    assert_eq!(ania.seq, seq + 1, "her own command is the next event");
    assert_eq!(ania.table().clock(), None);
}
