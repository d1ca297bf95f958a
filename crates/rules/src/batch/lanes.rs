use super::choose::drawn;
use super::kernel::{Crowded, Full, Kernel, Needs, Open};
use super::lane::Lane;
use super::laws::Laws;
use super::mask::each;
use super::widest::with_widest;
use crate::seat_list::SeatList;
use crate::{BySeat, Due, End, Face, Position, Rules, Seat, SeatSet};

/// Does something with the kernel that the rules need.
macro_rules! with_kernel {
    ($needs:expr, $kernel:ident => $work:expr) => {
        match $needs {
            Needs::Open => {
                type $kernel = Open;
                $work
            }
            Needs::Crowded => {
                type $kernel = Crowded;
                $work
            }
            Needs::Full => {
                type $kernel = Full;
                $work
            }
        }
    };
}

/// The games of a batch: what a [`Lane`] has once, for all lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Lanes<const N: usize> {
    pub(super) tokens: [[[u8; N]; 4]; 4],
    pub(super) places: [[u8; N]; 4],
    pub(super) in_play: [u8; N],
    pub(super) turn: [u8; N],
    pub(super) face: [u8; N],
    pub(super) bonus: [u8; N],
    pub(super) attempt: [u8; N],
    pub(super) sixes: [u8; N],
    pub(super) last: [u8; N],
}

impl<const N: usize> Default for Lanes<N> {
    fn default() -> Self {
        Self {
            tokens: [[[0; N]; 4]; 4],
            places: [[0; N]; 4],
            in_play: [0; N],
            turn: [0; N],
            face: [0; N],
            bonus: [0; N],
            attempt: [0; N],
            sixes: [0; N],
            last: [0; N],
        }
    }
}

impl<const N: usize> Lanes<N> {
    /// The lane must be there.
    #[inline(always)]
    fn load(&self, lane: usize) -> Lane {
        Lane {
            tokens: each!(seat => each!(token => self.tokens[seat][token][lane])),
            places: each!(seat => self.places[seat][lane]),
            in_play: self.in_play[lane],
            turn: self.turn[lane],
            face: self.face[lane],
            bonus: self.bonus[lane],
            attempt: self.attempt[lane],
            sixes: self.sixes[lane],
            last: self.last[lane],
        }
    }

    /// The lane must be there.
    #[inline(always)]
    fn store(&mut self, lane: usize, game: &Lane) {
        each!(seat => each!(token => self.tokens[seat][token][lane] = game.tokens[seat][token]));
        each!(seat => self.places[seat][lane] = game.places[seat]);
        self.in_play[lane] = game.in_play;
        self.turn[lane] = game.turn;
        self.face[lane] = game.face;
        self.bonus[lane] = game.bonus;
        self.attempt[lane] = game.attempt;
        self.sixes[lane] = game.sixes;
        self.last[lane] = game.last;
    }

    /// Puts a position into a lane, which must be there.
    pub(super) fn set(&mut self, lane: usize, position: &Position) {
        let mut places = [0; 4];
        for (seat, place) in position.finished.iter().zip(1..) {
            places[seat.index()] = place;
        }
        let (attempt, face, bonus) = match position.due {
            Due::Roll { attempt } => (attempt, 0, 0),
            Due::Move(face) => (1, face.get(), 0),
            Due::Bonus(steps) => (1, 0, steps),
            Due::Over => (1, 0, 0),
        };
        self.store(
            lane,
            &Lane {
                tokens: position.tokens.into_values(),
                places,
                in_play: position.in_play().bits(),
                turn: position.turn.map_or(0, |seat| seat.index() as u8),
                face,
                bonus,
                attempt,
                sixes: position.sixes,
                last: position.last,
            },
        );
    }

    /// The game of a lane, which must be there.
    pub(super) fn position(
        &self,
        lane: usize,
        rules: &Rules,
        seats: SeatSet,
        resigned: SeatList,
    ) -> Position {
        let game = self.load(lane);
        let over = game.in_play == 0;
        let place = |seat: &Seat| game.places[seat.index()];
        let mut finished: [Seat; 4] = Seat::ALL;
        finished.sort_by_key(place);
        let won = over && rules.set.end == End::First;
        Position {
            rules: rules.packed,
            tokens: BySeat::new(game.tokens),
            seats,
            finished: finished
                .into_iter()
                .filter(|seat| place(seat) > 0)
                .collect(),
            resigned: if won {
                resigned.set().iter().collect()
            } else {
                resigned
            },
            turn: (!over).then(|| Seat::at(game.turn.into())),
            due: match (Face::new(game.face), game.bonus) {
                _ if over => Due::Over,
                (Some(face), _) => Due::Move(face),
                (None, 0) => Due::Roll {
                    attempt: game.attempt,
                },
                (None, steps) => Due::Bonus(steps),
            },
            sixes: game.sixes,
            last: game.last,
        }
    }

