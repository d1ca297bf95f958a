use std::time::Instant;

use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::report::{Report, ServerUse};
use crate::site::Site;
use crate::socket::Socket;
use crate::{LoadError, Plan, http, limits, party, process};

/// Sockets that only listen.
pub(crate) async fn run(plan: &Plan) -> Result<Report, LoadError> {
    let site = Site::open(plan).await?;
    let tables = plan.sockets.div_ceil(plan.sockets_per_table);
    let groups = tables.div_ceil(limits::TABLES_PER_QUARTET);
    let people = party::people(site.address, groups, 1).await?;
    let hosts = people.iter().flatten();
    let hosts = hosts.flat_map(|host| std::iter::repeat_n(host, limits::TABLES_PER_QUARTET));
    let opened = hosts
        .take(tables)
        .map(|host| http::open_table(site.address, host, "{}"));
    let codes: Vec<_> = stream::iter(opened)
        .buffer_unordered(limits::SETUPS)
        .try_collect()
        .await?;
    // One socket at each table is not counted: what it costs is the table's.
    let mut listeners = JoinSet::new();
    let mut let_in = |mut socket: Socket| {
        listeners.spawn(async move {
            // Until the server ends or the task is dropped; pings are answered meanwhile.
            while socket.hear().await.is_ok() {}
        });
    };
    let address = site.address;
    let connect = |code| async move {
        let mut socket = Socket::connect(address, code, None, String::new()).await?;
        socket.welcome().await?;
        Ok::<_, LoadError>(socket)
    };
    let first =
        stream::iter(codes.iter().map(|code| connect(*code))).buffer_unordered(limits::SETUPS);
    first
        .try_for_each(|socket| {
            let_in(socket);
            std::future::ready(Ok(()))
        })
        .await?;
    sleep(plan.warm_up).await;
    let resident = |pid: Option<u32>| pid.and_then(process::resident);
    let before = resident(site.pid);
    let further = (0..plan.sockets_per_table)
        .flat_map(|_| codes.iter().copied())
        .take(plan.sockets);
    let further = stream::iter(further.map(connect)).buffer_unordered(limits::SETUPS);
    further
        .try_for_each(|socket| {
            let_in(socket);
            std::future::ready(Ok(()))
        })
        .await?;
    sleep(plan.warm_up).await;
    let began = Instant::now();
    let cpu = site.pid.and_then(process::cpu);
    sleep(plan.length).await;
    let seconds = began.elapsed().as_secs_f64();
    let cpu = site
        .pid
        .and_then(process::cpu)
        .zip(cpu)
        .map(|(end, begin)| end.saturating_sub(begin).as_secs_f64());
    let mut report = Report {
        mode: plan.mode.name(),
        tables,
        sockets: plan.sockets,
        seconds,
        ..Report::default()
    };
    report.server =
        before
            .zip(resident(site.pid))
            .zip(cpu)
            .map(|((before, after), cpu_seconds)| ServerUse {
                cpu_seconds,
                cpu_percent: 100.0 * cpu_seconds / seconds,
                resident: after,
                bytes_a_socket: Some((after as f64 - before as f64) / plan.sockets as f64),
            });
    drop(listeners);
    site.tell(plan, &mut report).await?;
    Ok(report)
}
