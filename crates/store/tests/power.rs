//! Power cuts: what the store has acknowledged is there afterwards, whatever the disk had not written yet.
//!
//! The store runs on a disk that is watched (`disk`), under load. Then what happened is played again up to many moments,
//! and at each of them the power is cut: all that was synced stays, and of the rest any sectors or none. The store is
//! opened on what is left.
//!
//! That the harness finds losses is itself tested (`the_harness_finds_losses`), with a disk that says too early that
//! all is written; which is what a weaker `synchronous` comes to. By hand it was seen that with `synchronous` OFF or NORMAL
//! in `sqlite.rs` the tests `b101_…` here fail.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod disk;
#[allow(dead_code)]
mod suite;

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use disk::{Disk, Fault, Op, Replay};
use ludo_dice::{GameId, Secret};
use ludo_store::{Append, Base, HostKey, SqliteStore, Store, StoreError, TokenHash};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use suite::{ANIA, Shared, append, code, command, create, event, origin, people, renamed};

/// Tables that are written to at once.
const TABLES: u32 = 8;

/// The number of an append at a table, as it is acknowledged.
const fn number(table: u32, append: u64) -> u64 {
    append * TABLES as u64 + table as u64
}

/// A watched disk with a store on it, that has its people and tables.
async fn watched(folder: &Path) -> (Arc<Disk>, Shared) {
    let disk = Disk::watch(folder);
    let store: Shared = Arc::new(SqliteStore::open(&folder.join("ludo.db")).await.unwrap());
    people(&store).await;
    for table in 0..TABLES {
        create(&store, table).await.unwrap();
    }
    (disk, store)
}

/// The events, the command and the secret of one append: two events each, so that half of it can be seen.
fn deed(key: &HostKey, table: u32, append_number: u64) -> Append {
    let expected = 1 + 2 * append_number;
    let name = |half: &str| renamed(1, &format!("{append_number} {half}"));
    let game = |number: u64| GameId(std::array::from_fn(|n| (number >> (8 * (n % 8))) as u8));
    let this = number(table, append_number) + 1;
    let plain = Append {
        events: vec![name("a"), name("b")],
        origin: origin(ANIA, &format!("c{append_number}")),
        ..append(code(table), expected)
    };
    // Most have nothing but events and a command, and wait in the journal for a while.
    if is_plain(append_number) {
        return plain;
    }
    let secret = Secret::from_entropy([append_number as u8; 32]);
    let nonce = std::array::from_fn(|n| (this >> (8 * (n % 8))) as u8);
    Append {
        secret: Some((game(this), key.seal(game(this), &secret, nonce))),
        spent: (0..append_number)
            .rev()
            .find(|before| !is_plain(*before))
            .map(|before| game(number(table, before) + 1)),
        ..plain
    }
}

/// Stretches without a secret, long enough for some to be settled by their number.
const fn is_plain(append_number: u64) -> bool {
    append_number % 100 >= 60
}

/// Appends to all tables at once, these of each; notes on the disk what was acknowledged.
async fn work(store: &Shared, disk: &Arc<Disk>, appends: Range<u64>) {
    let tables: Vec<_> = (0..TABLES)
        .map(|table| {
            let (store, disk, appends) = (store.clone(), disk.clone(), appends.clone());
            tokio::spawn(async move {
                let key = HostKey::from_entropy([5; 32]);
                for append in appends {
                    store.append(deed(&key, table, append)).await.unwrap();
                    disk.acknowledged(number(table, append));
                }
            })
        })
        .collect();
    for table in tables {
        table.await.unwrap();
    }
}

/// What is wrong with what is left after a power cut; nothing if everything acknowledged is there, nothing is half there
/// and nothing is missing in between.
async fn wrong_with(folder: &Path, acknowledged: &[Option<u64>]) -> Option<String> {
    let store = match SqliteStore::open(&folder.join("ludo.db")).await {
        Ok(store) => store,
        Err(error) => return Some(error.to_string()),
    };
    let mut wrong = None;
    for (table, least) in (0..TABLES).zip(acknowledged) {
        if let Err(why) = look(&store, table, *least).await {
            wrong = Some(format!("table {table}: {why}"));
        }
    }
    store.close().await;
    wrong
}

