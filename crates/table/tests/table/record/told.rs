//! What the events of a table say of its games, and what a record must say of them.

use ludo_dice::Claim;
use ludo_rules::{Deed, Record, Seat, Termination};
use ludo_table::{By, End, Event};

use crate::desk::Desk;

use super::{checked, records};

/// What the events of a table say of its games, each apart.
#[derive(Default)]
pub(super) struct Told {
    /// The positions after rolls that were settled, and after moves.
    positions: Vec<String>,
    rolls: u32,
    with_link: u32,
    auto: u32,
    bot: u32,
    places: Vec<Seat>,
    abandoned: bool,
    over: bool,
}

pub(super) fn told(desk: &Desk) -> Vec<Told> {
    let mut all = Vec::new();
    for (event, _) in &desk.log {
        match event {
            Event::Drawn { .. } => all.push(Told::default()),
            Event::Rolled {
                link,
                by,
                outcome,
                position,
                ..
            } => {
                let game = all.last_mut().unwrap();
                game.rolls += 1;
                game.with_link += u32::from(link.is_some());
                game.auto += u32::from(*by == By::Auto);
                game.bot += u32::from(matches!(by, By::Bot(_)));
                if outcome.is_some() {
                    game.positions.push(position.clone());
                }
            }
            Event::Moved { position, .. } => {
                all.last_mut().unwrap().positions.push(position.clone());
            }
            Event::Over { places, end } => {
                // A game that ended before its draw is none of these.
                let Some(game) = all.last_mut().filter(|game| !game.over) else {
                    continue;
                };
                game.places.clone_from(places);
                game.abandoned = *end == End::Abandoned;
                game.over = true;
            }
            _ => {}
        }
    }
    // The last one may not be over.
    all.retain(|game| game.over);
    all
}

/// Everything that is so of every record of a table.
pub(super) fn check(desk: &Desk) -> Vec<Record> {
    let (records, told) = (records(desk), told(desk));
    assert_eq!(records.len(), told.len());
    for (record, told) in records.iter().zip(&told) {
        let text = record.to_string();
        assert_eq!(text.parse::<Record>().unwrap(), *record);
        let positions: Vec<String> = record
            .positions()
            .filter(|(entry, _)| {
                !matches!(entry.ply.deed, Deed::Resign | Deed::Roll { mv: None, .. })
            })
            .map(|(_, position)| position.to_string())
            .collect();
        assert_eq!(positions, told.positions);
        assert_eq!(record.places().unwrap_or_default(), told.places);
        assert_eq!(
            record.termination() == Termination::Abandoned,
            told.abandoned
        );
        let game = checked(&text).unwrap();
        let proof = game
            .proof
            .unwrap_or_else(|unproven| panic!("{unproven}\n{text}"));
        assert_eq!((proof.claim, proof.rolls), (Claim::Chains, told.rolls));
        let sum = |count: fn(&ludo_dice::SeatRolls) -> u32| -> u32 {
            proof
                .seats
                .iter()
                .filter_map(|(_, seat)| Some(count(seat.as_ref()?)))
                .sum()
        };
        assert_eq!(
            (
                sum(|seat| seat.with_link),
                sum(|seat| seat.auto),
                sum(|seat| seat.bot)
            ),
            (told.with_link, told.auto, told.bot)
        );
        assert_eq!(sum(ludo_dice::SeatRolls::rolls), told.rolls);
    }
    records
}
