use leptos::prelude::*;
use ludo_protocol::NumberedEvent;
use ludo_rules::Seat;
use ludo_table::Event;

use super::live::Live;
use super::peg::Peg;
use super::words::tr;

/// The last moves in words, the newest first.
#[component]
pub(super) fn Log(live: Live) -> impl IntoView {
    // What the board does not show yet is not told.
    let shown = move || {
        let told = live.stage.told.get();
        live.history.with(|history| {
            history
                .iter()
                .rev()
                .filter(|event| event.seq <= told && is_of_game(&event.event))
                .take(40)
                .cloned()
                .collect::<Vec<_>>()
        })
    };
    // Who comes later has not seen what happened; that is not nothing.
    let fresh = move || live.table().is_some_and(|table| table.step() == 0);
    view! {
        <section class="log" aria-labelledby="log-title" data-testid="log">
            <h2 id="log-title">{move || tr("log-title")}</h2>
            <Show when=move || !shown().is_empty() fallback=move || view! { <p class="small soft">{move || fresh().then(|| tr("log-empty"))}</p> }>
                // The list scrolls, so a keyboard must reach it.
                <ol tabindex="0" aria-labelledby="log-title">
                    <For each=shown key=|event| event.seq let:event>
                        <Line live event />
                    </For>
                </ol>
            </Show>
        </section>
    }
}

#[component]
fn Line(live: Live, event: NumberedEvent) -> impl IntoView {
    let seat = seat_of(&event.event);
    view! {
        <li>
            {seat.map(|seat| view! { <Peg seat /> })}
            <span>{move || live.say(&event.event).unwrap_or_default()}</span>
        </li>
    }
}

/// Whether it belongs among the moves of a game; who came and who sat is told elsewhere.
const fn is_of_game(event: &Event) -> bool {
    matches!(
        event,
        Event::Begun { .. }
            | Event::Drawn { .. }
            | Event::Rolled { .. }
            | Event::Moved { .. }
            | Event::Resigned { .. }
            | Event::Controlled { .. }
            | Event::Over { .. }
    )
}

const fn seat_of(event: &Event) -> Option<Seat> {
    match event {
        Event::Rolled { seat, .. }
        | Event::Moved { seat, .. }
        | Event::Resigned { seat, .. }
        | Event::Controlled { seat, .. } => Some(*seat),
        Event::Drawn { first, .. } => Some(*first),
        _ => None,
    }
}
