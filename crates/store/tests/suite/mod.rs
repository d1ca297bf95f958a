//! What every store does. Each function is a test of its own, run on an empty store.

use std::sync::Arc;

use ludo_dice::{GameId, Link, Secret, Tip};
use ludo_protocol::{CommandId, TableCode};
use ludo_store::{
    Append, Base, CarriedOut, CommandDigest, Create, DiceCount, Due, EndedGame, Handover,
    HandoverHash, HostKey, MAX_DEVICES, Note, Origin, PersonId, Private, SavedMember, Standing,
    Store, StoreError, TokenHash,
};
use ludo_table::{End, Event, Member, Options, Time};

pub(crate) const ANIA: PersonId = PersonId([1; 16]);
pub(crate) const BEN: PersonId = PersonId([2; 16]);

pub(crate) type Shared = Arc<dyn Store>;

pub(crate) fn code(number: u32) -> TableCode {
    let mut bytes = [0; 16];
    bytes[..4].copy_from_slice(&number.to_le_bytes());
    TableCode::from_entropy(bytes)
}

pub(crate) fn opened(game: u8) -> Event {
    Event::Opened {
        options: Options::default(),
        game: GameId([game; 16]),
        tip: Tip([game; 32]),
    }
}

pub(crate) fn renamed(member: u32, name: &str) -> Event {
    Event::Renamed {
        member: Member(member),
        name: name.parse().unwrap(),
    }
}

pub(crate) fn command(id: &str) -> CommandId {
    id.parse().unwrap()
}

pub(crate) fn origin(person: PersonId, id: &str) -> Option<Origin> {
    Some(Origin {
        person,
        command: command(id),
        digest: CommandDigest::of(id.as_bytes()),
    })
}

/// An append of nothing, for a table that stands at `expected`.
pub(crate) fn append(code: TableCode, expected: u64) -> Append {
    Append {
        code,
        expected,
        at: Time(1_000 + expected),
        events: Vec::new(),
        origin: None,
        joined: None,
        answer: None,
        secret: None,
        spent: None,
        wake_at: Some(Time(60_000)),
        standing: Standing::Running,
        summary: format!("after {expected}"),
        base: None,
    }
}

pub(crate) fn event(code: TableCode, expected: u64, event: Event) -> Append {
    Append {
        events: vec![event],
        ..append(code, expected)
    }
}

pub(crate) async fn people(store: &Shared) {
    store
        .add_person(ANIA, TokenHash::of(b"ania"), Time(1))
        .await
        .unwrap();
    store
        .add_person(BEN, TokenHash::of(b"ben"), Time(2))
        .await
        .unwrap();
}

pub(crate) async fn create(store: &Shared, number: u32) -> Result<(), StoreError> {
    let append = event(code(number), 0, opened(1));
    store
        .create(Create {
            append,
            opened_by: ANIA,
        })
        .await
}

async fn seqs(store: &Shared, after: u64, limit: u32) -> Vec<u64> {
    let events = store.events(code(1), after, limit).await.unwrap();
    events.into_iter().map(|event| event.seq).collect()
}

pub(crate) async fn knows_people_by_the_hash_of_their_token(store: Shared) {
    people(&store).await;
    assert_eq!(
        store.person(TokenHash::of(b"ania")).await.unwrap(),
        Some(ANIA)
    );
    assert_eq!(
        store.person(TokenHash::of(b"ben")).await.unwrap(),
        Some(BEN)
    );
    assert_eq!(store.person(TokenHash::of(b"carl")).await.unwrap(), None);
    assert!(
        store
            .add_person(PersonId([9; 16]), TokenHash::of(b"ania"), Time(3))
            .await
            .is_err()
    );
    assert_eq!(
        store.person(TokenHash::of(b"ania")).await.unwrap(),
        Some(ANIA)
    );
}

pub(crate) async fn knows_a_person_on_several_devices(store: Shared) {
    people(&store).await;
    let phone = TokenHash::of(b"phone");
    store.add_token(ANIA, phone, Time(3)).await.unwrap();
    for token in [TokenHash::of(b"ania"), phone] {
        assert_eq!(store.person(token).await.unwrap(), Some(ANIA));
    }
    let taken = store.add_token(BEN, phone, Time(4)).await;
    assert!(taken.is_err(), "a token is one person's");
    assert_eq!(store.person(phone).await.unwrap(), Some(ANIA));
    let nobody = store
        .add_token(PersonId([9; 16]), TokenHash::of(b"x"), Time(4))
        .await;
    assert!(nobody.is_err());
    assert_eq!(store.person(TokenHash::of(b"x")).await.unwrap(), None);
}

