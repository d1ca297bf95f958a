use ludo_client::{CheckedRoll, Seen};
use ludo_dice::{Link, Proof, ProvenRoll, RolledBy};
use ludo_rules::{BySeat, Face, Seat, SeatSet};
use ludo_table::By;

use crate::luck::{Odds, Range, chance_in_game, longest_run};

/// What is known of the rolls of one game, and how each was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    /// The number of rolls that the game has had.
    pub rolls: u32,
    /// The seats that play.
    pub seats: SeatSet,
    /// Those of them whose device put a number of its own into the draw.
    pub chained: SeatSet,
    /// The rolls that were checked, in their order.
    pub lines: Vec<Line>,
    /// The state of the dice after the last roll.
    pub state: Option<[u8; 32]>,
}

/// One checked roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the game: 1, 2, ….
    pub roll: u32,
    /// Whose roll it is.
    pub seat: Seat,
    /// What the die shows.
    pub face: Face,
    /// The server's number for it.
    pub server_link: Link,
    /// The player's number for it.
    pub link: Option<Link>,
    /// Who made it.
    pub by: RolledBy,
    /// Whether it was checked as it fell; else from the record, afterwards.
    pub live: bool,
}

/// The record of a game is not the game that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Differs {
    /// The first roll that is another one; nothing where it is the game as a whole.
    pub roll: Option<u32>,
}

impl Ledger {
    /// What a device saw.
    #[must_use]
    pub fn seen(seen: &Seen) -> Self {
        Self {
            rolls: seen.rolls,
            seats: seen.seats,
            chained: seen.chained,
            lines: seen.checked.iter().map(Line::seen).collect(),
            state: Some(seen.state.0),
        }
    }

    /// What a record proves.
    #[must_use]
    pub fn proven(proof: &Proof, rolls: &[ProvenRoll], chained: SeatSet) -> Self {
        let plays = |seat: &Seat| proof.seats[*seat].is_some();
        Self {
            rolls: proof.rolls,
            seats: Seat::ALL.into_iter().filter(plays).collect(),
            chained,
            lines: rolls.iter().map(Line::proven).collect(),
            state: proof.state,
        }
    }

    /// What a device saw, with the rest from the record of the same game.
    ///
    /// # Errors
    ///
    /// If they are not the same game.
    pub fn with_record(seen: &Seen, proof: &Proof, rolls: &[ProvenRoll]) -> Result<Self, Differs> {
        let mut ledger = Self::proven(proof, rolls, seen.chained);
        for one in &seen.checked {
            let line = ledger.lines.iter_mut().find(|line| line.roll == one.roll);
            match line {
                Some(line)
                    if *line
                        == (Line {
                            live: false,
                            ..Line::seen(one)
                        }) =>
                {
                    line.live = true;
                }
                _ => {
                    return Err(Differs {
                        roll: Some(one.roll),
                    });
                }
            }
        }
        let same = (ledger.rolls, ledger.seats, ledger.state)
            == (seen.rolls, seen.seats, Some(seen.state.0));
        if same {
            Ok(ledger)
        } else {
            Err(Differs { roll: None })
        }
    }

    /// How many rolls were checked.
    #[must_use]
    pub fn checked(&self) -> u32 {
        count(&self.lines, |_| true)
    }

    /// How many of them as they fell.
    #[must_use]
    pub fn live(&self) -> u32 {
        count(&self.lines, |line| line.live)
    }

    /// How many the table made for players who were away.
    #[must_use]
    pub fn away(&self) -> u32 {
        count(&self.lines, |line| line.by == RolledBy::Table)
    }

    /// What is to be said of each seat that plays.
    #[must_use]
    pub fn tallies(&self) -> BySeat<Option<Tally>> {
        let seats = u32::try_from(self.seats.len()).unwrap_or(4);
        BySeat::from_fn(|seat| {
            let own = || self.lines.iter().filter(move |line| line.seat == seat);
            self.seats.contains(seat).then(|| Tally::of(own(), seats))
        })
    }

