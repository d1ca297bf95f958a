use alloc::vec::Vec;

use ludo_rules::{BySeat, Record, Seat, Tag};

use super::{Doubt, Unproven, tag_of};
use crate::hash::step_down;
use crate::wrong::{Fault, Party, WrongDice};
use crate::{Link, Tip};

/// A chain as far as a record reveals it: all links up to the last one used, worked out from that one.
pub(super) struct Revealed {
    tip: Tip,
    /// `link[1]`, `link[2]`, ….
    links: Vec<Link>,
}

impl Revealed {
    pub(super) const fn tip(&self) -> Tip {
        self.tip
    }

    /// Link number `n`, if it is revealed.
    pub(super) fn link(&self, n: u32) -> Option<Link> {
        let place = usize::try_from(n.checked_sub(1)?).ok()?;
        self.links.get(place).copied()
    }

    fn index(&self) -> u32 {
        u32::try_from(self.links.len()).unwrap_or(u32::MAX)
    }
}

/// The chains of a game.
pub(super) struct Chains {
    pub(super) server: Revealed,
    pub(super) seats: BySeat<Option<Revealed>>,
}

impl Chains {
    /// What the tags of a record with so many rolls reveal. Each last link leads to its tip.
    pub(super) fn of(record: &Record, rolls: u32) -> Result<Self, Unproven> {
        let last = rolls.saturating_add(1);
        let server = revealed(record, Party::Server, last)?.ok_or(Doubt::Missing("DiceServer"))?;
        if server.index() != last {
            return Err(Doubt::Index {
                party: Party::Server,
                shown: server.index(),
                right: last,
            }
            .into());
        }
        let mut seats = BySeat::from_fn(|_| None);
        for seat in Seat::ALL {
            seats[seat] = revealed(record, Party::Seat(seat), last)?;
        }
        Ok(Self { server, seats })
    }

    /// Whether no seat's chain is revealed further than it was used.
    pub(super) fn are_used_up_to(&self, used: &BySeat<u32>) -> Result<(), Unproven> {
        for (seat, chain) in self.seats.iter() {
            let Some(chain) = chain else { continue };
            let (shown, right) = (chain.index(), used[seat]);
            if shown != right {
                let party = Party::Seat(seat);
                return Err(Doubt::Index {
                    party,
                    shown,
                    right,
                }
                .into());
            }
        }
        Ok(())
    }
}

/// The first tag that belongs to chains.
pub(super) fn any_tag(record: &Record) -> Option<&'static str> {
    let all = [
        "DiceServer",
        Tag::dice(Seat::Red),
        Tag::dice(Seat::Green),
        Tag::dice(Seat::Yellow),
        Tag::dice(Seat::Blue),
    ];
    all.into_iter().find(|name| record.tag(name).is_some())
}

/// Reads `TIP INDEX LINK`, or `TIP 0 -`, of a game in which no link has a greater number than `last`.
fn revealed(record: &Record, party: Party, last: u32) -> Result<Option<Revealed>, Unproven> {
    let name = tag_of(party);
    let Some(text) = record.tag(name) else {
        return Ok(None);
    };
    let form = || Doubt::Form(name);
    let mut words = text.split(' ');
    let (Some(tip), Some(index), Some(link), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(form().into());
    };
    let tip: Tip = tip.parse().map_err(|_| form())?;
    let index = number(index).ok_or_else(form)?;
    let link: Option<Link> = match link {
        "-" => None,
        link => Some(link.parse().map_err(|_| form())?),
    };
    if (index == 0) != link.is_none() {
        return Err(form().into());
    }
    if index > last {
        return Err(Doubt::Index {
            party,
            shown: index,
            right: last,
        }
        .into());
    }
    let mut links = Vec::new();
    let mut below = tip.0;
    if let Some(Link(mut link)) = link {
        for _ in 0..index {
            links.push(Link(link));
            link = step_down(&link);
        }
        links.reverse();
        below = link;
    }
    if below != tip.0 {
        return Err(Doubt::Dice(WrongDice::at_begin(party, Fault::NotOfChain)).into());
    }
    Ok(Some(Revealed { tip, links }))
}

/// A number as it is written: digits, and no zero in front.
fn number(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = text == "0" || !text.starts_with('0');
    (digits && plain).then(|| text.parse().ok()).flatten()
}
