//! Lists of tables.

use ludo_dice::{GameId, Tip};
use ludo_store::{Append, Due, Note, Standing, StoreError};
use ludo_table::{Event, Member, Time};

use super::{ANIA, BEN, Shared, append, code, create, event, origin, people, renamed};

pub(crate) async fn lists_all_tables_in_order(store: Shared) {
    people(&store).await;
    assert_eq!(store.tables(None, 10).await.unwrap(), []);
    let mut codes = Vec::new();
    for number in 1..=7 {
        create(&store, number).await.unwrap();
        codes.push(code(number));
    }
    let closed = Append {
        standing: Standing::Closed,
        ..append(code(3), 1)
    };
    store.append(closed).await.unwrap();
    codes.sort_by_key(ToString::to_string);
    assert_eq!(store.tables(None, 100).await.unwrap(), codes);
    let mut pages = Vec::new();
    loop {
        let page = store.tables(pages.last().copied(), 3).await.unwrap();
        assert!(page.len() <= 3);
        if page.is_empty() {
            break;
        }
        pages.extend(page);
    }
    assert_eq!(pages, codes);
    // Games are found by their tables, those of a rematch too.
    let rematch = Event::Rematch {
        member: Member(1),
        game: GameId([7; 16]),
        tip: Tip([7; 32]),
    };
    store.append(event(code(2), 1, rematch)).await.unwrap();
    for (game, found) in [(1, Some(code(1))), (7, Some(code(2))), (8, None)] {
        let table = store.table_of_game(GameId([game; 16])).await.unwrap();
        assert_eq!(table, found);
    }
}

pub(crate) async fn lists_the_tables_of_a_person(store: Shared) {
    people(&store).await;
    for number in 1..=4 {
        create(&store, number).await.unwrap();
        let join = Append {
            joined: Some(Member(number)),
            origin: origin(BEN, "join"),
            ..append(code(number), 1)
        };
        store
            .append(Append {
                at: Time(5_000 + u64::from(number)),
                ..join
            })
            .await
            .unwrap();
    }
    let end = |number, standing| Append {
        standing,
        at: Time(9_000),
        ..append(code(number), 1)
    };
    store.append(end(2, Standing::Closed)).await.unwrap();
    store.append(end(3, Standing::Over)).await.unwrap();
    let tables = store.tables_of(BEN, 10).await.unwrap();
    let listed: Vec<_> = tables
        .iter()
        .map(|table| (table.code, table.member))
        .collect();
    assert_eq!(
        listed,
        [
            (code(3), Member(3)),
            (code(4), Member(4)),
            (code(1), Member(1))
        ]
    );
    assert_eq!(tables[0].summary, "after 1");
    assert_eq!(store.tables_of(BEN, 1).await.unwrap().len(), 1);
    assert_eq!(store.tables_of(ANIA, 10).await.unwrap(), []);
    assert_eq!(store.opened_by(ANIA).await.unwrap(), 2);
    assert_eq!(store.opened_by(BEN).await.unwrap(), 0);
}

pub(crate) async fn tells_which_tables_want_to_be_looked_at(store: Shared) {
    people(&store).await;
    for number in 1..=5 {
        create(&store, number).await.unwrap();
    }
    let wake = |number, at| Note {
        code: code(number),
        wake_at: at,
        gone: Vec::new(),
    };
    for (number, at) in [
        (1, Some(300)),
        (2, Some(100)),
        (3, None),
        (4, Some(100)),
        (5, Some(301)),
    ] {
        store.note(wake(number, at.map(Time))).await.unwrap();
    }
    assert_eq!(
        store.note(wake(9, None)).await,
        Err(StoreError::NoTable(code(9)))
    );
    let mut at_100 = [code(2), code(4)];
    at_100.sort();
    let expected = [
        Due {
            at: Time(100),
            code: at_100[0],
        },
        Due {
            at: Time(100),
            code: at_100[1],
        },
        Due {
            at: Time(300),
            code: code(1),
        },
    ];
    assert_eq!(store.due(None, Time(300), 10).await.unwrap(), expected);
    // Page by page gives the same.
    let mut pages = Vec::new();
    while let [due] = &store
        .due(pages.last().cloned(), Time(300), 1)
        .await
        .unwrap()[..]
    {
        pages.push(due.clone());
    }
    assert_eq!(pages, expected);
    assert_eq!(store.due(None, Time(99), 10).await.unwrap(), []);
}

pub(crate) async fn tells_the_newest_moment_at_tables_that_are_not_closed(store: Shared) {
    let newest = async |latest| store.newest(Time(latest)).await.unwrap();
    assert_eq!(newest(u64::MAX >> 1).await, None);
    people(&store).await;
    for table in 1..=3 {
        create(&store, table).await.unwrap();
    }
    assert_eq!(newest(9_000_000).await, Some(Time(1_000)));
    let at = |table, at| Append {
        at: Time(at),
        ..event(code(table), 1, renamed(1, "A"))
    };
    store.append(at(1, 5_000_000)).await.unwrap();
    assert_eq!(newest(9_000_000).await, Some(Time(5_000_000)));
    // What is closed stays as it is for ever.
    let closed = Append {
        wake_at: None,
        standing: Standing::Closed,
        ..at(2, 8_000_000)
    };
    store.append(closed).await.unwrap();
    assert_eq!(newest(9_000_000).await, Some(Time(5_000_000)));
    // What cannot be a time is none.
    store.append(at(3, u64::MAX >> 2)).await.unwrap();
    assert_eq!(newest(9_000_000).await, Some(Time(5_000_000)));
    let joined = Append {
        origin: origin(BEN, "sit"),
        joined: Some(Member(1)),
        ..event(code(1), 2, renamed(1, "B"))
    };
    store.append(joined).await.unwrap();
    let note = Note {
        code: code(1),
        wake_at: Some(Time(1)),
        gone: vec![(BEN, Some(Time(6_000_000)))],
    };
    store.note(note).await.unwrap();
    assert_eq!(newest(9_000_000).await, Some(Time(6_000_000)));
}
