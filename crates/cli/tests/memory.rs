//! `ludo serve` keeps nothing of connections that are gone.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod common;

use std::net::TcpStream;

use common::Site;
use tungstenite::client::IntoClientRequest;

/// How often it is looked whether memory has stopped growing: at first it grows, to what the server needs.
const LOOKS: u32 = 8;

/// Connections that come and go, one after the other; every second one says goodbye.
fn come_and_go(site: &Site, code: &str, count: u32) {
    let url = format!("ws://{}/api/tables/{code}/socket", site.address);
    for n in 0..count {
        let request = url.as_str().into_client_request().unwrap();
        let stream = TcpStream::connect(&site.address).unwrap();
        let (mut socket, _) = tungstenite::client(request, stream).unwrap();
        let welcome = socket.read().unwrap();
        assert!(welcome.to_text().unwrap().contains("welcome"), "{welcome}");
        if n % 2 == 0 {
            socket.close(None).unwrap();
            while socket.read().is_ok() {}
        }
    }
}

/// Whether so many more connections make the memory of the server grow by less than `bytes`, at one look at least. What
/// keeps a little of each grows at all of them.
fn is_flat(site: &Site, code: &str, count: u32, bytes: u64) -> Result<(), Vec<u64>> {
    let mut sizes = vec![site.resident()];
    for _ in 0..LOOKS {
        come_and_go(site, code, count);
        let (before, now) = (sizes.last().copied().unwrap_or(0), site.resident());
        if now < before + bytes {
            return Ok(());
        }
        sizes.push(now);
    }
    Err(sizes)
}

/// At a table at which somebody sits and stays connected, so that it is in memory all the while.
fn at_a_table(check: impl FnOnce(&Site, &str)) {
    let data = tempfile::tempdir().unwrap();
    let site = Site::start(data.path());
    let code = site.open_table(&site.session(), "{}");
    let url = format!("ws://{}/api/tables/{code}/socket", site.address);
    let stream = TcpStream::connect(&site.address).unwrap();
    let (mut stays, _) = tungstenite::client(url.into_client_request().unwrap(), stream).unwrap();
    stays.read().unwrap();
    check(&site, &code);
    site.kill();
}

// What a system says of memory is not exact, the less so the more processors it has: to be run where somebody looks at it.
#[test]
#[ignore = "long"]
fn b089_connections_that_come_and_go_leave_no_memory_behind() {
    at_a_table(|site, code| {
        // 256 bytes of each would be too much.
        assert_eq!(is_flat(site, code, 500, 256 * 500), Ok(()));
    });
}

#[test]
#[ignore = "long"]
fn b089_after_a_hundred_thousand_connections_memory_is_as_it_was() {
    at_a_table(|site, code| {
        come_and_go(site, code, 75_000);
        assert_eq!(is_flat(site, code, 25_000, 32 * 25_000), Ok(()));
    });
}
