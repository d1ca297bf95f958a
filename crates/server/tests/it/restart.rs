//! A server that dies in the middle, and one that takes over.

use ludo_protocol::{ErrorCode, TableState};
use ludo_rules::Seat;
use ludo_table::{Command, Event, Phase};

use crate::support::host::Differences;
use crate::support::player::Reply;
use crate::support::{Host, add_bot, quick};

async fn next_host(folder: &std::path::Path, old: Host) -> Host {
    let clock = Some(old.clock());
    old.kill();
    Host::on_disk(
        folder,
        Differences {
            clock,
            ..Differences::default()
        },
    )
    .await
}

#[tokio::test]
async fn b101_a_killed_server_goes_on_at_the_same_step_with_the_same_seats_and_links() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = Host::on_disk(folder.path(), Differences::default()).await;
    let (mut ania, mut ben) = host.two_with_chains(quick()).await;
    ania.does(Command::Begin).await;
    ania.answer_begin().await;
    ben.answer_begin().await;
    let mut kills = 0;
    loop {
        let enough = ania.seq + 15;
        tokio::join!(
            ania.play_until(|ania| ania.seq > enough),
            ben.play_until(|ben| ben.seq > enough)
        );
        if ania.is_over() && ben.is_over() {
            break;
        }
        let newest = ania.seq.max(ben.seq);
        ania.until(|ania| ania.seq >= newest).await;
        ben.until(|ben| ben.seq >= newest).await;
        // The moment between a command and its answer is where it hurts.
        let anias_turn = ania.turn().is_some();
        let mover = if anias_turn { &mut ania } else { &mut ben };
        let last = mover.turn().unwrap();
        let id = format!("last{kills}");
        mover.send_as(&id, last.clone()).await;
        let (seats, tip) = (*ania.table().chairs(), ania.table().server_tip());
        host = next_host(folder.path(), host).await;
        kills += 1;
        ania.until_closed().await;
        ben.until_closed().await;
        // With the same number as before, and so without a snapshot: the history has only grown.
        ania.reconnect(host.address).await;
        ben.reconnect(host.address).await;
        // Unless that command ended it: then the chains are spent and the next game's tip may be there.
        if !ania.is_over() {
            assert_eq!(
                (*ania.table().chairs(), ania.table().server_tip()),
                (seats, tip)
            );
        }
        let mover = if anias_turn { &mut ania } else { &mut ben };
        let reply = mover.ask_as(&id, last).await;
        let Reply::Done(seq) = reply else {
            panic!("{reply:?}");
        };
        mover.until(|mover| mover.seq >= seq).await;
    }
    assert!(kills >= 3, "{kills}");
    assert_eq!(
        ania.happened(|event| matches!(event, Event::Rolled { link: None, .. })),
        0
    );
}

#[tokio::test]
async fn an_answer_to_the_begin_survives_and_is_in_the_draw() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    let (mut ania, mut ben) = host.two_with_chains(quick()).await;
    ania.does(Command::Begin).await;
    ania.answer_begin().await;
    let host = next_host(folder.path(), host).await;
    ania.until_closed().await;
    ania.reconnect(host.address).await;
    ben.until_closed().await;
    ben.reconnect(host.address).await;
    ben.answer_begin().await;
    ania.until(|ania| ania.table().phase() == Phase::Playing)
        .await;
    let links = ania
        .events
        .iter()
        .find_map(|numbered| match &numbered.event {
            Event::Drawn { links, .. } => Some(*links),
            _ => None,
        });
    assert_eq!(
        links.unwrap()[Seat::Red],
        ania.chain.as_ref().unwrap().link(1)
    );
    assert_eq!(
        links.unwrap()[Seat::Yellow],
        ben.chain.as_ref().unwrap().link(1)
    );
}

#[tokio::test]
async fn answers_are_the_same_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    let mut ania = host.sitter(quick()).await;
    ania.does(add_bot(Seat::Yellow)).await;
    let begun = ania.ask_as("begin", Command::Begin).await;
    ania.play_until(|ania| ania.turn().is_some()).await;
    let roll = ania.turn().unwrap();
    let rolled = ania.ask_as("roll", roll.clone()).await;
    let host = next_host(folder.path(), host).await;
    ania.until_closed().await;
    ania.reconnect(host.address).await;
    assert_eq!(ania.ask_as("roll", roll.clone()).await, rolled);
    assert_eq!(ania.ask_as("begin", Command::Begin).await, begun);
    assert_eq!(
        ania.ask_as("begin", roll).await,
        Reply::Refused(ErrorCode::IdReused)
    );
}

#[tokio::test]
async fn a_game_of_absent_people_is_taken_up_without_anybody_coming() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    let mut ania = host.against_a_bot(quick()).await;
    ania.play_until(|ania| ania.turn().is_some()).await;
    let host = next_host(folder.path(), host).await;
    // Two minutes after it was taken up the autopilot plays it out.
    while ania.browser_at(&host).summary(ania.code).await.state != TableState::Over {
        host.hands.advance(60 * 1000);
    }
}

#[tokio::test]
async fn a_server_that_stops_in_order_says_so() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.sitter(quick()).await;
    host.stop().await;
    assert_eq!(
        ania.until_closed().await,
        (Some(ErrorCode::Restarting), 1012)
    );
}

