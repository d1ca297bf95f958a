use axum::http::{HeaderMap, header};

/// A language that the page is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    English,
    Polish,
}

/// Languages of a browser that are looked at.
const ASKED: usize = 16;

impl Language {
    pub(crate) const ALL: [Self; 2] = [Self::English, Self::Polish];

    /// That of `?lang=`, or the first that the browser names; English where none is known.
    pub(crate) fn asked(query: &str, headers: &HeaderMap) -> Self {
        let chosen = query.split('&').find_map(|part| part.strip_prefix("lang="));
        if let Some(language) = chosen.and_then(Self::from_tag) {
            return language;
        }
        let accepted = headers.get(header::ACCEPT_LANGUAGE);
        let accepted = accepted
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        let tags = accepted.split(',').take(ASKED);
        // Browsers name them in the order of their preference.
        let mut known = tags.filter_map(|tag| Self::from_tag(tag.split(';').next()?.trim()));
        known.next().unwrap_or(Self::English)
    }

    fn from_tag(tag: &str) -> Option<Self> {
        let language = tag.split('-').next().unwrap_or_default();
        let mut all = Self::ALL.into_iter();
        all.find(|each| language.eq_ignore_ascii_case(each.tag()))
    }

    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Polish => "pl",
        }
    }

    pub(crate) const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Polish => "Polski",
        }
    }
}
