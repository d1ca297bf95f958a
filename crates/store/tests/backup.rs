//! What a backup holds and what it leaves out; and a database that others have, or that is damaged.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod suite;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ludo_dice::{GameId, Secret};
use ludo_store::{
    Append, Backup, BackupError, DataFolder, Handover, HandoverHash, HostKey, LostKey,
    RestoreError, SqliteStore, Store, StoreError, TokenHash, restore,
};
use ludo_table::Time;
use sha2::{Digest, Sha256};
use suite::{ANIA, BEN, Shared, append, code, create, event, people, renamed};

const GAME: GameId = GameId([7; 16]);

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn holds(folder: &Path, needle: &str) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        let needle = needle.as_bytes();
        bytes.windows(needle.len()).any(|window| window == needle)
    })
}

/// A data folder in use: one table with a secret, a hand-over that could be taken.
async fn site(data: &Path) -> (DataFolder, Shared, String, HandoverHash) {
    let folder = DataFolder::open(data).unwrap();
    let store = SqliteStore::open(&folder.database()).await.unwrap();
    let key: HostKey = store
        .host_key(&folder, [5; 32], LostKey::Refuse)
        .await
        .unwrap();
    let store: Shared = Arc::new(store);
    people(&store).await;
    create(&store, 1).await.unwrap();
    let sealed = key.seal(GAME, &Secret::from_entropy([3; 32]), [6; 24]);
    let text = sealed.to_string();
    let with_secret = Append {
        secret: Some((GAME, sealed)),
        ..event(code(1), 1, renamed(1, "A"))
    };
    store.append(with_secret).await.unwrap();
    let hash = HandoverHash::of(b"code");
    let handover = Handover {
        code: hash,
        person: BEN,
        at: Time(1),
        until: Time(1_000),
    };
    store.make_handover(handover).await.unwrap();
    (folder, store, text, hash)
}

const fn backup<'a>(data: &'a Path, out: &'a Path) -> Backup<'a> {
    Backup {
        data,
        out,
        with_key: false,
        at: Time(77),
        program: "1.2.3",
    }
}

#[tokio::test]
async fn a_backup_has_everything_but_what_must_not_come_back() {
    let place = tempfile::tempdir().unwrap();
    let (data, out, new) = (
        place.path().join("data"),
        place.path().join("out"),
        place.path().join("new"),
    );
    let (_folder, store, sealed, hash) = site(&data).await;
    let key = Backup {
        with_key: true,
        ..backup(&data, &out)
    };
    let manifest = key.make().await.unwrap();
    assert_eq!((manifest.made_at, manifest.holds_key), (Time(77), true));
    assert_eq!(manifest.program, "1.2.3");
    assert!(holds(&data, &sealed), "the search would find it");
    assert!(holds(&data, &hash.to_string()));
    assert!(!holds(&out, &sealed));
    assert!(!holds(&out, &hash.to_string()));
    // The source has lost nothing.
    assert!(store.secret(GAME).await.unwrap().is_some());

    assert_eq!(restore(&out, &new).await.unwrap(), manifest);
    let folder = DataFolder::open(&new).unwrap();
    let restored = SqliteStore::open(&folder.database()).await.unwrap();
    restored
        .host_key(&folder, [8; 32], LostKey::Refuse)
        .await
        .unwrap();
    let key = std::fs::read(new.join("host.key")).unwrap();
    assert_eq!(key, [5; 32], "the key is the one of the backup");
    assert_eq!(restored.secret(GAME).await.unwrap(), None);
    assert_eq!(restored.handover(hash, Time(2)).await.unwrap(), None);
    let person = restored.person(TokenHash::of(b"ania")).await.unwrap();
    assert_eq!(person, Some(ANIA));
    let (old, now) = (
        store.load(code(1), true).await.unwrap().unwrap(),
        restored.load(code(1), true).await.unwrap().unwrap(),
    );
    assert_eq!((old.events, old.members), (now.events, now.members));
    assert_eq!(now.head.wake_at, Some(Time(0)), "it is looked at at once");
    restored.append(append(code(1), 2)).await.unwrap();
    restored.close().await;
}

