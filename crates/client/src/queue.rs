use ludo_protocol::CommandId;
use ludo_table::Command;

/// How many commands can wait for their answers.
pub(crate) const MAX_WAITING: usize = 32;
/// After so long without an answer a command is sent again, with the same id.
pub(crate) const RESEND: u64 = 10_000;

/// Commands that were given and not answered. No answer means that nobody knows, so each is sent again, with its id,
/// until there is one.
#[derive(Debug)]
pub(crate) struct Queue {
    prefix: u64,
    count: u64,
    waiting: Vec<Waiting>,
}

#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub(crate) id: CommandId,
    pub(crate) command: Command,
    /// Whose wish it is.
    pub(crate) origin: Origin,
    /// When it is to be sent, again or for the first time.
    at: u64,
}

/// Who gave a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The person: refusals are shown.
    Person,
    /// The plan that the client carries out: refusals are shown and end it.
    Plan,
    /// The client, for its part in the dice: refusals are not shown.
    Dice,
}

impl Queue {
    /// `prefix` must differ from that of every other client of the same person.
    pub(crate) const fn new(prefix: u64) -> Self {
        Self {
            prefix,
            count: 0,
            waiting: Vec::new(),
        }
    }

    /// Takes a command up, to be sent at `at`; false if too many wait.
    pub(crate) fn push(&mut self, command: Command, origin: Origin, at: u64) -> bool {
        if self.waiting.len() >= MAX_WAITING {
            return false;
        }
        let Ok(id) = format!("{:016x}-{}", self.prefix, self.count).parse() else {
            return false;
        };
        self.count += 1;
        self.waiting.push(Waiting {
            id,
            command,
            origin,
            at,
        });
        true
    }

    /// The answer to a command is here.
    pub(crate) fn answered(&mut self, id: &CommandId) -> Option<Waiting> {
        let at = self.waiting.iter().position(|waiting| waiting.id == *id)?;
        Some(self.waiting.remove(at))
    }

    /// On a new line everything is sent again, at once and in order.
    pub(crate) fn again(&mut self, now: u64) {
        for waiting in &mut self.waiting {
            waiting.at = waiting.at.min(now);
        }
    }

    /// The next command to send now; it is due again later.
    pub(crate) fn due(&mut self, now: u64) -> Option<&Waiting> {
        let waiting = self.waiting.iter_mut().find(|waiting| waiting.at <= now)?;
        waiting.at = now + RESEND;
        Some(waiting)
    }

    /// When one is due next.
    pub(crate) fn next(&self) -> Option<u64> {
        self.waiting.iter().map(|waiting| waiting.at).min()
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &Waiting> {
        self.waiting.iter()
    }

    /// Forgets all that wait.
    pub(crate) fn clear(&mut self) {
        self.waiting.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_differ_and_stay() {
        let mut queue = Queue::new(7);
        for _ in 0..3 {
            assert!(queue.push(Command::Begin, Origin::Person, 0));
        }
        let first: Vec<_> =
            std::iter::from_fn(|| queue.due(0).map(|waiting| waiting.id.clone())).collect();
        assert_eq!(first.iter().collect::<HashSet<_>>().len(), 3);
        assert!(queue.due(RESEND - 1).is_none());
        let second: Vec<_> =
            std::iter::from_fn(|| queue.due(RESEND).map(|waiting| waiting.id.clone())).collect();
        assert_eq!(first, second);
        queue.again(RESEND + 1);
        assert!(queue.answered(&first[1]).is_some());
        assert!(queue.answered(&first[1]).is_none());
        let third: Vec<_> =
            std::iter::from_fn(|| queue.due(RESEND + 1).map(|waiting| waiting.id.clone()))
                .collect();
        assert_eq!(third, [first[0].clone(), first[2].clone()]);
    }

    #[test]
    fn only_so_many_wait() {
        let mut queue = Queue::new(7);
        let pushed = (0..100)
            .filter(|_| queue.push(Command::Begin, Origin::Person, 0))
            .count();
        assert_eq!(pushed, MAX_WAITING);
    }
}
