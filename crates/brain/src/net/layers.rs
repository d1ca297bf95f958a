//! The arithmetic of a net: sums in a fixed order, single multiplications and additions, and an exponential function of
//! our own, so that the page and the server come to the same numbers bit by bit.

use super::wide::{is_wide, with_widest};

/// Units of the first and of the second layer.
pub(crate) const FIRST: usize = 96;
pub(crate) const SECOND: usize = 32;
/// Places that a seat can take.
pub(crate) const PLACES: usize = 4;

/// Positions that go through the layers side by side, and units of the second layer that are summed at a time: so many sums
/// fit into the registers, and none waits for the one before it.
const LANES: usize = 4;
const TILE: usize = 16;

/// What the layers have in them for one position.
#[derive(Clone, Debug)]
pub(crate) struct Activations {
    pub(crate) first: [f32; FIRST],
    pub(crate) second: [f32; SECOND],
    /// The chance of each place.
    pub(crate) chances: [f32; PLACES],
}

impl Default for Activations {
    fn default() -> Self {
        Self {
            first: [0.0; FIRST],
            second: [0.0; SECOND],
            chances: [0.0; PLACES],
        }
    }
}

/// Where each layer's numbers are among all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    features: usize,
}

impl Layout {
    pub(crate) const fn new(features: usize) -> Self {
        Self { features }
    }

    pub(crate) const fn features(self) -> usize {
        self.features
    }

    pub(crate) const fn total(self) -> usize {
        (self.features + 1) * FIRST + (FIRST + 1) * SECOND + (SECOND + 1) * PLACES
    }

    /// Random weights to begin with, as large as suits the number of those before each unit; offsets are nothing. `draw`
    /// gives numbers from -1 to 1.
    #[cfg(feature = "learn")]
    pub(crate) fn fill(self, all: &mut [f32], mut draw: impl FnMut() -> f32) {
        let Some(layers) = self.split_mut(all) else {
            return;
        };
        for unit in layers.features.as_flattened_mut() {
            *unit = draw() * 0.15;
        }
        for unit in layers.to_second.as_flattened_mut() {
            *unit = draw() * 0.25;
        }
        for unit in layers.to_places.as_flattened_mut() {
            *unit = draw() * 0.1;
        }
    }

    /// The layers: weights of the features and the offsets behind them, and so on.
    pub(crate) fn split(self, all: &[f32]) -> Option<Layers<'_>> {
        let (features, rest) = all.split_at_checked(self.features * FIRST)?;
        let (first, rest) = rest.split_first_chunk()?;
        let (to_second, rest) = rest.split_at_checked(FIRST * SECOND)?;
        let (second, rest) = rest.split_first_chunk()?;
        let (to_places, rest) = rest.split_at_checked(SECOND * PLACES)?;
        let (places, _) = rest.split_first_chunk()?;
        Some(Layers {
            features: features.as_chunks().0,
            first,
            to_second: to_second.as_chunks().0,
            second,
            to_places: to_places.as_chunks().0,
            places,
        })
    }

    #[cfg(feature = "learn")]
    pub(crate) fn split_mut(self, all: &mut [f32]) -> Option<LayersMut<'_>> {
        let (features, rest) = all.split_at_mut_checked(self.features * FIRST)?;
        let (first, rest) = rest.split_first_chunk_mut()?;
        let (to_second, rest) = rest.split_at_mut_checked(FIRST * SECOND)?;
        let (second, rest) = rest.split_first_chunk_mut()?;
        let (to_places, rest) = rest.split_at_mut_checked(SECOND * PLACES)?;
        let (places, _) = rest.split_first_chunk_mut()?;
        Some(LayersMut {
            features: features.as_chunks_mut().0,
            first,
            to_second: to_second.as_chunks_mut().0,
            second,
            to_places: to_places.as_chunks_mut().0,
            places,
        })
    }
}

pub(crate) struct Layers<'w> {
    features: &'w [[f32; FIRST]],
    first: &'w [f32; FIRST],
    to_second: &'w [[f32; SECOND]],
    second: &'w [f32; SECOND],
    to_places: &'w [[f32; PLACES]],
    places: &'w [f32; PLACES],
}

