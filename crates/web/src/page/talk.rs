//! What people say to each other: the button and the sheet to say something, and the bubble at the speaker's place.

use std::time::Duration;

use super::signal::*;
use ludo_client::Intent;
use ludo_protocol::{ErrorCode, Saying};
use ludo_rules::{BySeat, Seat};
use ludo_table::Member;

use super::cue;
use super::dialog::sheet;
use super::element::{El, html, svg};
use super::icon::{TALK, icon};
use super::live::Live;
use super::peg::peg;
use super::prefs::{settings, settings_now, speed};
use super::storage;
use super::words::{View, refusal, say_of_seat, tr, tr_with};
use crate::wording::key;
use crate::{Arg, face, mute_at, muted_at};

/// Milliseconds for which a bubble is there; longer for who likes it slow, never shorter.
const SHOWN: f64 = 4_000.0;

/// How many lines stand in the region for those who do not see the bubbles.
const KEPT: usize = 6;

/// Where it is kept who is not heard.
const MUTED: &str = "ludo.muted";

/// What is said at a table.
#[derive(Clone, Copy)]
pub(super) struct Talk {
    /// What each seat said last, as long as it is shown, with a number of its own.
    heard: RwSignal<BySeat<Option<(u64, Saying)>>>,
    /// What was said last, in words.
    lines: RwSignal<Vec<(u64, String)>>,
    /// Whether the reader has said so much that they have to wait.
    waits: RwSignal<bool>,
    muted: RwSignal<Vec<Member>>,
    /// Whether the reader looks for something to say.
    open: RwSignal<bool>,
    /// The plate that was touched, and whether its menu is open.
    touched: RwSignal<Option<(Seat, Member)>>,
    menu: RwSignal<bool>,
}

impl Talk {
    pub(super) fn new(table: &str) -> Self {
        let kept = storage::kept(MUTED).unwrap_or_default();
        Self {
            heard: RwSignal::new(BySeat::default()),
            lines: RwSignal::new(Vec::new()),
            waits: RwSignal::new(false),
            muted: RwSignal::new(muted_at(&kept, table)),
            open: RwSignal::new(false),
            touched: RwSignal::new(None),
            menu: RwSignal::new(false),
        }
    }

    /// Shows what somebody said, for a while, and tells it.
    pub(super) fn hear(self, live: Live, seat: Seat, saying: Saying) {
        let member = live
            .with_table(|table| table.chair(seat).member())
            .flatten();
        let is_muted = |muted: &Vec<Member>| member.is_some_and(|member| muted.contains(&member));
        if !settings_now().talk || self.muted.with(is_muted) {
            return;
        }
        let number = self
            .lines
            .with(|lines| lines.last().map_or(0, |(number, _)| number + 1));
        if live.mine() != Some(seat) {
            cue::once("say");
        }
        let line = line(live, seat, saying);
        self.lines.update(|lines| {
            lines.push((number, line));
            let surplus = lines.len().saturating_sub(KEPT);
            lines.drain(..surplus);
        });
        let said = Some((number, saying));
        self.heard.update(|heard| heard[seat] = said);
        let wait = SHOWN / speed().unwrap_or(1.0).min(1.0);
        later(Duration::from_secs_f64(wait / 1000.0), move || {
            // Who has left meanwhile sees nothing more; what was said since stays.
            if self.heard.try_with_untracked(|heard| heard[seat]) == Some(said) {
                self.heard.update(|heard| heard[seat] = None);
            }
        });
    }

    /// What the reader wanted to say was not said; after `wait` milliseconds something can be.
    pub(super) fn unsaid(self, live: Live, code: ErrorCode, wait: u64) {
        live.notice.set(Some(if wait > 0 {
            self.waits.set(true);
            later(Duration::from_millis(wait), move || {
                let _ = self.waits.try_set(false);
            });
            tr("talk-wait")
        } else {
            refusal(code)
        }));
    }

    fn mute(self, table: &str, member: Member) {
        self.muted.update(
            |muted| match muted.iter().position(|other| *other == member) {
                Some(at) => drop(muted.remove(at)),
                None => muted.push(member),
            },
        );
        self.heard.set(BySeat::default());
        let kept = storage::kept(MUTED).unwrap_or_default();
        let kept = self
            .muted
            .with_untracked(|muted| mute_at(&kept, table, muted));
        storage::keep(MUTED, &kept);
    }
}

