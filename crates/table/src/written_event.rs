use ludo_dice::{GameId, Link, Tip};
use ludo_rules::{BySeat, Face, Move, Seat};
use serde::Deserialize;

use crate::{
    BotKind, By, CloseReason, Control, End, Event, Member, Missing, Name, Options, SeatAtBegin,
};

/// An event as its JSON has it, whichever it is: every field that some event has.
///
/// Read this way there is one reader for all events. One for each kind, as serde would make them, came to a tenth of what a
/// browser loads.
#[derive(Deserialize)]
pub(crate) struct WrittenEvent {
    #[serde(rename = "type")]
    name: String,
    options: Option<Options>,
    game: Option<GameId>,
    tip: Option<Tip>,
    member: Option<Member>,
    #[serde(rename = "name")]
    called: Option<Name>,
    seat: Option<Seat>,
    bot: Option<BotKind>,
    server_tip: Option<Tip>,
    seats: Option<BySeat<Option<SeatAtBegin>>>,
    server_link: Option<Link>,
    links: Option<BySeat<Option<Link>>>,
    first: Option<Seat>,
    position: Option<String>,
    roll: Option<u32>,
    face: Option<Face>,
    link: Option<Link>,
    by: Option<By>,
    outcome: Option<Move>,
    choices: Option<Vec<Move>>,
    #[serde(rename = "move")]
    mv: Option<Move>,
    control: Option<Control>,
    places: Option<Vec<Seat>>,
    end: Option<End>,
    reason: Option<CloseReason>,
}

impl TryFrom<WrittenEvent> for Event {
    type Error = Missing;

