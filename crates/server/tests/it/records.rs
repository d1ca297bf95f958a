//! The records of finished games over HTTP: sealed, proven, for ever the same.

use axum::http::StatusCode;
use ludo_dice::{Claim, GameId, Proof, SealKey, SealState};
use ludo_protocol::ErrorCode;
use ludo_rules::{Record, Seat, Termination};
use ludo_table::{Command, Recorder};

use crate::support::host::Differences;
use crate::support::{Browser, Host, Player, add_bot, quick, sit};

async fn game_with_bots(host: &Host) -> Player {
    let mut ania = host.opener(quick()).await;
    ania.sit_with_chain(Seat::Red, "Ania \"A\"", [3; 32]).await;
    ania.does(add_bot(Seat::Yellow)).await;
    ania.does(Command::Begin).await;
    ania.answer_begin().await;
    ania
}

fn path(game: GameId) -> String {
    format!("/api/games/{game}.ludo")
}

async fn record(browser: &Browser, game: GameId) -> String {
    let answer = browser.get(&path(game)).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.text()
}

async fn refused(browser: &Browser, path: &str) -> (StatusCode, ErrorCode) {
    let answer = browser.get(path).await;
    (answer.status, answer.error().code)
}

#[tokio::test]
async fn a_finished_game_has_a_sealed_record() {
    let (host, _) = Host::in_memory().await;
    let mut ania = game_with_bots(&host).await;
    let game = ania.table().game();
    assert_eq!(ania.browser.me().await.tables[0].game, None);
    assert_eq!(
        refused(&ania.browser, &path(game)).await,
        (StatusCode::CONFLICT, ErrorCode::GameRunning)
    );
    ania.play_until(|_| false).await;

    let me = ania.browser.me().await;
    assert_eq!(me.tables[0].game, Some(game));
    // Nobody needs a cookie to look at it.
    let answer = host.browser().get(&path(game)).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert_eq!(
        answer.header("content-disposition"),
        format!("attachment; filename=\"{game}.ludo\"")
    );
    let text = answer.text();
    assert_eq!(record(&ania.browser, game).await, text, "always the same");

    let key = host.browser().get("/.well-known/ludo-seal").await;
    assert_eq!(key.header("content-type"), "text/plain; charset=utf-8");
    let key = key.text();
    assert_eq!(
        key,
        format!("{}\n", SealKey::from_entropy([9; 32]).public())
    );
    let valid = SealState::Valid(key.trim_end().parse().unwrap());
    assert_eq!(SealState::of(text.as_bytes()), valid);

    assert!(
        !text.contains(&"09".repeat(32)),
        "the secret half of the key stays here"
    );
    let read: Record = text.parse().unwrap();
    let proof = Proof::of(&read).unwrap();
    assert_eq!(proof.claim, Claim::Chains);
    let red = proof.seats[Seat::Red].unwrap();
    assert_eq!(red.with_link, red.rolls());
    assert!(red.rolls() > 3);
    assert_eq!(read.player(Seat::Red), Some("Ania \"A\""));
    assert!(
        !text.contains(&ania.code.to_string()),
        "the code is for those at the table"
    );

    // What the player saw is what is in it.
    let mut recorder = Recorder::with_options(quick());
    let seen = ania
        .events
        .iter()
        .find_map(|event| recorder.push(&event.event, event.at).unwrap());
    let key = SealKey::from_entropy([9; 32]);
    assert_eq!(key.seal(seen.unwrap()).unwrap(), read);
}

#[tokio::test]
async fn what_is_no_finished_game_has_no_record() {
    let (host, _) = Host::in_memory().await;
    let mut ania = game_with_bots(&host).await;
    let browser = host.browser();
    let not_found = (StatusCode::NOT_FOUND, ErrorCode::NotFound);
    for path in [
        path(GameId([5; 16])),
        "/api/games/".into(),
        "/api/games/x.ludo".into(),
        format!("/api/games/{}", ania.table().game()),
        format!(
            "/api/games/{}.ludo",
            ania.table().game().to_string().to_uppercase()
        ),
        format!("/api/games/{}.pgn", ania.table().game()),
        "/api/games/%ff.ludo".into(),
    ] {
        let found = browser.get(&path).await.status;
        assert_eq!(found, StatusCode::NOT_FOUND, "{path}");
    }
    // A game that is being set up.
    ania.play_until(|_| false).await;
    ania.does(Command::Rematch).await;
    let next = ania.table().game();
    assert_eq!(refused(&browser, &path(next)).await, not_found);
    let posted = browser.post(&path(next), b"{}").await;
    assert_eq!(posted.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn every_game_of_a_table_keeps_its_record_also_when_the_table_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    let mut ania = host.opener(quick()).await;
    ania.does(sit(Seat::Green, "Ania")).await;
    ania.does(add_bot(Seat::Blue)).await;
    let mut games = Vec::new();
    for _ in 0..2 {
        ania.does(Command::Begin).await;
        ania.play_until(|_| false).await;
        games.push(ania.table().game());
        ania.does(Command::Rematch).await;
    }
    ania.does(Command::Begin).await;
    ania.play_until(|player| player.table().dice().is_some_and(|dice| dice.rolls() > 5))
        .await;
    games.push(ania.table().game());
    // Everybody has left: it is abandoned, and the table is closed.
    ania.does(Command::Leave).await;
    let browser = host.browser();
    let mut texts = Vec::new();
    for &game in &games {
        texts.push(record(&browser, game).await);
    }
    let ends: Vec<Termination> = texts
        .iter()
        .map(|text| text.parse::<Record>().unwrap().termination())
        .collect();
    assert_eq!(ends[2], Termination::Abandoned);
    assert_eq!(ends[..2], [Termination::Normal; 2]);
    assert!(
        texts
            .iter()
            .all(|text| Proof::of(&text.parse().unwrap()).is_ok())
    );
    // And after a restart.
    host.stop().await;
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    for (game, text) in games.into_iter().zip(texts) {
        assert_eq!(record(&host.browser(), game).await, text);
    }
}
