//! Many at once.

use std::collections::HashSet;

use ludo_protocol::ErrorCode;
use ludo_rules::Seat;
use ludo_table::Command;

use crate::support::player::Reply;
use crate::support::{Host, Player, quick, sit};

#[tokio::test]
async fn b056_b057_of_a_hundred_who_come_at_once_four_get_a_seat_each() {
    let (host, _) = Host::in_memory().await;
    // The clock stands, and more people than one address may be at once come from this one.
    let opener = host.person().await;
    let code = opener.open_table(quick()).await.unwrap();
    let mut people = Vec::new();
    for n in 0..100 {
        if n == 50 {
            host.hands.advance(60_000);
        }
        people.push(host.person().await);
    }
    // As many as fit at one table are connected; the others are told so.
    let tasks: Vec<_> = people
        .into_iter()
        .enumerate()
        .map(|(n, browser)| {
            tokio::spawn(async move {
                let mut player = match Player::try_connect(browser, code).await {
                    Ok(player) => player,
                    Err((code, _)) => return (None, vec![code]),
                };
                let mut refusals = Vec::new();
                for seat in Seat::ALL {
                    match player.ask(sit(seat, &format!("P{n}"))).await {
                        Reply::Done(seq) => {
                            player.until(|player| player.seq >= seq).await;
                            return (Some(player), refusals);
                        }
                        Reply::Refused(code) => refusals.push(code),
                    }
                }
                (None, refusals)
            })
        })
        .collect();
    let mut seated = Vec::new();
    for task in tasks {
        match task.await.unwrap() {
            (Some(player), _) => seated.push(player),
            (None, refusals) => {
                let last = refusals.last().unwrap();
                assert!(
                    matches!(last, ErrorCode::TableFull | ErrorCode::Busy),
                    "{refusals:?}"
                );
            }
        }
    }
    assert_eq!(seated.len(), 4);
    let seats: HashSet<_> = seated.iter().map(|player| player.seat().unwrap()).collect();
    let members: HashSet<_> = seated.iter().map(|player| player.you.unwrap().0).collect();
    assert_eq!((seats.len(), members.len()), (4, 4));
}

#[tokio::test]
async fn b048_the_hosts_rights_go_to_the_next_person_and_work() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.opener(quick()).await;
    ania.does(sit(Seat::Red, "Ania")).await;
    let mut ben = host.guest(ania.code).await;
    ben.does(sit(Seat::Green, "Ben")).await;
    assert_eq!(
        ben.is_refused(crate::support::add_bot(Seat::Blue)).await,
        ErrorCode::NotHost
    );
    ania.does(Command::Leave).await;
    let seq = ania.seq;
    ben.until(|ben| ben.seq >= seq).await;
    ben.does(crate::support::add_bot(Seat::Blue)).await;
    ben.does(Command::Begin).await;
}

#[tokio::test]
async fn b047_b044_whoever_leaves_a_game_does_not_hold_it_up() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.opener(quick()).await;
    ania.does(sit(Seat::Red, "Ania")).await;
    let mut ben = host.guest(ania.code).await;
    ben.does(sit(Seat::Green, "Ben")).await;
    ania.does(Command::Begin).await;
    ania.until(|ania| ania.table().position().is_some()).await;
    ania.does(Command::Leave).await;
    ben.play_until(|_| false).await;
    assert!(ben.is_over());
}
