//! The learned evaluation: what chance each seat has of each place.

mod batch;
mod features;
mod half;
mod layers;
mod lens;
mod wide;

use std::fmt;

use ludo_rules::{BySeat, Named, Position, RuleSet, Rules, Seat};

pub(crate) use self::features::Sparse;
pub(crate) use self::layers::{Activations, Layout, PLACES};
pub(crate) use self::lens::Lens;
pub(crate) use self::wide::with_widest;

/// How a file of weights begins; the last character counts the versions of the form.
const MAGIC: &[u8; 8] = b"LUDONET1";

/// Bytes of the command in a file, at most; of a longer one it has the beginning.
const MAX_TEXT: usize = 1024;

/// Chances of the first to the fourth place.
pub type Places = [f32; PLACES];

/// A learned evaluation of positions of one rule set.
///
/// It sees what everybody at the table sees, from each seat's point of view, and says how likely each place is for that
/// seat when all play well. The same weights give the same numbers, bit by bit, on every processor and in WebAssembly.
#[derive(Clone)]
pub struct Net {
    base: Named,
    lens: Lens,
    layout: Layout,
    made_by: String,
    weights: Vec<f32>,
}

impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Net")
            .field("base", &self.base)
            .field("made_by", &self.made_by)
            .field("weights", &self.weights.len())
            .finish_non_exhaustive()
    }
}

/// Why a file is not a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// It does not begin as a net does, or is of a version that this program does not know.
    #[error("not the weights of a net, or of another version; make them anew with `ludo train`")]
    Form,
    /// It is shorter or longer than its head says.
    #[error("the weights are cut off or too long; fetch or make them anew")]
    Length,
    /// The checksum is another one.
    #[error("the weights are damaged; fetch or make them anew")]
    Checksum,
}

/// What of a seat's look at a position can be kept from one question to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    view: lens::View,
    pub(crate) sparse: Sparse,
    pub(crate) at: Activations,
}

impl Scratch {
    /// Looks at a position that is not over.
    pub(crate) fn look(&mut self, net: &Net, position: &Position) {
        self.view.look(&net.lens, position);
    }

    /// The chances of a seat that has no place yet, at the position looked at.
    pub(crate) fn chances(&mut self, net: &Net, seat: Seat) -> Places {
        features::write(&net.lens, &self.view, seat.index(), &mut self.sparse);
        let open = self.open();
        if let Some(layers) = net.layout.split(&net.weights) {
            layers.forward(&self.sparse, open, &mut self.at);
        }
        self.at.chances
    }

    /// The places that seats without one can still take.
    fn open(&self) -> [bool; PLACES] {
        std::array::from_fn(|place| {
            place >= usize::from(self.view.finished) && place < usize::from(self.view.contestants)
        })
    }
}

impl Net {
    /// The most bytes that weights may have.
    pub const MAX_BYTES: usize = 200_000;

    pub(crate) fn new(base: Named, weights: Vec<f32>, made_by: String) -> Self {
        let lens = Lens::new(&Rules::new(&RuleSet::named(base)));
        let layout = Layout::new(features::count(lens.goal));
        let mut weights = weights;
        weights.resize(layout.total(), 0.0);
        Self {
            base,
            lens,
            layout,
            made_by,
            weights,
        }
    }

    #[cfg(feature = "learn")]
    pub(crate) const fn layout(&self) -> Layout {
        self.layout
    }

    #[cfg(feature = "learn")]
    pub(crate) fn weights(&self) -> &[f32] {
        &self.weights
    }

    #[cfg(feature = "learn")]
    pub(crate) fn weights_mut(&mut self) -> &mut Vec<f32> {
        &mut self.weights
    }

    /// The named rule set that it learned.
    #[must_use]
    pub const fn base(&self) -> Named {
        self.base
    }

    /// The command that made it.
    #[must_use]
    pub fn made_by(&self) -> &str {
        &self.made_by
    }

