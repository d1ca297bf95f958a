use ludo_rules::{Entry, Mark};

use super::Doubt;

/// Who made a roll, by the marks behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RolledBy {
    /// Whoever the seat belongs to: no mark.
    Owner,
    /// Its person, on a device without the secret: `[%nolink]`.
    OwnerNoLink,
    /// The table, for an absent player: `[%auto]`.
    Table,
    /// A bot in the seat of a person: `[%bot NAME]`.
    Bot,
}

/// Who made a roll; an error where its marks contradict each other.
pub(super) fn rolled_by(entry: &Entry) -> Result<RolledBy, Doubt> {
    let has = |wanted: fn(&Mark<'_>) -> bool| entry.marks().any(|mark| wanted(&mark));
    let auto = has(|mark| matches!(mark, Mark::Auto));
    let automove = has(|mark| matches!(mark, Mark::AutoMove));
    let bot = has(|mark| matches!(mark, Mark::Bot(_)));
    let no_link = has(|mark| matches!(mark, Mark::NoLink));
    match (auto, automove, bot, no_link) {
        (false, _, false, false) => Ok(RolledBy::Owner),
        (false, _, false, true) => Ok(RolledBy::OwnerNoLink),
        (true, false, false, false) => Ok(RolledBy::Table),
        (false, false, true, false) => Ok(RolledBy::Bot),
        _ => Err(Doubt::Marks),
    }
}

/// Whether the table acted for an absent player.
pub(super) fn is_auto(entry: &Entry) -> bool {
    entry.marks().any(|mark| mark == Mark::Auto)
}
