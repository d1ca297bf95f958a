use crate::{Arg, Locale};

/// The messages of one Fluent file, for what the page uses of Fluent: text, places, and choices by key, number or plural form,
/// one within the other.
///
/// Fluent's own runtime brings tables for all languages and features that nothing here asks for; a test holds this one against
/// it, message by message.
#[derive(Debug)]
pub(crate) struct Messages {
    locale: Locale,
    messages: Vec<(&'static str, Pattern)>,
}

type Pattern = Vec<Part>;

#[derive(Debug)]
enum Part {
    Text(&'static str),
    Place(&'static str),
    Choice {
        place: &'static str,
        variants: Vec<(&'static str, Pattern)>,
        default: usize,
    },
}

impl Messages {
    /// Reads a file. What cannot be read is left out; the tests refuse such a file.
    pub(crate) fn read(locale: Locale, source: &'static str) -> Self {
        let mut reader = Reader { rest: source };
        let mut messages = Vec::new();
        while !reader.rest.is_empty() {
            match reader.message() {
                Some(message) => messages.push(message),
                None => reader.skip_line(),
            }
        }
        Self { locale, messages }
    }

    pub(crate) const fn locale(&self) -> Locale {
        self.locale
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// A message with its places filled.
    pub(crate) fn say(&self, key: &str, args: &[(&'static str, Arg)]) -> Option<String> {
        let mut said = String::new();
        self.fill(self.find(key)?, args, &mut said);
        Some(said)
    }

    fn find(&self, key: &str) -> Option<&Pattern> {
        // A few hundred: looking through them is quick, and sorting them is not small.
        self.messages
            .iter()
            .find(|(known, _)| *known == key)
            .map(|(_, pattern)| pattern)
    }

    fn fill(&self, pattern: &Pattern, args: &[(&'static str, Arg)], said: &mut String) {
        let value = |name: &str| {
            args.iter()
                .find(|(place, _)| *place == name)
                .map(|(_, value)| value)
        };
        for part in pattern {
            match part {
                Part::Text(text) => said.push_str(text),
                Part::Place(name) => match value(name) {
                    Some(Arg::Text(text)) => said.push_str(text),
                    Some(Arg::Number(number)) => said.push_str(&number.to_string()),
                    None => said.push_str(name),
                },
                Part::Choice {
                    place,
                    variants,
                    default,
                } => {
                    let chosen = value(place).and_then(|value| self.choose(value, variants));
                    if let Some((_, pattern)) = chosen.or_else(|| variants.get(*default)) {
                        self.fill(pattern, args, said);
                    }
                }
            }
        }
    }

    fn choose<'a>(
        &self,
        value: &Arg,
        variants: &'a [(&'static str, Pattern)],
    ) -> Option<&'a (&'static str, Pattern)> {
        let named = |name: &str| variants.iter().find(|(key, _)| *key == name);
        match value {
            Arg::Text(text) => named(text),
            Arg::Number(number) => {
                named(&number.to_string()).or_else(|| named(self.locale.plural(*number)))
            }
        }
    }
}

struct Reader {
    rest: &'static str,
}

impl Reader {
    fn skip_line(&mut self) {
        self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest);
    }

    fn eat(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(token)?;
        Some(())
    }

    fn blank(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn name(&mut self) -> Option<&'static str> {
        let end = self.rest.find(|letter: char| {
            !(letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'))
        })?;
        let (name, rest) = self
            .rest
            .split_at_checked(end)
            .filter(|(name, _)| !name.is_empty())?;
        self.rest = rest;
        Some(name)
    }

    fn message(&mut self) -> Option<(&'static str, Pattern)> {
        let key = self.name()?;
        self.eat(" = ")?;
        Some((key, self.pattern()?))
    }

    /// Up to the end of the line on which it is at the end of all its choices.
    fn pattern(&mut self) -> Option<Pattern> {
        let mut parts = Vec::new();
        loop {
            let end = self.rest.find(['{', '\n']).unwrap_or(self.rest.len());
            let (text, rest) = self.rest.split_at_checked(end)?;
            if !text.is_empty() {
                parts.push(Part::Text(text));
            }
            self.rest = rest;
            if self.eat("{").is_none() {
                let _ = self.eat("\n");
                return Some(parts);
            }
            parts.push(self.placeable()?);
        }
    }

    fn placeable(&mut self) -> Option<Part> {
        self.blank();
        self.eat("$")?;
        let place = self.name()?;
        self.blank();
        if self.eat("}").is_some() {
            return Some(Part::Place(place));
        }
        self.eat("->")?;
        let (mut variants, mut default) = (Vec::new(), 0);
        loop {
            self.blank();
            if self.eat("}").is_some() {
                return Some(Part::Choice {
                    place,
                    variants,
                    default,
                });
            }
            if self.eat("*").is_some() {
                default = variants.len();
            }
            self.eat("[")?;
            let key = self.name()?;
            self.eat("] ")?;
            variants.push((key, self.pattern()?));
        }
    }
}

#[cfg(test)]
mod tests {
    use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
    use fluent_syntax::ast::{
        Entry, Expression, InlineExpression, Pattern as Syntax, PatternElement, VariantKey,
    };

    use super::*;

    /// The places of a message, each with the keys that it is compared with.
    fn places(pattern: &Syntax<&'static str>, found: &mut Vec<(&'static str, Vec<&'static str>)>) {
        for element in &pattern.elements {
            let PatternElement::Placeable { expression } = element else {
                continue;
            };
            let (expression, variants) = match expression {
                Expression::Inline(expression) => (expression, &[][..]),
                Expression::Select { selector, variants } => (selector, &variants[..]),
            };
            let InlineExpression::VariableReference { id } = expression else {
                panic!("only places are read: {expression:?}")
            };
            let keys = variants.iter().map(|variant| match variant.key {
                VariantKey::Identifier { name } => name,
                VariantKey::NumberLiteral { value } => value,
            });
            found.push((id.name, keys.collect()));
            for variant in variants {
                places(&variant.value, found);
            }
        }
    }

    #[test]
    fn it_says_what_fluents_own_runtime_says() {
        let mut compared = 0;
        for locale in Locale::ALL {
            let messages = Messages::read(locale, locale.source());
            let mut bundle = FluentBundle::new(vec![locale.tag().parse().expect("a tag")]);
            bundle.set_use_isolating(false);
            let resource =
                FluentResource::try_new(locale.source().to_owned()).expect("Fluent reads it");
            bundle.add_resource(resource).expect("no message twice");
            let syntax = fluent_syntax::parser::parse(locale.source()).expect("Fluent reads it");
            for entry in syntax.body {
                let Entry::Message(message) = entry else {
                    continue;
                };
                let key = message.id.name;
                let value = message.value.expect("a message has a value");
                let mut found = Vec::new();
                places(&value, &mut found);
                let numeric = |keys: &[&str]| {
                    keys.iter().any(|key| {
                        key.parse::<u32>().is_ok() || matches!(*key, "one" | "few" | "many")
                    })
                };
                // Every number that plural forms could tell apart, or every key, and a word that is no key.
                let tries: Vec<Vec<Arg>> = found
                    .iter()
                    .map(|(_, keys)| match keys.as_slice() {
                        [] => vec![Arg::from("some words"), Arg::from(7_u32)],
                        keys if numeric(keys) => (0..=125_u32).map(Arg::from).collect(),
                        keys => keys
                            .iter()
                            .copied()
                            .chain(["else"])
                            .map(Arg::from)
                            .collect(),
                    })
                    .collect();
                let most = tries.iter().map(Vec::len).max().unwrap_or(1);
                for turn in 0..most * most.min(6) {
                    let args: Vec<(&'static str, Arg)> = found
                        .iter()
                        .zip(&tries)
                        .enumerate()
                        .map(|(at, ((name, _), tries))| {
                            (
                                *name,
                                tries[(turn / (1 + at * most.min(5))) % tries.len()].clone(),
                            )
                        })
                        .collect();
                    let mut values = FluentArgs::new();
                    for (name, value) in args.iter().rev() {
                        values.set(
                            *name,
                            match value {
                                Arg::Text(text) => FluentValue::from(text.as_str()),
                                Arg::Number(number) => FluentValue::from(*number),
                            },
                        );
                    }
                    let pattern = bundle
                        .get_message(key)
                        .and_then(|message| message.value())
                        .expect("it is there");
                    let expected = bundle.format_pattern(pattern, Some(&values), &mut Vec::new());
                    assert_eq!(
                        messages.say(key, &args).as_deref(),
                        Some(&*expected),
                        "{locale:?} {key} {args:?}"
                    );
                    compared += 1;
                }
            }
        }
        assert!(compared > 2000, "{compared}");
    }
}
