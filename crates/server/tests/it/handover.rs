//! Going on from another device.

use std::collections::HashSet;

use hyper::StatusCode;
use hyper::header::SET_COOKIE;
use ludo_protocol::{CreatedHandover, ErrorCode, HandoverCode, TakeHandover};
use ludo_rules::Seat;
use ludo_server::limits;
use ludo_table::{Command, Event};

use crate::secrets::log;
use crate::support::browser::Answer;
use crate::support::host::Differences;
use crate::support::{Browser, Host, Player, add_bot, quick, sit};

async fn code_of(browser: &Browser) -> CreatedHandover {
    let answer = browser.post("/api/handover", b"").await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    assert_eq!(answer.header("cache-control"), "no-store");
    serde_json::from_slice(&answer.body).unwrap()
}

async fn take(browser: &Browser, code: &str, replace: bool) -> Answer {
    let code = code.to_owned();
    let body = serde_json::to_vec(&TakeHandover { code, replace }).unwrap();
    browser.post("/api/handover/take", &body).await
}

/// The browser becomes the person whose code it is.
async fn becomes(browser: &mut Browser, code: &HandoverCode, replace: bool) {
    let answer = take(browser, code.expose(), replace).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text());
    let cookie = answer.headers[SET_COOKIE].to_str().unwrap();
    assert!(cookie.contains("HttpOnly; SameSite=Lax"), "{cookie}");
    browser.cookie = cookie.split(';').next().map(Into::into);
}

fn is_bad(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::NOT_FOUND, "{}", answer.text());
    assert_eq!(answer.error().code, ErrorCode::BadHandover);
    assert!(!answer.headers.contains_key(SET_COOKIE));
}

/// The phone takes the laptop's seat along: both are the same player, hear everything, and nothing counts twice.
#[tokio::test]
async fn both_devices_are_the_same_player() {
    let (host, _) = Host::in_memory().await;
    let mut laptop = host.opener(quick()).await;
    laptop.does(sit(Seat::Red, "Ania")).await;
    laptop.does(add_bot(Seat::Yellow)).await;
    laptop.does(Command::Begin).await;
    laptop.play_until(|player| player.turn().is_some()).await;

    let CreatedHandover { code, expires_at } = code_of(&laptop.browser).await;
    assert_eq!(
        expires_at,
        ludo_table::Time(1_800_000_000_000).plus(limits::HANDOVER_MILLIS)
    );
    let mut browser = host.browser();
    becomes(&mut browser, &code, false).await;
    assert_ne!(browser.cookie, laptop.browser.cookie, "a cookie of its own");
    assert_eq!(browser.me().await, laptop.browser.me().await);
    let mut phone = Player::connect(browser, laptop.code).await;
    assert_eq!((phone.you, phone.seat()), (laptop.you, Some(Seat::Red)));

    // Each act by either, and by both at once.
    for turn in 0..12 {
        laptop.play_until(|player| player.turn().is_some()).await;
        let seq = laptop.seq;
        phone.until(|player| player.seq >= seq).await;
        let (Some(command), false) = (laptop.turn(), laptop.is_over()) else {
            break;
        };
        match turn % 3 {
            0 => laptop.does(command).await,
            1 => phone.does(command).await,
            _ => {
                let id = format!("both-{turn}");
                laptop.send_as(&id, command.clone()).await;
                phone.send_as(&id, command).await;
                let (one, other) = (laptop.reply(&id).await, phone.reply(&id).await);
                assert_eq!(one, other, "one command, though it came from both");
            }
        }
    }
    let seq = laptop.seq.max(phone.seq);
    laptop.until(|player| player.seq >= seq).await;
    phone.until(|player| player.seq >= seq).await;
    let rolls = |player: &Player| {
        let rolls = player
            .events
            .iter()
            .filter_map(|numbered| match numbered.event {
                Event::Rolled { roll, .. } => Some(roll),
                _ => None,
            });
        rolls.collect::<Vec<u32>>()
    };
    let all = rolls(&laptop);
    assert_eq!(all, (1..=all.len() as u32).collect::<Vec<u32>>());
    let seen: HashSet<u32> = rolls(&phone).into_iter().collect();
    assert!(seen.len() > 3 && seen.iter().all(|roll| all.contains(roll)));
}

#[tokio::test]
async fn a_code_is_good_for_one_of_twenty_at_once() {
    for on_disk in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let host = if on_disk {
            Host::on_disk(folder.path(), Differences::default()).await
        } else {
            Host::in_memory().await.0
        };
        let ania = host.person().await;
        let code = code_of(&ania).await.code;
        let takes = (0..20).map(|_| {
            let (browser, code) = (host.browser(), code.expose().to_owned());
            tokio::spawn(async move { take(&browser, &code, false).await })
        });
        let mut won = 0;
        for task in takes.collect::<Vec<_>>() {
            let answer = task.await.unwrap();
            if answer.status == StatusCode::NO_CONTENT {
                assert!(answer.headers.contains_key(SET_COOKIE));
                won += 1;
            } else {
                is_bad(&answer);
            }
        }
        assert_eq!(won, 1);
    }
}

