use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

use axum::http::{HeaderMap, header};

/// Where the page of this server lives: the addresses that people open it by.
///
/// A request that changes something, and a socket, is taken from a browser only if it comes from a page of these
/// addresses.
///
/// ```
/// use ludo_server::Origins;
///
/// let origins = Origins::public("https://ludo.example/").unwrap();
/// assert_eq!(origins.base(), "https://ludo.example");
/// assert!(Origins::public("ludo.example").is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Origins {
    allowed: Vec<String>,
    base: String,
    secure: bool,
}

/// Why an address can't be the public one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a public address: write it like https://ludo.example or http://192.168.1.5:8080, without a path"
)]
pub struct PublicUrlError(String);

/// Why a request is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ForeignOrigin;

/// The request was sent to another name than ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ForeignHost;

impl Origins {
    /// The server is reached under one public address.
    ///
    /// # Errors
    ///
    /// If it is not `http://` or `https://`, a host, and perhaps a port.
    pub fn public(url: &str) -> Result<Self, PublicUrlError> {
        let wrong = || PublicUrlError(url.to_owned());
        let lower = url.trim().to_ascii_lowercase();
        let (scheme, host) = lower.split_once("://").ok_or_else(wrong)?;
        let host = host.strip_suffix('/').unwrap_or(host);
        // What browsers leave out of an origin.
        let default = match scheme {
            "https" => ":443",
            "http" => ":80",
            _ => return Err(wrong()),
        };
        let host = host.strip_suffix(default).unwrap_or(host);
        let is_host = !host.is_empty()
            && host
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']'));
        if !is_host {
            return Err(wrong());
        }
        let origin = format!("{scheme}://{host}");
        Ok(Self {
            allowed: vec![origin.clone()],
            base: origin,
            secure: scheme == "https",
        })
    }

    /// The server is reached from this machine, and under its addresses in the local network.
    #[must_use]
    pub fn local(port: u16, network: &[IpAddr]) -> Self {
        let origin = |host: &dyn fmt::Display| match port {
            80 => format!("http://{host}"),
            port => format!("http://{host}:{port}"),
        };
        let address = |address: &IpAddr| match address {
            IpAddr::V4(address) => origin(address),
            IpAddr::V6(address) => origin(&format_args!("[{address}]")),
        };
        let network: Vec<String> = network.iter().map(address).collect();
        let base = network
            .first()
            .cloned()
            .unwrap_or_else(|| origin(&"localhost"));
        let mut allowed = vec![origin(&"localhost"), origin(&"127.0.0.1")];
        allowed.extend(network);
        Self {
            allowed,
            base,
            secure: false,
        }
    }

    /// The address to give to others, without a `/` at its end.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The address by which a request came, if it is one of ours; else the one to give to others. Without a `/` at its end.
    pub(crate) fn of(&self, headers: &HeaderMap) -> &str {
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        let own = self.allowed.iter().find(|origin| {
            let own = origin.split_once("://").map(|(_, own)| own);
            own.zip(host)
                .is_some_and(|(own, host)| own.eq_ignore_ascii_case(host))
        });
        own.unwrap_or(&self.base)
    }

    /// Whether browsers come over TLS.
    #[must_use]
    pub const fn is_secure(&self) -> bool {
        self.secure
    }

    /// All addresses that are taken.
    #[must_use]
    pub fn allowed(&self) -> &[String] {
        &self.allowed
    }

    /// Whether a request may change something.
    ///
    /// A browser says where its request comes from, and a page cannot hinder or change that: with `Origin`, it must be
    /// one of ours, byte by byte. Without it, the request is either a program's, which holds no cookie of a person who
    /// did not give it one, or of an old browser that says so otherwise (`Sec-Fetch-Site`, `Referer`): then refused.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), ForeignOrigin> {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let allowed = match (origins.next(), origins.next()) {
            (Some(origin), None) => self
                .allowed
                .iter()
                .any(|allowed| allowed.as_bytes() == origin.as_bytes()),
            (Some(_), Some(_)) => false,
            (None, _) => {
                let site = headers.get("sec-fetch-site");
                site.is_none_or(|site| site == "same-origin")
                    && !headers.contains_key(header::REFERER)
            }
        };
        if allowed { Ok(()) } else { Err(ForeignOrigin) }
    }

    /// Whether a request was sent to this server.
    ///
    /// Anybody can make a name of theirs lead to this machine, and a browser then takes this server for theirs. So a
    /// name must be one of ours. Numbers lead nowhere else, and neither does `localhost`; a port is of no matter,
    /// as there may be a tunnel. What sends no host is no browser.
    pub(crate) fn check_host(&self, headers: &HeaderMap) -> Result<(), ForeignHost> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = match (hosts.next(), hosts.next()) {
            (None, _) => return Ok(()),
            (Some(host), None) => host.to_str().map_err(|_| ForeignHost)?,
            (Some(_), Some(_)) => return Err(ForeignHost),
        };
        let name = name_of(host).to_ascii_lowercase();
        let is_number = name.parse::<IpAddr>().is_ok()
            || name
                .strip_prefix('[')
                .and_then(|name| name.strip_suffix(']'))
                .is_some_and(|name| name.parse::<Ipv6Addr>().is_ok());
        let mut own = self
            .allowed
            .iter()
            .filter_map(|origin| origin.split_once("://"))
            .map(|(_, host)| name_of(host));
        if is_number || name == "localhost" || own.any(|own| own == name) {
            Ok(())
        } else {
            Err(ForeignHost)
        }
    }
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_name_that_somebody_made_to_lead_here_is_not_ours() {
        let host = |origins: &Origins, host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_str(host).unwrap());
            origins.check_host(&headers).is_ok()
        };
        let local = Origins::local(8080, &["192.168.1.5".parse().unwrap()]);
        let public = Origins::public("https://ludo.example").unwrap();
        for origins in [&local, &public] {
            for ours in [
                "localhost:8080",
                "LOCALHOST",
                "127.0.0.1:8080",
                "127.0.0.1",
                "[::1]:8080",
                "[::1]",
                "192.168.1.5:8080",
            ] {
                assert!(host(origins, ours), "{ours}");
            }
            for theirs in [
                "evil.example:8080",
                "evil.example",
                "localhost.evil.example",
                "ludo.example.evil.example",
                "127.0.0.1.evil.example:8080",
                "xn--localhost",
                "",
                ":8080",
            ] {
                assert!(!host(origins, theirs), "{theirs}");
            }
        }
        for ours in ["ludo.example", "Ludo.Example:443", "ludo.example:8443"] {
            assert!(host(&public, ours), "{ours}");
            assert!(!host(&local, ours), "{ours}");
        }
        let mut two = HeaderMap::new();
        assert!(local.check_host(&two).is_ok(), "a program's");
        for host in ["localhost", "evil.example"] {
            two.append(header::HOST, HeaderValue::from_static(host));
        }
        assert!(local.check_host(&two).is_err());
    }

    #[test]
    fn addresses_in_a_page_are_those_by_which_it_was_reached() {
        let of = |origins: &Origins, host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_str(host).unwrap());
            origins.of(&headers).to_owned()
        };
        let local = Origins::local(8080, &["192.168.1.5".parse().unwrap()]);
        assert_eq!(of(&local, "LOCALHOST:8080"), "http://localhost:8080");
        assert_eq!(of(&local, "192.168.1.5:8080"), "http://192.168.1.5:8080");
        // By way of a tunnel, or made up.
        for other in ["localhost:9", "127.0.0.1", "evil.example\"><script>"] {
            assert_eq!(of(&local, other), local.base(), "{other}");
        }
        assert_eq!(local.of(&HeaderMap::new()), local.base());
        let public = Origins::public("https://ludo.example").unwrap();
        for host in ["ludo.example", "127.0.0.1:8080"] {
            assert_eq!(of(&public, host), "https://ludo.example", "{host}");
        }
    }

    fn check(origins: &Origins, headers: &[(&'static str, &'static str)]) -> bool {
        let headers = headers.iter().map(|(name, value)| {
            (
                header::HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )
        });
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name, value);
        }
        origins.check(&map).is_ok()
    }

    #[test]
    fn only_pages_of_the_own_addresses_are_taken() {
        let origins = Origins::local(8080, &["192.168.1.5".parse().unwrap()]);
        assert_eq!(origins.base(), "http://192.168.1.5:8080");
        for origin in [
            "http://localhost:8080",
            "http://127.0.0.1:8080",
            "http://192.168.1.5:8080",
        ] {
            assert!(check(&origins, &[("origin", origin)]), "{origin}");
        }
        for origin in [
            "null",
            "",
            "http://localhost",
            "http://localhost:80801",
            "https://localhost:8080",
            "http://localhost:8080/",
            "http://LOCALHOST:8080",
            "http://localhost:8080.evil.example",
            "http://evil.example",
            "http://192.168.1.6:8080",
        ] {
            assert!(!check(&origins, &[("origin", origin)]), "{origin}");
        }
        let ours = ("origin", "http://localhost:8080");
        assert!(!check(&origins, &[ours, ("origin", "http://evil.example")]));
        assert!(!check(&origins, &[ours, ours]));
    }

    #[test]
    fn programs_may_leave_the_origin_out_and_browsers_may_not() {
        let origins = Origins::local(8080, &[]);
        assert!(check(&origins, &[]));
        assert!(check(&origins, &[("sec-fetch-site", "same-origin")]));
        assert!(!check(&origins, &[("sec-fetch-site", "cross-site")]));
        assert!(!check(&origins, &[("sec-fetch-site", "same-site")]));
        assert!(!check(&origins, &[("sec-fetch-site", "none")]));
        assert!(!check(&origins, &[("referer", "http://evil.example/")]));
    }

    #[test]
    fn public_addresses_are_read_as_browsers_write_them() {
        for (url, origin, secure) in [
            ("https://ludo.example", "https://ludo.example", true),
            ("HTTPS://Ludo.Example:443/", "https://ludo.example", true),
            ("http://ludo.example:80", "http://ludo.example", false),
            ("http://[::1]:8080", "http://[::1]:8080", false),
            (
                "https://ludo.example:8443",
                "https://ludo.example:8443",
                true,
            ),
        ] {
            let origins = Origins::public(url).unwrap();
            assert_eq!(
                (origins.base(), origins.is_secure()),
                (origin, secure),
                "{url}"
            );
            assert!(
                !check(&origins, &[("origin", "http://localhost:8080")]),
                "{url}"
            );
        }
        for url in [
            "",
            "ludo.example",
            "ftp://ludo.example",
            "https://",
            "https://a/b",
            "https://a b",
            "https://u@h",
        ] {
            assert!(Origins::public(url).is_err(), "{url}");
        }
        assert_eq!(Origins::local(80, &[]).base(), "http://localhost");
        assert_eq!(
            Origins::local(9, &["fd00::1".parse().unwrap()]).base(),
            "http://[fd00::1]:9"
        );
    }
}
