//! Something worked out of signals, of which the library does not know what kind of value it is: for the same reason as
//! [`RwSignal`](super::rw_signal::RwSignal).

use std::any::Any;
use std::marker::PhantomData;
use std::rc::Rc;

use reactive_graph::computed::Memo as Computed;
use reactive_graph::prelude::*;
use send_wrapper::SendWrapper;

type Value = Rc<dyn Any>;
type Held = Computed<SendWrapper<Value>>;

/// What is wrong where something is read that is gone.
const GONE: &str = "a memo lives as long as what reads it";

/// A value that is worked out anew when a signal that it comes from changes. Whoever read it is told when it is another one. It
/// lives as long as the part of the page in which it was made.
pub(super) struct Memo<T> {
    held: Held,
    kind: PhantomData<fn() -> T>,
}

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Memo<T> {}

impl<T: PartialEq + 'static> Memo<T> {
    /// `work` is given the value that it gave before.
    pub(super) fn new(work: impl Fn(Option<&T>) -> T + 'static) -> Self {
        let work = move |old: Option<Value>| {
            let old = old.as_deref().and_then(<dyn Any>::downcast_ref);
            let new = work(old);
            let changed = old != Some(&new);
            (Rc::new(new) as Value, changed)
        };
        Self {
            held: hold(Box::new(work)),
            kind: PhantomData,
        }
    }
}

impl<T: 'static> Memo<T> {
    /// Reads it, and is told from now on.
    pub(super) fn with<U>(self, ask: impl FnOnce(&T) -> U) -> U {
        let value = look(self.held, true);
        ask(value
            .as_deref()
            .and_then(<dyn Any>::downcast_ref)
            .expect(GONE))
    }
}

impl<T: Clone + 'static> Memo<T> {
    /// The value; whoever asks is told from now on.
    pub(super) fn get(self) -> T {
        self.with(T::clone)
    }

    /// The value, once.
    pub(super) fn get_untracked(self) -> T {
        let value = look(self.held, false);
        let value: Option<&T> = value.as_deref().and_then(<dyn Any>::downcast_ref);
        value.expect(GONE).clone()
    }
}

#[inline(never)]
fn hold(work: Box<dyn Fn(Option<Value>) -> (Value, bool)>) -> Held {
    let work = SendWrapper::new(work);
    Held::new_owning(move |old| {
        let (new, changed) = work(old.map(SendWrapper::take));
        (SendWrapper::new(new), changed)
    })
}

#[inline(never)]
fn look(held: Held, tracked: bool) -> Option<Value> {
    let value = if tracked {
        held.try_get()
    } else {
        held.try_get_untracked()
    };
    value.map(SendWrapper::take)
}
