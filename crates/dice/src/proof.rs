//! Whether the dice of a finished game's record follow from what was fixed before the game.

mod chains;
mod doubt;
mod marks;
mod reader;
mod roll;

use ludo_rules::{BySeat, Deed, Face, Length, Record, Rules, Seat, Tag};

use crate::wrong::{Fault, Party, WrongDice};
use crate::{Begin, Dice, GameId};
use chains::{Chains, Revealed};
use marks::rolled_by;

pub use doubt::{Doubt, Unproven};
pub use marks::RolledBy;
pub use reader::{CheckedGame, RecordProofs};
pub use roll::ProvenRoll;

/// What the dice of a record prove, and how they were rolled.
///
/// ```
/// use ludo_dice::{Claim, Doubt, Proof};
///
/// let text = "[Rules \"classic\"]\n[Red \"Ania\"]\n[Blue \"Ola\"]\n[First \"b\"]\n[Places \"*\"]\n\
///     [Termination \"unfinished\"]\n[Dice \"local\"]\n\nb3:pass r6:0-1 r2:1-3\n\n";
/// let proof = Proof::of(&text.parse()?)?;
/// assert_eq!((proof.claim, proof.rolls), (Claim::Nothing, 3));
///
/// let text = text.replace("[Dice \"local\"]\n", "");
/// assert_eq!(Proof::of(&text.parse()?).unwrap_err().doubt, Doubt::NoProof);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What is proven.
    pub claim: Claim,
    /// The number of rolls.
    pub rolls: u32,
    /// How each seat's rolls were made; nothing for a seat that nobody plays.
    pub seats: BySeat<Option<SeatRolls>>,
    /// The last `S` of the scheme, one hash over all links of players: the same for all who saw the same game. Nothing
    /// where nothing is claimed.
    pub state: Option<[u8; 32]>,
}

/// What a record claims of its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// Scheme `chain-1`: the first seat and every die follow from links that were fixed before the game.
    Chains,
    /// Nothing: all was rolled in one place (`[Dice "local"]`).
    Nothing,
}

/// How the rolls of a seat were made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatRolls {
    /// Rolls with a link of the seat's own chain.
    pub with_link: u32,
    /// Rolls that the table made for an absent player.
    pub auto: u32,
    /// Rolls that a bot made in the seat of a person.
    pub bot: u32,
    /// Other rolls without a link: of a seat that has no chain, or of a device that does not hold its secret.
    pub without_link: u32,
    /// How often each face came, the 1 first.
    pub faces: [u32; 6],
}

impl SeatRolls {
    /// All rolls of the seat.
    #[must_use]
    pub fn rolls(&self) -> u32 {
        self.faces.iter().sum()
    }

    fn count(&mut self, by: RolledBy, has_link: bool, face: Face) {
        let kind = match by {
            RolledBy::Owner if has_link => &mut self.with_link,
            RolledBy::Owner | RolledBy::OwnerNoLink => &mut self.without_link,
            RolledBy::Table => &mut self.auto,
            RolledBy::Bot => &mut self.bot,
        };
        *kind += 1;
        let place = usize::from(face.get()).saturating_sub(1);
        if let Some(count) = self.faces.get_mut(place) {
            *count += 1;
        }
    }
}

/// The checking of one record.
struct Checker<'a> {
    record: &'a Record,
    chains: Chains,
    dice: Dice,
    /// The number of the last link that each seat used.
    used: BySeat<u32>,
}

impl Proof {
    /// Checks the dice of a record: that they begin at an outset, who begins, every die, every chain, the marks, and that
    /// no more was revealed than was used. That the moves keep the rules, every record has shown already.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with the number of the move where it is one.
    pub fn of(record: &Record) -> Result<Self, Unproven> {
        Self::roll_by_roll(record, |_| ())
    }

    /// Likewise, and tells each roll of the scheme once it is proven, so that it can be shown. A record that claims nothing
    /// tells none.
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of). The rolls before the wrong one are told then.
    pub fn roll_by_roll(
        record: &Record,
        mut tell: impl FnMut(ProvenRoll),
    ) -> Result<Self, Unproven> {
        match record.tag("Dice") {
            Some("chain-1") => Checker::new(record)?.check(&mut tell),
            Some("local") => local(record),
            Some(_) => Err(Doubt::Scheme.into()),
            None => match chains::any_tag(record) {
                Some(name) => Err(Doubt::WithoutScheme(name).into()),
                None => Err(Doubt::NoProof.into()),
            },
        }
    }
}

/// Counts the faces of a record whose dice claim nothing.
fn local(record: &Record) -> Result<Proof, Unproven> {
    if let Some(name) = chains::any_tag(record) {
        return Err(Doubt::WithoutScheme(name).into());
    }
    let mut proof = Proof {
        claim: Claim::Nothing,
        rolls: 0,
        seats: BySeat::from_fn(|seat| record.seats().contains(seat).then(SeatRolls::default)),
        state: None,
    };
    for (number, entry) in (1..).zip(record.moves()) {
        let Deed::Roll { face, .. } = entry.ply.deed else {
            continue;
        };
        let by = rolled_by(entry).map_err(|doubt| Unproven::at(number, doubt))?;
        proof.rolls += 1;
        if let Some(rolls) = &mut proof.seats[entry.ply.seat] {
            rolls.count(by, false, face);
        }
    }
    Ok(proof)
}