async fn look(store: &SqliteStore, table: u32, least: Option<u64>) -> Result<(), String> {
    let saved = store.load(code(table), false).await;
    let saved = saved.map_err(|error| error.to_string())?;
    let saved = saved.ok_or("it is gone")?;
    let appends = (saved.head.seq - 1) / 2;
    if saved.head.seq != 1 + 2 * appends {
        return Err(format!("half an append is there: {}", saved.head.seq));
    }
    let need = least.map_or(0, |append| append + 1);
    if appends < need {
        return Err(format!("{need} were acknowledged, {appends} are there"));
    }
    let key = HostKey::from_entropy([5; 32]);
    for number in 0..appends {
        let right = deed(&key, table, number);
        let at = 1 + 2 * number as usize;
        let events = saved.events[at..at + 2].iter().map(|event| &event.event);
        if !events.eq(right.events.iter()) {
            return Err(format!("append {number} is another one"));
        }
        // Each costs some reading; what is torn is at the end.
        if number + 4 < appends {
            continue;
        }
        let id = command(&format!("c{number}"));
        let carried_out = store.command(code(table), ANIA, id).await;
        let carried_out = carried_out.map_err(|error| error.to_string())?;
        if carried_out.map(|done| done.seq) != Some(3 + 2 * number) {
            return Err(format!("the command of append {number} is not there"));
        }
        let Some((game, sealed)) = right.secret else {
            continue;
        };
        let secret = store
            .secret(game)
            .await
            .map_err(|error| error.to_string())?;
        let is_last = (number + 1..appends).all(is_plain);
        if secret != is_last.then_some(sealed) {
            return Err(format!("the secret of append {number} is wrong"));
        }
    }
    // The store goes on from there.
    let next = event(code(table), saved.head.seq, renamed(1, "next"));
    store.append(next).await.map_err(|error| error.to_string())
}

/// How the disk of a power cut treats what it was not told to keep.
#[derive(Clone, Copy)]
enum Unsynced {
    Lost,
    Kept,
    /// Each sector, one in so many.
    Any(u32),
}

/// Cuts the power at `cuts` moments, and says what was wrong after the first that lost something.
async fn cut(ops: &[Op], seed: u64, cuts: u32) -> Option<String> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let first = ops.iter().position(|op| matches!(op, Op::Acknowledged(_)));
    let first = first.unwrap();
    // Half of the moments are where the database itself is written, which is seldom and dangerous.
    let rare: Vec<usize> = (first..ops.len())
        .filter(|at| {
            matches!(&ops[*at], Op::Write { file, .. } | Op::Sync { file, .. } | Op::Truncate { file, .. }
                if file == "ludo.db")
        })
        .collect();
    let mut moments: Vec<usize> = (0..cuts)
        .map(|n| {
            if n % 2 == 0 && !rare.is_empty() {
                rare[random.next_u32() as usize % rare.len()]
            } else {
                first + random.next_u32() as usize % (ops.len() - first)
            }
        })
        .collect();
    moments.sort_unstable();
    let mut replay = Replay::default();
    let mut acknowledged = [None; TABLES as usize];
    let mut moments = moments.into_iter().peekable();
    for (at, op) in ops.iter().enumerate() {
        replay.take(op);
        if let Op::Acknowledged(what) = op {
            acknowledged[(what % u64::from(TABLES)) as usize] = Some(what / u64::from(TABLES));
        }
        while moments.next_if_eq(&at).is_some() {
            let how = match random.next_u32() % 5 {
                0 => Unsynced::Lost,
                1 => Unsynced::Kept,
                _ => Unsynced::Any(2 + random.next_u32() % 4),
            };
            let folder = tempfile::tempdir().unwrap();
            replay.cut(folder.path(), &mut || match how {
                Unsynced::Lost => false,
                Unsynced::Kept => true,
                Unsynced::Any(of) => random.next_u32().is_multiple_of(of),
            });
            if let Some(wrong) = wrong_with(folder.path(), &acknowledged).await {
                return Some(format!(
                    "seed {seed}, moment {at} of {}: {wrong}",
                    ops.len()
                ));
            }
        }
    }
    None
}

