use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::Origins;

/// Headers of every answer: what a browser may do with it is next to nothing.
#[derive(Clone, Debug)]
pub(crate) struct SecurityHeaders {
    fixed: Vec<(HeaderName, HeaderValue)>,
}

impl SecurityHeaders {
    pub(crate) fn new(origins: &Origins) -> Self {
        let mut fixed = vec![
            (
                header::X_CONTENT_TYPE_OPTIONS,
                HeaderValue::from_static("nosniff"),
            ),
            (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
            // The address of a page names its table, and whoever knows it can sit down: it is not told to other sites.
            (
                header::REFERRER_POLICY,
                HeaderValue::from_static("same-origin"),
            ),
            (
                HeaderName::from_static("cross-origin-opener-policy"),
                HeaderValue::from_static("same-origin"),
            ),
            (
                HeaderName::from_static("cross-origin-resource-policy"),
                HeaderValue::from_static("same-origin"),
            ),
            (
                HeaderName::from_static("permissions-policy"),
                HeaderValue::from_static(
                    "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
                ),
            ),
        ];
        // Addresses are of the characters that `Origins` lets through, so this is always a header.
        if let Ok(policy) = HeaderValue::from_str(&content_policy(origins)) {
            fixed.push((header::CONTENT_SECURITY_POLICY, policy));
        }
        if origins.is_secure() {
            let value = HeaderValue::from_static("max-age=31536000");
            fixed.push((header::STRICT_TRANSPORT_SECURITY, value));
        }
        Self { fixed }
    }
}

/// What the page may load: its own files, and sockets to its own server. Older browsers do not count sockets to
/// `'self'`, so they are named.
fn content_policy(origins: &Origins) -> String {
    let sockets: Vec<String> = origins
        .allowed()
        .iter()
        .map(|origin| origin.replacen("http", "ws", 1))
        .collect();
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self' {}; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
        sockets.join(" ")
    )
}

pub(crate) async fn add_headers(
    State(headers): State<SecurityHeaders>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in headers.fixed {
        response.headers_mut().insert(name, value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_of_all_own_addresses_are_allowed() {
        let local = Origins::local(8080, &["10.0.0.7".parse().unwrap()]);
        let policy = content_policy(&local);
        assert!(
            policy.contains(
                "connect-src 'self' ws://localhost:8080 ws://127.0.0.1:8080 ws://10.0.0.7:8080;"
            ),
            "{policy}"
        );
        let public = content_policy(&Origins::public("https://ludo.example").unwrap());
        assert!(
            public.contains("connect-src 'self' wss://ludo.example;"),
            "{public}"
        );
    }
}
