//! Choosing a game: the rule set, how long it is, how much time there is, and house rules.

use super::signal::*;
use ludo_client::Intent;
use ludo_rules::{Board, Key, Length, Named, RuleSet, RuleSetError, Seat};
use ludo_table::{MoveTime, Options};

use super::board::{lane, tiles};
use super::dialog::sheet;
use super::element::{El, html, number, svg};
use super::level::bot_level;
use super::live::Live;
use super::prefs::{change, settings};
use super::settings_sheet::group;
use super::words::{tr, tr_with, with_catalog};
use crate::wording::key;
use crate::{RuleWords, Turning};

/// Where the choice is made.
#[derive(Clone, Copy)]
#[expect(
    clippy::large_enum_variant,
    reason = "a few are copied when a screen is made; a box could not be copied"
)]
pub(super) enum Choosing {
    /// For the next table, before there is one.
    Next,
    /// At a table, whose host chooses.
    Table(Live),
}

impl Choosing {
    /// What is chosen now.
    pub(super) fn now(self) -> Options {
        match self {
            Self::Next => settings().game,
            Self::Table(live) => live
                .with_table(|table| table.options().clone())
                .unwrap_or_default(),
        }
    }

    fn rules(self) -> RuleSet {
        self.now().rules
    }

    /// Changes it. What was chosen last is remembered in this browser.
    pub(super) fn change(self, how: impl FnOnce(&mut Options)) {
        let mut new = untrack(|| self.now());
        how(&mut new);
        if let Self::Table(live) = self {
            live.want(Intent::SetOptions(new.clone()));
        }
        change(|settings| settings.game = new);
    }
}