/// What happens on the disk of a store under load: at least so many appends at each table, and as many as it takes until
/// the log has been copied into the database a few times while there was work.
async fn load(appends: u64) -> Vec<Op> {
    let folder = tempfile::tempdir().unwrap();
    let (disk, store) = watched(folder.path()).await;
    let syncs = |name: &str| {
        let is_sync = |op: &&Op| matches!(op, Op::Sync { file, .. } if file == name);
        disk.ops().iter().filter(is_sync).count()
    };
    let before = syncs("ludo.db");
    let mut done = 0..appends;
    work(&store, &disk, done.clone()).await;
    while syncs("ludo.db") < before + 2 {
        assert!(done.end < 4000, "the log is never copied");
        done = done.end..done.end + 40;
        work(&store, &disk, done.clone()).await;
    }
    assert!(syncs("ludo.db-wal") >= 50, "{}", syncs("ludo.db-wal"));
    store.close().await;
    disk.ops()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b101_what_was_acknowledged_survives_power_cuts() {
    let ops = load(120).await;
    assert_eq!(cut(&ops, 1, 60).await, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "long"]
async fn b101_what_was_acknowledged_survives_very_many_power_cuts() {
    for seed in 0..4 {
        let ops = load(100 + 20 * seed).await;
        assert_eq!(cut(&ops, seed, 150).await, None);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_harness_finds_losses() {
    let ops = load(60).await;
    // As with synchronous = OFF: nothing is ever waited for. As with NORMAL: the log is not, the database is.
    for lies in [&["ludo.db", "ludo.db-wal"][..], &["ludo.db-wal"]] {
        let believed = ops.iter().map(|op| match op {
            Op::Sync { file, .. } if lies.contains(&file.as_str()) => Op::Sync {
                file: file.clone(),
                of: 0,
            },
            op => op.clone(),
        });
        // The files are there; only what is in them is late.
        let believed: Vec<Op> = believed.collect();
        assert!(cut(&believed, 2, 40).await.is_some(), "{lies:?}");
    }
}

#[tokio::test]
async fn an_append_is_acknowledged_after_the_sync_that_covers_it() {
    let folder = tempfile::tempdir().unwrap();
    let (disk, store) = watched(folder.path()).await;
    let key = HostKey::from_entropy([5; 32]);
    for append in 0..300 {
        // Not one of those that wait in the journal: of these something may be written at any moment, after the answer.
        let direct = Append {
            spent: Some(GameId([255; 16])),
            ..deed(&key, 0, append)
        };
        store.append(direct).await.unwrap();
        disk.acknowledged(append);
    }
    let mut replay = Replay::default();
    let (mut written, mut seen) = (0, 0);
    for op in disk.ops() {
        replay.take(&op);
        match op {
            Op::Write { file, bytes, .. } if file == "ludo.db-wal" => written += bytes.len(),
            Op::Acknowledged(_) => {
                assert!(written > 0, "append {seen} came to the log");
                assert_eq!(replay.unsynced("ludo.db-wal"), 0, "append {seen} is synced");
                (written, seen) = (0, seen + 1);
            }
            _ => {}
        }
    }
    assert_eq!(seen, 300);
}

/// Fails while the disk does, has written nothing then, and goes on when the disk does.
async fn recovers_from(fault: Fault, says: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (disk, store) = watched(folder.path()).await;
    let key = HostKey::from_entropy([5; 32]);
    let mut refused = 0;
    for append in 0..40 {
        if append % 4 == 3 {
            disk.has(fault);
            // One by one and many at once.
            let error = store.append(deed(&key, 0, append)).await.unwrap_err();
            assert!(
                !error.is_certain() && error.to_string().contains(says),
                "{error}"
            );
            assert!(
                store.ready().await.is_err(),
                "not ready while the disk is not"
            );
            let others: Vec<_> = (1..TABLES)
                .map(|table| {
                    let (store, deed) = (store.clone(), deed(&key, table, 0));
                    tokio::spawn(async move { store.append(deed).await })
                })
                .collect();
            for other in others {
                assert!(matches!(other.await.unwrap(), Err(StoreError::Failed(_))));
                refused += 1;
            }
            let head = store.head(code(0)).await.unwrap().unwrap();
            assert_eq!(
                head.seq,
                1 + 2 * append,
                "reading goes on, and shows nothing new"
            );
            disk.has(Fault::Nothing);
        }
        store.append(deed(&key, 0, append)).await.unwrap();
        disk.acknowledged(number(0, append));
    }
    assert_eq!(refused, 70);
    store.ready().await.unwrap();
    drop(store);
    assert_eq!(cut(&disk.ops(), 3, 30).await, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_loses_nothing_and_the_store_goes_on_when_there_is_room() {
    recovers_from(Fault::Full, "full").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_fails_to_sync_loses_nothing_and_the_store_goes_on_when_it_works() {
    recovers_from(Fault::SyncFails, "disk I/O error").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b101_a_migration_survives_a_power_cut_at_every_moment() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::watch(folder.path());
    let file = folder.path().join("ludo.db");
    let old = rusqlite::Connection::open(&file).unwrap();
    for (name, value) in [
        ("journal_mode", "WAL"),
        ("synchronous", "FULL"),
        ("foreign_keys", "OFF"),
    ] {
        old.pragma_update(None, name, value).unwrap();
    }
    for sql in [
        "BEGIN",
        include_str!("fixtures/schema_1.sql"),
        include_str!("fixtures/schema_2.sql"),
        "COMMIT",
    ] {
        old.execute_batch(sql).unwrap();
    }
    old.close().unwrap();
    let before = disk.ops().len();
    SqliteStore::open(&file).await.unwrap().close().await;
    let ops = disk.ops();
    assert!(ops.len() > before + 20, "{}", ops.len() - before);
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut replay = Replay::default();
    for (at, op) in ops.iter().enumerate() {
        replay.take(op);
        if at < before {
            continue;
        }
        let left = tempfile::tempdir().unwrap();
        let of = 1 + random.next_u32() % 4;
        replay.cut(left.path(), &mut || random.next_u32().is_multiple_of(of));
        let store = SqliteStore::open(&left.path().join("ludo.db")).await;
        let store = store.unwrap_or_else(|error| panic!("moment {at}: {error}"));
        let token = b"142c0c861a8c6ee511f55e886a6ef24504d2437a70d8830137bd8854ad006b23";
        let ania = store.person(TokenHash::of(token)).await.unwrap();
        assert!(ania.is_some(), "moment {at}");
        for (code, seq) in [("7RRZTK", 228), ("NQA4MZ", 6)] {
            let saved = store.load(code.parse().unwrap(), true).await.unwrap();
            assert_eq!(saved.unwrap().head.seq, seq, "moment {at}");
        }
        store.close().await;
    }
}

#[tokio::test]
async fn a_state_to_load_from_is_not_written_again_with_each_append() {
    let folder = tempfile::tempdir().unwrap();
    let (disk, store) = watched(folder.path()).await;
    let state = "s".repeat(100_000);
    let with_base = Append {
        base: Some(Base { seq: 2, state }),
        ..event(code(0), 1, renamed(1, "A"))
    };
    store.append(with_base).await.unwrap();
    let before = disk.ops().len();
    for seq in 2..22 {
        let next = Append {
            origin: origin(ANIA, &format!("c{seq}")),
            ..event(code(0), seq, renamed(1, "B"))
        };
        store.append(next).await.unwrap();
    }
    let ops = disk.ops().split_off(before);
    let written = ops.iter().map(|op| match op {
        Op::Write { bytes, .. } => bytes.len(),
        _ => 0,
    });
    // Of the table's row, of events and of commands a few pages each time.
    let pages = written.sum::<usize>() / 4096 / 20;
    assert!(pages <= 6, "{pages}");
}
