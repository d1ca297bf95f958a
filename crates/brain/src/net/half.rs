//! Numbers of 16 bits, as weights are stored: IEEE 754 binary16, in whole-number operations, so that every machine gets
//! the same.

/// The nearest number of 16 bits, ties to even; too large ones become the largest.
pub(super) fn to_half(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let magnitude = bits & 0x7fff_ffff;
    // 65504 is the largest; what is not a number has no place among weights.
    if magnitude >= 0x477f_e000 {
        return if magnitude > 0x7f80_0000 {
            0
        } else {
            sign | 0x7bff
        };
    }
    // Below 2^-25 nothing is left.
    if magnitude < 0x3300_0000 {
        return sign;
    }
    let exponent = (magnitude >> 23) as i32 - 127;
    let (whole, dropped) = if exponent >= -14 {
        (magnitude - (112 << 23), 13)
    } else {
        (
            (magnitude & 0x007f_ffff) | 0x0080_0000,
            (-1 - exponent) as u32,
        )
    };
    let kept = whole >> dropped;
    let rest = whole & ((1 << dropped) - 1);
    let half = 1 << (dropped - 1);
    let up = rest > half || (rest == half && kept & 1 == 1);
    sign | (kept + u32::from(up)) as u16
}

/// The number of 16 bits, exactly.
pub(super) fn from_half(half: u16) -> f32 {
    let sign = u32::from(half & 0x8000) << 16;
    let exponent = u32::from(half >> 10 & 0x1f);
    let fraction = u32::from(half & 0x3ff);
    let magnitude = match exponent {
        0 => (fraction as f32 * f32::from_bits(0x3380_0000)).to_bits(), // times 2^-24
        31 => 0x477f_e000,
        _ => (exponent + 112) << 23 | fraction << 13,
    };
    f32::from_bits(sign | magnitude)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finite_half_comes_back() {
        for half in 0..=u16::MAX {
            if half >> 10 & 0x1f == 31 {
                continue;
            }
            assert_eq!(to_half(from_half(half)), half, "{half:#06x}");
        }
    }

    #[test]
    fn known_numbers() {
        for (value, half) in [
            (0.0, 0x0000),
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (65504.0, 0x7bff),
            (1e9, 0x7bff),
            (0.333_333_34, 0x3555),
            (6.0e-8, 0x0001),
            (2.0e-8, 0x0000),
            (f32::NAN, 0x0000),
        ] {
            assert_eq!(to_half(value), half, "{value}");
        }
    }

    #[test]
    fn rounding_is_to_the_nearest() {
        for number in 0..20_000 {
            let value = (number as f32 - 10_000.0) * 3.7e-4;
            let back = from_half(to_half(value));
            assert!(
                (back - value).abs() <= value.abs() / 2048.0 + 3e-8,
                "{value} {back}"
            );
        }
    }
}
