//! `ludo export`, the real program: what a server has played, as sealed records, while it serves and afterwards.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use ludo_dice::{Chain, GameId, Secret};
use ludo_protocol::TableCode;
use ludo_rules::{Due, Record, Seat};
use ludo_store::{Append, Create, PersonId, SqliteStore, Standing, Store, TokenHash};
use ludo_table::{
    Actor, BotKind, Command as Say, DriverCommand, Event, Hand, Member, Options, Table, Time, Wants,
};

/// 2026-12-24 00:00 UTC.
const DAY: u64 = 1_798_070_400_000;

/// A game that Ania gives up at once and two bots play to its end, at this time.
fn played(number: u8, at: Time) -> Vec<Event> {
    let server = Chain::new(Secret::from_entropy([number; 32]));
    let device = Chain::new(Secret::from_entropy([number + 100; 32]));
    let opened = Table::open(Options::default(), GameId([number; 16]), server.tip()).unwrap();
    let mut table = Table::fold(None, &opened, at).unwrap();
    let mut events = vec![opened];
    let ania = Actor::Member(Member(1));
    let bot = BotKind::Simple;
    let name = Some("Ania".parse().unwrap());
    let (game, tip) = (Some(table.game()), Some(device.tip()));
    let answer = Say::Answer {
        game: table.game(),
        link: device.link(1).unwrap(),
    };
    let mut carry_out = |table: &mut Table, made: Vec<Event>| {
        for event in made {
            table.apply(&event, at).unwrap();
            events.push(event);
        }
    };
    for (actor, say) in [
        (
            Actor::Newcomer,
            Say::Sit {
                seat: Seat::Red,
                name,
                game,
                tip,
            },
        ),
        (
            ania,
            Say::AddBot {
                seat: Seat::Green,
                bot,
            },
        ),
        (
            ania,
            Say::AddBot {
                seat: Seat::Blue,
                bot,
            },
        ),
        (ania, Say::Begin),
        (ania, answer),
    ] {
        let made = table.decide(actor, &say, at, &Hand::default()).unwrap();
        carry_out(&mut table, made);
    }
    let mut links = ludo_rules::BySeat::default();
    links[Seat::Red] = device.link(1);
    let hand = |table: &Table| Hand {
        server_link: table.server_link().and_then(|n| server.link(n)),
        links,
        ..Hand::default()
    };
    let made = table
        .drive(&DriverCommand::Draw, at, &hand(&table))
        .unwrap();
    carry_out(&mut table, made);
    let made = table
        .decide(ania, &Say::Resign, at, &Hand::default())
        .unwrap();
    carry_out(&mut table, made);
    while let Wants::Act { due, .. } = table.wants() {
        let command = match due {
            Due::Roll { .. } => DriverCommand::Roll,
            _ => DriverCommand::Move {
                mv: table.choices()[0],
            },
        };
        let made = table.drive(&command, at, &hand(&table)).unwrap();
        carry_out(&mut table, made);
    }
    assert_eq!(events.last().unwrap().name(), "over");
    events
}

/// A data folder of a server at which these games were played, each at a table of its own.
fn data(folder: &Path, games: &[(u8, Time)]) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let store = SqliteStore::open(&folder.join("ludo.db")).await.unwrap();
        let opened_by = PersonId([1; 16]);
        store
            .add_person(opened_by, TokenHash::of(b"token"), Time(1))
            .await
            .unwrap();
        for &(number, at) in games {
            let append = Append {
                code: TableCode::from_entropy([number; 16]),
                expected: 0,
                at,
                events: played(number, at),
                origin: None,
                joined: None,
                answer: None,
                secret: None,
                spent: None,
                wake_at: None,
                standing: Standing::Over,
                summary: String::new(),
                base: None,
            };
            store.create(Create { append, opened_by }).await.unwrap();
        }
        store.close().await;
    });
}

fn ludo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ludo"))
        .args(arguments)
        .output()
        .unwrap()
}

fn export(folder: &Path, more: &[&str]) -> Output {
    ludo(&[&["export", "--data", folder.to_str().unwrap()], more].concat())
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    answer.split_once("\r\n\r\n").unwrap().1.to_owned()
}

