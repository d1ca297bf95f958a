//! What only a store on disk does.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod suite;

use std::path::Path;
use std::sync::Arc;

use ludo_dice::{GameId, Secret};
use ludo_store::{
    Append, Archive, Create, DataFolder, DiceCount, HostKey, KeyError, LostKey, SqliteStore, Store,
    StoreError, TokenHash,
};
use ludo_table::{End, Event, Member, Time};
use suite::{ANIA, Shared, append, code, create, event, opened, people, renamed};

async fn open(file: &Path) -> Shared {
    Arc::new(SqliteStore::open(file).await.unwrap())
}

#[tokio::test]
async fn everything_is_there_after_reopening() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let store = open(&file).await;
    people(&store).await;
    create(&store, 1).await.unwrap();
    for seq in 1..=20 {
        store
            .append(event(code(1), seq, renamed(1, "A")))
            .await
            .unwrap();
    }
    let before = store.load(code(1), false).await.unwrap().unwrap();
    store.close().await;
    assert_eq!(
        store.append(append(code(1), 21)).await,
        Err(StoreError::Stopped)
    );

    let store = open(&file).await;
    assert_eq!(store.load(code(1), false).await.unwrap(), Some(before));
    assert_eq!(
        store.person(TokenHash::of(b"ania")).await.unwrap(),
        Some(ANIA)
    );
    assert_eq!(create(&store, 1).await, Err(StoreError::CodeTaken(code(1))));
}

#[tokio::test]
async fn what_was_acknowledged_survives_a_store_that_is_never_closed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let store = open(&file).await;
    people(&store).await;
    create(&store, 1).await.unwrap();
    // As after a power cut: the files as they are now, without anything that closing would do.
    let copy = tempfile::tempdir().unwrap();
    for name in ["ludo.db", "ludo.db-wal"] {
        std::fs::copy(folder.path().join(name), copy.path().join(name)).unwrap();
    }
    let copied = open(&copy.path().join("ludo.db")).await;
    assert_eq!(
        copied
            .load(code(1), false)
            .await
            .unwrap()
            .unwrap()
            .events
            .len(),
        1
    );
}

/// Rows of a table in the file, seen by a connection of the test's own.
fn rows(file: &Path, of: &str) -> i64 {
    let sql = format!("SELECT COUNT(*) FROM {of}");
    let connection = connect(file);
    let count = connection.query_row(&sql, (), |row| row.get(0)).unwrap();
    connection.close().unwrap();
    count
}

#[tokio::test]
async fn what_is_written_to_the_journal_is_read_at_once_and_settled_when_there_is_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let store = open(&file).await;
    people(&store).await;
    create(&store, 1).await.unwrap();
    create(&store, 2).await.unwrap();
    let next = |seq: u64| Append {
        origin: suite::origin(ANIA, &format!("c{seq}")),
        ..event(code(1), seq, renamed(1, &format!("N{seq}")))
    };
    // More than is settled at once for being many.
    for seq in 1..=200 {
        store.append(next(seq)).await.unwrap();
        let head = store.head(code(1)).await.unwrap().unwrap();
        assert_eq!((head.seq, head.summary), (seq + 1, format!("after {seq}")));
        let last = store.events(code(1), seq, 5).await.unwrap();
        assert_eq!(last.len(), 1, "{last:?}");
        assert_eq!(last[0].event, renamed(1, &format!("N{seq}")));
        let done = store
            .command(code(1), ANIA, suite::command(&format!("c{seq}")))
            .await;
        assert_eq!(done.unwrap().unwrap().seq, seq + 1);
        let again = store.append(next(seq)).await;
        assert!(matches!(again, Err(StoreError::Repeated(_))), "{again:?}");
    }
    let before = store.load(code(1), false).await.unwrap().unwrap();
    assert_eq!(before.events.len(), 201);
    // Nothing more comes: it goes by itself, whole.
    while rows(&file, "journal") > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(rows(&file, "events"), 202);
    assert_eq!(rows(&file, "commands"), 200);
    assert_eq!(store.load(code(1), false).await.unwrap(), Some(before));
    let again = store.append(next(7)).await;
    assert!(matches!(again, Err(StoreError::Repeated(_))), "{again:?}");
}