#[cfg(feature = "learn")]
pub(crate) struct LayersMut<'w> {
    features: &'w mut [[f32; FIRST]],
    first: &'w mut [f32; FIRST],
    to_second: &'w mut [[f32; SECOND]],
    second: &'w mut [f32; SECOND],
    to_places: &'w mut [[f32; PLACES]],
    places: &'w mut [f32; PLACES],
}

impl Layers<'_> {
    /// The chances of each place. `open` says which places the seat can still take.
    // Out of line: a compiler that sees more around it has been seen to vectorise less of it.
    #[inline(never)]
    pub(crate) fn forward(
        &self,
        sparse: &[(u16, f32)],
        open: [bool; PLACES],
        to: &mut Activations,
    ) {
        with_widest(|| self.hidden(sparse, to));
        let mut logits = *self.places;
        for (&unit, weights) in to.second.iter().zip(self.to_places) {
            for (logit, &weight) in logits.iter_mut().zip(weights) {
                *logit += unit * weight;
            }
        }
        to.chances = softmax(logits, open);
    }

    #[inline(always)]
    fn hidden(&self, sparse: &[(u16, f32)], to: &mut Activations) {
        let mut first = *self.first;
        for &(index, value) in sparse {
            let Some(weights) = self.features.get(usize::from(index)) else {
                continue;
            };
            for (unit, &weight) in first.iter_mut().zip(weights) {
                *unit += value * weight;
            }
        }
        for unit in &mut first {
            *unit = if *unit > 0.0 { *unit } else { 0.0 };
        }
        let mut second = *self.second;
        for (&unit, weights) in first.iter().zip(self.to_second) {
            // Without asking whether the unit is nothing: the processor would guess wrong half of the time.
            for (sum, &weight) in second.iter_mut().zip(weights) {
                *sum += unit * weight;
            }
        }
        for unit in &mut second {
            *unit = if *unit > 0.0 { *unit } else { 0.0 };
        }
        to.first = first;
        to.second = second;
    }

    /// The same for many: `ends` says where the features of each end.
    pub(crate) fn forward_all(
        &self,
        sparse: &[(u16, f32)],
        ends: &[usize],
        open: &[[bool; PLACES]],
        to: &mut [[f32; PLACES]],
    ) {
        let mut begin = 0;
        if !is_wide() {
            let mut at = Activations::default();
            for ((&end, &open), to) in ends.iter().zip(open).zip(to) {
                self.forward(sparse.get(begin..end).unwrap_or_default(), open, &mut at);
                *to = at.chances;
                begin = end;
            }
            return;
        }
        let questions = ends.chunks(LANES).zip(open.chunks(LANES));
        for ((ends, open), to) in questions.zip(to.chunks_mut(LANES)) {
            let mut lanes = [&sparse[..0]; LANES];
            for (lane, &end) in lanes.iter_mut().zip(ends) {
                *lane = sparse.get(begin..end).unwrap_or_default();
                begin = end;
            }
            let mut logits = [[0.0; PLACES]; LANES];
            with_widest(|| self.side_by_side(&lanes, &mut logits));
            for ((to, &logits), &open) in to.iter_mut().zip(&logits).zip(open) {
                *to = softmax(logits, open);
            }
        }
    }

    #[inline(always)]
    fn side_by_side(&self, lanes: &[&[(u16, f32)]; LANES], logits: &mut [[f32; PLACES]; LANES]) {
        let mut first = [*self.first; LANES];
        for (first, sparse) in first.iter_mut().zip(lanes) {
            let mut sums = *first;
            for &(index, value) in *sparse {
                let Some(weights) = self.features.get(usize::from(index)) else {
                    continue;
                };
                for (unit, &weight) in sums.iter_mut().zip(weights) {
                    *unit += value * weight;
                }
            }
            for (unit, sum) in first.iter_mut().zip(sums) {
                *unit = if sum > 0.0 { sum } else { 0.0 };
            }
        }
        let mut second = [[0.0; SECOND]; LANES];
        for tile in 0..SECOND / TILE {
            self.tile(tile * TILE, &first, &mut second);
        }
        for (logits, second) in logits.iter_mut().zip(&second) {
            *logits = *self.places;
            for (&unit, weights) in second.iter().zip(self.to_places) {
                let unit = if unit > 0.0 { unit } else { 0.0 };
                for (logit, &weight) in logits.iter_mut().zip(weights) {
                    *logit += unit * weight;
                }
            }
        }
    }

    /// Some units of the second layer, for all lanes.
    #[inline(always)]
    fn tile(
        &self,
        from: usize,
        first: &[[f32; FIRST]; LANES],
        second: &mut [[f32; SECOND]; LANES],
    ) {
        // Each lane by its own name, and plain counting: so compilers keep all sums in registers.
        let mut start = [0.0; TILE];
        start.copy_from_slice(&self.second[from..from + TILE]);
        let [mut sum0, mut sum1, mut sum2, mut sum3] = [start; LANES];
        let [first0, first1, first2, first3] = first;
        for (unit, weights) in self.to_second.iter().enumerate().take(FIRST) {
            let Some(weights) = weights[from..].first_chunk::<TILE>() else {
                continue;
            };
            let (unit0, unit1, unit2, unit3) =
                (first0[unit], first1[unit], first2[unit], first3[unit]);
            for at in 0..TILE {
                sum0[at] += unit0 * weights[at];
            }
            for at in 0..TILE {
                sum1[at] += unit1 * weights[at];
            }
            for at in 0..TILE {
                sum2[at] += unit2 * weights[at];
            }
            for at in 0..TILE {
                sum3[at] += unit3 * weights[at];
            }
        }
        for (second, sums) in second.iter_mut().zip([sum0, sum1, sum2, sum3]) {
            second[from..from + TILE].copy_from_slice(&sums);
        }
    }

    /// Adds to the gradients what this position says: how the cross entropy of `wanted` against the chances changes.
    #[cfg(feature = "learn")]
    pub(crate) fn backward(
        &self,
        sparse: &[(u16, f32)],
        at: &Activations,
        wanted: &[f32; PLACES],
        gradients: &mut LayersMut<'_>,
    ) {
        with_widest(|| self.push_back(sparse, at, wanted, gradients));
    }

    #[cfg(feature = "learn")]
    #[inline(always)]
    fn push_back(
        &self,
        sparse: &[(u16, f32)],
        at: &Activations,
        wanted: &[f32; PLACES],
        gradients: &mut LayersMut<'_>,
    ) {
        let mut places = [0.0; PLACES];
        for place in 0..PLACES {
            places[place] = at.chances[place] - wanted[place];
            gradients.places[place] += places[place];
        }
        let mut second = [0.0; SECOND];
        for (unit, into) in second.iter_mut().enumerate() {
            let (weights, changes) = (&self.to_places[unit], &mut gradients.to_places[unit]);
            let mut change = 0.0;
            for place in 0..PLACES {
                changes[place] += at.second[unit] * places[place];
                change += weights[place] * places[place];
            }
            *into = if at.second[unit] > 0.0 { change } else { 0.0 };
        }
        for (sum, &change) in gradients.second.iter_mut().zip(&second) {
            *sum += change;
        }
        let mut first = [0.0; FIRST];
        for (unit, into) in first.iter_mut().enumerate() {
            let changes = &mut gradients.to_second[unit];
            for (sum, &change) in changes.iter_mut().zip(&second) {
                *sum += at.first[unit] * change;
            }
            let change = dot(&self.to_second[unit], &second);
            *into = if at.first[unit] > 0.0 { change } else { 0.0 };
        }
        for (sum, &change) in gradients.first.iter_mut().zip(&first) {
            *sum += change;
        }
        for &(index, value) in sparse {
            if let Some(changes) = gradients.features.get_mut(usize::from(index)) {
                for (sum, &change) in changes.iter_mut().zip(&first) {
                    *sum += value * change;
                }
            }
        }
    }
}

