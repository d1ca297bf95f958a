//! What people say to each other. It is told at once, to whoever hears it, and kept nowhere: a table is the same before and
//! after it.

use std::collections::HashMap;

use ludo_protocol::{Saying, ServerMessage};
use ludo_rules::Seat;
use ludo_store::PersonId;
use ludo_table::{Refusal, Time};

use super::{ConnectionId, Worker};
use crate::bucket::{Bucket, Rate};
use crate::error::ApiError;
use crate::line::Frames;

/// How much each person has said of late. Whoever may say all again is not in it.
#[derive(Debug, Default)]
pub(super) struct Talk(HashMap<PersonId, Bucket>);

impl Talk {
    /// Takes one out of a person's bucket; if there is none in it, says how many milliseconds it takes until there is.
    fn take(&mut self, person: PersonId, rate: Rate, now: Time) -> Result<(), u64> {
        self.0.retain(|_, bucket| !bucket.is_full(now));
        let bucket = self.0.entry(person).or_insert(Bucket::full(rate));
        if bucket.take(1, now) {
            Ok(())
        } else {
            Err(bucket.wait(now))
        }
    }
}

impl Worker {
    /// Tells everybody what a person says, or that person alone why it was not said.
    pub(super) fn say(&mut self, from: ConnectionId, person: PersonId, saying: Saying) {
        let said = self
            .speaker(person)
            .map_err(|refusal| (ApiError::from(&refusal), 0));
        let said = said.and_then(|seat| {
            let rate = self.app.config.limits.sayings();
            let taken = self.talk.take(person, rate, self.now());
            taken.map_err(|wait| (ApiError::said_too_much(), wait))?;
            Ok(seat)
        });
        match said {
            Ok(seat) => {
                // It comes from somebody who is there.
                self.show(person);
                if let Some(frames) = Frames::of(&ServerMessage::Said { seat, saying }) {
                    self.connections.offer_to_all(&frames);
                }
            }
            Err((error, wait)) => {
                if let Some(frames) = Frames::of(&error.unsaid(wait)) {
                    self.connections.send(from, &frames);
                }
            }
        }
    }

    /// The seat from which a person speaks.
    fn speaker(&self, person: PersonId) -> Result<Seat, Refusal> {
        let member = self.people.get(&person).ok_or(Refusal::NotAMember)?;
        self.table.seat_of(*member).ok_or(Refusal::NotSeated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b092_everybody_has_a_bucket_which_is_forgotten_when_it_is_full() {
        let mut talk = Talk::default();
        let rate = Rate::every(2, 3);
        let now = Time(9_000);
        let person = |n| PersonId([n; 16]);
        for n in 0..100 {
            assert_eq!(talk.take(person(n), rate, now), Ok(()));
            assert_eq!(talk.take(person(n), rate, now), Ok(()));
            assert_eq!(talk.take(person(n), rate, now.plus(1)), Err(2_999));
        }
        assert_eq!(talk.take(person(0), rate, now.plus(3_000)), Ok(()));
        assert_eq!(talk.0.len(), 100);
        assert_eq!(talk.take(person(1), rate, now.plus(9_000)), Ok(()));
        assert_eq!(talk.0.len(), 1);
    }
}
