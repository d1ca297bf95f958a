use ludo_dice::{Begin, Dice, GameId, Tip};
use ludo_rules::{BySeat, Due, Move, Position, Rules, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::play::Play;
use crate::stage::Stage;
use crate::{
    Chair, CloseReason, Control, Event, LastRoll, Member, Name, Options, Phase, Refusal, Roster,
    SeatAtBegin, Time, Wants,
};

/// How many members a table remembers: those who sit, and of the others those who joined last.
pub const MAX_MEMBERS: usize = 16;

/// How long the seats' clients have to answer the begin of a game, in milliseconds.
pub const ANSWER_MILLIS: u64 = 10_000;

/// One table: who sits there, and the game that is set up, played, or over.
///
/// Made from events alone ([`fold`](Self::fold)); as a snapshot it is written with serde. It holds nothing that is not
/// public, and no history: it does not grow with the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    pub(crate) options: Options,
    pub(crate) opened_at: Time,
    pub(crate) changed_at: Time,
    pub(crate) members: Vec<KnownMember>,
    pub(crate) last_member: Member,
    pub(crate) host: Option<Member>,
    pub(crate) seats: BySeat<Chair>,
    pub(crate) game: GameId,
    pub(crate) server_tip: Tip,
    pub(crate) step: u32,
    pub(crate) stage: Stage,
    pub(crate) closed: Option<CloseReason>,
}

/// A member with the name they go by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KnownMember {
    pub(crate) member: Member,
    pub(crate) name: Name,
}

impl Table {
    /// The event that opens a table; [`fold`](Self::fold) makes the table of it.
    ///
    /// # Errors
    ///
    /// [`Refusal::BadOptions`], as [`Options::check`].
    pub fn open(options: Options, game: GameId, tip: Tip) -> Result<Event, Refusal> {
        options.check()?;
        Ok(Event::Opened { options, game, tip })
    }

    /// Rules and seats.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// When the table was opened.
    #[must_use]
    pub const fn opened_at(&self) -> Time {
        self.opened_at
    }

    /// When its last event happened.
    #[must_use]
    pub const fn changed_at(&self) -> Time {
        self.changed_at
    }

