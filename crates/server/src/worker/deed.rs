use ludo_rules::{Due, Seat};
use ludo_table::{BotKind, Chair, CloseReason, Control, MoveTime, Phase, Table, Time, Wants};

use super::Worker;
use crate::{Limit, limits};

/// What a worker does by itself when its time comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Make the draw: all answers are there.
    Draw,
    /// Make the draw, without the answers that have not come in time.
    DrawWithout,
    /// Roll for a bot or an absent person.
    Roll,
    /// Move for a bot.
    Bot(BotKind),
    /// Move for an absent person.
    Autopilot,
    /// A person is away for too long: on autopilot, or up from the seat.
    Away(Seat),
    /// A person is here again.
    Back(Seat),
    /// The time of the person in turn is over.
    TimeOut(Seat),
    /// The server could not work while a clock ran: it starts anew.
    Resume,
    /// The server's chain is lost: the game cannot go on.
    Abandon,
    /// The server's chain is lost: the game that is set up needs another one.
    Renew,
    /// Nobody is interested any more.
    Close,
    /// The table needs no memory for now.
    Unload,
}

impl Deed {
    pub(super) const CLOSE_REASON: CloseReason = CloseReason::Idle;

    /// Whether it is done because somebody has not done something in time. In a game it is not, where the server was away
    /// then; before one, where there is more time, nobody is so close to it.
    pub(super) const fn is_for_absence(self) -> bool {
        matches!(self, Self::TimeOut(_) | Self::Away(_) | Self::DrawWithout)
    }
}

impl Worker {
    /// What is to be done next, and when; nothing if that is for people alone.
    pub(super) fn due(&self) -> Option<(Time, Deed)> {
        let deeds = self
            .game_deed()
            .into_iter()
            .chain(self.people_deeds())
            .chain(self.closing());
        let first = deeds
            .min_by_key(|(at, _)| *at)
            .map(|(at, deed)| (at.max(self.not_before), deed));
        if self.is_running() || !self.connections.is_empty() {
            return first;
        }
        let unload_at = self
            .touched_at
            .plus(limits::UNLOAD_MILLIS)
            .max(self.not_before);
        // What is due before the waker looks again stays in memory until then.
        let stays_until = unload_at.plus(2 * limits::WAKE_AHEAD_MILLIS);
        first
            .filter(|(at, _)| *at <= stays_until)
            .or(Some((unload_at, Deed::Unload)))
    }

    /// When the table wants to be looked at if the server is gone after this moment and starts again. `idle_since`:
    /// since when nobody would be connected then.
    pub(super) fn wake_at(&self, table: &Table, now: Time, idle_since: Time) -> Option<Time> {
        match table.phase() {
            Phase::Closed { .. } => None,
            // At once: people are to be called away in time, whoever plays.
            Phase::Drawing { .. } | Phase::Playing => Some(now),
            Phase::Waiting | Phase::Over { .. } => {
                let first_away = self.people_deeds().map(|(at, _)| at).min();
                let close = self.idle_end(table, idle_since);
                Some(first_away.map_or(close, |away| away.min(close)))
            }
        }
    }

    /// [When](Self::wake_at) the store is told with an append. In a game "at once" is any moment that has passed, and one
    /// that stays the same costs the store nothing; after a while it is a new one, so that whoever looks through what is
    /// due in order comes by again.
    pub(super) fn next_wake(&self, table: &Table, now: Time) -> Option<Time> {
        let wake_at = self.wake_at(table, now, now);
        let is_same = |told: &Time| {
            wake_at == Some(now) && *told <= now && now < told.plus(limits::WAKE_AHEAD_MILLIS / 2)
        };
        self.wakes.filter(is_same).or(wake_at)
    }

    pub(super) fn is_closed(&self) -> bool {
        matches!(self.table.phase(), Phase::Closed { .. })
    }

    pub(super) fn is_running(&self) -> bool {
        matches!(self.table.phase(), Phase::Drawing { .. } | Phase::Playing)
    }

    fn game_deed(&self) -> Option<(Time, Deed)> {
        if self.is_lost() {
            let deed = if self.is_running() {
                Deed::Abandon
            } else {
                Deed::Renew
            };
            return Some((self.table.changed_at(), deed));
        }
        let (at, deed) = match self.table.wants() {
            Wants::Nothing => return None,
            Wants::Draw { at } => match self.answers_until(at) {
                Some(until) => (until, Deed::DrawWithout),
                None => (at, Deed::Draw),
            },
            Wants::TimeOut { seat, at } => {
                let able_since = self.able_since();
                let since = self.table.clock().map(|clock| clock.since);
                // Nobody's time runs while nobody could act.
                if since.is_some_and(|since| since < able_since) {
                    (able_since, Deed::Resume)
                } else {
                    (at, Deed::TimeOut(seat))
                }
            }
            Wants::Act { control, due, .. } => {
                let pace = u64::try_from(self.app.config.bot_pace.as_millis()).unwrap_or(u64::MAX);
                let deed = match (due, control) {
                    (Due::Roll { .. } | Due::Over, _) => Deed::Roll,
                    (_, Control::Bot(bot)) => Deed::Bot(bot),
                    (_, Control::Autopilot | Control::Owner) => Deed::Autopilot,
                };
                (self.table.changed_at().plus(pace), deed)
            }
        };
        Some((at, deed))
    }