#[tokio::test]
async fn a_code_lasts_two_minutes_and_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    let ania = host.sitter(quick()).await;
    let code = code_of(&ania.browser).await.code;
    host.hands.advance(limits::HANDOVER_MILLIS);
    is_bad(&take(&host.browser(), code.expose(), false).await);

    let code = code_of(&ania.browser).await.code;
    host.hands.advance(limits::HANDOVER_MILLIS - 1);
    let clock = Some(host.clock());
    host.kill();
    let host = Host::on_disk(
        folder.path(),
        Differences {
            clock,
            ..Differences::default()
        },
    )
    .await;
    let mut phone = host.browser();
    becomes(&mut phone, &code, false).await;
    assert_eq!(phone.me().await.tables.len(), 1);
    // Both cookies are good after another restart.
    let clock = Some(host.clock());
    host.kill();
    let host = Host::on_disk(
        folder.path(),
        Differences {
            clock,
            ..Differences::default()
        },
    )
    .await;
    for cookie in [&phone.cookie, &ania.browser.cookie] {
        let browser = Browser {
            cookie: cookie.clone(),
            ..host.browser()
        };
        assert_eq!(browser.me().await.tables.len(), 1);
    }
}

#[tokio::test]
async fn a_newer_code_replaces_the_older_one_and_wrong_ones_change_nothing() {
    let (host, store) = Host::in_memory().await;
    let ania = host.person().await;
    let old = code_of(&ania).await.code;
    let new = code_of(&ania).await.code;
    let before = store.dump();
    let stranger = host.browser();
    is_bad(&take(&stranger, old.expose(), false).await);
    let guess = if new.expose().starts_with('Z') {
        "Y"
    } else {
        "Z"
    };
    let nearly = format!("{guess}{}", &new.expose()[1..]);
    for wrong in [
        "",
        "K7M2QX",
        nearly.as_str(),
        "K7M2QX4P9ABC",
        "%00",
        &"Z".repeat(3000),
    ] {
        is_bad(&take(&stranger, wrong, false).await);
        is_bad(&take(&stranger, wrong, true).await);
    }
    assert_eq!(store.dump(), before);
    // As people type it.
    let (left, right) = new.expose().split_at(6);
    let typed = format!(" {}-{} ", left.to_lowercase(), right);
    let taken = take(&stranger, &typed, false).await;
    assert_eq!(taken.status, StatusCode::NO_CONTENT);
    is_bad(&take(&host.browser(), new.expose(), false).await);
}

#[tokio::test]
async fn b108_whoever_leaves_something_out_gets_nothing() {
    let (host, store) = Host::in_memory().await;
    let nobody = host.browser().post("/api/handover", b"").await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
    assert_eq!(nobody.error().code, ErrorCode::NoSession);
    let code = code_of(&host.person().await).await.code;
    let before = store.dump();
    let code = code.expose();
    for body in [
        String::new(),
        "{}".into(),
        "null".into(),
        format!("\"{code}\""),
        format!("[\"{code}\", false]"),
        format!("{{\"code\":\"{code}\",\"person\":1}}"),
        format!("{{\"code\":\"{code}\",\"replace\":null}}"),
        format!("{{\"code\":[\"{code}\"]}}"),
        "{\"code\":null}".into(),
        "{\"replace\":true}".into(),
    ] {
        let answer = host
            .browser()
            .post("/api/handover/take", body.as_bytes())
            .await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}");
        assert_eq!(answer.error().code, ErrorCode::BadRequest);
    }
    // Opening an address does nothing, whatever stands in it.
    for path in [
        format!("/api/handover/take?code={code}"),
        "/api/handover".into(),
    ] {
        let answer = host.browser().get(&path).await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
    }
    assert_eq!(store.dump(), before);
}

#[tokio::test]
async fn a_page_of_another_site_neither_makes_nor_takes_a_code() {
    let (host, store) = Host::in_memory().await;
    let ania = host.person().await;
    let code = code_of(&ania).await.code;
    let before = store.dump();
    for origin in ["https://evil.example", "null", ""] {
        let lured = Browser {
            origin: Some(origin.into()),
            ..ania.clone()
        };
        let made = lured.post("/api/handover", b"").await;
        let taken = take(&lured, code.expose(), true).await;
        for answer in [made, taken] {
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{origin}");
            assert_eq!(answer.error().code, ErrorCode::ForbiddenOrigin);
        }
    }
    assert_eq!(store.dump(), before);
}

