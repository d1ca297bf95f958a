use ludo_table::{BotKind, Options};

/// What a person has set in this browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The name that they gave last.
    pub name: String,
    /// The tag of the language chosen by hand; else the browser's.
    pub language: Option<String>,
    /// Light or dark.
    pub theme: Theme,
    /// What the board is made of.
    pub board: Material,
    /// How lively tokens and die move.
    pub motion: Motion,
    /// How loud it is.
    pub sound: Sound,
    /// Whether the device trembles when it is one's turn.
    pub tremble: bool,
    /// Whether they say something to others at a table, and hear them.
    pub talk: bool,
    /// Whether they see the chances of a win where they watch.
    pub chances: bool,
    /// How strong the bots are that they play with.
    pub level: BotKind,
    /// The game that they chose last: rules, length, time, and how many seats a table for people has.
    pub game: Options,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: String::new(),
            language: None,
            theme: Theme::default(),
            board: Material::default(),
            motion: Motion::default(),
            sound: Sound::default(),
            tremble: true,
            talk: true,
            chances: false,
            level: BotKind::default(),
            game: Options::default(),
        }
    }
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

/// What the board is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Material {
    /// Turned and lacquered wood.
    #[default]
    Wood,
    /// A printed sheet on cardboard.
    Paper,
    /// Felt in a frame of slate.
    Slate,
}

/// How loud it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sound {
    /// Not at all.
    Off,
    /// As tokens on a table nearby: heard by whoever plays, by nobody beside them.
    #[default]
    Soft,
    /// For a noisy room.
    Full,
}

/// How lively tokens and die move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    /// As the device: lively, or still where it asks for less motion.
    #[default]
    Auto,
    /// At leisure: to follow every step.
    Slow,
    /// Lively.
    Full,
    /// Twice as fast.
    Fast,
    /// Not at all: everything shows its end at once.
    Still,
}

impl Settings {
    /// Where a browser keeps them, for every page of the site.
    pub const KEY: &str = "ludo.settings";

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
                "board" => {
                    settings.board = Material::ALL
                        .into_iter()
                        .find(|board| board.name() == value)
                        .unwrap_or_default();
                }
                "sound" => {
                    settings.sound = Sound::ALL
                        .into_iter()
                        .find(|sound| sound.name() == value)
                        .unwrap_or_default();
                }
                "tremble" => settings.tremble = value != "off",
                "talk" => settings.talk = value != "off",
                "chances" => settings.chances = value == "on",
                "level" => {
                    settings.level = BotKind::ALL
                        .into_iter()
                        .find(|bot| bot.name() == value)
                        .unwrap_or_default();
                }
                "game" => {
                    settings.game = ludo_protocol::read(value).unwrap_or_default();
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
            "name={name}\ntheme={}\nboard={}\nmotion={}\nsound={}\ntremble={}\ntalk={}\nchances={}\nlevel={}\ngame={}\n",
            self.theme.name(),
            self.board.name(),
            self.motion.name(),
            self.sound.name(),
            if self.tremble { "on" } else { "off" },
            if self.talk { "on" } else { "off" },
            if self.chances { "on" } else { "off" },
            self.level.name(),
            // One line of JSON. Nothing in it can fail; an empty line is read as the usual game.
            serde_json::to_string(&self.game).unwrap_or_default(),
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

impl Material {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Wood, Self::Paper, Self::Slate];

    /// Its name in storage and in `static/style/values.css`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Paper => "paper",
            Self::Slate => "slate",
        }
    }
}

impl Sound {
    /// All of them, the quietest first.
    pub const ALL: [Self; 3] = [Self::Off, Self::Soft, Self::Full];

    /// Its name in storage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Soft => "soft",
            Self::Full => "full",
        }
    }

    /// How loud, from 0 to 1.
    #[must_use]
    pub const fn level(self) -> f64 {
        match self {
            Self::Off => 0.0,
            Self::Soft => 0.22,
            Self::Full => 0.7,
        }
    }
}

impl Motion {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Slow, Self::Full, Self::Fast, Self::Still];

    /// Its name in storage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Slow => "slow",
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
            Self::Slow => Some(0.6),
            Self::Auto | Self::Full => Some(1.0),
            Self::Fast => Some(2.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use ludo_rules::{Length, Seat, SeatSet};
    use ludo_table::MoveTime;

    use super::*;

    #[test]
    fn settings_survive_storage_and_nonsense_is_forgotten() {
        let settings = Settings {
            name: "Ada = \"x\"".to_owned(),
            language: Some("pl".to_owned()),
            theme: Theme::Dark,
            board: Material::Slate,
            motion: Motion::Still,
            sound: Sound::Off,
            tremble: false,
            talk: false,
            chances: true,
            level: BotKind::Strong,
            game: Options {
                rules: "mensch+tries=3".parse().unwrap(),
                length: Length::Quick,
                seats: SeatSet::new(&[Seat::Red, Seat::Yellow]),
                move_time: MoveTime::ALL[1],
                ..Options::default()
            },
        };
        assert_eq!(Settings::from_text(&settings.to_text()), settings);
        assert_eq!(Settings::from_text("{"), Settings::default());
        let kept = Settings::from_text("unknown=1\ngame={}\nname=Bo\ntheme=pink\n");
        assert_eq!((kept.name.as_str(), kept.theme), ("Bo", Theme::Auto));
    }

    #[test]
    fn every_choice_survives_storage() {
        for board in Material::ALL {
            for sound in Sound::ALL {
                for motion in Motion::ALL {
                    let settings = Settings {
                        board,
                        motion,
                        sound,
                        ..Settings::default()
                    };
                    assert_eq!(Settings::from_text(&settings.to_text()), settings);
                }
            }
        }
    }

    #[test]
    fn every_level_survives_storage_and_the_default_is_the_tables() {
        for level in BotKind::ALL {
            let settings = Settings {
                level,
                ..Settings::default()
            };
            assert_eq!(Settings::from_text(&settings.to_text()), settings);
        }
        let unknown = Settings::from_text("level=Deep\n");
        assert_eq!(unknown.level, BotKind::default());
    }

    #[test]
    fn what_was_kept_before_there_were_sounds_and_boards_is_read() {
        let kept = Settings::from_text("name=Bo\ntheme=dark\nmotion=fast\n");
        assert_eq!(
            (kept.board, kept.sound, kept.tremble),
            (Material::Wood, Sound::Soft, true)
        );
    }

    #[test]
    fn louder_is_louder() {
        let levels = Sound::ALL.map(Sound::level);
        assert!(levels.is_sorted() && levels[0] == 0.0 && levels[2] <= 1.0);
    }

    #[test]
    fn a_device_that_asks_for_less_motion_gets_it_unless_told_otherwise() {
        assert_eq!(Motion::Auto.speed(true), None);
        assert_eq!(Motion::Auto.speed(false), Some(1.0));
        assert_eq!(Motion::Full.speed(true), Some(1.0));
        assert_eq!(Motion::Still.speed(false), None);
        assert!(Motion::Slow.speed(true) < Motion::Full.speed(true));
        assert!(Motion::Full.speed(true) < Motion::Fast.speed(true));
    }
}
