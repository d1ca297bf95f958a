//! What every store does. Each function is a test of its own, run on an empty store.

pub(crate) mod dice;
pub(crate) mod lists;
pub(crate) mod people;
pub(crate) mod tables;
pub(crate) mod writers;

use std::sync::Arc;

use ludo_dice::{GameId, Tip};
use ludo_protocol::{CommandId, TableCode};
use ludo_store::{
    Append, CommandDigest, Create, Origin, PersonId, Standing, Store, StoreError, TokenHash,
};
use ludo_table::{Event, Member, Options, Time};

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
