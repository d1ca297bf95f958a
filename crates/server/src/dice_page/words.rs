use ludo_protocol::DiceStats;

use super::figures::{Figures, chances};
use crate::language::Language;

/// The words of the page in one language.
pub(super) struct Words {
    language: Language,
    pub(super) title: &'static str,
    pub(super) languages: &'static str,
    pub(super) none_yet: &'static str,
    pub(super) looks: &'static str,
    pub(super) chart_label: &'static str,
    pub(super) chart_caption: &'static str,
    pub(super) memory_title: &'static str,
    pub(super) kinds_title: &'static str,
    pub(super) who: &'static str,
    pub(super) rolls: &'static str,
    pub(super) fair_gives: &'static str,
    pub(super) linked: &'static str,
    pub(super) unlinked: &'static str,
    pub(super) auto: &'static str,
    pub(super) substitute: &'static str,
    pub(super) bot: &'static str,
    pub(super) all: &'static str,
    pub(super) shares_title: &'static str,
    pub(super) weeks_title: &'static str,
    pub(super) weeks: &'static str,
    pub(super) week: &'static str,
    pub(super) games: &'static str,
    pub(super) abandoned_short: &'static str,
    pub(super) without_short: &'static str,
    pub(super) faces_short: &'static str,
    pub(super) pairs_short: &'static str,
    pub(super) too_few: &'static str,
    pub(super) less_than_one: &'static str,
    pub(super) how_title: &'static str,
    pub(super) how: &'static str,
    pub(super) check: &'static str,
}

impl Words {
    pub(super) const fn of(language: Language) -> Self {
        match language {
            Language::English => ENGLISH,
            Language::Polish => POLISH,
        }
    }

    /// What all rolls together say.
    pub(super) fn verdict(&self, stats: &DiceStats, figures: Figures) -> String {
        let faces = &stats.all.faces;
        let rolls: u64 = faces.iter().sum();
        let whole = figures.whole(rolls);
        let least = faces.iter().copied().min().unwrap_or(0);
        let most = faces.iter().copied().max().unwrap_or(0);
        let from = figures.percent(least, rolls, 1);
        let to = figures.percent(most, rolls, 1);
        match (stats.all.test.p, self.language) {
            (Some(p), Language::English) => format!(
                "{whole} rolls: each face came between {from} and {to} of the time. Fair dice differ as much in {} of 100 cases.",
                chances(p, self)
            ),
            (Some(p), Language::Polish) => format!(
                "Rzuty: {whole}. Każda liczba oczek to od {from} do {to} z nich. Uczciwe kostki różnią się tak samo w {} na 100 przypadków.",
                chances(p, self)
            ),
            (None, Language::English) => {
                format!("{whole} rolls so far: too few to tell anything of the dice.")
            }
            (None, Language::Polish) => {
                format!(
                    "Rzuty do tej pory: {whole}. To za mało, by cokolwiek powiedzieć o kostkach."
                )
            }
        }
    }

    /// Whether the dice remember.
    pub(super) fn memory(&self, stats: &DiceStats, figures: Figures) -> String {
        let after = &stats.after_six;
        let rolls = figures.whole(after.rolls);
        let share = figures.share(after.sixes, after.rolls);
        let told = |p: Option<f64>| p.map(|p| chances(p, self));
        match (told(after.p), told(stats.pairs.p), self.language) {
            (Some(six), Some(pairs), Language::English) => format!(
                "Of {rolls} rolls behind a six, {share} were a six again; once in six times is 16.67\u{a0}%. Fair dice are as far from it in {six} of 100 cases. Over all pairs of faces, fair dice differ as much in {pairs} of 100 cases."
            ),
            (Some(six), Some(pairs), Language::Polish) => format!(
                "Rzuty zaraz po szóstce: {rolls}. Znów szóstka wypadła w {share} z nich; raz na sześć to 16,67\u{a0}%. Uczciwe kostki odbiegają od tego tak samo w {six} na 100 przypadków. Wśród wszystkich par kolejnych rzutów uczciwe kostki różnią się tak samo w {pairs} na 100 przypadków."
            ),
            _ => self.too_few.to_owned(),
        }
    }

    pub(super) fn without_link(&self, stats: &DiceStats, figures: Figures) -> String {
        let share = figures.share(stats.without_link, stats.people);
        match self.language {
            Language::English => format!(
                "{share} of the rolls in the seats of people came without a number from their own device: the table or a bot rolled for them, or the device had none. Those dice were fixed before the game too, by the server and the other players; but it is there that a server could try something, so they stand apart in the table."
            ),
            Language::Polish => format!(
                "{share} rzutów z miejsc graczy odbyło się bez liczby z ich własnego urządzenia: rzucał za nich stół albo bot, albo urządzenie jej nie miało. Te kostki też były ustalone przed grą, przez serwer i pozostałych graczy; ale właśnie tu serwer mógłby czegoś próbować, więc w tabeli stoją osobno."
            ),
        }
    }

