use ludo_rules::Seat;

/// The mark of a seat, so that nobody needs to tell colours apart: an SVG path around the origin that fits a circle of radius 10.
#[must_use]
pub const fn mark(seat: Seat) -> &'static str {
    match seat {
        // Each is drawn to the same weight for the eye, not to the same width.
        Seat::Red => "M0-7.6A7.6 7.6 0 1 1 0 7.6 7.6 7.6 0 1 1 0-7.6Z",
        Seat::Green => "M0-9.4 8.8 6.4H-8.8Z",
        Seat::Yellow => "M-6.9-6.9H6.9V6.9H-6.9Z",
        Seat::Blue => {
            "M0-10 2.65-3.64 9.51-3.09 4.28 1.39 5.88 8.09 0 4.5-5.88 8.09-4.28 1.39-9.51-3.09-2.65-3.64Z"
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn b123_every_seat_has_a_mark_of_its_own() {
        assert_eq!(
            Seat::ALL
                .map(mark)
                .into_iter()
                .collect::<HashSet<_>>()
                .len(),
            4
        );
    }
}
