use super::signal::*;
use ludo_client::Plan;
use ludo_protocol::{CreateTable, HandoverCode, TableCode};
use ludo_rules::{Seat, SeatSet};
use ludo_table::{Name, Options};

use super::choosing::{Choosing, choices, chosen, short_fold};
use super::dialog::sheet;
use super::element::{El, html};
use super::head::head;
use super::http;
use super::level::{chosen_level, level_choice};
use super::live;
use super::naming::{known_name, name_sheet};
use super::navigate::{Here, here};
use super::ornament::ornament;
use super::peg::peg;
use super::prefs::settings_now;
use super::proof::verify_link;
use super::running::{back_to, games, running};
use super::taking::taking;
use super::words::{locale, tr, tr_with};
use crate::wording::key;
use crate::{Handed, Route};

/// What is being asked of the server.
#[derive(Clone, Copy)]
struct Asking {
    here: Here,
    busy: RwSignal<bool>,
    failed: RwSignal<Option<String>>,
}

impl Asking {
    /// Opens a table, and goes there with a plan of what to do first.
    fn open(self, options: Options, plan: Option<Plan>) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.failed.set(None);
        spawn_local(async move {
            let opened = match http::session().await {
                Ok(()) => http::open_table(&CreateTable { options }).await,
                Err(failure) => Err(failure),
            };
            match opened {
                Ok(code) => {
                    if let Some(plan) = plan {
                        live::plan_for(code, plan);
                    }
                    self.here.go(Route::Table(code));
                }
                Err(failure) => {
                    self.failed.set(Some(failure.sentence()));
                    self.busy.set(false);
                }
            }
        });
    }
}

impl Asking {
    /// Opens a table for people, where the first seat is the host's.
    fn open_for_friends(self, name: Name) {
        self.open(settings_now().game, Some(plan_alone(name)));
    }
}

/// The start page, and the way in with a code of another device.
pub(super) fn start() -> El {
    super::title::set(String::new);
    let typed = RwSignal::new(None::<String>);
    html("div").given(
        move || typed.get(),
        move |code| match code {
            None => page(typed),
            Some(code) => taking(Handed::typed(code), None, move || {
                typed.set(None);
                html("div")
            }),
        },
    )
}

fn page(handed: RwSignal<Option<String>>) -> El {
    let asking = Asking {
        here: here(),
        busy: RwSignal::new(false),
        failed: RwSignal::new(None),
    };
    let choosing = RwSignal::new(false);
    let naming = RwSignal::new(false);
    let games = games();
    let hero = html("section")
        .class("hero")
        .child(html("div").class("pegs").child(Seat::ALL.map(peg)))
        .child(html("h1").words("brand"))
        .child(html("p").words("tagline"))
        .child(back_to(games));
    let failure = move || {
        asking
            .failed
            .get()
            .map(|reason| tr_with("start-failed", &[("reason", reason.into())]))
            .unwrap_or_default()
    };
    let said = html("p")
        .class("error")
        .attr("role", "alert")
        .testid("start-error")
        .live_text(failure);
    let main = html("main")
        .attr("id", "main")
        .class("start")
        .child(hero)
        .child(ornament())
        // Above the ways in: in sight on a phone too.
        .child(said)
        .child(html("div").class("card ways").child([
            computer(asking),
            friends(asking, naming),
            join(handed),
            chosen(choosing),
        ]))
        .child(running(games))
        .child(
            html("p")
                .class("foot small row")
                .child([verify_link(), dice_link()]),
        );
    let named = move |name| asking.open_for_friends(name);
    html("div")
        .class("page")
        .child(head())
        .child(main)
        .child(game_sheet(choosing))
        .child(name_sheet(naming, "name", key("start-friends-go"), named))
}

/// The way to the server's own page of how all its dice fell.
fn dice_link() -> El {
    html("a")
        .live_attr("href", || Some(format!("/dice?lang={}", locale().tag())))
        .testid("dice-stats")
        .words("start-dice")
}

/// What is played at the table to be opened, and how strong the bots are.
fn game_sheet(open: RwSignal<bool>) -> El {
    let done = html("button")
        .attr("type", "button")
        .class("button primary big wide")
        .testid("rules-done")
        .words("rules-done")
        .press(move || open.set(false));
    sheet(
        open,
        key("waiting-options"),
        "game-sheet",
        [
            level_choice(),
            choices(Choosing::Next),
            short_fold(Choosing::Next, false),
            html("div").class("done").child(done),
        ],
    )
}

