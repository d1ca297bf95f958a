use std::fmt;

use ludo_dice::{CheckedGame, Claim, SealPublic, SealState, SeatRolls};
use ludo_rules::{BySeat, PlayerKind, Record, RecordError, Seat};
use serde::Serialize;

/// What is told of one game.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    file: &'a str,
    game: u64,
    line: u64,
    /// The number of the move that is wrong.
    number: Option<u32>,
    good: bool,
    error: Option<String>,
    #[serde(skip)]
    place: String,
    id: Option<String>,
    rules: Option<String>,
    claim: Option<&'static str>,
    rolls: Option<u32>,
    seats: Option<BySeat<Option<Player>>>,
    seal: Option<&'static str>,
    key: Option<String>,
}

#[derive(Serialize)]
struct Player {
    name: String,
    kind: Option<&'static str>,
    rolls: u32,
    link: u32,
    auto: u32,
    bot: u32,
    none: u32,
    faces: [u32; 6],
}

impl<'a> Report<'a> {
    /// `key` is that of the host that must have sealed the game.
    pub(super) fn new(
        file: &'a str,
        game: Result<CheckedGame, RecordError>,
        key: Option<SealPublic>,
    ) -> Self {
        match game {
            Ok(game) => Self::of(file, &game, key),
            Err(error) => Self {
                file,
                game: error.game().unwrap_or(0),
                line: error.line().unwrap_or(0),
                number: error.number(),
                good: false,
                error: Some(error.flaw().to_string()),
                place: place(error.game(), error.line(), error.number()),
                id: None,
                rules: None,
                claim: None,
                rolls: None,
                seats: None,
                seal: None,
                key: None,
            },
        }
    }

    fn of(file: &'a str, game: &CheckedGame, wanted: Option<SealPublic>) -> Self {
        let record = &game.record;
        let state = match game.bytes() {
            Some(bytes) => SealState::of(bytes),
            // Longer than a record that anybody sealed.
            None if record.tag("Seal").is_some() => SealState::Broken,
            None => SealState::None,
        };
        let (seal, key, unsealed) = sealed(state, wanted);
        let mut report = Self {
            file,
            game: game.game,
            line: game.line,
            number: None,
            good: true,
            error: None,
            place: format!("game {}, line {}", game.game, game.line),
            id: record.tag("Game").map(Into::into),
            rules: Some(record.rule_set().to_string()),
            claim: None,
            rolls: None,
            seats: None,
            seal: Some(seal),
            key: key.map(|key| key.to_string()),
        };
        match &game.proof {
            Ok(proof) => {
                report.claim = Some(match proof.claim {
                    Claim::Chains => "chain-1",
                    Claim::Nothing => "nothing",
                });
                report.rolls = Some(proof.rolls);
                report.seats = Some(BySeat::from_fn(|seat| {
                    Some(Player::new(record, seat, proof.seats[seat].as_ref()?))
                }));
                report.error = unsealed;
            }
            Err(unproven) => {
                report.place = game.place(unproven);
                report.number = unproven.number;
                report.error = Some(unproven.doubt.to_string());
            }
        }
        report.good = report.error.is_none();
        report
    }

    pub(super) const fn is_good(&self) -> bool {
        self.good
    }
}

impl Player {
    fn new(record: &Record, seat: Seat, rolls: &SeatRolls) -> Self {
        Self {
            name: record.player(seat).unwrap_or_default().into(),
            kind: record.kind(seat).map(|kind| match kind {
                PlayerKind::Person => "person",
                PlayerKind::Bot => "bot",
            }),
            rolls: rolls.rolls(),
            link: rolls.with_link,
            auto: rolls.auto,
            bot: rolls.bot,
            none: rolls.without_link,
            faces: rolls.faces,
        }
    }
}

/// The word for a seal, whose it is, and what is wrong with it.
fn sealed(
    state: SealState,
    wanted: Option<SealPublic>,
) -> (&'static str, Option<SealPublic>, Option<String>) {
    match (state, wanted) {
        (SealState::Valid(key), Some(wanted)) if key != wanted => {
            let error = format!("the seal is that of another host, whose key is {key}");
            ("other_key", Some(key), Some(error))
        }
        (SealState::Valid(key), _) => ("valid", Some(key), None),
        (SealState::None, Some(_)) => {
            let error = "the record has no seal, so anybody can have written it";
            ("none", None, Some(error.into()))
        }
        (SealState::None, None) => ("none", None, None),
        (SealState::Broken, _) => {
            let error = "the seal does not go with the record: something in it was changed after it was sealed";
            ("broken", None, Some(error.into()))
        }
    }
}

fn place(game: Option<u64>, line: Option<u64>, number: Option<u32>) -> String {
    let mut place = format!("game {}, line {}", game.unwrap_or(0), line.unwrap_or(0));
    if let Some(number) = number {
        place.push_str(&format!(", move {number}"));
    }
    place
}

/// In words; of a game with something wrong, where it is and what.
impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: ", self.file, self.place)?;
        if let Some(error) = &self.error {
            return f.write_str(error);
        }
        writeln!(f, "good")?;
        let rolls = self.rolls.unwrap_or_default();
        let rules = self.rules.as_deref().unwrap_or_default();
        match self.claim {
            Some("chain-1") => {
                let id = self.id.as_deref().unwrap_or_default();
                writeln!(
                    f,
                    "  {rules}, {rolls} rolls, game {id}\n  Who begins and every die follow from what was fixed before the game."
                )?;
            }
            _ => writeln!(
                f,
                "  {rules}, {rolls} rolls\n  All was rolled in one place, so nothing is claimed of the dice."
            )?,
        }
        for (seat, player) in self.seats.iter().flat_map(BySeat::iter) {
            let Some(player) = player else { continue };
            let name = ludo_rules::Tag::player(seat).to_lowercase();
            let bot = if player.kind == Some("bot") {
                ", a bot"
            } else {
                ""
            };
            writeln!(
                f,
                "  {name:<6} {:?}{bot}: {} rolls: {} with link, {} by the table, {} by a bot in their seat, {} without link; faces 1 to 6: {}",
                player.name,
                player.rolls,
                player.link,
                player.auto,
                player.bot,
                player.none,
                player.faces.map(|count| count.to_string()).join(" "),
            )?;
        }
        match &self.key {
            Some(key) => writeln!(f, "  The seal is that of the host with the key {key}."),
            None => writeln!(
                f,
                "  It has no seal: nobody vouches for the names, the marks and the end."
            ),
        }
    }
}
