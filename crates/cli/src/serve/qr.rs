use qrcode::QrCode;
use qrcode::render::unicode;

/// A code to scan from a terminal with light text on dark; most scanners read it the other way round too.
pub(crate) fn of(link: &str) -> Option<String> {
    let code = QrCode::new(link).ok()?;
    let picture = code
        .render::<unicode::Dense1x2>()
        .dark_color(unicode::Dense1x2::Light)
        .light_color(unicode::Dense1x2::Dark)
        .build();
    Some(picture)
}
