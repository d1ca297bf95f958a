use ludo_rules::{BySeat, Face, Seat, SeatSet};

use crate::hash::{ZEROS, hash};
use crate::wrong::{Fault, Party, WrongDice};
use crate::{Begin, GameId, Link, Tip, uniform};

/// The greatest number of rolls of one game; at this roll it ends.
pub const MAX_ROLLS: u32 = 4000;

/// How much of a chain the world has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shown {
    /// The chain's tip.
    pub tip: Tip,
    /// The number of the last link shown; 0 if none was.
    pub index: u32,
    /// The last link shown.
    pub link: Option<Link>,
}

impl Shown {
    const fn nothing(tip: Tip) -> Self {
        Self {
            tip,
            index: 0,
            link: None,
        }
    }

    /// This with `link`, number `index`, shown too; none if the link is not of the chain.
    fn with(self, link: Link, index: u32) -> Option<Self> {
        let steps = index.checked_sub(self.index)?;
        let earlier = self.link.map_or(self.tip.0, |link| link.0);
        link.leads_to(&earlier, steps).then_some(Self {
            link: Some(link),
            index,
            ..self
        })
    }
}

/// The dice of one game as everybody can know them: which links are shown, and what the next die will rest on.
///
/// Holds no secret. It checks every link that it is given; what it refuses leaves it as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Dice {
    game: GameId,
    seats: SeatSet,
    rolls: u32,
    #[cfg_attr(feature = "serde", serde(with = "state_text"))]
    state: [u8; 32],
    server: Shown,
    chains: BySeat<Option<Shown>>,
    no_link: SeatSet,
}

impl Dice {
    /// The draw: the first links of the server and of all seats that answered the begin. Gives the dice, ready for the
    /// first roll, and the seat that makes it.
    ///
    /// A seat with a tip and no link here has no chain from here on.
    ///
    /// # Errors
    ///
    /// If the begin is not one ([`Begin::check`]), or a link is not the first one of its chain.
    pub fn draw(
        begin: &Begin,
        server_link: Link,
        links: &BySeat<Option<Link>>,
    ) -> Result<(Self, Seat), WrongDice> {
        begin.check()?;
        let wrong = WrongDice::at_begin;
        let server = Shown::nothing(begin.server_tip)
            .with(server_link, 1)
            .ok_or(wrong(Party::Server, Fault::NotOfChain))?;
        let mut chains = begin.tips.map(|tip| tip.map(Shown::nothing));
        for seat in Seat::ALL {
            let Some(link) = links[seat] else { continue };
            let party = Party::Seat(seat);
            let chain = chains[seat].ok_or(wrong(party, Fault::NoChain))?;
            chains[seat] = Some(chain.with(link, 1).ok_or(wrong(party, Fault::NotOfChain))?);
        }
        let [red, green, yellow, blue] =
            Seat::ALL.map(|seat| links[seat].map_or(ZEROS, |link| link.0));
        let state = hash(&[
            b"ludo-start-1",
            &begin.digest(),
            &red,
            &green,
            &yellow,
            &blue,
        ]);
        let first = first_seat(&server_link, &state, begin.seats)
            .ok_or(wrong(Party::Server, Fault::NoSeats))?;
        let dice = Self {
            game: begin.game,
            seats: begin.seats,
            rolls: 0,
            state,
            server,
            chains,
            no_link: SeatSet::EMPTY,
        };
        Ok((dice, first))
    }

    /// The next roll: `server_link` is the server's link of this roll, `link` that of the seat that rolls, if it came.
    /// Link `n + 1` goes with roll `n` ([`next_link`](Self::next_link)).
    ///
    /// A seat may have skipped links before; its link must lead to the last one that was shown.
    ///
    /// # Errors
    ///
    /// If a link is not of its chain, or there should be none, or no roll is left. Nothing has changed then.
    pub fn roll(
        &mut self,
        seat: Seat,
        server_link: Link,
        link: Option<Link>,
    ) -> Result<Face, WrongDice> {
        let chain = self.check_link(seat, link)?;
        let roll = self.next_roll();
        let server = self.server.with(server_link, self.next_link());
        let server = server.ok_or(WrongDice {
            party: Party::Server,
            roll,
            fault: Fault::NotOfChain,
        })?;
        let addition = link.map_or(ZEROS, |link| link.0);
        let face = die(&server_link, &self.state, roll, &addition);
        self.state = hash(&[b"ludo-step-1", &self.state, &addition]);
        self.rolls = roll;
        self.server = server;
        self.chains[seat] = chain;
        Ok(face)
    }

