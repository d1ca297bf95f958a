use std::io::{self, ErrorKind, Read, Write};

use super::checksum::Checksum;
use super::groups::{rank, ways};
use super::track::Track;

/// How a table's file begins; the last character counts the versions of the form.
const MAGIC: &[u8; 8] = b"LUDOEND1";
/// One, as values are stored.
const ONE: f64 = 65_535.0;

/// Exact chances to win of one number of tokens against another, for the seat to move, each in 16 bits.
///
/// Positions are numbered by the ranks of both groups, tokens of a seat being alike.
#[derive(Clone, Debug)]
pub struct Table {
    track: Track,
    counts: (u8, u8),
    bound: f64,
    start: (f64, f64),
    /// The seat with the first number of tokens to move, then the one with the second, where that is another.
    values: Vec<u16>,
}

/// Why a file is not a table.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// Another kind of file, or of another version.
    #[error(
        "not a table of endgames, or of another version; remove it, and `ludo solve` makes one"
    )]
    Form,
    /// Cut off or damaged.
    #[error("the table is damaged; remove it, and `ludo solve` makes it anew")]
    Damaged,
    /// It could not be read, or there is not the memory for it.
    #[error("the table cannot be read: {0}")]
    Io(io::Error),
}

/// What ends too soon is damaged.
impl From<io::Error> for TableError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof => Self::Damaged,
            _ => Self::Io(error),
        }
    }
}

impl Table {
    /// The most tokens of both seats together that a table has: more would not fit in memory.
    pub const MAX_TOKENS: u8 = 6;

    /// Of values by the ranks of the mover's group and the rival's, for the one seat and the other.
    pub(super) fn make(
        track: Track,
        counts: (u8, u8),
        bound: f64,
        one: impl Fn(usize, usize) -> f64,
        other: impl Fn(usize, usize) -> f64,
    ) -> Self {
        let (a, b) = counts;
        let (ones, others) = (ways(a, track.goal()), ways(b, track.goal()));
        let sides = if a == b { 1 } else { 2 };
        let mut values = vec![0; ones * others * sides];
        let (mine, theirs) = values.split_at_mut(ones * others);
        fill(mine, (ones, others), &one);
        if a != b {
            fill(theirs, (others, ones), &other);
        }
        Self {
            track,
            counts,
            bound: bound + 0.5 / ONE,
            // All waiting are the first.
            start: (one(0, 0), other(0, 0)),
            values,
        }
    }

    /// The board.
    #[must_use]
    pub const fn track(&self) -> Track {
        self.track
    }

    /// Tokens of both seats that are not home.
    #[must_use]
    pub const fn counts(&self) -> (u8, u8) {
        self.counts
    }

    /// No value is further from the exact one than this.
    #[must_use]
    pub const fn bound(&self) -> f64 {
        self.bound
    }

    /// The chance of the seat to move with all tokens waiting: of the seat with the first number of tokens, and of the one with the
    /// second. Not rounded to 16 bits, so within [`bound`](Self::bound) less half a unit of those.
    #[must_use]
    pub const fn start(&self) -> (f64, f64) {
        self.start
    }

