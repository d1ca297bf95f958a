use ludo_dice::{Dice, Fault, MAX_ROLLS, Party, WrongDice};
use ludo_rules::{BySeat, Due, Face, Move, Rolled, Rules, Seat, SeatSet};

use crate::clock::Timing;
use crate::play::{Board, Play};
use crate::stage::Stage;
use crate::table::{KnownMember, seats_of};
use crate::{
    BotKind, By, Chair, Control, End, Event, LastRoll, MAX_MEMBERS, Member, Name, Options, Phase,
    Roster, Table, Time, Wrong,
};

impl Table {
    /// The table after an event that happened `at` that time; `None` is the table before its first event.
    ///
    /// # Errors
    ///
    /// As [`apply`](Self::apply).
    pub fn fold(table: Option<Self>, event: &Event, at: Time) -> Result<Self, Wrong> {
        if let Some(mut table) = table {
            table.apply(event, at)?;
            return Ok(table);
        }
        let Event::Opened { options, game, tip } = event else {
            return Err(Wrong::Opening);
        };
        options.check().map_err(|_| Wrong::Options)?;
        Ok(Self {
            options: options.clone(),
            opened_at: at,
            changed_at: at,
            members: Vec::new(),
            last_member: Member(0),
            host: None,
            seats: BySeat::default(),
            game: *game,
            server_tip: *tip,
            step: 0,
            stage: Stage::Waiting,
            closed: None,
        })
    }

    /// Makes an event happen. Everything that can be known of it is checked: whether it can be at this point, who acts,
    /// the dice by the links shown, the move by the rules, the position that is said to follow.
    ///
    /// # Errors
    ///
    /// If the event cannot follow; the table is as it was then.
    pub fn apply(&mut self, event: &Event, at: Time) -> Result<(), Wrong> {
        if self.closed.is_some() {
            return Err(Wrong::AfterClosing(event.name()));
        }
        if !self.takes(event) {
            return Err(Wrong::Phase(event.name()));
        }
        match event {
            Event::Opened { .. } => return Err(Wrong::Opening),
            Event::Joined { member, name } => self.joined(*member, name)?,
            Event::Renamed { member, name } => {
                let known = self
                    .members
                    .iter_mut()
                    .find(|known| known.member == *member);
                known.ok_or(Wrong::Member(*member))?.name = name.clone();
                if let Some(seat) = self.seat_of(*member) {
                    self.stirred(seat);
                }
            }
            Event::Sat { member, seat } => self.sat(*member, *seat)?,
            Event::Chained { seat, tip } => self.chained(*seat, *tip)?,
            Event::Stood { seat } => self.stood(*seat)?,
            Event::BotSat { seat, bot } => self.bot_sat(*seat, *bot)?,
            Event::BotLeft { seat } => {
                if !matches!(self.seats[*seat], Chair::Bot { .. }) {
                    return Err(Wrong::Seat(*seat));
                }
                self.seats[*seat] = Chair::Open;
            }
            Event::Host { member } => {
                self.seat_of(*member).ok_or(Wrong::Member(*member))?;
                self.host = Some(*member);
            }
            Event::OptionsSet { options } => self.options_set(options)?,
            Event::Begun {
                game,
                server_tip,
                seats,
            } => {
                let begins = *game == self.game
                    && *server_tip == self.server_tip
                    && *seats == self.roster_now();
                if !begins || seats_of(seats).len() < 2 {
                    return Err(Wrong::Begin);
                }
                self.stage = Stage::Drawing {
                    begun_at: at,
                    seats: seats.clone(),
                    answered: SeatSet::EMPTY,
                };
            }
            Event::Answered { seat } => self.answered(*seat)?,
            Event::Drawn {
                server_link,
                links,
                first,
                position,
            } => {
                let (dice, right) = self.draw(*server_link, links)?;
                if right != *first {
                    let fault = Fault::First {
                        shown: *first,
                        right,
                    };
                    return Err(WrongDice {
                        party: Party::Server,
                        roll: 0,
                        fault,
                    }
                    .into());
                }
                let board = self.outset(*first)?;
                board.check(position)?;
                self.play_on(Play {
                    board,
                    dice,
                    stand_in: Control::Owner,
                    last_roll: None,
                    timing: Timing {
                        since: at,
                        ..Timing::default()
                    },
                });
            }
            Event::Rolled { .. } => self.rolled(event, at)?,
            Event::Moved {
                seat,
                mv,
                by,
                position,
                choices,
            } => self.moved(*seat, *mv, *by, (position, choices), at)?,
            Event::Resigned {
                seat,
                position,
                choices,
            } => self.resigned(*seat, position, choices, at)?,
            Event::Controlled { seat, control } => self.controlled(*seat, *control, at)?,
            Event::TimedOut { seat } => self.timed_out(*seat, at)?,
            Event::Resumed {} => self.resumed(at)?,
            Event::Over { places, end } => self.over(places, *end)?,
            Event::Renewed { game, tip } => {
                if *game == self.game || *tip == self.server_tip {
                    return Err(Wrong::Begin);
                }
                self.game = *game;
                self.server_tip = *tip;
                for (_, chair) in self.seats.iter_mut() {
                    if let Chair::Person { tip, .. } = chair {
                        *tip = None;
                    }
                }
            }
            Event::Rematch { game, tip, member } => {
                if *game == self.game || *tip == self.server_tip {
                    return Err(Wrong::Begin);
                }
                self.seat_of(*member).ok_or(Wrong::Member(*member))?;
                self.game = *game;
                self.server_tip = *tip;
                self.stage = Stage::Waiting;
            }
            Event::Closed { reason } => self.closed = Some(*reason),
        }
        self.changed_at = at;
        Ok(())
    }

