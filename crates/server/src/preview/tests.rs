use ludo_protocol::{SeatSummary, TableState};
use ludo_rules::{BySeat, Length, Seat, SeatSet};
use ludo_table::Options;

use super::*;

const PAGE: &str = "<head>\n<meta charset=\"utf-8\">\n<!-- preview -->\n<title>Ludo</title>\n<!-- /preview -->\n<link>\n</head>";

fn table(state: TableState, names: [Option<&str>; 4]) -> TableSummary {
    let mut names = names.into_iter();
    let seats = BySeat::from_fn(|_| {
        let name = names.next().flatten()?.to_owned();
        let bot = name.starts_with("Bot").then(ludo_table::BotKind::default);
        Some(SeatSummary { name, bot })
    });
    let open_seats: SeatSet = Seat::ALL
        .into_iter()
        .filter(|&seat| state != TableState::Playing && seats[seat].is_none())
        .collect();
    TableSummary {
        code: "K7M2QX".parse().unwrap(),
        state,
        options: Options::default(),
        seats,
        open_seats,
    }
}

fn said(language: Language, table: &TableSummary) -> (String, String) {
    let preview = Preview::table(language, table.code, table);
    (preview.title, preview.description)
}

#[test]
fn the_title_says_who_and_how_many() {
    use Language::{English, Polish};
    use TableState::{Closed, Over, Playing, Waiting};
    let four = [Some("Ania"), Some("Bot"), Some("Bartek"), Some("Cy")];
    for (language, state, names, title) in [
        (
            English,
            Waiting,
            [Some("Ania"), None, Some("Bot"), None],
            "Ludo with Ania: 2 of 4 seats taken",
        ),
        (
            Polish,
            Waiting,
            [Some("Ania"), None, Some("Bot"), None],
            "Ludo: Ania · zajęte miejsca: 2 z 4",
        ),
        (English, Waiting, [None; 4], "Ludo: 0 of 4 seats taken"),
        (
            English,
            Playing,
            four,
            "Ludo with Ania, Bartek and Cy: the game is on",
        ),
        (Polish, Playing, four, "Ludo: Ania, Bartek i Cy · gra trwa"),
        (
            English,
            Over,
            [Some("Ania"), Some("Bo"), None, None],
            "Ludo with Ania and Bo: the game is over",
        ),
        (Polish, Closed, [None; 4], "Ludo: ten stół jest zamknięty"),
    ] {
        assert_eq!(said(language, &table(state, names)).0, title);
    }
}

#[test]
fn the_words_say_what_is_played_and_what_to_do() {
    let mut waiting = table(TableState::Waiting, [Some("Ania"), None, None, None]);
    waiting.options.length = Length::Quick;
    waiting.options.rules = "chinczyk+own=free".parse().unwrap();
    let (_, english) = said(Language::English, &waiting);
    assert_eq!(
        english,
        "Polish rules, with house rules, a quick game. Open the link and take a seat. No account, and every roll can be checked."
    );
    let (_, polish) = said(Language::Polish, &waiting);
    assert!(
        polish.starts_with("Chińczyk, z zasadami domowymi, szybka gra. Otwórz link"),
        "{polish}"
    );
    let full = table(
        TableState::Waiting,
        [Some("A"), Some("B"), Some("C"), Some("D")],
    );
    assert!(
        said(Language::English, &full)
            .1
            .ends_with("open the link to watch.")
    );
}

#[test]
fn addresses_are_whole_and_the_rest_of_the_page_stays() {
    let waiting = table(TableState::Waiting, [Some("Ania"), None, None, None]);
    let preview = Preview::table(Language::English, waiting.code, &waiting);
    assert_eq!(preview.picture(), "assets/preview-52-");
    let html = preview
        .within(
            PAGE,
            "https://ludo.example",
            Some("assets/preview-52-01.png"),
        )
        .unwrap();
    for part in [
        "<meta charset=\"utf-8\">\n<title>Ludo with Ania: 1 of 4 seats taken</title>\n",
        "<meta property=\"og:image\" content=\"https://ludo.example/assets/preview-52-01.png\">",
        "<meta property=\"og:url\" content=\"https://ludo.example/t/K7M2QX\">",
        "<meta property=\"og:type\" content=\"website\">",
        "<meta name=\"twitter:card\" content=\"summary_large_image\">\n<link>\n</head>",
    ] {
        assert!(html.contains(part), "{html}");
    }
    assert_eq!(html.matches("<title>").count(), 1);
    assert!(!html.contains("preview -->"), "{html}");
    // A page without a picture, and one that is not ours.
    let plain = preview.within(PAGE, "https://ludo.example", None).unwrap();
    assert!(!plain.contains("og:image"));
    assert_eq!(preview.within("<head></head>", "", None), None);
}

#[test]
fn b104_names_are_text() {
    let name = "<b>\"O'&</title><script>";
    let waiting = table(TableState::Waiting, [Some(name), None, None, None]);
    for language in Language::ALL {
        let preview = Preview::table(language, waiting.code, &waiting);
        let html = preview.within(PAGE, "http://localhost", None).unwrap();
        assert!(!html.contains("<b>") && !html.contains("<script"), "{html}");
        assert_eq!(html.matches("</title>").count(), 1, "{html}");
        let text = "&lt;b&gt;&quot;O&#39;&amp;&lt;/title&gt;&lt;script&gt;";
        assert_eq!(
            html.matches(text).count(),
            2,
            "in the title and in og:title: {html}"
        );
    }
}

#[test]
fn what_is_not_there_says_so() {
    let none = Preview::no_table(Language::English);
    assert_eq!(none.title, "Ludo: there is no such table");
    assert_eq!(none.path, "/");
    let some = Preview::some_table(Language::Polish);
    assert_ne!(
        some.description,
        Preview::start(Language::Polish).description
    );
}
