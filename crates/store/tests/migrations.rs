//! Databases of every version that there was are brought up to date, and what they hold is played on.
//!
//! `fixtures/` has what older programs left, as SQL: a game in its middle, one that is over, people who wait.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use ludo_protocol::TableCode;
use ludo_rules::{Due, Seat};
use ludo_store::{
    Append, DataFolder, Handover, HandoverHash, HostKey, LostKey, SavedTable, SqliteStore,
    Standing, Store, StoreError, TokenHash,
};
use ludo_table::{Actor, Command, Control, Event, Hand, Member, Phase, Table, Time};

const ANIA: &[u8] = b"142c0c861a8c6ee511f55e886a6ef24504d2437a70d8830137bd8854ad006b23";
const BEN: &[u8] = b"6cc4837aafa7f4cf9b7c155cd67a74ec6896afd4cb6b08294aba21d354a840dc";
const KEY: &str = "e36864c677546fcff47ade29c84b7becf7c363f97057ec6109b02605829932e7";

/// What the program of each version left.
const VERSIONS: [(i64, &[&str]); 6] = [
    (1, &[include_str!("fixtures/schema_1.sql")]),
    (
        2,
        &[
            include_str!("fixtures/schema_1.sql"),
            include_str!("fixtures/schema_2.sql"),
        ],
    ),
    (
        3,
        &[
            include_str!("fixtures/schema_1.sql"),
            include_str!("fixtures/schema_2.sql"),
            include_str!("fixtures/schema_3.sql"),
        ],
    ),
    (
        4,
        &[
            include_str!("fixtures/schema_1.sql"),
            include_str!("fixtures/schema_2.sql"),
            include_str!("fixtures/schema_3.sql"),
            include_str!("fixtures/schema_4.sql"),
        ],
    ),
    (
        5,
        &[
            include_str!("fixtures/schema_1.sql"),
            include_str!("fixtures/schema_2.sql"),
            include_str!("fixtures/schema_3.sql"),
            include_str!("fixtures/schema_4.sql"),
            include_str!("fixtures/schema_5.sql"),
        ],
    ),
    (
        6,
        &[
            include_str!("fixtures/schema_1.sql"),
            include_str!("fixtures/schema_2.sql"),
            include_str!("fixtures/schema_3.sql"),
            include_str!("fixtures/schema_4.sql"),
            include_str!("fixtures/schema_5.sql"),
            include_str!("fixtures/schema_6.sql"),
        ],
    ),
];

fn code(text: &str) -> TableCode {
    text.parse().unwrap()
}

fn connect(file: &Path) -> rusqlite::Connection {
    let connection = rusqlite::Connection::open(file).unwrap();
    connection
        .pragma_update(None, "foreign_keys", false)
        .unwrap();
    connection
}

