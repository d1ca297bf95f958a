use ludo_rules::{BySeat, Position, Seat};

use super::{Net, PLACES, Places, Scratch, Sparse, certainties, features};

/// Questions to a net that are answered together: where registers are wide, four at a time go through its layers side by side, each
/// with its own sums in the order that they have alone. So the answers are the same, bit by bit.
#[derive(Clone, Debug, Default)]
struct Batch {
    sparse: Sparse,
    /// Where the features of each question end.
    ends: Vec<usize>,
    open: Vec<[bool; PLACES]>,
    chances: Vec<Places>,
}

impl Batch {
    /// Asks for a seat that has no place yet, at the position looked at.
    fn ask(&mut self, net: &Net, scratch: &mut Scratch, seat: Seat) {
        features::write(&net.lens, &scratch.view, seat.index(), &mut scratch.sparse);
        self.sparse.extend_from_slice(&scratch.sparse);
        self.ends.push(self.sparse.len());
        self.open.push(scratch.open());
    }

    /// The answers, in the order of the questions.
    fn answers(&mut self, net: &Net) -> &[Places] {
        self.chances.clear();
        self.chances.resize(self.open.len(), [0.0; PLACES]);
        if let Some(layers) = net.layout.split(&net.weights) {
            layers.forward_all(&self.sparse, &self.ends, &self.open, &mut self.chances);
        }
        &self.chances
    }
}

impl Net {
    /// The [chances](Self::chances) of many positions, worked out together: the same numbers bit by bit, a little sooner where
    /// registers are wide.
    #[must_use]
    pub fn chances_of_all(&self, positions: &[Position]) -> Vec<Option<BySeat<Places>>> {
        let mut scratch = Scratch::default();
        let mut batch = Batch::default();
        for position in positions {
            if position.rule_set().base() == self.base && !position.is_over() {
                scratch.look(self, position);
                for seat in position.in_play().iter() {
                    batch.ask(self, &mut scratch, seat);
                }
            }
        }
        let mut answers = batch.answers(self).iter();
        let of = |position: &Position| {
            if position.rule_set().base() != self.base {
                return None;
            }
            let mut chances = certainties(position);
            if !position.is_over() {
                for (seat, &answer) in position.in_play().iter().zip(answers.by_ref()) {
                    chances[seat] = answer;
                }
            }
            Some(chances)
        };
        positions.iter().map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use ludo_rules::{Face, Length, Named, Playout, Rules, SeatSet};

    use super::*;
    use crate::weights::ALL;

    /// Positions of a game that chance plays, of every set that has a net, by two, three and four seats.
    fn positions(named: Named) -> Vec<Position> {
        let rules = Rules::new(&named.into());
        let mut found = Vec::new();
        for seats in ["ry", "rgb", "rgyb"] {
            let seats: SeatSet = seats.parse().unwrap();
            let start = rules.start(seats, Seat::ALL[1], Length::Quick);
            let start = start.or_else(|_| rules.start(seats, Seat::ALL[0], Length::Quick));
            let mut game = Playout::new(&rules, start.unwrap()).unwrap();
            let mut drawn = 7_usize;
            while !game.is_over() && found.len() < 2_000 {
                drawn = drawn
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let mut choices = game.roll(Face::ALL[(drawn >> 33) % 6]);
                while choices > 0 {
                    choices = game.choose((drawn >> 40) % choices);
                }
                found.push(*game.position());
            }
        }
        found
    }

    #[test]
    fn together_and_alone_are_the_same_bit_by_bit() {
        for bytes in ALL {
            let net = Net::from_bytes(bytes).unwrap();
            let positions = positions(net.base());
            assert!(positions.len() > 100);
            let bits = |chances: BySeat<Places>| {
                chances.map(|places| places.map(f32::to_bits)).into_values()
            };
            // In batches of every length, so that some are not full.
            for length in [1, 2, 3, 5, 64, positions.len()] {
                for batch in positions.chunks(length) {
                    for (position, together) in batch.iter().zip(net.chances_of_all(batch)) {
                        let alone = net.chances(position).unwrap();
                        assert_eq!(bits(alone), bits(together.unwrap()), "{position}");
                    }
                }
            }
            assert!(net.chances_of_all(&[]).is_empty());
        }
    }

    #[test]
    fn a_position_of_another_board_has_no_answer_and_disturbs_none() {
        let net = Net::from_bytes(ALL[0]).unwrap();
        let own = positions(net.base())[40];
        let other = positions(Named::Parchis)[40];
        let all = net.chances_of_all(&[other, own, other, own]);
        assert_eq!(all, [None, net.chances(&own), None, net.chances(&own)]);
    }
}
