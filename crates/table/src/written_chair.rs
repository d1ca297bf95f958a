use ludo_dice::Tip;
use serde::Deserialize;

use crate::{BotKind, Chair, Control, Member, Missing};

/// A chair as its JSON has it, whoever sits on it; see `WrittenEvent` for why.
#[derive(Deserialize)]
pub(crate) struct WrittenChair {
    #[serde(rename = "type")]
    name: String,
    member: Option<Member>,
    tip: Option<Tip>,
    control: Option<Control>,
    bot: Option<BotKind>,
}

impl TryFrom<WrittenChair> for Chair {
    type Error = Missing;

    fn try_from(written: WrittenChair) -> Result<Self, Missing> {
        Ok(match written.name.as_str() {
            "open" => Self::Open,
            "person" => Self::Person {
                member: written.member.ok_or(Missing("member"))?,
                tip: written.tip,
                control: written.control.ok_or(Missing("control"))?,
            },
            "bot" => Self::Bot {
                bot: written.bot.ok_or(Missing("bot"))?,
            },
            _ => return Err(Missing("type")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_chair_is_read_as_it_is_written_and_none_with_less() {
        let tip = Some(Tip([7; 32]));
        for (chair, parts) in [
            (Chair::Open, vec!["type"]),
            (
                Chair::Bot {
                    bot: BotKind::Simple,
                },
                vec!["type", "bot"],
            ),
            (
                Chair::Person {
                    member: Member(3),
                    tip,
                    control: Control::Bot(BotKind::Random),
                },
                vec!["type", "member", "control"],
            ),
            (
                Chair::Person {
                    member: Member(3),
                    tip: None,
                    control: Control::Owner,
                },
                vec!["type", "member", "control"],
            ),
        ] {
            let written = serde_json::to_value(chair).expect("JSON");
            let read = serde_json::from_value::<Chair>(written.clone());
            assert_eq!(read.expect("a chair"), chair);
            for part in parts {
                let mut less = written.clone();
                assert!(less.as_object_mut().expect("a map").remove(part).is_some());
                assert!(serde_json::from_value::<Chair>(less).is_err(), "{part}");
            }
        }
        assert!(serde_json::from_str::<Chair>(r#"{"type":"sofa"}"#).is_err());
    }
}
