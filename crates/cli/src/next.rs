use std::io::{self, BufReader, BufWriter, Write};

use ludo_rules::{Due, Face, Position, RollError, Rules, parse_position};
use serde::Serialize;
use serde_json::Value;

use crate::{Failure, json, lines};

/// List the legal outcomes of a position.
///
/// Prints each as one JSON object a line: {"roll", "move", "pos"}. Where a roll is due, those of all six rolls, or of
/// the one that is given. With - for the position it reads lines {"pos", "roll"} and answers each with a line {"pos",
/// "roll", "next": [{"move", "pos"}, …]}, or {"pos", "error"}.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The position, in quotes: seven fields with single spaces between them; or - to read lines.
    position: String,
    /// Only this roll, 1 to 6.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=6))]
    roll: Option<u8>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let out = BufWriter::new(io::stdout().lock());
    if arguments.position == "-" {
        if arguments.roll.is_some() {
            return Err(Failure::Input(
                "with - for the position, each line has its own roll".into(),
            ));
        }
        return lines::answer_each(BufReader::new(io::stdin().lock()), out, |line| {
            line.map_or_else(
                |error| Answer::Refused {
                    pos: Value::Null,
                    error,
                },
                answer,
            )
        });
    }
    let (rules, position) = parse_position(&arguments.position)
        .map_err(|error| Failure::Input(format!("not a position: {error}")))?;
    list(&rules, &position, arguments.roll.and_then(Face::new), out)
}

#[derive(Serialize)]
struct Outcome<'a> {
    roll: Option<u8>,
    #[serde(flatten)]
    next: &'a Next,
}

/// A legal outcome and the position after it.
#[derive(Serialize)]
struct Next {
    #[serde(rename = "move")]
    mv: String,
    pos: String,
}

fn list(
    rules: &Rules,
    position: &Position,
    roll: Option<Face>,
    mut out: impl Write,
) -> Result<(), Failure> {
    let rolls = match (position.due(), roll) {
        (Due::Roll { .. }, None) => Face::ALL.map(Some).to_vec(),
        (_, roll) => vec![roll],
    };
    for roll in rolls {
        let outcomes = outcomes(rules, position, roll).map_err(|error| {
            Failure::Input(match error {
                RollError::NotDue => {
                    format!("--roll is given, but no roll is due ({})", position.due())
                }
                error => error.to_string(),
            })
        })?;
        for next in &outcomes {
            json::write_line(
                &mut out,
                &Outcome {
                    roll: roll.map(Face::get),
                    next,
                },
            )?;
        }
    }
    out.flush()?;
    Ok(())
}

fn outcomes(
    rules: &Rules,
    position: &Position,
    roll: Option<Face>,
) -> Result<Vec<Next>, RollError> {
    Ok(rules
        .moves(position, roll)?
        .into_iter()
        .filter_map(|mv| {
            let after = rules.play(position, roll, mv).ok()?;
            Some(Next {
                mv: mv.to_string(),
                pos: rules.text(&after),
            })
        })
        .collect())
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Outcomes {
        pos: String,
        roll: Option<u8>,
        next: Vec<Next>,
    },
    Refused {
        pos: Value,
        error: String,
    },
}

fn answer(line: &[u8]) -> Answer {
    let refused = |pos, error| Answer::Refused { pos, error };
    let mut fields = match serde_json::from_slice(line) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => {
            return refused(
                Value::Null,
                "a line is a JSON object with \"pos\" and \"roll\"".into(),
            );
        }
        Err(error) => return refused(Value::Null, format!("not JSON: {error}")),
    };
    let text = match fields.remove("pos") {
        Some(Value::String(text)) => text,
        Some(other) => return refused(other, "\"pos\" is a position in a string".into()),
        None => return refused(Value::Null, "\"pos\" is missing".into()),
    };
    let roll = match fields.remove("roll") {
        None | Some(Value::Null) => None,
        Some(roll) => match roll
            .as_u64()
            .and_then(|number| Face::new(u8::try_from(number).ok()?))
        {
            Some(face) => Some(face),
            None => {
                return refused(
                    text.into(),
                    format!("\"roll\" is a number from 1 to 6, or null, not {roll}"),
                );
            }
        },
    };
    match parse_position(&text) {
        Err(error) => refused(text.into(), error.to_string()),
        Ok((rules, position)) => match outcomes(&rules, &position, roll) {
            Ok(next) => Answer::Outcomes {
                pos: text,
                roll: roll.map(Face::get),
                next,
            },
            Err(error) => refused(text.into(), error.to_string()),
        },
    }
}