    /// Positions, each with one seat to move.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.values.len()
    }

    /// The chance that the seat to move wins, with its tokens and the rival's that are not home, each ascending. Nothing where the
    /// numbers are not those of the table, or a token has no such place.
    #[must_use]
    pub fn value(&self, mover: &[u8], rival: &[u8]) -> Option<f64> {
        let (a, b) = self.counts;
        let goal = self.track.goal();
        let fits = |tokens: &[u8], count: u8| {
            tokens.len() == usize::from(count)
                && tokens.is_sorted()
                && tokens.iter().all(|&token| token < goal)
        };
        let (ones, others) = (ways(a, goal), ways(b, goal));
        let index = if fits(mover, a) && fits(rival, b) {
            rank(mover) * others + rank(rival)
        } else if fits(mover, b) && fits(rival, a) {
            ones * others + rank(mover) * ones + rank(rival)
        } else {
            return None;
        };
        self.values.get(index).map(|&value| f64::from(value) / ONE)
    }

    /// Writes the table: a head with measures, numbers of tokens, bound and values at the outset; the values; a checksum.
    ///
    /// # Errors
    /// Where writing fails.
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        let mut sum = Checksum::new();
        let mut put = |bytes: &[u8]| {
            sum.add(bytes);
            to.write_all(bytes)
        };
        put(MAGIC)?;
        let (a, b) = self.counts;
        put(&[self.track.half(), self.track.column(), a, b])?;
        for number in [self.bound, self.start.0, self.start.1] {
            put(&number.to_le_bytes())?;
        }
        let mut bytes = Vec::with_capacity(1 << 16);
        for chunk in self.values.chunks(1 << 15) {
            bytes.clear();
            for value in chunk {
                bytes.extend(value.to_le_bytes());
            }
            put(&bytes)?;
        }
        to.write_all(&sum.value().to_le_bytes())?;
        to.flush()
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// Where it is something else, damaged, or cannot be read.
    pub fn read(mut from: impl Read) -> Result<Self, TableError> {
        let mut sum = Checksum::new();
        let mut head = [0; 12];
        from.read_exact(&mut head)?;
        sum.add(&head);
        let Some([half, column, a, b]) = head.strip_prefix(MAGIC) else {
            return Err(TableError::Form);
        };
        let (a, b) = (*a, *b);
        let track = Track::new(*half, *column).ok_or(TableError::Form)?;
        if !(1..=4).contains(&a) || !(1..=4).contains(&b) || a + b > Self::MAX_TOKENS {
            return Err(TableError::Form);
        }
        let mut numbers = [0.0; 3];
        for number in &mut numbers {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes)?;
            sum.add(&bytes);
            *number = f64::from_le_bytes(bytes);
        }
        let sides = if a == b { 1 } else { 2 };
        let mut left = ways(a, track.goal()) * ways(b, track.goal()) * sides;
        let mut values = Vec::new();
        // Gigabytes, at the word of a file that may be damaged.
        let room = values.try_reserve_exact(left);
        room.map_err(|_| io::Error::from(ErrorKind::OutOfMemory))?;
        let mut bytes = vec![0; 1 << 16];
        while left > 0 {
            let now = left.min(1 << 15);
            let chunk = bytes.get_mut(..2 * now).unwrap_or_default();
            from.read_exact(chunk)?;
            sum.add(chunk);
            values.extend(
                chunk
                    .as_chunks()
                    .0
                    .iter()
                    .map(|&two| u16::from_le_bytes(two)),
            );
            left -= now;
        }
        let mut stored = [0; 8];
        from.read_exact(&mut stored)?;
        if u64::from_le_bytes(stored) != sum.value() {
            return Err(TableError::Damaged);
        }
        Ok(Self {
            track,
            counts: (a, b),
            bound: numbers[0],
            start: (numbers[1], numbers[2]),
            values,
        })
    }
}

/// Rows and columns of a table that are filled at a time.
const TILE: (usize, usize) = (8_192, 64);

/// Fills a table by the ranks of the mover's group, a row each, and of the rival's. The values come side by side for the movers, and are
/// written side by side for the rivals, so it is done tile by tile.
fn fill(values: &mut [u16], (rows, columns): (usize, usize), value: impl Fn(usize, usize) -> f64) {
    for first in (0..rows).step_by(TILE.0) {
        for begin in (0..columns).step_by(TILE.1) {
            for column in begin..(begin + TILE.1).min(columns) {
                for row in first..(first + TILE.0).min(rows) {
                    if let Some(place) = values.get_mut(row * columns + column) {
                        *place = (value(row, column) * ONE).round().clamp(0.0, ONE) as u16;
                    }
                }
            }
        }
    }
}
