//! A game, token by token and step by step. Slow, and as near to the words of the rules as can be.

use crate::rules::Rules;

/// Where a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    Yard,
    /// On this square of the ring.
    Track(i32),
    /// On this square of its home column, from 1.
    Column(i32),
    Home,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// 0 red, 1 green, 2 yellow, 3 blue.
    pub seat: usize,
    pub spot: Spot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// The first, second or third roll.
    Roll(u32),
    Move(i32),
    Bonus(i32),
    Over,
}

#[derive(Clone, Debug)]
pub struct Game {
    pub rules: Rules,
    pub seats: Vec<usize>,
    /// Of all seats that have not resigned.
    pub tokens: Vec<Token>,
    pub turn: usize,
    pub due: Due,
    pub sixes: i32,
    /// The token that this turn moved last, as a place in the list.
    pub last: Option<usize>,
    pub finished: Vec<usize>,
    pub resigned: Vec<usize>,
}

/// An outcome: its text and the game after it.
pub type Outcome = (String, Game);

/// A way that one token can go: which one, where to, and whom it captures.
#[derive(Clone, Debug)]
struct Way {
    token: usize,
    to: Spot,
    captured: Vec<usize>,
}

impl Game {
    pub fn start(rules: &Rules, seats: &[usize], first: usize, quick: bool) -> Self {
        let mut game = Self {
            rules: rules.clone(),
            seats: seats.to_vec(),
            tokens: Vec::new(),
            turn: first,
            due: Due::Roll(1),
            sixes: 0,
            last: None,
            finished: Vec::new(),
            resigned: Vec::new(),
        };
        for &seat in seats {
            let on_start = if rules.is("out", "1") {
                game.start_square(seat)
            } else {
                Spot::Yard
            };
            let column = rules.number("column");
            let last_two = match (quick, rules.goal_is_column()) {
                (false, _) => [Spot::Yard, Spot::Yard],
                (true, true) => [Spot::Column(column - 1), Spot::Column(column)],
                (true, false) => [Spot::Home, Spot::Home],
            };
            for spot in [Spot::Yard, on_start, last_two[0], last_two[1]] {
                game.tokens.push(Token { seat, spot });
            }
        }
        game
    }

    // Places

    fn start_square(&self, seat: usize) -> Spot {
        Spot::Track(seat as i32 * self.rules.number("ring") / 4)
    }

    /// A token's place as its owner counts it.
    pub fn progress(&self, token: Token) -> i32 {
        let (ring, lap) = (self.rules.number("ring"), self.rules.number("lap"));
        match token.spot {
            Spot::Yard => 0,
            Spot::Track(square) => {
                let Spot::Track(start) = self.start_square(token.seat) else {
                    unreachable!()
                };
                1 + (square - start).rem_euclid(ring)
            }
            Spot::Column(place) => lap + place,
            Spot::Home => lap + self.rules.number("column") + 1,
        }
    }

    /// The spot of a place as its owner counts it.
    pub fn spot(&self, seat: usize, progress: i32) -> Spot {
        let mut token = Token {
            seat,
            spot: Spot::Yard,
        };
        if progress > 0 {
            token.spot = self.start_square(seat);
            for _ in 1..progress {
                token.spot = self.one_step(token).unwrap();
            }
        }
        token.spot
    }

    /// The next spot on a token's way.
    fn one_step(&self, token: Token) -> Option<Spot> {
        match token.spot {
            Spot::Yard | Spot::Home => None,
            Spot::Track(_) if self.progress(token) == self.rules.number("lap") => {
                Some(Spot::Column(1))
            }
            Spot::Track(square) => Some(Spot::Track((square + 1) % self.rules.number("ring"))),
            Spot::Column(place) if place < self.rules.number("column") => {
                Some(Spot::Column(place + 1))
            }
            Spot::Column(_) if self.rules.goal_is_column() => None,
            Spot::Column(_) => Some(Spot::Home),
        }
    }

    fn has_arrived(&self, token: Token) -> bool {
        match token.spot {
            Spot::Home => true,
            Spot::Column(_) => self.rules.goal_is_column(),
            _ => false,
        }
    }

    /// The tokens of a seat, as places in the list.
    fn of(&self, seat: usize) -> Vec<usize> {
        (0..self.tokens.len())
            .filter(|&token| self.tokens[token].seat == seat)
            .collect()
    }

    /// The tokens of a seat on one spot.
    fn on(&self, seat: usize, spot: Spot) -> Vec<usize> {
        let mut tokens = self.of(seat);
        tokens.retain(|&token| self.tokens[token].spot == spot);
        tokens
    }