#[tokio::test]
async fn what_waits_in_the_journal_goes_along_and_is_settled_where_it_is_restored() {
    let place = tempfile::tempdir().unwrap();
    let (data, out, new) = (
        place.path().join("data"),
        place.path().join("out"),
        place.path().join("new"),
    );
    let (folder, store, ..) = site(&data).await;
    store.close().await;
    let connection = connect(&folder.database());
    // As a killed server leaves it.
    let left = r#"INSERT INTO journal (code, seq, at, person, command, digest, event, private, summary)
        SELECT code, seq + 1, 5000, opened_by, 'c1', '0123456789abcdef',
            '{"type":"renamed","member":1,"name":"B"}', NULL, 'newest' FROM tables"#;
    connection.execute_batch(left).unwrap();
    connection.close().unwrap();
    Backup {
        with_key: true,
        ..backup(&data, &out)
    }
    .make()
    .await
    .unwrap();
    restore(&out, &new).await.unwrap();
    let folder = DataFolder::open(&new).unwrap();
    let restored = SqliteStore::open(&folder.database()).await.unwrap();
    let saved = restored.load(code(1), true).await.unwrap().unwrap();
    assert_eq!((saved.head.seq, saved.events.len()), (3, 3));
    assert_eq!(saved.head.summary, "newest");
    assert_eq!(saved.head.wake_at, Some(Time(0)));
    restored
        .append(event(code(1), 3, renamed(1, "C")))
        .await
        .unwrap();
    restored.close().await;
    let connection = connect(&folder.database());
    let waits = connection.query_row("SELECT COUNT(*) FROM journal", (), |row| row.get(0));
    assert_eq!(waits, Ok(0));
}

#[tokio::test]
async fn an_answer_to_a_begin_does_not_go_along() {
    let place = tempfile::tempdir().unwrap();
    let (data, out) = (place.path().join("data"), place.path().join("out"));
    let (_folder, store, ..) = site(&data).await;
    let seat = ludo_rules::Seat::Red;
    let key = HostKey::from_entropy([5; 32]);
    let sealed = key.seal_answer(GAME, seat, &ludo_dice::Link([9; 32]), [6; 24]);
    let answered = Append {
        answer: Some(sealed.clone().into()),
        origin: suite::origin(ANIA, "answer"),
        ..event(code(1), 2, ludo_table::Event::Answered { seat })
    };
    store.append(answered).await.unwrap();
    let with_key = Backup {
        with_key: true,
        ..backup(&data, &out)
    };
    with_key.make().await.unwrap();
    assert!(
        holds(&data, &sealed.to_string()),
        "the search would find it"
    );
    assert!(!holds(&out, &sealed.to_string()));
    let copy = SqliteStore::open(&out.join("ludo.db")).await.unwrap();
    let events = copy.events(code(1), 2, 1).await.unwrap();
    let private = events[0].private.as_ref().unwrap();
    assert_eq!((private.person, &private.answer), (Some(ANIA), &None));
}