    /// Whether events of this kind can be where the table stands.
    fn takes(&self, event: &Event) -> bool {
        let (waiting, drawing, playing, over) = match self.phase() {
            Phase::Waiting => (true, false, false, false),
            Phase::Drawing { .. } => (false, true, false, false),
            Phase::Playing => (false, false, true, false),
            Phase::Over { .. } => (false, false, false, true),
            Phase::Closed { .. } => (false, false, false, false),
        };
        match event {
            Event::Opened { .. } | Event::Renamed { .. } | Event::Host { .. } => true,
            Event::Joined { .. }
            | Event::Sat { .. }
            | Event::Stood { .. }
            | Event::Closed { .. } => waiting || over,
            Event::Chained { .. }
            | Event::BotSat { .. }
            | Event::BotLeft { .. }
            | Event::OptionsSet { .. }
            | Event::Begun { .. }
            | Event::Renewed { .. } => waiting,
            Event::Answered { .. } | Event::Drawn { .. } => drawing,
            Event::Rolled { .. }
            | Event::Moved { .. }
            | Event::Resigned { .. }
            | Event::TimedOut { .. }
            | Event::Resumed {} => playing,
            Event::Controlled { .. } | Event::Over { .. } => drawing || playing,
            Event::Rematch { .. } => over,
        }
    }

    fn joined(&mut self, member: Member, name: &Name) -> Result<(), Wrong> {
        let next = Member(self.last_member.0.saturating_add(1));
        if member.0 == 0 || member > next || self.member_name(member).is_some() {
            return Err(Wrong::Member(member));
        }
        self.last_member = self.last_member.max(member);
        self.members.push(KnownMember {
            member,
            name: name.clone(),
        });
        if self.members.len() > MAX_MEMBERS {
            let unseated = self
                .members
                .iter()
                .position(|known| self.seat_of(known.member).is_none());
            if let Some(unseated) = unseated {
                self.members.remove(unseated);
            }
        }
        Ok(())
    }

