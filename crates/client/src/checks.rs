use ludo_rules::{BySeat, Face, Seat};
use ludo_table::{By, Event};

/// What a client checked of a game's dice, and who rolled: what the page says about their fairness.
///
/// Every roll that this client saw was checked against the tips of the begin; one that was wrong would have stopped it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// The rolls of the game so far.
    pub rolls: u32,
    /// Those that were checked on this device.
    pub checked: u32,
    /// The checked rolls of each seat.
    pub seats: BySeat<SeatChecks>,
    /// Rolls that the table made for this device's player, though the device had asked for them in time.
    pub overtaken: u32,
    /// Those of this device's player, if they play.
    pub own: Option<OwnChecks>,
}

/// The checked rolls of this device's player: what part the player had in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnChecks {
    /// The seat.
    pub seat: Seat,
    /// All that were checked.
    pub checked: u32,
    /// With a link of the player's chain.
    pub linked: u32,
    /// By the table, since the player was away or the time was over.
    pub auto: u32,
    /// By the table, though this device had asked for the roll before its time was over. A line that is slow explains a
    /// few; the server could have looked at both dice.
    pub overtaken: u32,
}

/// The checked rolls of one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatChecks {
    /// With a link of the seat's chain: the player had a part in the die.
    pub linked: u32,
    /// By the table, for a player who was away.
    pub auto: u32,
    /// By a bot that plays for a person.
    pub bot: u32,
    /// By a player whose device does not hold the secret.
    pub no_link: u32,
    /// By a seat that has no chain: a bot's, or one whose device did not take part.
    pub no_chain: u32,
    /// How often each face came, 1 first.
    pub faces: [u32; 6],
}

impl Checks {
    pub(crate) fn count(&mut self, event: &Event) {
        let Event::Rolled {
            seat,
            face,
            link,
            by,
            ..
        } = event
        else {
            return;
        };
        self.checked = self.checked.saturating_add(1);
        self.seats[*seat].count(*face, link.is_some(), *by);
    }

    /// These, with what they say of the player on `seat`.
    pub(crate) fn of(self, seat: Option<Seat>) -> Self {
        let own = seat.map(|seat| {
            let SeatChecks { linked, auto, .. } = self.seats[seat];
            OwnChecks {
                seat,
                checked: self.seats[seat].all(),
                linked,
                auto,
                overtaken: self.overtaken,
            }
        });
        Self { own, ..self }
    }
}

impl SeatChecks {
    /// All checked rolls of the seat.
    #[must_use]
    pub fn all(&self) -> u32 {
        self.faces
            .iter()
            .fold(0, |sum, count| sum.saturating_add(*count))
    }

    fn count(&mut self, face: Face, with_link: bool, by: By) {
        let rolls = match by {
            By::Owner | By::AutoMove if with_link => &mut self.linked,
            By::Owner | By::AutoMove => &mut self.no_chain,
            By::OwnerNoLink => &mut self.no_link,
            By::Auto => &mut self.auto,
            By::Bot(_) => &mut self.bot,
        };
        *rolls = rolls.saturating_add(1);
        if let Some(count) = self.faces.get_mut(usize::from(face.get()).wrapping_sub(1)) {
            *count = count.saturating_add(1);
        }
    }
}
