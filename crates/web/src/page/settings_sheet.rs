use leptos::prelude::*;

use super::dialog::Sheet;
use super::prefs::{change, settings};
use super::words::{locale, tr};
use crate::wording::key;
use crate::{Locale, Motion, Settings, Theme};

/// What a person can set.
#[component]
pub(super) fn SettingsSheet(open: RwSignal<bool>) -> impl IntoView {
    view! {
        <Sheet open title=key("settings-title") testid="settings-sheet">
            <fieldset class="group">
                <legend>{move || tr("settings-language")}</legend>
                <div class="choices">
                    {Locale::ALL
                        .map(|each| {
                            view! {
                                <Choice
                                    group="language"
                                    value=each.tag()
                                    words=move || each.own_name().to_owned()
                                    chosen=move || locale() == each
                                    choose=move |settings| settings.language = Some(each.tag().to_owned())
                                />
                            }
                        })
                        .collect_view()}
                </div>
            </fieldset>
            <fieldset class="group">
                <legend>{move || tr("settings-theme")}</legend>
                <div class="choices">
                    {[
                        (Theme::Auto, "auto", key("settings-theme-auto")),
                        (Theme::Light, "light", key("settings-theme-light")),
                        (Theme::Dark, "dark", key("settings-theme-dark")),
                    ]
                        .map(|(theme, value, name)| {
                            view! {
                                <Choice
                                    group="theme"
                                    value
                                    words=move || tr(name)
                                    chosen=move || settings().theme == theme
                                    choose=move |settings| settings.theme = theme
                                />
                            }
                        })
                        .collect_view()}
                </div>
            </fieldset>
            <fieldset class="group">
                <legend>{move || tr("settings-motion")}</legend>
                <div class="choices">
                    {[
                        (Motion::Auto, "auto", key("settings-motion-auto")),
                        (Motion::Full, "full", key("settings-motion-full")),
                        (Motion::Fast, "fast", key("settings-motion-fast")),
                        (Motion::Still, "still", key("settings-motion-still")),
                    ]
                        .map(|(motion, value, name)| {
                            view! {
                                <Choice
                                    group="motion"
                                    value
                                    words=move || tr(name)
                                    chosen=move || settings().motion == motion
                                    choose=move |settings| settings.motion = motion
                                />
                            }
                        })
                        .collect_view()}
                </div>
            </fieldset>
        </Sheet>
    }
}

/// One of several; the browser's own radio button under a tile.
#[component]
fn Choice(
    group: &'static str,
    value: &'static str,
    words: impl Fn() -> String + Send + 'static,
    chosen: impl Fn() -> bool + Send + 'static,
    choose: impl Fn(&mut Settings) + 'static,
) -> impl IntoView {
    view! {
        <label class="choice">
            <input
                type="radio"
                name=format!("setting-{group}")
                value=value
                data-testid=format!("setting-{group}-{value}")
                prop:checked=chosen
                on:change=move |_| change(|settings| choose(settings))
            />
            <span>{words}</span>
        </label>
    }
}
