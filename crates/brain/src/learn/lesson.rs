use ludo_rules::{Face, Length, Playout, Position, Rules, Seat, SeatSet};
use rand_core::RngCore;

use crate::chance::{below, face, fraction};
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
    /// Whether it is learned what positions are worth with such players at the board; else with the best of play.
    pub(super) as_they_are: bool,
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
        let careless_game = fraction(chance) < habits.careless;
        let careless = [(); 4].map(|()| careless_game && fraction(chance) < 0.5);
        let Ok(start) = rules.start(seats, first, length) else {
            return;
        };
        let Ok(mut game) = Playout::new(rules, start) else {
            return;
        };
        let mut judge = Judge::new(net);
        let mut rolls = 0;
        while let Some(seat) = game.position().turn() {
            rolls += 1;
            if rolls > MAX_ROLLS {
                break;
            }
            let mut moment = self.look(&mut judge, &game);
            let rolled = face(chance);
            let drawn = careless[seat.index()] && habits.as_they_are;
            let (expected, best) = look_ahead(&mut judge, &game, rolled, drawn);
            moment.expected = expected;
            moment.follows = true;
            let mut choices = game.roll(rolled);
            if careless[seat.index()] && choices > 0 {
                while choices > 0 {
                    choices = game.choose(below(chance, choices as u32) as usize);
                }
                moment.follows = habits.as_they_are || best == Some(*game.position());
            } else {
                while choices > 0 {
                    choices = game.choose(judge.choice(&game));
                }
            }
            self.moments.push(moment);
        }
        self.conclude(&game, habits.lambda);
    }

    fn look(&mut self, judge: &mut Judge<'_>, game: &Playout<'_>) -> Moment {
        judge.scratch.look(judge.net, game.position());
        let mut moment = Moment::default();
        for seat in game.position().in_play().iter() {
            let net = judge.net;
            judge.scratch.chances(net, seat);
            let begins = self.sparse.len();
            self.sparse.extend_from_slice(&judge.scratch.sparse);
            moment.looks[seat.index()] = Some(self.looks.len());
            self.looks.push(Look {
                begins,
                ends: self.sparse.len(),
                at: judge.scratch.at.clone(),
                wanted: [0.0; 4],
            });
        }
        moment
    }

    /// From the end back: what each look should have said. That is the average over the rolls that could have come, not
    /// the one that came, and so on for what came later: luck is left out, mistakes of the net add up.
    fn conclude(&mut self, game: &Playout<'_>, lambda: f32) {
        // How much more the later look should have said than it did.
        let mut missed = [[0.0; 4]; 4];
        let ended = game.position().is_over();
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

/// What each seat thinks of the positions after a roll and the best move, on the average of the six rolls; and the one
/// after this roll. Where the move is `drawn`, on the average of all moves instead.
fn look_ahead(
    judge: &mut Judge<'_>,
    game: &Playout<'_>,
    rolled: Face,
    drawn: bool,
) -> ([Places; 4], Option<Position>) {
    let mut expected = [[0.0; 4]; 4];
    if drawn {
        for face in Face::ALL {
            let mut after = game.clone();
            after.roll(face);
            add_drawn(judge, &after, 1.0 / 6.0, &mut expected);
        }
        return (expected, None);
    }
    let mut best = None;
    let mut seen: [Option<(Position, [Places; 4])>; 6] = [None; 6];
    for (index, face) in Face::ALL.into_iter().enumerate() {
        let mut after = game.clone();
        let mut choices = after.roll(face);
        while choices > 0 {
            choices = after.choose(judge.choice(&after));
        }
        let position = *after.position();
        if face == rolled {
            best = Some(position);
        }
        let known = seen.iter().flatten().find(|(seen, _)| *seen == position);
        let thought = match known {
            Some(&(_, thought)) => thought,
            None => all_think(judge, &position),
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

/// Adds what each seat thinks of what a drawn move leads to, so much of it.
fn add_drawn(judge: &mut Judge<'_>, game: &Playout<'_>, share: f32, sum: &mut [Places; 4]) {
    let choices = game.choices();
    if choices == 0 {
        let thought = all_think(judge, game.position());
        for (sum, thought) in sum.iter_mut().zip(&thought) {
            for (sum, &chance) in sum.iter_mut().zip(thought) {
                *sum += chance * share;
            }
        }
    }
    for choice in 0..choices {
        let mut after = game.clone();
        after.choose(choice);
        add_drawn(judge, &after, share / choices as f32, sum);
    }
}

fn all_think(judge: &mut Judge<'_>, position: &Position) -> [Places; 4] {
    let mut thought = [[0.0; 4]; 4];
    if !position.is_over() {
        judge.scratch.look(judge.net, position);
    }
    for seat in position.seats().iter() {
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
