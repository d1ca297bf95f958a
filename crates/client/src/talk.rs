//! What the server says.

use ludo_protocol::{
    ErrorCode, NumberedEvent, Saying, ServerMessage, Snapshot, VERSION, Welcome, read,
};
use ludo_rules::Seat;
use ludo_table::{By, Command, Event, Phase, Table};
use serde::Deserialize;

use crate::fold::{Fold, Problem};
use crate::keeper::Keeper;
use crate::queue::{Origin, Waiting};
use crate::wire::State;
use crate::{After, BeginFault, Client, Effect, Refused, Stopped};

/// So many lines in a row on which nothing can be understood are enough.
const GARBLED: u32 = 3;
/// Before something is asked again that the server could not do for the moment.
const LATER: u64 = 1_000;
/// So many events pile up while a line is tested, and no more.
const BURST_EVENTS: usize = 10_000;

/// What can be read of a welcome of any version.
#[derive(Deserialize)]
struct Greeting {
    #[serde(rename = "type")]
    kind: String,
    version: u32,
}

impl Client {
    pub(crate) fn heard(&mut self, text: &str) {
        let now = self.now();
        self.wire.connected(now);
        let greeting = match self.wire.state() {
            State::Greeting { .. } => true,
            State::Online { .. } => false,
            // From a line that was given up.
            _ => return,
        };
        self.wire.heard(now);
        let Ok(message) = read(text) else {
            return self.not_understood(text);
        };
        match message {
            ServerMessage::Welcome(welcome) => self.welcome(*welcome),
            ServerMessage::Error {
                code,
                message,
                fatal,
            } => self.error(code, message, fatal),
            // The welcome comes first; what comes before it will be in it.
            _ if greeting => {}
            ServerMessage::Events { events } => match &mut self.burst {
                Some(burst) => {
                    burst.events.extend(events);
                    if burst.events.len() > BURST_EVENTS {
                        self.end_burst();
                    }
                }
                None => self.happened(&events),
            },
            ServerMessage::Done { id, seq } => {
                if let Some(waiting) = self.queue.answered(&id) {
                    self.done(&waiting, seq);
                }
            }
            ServerMessage::Refused { id, code, message } => {
                if let Some(waiting) = self.queue.answered(&id) {
                    self.refused(waiting, code, message);
                }
            }
            ServerMessage::You { member } => self.you = Some(member),
            ServerMessage::Presence { here, watching } => {
                self.here = here;
                self.watching = watching;
            }
            // What had piled up while the device slept was said long ago; what is not known cannot be shown.
            ServerMessage::Said { seat, saying } => {
                if self.burst.is_none() && saying != Saying::Other {
                    self.effects.push_back(Effect::Said { seat, saying });
                }
            }
            ServerMessage::Unsaid { code, wait, .. } => {
                self.effects.push_back(Effect::Unsaid { code, wait });
            }
            // What had piled up came before it.
            ServerMessage::Pong { seq } => {
                self.end_burst();
                self.promise(seq);
            }
        }
    }

    /// Folds what piled up while the line was tested, all at once.
    pub(crate) fn end_burst(&mut self) {
        if let Some(burst) = self.burst.take().filter(|burst| !burst.events.is_empty()) {
            self.happened(&burst.events);
        }
    }

    /// What just happened is not in the future: so late it is on the server's clock at least.
    fn know_time(&mut self, news: &[NumberedEvent]) {
        let here = self.clock.wall_at(0);
        if let Some(last) = news.last()
            && self.server_time(here) < last.at
        {
            self.server_clock = Some((last.at, here));
        }
    }

    fn not_understood(&mut self, text: &str) {
        if let Ok(greeting) = read::<Greeting>(text)
            && greeting.kind == "welcome"
            && greeting.version != VERSION
        {
            let server = greeting.version;
            return self.stop(Stopped::Version { server }, None);
        }
        self.garbled = self.garbled.saturating_add(1);
        if self.garbled >= GARBLED {
            return self.stop(Stopped::Garbled, None);
        }
        self.drop_line();
    }

