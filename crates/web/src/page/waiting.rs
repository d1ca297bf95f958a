use super::signal::*;
use ludo_client::Intent;
use ludo_rules::{Seat, SeatSet};
use ludo_table::{Chair, Table};

use super::banner::banner;
use super::choosing::{Choosing, chips, choices, rules_sheet, short_fold};
use super::element::{El, html};
use super::handover::handover_sheet;
use super::head::head;
use super::icon::{DEVICES, DOOR, PEN, PLUS, icon};
use super::level::{bot_level, chosen_level, level_choice};
use super::live::Live;
use super::naming::{known_name, name_sheet};
use super::peg::{open_peg, peg};
use super::settings_sheet::group;
use super::share::share;
use super::talk::{bubble, talk_button};
use super::words::{tr, tr_with};
use crate::Arg;
use crate::wording::key;

/// How somebody sits down: at once, or after telling their name.
#[derive(Clone, Copy)]
struct Sitting {
    live: Live,
    asking: RwSignal<bool>,
    asked: RwSignal<Option<Seat>>,
}

impl Sitting {
    fn sit(self, seat: Seat) {
        let newcomer = untrack(|| self.live.you()).is_none();
        match known_name() {
            None if newcomer => {
                self.asked.set(Some(seat));
                self.asking.set(true);
            }
            name => self.live.want(Intent::Sit {
                seat,
                name: name.filter(|_| newcomer),
            }),
        }
    }
}

/// Before the game: who sits where, and how the others come.
pub(super) fn waiting(live: Live) -> El {
    let sitting = Sitting {
        live,
        asking: RwSignal::new(false),
        asked: RwSignal::new(None),
    };
    let renaming = RwSignal::new(false);
    let handing = RwSignal::new(false);
    let full = move || {
        live.with_table(|table| table.open_seats().is_empty())
            .unwrap_or_default()
    };
    let lead = move || match (live.mine(), live.is_host()) {
        (Some(_), true) => tr("waiting-hint-host"),
        (Some(_), false) => tr_with(
            "waiting-hint-seated",
            &[("name", Arg::name(&live.host_name()))],
        ),
        (None, _) if full() => tr("waiting-hint-full"),
        (None, _) => tr("waiting-hint-newcomer"),
    };
    let title = move || {
        if live.mine().is_some() {
            tr("waiting-title-seated")
        } else if full() {
            tr("waiting-title-full")
        } else {
            tr("waiting-title")
        }
    };
    // Whoever has no seat is one of those who watch, and needs no telling of it.
    let watching = move || match live
        .watching()
        .saturating_sub(u32::from(live.mine().is_none()))
    {
        0 => String::new(),
        n => tr_with("waiting-watching", &[("n", n.into())]),
    };
    let alone = move || {
        live.is_host()
            && live
                .with_table(|table| table.taken_seats().len() < 2)
                .unwrap_or_default()
    };
    let people = html("div")
        .class("stack")
        .child(
            html("section")
                .class("seats")
                .label("waiting-seats")
                .child(Seat::ALL.map(|seat| row(live, seat, sitting))),
        )
        .when(move || live.is_host() && !full(), level_choice)
        .child(
            html("p")
                .class("soft small")
                .attr("role", "status")
                .live_text(watching),
        )
        .when(
            move || live.mine().is_some(),
            move || own_acts(live, renaming, handing),
        )
        .when(move || live.is_host(), move || begin(live));
    let rules = RwSignal::new(false);
    let main = html("main")
        .attr("id", "main")
        .class("waiting")
        // Whoever sits alone at their table wants to invite others first.
        .live_class("alone", alone)
        .testid("waiting")
        .child(
            html("div")
                .class("lead")
                .child(html("h1").live_text(title))
                .child(html("p").live_text(lead))
                .child(
                    html("div")
                        .class("row")
                        .child(chips(Choosing::Table(live)))
                        .child(
                            quiet("rules-open")
                                .class("button quiet change")
                                .words("rules-short")
                                .press(move || rules.set(true)),
                        ),
                ),
        )
        .child(people)
        .child(
            html("div")
                .class("stack inviting")
                // Whoever is not the host looks at the game before inviting others to it.
                .live_class("guest", move || !live.is_host())
                .child(share(live.code()))
                .child(game_options(live)),
        );
    let named = move |name| {
        if let Some(seat) = sitting.asked.get_untracked() {
            live.want(Intent::Sit {
                seat,
                name: Some(name),
            });
        }
    };
    html("div")
        .class("page")
        .child(head())
        .child(banner(live))
        .child(main)
        .child(rules_sheet(Choosing::Table(live), rules))
        .child(handover_sheet(live, handing))
        .child(name_sheet(sitting.asking, "name", key("name-go"), named))
        .child(name_sheet(
            renaming,
            "rename",
            key("name-save"),
            move |name| live.want(Intent::Rename(name)),
        ))
}