#[tokio::test]
async fn a_browser_that_is_another_player_is_asked_first() {
    let (host, _) = Host::in_memory().await;
    let (ania, ben) = host.two(quick()).await;
    let code = code_of(&ania.browser).await.code;

    // Who has nothing to lose is not asked.
    let mut carol = host.person().await;
    becomes(&mut carol, &code, false).await;
    assert_eq!(carol.me().await.tables[0].seat, Some(Seat::Red));

    // The player of the code has nothing to lose either, and does not use it up.
    let code = code_of(&ania.browser).await.code;
    let again = take(&ania.browser, code.expose(), false).await;
    assert_eq!(again.status, StatusCode::NO_CONTENT);
    assert!(!again.headers.contains_key(SET_COOKIE));

    let mut ben = ben.browser.clone();
    for _ in 0..3 {
        let asked = take(&ben, code.expose(), false).await;
        assert_eq!(asked.status, StatusCode::CONFLICT);
        assert_eq!(asked.error().code, ErrorCode::OtherPerson);
        assert!(!asked.headers.contains_key(SET_COOKIE));
    }
    assert_eq!(ben.me().await.tables[0].seat, Some(Seat::Yellow));
    is_bad(&take(&ben, "K7M2QX4P9ABC", false).await);
    becomes(&mut ben, &code, true).await;
    assert_eq!(ben.me().await.tables[0].seat, Some(Seat::Red));
}

#[tokio::test]
async fn of_too_many_devices_the_first_one_is_forgotten() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.sitter(quick()).await;
    let mut last = ania.browser.clone();
    let mut devices = vec![last.clone()];
    for _ in 1..=ludo_store::MAX_DEVICES {
        host.hands.advance(1);
        let code = code_of(&last).await.code;
        let mut next = host.browser();
        becomes(&mut next, &code, false).await;
        devices.push(next.clone());
        last = next;
    }
    let mut known = Vec::new();
    for device in &devices {
        known.push(device.me().await.tables.len());
    }
    let mut expected = vec![1; devices.len()];
    expected[0] = 0;
    assert_eq!(known, expected);
    // The socket that it had open ends, and the next one is a stranger's.
    let told = ania.until_closed().await;
    assert_eq!(told, (Some(ErrorCode::NoSession), 1008));
    ania.reconnect(host.address).await;
    assert_eq!(ania.you, None);
    assert_eq!(ania.is_refused(Command::Leave).await, ErrorCode::NoSession);
    let mut player = Player::connect(last, ania.code).await;
    assert_eq!(player.seat(), Some(Seat::Red));
    player.does(Command::Leave).await;
}

#[tokio::test]
async fn an_address_can_try_only_so_many_codes() {
    let public = "https://ludo.example";
    let differences = Differences {
        public_url: Some(public),
        ..Differences::default()
    };
    let (host, _) = Host::in_memory_with(differences).await;
    let mut browser = host.browser();
    browser.origin = Some(public.to_owned());
    let ask = async |browser: &Browser, path: &str, body: &[u8], from: &str| {
        let headers = [("x-forwarded-for", from)];
        browser.request("POST", path, &headers, body).await
    };
    let guess = br#"{"code":"K7M2QX4P9ABC"}"#;
    let (burst, seconds) = limits::HANDOVERS_PER_ADDRESS;
    assert_eq!((burst, seconds), (10, 6), "as the document says");
    let path = "/api/handover/take";
    for _ in 0..burst {
        is_bad(&ask(&browser, path, guess, "203.0.113.1").await);
    }
    for (from, is_limited) in [("203.0.113.1", true), ("203.0.113.2", false)] {
        let answer = ask(&browser, path, guess, from).await;
        assert_eq!(
            answer.status == StatusCode::TOO_MANY_REQUESTS,
            is_limited,
            "{from}"
        );
    }
    host.hands.advance(u64::from(seconds) * 1000);
    is_bad(&ask(&browser, path, guess, "203.0.113.1").await);
    let limited = ask(&browser, path, guess, "203.0.113.1").await;
    assert_eq!(limited.error().code, ErrorCode::RateLimited);

    let session = ask(&browser, "/api/session", b"", "203.0.113.1").await;
    let cookie = session.headers[SET_COOKIE].to_str().unwrap();
    browser.cookie = cookie.split(';').next().map(Into::into);
    for n in 0..=burst {
        let made = ask(&browser, "/api/handover", b"", "203.0.113.1").await;
        let expected = if n < burst {
            StatusCode::CREATED
        } else {
            StatusCode::TOO_MANY_REQUESTS
        };
        assert_eq!(made.status, expected, "{n}");
    }
}

/// The code is in the one answer that gives it, and nowhere else.
#[tokio::test]
async fn b111_a_code_is_neither_logged_nor_kept() {
    let log = log();
    let (host, store) = Host::in_memory().await;
    let ania = host.person().await;
    let table = ania.open_table(quick()).await.unwrap();
    let mut codes = HashSet::new();
    for _ in 0..8 {
        codes.insert(code_of(&ania).await.code.expose().to_owned());
    }
    assert_eq!(codes.len(), 8);
    let last = code_of(&ania).await.code;
    for code in &codes {
        is_bad(&take(&host.browser(), code, false).await);
    }
    becomes(&mut host.browser(), &last, false).await;
    codes.insert(last.expose().to_owned());
    let logged = log.text();
    assert!(logged.contains(table.as_str()), "the log was caught");
    for code in &codes {
        assert!(!logged.contains(code.as_str()), "it is in the log");
        assert!(!store.dump().contains(code.as_str()), "it is in the store");
    }
}