fn device(number: u32) -> TokenHash {
    TokenHash::of(&number.to_be_bytes())
}

pub(crate) async fn a_seventeenth_device_takes_the_place_of_the_oldest_other(store: Shared) {
    people(&store).await;
    // Ania has one device, made at 1. The last one of these is younger than none by its clock, and stays all the same.
    for number in 1..MAX_DEVICES {
        let at = Time(100 + u64::from(number));
        store.add_token(ANIA, device(number), at).await.unwrap();
    }
    assert_eq!(
        store.person(TokenHash::of(b"ania")).await.unwrap(),
        Some(ANIA)
    );
    store.add_token(ANIA, device(99), Time(0)).await.unwrap();
    assert_eq!(store.person(TokenHash::of(b"ania")).await.unwrap(), None);
    assert_eq!(store.person(device(99)).await.unwrap(), Some(ANIA));
    store.add_token(ANIA, device(100), Time(500)).await.unwrap();
    assert_eq!(store.person(device(99)).await.unwrap(), None);
    for number in (1..MAX_DEVICES).chain([100]) {
        assert_eq!(store.person(device(number)).await.unwrap(), Some(ANIA));
    }
    assert_eq!(
        store.person(TokenHash::of(b"ben")).await.unwrap(),
        Some(BEN),
        "others lose nothing"
    );
}

fn handover(person: PersonId, code: &str, at: u64) -> Handover {
    Handover {
        code: HandoverHash::of(code.as_bytes()),
        person,
        at: Time(at),
        until: Time(at + 100),
    }
}

pub(crate) async fn hands_over_once_and_in_time(store: Shared) {
    people(&store).await;
    let hash = |code: &str| HandoverHash::of(code.as_bytes());
    let take = async |code: &str, number, at| {
        store
            .take_handover(hash(code), device(number), Time(at))
            .await
            .unwrap()
    };
    store.make_handover(handover(ANIA, "A", 10)).await.unwrap();
    store.make_handover(handover(BEN, "B", 10)).await.unwrap();
    assert_eq!(take("X", 1, 20).await, None, "unknown");
    assert_eq!(
        store.handover(hash("A"), Time(109)).await.unwrap(),
        Some(ANIA)
    );
    assert_eq!(store.handover(hash("A"), Time(110)).await.unwrap(), None);
    assert_eq!(take("A", 1, 110).await, None, "too old");
    assert_eq!(store.person(device(1)).await.unwrap(), None);
    assert_eq!(
        take("A", 1, 109).await,
        Some(ANIA),
        "looking did not use it up"
    );
    assert_eq!(store.person(device(1)).await.unwrap(), Some(ANIA));
    assert_eq!(take("A", 2, 109).await, None, "used");
    assert_eq!(store.person(device(2)).await.unwrap(), None);
    // A newer one replaces the older.
    store.make_handover(handover(BEN, "C", 50)).await.unwrap();
    assert_eq!(take("B", 3, 60).await, None);
    assert_eq!(take("C", 3, 60).await, Some(BEN));
    // One that could not be taken to its end is still good.
    store.make_handover(handover(BEN, "D", 50)).await.unwrap();
    let taken = store.take_handover(hash("D"), device(3), Time(60)).await;
    assert!(taken.is_err(), "that token is in use");
    assert_eq!(take("D", 4, 60).await, Some(BEN));
    // What is too old is swept: even a clock that goes back finds it no more.
    store.make_handover(handover(ANIA, "E", 50)).await.unwrap();
    store.make_handover(handover(BEN, "F", 150)).await.unwrap();
    assert_eq!(take("E", 5, 60).await, None);
    let nobody = PersonId([9; 16]);
    assert!(store.make_handover(handover(nobody, "G", 1)).await.is_err());
}

pub(crate) async fn of_many_who_take_a_hand_over_one_gets_it(store: Shared) {
    people(&store).await;
    for round in 0..10 {
        let code = HandoverHash::of(&[round]);
        let made = Handover {
            code,
            ..handover(ANIA, "", 10)
        };
        store.make_handover(made).await.unwrap();
        let takers: Vec<_> = (0..30)
            .map(|n| {
                let (store, token) = (store.clone(), device(1_000 + n));
                tokio::spawn(async move { store.take_handover(code, token, Time(20)).await })
            })
            .collect();
        let mut got = Vec::new();
        for (n, taker) in (0..).zip(takers) {
            if let Ok(Some(person)) = taker.await.unwrap() {
                assert_eq!(person, ANIA);
                got.push(n);
            }
        }
        assert_eq!(got.len(), 1, "round {round}");
    }
}

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

