//! Work that is saved block by block, to go on with later.

use std::io::{self, ErrorKind, Read, Write};
use std::ops::Range;

use super::checksum::Checksum;
use super::solver::{SolveError, Solver};
use super::values::Panel;
use super::work::Work;

/// How saved work begins; the last character counts the versions of the form.
const MAGIC: &[u8; 8] = b"LUDOWRK2";

/// Why saved work cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// The table cannot be worked out.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The saved work is not that of this table, or builds on others than are there.
    #[error(
        "the saved work is of another table or version, or builds on tables that are rounded otherwise: go on as it was begun, \
         with or without `--anew`, or remove it"
    )]
    Other,
    /// Not even its beginning is whole.
    #[error("the saved work is damaged; remove it to begin anew")]
    Damaged,
    /// The saved work cannot be read.
    #[error("the saved work cannot be read: {0}")]
    Io(io::Error),
}

impl From<io::Error> for ResumeError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof => Self::Damaged,
            _ => Self::Io(error),
        }
    }
}

impl Solver {
    /// Writes the blocks of the table at work that were done since it was last called, the first time with a head: to be written one
    /// after the other. Sweeps of a block that is not done are not kept.
    ///
    /// # Errors
    /// Where writing fails.
    pub fn save(&mut self, mut to: impl Write) -> io::Result<()> {
        let Some(mut work) = self.work.take() else {
            return Ok(());
        };
        let result = self.save_work(&mut work, &mut to);
        self.work = Some(work);
        result?;
        to.flush()
    }

    fn save_work(&self, work: &mut Work, to: &mut impl Write) -> io::Result<()> {
        if work.saved.is_none() {
            to.write_all(&self.head(work))?;
            work.saved = Some(0);
        }
        while let Some(saved) = work.saved
            && saved < work.next_pair
            && let Some(&pair) = work.pairs.get(saved)
        {
            let mut sum = Checksum::new();
            let mut put = |bytes: &[u8]| {
                sum.add(bytes);
                to.write_all(bytes)
            };
            put(&(saved as u64).to_le_bytes())?;
            put(&work.bound_of(pair.0, pair.1).to_le_bytes())?;
            let mut bytes = Vec::new();
            for (rows_of, columns_of, rows, block) in self.parts(work, pair) {
                let Some(panel) = self.library.panel(rows_of, columns_of, block) else {
                    continue;
                };
                for row in rows {
                    let chances = panel.chances.get(panel.range(row, &(0..panel.width)));
                    bytes.clear();
                    bytes.extend(
                        chances
                            .into_iter()
                            .flatten()
                            .flat_map(|it| it.to_le_bytes()),
                    );
                    put(&bytes)?;
                }
            }
            to.write_all(&sum.value().to_le_bytes())?;
            work.saved = Some(saved + 1);
        }
        Ok(())
    }

    /// Goes on with what [`save`](Self::save) wrote, in place of [`begin`](Self::begin): the end is the same bit by bit. Says how many
    /// bytes of it are whole; what comes after them was cut off or damaged, is worked out again, and is to be removed before more is
    /// saved behind it.
    ///
    /// # Errors
    /// Where it is of another table, builds on others, or cannot be read; nothing is begun then.
    pub fn resume(&mut self, one: u8, other: u8, mut from: impl Read) -> Result<u64, ResumeError> {
        self.begin(one, other)?;
        let mut work = self.work.take().ok_or(SolveError::NothingBegun)?;
        let expected = self.head(&work);
        let mut head = vec![0; expected.len()];
        from.read_exact(&mut head)?;
        if head != expected {
            return Err(ResumeError::Other);
        }
        work.saved = Some(0);
        let mut whole = head.len() as u64;
        while let Some((bound, len)) = self.read_block(&work, &mut from)? {
            whole += len;
            let missing = SolveError::Missing(one, other);
            work.end(&mut self.library, bound).ok_or(missing)?;
            work.saved = Some(work.next_pair);
        }
        self.work = Some(work);
        Ok(whole)
    }

    /// Reads the next block: its bound, and its length in bytes. Nothing where it is not whole, or there is none.
    fn read_block(&mut self, work: &Work, from: &mut impl Read) -> io::Result<Option<(f64, u64)>> {
        match self.read_whole_block(work, from) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
            other => other,
        }
    }

    fn read_whole_block(
        &mut self,
        work: &Work,
        from: &mut impl Read,
    ) -> io::Result<Option<(f64, u64)>> {
        let Some(&pair) = work.pairs.get(work.next_pair) else {
            return Ok(None);
        };
        let mut sum = Checksum::new();
        let mut len = 0;
        let mut take = |bytes: &mut [u8]| {
            from.read_exact(bytes)?;
            sum.add(bytes);
            len += bytes.len() as u64;
            io::Result::Ok(())
        };
        let (mut number, mut bound) = ([0; 8], [0; 8]);
        take(&mut number)?;
        take(&mut bound)?;
        if u64::from_le_bytes(number) != work.next_pair as u64 {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        for (rows_of, columns_of, rows, block) in self.parts(work, pair) {
            let panel = self.library.panel_mut(rows_of, columns_of, block);
            let Some(Panel { width, chances, .. }) = panel else {
                return Ok(None);
            };
            bytes.resize(*width * 4, 0);
            let range = rows.start * *width..rows.end * *width;
            for chances in chances
                .get_mut(range)
                .unwrap_or_default()
                .chunks_mut(*width)
            {
                take(&mut bytes)?;
                for (chance, &bytes) in chances.iter_mut().zip(bytes.as_chunks().0) {
                    *chance = i32::from_le_bytes(bytes);
                }
            }
        }
        let mut stored = [0; 8];
        from.read_exact(&mut stored)?;
        let whole = u64::from_le_bytes(stored) == sum.value();
        Ok(whole.then_some((f64::from_le_bytes(bound), len + 8)))
    }

    /// What saved work begins with: of which table it is, and how exact those are that it builds on.
    fn head(&self, work: &Work) -> Vec<u8> {
        let (one, other) = work.counts;
        let track = self.library.track;
        let mut head = MAGIC.to_vec();
        head.extend([track.half(), track.column(), one, other]);
        for counts in Self::needed(one, other) {
            if counts != (one.max(other), one.min(other)) {
                let bound = self.bounds.get(&counts).copied().unwrap_or(1.0);
                head.extend(bound.to_le_bytes());
            }
        }
        let mut sum = Checksum::new();
        sum.add(&head);
        head.extend(sum.value().to_le_bytes());
        head
    }

    /// Which values belong to a pair of blocks: those of so many tokens against so many, some rows in a panel.
    fn parts(&self, work: &Work, (a, b): (usize, usize)) -> Vec<(u8, u8, Range<usize>, usize)> {
        let (one, other) = work.counts;
        let groups = |count: u8, block: usize| {
            self.library
                .groups(count)
                .and_then(|groups| groups.blocks().get(block))
                .map_or(0..0, |block| block.groups.clone())
        };
        let mut parts = vec![(one, other, groups(one, a), b)];
        if one != other || a != b {
            parts.push((other, one, groups(other, b), a));
        }
        parts
    }
}
