//! Files of records, checked here and sent nowhere.

mod card;
mod head;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Uint8Array;
use ludo_dice::SealPublic;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DragEvent, Event, File, FileList, HtmlInputElement};

use self::card::{card, game};
use self::head::head;
use super::dom::{El, document, html};
use super::fetch;
use super::parts::paragraph;
use super::pictures::{OPEN, icon};
use super::words::{tr, tr_with};
use crate::{Reading, Verdict};

/// Bytes that are read at a time: a moment's work, so that the page stays awake.
const PIECE: f64 = 64.0 * 1024.0;
/// Of so many games it is told what was found; the others are counted.
const MOST_TOLD: usize = 60;
/// Of these, so many good ones: what is wrong must not be crowded out.
const MOST_GOOD: usize = 20;

/// The page.
struct Page {
    place: El,
    told: El,
    progress: El,
    key: Cell<Option<SealPublic>>,
    found: RefCell<Vec<(String, Verdict)>>,
    games: Cell<u32>,
    wrong: Cell<u32>,
    /// Files with no game in them, or that could not be read.
    strange: RefCell<Vec<(String, bool)>>,
    /// Counts the rounds: a newer one ends those before it.
    round: Cell<u32>,
    busy: Cell<bool>,
}

/// Puts the page into its place.
pub(super) fn open(place: El) {
    let page = Rc::new(Page {
        place,
        told: html("div").class("told").testid("told"),
        progress: html("p")
            .class("progress")
            .attr("role", "status")
            .testid("progress"),
        key: Cell::new(None),
        found: RefCell::default(),
        games: Cell::new(0),
        wrong: Cell::new(0),
        strange: RefCell::default(),
        round: Cell::new(0),
        busy: Cell::new(false),
    });
    draw(&page);
    spawn_local(async move {
        // The one request: whose seals are this server's. Without it they are still checked.
        let key = fetch::text("/.well-known/ludo-seal").await;
        page.key.set(key.and_then(|key| key.trim().parse().ok()));
        if page.games.get() > 0 {
            tell(&page);
        }
        let _ = page.place.0.set_attribute("data-ready", "true");
    });
}

fn draw(page: &Rc<Page>) {
    document().set_title(&format!("{} · {}", tr("verify-title"), tr("brand")));
    let main = html("main")
        .attr("id", "main")
        .class("verify")
        .child(html("h1").text(&tr("verify-title")))
        .child(html("p").class("lead soft").text(&tr("verify-hint")))
        .child(drop_zone(page))
        .child(page.progress.clone())
        .child(page.told.clone())
        .child(html("p").class("small soft foot").text(&tr("verify-foot")));
    page.place
        .fill([html("div").class("page").child(head(page)).child(main)]);
    tell(page);
}

fn drop_zone(page: &Rc<Page>) -> El {
    let chosen = Rc::clone(page);
    let input = html("input")
        .attr("type", "file")
        .attr("id", "files")
        .attr("multiple", "")
        .attr("accept", ".ludo,text/plain")
        .testid("files")
        .on("change", move |event| {
            let input = event
                .target()
                .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            if let Some(input) = input {
                check(&chosen, input.files());
                // The same file can be chosen again, changed.
                input.set_value("");
            }
        });
    let words = html("span")
        .class("button primary big")
        .child(icon(OPEN))
        .child(html("span").text(&tr("verify-choose")));
    let zone = html("label")
        .class("drop")
        .attr("for", "files")
        .testid("drop")
        .child(input)
        .child(words)
        .child(html("span").class("soft").text(&tr("verify-drop")));
    let over = zone.clone();
    let mark = move |on: bool| {
        let _ = over.0.class_list().toggle_with_force("over", on);
    };
    let (enter, leave, dropped, page) = (mark.clone(), mark.clone(), mark, Rc::clone(page));
    zone.on("dragover", move |event| {
        event.prevent_default();
        enter(true);
    })
    .on("dragleave", move |_| leave(false))
    .on("drop", move |event: Event| {
        event.prevent_default();
        dropped(false);
        let event = event.dyn_ref::<DragEvent>();
        check(
            &page,
            event
                .and_then(DragEvent::data_transfer)
                .and_then(|data| data.files()),
        );
    })
}

