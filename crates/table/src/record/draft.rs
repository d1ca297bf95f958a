use ludo_dice::GameId;
use ludo_rules::{
    BySeat, Comment, Deed, Due, Entry, Face, Length, Mark, Ply, Position, Record, Rules, Seat, Tag,
    Termination, parse_position,
};

use super::dice_tags::{self, LastLink};
use super::{Begun, NoRecord, date::date_and_time};
use crate::{By, End, Event, Time};

/// The record of a game that is being played.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    begun: Begun,
    first: Seat,
    /// The position at the outset.
    start: Position,
    server: LastLink,
    chains: BySeat<Option<LastLink>>,
    moves: Vec<Entry>,
    /// A roll whose move has not come yet.
    pending: Option<Pending>,
    /// What is due now.
    due: Due,
    /// When that became due: since then the clock of the person in turn runs.
    since: Time,
    /// The seat in turn.
    turn: Option<Seat>,
}

#[derive(Clone, Copy, Debug)]
struct Pending {
    seat: Seat,
    face: Face,
    by: By,
    /// Seconds that were left.
    clock: Option<u32>,
}

impl Draft {
    pub(super) fn new(begun: Begun, drawn: &Event, at: Time) -> Result<Self, NoRecord> {
        let Event::Drawn {
            server_link,
            links,
            first,
            position,
        } = drawn
        else {
            return Err(NoRecord::Order(drawn.name()));
        };
        let start = read(drawn, position)?;
        let mut server = LastLink::of(begun.server_tip);
        server.show(1, *server_link);
        let chains = BySeat::from_fn(|seat| {
            let mut chain = LastLink::of(begun.seats[seat].as_ref()?.tip?);
            if let Some(link) = links[seat] {
                chain.show(1, link);
            }
            Some(chain)
        });
        Ok(Self {
            begun,
            first: *first,
            due: start.due(),
            turn: start.turn(),
            start,
            server,
            chains,
            moves: Vec::new(),
            pending: None,
            since: at,
        })
    }

    pub(super) const fn game(&self) -> GameId {
        self.begun.game
    }

    /// Takes an event of the game that is no begin and no end.
    pub(super) fn take(&mut self, event: &Event, at: Time) -> Result<(), NoRecord> {
        match event {
            Event::Rolled {
                roll,
                seat,
                face,
                server_link,
                link,
                by,
                outcome,
                position,
                ..
            } => {
                let (seat, face, by) = (*seat, *face, *by);
                if self.pending.is_some() {
                    return Err(NoRecord::Order(event.name()));
                }
                let index = roll.saturating_add(1);
                self.server.show(index, *server_link);
                if let Some(link) = link {
                    let chain = self.chains[seat].as_mut();
                    chain
                        .ok_or(NoRecord::Order(event.name()))?
                        .show(index, *link);
                }
                let clock = self.clock(by, at);
                match outcome {
                    Some(mv) => {
                        let deed = Deed::Roll {
                            face,
                            mv: Some(*mv),
                        };
                        self.entry(Ply { seat, deed }, clock, &[by])?;
                    }
                    None => {
                        self.pending = Some(Pending {
                            seat,
                            face,
                            by,
                            clock,
                        });
                    }
                }
                self.go_on(read(event, position)?, at);
            }
            Event::Moved {
                seat,
                mv,
                by,
                position,
                ..
            } => {
                let (seat, by) = (*seat, *by);
                let (deed, rolled_by) = match (self.pending.take(), self.due) {
                    (Some(rolled), _) if rolled.seat == seat => {
                        let deed = Deed::Roll {
                            face: rolled.face,
                            mv: Some(*mv),
                        };
                        (deed, Some(rolled))
                    }
                    (None, Due::Bonus(steps)) => (Deed::Bonus { steps, mv: *mv }, None),
                    _ => return Err(NoRecord::Order(event.name())),
                };
                // The only legal move plays itself, in no time: what was left is what the roll left.
                let clock = match rolled_by {
                    Some(rolled) if at == self.since => rolled.clock,
                    _ => self.clock(by, at),
                };
                match rolled_by {
                    Some(rolled) => self.entry(Ply { seat, deed }, clock, &[rolled.by, by])?,
                    None => self.entry(Ply { seat, deed }, clock, &[by])?,
                }
                self.go_on(read(event, position)?, at);
            }
            Event::Resigned { seat, position, .. } => {
                let after = read(event, position)?;
                // A roll and its move are one thing in a record. Where somebody else gives up between them, they stand
                // behind it: the tokens that are gone can only make room for the move.
                let stays = after.turn() == self.turn && matches!(after.due(), Due::Move(_));
                if !stays {
                    self.unplayed()?;
                }
                let deed = Deed::Resign;
                self.moves.push(Entry::new(Ply { seat: *seat, deed }));
                let since = self.since;
                let turn = self.turn;
                self.go_on(after, at);
                // Nobody gains time by what another one does.
                if self.turn == turn {
                    self.since = since;
                }
            }
            Event::Controlled { seat, .. } => {
                if self.turn == Some(*seat) {
                    self.since = at;
                }
            }
            Event::TimedOut { .. } | Event::Resumed {} => self.since = at,
            _ => return Err(NoRecord::Order(event.name())),
        }
        Ok(())
    }

