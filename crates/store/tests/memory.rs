//! The faults that the store in memory can be told to have.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod suite;

use std::sync::Arc;

use ludo_store::{MemoryStore, Store, StoreError};
use suite::{Shared, code, create, event, people, renamed};

async fn store() -> (Arc<MemoryStore>, Shared) {
    let store = Arc::new(MemoryStore::new());
    let shared: Shared = store.clone();
    people(&shared).await;
    create(&shared, 1).await.unwrap();
    (store, shared)
}

#[tokio::test]
async fn a_failed_append_has_written_nothing() {
    let (store, _) = store().await;
    store.fail_next(2);
    for _ in 0..2 {
        let failed = store.append(event(code(1), 1, renamed(1, "A"))).await;
        assert!(matches!(failed, Err(StoreError::Failed(_))));
    }
    assert_eq!(store.head(code(1)).await.unwrap().unwrap().seq, 1);
    store
        .append(event(code(1), 1, renamed(1, "A")))
        .await
        .unwrap();
}

#[tokio::test]
async fn an_append_with_a_lost_answer_has_written() {
    let (store, _) = store().await;
    store.fail_after_next(1);
    assert!(
        store
            .append(event(code(1), 1, renamed(1, "A")))
            .await
            .is_err()
    );
    assert_eq!(store.head(code(1)).await.unwrap().unwrap().seq, 2);
    store
        .append(event(code(1), 2, renamed(1, "B")))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_held_append_waits_for_its_release() {
    let (store, shared) = store().await;
    store.hold();
    let write =
        tokio::spawn(async move { shared.append(event(code(1), 1, renamed(1, "A"))).await });
    for _ in 0..10 {
        tokio::task::yield_now().await;
    }
    assert!(!write.is_finished());
    assert_eq!(store.head(code(1)).await.unwrap().unwrap().seq, 1);
    store.release();
    write.await.unwrap().unwrap();
}
