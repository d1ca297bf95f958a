use super::kernel::Kernel;
use super::lane::{Lane, rest, sorted};
use super::laws::Laws;
use super::mask::{Mask, any, at, bits, count, each, eq, has, le, lt};

/// Which of up to four choices a lot stands for: the place among the bits that are set.
#[inline(always)]
pub(super) fn drawn(choices: u8, lot: u8) -> u8 {
    let can = each!(token => has(choices, 1 << token));
    let number = count(can);
    // Twelve lots are shared out evenly: half, third and quarter of them are whole numbers.
    let [two, three, four] = [eq(number, 2), eq(number, 3), eq(number, 4)];
    let second = le(two.only(6) | three.only(4) | four.only(3), lot) & lt(1, number);
    let third = le(three.only(8) | four.only(6), lot) & lt(2, number);
    let fourth = le(9, lot) & four;
    let skipped = second.only(1) + third.only(1) + fourth.only(1);
    let before = [
        0,
        can[0].only(1),
        can[0].only(1) + can[1].only(1),
        can[0].only(1) + can[1].only(1) + can[2].only(1),
    ];
    at(
        each!(token => can[token] & eq(before[token], skipped)),
        [0, 1, 2, 3],
    )
}

impl Lane {
    /// Moves a token, if it is one of those that can be chosen. The tokens that can be chosen then, as bits; and whether
    /// the turn is to be passed on, which is left to do.
    #[inline(always)]
    pub(super) fn choose<K: Kernel>(&mut self, laws: &Laws, choices: u8, token: u8) -> (u8, Mask) {
        let mine = self.mine();
        let own = self.own(mine);
        let chosen = each!(place => eq(token, place as u8) & has(choices, 1 << place));
        let plays = any(chosen);
        let from = at(chosen, own);
        let enters = eq(from, 0);
        let to = enters.pick(1, from.wrapping_add(self.steps::<K>(laws, own, self.face)));

        let falls = self.falls::<K>(laws, mine, plays, enters, to);
        let captures = any(each!(seat => any(falls[seat])));
        self.tokens = each!(seat => sorted(each!(place => {
            let left = (!falls[seat][place]).only(self.tokens[seat][place]);
            (chosen[place] & mine[seat]).pick(to, left)
        })));

        let own = self.own(mine);
        let finishes = plays & le(laws.all_home[0], own[0]);
        let next_place = self.next_place();
        self.places = each!(seat => (finishes & mine[seat]).pick(next_place, self.places[seat]));
        self.in_play &= !finishes.only(at(mine, [1, 2, 4, 8]));

        let home = !captures & laws.goal_is_home & eq(to, laws.goal);
        let earns_roll = (captures & laws.capture_rolls) | (home & laws.home_rolls);
        let again = !finishes & (lt(0, self.sixes) | earns_roll);
        self.face = (!plays).only(self.face);
        if K::CROWDS {
            self.attempt = plays.pick(1, self.attempt);
        }
        let mut bonus = [Mask::NO; 4];
        if K::WALLS {
            self.last = (plays & laws.back).pick(to, self.last);
            let earned = captures.pick(laws.capture_steps, home.only(laws.home_steps));
            let earned = (plays & !finishes).only(earned);
            self.bonus = plays.pick(earned, self.bonus);
            let can = self.choices::<K>(laws, mine, own, 0);
            bonus = each!(place => can[place] & lt(0, earned));
            // Steps that nothing can go are lost.
            self.bonus = (!plays | any(bonus)).only(self.bonus);
        }
        let passes = plays & !again & !any(bonus);
        (plays.pick(bits(bonus), choices), passes)
    }

    /// The tokens that a move sends to the yard.
    #[inline(always)]
    fn falls<K: Kernel>(
        &self,
        laws: &Laws,
        mine: [Mask; 4],
        plays: Mask,
        enters: Mask,
        to: u8,
    ) -> [[Mask; 4]; 4] {
        let quarter = laws.starts[1];
        let steps = to.wrapping_sub(1);
        let offset = rest(rest(rest(steps, 2 * quarter), quarter), quarter);
        let safe = eq(offset, laws.safe[0]) | eq(offset, laws.safe[1]) | eq(offset, laws.safe[2]);
        let lands = plays & le(to, laws.lap) & !safe;
        let square = rest(steps.wrapping_add(at(mine, laws.starts)), laws.ring);
        let falls = each!(seat => {
            let way = square.wrapping_sub(laws.starts[seat]);
            let there = way.min(way.wrapping_add(laws.ring)).wrapping_add(1);
            let meets = lands & !mine[seat] & le(there, laws.lap);
            each!(token => meets & eq(self.tokens[seat][token], there))
        });
        if !K::WALLS {
            return falls;
        }
        let enters = plays & enters & laws.barrier;
        let room = self.makes_room(laws, mine);
        each!(seat => each!(token => enters.either(room[seat][token], falls[seat][token])))
    }

    /// The token that makes room where the start square is full: one of the rival whose seat comes next.
    #[inline(always)]
    fn makes_room(&self, laws: &Laws, mine: [Mask; 4]) -> [[Mask; 4]; 4] {
        let seen = self.seen(laws);
        let there = each!(seat => each!(token => eq(seen[seat][token], 1)));
        let counts = each!(seat => count(there[seat]));
        let full = lt(1, counts[0] + counts[1] + counts[2] + counts[3]);
        let rivals = each!(seat => !mine[seat] & lt(0, counts[seat]));
        let ahead = self.ahead();
        each!(seat => {
            let nearer = any(each!(other => rivals[other] & lt(ahead[other], ahead[seat])));
            let [a, b, c, d] = there[seat];
            let first = [a, b & !a, c & !b & !a, d & !c & !b & !a];
            each!(token => full & rivals[seat] & !nearer & first[token])
        })
    }
}
