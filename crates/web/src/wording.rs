use ludo_rules::{BySeat, Due, Move, Rules, Seat, parse_position};
use ludo_table::{By, CloseReason, Control, Event, Member};

use crate::{Arg, Catalog};

/// Tells what happened, and what could happen, in a language and from one listener's view.
pub struct Wording<'a> {
    /// The language.
    pub catalog: &'a Catalog,
    /// The listener's seat, if they have one.
    pub mine: Option<Seat>,
    /// The listener's number at the table, if they are a member.
    pub me: Option<Member>,
    /// What each seat's player is called.
    pub names: &'a BySeat<String>,
    /// What a member is called.
    pub member: &'a dyn Fn(Member) -> String,
}

impl Wording<'_> {
    /// An event as one or a few short sentences; nothing for what need not be said.
    #[must_use]
    pub fn event(&self, event: &Event) -> Option<String> {
        let seat_code = |seat: Seat| Arg::from(seat.letter());
        let text = |key, args: &[(&'static str, Arg)]| Some(self.catalog.text(key, args));
        match event {
            Event::Opened { .. } | Event::Chained { .. } | Event::Answered { .. } => None,
            Event::Joined { member, name } => text(
                key("say-joined"),
                &[self.you(*member), ("name", Arg::name(&name.to_string()))],
            ),
            Event::Renamed { member, name } => text(
                key("say-renamed"),
                &[self.you(*member), ("name", Arg::name(&name.to_string()))],
            ),
            Event::Sat { member, seat } => text(
                key("say-sat"),
                &[
                    self.you(*member),
                    ("name", Arg::name(&(self.member)(*member))),
                    ("seat", seat_code(*seat)),
                ],
            ),
            Event::Stood { seat } | Event::BotLeft { seat } => {
                text(key("say-stood"), &[("seat", seat_code(*seat))])
            }
            Event::BotSat { seat, .. } => text(key("say-bot-sat"), &[("seat", seat_code(*seat))]),
            Event::Host { member } => text(
                key("say-host"),
                &[
                    self.you(*member),
                    ("name", Arg::name(&(self.member)(*member))),
                ],
            ),
            Event::OptionsSet { .. } => text(key("say-options"), &[]),
            Event::Begun { .. } => text(key("say-begun"), &[]),
            Event::Drawn { first, .. } => Some(self.of_seat(key("say-first"), *first, &[])),
            Event::Rolled {
                seat,
                face,
                by,
                outcome,
                ..
            } => {
                let rolled = match by {
                    By::Auto => key("say-rolled-auto"),
                    By::Owner | By::OwnerNoLink | By::AutoMove | By::Bot(_) => key("say-rolled"),
                };
                let mut said = self.of_seat(rolled, *seat, &[("face", face.get().into())]);
                let followed = match outcome {
                    Some(Move::Pass) => Some(key("say-pass")),
                    Some(Move::Void) => Some(key("say-void")),
                    Some(Move::Back { .. }) => Some(key("say-back")),
                    Some(Move::Token { .. }) | None => None,
                };
                if let Some(followed) = followed {
                    said.push(' ');
                    said.push_str(&self.catalog.text(followed, &[]));
                }
                Some(said)
            }
            Event::Moved {
                seat, mv, position, ..
            } => Some(self.moved(*seat, *mv, position)),
            Event::Resigned { seat, .. } => Some(self.of_seat(key("say-resigned"), *seat, &[])),
            Event::Controlled { seat, control } => Some(self.of_seat(
                match control {
                    Control::Owner => key("say-control-owner"),
                    Control::Bot(_) => key("say-control-bot"),
                    Control::Autopilot => key("say-control-autopilot"),
                },
                *seat,
                &[],
            )),
            Event::TimedOut { seat } => Some(self.of_seat(key("say-timed-out"), *seat, &[])),
            Event::Resumed {} => text(key("say-resumed"), &[]),
            Event::Over { places, .. } => {
                let mut said = self.catalog.text("say-over", &[]);
                if let Some(place) = self
                    .mine
                    .and_then(|mine| places.iter().position(|&seat| seat == mine))
                {
                    said.push(' ');
                    said.push_str(
                        &self
                            .catalog
                            .text("podium-your-place", &[("n", (place + 1).into())]),
                    );
                }
                Some(said)
            }
            Event::Renewed { .. } => text(key("say-renewed"), &[]),
            Event::Rematch { member, .. } => text(
                key("say-rematch"),
                &[
                    self.you(*member),
                    ("name", Arg::name(&(self.member)(*member))),
                ],
            ),
            Event::Closed {
                reason: CloseReason::Empty | CloseReason::Idle,
            } => text(key("say-closed"), &[]),
        }
    }

    /// A sentence about a seat, spoken to its player or of them.
    #[must_use]
    pub fn of_seat(&self, key: &str, seat: Seat, more: &[(&'static str, Arg)]) -> String {
        let mut args = vec![
            ("you", Arg::you(self.mine == Some(seat))),
            ("name", Arg::name(&self.names[seat])),
        ];
        args.extend_from_slice(more);
        self.catalog.text(key, &args)
    }

    fn you(&self, member: Member) -> (&'static str, Arg) {
        ("you", Arg::you(self.me == Some(member)))
    }

    fn moved(&self, seat: Seat, mv: Move, position: &str) -> String {
        let Move::Token { from, to, captured } = mv else {
            return String::new();
        };
        let after = parse_position(position).ok();
        let goal = after.as_ref().map(|(rules, _)| rules.goal());
        let mut said = if from == 0 {
            self.of_seat(key("say-enters"), seat, &[])
        } else if Some(to) == goal {
            self.of_seat(key("say-home"), seat, &[])
        } else {
            self.of_seat(
                key("say-moves"),
                seat,
                &[("from", from.into()), ("to", to.into())],
            )
        };
        let mut more = |sentence: String| {
            said.push(' ');
            said.push_str(&sentence);
        };
        for victim in Seat::ALL {
            let count = captured.count(victim);
            if count > 0 && self.mine == Some(victim) {
                more(self.of_seat(key("say-captures-you"), seat, &[("n", count.into())]));
            } else if count > 0 {
                more(self.of_seat(
                    key("say-captures"),
                    seat,
                    &[
                        ("n", count.into()),
                        ("whom", Arg::name(&self.names[victim])),
                    ],
                ));
            }
        }
        if let Some((_, position)) = &after
            && let Due::Bonus(squares) = position.due()
        {
            more(self.of_seat(key("say-bonus"), seat, &[("n", squares.into())]));
        }
        // Who is home has no more moves, so a finished mover finished just now.
        let place = after
            .and_then(|(_, position)| position.finished().position(|finished| finished == seat));
        if let Some(place) = place {
            more(self.of_seat(key("say-finished"), seat, &[("place", (place + 1).into())]));
        }
        said
    }
}

/// Marks a key of a message for the test that looks for all of them.
pub(crate) const fn key(key: &'static str) -> &'static str {
    key
}

/// A place on the board, as its seat counts: `square 14`.
#[must_use]
pub fn place(catalog: &Catalog, rules: &Rules, progress: u8) -> String {
    if progress == 0 {
        catalog.text("place-yard", &[])
    } else if progress <= rules.lap() {
        catalog.text("place-square", &[("n", progress.into())])
    } else if progress == rules.goal() {
        catalog.text("place-home", &[])
    } else {
        catalog.text("place-column", &[("n", (progress - rules.lap()).into())])
    }
}

/// A token and where it stands: `red token 2, square 14`. Tokens are counted from 1 for people.
#[must_use]
pub fn token(catalog: &Catalog, rules: &Rules, seat: Seat, token: usize, progress: u8) -> String {
    let token = catalog.text(
        "token",
        &[("seat", seat.letter().into()), ("n", (token + 1).into())],
    );
    catalog.text(
        "token-at",
        &[
            ("token", token.into()),
            ("place", place(catalog, rules, progress).into()),
        ],
    )
}

/// A token and what it would do: `red token 2, square 14, moves to 20, captures green`.
#[must_use]
pub fn token_move(catalog: &Catalog, rules: &Rules, seat: Seat, number: usize, mv: Move) -> String {
    let Move::Token { from, to, captured } = mv else {
        return String::new();
    };
    let mut effect = if from == 0 {
        catalog.text("effect-enters", &[("to", to.into())])
    } else if to == rules.goal() {
        catalog.text("effect-home", &[])
    } else {
        catalog.text("effect-moves", &[("to", to.into())])
    };
    if !captured.is_empty() {
        let whom: Vec<_> = Seat::ALL
            .into_iter()
            .filter(|&victim| captured.count(victim) > 0)
            .map(|victim| catalog.text("seat-small", &[("seat", victim.letter().into())]))
            .collect();
        effect.push_str(", ");
        effect.push_str(&catalog.text("effect-captures", &[("who", whom.join(", ").into())]));
    }
    let stands = token(catalog, rules, seat, number, from);
    catalog.text(
        "token-move",
        &[("where", stands.into()), ("effect", effect.into())],
    )
}

#[cfg(test)]
mod tests {
    use ludo_rules::RuleSet;

    use super::*;
    use crate::Locale;

    fn plain(text: &str) -> String {
        text.replace(['\u{2068}', '\u{2069}'], "")
    }

    fn say(locale: Locale, mine: Option<Seat>, event: &str) -> String {
        let names = BySeat::new(["Ada", "Bo", "Cy", "Di"].map(str::to_owned));
        let catalog = Catalog::new(locale);
        let wording = Wording {
            catalog: &catalog,
            mine,
            me: None,
            names: &names,
            member: &|_| "Eve".to_owned(),
        };
        let event: Event = serde_json::from_str(event).expect("an event");
        plain(&wording.event(&event).expect("something to say"))
    }

    const CAPTURE: &str = r#"{"type":"moved","seat":"r","move":"14-20xg","by":"owner","position":"classic 0,0,0,20/0,0,0,0/-/- g roll 0 - -","choices":[]}"#;

    fn rolled(outcome: &str) -> String {
        let link = "0".repeat(64);
        format!(
            r#"{{"type":"rolled","roll":7,"seat":"g","face":6,"server_link":"{link}","link":null,"by":"owner","outcome":{outcome},"position":"-","choices":[]}}"#
        )
    }

    #[test]
    fn moves_are_told_from_the_listeners_view() {
        assert_eq!(
            say(Locale::English, None, CAPTURE),
            "Ada moves from 14 to 20. Ada captures a token of Bo."
        );
        assert_eq!(
            say(Locale::English, Some(Seat::Red), CAPTURE),
            "You move from 14 to 20. You capture a token of Bo."
        );
        assert_eq!(
            say(Locale::English, Some(Seat::Green), CAPTURE),
            "Ada moves from 14 to 20. Ada captures your token."
        );
        assert_eq!(
            say(Locale::Polish, Some(Seat::Green), CAPTURE),
            "Ada idzie z pola 14 na 20. Ada zbija twój pionek."
        );
    }

    #[test]
    fn b126_a_pass_is_told() {
        assert_eq!(
            say(Locale::English, None, &rolled(r#""pass""#)),
            "Bo rolls 6. Nothing can move."
        );
        assert_eq!(
            say(Locale::English, Some(Seat::Green), &rolled(r#""void""#)),
            "You roll 6. The third six in a row does not count."
        );
        assert_eq!(say(Locale::English, None, &rolled("null")), "Bo rolls 6.");
    }

    #[test]
    fn the_end_is_told_with_ones_own_place() {
        let over = r#"{"type":"over","places":["b","r"],"end":"normal"}"#;
        assert_eq!(
            say(Locale::English, Some(Seat::Red), over),
            "The game is over. You are second."
        );
        assert_eq!(say(Locale::English, None, over), "The game is over.");
    }

    #[test]
    fn a_tokens_label_says_where_it_goes_and_whom_it_captures() {
        let catalog = Catalog::new(Locale::English);
        let rules = Rules::new(&RuleSet::default());
        let label = |number, mv: &str| {
            token_move(
                &catalog,
                &rules,
                Seat::Red,
                number,
                mv.parse().expect("a move"),
            )
        };
        assert_eq!(
            label(1, "14-20xg"),
            "red token 2, square 14, moves to 20, captures green"
        );
        assert_eq!(
            label(0, "0-1"),
            "red token 1, in the yard, comes out to square 1"
        );
        assert_eq!(label(3, "53-57"), "red token 4, home column 2, goes home");
    }
}
