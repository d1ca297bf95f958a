use ludo_brain::Places;
use ludo_rules::{BySeat, Seat};

/// Chances of the first place in whole hundredths: those of all seats are a hundred together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hundredths(pub BySeat<u8>);

impl Hundredths {
    /// Of the chances of all places. Each seat looks for itself, so what they say of the first place is not quite one
    /// together; it is shared out as they say it. What is left by rounding down goes to the largest remainders. Nothing for anybody
    /// where nobody has a chance.
    #[must_use]
    pub fn of(chances: &BySeat<Places>) -> Self {
        let first = |seat: Seat| f64::from(chances[seat][0]).clamp(0.0, 1.0);
        let sum: f64 = Seat::ALL.into_iter().map(first).sum();
        if !sum.is_normal() {
            return Self(BySeat::new([0; 4]));
        }
        let exact = BySeat::from_fn(|seat| first(seat) / sum * 100.0);
        let mut whole = BySeat::from_fn(|seat| exact[seat].floor() as u8);
        let mut order = Seat::ALL;
        order.sort_by(|&one, &other| exact[other].fract().total_cmp(&exact[one].fract()));
        let given: u8 = Seat::ALL.into_iter().map(|seat| whole[seat]).sum();
        for seat in order
            .into_iter()
            .cycle()
            .take(usize::from(100_u8.saturating_sub(given)))
        {
            whole[seat] += 1;
        }
        Self(whole)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(first: [f32; 4]) -> [u8; 4] {
        let chances = BySeat::new(first.map(|first| [first, 0.0, 0.0, 0.0]));
        Hundredths::of(&chances).0.into_values()
    }

    #[test]
    fn remainders_go_to_the_largest() {
        assert_eq!(of([0.5, 0.0, 0.5, 0.0]), [50, 0, 50, 0]);
        assert_eq!(of([0.3, 0.3, 0.3, 0.0]), [34, 33, 33, 0]);
        assert_eq!(of([1.0, 0.0, 0.0, 0.0]), [100, 0, 0, 0]);
        assert_eq!(of([0.0; 4]), [0; 4]);
        assert_eq!(of([f32::NAN; 4]), [0; 4]);
    }

    proptest! {
        #[test]
        fn they_are_a_hundred_together_and_off_by_less_than_one(first in proptest::array::uniform4(0.0_f32..=1.0)) {
            prop_assume!(first.iter().sum::<f32>() > 0.0);
            let got = of(first);
            prop_assert_eq!(got.iter().map(|&part| u32::from(part)).sum::<u32>(), 100);
            let sum: f32 = first.iter().sum();
            for (got, exact) in got.iter().zip(first) {
                prop_assert!((f32::from(*got) - exact / sum * 100.0).abs() < 1.001);
            }
        }
    }
}