    /// The chances of each place for each seat that was in the game at the outset; certain for seats that have a place. Nothing
    /// where the position belongs to a board of another shape.
    #[must_use]
    pub fn chances(&self, position: &Position) -> Option<BySeat<Places>> {
        if position.rule_set().base() != self.base {
            return None;
        }
        let mut chances = certainties(position);
        if !position.is_over() {
            let mut scratch = Scratch::default();
            scratch.look(self, position);
            for seat in position.in_play().iter() {
                chances[seat] = scratch.chances(self, seat);
            }
        }
        Some(chances)
    }

    /// The weights as a file: a head with version, rule set and command, numbers of 16 bits, a checksum.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for text in [self.base.name(), &self.made_by] {
            let text = &text[..text.floor_char_boundary(MAX_TEXT)];
            bytes.extend((text.len() as u16).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.extend((self.layout.features() as u32).to_le_bytes());
        for &weight in &self.weights {
            bytes.extend(half::to_half(weight).to_le_bytes());
        }
        let checksum = checksum(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// Where it is something else, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetError> {
        if bytes.len() > Self::MAX_BYTES {
            return Err(NetError::Length);
        }
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetError::Form)?;
        let (base, rest) = text(rest)?;
        let base = Named::from_name(base).ok_or(NetError::Form)?;
        let (made_by, rest) = text(rest)?;
        let mut net = Self::new(base, Vec::new(), made_by.to_owned());
        let (features, rest) = rest.split_first_chunk().ok_or(NetError::Length)?;
        if u32::from_le_bytes(*features) as usize != net.layout.features() {
            return Err(NetError::Form);
        }
        let (weights, sum) = rest.split_last_chunk().ok_or(NetError::Length)?;
        if weights.len() != 2 * net.layout.total() {
            return Err(NetError::Length);
        }
        let body = bytes.len() - sum.len();
        if checksum(bytes.get(..body).unwrap_or_default()) != u64::from_le_bytes(*sum) {
            return Err(NetError::Checksum);
        }
        net.weights = weights
            .as_chunks()
            .0
            .iter()
            .map(|&half| half::from_half(u16::from_le_bytes(half)))
            .collect();
        Ok(net)
    }
}

fn text(bytes: &[u8]) -> Result<(&str, &[u8]), NetError> {
    let (length, rest) = bytes.split_first_chunk().ok_or(NetError::Length)?;
    let (text, rest) = rest
        .split_at_checked(u16::from_le_bytes(*length).into())
        .ok_or(NetError::Length)?;
    Ok((std::str::from_utf8(text).map_err(|_| NetError::Form)?, rest))
}

/// FNV-1a of 64 bits: against damage, not against malice.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The chances of the seats whose place is settled; none for the others.
fn certainties(position: &Position) -> BySeat<Places> {
    let mut chances = BySeat::new([[0.0; PLACES]; 4]);
    for (seat, place) in settled(position) {
        if let Some(chance) = chances[seat].get_mut(place) {
            *chance = 1.0;
        }
    }
    chances
}

/// Seats whose place is settled, with the place, 0 for the first.
pub(crate) fn settled(position: &Position) -> impl Iterator<Item = (Seat, usize)> {
    let front = position
        .finished()
        .enumerate()
        .map(|(place, seat)| (seat, place));
    let last = position.seats().len().saturating_sub(1);
    let back = position
        .resigned()
        .enumerate()
        .map(move |(place, seat)| (seat, last.saturating_sub(place)));
    front.chain(back)
}

#[cfg(test)]
mod tests {
    use ludo_rules::{Length, SeatSet};

    use super::*;

    fn some_net() -> Net {
        let mut net = Net::new(Named::Classic, Vec::new(), "ludo train --some".into());
        for (index, weight) in net.weights.iter_mut().enumerate() {
            *weight = half::from_half(half::to_half(((index * 7919) % 2003) as f32 / 2e4 - 0.05));
        }
        net
    }