#[tokio::test]
async fn what_a_killed_backup_has_left_is_taken_over() {
    let place = tempfile::tempdir().unwrap();
    let (data, out) = (place.path().join("data"), place.path().join("out"));
    let (_folder, _store, ..) = site(&data).await;
    let left = place.path().join("out.unfinished");
    std::fs::create_dir(&left).unwrap();
    for name in [
        "backup.lock",
        "ludo.db",
        "ludo.db-journal",
        "host.key",
        "manifest.json",
    ] {
        std::fs::write(left.join(name), "half").unwrap();
    }
    // Not while somebody works at it.
    let other = std::fs::File::open(left.join("backup.lock")).unwrap();
    other.lock().unwrap();
    let running = backup(&data, &out).make().await;
    assert!(matches!(running, Err(BackupError::Running(path)) if path == left));
    assert!(
        left.join("manifest.json").exists(),
        "nothing of it is touched"
    );
    drop(other);
    backup(&data, &out).make().await.unwrap();
    assert!(!left.exists());
    let names = |folder: &Path| {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(&out), ["ludo.db", "manifest.json"]);
    restore(&out, &place.path().join("new")).await.unwrap();

    // A folder of that name with something else in it is nobody's backup.
    let (out, left) = (place.path().join("b"), place.path().join("b.unfinished"));
    std::fs::create_dir(&left).unwrap();
    std::fs::write(left.join("thesis.txt"), "mine").unwrap();
    let refused = backup(&data, &out).make().await;
    assert!(matches!(refused, Err(BackupError::Exists(path)) if path == left));
    assert_eq!(std::fs::read(left.join("thesis.txt")).unwrap(), b"mine");
    std::fs::remove_dir_all(&left).unwrap();
    std::fs::write(&left, "a file").unwrap();
    let refused = backup(&data, &out).make().await;
    assert!(matches!(refused, Err(BackupError::Exists(path)) if path == left));
    assert_eq!(std::fs::read(&left).unwrap(), b"a file");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_backups_of_one_name_one_is_made_and_whole() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    let (_folder, _store, ..) = site(&data).await;
    for round in 0..6 {
        let out = place.path().join(format!("out-{round}"));
        let makers: Vec<_> = (0..6)
            .map(|_| {
                let (data, out) = (data.clone(), out.clone());
                tokio::spawn(async move { backup(&data, &out).make().await })
            })
            .collect();
        let mut made = 0;
        for maker in makers {
            match maker.await.unwrap() {
                Ok(_) => made += 1,
                Err(BackupError::Running(_) | BackupError::Exists(_)) => {}
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(made, 1, "round {round}");
        let new = place.path().join(format!("new-{round}"));
        restore(&out, &new).await.unwrap();
    }
}

#[tokio::test]
async fn a_restore_drops_the_secrets_of_whatever_database_it_is_given() {
    let place = tempfile::tempdir().unwrap();
    let (data, new) = (place.path().join("data"), place.path().join("new"));
    let (_folder, store, sealed, _) = site(&data).await;
    store.close().await;
    // As somebody would make one by hand.
    let bytes = std::fs::read(data.join("ludo.db")).unwrap();
    let out = place.path().join("out");
    std::fs::create_dir(&out).unwrap();
    std::fs::write(out.join("ludo.db"), &bytes).unwrap();
    let manifest = format!(
        r#"{{"format": 1, "made_at": 5, "program": "0.0.1", "schema": 7, "holds_key": false,
            "files": [{{"name": "ludo.db", "bytes": {}, "sha256": "{}"}}]}}"#,
        bytes.len(),
        hex(&Sha256::digest(&bytes))
    );
    std::fs::write(out.join("manifest.json"), &manifest).unwrap();
    assert!(holds(&out, &sealed));
    restore(&out, &new).await.unwrap();
    assert!(!holds(&new, &sealed), "wiped, not only unlinked");

    // One that says something else than is in it, or that is of a newer program.
    let other = place.path().join("other");
    let wrong = manifest.replace(r#""schema": 7"#, r#""schema": 2"#);
    std::fs::write(out.join("manifest.json"), wrong).unwrap();
    let error = restore(&out, &other).await.unwrap_err();
    assert!(matches!(error, RestoreError::Damaged { .. }), "{error}");
    let connection = connect(&out.join("ludo.db"));
    let newer = "INSERT INTO versions VALUES (999)";
    connection.execute_batch(newer).unwrap();
    connection.close().unwrap();
    let bytes = std::fs::read(out.join("ludo.db")).unwrap();
    let newer = format!(
        r#"{{"format": 1, "made_at": 5, "program": "9.0.0", "schema": 999, "holds_key": false,
            "files": [{{"name": "ludo.db", "bytes": {}, "sha256": "{}"}}]}}"#,
        bytes.len(),
        hex(&Sha256::digest(&bytes))
    );
    std::fs::write(out.join("manifest.json"), newer).unwrap();
    let error = restore(&out, &other).await.unwrap_err();
    assert!(error.to_string().contains("use a newer program"), "{error}");
    assert!(!other.join("ludo.db").exists());
    assert!(!other.join("ludo.db.unfinished").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_under_load_is_of_one_moment_and_keeps_no_writer_waiting() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    let (_folder, store, ..) = site(&data).await;
    let stop = Arc::new(AtomicBool::new(false));
    let writer = tokio::spawn({
        let (store, stop) = (store.clone(), stop.clone());
        async move {
            let mut seq = 2;
            while !stop.load(Ordering::SeqCst) {
                let next = Append {
                    events: vec![renamed(1, "A"), renamed(1, "B")],
                    ..append(code(1), seq)
                };
                store.append(next).await.unwrap();
                seq += 2;
            }
            seq
        }
    });
    let mut seen = 0;
    for n in 0..5 {
        let (out, new) = (
            place.path().join(format!("out {n}")),
            place.path().join(format!("new {n}")),
        );
        let before = store.head(code(1)).await.unwrap().unwrap().seq;
        backup(&data, &out).make().await.unwrap();
        restore(&out, &new).await.unwrap();
        let restored = SqliteStore::open(&new.join("ludo.db")).await.unwrap();
        let saved = restored.load(code(1), true).await.unwrap().unwrap();
        assert!(saved.head.seq >= before, "what was there before is in it");
        assert_eq!(saved.head.seq % 2, 0, "no half append");
        seen = saved.head.seq;
        restored.close().await;
    }
    stop.store(true, Ordering::SeqCst);
    assert!(writer.await.unwrap() >= seen);
}

