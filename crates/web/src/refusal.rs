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
    const TECHNICAL: [ErrorCode; 16] = [
        ErrorCode::TooLate,
        ErrorCode::WrongGame,
        ErrorCode::TipTaken,
        ErrorCode::NoChain,
        ErrorCode::BadLink,
        ErrorCode::AlreadyAnswered,
        ErrorCode::NotDriven,
        ErrorCode::DrawNotDue,
        ErrorCode::BadFrame,
        ErrorCode::BadCommand,
        ErrorCode::BadSaying,
        ErrorCode::BadRequest,
        ErrorCode::TooLong,
        ErrorCode::IdReused,
        ErrorCode::Version,
        ErrorCode::Other,
    ];

    /// The codes that the document of the protocol lists are all that there are.
    #[test]
    fn every_code_of_the_document_has_words_in_every_language() {
        let document = include_str!("../../../docs/protocol.md");
        let (_, codes) = document
            .split_once("\n## Codes\n")
            .expect("a chapter of codes");
        let (codes, _) = codes.split_once("\n## ").expect("a chapter after it");
        let listed: Vec<&str> = codes
            .lines()
            .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
            .collect();
        assert_eq!(listed.len(), ErrorCode::ALL.len());
        for text in listed {
            let code = ErrorCode::ALL.iter().find(|code| code.as_str() == text);
            let code = *code.unwrap_or_else(|| panic!("{text} is no code"));
            for locale in Locale::ALL {
                let words = refused(&Catalog::new(locale), code);
                assert!(words.ends_with(['.', '!']), "{locale:?}: {text}: {words}");
            }
        }
    }

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
