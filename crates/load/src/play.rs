use std::sync::Arc;
use std::time::Instant;

use ludo_rules::Seat;
use tokio::task::JoinSet;
use tokio::time::{sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::gauge::Gauge;
use crate::party::{Party, gather};
use crate::player::{Pace, Seating, Shared, play};
use crate::process;
use crate::report::{Report, ServerUse, each};
use crate::site::Site;
use crate::ticker::{Schedule, Ticker};
use crate::{LoadError, Mode, Plan, limits};

/// Four people at each table, who play game after game.
pub(crate) async fn run(plan: &Plan) -> Result<Report, LoadError> {
    let site = Site::open(plan).await?;
    let parties = gather(site.address, plan.tables, &Seat::ALL).await?;
    let mut report = Report {
        mode: plan.mode.name(),
        tables: plan.tables,
        sockets: parties.iter().map(|party| party.guests.len()).sum(),
        rate: (plan.mode == Mode::Open).then_some(plan.rate),
        ..Report::default()
    };
    measure(plan, &site, parties, &mut report).await?;
    site.tell(plan, &mut report).await?;
    Ok(report)
}

async fn measure(
    plan: &Plan,
    site: &Site,
    parties: Vec<Party>,
    report: &mut Report,
) -> Result<(), LoadError> {
    let begin = Instant::now();
    let from = begin + plan.warm_up;
    let end = from + plan.length;
    let schedule = Schedule::new(begin, plan.tables, plan.rate);
    let shared = Arc::new(Shared {
        gauge: Gauge::new(from, end)?,
        pace: match plan.mode {
            Mode::Open => Pace::Scheduled(schedule.clone()),
            Mode::Human => Pace::Thought(plan.thought),
            _ => Pace::AtOnce,
        },
        begin,
        end,
        stop: CancellationToken::new(),
    });
    if plan.mode == Mode::Open {
        shared.gauge.expect(schedule.count(from, end));
    }
    let mut players = JoinSet::new();
    let mut ticks = Vec::new();
    for (number, party) in parties.into_iter().enumerate() {
        let seating = Arc::new(Seating::new(number));
        ticks.push(seating.ticks.clone());
        for guest in party.guests {
            players.spawn(play(guest, seating.clone(), shared.clone()));
        }
    }
    let ticker = (plan.mode == Mode::Open).then(|| Ticker::start(schedule, ticks, end));
    let watch = async {
        let own = std::process::id();
        let used = || (site.pid.and_then(process::cpu), process::cpu(own));
        sleep_until(from.into()).await;
        let (server, generator) = used();
        let began = Instant::now();
        sleep_until(end.into()).await;
        let (server_end, generator_end) = used();
        let seconds = began.elapsed().as_secs_f64();
        let drained = Instant::now() + limits::DRAIN;
        // What was due has to be answered before anybody is stopped.
        while shared.gauge.is_waited_for() && Instant::now() < drained {
            sleep(std::time::Duration::from_millis(20)).await;
        }
        shared.stop.cancel();
        let generator = generator_end
            .zip(generator)
            .map(|(end, begin)| end.saturating_sub(begin));
        report.generator_percent = generator.map(|used| 100.0 * used.as_secs_f64() / seconds);
        let server = server_end
            .zip(server)
            .map(|(end, begin)| end.saturating_sub(begin).as_secs_f64());
        report.server = server.map(|cpu_seconds| ServerUse {
            cpu_seconds,
            cpu_percent: 100.0 * cpu_seconds / seconds,
            resident: site.pid.and_then(process::resident).unwrap_or_default(),
            bytes_a_socket: None,
        });
    };
    let all = async {
        while let Some(played) = players.join_next().await {
            played.map_err(std::io::Error::other)??;
        }
        Ok::<(), LoadError>(())
    };
    // The first that breaks ends it: what would be measured then is not what was asked for.
    let watch = async {
        watch.await;
        Ok(())
    };
    tokio::try_join!(watch, all)?;
    drop(ticker);
    shared.gauge.tell(report);
    // Its processor time comes in hundredths of a second: of none at all nothing follows.
    if let (Some(commands), Some(server)) = (report.commands, &report.server)
        && server.cpu_seconds > 0.0
    {
        report.commands_a_cpu_second = Some(each(commands, server.cpu_seconds));
    }
    Ok(())
}
