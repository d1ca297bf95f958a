use super::kernel::Kernel;
use super::lane::{Lane, sorted};
use super::laws::Laws;
use super::mask::{Mask, all, any, at, bits, each, eq, has, le, lt};

impl Lane {
    /// Makes the roll, if one is due. The tokens that can be chosen then, as bits; and whether the turn is to be passed
    /// on, which is left to do.
    #[inline(always)]
    pub(super) fn throw<K: Kernel>(&mut self, laws: &Laws, face: u8) -> (u8, Mask) {
        let mine = self.mine();
        let own = self.own(mine);
        let over = eq(self.in_play, 0);
        let mut rolls = !over & eq(self.face, 0);
        if K::WALLS {
            rolls &= eq(self.bonus, 0);
        }
        let face = rolls.pick(face, self.face);
        let six = eq(face, 6);
        let counted = laws.free_sixes.pick(1, self.sixes.wrapping_add(1));
        let sixes = rolls.pick(six.only(counted), self.sixes);
        let third = lt(2, sixes);

        let can = self.choices::<K>(laws, mine, own, face);
        let can = each!(token => can[token] & !over & !third);
        let chooses = any(can);

        let settles = rolls & !chooses;
        let again = settles & six & laws.unplayed_six & !third;
        let mut retries = Mask::NO;
        if K::CROWDS {
            // Tokens that are out stand at their very end: any token short of it could move by one.
            let still = each!(token => eq(own[token], 0) | eq(own[token], laws.all_home[token]));
            retries = settles
                & laws.three_tries
                & lt(self.attempt, 3)
                & eq(self.sixes, 0)
                & !eq(face, laws.enter)
                & eq(own[0], 0)
                & all(still)
                & !again
                & !third;
            self.attempt = again.pick(1, self.attempt.wrapping_add(retries.only(1)));
        }
        if K::WALLS {
            self.send_back(laws, mine, own, settles & third & laws.back);
        }
        self.sixes = (rolls & !retries).pick(sixes, self.sixes);
        self.face = (chooses & !self.has_bonus::<K>()).only(face);
        (bits(can), settles & !again & !retries)
    }

    #[inline(always)]
    fn has_bonus<K: Kernel>(&self) -> Mask {
        if K::WALLS {
            lt(0, self.bonus)
        } else {
            Mask::NO
        }
    }

    /// Sends the token that was moved last to the yard, if it stands on the track.
    #[inline(always)]
    fn send_back(&mut self, laws: &Laws, mine: [Mask; 4], own: [u8; 4], sends: Mask) {
        let sends = sends & lt(0, self.last) & le(self.last, laws.lap);
        let stands = each!(token => sends & eq(own[token], self.last));
        // Only the first of them.
        let goes = [
            stands[0],
            stands[1] & !stands[0],
            stands[2] & !stands[1] & !stands[0],
            stands[3] & !stands[2] & !stands[1] & !stands[0],
        ];
        let left = sorted(each!(token => (!goes[token]).only(own[token])));
        self.tokens = each!(seat => {
            each!(token => (sends & mine[seat]).pick(left[token], self.tokens[seat][token]))
        });
    }

    /// The turn of the next seat in play, or the end of the game.
    #[inline(always)]
    pub(super) fn pass_on<K: Kernel>(&mut self, laws: &Laws, passes: Mask) {
        let mine = self.mine();
        let in_play = self.in_play;
        let next_place = self.next_place();
        let won = laws.first_wins & lt(1, next_place);
        let alone = eq(in_play & in_play.wrapping_sub(1), 0);
        let ends = passes & (alone | won);
        self.places = each!(seat => {
            let takes = ends & !won & has(in_play, 1 << seat);
            takes.pick(next_place, self.places[seat])
        });
        // The seats in play twice, one behind the other, seen from the neighbour on.
        let round = in_play | (in_play << 4);
        let round = at(mine, [round >> 1, round >> 2, round >> 3, round >> 4]);
        let seats = has(round, 4).pick(3, 4);
        let seats = has(round, 2).pick(2, seats);
        let seats = has(round, 1).pick(1, seats);
        let next = self.turn.wrapping_add(seats) & 3;
        self.turn = (!ends).only(passes.pick(next, self.turn));
        self.in_play = (!ends).only(in_play);
        self.sixes = (!passes).only(self.sixes);
        if K::CROWDS {
            self.attempt = passes.pick(1, self.attempt);
        }
        if K::WALLS {
            self.last = (!passes).only(self.last);
        }
    }

    /// The best place that is open.
    #[inline(always)]
    pub(super) fn next_place(&self) -> u8 {
        let [a, b, c, d] = self.places;
        a.max(b).max(c.max(d)).wrapping_add(1)
    }
}
