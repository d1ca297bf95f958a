use std::collections::{BTreeMap, HashMap, HashSet};

use ludo_dice::GameId;
use ludo_protocol::{CommandId, TableCode};
use ludo_table::{Event, Time};

use crate::{
    Append, Base, CarriedOut, Create, DiceCount, Due, EndedGame, Handover, HandoverHash, Head,
    MAX_DEVICES, NewDevice, Note, OwnTable, PersonId, SavedMember, SavedTable, Sealed, Standing,
    StoreError, StoredEvent, TokenHash,
};

/// What the tables of a database hold.
#[derive(Debug, Default)]
pub(super) struct Data {
    people: HashSet<PersonId>,
    tokens: HashMap<TokenHash, (PersonId, Time)>,
    handovers: HashMap<PersonId, (HandoverHash, Time)>,
    games: HashMap<GameId, TableCode>,
    tables: BTreeMap<String, Kept>,
    secrets: HashMap<GameId, Sealed>,
    /// By code and last event.
    uncounted: BTreeMap<(String, u64), EndedGame>,
    dice_counts: BTreeMap<(u32, String), u64>,
}

#[derive(Debug)]
struct Kept {
    code: TableCode,
    opened_by: PersonId,
    head: Head,
    base: Option<Base>,
    events: Vec<StoredEvent>,
    commands: HashMap<(PersonId, String), CarriedOut>,
    members: Vec<SavedMember>,
    changed_at: Time,
}

impl Data {
    pub(super) fn add_person(
        &mut self,
        person: PersonId,
        token: TokenHash,
        at: Time,
    ) -> Result<(), StoreError> {
        if self.people.contains(&person) {
            return Err(StoreError::Failed(format!(
                "person {person} is there already"
            )));
        }
        self.new_token(person, token, at)?;
        self.people.insert(person);
        Ok(())
    }

    /// Which ones it pushed out comes back.
    pub(super) fn add_token(
        &mut self,
        person: PersonId,
        token: TokenHash,
        at: Time,
    ) -> Result<Vec<TokenHash>, StoreError> {
        self.known(person)?;
        self.new_token(person, token, at)?;
        let mut others: Vec<(Time, String, TokenHash)> = self
            .tokens
            .iter()
            .filter(|(other, (owner, _))| *owner == person && **other != token)
            .map(|(other, (_, made))| (*made, other.to_string(), *other))
            .collect();
        others.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        let too_many = (others.len() + 1).saturating_sub(MAX_DEVICES as usize);
        let oldest = others.into_iter().take(too_many);
        let pushed_out: Vec<TokenHash> = oldest.map(|(_, _, token)| token).collect();
        for token in &pushed_out {
            self.tokens.remove(token);
        }
        Ok(pushed_out)
    }

    fn new_token(
        &mut self,
        person: PersonId,
        token: TokenHash,
        at: Time,
    ) -> Result<(), StoreError> {
        if self.tokens.contains_key(&token) {
            return Err(StoreError::Failed("this token is there already".to_owned()));
        }
        self.tokens.insert(token, (person, at));
        Ok(())
    }

    pub(super) fn person(&self, token: TokenHash) -> Option<PersonId> {
        self.tokens.get(&token).map(|(person, _)| *person)
    }

    pub(super) fn make_handover(&mut self, handover: Handover) -> Result<(), StoreError> {
        self.known(handover.person)?;
        self.handovers.retain(|_, (_, until)| *until > handover.at);
        self.handovers
            .insert(handover.person, (handover.code, handover.until));
        Ok(())
    }

    pub(super) fn handover(&self, code: HandoverHash, at: Time) -> Option<PersonId> {
        let mut good = self.handovers.iter();
        let (person, _) = good.find(|(_, (known, until))| *known == code && *until > at)?;
        Some(*person)
    }

    pub(super) fn take_handover(
        &mut self,
        code: HandoverHash,
        token: TokenHash,
        at: Time,
    ) -> Result<Option<NewDevice>, StoreError> {
        let Some(person) = self.handover(code, at) else {
            return Ok(None);
        };
        let pushed_out = self.add_token(person, token, at)?;
        self.handovers.remove(&person);
        Ok(Some(NewDevice { person, pushed_out }))
    }