    pub(super) fn abandoned(&self, stats: &DiceStats, figures: Figures) -> String {
        let games = figures.whole(stats.games);
        let abandoned = figures.whole(stats.abandoned);
        let share = figures.share(stats.abandoned, stats.games);
        match self.language {
            Language::English => format!(
                "Of {games} games, {abandoned} were abandoned ({share}): everybody left, or the server did not go on. Stopping a game is the one thing that a server can do to keep a roll from being seen."
            ),
            Language::Polish => format!(
                "Gry: {games}, z tego przerwane: {abandoned} ({share}). Wszyscy wyszli albo serwer nie grał dalej. Przerwanie gry to jedyne, co serwer może zrobić, by ukryć rzut."
            ),
        }
    }

    pub(super) fn of_hundred(&self, cases: &str) -> String {
        match self.language {
            Language::English => format!("in {cases} of 100"),
            Language::Polish => format!("w {cases} na 100"),
        }
    }
}

const ENGLISH: Words = Words {
    language: Language::English,
    title: "How the dice fell",
    languages: "Language",
    none_yet: "No game is over here yet. Come back when some are.",
    looks: "This page has many such numbers, and new ones every week. Fair dice give one that is below 1 of 100 now and then: once in a hundred looks. One that stays there, look after look, would be odd.",
    chart_label: "How often each face came",
    chart_caption: "How often each face came, in all rolls of this server. The broken line is a sixth.",
    memory_title: "Do the dice remember?",
    kinds_title: "Who rolled",
    who: "Rolls of",
    rolls: "Rolls",
    fair_gives: "Fair dice differ as much",
    linked: "players, checked on their device",
    unlinked: "players without a number of their own",
    auto: "the table, for players who were away",
    substitute: "bots, for players who left",
    bot: "bots in their own seats",
    all: "all",
    shares_title: "What to watch",
    weeks_title: "Week by week",
    weeks: "Weeks begin on Monday, by UTC. A game counts where it ended.",
    week: "Week from",
    games: "Games",
    abandoned_short: "Abandoned",
    without_short: "Without a number",
    faces_short: "Faces",
    pairs_short: "Roll after roll",
    too_few: "too few to tell",
    less_than_one: "fewer than 1",
    how_title: "How this is counted",
    how: "All rolls of all games that are over. Faces: Pearson’s chi-square with 5 degrees of freedom. Roll after roll: the chi-square of the pairs of successive rolls in a game, with 25. A six after a six: by the normal distribution. All numbers as JSON: <a href=\"/api/stats/dice\">/api/stats/dice</a>.",
    check: "These are the server’s own counts. You need not believe them: the record of each game proves its dice, and <code>ludo stats dice</code> counts records.",
};

const POLISH: Words = Words {
    language: Language::Polish,
    title: "Jak wypadały kostki",
    languages: "Język",
    none_yet: "Żadna gra nie jest tu jeszcze skończona. Wróć, gdy jakieś będą.",
    looks: "Na tej stronie jest wiele takich liczb, a co tydzień przybywają nowe. Uczciwe kostki też czasem dają liczbę poniżej 1 na 100: raz na sto spojrzeń. Dziwne byłoby dopiero, gdyby zostawała tam za każdym spojrzeniem.",
    chart_label: "Jak często wypadała każda liczba oczek",
    chart_caption: "Jak często wypadała każda liczba oczek, we wszystkich rzutach tego serwera. Linia przerywana to jedna szósta.",
    memory_title: "Czy kostki pamiętają?",
    kinds_title: "Kto rzucał",
    who: "Rzuty",
    rolls: "Liczba",
    fair_gives: "Uczciwe kostki różnią się tak samo",
    linked: "graczy, sprawdzone na ich urządzeniu",
    unlinked: "graczy bez własnej liczby",
    auto: "stołu, za nieobecnych graczy",
    substitute: "botów, za graczy, którzy wyszli",
    bot: "botów na własnych miejscach",
    all: "wszystkie",
    shares_title: "Na co patrzeć",
    weeks_title: "Tydzień po tygodniu",
    weeks: "Tydzień zaczyna się w poniedziałek, według UTC. Gra liczy się tam, gdzie się skończyła.",
    week: "Tydzień od",
    games: "Gry",
    abandoned_short: "Przerwane",
    without_short: "Bez własnej liczby",
    faces_short: "Liczby oczek",
    pairs_short: "Rzut po rzucie",
    too_few: "za mało, by coś powiedzieć",
    less_than_one: "mniej niż 1",
    how_title: "Jak to jest liczone",
    how: "Wszystkie rzuty wszystkich skończonych gier. Liczby oczek: chi-kwadrat Pearsona o 5 stopniach swobody. Rzut po rzucie: chi-kwadrat par kolejnych rzutów w grze, o 25 stopniach. Szóstka po szóstce: według rozkładu normalnego. Wszystkie liczby jako JSON: <a href=\"/api/stats/dice\">/api/stats/dice</a>.",
    check: "To liczby samego serwera. Nie trzeba w nie wierzyć: zapis każdej gry dowodzi jej kostek, a <code>ludo stats dice</code> liczy zapisy.",
};