/// Where one and the computer sit: two opposite each other.
fn seats(bots: u8) -> SeatSet {
    match bots {
        1 => SeatSet::new(&[Seat::Red, Seat::Yellow]),
        2 => SeatSet::new(&[Seat::Red, Seat::Green, Seat::Yellow]),
        _ => SeatSet::ALL,
    }
}

fn opponents(bots: u8) -> impl Iterator<Item = Seat> {
    seats(bots).iter().filter(|&seat| seat != Seat::Red)
}

fn plan_against(bots: u8) -> Option<Plan> {
    // The word for a guest is a name in every language; a test reads them all.
    let name = known_name().or_else(|| Name::new(&tr("a-guest")).ok())?;
    let bots = opponents(bots).map(|seat| (seat, chosen_level())).collect();
    Some(Plan {
        bots,
        begin: true,
        ..plan_alone(name)
    })
}

const fn plan_alone(name: Name) -> Plan {
    Plan {
        seat: Seat::Red,
        name,
        bots: Vec::new(),
        begin: false,
    }
}

/// A way to play: what it is, and beside or below it what to press.
fn way(id: &'static str, title: &'static str, hint: El, act: El) -> El {
    html("section")
        .class("way")
        .attr("aria-labelledby", id)
        .child(html("h2").attr("id", id).words(title))
        .child(hint)
        .child(act.class("act-of"))
}

/// "1 2 3": one tap, and the game is on.
fn computer(asking: Asking) -> El {
    let counts = [1_u8, 2, 3].map(|bots| {
        html("button")
            .attr("type", "button")
            .class("button primary")
            .testid(&format!("start-bots-{bots}"))
            .live_attr("aria-label", move || {
                Some(tr_with("start-bots-count", &[("n", bots.into())]))
            })
            .live_flag("aria-disabled", move || asking.busy.get())
            .press(move || {
                let options = Options {
                    seats: seats(bots),
                    ..settings_now().game
                };
                asking.open(options, plan_against(bots));
            })
            .child(html("b").child(bots.to_string()))
            .child(
                html("span")
                    .class("dots")
                    .child(opponents(bots).map(peg).collect::<Vec<_>>()),
            )
    });
    // What stood there makes room for what is going on, so that nothing moves.
    let hint = html("p").attr("role", "status").live_text(move || {
        tr(if asking.busy.get() {
            key("start-opening")
        } else {
            key("start-bots-hint")
        })
    });
    let counts = html("div").child(html("div").class("counts").child(counts));
    way("way-bots", key("start-bots"), hint, counts)
}

/// A table for people.
fn friends(asking: Asking, naming: RwSignal<bool>) -> El {
    let go = html("button")
        .attr("type", "button")
        .class("button primary big wide")
        .testid("play-friends")
        .live_flag("aria-disabled", move || asking.busy.get())
        .words("start-friends-go")
        .press(move || match known_name() {
            Some(name) => asking.open_for_friends(name),
            None => naming.set(true),
        });
    way(
        "way-friends",
        key("start-friends"),
        html("p").words("start-friends-hint"),
        html("div").child(go),
    )
}

/// To a table whose code one was told, or to one's own game on another device.
fn join(handed: RwSignal<Option<String>>) -> El {
    let here = here();
    let wrong = RwSignal::new(false);
    let input = html("input")
        .attr("id", "code")
        .class("input code")
        .testid("join-code")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "characters")
        .attr("spellcheck", "false")
        .attr("maxlength", "20")
        .attr("enterkeyhint", "go")
        .attr("aria-describedby", "code-words")
        .label("start-join-label")
        .live_flag("aria-invalid", move || wrong.get())
        .on("input", move |_| wrong.set(false));
    let typed = input.clone();
    let submit = move |event: web_sys::Event| {
        event.prevent_default();
        let code: String = typed
            .typed()
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != '-')
            .collect();
        match code.parse::<TableCode>() {
            Ok(code) => here.go(Route::Table(code)),
            Err(_) if code.parse::<HandoverCode>().is_ok() => handed.set(Some(code)),
            Err(_) => {
                wrong.set(true);
                typed.focus_and_select();
            }
        }
    };
    let go = html("button")
        .attr("type", "submit")
        .class("button")
        .testid("join-go")
        .words("start-join-go");
    // What is wrong is said where the hint stood, above the field: in sight whatever the keyboard of a phone covers.
    let words = html("p")
        .attr("id", "code-words")
        .attr("role", "alert")
        .live_class("error", move || wrong.get())
        .live_text(move || {
            tr(if wrong.get() {
                key("start-join-bad")
            } else {
                key("start-join-hint")
            })
        });
    let form = html("form")
        .attr("novalidate", "")
        .on("submit", submit)
        .child(html("div").class("join").child(input).child(go));
    way("way-join", key("start-join"), words, form)
}