impl<'a> Checker<'a> {
    /// The draw.
    fn new(record: &'a Record) -> Result<Self, Unproven> {
        let game = record.tag("Game").ok_or(Doubt::Missing("Game"))?;
        let game: GameId = game.parse().map_err(|error| Doubt::Game { error })?;
        let rolls = record.moves().iter().map(|entry| entry.ply.deed);
        let rolls = rolls
            .filter(|deed| matches!(deed, Deed::Roll { .. }))
            .count();
        let rolls = u32::try_from(rolls).unwrap_or(u32::MAX);
        is_outset(record)?;
        let chains = Chains::of(record, rolls)?;
        let begin = Begin {
            game,
            server_tip: chains.server.tip(),
            tips: BySeat::from_fn(|seat| chains.seats[seat].as_ref().map(Revealed::tip)),
            seats: record.seats(),
        };
        let links = BySeat::from_fn(|seat| chains.seats[seat].as_ref()?.link(1));
        let server_link = chains.server.link(1).ok_or(Doubt::Missing("DiceServer"))?;
        let (dice, right) = Dice::draw(&begin, server_link, &links).map_err(Doubt::Dice)?;
        let shown = record.first();
        if shown != right {
            return Err(Doubt::Dice(WrongDice {
                party: Party::Server,
                roll: 0,
                fault: Fault::First { shown, right },
            })
            .into());
        }
        let used = BySeat::from_fn(|seat| u32::from(links[seat].is_some()));
        Ok(Self {
            record,
            chains,
            dice,
            used,
        })
    }

    fn check(mut self, tell: &mut dyn FnMut(ProvenRoll)) -> Result<Proof, Unproven> {
        let mut seats =
            BySeat::from_fn(|seat| self.record.seats().contains(seat).then(SeatRolls::default));
        // Whether the table has rolled in this turn, for a player who was away.
        let mut table_rolled = false;
        let mut turn = self.record.start().turn();
        let record = self.record;
        for (number, (entry, after)) in (1..).zip(record.positions()) {
            let at = |doubt| Unproven::at(number, doubt);
            let seat = entry.ply.seat;
            match entry.ply.deed {
                Deed::Resign => {}
                Deed::Bonus { .. } => {
                    if table_rolled && !marks::is_auto(entry) {
                        return Err(at(Doubt::AutoBreaksOff));
                    }
                }
                Deed::Roll { face, .. } => {
                    let by = rolled_by(entry).map_err(at)?;
                    if table_rolled && by != RolledBy::Table {
                        return Err(at(Doubt::AutoBreaksOff));
                    }
                    table_rolled = by == RolledBy::Table;
                    let roll = self.roll(seat, face, by).map_err(at)?;
                    if let Some(rolls) = &mut seats[seat] {
                        rolls.count(by, roll.link.is_some(), face);
                    }
                    tell(roll);
                }
            }
            if after.turn() != turn {
                turn = after.turn();
                table_rolled = false;
            }
        }
        self.chains.are_used_up_to(&self.used)?;
        Ok(Proof {
            claim: Claim::Chains,
            rolls: self.dice.rolls(),
            seats,
            state: Some(self.dice.state()),
        })
    }

    /// The next roll.
    fn roll(&mut self, seat: Seat, shown: Face, by: RolledBy) -> Result<ProvenRoll, Doubt> {
        let roll = self.dice.next_roll();
        let number = self.dice.next_link();
        let mut link = None;
        match by {
            RolledBy::OwnerNoLink => {
                // Once it has been so, it stays so.
                if !self.dice.has_chain(seat) && !self.dice.is_without_link(seat) {
                    return Err(Doubt::NoLinkWithoutChain(seat));
                }
                self.dice.no_link(seat);
            }
            RolledBy::Owner if self.dice.is_without_link(seat) => {
                return Err(Doubt::Dice(WrongDice {
                    party: Party::Seat(seat),
                    roll,
                    fault: Fault::AfterNoLink,
                }));
            }
            RolledBy::Owner if self.dice.has_chain(seat) => {
                let chain = self.chains.seats[seat].as_ref();
                let shown = chain.and_then(|chain| chain.link(number));
                link = Some(shown.ok_or(Doubt::LinkMissing { seat, roll })?);
                self.used[seat] = number;
            }
            RolledBy::Owner | RolledBy::Table | RolledBy::Bot => {}
        }
        let server_link = self.chains.server.link(number);
        let server_link = server_link.ok_or(Doubt::Missing("DiceServer"))?;
        let right = self
            .dice
            .roll(seat, server_link, link)
            .map_err(Doubt::Dice)?;
        if right != shown {
            return Err(Doubt::Dice(WrongDice {
                party: Party::Server,
                roll,
                fault: Fault::Face { shown, right },
            }));
        }
        Ok(ProvenRoll {
            roll,
            seat,
            face: shown,
            server_link,
            link,
            by,
        })
    }
}

/// Whether the game begins as a game does: with dice of this scheme nobody gets a head start.
fn is_outset(record: &Record) -> Result<(), Doubt> {
    let rules = Rules::new(&record.rule_set());
    let is_outset = [Length::Whole, Length::Quick].into_iter().any(|length| {
        rules.start(record.seats(), record.first(), length).as_ref() == Ok(record.start())
    });
    if is_outset { Ok(()) } else { Err(Doubt::Start) }
}

/// The name of a seat's chain, or of the server's.
const fn tag_of(party: Party) -> &'static str {
    match party {
        Party::Server => "DiceServer",
        Party::Seat(seat) => Tag::dice(seat),
    }
}
