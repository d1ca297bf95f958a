//! The proof of the game at a table.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ludo_client::Seen;
use ludo_dice::{Claim, Proof, SealPublic, SealState};
use ludo_rules::{BySeat, Record};
use wasm_bindgen_futures::spawn_local;

use super::dom::{El, html};
use super::fetch;
use super::parts::{four, luck, makers, not_proven, paragraph, part, streaks};
use super::pictures::{ALARM, FILE, SHIELD, icon};
use super::rolls::how;
use super::words::{tr, tr_with};
use crate::{Ledger, chained};

thread_local! {
    /// Counts what was shown: an answer for an older one is not shown any more.
    static SHOWN: Cell<u32> = const { Cell::new(0) };
    /// The record of the game that was looked at last: it never changes.
    static KNOWN: RefCell<Option<(String, String)>> = const { RefCell::new(None) };
}

/// What the record of the game says.
#[derive(Clone, Debug)]
enum Told {
    /// The game is not over.
    NotYet,
    /// It is on its way.
    Coming,
    /// It could not be had.
    Away,
    /// It is the game that was seen, and it proves out.
    Good {
        /// Whose seal it has: this server's, another's, or none.
        sealed: Option<bool>,
    },
    /// It does not prove out, or is another game.
    Bad(String),
}

/// Shows what is known of a game's dice, and checks its record if it is over.
pub(super) fn show(place: &El, seen: Seen, names: BySeat<String>) {
    let shown = SHOWN.get().wrapping_add(1);
    SHOWN.set(shown);
    let game = Rc::new((seen, names));
    let ledger = Ledger::seen(&game.0);
    if !game.0.over {
        return draw(place, &game, &ledger, &Told::NotYet);
    }
    draw(place, &game, &ledger, &Told::Coming);
    let place = place.clone();
    spawn_local(async move {
        let (ledger, record) = from_record(&game.0).await.unwrap_or((ledger, Told::Away));
        if SHOWN.get() == shown {
            draw(&place, &game, &ledger, &record);
        }
    });
}

/// Fetches the record, checks it, and compares it with what was seen.
async fn from_record(seen: &Seen) -> Option<(Ledger, Told)> {
    let id = seen.game.to_string();
    let known = KNOWN.with_borrow(|known| known.clone().filter(|(known, _)| *known == id));
    let text = match known {
        Some((_, text)) => text,
        None => {
            let text = fetch::text(&format!("/api/games/{id}.ludo")).await?;
            KNOWN.replace(Some((id.clone(), text.clone())));
            text
        }
    };
    let bad = |why: String| Some((Ledger::seen(seen), Told::Bad(why)));
    let record: Record = match text.parse() {
        Ok(record) => record,
        Err(error) => return bad(error.to_string()),
    };
    let mut rolls = Vec::new();
    let proof = match Proof::roll_by_roll(&record, |roll| rolls.push(roll)) {
        Ok(proof) => proof,
        Err(unproven) => return bad(unproven.to_string()),
    };
    if record.tag("Game") != Some(&id)
        || proof.claim != Claim::Chains
        || chained(&record) != seen.chained
    {
        return bad(tr("record-other"));
    }
    let ledger = match Ledger::with_record(seen, &proof, &rolls) {
        Ok(ledger) => ledger,
        Err(differs) => {
            return bad(match differs.roll {
                Some(roll) => tr_with("record-other-roll", &[("n", roll.into())]),
                None => tr("record-other"),
            });
        }
    };
    let sealed = match SealState::of(text.as_bytes()) {
        SealState::Broken => return bad(tr("seal-broken")),
        SealState::None => None,
        SealState::Valid(key) => {
            let own = fetch::text("/.well-known/ludo-seal").await;
            let own = own.and_then(|own| own.trim().parse::<SealPublic>().ok());
            Some(own == Some(key))
        }
    };
    Some((ledger, Told::Good { sealed }))
}

