//! The table of rule sets, as the rules have it: a column of words for each named set.

use std::collections::BTreeMap;

const NAMES: [&str; 5] = ["classic", "modern", "mensch", "chinczyk", "parchis"];

const TABLE: [(&str, [&str; 5]); 18] = [
    ("ring", ["52", "52", "40", "40", "68"]),
    ("lap", ["51", "51", "40", "40", "64"]),
    ("column", ["5", "5", "4", "4", "7"]),
    ("goal", ["home", "home", "column", "column", "home"]),
    ("enter", ["6", "6", "6", "6", "5"]),
    ("out", ["0", "0", "1", "0", "0"]),
    ("forced", ["no", "no", "yes", "no", "yes"]),
    ("clear", ["no", "no", "yes", "no", "no"]),
    ("tries", ["1", "1", "1", "3", "1"]),
    ("unplayed6", ["no", "no", "yes", "yes", "yes"]),
    ("sixes", ["void", "void", "free", "free", "back"]),
    ("own", ["free", "free", "forbidden", "forbidden", "barrier"]),
    ("safe", ["none", "stars", "none", "none", "stars"]),
    ("capture", ["nothing", "roll", "nothing", "nothing", "20"]),
    ("home", ["nothing", "roll", "nothing", "nothing", "10"]),
    ("pass", ["yes", "yes", "yes", "no", "yes"]),
    ("six", ["6", "6", "6", "6", "7"]),
    ("end", ["all", "all", "all", "all", "all"]),
];

/// A rule set: what is written in each row of the table.
#[derive(Clone, Debug)]
pub struct Rules {
    pub text: String,
    values: BTreeMap<String, String>,
}

impl Rules {
    /// Of a text as `classic+own=block`, which is taken to be right.
    pub fn new(text: &str) -> Self {
        let mut parts = text.split('+');
        let name = parts.next().unwrap();
        let column = NAMES.iter().position(|known| *known == name).unwrap();
        let mut values: BTreeMap<String, String> = TABLE
            .iter()
            .map(|(key, row)| ((*key).to_owned(), row[column].to_owned()))
            .collect();
        for part in parts {
            let (key, value) = part.split_once('=').unwrap();
            values.insert(key.to_owned(), value.to_owned()).unwrap();
        }
        Self {
            text: text.to_owned(),
            values,
        }
    }

    /// Whether the row says this.
    pub fn is(&self, key: &str, value: &str) -> bool {
        self.values[key] == value
    }

    /// The number in the row.
    pub fn number(&self, key: &str) -> i32 {
        self.values[key].parse().unwrap()
    }

    /// The bonus steps in the row, if it has some.
    pub fn steps(&self, key: &str) -> Option<i32> {
        self.values[key].parse().ok()
    }

    pub fn goal_is_column(&self) -> bool {
        self.is("goal", "column")
    }

    pub fn is_safe(&self, square: i32) -> bool {
        let quarter = self.number("ring") / 4;
        let offset = square % quarter;
        match self.values["safe"].as_str() {
            "none" => false,
            "starts" => offset == 0,
            "stars" if self.number("ring") == 68 => [0, 7, 12].contains(&offset),
            "stars" => [0, 8].contains(&offset),
            _ => unreachable!(),
        }
    }
}
