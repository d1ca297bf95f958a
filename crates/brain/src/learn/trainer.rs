use ludo_rules::{Named, RuleSet, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::adam::Adam;
use super::lesson::{Habits, Lesson};
use crate::chance::fraction;
use crate::endgame::Shelf;
use crate::net::{Net, checksum};

/// How a trainer's file begins; the last character counts the versions of the form.
const MAGIC: &[u8; 8] = b"LUDOLRN2";

/// What a training is told at its outset.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The rule set to learn.
    pub base: Named,
    /// Other games, and another net, for another number.
    pub seed: u64,
    /// Games of self-play in all; the steps become smaller towards the end.
    pub games: u64,
    /// The size of the first steps.
    pub rate: f32,
    /// How much of what came later in a game is believed: 0 to 1.
    pub lambda: f32,
    /// The share of games with careless players among the seats: 0 to 1.
    pub careless: f32,
    /// Whether one seat learns to do its best against others that always play at random. It tells how far one can get against those.
    pub against_random: bool,
    /// Endgames of two seats that are drawn for each game, to learn the truth about them and all that can follow at once, from
    /// tables. They are of the classic set.
    pub endgames: u32,
}

impl Default for Course {
    fn default() -> Self {
        Self {
            base: Named::Classic,
            seed: 1,
            games: 80_000,
            rate: 0.001,
            lambda: 0.9,
            careless: 0.4,
            against_random: false,
            endgames: 0,
        }
    }
}

/// A point of the learning curve: who learned plays greedily against players that draw a legal move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Milestone {
    /// Games of self-play before it.
    pub games: u64,
    /// The share of games won against three at a board of four.
    pub four: f32,
    /// The share of games won against one.
    pub two: f32,
    /// The cross entropy of what the net said against what it should have said, since the milestone before.
    pub loss: f32,
}

/// Learns by playing itself: temporal differences over whole games, by the order of who comes home.
///
/// It is deterministic: the same course gives the same net, however often it is stopped, written to a file and read again.
#[derive(Clone, Debug)]
pub struct Trainer {
    course: Course,
    rules: Rules,
    /// What learns.
    net: Net,
    /// What it would be on the average of the last steps: that is what plays well.
    smooth: Vec<f32>,
    adam: Adam,
    gradients: Vec<f32>,
    games: u64,
    loss: (f64, u64),
    milestones: Vec<Milestone>,
}

/// Why a file is not that of a trainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrainerError {
    /// Another kind of file, or of another version.
    #[error("not the state of a training, or of another version; begin anew with another file")]
    Form,
    /// Cut off or damaged.
    #[error("the state of the training is damaged; begin anew, or go back to a copy")]
    Damaged,
    /// It belongs to another course.
    #[error(
        "the training in this file was begun with other settings; go on with those, or begin another file"
    )]
    OtherCourse,
}

impl Trainer {
    /// A net that has learned nothing yet.
    #[must_use]
    pub fn new(course: Course) -> Self {
        let mut net = Net::new(course.base, Vec::new(), String::new());
        let mut chance = ChaCha8Rng::seed_from_u64(course.seed);
        let layout = net.layout();
        layout.fill(net.weights_mut(), || fraction(&mut chance) * 2.0 - 1.0);
        let total = layout.total();
        Self {
            rules: Rules::new(&RuleSet::named(course.base)),
            smooth: net.weights().to_vec(),
            net,
            adam: Adam::new(total),
            gradients: vec![0.0; total],
            games: 0,
            loss: (0.0, 0),
            milestones: Vec::new(),
            course,
        }
    }

