//! What the proof of a game and the verdict on a record have in common.

use ludo_rules::{BySeat, Seat};
use ludo_web::Arg;

use super::dom::{El, html};
use super::pictures::{face, peg};
use super::words::{name, tr, tr_with};
use crate::{Ledger, Odds, Streak, Tally};

/// A part with a heading.
pub(super) fn part(testid: &str, heading: &str) -> El {
    html("section")
        .class("part")
        .testid(testid)
        .child(html("h3").text(heading))
}

pub(super) fn paragraph(words: &str) -> El {
    html("p").text(words)
}

/// How often each number came for every player, with what luck explains.
pub(super) fn counts(ledger: &Ledger, names: &BySeat<String>) -> El {
    let tallies = ledger.tallies();
    let head = html("tr")
        .attr("role", "row")
        .class("unseen")
        .child(header("columnheader", "col").text(&tr("luck-player")))
        .children((1..=6_u8).map(|number| header("columnheader", "col").text(&number.to_string())));
    let widest = tallies
        .iter()
        .filter_map(|(_, tally)| Some((*tally)?.range.most))
        .max();
    let most = tallies
        .iter()
        .filter_map(|(_, tally)| (*tally)?.faces.into_iter().max())
        .max();
    let scale = widest.max(most).unwrap_or(1).max(1);
    let rows = tallies
        .iter()
        .filter_map(|(seat, tally)| Some(row(seat, (*tally)?, names, scale)));
    html("table")
        .class("counts")
        .attr("role", "table")
        .testid("counts")
        .child(html("caption").class("unseen").text(&tr("luck-title")))
        .child(html("thead").attr("role", "rowgroup").child(head))
        .child(html("tbody").attr("role", "rowgroup").children(rows))
}

fn header(role: &str, scope: &str) -> El {
    html("th").attr("role", role).attr("scope", scope)
}

fn row(seat: Seat, tally: Tally, names: &BySeat<String>, scale: u32) -> El {
    let range = tally.range;
    let words = [
        tr_with("luck-rolls", &[("n", tally.rolls.into())]),
        tr_with(
            "luck-range",
            &[("least", range.least.into()), ("most", range.most.into())],
        ),
    ];
    let who = header("rowheader", "row")
        .child(peg(seat))
        .child(html("bdi").text(&name(names, seat)))
        .child(html("span").class("small soft").text(&words.join(" · ")));
    let share = |count: u32| format!("{}%", 100 * count / (scale + 1));
    let cells = tally.faces.iter().zip(1_u8..).map(|(&count, number)| {
        let inside = range.holds(count);
        let strip = html("span")
            .class("strip")
            .attr("aria-hidden", "true")
            .style("--from", &share(range.least))
            .style("--to", &share(range.most + 1))
            .style(
                "--at",
                &format!("{}%", (200 * count + 100) / (2 * (scale + 1))),
            );
        let cell = html("td")
            .attr("role", "cell")
            .class(if inside { "" } else { "outside" })
            .attr("data-count", &count.to_string())
            .child(face(number))
            .child(html("b").text(&count.to_string()))
            .child(strip);
        if inside {
            cell
        } else {
            cell.child(html("span").class("unseen").text(&tr("luck-outside-cell")))
        }
    });
    html("tr")
        .attr("role", "row")
        .testid(&format!("counts-{seat}"))
        .attr("data-least", &range.least.to_string())
        .attr("data-most", &range.most.to_string())
        .child(who)
        .children(cells)
}

/// The counts, with what they mean.
pub(super) fn luck(ledger: &Ledger, names: &BySeat<String>) -> El {
    let outside: u32 = ledger
        .tallies()
        .iter()
        .filter_map(|(_, tally)| Some((*tally)?.outside()))
        .sum();
    let verdict = match outside {
        0 => tr("luck-inside"),
        n => tr_with("luck-outside", &[("n", n.into())]),
    };
    part("luck", &tr("luck-title"))
        .child(counts(ledger, names))
        .child(
            html("p")
                .class("verdict")
                .testid("luck-verdict")
                .text(&verdict),
        )
        .child(html("p").class("small soft").text(&tr("luck-hint")))
}

/// The longest streaks, and how rare they are.
pub(super) fn streaks(ledger: &Ledger, names: &BySeat<String>, own: Option<Seat>) -> Option<El> {
    let [wait, sixes] = ledger.streaks();
    let said = |key: &str, streak: Streak| {
        let args: [(&'static str, Arg); 3] = [
            ("you", Arg::you(own == Some(streak.seat))),
            ("name", Arg::name(&name(names, streak.seat))),
            ("n", streak.length.into()),
        ];
        let odds = match streak.odds {
            Odds::Nearly => tr("odds-nearly"),
            Odds::OfTen(n) => tr_with("odds-ten", &[("n", n.into())]),
            Odds::OneIn(n) => tr_with("odds-one", &[("n", n.into())]),
        };
        let line = html("li").child(peg(streak.seat));
        let text = html("span")
            .child(html("b").text(&tr_with(key, &args)))
            .text(" ")
            .child(html("span").class("soft").text(&odds));
        line.child(text)
    };
    let lines = [
        wait.map(|streak| said(STREAK_WAIT, streak)),
        sixes.map(|streak| said(STREAK_SIXES, streak)),
    ];
    let lines: Vec<El> = lines.into_iter().flatten().collect();
    let list = (!lines.is_empty()).then(|| html("ul").class("lines").children(lines))?;
    Some(part("streaks", &tr("streaks-title")).child(list))
}

const STREAK_WAIT: &str = key("streak-wait");
const STREAK_SIXES: &str = key("streak-sixes");

/// The key of a message, where it is not asked for at once.
pub(super) const fn key(key: &'static str) -> &'static str {
    key
}

/// Who made the rolls of each seat.
pub(super) fn makers(ledger: &Ledger, names: &BySeat<String>) -> El {
    let lines = ledger.tallies().into_iter().filter_map(|(seat, tally)| {
        let tally = tally?;
        let kinds = [
            (key("made-linked"), tally.linked),
            (key("made-away"), tally.away),
            (key("made-bot"), tally.bot),
            (key("made-no-link"), tally.no_link),
            (key("made-no-chain"), tally.no_chain),
        ];
        let said: Vec<String> = kinds
            .into_iter()
            .filter(|(_, n)| *n > 0)
            .map(|(key, n)| tr_with(key, &[("n", n.into())]))
            .collect();
        let said = if said.is_empty() {
            tr("made-none")
        } else {
            said.join(", ")
        };
        let text = html("span")
            .child(html("b").child(html("bdi").text(&name(names, seat))))
            .text(": ")
            .child(html("span").class("soft").text(&said));
        Some(
            html("li")
                .testid(&format!("made-{seat}"))
                .child(peg(seat))
                .child(text),
        )
    });
    let lines: Vec<El> = lines.collect();
    part("makers", &tr("made-title")).child(html("ul").class("lines").children(lines))
}

/// The four words.
pub(super) fn four(state: &[u8; 32]) -> El {
    let words = ludo_dice::words(state).map(|word| html("li").text(word));
    html("ol")
        .class("four")
        .attr("lang", "en")
        .attr("dir", "ltr")
        .testid("four-words")
        .children(words)
}

/// What no proof of this kind can show.
pub(super) fn not_proven() -> El {
    let lines = [
        tr("not-stop"),
        tr("not-away"),
        tr("not-foresee"),
        tr("not-other-games"),
        tr("not-together"),
    ];
    part("not-proven", &tr("not-title")).child(
        html("ul")
            .class("dots")
            .children(lines.map(|line| html("li").text(&line))),
    )
}