    /// The longest wait for a six, and the most sixes in a row, of all seats: whose, how long, and how often fair games of this
    /// length have one like it.
    #[must_use]
    pub fn streaks(&self) -> [Option<Streak>; 2] {
        [(5.0 / 6.0, false), (1.0 / 6.0, true)].map(|(each, sixes)| {
            let faces = |seat: Seat| {
                let own = self.lines.iter().filter(move |line| line.seat == seat);
                own.map(|line| line.face.get())
            };
            let runs = self.seats.iter().map(|seat| {
                let length = longest_run(faces(seat), |face| (face == 6) == sixes);
                Streak {
                    seat,
                    length,
                    odds: Odds::Nearly,
                }
            });
            let longest = runs.rev().max_by_key(|streak| streak.length)?;
            let rolls = self
                .seats
                .iter()
                .map(|seat| count(&self.lines, |line| line.seat == seat));
            let odds = Odds::of(chance_in_game(longest.length, rolls, each));
            (longest.length > 0).then_some(Streak { odds, ..longest })
        })
    }
}

fn count(lines: &[Line], of: impl Fn(&Line) -> bool) -> u32 {
    u32::try_from(lines.iter().filter(|line| of(line)).count()).unwrap_or(u32::MAX)
}

/// How the checked rolls of a seat fell, and who made them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// All of them.
    pub rolls: u32,
    /// How often each face came, the 1 first.
    pub faces: [u32; 6],
    /// How often luck lets each face come.
    pub range: Range,
    /// With a number of the player's device.
    pub linked: u32,
    /// By the table, while the player was away.
    pub away: u32,
    /// By a bot in the seat of a person.
    pub bot: u32,
    /// By the player on a device that does not have the numbers.
    pub no_link: u32,
    /// By a seat that has no numbers.
    pub no_chain: u32,
}

impl Tally {
    fn of<'a>(lines: impl Iterator<Item = &'a Line>, seats: u32) -> Self {
        let mut tally = Self {
            rolls: 0,
            faces: [0; 6],
            range: Range { least: 0, most: 0 },
            linked: 0,
            away: 0,
            bot: 0,
            no_link: 0,
            no_chain: 0,
        };
        for line in lines {
            tally.rolls += 1;
            if let Some(face) = tally.faces.get_mut(usize::from(line.face.get()) - 1) {
                *face += 1;
            }
            *match line.by {
                RolledBy::Owner if line.link.is_some() => &mut tally.linked,
                RolledBy::Owner => &mut tally.no_chain,
                RolledBy::OwnerNoLink => &mut tally.no_link,
                RolledBy::Table => &mut tally.away,
                RolledBy::Bot => &mut tally.bot,
            } += 1;
        }
        tally.range = Range::of(tally.rolls, seats);
        tally
    }

    /// How many of its faces are outside of what luck explains.
    #[must_use]
    pub fn outside(&self) -> u32 {
        let outside = self.faces.iter().filter(|&&face| !self.range.holds(face));
        u32::try_from(outside.count()).unwrap_or(6)
    }
}

/// A streak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streak {
    /// Whose.
    pub seat: Seat,
    /// How many rolls.
    pub length: u32,
    /// How many fair games of this length have one as long.
    pub odds: Odds,
}

impl Line {
    fn seen(roll: &CheckedRoll) -> Self {
        let CheckedRoll {
            roll,
            seat,
            face,
            server_link,
            link,
            by,
        } = *roll;
        let by = match by {
            By::Owner | By::AutoMove => RolledBy::Owner,
            By::OwnerNoLink => RolledBy::OwnerNoLink,
            By::Auto => RolledBy::Table,
            By::Bot(_) => RolledBy::Bot,
        };
        Self {
            roll,
            seat,
            face,
            server_link,
            link,
            by,
            live: true,
        }
    }

