//! Secrets stay where they are: everything that leaves the server, and everything that it writes, is searched.

use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};

use ludo_dice::{Chain, Secret};
use ludo_rules::Seat;
use ludo_server::Entropy;
use ludo_table::{Command, Event};
use tracing_subscriber::fmt::MakeWriter;

use crate::support::host::Differences;
use crate::support::{Host, add_bot, quick, sit};

/// What all servers of this process log, word by word.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

pub(crate) fn log() -> &'static Log {
    static LOG: OnceLock<Log> = OnceLock::new();
    LOG.get_or_init(|| {
        let log = Log::default();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
            .with_ansi(false)
            .with_writer(log.clone())
            .finish();
        tracing::subscriber::set_global_default(subscriber).unwrap();
        log
    })
}

/// The operating system's generator, and a note of all that it gave.
fn noted_entropy() -> (Entropy, Arc<Mutex<Vec<Vec<u8>>>>) {
    let drawn: Arc<Mutex<Vec<Vec<u8>>>> = Arc::default();
    let (notes, system) = (drawn.clone(), Entropy::system());
    let entropy = Entropy::from_source(move |bytes| {
        for chunk in bytes.chunks_mut(32) {
            let fresh: [u8; 32] = system.bytes()?;
            chunk.copy_from_slice(&fresh[..chunk.len()]);
        }
        notes.lock().unwrap().push(bytes.to_vec());
        Ok(())
    });
    (entropy, drawn)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Places in which something must not be.
struct Haystack(Vec<(String, Vec<u8>)>);

impl Haystack {
    fn holds(&self, needle: &[u8]) -> Option<&str> {
        let found = self.0.iter().find(|(_, hay)| {
            // The first byte is looked for first, since there is a lot of hay.
            hay.windows(needle.len())
                .any(|window| window[0] == needle[0] && window == needle)
        });
        found.map(|(name, _)| name.as_str())
    }

    /// Looks for bytes, as they are and as hex.
    fn holds_bytes(&self, bytes: &[u8]) -> Option<&str> {
        let text = hex(bytes);
        self.holds(bytes)
            .or_else(|| self.holds(text.as_bytes()))
            .or_else(|| self.holds(text.to_uppercase().as_bytes()))
    }
}

/// All files of a folder.
fn files(folder: &std::path::Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .map(|path| (path.display().to_string(), std::fs::read(path).unwrap()))
        .collect()
}

#[tokio::test]
async fn b111_no_secret_token_or_future_link_leaves_the_server_or_lies_open_on_its_disk() {
    let log = log();
    let folder = tempfile::tempdir().unwrap();
    let (entropy, drawn) = noted_entropy();
    let differences = Differences {
        entropy: Some(entropy),
        ..Differences::default()
    };
    let host = Host::on_disk(folder.path(), differences).await;
    let mut ania = host.opener(quick()).await;
    ania.sit_with_chain(Seat::Red, "Ania", [0xa1; 32]).await;
    let mut ben = host.guest(ania.code).await;
    ben.does(sit(Seat::Green, "Ben")).await;
    ania.does(add_bot(Seat::Yellow)).await;
    ania.does(Command::Begin).await;
    ania.answer_begin().await;
    let enough = |player: &crate::support::Player| {
        player.happened(|event| matches!(event, Event::Rolled { .. })) >= 40
    };
    tokio::join!(ania.play_until(enough), ben.play_until(enough));
    let mut bodies = Vec::new();
    for path in [
        "/api/me".to_owned(),
        format!("/api/tables/{}", ania.code),
        format!("/api/tables/{}/qr.svg", ania.code),
    ] {
        bodies.extend_from_slice(&ania.browser.get(&path).await.body);
    }
    let watcher = host.guest(ania.code).await;

    let mut hay = vec![
        ("the log".to_owned(), log.0.lock().unwrap().clone()),
        ("an answer over HTTP".to_owned(), bodies),
    ];
    for (name, player) in [
        ("Ania's frames", &ania),
        ("Ben's frames", &ben),
        ("a watcher's frames", &watcher),
    ] {
        hay.push((name.to_owned(), player.socket.seen.join("\n").into_bytes()));
    }
    hay.extend(files(folder.path()));
    let hay = Haystack(hay);
    // The search finds what is there: the table's code is in the log, in frames and in the files.
    assert!(
        hay.0[0]
            .1
            .windows(6)
            .any(|window| window == ania.code.as_str().as_bytes()),
        "the log was caught"
    );

    // Tokens and secrets are the draws of 32 bytes.
    let draws: Vec<Vec<u8>> = drawn
        .lock()
        .unwrap()
        .iter()
        .filter(|bytes| bytes.len() == 32)
        .cloned()
        .collect();
    assert!(draws.len() > 3);
    for draw in &draws {
        assert_eq!(hay.holds_bytes(draw), None);
    }
    for player in [&ania, &ben] {
        let token = player
            .browser
            .cookie
            .as_ref()
            .unwrap()
            .strip_prefix("ludo=")
            .unwrap();
        assert!(
            draws.iter().any(|draw| hex(draw) == token),
            "the token is one of the draws"
        );
    }

    // Links of rolls that are not made yet.
    let tip = ania.table().server_tip();
    let chains = draws
        .iter()
        .map(|draw| Chain::new(Secret::from_entropy(draw.as_slice().try_into().unwrap())));
    let server = chains
        .into_iter()
        .find(|chain| chain.tip() == tip)
        .expect("the server's secret is one of the draws");
    let dice = [&ania, &ben, &watcher].map(|player| player.table().dice().unwrap().next_link());
    let next = dice.into_iter().max().unwrap();
    let shown = server.link(next - 1).unwrap();
    assert!(
        hay.holds_bytes(&shown.0).is_some(),
        "the search would find a link"
    );
    // One roll more may be under way while the files are read.
    for number in (next + 1..next + 12).chain([1000, 4095, 4096]) {
        assert_eq!(
            hay.holds_bytes(&server.link(number).unwrap().0),
            None,
            "link {number}"
        );
    }
    // Nor does anything of Ania's chain that she has not shown.
    let own = ania.chain.as_ref().unwrap();
    for number in [next + 12, 4096] {
        assert_eq!(hay.holds_bytes(&own.link(number).unwrap().0), None);
    }
}

#[tokio::test]
async fn an_answer_to_the_begin_is_shown_to_nobody_before_the_draw() {
    let log = log();
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    let (mut ania, mut ben) = host.two_with_chains(quick()).await;
    ania.does(Command::Begin).await;
    ania.answer_begin().await;
    let answered = |event: &Event| matches!(event, Event::Answered { .. });
    ben.until(|ben| ben.happened(answered) == 1).await;
    let watcher = host.guest(ania.code).await;
    let unspent = ania.chain.as_ref().unwrap().link(1).unwrap();
    let link = hex(&unspent.0);
    for player in [&ania, &ben, &watcher] {
        assert!(!player.socket.seen.iter().any(|text| text.contains(&link)));
    }
    // Nor does it lie in the open on the disk, in the database or in its log.
    let kept = Haystack(files(folder.path()));
    let tip = ania.chain.as_ref().unwrap().tip();
    assert!(
        kept.holds(tip.to_string().as_bytes()).is_some(),
        "the search would find it"
    );
    assert_eq!(kept.holds_bytes(&unspent.0), None);
    let logged = Haystack(vec![("the log".to_owned(), log.text().into_bytes())]);
    assert_eq!(logged.holds_bytes(&unspent.0), None);
    // A server that starts between begin and draw can read it.
    let clock = Some(host.clock());
    host.kill();
    let differences = Differences {
        clock,
        ..Differences::default()
    };
    let host = Host::on_disk(folder.path(), differences).await;
    for player in [&mut ania, &mut ben] {
        player.until_closed().await;
        player.reconnect(host.address).await;
    }
    ben.answer_begin().await;
    ben.until(|ben| ben.table().position().is_some()).await;
    assert!(ben.socket.seen.iter().any(|text| text.contains(&link)));
    assert!(ben.table().dice().unwrap().has_chain(Seat::Red));
}
