mod address;
mod qr;

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ludo_dice::SealKey;
use ludo_server::{Config, Entropy, LimitSetting, Limits, Origins, Server, bind};
use ludo_store::{DataFolder, HostKey, LostKey, MemoryStore, SqliteStore, Store};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::{Failure, data, runtime, stop};

/// Serve the game: tables, bots and the page.
///
/// Prints the address to open. What happens is written to the error stream. Stop it with Ctrl-C; every game goes on
/// where it stood when it is started again.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of all data. By default this system's folder for a program's data.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The port; 0 takes any free one.
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    port: u16,
    /// Let the others in this network in too, and show a code to scan.
    #[arg(long)]
    lan: bool,
    /// The address under which the server is reached from outside, as https://ludo.example.
    ///
    /// Goes with a proxy on this machine that ends TLS, passes everything on to the port, and sets X-Forwarded-For.
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Milliseconds that bots take for a roll or a move.
    #[arg(long, value_name = "MS", default_value_t = 900, value_parser = clap::value_parser!(u64).range(..=60_000))]
    bot_pace: u64,
    /// Change a bound, as tables-per-person=5; can be given several times. A wrong name shows them all.
    ///
    /// docs/operating.md says what each of them is.
    #[arg(long = "limit", value_name = "NAME=VALUE")]
    limits: Vec<LimitSetting>,
    /// Go on although host.key is lost, or is not the one that the data was made with.
    ///
    /// Games that are running then end as abandoned: their dice cannot go on. Tables that wait get new dice. Needed once, and only where no backup has the key.
    #[arg(long)]
    new_key: bool,
    /// Keep everything in memory, and lose it all when the server ends: for measuring and trying out only.
    #[arg(long, conflicts_with = "new_key")]
    memory: bool,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let layer = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal());
    tracing_subscriber::registry()
        .with(LevelFilter::INFO)
        .with(layer)
        .init();
    let runtime = runtime::many_threads()?;
    let served = runtime.block_on(serve(arguments));
    // A thought that a bot never finished must not keep the process.
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

async fn serve(arguments: Arguments) -> Result<(), Failure> {
    stop::not_for_file_size()?;
    let folder = data::folder(arguments.data)?;
    let folder = DataFolder::open(&folder).map_err(Failure::work)?;
    let host = if arguments.lan {
        Ipv4Addr::UNSPECIFIED
    } else {
        Ipv4Addr::LOCALHOST
    };
    let listener = bind(SocketAddr::new(host.into(), arguments.port))
        .await
        .map_err(Failure::work)?;
    let port = listener.local_addr().map_err(Failure::work)?.port();
    let network = if arguments.lan {
        address::of_this_machine()
    } else {
        Vec::new()
    };
    if arguments.lan && network.is_empty() {
        tracing::warn!("this machine is in no network; only it can reach the server");
    }
    let origins = match &arguments.public_url {
        Some(url) => Origins::public(url).map_err(|error| Failure::Input(error.to_string()))?,
        None => Origins::local(port, &network),
    };

    let entropy = Entropy::system();
    if folder.lost_database() {
        tracing::warn!(
            data = %folder.path().display(),
            "the data folder had a key but no database: all tables are gone. If that is unexpected, stop and restore a backup"
        );
    }
    let lost = if arguments.new_key {
        LostKey::GiveUp
    } else {
        LostKey::Refuse
    };
    let (store, key): (Arc<dyn Store>, HostKey) = if arguments.memory {
        tracing::warn!(
            "NOTHING IS KEPT: every table, game and person is in memory only (--memory) and is gone when this process ends"
        );
        let key = HostKey::from_entropy(entropy.bytes().map_err(Failure::work)?);
        (Arc::new(MemoryStore::new()), key)
    } else {
        let store = SqliteStore::open(&folder.database())
            .await
            .map_err(Failure::work)?;
        let entropy = entropy.bytes().map_err(Failure::work)?;
        let key = store
            .host_key(&folder, entropy, lost)
            .await
            .map_err(Failure::work)?;
        (Arc::new(store), key)
    };
    let seal = entropy.bytes().map_err(Failure::work)?;
    let seal = if arguments.memory {
        SealKey::from_entropy(seal)
    } else {
        folder.seal_key(seal).map_err(Failure::work)?
    };
    let mut limits = Limits::default();
    for setting in arguments.limits {
        limits.set(setting);
    }
    let config = Config {
        limits,
        behind_proxy: arguments.public_url.is_some(),
        bot_pace: Duration::from_millis(arguments.bot_pace),
        seal: Some(Arc::new(seal)),
        ..Config::new(origins.clone())
    };
    // Before anybody hears that the server is ready: a signal that comes at once is not lost.
    let stop = stop::signal()?;
    let server = Server::start(listener, config, store, key).map_err(Failure::work)?;
    tracing::info!(data = %folder.path().display(), address = %server.address(), "serving");
    if let Err(error) = greet(&origins, &network) {
        // Nobody reads it; those who play need the server all the same.
        tracing::warn!(%error, "the address could not be printed");
    }

    stop.await;
    tracing::info!("stopping");
    server.stop().await;
    tracing::info!("stopped");
    Ok(())
}

/// Tells where to go.
fn greet(origins: &Origins, network: &[IpAddr]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let base = origins.base();
    writeln!(out, "Ludo is ready: {base}")?;
    if network.is_empty() {
        return out.flush();
    }
    for other in origins.allowed().iter().filter(|other| *other != base) {
        writeln!(out, "         also: {other}")?;
    }
    if let Some(code) = qr::of(base) {
        writeln!(out, "\nScan it with a phone in this network:\n\n{code}")?;
    }
    out.flush()
}
