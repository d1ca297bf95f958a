//! Opening tables, and lists of them.

use hyper::StatusCode;
use ludo_protocol::{ErrorCode, TableState};
use ludo_rules::Seat;
use ludo_table::{Command, Options};

use crate::support::host::Differences;
use crate::support::player::Reply;
use crate::support::{Host, add_bot, quick, sit};

#[tokio::test]
async fn b024_wrong_tables_are_not_opened() {
    let (host, store) = Host::in_memory().await;
    let person = host.person().await;
    let before = store.dump();
    for (body, code) in [
        (r#"{"options":{"seats":"-"}}"#, ErrorCode::BadOptions),
        (r#"{"options":{"seats":"r"}}"#, ErrorCode::BadOptions),
        (r#"{"options":{"seats":""}}"#, ErrorCode::BadRequest),
        (r#"{"options":{"seats":"rgybr"}}"#, ErrorCode::BadRequest),
        (r#"{"options":{"seats":0}}"#, ErrorCode::BadRequest),
        (r#"{"options":{"seats":5}}"#, ErrorCode::BadRequest),
        (r#"{"options":{"seats":-1}}"#, ErrorCode::BadRequest),
        (r#"{"options":{"seats":2.5}}"#, ErrorCode::BadRequest),
        (r#"{"options":{"seats":"4"}}"#, ErrorCode::BadRequest),
        (r#"{"options":{"seats":null}}"#, ErrorCode::BadRequest),
        (r#"{"options":{"rules":"cheating"}}"#, ErrorCode::BadRequest),
        (r#"{"options":{"players":4}}"#, ErrorCode::BadRequest),
        (r#"{"options":null}"#, ErrorCode::BadRequest),
        ("", ErrorCode::BadRequest),
        ("[]", ErrorCode::BadRequest),
        ("null", ErrorCode::BadRequest),
        ("{\"options\":{}", ErrorCode::BadRequest),
    ] {
        let answer = person.post("/api/tables", body.as_bytes()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}");
        assert_eq!(answer.error().code, code, "{body}");
    }
    let long = person.post("/api/tables", &[b' '; 5000]).await;
    assert_eq!(long.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(long.error().code, ErrorCode::TooLong);
    let nobody = host.browser().post("/api/tables", b"{}").await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
    assert_eq!(nobody.error().code, ErrorCode::NoSession);
    assert_eq!(store.dump(), before);
    person.open_table(Options::default()).await.unwrap();
    assert_eq!(
        person.post("/api/tables", b"{}").await.status,
        StatusCode::CREATED
    );
}

#[tokio::test]
async fn b083_b084_a_code_in_use_is_not_given_again() {
    use std::sync::atomic::{AtomicU8, Ordering};

    // A generator that gives the same 16 bytes, of which codes and ids are made, until it is told otherwise.
    let byte = std::sync::Arc::new(AtomicU8::new(1));
    let source = byte.clone();
    let others = ludo_server::Entropy::system();
    let entropy = ludo_server::Entropy::from_source(move |bytes| {
        let fresh: [u8; 32] = others.bytes()?;
        match bytes.len() {
            16 if source.load(Ordering::SeqCst) != 0 => bytes.fill(source.load(Ordering::SeqCst)),
            len => bytes.copy_from_slice(&fresh[..len]),
        }
        Ok(())
    });
    let (host, _) = Host::in_memory_with(Differences {
        entropy: Some(entropy),
        ..Differences::default()
    })
    .await;
    let person = host.person().await;
    let first = person.open_table(quick()).await.unwrap();
    let exhausted = person.open_table(quick()).await.unwrap_err();
    assert_eq!(exhausted.error().code, ErrorCode::Busy);
    assert_eq!(
        person.summary(first).await.state,
        TableState::Waiting,
        "nothing was written over"
    );
    byte.store(0, Ordering::SeqCst);
    let second = person.open_table(quick()).await.unwrap();
    assert_ne!(first, second);
}

#[tokio::test]
async fn b095_b096_lists_show_what_is_running_and_nothing_that_is_gone() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.opener(quick()).await;
    assert_eq!(
        ania.browser.me().await.tables,
        [],
        "whoever never sat there has no part in it"
    );
    ania.does(sit(Seat::Red, "Ania")).await;
    ania.does(add_bot(Seat::Yellow)).await;
    let me = ania.browser.me().await;
    assert_eq!(
        (me.tables[0].state, me.tables[0].seat),
        (TableState::Waiting, Some(Seat::Red))
    );
    assert_eq!(me.tables[0].names[Seat::Yellow].as_deref(), Some("Simple"));
    ania.does(Command::Begin).await;
    ania.play_until(|ania| ania.turn().is_some()).await;
    let me = ania.browser.me().await;
    assert_eq!(
        (me.tables[0].state, me.tables[0].your_turn),
        (TableState::Playing, true)
    );
    assert_eq!(host.browser().me().await.tables, []);
    // The last person leaves: the table is gone from every list.
    assert!(matches!(ania.ask(Command::Leave).await, Reply::Done(_)));
    assert_eq!(ania.until_closed().await, (None, 1000));
    assert_eq!(ania.browser.me().await.tables, []);
    assert_eq!(
        ania.browser.summary(ania.code).await.state,
        TableState::Closed
    );
    let mut again = ania.browser.socket(ania.code, None).await.unwrap();
    let Ok(ludo_protocol::ServerMessage::Error {
        code: ErrorCode::Closed,
        fatal: true,
        ..
    }) = again.next().await
    else {
        panic!("{:?}", again.seen);
    };
    host.until_live(0).await;
}

#[tokio::test]
async fn a_table_that_is_not_there_is_told_in_words() {
    let (host, _) = Host::in_memory().await;
    let browser = host.browser();
    for code in ["K7M2QX", "k7m-2qx", "K7M2Q0", "x", "%F0%9F%8E%B2"] {
        let answer = browser.get(&format!("/api/tables/{code}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{code}");
        assert_eq!(answer.error().code, ErrorCode::NotFound);
    }
    let mut socket = browser
        .socket("K7M2QX".parse().unwrap(), None)
        .await
        .unwrap();
    let Ok(ludo_protocol::ServerMessage::Error {
        code: ErrorCode::NotFound,
        fatal: true,
        ..
    }) = socket.next().await
    else {
        panic!("{:?}", socket.seen);
    };
    assert_eq!(socket.next().await, Err(1008));
    let plain = browser.get("/api/tables/K7M2QX/socket").await;
    assert_eq!(
        (plain.status, plain.error().code),
        (StatusCode::BAD_REQUEST, ErrorCode::BadRequest)
    );
    host.until_live(0).await;
}

#[tokio::test]
async fn of_several_cookies_the_known_one_counts() {
    let (host, _) = Host::in_memory().await;
    let person = host.person().await;
    let code = person.open_table(quick()).await.unwrap();
    let mut ania = crate::support::Player::connect(person.clone(), code).await;
    ania.does(sit(Seat::Red, "Ania")).await;
    let own = person.cookie.clone().unwrap();
    let unknown = format!("ludo={}", "0".repeat(64));
    for cookies in [
        format!("ludo=x; {own}"),
        format!("{unknown}; {own}"),
        format!("{own}; {unknown}"),
    ] {
        let browser = crate::support::Browser {
            cookie: Some(cookies.clone()),
            ..person.clone()
        };
        assert_eq!(browser.me().await.tables.len(), 1, "{cookies}");
    }
}

#[tokio::test]
async fn there_is_no_picture_of_a_table_that_is_not_there() {
    let (host, _) = Host::in_memory().await;
    let answer = host.browser().get("/api/tables/K7M2QX/qr.svg").await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    assert_eq!(answer.error().code, ErrorCode::NotFound);
}

#[tokio::test]
async fn a_body_that_says_it_is_no_json_is_not_read() {
    let (host, _) = Host::in_memory().await;
    let person = host.person().await;
    let post = |kind: &'static str| {
        let person = person.clone();
        async move {
            let headers = [("content-type", kind)];
            person.request("POST", "/api/tables", &headers, b"{}").await
        }
    };
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "",
        "json",
    ] {
        let answer = post(kind).await;
        assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{kind}");
        assert_eq!(answer.error().code, ErrorCode::BadRequest);
    }
    for kind in ["application/json", "Application/JSON; charset=utf-8"] {
        assert_eq!(post(kind).await.status, StatusCode::CREATED, "{kind}");
    }
}

#[tokio::test]
async fn a_request_to_another_name_is_not_answered() {
    let (host, _) = Host::in_memory().await;
    let ask = async |name: &str, path: &str| {
        let mut browser = host.browser();
        browser.host = Some(name.to_owned());
        browser.get(path).await
    };
    for path in ["/", "/api/me", "/t/K7M2QX", "/api/tables/K7M2QX/socket"] {
        let answer = ask("evil.example:8080", path).await;
        assert_eq!(answer.status, StatusCode::MISDIRECTED_REQUEST, "{path}");
        assert_eq!(answer.error().code, ErrorCode::ForbiddenOrigin);
        assert!(answer.error().message.contains("http://localhost:"));
    }
    assert_eq!(ask("evil.example", "/health/live").await.status, 200);
    assert_eq!(ask("localhost:8080", "/api/me").await.status, 200);
}
