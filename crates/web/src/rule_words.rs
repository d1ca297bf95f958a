use ludo_rules::{Key, Length, Named, Own, RuleSet, RuleSetError, Rules, Safe};

use crate::wording::key;
use crate::{Arg, Catalog};

/// Rules in words, made from their switches: what is true of a named set is told as it is, and so is a house rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleWords<'a>(&'a Catalog);

/// One rule of the rules in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortRule {
    /// A sentence or two.
    pub text: String,
    /// Whether it is a house rule: not what the named set has.
    pub house: bool,
}

impl<'a> RuleWords<'a> {
    /// In a language.
    #[must_use]
    pub const fn new(catalog: &'a Catalog) -> Self {
        Self(catalog)
    }

    /// What people call a named set.
    #[must_use]
    pub fn name(self, set: Named) -> String {
        self.0.text("rules-name", &[("set", Arg::from(set.name()))])
    }

    /// What is special about a named set, in one line.
    #[must_use]
    pub fn hint(self, set: Named) -> String {
        self.0.text("rules-hint", &[("set", Arg::from(set.name()))])
    }

    /// A game in a few words, each for itself: the set, a quick game, how many house rules.
    #[must_use]
    pub fn chips(self, set: &RuleSet, length: Length) -> Vec<String> {
        let mut chips = vec![self.name(set.base())];
        if length == Length::Quick {
            chips.push(self.0.text("rules-quick", &[]));
        }
        let house = set.changes().count();
        if house > 0 {
            chips.push(self.0.text("rules-house-count", &[("n", Arg::from(house))]));
        }
        chips
    }

    /// What a switch is about.
    #[must_use]
    pub fn switch(self, switch: Key) -> String {
        self.0.text(&format!("switch-{switch}"), &[])
    }

    /// A value of a switch, in a word or two.
    #[must_use]
    pub fn value(self, switch: Key, value: &str) -> String {
        self.of_value("value", switch, value)
    }

    /// What a value of a switch means, as a sentence.
    #[must_use]
    pub fn rule(self, switch: Key, value: &str) -> String {
        self.of_value("rule", switch, value)
    }

    fn of_value(self, kind: &str, switch: Key, value: &str) -> String {
        // A number would choose a plural form.
        let code = if value.starts_with(|letter: char| letter.is_ascii_digit()) {
            format!("n{value}")
        } else {
            value.to_owned()
        };
        self.0
            .text(&format!("{kind}-{switch}"), &[("value", code.into())])
    }

    /// Why switches do not go together.
    #[must_use]
    pub fn refusal(self, refused: &RuleSetError) -> String {
        let why = match refused {
            RuleSetError::HomeInColumn => key("cannot-home"),
            RuleSetError::NoStars => key("cannot-stars"),
            RuleSetError::BarrierBoard => key("cannot-barrier"),
            RuleSetError::BarrierSafe => key("cannot-unsafe"),
            // Of a text that is no rule set; nobody types one here.
            _ => return refused.to_string(),
        };
        self.0
            .text(why, &[("switch", self.switch(Key::Own).into())])
    }

