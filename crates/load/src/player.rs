use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use crate::gauge::{Gauge, Given};
use crate::party::Guest;
use crate::said::Said;
use crate::socket::read;
use crate::ticker::{Schedule, Ticks};
use crate::{LoadError, limits};

/// Commands of a table whose due moments are kept: sockets that are further behind are not measured.
const KEPT: usize = 64;

/// When the next command is due.
#[derive(Debug)]
pub(crate) enum Pace {
    /// At once.
    AtOnce,
    /// When the schedule says.
    Scheduled(Schedule),
    /// After half to one and a half times this.
    Thought(Duration),
}

/// What the players of all tables share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) gauge: Gauge,
    pub(crate) pace: Pace,
    pub(crate) begin: Instant,
    /// No more commands from then on.
    pub(crate) end: Instant,
    pub(crate) stop: CancellationToken,
}

/// What the players of one table share.
#[derive(Debug)]
pub(crate) struct Seating {
    pub(crate) number: usize,
    pub(crate) ticks: Arc<Ticks>,
    /// The first event of a command, and when that was due, in nanoseconds since the begin.
    due: [(AtomicU64, AtomicU64); KEPT],
}

impl Seating {
    pub(crate) fn new(number: usize) -> Self {
        Self {
            number,
            ticks: Arc::new(Ticks::new()),
            due: [const { (AtomicU64::new(0), AtomicU64::new(0)) }; KEPT],
        }
    }

    fn slot(&self, seq: u64) -> &(AtomicU64, AtomicU64) {
        let index = usize::try_from(seq).unwrap_or_default() % KEPT;
        // The remainder is below the length.
        self.due.get(index).unwrap_or(&self.due[0])
    }

    fn keep(&self, seq: u64, since_begin: Duration) {
        let (number, due) = self.slot(seq);
        due.store(
            u64::try_from(since_begin.as_nanos()).unwrap_or(u64::MAX),
            Ordering::Relaxed,
        );
        number.store(seq, Ordering::Release);
    }

    fn find(&self, seq: u64) -> Option<Duration> {
        let (number, due) = self.slot(seq);
        (number.load(Ordering::Acquire) == seq)
            .then(|| Duration::from_nanos(due.load(Ordering::Relaxed)))
    }
}

/// Plays until it is stopped: gives a command whenever it is this person's turn, and measures what comes.
pub(crate) async fn play(
    mut guest: Guest,
    seating: Arc<Seating>,
    shared: Arc<Shared>,
) -> Result<(), LoadError> {
    let mut given: Option<Given> = None;
    loop {
        if given.is_none()
            && let Some(command) = guest.view.command(guest.seat)?
        {
            let due = tokio::select! {
                due = next_due(&shared, &seating, guest.view.seq) => due,
                () = shared.stop.cancelled() => return Ok(()),
            };
            let sent = Instant::now();
            if due >= shared.end {
                shared.stop.cancelled().await;
                return Ok(());
            }
            seating.keep(
                guest.view.seq + 1,
                due.saturating_duration_since(shared.begin),
            );
            guest.socket.give(command).await?;
            shared.gauge.gave(Given { due, sent });
            given = Some(Given { due, sent });
        }
        let text = tokio::select! {
            text = guest.socket.hear() => text?,
            () = shared.stop.cancelled() => return Ok(()),
        };
        hear(&mut guest, &seating, &shared, &mut given, &read(&text)?).await?;
    }
}

async fn hear(
    guest: &mut Guest,
    seating: &Seating,
    shared: &Shared,
    given: &mut Option<Given>,
    said: &Said<'_>,
) -> Result<(), LoadError> {
    match said.kind {
        "events" => {
            let now = Instant::now();
            let first = said.events.first().map_or(0, |event| event.seq);
            for event in &said.events {
                guest.view.take(event)?;
            }
            if let Some(given) = given.take() {
                shared.gauge.came(given, now);
            } else {
                let due = seating.find(first).map(|due| shared.begin + due);
                shared.gauge.came_to_another(due, now);
            }
        }
        "refused" => {
            let code = said.code.unwrap_or_default();
            shared.gauge.refused(code);
            *given = None;
            if code != "rate_limited" {
                let message = said.message.clone().unwrap_or_default();
                return Err(LoadError::Protocol(format!(
                    "a command was refused: {code}: {message}"
                )));
            }
            // Only the host's commands between games have a limit that is met here.
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        "error" => {
            let what = format!("the server said: {:?} {:?}", said.code, said.message);
            return Err(LoadError::Protocol(what));
        }
        _ => {}
    }
    Ok(())
}

async fn next_due(shared: &Shared, seating: &Seating, seq: u64) -> Instant {
    match &shared.pace {
        Pace::AtOnce => Instant::now(),
        Pace::Scheduled(schedule) => {
            let number = seating.ticks.next().await;
            schedule.due(seating.number, number)
        }
        Pace::Thought(mean) => {
            // By the event's number and the table's, so that no two tables are in step.
            let mixed = (seq.wrapping_add(seating.number as u64 * 7919))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let part = (mixed >> 40) as f64 / f64::from(1 << 24);
            let thought = mean.mul_f64(0.5 + part).min(limits::PATIENCE);
            tokio::time::sleep(thought).await;
            Instant::now()
        }
    }
}
