//! Pages of other sites, and the cookie.

use hyper::StatusCode;
use hyper::header::SET_COOKIE;
use ludo_protocol::ErrorCode;
use ludo_server::limits;
use ludo_table::Command;

use crate::support::host::Differences;
use crate::support::{Host, Player, quick, sit};

const FOREIGN: [&str; 6] = [
    "http://evil.example",
    "null",
    "https://127.0.0.1",
    "http://127.0.0.1",
    "http://localhost:1",
    "file://",
];

#[tokio::test]
async fn a_page_of_another_site_gets_nothing_anywhere() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.opener(quick()).await;
    ania.does(sit(ludo_rules::Seat::Red, "Ania")).await;
    let mut victim = ania.browser.clone();
    let tables = victim.me().await;
    for origin in FOREIGN {
        victim.origin = Some(origin.to_owned());
        let body = br#"{"options":{}}"#;
        for path in ["/api/session", "/api/tables", "/api/me", "/", "/nothing"] {
            for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] {
                let answer = victim.request(method, path, &[], body).await;
                assert_eq!(
                    answer.status,
                    StatusCode::FORBIDDEN,
                    "{method} {path} from {origin}"
                );
                assert_eq!(answer.error().code, ErrorCode::ForbiddenOrigin);
                assert!(!answer.headers.contains_key(SET_COOKIE));
                assert!(
                    answer
                        .headers
                        .keys()
                        .all(|name| !name.as_str().starts_with("access-control"))
                );
            }
        }
        let path = format!("/api/tables/{}/socket", ania.code);
        assert_eq!(
            victim.socket_at(&path).await.err(),
            Some(StatusCode::FORBIDDEN),
            "{origin}"
        );
    }
    victim.origin = ania.browser.origin.clone();
    assert_eq!(victim.me().await, tables, "nothing was opened");
}

#[tokio::test]
async fn a_program_without_an_origin_can_play_and_an_old_browser_without_one_cannot() {
    let (host, _) = Host::in_memory().await;
    let mut program = host.browser();
    program.origin = None;
    program.log_in().await;
    let code = program.open_table(quick()).await.unwrap();
    let mut player = Player::connect(program.clone(), code).await;
    player.does(sit(ludo_rules::Seat::Red, "Pythia")).await;
    for header in [
        ("sec-fetch-site", "cross-site"),
        ("referer", "http://evil.example/"),
    ] {
        let answer = program
            .request("POST", "/api/tables", &[header], b"{}")
            .await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{header:?}");
    }
}

#[tokio::test]
async fn the_cookie_is_out_of_reach_and_lasts() {
    let (host, _) = Host::in_memory().await;
    let answer = host.browser().post("/api/session", b"").await;
    let cookie = answer.header("set-cookie");
    let [pair, attributes @ ..] = &cookie.split("; ").collect::<Vec<_>>()[..] else {
        panic!("{cookie}")
    };
    assert_eq!(
        attributes,
        ["Path=/", "Max-Age=34560000", "HttpOnly", "SameSite=Lax"]
    );
    let token = pair.strip_prefix("ludo=").unwrap();
    assert!(
        token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit()),
        "b111: 256 bits"
    );
    // Whoever is known keeps the cookie; whoever shows a wrong one gets another.
    let known = host.person().await;
    assert!(
        !known
            .post("/api/session", b"")
            .await
            .headers
            .contains_key(SET_COOKIE)
    );
    let mut forged = host.browser();
    forged.cookie = Some(format!("ludo={}", "a".repeat(64)));
    assert!(
        forged
            .post("/api/session", b"")
            .await
            .headers
            .contains_key(SET_COOKIE)
    );
}

#[tokio::test]
async fn behind_tls_the_cookie_is_bound_to_the_host_and_only_the_public_page_is_taken() {
    let differences = Differences {
        public_url: Some("https://ludo.example"),
        ..Differences::default()
    };
    let (host, _) = Host::in_memory_with(differences).await;
    let mut browser = host.browser();
    assert_eq!(
        browser.post("/api/session", b"").await.status,
        StatusCode::FORBIDDEN
    );
    browser.origin = Some("https://ludo.example".to_owned());
    let answer = browser.post("/api/session", b"").await;
    let cookie = answer.header("set-cookie");
    assert!(cookie.starts_with("__Host-ludo="), "{cookie}");
    assert!(
        cookie.ends_with("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"),
        "{cookie}"
    );
    assert!(
        answer
            .header("content-security-policy")
            .contains("connect-src 'self' wss://ludo.example;")
    );
    assert!(answer.headers.contains_key("strict-transport-security"));
}

