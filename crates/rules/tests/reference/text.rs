//! Games as texts.

use crate::game::{Due, Game, Token, letter};
use crate::rules::Rules;

impl Game {
    pub fn text(&self) -> String {
        let groups: Vec<String> = (0..4).map(|seat| self.group(seat)).collect();
        let over = self.due == Due::Over;
        let turn = if over { '-' } else { letter(self.turn) };
        let due = match self.due {
            Due::Roll(1) => "roll".to_owned(),
            Due::Roll(attempt) => format!("roll{attempt}"),
            Due::Move(face) => format!("move:{face}"),
            Due::Bonus(steps) => format!("bonus:{steps}"),
            Due::Over => "over".to_owned(),
        };
        let back = self.rules.is("sixes", "back");
        let last = match self.last {
            Some(token) if back => self.progress(self.tokens[token]).to_string(),
            _ => "-".to_owned(),
        };
        format!(
            "{} {} {turn} {due} {} {} {last}",
            self.rules.text,
            groups.join("/"),
            self.sixes,
            self.places()
        )
    }

    fn group(&self, seat: usize) -> String {
        if !self.seats.contains(&seat) {
            return "-".to_owned();
        }
        if self.resigned.contains(&seat) {
            return "x".to_owned();
        }
        let mut places: Vec<i32> = self
            .tokens
            .iter()
            .filter(|token| token.seat == seat)
            .map(|&token| self.progress(token))
            .collect();
        places.sort_unstable();
        let places: Vec<String> = places.iter().map(ToString::to_string).collect();
        places.join(",")
    }

    fn places(&self) -> String {
        let letters =
            |seats: &[usize]| -> String { seats.iter().map(|&seat| letter(seat)).collect() };
        if self.due == Due::Over {
            if self.rules.is("end", "first") {
                return letters(&self.finished[..1]);
            }
            let behind: String = letters(&self.resigned).chars().rev().collect();
            return letters(&self.finished) + &behind;
        }
        let mut text = letters(&self.finished);
        if text.is_empty() {
            text.push('-');
        }
        if !self.resigned.is_empty() {
            text.push('/');
            text += &letters(&self.resigned);
        }
        text
    }

    /// Reads a position that goes on, and that is taken to be right.
    pub fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let seat = |letter: char| "rgyb".find(letter).unwrap();
        let rules = Rules::new(fields[0]);
        let mut game = Self::start(&rules, &[], 0, false);
        for (seat, group) in fields[1].split('/').enumerate() {
            if group == "-" {
                continue;
            }
            game.seats.push(seat);
            if group == "x" {
                continue;
            }
            for place in group.split(',') {
                let spot = game.spot(seat, place.parse().unwrap());
                game.tokens.push(Token { seat, spot });
            }
        }
        game.turn = seat(fields[2].chars().next().unwrap());
        game.due = match fields[3] {
            "roll" => Due::Roll(1),
            "roll2" => Due::Roll(2),
            "roll3" => Due::Roll(3),
            other => match other.split_once(':').unwrap() {
                ("move", face) => Due::Move(face.parse().unwrap()),
                (_, steps) => Due::Bonus(steps.parse().unwrap()),
            },
        };
        game.sixes = fields[4].parse().unwrap();
        let (finished, resigned) = fields[5].split_once('/').unwrap_or((fields[5], ""));
        game.finished = finished.replace('-', "").chars().map(seat).collect();
        game.resigned = resigned.chars().map(seat).collect();
        game.last = fields[6].parse().ok().map(|place| {
            let spot = game.spot(game.turn, place);
            let token = Token {
                seat: game.turn,
                spot,
            };
            game.tokens
                .iter()
                .position(|other| *other == token)
                .unwrap()
        });
        game
    }
}