/// A sum of products in an order that suits registers of any width: eight sums side by side, then those.
#[cfg(feature = "learn")]
#[inline(always)]
fn dot(left: &[f32; SECOND], right: &[f32; SECOND]) -> f32 {
    let mut sums = [0.0; 8];
    for (left, right) in left.as_chunks::<8>().0.iter().zip(right.as_chunks::<8>().0) {
        for (sum, (&left, &right)) in sums.iter_mut().zip(left.iter().zip(right)) {
            *sum += left * right;
        }
    }
    ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]))
}

fn softmax(logits: [f32; PLACES], open: [bool; PLACES]) -> [f32; PLACES] {
    let mut most = f32::NEG_INFINITY;
    for (&logit, &open) in logits.iter().zip(&open) {
        if open && logit > most {
            most = logit;
        }
    }
    let mut chances = [0.0; PLACES];
    let mut sum = 0.0;
    for ((chance, &logit), &open) in chances.iter_mut().zip(&logits).zip(&open) {
        if open {
            *chance = exp(logit - most);
            sum += *chance;
        }
    }
    if sum > 0.0 {
        for chance in &mut chances {
            *chance /= sum;
        }
    }
    chances
}

/// e to the power of a number that is not positive, to 1 in 100,000. The standard library's is that of the
/// system, and differs from one to the next.
fn exp(power: f32) -> f32 {
    if power.is_nan() || power <= -80.0 {
        return 0.0;
    }
    let twos = power * std::f32::consts::LOG2_E;
    let whole = twos.floor();
    let part = (twos - whole) * std::f32::consts::LN_2;
    // The series of e^x for 0 <= x < 0.7.
    let mut sum = 1.0 / 40_320.0;
    for coefficient in [
        1.0 / 5_040.0,
        1.0 / 720.0,
        1.0 / 120.0,
        1.0 / 24.0,
        1.0 / 6.0,
        0.5,
        1.0,
        1.0,
    ] {
        sum = sum * part + coefficient;
    }
    let scale = f32::from_bits(((whole as i32 + 127).clamp(1, 254) as u32) << 23);
    sum * scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_the_exponential_function() {
        let mut power = 0.0_f32;
        while power > -79.0 {
            let (ours, exact) = (f64::from(exp(power)), f64::from(power).exp());
            assert!((ours / exact - 1.0).abs() < 1e-5, "{power}: {ours} {exact}");
            power -= 0.037;
        }
        assert_eq!(exp(f32::NEG_INFINITY).to_bits(), 0);
        assert_eq!(exp(f32::NAN).to_bits(), 0);
    }

    #[test]
    fn closed_places_have_no_chance() {
        let chances = softmax([5.0, 1.0, 2.0, 9.0], [false, true, true, false]);
        assert_eq!((chances[0].to_bits(), chances[3].to_bits()), (0, 0));
        assert!((chances[1] + chances[2] - 1.0).abs() < 1e-6);
    }

    /// Each gradient is what the loss changes by when the number is changed a little.
    #[test]
    fn gradients_are_slopes() {
        let layout = Layout::new(7);
        let mut weights: Vec<f32> = (0..layout.total())
            .map(|index| ((index * 7919 % 1000) as f32 / 1000.0 - 0.45) * 0.4)
            .collect();
        let sparse = vec![(0, 1.0), (3, 0.5), (6, 2.0), (3, 0.25)];
        let open = [true, true, true, false];
        let wanted = [0.2, 0.7, 0.1, 0.0];
        let loss = |weights: &[f32]| -> f64 {
            let mut at = Activations::default();
            layout
                .split(weights)
                .unwrap()
                .forward(&sparse, open, &mut at);
            let entropy =
                |place: usize| -f64::from(wanted[place]) * f64::from(at.chances[place]).ln();
            entropy(0) + entropy(1) + entropy(2)
        };
        let mut gradients = vec![0.0; layout.total()];
        let mut at = Activations::default();
        let layers = layout.split(&weights).unwrap();
        layers.forward(&sparse, open, &mut at);
        let mut into = layout.split_mut(&mut gradients).unwrap();
        layers.backward(&sparse, &at, &wanted, &mut into);
        let mut seen = 0;
        for index in (0..layout.total()).step_by(13) {
            let (kept, step) = (weights[index], 2e-3);
            weights[index] = kept + step;
            let up = loss(&weights);
            weights[index] = kept - step;
            let down = loss(&weights);
            weights[index] = kept;
            let slope = (up - down) / (2.0 * f64::from(step));
            let ours = f64::from(gradients[index]);
            assert!(
                (slope - ours).abs() < 2e-3 + 0.02 * slope.abs(),
                "{index}: {slope} {ours}"
            );
            seen += u32::from(ours != 0.0);
        }
        assert!(seen > 40, "{seen}");
    }
}