    fn welcome(&mut self, welcome: Welcome) {
        let Welcome {
            version,
            now,
            you,
            snapshot,
            events,
            here,
            watching,
        } = welcome;
        if version != VERSION {
            return self.stop(Stopped::Version { server: version }, None);
        }
        let was_online = self.wire.is_online();
        let seen = self.fold.seq;
        let Some((mut fold, loaded)) = self.base(snapshot, was_online) else {
            return;
        };
        let mut news = Vec::new();
        for numbered in events {
            match self.take_event(&mut fold, &numbered) {
                Ok(true) => news.push(numbered),
                Ok(false) => {}
                Err(Trouble::Gap) => return self.drop_line(),
                Err(Trouble::Stop(why)) => {
                    self.fold = fold;
                    return self.stop(why, Some(&numbered));
                }
            }
        }
        let differs = self.check(&fold).err();
        self.fold = fold;
        if let Some(why) = differs {
            return self.stop(why, None);
        }
        // A long history goes on after the welcome; all that was here before must come again.
        self.promised = self.promised.max(seen);
        self.nearer_at = self.now();

        self.you = you.or(self.you);
        self.server_clock = Some((now, self.clock.wall_at(0)));
        self.here = here;
        self.watching = watching;
        if !was_online {
            self.wire.welcomed(self.now());
            self.queue.again(self.clock.ticks());
            self.answered = None;
        }
        self.who_sat();
        if loaded {
            self.effects.push_back(Effect::Loaded(news));
        } else if !news.is_empty() {
            self.tell(news);
        }
    }

    /// Says what happened, in one batch with what the driver has not yet taken out.
    fn tell(&mut self, news: Vec<NumberedEvent>) {
        match self.effects.back_mut() {
            Some(Effect::Happened(before)) => before.extend(news),
            _ => self.effects.push_back(Effect::Happened(news)),
        }
    }

    /// What the events of a welcome follow on, and whether that is new to whoever looks at the table.
    fn base(&mut self, snapshot: Option<Snapshot>, was_online: bool) -> Option<(Fold, bool)> {
        let history = std::mem::take(&mut self.needs_history);
        if was_online {
            // Said again on the same line: it can only go on from here.
            let ahead = snapshot.filter(|snapshot| snapshot.seq > self.fold.seq);
            return Some(ahead.map_or_else(
                || (self.fold.clone(), false),
                |snapshot| (Fold::load(snapshot), true),
            ));
        }
        match (snapshot, self.asked_after) {
            (Some(snapshot), _) => {
                let fold = Fold::load(snapshot);
                if history && !fold.whole {
                    self.no_history = fold.table.as_ref().map(Table::game);
                }
                Some((fold, true))
            }
            (None, None | Some(After { seq: 0, .. })) => Some((Fold::default(), true)),
            (None, Some(after)) if after.seq == self.fold.seq => Some((self.fold.clone(), false)),
            (None, Some(_)) => {
                self.drop_line();
                None
            }
        }
    }

    fn happened(&mut self, events: &[NumberedEvent]) {
        let mut fold = std::mem::take(&mut self.fold);
        let mut news = Vec::new();
        let mut trouble = None;
        for numbered in events {
            match self.take_event(&mut fold, numbered) {
                Ok(true) => news.push(numbered.clone()),
                Ok(false) => {}
                Err(why) => {
                    trouble = Some((why, numbered));
                    break;
                }
            }
        }
        self.fold = fold;
        self.who_sat();
        if !news.is_empty() {
            self.garbled = 0;
            self.nearer_at = self.now();
            self.know_time(&news);
            self.tell(news);
        }
        match trouble {
            None => {}
            Some((Trouble::Gap, _)) => self.drop_line(),
            Some((Trouble::Stop(why), numbered)) => self.stop(why, Some(numbered)),
        }
    }

    /// Folds an event, and checks what came of it against what this device keeps.
    fn take_event(&self, fold: &mut Fold, numbered: &NumberedEvent) -> Result<bool, Trouble> {
        if self.is_left_out(fold, &numbered.event) {
            return Err(Trouble::Stop(Stopped::Begin(BeginFault::LeftOut)));
        }
        match fold.apply(numbered) {
            Ok(false) => return Ok(false),
            Ok(true) => {}
            Err(Problem::Gap) => return Err(Trouble::Gap),
            Err(Problem::Wrong(wrong)) => return Err(Trouble::Stop(Stopped::Wrong(wrong))),
        }
        let Some(table) = &fold.table else {
            return Ok(true);
        };
        match &numbered.event {
            Event::Begun { .. } | Event::Drawn { .. } | Event::Rematch { .. } => {
                self.check(fold).map_err(Trouble::Stop)?;
            }
            Event::Rolled { roll, seat, by, .. } => {
                self.check(fold).map_err(Trouble::Stop)?;
                let mine = self.you.is_some() && table.chair(*seat).member() == self.you;
                let asked = self.asked_roll == Some((table.game(), *roll));
                if mine && asked && *by == By::Auto {
                    fold.checks.overtaken = fold.checks.overtaken.saturating_add(1);
                }
            }
            _ => {}
        }
        Ok(true)
    }