/// The other people at the table.
fn others(live: Live) -> Vec<(Seat, Member)> {
    let mine = live.mine();
    let people = live.with_table(|table| {
        let people = Seat::ALL.map(|seat| table.chair(seat).member().map(|member| (seat, member)));
        people
            .into_iter()
            .flatten()
            .filter(|(seat, _)| Some(*seat) != mine)
            .collect()
    });
    people.unwrap_or_default()
}

/// Whether the reader can say something, and somebody is there who hears it.
fn has_company(live: Live) -> bool {
    let company = || live.watching() > 0 || !others(live).is_empty();
    live.mine().is_some() && settings().talk && company()
}

/// The button by which something is said; with words where there is room.
pub(super) fn talk_button(live: Live, words: bool) -> El {
    let talk = live.talk();
    let still = move || talk.waits.get() || live.offline();
    html("span").class("says").when(
        move || has_company(live),
        move || {
            let button = html("button")
                .attr("type", "button")
                .class(if words {
                    "button quiet"
                } else {
                    "button icon-button to-say"
                })
                .testid("talk")
                .attr("aria-haspopup", "dialog")
                .live_flag("aria-disabled", still)
                .press(move || {
                    if !untrack(still) {
                        talk.open.set(true);
                    }
                })
                .child(icon(TALK));
            if words {
                button.child(html("span").words("talk-title"))
            } else {
                button.label("talk-title")
            }
        },
    )
}

/// All that there is to say, who is not heard, and what was said for those who do not see it. Once a table.
pub(super) fn talk(live: Live) -> El {
    let lines = live.talk().lines;
    let numbers = move || lines.with(|lines| lines.iter().map(|(number, _)| *number).collect());
    let line = move |number| {
        lines.with(|lines| {
            let mut lines = lines.iter();
            lines
                .find(|(other, _)| *other == number)
                .map(|(_, line)| line.clone())
        })
    };
    html("div")
        .child(
            html("div")
                .class("unseen")
                .attr("role", "log")
                .attr("aria-live", "polite")
                .testid("heard")
                .each(numbers, move |number| html("p").child(line(number))),
        )
        .when(
            move || has_company(live),
            move || [talk_sheet(live), plate_sheet(live)],
        )
}

/// `Ania: Well played`.
fn line(live: Live, seat: Seat, saying: Saying) -> String {
    let names = live.names();
    let view = View {
        mine: live.mine(),
        me: live.you(),
        names: &names,
        member: &|_| String::new(),
    };
    say_of_seat(
        &view,
        key("talk-said"),
        seat,
        &[("words", words(saying).into())],
    )
}

fn words(saying: Saying) -> String {
    tr_with("talk-words", &[("what", saying.name().into())])
}

fn talk_sheet(live: Live) -> El {
    let talk = live.talk();
    // Should everybody leave meanwhile, it is not there again when somebody comes.
    on_cleanup(move || {
        let _ = talk.open.try_set(false);
    });
    let button = move |saying: Saying, class: &str| {
        html("button")
            .attr("type", "button")
            .class(class)
            .testid(&format!("say-{}", saying.name()))
            .press(move || {
                talk.open.set(false);
                live.want(Intent::Say(saying));
            })
    };
    let reaction = move |saying| {
        let button = button(saying, "react").live_attr("aria-label", move || Some(words(saying)));
        // The keyboard begins here.
        let first = if saying == Saying::Smile {
            button.attr("autofocus", "")
        } else {
            button
        };
        first.child(picture(saying))
    };
    let phrase = move |saying| button(saying, "button").live_text(move || words(saying));
    let mute = move |(seat, member)| mute_button(live, seat, member, "mute");
    let content = html("div")
        .class("stack")
        .given(
            move || live.mine(),
            move |mine| {
                let seat = mine.map(|seat| format!(" seat-{seat}")).unwrap_or_default();
                html("div")
                    .class(&format!("faces{seat}"))
                    .child(Saying::REACTIONS.map(reaction))
            },
        )
        .child(
            html("div")
                .class("phrases")
                .child(Saying::PHRASES.map(phrase)),
        )
        .given(
            move || others(live),
            move |others| {
                html("div")
                    .class("row mutes")
                    .child(others.into_iter().map(mute).collect::<Vec<_>>())
            },
        );
    sheet(talk.open, key("talk-title"), "talk-sheet", content).class("sheet talk")
}