pub(crate) async fn keeps_a_table_as_it_was_written(store: Shared) {
    people(&store).await;
    create(&store, 1).await.unwrap();
    let joined = Event::Joined {
        member: Member(1),
        name: "Ania".parse().unwrap(),
    };
    let sat = Event::Sat {
        member: Member(1),
        seat: ludo_rules::Seat::Red,
    };
    let first = Append {
        events: vec![joined.clone(), sat.clone()],
        origin: origin(ANIA, "c1"),
        joined: Some(Member(1)),
        ..append(code(1), 1)
    };
    store.append(first).await.unwrap();
    let answer = Append {
        events: vec![Event::Answered {
            seat: ludo_rules::Seat::Red,
        }],
        origin: origin(ANIA, "c2"),
        answer: Some(Link([7; 32])),
        standing: Standing::Over,
        wake_at: None,
        ..append(code(1), 3)
    };
    store.append(answer).await.unwrap();

    let head = store.head(code(1)).await.unwrap().unwrap();
    assert_eq!(
        (head.seq, head.standing, head.wake_at),
        (4, Standing::Over, None)
    );
    assert_eq!(head.summary, "after 3");
    let saved = store.load(code(1), false).await.unwrap().unwrap();
    assert_eq!((&saved.head, saved.base), (&head, None));
    assert_eq!(
        saved.members,
        [SavedMember {
            person: ANIA,
            member: Member(1),
            gone: None
        }]
    );
    let events: Vec<&Event> = saved.events.iter().map(|event| &event.event).collect();
    assert_eq!(
        events,
        [
            &opened(1),
            &joined,
            &sat,
            &Event::Answered {
                seat: ludo_rules::Seat::Red
            }
        ]
    );
    let times: Vec<Time> = saved.events.iter().map(|event| event.at).collect();
    assert_eq!(times, [Time(1_000), Time(1_001), Time(1_001), Time(1_003)]);
    assert_eq!(saved.events[0].private, None);
    let private = Private {
        person: Some(ANIA),
        command: Some(command("c1")),
        answer: None,
    };
    assert_eq!(saved.events[2].private, Some(private));
    assert_eq!(
        saved.events[3]
            .private
            .as_ref()
            .and_then(|private| private.answer),
        Some(Link([7; 32]))
    );

    assert_eq!(seqs(&store, 0, 10).await, [1, 2, 3, 4]);
    assert_eq!(seqs(&store, 2, 1).await, [3]);
    assert_eq!(seqs(&store, 4, 9).await, [0; 0]);
    assert_eq!(store.load(code(2), false).await.unwrap(), None);
    assert_eq!(store.head(code(2)).await.unwrap(), None);
}

pub(crate) async fn b083_gives_no_code_twice(store: Shared) {
    people(&store).await;
    create(&store, 1).await.unwrap();
    assert_eq!(create(&store, 1).await, Err(StoreError::CodeTaken(code(1))));
    let closed = Append {
        standing: Standing::Closed,
        wake_at: None,
        ..event(code(1), 1, renamed(1, "X"))
    };
    store.append(closed).await.unwrap();
    assert_eq!(
        create(&store, 1).await,
        Err(StoreError::CodeTaken(code(1))),
        "a closed table keeps its code"
    );
    assert_eq!(
        seqs(&store, 0, 10).await,
        [1, 2],
        "b084: nothing was written over"
    );
    create(&store, 2).await.unwrap();
}

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

pub(crate) async fn loads_from_the_last_base(store: Shared) {
    people(&store).await;
    create(&store, 1).await.unwrap();
    let base = Base {
        seq: 2,
        state: "state after 2".to_owned(),
    };
    store
        .append(Append {
            base: Some(base.clone()),
            ..event(code(1), 1, renamed(1, "A"))
        })
        .await
        .unwrap();
    store
        .append(event(code(1), 2, renamed(1, "B")))
        .await
        .unwrap();
    let saved = store.load(code(1), false).await.unwrap().unwrap();
    assert_eq!(saved.base, Some(base));
    assert_eq!(
        saved
            .events
            .iter()
            .map(|event| event.seq)
            .collect::<Vec<_>>(),
        [3]
    );
    let whole = store.load(code(1), true).await.unwrap().unwrap();
    assert_eq!((whole.base, whole.events.len()), (None, 3));
}

