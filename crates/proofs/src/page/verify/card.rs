use std::cell::Cell;

use ludo_dice::{SealPublic, SealState};

use super::super::dom::{El, html};
use super::super::parts::{four, luck, makers, streaks};
use super::super::pictures::{ALARM, SHIELD, icon};
use super::super::rolls::how;
use super::super::words::{tr, tr_with};
use crate::{Ledger, Verdict, Wrong};

/// A card that is being made: its text, beside a sign.
pub(super) struct Card(El, bool);

pub(super) fn card(is_good: bool) -> Card {
    Card(html("div").class("stack"), is_good)
}

impl Card {
    pub(super) fn testid(self, name: &str) -> Self {
        Self(self.0.testid(name), self.1)
    }

    pub(super) fn child(self, child: El) -> Self {
        Self(self.0.child(child), self.1)
    }

    pub(super) fn into_card(self) -> El {
        html("div")
            .class(if self.1 {
                "verdict-card"
            } else {
                "verdict-card bad"
            })
            .child(icon(if self.1 { SHIELD } else { ALARM }))
            .child(self.0)
    }
}

/// What is said of one game.
pub(super) fn game(file: &str, verdict: &Verdict, key: Option<SealPublic>, alone: bool) -> El {
    let title = if alone {
        file.to_owned()
    } else {
        tr_with(
            "verify-game",
            &[
                ("file", file.into()),
                ("n", u32::try_from(verdict.game).unwrap_or(u32::MAX).into()),
            ],
        )
    };
    let shell = html("article")
        .class("card verdict")
        .testid("game")
        .attr(
            "data-good",
            if verdict.wrong.is_none() {
                "true"
            } else {
                "false"
            },
        )
        .attr(
            "data-seal",
            match verdict.seal {
                SealState::None => "none",
                SealState::Broken => "broken",
                SealState::Valid(by) if key == Some(by) => "own",
                SealState::Valid(_) => "other",
            },
        )
        .child(html("h3").class("file").child(html("bdi").text(&title)));
    if let Some(wrong) = &verdict.wrong {
        let (words, detail) = match wrong {
            Wrong::Face {
                roll,
                shown,
                right,
                detail,
            } => {
                let args = [
                    ("n", (*roll).into()),
                    ("shown", (*shown).into()),
                    ("right", (*right).into()),
                ];
                (tr_with("wrong-face", &args), detail.as_str())
            }
            Wrong::Dice(detail) => (tr("wrong-dice"), detail.as_str()),
            Wrong::NoProof => (tr("wrong-no-proof"), ""),
            Wrong::Form(detail) => (tr("wrong-form"), detail.as_str()),
            Wrong::Seal => (tr("seal-broken"), ""),
        };
        let mut told = card(false).child(html("p").class("lead").text(&words));
        if !detail.is_empty() {
            told = told.child(
                html("p")
                    .class("detail")
                    .attr("lang", "en")
                    .attr("dir", "ltr")
                    .text(detail),
            );
        }
        return shell.child(told.into_card());
    }
    let Some(ledger) = &verdict.ledger else {
        return shell;
    };
    let claim = match (ledger.state, ledger.chained.is_empty()) {
        (None, _) => tr("verify-nothing"),
        (Some(_), true) => tr("verify-server-only"),
        (Some(_), false) => tr("verify-good"),
    };
    let seal = match verdict.seal {
        SealState::None => tr("seal-none"),
        SealState::Valid(by) if key == Some(by) => tr("seal-own"),
        SealState::Valid(by) => {
            let args = [("key", by.to_string().into())];
            if key.is_some() {
                tr_with("seal-other", &args)
            } else {
                tr_with("seal-unknown", &args)
            }
        }
        SealState::Broken => String::new(),
    };
    let told = card(true)
        .child(html("p").class("lead").text(&claim))
        .child(html("p").testid("seal").text(&seal));
    let shell = shell.child(told.into_card());
    if ledger.lines.is_empty() {
        return shell;
    }
    let more = || details(ledger, verdict);
    if alone {
        return shell.children(more());
    }
    // Not made before somebody wants to see it.
    let inside = html("div").class("stack");
    let (place, ledger, verdict) = (inside.clone(), ledger.clone(), verdict.clone());
    let made = Cell::new(false);
    let fold = html("details")
        .class("fold")
        .child(html("summary").text(&tr("verify-details")))
        .child(inside)
        .on("toggle", move |_| {
            if !made.replace(true) {
                place.fill(details(&ledger, &verdict));
            }
        });
    shell.child(fold)
}

fn details(ledger: &Ledger, verdict: &Verdict) -> Vec<El> {
    let names = &verdict.names;
    let mut parts = Vec::new();
    if let Some(state) = &ledger.state {
        parts.push(four(state));
    }
    parts.push(luck(ledger, names));
    parts.extend(streaks(ledger, names, None));
    parts.push(makers(ledger, names));
    parts.push(how(ledger.clone(), names.clone()));
    parts
}