/// The data folder of an older program.
async fn old(sql: &[&'static str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let connection = connect(&folder.path().join("ludo.db"));
    connection.execute_batch("BEGIN").unwrap();
    for &sql in sql {
        connection.execute_batch(sql).unwrap();
    }
    connection.execute_batch("COMMIT").unwrap();
    connection.close().unwrap();
    let key: Vec<u8> = (0..32)
        .map(|n| u8::from_str_radix(&KEY[2 * n..2 * n + 2], 16).unwrap())
        .collect();
    std::fs::write(folder.path().join("host.key"), key).unwrap();
    folder
}

async fn open(folder: &Path) -> Result<(SqliteStore, HostKey), StoreError> {
    let folder = DataFolder::open(folder).unwrap();
    let store = SqliteStore::open(&folder.database()).await?;
    let key = store.host_key(&folder, [1; 32], LostKey::Refuse).await;
    Ok((store, key.unwrap()))
}

/// The table as its events make it, which are checked by that.
fn fold(saved: &SavedTable) -> Table {
    let mut table = None;
    for stored in &saved.events {
        table = Some(Table::fold(table, &stored.event, stored.at).unwrap());
    }
    table.unwrap()
}

/// Plays the seat of Ania on, with the dice of the chain that the old program sealed.
async fn play_on(store: &SqliteStore, key: &HostKey) -> u64 {
    let code = code("7RRZTK");
    let saved = store.load(code, true).await.unwrap().unwrap();
    let mut table = fold(&saved);
    let sealed = store.secret(table.game()).await.unwrap().unwrap();
    let chain = ludo_dice::Chain::new(key.open(table.game(), &sealed).unwrap());
    assert_eq!(chain.tip(), table.server_tip());
    let mut seq = saved.head.seq;
    for _ in 0..3 {
        assert_eq!(table.actor(), Some((Seat::Red, Control::Owner)));
        let step = table.step();
        let command = match table.position().unwrap().due() {
            Due::Roll { .. } => Command::Roll {
                step,
                roll: table.dice().unwrap().next_roll(),
                link: None,
            },
            _ => Command::Move {
                step,
                mv: table.choices()[0],
            },
        };
        let hand = Hand {
            server_link: table.server_link().and_then(|number| chain.link(number)),
            ..Hand::default()
        };
        let at = table.changed_at();
        let events = table.decide(Actor::Member(Member(1)), &command, at, &hand);
        let events = events.unwrap();
        for event in &events {
            table.apply(event, at).unwrap();
        }
        let append = Append {
            code,
            expected: seq,
            at,
            events,
            origin: None,
            joined: None,
            answer: None,
            secret: None,
            spent: None,
            wake_at: None,
            standing: Standing::Running,
            summary: String::new(),
            base: None,
        };
        seq = append.last();
        store.append(append).await.unwrap();
        if table.turn() != Some(Seat::Red) {
            break;
        }
    }
    let saved = store.load(code, true).await.unwrap().unwrap();
    assert!(fold(&saved) == table, "what is stored is what was played");
    seq
}

#[tokio::test]
async fn data_of_every_version_is_brought_up_to_date_and_played_on() {
    for (version, sql) in VERSIONS {
        let folder = old(sql).await;
        let (store, key) = open(folder.path()).await.unwrap();
        let (playing, waiting) = (code("7RRZTK"), code("NQA4MZ"));
        assert_eq!(
            store.tables(None, 10).await.unwrap(),
            [playing, waiting],
            "{version}"
        );

        // People are known by their tokens, with the tables at which they are.
        let ania = store.person(TokenHash::of(ANIA)).await.unwrap().unwrap();
        let ben = store.person(TokenHash::of(BEN)).await.unwrap().unwrap();
        assert_ne!(ania, ben);
        let tables = store.tables_of(ania, 10).await.unwrap();
        assert_eq!(tables.len(), 2);
        assert_eq!(store.opened_by(ania).await.unwrap(), 1);

        // The whole history folds, and from the base too.
        let saved = store.load(playing, true).await.unwrap().unwrap();
        let table = fold(&saved);
        assert_eq!(table.phase(), Phase::Playing);
        let over = |event: &&ludo_store::StoredEvent| matches!(event.event, Event::Over { .. });
        assert_eq!(saved.events.iter().filter(over).count(), 1);
        let short = store.load(playing, false).await.unwrap().unwrap();
        let base = short.base.unwrap();
        let mut from_base: Table = serde_json::from_str(&base.state).unwrap();
        for stored in &short.events {
            from_base.apply(&stored.event, stored.at).unwrap();
        }
        assert!(from_base == table, "version {version}");
        let saved = store.load(waiting, true).await.unwrap().unwrap();
        assert_eq!(fold(&saved).phase(), Phase::Waiting);
        assert_eq!(saved.members.len(), 2);

        // Games are found, those of before too.
        let games: Vec<_> = store.load(playing, true).await.unwrap().unwrap().events;
        let games = games.iter().filter_map(|stored| match &stored.event {
            Event::Opened { game, .. } | Event::Rematch { game, .. } => Some(*game),
            _ => None,
        });
        let games: Vec<_> = games.collect();
        assert_eq!(games.len(), 2);
        for game in games {
            assert_eq!(store.table_of_game(game).await.unwrap(), Some(playing));
        }

        // The game that was over wants its dice to be counted.
        let ended = store.uncounted(10).await.unwrap();
        let [game] = ended[..] else {
            panic!("version {version}: {ended:?}")
        };
        assert_eq!(game.code, playing);
        let events = store.events(playing, game.begun - 1, 10_000).await.unwrap();
        assert!(matches!(events[0].event, Event::Begun { .. }));
        let over = &events[usize::try_from(game.over - game.begun).unwrap()];
        assert!(matches!(over.event, Event::Over { .. }));
        assert_eq!(store.dice_counts().await.unwrap(), []);

        // It goes on: the game, another device, and all of it once more.
        let seq = play_on(&store, &key).await;
        let hash = HandoverHash::of(b"code");
        let handover = Handover {
            code: hash,
            person: ania,
            at: Time(1),
            until: Time(9),
        };
        store.make_handover(handover).await.unwrap();
        let phone = TokenHash::of(b"phone");
        let taken = store.take_handover(hash, phone, Time(2)).await.unwrap();
        assert_eq!(taken.map(|device| device.person), Some(ania));
        store.close().await;
        let (store, _) = open(folder.path()).await.unwrap();
        assert_eq!(store.head(playing).await.unwrap().unwrap().seq, seq);
        for token in [TokenHash::of(ANIA), phone] {
            assert_eq!(store.person(token).await.unwrap(), Some(ania));
        }
        store.close().await;

        // A token lies in one place.
        let file = folder.path().join("ludo.db");
        let connection = connect(&file);
        let twice = "SELECT COUNT(*) FROM people JOIN tokens ON people.token = tokens.token";
        let twice: i64 = connection.query_row(twice, (), |row| row.get(0)).unwrap();
        assert_eq!(twice, 0);
        connection.close().unwrap();
    }
}

#[tokio::test]
async fn a_migration_that_fails_half_way_leaves_the_data_as_it_was() {
    for (version, sql) in VERSIONS.into_iter().filter(|(version, _)| *version < 6) {
        let folder = old(sql).await;
        let file = folder.path().join("ludo.db");
        let connection = connect(&file);
        // In the way of the last thing that version 6 makes.
        let block = "CREATE TABLE journal (something BIGINT)";
        connection.execute_batch(block).unwrap();
        connection.close().unwrap();
        let before = contents(&file);
        let error = SqliteStore::open(&file).await.unwrap_err();
        assert!(error.to_string().contains("journal"), "{error}");
        assert_eq!(contents(&file), before, "version {version}");
        let connection = connect(&file);
        connection.execute_batch("DROP TABLE journal").unwrap();
        connection.close().unwrap();
        open(folder.path()).await.unwrap().0.close().await;
    }
}

#[tokio::test]
async fn an_event_that_cannot_be_read_stops_a_migration_and_is_named() {
    let folder = old(VERSIONS[1].1).await;
    let file = folder.path().join("ludo.db");
    let connection = connect(&file);
    let damage =
        r#"UPDATE events SET event = '{"type":"opened","x' WHERE seq = 1 AND code = 'NQA4MZ'"#;
    connection.execute_batch(damage).unwrap();
    connection.close().unwrap();
    let before = contents(&file);
    let error = SqliteStore::open(&file).await.unwrap_err();
    assert!(
        error.to_string().contains("event 1 of table NQA4MZ"),
        "{error}"
    );
    assert_eq!(contents(&file), before);
}

/// Tables of a database, with how many rows each has, and the tokens in the first one.
fn contents(file: &Path) -> Vec<(String, i64)> {
    let connection = connect(file);
    let texts = |sql: &str| -> Vec<String> {
        let mut statement = connection.prepare(sql).unwrap();
        let rows = statement.query_map((), |row| row.get(0)).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    };
    let count = |sql: String| connection.query_row(&sql, (), |row| row.get::<_, i64>(0));
    let tables = texts("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
    let indexes = texts("SELECT name FROM sqlite_master WHERE type <> 'table' ORDER BY name");
    let tokens = texts("SELECT token FROM people ORDER BY id");
    let rows = tables.into_iter().map(|table| {
        let rows = count(format!("SELECT COUNT(*) FROM {table}")).unwrap();
        (table, rows)
    });
    rows.chain(indexes.into_iter().map(|index| (index, 0)))
        .chain(tokens.into_iter().map(|token| (token, 1)))
        .collect()
}
