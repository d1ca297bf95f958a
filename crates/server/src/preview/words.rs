use ludo_protocol::{TableState, TableSummary};
use ludo_rules::{Length, Named};

use crate::language::Language;

/// The words of previews in one language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words(pub(super) Language);

impl Words {
    const fn choose(self, english: &'static str, polish: &'static str) -> &'static str {
        match self.0 {
            Language::English => english,
            Language::Polish => polish,
        }
    }

    /// As Open Graph names the language.
    pub(super) const fn locale(self) -> &'static str {
        self.choose("en_GB", "pl_PL")
    }

    pub(super) const fn name(self) -> &'static str {
        self.choose(
            "Ludo: the old game, with fair dice",
            "Ludo: dawna gra z uczciwą kostką",
        )
    }

    pub(super) const fn game(self) -> &'static str {
        self.choose(
            "A calm game of Ludo with friends or the computer. Free, no account, and every roll can be checked.",
            "Spokojna gra w Ludo ze znajomymi albo z komputerem. Za darmo, bez konta, a każdy rzut można sprawdzić.",
        )
    }

    pub(super) const fn picture(self) -> &'static str {
        self.choose(
            "A wooden Ludo board with red, green, yellow and blue tokens, and a die",
            "Drewniana plansza do Ludo z czerwonymi, zielonymi, żółtymi i niebieskimi pionkami oraz kostka",
        )
    }

    pub(super) const fn invitation(self) -> &'static str {
        self.choose(
            "Open the link and take a seat. No account, and every roll can be checked.",
            "Otwórz link i zajmij miejsce. Bez konta, a każdy rzut można sprawdzić.",
        )
    }

    pub(super) const fn no_table(self) -> &'static str {
        self.choose("Ludo: there is no such table", "Ludo: nie ma takiego stołu")
    }

    pub(super) const fn open_your_own(self) -> &'static str {
        self.choose(
            "Open the link to start a table of your own.",
            "Otwórz link, żeby otworzyć własny stół.",
        )
    }

    /// Who is at the table, and where it stands.
    pub(super) fn title(self, table: &TableSummary) -> String {
        let people = self.people(table);
        let stands = match table.state {
            TableState::Waiting => self.seats_taken(table),
            TableState::Playing => self.choose("the game is on", "gra trwa").to_owned(),
            TableState::Over => self.choose("the game is over", "koniec gry").to_owned(),
            TableState::Closed => self
                .choose("this table is closed", "ten stół jest zamknięty")
                .to_owned(),
        };
        match (people.as_str(), self.0) {
            ("", _) => format!("Ludo: {stands}"),
            (people, Language::English) => format!("Ludo with {people}: {stands}"),
            // Names stay as they are: what a case would make of them is not known.
            (people, Language::Polish) => format!("Ludo: {people} · {stands}"),
        }
    }

    /// What it is that one would play or see there, and what to do.
    pub(super) fn description(self, table: &TableSummary) -> String {
        let can_sit = !table.open_seats.is_empty();
        let todo = match (table.state, can_sit) {
            (TableState::Waiting, true) => self.invitation(),
            (TableState::Waiting, false) => self.choose(
                "Every seat is taken: open the link to watch.",
                "Wszystkie miejsca są zajęte: otwórz link, żeby popatrzeć.",
            ),
            (TableState::Playing, _) => {
                self.choose("Open the link to watch.", "Otwórz link, żeby popatrzeć.")
            }
            (TableState::Over, _) => self.choose(
                "Open the link to see who won, and that the dice were fair.",
                "Otwórz link, żeby zobaczyć, kto wygrał i że kostka była uczciwa.",
            ),
            (TableState::Closed, _) => return self.open_your_own().to_owned(),
        };
        format!("{} {todo}", self.rules(table))
    }

    /// `2 of 4 seats taken`.
    fn seats_taken(self, table: &TableSummary) -> String {
        let taken = table
            .seats
            .iter()
            .filter(|(_, seat)| seat.is_some())
            .count();
        let all = table.options.seats.len();
        match self.0 {
            Language::English => format!("{taken} of {all} seats taken"),
            Language::Polish => format!("zajęte miejsca: {taken} z {all}"),
        }
    }

    /// Everybody who is no bot.
    fn people(self, table: &TableSummary) -> String {
        let names: Vec<&str> = table
            .seats
            .iter()
            .filter_map(|(_, seat)| seat.as_ref())
            .filter(|seat| seat.bot.is_none())
            .map(|seat| seat.name.as_str())
            .collect();
        match names.as_slice() {
            [] => String::new(),
            [one] => (*one).to_owned(),
            [others @ .., last] => {
                let and = self.choose("and", "i");
                format!("{} {and} {last}", others.join(", "))
            }
        }
    }

    /// The rules in a word or two.
    fn rules(self, table: &TableSummary) -> String {
        let rules = &table.options.rules;
        let name = match rules.base() {
            Named::Classic => self.choose("Classic rules", "Zasady klasyczne"),
            Named::Modern => self.choose("Modern rules", "Zasady nowoczesne"),
            Named::Mensch => self.choose("German rules", "Zasady niemieckie"),
            Named::Chinczyk => self.choose("Polish rules", "Chińczyk"),
            Named::Parchis => self.choose("Spanish Parchís", "Hiszpańskie parchís"),
        };
        let mut said = name.to_owned();
        if rules.changes().next().is_some() {
            said.push_str(self.choose(", with house rules", ", z zasadami domowymi"));
        }
        if table.options.length == Length::Quick {
            said.push_str(self.choose(", a quick game", ", szybka gra"));
        }
        said.push('.');
        said
    }
}