    /// Where the table stands.
    #[must_use]
    pub fn phase(&self) -> Phase<'_> {
        if let Some(reason) = self.closed {
            return Phase::Closed { reason };
        }
        match &self.stage {
            Stage::Waiting => Phase::Waiting,
            &Stage::Drawing {
                begun_at, answered, ..
            } => Phase::Drawing { begun_at, answered },
            Stage::Playing { .. } => Phase::Playing,
            Stage::Over { places, end, .. } => Phase::Over { places, end: *end },
        }
    }

    /// The member who may set up the game; none where no person sits.
    #[must_use]
    pub const fn host(&self) -> Option<Member> {
        self.host
    }

    /// The members that the table remembers, in the order in which they joined. Some may have no seat.
    pub fn members(&self) -> impl Iterator<Item = (Member, &Name)> {
        self.members.iter().map(|known| (known.member, &known.name))
    }

    /// The name of a member.
    #[must_use]
    pub fn member_name(&self, member: Member) -> Option<&Name> {
        self.members()
            .find_map(|(known, name)| (known == member).then_some(name))
    }

    /// Who sits where.
    #[must_use]
    pub const fn chairs(&self) -> &BySeat<Chair> {
        &self.seats
    }

    /// Who sits on a seat.
    #[must_use]
    pub fn chair(&self, seat: Seat) -> &Chair {
        &self.seats[seat]
    }

    /// The seat of a member.
    #[must_use]
    pub fn seat_of(&self, member: Member) -> Option<Seat> {
        Seat::ALL
            .into_iter()
            .find(|&seat| self.seats[seat].member() == Some(member))
    }

    /// The name to show at a seat: of who sits there, or else of who played there in the game that is shown.
    #[must_use]
    pub fn name_at(&self, seat: Seat) -> Option<&str> {
        let at_begin = || Some(self.roster()?[seat].as_ref()?.name.as_str());
        match &self.seats[seat] {
            Chair::Open => at_begin(),
            Chair::Person { member, .. } => self
                .member_name(*member)
                .map(Name::as_str)
                .or_else(at_begin),
            Chair::Bot { bot } => Some(bot.name()),
        }
    }

    /// Seats of which [`name_at`](Self::name_at) is a bot's.
    #[must_use]
    pub fn bots(&self) -> SeatSet {
        let played = |seat: Seat| Some(self.roster()?[seat].as_ref()?.bot.is_some());
        Seat::ALL
            .into_iter()
            .filter(|&seat| match self.seats[seat] {
                Chair::Open => played(seat).unwrap_or(false),
                Chair::Person { .. } => false,
                Chair::Bot { .. } => true,
            })
            .collect()
    }

    /// Seats on which somebody could sit down.
    #[must_use]
    pub fn open_seats(&self) -> SeatSet {
        self.options
            .seats
            .iter()
            .filter(|&seat| self.seats[seat].is_open())
            .collect()
    }

    /// Seats that a person or a bot has.
    #[must_use]
    pub fn taken_seats(&self) -> SeatSet {
        Seat::ALL
            .into_iter()
            .filter(|&seat| !self.seats[seat].is_open())
            .collect()
    }

    /// Seats of people who have not left the game that is on.
    #[must_use]
    pub fn people(&self) -> SeatSet {
        Seat::ALL
            .into_iter()
            .filter(|&seat| self.seats[seat].is_present())
            .collect()
    }

    /// The game that is set up, played, or over.
    #[must_use]
    pub const fn game(&self) -> GameId {
        self.game
    }

    /// Tip of the server's chain for that game.
    #[must_use]
    pub const fn server_tip(&self) -> Tip {
        self.server_tip
    }

    /// Rolls and moves of all games of this table so far: what a roll or a move has to name to be timely.
    #[must_use]
    pub const fn step(&self) -> u32 {
        self.step
    }

    /// Who plays the game, as its begin fixed it; none before the begin.
    #[must_use]
    pub const fn roster(&self) -> Option<&Roster> {
        self.stage.roster()
    }

    /// All that the dice of the game rest on; none before the begin.
    #[must_use]
    pub fn begin(&self) -> Option<Begin> {
        let roster = self.roster()?;
        Some(Begin {
            game: self.game,
            server_tip: self.server_tip,
            tips: BySeat::from_fn(|seat| roster[seat].as_ref()?.tip),
            seats: seats_of(roster),
        })
    }

    /// The rules of the game; none before the draw.
    #[must_use]
    pub fn rules(&self) -> Option<&Rules> {
        Some(&self.stage.play()?.board.rules)
    }

    /// The position of the game; none before the draw.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        Some(&self.stage.play()?.board.position)
    }

    /// The position as text; none before the draw.
    #[must_use]
    pub fn position_text(&self) -> Option<String> {
        Some(self.stage.play()?.board.text())
    }

    /// The moves to choose from, where a choice is due.
    #[must_use]
    pub fn choices(&self) -> Vec<Move> {
        match &self.stage {
            Stage::Playing { play, .. } => play.board.choices(),
            _ => Vec::new(),
        }
    }

    /// The public state of the game's dice; none before the draw.
    #[must_use]
    pub fn dice(&self) -> Option<&Dice> {
        Some(&self.stage.play()?.dice)
    }

    /// The last roll of the game.
    #[must_use]
    pub fn last_roll(&self) -> Option<LastRoll> {
        self.stage.play()?.last_roll
    }

    /// The seat in turn, while a game is played.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        self.playing()?.board.position.turn()
    }

    /// The seat in turn, and who acts for it now: after a roll made in place of its owner, the same one until the turn
    /// is over; after a roll of the owner, who then went away, or when the owner's time was over in this turn, the
    /// autopilot.
    #[must_use]
    pub fn actor(&self) -> Option<(Seat, Control)> {
        let play = self.playing()?;
        let seat = play.board.position.turn()?;
        let control = match self.seats[seat] {
            Chair::Open => return None,
            Chair::Bot { bot } => Control::Bot(bot),
            Chair::Person { .. } if play.stand_in != Control::Owner => play.stand_in,
            Chair::Person { .. } if play.timing.is_out => Control::Autopilot,
            Chair::Person { control, .. } => match play.board.position.due() {
                Due::Roll { .. } => control,
                _ if control == Control::Owner => control,
                _ => Control::Autopilot,
            },
        };
        Some((seat, control))
    }

    /// The move that the autopilot's rule makes now, where one is due.
    #[must_use]
    pub fn autopilot(&self) -> Option<Move> {
        let board = &self.playing()?.board;
        match board.position.due() {
            Due::Move(_) | Due::Bonus(_) => board.rules.autopilot(&board.position, None),
            Due::Roll { .. } | Due::Over => None,
        }
    }

    /// The number of the server's link that the roll or draw at hand uses; none where neither is due.
    #[must_use]
    pub fn server_link(&self) -> Option<u32> {
        match &self.stage {
            _ if self.closed.is_some() => None,
            Stage::Drawing { .. } => Some(1),
            Stage::Playing { play, .. }
                if matches!(play.board.position.due(), Due::Roll { .. }) =>
            {
                Some(play.dice.next_link())
            }
            _ => None,
        }
    }

    /// The places, from the first to the last, once the game is over.
    #[must_use]
    pub fn places(&self) -> Option<&[Seat]> {
        match &self.stage {
            Stage::Over { places, .. } => Some(places),
            _ => None,
        }
    }

    /// The game that is over, if it has a record ([`Recorder`](crate::Recorder)): one that ended before its draw has none.
    #[must_use]
    pub const fn recorded_game(&self) -> Option<GameId> {
        match &self.stage {
            Stage::Over { play: Some(_), .. } => Some(self.game),
            _ => None,
        }
    }

    /// What the driver is to do next.
    #[must_use]
    pub fn wants(&self) -> Wants {
        match &self.stage {
            _ if self.closed.is_some() => Wants::Nothing,
            Stage::Drawing {
                begun_at,
                seats,
                answered,
            } => {
                let waits = seats.iter().any(|(seat, at_begin)| {
                    at_begin
                        .as_ref()
                        .is_some_and(|at_begin| at_begin.tip.is_some())
                        && !answered.contains(seat)
                });
                Wants::Draw {
                    at: if waits {
                        begun_at.plus(ANSWER_MILLIS)
                    } else {
                        *begun_at
                    },
                }
            }
            Stage::Playing { play, .. } => match self.actor() {
                Some((seat, control)) if control != Control::Owner => Wants::Act {
                    seat,
                    control,
                    due: play.board.position.due(),
                },
                _ => self.clock().map_or(Wants::Nothing, |clock| Wants::TimeOut {
                    seat: clock.seat,
                    at: clock.until,
                }),
            },
            Stage::Waiting | Stage::Over { .. } => Wants::Nothing,
        }
    }

    /// The game that is on.
    pub(crate) fn playing(&self) -> Option<&Play> {
        match &self.stage {
            Stage::Playing { play, .. } if self.closed.is_none() => Some(play),
            _ => None,
        }
    }

    /// Whether a game is between its begin and its end.
    pub(crate) const fn is_running(&self) -> bool {
        matches!(self.stage, Stage::Drawing { .. } | Stage::Playing { .. })
    }

    /// Who would play if the game began now.
    pub(crate) fn roster_now(&self) -> Roster {
        BySeat::from_fn(|seat| match self.seats[seat] {
            Chair::Open => None,
            Chair::Person { member, tip, .. } => Some(SeatAtBegin {
                name: self.member_name(member)?.clone(),
                member: Some(member),
                bot: None,
                tip,
            }),
            Chair::Bot { bot } => Some(SeatAtBegin {
                name: bot.into(),
                member: None,
                bot: Some(bot),
                tip: None,
            }),
        })
    }

    /// The person who sits here longest and has not left.
    pub(crate) fn heir(&self) -> Option<Member> {
        self.members().map(|(member, _)| member).find(|&member| {
            self.seat_of(member)
                .is_some_and(|seat| self.seats[seat].is_present())
        })
    }
}

pub(crate) fn seats_of(roster: &Roster) -> SeatSet {
    roster
        .iter()
        .filter_map(|(seat, at_begin)| at_begin.as_ref().map(|_| seat))
        .collect()
}
