//! Elements, made from what is known and put in their place. Nothing here changes by itself: what changes is made anew.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{Document, Element, Event, HtmlElement, SvgElement, Window};

/// An element.
#[derive(Clone)]
pub(super) struct El(pub(super) Element);

pub(super) fn window() -> Window {
    web_sys::window().expect("a page has a window")
}

pub(super) fn document() -> Document {
    window().document().expect("a window has a document")
}

/// Makes an element of HTML.
pub(super) fn html(tag: &str) -> El {
    El(document()
        .create_element(tag)
        .map_err(drop)
        .expect("a tag that HTML has"))
}

/// Makes an element of SVG.
pub(super) fn svg(tag: &str) -> El {
    El(document()
        .create_element_ns(Some("http://www.w3.org/2000/svg"), tag)
        .map_err(drop)
        .expect("a tag that SVG has"))
}

impl El {
    pub(super) fn attr(self, name: &str, value: &str) -> Self {
        // Names are written here, and any text is a value.
        let _ = self.0.set_attribute(name, value);
        self
    }

    pub(super) fn class(self, classes: &str) -> Self {
        self.attr("class", classes)
    }

    pub(super) fn testid(self, name: &str) -> Self {
        self.attr("data-testid", name)
    }

    /// A property of its style.
    pub(super) fn style(self, name: &str, value: &str) -> Self {
        let style = match self.0.dyn_ref::<HtmlElement>() {
            Some(element) => element.style(),
            None => self.0.unchecked_ref::<SvgElement>().style(),
        };
        let _ = style.set_property(name, value);
        self
    }

    /// Text after what is in it.
    pub(super) fn text(self, text: &str) -> Self {
        let _ = self.0.append_child(&document().create_text_node(text));
        self
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "an element that is made in its place"
    )]
    pub(super) fn child(self, child: Self) -> Self {
        let _ = self.0.append_child(&child.0);
        self
    }

    pub(super) fn children(self, children: impl IntoIterator<Item = Self>) -> Self {
        children.into_iter().fold(self, Self::child)
    }

    /// Listens as long as the element is there: the browser lets go of both together.
    pub(super) fn on(self, event: &str, heard: impl FnMut(Event) + 'static) -> Self {
        let heard = Closure::<dyn FnMut(Event)>::new(heard).into_js_value();
        let _ = self
            .0
            .add_event_listener_with_callback(event, heard.unchecked_ref());
        self
    }

    pub(super) fn press(self, mut act: impl FnMut() + 'static) -> Self {
        self.on("click", move |_| act())
    }

    /// Puts something in the place of all that is in it.
    pub(super) fn fill(&self, children: impl IntoIterator<Item = Self>) {
        self.0.set_text_content(None);
        for child in children {
            let _ = self.0.append_child(&child.0);
        }
    }
}

/// A button.
pub(super) fn button(class: &str, testid: &str, words: &str) -> El {
    html("button")
        .attr("type", "button")
        .class(class)
        .testid(testid)
        .text(words)
}
