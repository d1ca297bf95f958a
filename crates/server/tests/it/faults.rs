//! A store that fails, and a table that goes on.

use std::sync::Arc;

use ludo_protocol::{ErrorCode, TableState};
use ludo_server::limits::RETRY_MILLIS;
use ludo_store::{MemoryStore, Store};
use ludo_table::{Command, Event};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

use crate::clocks::{MOVE_MILLIS, in_turn, time_outs, two};
use crate::support::host::Differences;
use crate::support::player::Reply;
use crate::support::{Host, Player, name, quick};

async fn against_a_bot(host: &Host) -> Player {
    let mut ania = host.against_a_bot(quick()).await;
    ania.play_until(|ania| ania.turn().is_some()).await;
    ania
}

fn rolls(player: &Player) -> usize {
    player.happened(|event| matches!(event, Event::Rolled { .. }))
}

#[tokio::test]
async fn b077_what_could_not_be_stored_has_not_happened_and_can_be_asked_again() {
    let (host, store) = Host::in_memory().await;
    let mut ania = against_a_bot(&host).await;
    let (roll, before, seq) = (ania.turn().unwrap(), rolls(&ania), ania.seq);
    store.fail_next(1);
    assert_eq!(
        ania.ask_as("roll", roll.clone()).await,
        Reply::Refused(ErrorCode::Unavailable)
    );
    assert_eq!(
        store.head(ania.code).await.unwrap().unwrap().seq,
        seq,
        "nothing was shown and nothing is there"
    );
    assert!(matches!(ania.ask_as("roll", roll).await, Reply::Done(_)));
    ania.until(|ania| rolls(ania) > before).await;
    ania.play_until(|_| false).await;
}

#[tokio::test]
async fn what_was_stored_without_the_server_knowing_has_happened() {
    let (host, store) = Host::in_memory().await;
    let mut ania = against_a_bot(&host).await;
    let (roll, before) = (ania.turn().unwrap(), rolls(&ania));
    store.fail_after_next(1);
    ania.send_as("roll", roll.clone()).await;
    assert_eq!(
        ania.until_closed().await,
        (Some(ErrorCode::Unavailable), 1013)
    );
    ania.reconnect(host.address).await;
    let reply = ania.ask_as("roll", roll).await;
    assert!(matches!(reply, Reply::Done(_)), "{reply:?}");
    ania.until(|ania| rolls(ania) > before).await;
    ania.play_until(|_| false).await;
}

#[tokio::test]
async fn b075_a_slow_answer_is_no_failure() {
    let (host, store) = Host::in_memory().await;
    let mut ania = against_a_bot(&host).await;
    let mut watcher = host.guest(ania.code).await;
    let (roll, before) = (ania.turn().unwrap(), rolls(&ania));
    store.hold();
    ania.send_as("roll", roll.clone()).await;
    // The client loses patience and asks again on another connection.
    host.hands.advance(10_000);
    ania.socket.close().await;
    watcher.say(r#"{"type":"ping"}"#).await;
    while !matches!(
        watcher.listen().await,
        Ok(ludo_protocol::ServerMessage::Pong { .. })
    ) {}
    assert_eq!(watcher.seq, ania.seq, "nobody sees what is not on disk");
    store.release();
    ania.reconnect(host.address).await;
    let reply = ania.ask_as("roll", roll).await;
    assert!(matches!(reply, Reply::Done(_)), "{reply:?}");
    ania.until(|ania| rolls(ania) > before).await;
    let seq = ania.seq;
    watcher.until(|watcher| watcher.seq >= seq).await;
}

#[tokio::test]
async fn a_damaged_table_does_not_stop_the_time_of_others() {
    let (host, store) = Host::in_memory().await;
    let (mut ania, mut ben) = two(&host).await;
    let mut eve = host.against_a_bot(quick()).await;
    store.damage(eve.code);
    let seat = in_turn(&mut ania, &mut ben).seat().unwrap();
    // She tries again and again.
    for _ in 0..4 {
        host.hands.advance(MOVE_MILLIS / 4);
        let wish = Command::Rename { name: name("Eve") };
        let reply = eve.ask(wish).await;
        assert_eq!(reply, Reply::Refused(ErrorCode::Unavailable));
    }
    ania.until(|ania| time_outs(ania, seat) == 1).await;
}

#[tokio::test]
async fn a_game_that_could_not_be_loaded_is_tried_again_without_anybody_coming() {
    let (host, store) = Host::in_memory().await;
    let ania = against_a_bot(&host).await;
    let clock = Some(host.clock());
    host.kill();
    store.fail_next_loads(3);
    let again = Differences {
        clock,
        ..Differences::default()
    };
    let host = Host::start(store.clone(), again).await;
    while ania.browser_at(&host).summary(ania.code).await.state == TableState::Playing {
        host.hands.advance(10 * RETRY_MILLIS);
    }
    assert!(
        store.load(ania.code, false).await.is_ok(),
        "all three faults were met"
    );
}

/// Plays on whatever happens to the store: asks again with the same id, connects again.
async fn play_through_faults(
    host: &Host,
    store: &Arc<MemoryStore>,
    ania: &mut Player,
    seed: u64,
) -> u32 {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut faults = 0;
    let mut number = 0;
    while !ania.is_over() {
        match random.next_u32() % 6 {
            0 => store.fail_next(1 + random.next_u32() % 2),
            1 => store.fail_after_next(1),
            _ => {}
        }
        let Some(command) = ania.turn() else {
            // The bot may have to try again, which takes some time by the clock.
            let seq = ania.seq;
            while ania.seq == seq {
                tokio::select! {
                    biased;
                    heard = ania.listen() => if heard.is_err() {
                        faults += 1;
                        ania.reconnect(host.address).await;
                    },
                    () = tokio::task::yield_now() => host.hands.advance(RETRY_MILLIS),
                }
            }
            continue;
        };
        number += 1;
        let id = format!("stubborn-{seed}-{number}");
        let seq = loop {
            ania.send_as(&id, command.clone()).await;
            match ania.try_reply(&id).await {
                Ok(Reply::Done(seq)) => break seq,
                Ok(Reply::Refused(ErrorCode::Unavailable)) => faults += 1,
                Ok(Reply::Refused(code)) => panic!("{command:?}: {code}"),
                Err(_) => {
                    faults += 1;
                    ania.reconnect(host.address).await;
                }
            }
        };
        while ania.seq < seq {
            if ania.listen().await.is_err() {
                ania.reconnect(host.address).await;
            }
        }
    }
    faults
}

#[tokio::test]
async fn b077_games_with_faults_all_the_way_come_to_their_end() {
    let (host, store) = Host::in_memory().await;
    let mut faults = 0;
    for seed in 0..8 {
        let mut ania = against_a_bot(&host).await;
        faults += play_through_faults(&host, &store, &mut ania, seed).await;
        store.fail_next(0);
        store.fail_after_next(0);
    }
    assert!(faults > 50, "{faults}");
}
