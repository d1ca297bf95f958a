//! A signal of which the library does not know what kind of value it holds.
//!
//! Its code would be compiled anew for each kind of value, some twenty times in this page. Like this it is compiled once, and for
//! each kind only what must know it.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use reactive_graph::owner::LocalStorage;
use reactive_graph::prelude::*;
use reactive_graph::signal::RwSignal as Signal;

/// What the library holds: a `RefCell` of the value.
type Held = Signal<Rc<dyn Any>, LocalStorage>;

/// What is wrong where a signal is read that is gone.
const GONE: &str = "a signal lives as long as what reads it";

/// A value that can be read and set, and whoever read it is told when it changes. It lives as long as the part of the page in which
/// it was made; what is set later is lost.
pub(super) struct RwSignal<T> {
    held: Held,
    kind: PhantomData<fn() -> T>,
}

impl<T> Clone for RwSignal<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for RwSignal<T> {}

impl<T: 'static> RwSignal<T> {
    pub(super) fn new(value: T) -> Self {
        Self {
            held: hold(Rc::new(RefCell::new(value))),
            kind: PhantomData,
        }
    }

    /// Reads it, and is told from now on.
    pub(super) fn with<U>(self, ask: impl FnOnce(&T) -> U) -> U {
        self.try_with(ask).expect(GONE)
    }

    /// The same; none if it is gone.
    pub(super) fn try_with<U>(self, ask: impl FnOnce(&T) -> U) -> Option<U> {
        self.track();
        self.try_with_untracked(ask)
    }

    /// Reads it once.
    pub(super) fn with_untracked<U>(self, ask: impl FnOnce(&T) -> U) -> U {
        self.try_with_untracked(ask).expect(GONE)
    }

    /// The same; none if it is gone.
    pub(super) fn try_with_untracked<U>(self, ask: impl FnOnce(&T) -> U) -> Option<U> {
        let held = look(self.held)?;
        let value = held.downcast_ref::<RefCell<T>>()?.try_borrow().ok()?;
        Some(ask(&value))
    }

    /// Is told of changes without reading it.
    pub(super) fn track(self) {
        track(self.held);
    }

    /// Changes it, and tells.
    pub(super) fn update(self, change: impl FnOnce(&mut T)) {
        let held = look(self.held);
        let cell = held
            .as_ref()
            .and_then(|held| held.downcast_ref::<RefCell<T>>());
        if let Some(mut value) = cell.and_then(|cell| cell.try_borrow_mut().ok()) {
            change(&mut value);
            drop(value);
            tell(self.held);
        }
    }

    /// Sets it, and tells.
    pub(super) fn set(self, value: T) {
        let _ = self.try_set(value);
    }

    /// The same; gives the value back if the signal is gone.
    pub(super) fn try_set(self, value: T) -> Option<T> {
        let mut value = Some(value);
        self.update(|old| {
            if let Some(new) = value.take() {
                *old = new;
            }
        });
        value
    }
}

impl<T: PartialEq + 'static> RwSignal<T> {
    /// Sets it, and tells, if it is something new.
    pub(super) fn maybe_set(self, value: T) {
        if self.try_with_untracked(|old| *old != value) == Some(true) {
            self.set(value);
        }
    }
}

impl<T: Clone + 'static> RwSignal<T> {
    /// Its value; whoever asks is told from now on.
    pub(super) fn get(self) -> T {
        self.with(T::clone)
    }

    /// Its value, once.
    pub(super) fn get_untracked(self) -> T {
        self.with_untracked(T::clone)
    }

    /// The same; none if it is gone.
    pub(super) fn try_get_untracked(self) -> Option<T> {
        self.try_with_untracked(T::clone)
    }
}

#[inline(never)]
fn hold(value: Rc<dyn Any>) -> Held {
    Held::new_local(value)
}

#[inline(never)]
fn look(held: Held) -> Option<Rc<dyn Any>> {
    held.try_get_untracked()
}

#[inline(never)]
fn track(held: Held) {
    held.track();
}

#[inline(never)]
fn tell(held: Held) {
    held.notify();
}
