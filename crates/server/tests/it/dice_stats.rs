//! How the dice fell: counted once a game, over restarts, without a look at the whole database.

use hyper::StatusCode;
use ludo_protocol::DiceStats;
use ludo_rules::Seat;
use ludo_stats::{DiceDays, DiceTally};
use ludo_store::{Archive, Store};
use ludo_table::{Command, Time};

use crate::support::host::Differences;
use crate::support::{Browser, Host, Player, add_bot, quick};

/// What is published, as soon as `games` are counted.
async fn stats(browser: &Browser, games: u64) -> DiceStats {
    loop {
        let answer = browser.get("/api/stats/dice").await;
        // Not read yet, just after the start.
        if answer.status == StatusCode::SERVICE_UNAVAILABLE {
            continue;
        }
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        assert_eq!(answer.header("cache-control"), "public, max-age=60");
        let stats: DiceStats = serde_json::from_slice(&answer.body).unwrap();
        assert!(stats.games <= games, "{stats:?}");
        if stats.games == games {
            return stats;
        }
        tokio::task::yield_now().await;
    }
}

async fn at_play(host: &Host) -> Player {
    let mut ania = host.opener(quick()).await;
    ania.sit_with_chain(Seat::Red, "Ania", [3; 32]).await;
    ania.does(add_bot(Seat::Yellow)).await;
    ania.does(Command::Begin).await;
    ania.answer_begin().await;
    ania
}

#[tokio::test]
async fn every_game_that_is_over_is_counted_once_over_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    assert_eq!(
        stats(&host.browser(), 0).await,
        DiceDays::default().stats(9)
    );
    let mut ania = at_play(&host).await;
    let code = ania.code;
    ania.play_until(|_| false).await;
    let one = stats(&host.browser(), 1).await;
    let rolls: u64 = one.all.faces.iter().sum();
    assert_eq!(rolls, u64::from(ania.table().dice().unwrap().rolls()));
    assert_eq!(
        one.kinds.linked.faces.iter().sum::<u64>() + one.kinds.bot.faces.iter().sum::<u64>(),
        rolls
    );
    assert_eq!((one.without_link, one.abandoned), (0, 0));
    assert!(one.people > 3);
    assert_eq!(one.weeks.len(), 1);

    // A second game at the same table, of which only the end is another: everybody leaves.
    ania.does(Command::Rematch).await;
    ania.does(Command::Begin).await;
    ania.play_until(|player| player.table().dice().is_some_and(|dice| dice.rolls() > 5))
        .await;
    ania.does(Command::Leave).await;
    let two = stats(&host.browser(), 2).await;
    assert_eq!(two.abandoned, 1);
    // She brought no chain to it.
    assert!(two.without_link > 0);
    host.kill();

    // The same after a restart, and for whoever counts the events themselves.
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    assert_eq!(stats(&host.browser(), 2).await, two);
    let archive = Archive::open(&folder.path().join("ludo.db")).await.unwrap();
    let mut days = DiceDays::default();
    let mut tally = DiceTally::new();
    for stored in archive.events(code, 0, 100_000).await.unwrap() {
        if let Some((day, counts)) = tally.push(&stored.event, stored.at) {
            days.add(day, &counts);
        }
    }
    archive.close().await;
    assert_eq!(days.stats(ludo_server::limits::DICE_WEEKS), two);
    host.stop().await;
}

#[tokio::test]
async fn what_a_server_before_did_not_come_to_is_counted_at_the_start() {
    let (host, store) = Host::in_memory().await;
    let mut ania = at_play(&host).await;
    ania.play_until(|_| false).await;
    let counted = stats(&host.browser(), 1).await;
    host.stop().await;

    // The same table as another store has it, of which nothing is counted.
    let copy = std::sync::Arc::new(ludo_store::MemoryStore::new());
    let person = ludo_store::PersonId([1; 16]);
    let token = ludo_store::TokenHash::of(b"x");
    copy.add_person(person, token, Time(1)).await.unwrap();
    for stored in store.events(ania.code, 0, 100_000).await.unwrap() {
        let append = ludo_store::Append {
            code: ania.code,
            expected: stored.seq - 1,
            at: stored.at,
            events: vec![stored.event],
            origin: None,
            joined: None,
            answer: None,
            secret: None,
            spent: None,
            wake_at: None,
            standing: ludo_store::Standing::Over,
            summary: String::new(),
            base: None,
        };
        match append.expected {
            0 => copy
                .create(ludo_store::Create {
                    append,
                    opened_by: person,
                })
                .await
                .unwrap(),
            _ => copy.append(append).await.unwrap(),
        }
    }
    assert_eq!(copy.uncounted(9).await.unwrap().len(), 1);
    let host = Host::start(copy.clone(), Differences::default()).await;
    assert_eq!(stats(&host.browser(), 1).await, counted);
    assert_eq!(copy.uncounted(9).await.unwrap(), []);
    host.stop().await;
}

#[tokio::test]
async fn the_page_of_the_dice_is_for_people() {
    let (host, _) = Host::in_memory().await;
    let mut ania = at_play(&host).await;
    ania.play_until(|_| false).await;
    stats(&host.browser(), 1).await;
    let page = host.browser().get("/dice?lang=pl").await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(page.header("content-language"), "pl");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    let text = page.text();
    assert!(text.contains("Jak wypadały kostki"));
    let rolls = ania.table().dice().unwrap().rolls().to_string();
    assert!(text.contains(&rolls), "{text}");
    assert!(!text.contains("Ania"), "nobody is named");
    let looks = host.browser().get("/dice.css").await;
    assert_eq!(looks.header("content-type"), "text/css; charset=utf-8");
    let posted = host.browser().post("/api/stats/dice", b"{}").await;
    assert_eq!(posted.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn a_game_counts_on_the_day_it_ended() {
    let (host, store) = Host::in_memory().await;
    let mut ania = at_play(&host).await;
    ania.play_until(|player| player.table().dice().is_some_and(|dice| dice.rolls() > 5))
        .await;
    assert_eq!(store.uncounted(9).await.unwrap(), []);
    let day = 24 * 60 * 60 * 1000;
    host.hands.advance(8 * day);
    ania.reconnect(host.address).await;
    ania.play_until(|_| false).await;
    let stats = stats(&host.browser(), 1).await;
    let ended = ania.events.last().unwrap().at;
    assert!(ended > Time(1_800_000_000_000 + 7 * day));
    assert_eq!(
        stats.weeks[0].from,
        ludo_stats::Day::of(ended).monday().to_string()
    );
}