#[tokio::test]
async fn what_a_killed_server_left_in_the_journal_is_whole_for_whoever_comes_next() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let store = open(&file).await;
    people(&store).await;
    create(&store, 1).await.unwrap();
    store.close().await;
    let connection = connect(&file);
    // As it is left: nothing of it has come to its place.
    let left = r#"INSERT INTO journal (code, seq, at, person, command, digest, event, private, summary)
        SELECT code, 2, 5000, NULL, NULL, NULL, '{"type":"renamed","member":1,"name":"A"}', NULL, NULL FROM tables;
        INSERT INTO journal (code, seq, at, person, command, digest, event, private, summary)
        SELECT code, 3, 5000, opened_by, 'c1', '0123456789abcdef',
            '{"type":"renamed","member":1,"name":"B"}', NULL, 'the newest' FROM tables"#;
    connection.execute_batch(left).unwrap();
    connection.close().unwrap();

    // Beside any server.
    let archive = Archive::open(&file).await.unwrap();
    assert_eq!(archive.events(code(1), 0, 10).await.unwrap().len(), 3);
    let changed = archive.tables(Time(5000), None, 10).await;
    assert_eq!(changed.unwrap(), [code(1)]);
    archive.close().await;

    let store = open(&file).await;
    let saved = store.load(code(1), false).await.unwrap().unwrap();
    assert_eq!((saved.head.seq, saved.events.len()), (3, 3));
    assert_eq!(saved.head.summary, "the newest");
    let done = store.command(code(1), ANIA, suite::command("c1")).await;
    assert_eq!(done.unwrap().unwrap().seq, 3);
    let stale = store.append(event(code(1), 1, renamed(1, "C"))).await;
    assert!(matches!(stale, Err(StoreError::Stale { .. })), "{stale:?}");
    store
        .append(event(code(1), 3, renamed(1, "C")))
        .await
        .unwrap();
    store.close().await;
    assert_eq!((rows(&file, "journal"), rows(&file, "events")), (0, 4));
}

#[tokio::test]
async fn events_come_in_order_from_where_they_are_settled_and_from_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let store = open(&file).await;
    people(&store).await;
    create(&store, 1).await.unwrap();
    create(&store, 2).await.unwrap();
    for seq in 1..=2 {
        for table in 1..=2 {
            let next = event(code(table), seq, renamed(1, "A"));
            store.append(next).await.unwrap();
        }
    }
    store.close().await;
    let connection = connect(&file);
    // What waits, and one that is done with and not removed yet.
    let left = r#"INSERT INTO journal (code, seq, at, event)
        SELECT code, 3, 5000, '{"type":"renamed","member":1,"name":"B"}' FROM tables;
        INSERT INTO journal (code, seq, at, event, summary)
        SELECT code, 4, 5000, '{"type":"renamed","member":1,"name":"B"}', 'newer' FROM tables;
        INSERT INTO journal (code, seq, at, event, summary)
        SELECT code, 5, 5000, '{"type":"renamed","member":1,"name":"B"}', 'newest' FROM tables;"#;
    connection.execute_batch(left).unwrap();
    connection.close().unwrap();
    // It reads only, so nothing of it is settled.
    let archive = Archive::open(&file).await.unwrap();
    for (after, limit) in (0..=6).flat_map(|after| (0..=6).map(move |limit| (after, limit))) {
        let events = archive.events(code(1), after, limit).await.unwrap();
        let seqs: Vec<_> = events.iter().map(|event| event.seq).collect();
        let right: Vec<_> = (after + 1..=5).take(limit as usize).collect();
        assert_eq!(seqs, right, "{limit} after {after}");
    }
    archive.close().await;
}