    /// Whether a draw lacks this person's link, although the table had it.
    fn is_left_out(&self, fold: &Fold, event: &Event) -> bool {
        let (Event::Drawn { links, .. }, Some(table)) = (event, &fold.table) else {
            return false;
        };
        let Phase::Drawing { answered, .. } = table.phase() else {
            return false;
        };
        let mine = |seat: &Seat| self.you.is_some() && table.chair(*seat).member() == self.you;
        answered
            .iter()
            .filter(mine)
            .any(|seat| links[seat].is_none())
    }

    /// Whether the game agrees with what this device keeps of it.
    fn check(&self, fold: &Fold) -> Result<(), Stopped> {
        if let Some(set_back) = &self.set_back {
            set_back.check(fold)?;
        }
        let game = fold.table.as_ref().map(Table::game);
        let keeper = self
            .keeper
            .as_ref()
            .filter(|keeper| Some(keeper.game) == game);
        keeper
            .and_then(Keeper::held)
            .map_or(Ok(()), |held| held.check(fold))
    }

    fn done(&mut self, waiting: &Waiting, seq: u64) {
        self.garbled = 0;
        self.promise(seq);
        if let Command::Sit { seat, .. } = &waiting.command {
            self.sat.push((*seat, seq));
            self.who_sat();
        }
    }

    /// The server says that there is an event with this number.
    fn promise(&mut self, seq: u64) {
        if seq > self.promised {
            self.promised = seq;
            self.nearer_at = self.now();
        }
    }

    /// Finds out which member this person is, from the event of a seat that they took.
    fn who_sat(&mut self) {
        let waiting: Vec<(Seat, u64)> = std::mem::take(&mut self.sat);
        for (seat, seq) in waiting {
            if self.you.is_some() {
                return;
            }
            if seq > self.fold.seq {
                self.sat.push((seat, seq));
            } else {
                self.you = self.fold.who_sat(seat, seq);
            }
        }
    }

    fn refused(&mut self, waiting: Waiting, code: ErrorCode, message: String) {
        let for_the_moment = matches!(
            code,
            ErrorCode::Unavailable
                | ErrorCode::RateLimited
                | ErrorCode::Busy
                | ErrorCode::Restarting
        );
        match (&waiting.command, waiting.origin) {
            (_, Origin::Dice) if for_the_moment => {
                let later = self.now() + LATER;
                self.queue.push(waiting.command, Origin::Dice, later);
                return;
            }
            (Command::Chain { game, .. }, Origin::Dice) => {
                let later = self.now() + LATER;
                if let Some(keeper) = self.keeper.as_mut().filter(|keeper| keeper.game == *game) {
                    match code {
                        ErrorCode::TipTaken => keeper.refused = true,
                        // The table has changed, or has it already; events will tell.
                        _ => keeper.not_before = later,
                    }
                }
                return;
            }
            (_, Origin::Dice) => return,
            (Command::Roll { link: Some(_), .. }, _)
                if matches!(code, ErrorCode::BadLink | ErrorCode::NoChain) =>
            {
                // Play never waits: the next roll goes without.
                if let Some(keeper) = &mut self.keeper {
                    keeper.give_up();
                }
            }
            (_, Origin::Plan) => {
                self.plan = None;
            }
            _ => {}
        }
        let command = Some(waiting.command.name());
        self.effects.push_back(Effect::Refused(Refused {
            command,
            code,
            message,
        }));
    }

    fn error(&mut self, code: ErrorCode, message: String, fatal: bool) {
        if fatal {
            match code {
                ErrorCode::Ahead => return self.set_back(),
                ErrorCode::Version => return self.stop(Stopped::Version { server: 0 }, None),
                ErrorCode::NotFound
                | ErrorCode::ForbiddenOrigin
                | ErrorCode::Closed
                | ErrorCode::Damaged => {
                    return self.stop(Stopped::Refused { code, message }, None);
                }
                code => {
                    if code == ErrorCode::NoSession {
                        // Whoever this device was, it is not any more.
                        self.you = None;
                    }
                    self.drop_line();
                }
            }
        }
        self.effects.push_back(Effect::Refused(Refused {
            command: None,
            code,
            message,
        }));
    }
}

/// Why an event was not taken.
enum Trouble {
    Gap,
    Stop(Stopped),
}
