//! Somebody who was away sees what happened.

use ludo_protocol::ServerMessage;
use ludo_rules::Seat;
use ludo_table::{Command, Event};

use crate::support::host::Differences;
use crate::support::{Host, add_bot, quick, sit};

#[tokio::test]
async fn whoever_was_away_at_the_end_sees_the_end_although_there_is_a_rematch() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    let mut ania = host.against_a_bot(quick()).await;
    let mut ben = host.guest(ania.code).await;
    ben.socket.close().await;
    ania.play_until(|_| false).await;
    ania.does(Command::Rematch).await;
    let last = ania.seq;

    ben.reconnect(host.address).await;
    ben.until(|ben| ben.seq >= last).await;
    let of_games = |event: &Event| matches!(event, Event::Over { .. } | Event::Rematch { .. });
    assert_eq!(ben.happened(of_games), 2);
    assert_eq!(ben.table(), ania.table());

    // The same after a restart, when the table is loaded from the rematch on; and from the very beginning.
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
    let mut browser = ania.browser_at(&host);
    browser.origin = None;
    for after in [0, 1, last - 3] {
        let mut socket = browser.socket(ania.code, Some(after)).await.unwrap();
        let Ok(ServerMessage::Welcome(welcome)) = socket.next().await else {
            panic!("{:?}", socket.seen);
        };
        assert_eq!(welcome.snapshot, None, "after {after}");
        let mut seqs: Vec<u64> = welcome.events.iter().map(|event| event.seq).collect();
        while seqs.last() != Some(&last) {
            match socket.next().await.unwrap() {
                ServerMessage::Events { events } => {
                    seqs.extend(events.iter().map(|event| event.seq));
                }
                ServerMessage::Presence { .. } => {}
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(seqs, (after + 1..=last).collect::<Vec<_>>());
    }
}

/// Whoever lost the last event on the way learns of it by asking whether the line is alive.
#[tokio::test]
async fn b063_a_pong_names_the_last_event_of_the_table() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.opener(quick()).await;
    let mut watcher = host.guest(ania.code).await;
    for act in [
        sit(Seat::Red, "Ania"),
        add_bot(Seat::Yellow),
        Command::Begin,
    ] {
        ania.does(act).await;
        let last = ania.seq;
        watcher.until(|watcher| watcher.seq >= last).await;
        // The number is named once the event is on its way to everybody, so that nobody takes one that is coming for lost: who was
        // told first may ask a moment before that.
        let mut said = 0;
        while said < last {
            watcher.say(r#"{"type":"ping"}"#).await;
            said = loop {
                if let ServerMessage::Pong { seq } = watcher.listen().await.unwrap() {
                    break seq;
                }
            };
        }
        watcher.until(|watcher| watcher.seq >= said).await;
    }
}
