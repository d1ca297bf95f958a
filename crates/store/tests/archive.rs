//! Reading the events of all tables beside a server, and the key that records are sealed with.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod suite;

use std::sync::Arc;

use ludo_dice::SealKey;
use ludo_store::{Archive, DataFolder, KeyError, SqliteStore, StoreError};
use ludo_table::Time;
use suite::{Shared, code, create, event, people, renamed};

#[tokio::test]
async fn an_archive_is_read_while_a_server_writes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let store: Shared = Arc::new(SqliteStore::open(&file).await.unwrap());
    people(&store).await;
    for table in 1..=3 {
        create(&store, table).await.unwrap();
    }
    let archive = Archive::open(&file).await.unwrap();
    let all = archive.tables(Time(0), None, 10).await.unwrap();
    assert_eq!(all, store.tables(None, 10).await.unwrap());
    assert_eq!(all.len(), 3);
    assert_eq!(archive.tables(Time(0), None, 2).await.unwrap(), all[..2]);
    assert_eq!(
        archive.tables(Time(0), Some(all[1]), 2).await.unwrap(),
        all[2..]
    );
    let before = archive.events(code(1), 0, 100).await.unwrap().len() as u64;
    store
        .append(event(code(1), before, renamed(1, "A")))
        .await
        .unwrap();
    let events = archive.events(code(1), 0, 100).await.unwrap();
    assert_eq!(events, store.events(code(1), 0, 100).await.unwrap());
    assert_eq!(events.len() as u64, before + 1);
    assert_eq!(
        archive.events(code(1), before, 100).await.unwrap(),
        events[before as usize..]
    );
    // Only those at which something happened lately.
    let at = events.last().unwrap().at;
    let since = archive.tables(at, None, 10).await.unwrap();
    assert!(since.contains(&code(1)));
    assert_eq!(archive.tables(at.plus(1), None, 10).await.unwrap(), []);
    archive.close().await;
    store.close().await;
    // Nobody serves it now.
    let archive = Archive::open(&file).await.unwrap();
    assert_eq!(archive.events(code(1), 0, 100).await.unwrap(), events);
}

#[tokio::test]
async fn a_table_whose_code_is_damaged_keeps_nobody_from_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let store: Shared = Arc::new(SqliteStore::open(&file).await.unwrap());
    people(&store).await;
    for table in 1..=2 {
        create(&store, table).await.unwrap();
    }
    let all = store.tables(None, 10).await.unwrap();
    let connection = rusqlite::Connection::open(&file).unwrap();
    let damage =
        "INSERT INTO tables (code, seq, opened_by, opened_at, changed_at, standing, summary)
         SELECT '!', seq, opened_by, opened_at, changed_at, standing, summary FROM tables LIMIT 1";
    assert_eq!(connection.execute(damage, ()).unwrap(), 1);
    connection.close().unwrap();
    assert_eq!(store.tables(None, 2).await.unwrap(), all);
    store.close().await;
    let archive = Archive::open(&file).await.unwrap();
    assert_eq!(archive.tables(Time(0), None, 2).await.unwrap(), all);
    archive.close().await;
}

#[tokio::test]
async fn an_archive_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludo.db");
    let error = Archive::open(&file).await.unwrap_err();
    assert!(matches!(error, StoreError::NotWritable { .. }), "{error:?}");
    assert!(!file.exists());
    std::fs::write(
        &file,
        "no database at all, but a text that is long enough to be looked at",
    )
    .unwrap();
    let error = Archive::open(&file).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
}

#[test]
fn the_key_for_seals_is_made_once_and_kept() {
    let parent = tempfile::tempdir().unwrap();
    assert!(DataFolder::peek_seal_key(parent.path()).unwrap().is_none());
    let folder = DataFolder::open(parent.path()).unwrap();
    let made = folder.seal_key([1; 32]).unwrap().public();
    assert_eq!(made, SealKey::from_entropy([1; 32]).public());
    assert_eq!(folder.seal_key([2; 32]).unwrap().public(), made);
    let file = parent.path().join("seal.key");
    assert_eq!(std::fs::read(&file).unwrap(), [1; 32]);
    // Beside a server.
    let peeked = DataFolder::peek_seal_key(parent.path()).unwrap().unwrap();
    assert_eq!(peeked.public(), made);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = || std::fs::metadata(&file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(), 0o600);
        // What somebody made loose is made tight again.
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        folder.seal_key([2; 32]).unwrap();
        assert_eq!(mode(), 0o600);
    }
    for bytes in [&[1_u8; 31][..], &[1; 33], b""] {
        std::fs::write(&file, bytes).unwrap();
        let refused = folder.seal_key([2; 32]);
        assert!(matches!(refused, Err(KeyError::Malformed(_))));
        assert!(DataFolder::peek_seal_key(parent.path()).is_err());
        assert_eq!(std::fs::read(&file).unwrap(), bytes, "never written over");
    }
}
