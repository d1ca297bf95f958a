//! The page that tells everybody how the dice of this server fell. It is written here, not drawn by the page of the game:
//! who plays does not load it, and who only wants to read it needs no program for that.

mod chart;
mod figures;
mod words;

use std::fmt::Write;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use ludo_protocol::{DiceGroup, DiceStats};

use crate::app::App;
use crate::error::ApiError;
use crate::language::Language;
use chart::chart;
use figures::{Figures, chances};
use words::Words;

/// Its style sheet.
const LOOKS: &str = include_str!("dice_page/looks.css");

/// The page, in the language of `?lang=` or of the browser.
pub(crate) async fn get(
    State(app): State<App>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let stats = app.dice.stats().ok_or_else(ApiError::unavailable)?;
    let language = Language::asked(uri.query().unwrap_or_default(), &headers);
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_LANGUAGE, language.tag()),
        (header::CACHE_CONTROL, "public, max-age=60"),
        (header::VARY, "accept-language"),
    ];
    Ok((StatusCode::OK, headers, page(&stats, language)).into_response())
}

/// The style sheet.
pub(crate) async fn looks() -> impl IntoResponse {
    let headers = [
        (header::CONTENT_TYPE, "text/css; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
    ];
    (headers, LOOKS)
}

/// The whole page. Nothing in it comes from anybody: it is numbers and our own words.
fn page(stats: &DiceStats, language: Language) -> String {
    let words = Words::of(language);
    let mut html = String::with_capacity(16 * 1024);
    // Writing to a string cannot fail.
    let _ = write(&mut html, stats, language, &words);
    html
}

fn write(
    html: &mut String,
    stats: &DiceStats,
    language: Language,
    words: &Words,
) -> std::fmt::Result {
    let figures = Figures(language);
    write!(
        html,
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} · Ludo</title>\n\
         <link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'%3E%3Cpath fill='%23b43a2c' d='M0 0h1v1H0z'/%3E%3Cpath fill='%232f7d52' d='M1 0h1v1H1z'/%3E%3Cpath fill='%23dfa52a' d='M1 1h1v1H1z'/%3E%3Cpath fill='%232d63a4' d='M0 1h1v1H0z'/%3E%3C/svg%3E\">\n\
         <link rel=\"stylesheet\" href=\"/dice.css\">\n</head>\n<body>\n<header>\
         <a class=\"home\" href=\"/\">Ludo</a><nav aria-label=\"{languages}\">",
        language.tag(),
        title = words.title,
        languages = words.languages,
    )?;
    for each in Language::ALL {
        let current = if each == language {
            " aria-current=\"page\""
        } else {
            ""
        };
        write!(
            html,
            "<a href=\"/dice?lang={tag}\" lang=\"{tag}\" hreflang=\"{tag}\"{current}>{name}</a>",
            tag = each.tag(),
            name = each.own_name()
        )?;
    }
    writeln!(html, "</nav></header>\n<main>\n<h1>{}</h1>", words.title)?;
    let rolls: u64 = stats.all.faces.iter().sum();
    if rolls == 0 {
        writeln!(html, "<p class=\"first\">{}</p>", words.none_yet)?;
    } else {
        writeln!(
            html,
            "<p class=\"first\">{}</p>",
            words.verdict(stats, figures)
        )?;
        writeln!(html, "<p>{}</p>", words.looks)?;
        writeln!(
            html,
            "<figure>{}<figcaption>{}</figcaption></figure>",
            chart(&stats.all.faces, figures, words),
            words.chart_caption
        )?;
        write!(
            html,
            "<h2>{}</h2>\n<p>{}</p>\n",
            words.memory_title,
            words.memory(stats, figures)
        )?;
        kinds(html, stats, figures, words)?;
        write!(
            html,
            "<h2>{}</h2>\n<p>{}</p>\n<p>{}</p>\n",
            words.shares_title,
            words.without_link(stats, figures),
            words.abandoned(stats, figures)
        )?;
        weeks(html, stats, figures, words)?;
    }
    write!(
        html,
        "<h2>{}</h2>\n<p>{}</p>\n<p>{}</p>\n</main>\n</body>\n</html>\n",
        words.how_title, words.how, words.check
    )
}

/// The rolls by who made them.
fn kinds(
    html: &mut String,
    stats: &DiceStats,
    figures: Figures,
    words: &Words,
) -> std::fmt::Result {
    table(html, "kinds", words.kinds_title, "")?;
    for head in [words.who, words.rolls, words.fair_gives] {
        write!(html, "<th scope=\"col\">{head}</th>")?;
    }
    for face in 1..=6 {
        write!(html, "<th scope=\"col\">{face}</th>")?;
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    let kinds = &stats.kinds;
    let rows = [
        (words.linked, &kinds.linked),
        (words.unlinked, &kinds.unlinked),
        (words.auto, &kinds.auto),
        (words.substitute, &kinds.substitute),
        (words.bot, &kinds.bot),
        (words.all, &stats.all),
    ];
    for (name, DiceGroup { faces, test }) in rows {
        let rolls: u64 = faces.iter().sum();
        write!(
            html,
            "<tr><th scope=\"row\">{name}</th><td>{}</td><td>{}</td>",
            figures.whole(rolls),
            told(test.p, words)
        )?;
        for face in faces {
            write!(html, "<td>{}</td>", figures.share(*face, rolls))?;
        }
        html.push_str("</tr>\n");
    }
    writeln!(html, "</tbody></table></div>")
}

/// A title, and the begin of a table that can be scrolled sideways.
fn table(html: &mut String, id: &str, title: &str, before: &str) -> std::fmt::Result {
    write!(
        html,
        "<h2 id=\"{id}\">{title}</h2>\n{before}<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-labelledby=\"{id}\"><table>\n<thead><tr>"
    )
}

/// The newest weeks, the newest first.
fn weeks(
    html: &mut String,
    stats: &DiceStats,
    figures: Figures,
    words: &Words,
) -> std::fmt::Result {
    let before = format!("<p>{}</p>\n", words.weeks);
    table(html, "weeks", words.weeks_title, &before)?;
    for head in [
        words.week,
        words.games,
        words.rolls,
        words.faces_short,
        words.pairs_short,
        words.without_short,
        words.abandoned_short,
    ] {
        write!(html, "<th scope=\"col\">{head}</th>")?;
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for week in stats.weeks.iter().rev() {
        writeln!(
            html,
            "<tr><th scope=\"row\"><time datetime=\"{from}\">{from}</time></th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            figures.whole(week.games),
            figures.whole(week.rolls),
            told(week.p_faces, words),
            told(week.p_pairs, words),
            figures.share(week.without_link, week.people),
            figures.share(week.abandoned, week.games),
            from = week.from,
        )?;
    }
    writeln!(html, "</tbody></table></div>")
}

/// In how many of 100 cases fair dice differ as much, or that the rolls are too few to tell.
fn told(p: Option<f64>, words: &Words) -> String {
    p.map_or_else(
        || words.too_few.to_owned(),
        |p| words.of_hundred(&chances(p, words)),
    )
}

#[cfg(test)]
mod tests;
