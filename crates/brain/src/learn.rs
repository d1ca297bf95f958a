//! Learning by self-play.

mod adam;
mod lesson;
mod trainer;

pub use trainer::{Course, Milestone, Trainer, TrainerError};
