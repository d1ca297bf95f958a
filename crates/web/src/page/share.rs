use std::time::Duration;

use js_sys::{Function, Promise, Reflect};
use leptos::prelude::*;
use leptos::task::spawn_local;
use ludo_protocol::TableCode;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::ShareData;

use super::icon::{COPY, Icon, SHARE};
use super::words::tr;

/// How others come to the table: link, code, picture.
#[component]
pub(super) fn Share(code: TableCode) -> impl IntoView {
    let origin = window().location().origin().unwrap_or_default();
    let link = StoredValue::new(format!("{origin}/t/{code}"));
    let copied = RwSignal::new(false);
    let copy = move |_| {
        spawn_local(async move {
            let written = JsFuture::from(
                window()
                    .navigator()
                    .clipboard()
                    .write_text(&link.get_value()),
            )
            .await;
            if written.is_ok() && copied.try_set(true).is_none() {
                set_timeout(
                    move || {
                        // The room may have been left by then.
                        let _ = copied.try_set(false);
                    },
                    Duration::from_secs(3),
                );
            }
        });
    };
    // Only some browsers can hand a link to other programs.
    let can_share =
        Reflect::get(&window().navigator(), &"share".into()).is_ok_and(|share| share.is_function());
    let share = move |_| {
        let data = ShareData::new();
        data.set_title(&tr("brand"));
        data.set_url(&link.get_value());
        // Who closes the sheet again has refused nothing that matters.
        let navigator = window().navigator();
        let promise = Reflect::get(&navigator, &"share".into())
            .and_then(JsCast::dyn_into::<Function>)
            .and_then(|share| share.call1(&navigator, &data))
            .and_then(JsCast::dyn_into::<Promise>);
        if let Ok(promise) = promise {
            spawn_local(async move {
                let _: Result<JsValue, JsValue> = JsFuture::from(promise).await;
            });
        }
    };
    // A clipboard is there on secure origins only; the link can always be selected.
    let can_copy = Reflect::get(&window().navigator(), &"clipboard".into())
        .is_ok_and(|clipboard| clipboard.is_object());
    view! {
        <section class="card share" aria-labelledby="share-title">
            <div class="stack">
                <h2 id="share-title">{move || tr("waiting-share-title")}</h2>
                <p class="soft small">{move || tr("waiting-share-hint")}</p>
            </div>
            <p class="big-code" data-testid="code" aria-label=move || tr("waiting-code")>{code.to_string()}</p>
            <div class="qr">
                <img src=format!("/api/tables/{code}/qr.svg") alt=move || tr("waiting-qr") width="200" height="200" />
            </div>
            <p class="link" data-testid="link" dir="ltr">{link.get_value()}</p>
            <div class="acts">
                {can_copy
                    .then(|| {
                        view! {
                            <button type="button" class="button" data-testid="copy-link" on:click=copy>
                                <Icon path=COPY />
                                <span role="status">
                                    {move || if copied.get() { tr("waiting-copied") } else { tr("waiting-copy") }}
                                </span>
                            </button>
                        }
                    })}
                {can_share
                    .then(|| {
                        view! {
                            <button type="button" class="button" data-testid="share-link" on:click=share>
                                <Icon path=SHARE />
                                {move || tr("waiting-share")}
                            </button>
                        }
                    })}
            </div>
        </section>
    }
}