    #[test]
    fn files_come_back_and_damage_is_seen() {
        let net = some_net();
        let bytes = net.to_bytes();
        assert!(bytes.len() <= Net::MAX_BYTES, "{}", bytes.len());
        let back = Net::from_bytes(&bytes).unwrap();
        assert_eq!(back.made_by(), net.made_by());
        assert_eq!(back.weights, net.weights);
        assert!(matches!(
            Net::from_bytes(&bytes[..bytes.len() - 1]),
            Err(NetError::Length)
        ));
        assert!(matches!(Net::from_bytes(b"LUDONET9"), Err(NetError::Form)));
        assert!(matches!(
            Net::from_bytes(b"LUDONET1"),
            Err(NetError::Length)
        ));
        let mut damaged = bytes;
        damaged[5_000] ^= 1;
        assert!(matches!(Net::from_bytes(&damaged), Err(NetError::Checksum)));
    }

    /// Its words too: a long command is cut off between two letters.
    #[test]
    fn what_made_it_is_read_whatever_its_length() {
        for letters in [0, 500, 512, 513, 2_000] {
            let mut net = some_net();
            net.made_by = format!("x{}", "ł".repeat(letters));
            let back = Net::from_bytes(&net.to_bytes()).unwrap();
            assert!(net.made_by.starts_with(back.made_by()));
            assert!(back.made_by().len() + 2 > net.made_by.len().min(MAX_TEXT));
        }
    }

    #[test]
    fn every_board_has_a_net_within_the_limit() {
        for named in Named::ALL {
            let net = Net::new(named, Vec::new(), String::new());
            assert!(net.to_bytes().len() <= Net::MAX_BYTES, "{named}");
        }
    }

    #[test]
    fn chances_of_a_seat_sum_to_one_over_the_places_that_are_open() {
        let net = some_net();
        let rules = Rules::new(&RuleSet::default());
        for seats in ["ry", "rgy", "rgyb"] {
            let seats: SeatSet = seats.parse().unwrap();
            let start = rules.start(seats, Seat::Yellow, Length::Whole).unwrap();
            let chances = net.chances(&start).unwrap();
            for seat in seats.iter() {
                let sum: f32 = chances[seat].iter().sum();
                assert!((sum - 1.0).abs() < 1e-5);
                assert!(
                    chances[seat]
                        .iter()
                        .skip(seats.len())
                        .all(|&chance| chance == 0.0)
                );
            }
        }
        let over = rules.start(SeatSet::ALL, Seat::Red, Length::Whole).unwrap();
        let over = rules.end_by_limit(&over);
        let chances = net.chances(&over).unwrap();
        assert_eq!(chances[Seat::Green], [0.0, 1.0, 0.0, 0.0]);
        let modern = Rules::new(&Named::Modern.into());
        let start = modern
            .start(SeatSet::ALL, Seat::Red, Length::Whole)
            .unwrap();
        assert!(net.chances(&start).is_none());
    }

    /// Turning the board turns the chances.
    #[test]
    fn seats_are_seen_alike() {
        let net = some_net();
        let (_, one) = ludo_rules::parse_position(
            "classic 0,3,17,57/5,5,9,52/0,0,0,41/1,2,32,56 g roll 1 - -",
        )
        .unwrap();
        let (_, turned) = ludo_rules::parse_position(
            "classic 1,2,32,56/0,3,17,57/5,5,9,52/0,0,0,41 y roll 1 - -",
        )
        .unwrap();
        let (one, turned) = (net.chances(&one).unwrap(), net.chances(&turned).unwrap());
        for (seat, chances) in one.iter() {
            for (chance, other) in chances.iter().zip(turned[seat.next()]) {
                // Sums are in the order of the seats, so they round differently.
                assert!((chance - other).abs() < 1e-5, "{seat}: {chances:?}");
            }
        }
    }
}
