use ludo_rules::{Seat, SeatSet};
use serde::Deserialize;

use crate::play::Play;
use crate::stage::{Roster, Stage};
use crate::{End, Missing, Time};

/// A stage as its JSON has it, whichever it is; see `WrittenEvent` for why.
#[derive(Deserialize)]
pub(crate) struct WrittenStage {
    #[serde(rename = "type")]
    name: String,
    begun_at: Option<Time>,
    seats: Option<Roster>,
    answered: Option<SeatSet>,
    play: Option<Play>,
    places: Option<Vec<Seat>>,
    end: Option<End>,
}

impl TryFrom<WrittenStage> for Stage {
    type Error = Missing;

    fn try_from(written: WrittenStage) -> Result<Self, Missing> {
        let seats = written.seats.ok_or(Missing("seats"));
        Ok(match written.name.as_str() {
            "waiting" => Self::Waiting,
            "drawing" => Self::Drawing {
                begun_at: written.begun_at.ok_or(Missing("begun_at"))?,
                seats: seats?,
                answered: written.answered.ok_or(Missing("answered"))?,
            },
            "playing" => Self::Playing {
                seats: seats?,
                play: written.play.ok_or(Missing("play"))?,
            },
            "over" => Self::Over {
                seats: seats?,
                play: written.play,
                places: written.places.ok_or(Missing("places"))?,
                end: written.end.ok_or(Missing("end"))?,
            },
            _ => return Err(Missing("type")),
        })
    }
}