    fn proven(roll: &ProvenRoll) -> Self {
        let ProvenRoll {
            roll,
            seat,
            face,
            server_link,
            link,
            by,
        } = *roll;
        Self {
            roll,
            seat,
            face,
            server_link,
            link,
            by,
            live: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use ludo_rules::Record;

    use super::*;

    /// A real game, with an absent player.
    const GAME: &str = include_str!("../../dice/tests/vectors/dice/good_absent_player.ludo");

    fn proven(text: &str) -> (Proof, Vec<ProvenRoll>) {
        let record: Record = text.parse().expect("a record");
        let mut rolls = Vec::new();
        let proof = Proof::roll_by_roll(&record, |roll| rolls.push(roll)).expect("a good one");
        (proof, rolls)
    }

    /// What a device saw that came before roll `from`.
    fn seen(proof: &Proof, rolls: &[ProvenRoll], from: u32) -> Seen {
        let checked = rolls
            .iter()
            .filter(|roll| roll.roll >= from)
            .map(|roll| CheckedRoll {
                roll: roll.roll,
                seat: roll.seat,
                face: roll.face,
                server_link: roll.server_link,
                link: roll.link,
                by: match roll.by {
                    RolledBy::Owner => By::Owner,
                    RolledBy::OwnerNoLink => By::OwnerNoLink,
                    RolledBy::Table => By::Auto,
                    RolledBy::Bot => By::Bot(ludo_table::BotKind::default()),
                },
            });
        Seen {
            game: ludo_dice::GameId([1; 16]),
            over: true,
            rolls: proof.rolls,
            seats: Seat::ALL
                .into_iter()
                .filter(|&seat| proof.seats[seat].is_some())
                .collect(),
            chained: SeatSet::EMPTY,
            own: None,
            overtaken: 0,
            state: Link(proof.state.expect("a state")),
            checked: checked.collect(),
        }
    }

    #[test]
    fn whoever_came_late_has_the_rest_from_the_record() {
        let (proof, rolls) = proven(GAME);
        for from in [1, 2, 30, proof.rolls, proof.rolls + 1] {
            let seen = seen(&proof, &rolls, from);
            let alone = Ledger::seen(&seen);
            assert_eq!(alone.checked(), proof.rolls + 1 - from);
            let whole = Ledger::with_record(&seen, &proof, &rolls).expect("the same game");
            assert_eq!(whole.checked(), proof.rolls);
            assert_eq!(whole.live(), proof.rolls + 1 - from);
            assert!(
                whole
                    .lines
                    .iter()
                    .all(|line| line.live == (line.roll >= from))
            );
        }
    }

    #[test]
    fn a_record_of_another_game_is_noticed() {
        let (proof, rolls) = proven(GAME);
        let right = seen(&proof, &rolls, 5);
        type Change = fn(&mut Seen);
        let changes: [(Change, Option<u32>); 6] = [
            (
                |seen| {
                    seen.checked[3].face = if seen.checked[3].face.get() == 6 {
                        Face::ALL[0]
                    } else {
                        Face::ALL[5]
                    }
                },
                Some(8),
            ),
            (|seen| seen.checked[0].server_link.0[0] ^= 1, Some(5)),
            (
                |seen| seen.checked[2].seat = seen.checked[2].seat.next(),
                Some(7),
            ),
            (
                |seen| seen.checked[1].by = By::Bot(ludo_table::BotKind::default()),
                Some(6),
            ),
            (|seen| seen.rolls += 1, None),
            (|seen| seen.state.0[9] ^= 1, None),
        ];
        for (n, (change, roll)) in changes.into_iter().enumerate() {
            let mut seen = right.clone();
            change(&mut seen);
            assert_eq!(
                Ledger::with_record(&seen, &proof, &rolls),
                Err(Differs { roll }),
                "{n}"
            );
        }
    }

    #[test]
    fn tallies_count_what_the_proof_counts() {
        let (proof, rolls) = proven(GAME);
        let ledger = Ledger::proven(&proof, &rolls, SeatSet::EMPTY);
        let tallies = ledger.tallies();
        for (seat, counted) in proof.seats.iter() {
            let expected = counted.map(|counted| {
                (
                    counted.faces,
                    counted.with_link,
                    counted.auto,
                    counted.bot,
                    counted.without_link,
                )
            });
            let tally = tallies[seat].map(|tally| {
                (
                    tally.faces,
                    tally.linked,
                    tally.away,
                    tally.bot,
                    tally.no_link + tally.no_chain,
                )
            });
            assert_eq!(tally, expected);
        }
        assert!(ledger.away() > 0);
        let [wait, sixes] = ledger.streaks();
        let (wait, sixes) = (wait.expect("a wait"), sixes.expect("a six"));
        assert!(wait.length > sixes.length && sixes.length > 0);
    }
}
