use axum::http::{HeaderMap, header};
use ludo_stats::{Day, DiceDays};

use super::*;

fn stats() -> DiceStats {
    let mut days = DiceDays::default();
    for week in 0..3_u64 {
        let day = Day(20_000 + 7 * week as u32);
        for kind in ["linked", "auto", "bot"] {
            for face in 1..=6_u64 {
                days.add_counter(day, &format!("{kind}.{face}"), 66_000 + 40 * face);
            }
        }
        for before in 1..=6 {
            for face in 1..=6_u64 {
                days.add_counter(day, &format!("pair.{before}{face}"), 33_000 + 9 * face);
            }
        }
        days.add_counter(day, "games", 4_000);
        days.add_counter(day, "abandoned", 50);
    }
    days.stats(2)
}

#[test]
fn the_page_says_it_in_plain_words() {
    let html = page(&stats(), Language::English);
    assert!(html.contains(
        "3,571,560 rolls: each face came between 16.6\u{a0}% and 16.7\u{a0}% of the time. Fair dice differ as much in "
    ), "{html}");
    assert!(
        html.contains("Of 12,000 games, 150 were abandoned (1.25\u{a0}%)"),
        "{html}"
    );
    assert!(
        html.contains("50.00\u{a0}% of the rolls in the seats of people"),
        "{html}"
    );
    assert!(html.contains("<html lang=\"en\">"));
    assert_eq!(html.matches("<time ").count(), 2, "two weeks");
    assert!(html.contains("now and then: once in a hundred looks"));
    // Kinds that nobody rolled are told as that.
    assert!(html.contains("too few to tell"));

    let html = page(&stats(), Language::Polish);
    assert!(
        html.contains(
            "Rzuty: 3\u{a0}571\u{a0}560. Każda liczba oczek to od 16,6\u{a0}% do 16,7\u{a0}% z nich."
        ),
        "{html}"
    );
    assert!(html.contains("<html lang=\"pl\">"));
    assert!(!html.contains("too few") && !html.contains("Fair dice"));
}

#[test]
fn the_line_of_a_sixth_strikes_no_number_through() {
    let html = page(&stats(), Language::English);
    let line = html.find("class=\"sixth\"").unwrap();
    let first = html.find("class=\"share\"").unwrap();
    let bar = html.rfind("class=\"bar\"").unwrap();
    assert!(bar < line && line < first, "bars, the line, then numbers");
}

#[test]
fn a_server_without_games_says_so() {
    for language in Language::ALL {
        let html = page(&DiceStats::default(), language);
        assert!(html.contains(Words::of(language).none_yet));
        assert!(!html.contains("<table"));
        assert!(!html.contains("NaN"));
    }
    let mut few = DiceDays::default();
    few.add_counter(Day(1), "linked.6", 3);
    let html = page(&few.stats(9), Language::English);
    assert!(html.contains("3 rolls so far: too few"), "{html}");
    assert!(!html.contains("NaN"));
}

#[test]
fn what_is_opened_is_closed() {
    for html in [
        page(&stats(), Language::English),
        page(&stats(), Language::Polish),
    ] {
        for tag in [
            "html", "head", "body", "main", "header", "nav", "table", "tr", "td", "th", "svg", "p",
            "h2", "a", "div", "figure",
        ] {
            let opened = html.matches(&format!("<{tag}>")).count()
                + html.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, html.matches(&format!("</{tag}>")).count(), "{tag}");
        }
        // The policy lets no script and no style in the page itself.
        assert!(!html.contains("<script") && !html.contains("style="));
    }
}

#[test]
fn the_language_is_the_one_that_was_asked_for() {
    let of = |query: &str, accepted: &str| {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_LANGUAGE, accepted.parse().unwrap());
        Language::asked(query, &headers).tag()
    };
    for (query, accepted, tag) in [
        ("", "", "en"),
        ("", "pl-PL,pl;q=0.9,en;q=0.8", "pl"),
        ("", "de, PL;q=0.5", "pl"),
        ("", "de", "en"),
        ("lang=pl", "en", "pl"),
        ("x=1&lang=en", "pl", "en"),
        ("lang=xx", "pl", "pl"),
        ("lang=", "pl", "pl"),
    ] {
        assert_eq!(of(query, accepted), tag, "{query} {accepted}");
    }
    assert_eq!(Language::asked("", &HeaderMap::new()).tag(), "en");
}

#[test]
fn numbers_are_written_as_a_language_does() {
    let (english, polish) = (Figures(Language::English), Figures(Language::Polish));
    for (number, en, pl) in [
        (0, "0", "0"),
        (999, "999", "999"),
        (1_000, "1,000", "1000"),
        (12_345, "12,345", "12\u{a0}345"),
        (1_203_554, "1,203,554", "1\u{a0}203\u{a0}554"),
    ] {
        assert_eq!(english.whole(number), en);
        assert_eq!(polish.whole(number), pl);
    }
    assert_eq!(polish.share(1, 6), "16,67\u{a0}%");
    assert_eq!(english.share(0, 0), "–");
    let words = Words::of(Language::English);
    assert_eq!(chances(0.434, &words), "43");
    assert_eq!(chances(0.009, &words), "fewer than 1");
    assert_eq!(chances(1.0, &words), "100");
}
