use super::signal::*;
use ludo_client::Intent;
use ludo_rules::Seat;

use super::act::act;
use super::announcer::announcer;
use super::banner::banner;
use super::board::board;
use super::choosing::{Choosing, rules_sheet};
use super::cue::cues;
use super::dialog::{confirm, sheet};
use super::die::{checked, die};
use super::element::{El, effect, html};
use super::handover::handover_sheet;
use super::head::{settings_button, wordmark};
use super::icon::{BOOK, DEVICES, DOOR, FLAG, HOUSE, MENU, SHIELD, icon};
use super::live::Live;
use super::log::log;
use super::navigate::{here, link, to_top};
use super::plate::plate;
use super::podium::podium;
use super::presence::watchers;
use super::proof::proof_sheet;
use super::turn::turn;
use super::wake;
use super::words::tr_with;
use crate::Route;
use crate::wording::key;

/// A game, from its begin to its podium.
pub(super) fn game(live: Live) -> El {
    let see_board = RwSignal::new(false);
    let proof = RwSignal::new(false);
    // The podium waits until the board has shown the last move.
    let over = move || live.is_over();
    effect(move || {
        if !over() {
            see_board.set(false);
        }
    });
    cues(live);
    wake::keep_on(move || live.mine().is_some() && !live.is_over());
    html("div")
        .child(announcer(live))
        .given(
            move || over() && !see_board.get(),
            move |finished| {
                to_top();
                if finished {
                    podium(live, see_board, proof)
                } else {
                    table(live, see_board, proof)
                }
            },
        )
        .child(proof_sheet(live, proof))
}

/// What stands where the die is.
#[derive(Clone, Copy, PartialEq)]
enum Middle {
    Die,
    Watching,
    Result,
}

/// The board and all around it.
fn table(live: Live, see_board: RwSignal<bool>, proof: RwSignal<bool>) -> El {
    let menu = RwSignal::new(false);
    let menu_button = html("button")
        .attr("type", "button")
        .class("button quiet icon-button")
        .label("menu")
        .testid("menu")
        .press(move || menu.set(true))
        .child(icon(MENU));
    let rules = RwSignal::new(false);
    let rules_button = html("button")
        .attr("type", "button")
        .class("button quiet icon-button")
        .label("rules-title")
        .testid("rules-open")
        .press(move || rules.set(true))
        .child(icon(BOOK));
    let head = html("header")
        .class("head")
        .child(wordmark())
        .child(html("span").class("grow").child(banner(live)))
        .child(watchers(live))
        .child(rules_button)
        .child(settings_button())
        .child(menu_button);
    let heading = move || tr_with("title-table", &[("code", live.code().to_string().into())]);
    let middle = move || match (live.is_over(), live.mine()) {
        (true, _) => Middle::Result,
        (false, Some(_)) => Middle::Die,
        (false, None) => Middle::Watching,
    };
    let middle = html("div")
        .class("middle")
        .given(middle, move |middle| match middle {
            Middle::Die => act(live),
            Middle::Watching => watching(live),
            Middle::Result => {
                let result = html("button")
                    .attr("type", "button")
                    .class("button primary big")
                    .testid("see-result");
                html("div").class("act").child(
                    result
                        .words("see-result")
                        .press(move || see_board.set(false)),
                )
            }
        });
    let main = html("main")
        .attr("id", "main")
        .class("game")
        .testid("game")
        .child(html("h1").class("unseen").live_text(heading))
        .child(head)
        .child(Seat::ALL.map(|seat| plate(live, seat)))
        .child(board(live))
        .child(turn(live))
        .child(middle)
        .child(log(live, proof));
    html("div")
        .child(main)
        .child(menu_sheet(live, menu, proof))
        .child(rules_sheet(Choosing::Table(live), rules))
}

/// For who has no seat.
fn watching(live: Live) -> El {
    let tray = html("div")
        .class("roll")
        .child(die(live.stage))
        .child(html("span").class("word").words("watching"))
        .child(checked(live));
    html("div").class("act").testid("watching").child(tray)
}

/// What is seldom wanted in a game.
fn menu_sheet(live: Live, open: RwSignal<bool>, proof: RwSignal<bool>) -> El {
    let here = here();
    let leaving = RwSignal::new(false);
    let resigning = RwSignal::new(false);
    let handing = RwSignal::new(false);
    let playing = move || live.mine().is_some() && !live.is_over();
    let item = move |testid: &'static str,
                     picture: &'static str,
                     words: &'static str,
                     ask: RwSignal<bool>| {
        html("button")
            .attr("type", "button")
            .class("button wide")
            .testid(testid)
            .press(move || {
                open.set(false);
                ask.set(true);
            })
            .child(icon(picture))
            .child(html("span").words(words))
    };
    let code = move || tr_with("menu-code", &[("code", live.code().to_string().into())]);
    let items = html("div")
        .class("stack menu")
        .child(item("menu-proof", SHIELD, key("proof-title"), proof))
        .when(
            move || live.mine().is_some(),
            move || item("handover", DEVICES, key("handover-title"), handing),
        )
        .when(playing, move || {
            item("leave", DOOR, key("menu-leave"), leaving)
        })
        .when(
            move || playing() && live.can_resign(),
            move || item("resign", FLAG, key("menu-resign"), resigning),
        )
        .child(
            link(Route::Start)
                .class("button wide")
                .child(icon(HOUSE))
                .child(html("span").words("menu-home")),
        );
    let leave = move || {
        live.want(Intent::Leave);
        here.go(Route::Start);
    };
    let leave_words = [key("leave-title"), key("leave-body"), key("leave-go")];
    let resign_words = [key("resign-title"), key("resign-body"), key("resign-go")];
    html("div")
        .child(sheet(
            open,
            key("menu"),
            "menu-sheet",
            (html("p").class("soft").live_text(code), items),
        ))
        .child(handover_sheet(live, handing))
        .child(confirm(leaving, leave_words, "leave-sheet", leave))
        .child(confirm(
            resigning,
            resign_words,
            "resign-sheet",
            move || live.want(Intent::Resign),
        ))
}
