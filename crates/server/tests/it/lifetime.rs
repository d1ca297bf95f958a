//! Tables come and go, and so does the memory that they take.

use ludo_protocol::TableState;
use ludo_rules::Seat;
use ludo_server::limits::{AWAY_MILLIS, IDLE_MILLIS, NEVER_USED_MILLIS, UNLOAD_MILLIS};
use ludo_table::Command;

use crate::support::host::Differences;
use crate::support::{Host, Player, quick};

#[tokio::test]
async fn b087_b086_b090_tables_that_nobody_comes_to_are_closed_and_freed() {
    let (host, _) = Host::in_memory().await;
    let mut codes = Vec::new();
    for n in 0..400 {
        if n % 20 == 0 {
            host.hands.advance(20_000);
        }
        let person = host.person().await;
        codes.push((person.open_table(quick()).await.unwrap(), person));
    }
    assert_eq!(
        host.live_tables(),
        0,
        "a table that nobody has come to is in the store only"
    );
    host.hands.advance(NEVER_USED_MILLIS);
    for (code, browser) in &codes {
        while browser.summary(*code).await.state != TableState::Closed {
            host.hands.advance(1_000);
        }
    }
    host.until_live(0).await;
}

#[tokio::test]
async fn a_waiting_table_sleeps_in_the_store_and_is_closed_after_a_day() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.sitter(quick()).await;
    ania.socket.close().await;
    host.until_gone(ania.code).await;
    host.hands.advance(UNLOAD_MILLIS);
    host.until_live(0).await;
    let mut again = Player::connect(ania.browser.clone(), ania.code).await;
    assert_eq!((again.you, again.seat()), (ania.you, Some(Seat::Red)));
    again.socket.close().await;
    while ania.browser.summary(ania.code).await.state != TableState::Closed {
        host.hands.advance(IDLE_MILLIS / 100);
    }
    host.until_live(0).await;
}

#[tokio::test]
async fn b039_when_all_people_go_the_game_ends_and_the_table_is_freed() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.against_a_bot(quick()).await;
    ania.play_until(|ania| ania.turn().is_some()).await;
    ania.socket.close().await;
    host.until_gone(ania.code).await;
    host.hands.advance(AWAY_MILLIS);
    while ania.browser.summary(ania.code).await.state == TableState::Playing {
        tokio::task::yield_now().await;
    }
    host.until_unloaded().await;
    let me = ania.browser.me().await;
    assert_eq!(
        me.tables[0].state,
        TableState::Over,
        "she can see how it ended"
    );
}

#[tokio::test]
async fn b014_b032_after_the_end_nothing_happens_by_itself() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.against_a_bot(quick()).await;
    ania.play_until(|_| false).await;
    let seq = ania.seq;
    host.hands.advance(3 * IDLE_MILLIS);
    // She is connected, so nothing may happen; her own command is the next event.
    ania.does(Command::Rename {
        name: "A".parse().unwrap(),
    })
    .await;
    assert_eq!(ania.seq, seq + 1);
}

#[tokio::test]
async fn unloaded_tables_come_back_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    let mut ania = host.against_a_bot(quick()).await;
    ania.play_until(|_| false).await;
    ania.does(Command::Rematch).await;
    ania.does(Command::Begin).await;
    ania.play_until(|_| false).await;
    let (before, told) = (ania.table().clone(), ania.events.len());
    ania.socket.close().await;
    host.until_gone(ania.code).await;
    host.until_unloaded().await;
    ania.reconnect(host.address).await;
    let mut fresh = Player::connect(ania.browser.clone(), ania.code).await;
    assert!(ania.table() == &before, "{:?}", &ania.events[told..]);
    fresh.until(|fresh| fresh.seq >= ania.seq).await;
    assert!(fresh.table() == &before);
    assert!(
        fresh.events.len() < ania.events.len(),
        "the first game is not told again"
    );
}