    /// The tokens of other seats on a square of the ring.
    fn rivals_on(&self, seat: usize, square: i32) -> Vec<usize> {
        let spot = Spot::Track(square);
        (0..4)
            .filter(|&other| other != seat)
            .flat_map(|other| self.on(other, spot))
            .collect()
    }

    fn waits(&self, seat: usize) -> bool {
        !self.on(seat, Spot::Yard).is_empty()
    }

    // Ways

    /// Whether a token of this seat may go over a spot.
    fn may_pass(&self, seat: usize, spot: Spot) -> bool {
        match spot {
            Spot::Track(_) => (0..4).all(|other| {
                let pair = self.on(other, spot).len() >= 2;
                let stops = self.rules.is("own", "barrier")
                    || (self.rules.is("own", "block") && other != seat);
                !(pair && stops)
            }),
            Spot::Column(_) => self.rules.is("pass", "yes") || self.on(seat, spot).is_empty(),
            Spot::Yard | Spot::Home => true,
        }
    }

    /// Whom a token of this seat captures where it ends on a spot; nothing where it may not end there.
    fn may_end(&self, seat: usize, spot: Spot) -> Option<Vec<usize>> {
        match spot {
            Spot::Track(square) => {
                let own = self.on(seat, spot).len();
                let rivals = self.rivals_on(seat, square);
                if self.rules.is("own", "forbidden") && own > 0 {
                    return None;
                }
                if self.rules.is("own", "block")
                    && (0..4).any(|other| other != seat && self.on(other, spot).len() >= 2)
                {
                    return None;
                }
                if self.rules.is("own", "barrier") && own + rivals.len() >= 2 {
                    return None;
                }
                if self.rules.is_safe(square) {
                    Some(Vec::new())
                } else {
                    Some(rivals)
                }
            }
            Spot::Column(_) if self.rules.goal_is_column() && !self.on(seat, spot).is_empty() => {
                None
            }
            _ => Some(Vec::new()),
        }
    }

    /// The way of a token so many steps on.
    fn advance(&self, token: usize, steps: i32) -> Option<Way> {
        let mut there = self.tokens[token];
        for step in 1..=steps {
            there.spot = self.one_step(there)?;
            if step < steps && !self.may_pass(there.seat, there.spot) {
                return None;
            }
        }
        let captured = self.may_end(there.seat, there.spot)?;
        Some(Way {
            token,
            to: there.spot,
            captured,
        })
    }

    /// The way of a token out of the yard.
    fn enter(&self, seat: usize) -> Option<Way> {
        let token = *self.on(seat, Spot::Yard).first()?;
        let to = self.start_square(seat);
        let Spot::Track(square) = to else {
            unreachable!()
        };
        let rivals = self.rivals_on(seat, square);
        let full = self.on(seat, to).len() + rivals.len() >= 2;
        let captured = if self.rules.is("own", "barrier") && full {
            let next = |turn: usize| (seat + turn) % 4;
            let chosen = (1..4).flat_map(|turn| self.on(next(turn), to)).next()?;
            vec![chosen]
        } else {
            self.may_end(seat, to)?
        };
        Some(Way {
            token,
            to,
            captured,
        })
    }

    /// One of each kind: two tokens of a seat on one square are one choice.
    fn movers(&self, seat: usize) -> Vec<usize> {
        let mut movers: Vec<usize> = Vec::new();
        for token in self.of(seat) {
            let spot = self.tokens[token].spot;
            let seen = movers.iter().any(|&other| self.tokens[other].spot == spot);
            if matches!(spot, Spot::Track(_) | Spot::Column(_)) && !seen {
                movers.push(token);
            }
        }
        movers
    }

    /// Keeps what must be done first, if it can be.
    fn first_of_all(ways: &mut Vec<Way>, must: impl Fn(&Way) -> bool) -> bool {
        let can = ways.iter().any(&must);
        if can {
            ways.retain(must);
        }
        can
    }

    fn must_clear(&self, seat: usize, ways: &mut Vec<Way>) -> bool {
        let start = self.start_square(seat);
        self.rules.is("clear", "yes")
            && self.waits(seat)
            && Self::first_of_all(ways, |way| self.tokens[way.token].spot == start)
    }