    /// Whether `seat` can make the next roll with this link (or without one), as far as its own chain goes.
    ///
    /// # Errors
    ///
    /// As [`roll`](Self::roll).
    pub fn accepts(&self, seat: Seat, link: Option<Link>) -> Result<(), WrongDice> {
        self.check_link(seat, link).map(|_| ())
    }

    /// From here on `seat` rolls without links: its device does not hold the secret.
    pub fn no_link(&mut self, seat: Seat) {
        self.no_link.insert(seat);
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> GameId {
        self.game
    }

    /// The seats that play.
    #[must_use]
    pub const fn seats(&self) -> SeatSet {
        self.seats
    }

    /// The number of rolls made.
    #[must_use]
    pub const fn rolls(&self) -> u32 {
        self.rolls
    }

    /// The number of the next roll.
    #[must_use]
    pub const fn next_roll(&self) -> u32 {
        self.rolls.saturating_add(1)
    }

    /// The number of the links that go with the next roll.
    #[must_use]
    pub const fn next_link(&self) -> u32 {
        self.rolls.saturating_add(2)
    }

    /// `S[n]` of the scheme, n the number of rolls made: one hash over all links of players so far.
    #[must_use]
    pub const fn state(&self) -> [u8; 32] {
        self.state
    }

    /// How much of the server's chain is shown.
    #[must_use]
    pub const fn server(&self) -> &Shown {
        &self.server
    }

    /// How much of a seat's chain is shown; none if it brought no chain.
    #[must_use]
    pub fn chain(&self, seat: Seat) -> Option<&Shown> {
        self.chains[seat].as_ref()
    }

    /// Whether the next roll of `seat` can carry a link: it brought a chain, answered the begin, and has never rolled
    /// without its secret.
    #[must_use]
    pub fn has_chain(&self, seat: Seat) -> bool {
        !self.no_link.contains(seat) && self.chains[seat].is_some_and(|chain| chain.link.is_some())
    }

    /// Whether `seat` rolls without links since its device does not hold the secret.
    #[must_use]
    pub fn is_without_link(&self, seat: Seat) -> bool {
        self.no_link.contains(seat)
    }

    /// The seat's chain as it is after its next roll with this link.
    fn check_link(&self, seat: Seat, link: Option<Link>) -> Result<Option<Shown>, WrongDice> {
        let party = Party::Seat(seat);
        let wrong = |party, fault| WrongDice {
            party,
            roll: self.next_roll(),
            fault,
        };
        if self.rolls >= MAX_ROLLS {
            return Err(wrong(Party::Server, Fault::NoRollsLeft));
        }
        if !self.seats.contains(seat) {
            return Err(wrong(party, Fault::NotInGame));
        }
        let chain = self.chains[seat];
        let Some(link) = link else { return Ok(chain) };
        if self.no_link.contains(seat) {
            return Err(wrong(party, Fault::AfterNoLink));
        }
        // Whoever did not answer the begin has no chain, whatever its tip.
        let chain = chain
            .filter(|chain| chain.link.is_some())
            .ok_or(wrong(party, Fault::NoChain))?;
        chain
            .with(link, self.next_link())
            .map(Some)
            .ok_or(wrong(party, Fault::NotOfChain))
    }
}

fn first_seat(server_link: &Link, state: &[u8; 32], seats: SeatSet) -> Option<Seat> {
    let count = u32::try_from(seats.len()).ok()?;
    let mut message = [0; 5 + 32];
    fill(&mut message, &[b"first", state]);
    let index = uniform(&server_link.0, &message, count);
    seats.iter().nth(usize::try_from(index).ok()?)
}

fn die(server_link: &Link, state: &[u8; 32], roll: u32, addition: &[u8; 32]) -> Face {
    let mut message = [0; 4 + 32 + 4 + 32];
    fill(
        &mut message,
        &[b"roll", state, &roll.to_be_bytes(), addition],
    );
    match uniform(&server_link.0, &message, 6) {
        0 => Face::ALL[0],
        1 => Face::ALL[1],
        2 => Face::ALL[2],
        3 => Face::ALL[3],
        4 => Face::ALL[4],
        _ => Face::ALL[5],
    }
}

fn fill(message: &mut [u8], parts: &[&[u8]]) {
    let bytes = parts.iter().flat_map(|part| part.iter());
    for (to, from) in message.iter_mut().zip(bytes) {
        *to = *from;
    }
}

#[cfg(feature = "serde")]
mod state_text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::Link;

    pub(super) fn serialize<S: Serializer>(
        state: &[u8; 32],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Link(*state).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<[u8; 32], D::Error> {
        Link::deserialize(deserializer).map(|link| link.0)
    }
}