fn draw(place: &El, game: &(Seen, BySeat<String>), ledger: &Ledger, record: &Told) {
    let (seen, names) = game;
    let content = html("div")
        .class("proof-screen")
        .attr("data-checked", &ledger.checked().to_string())
        .attr("data-rolls", &seen.rolls.to_string())
        .attr("data-record", state(record))
        .testid("proof-screen");
    if ledger.rolls == 0 {
        place.fill([content
            .child(paragraph(&tr("proof-none")))
            .child(not_proven())]);
        return;
    }
    let mut parts = vec![sentence(seen, ledger, record)];
    parts.extend(words(seen, ledger, record));
    parts.push(luck(ledger, names));
    parts.extend(streaks(ledger, names, seen.own));
    parts.push(makers(ledger, names));
    parts.push(how(ledger.clone(), names.clone()));
    parts.push(not_proven());
    parts.push(acts(seen));
    place.fill([content.children(parts)]);
}

const fn state(record: &Told) -> &'static str {
    match record {
        Told::NotYet => "running",
        Told::Coming => "coming",
        Told::Away => "away",
        Told::Good { .. } => "good",
        Told::Bad(_) => "bad",
    }
}

/// What everybody understands.
fn sentence(seen: &Seen, ledger: &Ledger, record: &Told) -> El {
    let (checked, live) = (ledger.checked(), ledger.live());
    let text = html("div").class("stack");
    if let Told::Bad(why) = record {
        return html("div")
            .class("verdict-card bad")
            .attr("role", "alert")
            .testid("proof-bad")
            .child(icon(ALARM))
            .child(
                text.child(html("p").class("lead").text(&tr("record-bad")))
                    .child(paragraph(why)),
            );
    }
    let claim = if seen.chained.is_empty() {
        tr("proof-server-only")
    } else {
        tr("proof-sentence")
    };
    let mut more = vec![tr_with(
        "proof-checked",
        &[("checked", checked.into()), ("rolls", seen.rolls.into())],
    )];
    let away = ledger.away();
    if away > 0 {
        more.push(tr_with("proof-away", &[("n", away.into())]));
    }
    let mut notes = Vec::new();
    if live < seen.rolls {
        notes.push(match record {
            Told::NotYet => tr_with("proof-late", &[("n", (seen.rolls - live).into())]),
            Told::Good { .. } => tr_with(
                "proof-late-record",
                &[("live", live.into()), ("n", (seen.rolls - live).into())],
            ),
            Told::Coming | Told::Away | Told::Bad(_) => String::new(),
        });
    } else if let Told::Good { .. } = record {
        notes.push(tr("proof-record"));
    }
    notes.push(match record {
        Told::Coming => tr("proof-coming"),
        Told::Away => tr("proof-record-away"),
        Told::Good { sealed: Some(true) } => tr("seal-own"),
        Told::Good {
            sealed: Some(false),
        } => tr("seal-not-compared"),
        _ => String::new(),
    });
    if seen.overtaken > 0 {
        notes.push(tr_with("proof-overtaken", &[("n", seen.overtaken.into())]));
    }
    let notes = notes.into_iter().filter(|note| !note.is_empty());
    let notes = notes.map(|note| html("p").class("small soft").text(&note));
    html("div")
        .class(if seen.chained.is_empty() {
            "verdict-card plain"
        } else {
            "verdict-card"
        })
        .attr("aria-live", "polite")
        .testid("proof-words")
        .child(icon(SHIELD))
        .child(
            text.child(html("p").class("lead").text(&claim))
                .child(paragraph(&more.join(" ")))
                .children(notes),
        )
}

fn words(seen: &Seen, ledger: &Ledger, record: &Told) -> Option<El> {
    if let Told::Bad(_) = record {
        return None;
    }
    let hint = if seen.over {
        tr("words-hint")
    } else {
        tr_with("words-hint-running", &[("n", seen.rolls.into())])
    };
    Some(
        part("words", &tr("words-title"))
            .child(four(&ledger.state?))
            .child(paragraph(&hint)),
    )
}

fn acts(seen: &Seen) -> El {
    let link = |class: &str, testid: &str, href: &str, words: &str| {
        html("a")
            .class(class)
            .testid(testid)
            .attr("href", href)
            .text(words)
    };
    let acts = html("div").class("acts");
    let acts = if seen.over {
        let id = seen.game;
        acts.child(
            html("a")
                .class("button primary")
                .testid("download")
                .attr("href", &format!("/api/games/{id}.ludo"))
                .attr("download", &format!("{id}.ludo"))
                .child(icon(FILE))
                .child(html("span").text(&tr("record-save"))),
        )
    } else {
        acts
    };
    acts.child(link("button", "to-verify", "/verify", &tr("to-verify")).attr("target", "_blank"))
}
