//! Who is there, who is away, and for how long.

use ludo_protocol::{ErrorCode, TableState};
use ludo_rules::Seat;
use ludo_server::limits::{AWAY_MILLIS, GHOST_MILLIS, RESTART_MILLIS};
use ludo_table::{By, Chair, Command, Control, Event};

use crate::support::host::Differences;
use crate::support::{Host, Player, quick};

async fn two(host: &Host) -> (Player, Player) {
    let (mut ania, mut ben) = host.two(quick()).await;
    ania.does(Command::Begin).await;
    ania.until(|player| player.table().position().is_some())
        .await;
    ben.until(|player| player.table().position().is_some())
        .await;
    (ania, ben)
}

fn control(player: &Player, seat: Seat) -> Option<Control> {
    player.table().chair(seat).control()
}

#[tokio::test]
async fn b102_everybody_sees_who_comes_and_goes() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = two(&host).await;
    ania.until(|ania| ania.here[Seat::Yellow] && ania.here[Seat::Red])
        .await;
    let mut watcher = host.guest(ania.code).await;
    ania.until(|ania| ania.watching == 1).await;
    assert_eq!(watcher.watching, 1);
    watcher.socket.close().await;
    ania.until(|ania| ania.watching == 0).await;
    ben.socket.close().await;
    ania.until(|ania| !ania.here[Seat::Yellow]).await;
    ben.reconnect(host.address).await;
    ania.until(|ania| ania.here[Seat::Yellow]).await;
}

#[tokio::test]
async fn b080_b035_a_drop_costs_nothing_for_two_minutes_and_then_the_autopilot_plays() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = two(&host).await;
    ben.socket.close().await;
    ania.until(|ania| !ania.here[Seat::Yellow]).await;
    host.hands.advance(AWAY_MILLIS - 1);
    // Whatever is answered after it was seen before the clock is turned further.
    ania.does(Command::Rename {
        name: "A".parse().unwrap(),
    })
    .await;
    assert_eq!(control(&ania, Seat::Yellow), Some(Control::Owner));
    host.hands.advance(1);
    ania.until(|ania| control(ania, Seat::Yellow) == Some(Control::Autopilot))
        .await;
    ania.play_until(|ania| {
        ania.happened(|event| matches!(event, Event::Rolled { by: By::Auto, .. })) > 3
    })
    .await;
    // Back: the seat is his at once, and he sees how the board got there.
    ben.reconnect(host.address).await;
    ben.until(|ben| control(ben, Seat::Yellow) == Some(Control::Owner))
        .await;
    assert!(ben.happened(|event| matches!(event, Event::Rolled { by: By::Auto, .. })) > 3);
    tokio::join!(ania.play_until(|_| false), ben.play_until(|_| false));
}

#[tokio::test]
async fn b053_b072_drops_and_returns_in_any_order_leave_the_seat_in_the_right_state() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = two(&host).await;
    for _ in 0..5 {
        ben.socket.close().await;
        ania.until(|ania| !ania.here[Seat::Yellow]).await;
        host.hands.advance(AWAY_MILLIS / 2);
        ben.reconnect(host.address).await;
        ania.until(|ania| ania.here[Seat::Yellow]).await;
    }
    assert_eq!(
        control(&ania, Seat::Yellow),
        Some(Control::Owner),
        "absences do not add up"
    );
    ben.does(Command::Leave).await;
    ben.socket.close().await;
    ania.until(|ania| matches!(control(ania, Seat::Yellow), Some(Control::Bot(_))))
        .await;
    host.hands.advance(2 * AWAY_MILLIS);
    ben.reconnect(host.address).await;
    assert!(
        matches!(control(&ben, Seat::Yellow), Some(Control::Bot(_))),
        "who left comes back when they say so"
    );
    ben.does(Command::Return).await;
    assert_eq!(control(&ben, Seat::Yellow), Some(Control::Owner));
}

#[tokio::test]
async fn b069_a_wrong_cookie_neither_ends_an_absence_nor_locks_its_person_out() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = two(&host).await;
    ben.socket.close().await;
    ania.until(|ania| !ania.here[Seat::Yellow]).await;
    host.hands.advance(AWAY_MILLIS - 1);
    let mut forgers = Vec::new();
    for n in 0..20 {
        let mut forged = host.browser();
        forged.cookie = Some(format!("ludo={n:064}"));
        let mut forger = Player::connect(forged, ania.code).await;
        assert_eq!(forger.you, None);
        assert_eq!(
            forger.is_refused(Command::Return).await,
            ErrorCode::NoSession
        );
        forgers.push(forger);
    }
    ania.until(|ania| ania.watching == 20).await;
    assert!(!ania.here[Seat::Yellow]);
    assert_eq!(control(&ania, Seat::Yellow), Some(Control::Owner));
    host.hands.advance(1);
    ania.until(|ania| control(ania, Seat::Yellow) == Some(Control::Autopilot))
        .await;
    ben.reconnect(host.address).await;
    ben.until(|ben| control(ben, Seat::Yellow) == Some(Control::Owner))
        .await;
    // When its own people are gone, the game ends, whoever still looks on.
    ania.socket.close().await;
    ben.socket.close().await;
    let watcher = &mut forgers[0];
    watcher
        .until(|watcher| !watcher.here[Seat::Red] && !watcher.here[Seat::Yellow])
        .await;
    host.hands.advance(AWAY_MILLIS);
    while ania.browser.summary(ania.code).await.state == TableState::Playing {
        tokio::task::yield_now().await;
    }
    drop(forgers);
    host.until_unloaded().await;
}

#[tokio::test]
async fn b051_a_ghost_loses_its_seat_before_a_game() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = host.two(quick()).await;
    // The host goes: her seat is open after a while, and Ben is the host.
    ania.socket.close().await;
    ben.until(|ben| !ben.here[Seat::Red]).await;
    host.hands.advance(GHOST_MILLIS);
    ben.until(|ben| *ben.table().chair(Seat::Red) == Chair::Open && ben.table().host() == ben.you)
        .await;
}

#[tokio::test]
async fn the_time_that_somebody_was_away_counts_across_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    let (mut ania, mut ben) = two(&host).await;
    ben.socket.close().await;
    ania.until(|ania| !ania.here[Seat::Yellow]).await;
    host.hands.advance(AWAY_MILLIS - RESTART_MILLIS - 1);
    // That he is gone is noted before her answer.
    ania.does(Command::Rename {
        name: "A".parse().unwrap(),
    })
    .await;
    let clock = Some(host.clock());
    host.kill();
    let host = Host::on_disk(
        folder.path(),
        Differences {
            clock,
            ..Differences::default()
        },
    )
    .await;
    ania.until_closed().await;
    ania.reconnect(host.address).await;
    host.hands.advance(RESTART_MILLIS);
    ania.does(Command::Rename {
        name: "B".parse().unwrap(),
    })
    .await;
    assert_eq!(control(&ania, Seat::Yellow), Some(Control::Owner));
    host.hands.advance(1);
    ania.until(|ania| control(ania, Seat::Yellow) == Some(Control::Autopilot))
        .await;
    assert_eq!(control(&ania, Seat::Red), Some(Control::Owner));
}