/// Stops or starts hearing somebody.
fn mute_button(live: Live, seat: Seat, member: Member, testid: &str) -> El {
    let talk = live.talk();
    html("button")
        .attr("type", "button")
        .class("button quiet")
        .testid(&format!("{testid}-{seat}"))
        .live_flag("aria-pressed", move || {
            talk.muted.with(|muted| muted.contains(&member))
        })
        .press(move || talk.mute(&live.code().to_string(), member))
        .child(peg(seat))
        .child(
            html("span")
                .live_text(move || tr_with("talk-mute", &[("name", Arg::name(&live.name(seat)))])),
        )
}

/// Makes the plate of another person a button, which opens its menu; nothing where nobody is heard.
pub(super) fn plate_button(live: Live, seat: Seat) -> El {
    let person = move || {
        let mut others = others(live).into_iter();
        others.find(|(other, _)| *other == seat && has_company(live))
    };
    let talk = live.talk();
    html("span").class("part").given(person, move |person| {
        person.map(|person| {
            html("button")
                .attr("type", "button")
                .class("more")
                .testid(&format!("plate-menu-{seat}"))
                .attr("aria-haspopup", "dialog")
                .live_attr("aria-label", move || {
                    Some(format!("{}: {}", live.name(seat), tr("menu")))
                })
                .press(move || {
                    talk.touched.set(Some(person));
                    talk.menu.set(true);
                })
        })
    })
}

/// The menu of a plate.
fn plate_sheet(live: Live) -> El {
    let talk = live.talk();
    on_cleanup(move || {
        let _ = talk.menu.try_set(false);
    });
    let content = html("div").given(
        move || {
            let touched = talk.touched.get();
            touched.filter(|&(seat, member)| live.chair(seat).member() == Some(member))
        },
        move |touched| {
            touched.map(|(seat, member)| {
                let seat_words =
                    move || tr_with("seat-with-mark", &[("seat", seat.letter().into())]);
                [
                    html("p")
                        .class("row")
                        .child(html("b").child(html("bdi").live_text(move || live.name(seat))))
                        .child(html("span").class("soft").live_text(seat_words)),
                    mute_button(live, seat, member, "plate-mute").class("button wide"),
                ]
            })
        },
    );
    sheet(
        talk.menu,
        key("talk-player"),
        "plate-sheet",
        content.class("stack"),
    )
}

/// A token that makes a face.
fn picture(saying: Saying) -> El {
    svg("svg")
        .class("face")
        .attr("viewBox", "0 0 24 25.500")
        .attr("aria-hidden", "true")
        .child(
            svg("circle")
                .attr("cx", "12")
                .attr("cy", "13.500")
                .attr("r", "12")
                .class("base"),
        )
        .child(
            svg("circle")
                .attr("cx", "12")
                .attr("cy", "12")
                .attr("r", "11.600"),
        )
        .child(svg("path").attr("d", face(saying).unwrap_or_default()))
}

/// What the person of a seat says, beside their token. It lies on their own place and moves nothing.
pub(super) fn bubble(live: Live, seat: Seat) -> El {
    let talk = live.talk();
    html("span")
        .class("says")
        .attr("aria-hidden", "true")
        .given(
            move || {
                talk.heard
                    .with(|heard| heard[seat])
                    .filter(|_| settings().talk)
            },
            move |heard| {
                heard.map(|(_, saying)| {
                    let bubble = html("span")
                        .class(&format!("speech seat-{seat}"))
                        .testid(&format!("says-{seat}"))
                        .attr("data-saying", saying.name());
                    if saying.is_reaction() {
                        bubble.child(picture(saying))
                    } else {
                        bubble.child(html("span").live_text(move || words(saying)))
                    }
                })
            },
        )
}