fn quiet(testid: &str) -> El {
    html("button")
        .attr("type", "button")
        .class("button quiet")
        .testid(testid)
}

fn own_acts(live: Live, renaming: RwSignal<bool>, handing: RwSignal<bool>) -> El {
    let stand = quiet("stand")
        .press(move || live.want(Intent::Leave))
        .child(icon(DOOR));
    html("div")
        .class("row own-acts")
        .child(talk_button(live, true))
        .child(
            quiet("change-name")
                .press(move || renaming.set(true))
                .child(icon(PEN))
                .child(html("span").words("name-change")),
        )
        .child(stand.child(html("span").words("waiting-stand")))
        .child(
            quiet("handover")
                .press(move || handing.set(true))
                .child(icon(DEVICES))
                .child(html("span").words("handover-title")),
        )
}

fn begin(live: Live) -> El {
    let enough = move || {
        live.with_table(|table| table.taken_seats().len() >= 2)
            .unwrap_or_default()
    };
    let button = html("button")
        .attr("type", "button")
        .class("button primary big wide")
        .testid("begin")
        .attr("aria-describedby", "begin-need")
        .live_flag("aria-disabled", move || !enough() || live.pending())
        .words("waiting-begin")
        .press(move || {
            if untrack(enough) {
                live.want(Intent::Begin);
            }
        });
    let need = move || {
        if enough() {
            String::new()
        } else {
            tr("waiting-begin-need")
        }
    };
    html("div").class("begin").child(button).child(
        html("p")
            .attr("id", "begin-need")
            .class("small soft")
            .live_text(need),
    )
}

/// One seat.
fn row(live: Live, seat: Seat, sitting: Sitting) -> El {
    let chair = move || {
        live.with_table(|table| *table.chair(seat))
            .unwrap_or_default()
    };
    let used = move || {
        live.with_table(|table| table.options().seats.contains(seat))
            .unwrap_or_default()
    };
    let mine = move || live.mine() == Some(seat);
    let open = move || chair().is_open();
    let who = move || {
        if !used() {
            tr("waiting-closed-seat")
        } else if open() {
            tr("waiting-open")
        } else {
            live.name(seat)
        }
    };
    let is_host = move || {
        let member = chair().member();
        member.is_some() && live.with_table(Table::host).flatten() == member
    };
    let away = move || chair().member().is_some() && !live.is_here(seat);
    let bot = move || match chair() {
        Chair::Bot { bot } => Some(bot),
        Chair::Person { .. } | Chair::Open => None,
    };
    let tag = |name: &'static str| html("span").class("tag").words(name);
    let tags = html("span")
        .class("tags")
        .child(
            html("span")
                .live_text(move || tr_with("seat-with-mark", &[("seat", seat.letter().into())])),
        )
        .when(mine, || html("span").class("tag strong").words("you-label"))
        .when(is_host, move || tag(key("waiting-host")))
        .when(away, move || tag(key("plate-away")))
        .given(bot, |bot| {
            bot.map(|bot| html("span").class("tag").live_text(move || bot_level(bot)))
        });
    let who = html("div")
        .class("who")
        .child(html("b").child(html("bdi").live_text(who)))
        .child(tags)
        .child(bubble(live, seat));
    let state = move || {
        (
            used(),
            open(),
            mine(),
            live.is_host(),
            live.mine().is_some(),
        )
    };
    let acts =
        html("div")
            .class("acts")
            .given(state, move |(used, open, mine, host, seated)| {
                match (used, open) {
                    (true, true) => vec![
                        host.then(|| add_bot(live, seat)),
                        Some(sit(seat, seated, sitting)),
                    ],
                    (true, false) => vec![(host && !mine).then(|| remove(live, seat))],
                    (false, _) => Vec::new(),
                }
            });
    html("div")
        .class(&format!("seat seat-{seat}"))
        .live_class("mine", mine)
        .live_class("unused", move || !used())
        .testid(&format!("seat-{seat}"))
        .live_flag("data-occupied", move || !open())
        .given(
            open,
            move |open| if open { open_peg(seat) } else { peg(seat) },
        )
        .child(who)
        .child(acts)
}

