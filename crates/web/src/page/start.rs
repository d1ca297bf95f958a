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
use super::naming::{known_name, name_field, read_name, remember_name};
use super::navigate::{Here, here};
use super::ornament::ornament;
use super::peg::peg;
use super::prefs::settings_now;
use super::proof::verify_link;
use super::running::running;
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
    let draft = RwSignal::new(Options::default());
    let choosing = RwSignal::new(false);
    let hero = html("section")
        .class("hero")
        .child(html("div").class("pegs").child(Seat::ALL.map(peg)))
        .child(html("h1").words("brand"))
        .child(html("p").words("tagline"));
    let failure = move || {
        asking
            .failed
            .get()
            .map(|reason| tr_with("start-failed", &[("reason", reason.into())]))
            .unwrap_or_default()
    };
    let main = html("main")
        .attr("id", "main")
        .class("start")
        .child(hero)
        .child(ornament())
        .child(html("div").class("ways").child([
            computer(asking, draft, choosing),
            friends(asking, draft, choosing),
            join(handed),
        ]))
        .child(
            html("p")
                .class("error")
                .attr("role", "alert")
                .testid("start-error")
                .live_text(failure),
        )
        .child(running())
        .child(
            html("p")
                .class("foot small row")
                .child([verify_link(), dice_link()]),
        );
    html("div")
        .class("page")
        .child(head())
        .child(main)
        .child(game_sheet(draft, choosing))
}

/// The way to the server's own page of how all its dice fell.
fn dice_link() -> El {
    html("a")
        .live_attr("href", || Some(format!("/dice?lang={}", locale().tag())))
        .testid("dice-stats")
        .words("start-dice")
}

/// What is played at the table to be opened.
fn game_sheet(draft: RwSignal<Options>, open: RwSignal<bool>) -> El {
    let done = html("button")
        .attr("type", "button")
        .class("button primary big wide")
        .testid("rules-done")
        .words("rules-done")
        .press(move || open.set(false));
    let choosing = Choosing::Draft(draft);
    sheet(
        open,
        key("waiting-options"),
        "game-sheet",
        [
            choices(choosing),
            short_fold(choosing, false),
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
    let bots = opponents(bots).map(|seat| (seat, chosen_level())).collect();
    Some(Plan {
        bots,
        begin: true,
        ..plan_alone(None)?
    })
}

fn plan_alone(name: Option<Name>) -> Option<Plan> {
    // The word for a guest is a name in every language; a test reads them all.
    let name = name
        .or_else(known_name)
        .or_else(|| read_name(&tr("a-guest")))?;
    Some(Plan {
        seat: Seat::Red,
        name,
        bots: Vec::new(),
        begin: false,
    })
}

/// A way to play, on a card.
fn way(id: &'static str, title: &'static str, hint: &'static str) -> El {
    html("section")
        .class("card way")
        .attr("aria-labelledby", id)
        .child(html("h2").attr("id", id).words(title))
        .child(html("p").words(hint))
}

/// "1 2 3": one tap, and the game is on.
fn computer(asking: Asking, draft: RwSignal<Options>, choosing: RwSignal<bool>) -> El {
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
                    ..draft.get_untracked()
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
    let busy = move || {
        if asking.busy.get() {
            tr("start-opening")
        } else {
            String::new()
        }
    };
    way("way-bots", key("start-bots"), key("start-bots-hint"))
        .class("card way first")
        .child(
            html("div")
                .class("foot")
                .child(chosen(Choosing::Draft(draft), choosing, "rules-bots"))
                .child(level_choice())
                .child(html("div").class("counts").child(counts))
                .child(
                    html("p")
                        .class("small soft")
                        .attr("role", "status")
                        .live_text(busy),
                ),
        )
}

/// A table for people.
fn friends(asking: Asking, draft: RwSignal<Options>, choosing: RwSignal<bool>) -> El {
    let wrong = RwSignal::new(false);
    let input = name_field("name", wrong)
        .attr("value", &settings_now().name)
        .live_attr("placeholder", || Some(tr("a-guest")));
    let typed = input.clone();
    let submit = move |event: web_sys::Event| {
        event.prevent_default();
        let typed = typed.typed();
        let name = read_name(&typed);
        if name.is_none() && !typed.trim().is_empty() {
            wrong.set(true);
            return;
        }
        wrong.set(false);
        if let Some(name) = &name {
            remember_name(name);
        }
        asking.open(draft.get_untracked(), plan_alone(name));
    };
    let field = html("div")
        .class("field")
        .child(html("label").attr("for", "name").words("name-label"))
        .child(input)
        .child(error("name-words", wrong, key("name-bad")));
    let go = html("button")
        .attr("type", "submit")
        .class("button primary big wide")
        .testid("play-friends")
        .live_flag("aria-disabled", move || asking.busy.get())
        .words("start-friends-go");
    way(
        "way-friends",
        key("start-friends"),
        key("start-friends-hint"),
    )
    .child(
        html("form")
            .class("foot")
            .attr("novalidate", "")
            .on("submit", submit)
            .child(chosen(Choosing::Draft(draft), choosing, "rules-friends"))
            .child(field)
            .child(go),
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
            Err(_) => wrong.set(true),
        }
    };
    let go = html("button")
        .attr("type", "submit")
        .class("button primary")
        .testid("join-go")
        .words("start-join-go");
    let form = html("form")
        .class("foot")
        .attr("novalidate", "")
        .on("submit", submit)
        .child(
            html("label")
                .class("unseen")
                .attr("for", "code")
                .words("start-join-label"),
        )
        .child(html("div").class("join").child(input).child(go))
        .child(error("code-words", wrong, key("start-join-bad")));
    way("way-join", key("start-join"), key("start-join-hint")).child(form)
}

/// What is wrong with a field, if something is.
fn error(id: &'static str, wrong: RwSignal<bool>, words: &'static str) -> El {
    let said = move || {
        if wrong.get() {
            tr(words)
        } else {
            String::new()
        }
    };
    html("p")
        .attr("id", id)
        .class("error")
        .attr("role", "alert")
        .live_text(said)
}
