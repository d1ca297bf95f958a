//! Elements, made once and changed where a signal says so.
//!
//! Leptos keeps the signals. Its views give every element a type of its own; of a page like this one they came to half of its
//! weight. Here an element is a browser's element, and what changes is a boxed closure. What is the same for many places is kept
//! out of line: the page is loaded more often than it is run.

use super::signal::*;
use send_wrapper::SendWrapper;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event, EventTarget, HtmlElement, HtmlInputElement, Node, SvgElement};

/// An element of the page.
#[derive(Clone)]
pub(super) struct El(Element);

/// Makes an element of HTML.
#[inline(never)]
pub(super) fn html(tag: &'static str) -> El {
    El(document()
        .create_element(tag)
        .map_err(drop)
        .expect("a tag that HTML has"))
}

/// Makes an element of SVG.
#[inline(never)]
pub(super) fn svg(tag: &'static str) -> El {
    El(document()
        .create_element_ns(Some("http://www.w3.org/2000/svg"), tag)
        .map_err(drop)
        .expect("a tag that SVG has"))
}

/// Where new nodes go.
pub(super) enum Slot<'a> {
    /// To the end of an element.
    Inside(&'a Element),
    /// Among the nodes of a part that is made anew now and then.
    Part(Vec<Node>),
}

impl Slot<'_> {
    #[inline(never)]
    fn take(&mut self, node: Node) {
        match self {
            // New nodes can stand in any element.
            Self::Inside(parent) => drop(parent.append_child(&node)),
            Self::Part(nodes) => nodes.push(node),
        }
    }
}

/// What tells a value. Closures do; as `dyn FnMut` each would bring one more function along, that which calls it a single time and
/// drops it, and there are hundreds of them.
trait Tell<T> {
    fn tell(&mut self) -> T;
}

impl<T, F: FnMut() -> T> Tell<T> for F {
    fn tell(&mut self) -> T {
        self()
    }
}

/// What hears an event; not a `dyn FnMut` for the same reason.
trait Hear {
    fn hear(&mut self, event: Event);
}

impl<F: FnMut(Event)> Hear for F {
    fn hear(&mut self, event: Event) {
        self(event);
    }
}

/// What makes a part of the page for a value; likewise.
trait Make<T> {
    fn make(&self, value: T, slot: &mut Slot<'_>);
}

impl<T, V: View, F: Fn(T) -> V> Make<T> for F {
    fn make(&self, value: T, slot: &mut Slot<'_>) {
        self(value).put(slot);
    }
}

/// What can stand inside an element: none, one or many nodes.
pub(super) trait View {
    /// Puts its nodes into their place.
    fn put(self, slot: &mut Slot<'_>);
}

impl View for El {
    fn put(self, slot: &mut Slot<'_>) {
        slot.take(self.0.into());
    }
}

impl View for () {
    fn put(self, _: &mut Slot<'_>) {}
}

impl View for &str {
    fn put(self, slot: &mut Slot<'_>) {
        slot.take(document().create_text_node(self).into());
    }
}

impl View for String {
    fn put(self, slot: &mut Slot<'_>) {
        self.as_str().put(slot);
    }
}

impl<V: View> View for Option<V> {
    fn put(self, slot: &mut Slot<'_>) {
        if let Some(view) = self {
            view.put(slot);
        }
    }
}

impl<V: View> View for Vec<V> {
    fn put(self, slot: &mut Slot<'_>) {
        for view in self {
            view.put(slot);
        }
    }
}

impl<V: View, const N: usize> View for [V; N] {
    fn put(self, slot: &mut Slot<'_>) {
        for view in self {
            view.put(slot);
        }
    }
}

impl<A: View, B: View> View for (A, B) {
    fn put(self, slot: &mut Slot<'_>) {
        self.0.put(slot);
        self.1.put(slot);
    }
}

impl El {
    /// Gives it classes.
    #[inline(never)]
    pub(super) fn class(self, classes: &str) -> Self {
        self.attr("class", classes)
    }