/// The journal has only the beginning of a summary that is new.
#[tokio::test]
async fn a_summary_is_whole_before_it_is_settled_and_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let store = open(&file).await;
    people(&store).await;
    create(&store, 1).await.unwrap();
    let joins = Append {
        origin: suite::origin(ANIA, "joins"),
        joined: Some(Member(1)),
        summary: "at 1, red: Zo\u{eb} and \u{10d}".to_owned(),
        ..event(code(1), 1, renamed(1, "A"))
    };
    store.append(joins).await.unwrap();
    let summaries = [
        "at 2, green: Zo\u{eb} and \u{10d}",
        "at 3, green: Zo\u{eb} and \u{10d}",
        // Half of its last letter is as before.
        "at 4, green: Zo\u{eb} and \u{14d}",
        "\u{10d}",
        "",
        "all of it is another one",
        "with a \0 zero: Zo\u{eb} and \u{10d}",
        "at 9, red: Zo\u{eb} and \u{10d}",
        "at 9, red: Zo\u{eb} and \u{10d}",
    ];
    for (summary, seq) in summaries.into_iter().zip(2..) {
        let next = Append {
            summary: summary.to_owned(),
            ..event(code(1), seq, renamed(1, "A"))
        };
        store.append(next).await.unwrap();
        let head = store.head(code(1)).await.unwrap().unwrap();
        assert_eq!(head.summary, summary);
        let own = store.tables_of(ANIA, 5).await.unwrap();
        assert_eq!(own[0].summary, summary);
    }
    for summary in summaries {
        let seq = store.head(code(1)).await.unwrap().unwrap().seq;
        let next = Append {
            summary: summary.to_owned(),
            ..event(code(1), seq, renamed(1, "A"))
        };
        store.append(next).await.unwrap();
        while rows(&file, "journal") > 0 {
            tokio::task::yield_now().await;
        }
        let head = store.head(code(1)).await.unwrap().unwrap();
        assert_eq!(head.summary, summary);
    }
}

/// Rows of table 1 wait in the journal; then `damage` comes to the file. All other tables must be played on, and whatever
/// waits of table 1 stays there.
async fn is_set_aside(damage: &str, waits: i64) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let store = open(&file).await;
    people(&store).await;
    for table in 1..=3 {
        create(&store, table).await.unwrap();
    }
    store.close().await;
    let connection = connect(&file);
    let left = r#"INSERT INTO journal (code, seq, at, person, command, digest, event, private, summary)
        SELECT code, 2, 5000, opened_by, 'c1', '0123456789abcdef',
            '{"type":"renamed","member":1,"name":"B"}', NULL, 'newer' FROM tables;
        INSERT INTO journal (code, seq, at, person, command, digest, event, private, summary)
        SELECT code, 3, 5000, opened_by, 'c2', '0123456789abcdef',
            '{"type":"renamed","member":1,"name":"B"}', NULL, 'newest' FROM tables;"#;
    connection.execute_batch(left).unwrap();
    let one = code(1).to_string();
    connection
        .execute_batch(&damage.replace("$1", &format!("'{one}'")))
        .unwrap();
    connection.close().unwrap();

    let store = open(&file).await;
    // More than may wait of a table.
    let seqs = 3..100;
    for seq in seqs.clone() {
        let (a, b, of_damaged) = tokio::join!(
            store.append(event(code(2), seq, renamed(1, "A"))),
            store.append(event(code(3), seq, renamed(1, "A"))),
            store.append(event(code(1), seq, renamed(1, "A"))),
        );
        assert_eq!((a, b), (Ok(()), Ok(())), "{damage}");
        let of_damaged = of_damaged.unwrap_err().to_string();
        assert!(of_damaged.contains(&one), "{damage}: {of_damaged}");
    }
    store.ready().await.unwrap();
    // What is not damaged is settled when there is time.
    while rows(&file, "journal") > waits {
        tokio::task::yield_now().await;
    }
    for table in [2, 3] {
        let saved = store.load(code(table), false).await.unwrap().unwrap();
        assert_eq!(saved.head.seq, seqs.end, "{damage}");
    }
    store.close().await;
    assert_eq!(rows(&file, "journal"), waits, "{damage}");
    let store = open(&file).await;
    store
        .append(event(code(2), seqs.end, renamed(1, "A")))
        .await
        .unwrap();
    store.close().await;
    assert_eq!(rows(&file, "journal"), waits, "{damage}");
}

