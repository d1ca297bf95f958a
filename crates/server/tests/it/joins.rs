//! Many at once.

use std::collections::HashSet;
use std::sync::Arc;

use ludo_protocol::ErrorCode;
use ludo_rules::Seat;
use ludo_table::Command;

use crate::support::host::Differences;
use crate::support::player::Reply;
use crate::support::{Host, Player, quick, sit};

#[tokio::test]
async fn b056_b057_of_a_hundred_who_come_at_once_four_get_a_seat_each() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    let code = host.person().await.open_table(quick()).await.unwrap();
    let mut people = Vec::new();
    for _ in 0..100 {
        people.push(host.person().await);
    }
    let barrier = Arc::new(tokio::sync::Barrier::new(people.len()));
    let join = async |browser, n: usize, barrier: Arc<tokio::sync::Barrier>| {
        let mut player = Player::connect(browser, code).await;
        barrier.wait().await;
        // Who loses the race for a seat tries the next one, and at last hears that there is none.
        for seat in Seat::ALL.into_iter().cycle() {
            match player.ask(sit(seat, &format!("P{n}"))).await {
                Reply::Done(seq) => {
                    player.until(|player| player.seq >= seq).await;
                    return Some(player);
                }
                Reply::Refused(ErrorCode::TableFull) => return None,
                Reply::Refused(ErrorCode::SeatTaken) => {}
                Reply::Refused(code) => panic!("{code}"),
            }
        }
        None
    };
    let joins = people
        .into_iter()
        .enumerate()
        .map(|(n, browser)| join(browser, n, barrier.clone()));
    let joined = futures_util::future::join_all(joins).await;
    let seated: Vec<Player> = joined.into_iter().flatten().collect();
    assert_eq!(seated.len(), 4);
    let seats: HashSet<_> = seated.iter().map(|player| player.seat().unwrap()).collect();
    let members: HashSet<_> = seated.iter().map(|player| player.you.unwrap().0).collect();
    assert_eq!((seats.len(), members.len()), (4, 4));
}

#[tokio::test]
async fn b048_the_hosts_rights_go_to_the_next_person_and_work() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.sitter(quick()).await;
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
    let mut ania = host.sitter(quick()).await;
    let mut ben = host.guest(ania.code).await;
    ben.does(sit(Seat::Green, "Ben")).await;
    ania.does(Command::Begin).await;
    ania.until(|ania| ania.table().position().is_some()).await;
    ania.does(Command::Leave).await;
    ben.play_until(|_| false).await;
    assert!(ben.is_over());
}