/// The words on the buttons of all seats are alike; a screen reader tells the seat too.
fn which(seat: Seat) -> El {
    html("span").class("unseen").live_text(move || {
        format!(
            ": {}",
            tr_with("seat-with-mark", &[("seat", seat.letter().into())])
        )
    })
}

fn add_bot(live: Live, seat: Seat) -> El {
    html("button")
        .attr("type", "button")
        .class("button")
        .testid(&format!("add-bot-{seat}"))
        .press(move || {
            live.want(Intent::AddBot {
                seat,
                bot: chosen_level(),
            });
        })
        .child(icon(PLUS))
        .child(html("span").words("waiting-add-bot").child(which(seat)))
}

fn sit(seat: Seat, seated: bool, sitting: Sitting) -> El {
    html("button")
        .attr("type", "button")
        .class(if seated { "button" } else { "button sit" })
        .testid(&format!("sit-{seat}"))
        .press(move || sitting.sit(seat))
        .words(if seated {
            key("waiting-change")
        } else {
            key("waiting-sit")
        })
        .child(which(seat))
}

fn remove(live: Live, seat: Seat) -> El {
    let whom = html("span")
        .class("unseen")
        .child(": ")
        .child(html("bdi").live_text(move || live.name(seat)));
    quiet(&format!("remove-{seat}"))
        .press(move || live.want(Intent::Clear { seat }))
        .words("waiting-remove")
        .child(whom)
}

/// What is played: the host chooses, the others read.
fn game_options(live: Live) -> El {
    let choosing = Choosing::Table(live);
    html("section")
        .class("card stack")
        .attr("aria-labelledby", "options-title")
        .child(
            html("h2")
                .attr("id", "options-title")
                .words("waiting-options"),
        )
        .given(
            move || live.is_host(),
            move |host| {
                if host {
                    html("div")
                        .class("stack")
                        .child(group(key("waiting-players"), counts(live)))
                        .child(choices(choosing))
                        .child(short_fold(choosing, false))
                } else {
                    // Whoever comes reads it before sitting down.
                    short_fold(choosing, true)
                }
            },
        )
}

/// How many can play.
fn counts(live: Live) -> Vec<El> {
    let taken = move || {
        live.with_table(Table::taken_seats)
            .unwrap_or(SeatSet::EMPTY)
    };
    let count = |count: u8| {
        let closed = move || taken().len() > usize::from(count);
        let input = html("input")
            .attr("type", "radio")
            .attr("name", "seats")
            .attr("value", &count.to_string())
            .testid(&format!("seats-{count}"))
            .live_attr("disabled", move || closed().then(String::new))
            .live_checked(move || Choosing::Table(live).now().seats.len() == usize::from(count))
            .on("change", move |_| {
                let seats = seats_for(count, untrack(taken));
                Choosing::Table(live).change(|options| options.seats = seats);
            });
        let words = html("span")
            .live_text(move || tr_with("waiting-players-count", &[("n", count.into())]));
        html("label").class("choice").child(input).child(words)
    };
    [2, 3, 4].map(count).into()
}

/// The seats for so many players: those that are taken, and beside them the ones that lie best: two opposite each other.
fn seats_for(count: u8, taken: SeatSet) -> SeatSet {
    let mut seats = taken;
    let opposite = taken.iter().next().unwrap_or(Seat::Red).next().next();
    for seat in [opposite, Seat::Red, Seat::Yellow, Seat::Green, Seat::Blue] {
        if seats.len() < usize::from(count) {
            seats.insert(seat);
        }
    }
    seats
}