    fn ways_of_a_roll(&self, seat: usize, face: i32) -> Vec<Way> {
        let mut ways: Vec<Way> = Vec::new();
        if face == self.rules.number("enter") {
            ways.extend(self.enter(seat));
            if self.rules.is("forced", "yes") && !ways.is_empty() {
                return ways;
            }
        }
        let steps = if face == 6 && !self.waits(seat) {
            self.rules.number("six")
        } else {
            face
        };
        for token in self.movers(seat) {
            ways.extend(self.advance(token, steps));
        }
        if self.must_clear(seat, &mut ways) {
            return ways;
        }
        if self.rules.is("own", "barrier") && face == 6 {
            Self::first_of_all(&mut ways, |way| {
                let spot = self.tokens[way.token].spot;
                matches!(spot, Spot::Track(_)) && self.on(seat, spot).len() == 2
            });
        }
        ways
    }

    fn ways_of_a_bonus(&self, seat: usize, steps: i32) -> Vec<Way> {
        let movers = self.movers(seat);
        let mut ways: Vec<Way> = movers
            .into_iter()
            .filter_map(|token| self.advance(token, steps))
            .collect();
        self.must_clear(seat, &mut ways);
        ways
    }

    // What happens

    /// The legal outcomes, the token furthest behind first.
    pub fn next(&self, roll: Option<i32>) -> Vec<Outcome> {
        match self.due {
            Due::Over => Vec::new(),
            Due::Roll(_) => self.after_roll(roll.unwrap()),
            Due::Move(face) => self.each(self.ways_of_a_roll(self.turn, face)),
            Due::Bonus(steps) => self.each(self.ways_of_a_bonus(self.turn, steps)),
        }
    }

    fn each(&self, mut ways: Vec<Way>) -> Vec<Outcome> {
        ways.sort_by_key(|way| self.progress(self.tokens[way.token]));
        ways.iter().map(|way| self.go(way)).collect()
    }

    fn after_roll(&self, face: i32) -> Vec<Outcome> {
        let mut game = self.clone();
        let before = self.sixes;
        game.sixes = match (face, self.rules.is("sixes", "free")) {
            (6, true) => 1,
            (6, false) => before + 1,
            _ => 0,
        };
        if game.sixes == 3 {
            return vec![game.third_six()];
        }
        let ways = game.ways_of_a_roll(self.turn, face);
        if !ways.is_empty() {
            return game.each(ways);
        }
        if face == 6 && self.rules.is("unplayed6", "yes") {
            game.due = Due::Roll(1);
        } else if let Due::Roll(attempt @ (1 | 2)) = self.due
            && before == 0
            && face != self.rules.number("enter")
            && self.only_entering_helps()
        {
            game.due = Due::Roll(attempt + 1);
            game.sixes = 0;
        } else {
            game.pass_turn();
        }
        vec![("pass".to_owned(), game)]
    }

    /// Whether the seat has three tries: a token waits, none is on the track, and no number but the entering one could
    /// move anything.
    fn only_entering_helps(&self) -> bool {
        let seat = self.turn;
        let on_track = |token: usize| matches!(self.tokens[token].spot, Spot::Track(_));
        self.rules.is("tries", "3")
            && self.waits(seat)
            && !self.of(seat).into_iter().any(on_track)
            && (1..=6)
                .filter(|&face| face != self.rules.number("enter"))
                .all(|face| {
                    self.movers(seat)
                        .into_iter()
                        .all(|token| self.advance(token, face).is_none())
                })
    }

    fn third_six(mut self) -> Outcome {
        let mut text = "void".to_owned();
        if self.rules.is("sixes", "back")
            && let Some(last) = self.last
            && let Spot::Track(_) = self.tokens[last].spot
        {
            text = format!("back:{}", self.progress(self.tokens[last]));
            self.tokens[last].spot = Spot::Yard;
        }
        self.pass_turn();
        (text, self)
    }

    /// Plays one way.
    fn go(&self, way: &Way) -> Outcome {
        let mut game = self.clone();
        let seat = self.turn;
        let from = self.progress(self.tokens[way.token]);
        game.tokens[way.token].spot = way.to;
        let mut text = format!("{from}-{}", self.progress(game.tokens[way.token]));
        if !way.captured.is_empty() {
            let mut letters: Vec<usize> = way
                .captured
                .iter()
                .map(|&token| self.tokens[token].seat)
                .collect();
            letters.sort_unstable();
            text.push('x');
            text.extend(letters.into_iter().map(letter));
        }
        for &token in &way.captured {
            game.tokens[token].spot = Spot::Yard;
        }
        game.last = Some(way.token);

        if game
            .of(seat)
            .into_iter()
            .all(|token| game.has_arrived(game.tokens[token]))
        {
            game.finished.push(seat);
            game.pass_turn();
            return (text, game);
        }
        let reason = if !way.captured.is_empty() {
            Some("capture")
        } else if way.to == Spot::Home {
            Some("home")
        } else {
            None
        };
        if let Some(steps) = reason.and_then(|reason| self.rules.steps(reason))
            && !game.ways_of_a_bonus(seat, steps).is_empty()
        {
            game.due = Due::Bonus(steps);
            return (text, game);
        }
        let earned = reason.is_some_and(|reason| self.rules.is(reason, "roll"));
        if game.sixes > 0 || earned {
            game.due = Due::Roll(1);
        } else {
            game.pass_turn();
        }
        (text, game)
    }

