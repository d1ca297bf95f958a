//! A server whose dice are the same in every run, for pictures and demonstrations: `same_game PORT SEED`. Everything is in memory, nothing
//! is secret, and whoever knows the seed knows the dice. `ludo serve` can do no such thing.

use std::env;
use std::error::Error;
use std::future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ludo_dice::SealKey;
use ludo_server::{Config, Entropy, EntropyError, Origins, Server, bind};
use ludo_store::{HostKey, MemoryStore};
use rand_chacha::ChaCha12Rng;
use rand_core::{RngCore as _, SeedableRng as _};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let port: u16 = arguments.next().ok_or("which port?")?.parse()?;
    let seed: u64 = arguments.next().ok_or("which seed?")?.parse()?;

    let random = Mutex::new(ChaCha12Rng::seed_from_u64(seed));
    let entropy = Entropy::from_source(move |bytes| {
        random.lock().map_err(|_| EntropyError)?.fill_bytes(bytes);
        Ok(())
    });
    let config = Config {
        bot_pace: Duration::ZERO,
        seal: Some(Arc::new(SealKey::from_entropy(entropy.bytes()?))),
        entropy: entropy.clone(),
        ..Config::new(Origins::local(port, &[]))
    };
    let listener = bind(([127, 0, 0, 1], port).into()).await?;
    let key = HostKey::from_entropy(entropy.bytes()?);
    let _server = Server::start(listener, config, Arc::new(MemoryStore::new()), key)?;
    future::pending().await
}
