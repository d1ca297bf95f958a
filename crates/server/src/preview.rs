//! What a messenger shows of a link that somebody sends: a title, a line of words and a picture. Messengers fetch the
//! address as a browser does, read the head of the page, and run nothing of it; so these words are written here, into the page
//! as it was built.

mod words;

use std::fmt::Write;

use ludo_protocol::{TableCode, TableSummary};
use ludo_rules::Named;

use crate::language::Language;
use words::Words;

/// What stands around the part of the built page that is written anew.
const BEGIN: &str = "<!-- preview -->";
const END: &str = "<!-- /preview -->";

/// Pixels of a picture, across and down: the shape that most messengers show whole.
const SIZE: (u32, u32) = (1200, 630);

/// The words for one link, in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Preview {
    language: Language,
    title: String,
    description: String,
    /// Behind the host; begins with `/`.
    path: String,
    /// Which picture: that of the board with so many squares.
    squares: u8,
}

impl Preview {
    /// Of the start page.
    pub(crate) fn start(language: Language) -> Self {
        let words = Words(language);
        Self {
            language,
            title: words.name().to_owned(),
            description: words.game().to_owned(),
            path: "/".to_owned(),
            squares: 52,
        }
    }

    /// Of a table that cannot be looked up just now.
    pub(crate) fn some_table(language: Language) -> Self {
        let words = Words(language);
        Self {
            description: words.invitation().to_owned(),
            ..Self::start(language)
        }
    }

    /// Of an address that leads to no table.
    pub(crate) fn no_table(language: Language) -> Self {
        let words = Words(language);
        Self {
            title: words.no_table().to_owned(),
            description: words.open_your_own().to_owned(),
            ..Self::start(language)
        }
    }

    /// Of a table as it stands.
    pub(crate) fn table(language: Language, code: TableCode, table: &TableSummary) -> Self {
        let words = Words(language);
        Self {
            language,
            title: words.title(table),
            description: words.description(table),
            path: format!("/t/{code}"),
            squares: match table.options.rules.base() {
                Named::Classic | Named::Modern => 52,
                Named::Mensch | Named::Chinczyk => 40,
                Named::Parchis => 68,
            },
        }
    }

    /// What the name of its picture begins with, among the files of the page.
    pub(crate) fn picture(&self) -> String {
        format!("assets/preview-{}-", self.squares)
    }

    /// The built page with these words in its head; nothing where the page has no place for them.
    ///
    /// `origin` is how the page is reached, without a `/` at its end; `picture` the path of the picture. Messengers want
    /// whole addresses.
    pub(crate) fn within(&self, page: &str, origin: &str, picture: Option<&str>) -> Option<String> {
        let (before, rest) = page.split_once(BEGIN)?;
        let (_, after) = rest.split_once(END)?;
        let mut html = String::with_capacity(page.len() + 2048);
        html.push_str(before);
        // Writing to a string cannot fail.
        let _ = self.write(&mut html, origin, picture);
        html.push_str(after.trim_start_matches('\n'));
        Some(html)
    }

    fn write(&self, html: &mut String, origin: &str, picture: Option<&str>) -> std::fmt::Result {
        let words = Words(self.language);
        let (title, description) = (escaped(&self.title), escaped(&self.description));
        writeln!(html, "<title>{title}</title>")?;
        writeln!(
            html,
            "<meta name=\"description\" content=\"{description}\">"
        )?;
        let mut says = |name: &str, content: &str| {
            writeln!(html, "<meta property=\"og:{name}\" content=\"{content}\">")
        };
        says("site_name", "Ludo")?;
        says("type", "website")?;
        says("title", &title)?;
        says("description", &description)?;
        says("url", &format!("{origin}{}", self.path))?;
        says("locale", words.locale())?;
        let Some(picture) = picture else {
            return Ok(());
        };
        says("image", &format!("{origin}/{picture}"))?;
        says("image:type", "image/png")?;
        says("image:width", &SIZE.0.to_string())?;
        says("image:height", &SIZE.1.to_string())?;
        says("image:alt", words.picture())?;
        // All else this one reads as the others do.
        writeln!(
            html,
            "<meta name=\"twitter:card\" content=\"summary_large_image\">"
        )
    }
}

/// Text as it may stand in HTML, in an attribute too.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests;