    fn sat(&mut self, member: Member, seat: Seat) -> Result<(), Wrong> {
        self.member_name(member).ok_or(Wrong::Member(member))?;
        if !self.open_seats().contains(seat) {
            return Err(Wrong::Seat(seat));
        }
        let mut chair = Chair::Person {
            member,
            tip: None,
            control: Control::Owner,
        };
        if let Some(old) = self.seat_of(member) {
            chair = std::mem::take(&mut self.seats[old]);
        }
        self.seats[seat] = chair;
        Ok(())
    }

    fn chained(&mut self, seat: Seat, new: ludo_dice::Tip) -> Result<(), Wrong> {
        if new == self.server_tip || self.seats.iter().any(|(_, chair)| chair.tip() == Some(new)) {
            return Err(Wrong::Begin);
        }
        let Chair::Person { tip, .. } = &mut self.seats[seat] else {
            return Err(Wrong::Seat(seat));
        };
        *tip = Some(new);
        Ok(())
    }

    fn stood(&mut self, seat: Seat) -> Result<(), Wrong> {
        let member = self.seats[seat].member().ok_or(Wrong::Seat(seat))?;
        self.seats[seat] = Chair::Open;
        if self.host == Some(member) {
            self.host = None;
        }
        Ok(())
    }

    fn bot_sat(&mut self, seat: Seat, bot: BotKind) -> Result<(), Wrong> {
        if !self.open_seats().contains(seat) {
            return Err(Wrong::Seat(seat));
        }
        self.seats[seat] = Chair::Bot { bot };
        Ok(())
    }

    fn options_set(&mut self, options: &Options) -> Result<(), Wrong> {
        if options.check().is_err()
            || self
                .taken_seats()
                .iter()
                .any(|seat| !options.seats.contains(seat))
        {
            return Err(Wrong::Options);
        }
        self.options = options.clone();
        Ok(())
    }

    fn answered(&mut self, seat: Seat) -> Result<(), Wrong> {
        let Stage::Drawing {
            seats, answered, ..
        } = &mut self.stage
        else {
            return Err(Wrong::Seat(seat));
        };
        let chained = seats[seat]
            .as_ref()
            .is_some_and(|at_begin| at_begin.tip.is_some());
        if chained && answered.insert(seat) {
            Ok(())
        } else {
            Err(Wrong::Seat(seat))
        }
    }

    /// The dice after a draw with these links, and who begins.
    pub(crate) fn draw(
        &self,
        server_link: ludo_dice::Link,
        links: &BySeat<Option<ludo_dice::Link>>,
    ) -> Result<(Dice, Seat), Wrong> {
        let (Stage::Drawing { answered, .. }, Some(begin)) = (&self.stage, self.begin()) else {
            return Err(Wrong::Begin);
        };
        // Nobody's answer is left out: it was there, and right.
        if let Some((seat, _)) = links
            .iter()
            .find(|(seat, link)| link.is_some() != answered.contains(*seat))
        {
            return Err(Wrong::Seat(seat));
        }
        Ok(Dice::draw(&begin, server_link, links)?)
    }

    /// The board at the outset of the game that is drawn.
    pub(crate) fn outset(&self, first: Seat) -> Result<Board, Wrong> {
        let seats = self.roster().map(seats_of).ok_or(Wrong::Begin)?;
        let rules = Rules::new(&self.options.rules);
        let position = rules
            .start(seats, first, self.options.length)
            .map_err(|_| Wrong::Options)?;
        Ok(Board { rules, position })
    }

    /// From the draw to the game.
    fn play_on(&mut self, play: Play) {
        if let Stage::Drawing { seats, .. } = &mut self.stage {
            let seats: Roster = std::mem::take(seats);
            self.stage = Stage::Playing { seats, play };
        }
    }

