use ludo_protocol::TableCode;

/// What an address shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The start page.
    Start,
    /// A table, by its code.
    Table(TableCode),
    /// Nothing.
    Nowhere,
}

impl Route {
    /// What the path of an address shows.
    #[must_use]
    pub fn from_path(path: &str) -> Self {
        let path = path.trim_end_matches('/');
        if path.is_empty() || path == "/index.html" {
            return Self::Start;
        }
        match path.strip_prefix("/t/").map(str::parse) {
            Some(Ok(code)) => Self::Table(code),
            _ => Self::Nowhere,
        }
    }

    /// The path that shows it.
    #[must_use]
    pub fn path(&self) -> String {
        match self {
            Self::Start | Self::Nowhere => "/".to_owned(),
            Self::Table(code) => format!("/t/{code}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_and_what_it_shows() {
        assert_eq!(Route::from_path("/"), Route::Start);
        assert_eq!(Route::from_path(""), Route::Start);
        let Route::Table(code) = Route::from_path("/t/k7m4qx/") else {
            panic!("a table")
        };
        assert_eq!(code.to_string(), "K7M4QX");
        assert_eq!(Route::Table(code).path(), "/t/K7M4QX");
        for nowhere in ["/t/", "/t/!!", "/t/ABCDEFGHI", "/x", "/t/k7m4qx/more"] {
            assert_eq!(Route::from_path(nowhere), Route::Nowhere, "{nowhere}");
        }
    }
}
