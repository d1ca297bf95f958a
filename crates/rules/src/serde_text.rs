//! The forms of the simple types in JSON and the like: the texts of the notation.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{BySeat, Face, Length, Move, Position, RuleSet, Seat, SeatSet};

struct Text<T>(&'static str, PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($type:ty: $what:literal),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text($what, PhantomData))
            }
        }
    )*};
}

as_text!(Seat: "the letter of a seat", SeatSet: "letters of seats", Move: "a move", RuleSet: "a rule set", Position: "a position");

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.get())
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Self::new(number).ok_or_else(|| {
            D::Error::invalid_value(
                Unexpected::Unsigned(number.into()),
                &"a face of a die, 1 to 6",
            )
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Length", rename_all = "lowercase")]
enum LengthForm {
    Whole,
    Quick,
}

impl Serialize for Length {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        LengthForm::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        LengthForm::deserialize(deserializer)
    }
}

#[derive(Serialize)]
struct BySeatForm<T> {
    r: T,
    g: T,
    y: T,
    b: T,
}

impl<T: Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [r, g, y, b] = self.values().each_ref();
        BySeatForm { r, g, y, b }.serialize(serializer)
    }
}

/// Reads a value for each seat. Written by hand: what a derive makes of it for every type weighs a good part of the page.
struct EachSeat<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for EachSeat<T> {
    type Value = BySeat<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value for each seat: r, g, y, b")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut values = BySeat::<Option<T>>::from_fn(|_| None);
        while let Some(seat) = map.next_key::<Seat>()? {
            if values[seat].replace(map.next_value()?).is_some() {
                return Err(A::Error::custom("a seat has two values"));
            }
        }
        match values.into_values() {
            [Some(r), Some(g), Some(y), Some(b)] => Ok(BySeat::new([r, g, y, b])),
            _ => Err(A::Error::custom("a seat has no value")),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EachSeat(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;

    fn form<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
    }

    #[test]
    fn forms() {
        form(&Seat::Green, "\"g\"");
        form(&SeatSet::ALL, "\"rgyb\"");
        form(&SeatSet::EMPTY, "\"-\"");
        form(&Face::Five, "5");
        form(&Length::Quick, "\"quick\"");
        form(&RuleSet::default(), "\"classic\"");
        form(&"17-20xyy".parse::<Move>().unwrap(), "\"17-20xyy\"");
        form(&BySeat::new([1, 2, 3, 4]), r#"{"r":1,"g":2,"y":3,"b":4}"#);
        form(
            &BySeat::new([Some(1), None, None, None]),
            r#"{"r":1,"g":null,"y":null,"b":null}"#,
        );
    }

    #[test]
    fn other_forms_are_refused() {
        assert!(serde_json::from_str::<Seat>("\"x\"").is_err());
        assert!(serde_json::from_str::<SeatSet>("\"yr\"").is_err());
        assert!(serde_json::from_str::<Face>("7").is_err());
        assert!(serde_json::from_str::<Face>("0").is_err());
        assert!(serde_json::from_str::<Face>("\"6\"").is_err());
        assert!(serde_json::from_str::<Move>("\"6\"").is_err());
        assert!(serde_json::from_str::<RuleSet>("\"ludo\"").is_err());
        let short = r#"{"r":1,"g":2,"y":3}"#;
        assert!(serde_json::from_str::<BySeat<u8>>(short).is_err());
        let long = r#"{"r":1,"g":2,"y":3,"b":4,"k":5}"#;
        assert!(serde_json::from_str::<BySeat<u8>>(long).is_err());
    }
}