    /// Names it for tests.
    #[inline(never)]
    pub(super) fn testid(self, name: &str) -> Self {
        self.attr("data-testid", name)
    }

    /// Gives it an attribute.
    #[inline(never)]
    pub(super) fn attr(self, name: &'static str, value: &str) -> Self {
        // Names are written here, and any text is a value.
        let _ = self.0.set_attribute(name, value);
        self
    }

    /// An attribute that follows signals.
    pub(super) fn live_attr(
        self,
        name: &'static str,
        value: impl FnMut() -> Option<String> + 'static,
    ) -> Self {
        live_attr(&self.0, name, Box::new(value));
        self
    }

    /// An attribute that says `true` or `false`.
    pub(super) fn live_flag(
        self,
        name: &'static str,
        value: impl FnMut() -> bool + 'static,
    ) -> Self {
        live_flag(&self.0, name, Box::new(value));
        self
    }

    /// A class that comes and goes.
    pub(super) fn live_class(
        self,
        name: &'static str,
        value: impl FnMut() -> bool + 'static,
    ) -> Self {
        live_class(&self.0, name, Box::new(value));
        self
    }

    /// A property of its style.
    pub(super) fn live_style(
        self,
        name: &'static str,
        value: impl FnMut() -> Option<String> + 'static,
    ) -> Self {
        live_style(&self.0, name, Box::new(value));
        self
    }

    /// Whether a choice is made.
    pub(super) fn live_checked(self, value: impl FnMut() -> bool + 'static) -> Self {
        live_checked(&self.0, Box::new(value));
        self
    }

    /// A message of the page as what it says.
    #[inline(never)]
    pub(super) fn words(self, key: &'static str) -> Self {
        self.live_text(move || super::words::tr(key))
    }

    /// A message of the page as its label for those who do not see it.
    #[inline(never)]
    pub(super) fn label(self, key: &'static str) -> Self {
        self.live_attr("aria-label", move || Some(super::words::tr(key)))
    }

    /// Text that follows signals, after what is in it already.
    pub(super) fn live_text(self, text: impl FnMut() -> String + 'static) -> Self {
        live_text(&self.0, Box::new(text));
        self
    }

    /// Puts something into it.
    pub(super) fn child(self, view: impl View) -> Self {
        view.put(&mut Slot::Inside(&self.0));
        self
    }

    /// A part that is made anew when `value` changes, and only then.
    pub(super) fn given<T, V>(
        self,
        value: impl FnMut() -> T + 'static,
        make: impl Fn(T) -> V + 'static,
    ) -> Self
    where
        T: Clone + PartialEq + 'static,
        V: View,
    {
        let part = Given {
            value: Box::new(value),
            shown: None,
            make: Box::new(make),
        };
        put(&self.0, Box::new(part));
        self
    }

    /// A part that is there while `value` says so.
    pub(super) fn when<V: View>(
        self,
        value: impl FnMut() -> bool + 'static,
        make: impl Fn() -> V + 'static,
    ) -> Self {
        self.given(value, move |there| there.then(&make))
    }

    /// One part for each key, in their order, and nothing beside them; a part stays what it is as long as its key is there.
    pub(super) fn each(
        self,
        keys: impl Fn() -> Vec<u64> + 'static,
        make: impl Fn(u64) -> Self + 'static,
    ) -> Self {
        each(&self.0, Box::new(keys), Box::new(make));
        self
    }

    /// Listens.
    pub(super) fn on(self, event: &'static str, heard: impl FnMut(Event) + 'static) -> Self {
        listen(&self.0, event, heard);
        self
    }

    /// Does something when it is pressed.
    pub(super) fn press(self, act: impl FnMut() + 'static) -> Self {
        press(&self.0, Box::new(act));
        self
    }

    /// Another one that looks the same, with all that is in it. It listens to nothing and follows no signal.
    pub(super) fn copy(&self) -> Self {
        let copy = self.0.clone_node_with_deep(true).map_err(drop);
        Self(copy.expect("any element can be copied").unchecked_into())
    }