    pub(super) fn roll(
        &mut self,
        needs: Needs,
        laws: &Laws,
        faces: &[u8; N],
        choices: &mut [u8; N],
    ) {
        with_kernel!(needs, K => with_widest(#[inline(always)] || {
            self.roll_by::<K>(laws, faces, choices);
        }));
    }

    pub(super) fn choose(
        &mut self,
        needs: Needs,
        laws: &Laws,
        tokens: &[u8; N],
        choices: &mut [u8; N],
    ) {
        with_kernel!(needs, K => with_widest(#[inline(always)] || {
            self.choose_by::<K>(laws, tokens, choices);
        }));
    }

    pub(super) fn step(
        &mut self,
        needs: Needs,
        laws: &Laws,
        faces: &[u8; N],
        lots: &[u8; N],
        choices: &mut [u8; N],
    ) {
        with_kernel!(needs, K => with_widest(#[inline(always)] || {
            self.step_by::<K>(laws, faces, lots, choices);
        }));
    }

    #[inline(always)]
    fn roll_by<K: Kernel>(&mut self, laws: &Laws, faces: &[u8; N], choices: &mut [u8; N]) {
        let laws = *laws;
        for lane in 0..N {
            let mut game = self.load(lane);
            let (can, passes) = game.throw::<K>(&laws, faces[lane].clamp(1, 6));
            choices[lane] = can;
            game.pass_on::<K>(&laws, passes);
            self.store(lane, &game);
        }
    }

    #[inline(always)]
    fn choose_by<K: Kernel>(&mut self, laws: &Laws, tokens: &[u8; N], choices: &mut [u8; N]) {
        let laws = *laws;
        for lane in 0..N {
            let mut game = self.load(lane);
            let (can, passes) = game.choose::<K>(&laws, choices[lane], tokens[lane]);
            choices[lane] = can;
            game.pass_on::<K>(&laws, passes);
            self.store(lane, &game);
        }
    }

    #[inline(always)]
    fn step_by<K: Kernel>(
        &mut self,
        laws: &Laws,
        faces: &[u8; N],
        lots: &[u8; N],
        choices: &mut [u8; N],
    ) {
        let laws = *laws;
        for lane in 0..N {
            let mut game = self.load(lane);
            let (can, settled) = game.throw::<K>(&laws, faces[lane].clamp(1, 6));
            let token = drawn(can, lots[lane]);
            let (can, played) = game.choose::<K>(&laws, can, token);
            choices[lane] = can;
            game.pass_on::<K>(&laws, settled | played);
            self.store(lane, &game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Length, Named, RuleSet};

    /// A step with the registers that every processor has and one with the widest that this one has do the same.
    #[test]
    fn the_width_makes_no_difference() {
        for named in Named::ALL {
            let rules = Rules::new(&RuleSet::named(named));
            let start = rules
                .start(SeatSet::ALL, Seat::Red, Length::Whole)
                .expect("four seats");
            let laws = Laws::new(&rules);
            let mut wide = Lanes::<96>::default();
            for lane in 0..96 {
                wide.set(lane, &start);
            }
            let mut narrow = wide.clone();
            let mut choices = [[0; 96]; 2];
            let mut state = 1_u32;
            for _ in 0..3_000 {
                let mut draw = |below: u32| {
                    [(); 96].map(|()| {
                        state = state.wrapping_mul(0x915f_77f5).wrapping_add(1);
                        ((u64::from(state) * u64::from(below)) >> 32) as u8
                    })
                };
                let (faces, lots) = (draw(6).map(|face| face + 1), draw(12));
                let needs = Needs::of(&rules);
                wide.step(needs, &laws, &faces, &lots, &mut choices[0]);
                with_kernel!(needs, K => {
                    narrow.step_by::<K>(&laws, &faces, &lots, &mut choices[1]);
                });
                assert_eq!(choices[0], choices[1]);
                assert_eq!(wide, narrow);
            }
            assert_eq!(wide.in_play, [0; 96], "{named}: all games are over");
        }
    }
}