#[test]
fn finished_games_are_exported_while_they_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let games = [
        (1, Time(DAY - 1)),
        (2, Time(DAY)),
        (3, Time(DAY + 86_400_000)),
    ];
    data(folder.path(), &games);
    // Before the first start there is no key.
    let output = export(folder.path(), &[]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(errors.contains("there is no seal.key in "), "{errors}");
    assert!(output.stdout.is_empty());

    let mut server = Command::new(env!("CARGO_BIN_EXE_ludo"))
        .args(["serve", "--port", "0", "--data"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut out = BufReader::new(server.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    let address = line
        .trim()
        .replace("Ludo is ready: http://localhost", "127.0.0.1");

    let exported = export(folder.path(), &[]);
    assert_eq!(exported.status.code(), Some(0), "{exported:?}");
    let exported = String::from_utf8(exported.stdout).unwrap();
    for (number, _) in games {
        let game = GameId([number; 16]);
        let record = get(&address, &format!("/api/games/{game}.ludo"));
        assert!(exported.contains(&record), "{record}");
        let read: Record = record.parse().unwrap();
        assert_eq!(read.tag("Game"), Some(&*game.to_string()));
    }
    // The statistics are read beside the server too, and tell of the same games as the server itself.
    let stats = ludo(&[
        "stats",
        "dice",
        "--json",
        "--data",
        folder.path().to_str().unwrap(),
    ]);
    let read: ludo_protocol::DiceStats = serde_json::from_slice(&stats.stdout).unwrap();
    let served = get(&address, "/api/stats/dice");
    let served: ludo_protocol::DiceStats = serde_json::from_str(&served).unwrap();
    assert!(read.games == 3 && served.games <= 3, "{served:?}");
    if served.games == 3 {
        assert_eq!(served, read);
    }
    assert_eq!(exported.matches("[Game ").count(), 3);

    // Into a file, and what `verify` says of it with the key that the server shows.
    let file = folder.path().join("games.ludo");
    let file = file.to_str().unwrap();
    assert!(export(folder.path(), &["--out", file]).status.success());
    assert_eq!(fs::read_to_string(file).unwrap(), exported);
    let key = get(&address, "/.well-known/ludo-seal");
    let verified = ludo(&["verify", "--key", key.trim(), file]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");

    server.kill().unwrap();
    server.wait().unwrap();
    // Nobody serves it: the same, and nothing but the games of some days.
    let again = export(folder.path(), &[]);
    assert_eq!(String::from_utf8(again.stdout).unwrap(), exported);
    for (since, count) in [
        ("2026-12-23", 3),
        ("2026-12-24", 2),
        ("2026-12-25", 1),
        ("2026-12-26", 0),
    ] {
        let output = export(folder.path(), &["--since", since]);
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.matches("[Game ").count(), count, "{since}");
    }
}

#[test]
fn what_cannot_be_exported_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let output = export(folder.path(), &["--since", "tomorrow"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("is written as 2026-12-24")
    );
    fs::write(folder.path().join("seal.key"), [1; 32]).unwrap();
    let output = export(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("ludo.db")
    );
    assert!(!folder.path().join("ludo.db").exists());
    let file = folder.path().join("games.ludo");
    let output = export(folder.path(), &["--out", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let left: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().file_name())
        .collect();
    assert_eq!(left, ["seal.key"], "nothing half-done is left");
    data(folder.path(), &[(1, Time(DAY))]);
    let output = export(folder.path(), &["--out", "no/such/folder/games.ludo"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("cannot write no/such/folder")
    );
}

#[test]
fn the_statistics_of_data_and_of_its_records_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let week = 7 * 86_400_000;
    let games = [(1, Time(DAY)), (2, Time(DAY + week)), (3, Time(DAY))];
    data(folder.path(), &games);
    fs::write(folder.path().join("seal.key"), [1; 32]).unwrap();
    let path = folder.path().to_str().unwrap();
    let file = folder.path().join("all.ludo");
    let file = file.to_str().unwrap();
    assert!(export(folder.path(), &["--out", file]).status.success());
    let of_data = ludo(&["stats", "dice", "--json", "--data", path]);
    assert!(of_data.status.success(), "{of_data:?}");
    let of_records = ludo(&["stats", "dice", "--json", file]);
    assert_eq!(of_data.stdout, of_records.stdout);
    let stats: ludo_protocol::DiceStats = serde_json::from_slice(&of_data.stdout).unwrap();
    assert_eq!((stats.games, stats.weeks.len()), (3, 2));
    assert!(stats.kinds.bot.faces.iter().sum::<u64>() > 100);
}

#[test]
fn a_damaged_table_is_told_and_all_others_are_exported_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let games = [(1, Time(DAY)), (2, Time(DAY)), (3, Time(DAY))];
    data(folder.path(), &games);
    fs::write(folder.path().join("seal.key"), [1; 32]).unwrap();
    let code = TableCode::from_entropy([2; 16]);
    // The first event of the second game, by the game's id, is of no kind.
    let file = folder.path().join("ludo.db");
    let mut bytes = fs::read(&file).unwrap();
    let place = |bytes: &[u8], what: &str| {
        bytes
            .windows(what.len())
            .rposition(|window| window == what.as_bytes())
            .unwrap()
    };
    let game = place(&bytes, &format!(r#","game":"{}","tip""#, GameId([2; 16])));
    let event = place(&bytes[..game], r#"{"type":"opened""#);
    bytes[event + 2..event + 6].copy_from_slice(b"tape");
    fs::write(&file, bytes).unwrap();
    let path = folder.path().to_str().unwrap();
    let exported = export(folder.path(), &[]);
    let errors = String::from_utf8(exported.stderr).unwrap();
    assert_eq!(exported.status.code(), Some(1), "{errors}");
    for part in [
        format!("table {code} is damaged"),
        "1 tables are damaged".to_owned(),
        "2 games were written".to_owned(),
    ] {
        assert!(errors.contains(&part), "{part}: {errors}");
    }
    let exported = String::from_utf8(exported.stdout).unwrap();
    for number in [1, 3] {
        let game = GameId([number; 16]).to_string();
        assert_eq!(exported.matches(&game).count(), 1);
    }
    let stats = ludo(&["stats", "dice", "--json", "--data", path]);
    assert_eq!(stats.status.code(), Some(1), "{stats:?}");
    let stats: ludo_protocol::DiceStats = serde_json::from_slice(&stats.stdout).unwrap();
    assert_eq!(stats.games, 2);
}
