use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ludo_store::TokenHash;
use tokio_util::sync::CancellationToken;

use crate::app::App;

/// The devices that have a socket open, so that one which is no device of its person any more can be shown out.
#[derive(Debug, Default)]
pub(crate) struct Devices(Mutex<HashMap<TokenHash, Open>>);

#[derive(Debug, Default)]
struct Open {
    sockets: usize,
    shown_out: CancellationToken,
}

impl Devices {
    fn lock(&self) -> MutexGuard<'_, HashMap<TokenHash, Open>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all sockets of devices whose token is known no more.
    pub(crate) fn show_out(&self, tokens: &[TokenHash]) {
        let open = self.lock();
        for device in tokens.iter().filter_map(|token| open.get(token)) {
            device.shown_out.cancel();
        }
    }
}

/// A socket of a device, as long as this is there.
pub(crate) struct Device {
    app: App,
    token: TokenHash,
    shown_out: CancellationToken,
}

impl Device {
    /// To be asked for before the token is looked up: whoever is shown out in between is not missed.
    pub(crate) fn enter(app: &App, token: TokenHash) -> Self {
        let mut open = app.devices.lock();
        let device = open.entry(token).or_default();
        device.sockets += 1;
        let shown_out = device.shown_out.clone();
        drop(open);
        let app = app.clone();
        Self {
            app,
            token,
            shown_out,
        }
    }

    /// Comes back when the device is to go.
    pub(crate) async fn shown_out(&self) {
        self.shown_out.cancelled().await;
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        let mut open = self.app.devices.lock();
        if let Some(device) = open.get_mut(&self.token) {
            device.sockets -= 1;
            if device.sockets == 0 {
                open.remove(&self.token);
            }
        }
    }
}
