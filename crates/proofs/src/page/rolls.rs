//! Roll by roll.

use std::cell::Cell;
use std::rc::Rc;

use ludo_dice::RolledBy;
use ludo_rules::BySeat;

use super::dom::{El, button, html};
use super::parts::paragraph;
use super::pictures::{TICK, face, icon, peg};
use super::words::{name, tr, tr_with};
use crate::{Ledger, Line};

/// Rolls on a page of the list.
const PAGE: usize = 20;

/// "Show me how": what is mixed and how, and every roll of the game, some at a time.
pub(super) fn how(ledger: Ledger, names: BySeat<String>) -> El {
    let steps = [tr("how-before"), tr("how-roll"), tr("how-check")];
    let steps = html("ol")
        .class("numbered")
        .children(steps.map(|step| html("li").text(&step)));
    let inside = html("div")
        .class("how")
        .child(steps)
        .child(html("p").class("formula").text(&tr("how-formula")))
        .child(list(&Rc::new((ledger, names))));
    html("details")
        .class("fold")
        .testid("how")
        .child(html("summary").text(&tr("how-title")))
        .child(inside)
}

fn list(game: &Rc<(Ledger, BySeat<String>)>) -> El {
    let place = html("div").class("rolls").testid("rolls");
    let lines = game.0.lines.len();
    if lines == 0 {
        place.fill([paragraph(&tr("rolls-none"))]);
        return place;
    }
    // The newest rolls are those one asks about.
    let last = (lines - 1) / PAGE;
    let page = Rc::new(Cell::new(last));
    let table = html("tbody").attr("role", "rowgroup");
    let said = html("span")
        .class("small soft")
        .attr("role", "status")
        .testid("rolls-at");
    let earlier = button("button", "rolls-earlier", &tr("rolls-earlier"));
    let later = button("button", "rolls-later", &tr("rolls-later"));
    let show = {
        let (game, page, table, said) = (
            Rc::clone(game),
            Rc::clone(&page),
            table.clone(),
            said.clone(),
        );
        let ends = [(earlier.clone(), 0), (later.clone(), last)];
        move || {
            let from = page.get() * PAGE;
            let shown: Vec<&Line> = game.0.lines.iter().skip(from).take(PAGE).collect();
            table.fill(shown.iter().map(|line| row(line, &game.1)));
            let number = |line: Option<&&Line>| line.map_or(0, |line| line.roll);
            let args = [
                ("from", number(shown.first()).into()),
                ("to", number(shown.last()).into()),
                ("n", game.0.rolls.into()),
            ];
            said.0.set_text_content(Some(&tr_with("rolls-at", &args)));
            for (button, end) in &ends {
                let is_end = if page.get() == *end { "true" } else { "false" };
                let _ = button.0.set_attribute("aria-disabled", is_end);
            }
        }
    };
    show();
    let turn = |by: isize| {
        let (page, show) = (Rc::clone(&page), show.clone());
        move || {
            page.set(page.get().saturating_add_signed(by).min(last));
            show();
        }
    };
    let (earlier, later) = (earlier.press(turn(-1)), later.press(turn(1)));
    let head = [
        tr("rolls-number"),
        tr("rolls-player"),
        tr("rolls-die"),
        tr("rolls-server"),
        tr("rolls-own"),
        tr("rolls-checked"),
    ];
    let head = head.map(|words| html("th").attr("scope", "col").text(&words));
    let pager = html("div")
        .class("pager")
        .child(earlier)
        .child(said)
        .child(later);
    place
        .child(
            html("table")
                .class("roll-list")
                .child(html("thead").child(html("tr").children(head)))
                .child(table),
        )
        .child(pager)
}

fn row(line: &Line, names: &BySeat<String>) -> El {
    let link = |link: &ludo_dice::Link| {
        let text = link.to_string();
        let short = text.get(..8).unwrap_or_default();
        html("code").attr("title", &text).text(&format!("{short}…"))
    };
    let own = match (&line.link, line.by) {
        (Some(own), _) => link(own),
        (None, by) => html("span").class("tag").text(&match by {
            RolledBy::Table => tr("mark-away"),
            RolledBy::Bot => tr("mark-bot"),
            RolledBy::OwnerNoLink => tr("mark-no-link"),
            RolledBy::Owner => tr("mark-no-chain"),
        }),
    };
    let checked = if line.live {
        tr("checked-live")
    } else {
        tr("checked-record")
    };
    let tick = html("span")
        .class("tick")
        .attr("title", &checked)
        .child(icon(TICK))
        .child(html("span").class("unseen").text(&checked));
    let cells = [
        html("td").text(&line.roll.to_string()),
        html("td")
            .class("who")
            .child(peg(line.seat))
            .child(html("bdi").text(&name(names, line.seat))),
        html("td").child(face(line.face.get())),
        html("td").child(link(&line.server_link)),
        html("td").child(own),
        html("td").child(tick),
    ];
    html("tr")
        .testid(&format!("roll-{}", line.roll))
        .children(cells)
}
