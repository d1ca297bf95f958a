//! Every face, and every first seat, is as likely as the others.
#![allow(clippy::unwrap_used)]

use ludo_dice::{Begin, Chain, Dice, GameId, MAX_ROLLS, Secret, uniform};
use ludo_rules::{BySeat, Seat, SeatSet};

/// Pearson's chi-square against equal chances.
fn chi_square(counts: &[u64]) -> f64 {
    let total: u64 = counts.iter().sum();
    let expected = total as f64 / counts.len() as f64;
    counts
        .iter()
        .map(|&count| (count as f64 - expected).powi(2) / expected)
        .sum()
}

fn seed(n: u32) -> [u8; 32] {
    let mut bytes = [0x5e; 32];
    bytes[..4].copy_from_slice(&n.to_be_bytes());
    bytes
}

/// 150 whole games of 4,000 rolls. The bound for five degrees of freedom is passed by luck once in 100,000 times.
#[test]
fn b020_six_hundred_thousand_rolls_are_uniform() {
    let (mut faces, mut pairs, mut firsts) = ([0_u64; 6], [0_u64; 36], [0_u64; 4]);
    let mut last = None;
    for game in 0..150 {
        let server = Chain::new(Secret::from_entropy(seed(2 * game)));
        let player = Chain::new(Secret::from_entropy(seed(2 * game + 1)));
        let mut tips = BySeat::default();
        tips[Seat::Green] = Some(player.tip());
        let begin = Begin {
            game: GameId([7; 16]),
            server_tip: server.tip(),
            tips,
            seats: SeatSet::ALL,
        };
        let mut links = BySeat::default();
        links[Seat::Green] = player.link(1);
        let (mut dice, first) = Dice::draw(&begin, server.link(1).unwrap(), &links).unwrap();
        firsts[first.index()] += 1;
        for n in 1..=MAX_ROLLS {
            // Green rolls every fourth time, and not always with its link.
            let (seat, link) = match n % 4 {
                0 if n % 20 == 0 => (Seat::Green, None),
                0 => (Seat::Green, player.link(n + 1)),
                1 => (Seat::Yellow, None),
                2 => (Seat::Blue, None),
                _ => (Seat::Red, None),
            };
            let face = usize::from(
                dice.roll(seat, server.link(n + 1).unwrap(), link)
                    .unwrap()
                    .get(),
            ) - 1;
            faces[face] += 1;
            if let Some(last) = last.replace(face) {
                pairs[6 * last + face] += 1;
            }
        }
    }
    assert_eq!(faces.iter().sum::<u64>(), 600_000);
    assert!(chi_square(&faces) < 30.9, "{faces:?}");
    // 35 degrees of freedom, the same chance.
    assert!(chi_square(&pairs) < 82.7, "{pairs:?}");
    assert!(chi_square(&firsts) < 25.9, "{firsts:?}");
}

#[test]
fn uniform_is_uniform_below_other_numbers() {
    // (below, bound that luck passes once in 100,000 times)
    for (below, bound) in [
        (2_u32, 19.52),
        (3, 23.1),
        (4, 25.9),
        (5, 28.5),
        (7, 33.2),
        (100, 170.8),
        (200, 295.8),
    ] {
        let mut counts = vec![0_u64; below as usize];
        for n in 0..60_000_u32 {
            counts[uniform(&seed(n), b"fair", below) as usize] += 1;
        }
        assert!(
            chi_square(&counts) < bound,
            "{below}: {}",
            chi_square(&counts)
        );
    }
}

#[test]
fn uniform_takes_any_bound() {
    assert_eq!(uniform(&seed(1), b"", 0), 0);
    assert_eq!(uniform(&seed(1), b"", 1), 0);
    for n in 0..1000 {
        assert!(uniform(&seed(n), b"", u32::MAX) < 256);
    }
}