#[tokio::test]
async fn one_address_can_be_only_so_many_people() {
    let public = "https://ludo.example";
    let differences = Differences {
        public_url: Some(public),
        ..Differences::default()
    };
    let (host, _) = Host::in_memory_with(differences).await;
    let mut browser = host.browser();
    browser.origin = Some(public.to_owned());
    let ask = async |forwarded| {
        let headers = [("x-forwarded-for", forwarded)];
        browser.request("POST", "/api/session", &headers, b"").await
    };
    // What a client claims of itself does not help it.
    for _ in 0..limits::SESSIONS_PER_ADDRESS.0 {
        assert_eq!(
            ask("9.9.9.9, 203.0.113.1").await.status,
            StatusCode::NO_CONTENT
        );
    }
    let refused = ask("8.8.8.8, 203.0.113.1").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.error().code, ErrorCode::RateLimited);
    assert_eq!(ask("203.0.113.2").await.status, StatusCode::NO_CONTENT);
    host.hands.advance(1_000);
    assert_eq!(ask("203.0.113.1").await.status, StatusCode::NO_CONTENT);
    // This machine's own programs, without a proxy before them, have no such limit.
    let (host, _) = Host::in_memory().await;
    for _ in 0..=limits::SESSIONS_PER_ADDRESS.0 {
        host.person().await;
    }
}

/// However many sockets and cookies an address has: others find places to watch from, and whoever sat at the table does
/// from everywhere.
#[tokio::test]
async fn b116_one_address_cannot_take_all_places_to_watch_from() {
    let public = "https://ludo.example";
    let differences = Differences {
        public_url: Some(public),
        ..Differences::default()
    };
    let (host, _) = Host::in_memory_with(differences).await;
    let person = async |from: &str| {
        let mut browser = host.browser();
        browser.origin = Some(public.to_owned());
        browser.from = Some(from.to_owned());
        browser.log_in().await;
        browser
    };
    let ania = person("203.0.113.1").await;
    let code = ania.open_table(quick()).await.unwrap();
    let mut ania = Player::connect(ania, code).await;
    ania.does(sit(ludo_rules::Seat::Red, "Ania")).await;
    let mut ben = Player::connect(person("203.0.113.2").await, code).await;
    ben.does(sit(ludo_rules::Seat::Yellow, "Ben")).await;
    ben.does(Command::Leave).await;
    ben.socket.close().await;
    let mut crowd = Vec::new();
    for n in 0..limits::SPECTATORS_PER_ADDRESS {
        let mut eve = ania.browser.clone();
        eve.from = Some("203.0.113.66".to_owned());
        eve.cookie = None;
        if n % 4 == 0 {
            eve.log_in().await;
        }
        crowd.push(Player::connect(eve, code).await);
    }
    let busy = Some((ErrorCode::Busy, 1013));
    let mut eve = crowd[0].browser.clone();
    assert_eq!(Player::try_connect(eve.clone(), code).await.err(), busy);
    eve.from = Some("198.51.100.7, 203.0.113.66".to_owned());
    assert_eq!(Player::try_connect(eve.clone(), code).await.err(), busy);
    // Others look on, those who play come from there too, and so does who played.
    Player::connect(person("203.0.113.3").await, code).await;
    for mut member in [ania.browser.clone(), ben.browser.clone()] {
        member.from = Some("203.0.113.66".to_owned());
        Player::connect(member, code).await;
    }
    assert_eq!(crowd[0].until_closed().await, (Some(ErrorCode::Busy), 1013));
}

#[tokio::test]
async fn one_person_can_have_only_so_many_tables_open() {
    let (host, _) = Host::in_memory().await;
    let person = host.person().await;
    for _ in 0..limits::TABLES_PER_PERSON {
        person.open_table(quick()).await.unwrap();
    }
    let refused = person.open_table(quick()).await.unwrap_err();
    assert_eq!(refused.error().code, ErrorCode::RateLimited);
    host.person().await.open_table(quick()).await.unwrap();
}