#[tokio::test]
async fn a_table_whose_journal_is_damaged_stops_no_other() {
    for (damage, waits) in [
        (
            "INSERT INTO events (code, seq, at, event) VALUES ($1, 3, 5000, '{}')",
            2,
        ),
        (
            "INSERT INTO commands (code, person, command, seq, digest)
             SELECT code, person, command, 1, digest FROM journal WHERE code = $1 AND command = 'c1'",
            2,
        ),
        (
            "UPDATE journal SET summary = NULL WHERE code = $1 AND seq = 3",
            2,
        ),
        (
            "UPDATE journal SET digest = 'none' WHERE code = $1 AND seq = 2",
            2,
        ),
        (
            "UPDATE journal SET person = NULL, digest = x'ff' WHERE code = $1 AND seq = 3",
            2,
        ),
        ("UPDATE journal SET seq = 'two' WHERE code = $1 AND seq = 2", 2),
        ("UPDATE journal SET seq = 9 WHERE code = $1 AND seq = 3", 2),
        ("DELETE FROM journal WHERE code = $1 AND seq = 2", 1),
        ("UPDATE tables SET wake_at = 'soon' WHERE code = $1", 2),
        ("UPDATE tables SET seq = 'one' WHERE code = $1", 2),
        ("UPDATE tables SET seq = x'01' WHERE code = $1", 2),
    ] {
        is_set_aside(damage, waits).await;
    }
}

/// Where the database as a whole is damaged, no single table is to be taken for it.
#[tokio::test]
async fn damage_that_stops_every_write_is_no_damage_to_the_table_that_was_to_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let store = open(&file).await;
    people(&store).await;
    create(&store, 1).await.unwrap();
    create(&store, 2).await.unwrap();
    store.close().await;
    let connection = connect(&file);
    let number = |sql| connection.query_row(sql, (), |row| row.get::<_, u32>(0));
    let size = number("PRAGMA page_size").unwrap() as usize;
    let page =
        number("SELECT rootpage FROM sqlite_schema WHERE name = 'journal'").unwrap() as usize;
    connection.close().unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[(page - 1) * size..page * size].fill(0xff);
    std::fs::write(&file, bytes).unwrap();

    let store = open(&file).await;
    let (one, two) = tokio::join!(
        store.append(event(code(1), 1, renamed(1, "A"))),
        store.append(event(code(2), 1, renamed(1, "A"))),
    );
    for error in [one, two, store.ready().await] {
        let error = error.unwrap_err();
        assert!(!error.is_damage() && !error.is_of_one_table(), "{error:?}");
    }
    store.close().await;
}