/// Words about rules in the reader's language.
pub(super) fn rule_words<T>(tell: impl FnOnce(RuleWords<'_>) -> T) -> T {
    with_catalog(|catalog| tell(RuleWords::new(catalog)))
}

/// A game in a few labels: the set, quick, house rules, the time for a move.
pub(super) fn chips(choosing: Choosing) -> El {
    let words = move || {
        let options = choosing.now();
        let mut chips = rule_words(|words| words.chips(&options.rules, options.length));
        if let Some(n) = options.move_time.seconds() {
            chips.push(tr_with("time-chip", &[("n", n.into())]));
        }
        chips
    };
    html("span")
        .class("chips")
        .testid("rules")
        .given(words, |chips| {
            let chip = |words: String| html("span").class("tag").child(words);
            chips.into_iter().map(chip).collect::<Vec<_>>()
        })
}

fn seconds(n: u32) -> String {
    tr_with("time-seconds", &[("n", n.into())])
}

/// All that can be chosen, but for the seats.
pub(super) fn choices(choosing: Choosing) -> El {
    let sets = Named::ALL.map(|set| {
        let words = html("span")
            .child(miniature(set))
            .child(html("b").live_text(move || rule_words(|words| words.name(set))))
            .child(html("small").live_text(move || rule_words(|words| words.hint(set))));
        radio("rules", set.name(), move || choosing.rules().base() == set)
            .on("change", move |_| {
                choosing.change(|options| options.rules = RuleSet::named(set));
            })
            .in_tile("choice set", words)
    });
    let lengths = [
        (
            Length::Whole,
            "whole",
            key("waiting-length-whole"),
            key("waiting-length-whole-hint"),
        ),
        (
            Length::Quick,
            "quick",
            key("waiting-length-quick"),
            key("waiting-length-quick-hint"),
        ),
    ];
    let lengths = lengths.map(|(length, value, name, hint)| {
        let words = html("span").words(name).child(html("small").words(hint));
        radio("length", value, move || choosing.now().length == length)
            .on("change", move |_| {
                choosing.change(|options| options.length = length);
            })
            .in_tile("choice", words)
    });
    let times = MoveTime::ALL.map(|time| {
        let (value, words) = match time.seconds() {
            Some(n) => (n.to_string(), html("span").live_text(move || seconds(n))),
            None => ("none".to_owned(), html("span").words("time-none")),
        };
        radio("time", &value, move || choosing.now().move_time == time)
            .on("change", move |_| {
                choosing.change(|options| options.move_time = time);
            })
            .in_tile("choice", words)
    });
    html("div")
        .class("stack choosing")
        .child(group(key("rules-choose"), sets.into()))
        .child(group(key("waiting-length"), lengths.into()))
        .child(group(key("time-title"), times.into()))
        .child(house(choosing))
}

/// One of several, under a tile.
fn radio(name: &'static str, value: &str, chosen: impl FnMut() -> bool + 'static) -> El {
    html("input")
        .attr("type", "radio")
        .attr("name", name)
        .attr("value", value)
        .testid(&format!("{name}-{value}"))
        .live_checked(chosen)
}

impl El {
    fn in_tile(self, class: &str, words: Self) -> Self {
        html("label").class(class).child(self).child(words)
    }
}

/// Every switch of the rules, in a fold.
fn house(choosing: Choosing) -> El {
    let refused = RwSignal::new(None::<(Key, RuleSetError)>);
    let count = move || choosing.rules().changes().count();
    let reset = html("button")
        .attr("type", "button")
        .class("button")
        .testid("house-reset")
        .words("rules-house-reset")
        .press(move || {
            refused.set(None);
            choosing.change(|options| options.rules = RuleSet::named(options.rules.base()));
        });
    let summary = html("summary")
        .testid("house")
        .child(html("span").words("rules-house"))
        .given(count, |n| {
            (n > 0).then(|| html("span").class("tag strong").child(format!("+{n}")))
        });
    html("details")
        .class("fold house")
        .child(summary)
        .child(html("p").class("small soft").words("rules-house-hint"))
        .child(Key::ALL.map(|switch| row(choosing, switch, refused)))
        .when(move || count() > 0, move || reset.clone())
}

fn row(choosing: Choosing, switch: Key, refused: RwSignal<Option<(Key, RuleSetError)>>) -> El {
    let value = move || choosing.rules().value(switch);
    let usual = move || RuleSet::named(choosing.rules().base()).value(switch);
    let name: &'static str = switch.name();
    let tiles = switch.values().map(|each| {
        let words = html("span").live_text(move || rule_words(|words| words.value(switch, each)));
        let chosen = move || {
            // Said again after a refusal: the browser has chosen it already.
            refused.track();
            value() == each
        };
        let cannot = move || choosing.rules().with(switch, each).is_err();
        radio(name, each, chosen)
            .on("change", move |_| {
                match untrack(|| choosing.rules()).with(switch, each) {
                    Ok(rules) => {
                        refused.set(None);
                        choosing.change(|options| options.rules = rules);
                    }
                    Err(why) => refused.set(Some((switch, why))),
                }
            })
            .in_tile("choice", words)
            .live_class("cannot", cannot)
    });
    let sentence = move || rule_words(|words| words.rule(switch, value()));
    let differs = move || value() != usual();
    let usually = move || {
        if !differs() {
            return String::new();
        }
        let base = choosing.rules().base();
        let (set, value) = rule_words(|words| (words.name(base), words.value(switch, usual())));
        tr_with(
            "rules-usual",
            &[("set", set.into()), ("value", value.into())],
        )
    };
    let why = move || match refused.get() {
        Some((at, why)) if at == switch => rule_words(|words| words.refusal(&why)),
        _ => String::new(),
    };
    html("fieldset")
        .class("group switch")
        .testid(&format!("switch-{name}"))
        .live_class("changed", differs)
        .child(html("legend").live_text(move || rule_words(|words| words.switch(switch))))
        .child(
            html("div")
                .class("choices")
                .child(tiles.collect::<Vec<_>>()),
        )
        .child(html("p").class("small soft").live_text(sentence))
        .child(html("p").class("small usual").live_text(usually))
        .child(
            html("p")
                .class("error")
                .attr("role", "alert")
                .testid(&format!("cannot-{name}"))
                .live_text(why),
        )
}

/// The rules of the game, sentence by sentence; house rules are marked.
pub(super) fn short_rules(choosing: Choosing) -> El {
    let told = move || {
        let options = choosing.now();
        rule_words(|words| words.short(&options.rules, options.length))
    };
    html("ul")
        .class("short")
        .testid("rules-short")
        .given(told, |told| {
            let line = |rule: crate::ShortRule| {
                let tag = html("span").class("tag strong").words("rules-house-tag");
                html("li")
                    .class(if rule.house { "changed" } else { "" })
                    .child(html("span").child(rule.text))
                    .child(rule.house.then_some(tag))
            };
            told.into_iter().map(line).collect::<Vec<_>>()
        })
}

/// What this game is, and the rules in short, behind a fold.
pub(super) fn short_fold(choosing: Choosing, open: bool) -> El {
    let fold = html("details")
        .class("fold")
        .child(html("summary").testid("short").words("rules-short"))
        .child(short_rules(choosing));
    if open { fold.attr("open", "") } else { fold }
}

/// A small picture of a set's board.
fn miniature(set: Named) -> El {
    let board = Board::of(&RuleSet::named(set));
    let turning = Turning::of(set);
    let size = f32::from(board.size());
    let yards = Seat::ALL.map(|seat| {
        let area = board.yard_area(seat);
        let ((x, y), (side, _)) = turning.rect(size, (area.x, area.y), (area.width, area.height));
        svg("circle")
            .class(&format!("fill-{seat}"))
            .attr("cx", &number(x + side / 2.0))
            .attr("cy", &number(y + side / 2.0))
            .attr("r", &number(side * 0.36))
    });
    let lanes = Seat::ALL.map(|seat| {
        svg("path")
            .class(&format!("fill-{seat}"))
            .attr("d", &lane(&board, turning, seat))
    });
    svg("svg")
        .class("miniature")
        .attr("viewBox", &format!("-0.5 -0.5 {0} {0}", number(size + 1.0)))
        .attr("aria-hidden", "true")
        .child(
            svg("path")
                .class("squares")
                .attr("d", &tiles(&board, turning)),
        )
        .child(yards)
        .child(lanes)
}

/// The rules in short, in a sheet, and the quiet button that opens it.
pub(super) fn rules_sheet(choosing: Choosing, open: RwSignal<bool>) -> El {
    sheet(
        open,
        key("rules-title"),
        "rules-sheet",
        [chips(choosing), short_rules(choosing)],
    )
}

/// What was chosen for the next table and its bots, with the way to choose otherwise.
pub(super) fn chosen(open: RwSignal<bool>) -> El {
    let change = html("button")
        .attr("type", "button")
        .class("button quiet change")
        .testid("rules-change")
        .press(move || open.set(true))
        .child(html("span").words("rules-change"))
        .child(
            html("span")
                .class("unseen")
                .live_text(|| format!(": {}", tr("waiting-options"))),
        );
    let level = html("span")
        .class("tag")
        .testid("level-chip")
        .live_text(|| bot_level(settings().level));
    html("div")
        .class("chosen")
        .child(
            html("span")
                .class("chips")
                .child(chips(Choosing::Next))
                .child(level),
        )
        .child(change)
}
