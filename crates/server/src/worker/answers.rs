use std::collections::{HashMap, VecDeque};

use ludo_protocol::{CommandId, ErrorBody, ServerMessage};
use ludo_store::{CommandDigest, PersonId};

use crate::limits;

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It was carried out, up to this event.
    Done(u64),
    /// It was not.
    Refused(ErrorBody),
}

impl Answer {
    pub(super) fn message(self, id: CommandId) -> ServerMessage {
        match self {
            Self::Done(seq) => ServerMessage::Done { id, seq },
            Self::Refused(ErrorBody { code, message }) => {
                ServerMessage::Refused { id, code, message }
            }
        }
    }
}

/// The newest answers. What was carried out is in the store too; refusals are here only.
#[derive(Debug, Default)]
pub(super) struct Answers {
    answers: HashMap<(PersonId, CommandId), (CommandDigest, Answer)>,
    order: VecDeque<(PersonId, CommandId)>,
}

impl Answers {
    pub(super) fn find(
        &self,
        person: PersonId,
        id: &CommandId,
    ) -> Option<&(CommandDigest, Answer)> {
        self.answers.get(&(person, id.clone()))
    }

    pub(super) fn remember(
        &mut self,
        person: PersonId,
        id: &CommandId,
        digest: CommandDigest,
        answer: Answer,
    ) {
        let key = (person, id.clone());
        if self.answers.insert(key.clone(), (digest, answer)).is_none() {
            self.order.push_back(key);
        }
        while self.order.len() > limits::REMEMBERED_ANSWERS {
            if let Some(oldest) = self.order.pop_front() {
                self.answers.remove(&oldest);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b092_only_the_newest_answers_are_remembered() {
        let mut answers = Answers::default();
        let person = PersonId([1; 16]);
        let digest = CommandDigest::of(b"x");
        let id = |number: usize| format!("c{number}").parse::<CommandId>().unwrap();
        for number in 0..3 * limits::REMEMBERED_ANSWERS {
            answers.remember(person, &id(number), digest, Answer::Done(number as u64));
            answers.remember(person, &id(number), digest, Answer::Done(number as u64));
        }
        assert_eq!(answers.answers.len(), limits::REMEMBERED_ANSWERS);
        assert_eq!(answers.order.len(), limits::REMEMBERED_ANSWERS);
        let newest = 3 * limits::REMEMBERED_ANSWERS - 1;
        assert_eq!(
            answers.find(person, &id(newest)),
            Some(&(digest, Answer::Done(newest as u64)))
        );
        assert_eq!(answers.find(person, &id(0)), None);
        assert_eq!(answers.find(PersonId([2; 16]), &id(newest)), None);
    }
}