    fn go_on(&mut self, after: Position, at: Time) {
        self.due = after.due();
        self.turn = after.turn();
        self.since = at;
    }

    /// The seconds that a person had left who acts at this moment, where there is a clock.
    fn clock(&self, by: By, at: Time) -> Option<u32> {
        let limit = self.begun.options.move_time.millis()?;
        let is_person = self
            .turn
            .and_then(|turn| self.begun.seats[turn].as_ref())
            .is_some_and(|seat| seat.member.is_some());
        if !is_person || !matches!(by, By::Owner | By::OwnerNoLink) {
            return None;
        }
        let left = limit.saturating_sub(at.since(self.since));
        u32::try_from(left / 1000).ok()
    }

    fn entry(&mut self, ply: Ply, clock: Option<u32>, by: &[By]) -> Result<(), NoRecord> {
        let mut marks: Vec<Mark<'_>> = clock.map(Mark::Clock).into_iter().collect();
        for by in by {
            let mark = match by {
                By::Owner => continue,
                By::OwnerNoLink => Mark::NoLink,
                By::Auto => Mark::Auto,
                By::AutoMove => Mark::AutoMove,
                By::Bot(bot) => Mark::Bot(bot.name()),
            };
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
        let mut entry = Entry::new(ply);
        if !marks.is_empty() {
            let comment = Comment::of(marks).map_err(|_| NoRecord::Order("moved"))?;
            entry.comments.push(comment);
        }
        self.moves.push(entry);
        Ok(())
    }

    /// Writes down a roll whose move never came.
    fn unplayed(&mut self) -> Result<(), NoRecord> {
        let Some(rolled) = self.pending.take() else {
            return Ok(());
        };
        let deed = Deed::Roll {
            face: rolled.face,
            mv: None,
        };
        let seat = rolled.seat;
        self.entry(Ply { seat, deed }, rolled.clock, &[rolled.by])
    }

    /// The record of the game that is over.
    pub(super) fn finish(
        mut self,
        places: &[Seat],
        end: End,
        at: Time,
    ) -> Result<Record, NoRecord> {
        self.unplayed()?;
        let tags = self.tags(at)?;
        // Where the moves decide the end, they say which one it was.
        let unless_over = match end {
            End::Abandoned => Termination::Abandoned,
            End::Normal | End::Resigned | End::Limit => Termination::Unfinished,
        };
        let record = Record::of_game(tags, self.moves, unless_over)?;
        if record.places().unwrap_or_default() != places {
            return Err(NoRecord::Places);
        }
        Ok(record)
    }

    fn tags(&self, ended: Time) -> Result<Vec<Tag>, NoRecord> {
        let begun = &self.begun;
        let (date, time) = date_and_time(begun.at);
        let (end_date, end_time) = date_and_time(ended);
        let rules = self.start.rule_set();
        let mut tags = vec![
            Tag::new("Event", "Casual game")?,
            Tag::new("Date", &date)?,
            Tag::new("StartTime", &time)?,
            Tag::new("EndDate", &end_date)?,
            Tag::new("EndTime", &end_time)?,
            Tag::new("Rules", &rules.to_string())?,
            Tag::new("Game", &begun.game.to_string())?,
        ];
        for (seat, player) in begun.seats.iter() {
            let Some(player) = player else { continue };
            let kind = if player.bot.is_some() {
                "bot"
            } else {
                "person"
            };
            tags.push(Tag::new(Tag::player(seat), player.name.as_str())?);
            tags.push(Tag::new(Tag::kind(seat), kind)?);
        }
        tags.push(Tag::new("First", &self.first.to_string())?);
        let outset = Rules::new(&rules).start(self.start.seats(), self.first, Length::Whole);
        if outset.as_ref() != Ok(&self.start) {
            tags.push(Tag::new("Start", &self.start.to_string())?);
        }
        if let Some(seconds) = begun.options.move_time.seconds() {
            tags.push(Tag::new("Clock", &seconds.to_string())?);
        }
        tags.extend(dice_tags::tags(&self.server, &self.chains)?);
        Ok(tags)
    }
}

fn read(event: &Event, position: &str) -> Result<Position, NoRecord> {
    let (_, position) = parse_position(position).map_err(|_| NoRecord::Position(event.name()))?;
    Ok(position)
}
