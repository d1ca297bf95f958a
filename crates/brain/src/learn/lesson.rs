use ludo_rules::{Face, Length, Playout, Position, Rules, Seat, SeatSet};
use rand_core::RngCore;

use crate::chance::{below, face, fraction};
use crate::endgame::Shelf;
use crate::exam::{drawn, is_held_out};
use crate::judge::{Judge, certain, place_of};
use crate::net::{Activations, Net, Places, Sparse};

/// A game that has not ended after so many rolls teaches nothing about its end.
const MAX_ROLLS: u32 = 5_000;

/// How games are played to learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Habits {
    /// How much of what came later is believed, against what is said of the next positions.
    pub(super) lambda: f32,
    /// The share of games in which some seats play at random, so that the net sees what careless players bring about.
    pub(super) careless: f32,
    /// Whether one seat learns and all others always play at random; else all learn to play well against each other.
    pub(super) against_random: bool,
}

/// A look at a position by one seat.
#[derive(Clone, Debug)]
pub(super) struct Look {
    begins: usize,
    ends: usize,
    pub(super) at: Activations,
    /// What it should have said.
    pub(super) wanted: Places,
}

/// A position where a roll was due.
#[derive(Clone, Debug, Default)]
struct Moment {
    /// What each seat thought of it.
    looks: [Option<usize>; 4],
    /// What each seat thinks of the positions after it, the best move made, on the average of the six rolls.
    expected: [Places; 4],
    /// Whether the best move was made then; what came later says nothing about best play otherwise.
    follows: bool,
}

/// One game of self-play.
#[derive(Debug, Default)]
pub(super) struct Lesson {
    sparse: Sparse,
    pub(super) looks: Vec<Look>,
    moments: Vec<Moment>,
}

impl Lesson {
    /// Features of a look.
    pub(super) fn sparse(&self, look: &Look) -> &[(u16, f32)] {
        self.sparse.get(look.begins..look.ends).unwrap_or_default()
    }

    /// Plays a game of the net against itself and works out what it should have thought.
    pub(super) fn play<R: RngCore>(
        &mut self,
        rules: &Rules,
        net: &Net,
        habits: Habits,
        chance: &mut R,
    ) {
        self.sparse.clear();
        self.looks.clear();
        self.moments.clear();
        let seats = who_plays(chance);
        let length = if fraction(chance) < 0.1 {
            Length::Quick
        } else {
            Length::Whole
        };
        let players: Vec<Seat> = seats.iter().collect();
        let first = players[below(chance, players.len() as u32) as usize];
        let learners = if habits.against_random {
            SeatSet::new(&[players[below(chance, players.len() as u32) as usize]])
        } else {
            seats
        };
        let careless_game = !habits.against_random && fraction(chance) < habits.careless;
        let careless = [(); 4].map(|()| careless_game && fraction(chance) < 0.5);
        let Ok(start) = rules.start(seats, first, length) else {
            return;
        };
        let Ok(mut game) = Playout::new(rules, start) else {
            return;
        };
        let mut judge = Judge::new(net);
        let mut rolls = 0;
        let mut ended = false;
        while let Some(seat) = game.position().turn() {
            rolls += 1;
            if rolls > MAX_ROLLS {
                break;
            }
            let mut moment = self.look(&mut judge, &game, learners);
            let rolled = face(chance);
            let random = !learners.contains(seat);
            let (expected, best) = look_ahead(&mut judge, &game, rolled, learners, random);
            moment.expected = expected;
            moment.follows = true;
            let mut choices = game.roll(rolled);
            if (random || careless[seat.index()]) && choices > 0 {
                while choices > 0 {
                    choices = game.choose(below(chance, choices as u32) as usize);
                }
                moment.follows = random || best == Some(*game.position());
            } else {
                while choices > 0 {
                    choices = game.choose(judge.choice(&game));
                }
            }
            self.moments.push(moment);
            // Once all who learn have a place, there is nothing more to learn.
            if learners
                .iter()
                .all(|seat| place_of(game.position(), seat).is_some())
            {
                ended = true;
                break;
            }
        }
        self.conclude(ended, habits.lambda);
    }

    /// Adds positions of two seats' endgames, drawn, and what each roll and move makes of them, with the truth about them.
    /// What exams ask is left out.
    pub(super) fn add_endgames<R: RngCore>(
        &mut self,
        rules: &Rules,
        net: &Net,
        shelf: &Shelf,
        count: u32,
        chance: &mut R,
    ) {
        let mut judge = Judge::new(net);
        for _ in 0..count {
            let counts = match below(chance, 8) {
                0 => (1, 1),
                1 => (1, 2),
                2 => (2, 1),
                _ => (2, 2),
            };
            let Some(position) = drawn(counts, chance) else {
                continue;
            };
            let Ok(game) = Playout::new(rules, position) else {
                continue;
            };
            self.add_endgame(&mut judge, shelf, &game);
            for face in Face::ALL {
                let mut after = game.clone();
                let choices = after.roll(face);
                for choice in 0..choices {
                    let mut after = after.clone();
                    after.choose(choice);
                    self.add_endgame(&mut judge, shelf, &after);
                }
            }
        }
    }

    fn add_endgame(&mut self, judge: &mut Judge<'_>, shelf: &Shelf, game: &Playout<'_>) {
        let position = game.position();
        if position.is_over() || is_held_out(position) {
            return;
        }
        judge.scratch.look(judge.net, position);
        for seat in position.in_play().iter() {
            let Some(chance) = shelf.chance(game, seat) else {
                return;
            };
            let look = self.push(judge, seat);
            if let Some(look) = self.looks.get_mut(look) {
                look.wanted = [chance as f32, 1.0 - chance as f32, 0.0, 0.0];
            }
        }
    }

