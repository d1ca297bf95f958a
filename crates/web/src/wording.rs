use ludo_rules::{BySeat, Captured, Due, Move, Rules, Seat, parse_position};
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
        let Ok((rules, after)) = parse_position(position) else {
            return String::new();
        };
        let mut said = if from == 0 {
            self.of_seat(key("say-enters"), seat, &[])
        } else if to == rules.goal() {
            self.of_seat(key("say-home"), seat, &[])
        } else {
            let stands = landmark(self.catalog, &rules, self.mine, seat, to);
            let squares = to.saturating_sub(from);
            let args = [("n", squares.into()), ("where", stands.into())];
            self.of_seat(key("say-moves"), seat, &args)
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
        if let Due::Bonus(squares) = after.due() {
            more(self.of_seat(key("say-bonus"), seat, &[("n", squares.into())]));
        }
        // Who is home has no more moves, so a finished mover finished just now.
        if let Some(place) = after.finished().position(|finished| finished == seat) {
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

/// A place as everybody sees it on the board, which shows no numbers: `6 before blue’s start`; `your start` for that of `mine`.
#[must_use]
pub fn landmark(
    catalog: &Catalog,
    rules: &Rules,
    mine: Option<Seat>,
    seat: Seat,
    progress: u8,
) -> String {
    let Some(square) = rules.ring_square(seat, progress) else {
        // In the yard, and home, a token stands nowhere in between.
        let lane = progress
            .checked_sub(rules.lap())
            .filter(|_| progress < rules.goal());
        return match lane {
            Some(n) => catalog.text("place-lane", &[("n", n.into())]),
            None => place(catalog, rules, progress),
        };
    };
    let ring = rules.ring();
    let ways = Seat::ALL.into_iter().filter_map(|whose| {
        let start = rules.ring_square(whose, 1)?;
        let past = (square + ring - start) % ring;
        let before = ring - past;
        Some(match past {
            0 => (0, key("place-on"), whose),
            past if past <= before => (past, key("place-past"), whose),
            _ => (before, key("place-before"), whose),
        })
    });
    let Some((squares, way, whose)) = ways.min_by_key(|(squares, ..)| *squares) else {
        return String::new();
    };
    let mut args = vec![
        ("you", Arg::you(mine == Some(whose))),
        ("seat", whose.letter().into()),
        ("n", usize::from(squares).into()),
    ];
    args.push(("start", catalog.text("place-start", &args).into()));
    catalog.text(way, &args)
}

/// A token, counted from 1 for people: `red token 2`.
fn named(catalog: &Catalog, seat: Seat, token: usize) -> String {
    catalog.text(
        "token",
        &[("seat", seat.letter().into()), ("n", (token + 1).into())],
    )
}

fn at(catalog: &Catalog, token: String, place: String) -> String {
    catalog.text(
        "token-at",
        &[("token", token.into()), ("place", place.into())],
    )
}

/// A token and where it stands: `red token 2, 6 before blue’s start`.
#[must_use]
pub fn token(
    catalog: &Catalog,
    rules: &Rules,
    mine: Option<Seat>,
    seat: Seat,
    token: usize,
    progress: u8,
) -> String {
    let place = landmark(catalog, rules, mine, seat, progress);
    at(catalog, named(catalog, seat, token), place)
}

/// Whom a move captures, behind a comma: `, captures green`.
fn captures(catalog: &Catalog, captured: Captured) -> String {
    if captured.is_empty() {
        return String::new();
    }
    let whom: Vec<_> = Seat::ALL
        .into_iter()
        .filter(|&victim| captured.count(victim) > 0)
        .map(|victim| catalog.text("seat-small", &[("seat", victim.letter().into())]))
        .collect();
    let captures = catalog.text("effect-captures", &[("who", whom.join(", ").into())]);
    format!(", {captures}")
}

/// A move for eyes, which see the rest on the board: `red token 2, moves 6, captures green`.
#[must_use]
pub fn token_step(catalog: &Catalog, rules: &Rules, seat: Seat, number: usize, mv: Move) -> String {
    let Move::Token { from, to, captured } = mv else {
        return String::new();
    };
    let effect = if from == 0 {
        catalog.text("step-enters", &[])
    } else if to == rules.goal() {
        catalog.text("effect-home", &[])
    } else {
        catalog.text("step-moves", &[("n", to.saturating_sub(from).into())])
    };
    at(catalog, named(catalog, seat, number), effect) + &captures(catalog, captured)
}

/// A token of one's own and what it would do: `red token 2, square 14, moves to 20, 6 past green’s start, captures green`. The numbers
/// are counted from its own start.
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
        let place = landmark(catalog, rules, Some(seat), seat, to);
        catalog.text(
            "effect-moves",
            &[("to", to.into()), ("place", place.into())],
        )
    };
    effect.push_str(&captures(catalog, captured));
    let stands = at(
        catalog,
        named(catalog, seat, number),
        place(catalog, rules, from),
    );
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
            "Ada moves 6 squares, now 6 past green’s start. Ada captures a token of Bo."
        );
        assert_eq!(
            say(Locale::English, Some(Seat::Red), CAPTURE),
            "You move 6 squares, now 6 past green’s start. You capture a token of Bo."
        );
        assert_eq!(
            say(Locale::English, Some(Seat::Green), CAPTURE),
            "Ada moves 6 squares, now 6 past your start. Ada captures your token."
        );
        assert_eq!(
            say(Locale::Polish, Some(Seat::Green), CAPTURE),
            "Ada idzie o 6 pól i stoi 6 za twoim startem. Ada zbija twój pionek."
        );
        // A token stands by your start; you yourself would stand by your own.
        assert_eq!(
            say(Locale::Polish, Some(Seat::Red), CAPTURE),
            "Idziesz o 6 pól, pionek stoi 6 za startem zielonych. Zbijasz pionek gracza Bo."
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
            "red token 2, square 14, moves to 20, 6 past green’s start, captures green"
        );
        assert_eq!(
            label(0, "0-1"),
            "red token 1, in the yard, comes out to square 1"
        );
        assert_eq!(label(3, "53-57"), "red token 4, home column 2, goes home");
    }

    /// Everybody counts from the same squares, and finds them: those of the starts.
    #[test]
    fn a_place_is_told_by_the_nearest_start() {
        let catalog = Catalog::new(Locale::English);
        let tell = |set: &str, seat, progress| {
            let rules = Rules::new(&set.parse().expect("a rule set"));
            plain(&landmark(
                &catalog,
                &rules,
                Some(Seat::Green),
                seat,
                progress,
            ))
        };
        assert_eq!(tell("classic", Seat::Red, 1), "on red’s start");
        assert_eq!(tell("classic", Seat::Red, 7), "6 past red’s start");
        assert_eq!(tell("classic", Seat::Red, 8), "6 before your start");
        assert_eq!(tell("classic", Seat::Blue, 14), "on red’s start");
        assert_eq!(tell("classic", Seat::Red, 51), "2 before red’s start");
        assert_eq!(
            tell("classic", Seat::Red, 53),
            "on square 2 of the home column"
        );
        assert_eq!(tell("classic", Seat::Red, 0), "in the yard");
        assert_eq!(tell("classic", Seat::Red, 57), "home");
        assert_eq!(tell("mensch", Seat::Red, 6), "5 past red’s start");
        assert_eq!(tell("mensch", Seat::Red, 7), "4 before your start");
        assert_eq!(tell("parchis", Seat::Red, 1), "on red’s start");
    }

    #[test]
    fn a_hint_is_told_without_squares() {
        let catalog = Catalog::new(Locale::English);
        let rules = Rules::new(&RuleSet::default());
        let step = |mv: &str| {
            let mv = mv.parse().expect("a move");
            token_step(&catalog, &rules, Seat::Red, 1, mv)
        };
        assert_eq!(step("14-20xg"), "red token 2, moves 6, captures green");
        assert_eq!(step("0-1"), "red token 2, comes out");
        assert_eq!(step("53-57"), "red token 2, goes home");
    }
}
