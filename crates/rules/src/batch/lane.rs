use super::kernel::Kernel;
use super::laws::Laws;
use super::mask::{Mask, any, at, count, each, eq, le, lt};

/// No token has this progress.
const NOWHERE: u8 = 0xff;

/// One game of a batch, as bytes. What can be done with it has no jumps that depend on it.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    /// The progress of each seat's tokens, ascending.
    pub(super) tokens: [[u8; 4]; 4],
    /// The place of each seat, from 1; 0 for none yet.
    pub(super) places: [u8; 4],
    /// A bit for each seat that plays; none when the game is over.
    pub(super) in_play: u8,
    /// The seat whose turn it is.
    pub(super) turn: u8,
    /// The face to be played; 0 for none.
    pub(super) face: u8,
    /// The steps to be played; 0 for none.
    pub(super) bonus: u8,
    /// Which of three tries is due.
    pub(super) attempt: u8,
    pub(super) sixes: u8,
    /// The progress of the token moved last, where the rules ask for it; 0 for none.
    pub(super) last: u8,
}

/// What is left of a number below twice another one, divided by it.
#[inline(always)]
pub(super) fn rest(number: u8, by: u8) -> u8 {
    // Below zero is a great number.
    number.min(number.wrapping_sub(by))
}

#[inline(always)]
pub(super) fn sorted([a, b, c, d]: [u8; 4]) -> [u8; 4] {
    let (a, b) = (a.min(b), a.max(b));
    let (c, d) = (c.min(d), c.max(d));
    let (a, c) = (a.min(c), a.max(c));
    let (b, d) = (b.min(d), b.max(d));
    let (b, c) = (b.min(c), b.max(c));
    [a, b, c, d]
}

impl Lane {
    /// Which seat's turn it is.
    #[inline(always)]
    pub(super) fn mine(&self) -> [Mask; 4] {
        each!(seat => eq(self.turn, seat as u8))
    }

    /// The tokens of the seat whose turn it is.
    #[inline(always)]
    pub(super) fn own(&self, mine: [Mask; 4]) -> [u8; 4] {
        each!(token => at(mine, each!(seat => self.tokens[seat][token])))
    }

    /// How many seats on each seat comes after the one whose turn it is.
    #[inline(always)]
    pub(super) fn ahead(&self) -> [u8; 4] {
        each!(seat => (seat as u8).wrapping_sub(self.turn) & 3)
    }

    /// Where all tokens stand in the count of the seat whose turn it is; nowhere off the track and where it never comes.
    #[inline(always)]
    pub(super) fn seen(&self, laws: &Laws) -> [[u8; 4]; 4] {
        let ahead = self.ahead();
        each!(seat => {
            let start = at(each!(seats => eq(ahead[seat], seats as u8)), laws.starts);
            each!(token => {
                let progress = self.tokens[seat][token];
                let square = rest(progress.wrapping_sub(1).wrapping_add(start), laws.ring);
                let there = square.wrapping_add(1);
                let seen = lt(0, progress) & le(progress, laws.lap) & le(there, laws.lap);
                seen.pick(there, NOWHERE)
            })
        })
    }

    /// How far a token goes.
    #[inline(always)]
    pub(super) fn steps<K: Kernel>(&self, laws: &Laws, own: [u8; 4], face: u8) -> u8 {
        if !K::WALLS {
            return face;
        }
        let seven = laws.seven & eq(face, 6) & lt(0, own[0]);
        eq(self.bonus, 0).pick(seven.pick(7, face), self.bonus)
    }

    /// The tokens that can be moved by this face, or by the steps that are due.
    #[inline(always)]
    pub(super) fn choices<K: Kernel>(
        &self,
        laws: &Laws,
        mine: [Mask; 4],
        own: [u8; 4],
        face: u8,
    ) -> [Mask; 4] {
        let waits = eq(own[0], 0);
        let rolled = if K::WALLS {
            eq(self.bonus, 0)
        } else {
            Mask::YES
        };
        let enters = waits & eq(face, laws.enter) & rolled & self.can_enter::<K>(laws, mine, own);
        let steps = self.steps::<K>(laws, own, face);
        let mut can = self.movable::<K>(laws, mine, own, steps);
        can[0] = can[0] | enters;
        if K::CROWDS {
            let clears = each!(token => can[token] & laws.clear & waits & eq(own[token], 1));
            let must_clear = any(clears);
            can = each!(token => must_clear.either(clears[token], can[token]));
            if K::WALLS {
                let six = laws.barrier & rolled & eq(face, 6) & !must_clear;
                let opens = each!(token => {
                    let pair = if token < 3 {
                        eq(own[token], own[token + 1])
                    } else {
                        Mask::NO
                    };
                    can[token] & six & pair & lt(0, own[token]) & le(own[token], laws.lap)
                });
                let must_open = any(opens);
                can = each!(token => must_open.either(opens[token], can[token]));
            }
            let must_enter = enters & laws.forced;
            can = each!(token => {
                let entering = if token == 0 { Mask::YES } else { Mask::NO };
                must_enter.either(entering, can[token])
            });
        }
        can
    }

    #[inline(always)]
    fn can_enter<K: Kernel>(&self, laws: &Laws, mine: [Mask; 4], own: [u8; 4]) -> Mask {
        if !K::CROWDS {
            return Mask::YES;
        }
        let on_start = count(each!(token => eq(own[token], 1)));
        let mut can = !(laws.forbidden & lt(0, on_start)) & !(laws.barrier & lt(1, on_start));
        if K::WALLS {
            let seen = self.seen(laws);
            let rivals = each!(seat => {
                let there = count(each!(token => eq(seen[seat][token], 1)));
                !mine[seat] & lt(1, there)
            });
            can &= !(laws.block & any(rivals));
        }
        can
    }

    /// The tokens on the track and in the column that can move so far. Of tokens that are alike only the first.
    #[inline(always)]
    pub(super) fn movable<K: Kernel>(
        &self,
        laws: &Laws,
        mine: [Mask; 4],
        own: [u8; 4],
        steps: u8,
    ) -> [Mask; 4] {
        let to = each!(token => own[token].wrapping_add(steps));
        let mut can = each!(token => {
            let repeats = if token > 0 {
                eq(own[token], own[token - 1])
            } else {
                Mask::NO
            };
            lt(0, own[token]) & le(to[token], laws.goal) & !repeats
        });
        if K::CROWDS {
            can = each!(token => {
                let alone = le(laws.alone[0], to[token]) & le(to[token], laws.alone[1]);
                // The tokens behind it are never in its way.
                let stops = each!(other => if other > token {
                    let shares = alone & eq(own[other], to[token]);
                    let passes = laws.no_passing
                        & lt(laws.lap, own[other])
                        & lt(own[token], own[other])
                        & lt(own[other], to[token]);
                    shares | passes
                } else {
                    Mask::NO
                });
                can[token] & !any(stops)
            });
        }
        if K::WALLS {
            let seen = self.seen(laws);
            can = each!(token => {
                let stops = each!(seat => {
                    let pairs = each!(other => if other > 0 {
                        let there = seen[seat][other];
                        eq(there, seen[seat][other - 1]) & lt(own[token], there) & le(there, to[token])
                    } else {
                        Mask::NO
                    });
                    any(pairs) & (laws.barrier | (laws.block & !mine[seat]))
                });
                let there = each!(seat => count(each!(other => eq(seen[seat][other], to[token]))));
                let full = laws.barrier & lt(1, there[0] + there[1] + there[2] + there[3]);
                can[token] & !any(stops) & !full
            });
        }
        can
    }
}
