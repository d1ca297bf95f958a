use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ludo_protocol::{ErrorCode, TableCode, TableSummary};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::api::table;
use crate::app::App;
use crate::error::ApiError;
use crate::language::Language;
use crate::limits;
use crate::preview::Preview;

/// The page as it was built beside this program. A debug build reads it from the disk at each request.
#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Page;

/// Names under `/assets/` have a hash of their content in them: what has such a name never changes.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// May be kept, but must be asked for again each time.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The page itself.
const INDEX: &str = "index.html";

const NOT_BUILT: &str =
    "The server works, but its page is not built: run `cargo xtask page`, then start it again.\n";

/// The page itself, at its start.
pub(crate) async fn index(State(app): State<App>, headers: HeaderMap) -> Response {
    // Whoever opens the page in a browser needs no preview: it gets the file as it was built.
    if is_opened(&headers) {
        return html(INDEX, &headers);
    }
    previewed(&app, &headers, Preview::start)
}

/// Whether somebody opens the address in a browser, which then says so.
fn is_opened(headers: &HeaderMap) -> bool {
    headers
        .get("sec-fetch-mode")
        .is_some_and(|mode| mode == "navigate")
}

/// The page itself, at the link of a table. The table is looked up, not woken; whoever opens its link changes nothing.
pub(crate) async fn at_table(
    State(app): State<App>,
    code: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let code = code.ok().and_then(|Path(code)| code.parse().ok());
    let summary = match code {
        Some(code) => Some(known(&app, code).await),
        None => None,
    };
    let mut response = previewed(&app, &headers, |language| match &summary {
        Some(Ok(table)) => Preview::table(language, table.code, table),
        Some(Err(error)) if error.0.code != ErrorCode::NotFound => Preview::some_table(language),
        Some(Err(_)) | None => Preview::no_table(language),
    });
    // Messengers may look at it; it is nothing for a search engine, which would hand the link to everybody.
    response.headers_mut().insert(
        "x-robots-tag",
        HeaderValue::from_static("noindex, nofollow"),
    );
    response
}

/// What is known of a table, if the store says it soon: the page does not wait for it.
async fn known(app: &App, code: TableCode) -> Result<TableSummary, ApiError> {
    tokio::time::timeout(limits::PREVIEW_TIME, table::summary(app, code))
        .await
        .unwrap_or_else(|_| Err(ApiError::busy()))
}

/// The built page with the words of a preview in its head.
fn previewed(app: &App, headers: &HeaderMap, of: impl Fn(Language) -> Preview) -> Response {
    let preview = of(Language::asked("", headers));
    let file = Page::get(INDEX);
    let page = file
        .as_ref()
        .and_then(|file| std::str::from_utf8(&file.data).ok());
    let picture = preview.picture();
    let picture = Page::iter().find(|name| name.starts_with(&picture));
    let origin = app.config.origins.of(headers);
    let written = page.and_then(|page| preview.within(page, origin, picture.as_deref()));
    let Some(written) = written else {
        return html(INDEX, headers);
    };
    let headers = [
        (header::CONTENT_TYPE, content_type(INDEX)),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-language"),
    ];
    (headers, written).into_response()
}

/// The page on which records are checked.
pub(crate) async fn verify(headers: HeaderMap) -> Response {
    html("verify.html", &headers)
}