    /// The browser's element.
    pub(super) const fn raw(&self) -> &Element {
        &self.0
    }

    /// What was typed into it.
    pub(super) fn typed(&self) -> String {
        self.0
            .dyn_ref::<HtmlInputElement>()
            .map(HtmlInputElement::value)
            .unwrap_or_default()
    }

    /// Writes into it, as if typed.
    pub(super) fn type_in(&self, text: &str) {
        if let Some(input) = self.0.dyn_ref::<HtmlInputElement>() {
            input.set_value(text);
        }
    }

    /// Gives it the focus, with all that was typed chosen.
    pub(super) fn focus_and_select(&self) {
        if let Some(input) = self.0.dyn_ref::<HtmlInputElement>() {
            // An element that cannot have the focus goes without it.
            let _ = input.focus();
            input.select();
        }
    }
}

/// Does something now, and again whenever a signal that it read has changed, as long as the part of the page lives.
pub(super) fn effect(run: impl FnMut() + 'static) {
    keep(Box::new(run));
}

#[inline(never)]
fn keep(mut run: Box<dyn Tell<()>>) {
    let effect = SendWrapper::new(RenderEffect::new(move |_| run.tell()));
    on_cleanup(move || drop(effect));
}

/// Listens as long as the part of the page lives.
pub(super) fn listen(
    target: &EventTarget,
    event: &'static str,
    heard: impl FnMut(Event) + 'static,
) {
    listen_boxed(target, event, Box::new(heard));
}

#[inline(never)]
fn listen_boxed(target: &EventTarget, event: &'static str, mut heard: Box<dyn Hear>) {
    let heard = Closure::<dyn FnMut(Event)>::new(move |event| heard.hear(event));
    let _ = target.add_event_listener_with_callback(event, heard.as_ref().unchecked_ref());
    let held = SendWrapper::new((target.clone(), heard));
    on_cleanup(move || {
        let (target, heard) = held.take();
        let _ = target.remove_event_listener_with_callback(event, heard.as_ref().unchecked_ref());
    });
}

#[inline(never)]
fn press(element: &Element, mut act: Box<dyn Tell<()>>) {
    listen(element, "click", move |_| act.tell());
}

/// A number for an attribute, to a thousandth.
#[inline(never)]
pub(super) fn number(value: f32) -> String {
    // Whole numbers are written much more cheaply, and coordinates are a few dozen at most.
    #[expect(clippy::cast_possible_truncation, reason = "see above")]
    let thousandths = (value * 1000.0 + 0.5).floor() as i32;
    let (sign, size) = (
        if thousandths < 0 { "-" } else { "" },
        thousandths.unsigned_abs(),
    );
    format!("{sign}{}.{:03}", size / 1000, size % 1000)
}

#[inline(never)]
fn live_attr(element: &Element, name: &'static str, mut value: Box<dyn Tell<Option<String>>>) {
    let element = element.clone();
    let mut old = None;
    effect(move || {
        let new = value.tell();
        if new != old {
            let _ = match &new {
                Some(value) => element.set_attribute(name, value),
                None => element.remove_attribute(name),
            };
            old = new;
        }
    });
}

#[inline(never)]
fn live_flag(element: &Element, name: &'static str, mut value: Box<dyn Tell<bool>>) {
    live_attr(
        element,
        name,
        Box::new(move || Some(if value.tell() { "true" } else { "false" }.to_owned())),
    );
}

#[inline(never)]
fn live_class(element: &Element, name: &'static str, mut value: Box<dyn Tell<bool>>) {
    let list = element.class_list();
    let mut old = None;
    effect(move || {
        let new = value.tell();
        if old != Some(new) {
            let _ = list.toggle_with_force(name, new);
            old = Some(new);
        }
    });
}

#[inline(never)]
fn live_style(element: &Element, name: &'static str, mut value: Box<dyn Tell<Option<String>>>) {
    let style = match element.dyn_ref::<HtmlElement>() {
        Some(element) => element.style(),
        None => element.unchecked_ref::<SvgElement>().style(),
    };
    let mut old = None;
    effect(move || {
        let new = value.tell();
        if new != old {
            let _ = match &new {
                Some(value) => style.set_property(name, value),
                None => style.remove_property(name).map(drop),
            };
            old = new;
        }
    });
}

#[inline(never)]
fn live_checked(element: &Element, mut value: Box<dyn Tell<bool>>) {
    let Some(input) = element.dyn_ref::<HtmlInputElement>().cloned() else {
        return;
    };
    effect(move || input.set_checked(value.tell()));
}

#[inline(never)]
fn live_text(parent: &Element, mut text: Box<dyn Tell<String>>) {
    let node = document().create_text_node("");
    Slot::Inside(parent).take(node.clone().into());
    let mut old = String::new();
    effect(move || {
        let new = text.tell();
        if new != old {
            node.set_data(&new);
            old = new;
        }
    });
}

/// What a part hangs on: whether it is to be made anew, and how.
trait Part {
    fn has_changed(&mut self) -> bool;
    fn make(&self, slot: &mut Slot<'_>);
}

/// A part that hangs on a value.
struct Given<T> {
    value: Box<dyn Tell<T>>,
    shown: Option<T>,
    make: Box<dyn Make<T>>,
}

impl<T: Clone + PartialEq> Part for Given<T> {
    fn has_changed(&mut self) -> bool {
        let new = Some(self.value.tell());
        let changed = new != self.shown;
        self.shown = new;
        changed
    }

