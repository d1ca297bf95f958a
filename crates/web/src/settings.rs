use serde::{Deserialize, Serialize};

/// What a person has set in this browser.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The name that they gave last.
    pub name: String,
    /// The tag of the language chosen by hand; else the browser's.
    pub language: Option<String>,
    /// Light or dark.
    pub theme: Theme,
    /// How lively tokens and die move.
    pub motion: Motion,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the device.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How lively tokens and die move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// As the device: lively, or still where it asks for less motion.
    #[default]
    Auto,
    /// Lively.
    Full,
    /// Twice as fast.
    Fast,
    /// Not at all: everything shows its end at once.
    Still,
}

impl Settings {
    /// What was stored; the defaults where nothing readable was.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// What to store.
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Motion {
    /// The speed to move at, 1 being the usual; nothing for no movement.
    #[must_use]
    pub const fn speed(self, device_wants_less: bool) -> Option<f64> {
        match self {
            Self::Auto if device_wants_less => None,
            Self::Still => None,
            Self::Auto | Self::Full => Some(1.0),
            Self::Fast => Some(2.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_storage_and_nonsense_is_forgotten() {
        let settings = Settings {
            name: "Ada \"x\"".to_owned(),
            language: Some("pl".to_owned()),
            theme: Theme::Dark,
            motion: Motion::Still,
        };
        assert_eq!(Settings::from_text(&settings.to_text()), settings);
        assert_eq!(Settings::from_text("{"), Settings::default());
        assert_eq!(
            Settings::from_text(r#"{"name":"Bo","unknown":1}"#).name,
            "Bo"
        );
    }

    #[test]
    fn a_device_that_asks_for_less_motion_gets_it_unless_told_otherwise() {
        assert_eq!(Motion::Auto.speed(true), None);
        assert_eq!(Motion::Auto.speed(false), Some(1.0));
        assert_eq!(Motion::Full.speed(true), Some(1.0));
        assert_eq!(Motion::Still.speed(false), None);
    }
}
