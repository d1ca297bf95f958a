//! Those who write, many at once: each command once, and nobody who is behind.

use ludo_store::{Append, CarriedOut, CommandDigest, Create, PersonId, StoreError};

use super::{
    ANIA, BEN, Shared, append, code, command, create, event, opened, origin, people, renamed, seqs,
};

pub(crate) async fn b078_refuses_a_writer_that_is_behind(store: Shared) {
    people(&store).await;
    create(&store, 1).await.unwrap();
    store
        .append(event(code(1), 1, renamed(1, "A")))
        .await
        .unwrap();
    for expected in [0, 1, 3] {
        let refused = store
            .append(event(code(1), expected, renamed(1, "B")))
            .await;
        assert_eq!(
            refused,
            Err(StoreError::Stale {
                code: code(1),
                expected
            })
        );
    }
    let nowhere = store.append(event(code(9), 0, renamed(1, "B"))).await;
    assert_eq!(nowhere, Err(StoreError::NoTable(code(9))));
    assert_eq!(seqs(&store, 0, 10).await, [1, 2]);
}

pub(crate) async fn b078_lets_one_of_many_equal_writers_through(store: Shared) {
    people(&store).await;
    create(&store, 1).await.unwrap();
    let writers: Vec<_> = (0..50)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                store
                    .append(event(code(1), 1, renamed(1, &format!("W{n}"))))
                    .await
            })
        })
        .collect();
    let mut passed = 0;
    for writer in writers {
        match writer.await.unwrap() {
            Ok(()) => passed += 1,
            Err(error) => assert_eq!(
                error,
                StoreError::Stale {
                    code: code(1),
                    expected: 1
                }
            ),
        }
    }
    assert_eq!(passed, 1);
    assert_eq!(seqs(&store, 0, 10).await, [1, 2]);
}

pub(crate) async fn carries_a_command_out_once(store: Shared) {
    people(&store).await;
    create(&store, 1).await.unwrap();
    create(&store, 2).await.unwrap();
    let by = |person, expected, table| Append {
        origin: origin(person, "same"),
        ..event(code(table), expected, renamed(1, "A"))
    };
    store.append(by(ANIA, 1, 1)).await.unwrap();
    let carried_out = CarriedOut {
        seq: 2,
        digest: CommandDigest::of(b"same"),
    };
    for expected in [1, 2] {
        assert_eq!(
            store.append(by(ANIA, expected, 1)).await,
            Err(StoreError::Repeated(carried_out))
        );
    }
    // The id is one person's, at one table.
    store.append(by(BEN, 2, 1)).await.unwrap();
    store.append(by(ANIA, 1, 2)).await.unwrap();
    assert_eq!(
        store.command(code(1), ANIA, command("same")).await.unwrap(),
        Some(carried_out)
    );
    let bens = store.command(code(1), BEN, command("same")).await.unwrap();
    assert_eq!(bens.map(|done| done.seq), Some(3));
    assert_eq!(
        store.command(code(2), BEN, command("same")).await.unwrap(),
        None
    );
    assert_eq!(
        store
            .command(code(1), ANIA, command("other"))
            .await
            .unwrap(),
        None
    );
    // A command can be remembered without an event.
    store
        .append(Append {
            origin: origin(ANIA, "none"),
            ..append(code(1), 3)
        })
        .await
        .unwrap();
    let none = store.command(code(1), ANIA, command("none")).await.unwrap();
    assert_eq!(none.map(|done| done.seq), Some(3));
    assert_eq!(seqs(&store, 0, 10).await, [1, 2, 3]);
}

pub(crate) async fn takes_many_tables_at_once(store: Shared) {
    people(&store).await;
    let tables: Vec<_> = (0..40)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                create(&store, number).await?;
                for seq in 1..=10 {
                    store
                        .append(event(code(number), seq, renamed(1, "A")))
                        .await?;
                }
                Ok::<_, StoreError>(())
            })
        })
        .collect();
    for table in tables {
        table.await.unwrap().unwrap();
    }
    for number in 0..40 {
        assert_eq!(
            store
                .load(code(number), false)
                .await
                .unwrap()
                .unwrap()
                .events
                .len(),
            11
        );
    }
    store.ready().await.unwrap();
}

pub(crate) async fn a_failed_write_takes_no_other_with_it(store: Shared) {
    people(&store).await;
    create(&store, 1).await.unwrap();
    let nobody = PersonId([9; 16]);
    let mut writes = Vec::new();
    for n in 0..20 {
        let store = store.clone();
        let person = if n % 4 == 0 { nobody } else { ANIA };
        writes.push(tokio::spawn(async move {
            let made = Create {
                append: event(code(100 + n), 0, opened(1)),
                opened_by: person,
            };
            (person, store.create(made).await)
        }));
    }
    for write in writes {
        let (person, answer) = write.await.unwrap();
        assert_eq!(answer.is_ok(), person == ANIA, "{answer:?}");
    }
    assert_eq!(store.opened_by(ANIA).await.unwrap(), 16);
}
