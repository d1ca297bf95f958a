//! What there is to show, and what can be done now. Nobody who shows a table needs to work it out again.

use ludo_rules::{BySeat, Due, Move, Seat};
use ludo_table::{Command, Control, Member, Phase, Refusal, Table, Time};

use crate::keeper::Holding;
use crate::queue::Waiting;
use crate::wire::State;
use crate::{Checks, Client, Stopped};

/// The connection, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// It is there.
    Online,
    /// It is being made.
    Connecting {
        /// Attempts that failed before this one.
        failures: u32,
    },
    /// It will be made again.
    Waiting {
        /// Attempts that failed so far.
        failures: u32,
        /// When the next one is.
        until: Time,
    },
    /// There will be none: the table is closed, or the client has stopped.
    Ended,
}

/// This device's part in the dice of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// None: its person does not play, or the game has no chain of theirs.
    None,
    /// Its chain is being made, or looked up, or checked.
    Preparing,
    /// It holds the chain of its person's seat.
    Holds,
    /// Another device of this person holds it.
    Elsewhere,
    /// The seat rolls without links in this game: it has done so once, or did not answer the begin.
    Lost,
}

impl Client {
    /// The table's code.
    #[must_use]
    pub const fn code(&self) -> ludo_protocol::TableCode {
        self.code
    }

    /// The table as far as it is known; none before the first welcome.
    #[must_use]
    pub const fn table(&self) -> Option<&Table> {
        self.fold.table.as_ref()
    }

