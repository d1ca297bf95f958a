//! Tables: what was written is what is read.

use ludo_dice::{GameId, Link, Secret};
use ludo_store::{
    Append, Base, Create, HostKey, KeptAnswer, Private, SavedMember, Standing, StoreError,
};
use ludo_table::{Event, Member, Time};

use super::{
    ANIA, Shared, append, code, command, create, event, opened, origin, people, renamed, seqs,
};

fn sealed_answer() -> KeptAnswer {
    let key = HostKey::from_entropy([5; 32]);
    let seat = ludo_rules::Seat::Red;
    key.seal_answer(GameId([1; 16]), seat, &Link([7; 32]), [6; 24])
        .into()
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
        answer: Some(sealed_answer()),
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
            .and_then(|private| private.answer.clone()),
        Some(sealed_answer())
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