    /// Games played so far.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Whether the course is through.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.games >= self.course.games
    }

    /// The learning curve so far.
    #[must_use]
    pub fn milestones(&self) -> &[Milestone] {
        &self.milestones
    }

    /// The net as it stands.
    #[must_use]
    pub fn net(&self, made_by: &str) -> Net {
        Net::new(self.course.base, self.smooth.clone(), made_by.to_owned())
    }

    /// Begins with what another net has learned, rather than with nothing, if it is for the same rule set.
    #[must_use]
    pub fn from_net(mut self, net: &Net) -> Self {
        if net.base() == self.course.base {
            self.net.weights_mut().copy_from_slice(net.weights());
            self.smooth.copy_from_slice(net.weights());
        }
        self
    }

    /// Plays so many games, not beyond the end of the course, and learns from each, and from the tables on the shelf where the course wants
    /// endgames.
    pub fn learn(&mut self, games: u64, shelf: &Shelf) {
        let habits = Habits {
            lambda: self.course.lambda,
            careless: self.course.careless,
            against_random: self.course.against_random,
        };
        let mut lesson = Lesson::default();
        for _ in 0..games {
            if self.is_done() {
                return;
            }
            let mut chance = ChaCha8Rng::seed_from_u64(self.course.seed);
            chance.set_stream(self.games + 1);
            lesson.play(&self.rules, &self.net, habits, &mut chance);
            let endgames = self.course.endgames;
            lesson.add_endgames(&self.rules, &self.net, shelf, endgames, &mut chance);
            self.study(&lesson);
            self.games += 1;
        }
    }

    fn study(&mut self, lesson: &Lesson) {
        let layout = self.net.layout();
        {
            let (Some(layers), Some(mut gradients)) = (
                layout.split(self.net.weights()),
                layout.split_mut(&mut self.gradients),
            ) else {
                return;
            };
            for look in &lesson.looks {
                layers.backward(lesson.sparse(look), &look.at, &look.wanted, &mut gradients);
                for (&wanted, &chance) in look.wanted.iter().zip(&look.at.chances) {
                    if wanted > 0.0 {
                        self.loss.0 -= f64::from(wanted) * f64::from(chance.max(1e-9)).ln();
                    }
                }
            }
        }
        self.loss.1 += lesson.looks.len() as u64;
        if lesson.looks.is_empty() {
            return;
        }
        let done = self.games as f32 / self.course.games.max(1) as f32;
        // Half a cosine, down to a fiftieth.
        let left = 0.02 + 0.98 * 0.5 * (1.0 + (done * std::f32::consts::PI).cos());
        self.adam.step(
            self.course.rate * left,
            1.0 / lesson.looks.len() as f32,
            0.001,
            self.net.weights_mut(),
            &mut self.smooth,
            &mut self.gradients,
        );
    }

    /// Notes how well it plays by now.
    pub fn note(&mut self, four: f32, two: f32) {
        let (sum, count) = self.loss;
        self.loss = (0.0, 0);
        self.milestones.push(Milestone {
            games: self.games,
            four,
            two,
            loss: (sum / count.max(1) as f64) as f32,
        });
    }

    /// Everything that is needed to go on, as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.course_bytes());
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(self.adam.steps.to_le_bytes());
        bytes.extend(self.loss.0.to_le_bytes());
        bytes.extend(self.loss.1.to_le_bytes());
        bytes.extend((self.milestones.len() as u32).to_le_bytes());
        for milestone in &self.milestones {
            bytes.extend(milestone.games.to_le_bytes());
            for number in [milestone.four, milestone.two, milestone.loss] {
                bytes.extend(number.to_le_bytes());
            }
        }
        for numbers in [
            self.net.weights(),
            &self.smooth,
            &self.adam.mean,
            &self.adam.square,
        ] {
            for number in numbers {
                bytes.extend(number.to_le_bytes());
            }
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Goes on with what [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// Where the file is not whole, or of another course.
    pub fn from_bytes(course: Course, bytes: &[u8]) -> Result<Self, TrainerError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(TrainerError::Form)?;
        let (_, sum) = bytes.split_last_chunk().ok_or(TrainerError::Damaged)?;
        let body = bytes.len() - sum.len();
        if checksum(bytes.get(..body).unwrap_or_default()) != u64::from_le_bytes(*sum) {
            return Err(TrainerError::Damaged);
        }
        let mut trainer = Self::new(course);
        let rest = rest
            .strip_prefix(trainer.course_bytes().as_slice())
            .ok_or(TrainerError::OtherCourse)?;
        let mut rest = Reader(rest);
        trainer.games = u64::from_le_bytes(rest.take()?);
        trainer.adam.steps = u32::from_le_bytes(rest.take()?);
        trainer.loss.0 = f64::from_le_bytes(rest.take()?);
        trainer.loss.1 = u64::from_le_bytes(rest.take()?);
        for _ in 0..u32::from_le_bytes(rest.take()?) {
            trainer.milestones.push(Milestone {
                games: u64::from_le_bytes(rest.take()?),
                four: rest.number()?,
                two: rest.number()?,
                loss: rest.number()?,
            });
        }
        for numbers in [
            trainer.net.weights_mut(),
            &mut trainer.smooth,
            &mut trainer.adam.mean,
            &mut trainer.adam.square,
        ] {
            for number in numbers {
                *number = rest.number()?;
            }
        }
        Ok(trainer)
    }

    fn course_bytes(&self) -> Vec<u8> {
        let Course {
            base,
            seed,
            games,
            rate,
            lambda,
            careless,
            against_random,
            endgames,
        } = &self.course;
        let mut bytes = vec![base.name().len() as u8];
        bytes.extend(base.name().as_bytes());
        bytes.extend(seed.to_le_bytes());
        bytes.extend(games.to_le_bytes());
        for number in [rate, lambda, careless] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.push(u8::from(*against_random));
        bytes.extend(endgames.to_le_bytes());
        bytes
    }
}

struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], TrainerError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(TrainerError::Damaged)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn number(&mut self) -> Result<f32, TrainerError> {
        self.take().map(f32::from_le_bytes)
    }
}
