//! How strong the bots are that one is about to play with.

use ludo_table::BotKind;
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;

use super::element::{El, html};
use super::prefs::{change, settings, settings_now};
use super::words::tr_with;

/// The level that new bots have.
pub(super) fn chosen_level() -> BotKind {
    settings_now().level
}

fn kind(bot: BotKind) -> String {
    bot.name().to_ascii_lowercase()
}

/// What kind of bot it is.
pub(super) fn bot_level(bot: BotKind) -> String {
    tr_with("bot-level", &[("kind", kind(bot).into())])
}

/// The choice, remembered in this browser, with a sentence on what a bot of that level does badly. A list that opens: seven tiles
/// would push the game itself off a phone's screen.
pub(super) fn level_choice() -> El {
    let options = BotKind::ALL.map(|bot| {
        let option = html("option").live_text(move || bot_level(bot));
        if bot == chosen_level() {
            option.attr("selected", "")
        } else {
            option
        }
    });
    let select = html("select")
        .attr("id", "level")
        .class("input")
        .testid("level")
        .attr("aria-describedby", "level-words")
        .on("change", |event| {
            let list = event.target().and_then(|target| target.dyn_into().ok());
            let at = list.map(|list: HtmlSelectElement| list.selected_index());
            let at = at.and_then(|at| usize::try_from(at).ok());
            if let Some(&bot) = at.and_then(|at| BotKind::ALL.get(at)) {
                change(|settings| settings.level = bot);
            }
        })
        .child(options);
    let words = || tr_with("level-words", &[("kind", kind(settings().level).into())]);
    html("div")
        .class("level")
        .child(html("label").attr("for", "level").words("level-label"))
        .child(select)
        .child(
            html("p")
                .attr("id", "level-words")
                .class("small soft")
                .attr("role", "status")
                .testid("level-words")
                .live_text(words),
        )
}