    fn try_from(written: WrittenEvent) -> Result<Self, Missing> {
        let WrittenEvent {
            name,
            options,
            game,
            tip,
            member,
            called,
            seat,
            bot,
            server_tip,
            seats,
            server_link,
            links,
            first,
            position,
            roll,
            face,
            link,
            by,
            outcome,
            choices,
            mv,
            control,
            places,
            end,
            reason,
        } = written;
        let game = || game.ok_or(Missing("game"));
        let tip = || tip.ok_or(Missing("tip"));
        let member = || member.ok_or(Missing("member"));
        let seat = || seat.ok_or(Missing("seat"));
        let by = || by.ok_or(Missing("by"));
        let options = options.ok_or(Missing("options"));
        let called = called.ok_or(Missing("name"));
        let server_link = || server_link.ok_or(Missing("server_link"));
        let position = position.ok_or(Missing("position"));
        let choices = choices.ok_or(Missing("choices"));
        Ok(match name.as_str() {
            "opened" => Self::Opened {
                options: options?,
                game: game()?,
                tip: tip()?,
            },
            "joined" => Self::Joined {
                member: member()?,
                name: called?,
            },
            "renamed" => Self::Renamed {
                member: member()?,
                name: called?,
            },
            "sat" => Self::Sat {
                member: member()?,
                seat: seat()?,
            },
            "chained" => Self::Chained {
                seat: seat()?,
                tip: tip()?,
            },
            "stood" => Self::Stood { seat: seat()? },
            "bot_sat" => Self::BotSat {
                seat: seat()?,
                bot: bot.ok_or(Missing("bot"))?,
            },
            "bot_left" => Self::BotLeft { seat: seat()? },
            "host" => Self::Host { member: member()? },
            "options_set" => Self::OptionsSet { options: options? },
            "begun" => Self::Begun {
                game: game()?,
                server_tip: server_tip.ok_or(Missing("server_tip"))?,
                seats: seats.ok_or(Missing("seats"))?,
            },
            "answered" => Self::Answered { seat: seat()? },
            "drawn" => Self::Drawn {
                server_link: server_link()?,
                links: links.ok_or(Missing("links"))?,
                first: first.ok_or(Missing("first"))?,
                position: position?,
            },
            "rolled" => Self::Rolled {
                roll: roll.ok_or(Missing("roll"))?,
                seat: seat()?,
                face: face.ok_or(Missing("face"))?,
                server_link: server_link()?,
                link,
                by: by()?,
                outcome,
                position: position?,
                choices: choices?,
            },
            "moved" => Self::Moved {
                seat: seat()?,
                mv: mv.ok_or(Missing("move"))?,
                by: by()?,
                position: position?,
                choices: choices?,
            },
            "resigned" => Self::Resigned {
                seat: seat()?,
                position: position?,
                choices: choices?,
            },
            "controlled" => Self::Controlled {
                seat: seat()?,
                control: control.ok_or(Missing("control"))?,
            },
            "timed_out" => Self::TimedOut { seat: seat()? },
            "resumed" => Self::Resumed {},
            "over" => Self::Over {
                places: places.ok_or(Missing("places"))?,
                end: end.ok_or(Missing("end"))?,
            },
            "renewed" => Self::Renewed {
                game: game()?,
                tip: tip()?,
            },
            "rematch" => Self::Rematch {
                game: game()?,
                tip: tip()?,
                member: member()?,
            },
            "closed" => Self::Closed {
                reason: reason.ok_or(Missing("reason"))?,
            },
            _ => return Err(Missing("type")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An event of each kind. A new one makes the match below fail to compile until it has a number and stands here.
    const WRITTEN: [&str; KINDS] = [
        r#"{"type":"opened","options":{},"game":"GAME","tip":"HASH"}"#,
        r#"{"type":"joined","member":1,"name":"Ada"}"#,
        r#"{"type":"renamed","member":1,"name":"Ada"}"#,
        r#"{"type":"sat","member":1,"seat":"r"}"#,
        r#"{"type":"chained","seat":"r","tip":"HASH"}"#,
        r#"{"type":"stood","seat":"r"}"#,
        r#"{"type":"bot_sat","seat":"g","bot":"simple"}"#,
        r#"{"type":"bot_left","seat":"g"}"#,
        r#"{"type":"host","member":1}"#,
        r#"{"type":"options_set","options":{"rules":"mensch+out=0"}}"#,
        r#"{"type":"begun","game":"GAME","server_tip":"HASH","seats":{"r":{"name":"Ada","member":1,"bot":null,"tip":null},"g":null,"y":null,"b":null}}"#,
        r#"{"type":"answered","seat":"r"}"#,
        r#"{"type":"drawn","server_link":"HASH","links":{"r":"HASH","g":null,"y":null,"b":null},"first":"r","position":"-"}"#,
        r#"{"type":"rolled","roll":7,"seat":"r","face":6,"server_link":"HASH","link":null,"by":"auto","outcome":"pass","position":"-","choices":[]}"#,
        r#"{"type":"moved","seat":"r","move":"1-7xg","by":"owner","position":"-","choices":["1-21"]}"#,
        r#"{"type":"resigned","seat":"r","position":"-","choices":[]}"#,
        r#"{"type":"controlled","seat":"r","control":"autopilot"}"#,
        r#"{"type":"timed_out","seat":"r"}"#,
        r#"{"type":"resumed"}"#,
        r#"{"type":"over","places":["r","y"],"end":"normal"}"#,
        r#"{"type":"renewed","game":"GAME","tip":"HASH"}"#,
        r#"{"type":"rematch","game":"GAME","tip":"HASH","member":1}"#,
        r#"{"type":"closed","reason":"idle"}"#,
    ];

    const KINDS: usize = 23;

    const fn number(event: &Event) -> usize {
        match event {
            Event::Opened { .. } => 0,
            Event::Joined { .. } => 1,
            Event::Renamed { .. } => 2,
            Event::Sat { .. } => 3,
            Event::Chained { .. } => 4,
            Event::Stood { .. } => 5,
            Event::BotSat { .. } => 6,
            Event::BotLeft { .. } => 7,
            Event::Host { .. } => 8,
            Event::OptionsSet { .. } => 9,
            Event::Begun { .. } => 10,
            Event::Answered { .. } => 11,
            Event::Drawn { .. } => 12,
            Event::Rolled { .. } => 13,
            Event::Moved { .. } => 14,
            Event::Resigned { .. } => 15,
            Event::Controlled { .. } => 16,
            Event::TimedOut { .. } => 17,
            Event::Resumed {} => 18,
            Event::Over { .. } => 19,
            Event::Renewed { .. } => 20,
            Event::Rematch { .. } => 21,
            Event::Closed { .. } => 22,
        }
    }

    #[test]
    fn every_kind_of_event_is_read_as_it_is_written_and_refused_with_a_field_missing() {
        for (at, text) in WRITTEN.iter().enumerate() {
            let text = text
                .replace("GAME", &"1".repeat(32))
                .replace("HASH", &"0a".repeat(32));
            let event: Event =
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(number(&event), at, "{text}");
            let written = serde_json::to_value(&event).expect("JSON");
            assert_eq!(written["type"], event.name());
            assert_eq!(
                serde_json::from_value::<Event>(written.clone()).expect("an event"),
                event
            );
            let fields = written.as_object().expect("an object");
            for field in fields
                .keys()
                .filter(|field| !matches!(field.as_str(), "link" | "outcome"))
            {
                let mut less = fields.clone();
                less.remove(field);
                assert!(
                    serde_json::from_value::<Event>(less.into()).is_err(),
                    "{text} without {field}"
                );
            }
        }
        assert!(serde_json::from_str::<Event>(r#"{"type":"seen"}"#).is_err());
    }
}
