//! What is shown if the program fails: a sentence and a way on, instead of a page that no longer answers.

use std::panic;

use super::signal::document;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;

use super::words::tr;

/// Watches for a failure.
pub(super) fn watch() {
    panic::set_hook(Box::new(|_| show()));
}

fn show() {
    let document = document();
    let (Some(body), Ok(shade), Ok(card), Ok(words), Ok(again)) = (
        document.body(),
        document.create_element("div"),
        document.create_element("div"),
        document.create_element("p"),
        document.create_element("button"),
    ) else {
        return;
    };
    shade.set_class_name("stopped calm");
    card.set_class_name("card");
    again.set_class_name("button primary");
    words.set_text_content(Some(&tr("crashed")));
    again.set_text_content(Some(&tr("reload")));
    let reload = Closure::<dyn FnMut()>::new(|| {
        let _ = super::signal::window().location().reload();
    });
    let _ = again.add_event_listener_with_callback("click", reload.as_ref().unchecked_ref());
    reload.forget();
    let _ = shade.set_attribute("role", "alert");
    // Nothing more can be done for a document that refuses even this.
    let _ = card
        .append_with_node_2(&words, &again)
        .and_then(|()| shade.append_with_node_1(&card))
        .and_then(|()| body.append_with_node_1(&shade));
}