#[tokio::test]
async fn a_second_store_on_the_same_file_does_not_make_history_fork() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let (one, two) = (open(&file).await, open(&file).await);
    people(&one).await;
    create(&one, 1).await.unwrap();
    let mut passed = 0;
    for seq in 1..=20 {
        let (a, b) = tokio::join!(
            one.append(event(code(1), seq, renamed(1, "A"))),
            two.append(event(code(1), seq, renamed(1, "B")))
        );
        passed += u32::from(a.is_ok()) + u32::from(b.is_ok());
        assert!(a.is_ok() != b.is_ok(), "{a:?} {b:?}");
    }
    assert_eq!(passed, 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_stays_short_while_there_is_always_something_to_write() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder.path().join("ludo.db")).await;
    people(&store).await;
    let tables: Vec<_> = (0..8)
        .map(|table| {
            let store = store.clone();
            tokio::spawn(async move {
                create(&store, table).await.unwrap();
                for seq in 1..=60 {
                    // Long rows, all new: the log would come to more than twice what it may.
                    let next = Append {
                        summary: char::from(b'a' + seq as u8 % 26)
                            .to_string()
                            .repeat(200_000),
                        ..event(code(table), seq, renamed(1, "A"))
                    };
                    store.append(next).await.unwrap();
                }
            })
        })
        .collect();
    for table in tables {
        table.await.unwrap();
    }
    let log = folder.path().join("ludo.db-wal").metadata().unwrap().len();
    assert!(log < 45_000_000, "{log}");
    store.close().await;
}

#[tokio::test]
async fn data_of_a_newer_program_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    open(&file).await.close().await;
    let connection = connect(&file);
    connection
        .execute_batch("INSERT INTO versions (version) VALUES (999)")
        .unwrap();
    connection.close().unwrap();
    let error = SqliteStore::open(&file).await.unwrap_err();
    assert_eq!(
        error,
        StoreError::TooNew {
            found: 999,
            known: 7
        }
    );
    assert!(error.to_string().contains("use a newer program"), "{error}");
}

#[tokio::test]
async fn damage_is_told_and_not_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let store = open(&file).await;
    people(&store).await;
    create(&store, 1).await.unwrap();
    for seq in 1..=3 {
        store
            .append(event(code(1), seq, renamed(1, "A")))
            .await
            .unwrap();
    }
    // Whatever waits in the journal is where it belongs then.
    store.close().await;
    let store = open(&file).await;
    let connection = connect(&file);
    connection
        .execute_batch("UPDATE events SET event = '{}' WHERE seq = 2")
        .unwrap();
    let broken = store.load(code(1), false).await.unwrap_err();
    assert!(broken.to_string().contains("event 2 of table"), "{broken}");
    connection
        .execute_batch("DELETE FROM events WHERE seq = 2")
        .unwrap();
    let missing = store.load(code(1), false).await.unwrap_err();
    assert!(
        missing
            .to_string()
            .contains("events 1 to 4 are not all there"),
        "{missing}"
    );
    connection
        .execute_batch("UPDATE tables SET standing = 7")
        .unwrap();
    assert!(matches!(
        store.head(code(1)).await,
        Err(StoreError::Corrupt { .. })
    ));
    connection.close().unwrap();
}

/// A value of another type than its column's, or a page that is not as it was written, is damage: nobody tries again what
/// cannot get better. All else goes on.
#[tokio::test]
async fn a_value_of_the_wrong_type_is_damage_to_its_table_alone() {
    for damage in [
        "UPDATE tables SET seq = 'four' WHERE code = $1",
        "UPDATE tables SET seq = x'04' WHERE code = $1",
        "UPDATE tables SET seq = -1 WHERE code = $1",
        "UPDATE tables SET standing = 'running' WHERE code = $1",
        "UPDATE tables SET summary = x'ff' WHERE code = $1",
        "UPDATE tables SET wake_at = 1.5 WHERE code = $1",
        "UPDATE tables SET wake_at = -5 WHERE code = $1",
        "UPDATE events SET seq = 'two' WHERE code = $1 AND seq = 2",
        "UPDATE events SET at = 'then' WHERE code = $1 AND seq = 2",
        "UPDATE events SET event = x'00ff' WHERE code = $1 AND seq = 2",
        "UPDATE events SET event = CAST(x'ff' AS TEXT) WHERE code = $1 AND seq = 2",
        "INSERT INTO memberships (person, code, member, joined_at) SELECT opened_by, code, 'first', 5 FROM tables WHERE code = $1",
        "INSERT INTO memberships (person, code, member, joined_at, gone_at) SELECT opened_by, code, 1, 5, 'long ago' FROM tables WHERE code = $1",
        "INSERT INTO bases (code, seq, state) VALUES ($1, 'three', '{}')",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ludo.db");
        let store = open(&file).await;
        people(&store).await;
        for table in 1..=3 {
            create(&store, table).await.unwrap();
            store
                .append(event(code(table), 1, renamed(1, "A")))
                .await
                .unwrap();
        }
        store.close().await;
        let connection = connect(&file);
        let statement = damage.replace("$1", &format!("'{}'", code(2)));
        assert_eq!(connection.execute(&statement, ()).unwrap(), 1, "{damage}");
        connection.close().unwrap();
        let store = open(&file).await;
        let error = store.load(code(2), false).await.unwrap_err();
        assert!(error.is_damage(), "{damage}: {error:?}");
        for table in [1, 3] {
            store
                .append(event(code(table), 2, renamed(1, "B")))
                .await
                .unwrap();
        }
        // Whatever is due of the others comes.
        let due = store.due(None, Time(70_000), 10).await.unwrap();
        for table in [1, 3] {
            assert!(due.iter().any(|due| due.code == code(table)), "{damage}");
        }
        store.close().await;
    }
}