    /// A look of a seat at the position that was looked at, and its number.
    fn push(&mut self, judge: &mut Judge<'_>, seat: Seat) -> usize {
        let net = judge.net;
        judge.scratch.chances(net, seat);
        let begins = self.sparse.len();
        self.sparse.extend_from_slice(&judge.scratch.sparse);
        self.looks.push(Look {
            begins,
            ends: self.sparse.len(),
            at: judge.scratch.at.clone(),
            wanted: [0.0; 4],
        });
        self.looks.len() - 1
    }

    fn look(&mut self, judge: &mut Judge<'_>, game: &Playout<'_>, learners: SeatSet) -> Moment {
        judge.scratch.look(judge.net, game.position());
        let mut moment = Moment::default();
        for seat in game.position().in_play().iter() {
            if learners.contains(seat) {
                moment.looks[seat.index()] = Some(self.push(judge, seat));
            }
        }
        moment
    }

    /// From the end back: what each look should have said. That is the average over the rolls that could have come, not
    /// the one that came, and so on for what came later: luck is left out, mistakes of the net add up.
    fn conclude(&mut self, ended: bool, lambda: f32) {
        // How much more the later look should have said than it did.
        let mut missed = [[0.0; 4]; 4];
        for moment in self.moments.iter().rev() {
            for (seat, &look) in moment.looks.iter().enumerate() {
                let Some(look) = look.and_then(|look| self.looks.get_mut(look)) else {
                    continue;
                };
                let factor = if moment.follows && ended { lambda } else { 0.0 };
                let wanted: Places = std::array::from_fn(|place| {
                    (moment.expected[seat][place] + factor * missed[seat][place]).clamp(0.0, 1.0)
                });
                let sum: f32 = wanted.iter().sum();
                look.wanted = if sum > 0.0 {
                    wanted.map(|chance| chance / sum)
                } else {
                    look.at.chances
                };
                missed[seat] = std::array::from_fn(|place| wanted[place] - look.at.chances[place]);
            }
        }
    }
}

/// What seats think of the positions after a roll and the best move, on the average of the six rolls; and the one
/// after this roll. Where the move is `random`, on the average of all moves instead.
fn look_ahead(
    judge: &mut Judge<'_>,
    game: &Playout<'_>,
    rolled: Face,
    learners: SeatSet,
    random: bool,
) -> ([Places; 4], Option<Position>) {
    let mut expected = [[0.0; 4]; 4];
    if random {
        for face in Face::ALL {
            let mut after = game.clone();
            after.roll(face);
            add_all(judge, &after, learners, 1.0 / 6.0, &mut expected);
        }
        return (expected, None);
    }
    let mut best = None;
    let mut seen: [Option<(Position, [Places; 4])>; 6] = [None; 6];
    for (index, face) in Face::ALL.into_iter().enumerate() {
        let position = *judge.after(game, face).position();
        if face == rolled {
            best = Some(position);
        }
        let known = seen.iter().flatten().find(|(seen, _)| *seen == position);
        let thought = match known {
            Some(&(_, thought)) => thought,
            None => think(judge, &position, learners),
        };
        seen[index] = Some((position, thought));
        for (sum, thought) in expected.iter_mut().zip(&thought) {
            for (sum, &chance) in sum.iter_mut().zip(thought) {
                *sum += chance * (1.0 / 6.0);
            }
        }
    }
    (expected, best)
}

/// Adds what seats think of what each move leads to, so much of it in all.
fn add_all(
    judge: &mut Judge<'_>,
    game: &Playout<'_>,
    learners: SeatSet,
    share: f32,
    sum: &mut [Places; 4],
) {
    let choices = game.choices();
    if choices == 0 {
        let thought = think(judge, game.position(), learners);
        for (sum, thought) in sum.iter_mut().zip(&thought) {
            for (sum, &chance) in sum.iter_mut().zip(thought) {
                *sum += chance * share;
            }
        }
    }
    for choice in 0..choices {
        let mut after = game.clone();
        after.choose(choice);
        add_all(judge, &after, learners, share / choices as f32, sum);
    }
}

fn think(judge: &mut Judge<'_>, position: &Position, learners: SeatSet) -> [Places; 4] {
    let mut thought = [[0.0; 4]; 4];
    if !position.is_over() {
        judge.scratch.look(judge.net, position);
    }
    for seat in learners.iter() {
        thought[seat.index()] = match place_of(position, seat) {
            Some(place) => certain(place),
            None => judge.scratch.chances(judge.net, seat),
        };
    }
    thought
}

fn who_plays<R: RngCore>(chance: &mut R) -> SeatSet {
    let drawn = fraction(chance);
    if drawn < 0.45 {
        return SeatSet::ALL;
    }
    if drawn < 0.85 {
        return SeatSet::new(&[Seat::Red, Seat::Yellow]);
    }
    if drawn < 0.9 {
        return SeatSet::new(&[Seat::Red, Seat::Green]);
    }
    let away = below(chance, 4) as usize;
    Seat::ALL
        .into_iter()
        .filter(|seat| seat.index() != away)
        .fold(SeatSet::EMPTY, |mut seats, seat| {
            seats.insert(seat);
            seats
        })
}
