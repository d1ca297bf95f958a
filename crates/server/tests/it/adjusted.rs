//! A server whose bounds were changed.

use ludo_protocol::ErrorCode;
use ludo_rules::Seat;
use ludo_server::Limits;
use ludo_table::{Chair, Command, Control};

use crate::support::host::Differences;
use crate::support::{Host, Player, add_bot, quick, sit};

async fn host(settings: &[&str]) -> Host {
    let mut limits = Limits::default();
    for setting in settings {
        limits.set(setting.parse().unwrap());
    }
    let differences = Differences {
        limits: Some(limits),
        ..Differences::default()
    };
    Host::in_memory_with(differences).await.0
}

#[tokio::test]
async fn spectators_find_room_up_to_their_bound_and_players_beyond_it() {
    let host = host(&["spectators-per-table=4", "sockets-per-person=2"]).await;
    let mut ania = host.sitter(quick()).await;
    let mut watchers = Vec::new();
    for _ in 0..4 {
        watchers.push(Player::connect(host.browser(), ania.code).await);
    }
    let busy = Player::try_connect(host.person().await, ania.code).await;
    assert_eq!(busy.err(), Some((ErrorCode::Busy, 1013)));
    let _second = Player::connect(ania.browser.clone(), ania.code).await;
    let third = Player::try_connect(ania.browser.clone(), ania.code).await;
    assert_eq!(third.err(), Some((ErrorCode::Busy, 1013)));
    // Room that becomes free is found.
    ania.until(|ania| ania.watching == 4).await;
    watchers.pop().unwrap().socket.close().await;
    ania.until(|ania| ania.watching == 3).await;
    Player::connect(host.browser(), ania.code).await;
}

#[tokio::test]
async fn absence_is_as_long_as_the_host_says() {
    let host = host(&["away-seconds=10", "ghost-seconds=30"]).await;
    let (mut ania, mut ben) = host.two(quick()).await;
    let mut cleo = host.guest(ania.code).await;
    cleo.does(sit(Seat::Blue, "Cleo")).await;
    cleo.socket.close().await;
    ania.until(|ania| !ania.here[Seat::Blue]).await;
    // Everybody has half a minute from the moment at which a table is taken up.
    host.hands.advance(30_000);
    ania.until(|ania| *ania.table().chair(Seat::Blue) == Chair::Open)
        .await;
    ania.does(Command::Begin).await;
    ania.until(|ania| ania.table().position().is_some()).await;
    ben.socket.close().await;
    ania.until(|ania| !ania.here[Seat::Yellow]).await;
    host.hands.advance(9_999);
    ania.does(Command::Rename {
        name: "A".parse().unwrap(),
    })
    .await;
    let control = |ania: &Player| ania.table().chair(Seat::Yellow).control();
    assert_eq!(control(&ania), Some(Control::Owner));
    host.hands.advance(1);
    ania.until(|ania| control(ania) == Some(Control::Autopilot))
        .await;
}

#[tokio::test]
async fn b116_tables_of_a_person_and_frames_of_a_connection_are_bounded_as_the_host_says() {
    let host = host(&[
        "tables-per-person=2",
        "frame-burst=10",
        "frames-per-second=1",
    ])
    .await;
    let person = host.person().await;
    let code = person.open_table(quick()).await.unwrap();
    person.open_table(quick()).await.unwrap();
    let refused = person.open_table(quick()).await.unwrap_err();
    let refused = crate::support::host::error(&refused.body);
    assert_eq!(refused.code, ErrorCode::RateLimited);
    assert!(refused.message.contains("You have 2 tables open"));
    let mut ania = Player::connect(person, code).await;
    ania.does(sit(Seat::Red, "Ania")).await;
    ania.does(add_bot(Seat::Yellow)).await;
    for _ in 0..8 {
        ania.pong().await;
    }
    ania.say(r#"{"type":"ping"}"#).await;
    assert_eq!(
        ania.until_closed().await,
        (Some(ErrorCode::RateLimited), 1008)
    );
}
