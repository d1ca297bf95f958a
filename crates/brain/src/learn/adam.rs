use crate::net::with_widest;

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const TINY: f32 = 1e-8;

/// Steps downhill, each weight at its own pace (Kingma and Ba, 2015).
#[derive(Clone, Debug)]
pub(super) struct Adam {
    pub(super) steps: u32,
    pub(super) mean: Vec<f32>,
    pub(super) square: Vec<f32>,
}

impl Adam {
    pub(super) fn new(weights: usize) -> Self {
        Self {
            steps: 0,
            mean: vec![0.0; weights],
            square: vec![0.0; weights],
        }
    }

    /// Moves the weights by the gradients times `scale`, and lets `smooth` follow them; the gradients are nothing after it.
    pub(super) fn step(
        &mut self,
        rate: f32,
        scale: f32,
        follow: f32,
        weights: &mut [f32],
        smooth: &mut [f32],
        gradients: &mut [f32],
    ) {
        self.steps = self.steps.saturating_add(1);
        let steps = self.steps.min(1 << 20) as i32;
        let rate = rate * (1.0 - SQUARE.powi(steps)).sqrt() / (1.0 - MEAN.powi(steps));
        // At first the smooth weights are the weights themselves, or they would remember the random beginning for long.
        let follow = follow.max(1.0 / self.steps as f32);
        with_widest(|| {
            let all = weights
                .iter_mut()
                .zip(smooth)
                .zip(gradients)
                .zip(&mut self.mean)
                .zip(&mut self.square);
            for ((((weight, smooth), gradient), mean), square) in all {
                let slope = *gradient * scale;
                *gradient = 0.0;
                *mean = MEAN * *mean + (1.0 - MEAN) * slope;
                *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
                *weight -= rate * *mean / (square.sqrt() + TINY);
                *smooth += follow * (*weight - *smooth);
            }
        });
    }
}
