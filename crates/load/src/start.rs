use std::time::{Duration, Instant};

use ludo_rules::Seat;
use tokio::time::sleep;

use crate::party::{Guest, Party, gather};
use crate::report::{Report, ServerUse, Spread};
use crate::site::data_folder;
use crate::socket::Socket;
use crate::{LoadError, OwnServer, Plan, Where, flush, http, limits, process};

/// Commands that are played at each table before the server is killed: about a tenth of a game.
const COMMANDS: usize = 20;

/// Tables that are filled at once.
const PORTION: usize = 400;

/// Two people at each table, so that no bot plays on meanwhile.
const SEATS: [Seat; 2] = [Seat::Red, Seat::Yellow];

/// Fills a data folder with games that go on, kills the server, and starts it again.
pub(crate) async fn run(plan: &Plan) -> Result<Report, LoadError> {
    let Where::Own {
        program, folder, ..
    } = &plan.server
    else {
        return Err(LoadError::NeedsOwn);
    };
    let data = data_folder(folder.as_deref())?;
    let server = OwnServer::start(program, data.path(), false).await?;
    let mut codes = Vec::new();
    while codes.len() < plan.tables {
        let portion = PORTION.min(plan.tables - codes.len());
        let parties = gather(server.address(), portion, &SEATS).await?;
        codes.extend(parties.iter().map(|party| party.code));
        let mut played = tokio::task::JoinSet::new();
        for party in parties {
            played.spawn(begin(party));
        }
        while let Some(played) = played.join_next().await {
            played.map_err(std::io::Error::other)??;
        }
    }
    server.kill().await?;

    let flushes = if plan.machine {
        flush::times(data.path())?
    } else {
        Vec::new()
    };
    let began = Instant::now();
    let server = OwnServer::start(program, data.path(), false).await?;
    while !http::is_ready(server.address()).await {
        if began.elapsed() > limits::PATIENCE {
            return Err(LoadError::protocol("the server is not ready"));
        }
        sleep(Duration::from_millis(1)).await;
    }
    let first_answer = began.elapsed().as_secs_f64();
    let mut welcomes = [codes.len() / 2, codes.len().saturating_sub(1)].into_iter();
    let mut welcome = async || {
        let code = welcomes.next().and_then(|index| codes.get(index).copied());
        let code = code.ok_or_else(|| LoadError::protocol("there is no table"))?;
        let mut socket = Socket::connect(server.address(), code, None, String::new()).await?;
        socket.welcome().await?;
        Ok::<_, LoadError>(began.elapsed().as_secs_f64())
    };
    let first_welcome = welcome().await?;
    let last_welcome = welcome().await?;
    let pid = server.pid();
    // What it still does with the tables that were going on.
    sleep(plan.length).await;
    let cpu = pid.and_then(process::cpu).map(|cpu| cpu.as_secs_f64());
    let seconds = began.elapsed().as_secs_f64();
    let mut report = Report {
        mode: plan.mode.name(),
        tables: codes.len(),
        seconds,
        first_answer: Some(first_answer),
        first_welcome: Some(first_welcome),
        last_welcome: Some(last_welcome),
        server: cpu.map(|cpu_seconds| ServerUse {
            cpu_seconds,
            cpu_percent: 100.0 * cpu_seconds / seconds,
            resident: pid.and_then(process::resident).unwrap_or_default(),
            bytes_a_socket: None,
        }),
        ..Report::default()
    };
    report.machine = plan.machine.then(|| crate::Machine {
        flush: Spread::of(flushes),
        bare: None,
    });
    Ok(report)
}

/// Begins the game of a table, and plays some of it.
async fn begin(Party { mut guests, .. }: Party) -> Result<(), LoadError> {
    for _ in 0..COMMANDS {
        let mut newest = 0;
        for index in 0..guests.len() {
            let Some(guest) = guests.get_mut(index) else {
                continue;
            };
            if let Some(command) = guest.view.command(guest.seat)? {
                guest.carry_out(command).await?;
                newest = guest.view.seq;
            }
        }
        for guest in &mut guests {
            settle(guest, newest).await?;
        }
    }
    Ok(())
}

/// Reads what the others did, and the draw, which comes by itself.
async fn settle(guest: &mut Guest, newest: u64) -> Result<(), LoadError> {
    guest
        .follow("what the others did", |view| {
            view.seq >= newest && view.is_playing()
        })
        .await
}
