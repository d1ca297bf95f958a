//! A store that fails, and a table that goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use ludo_protocol::{ErrorCode, ServerMessage, TableState};
use ludo_rules::{Move, Position, Rules};
use ludo_server::Bots;
use ludo_server::limits::{RECENT_EVENTS, RETRY_MILLIS};
use ludo_store::{MemoryStore, Store};
use ludo_table::{BotKind, Command, Event, Options};
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
    while !matches!(watcher.listen().await, Ok(ServerMessage::Pong { .. })) {}
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
    let damaged = (Some(ErrorCode::Damaged), 1008);
    eve.send(Command::Rename { name: name("Eve") }).await;
    assert_eq!(eve.until_closed().await, damaged);
    // She tries again and again.
    for _ in 0..4 {
        host.hands.advance(MOVE_MILLIS / 4);
        let again = Player::try_connect(eve.browser.clone(), eve.code).await;
        assert_eq!(
            again.err(),
            Some((ErrorCode::Damaged, 1008)),
            "she is told why"
        );
    }
    ania.until(|ania| time_outs(ania, seat) == 1).await;
}

/// Lets much time go by, in steps, each of which the server has looked at.
async fn time_goes_by(host: &Host) {
    for _ in 0..100 {
        host.hands.advance(RETRY_MILLIS);
        host.browser().get("/health/live").await;
    }
}

#[tokio::test]
async fn a_game_whose_table_is_damaged_stands_and_its_people_are_told() {
    let (host, store) = Host::in_memory().await;
    let mut ania = against_a_bot(&host).await;
    let mut watcher = host.guest(ania.code).await;
    store.damage(ania.code);
    ania.send(ania.turn().unwrap()).await;
    let damaged = (Some(ErrorCode::Damaged), 1008);
    assert_eq!(ania.until_closed().await, damaged);
    assert_eq!(watcher.until_closed().await, damaged);
    // Nobody takes it up again, whoever comes, and whatever the game waits for.
    host.until_live(0).await;
    time_goes_by(&host).await;
    let again = Player::try_connect(ania.browser.clone(), ania.code).await;
    assert_eq!(again.err(), Some((ErrorCode::Damaged, 1008)));
    assert_eq!(host.live_tables(), 0);
    // After the damage was seen to and the server started anew, it goes on.
    assert_eq!(
        store.head(ania.code).await.unwrap().unwrap().seq,
        ania.seq,
        "nothing was stored"
    );
}

#[tokio::test]
async fn a_table_that_cannot_be_read_stands_and_whoever_comes_is_told() {
    let (host, store) = Host::in_memory().await;
    let ania = against_a_bot(&host).await;
    let clock = Some(host.clock());
    host.kill();
    store.spoil(ania.code);
    let again = Differences {
        clock,
        ..Differences::default()
    };
    let host = Host::start(store.clone(), again).await;
    for _ in 0..2 {
        let told = Player::try_connect(host.person().await, ania.code).await;
        assert_eq!(told.err(), Some((ErrorCode::Damaged, 1008)));
        time_goes_by(&host).await;
        assert_eq!(host.live_tables(), 0);
    }
    // All others are served, and woken.
    let mut eve = host.against_a_bot(quick()).await;
    eve.play_until(|_| false).await;
}

/// An old event is lost, from before what the table itself needs: it goes on, and nobody gets a history with a gap in it.
#[tokio::test]
async fn a_history_with_a_gap_is_told_as_damage_and_not_sent() {
    let (host, store) = Host::in_memory().await;
    let mut ania = against_a_bot(&host).await;
    ania.play_until(|_| false).await;
    // More than the table keeps in memory.
    while ania.seq < 2 * RECENT_EVENTS as u64 {
        ania.does(Command::Rematch).await;
        ania.does(Command::Begin).await;
        ania.play_until(|_| false).await;
    }
    let lost = store.events(ania.code, 4, 1).await.unwrap().remove(0);
    store.lose(ania.code, lost.seq);
    let path = |after: u64| format!("/api/tables/{}/socket?after={after}", ania.code);
    for after in [0, lost.seq - 1] {
        let mut socket = ania.browser.socket_at(&path(after)).await.unwrap();
        let told = loop {
            match socket.next().await.unwrap() {
                ServerMessage::Error { code, .. } => break code,
                ServerMessage::Welcome(welcome) => {
                    assert!(welcome.events.iter().all(|event| event.seq < lost.seq));
                }
                ServerMessage::Presence { .. } => {}
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(told, ErrorCode::Damaged, "after {after}");
    }
    // Whoever has that event is not told that the table was set back, and misses nothing.
    let path = format!("{}&at={}", path(lost.seq), lost.at.0);
    let mut socket = ania.browser.socket_at(&path).await.unwrap();
    let Ok(ServerMessage::Welcome(welcome)) = socket.next().await else {
        panic!("{:?}", socket.seen);
    };
    assert_eq!(
        welcome.events.first().map(|event| event.seq),
        Some(lost.seq + 1)
    );
    ania.does(Command::Rematch).await;
}

/// A bot at whose first thought the disk is full.
struct Full {
    store: Arc<MemoryStore>,
    thoughts: AtomicU32,
}

impl Bots for Full {
    fn choose(&self, _: BotKind, _: &Rules, _: &Position, _: [u8; 32]) -> Option<Move> {
        if self.thoughts.fetch_add(1, Ordering::SeqCst) == 0 {
            self.store.fail_next(u32::MAX);
        }
        // The autopilot's move then.
        None
    }
}

/// Where nothing can be stored, not every table tries it each second.
#[tokio::test]
async fn what_cannot_be_done_is_tried_less_and_less_often() {
    let store = Arc::new(MemoryStore::new());
    let bot = Arc::new(Full {
        store: store.clone(),
        thoughts: AtomicU32::new(0),
    });
    let differences = Differences {
        bots: Some(bot.clone()),
        ..Differences::default()
    };
    let host = Host::start(store.clone(), differences).await;
    let thoughts = || bot.thoughts.load(Ordering::SeqCst);
    let every_choice = Options {
        auto_move: false,
        ..quick()
    };
    let mut ania = host.against_a_bot(every_choice).await;
    while thoughts() == 0 {
        match ania.turn() {
            Some(command) => ania.does(command).await,
            // The bot does something, or has had its thought.
            None => tokio::select! {
                biased;
                heard = ania.listen() => drop(heard.unwrap()),
                () = tokio::task::yield_now() => {}
            },
        }
    }
    time_goes_by(&host).await;
    // However slow this machine is, it is tried again; in a hundred seconds eight times at most.
    while thoughts() < 2 {
        host.hands.advance(RETRY_MILLIS);
        host.browser().get("/health/live").await;
    }
    assert!(thoughts() < 10, "{}", thoughts());
    // With room again it goes on by itself.
    store.fail_next(0);
    let seq = ania.seq;
    while ania.seq == seq {
        tokio::select! {
            biased;
            heard = ania.listen() => drop(heard.unwrap()),
            () = tokio::task::yield_now() => host.hands.advance(RETRY_MILLIS),
        }
    }
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
