use std::time::Duration;

use super::signal::*;

use super::clock;
use super::element::{El, effect, html};
use super::hint::hint_words;
use super::live::Live;
use super::turn;
use super::words::tr;

/// How many sentences stand in the region; older ones were read.
const KEPT: usize = 6;
/// When more has happened than this, only the end of it is told.
const TOLD_AT_ONCE: usize = 3;
/// A few frames.
const SOON: Duration = Duration::from_millis(50);
/// Milliseconds before one's time is over at which that is told. `static/style/clock.css` changes its looks at the same moment.
const LATE: u64 = 5_000;

/// Tells a screen reader what happens, from the listener's view, and when it is their turn.
pub(super) fn announcer(live: Live) -> El {
    let lines = RwSignal::new(Vec::<(u64, String)>::new());
    let tell = move |words: String| {
        lines.update(|lines| {
            let number = lines.last().map_or(0, |(number, _)| number + 1);
            lines.push((number, words));
            let surplus = lines.len().saturating_sub(KEPT);
            lines.drain(..surplus);
        });
    };
    let mut before = live.stage.heard.get_untracked();
    effect(move || {
        let told = live.stage.heard.get();
        let news: Vec<String> = untrack(|| {
            live.history.with(|history| {
                let news = history
                    .iter()
                    .filter(|event| event.seq > before && event.seq <= told);
                news.filter_map(|event| live.say(&event.event)).collect()
            })
        });
        before = told;
        for words in news.iter().skip(news.len().saturating_sub(TOLD_AT_ONCE)) {
            tell(words.clone());
        }
    });
    // That it is one's turn is told when something can be done about it.
    let mut was_due = true;
    effect(move || {
        let due = live.can_roll() || live.must_choose();
        if due
            && !was_due
            && let Some((_, words)) = untrack(|| turn::words(live))
        {
            // Not in the frame that lights up what is to be done.
            later(SOON, move || tell(words));
        }
        was_due = due;
    });
    effect(move || {
        if let Some(words) = hint_words(live) {
            tell(words);
        }
    });
    warn(live, tell);
    let numbers = move || lines.with(|lines| lines.iter().map(|(number, _)| *number).collect());
    let words = move |number| {
        lines
            .with(|lines| {
                lines
                    .iter()
                    .find(|(other, _)| *other == number)
                    .map(|(_, words)| words.clone())
            })
            .unwrap_or_default()
    };
    html("div")
        .class("unseen told")
        .attr("role", "log")
        .attr("aria-live", "polite")
        .testid("announcer")
        .each(numbers, move |number| html("p").child(words(number)))
}

/// Tells once in good time that one's own time runs out; that of others is theirs.
fn warn(live: Live, tell: impl Fn(String) + Copy + 'static) {
    let timer = StoredValue::new(None::<i32>);
    let told = StoredValue::new(None);
    let stop = move || {
        if let Some(timer) = timer.try_update_value(Option::take).flatten() {
            call_off(timer);
        }
    };
    let mut before = None;
    effect(move || {
        let clock = live.clock().filter(|clock| live.mine() == Some(clock.seat));
        let now = Some((clock, live.wakes.get()));
        if now == before {
            return;
        }
        before = now;
        stop();
        let left = clock.map_or(0, |clock| clock.until.since(clock::now()));
        // In the very last moments it is too late to tell.
        if left > LATE / 5 && told.get_value() != clock {
            let wait = Duration::from_millis(left.saturating_sub(LATE));
            timer.set_value(later(wait, move || {
                told.set_value(clock);
                tell(tr("clock-late"));
            }));
        }
    });
    on_cleanup(stop);
}