/// Nor do all tables of a person vanish from their list for one of them.
#[tokio::test]
async fn a_list_leaves_out_what_is_damaged_and_has_the_rest() {
    for damage in [
        "UPDATE memberships SET member = 'first' WHERE code = $1",
        "UPDATE memberships SET member = -1 WHERE code = $1",
        "UPDATE tables SET summary = x'ff' WHERE code = $1",
        "UPDATE tables SET summary = CAST(x'ff' AS TEXT) WHERE code = $1",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ludo.db");
        let store = open(&file).await;
        people(&store).await;
        for table in 1..=3 {
            create(&store, table).await.unwrap();
            let joins = Append {
                origin: suite::origin(ANIA, "joins"),
                joined: Some(Member(1)),
                ..event(code(table), 1, renamed(1, "A"))
            };
            store.append(joins).await.unwrap();
        }
        store.close().await;
        let connection = connect(&file);
        let statement = damage.replace("$1", &format!("'{}'", code(2)));
        assert_eq!(connection.execute(&statement, ()).unwrap(), 1, "{damage}");
        connection.close().unwrap();
        let store = open(&file).await;
        // Nor does it take the place of another one.
        let own = store.tables_of(ANIA, 2).await.unwrap();
        let mut own: Vec<_> = own.iter().map(|own| own.code).collect();
        own.sort_by_key(ToString::to_string);
        assert_eq!(own, [code(1), code(3)], "{damage}");
        store.close().await;
    }
}

/// A game that is over and whose row is damaged is not counted; all others are, and what was counted is known.
#[tokio::test]
async fn a_damaged_row_of_the_statistics_stops_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let store = open(&file).await;
    people(&store).await;
    for table in 1..=3 {
        create(&store, table).await.unwrap();
        let over = Event::Over {
            places: Vec::new(),
            end: End::Abandoned,
        };
        store.append(event(code(table), 1, over)).await.unwrap();
    }
    let mut ended = store.uncounted(10).await.unwrap();
    let day = DiceCount {
        day: 20_000,
        name: "bot 6".to_owned(),
        count: 7,
    };
    let counted = ended.remove(0);
    store.count_dice(counted, vec![day.clone()]).await.unwrap();
    store.close().await;
    let connection = connect(&file);
    connection
        .pragma_update(None, "foreign_keys", false)
        .unwrap();
    let damaged = ended.remove(0).code;
    for damage in [
        &format!("UPDATE uncounted SET seq = 'two' WHERE code = '{damaged}'"),
        "INSERT INTO uncounted (code, seq) VALUES ('!', 3)",
        "INSERT INTO dice_counts (day, name, count) VALUES (-5, 'bot 6', 1)",
        "INSERT INTO dice_counts (day, name, count) VALUES (1, 'bot 6', 'one')",
    ] {
        assert_eq!(connection.execute(damage, ()).unwrap(), 1, "{damage}");
    }
    connection.close().unwrap();

    let store = open(&file).await;
    // Nor do those that are damaged take the place of another one.
    assert_eq!(store.uncounted(1).await.unwrap(), ended);
    assert_eq!(store.dice_counts().await.unwrap(), [day]);
}