    /// Until when the draw waits for answers to the begin, of which the table wants to wait until `at`; nothing if all are
    /// there.
    fn answers_until(&self, at: Time) -> Option<Time> {
        let Phase::Drawing { begun_at, .. } = self.table.phase() else {
            return None;
        };
        let able_since = self.able_since();
        let again = (able_since > begun_at).then(|| able_since.plus(limits::ANSWER_MILLIS));
        (at > begun_at).then(|| again.map_or(at, |again| again.max(at)))
    }

    /// Since when people can act: the server runs, was not away, and its store works.
    fn able_since(&self) -> Time {
        self.app.able_since().max(self.away_until)
    }

    /// Since when people can come back: the table is here, and the server was not away.
    fn reachable_since(&self) -> Time {
        self.loaded_at.max(self.able_since())
    }

    /// Whether the server does not have the chain that the game needs: it was lost, as with a key or with what happened
    /// after a backup was made.
    fn is_lost(&self) -> bool {
        let needs_chain = self.is_running() || self.table.phase() == Phase::Waiting;
        let number = self.table.server_link();
        let link_is_missing = number.is_some_and(|number| !self.secrets.has_link(number));
        needs_chain && (self.secrets.chain.is_none() || link_is_missing || self.lacks_answer())
    }

    /// Whether an answer to the begin cannot be read that the table has: without it there is no draw.
    fn lacks_answer(&self) -> bool {
        match self.table.phase() {
            Phase::Drawing { answered, .. } => answered
                .iter()
                .any(|seat| self.secrets.answers[seat].is_none()),
            _ => false,
        }
    }

    /// Who is called away when, and who is welcomed back.
    fn people_deeds(&self) -> impl Iterator<Item = (Time, Deed)> {
        Seat::ALL.into_iter().filter_map(|seat| {
            let Chair::Person {
                member, control, ..
            } = self.table.chair(seat)
            else {
                return None;
            };
            let gone = self.gone.get(member);
            match (self.table.phase(), control, gone) {
                (Phase::Drawing { .. } | Phase::Playing, Control::Owner, Some(gone)) => {
                    // Where there is a clock, who is gone runs out of time like anybody else.
                    if self.table.options().move_time != MoveTime::Unlimited {
                        return None;
                    }
                    let at = gone
                        .plus(self.app.config.limits.millis(Limit::AwaySeconds))
                        .max(self.reachable_since().plus(limits::RESTART_MILLIS));
                    Some((at, Deed::Away(seat)))
                }
                (Phase::Drawing { .. } | Phase::Playing, Control::Autopilot, None) => {
                    // A connection that was there all the while is no sign of a person.
                    let is_back = !self.table.is_timed_out(seat) || self.back.contains(member);
                    is_back.then(|| (self.table.changed_at(), Deed::Back(seat)))
                }
                (Phase::Waiting, _, Some(gone)) => {
                    let since = (*gone).max(self.base_at);
                    let at = since
                        .plus(self.app.config.limits.millis(Limit::GhostSeconds))
                        .max(self.reachable_since().plus(limits::RESTART_MILLIS));
                    Some((at, Deed::Away(seat)))
                }
                _ => None,
            }
        })
    }

    fn closing(&self) -> Option<(Time, Deed)> {
        if self.is_running() || self.is_closed() || !self.connections.is_empty() {
            return None;
        }
        let at = self
            .idle_end(&self.table, self.idle_since())
            .max(self.reachable_since().plus(limits::RESTART_MILLIS));
        Some((at, Deed::Close))
    }

    /// Since when nobody is connected, as far as that is known after a restart.
    pub(super) fn idle_since(&self) -> Time {
        let gone = self.gone.values().copied().max().unwrap_or_default();
        self.table.changed_at().max(gone).max(self.left_at)
    }

    /// When a table without a game that is on ends, if nobody is connected from `since` on.
    fn idle_end(&self, table: &Table, since: Time) -> Time {
        let was_used = table.members().next().is_some();
        since.plus(self.app.config.limits.millis(if was_used {
            Limit::IdleSeconds
        } else {
            Limit::NeverUsedSeconds
        }))
    }
}
