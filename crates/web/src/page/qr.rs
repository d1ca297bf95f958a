use qrcodegen::{QrCode, QrCodeEcc};

use super::element::{El, svg};

/// Light modules around the code, as the standard wants.
const QUIET: i32 = 4;

/// A text as a QR code, drawn here: it may hold what no server is told. Nothing for a text that is too long.
pub(super) fn qr(text: &str) -> Option<El> {
    let code = QrCode::encode_binary(text.as_bytes(), QrCodeEcc::Low).ok()?;
    let mut dark = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let begin = x;
            while x < code.size() && code.get_module(x, y) {
                x += 1;
            }
            if x > begin {
                dark.push_str(&format!("M{begin} {y}h{}v1h-{0}z", x - begin));
            }
            x += 1;
        }
    }
    let side = code.size() + 2 * QUIET;
    let drawn = svg("svg")
        .attr("viewBox", &format!("-{QUIET} -{QUIET} {side} {side}"))
        .attr("role", "img")
        .attr("shape-rendering", "crispEdges")
        .child(svg("path").attr("d", &dark));
    Some(drawn)
}