#[tokio::test]
async fn secrets_and_tokens_are_not_in_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let store = open(&file).await;
    let token = b"0123456789abcdef-a-token-that-is-nowhere";
    store
        .add_person(ANIA, TokenHash::of(token), Time(1))
        .await
        .unwrap();
    let key = HostKey::from_entropy([5; 32]);
    let secret: [u8; 32] = std::array::from_fn(|n| 0xa1 + n as u8);
    let game = GameId([1; 16]);
    let sealed = key.seal(game, &Secret::from_entropy(secret), [6; 24]);
    let text = sealed.to_string();
    let append = Append {
        secret: Some((game, sealed)),
        ..event(code(1), 0, opened(1))
    };
    store
        .create(Create {
            append,
            opened_by: ANIA,
        })
        .await
        .unwrap();

    let hex: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    let holds = |needle: &[u8]| -> bool {
        std::fs::read_dir(folder.path()).unwrap().any(|entry| {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            bytes.windows(needle.len()).any(|window| window == needle)
        })
    };
    assert!(holds(text.as_bytes()), "the search would find it");
    for needle in [
        &secret[..],
        hex.as_bytes(),
        hex.to_uppercase().as_bytes(),
        token,
    ] {
        assert!(!holds(needle));
    }
    // Once it is spent, it is wiped, not only unlinked.
    store
        .append(Append {
            spent: Some(game),
            ..event(code(1), 1, renamed(1, "A"))
        })
        .await
        .unwrap();
    store.close().await;
    assert!(!holds(text.as_bytes()));
}

#[tokio::test]
async fn readiness_is_a_true_write() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let store = open(&file).await;
    let length = || {
        std::fs::metadata(folder.path().join("ludo.db-wal"))
            .unwrap()
            .len()
    };
    for _ in 0..2 {
        let before = length();
        store.ready().await.unwrap();
        assert!(length() > before, "nothing came to the disk");
    }
    let connection = connect(&file);
    connection
        .execute_batch(
            "CREATE TRIGGER full BEFORE UPDATE ON health
             BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
        )
        .unwrap();
    let error = store.ready().await.unwrap_err();
    assert!(error.to_string().contains("full"), "{error}");
    connection.execute_batch("DROP TRIGGER full").unwrap();
    store.ready().await.unwrap();
    connection.close().unwrap();
}

/// A data folder with the secret of one game, sealed under the key that is in it.
async fn with_a_secret(path: &Path) -> HostKey {
    let folder = DataFolder::open(path).unwrap();
    let store = SqliteStore::open(&folder.database()).await.unwrap();
    let key = store
        .host_key(&folder, [5; 32], LostKey::Refuse)
        .await
        .unwrap();
    let game = GameId([1; 16]);
    let sealed = key.seal(game, &Secret::from_entropy([3; 32]), [6; 24]);
    store
        .add_person(ANIA, TokenHash::of(b"ania"), Time(1))
        .await
        .unwrap();
    let append = Append {
        secret: Some((game, sealed)),
        ..event(code(1), 0, opened(1))
    };
    let opened_by = ANIA;
    store.create(Create { append, opened_by }).await.unwrap();
    store.close().await;
    key
}

