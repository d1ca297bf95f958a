use ludo_rules::{Position, Rules, Seat};

/// More than any progress there is.
const PLACES: usize = 80;

/// Seats at the board.
pub(super) const SEATS: usize = 4;

/// What a net asks of a rule set again and again, looked up instead of reckoned.
#[derive(Clone, Debug)]
pub(crate) struct Lens {
    /// The highest progress.
    pub(super) goal: u8,
    /// The last progress on the track.
    pub(super) lap: u8,
    /// The roll that enters a token.
    enter: u8,
    /// Whether the squares of the column are the goal.
    goal_in_column: bool,
    /// For each attacker and victim: the attacker's progress on the square of the victim's; 0 where it never captures.
    seen: [[[u8; PLACES]; SEATS]; SEATS],
}

impl Lens {
    pub(crate) fn new(rules: &Rules) -> Self {
        let mut seen = [[[0; PLACES]; SEATS]; SEATS];
        for attacker in Seat::ALL {
            for victim in Seat::ALL {
                if attacker == victim {
                    continue;
                }
                for progress in 1..=rules.lap() {
                    let Some(square) = rules.ring_square(victim, progress) else {
                        continue;
                    };
                    if rules.is_safe(square) {
                        continue;
                    }
                    seen[attacker.index()][victim.index()][usize::from(progress)] =
                        rules.progress_on(attacker, square).unwrap_or(0);
                }
            }
        }
        Self {
            goal: rules.goal(),
            lap: rules.lap(),
            enter: rules.entering_roll(),
            goal_in_column: rules.goal_in_column(),
            seen,
        }
    }

    pub(super) fn seen(&self, attacker: usize, victim: usize, progress: u8) -> u8 {
        self.seen[attacker & 3][victim & 3]
            .get(usize::from(progress))
            .copied()
            .unwrap_or(0)
    }

    /// How many faces of the die move something of a seat, by its tokens alone.
    fn mobility(&self, tokens: &[u8; 4]) -> u8 {
        (1..=6)
            .filter(|&face| {
                tokens.iter().any(|&token| {
                    if token == 0 {
                        return face == self.enter;
                    }
                    let to = token + face;
                    to <= self.goal
                        && !(self.goal_in_column && to > self.lap && tokens.contains(&to))
                })
            })
            .count() as u8
    }
}

/// A rival's token behind one of ours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    pub(super) attacker: u8,
    pub(super) victim: u8,
    /// Of the victim.
    pub(super) progress: u8,
    /// 0 to 5: one roll away, the face less one; 6: a 6 and another roll away; 7: waits to enter right there.
    pub(super) reach: u8,
}

/// A position, as all seats see it alike.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) tokens: [[u8; 4]; SEATS],
    /// Seats that were in the game at the outset.
    pub(super) seated: [bool; SEATS],
    /// Seats that have no place yet.
    pub(super) playing: [bool; SEATS],
    /// Seats that have a place from the front.
    pub(super) finished: u8,
    /// Seats in the game that have not given up.
    pub(super) contestants: u8,
    /// Whose turn it is.
    pub(super) turn: u8,
    pub(super) sixes: u8,
    /// How many turns of seats in play come before a seat's own.
    pub(super) wait: [u8; SEATS],
    pub(super) mobility: [u8; SEATS],
    pub(super) threats: Vec<Threat>,
    /// The share of a seat's progress that it is likely to lose before it moves again.
    pub(super) risk_now: [f32; SEATS],
    /// The same from rivals that come after it.
    pub(super) risk_later: [f32; SEATS],
}

impl Default for View {
    fn default() -> Self {
        Self {
            tokens: [[0; 4]; SEATS],
            seated: [false; SEATS],
            playing: [false; SEATS],
            finished: 0,
            contestants: 0,
            turn: 0,
            sixes: 0,
            wait: [0; SEATS],
            mobility: [0; SEATS],
            threats: Vec::with_capacity(64),
            risk_now: [0.0; SEATS],
            risk_later: [0.0; SEATS],
        }
    }
}

impl View {
    /// Looks at a position that is not over.
    pub(super) fn look(&mut self, lens: &Lens, position: &Position) {
        let in_play = position.in_play();
        self.finished = position.finished().count() as u8;
        self.contestants = 0;
        self.turn = position.turn().map_or(0, |seat| seat.index() as u8);
        self.sixes = position.sixes();
        for seat in Seat::ALL {
            let index = seat.index();
            let tokens = position.tokens(seat);
            self.seated[index] = tokens.is_some();
            self.contestants += u8::from(tokens.is_some());
            self.playing[index] = in_play.contains(seat);
            self.tokens[index] = tokens.unwrap_or([0; 4]);
        }
        let mut before = 0;
        for step in 0..SEATS {
            let index = (usize::from(self.turn) + step) & 3;
            self.wait[index] = before;
            self.mobility[index] = 0;
            if self.playing[index] {
                before += 1;
                self.mobility[index] = lens.mobility(&self.tokens[index]);
            }
        }
        self.find_threats(lens);
    }

    fn find_threats(&mut self, lens: &Lens) {
        self.threats.clear();
        self.risk_now = [0.0; SEATS];
        self.risk_later = [0.0; SEATS];
        for victim in 0..SEATS {
            if !self.playing[victim] {
                continue;
            }
            let mut last = 0;
            for place in 0..4 {
                let progress = self.tokens[victim][place];
                if progress == 0 || progress > lens.lap {
                    continue;
                }
                // Tokens that share a square fall together: the threat is one, the loss is each one's.
                let again = progress == last;
                last = progress;
                let (mut safe_now, mut safe_later) = (1.0_f32, 1.0_f32);
                for attacker in 0..SEATS {
                    if attacker == victim || !self.playing[attacker] {
                        continue;
                    }
                    let there = lens.seen(attacker, victim, progress);
                    if there == 0 {
                        continue;
                    }
                    let mut faces = 0_u32;
                    let mut far = false;
                    for &token in &self.tokens[attacker] {
                        let reach = if token == 0 {
                            match there {
                                1 => 7,
                                2..=7 => 6,
                                _ => continue,
                            }
                        } else if token < there {
                            match there - token {
                                near @ 1..=6 => near - 1,
                                7..=12 => 6,
                                _ => continue,
                            }
                        } else {
                            continue;
                        };
                        match reach {
                            6 => far = true,
                            7 => faces |= 1 << (lens.enter - 1),
                            near => faces |= 1 << near,
                        }
                        if !again {
                            self.threats.push(Threat {
                                attacker: attacker as u8,
                                victim: victim as u8,
                                progress,
                                reach,
                            });
                        }
                    }
                    let mut hit = faces.count_ones() as f32 / 6.0;
                    if far && faces & 0b10_0000 == 0 {
                        hit += 1.0 / 36.0;
                    }
                    if self.wait[attacker] < self.wait[victim] {
                        safe_now *= 1.0 - hit;
                    } else {
                        safe_later *= 1.0 - hit;
                    }
                }
                let worth = f32::from(progress + 6) / f32::from(lens.goal);
                self.risk_now[victim] += (1.0 - safe_now) * worth;
                self.risk_later[victim] += (1.0 - safe_later) * worth;
            }
        }
    }
}