#[tokio::test]
async fn a_backup_that_fails_leaves_nothing() {
    let place = tempfile::tempdir().unwrap();
    let (data, out) = (place.path().join("data"), place.path().join("out"));
    let missing = backup(&data, &out).make().await.unwrap_err();
    assert!(matches!(missing, BackupError::NoData(_)));
    let (_folder, store, ..) = site(&data).await;
    for seq in 2..200 {
        let next = event(code(1), seq, renamed(1, "A"));
        store.append(next).await.unwrap();
    }
    store.close().await;
    let nowhere = place.path().join("no such folder").join("out");
    let error = backup(&data, &nowhere).make().await.unwrap_err();
    assert!(error.to_string().contains("no such folder"), "{error}");

    // Pages in the middle that nobody has read yet.
    let file = data.join("ludo.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let pages = bytes.len() / 4096;
    for page in bytes.chunks_mut(4096).skip(pages / 2) {
        page[..100].fill(b'x');
    }
    std::fs::write(&file, bytes).unwrap();
    let error = backup(&data, &out).make().await.unwrap_err();
    assert!(
        matches!(error, BackupError::Store(StoreError::Damaged { .. })),
        "{error}"
    );
    assert!(!out.exists());
    assert!(!place.path().join("out.unfinished").exists());
    // What can't be read is told, of the table that it hits, and not played on.
    if let Ok(store) = SqliteStore::open(&file).await {
        assert!(store.load(code(1), true).await.is_err());
        assert!(store.append(append(code(1), 3)).await.is_err());
        store.close().await;
    }
}

#[tokio::test]
async fn a_database_that_another_program_locks_is_waited_for_and_then_told() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("ludo.db");
    let store: Shared = Arc::new(SqliteStore::open(&file).await.unwrap());
    people(&store).await;
    create(&store, 1).await.unwrap();
    let other = connect(&file);
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    // All that are asked for meanwhile fail; reading goes on.
    let many = (1..20).map(|n| {
        let store = store.clone();
        tokio::spawn(async move { store.append(event(code(1), n, renamed(1, "A"))).await })
    });
    let many: Vec<_> = many.collect();
    assert_eq!(store.head(code(1)).await.unwrap().unwrap().seq, 1);
    for write in many {
        let error = write.await.unwrap().unwrap_err();
        assert!(error.to_string().contains("locked"), "{error}");
    }
    other.execute_batch("ROLLBACK").unwrap();
    other.close().unwrap();
    store
        .append(event(code(1), 1, renamed(1, "A")))
        .await
        .unwrap();
    store.close().await;

    let other = connect(&file);
    other
        .execute_batch("PRAGMA locking_mode = EXCLUSIVE")
        .unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let error = SqliteStore::open(&file).await.unwrap_err();
    assert!(error.to_string().contains("another program"), "{error}");
}

fn connect(file: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(file).unwrap()
}