    pub(super) fn tables(&self, after: Option<TableCode>, limit: u32) -> Vec<TableCode> {
        let after = after.map(|code| code.to_string()).unwrap_or_default();
        let tables = self.tables.iter().filter(|(code, _)| **code > after);
        tables
            .map(|(_, table)| table.code)
            .take(usize::try_from(limit).unwrap_or(usize::MAX))
            .collect()
    }

    pub(super) fn table_of_game(&self, game: GameId) -> Option<TableCode> {
        self.games.get(&game).copied()
    }

    pub(super) fn create(&mut self, create: Create) -> Result<(), StoreError> {
        let Create { append, opened_by } = create;
        let code = append.code;
        if self.table(code).is_some() {
            return Err(StoreError::CodeTaken(code));
        }
        self.known(opened_by)?;
        let head = Head {
            seq: 0,
            standing: Standing::Running,
            wake_at: None,
            summary: String::new(),
        };
        let kept = Kept {
            code,
            opened_by,
            head,
            base: None,
            events: Vec::new(),
            commands: HashMap::new(),
            members: Vec::new(),
            changed_at: append.at,
        };
        self.tables.insert(code.to_string(), kept);
        self.append(append)
    }

    pub(super) fn append(&mut self, append: Append) -> Result<(), StoreError> {
        let code = append.code;
        if let Some(origin) = &append.origin {
            self.known(origin.person)?;
            if let Some(carried_out) = self.command(code, origin.person, &origin.command) {
                return Err(StoreError::Repeated(carried_out));
            }
        }
        let table = self
            .tables
            .get_mut(&code.to_string())
            .ok_or(StoreError::NoTable(code))?;
        if table.head.seq != append.expected {
            return Err(StoreError::Stale {
                code,
                expected: append.expected,
            });
        }
        let (last, private) = (append.last(), append.private());
        for (event, seq) in append.events.into_iter().zip(append.expected + 1..) {
            if let Event::Opened { game, .. }
            | Event::Renewed { game, .. }
            | Event::Rematch { game, .. } = &event
            {
                self.games.entry(*game).or_insert(code);
            }
            if matches!(event, Event::Over { .. }) {
                let mut before = table.events.iter().rev();
                let begun = before.find(|stored| matches!(stored.event, Event::Begun { .. }));
                let game = EndedGame {
                    code,
                    begun: begun.map_or(0, |stored| stored.seq),
                    over: seq,
                };
                self.uncounted.insert((code.to_string(), seq), game);
            }
            table.events.push(StoredEvent {
                seq,
                at: append.at,
                event,
                private: private.clone(),
            });
        }
        if let Some(origin) = append.origin {
            let carried_out = CarriedOut {
                seq: last,
                digest: origin.digest,
            };
            table
                .commands
                .insert((origin.person, origin.command.to_string()), carried_out);
            if let Some(member) = append.joined {
                table.members.retain(|known| known.person != origin.person);
                table.members.push(SavedMember {
                    person: origin.person,
                    member,
                    gone: None,
                });
            }
        }
        table.head = Head {
            seq: last,
            standing: append.standing,
            wake_at: append.wake_at,
            summary: append.summary,
        };
        table.changed_at = append.at;
        if append.base.is_some() {
            table.base = append.base;
        }
        self.secrets.extend(append.secret);
        if let Some(game) = append.spent {
            self.secrets.remove(&game);
        }
        Ok(())
    }

    pub(super) fn note(&mut self, note: Note) -> Result<(), StoreError> {
        let table = self
            .tables
            .get_mut(&note.code.to_string())
            .ok_or(StoreError::NoTable(note.code))?;
        table.head.wake_at = note.wake_at;
        for (person, gone) in note.gone {
            for member in &mut table.members {
                if member.person == person {
                    member.gone = gone;
                }
            }
        }
        Ok(())
    }

    pub(super) fn head(&self, code: TableCode) -> Option<Head> {
        Some(self.table(code)?.head.clone())
    }

    pub(super) fn load(&self, code: TableCode, from_start: bool) -> Option<SavedTable> {
        let table = self.table(code)?;
        let base = table.base.clone().filter(|_| !from_start);
        let after = base.as_ref().map_or(0, |base| base.seq);
        Some(SavedTable {
            head: table.head.clone(),
            base,
            events: self.events(code, after, u32::MAX),
            members: table.members.clone(),
        })
    }