    // Turns and ends

    /// The seats that have no place yet.
    pub fn in_play(&self) -> Vec<usize> {
        let mut seats = self.seats.clone();
        seats.retain(|seat| !self.finished.contains(seat) && !self.resigned.contains(seat));
        seats
    }

    fn pass_turn(&mut self) {
        self.sixes = 0;
        self.last = None;
        self.due = Due::Roll(1);
        let in_play = self.in_play();
        let won = self.rules.is("end", "first") && !self.finished.is_empty();
        if won || in_play.len() < 2 {
            self.finish();
            return;
        }
        self.turn = (1..=4)
            .map(|turn| (self.turn + turn) % 4)
            .find(|seat| in_play.contains(seat))
            .unwrap();
    }

    /// The game is over: who has no place takes what is open, by the sum of progress.
    fn finish(&mut self) {
        let mut left = self.in_play();
        let sum = |seat: usize| -> i32 {
            let tokens = self.of(seat);
            tokens
                .into_iter()
                .map(|token| self.progress(self.tokens[token]))
                .sum()
        };
        left.sort_by_key(|&seat| (-sum(seat), seat));
        self.finished.extend(left);
        self.due = Due::Over;
        self.sixes = 0;
        self.last = None;
    }

    pub fn end_by_limit(&self) -> Self {
        let mut game = self.clone();
        if game.due != Due::Over {
            game.finish();
        }
        game
    }

    pub fn resign(&self, seat: usize) -> Self {
        let mut game = self.clone();
        let last = game.last.map(|token| game.tokens[token]);
        game.tokens.retain(|token| token.seat != seat);
        // The list is shorter: the token that moved last is another place in it.
        game.last = last.and_then(|last| game.tokens.iter().position(|token| *token == last));
        game.resigned.push(seat);
        if game.turn == seat || game.in_play().len() < 2 {
            game.pass_turn();
        }
        game
    }

    // The autopilot

    /// The choice of the published rule, among the outcomes: which one.
    pub fn autopilot(&self, roll: Option<i32>) -> Option<String> {
        let seat = self.turn;
        let ways = match (self.due, roll) {
            (Due::Over, _) => return None,
            (Due::Bonus(steps), _) => self.ways_of_a_bonus(seat, steps),
            (Due::Move(face), _) => self.ways_of_a_roll(seat, face),
            (Due::Roll(_), Some(face)) => {
                let outcomes = self.after_roll(face);
                if matches!(&*outcomes[0].0, "pass" | "void") || outcomes[0].0.starts_with("back") {
                    return Some(outcomes[0].0.clone());
                }
                self.ways_of_a_roll(seat, face)
            }
            (Due::Roll(_), None) => return None,
        };
        let mut best = ways;
        let mut keep = |value: &dyn Fn(&Way) -> i32| {
            let most = best.iter().map(value).max().unwrap();
            best.retain(|way| value(way) == most);
        };
        keep(&|way| way.captured.len() as i32);
        keep(&|way| {
            let arrives = Token { seat, spot: way.to };
            i32::from(self.has_arrived(arrives) && !self.has_arrived(self.tokens[way.token]))
        });
        keep(&|way| i32::from(self.tokens[way.token].spot == Spot::Yard));
        keep(&|way| i32::from(self.is_threatened(way.token)));
        keep(&|way| self.progress(self.tokens[way.token]));
        Some(self.go(&best[0]).0)
    }

    fn is_threatened(&self, token: usize) -> bool {
        let Token {
            seat,
            spot: Spot::Track(square),
        } = self.tokens[token]
        else {
            return false;
        };
        if self.rules.is_safe(square) {
            return false;
        }
        self.tokens
            .iter()
            .filter(|rival| rival.seat != seat)
            .any(|&rival| {
                let mut there = rival;
                (1..=6).any(|_| match (there.spot, self.one_step(there)) {
                    (Spot::Track(_), Some(spot)) => {
                        there.spot = spot;
                        spot == Spot::Track(square)
                    }
                    _ => false,
                })
            })
    }
}

pub fn letter(seat: usize) -> char {
    ['r', 'g', 'y', 'b'][seat]
}
