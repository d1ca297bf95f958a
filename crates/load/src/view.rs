use ludo_rules::Seat;
use ludo_table::Command;

use crate::LoadError;
use crate::said::{Happened, Numbered};

/// What a player has to know of a table to act at it.
#[derive(Debug, Default)]
pub(crate) struct View {
    /// The last event.
    pub(crate) seq: u64,
    step: u32,
    rolls: u32,
    stage: Stage,
    choices: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Waiting,
    Drawing,
    Roll(Seat),
    Choose(Seat),
    Over,
    Closed,
}

impl View {
    /// Of a table that nobody has sat down at.
    pub(crate) fn new(seq: u64) -> Self {
        Self {
            seq,
            ..Self::default()
        }
    }

    pub(crate) fn take(&mut self, Numbered { seq, event }: &Numbered<'_>) -> Result<(), LoadError> {
        if *seq != self.seq + 1 {
            let what = format!("event {seq} came after event {}", self.seq);
            return Err(LoadError::Protocol(what));
        }
        self.seq = *seq;
        let Happened {
            kind,
            position,
            choices,
        } = event;
        match *kind {
            "begun" => self.stage = Stage::Drawing,
            "drawn" => self.rolls = 0,
            "rolled" => {
                self.rolls += 1;
                self.step += 1;
            }
            "moved" => self.step += 1,
            "over" => self.stage = Stage::Over,
            "rematch" => self.stage = Stage::Waiting,
            "closed" => self.stage = Stage::Closed,
            _ => {}
        }
        if let Some(position) = position {
            self.stage = due(position)
                .ok_or_else(|| LoadError::Protocol(format!("a position is {position:?}")))?;
            self.choices.clear();
            self.choices
                .extend(choices.iter().map(|&choice| choice.to_owned()));
        }
        Ok(())
    }

    pub(crate) const fn is_playing(&self) -> bool {
        matches!(self.stage, Stage::Roll(_) | Stage::Choose(_))
    }

    /// What the seat has to do now, if it is its turn. The host, at red, also begins and sets up the next game.
    pub(crate) fn command(&self, seat: Seat) -> Result<Option<Command>, LoadError> {
        let command = match self.stage {
            Stage::Roll(turn) if turn == seat => Command::Roll {
                step: self.step,
                roll: self.rolls + 1,
                link: None,
            },
            Stage::Choose(turn) if turn == seat => {
                // One or another, in no order that matters.
                let index = self.seq as usize % self.choices.len().max(1);
                let text = self
                    .choices
                    .get(index)
                    .ok_or_else(|| LoadError::protocol("there is nothing to choose"))?;
                let mv = text
                    .parse()
                    .map_err(|_| LoadError::Protocol(format!("a move is {text:?}")))?;
                Command::Move {
                    step: self.step,
                    mv,
                }
            }
            Stage::Over if seat == Seat::Red => Command::Rematch,
            Stage::Waiting if seat == Seat::Red => Command::Begin,
            _ => return Ok(None),
        };
        Ok(Some(command))
    }
}

/// What is due in a position, whose third and fourth words are the seat and that. The last position of a game is
/// followed by `over`.
fn due(position: &str) -> Option<Stage> {
    let mut words = position.split(' ').skip(2);
    let seat = words.next()?.parse().ok();
    match (seat, words.next()?) {
        (Some(seat), due) if due.starts_with("roll") => Some(Stage::Roll(seat)),
        (Some(seat), due) if due.starts_with("move") || due.starts_with("bonus") => {
            Some(Stage::Choose(seat))
        }
        _ => Some(Stage::Over),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_say_whose_turn_it_is() {
        let red = "classic 0,0,0,0/-/0,0,1,1/- r roll 0 - -";
        assert_eq!(due(red), Some(Stage::Roll(Seat::Red)));
        let yellow = "classic 0,0,0,0/-/0,0,0,1/- y move:6 2 - -";
        assert_eq!(due(yellow), Some(Stage::Choose(Seat::Yellow)));
        assert_eq!(due("classic"), None);
    }

    #[test]
    fn a_gap_is_an_error() {
        let mut view = View::new(3);
        let event = |seq| Numbered {
            seq,
            event: Happened {
                kind: "begun",
                position: None,
                choices: Vec::new(),
            },
        };
        view.take(&event(4)).unwrap();
        assert!(view.take(&event(4)).is_err());
        assert!(view.take(&event(6)).is_err());
    }
}