    /// All of the rules, short and in the order in which one meets them.
    #[must_use]
    pub fn short(self, set: &RuleSet, length: Length) -> Vec<ShortRule> {
        let rules = Rules::new(set);
        let goal = || {
            let goal = if rules.goal_in_column() {
                "column"
            } else {
                "home"
            };
            ("goal", Arg::from(goal))
        };
        let way = if crate::is_anticlockwise(set.base()) {
            "left"
        } else {
            "right"
        };
        let mut told = Vec::new();
        let always = |told: &mut Vec<ShortRule>, key: &str, args: &[(&'static str, Arg)]| {
            told.push(ShortRule {
                text: self.0.text(key, args),
                house: false,
            });
        };
        let switches = |told: &mut Vec<ShortRule>, keys: &[Key]| {
            let base = RuleSet::named(set.base());
            for &switch in keys {
                let value = set.value(switch);
                let house = value != base.value(switch);
                if house || !goes_without_saying(switch, value) {
                    told.push(ShortRule {
                        text: self.rule(switch, value),
                        house,
                    });
                }
            }
        };
        always(&mut told, key("short-goal"), &[goal()]);
        if length == Length::Quick {
            always(&mut told, key("short-quick"), &[]);
        }
        always(&mut told, key("short-way"), &[("way", way.into())]);
        always(
            &mut told,
            key("short-enter"),
            &[("n", rules.entering_roll().into())],
        );
        switches(&mut told, &[Key::Out, Key::Forced, Key::Clear, Key::Tries]);
        always(&mut told, key("short-move"), &[]);
        switches(&mut told, &[Key::Unplayed6, Key::Six, Key::Sixes]);
        always(&mut told, key("short-capture"), &[]);
        switches(&mut told, &[Key::Safe, Key::Own]);
        if set.own == Own::Barrier && set.safe != Safe::None {
            always(&mut told, key("short-full"), &[]);
        }
        switches(&mut told, &[Key::Capture]);
        always(&mut told, key("short-exact"), &[goal()]);
        switches(&mut told, &[Key::Pass, Key::Home]);
        if set.capture.steps().is_some() || set.home.steps().is_some() {
            always(&mut told, key("short-bonus"), &[]);
        }
        switches(&mut told, &[Key::End]);
        told
    }
}

/// What nobody would ask about: that nothing special happens.
fn goes_without_saying(switch: Key, value: &str) -> bool {
    matches!(
        (switch, value),
        (Key::Out, "0")
            | (Key::Forced | Key::Clear, "no")
            | (Key::Tries, "1")
            | (Key::Six, "6")
            | (Key::Capture | Key::Home, "nothing")
            | (Key::Pass, "yes")
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::Locale;

    #[test]
    fn every_value_of_every_switch_has_words_of_its_own_in_every_language() {
        for locale in Locale::ALL {
            let catalog = Catalog::new(locale);
            let words = RuleWords::new(&catalog);
            let mut sentences = BTreeSet::new();
            for switch in Key::ALL {
                assert_ne!(
                    words.switch(switch),
                    format!("switch-{switch}"),
                    "{locale:?}"
                );
                let mut labels = BTreeSet::new();
                for value in switch.values() {
                    assert!(
                        sentences.insert(words.rule(switch, value)),
                        "{locale:?} {switch}={value}"
                    );
                    assert!(
                        labels.insert(words.value(switch, value)),
                        "{locale:?} {switch}={value}"
                    );
                }
            }
            let names: BTreeSet<_> = Named::ALL.map(|set| words.name(set)).into();
            let hints: BTreeSet<_> = Named::ALL.map(|set| words.hint(set)).into();
            assert_eq!((names.len(), hints.len()), (5, 5), "{locale:?}");
        }
    }

    #[test]
    fn chips_say_what_differs() {
        let catalog = Catalog::new(Locale::English);
        let words = RuleWords::new(&catalog);
        let chips = |text: &str, length| {
            let set: RuleSet = text.parse().expect("a rule set");
            words.chips(&set, length).join(", ")
        };
        assert_eq!(chips("classic", Length::Whole), "Classic");
        assert_eq!(
            chips("mensch+out=0+capture=roll", Length::Quick),
            "German rules, quick, +2 house rules"
        );
        assert_eq!(
            chips("parchis+end=first", Length::Whole),
            "Spanish Parchís, +1 house rule"
        );
    }

    #[test]
    fn what_cannot_be_is_refused_with_a_reason() {
        for locale in Locale::ALL {
            let catalog = Catalog::new(locale);
            let words = RuleWords::new(&catalog);
            let mut reasons = BTreeSet::new();
            for named in Named::ALL {
                for switch in Key::ALL {
                    for value in switch.values() {
                        if let Err(refused) = RuleSet::named(named).with(switch, value) {
                            let reason = words.refusal(&refused);
                            assert_ne!(reason, refused.to_string(), "{locale:?}");
                            reasons.insert(reason);
                        }
                    }
                }
            }
            assert_eq!(reasons.len(), 4, "{locale:?}: {reasons:?}");
        }
    }

    proptest! {
        /// Whatever the house rules: each is told, marked, and by the sentence of its value; nothing else is marked.
        #[test]
        fn the_rules_in_short_are_true(
            set in 0_usize..5,
            picks in proptest::collection::vec(any::<prop::sample::Index>(), 13),
            changed in proptest::collection::vec(any::<bool>(), 13),
        ) {
            let mut rules = RuleSet::named(Named::ALL[set]);
            for ((switch, pick), _) in Key::ALL.into_iter().zip(picks).zip(changed).filter(|(_, changed)| *changed) {
                let values: Vec<_> = switch.values().collect();
                if let Ok(next) = rules.with(switch, values[pick.index(values.len())]) {
                    rules = next;
                }
            }
            let catalog = Catalog::new(Locale::English);
            let words = RuleWords::new(&catalog);
            let told = words.short(&rules, Length::Whole);
            let house: BTreeSet<_> = told.iter().filter(|rule| rule.house).map(|rule| rule.text.clone()).collect();
            let expected: BTreeSet<_> = rules.changes().map(|switch| words.rule(switch, rules.value(switch))).collect();
            prop_assert_eq!(house, expected);
            for switch in Key::ALL {
                for value in switch.values().filter(|&value| value != rules.value(switch)) {
                    let sentence = words.rule(switch, value);
                    prop_assert!(told.iter().all(|rule| rule.text != sentence), "{}: {}", rules, sentence);
                }
            }
        }
    }
}