    fn rolled(&mut self, event: &Event, at: Time) -> Result<(), Wrong> {
        let Event::Rolled {
            roll,
            seat,
            face,
            server_link,
            link,
            by,
            outcome,
            position,
            choices,
        } = event
        else {
            return Err(Wrong::Phase(event.name()));
        };
        let seat = *seat;
        let play = self.playing().ok_or(Wrong::Seat(seat))?;
        let wrong = |fault| {
            Wrong::from(WrongDice {
                party: Party::Server,
                roll: play.dice.next_roll(),
                fault,
            })
        };
        if *roll != play.dice.next_roll() {
            return Err(wrong(Fault::Number { shown: *roll }));
        }
        if play.board.position.turn() != Some(seat) {
            return Err(Wrong::Seat(seat));
        }
        if self.rolls_by(link.is_some()) != Some(*by) || (link.is_some() && *by != By::Owner) {
            return Err(Wrong::By(seat));
        }
        let mut dice = play.dice.clone();
        let right = dice.roll(seat, *server_link, *link)?;
        if right != *face {
            return Err(wrong(Fault::Face {
                shown: *face,
                right,
            }));
        }
        if *by == By::OwnerNoLink {
            dice.no_link(seat);
        }
        let (board, right) = follow(&play.board, seat, *face)?;
        if right != *outcome {
            return Err(Wrong::Outcome {
                shown: *outcome,
                right,
            });
        }
        board.check(position)?;
        board.check_choices(choices)?;
        let stand_in = match by {
            By::Auto => Control::Autopilot,
            By::Bot(bot) => Control::Bot(*bot),
            By::Owner | By::OwnerNoLink | By::AutoMove => Control::Owner,
        };
        let last_roll = Some(LastRoll {
            roll: *roll,
            seat,
            face: *face,
        });
        self.step_to(
            Play {
                board,
                dice,
                stand_in,
                last_roll,
                timing: play.timing.clone(),
            },
            seat,
            at,
        );
        if matches!(by, By::Owner | By::OwnerNoLink) {
            self.stirred(seat);
        }
        self.step = self.step.saturating_add(1);
        Ok(())
    }

    fn moved(
        &mut self,
        seat: Seat,
        mv: Move,
        by: By,
        (position, choices): (&str, &[Move]),
        at: Time,
    ) -> Result<(), Wrong> {
        let play = self.playing().ok_or(Wrong::Seat(seat))?;
        if play.board.position.turn() != Some(seat)
            || matches!(play.board.position.due(), Due::Roll { .. })
        {
            return Err(Wrong::Seat(seat));
        }
        if self.moves_by() != Some(by) {
            return Err(Wrong::By(seat));
        }
        if matches!(by, By::Auto | By::AutoMove) && self.autopilot() != Some(mv) {
            return Err(Wrong::By(seat));
        }
        let after = play
            .board
            .rules
            .play(&play.board.position, None, mv)
            .map_err(|_| Wrong::Rules(seat))?;
        let board = play.board.at(after, position)?;
        board.check_choices(choices)?;
        let play = Play {
            board,
            ..play.clone()
        };
        self.step_to(play, seat, at);
        if by == By::Owner {
            self.stirred(seat);
        }
        self.step = self.step.saturating_add(1);
        Ok(())
    }

    fn resigned(
        &mut self,
        seat: Seat,
        position: &str,
        choices: &[Move],
        at: Time,
    ) -> Result<(), Wrong> {
        if self.seats[seat].member().is_none() {
            return Err(Wrong::Seat(seat));
        }
        let play = self.playing().ok_or(Wrong::Seat(seat))?;
        let after = play
            .board
            .rules
            .resign(&play.board.position, seat)
            .map_err(|_| Wrong::Rules(seat))?;
        let board = play.board.at(after, position)?;
        board.check_choices(choices)?;
        let before = play.board.position.turn();
        let play = Play {
            board,
            ..play.clone()
        };
        let since = play.timing.since;
        if let Some(turn) = before {
            self.step_to(play, turn, at);
            // Nobody gains time by what another one does.
            if self.turn() == Some(turn) {
                self.restart_clock(since);
            }
        }
        Ok(())
    }