fn html(name: &str, headers: &HeaderMap) -> Response {
    file::<Page>(name, headers).unwrap_or_else(|| {
        let headers = [
            (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
            (header::CACHE_CONTROL, "no-store"),
        ];
        (StatusCode::SERVICE_UNAVAILABLE, headers, NOT_BUILT).into_response()
    })
}

/// The files that the page needs. Everything else is not there: a person reads that on the page, a program as an error.
pub(crate) async fn asset(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::not_found().into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let is_compressed = [".br", ".gz"].iter().any(|end| path.ends_with(end));
    let found = if is_compressed {
        None
    } else {
        file::<Page>(path, request.headers())
    };
    found.unwrap_or_else(|| nowhere(request.headers()))
}

/// What is at an address at which there is nothing.
fn nowhere(headers: &HeaderMap) -> Response {
    if !is_opened(headers) {
        return ApiError::not_found().into_response();
    }
    let mut response = html(INDEX, &HeaderMap::new());
    if response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

fn file<Files: RustEmbed>(path: &str, asked: &HeaderMap) -> Option<Response> {
    let plain = Files::get(path)?;
    let mut headers = HeaderMap::new();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(content_type(path)),
    );
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let is_immutable = path.starts_with("assets/");
    headers.insert(
        header::CACHE_CONTROL,
        if is_immutable { IMMUTABLE } else { REVALIDATE },
    );
    let (encoding, file) = encoded::<Files>(path, asked).unwrap_or(("", plain));
    if !encoding.is_empty() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    let tag = entity_tag(&file, encoding);
    let is_known = asked
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .any(|known| holds_tag(known, &tag));
    headers.insert(header::ETAG, HeaderValue::from_str(&tag).ok()?);
    if is_known {
        headers.remove(header::CONTENT_TYPE);
        headers.remove(header::CONTENT_ENCODING);
        return Some((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    Some((headers, file.data.into_owned()).into_response())
}

/// The smallest form of a file that the browser takes and that was built.
fn encoded<Files: RustEmbed>(
    path: &str,
    asked: &HeaderMap,
) -> Option<(&'static str, EmbeddedFile)> {
    [("br", ".br"), ("gzip", ".gz")]
        .into_iter()
        .find_map(|(encoding, end)| {
            let file = || Files::get(&format!("{path}{end}"));
            Some((encoding, accepts(asked, encoding).then(file)??))
        })
}

/// Whether `Accept-Encoding` names the encoding, and does not rule it out with `q=0`.
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let lines = headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let is_named = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        let is_ruled_out = parts.any(|part| {
            part.strip_prefix("q=")
                .and_then(|quality| quality.parse::<f32>().ok())
                .is_some_and(|quality| quality <= 0.0)
        });
        is_named && !is_ruled_out
    })
}

fn entity_tag(file: &EmbeddedFile, encoding: &str) -> String {
    use std::fmt::Write;

    let mut tag = String::from("\"");
    for byte in file.metadata.sha256_hash().iter().take(16) {
        // Writing to a string cannot fail.
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push_str(encoding);
    tag.push('"');
    tag
}

fn holds_tag(known: &HeaderValue, tag: &str) -> bool {
    let known = known.to_str().unwrap_or_default();
    known
        .split(',')
        .map(str::trim)
        .any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "ogg" => "audio/ogg",
        "mp3" => "audio/mpeg",
        "txt" | "ftl" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(RustEmbed)]
    #[folder = "tests/page"]
    struct Example;

    fn get(path: &str, asked: &[(header::HeaderName, &str)]) -> Option<Response> {
        let asked = asked
            .iter()
            .map(|(name, value)| (name.clone(), value.parse().unwrap()));
        file::<Example>(path, &asked.collect())
    }

    fn header_of(response: &Response, name: header::HeaderName) -> &str {
        response
            .headers()
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    #[tokio::test]
    async fn files_come_in_the_smallest_form_that_the_browser_takes() {
        let path = "assets/app-0123.js";
        for (accept, encoding, content) in [
            ("gzip, deflate, br", "br", "with brotli\n"),
            ("gzip", "gzip", "with gzip\n"),
            ("identity", "", "plain()\n"),
        ] {
            let response = get(path, &[(header::ACCEPT_ENCODING, accept)]).unwrap();
            assert_eq!(header_of(&response, header::CONTENT_ENCODING), encoding);
            let kind = header_of(&response, header::CONTENT_TYPE);
            assert_eq!(kind, "text/javascript; charset=utf-8");
            assert_eq!(header_of(&response, header::VARY), "accept-encoding");
            let body = axum::body::to_bytes(response.into_body(), 100).await;
            assert_eq!(body.unwrap(), content.as_bytes());
        }
        // What was not built smaller comes as it is.
        let font = get(
            "assets/board-4567.woff2",
            &[(header::ACCEPT_ENCODING, "br")],
        );
        let font = font.unwrap();
        assert_eq!(header_of(&font, header::CONTENT_ENCODING), "");
        assert_eq!(header_of(&font, header::CONTENT_TYPE), "font/woff2");
        assert!(get("assets/app-0124.js", &[]).is_none());
    }

    #[test]
    fn what_has_a_hash_in_its_name_is_kept_and_the_page_is_asked_for_again() {
        let asset = get("assets/app-0123.js", &[]).unwrap();
        let keep = header_of(&asset, header::CACHE_CONTROL);
        assert_eq!(keep, "public, max-age=31536000, immutable");
        let page = get("index.html", &[]).unwrap();
        assert_eq!(header_of(&page, header::CACHE_CONTROL), "no-cache");
        let tag = header_of(&page, header::ETAG).to_owned();
        let again = get("index.html", &[(header::IF_NONE_MATCH, &tag)]).unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(header_of(&again, header::ETAG), tag);
        let other = get("index.html", &[(header::IF_NONE_MATCH, "\"other\"")]).unwrap();
        assert_eq!(other.status(), StatusCode::OK);
    }

    #[test]
    fn encodings_are_taken_as_the_browser_says() {
        for (line, br, gzip) in [
            ("gzip, deflate, br, zstd", true, true),
            ("GZIP;q=0.5", false, true),
            ("br;q=0, gzip;q=1.0", false, true),
            ("br;q=0.0", false, false),
            ("brotli", false, false),
            ("identity", false, false),
            ("", false, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, line.parse().unwrap());
            assert_eq!(
                (accepts(&headers, "br"), accepts(&headers, "gzip")),
                (br, gzip),
                "{line}"
            );
        }
    }

    #[test]
    fn tags_are_found_in_lists() {
        for (known, holds) in [
            ("\"a\"", true),
            ("W/\"a\"", true),
            ("\"b\", \"a\"", true),
            ("*", true),
            ("\"b\"", false),
        ] {
            assert_eq!(
                holds_tag(&HeaderValue::from_static(known), "\"a\""),
                holds,
                "{known}"
            );
        }
    }
}
