use super::words::Words;
use crate::language::Language;

/// Numbers as a language writes them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figures(pub(super) Language);

impl Figures {
    /// `1,203,554`, `1 203 554`. Polish leaves numbers of four digits whole.
    pub(super) fn whole(self, number: u64) -> String {
        let digits = number.to_string();
        let (between, least) = match self.0 {
            Language::English => (',', 4),
            Language::Polish => ('\u{a0}', 5),
        };
        if digits.len() < least {
            return digits;
        }
        let mut written = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                written.push(between);
            }
            written.push(digit);
        }
        written
    }

    /// `16.67 %`; a dash where there is nothing to share.
    pub(super) fn share(self, part: u64, whole: u64) -> String {
        if whole == 0 {
            return "–".to_owned();
        }
        self.percent(part, whole, 2)
    }

    /// A share of a whole that is not 0, with so many decimals.
    pub(super) fn percent(self, part: u64, whole: u64, decimals: usize) -> String {
        let share = 100.0 * part as f64 / whole as f64;
        let written = format!("{share:.decimals$}\u{a0}%");
        match self.0 {
            Language::English => written,
            Language::Polish => written.replace('.', ","),
        }
    }
}

/// In how many of 100 cases.
pub(super) fn chances(p: f64, words: &Words) -> String {
    let cases = 100.0 * p;
    if cases < 1.0 {
        words.less_than_one.to_owned()
    } else {
        format!("{cases:.0}")
    }
}