    /// Goes on with the game after something in the turn of `seat`. A stand-in stays until the turn is over.
    /// The time for what is due then begins.
    fn step_to(&mut self, mut next: Play, seat: Seat, at: Time) {
        next.timing.since = at;
        if next.board.position.turn() != Some(seat) {
            next.stand_in = Control::Owner;
            next.timing.is_out = false;
        }
        if let Stage::Playing { play, .. } = &mut self.stage {
            *play = next;
        }
    }

    fn over(&mut self, shown: &[Seat], end: End) -> Result<(), Wrong> {
        let mut play = self.stage.play().cloned();
        match (end, &mut play) {
            (End::Abandoned, _) => {
                if !shown.is_empty() {
                    return Err(Wrong::End);
                }
            }
            (_, None) => return Err(Wrong::End),
            (_, Some(play)) => {
                let position = &mut play.board.position;
                match end {
                    End::Limit => {
                        let due = matches!(position.due(), Due::Roll { .. });
                        if play.dice.rolls() < MAX_ROLLS || !due {
                            return Err(Wrong::End);
                        }
                        *position = play.board.rules.end_by_limit(position);
                    }
                    End::Resigned if position.resigned().next().is_none() => {
                        return Err(Wrong::End);
                    }
                    End::Normal | End::Resigned | End::Abandoned => {}
                }
                if position.places().as_deref() != Some(shown) {
                    return Err(Wrong::End);
                }
            }
        }
        let Some(seats) = self.roster().cloned() else {
            return Err(Wrong::End);
        };
        for (_, chair) in self.seats.iter_mut() {
            if let Chair::Person { tip, control, .. } = chair {
                *tip = None;
                // Who left is about to stand up; who is away is no longer played for.
                if *control == Control::Autopilot {
                    *control = Control::Owner;
                }
            }
        }
        self.stage = Stage::Over {
            seats,
            play,
            places: shown.to_vec(),
            end,
        };
        Ok(())
    }

    /// By whom a roll would be that is made now, by who acts for the seat in turn.
    pub(crate) fn rolls_by(&self, with_link: bool) -> Option<By> {
        let (seat, control) = self.actor()?;
        if let Chair::Bot { .. } = self.seats[seat] {
            return Some(By::Owner);
        }
        let dice = &self.playing()?.dice;
        let without_secret = !with_link && (dice.has_chain(seat) || dice.is_without_link(seat));
        Some(match control {
            Control::Owner if without_secret => By::OwnerNoLink,
            Control::Owner => By::Owner,
            Control::Autopilot => By::Auto,
            Control::Bot(bot) => By::Bot(bot),
        })
    }

    /// By whom a move would be that is made now, by who acts for the seat in turn.
    pub(crate) fn moves_by(&self) -> Option<By> {
        let (seat, control) = self.actor()?;
        if let Chair::Bot { .. } = self.seats[seat] {
            return Some(By::Owner);
        }
        Some(match (control, self.playing()?.stand_in) {
            (Control::Owner, _) => By::Owner,
            (Control::Bot(bot), _) => By::Bot(bot),
            (Control::Autopilot, Control::Owner) => By::AutoMove,
            (Control::Autopilot, _) => By::Auto,
        })
    }
}

/// The board after a roll, and what followed from it without a choice.
pub(crate) fn follow(
    board: &Board,
    seat: Seat,
    face: Face,
) -> Result<(Board, Option<Move>), Wrong> {
    let rolled = board
        .rules
        .roll(&board.position, face)
        .map_err(|_| Wrong::Rules(seat))?;
    let (position, outcome) = match rolled {
        Rolled::Settled { mv, position } => (position, Some(mv)),
        Rolled::Choose(position) => (position, None),
    };
    Ok((
        Board {
            rules: board.rules.clone(),
            position,
        },
        outcome,
    ))
}