/// The key as a server that starts gets it.
async fn key_at_start(path: &Path, entropy: u8, lost: LostKey) -> Result<HostKey, KeyError> {
    let folder = DataFolder::open(path).unwrap();
    let store = SqliteStore::open(&folder.database()).await.unwrap();
    let key = store.host_key(&folder, [entropy; 32], lost).await;
    store.close().await;
    key
}

#[tokio::test]
async fn a_missing_key_that_games_need_is_not_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    with_a_secret(path).await;
    key_at_start(path, 8, LostKey::Refuse).await.unwrap();
    let file = path.join("host.key");
    std::fs::remove_file(&file).unwrap();
    let error = key_at_start(path, 8, LostKey::Refuse).await.err().unwrap();
    assert!(matches!(error, KeyError::Missing { games: 1, .. }));
    for part in [
        file.to_str().unwrap(),
        "missing",
        "from the backup",
        "--new-key",
        "abandoned",
    ] {
        assert!(error.to_string().contains(part), "{part}: {error}");
    }
    assert!(!file.exists());
    key_at_start(path, 8, LostKey::GiveUp).await.unwrap();
    assert_eq!(std::fs::read(&file).unwrap(), [8; 32]);
    // From now on it is the key of this data.
    key_at_start(path, 9, LostKey::Refuse).await.unwrap();
}

#[tokio::test]
async fn a_wrong_key_is_told_while_games_need_the_right_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    with_a_secret(path).await;
    let file = path.join("host.key");
    std::fs::write(&file, [9; 32]).unwrap();
    for marked in [true, false] {
        if !marked {
            // As an older program leaves it.
            let connection = connect(&path.join("ludo.db"));
            connection.execute_batch("DELETE FROM host_key").unwrap();
            connection.close().unwrap();
        }
        let error = key_at_start(path, 8, LostKey::Refuse).await.err().unwrap();
        assert!(
            matches!(error, KeyError::Wrong { games: 1, .. }),
            "{marked}"
        );
        assert!(error.to_string().contains("--new-key"), "{error}");
        assert_eq!(std::fs::read(&file).unwrap(), [9; 32]);
    }
    std::fs::write(&file, [5; 32]).unwrap();
    key_at_start(path, 8, LostKey::Refuse).await.unwrap();
    // Without unfinished games no key is needed.
    let connection = connect(&path.join("ludo.db"));
    connection.execute_batch("DELETE FROM secrets").unwrap();
    connection.close().unwrap();
    std::fs::write(&file, [9; 32]).unwrap();
    key_at_start(path, 8, LostKey::Refuse).await.unwrap();
}

/// The game whose secret it is cannot go on; all others can.
#[tokio::test]
async fn a_damaged_secret_does_not_keep_the_server_from_starting() {
    for damage in [
        "sealed = 'nothing that is sealed'",
        "sealed = x'ff00'",
        "game = 'none'",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        with_a_secret(path).await;
        let connection = connect(&path.join("ludo.db"));
        connection
            .execute_batch(&format!(
                "INSERT INTO secrets (game, code, sealed) SELECT 'damaged', code, sealed FROM secrets;
                 UPDATE secrets SET {damage} WHERE game = 'damaged'"
            ))
            .unwrap();
        connection.close().unwrap();
        key_at_start(path, 8, LostKey::Refuse).await.unwrap();
        // The other game still needs its key.
        std::fs::remove_file(path.join("host.key")).unwrap();
        let error = key_at_start(path, 8, LostKey::Refuse).await.err().unwrap();
        assert!(
            matches!(error, KeyError::Missing { games: 1, .. }),
            "{damage}"
        );
    }
}

#[tokio::test]
async fn a_damaged_database_is_told_with_its_path_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    open(&file).await.close().await;
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[..200].fill(b'x');
    std::fs::write(&file, bytes).unwrap();
    let error = SqliteStore::open(&file).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
    for part in [file.to_str().unwrap(), "damaged", "backup"] {
        assert!(error.to_string().contains(part), "{part}: {error}");
    }
}

fn connect(file: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(file).unwrap()
}