    fn make(&self, slot: &mut Slot<'_>) {
        if let Some(value) = self.shown.clone() {
            self.make.make(value, slot);
        }
    }
}

#[inline(never)]
fn put(parent: &Element, mut part: Box<dyn Part>) {
    // The place of the part among its neighbours.
    let anchor: Node = document().create_comment("").into();
    Slot::Inside(parent).take(anchor.clone());
    // What is in the part lives as long as its value stays, not until the value is next looked at.
    let outer = Owner::current().unwrap_or_default();
    let mut inner: Option<Owner> = None;
    let mut shown: Vec<Node> = Vec::new();
    effect(move || {
        if !part.has_changed() {
            return;
        }
        if let Some(old) = inner.take() {
            old.cleanup();
        }
        let owner = outer.child();
        let mut slot = Slot::Part(Vec::new());
        owner.with(|| untrack(|| part.make(&mut slot)));
        inner = Some(owner);
        let Slot::Part(new) = slot else { return };
        let Some(parent) = anchor.parent_node() else {
            return;
        };
        for node in shown.drain(..) {
            let _ = parent.remove_child(&node);
        }
        for node in &new {
            let _ = parent.insert_before(node, Some(&anchor));
        }
        shown = new;
    });
}

#[inline(never)]
fn each(parent: &Element, mut keys: Box<dyn Tell<Vec<u64>>>, make: Box<dyn Fn(u64) -> El>) {
    let parent = parent.clone();
    let outer = Owner::current().unwrap_or_default();
    let mut rows: Vec<(u64, El, Owner)> = Vec::new();
    effect(move || {
        let keys = keys.tell();
        rows.retain(|(key, row, owner)| {
            let stays = keys.contains(key);
            if !stays {
                owner.cleanup();
                row.0.remove();
            }
            stays
        });
        // From the first to the last: what screen readers are told of new rows comes in the order in which they are put in.
        let mut next = parent.first_child();
        for key in keys {
            let known = rows
                .iter()
                .find(|(known, ..)| *known == key)
                .map(|(_, row, _)| row.clone());
            let row = known.unwrap_or_else(|| {
                let owner = outer.child();
                let row = owner.with(|| untrack(|| make(key)));
                rows.push((key, row.clone(), owner));
                row
            });
            let row: Node = row.0.into();
            if next.as_ref() == Some(&row) {
                next = row.next_sibling();
            } else {
                let _ = parent.insert_before(&row, next.as_ref());
            }
        }
    });
}