    /// The number of the last event in it.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.fold.seq
    }

    /// The member that this person is, once they were one.
    #[must_use]
    pub const fn you(&self) -> Option<Member> {
        self.you
    }

    /// The seat that this person has.
    #[must_use]
    pub fn my_seat(&self) -> Option<Seat> {
        self.table()?.seat_of(self.you?)
    }

    /// Whether this person may set up the game.
    #[must_use]
    pub fn is_host(&self) -> bool {
        self.you.is_some() && self.table().is_some_and(|table| table.host() == self.you)
    }

    /// The seats whose person has a connection.
    #[must_use]
    pub const fn here(&self) -> &BySeat<bool> {
        &self.here
    }

    /// The number of connections of people who have no seat.
    #[must_use]
    pub const fn watching(&self) -> u32 {
        self.watching
    }

    /// The connection.
    #[must_use]
    pub const fn line(&self) -> Line {
        let failures = self.wire.failures();
        match self.wire.state() {
            State::Online { .. } => Line::Online,
            State::Connecting { .. } | State::Greeting { .. } => Line::Connecting { failures },
            State::Pausing { until } => Line::Waiting {
                failures,
                until: self.clock.wall_at(until),
            },
            State::Ended => Line::Ended,
        }
    }

    /// The server's clock at the time `now` of the device's, as well as it is known.
    #[must_use]
    pub fn server_time(&self, now: Time) -> Time {
        self.server_clock.map_or(now, |(server, device)| {
            Time(
                server
                    .plus(now.since(device))
                    .0
                    .saturating_sub(device.since(now)),
            )
        })
    }

    /// Commands that are not answered yet, in the order in which they were given.
    pub fn pending(&self) -> impl Iterator<Item = &Command> {
        self.queue.iter().map(|waiting| &waiting.command)
    }

    /// What was checked of the game's dice on this device.
    #[must_use]
    pub fn checks(&self) -> Checks {
        let roster = self.table().and_then(Table::roster);
        let seat = roster.zip(self.you).and_then(|(roster, you)| {
            Seat::ALL.into_iter().find(|&seat| {
                let at_begin = roster[seat].as_ref();
                at_begin.is_some_and(|at_begin| at_begin.member == Some(you))
            })
        });
        self.fold.checks().of(seat)
    }

    /// The move clock: whose it is, and when it runs out by this device's clock, as well as the server's is known here.
    /// None where nobody's time runs.
    #[must_use]
    pub fn clock(&self) -> Option<(Seat, Time)> {
        let clock = self.table()?.clock()?;
        let here = self.clock.wall_at(0);
        let there = self.server_time(here);
        let until = here
            .plus(clock.until.since(there))
            .0
            .saturating_sub(there.since(clock.until));
        Some((clock.seat, Time(until)))
    }

    /// Why the client stopped, if it did.
    #[must_use]
    pub const fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    /// This device's part in the dice.
    #[must_use]
    pub fn part(&self) -> Part {
        let Some((table, seat)) = self.table().zip(self.my_seat()) else {
            return Part::None;
        };
        let tip = match table.roster() {
            _ if matches!(table.phase(), Phase::Over { .. } | Phase::Closed { .. }) => {
                return Part::None;
            }
            None => table.chair(seat).tip(),
            Some(roster) => match &roster[seat] {
                Some(at_begin) if at_begin.tip.is_some() => at_begin.tip,
                _ => return Part::None,
            },
        };
        if self.is_set_back(table.game()) || table.dice().is_some_and(|dice| !dice.has_chain(seat))
        {
            return Part::Lost;
        }
        let Some(keeper) = self
            .keeper
            .as_ref()
            .filter(|keeper| keeper.game == table.game())
        else {
            return Part::Preparing;
        };
        match &keeper.holding {
            Holding::Unknown | Holding::Recalling { .. } | Holding::Drawing { .. } => {
                Part::Preparing
            }
            Holding::Held(held) if tip == Some(held.chain.tip()) && !self.needs_history => {
                Part::Holds
            }
            Holding::Held(_) if tip.is_none() && keeper.refused => Part::None,
            Holding::Held(_) if tip.is_none() || self.needs_history => Part::Preparing,
            Holding::Absent if table.roster().is_none() => Part::Preparing,
            Holding::GivenUp if tip.is_none() => Part::None,
            Holding::Held(_) | Holding::Absent | Holding::GivenUp => Part::Elsewhere,
        }
    }

    /// Whether a roll or a move was asked for at this point of the game, and what came of it is not known yet.
    #[must_use]
    pub fn is_acting(&self) -> bool {
        let Some(table) = self.table() else {
            return false;
        };
        let now = |waiting: &Waiting| matches!(waiting.command, Command::Roll { step, .. } | Command::Move { step, .. } if step == table.step());
        self.wants_roll == Some(table.step())
            || self.promised > self.seq()
            || self.queue.iter().any(now)
    }

    /// Whether this person can roll now.
    #[must_use]
    pub fn can_roll(&self) -> bool {
        matches!(self.my_due(), Ok((_, Due::Roll { .. })))
            && !self.is_acting()
            && self.stopped.is_none()
    }

    /// The moves that this person can choose from now; none where nothing is to be chosen.
    #[must_use]
    pub fn choices(&self) -> Vec<Move> {
        match (self.my_due(), self.table()) {
            (Ok((_, Due::Move(_) | Due::Bonus(_))), Some(table))
                if !self.is_acting() && self.stopped.is_none() =>
            {
                table.choices()
            }
            _ => Vec::new(),
        }
    }

    /// Whether this person can sit down on `seat`.
    #[must_use]
    pub fn can_sit(&self, seat: Seat) -> bool {
        self.is_setting_up_or_over()
            && self
                .table()
                .is_some_and(|table| table.open_seats().contains(seat))
    }

    /// The seat that was asked for, while it is not known what came of that.
    #[must_use]
    pub fn sitting(&self) -> Option<Seat> {
        let asked = self
            .queue
            .iter()
            .filter_map(|waiting| match waiting.command {
                Command::Sit { seat, .. } => Some(seat),
                _ => None,
            });
        self.wants_seat
            .as_ref()
            .map(|wish| wish.seat)
            .or(asked.last())
    }

    /// Whether this person can change who sits where, and the options.
    #[must_use]
    pub fn can_set_up(&self) -> bool {
        self.is_host()
            && self.stopped.is_none()
            && matches!(self.table().map(Table::phase), Some(Phase::Waiting))
    }

    /// Whether this person can begin the game.
    #[must_use]
    pub fn can_begin(&self) -> bool {
        self.can_set_up()
            && !self.is_beginning()
            && self
                .table()
                .is_some_and(|table| table.taken_seats().len() >= 2)
    }

    /// Whether the begin was asked for and is not there yet.
    #[must_use]
    pub fn is_beginning(&self) -> bool {
        self.wants_begin
            || self
                .queue
                .iter()
                .any(|waiting| waiting.command == Command::Begin)
    }

    /// Whether this person can give up.
    #[must_use]
    pub fn can_resign(&self) -> bool {
        let playing = |seat| Some(self.table()?.position()?.in_play().contains(seat));
        self.stopped.is_none()
            && matches!(self.table().map(Table::phase), Some(Phase::Playing))
            && self.my_seat().and_then(playing).unwrap_or(false)
    }

    /// Whether somebody else plays for this person, so that they can come back.
    #[must_use]
    pub fn can_return(&self) -> bool {
        let Some((table, seat)) = self.table().zip(self.my_seat()) else {
            return false;
        };
        self.stopped.is_none()
            && matches!(table.phase(), Phase::Drawing { .. } | Phase::Playing)
            && table.chair(seat).control() != Some(Control::Owner)
    }

    /// Whether this person can ask for another game.
    #[must_use]
    pub fn can_rematch(&self) -> bool {
        self.stopped.is_none()
            && self.my_seat().is_some()
            && matches!(self.table().map(Table::phase), Some(Phase::Over { .. }))
    }

    fn is_setting_up_or_over(&self) -> bool {
        self.stopped.is_none()
            && matches!(
                self.table().map(Table::phase),
                Some(Phase::Waiting | Phase::Over { .. })
            )
    }

    /// The step and what is due of this person there, or why nothing is.
    pub(crate) fn my_due(&self) -> Result<(u32, Due), Refusal> {
        let table = self.table().ok_or(Refusal::NotStarted)?;
        if self.is_set_back(table.game()) {
            return Err(Refusal::GameOver);
        }
        match table.phase() {
            Phase::Playing => {}
            Phase::Waiting | Phase::Drawing { .. } => return Err(Refusal::NotStarted),
            Phase::Over { .. } => return Err(Refusal::GameOver),
            Phase::Closed { .. } => return Err(Refusal::Closed),
        }
        let seat = self.my_seat().ok_or(Refusal::NotSeated)?;
        let position = table.position().ok_or(Refusal::NotStarted)?;
        match table.actor() {
            Some((turn, Control::Owner)) if turn == seat => Ok((table.step(), position.due())),
            Some((turn, _)) if turn == seat => Err(Refusal::PlayedForYou),
            _ => Err(Refusal::NotYourTurn),
        }
    }
}
