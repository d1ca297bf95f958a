use std::rc::Rc;

use ludo_web::{Locale, Settings};
use wasm_bindgen::JsCast as _;

use super::super::dom::{El, button, document, html, svg, window};
use super::super::words::{self, tr};
use super::{Page, draw};

/// The way home, and the languages.
pub(super) fn head(page: &Rc<Page>) -> El {
    let yard = |seat: &str, x: &str, y: &str| {
        let yard = svg("rect")
            .class(&format!("fill-{seat}"))
            .attr("x", x)
            .attr("y", y);
        yard.attr("width", "21")
            .attr("height", "21")
            .attr("rx", "5")
    };
    let sign = svg("svg")
        .attr("viewBox", "0 0 48 48")
        .attr("aria-hidden", "true")
        .children([
            yard("r", "2", "2"),
            yard("g", "25", "2"),
            yard("y", "25", "25"),
            yard("b", "2", "25"),
        ]);
    let home = html("a")
        .attr("href", "/")
        .class("wordmark")
        .testid("home")
        .child(sign)
        .child(html("span").text(&tr("brand")));
    let languages = Locale::ALL.map(|locale| {
        let page = Rc::clone(page);
        let pressed = if words::spoken() == locale {
            "true"
        } else {
            "false"
        };
        button(
            "",
            &format!("language-{}", locale.tag()),
            &locale.tag().to_ascii_uppercase(),
        )
        .attr("lang", locale.tag())
        .attr("aria-pressed", pressed)
        .child(
            html("span")
                .class("unseen")
                .text(&format!(" {}", locale.own_name())),
        )
        .press(move || {
            speak(locale);
            draw(&page);
            // The button that was pressed is another one now.
            let again = format!("[data-testid=language-{}]", locale.tag());
            if let Ok(Some(again)) = document().query_selector(&again) {
                let _ = again.unchecked_into::<web_sys::HtmlElement>().focus();
            }
        })
    });
    let languages = html("div")
        .class("language")
        .attr("role", "group")
        .attr("aria-label", &tr("language"))
        .children(languages);
    html("header")
        .class("head")
        .child(home)
        .child(html("span").class("grow"))
        .child(languages)
}

/// Speaks a language from here on, and remembers it for the whole site.
fn speak(locale: Locale) {
    words::speak(locale);
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", locale.tag());
        let _ = root.set_attribute("dir", locale.direction());
    }
    if let Ok(Some(storage)) = window().local_storage() {
        let kept = storage
            .get_item(Settings::KEY)
            .ok()
            .flatten()
            .unwrap_or_default();
        let settings = Settings {
            language: Some(locale.tag().to_owned()),
            ..Settings::from_text(&kept)
        };
        let _ = storage.set_item(Settings::KEY, &settings.to_text());
    }
}
