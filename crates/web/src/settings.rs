/// What a person has set in this browser.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// What was stored; the defaults for what was not, or cannot be read. Each setting is a line: `theme=dark`.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let mut settings = Self::default();
        for (key, value) in text.lines().filter_map(|line| line.split_once('=')) {
            match key {
                "name" => settings.name = value.to_owned(),
                "language" => settings.language = Some(value.to_owned()),
                "theme" => {
                    settings.theme = Theme::ALL
                        .into_iter()
                        .find(|theme| theme.name() == value)
                        .unwrap_or_default();
                }
                "motion" => {
                    settings.motion = Motion::ALL
                        .into_iter()
                        .find(|motion| motion.name() == value)
                        .unwrap_or_default();
                }
                _ => {}
            }
        }
        settings
    }

    /// What to store.
    #[must_use]
    pub fn to_text(&self) -> String {
        // A name has no line breaks (`ludo_table::Name`); one that came from elsewhere loses them.
        let name: String = self
            .name
            .chars()
            .filter(|letter| !letter.is_control())
            .collect();
        let mut text = format!(
            "name={name}\ntheme={}\nmotion={}\n",
            self.theme.name(),
            self.motion.name()
        );
        if let Some(language) = &self.language {
            text.push_str("language=");
            text.push_str(language);
        }
        text
    }
}

impl Theme {
    const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// Its name in storage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

impl Motion {
    const ALL: [Self; 4] = [Self::Auto, Self::Full, Self::Fast, Self::Still];

    /// Its name in storage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Full => "full",
            Self::Fast => "fast",
            Self::Still => "still",
        }
    }

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
            name: "Ada = \"x\"".to_owned(),
            language: Some("pl".to_owned()),
            theme: Theme::Dark,
            motion: Motion::Still,
        };
        assert_eq!(Settings::from_text(&settings.to_text()), settings);
        assert_eq!(Settings::from_text("{"), Settings::default());
        let kept = Settings::from_text("unknown=1\nname=Bo\ntheme=pink\n");
        assert_eq!((kept.name.as_str(), kept.theme), ("Bo", Theme::Auto));
    }

    #[test]
    fn a_device_that_asks_for_less_motion_gets_it_unless_told_otherwise() {
        assert_eq!(Motion::Auto.speed(true), None);
        assert_eq!(Motion::Auto.speed(false), Some(1.0));
        assert_eq!(Motion::Full.speed(true), Some(1.0));
        assert_eq!(Motion::Still.speed(false), None);
    }
}