pub(crate) async fn keeps_a_secret_as_long_as_it_is_needed(store: Shared) {
    people(&store).await;
    let key = HostKey::from_entropy([5; 32]);
    let (one, two) = (GameId([1; 16]), GameId([2; 16]));
    let seal = |game, byte| {
        (
            game,
            key.seal(game, &Secret::from_entropy([byte; 32]), [byte; 24]),
        )
    };
    let append = Append {
        secret: Some(seal(one, 11)),
        ..event(code(1), 0, opened(1))
    };
    store
        .create(Create {
            append,
            opened_by: ANIA,
        })
        .await
        .unwrap();
    let next = Append {
        secret: Some(seal(two, 12)),
        spent: Some(one),
        ..event(code(1), 1, renamed(1, "A"))
    };
    store.append(next).await.unwrap();
    assert_eq!(store.secret(one).await.unwrap(), None);
    let sealed = store.secret(two).await.unwrap().unwrap();
    assert_eq!(key.open(two, &sealed).unwrap().expose(), &[12; 32]);
    assert_eq!(store.secret(GameId([3; 16])).await.unwrap(), None);
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

pub(crate) async fn lets_a_forgotten_member_join_again(store: Shared) {
    people(&store).await;
    create(&store, 1).await.unwrap();
    for (id, member, expected) in [("a", 1, 1), ("b", 7, 2)] {
        let join = Append {
            joined: Some(Member(member)),
            origin: origin(BEN, id),
            ..event(code(1), expected, renamed(1, "B"))
        };
        store.append(join).await.unwrap();
    }
    let saved = store.load(code(1), false).await.unwrap().unwrap();
    assert_eq!(
        saved.members,
        [SavedMember {
            person: BEN,
            member: Member(7),
            gone: None
        }]
    );
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

pub(crate) async fn remembers_who_is_gone(store: Shared) {
    people(&store).await;
    create(&store, 1).await.unwrap();
    let join = Append {
        joined: Some(Member(1)),
        origin: origin(ANIA, "a"),
        ..append(code(1), 1)
    };
    store.append(join).await.unwrap();
    let gone = async || store.load(code(1), false).await.unwrap().unwrap().members[0].gone;
    for since in [Some(Time(77)), None] {
        let note = Note {
            code: code(1),
            wake_at: Some(Time(9)),
            gone: vec![(ANIA, since), (BEN, since)],
        };
        store.note(note).await.unwrap();
        assert_eq!(gone().await, since);
    }
    assert_eq!(
        store.head(code(1)).await.unwrap().unwrap().wake_at,
        Some(Time(9))
    );
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

fn begun() -> Event {
    Event::Begun {
        game: GameId([1; 16]),
        server_tip: Tip([1; 32]),
        seats: Default::default(),
    }
}

fn over() -> Event {
    Event::Over {
        places: Vec::new(),
        end: End::Abandoned,
    }
}

fn counted(day: u32, name: &str, count: u64) -> DiceCount {
    DiceCount {
        day,
        name: name.into(),
        count,
    }
}

pub(crate) async fn counts_the_dice_of_a_game_once(store: Shared) {
    people(&store).await;
    for table in 1..=2 {
        create(&store, table).await.unwrap();
    }
    assert_eq!(store.uncounted(10).await.unwrap(), []);
    // Two games at one table, of which the second ends together with other things; one at another.
    let mut last = 1;
    for events in [
        vec![begun()],
        vec![renamed(1, "A")],
        vec![over()],
        vec![begun(), renamed(1, "B"), over(), renamed(1, "C")],
        vec![begun()],
    ] {
        let append = Append {
            events,
            ..append(code(1), last)
        };
        last = append.last();
        store.append(append).await.unwrap();
    }
    let append = Append {
        events: vec![begun(), over()],
        ..append(code(2), 1)
    };
    store.append(append).await.unwrap();
    let game = |table, begun, over| EndedGame {
        code: code(table),
        begun,
        over,
    };
    let mut all = [game(1, 2, 4), game(1, 5, 7), game(2, 2, 3)];
    all.sort_by_key(|game| (game.code.to_string(), game.over));
    assert_eq!(store.uncounted(10).await.unwrap(), all);
    assert_eq!(store.uncounted(1).await.unwrap(), all[..1]);

    let counts = vec![counted(7, "games", 1), counted(7, "bot.6", 20)];
    assert!(store.count_dice(all[0], counts.clone()).await.unwrap());
    assert!(
        !store.count_dice(all[0], counts.clone()).await.unwrap(),
        "once"
    );
    let more = vec![counted(7, "bot.6", 3), counted(8, "games", 1)];
    assert!(store.count_dice(all[2], more).await.unwrap());
    assert!(store.count_dice(all[1], Vec::new()).await.unwrap());
    assert!(
        !store.count_dice(game(2, 2, 9), counts).await.unwrap(),
        "no game"
    );
    assert_eq!(store.uncounted(10).await.unwrap(), []);
    assert_eq!(
        store.dice_counts().await.unwrap(),
        [
            counted(7, "bot.6", 23),
            counted(7, "games", 1),
            counted(8, "games", 1)
        ]
    );
}
