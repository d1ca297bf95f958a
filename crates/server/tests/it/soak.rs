//! Many tables come and go; in the end nothing of them is left in memory.

use ludo_rules::Seat;
use ludo_server::limits::{AWAY_MILLIS, IDLE_MILLIS, NEVER_USED_MILLIS};
use ludo_table::{Command, MoveTime, Options};

use crate::support::{Host, Player, add_bot, quick, sit};

/// One table in one of the ways in which tables end.
async fn story(host: &Host, n: usize) -> Player {
    let options = Options {
        move_time: MoveTime::ALL[n % 5],
        ..quick()
    };
    let mut ania = host.opener(options).await;
    if n.is_multiple_of(6) {
        // Nobody ever sits down.
        ania.socket.close().await;
        return ania;
    }
    ania.does(sit(Seat::Red, "Ania")).await;
    ania.does(add_bot(Seat::Yellow)).await;
    if n % 6 == 1 {
        ania.socket.close().await;
        return ania;
    }
    ania.does(Command::Begin).await;
    ania.until(|ania| ania.table().position().is_some()).await;
    match n % 6 {
        2 => {
            // The last one leaves: the table is closed at once.
            ania.send(Command::Leave).await;
            assert_eq!(ania.until_closed().await.1, 1000);
        }
        3 => ania.socket.close().await,
        4 => {
            ania.play_until(|_| false).await;
            ania.socket.close().await;
        }
        _ => {
            let mut watcher = host.guest(ania.code).await;
            ania.until(|ania| ania.watching == 1).await;
            ania.does(Command::Resign).await;
            ania.does(Command::Rematch).await;
            watcher.socket.close().await;
            ania.socket.close().await;
        }
    }
    ania
}

async fn soak(tables: usize) {
    let (host, _) = Host::in_memory().await;
    let mut stories = Vec::new();
    for n in 0..tables {
        stories.push(story(&host, n).await);
        host.hands.advance(1_000);
    }
    assert!(host.live_tables() > 0 && host.busy_tasks() > 0);
    // Whoever was away in a game is played for, until it is over.
    host.hands.advance(AWAY_MILLIS);
    host.until_unloaded().await;
    host.hands.advance(IDLE_MILLIS + NEVER_USED_MILLIS);
    for player in &stories {
        while player.browser.summary(player.code).await.state != ludo_protocol::TableState::Closed {
            host.hands.advance(60_000);
        }
    }
    host.until_live(0).await;
    // Connections end a little after their last byte.
    while host.busy_tasks() > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(host.live_tables(), 0);
}

#[tokio::test]
async fn b039_b090_after_all_have_gone_nothing_is_left() {
    soak(24).await;
}

#[tokio::test]
#[ignore = "long"]
async fn b086_b090_after_a_thousand_tables_nothing_is_left() {
    soak(1_000).await;
}

#[tokio::test]
async fn b089_connections_that_came_and_went_leave_nothing() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.sitter(quick()).await;
    let busy = host.busy_tasks();
    for n in 0..300 {
        let mut watcher = host.guest(ania.code).await;
        ania.until(|ania| ania.watching == 1).await;
        // Some say goodbye, some are just gone.
        if n % 2 == 0 {
            watcher.socket.close().await;
        }
        drop(watcher);
        ania.until(|ania| ania.watching == 0).await;
    }
    // Connections end a little after their last byte.
    for _ in 0..10_000 {
        if host.busy_tasks() <= busy {
            return;
        }
        ania.pong().await;
        host.hands.advance(1_000);
    }
    panic!("{} tasks of {busy} are left", host.busy_tasks());
}
