use ludo_protocol::ErrorCode;

use crate::Catalog;

/// A refusal in the reader's language.
///
/// What a person can do something about has a sentence of its own. What only a fault of the page or the server can cause is named
/// by its code.
#[must_use]
pub fn refused(catalog: &Catalog, code: ErrorCode) -> String {
    let key = format!("refused-{}", code.as_str());
    if catalog.has(&key) {
        return catalog.text(&key, &[]);
    }
    catalog.text("refused-technical", &[("code", code.as_str().into())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Locale;

    /// What nobody can cause by pressing what is there.
    const TECHNICAL: [ErrorCode; 19] = [
        ErrorCode::TooLate,
        ErrorCode::WrongGame,
        ErrorCode::TipTaken,
        ErrorCode::NoChain,
        ErrorCode::BadLink,
        ErrorCode::AlreadyAnswered,
        ErrorCode::NotDriven,
        ErrorCode::DrawNotDue,
        ErrorCode::Internal,
        ErrorCode::BadFrame,
        ErrorCode::BadCommand,
        ErrorCode::BadRequest,
        ErrorCode::TooLong,
        ErrorCode::IdReused,
        ErrorCode::Ahead,
        ErrorCode::ForbiddenOrigin,
        ErrorCode::Slow,
        ErrorCode::Version,
        ErrorCode::Other,
    ];

    #[test]
    fn every_refusal_has_words_in_every_language() {
        for locale in Locale::ALL {
            let catalog = Catalog::new(locale);
            for &code in ErrorCode::ALL {
                let own = catalog.has(&format!("refused-{}", code.as_str()));
                assert_ne!(own, TECHNICAL.contains(&code), "{locale:?}: {code:?}");
                assert!(!refused(&catalog, code).is_empty());
            }
        }
    }
}
