use axum::http::{HeaderMap, HeaderValue, header};
use ludo_store::TokenHash;
use zeroize::Zeroizing;

use crate::entropy::{Entropy, EntropyError};
use crate::{Origins, limits};

/// Bytes of a token.
const TOKEN_BYTES: usize = 32;

/// How long a browser keeps its cookie: as long as browsers allow.
const MAX_AGE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// What a browser shows to be known again. Not printable; wiped when it goes.
pub(crate) struct Token(Zeroizing<String>);

impl Token {
    pub(crate) fn new(entropy: &Entropy) -> Result<Self, EntropyError> {
        use std::fmt::Write;

        let bytes = Zeroizing::new(entropy.bytes::<TOKEN_BYTES>()?);
        let mut text = Zeroizing::new(String::with_capacity(2 * TOKEN_BYTES));
        for byte in bytes.iter() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Self(text))
    }

    /// The tokens in the request's cookies, those that have the form of one. A browser can send several of one name,
    /// set for other paths or by other servers of this host.
    pub(crate) fn all_of(headers: &HeaderMap, origins: &Origins) -> Vec<Self> {
        let cookies = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|line| line.to_str().ok());
        let pairs = cookies
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        let is_token = |value: &str| {
            value.len() == 2 * TOKEN_BYTES
                && value
                    .bytes()
                    .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        };
        pairs
            .filter(|(name, value)| *name == cookie_name(origins) && is_token(value))
            .take(limits::COOKIES)
            .map(|(_, value)| Self(Zeroizing::new(value.to_owned())))
            .collect()
    }

    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash::of(self.0.as_bytes())
    }

    /// The `Set-Cookie` that makes a browser keep the token: out of reach of scripts and of requests from other sites.
    pub(crate) fn set_cookie(&self, origins: &Origins) -> Option<HeaderValue> {
        let secure = if origins.is_secure() { "; Secure" } else { "" };
        let name = cookie_name(origins);
        let token = self.0.as_str();
        let text = Zeroizing::new(format!(
            "{name}={token}; Path=/; Max-Age={MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax{secure}"
        ));
        let mut value = HeaderValue::from_str(&text).ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

/// A browser takes a `__Host-` cookie only from the host itself and over TLS.
fn cookie_name(origins: &Origins) -> &'static str {
    if origins.is_secure() {
        "__Host-ludo"
    } else {
        "ludo"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins() -> Origins {
        Origins::local(8080, &[])
    }

    fn token_of(cookie: &str) -> Option<TokenHash> {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, cookie.parse().unwrap());
        let tokens = Token::all_of(&headers, &origins());
        tokens.first().map(Token::hash)
    }

    #[test]
    fn the_cookie_comes_back_as_the_same_token() {
        let token = Token::new(&Entropy::from_source(|bytes| {
            bytes.fill(0xa7);
            Ok(())
        }))
        .unwrap();
        let value = "a7".repeat(32);
        let set = token.set_cookie(&origins()).unwrap();
        assert_eq!(
            set.to_str().unwrap(),
            format!("ludo={value}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax")
        );
        let secure = Origins::public("https://ludo.example").unwrap();
        let set = token.set_cookie(&secure).unwrap();
        assert_eq!(
            set.to_str().unwrap(),
            format!(
                "__Host-ludo={value}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"
            )
        );
        for cookie in [format!("ludo={value}"), format!("a=b;ludo={value} ; c=d")] {
            assert_eq!(token_of(&cookie), Some(token.hash()), "{cookie}");
        }
        let several = format!("ludo=x; ludo={value}; ludo={}", "b8".repeat(32));
        assert_eq!(token_of(&several), Some(token.hash()));
        for cookie in [
            "ludo=".to_owned(),
            format!("ludo={}", "A7".repeat(32)),
            format!("ludo={}", "a7".repeat(31)),
            format!("ludo={}", "a7".repeat(33)),
            format!("ludo=\"{value}\""),
            format!("LUDO={value}"),
            format!("__Host-ludo={value}"),
            format!("xludo={value}"),
            value.clone(),
        ] {
            assert_eq!(token_of(&cookie), None, "{cookie}");
        }
    }
}
