use leptos::prelude::*;

use super::live::Live;
use super::turn;

/// How many sentences stand in the region; older ones were read.
const KEPT: usize = 6;
/// When more has happened than this, only the end of it is told.
const TOLD_AT_ONCE: usize = 3;

/// Tells a screen reader what happens, from the listener's view, and when it is their turn.
#[component]
pub(super) fn Announcer(live: Live) -> impl IntoView {
    let lines = RwSignal::new(Vec::<(u64, String)>::new());
    let number = StoredValue::new(0_u64);
    let tell = move |words: String| {
        number.update_value(|number| *number += 1);
        lines.update(|lines| {
            lines.push((number.get_value(), words));
            let surplus = lines.len().saturating_sub(KEPT);
            lines.drain(..surplus);
        });
    };
    Effect::new(move |before: Option<u64>| {
        let told = live.stage.told.get();
        let Some(before) = before else { return told };
        let news: Vec<String> = untrack(|| {
            live.history.with(|history| {
                history
                    .iter()
                    .filter(|event| event.seq > before && event.seq <= told)
                    .filter_map(|event| live.say(&event.event))
                    .collect()
            })
        });
        for words in news.iter().skip(news.len().saturating_sub(TOLD_AT_ONCE)) {
            tell(words.clone());
        }
        told
    });
    // That it is one's turn is told when something can be done about it.
    Effect::new(move |before: Option<bool>| {
        let due = live.can_roll.get() || live.choices.with(|choices| !choices.is_empty());
        if due
            && before == Some(false)
            && let Some((_, words)) = untrack(|| turn::words(live))
        {
            tell(words);
        }
        due
    });
    view! {
        <div class="unseen" role="log" aria-live="polite" data-testid="announcer">
            <For each=move || lines.get() key=|(number, _)| *number let:line>
                <p>{line.1}</p>
            </For>
        </div>
    }
}
