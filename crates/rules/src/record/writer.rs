use alloc::string::{String, ToString};
use core::fmt::{self, Write};

use crate::Record;

/// The record as a file has it.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in &self.tags {
            writeln!(f, "{tag}")?;
        }
        f.write_char('\n')?;
        let mut lines = Lines { out: f, column: 0 };
        let mut text = String::new();
        for entry in &self.entries {
            text.clear();
            write!(text, "{}", entry.ply)?;
            let alone = text.len();
            for comment in &entry.comments {
                write!(text, " {comment}")?;
            }
            if text.chars().count() <= Self::COLUMNS {
                lines.put(&text)?;
                continue;
            }
            // Too much for any line: piece by piece, so that no line is longer than what one comment makes it.
            lines.put(text.get(..alone).unwrap_or_default())?;
            for comment in &entry.comments {
                lines.put(&comment.to_string())?;
            }
        }
        if !self.entries.is_empty() {
            f.write_char('\n')?;
        }
        f.write_char('\n')
    }
}

/// Lines that are filled with words.
struct Lines<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    column: usize,
}

impl Lines<'_, '_> {
    fn put(&mut self, word: &str) -> fmt::Result {
        let width = word.chars().count();
        if self.column > 0 {
            if self.column + 1 + width > Record::COLUMNS {
                self.out.write_char('\n')?;
                self.column = 0;
            } else {
                self.out.write_char(' ')?;
                self.column += 1;
            }
        }
        self.column += width;
        self.out.write_str(word)
    }
}