    pub(super) fn lose(&mut self, code: TableCode, seq: u64) {
        if let Some(table) = self.tables.get_mut(&code.to_string()) {
            table.events.retain(|event| event.seq != seq);
        }
    }

    pub(super) fn events(&self, code: TableCode, after: u64, limit: u32) -> Vec<StoredEvent> {
        let events = self
            .table(code)
            .map(|table| table.events.as_slice())
            .unwrap_or_default();
        let later = events.iter().filter(|event| event.seq > after);
        later
            .take(usize::try_from(limit).unwrap_or(usize::MAX))
            .cloned()
            .collect()
    }

    pub(super) fn command(
        &self,
        code: TableCode,
        person: PersonId,
        command: &CommandId,
    ) -> Option<CarriedOut> {
        self.table(code)?
            .commands
            .get(&(person, command.to_string()))
            .copied()
    }

    pub(super) fn secret(&self, game: GameId) -> Option<Sealed> {
        self.secrets.get(&game).cloned()
    }

    pub(super) fn tables_of(&self, person: PersonId, limit: u32) -> Vec<OwnTable> {
        let mut tables: Vec<&Kept> = self
            .tables
            .values()
            .filter(|table| table.head.standing != Standing::Closed)
            .collect();
        tables.sort_by_key(|table| std::cmp::Reverse(table.changed_at));
        let own = |table: &Kept| -> Option<OwnTable> {
            let member = table
                .members
                .iter()
                .find(|member| member.person == person)?
                .member;
            Some(OwnTable {
                code: table.code,
                member,
                summary: table.head.summary.clone(),
            })
        };
        tables
            .into_iter()
            .filter_map(own)
            .take(usize::try_from(limit).unwrap_or(usize::MAX))
            .collect()
    }

    pub(super) fn opened_by(&self, person: PersonId) -> u64 {
        let tables = self.tables.values();
        tables
            .filter(|table| table.opened_by == person && table.head.standing == Standing::Running)
            .count() as u64
    }

    pub(super) fn uncounted(&self, limit: u32) -> Vec<EndedGame> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        self.uncounted.values().take(limit).copied().collect()
    }

    pub(super) fn count_dice(&mut self, game: EndedGame, counts: Vec<DiceCount>) -> bool {
        let key = (game.code.to_string(), game.over);
        if self.uncounted.remove(&key).is_none() {
            return false;
        }
        for DiceCount { day, name, count } in counts {
            *self.dice_counts.entry((day, name)).or_default() += count;
        }
        true
    }

    pub(super) fn dice_counts(&self) -> Vec<DiceCount> {
        let counts = self.dice_counts.iter();
        let count = |((day, name), count): (&(u32, String), &u64)| DiceCount {
            day: *day,
            name: name.clone(),
            count: *count,
        };
        counts.map(count).collect()
    }

    pub(super) fn due(&self, after: Option<&Due>, until: Time, limit: u32) -> Vec<Due> {
        let key = |due: &Due| (due.at, due.code.to_string());
        let after = after.map(key);
        let due = self.tables.values().filter_map(|table| {
            Some(Due {
                at: table.head.wake_at?,
                code: table.code,
            })
        });
        let mut due: Vec<Due> = due
            .filter(|due| due.at <= until && after.as_ref().is_none_or(|after| key(due) > *after))
            .collect();
        due.sort_by_key(key);
        due.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        due
    }

    pub(super) fn newest(&self, latest: Time) -> Option<Time> {
        let open = self
            .tables
            .values()
            .filter(|table| table.head.wake_at.is_some());
        let moments = open.flat_map(|table| {
            let gone = table.members.iter().filter_map(|member| member.gone);
            gone.chain([table.changed_at])
        });
        moments.filter(|at| *at <= latest).max()
    }

    fn table(&self, code: TableCode) -> Option<&Kept> {
        self.tables.get(&code.to_string())
    }

    fn known(&self, person: PersonId) -> Result<(), StoreError> {
        if self.people.contains(&person) {
            Ok(())
        } else {
            Err(StoreError::Failed(format!("there is no person {person}")))
        }
    }
}
