//! People, their devices, and who of them is gone.

use ludo_store::{
    Append, Handover, HandoverHash, MAX_DEVICES, NewDevice, Note, PersonId, SavedMember, TokenHash,
};
use ludo_table::{Member, Time};

use super::{ANIA, BEN, Shared, append, code, create, event, origin, people, renamed};

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
    // Whoever hands over is told which device goes.
    let code = HandoverHash::of(b"code");
    store
        .make_handover(Handover {
            code,
            ..handover(ANIA, "", 450)
        })
        .await
        .unwrap();
    let made = store.take_handover(code, device(100), Time(500)).await;
    let (person, pushed_out) = (ANIA, vec![device(99)]);
    assert_eq!(made.unwrap(), Some(NewDevice { person, pushed_out }));
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
            .map(|device| device.person)
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
            if let Ok(Some(device)) = taker.await.unwrap() {
                assert_eq!(device.person, ANIA);
                got.push(n);
            }
        }
        assert_eq!(got.len(), 1, "round {round}");
    }
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
