//! What a browser gets to see, and what it may do with it.

use hyper::StatusCode;
use ludo_protocol::ErrorCode;

use crate::support::{Host, quick};

#[tokio::test]
async fn every_answer_is_locked_down() {
    let (host, _) = Host::in_memory().await;
    let browser = host.browser();
    for path in [
        "/",
        "/t/K7M2QX",
        "/nothing",
        "/assets/nothing.js",
        "/api/me",
        "/api/tables/K7M2QX",
        "/health/live",
    ] {
        let answer = browser.get(path).await;
        let policy = answer.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ] {
            assert!(
                policy.split("; ").any(|found| found == part),
                "{path}: {policy}"
            );
        }
        let socket = format!("ws://{}", host.address);
        assert!(policy.contains(&socket), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "b105");
        assert_eq!(answer.header("referrer-policy"), "same-origin");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(answer.header("x-frame-options"), "DENY");
    }
}

#[tokio::test]
async fn only_the_pages_own_addresses_give_the_page() {
    let (host, _) = Host::in_memory().await;
    let browser = host.browser();
    // Built or not, these are the page's. This is how a browser opens it.
    let opens = [("sec-fetch-mode", "navigate")];
    let home = browser.request("GET", "/", &opens, b"").await;
    assert!(matches!(
        home.status,
        StatusCode::OK | StatusCode::SERVICE_UNAVAILABLE
    ));
    for path in ["/", "/t/K7M2QX", "/t/%ff", "/t/a%22b"] {
        assert_eq!(browser.get(path).await.status, home.status, "{path}");
    }
    let table = browser.get("/t/K7M2QX").await;
    assert_eq!(table.header("x-robots-tag"), "noindex, nofollow");
    if home.status == StatusCode::SERVICE_UNAVAILABLE {
        assert!(home.text().contains("cargo xtask page"));
    } else {
        assert_eq!(home.header("cache-control"), "no-cache");
        let tag = home.header("etag");
        let again = browser
            .request("GET", "/", &[opens[0], ("if-none-match", tag)], b"")
            .await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED);
        assert!(again.body.is_empty());
    }
    for path in [
        "/index",
        "/t",
        "/t/",
        "/t/A/B",
        "/assets/",
        "/assets/../Cargo.toml",
        "/..%2fCargo.toml",
        "/api",
        "/api/x",
    ] {
        let answer = browser.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.error().code, ErrorCode::NotFound, "{path}");
    }
    // Who opens a wrong address in a browser is told so by the page, in their language.
    for path in ["/index", "/t", "/t/A/B", "/rules"] {
        let answer = browser.request("GET", path, &opens, b"").await;
        match home.status {
            StatusCode::OK => assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}"),
            unbuilt => assert_eq!(answer.status, unbuilt, "{path}"),
        }
        assert_eq!(answer.text(), home.text(), "{path}");
    }
    let wrong_method = browser.post("/api/me", b"").await;
    assert_eq!(wrong_method.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(wrong_method.error().code, ErrorCode::BadRequest);
}

#[tokio::test]
async fn opening_a_link_makes_nothing() {
    let (host, store) = Host::in_memory().await;
    let person = host.person().await;
    let code = person.open_table(quick()).await.unwrap();
    let before = store.dump();
    let preview = host.browser();
    for path in [
        format!("/t/{code}"),
        format!("/api/tables/{code}"),
        format!("/api/tables/{code}/qr.svg"),
        "/".to_owned(),
        "/api/me".to_owned(),
        "/health/ready".to_owned(),
    ] {
        let answer = preview.get(&path).await;
        assert!(!answer.headers.contains_key("set-cookie"), "{path}");
    }
    assert_eq!(store.dump(), before);
    assert_eq!(host.live_tables(), 0, "nothing was woken");
}

#[tokio::test]
async fn the_page_comes_though_the_store_does_not_answer() {
    let (host, store) = Host::in_memory().await;
    let code = host.person().await.open_table(quick()).await.unwrap();
    let path = format!("/t/{code}");
    let before = host.browser().get(&path).await;
    store.fail_next(1);
    let after = host.browser().get(&path).await;
    assert_eq!(after.status, before.status);
    if before.status == StatusCode::OK {
        assert!(
            before.text().contains("0 of 4 seats taken"),
            "{}",
            before.text()
        );
        assert!(after.text().contains("<title>Ludo"), "{}", after.text());
        assert!(!after.text().contains("no such table"), "{}", after.text());
    }
}

#[tokio::test]
async fn a_tables_link_is_there_as_a_picture() {
    let (host, _) = Host::in_memory().await;
    let code = host.person().await.open_table(quick()).await.unwrap();
    let written = code.to_string().to_lowercase();
    let written = format!("/api/tables/{}-{}/qr.svg", &written[..3], &written[3..]);
    let answer = host.browser().get(&written).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("content-type"), "image/svg+xml");
    assert!(answer.text().contains("<svg"));
    assert_eq!(
        host.browser().get("/api/tables/0/qr.svg").await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn health_tells_whether_the_store_works() {
    let (host, store) = Host::in_memory().await;
    let browser = host.browser();
    assert_eq!(browser.get("/health/live").await.status, StatusCode::OK);
    assert_eq!(browser.get("/health/ready").await.status, StatusCode::OK);
    store.fail_next(1);
    let answer = browser.get("/health/ready").await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.error().code, ErrorCode::Unavailable);
    assert!(
        !answer.text().contains("fault"),
        "what is wrong is for the log"
    );
    assert_eq!(browser.get("/health/live").await.status, StatusCode::OK);
}