/// Checks files, one after the other.
fn check(page: &Rc<Page>, files: Option<FileList>) {
    let Some(files) = files.filter(|files| files.length() > 0) else {
        return;
    };
    let files: Vec<File> = (0..files.length()).filter_map(|at| files.get(at)).collect();
    let round = page.round.get().wrapping_add(1);
    page.round.set(round);
    page.found.borrow_mut().clear();
    page.strange.borrow_mut().clear();
    page.games.set(0);
    page.wrong.set(0);
    page.busy.set(true);
    tell(page);
    let page = Rc::clone(page);
    spawn_local(async move {
        for file in &files {
            let before = page.games.get();
            let whole = read(&page, file, round).await;
            if page.round.get() != round {
                return;
            }
            if !whole || page.games.get() == before {
                page.strange.borrow_mut().push((file.name(), whole));
            }
        }
        page.busy.set(false);
        tell(&page);
    });
}

/// Reads a file to its end; false where it cannot be read.
async fn read(page: &Page, file: &File, round: u32) -> bool {
    let (name, size) = (file.name(), file.size());
    let mut reading = Reading::new();
    let mut at = 0.0;
    while at < size {
        let to = f64::min(at + PIECE, size);
        let Ok(piece) = file.slice_with_f64_and_f64(at, to) else {
            return false;
        };
        let Ok(bytes) = JsFuture::from(piece.array_buffer()).await else {
            return false;
        };
        if page.round.get() != round {
            return false;
        }
        for verdict in reading.read(&Uint8Array::new(&bytes).to_vec()) {
            note(page, &name, verdict);
        }
        at = to;
        let percent = (100.0 * at / size).floor().to_string();
        let args = [
            ("file", name.as_str().into()),
            ("n", page.games.get().into()),
            ("percent", percent.into()),
        ];
        page.progress
            .0
            .set_text_content(Some(&tr_with("verify-progress", &args)));
    }
    if let Some(verdict) = reading.end() {
        note(page, &name, verdict);
    }
    true
}

fn note(page: &Page, file: &str, mut verdict: Verdict) {
    page.games.set(page.games.get().saturating_add(1));
    let is_wrong = verdict.wrong.is_some();
    page.wrong
        .set(page.wrong.get().saturating_add(u32::from(is_wrong)));
    let mut found = page.found.borrow_mut();
    let good = found
        .iter()
        .filter(|(_, verdict)| verdict.wrong.is_none())
        .count();
    if found.len() >= MOST_TOLD || (!is_wrong && good >= MOST_GOOD) {
        return;
    }
    if is_wrong {
        verdict.ledger = None;
    }
    found.push((file.to_owned(), verdict));
}

/// Shows what was found.
fn tell(page: &Page) {
    let (games, wrong) = (page.games.get(), page.wrong.get());
    let mut parts = Vec::new();
    if page.busy.get() {
        page.told.fill(parts);
        return;
    }
    page.progress.0.set_text_content(None);
    for (file, whole) in page.strange.borrow().iter() {
        let args = [("file", file.as_str().into())];
        let words = if *whole {
            tr_with("verify-no-game", &args)
        } else {
            tr_with("verify-unreadable", &args)
        };
        parts.push(
            card(false)
                .testid("strange")
                .child(html("p").class("lead").text(&words))
                .into_card(),
        );
    }
    if games > 0 {
        let summary = match wrong {
            0 => tr_with("verify-all-good", &[("n", games.into())]),
            n => tr_with("verify-wrong", &[("wrong", n.into()), ("n", games.into())]),
        };
        parts.insert(
            0,
            html("h2")
                .class(if wrong == 0 {
                    "summary good"
                } else {
                    "summary bad"
                })
                .attr("aria-live", "polite")
                .attr("data-games", &games.to_string())
                .attr("data-wrong", &wrong.to_string())
                .testid("summary")
                .text(&summary),
        );
    }
    let found = page.found.borrow();
    // What is wrong comes first.
    let ordered = [true, false].into_iter().flat_map(|is_wrong| {
        found
            .iter()
            .filter(move |(_, verdict)| verdict.wrong.is_some() == is_wrong)
    });
    let alone = games == 1;
    parts.extend(ordered.map(|(file, verdict)| game(file, verdict, page.key.get(), alone)));
    let untold = games as usize - found.len().min(games as usize);
    if untold > 0 {
        parts.push(paragraph(&tr_with("verify-more", &[("n", untold.into())])).class("soft"));
    }
    page.told.fill(parts);
}
