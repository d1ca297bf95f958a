use ludo_rules::{BySeat, Deed, Mark, PlayerKind, Record, Termination};
use ludo_table::{By, End, Event, Time};

use crate::{Day, DiceCounts, GameDice, RollKind};

/// Counts the rolls of each game of a table from its events. It holds the counts of the game at hand, and nothing else.
///
/// A game counts when it is over, as a whole; one that began and ended before its first roll counts too.
#[derive(Clone, Debug, Default)]
pub struct DiceTally {
    game: Option<Tallied>,
}

#[derive(Clone, Debug)]
struct Tallied {
    dice: GameDice,
    /// Whether a seat is a bot's own.
    is_bot: BySeat<bool>,
}

impl DiceTally {
    /// For a table, from its first event on, or from the begin of a game.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next event, and when it happened. Gives the counts of a game, with their day, where it is over by it.
    pub fn push(&mut self, event: &Event, at: Time) -> Option<(Day, DiceCounts)> {
        match event {
            Event::Begun { seats, .. } => {
                let is_bot = |seat| {
                    let seat: &Option<ludo_table::SeatAtBegin> = &seats[seat];
                    seat.as_ref().is_some_and(|seat| seat.bot.is_some())
                };
                self.game = Some(Tallied {
                    dice: GameDice::default(),
                    is_bot: BySeat::from_fn(is_bot),
                });
            }
            Event::Rolled {
                seat,
                face,
                link,
                by,
                ..
            } => {
                if let Some(Tallied { dice, is_bot }) = &mut self.game {
                    let kind = match by {
                        _ if is_bot[*seat] => RollKind::Bot,
                        By::Auto => RollKind::Auto,
                        By::Bot(_) => RollKind::Substitute,
                        By::Owner | By::OwnerNoLink | By::AutoMove => owner(link.is_some()),
                    };
                    dice.roll(kind, *face);
                }
            }
            Event::Over { end, .. } => {
                let Tallied { mut dice, .. } = self.game.take()?;
                if *end == End::Abandoned {
                    dice.abandon();
                }
                return Some((Day::of(at), dice.counts()));
            }
            _ => {}
        }
        None
    }

    /// Counts a game from its record: what its marks and tags say, which `ludo verify` checks. Its day is that of its end,
    /// or that of its begin where the record has no other; [`Day::default`] where it has none.
    #[must_use]
    pub fn of(record: &Record) -> (Day, DiceCounts) {
        let mut dice = GameDice::default();
        let has_chain = BySeat::from_fn(|seat| {
            let tag = record.tag(ludo_rules::Tag::dice(seat));
            tag.is_some_and(|tag| !tag.ends_with(" 0 -"))
        });
        for entry in record.moves() {
            let Deed::Roll { face, .. } = entry.ply.deed else {
                continue;
            };
            let seat = entry.ply.seat;
            let has = |wanted: fn(&Mark<'_>) -> bool| entry.marks().any(|mark| wanted(&mark));
            let kind = if record.kind(seat) == Some(PlayerKind::Bot) {
                RollKind::Bot
            } else if has(|mark| *mark == Mark::Auto) {
                RollKind::Auto
            } else if has(|mark| matches!(mark, Mark::Bot(_))) {
                RollKind::Substitute
            } else {
                owner(has_chain[seat] && !has(|mark| *mark == Mark::NoLink))
            };
            dice.roll(kind, face);
        }
        if record.termination() == Termination::Abandoned {
            dice.abandon();
        }
        let dates = ["EndDate", "Date"].into_iter();
        let day = dates
            .filter_map(|name| Day::parse(record.tag(name)?))
            .next();
        (day.unwrap_or_default(), dice.counts())
    }
}

const fn owner(with_link: bool) -> RollKind {
    if with_link {
        RollKind::Linked
    } else {
        RollKind::Unlinked
    }
}