#[tokio::test]
async fn a_client_that_knows_more_than_a_restored_server_is_told() {
    let (host, _) = Host::in_memory().await;
    let ania = host.sitter(quick()).await;
    let mut socket = ania
        .browser
        .socket(ania.code, Some(ania.seq + 1))
        .await
        .unwrap();
    let Ok(ludo_protocol::ServerMessage::Error {
        code: ErrorCode::Ahead,
        fatal: true,
        ..
    }) = socket.next().await
    else {
        panic!("{:?}", socket.seen);
    };
    assert_eq!(socket.next().await, Err(1008));
}

#[tokio::test]
async fn a_client_with_another_history_is_told_however_far_the_table_has_gone() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.sitter(quick()).await;
    for n in 0..3 {
        host.hands.advance(7);
        let name = crate::support::name(&format!("Ania {n}"));
        ania.does(Command::Rename { name }).await;
    }
    let first_answer = async |query: String| {
        let path = format!("/api/tables/{}/socket?{query}", ania.code);
        let mut socket = ania.browser.socket_at(&path).await.unwrap();
        match socket.next().await.unwrap() {
            ludo_protocol::ServerMessage::Welcome(_) => None,
            ludo_protocol::ServerMessage::Error { code, fatal, .. } => {
                assert!(fatal);
                assert_eq!(socket.next().await, Err(1008));
                Some(code)
            }
            other => panic!("{other:?}"),
        }
    };
    for numbered in &ania.events {
        let (seq, at) = (numbered.seq, numbered.at.0);
        assert_eq!(first_answer(format!("after={seq}&at={at}")).await, None);
        for other in [at - 1, at + 1, 0, u64::MAX] {
            let told = first_answer(format!("after={seq}&at={other}")).await;
            assert_eq!(told, Some(ErrorCode::Ahead), "{seq} at {other}");
        }
        // Who does not say when it was is believed.
        assert_eq!(first_answer(format!("after={seq}")).await, None);
    }
    // Also where others hear that somebody has come, the first message says it.
    let _watcher = host.guest(ania.code).await;
    let told = first_answer(format!("after={}&at=5", ania.seq)).await;
    assert_eq!(told, Some(ErrorCode::Ahead));
    assert_eq!(first_answer("after=0&at=5".to_owned()).await, None);
    assert_eq!(first_answer("at=5".to_owned()).await, None);
    let beyond = first_answer(format!("after={}&at=5", u64::MAX)).await;
    assert_eq!(beyond, Some(ErrorCode::Ahead));
}

#[tokio::test]
async fn a_game_whose_secret_is_lost_ends_and_the_table_lives_on() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    let mut ania = host.against_a_bot(quick()).await;
    ania.play_until(|ania| ania.turn().is_some()).await;
    let clock = Some(host.clock());
    host.kill();
    let other_key = Differences {
        key: Some([9; 32]),
        clock,
        ..Differences::default()
    };
    let host = Host::on_disk(folder.path(), other_key).await;
    ania.until_closed().await;
    ania.reconnect(host.address).await;
    ania.until(crate::support::Player::is_over).await;
    let Phase::Over { end, places: [] } = ania.table().phase() else {
        panic!("{:?}", ania.table().phase())
    };
    assert_eq!(end, ludo_table::End::Abandoned);
    ania.does(Command::Rematch).await;
    ania.does(Command::Begin).await;
    ania.play_until(|_| false).await;
}

#[tokio::test]
async fn a_game_that_waits_with_a_lost_secret_is_set_up_anew_and_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    let mut ania = host.opener(quick()).await;
    ania.sit_with_chain(Seat::Red, "Ania", [1; 32]).await;
    let (game, tip) = (ania.table().game(), ania.table().server_tip());
    let clock = Some(host.clock());
    host.kill();
    let other_key = Differences {
        key: Some([9; 32]),
        clock: clock.clone(),
        ..Differences::default()
    };
    let host = Host::on_disk(folder.path(), other_key).await;
    ania.until_closed().await;
    ania.reconnect(host.address).await;
    ania.until(|ania| ania.table().game() != game).await;
    assert_ne!(ania.table().server_tip(), tip);
    assert_eq!(ania.seat(), Some(Seat::Red), "she sits where she sat");
    assert_eq!(ania.table().chair(Seat::Red).tip(), None);
    // With a chain for the new game, it is played like any other, also by a server that starts once more.
    ania.chain = None;
    ania.sit_with_chain(Seat::Red, "Ania", [2; 32]).await;
    host.kill();
    let again = Differences {
        key: Some([9; 32]),
        clock,
        ..Differences::default()
    };
    let host = Host::on_disk(folder.path(), again).await;
    ania.until_closed().await;
    ania.reconnect(host.address).await;
    ania.does(add_bot(Seat::Yellow)).await;
    ania.does(Command::Begin).await;
    ania.answer_begin().await;
    ania.play_until(|_| false).await;
    let renewed = ania.happened(|event| matches!(event, Event::Renewed { .. }));
    assert_eq!(renewed, 1);
    assert!(ania.happened(|event| matches!(event, Event::Rolled { link: Some(_), .. })) > 0);
}
