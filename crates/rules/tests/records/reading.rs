use std::fs;
use std::path::Path;

use ludo_rules::{
    Comment, Deed, Entry, Flaw, Mark, Named, PlayerKind, Record, Seat, Tag, Termination,
};

use crate::{SMALL, read, read_text};

/// Name and text of each recorded game of the dice crate's vectors.
fn vectors() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dice/tests/vectors/dice");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .map(|path| {
            (
                path.file_stem().unwrap().to_str().unwrap().to_owned(),
                fs::read_to_string(path).unwrap(),
            )
        })
        .collect();
    files.sort();
    files
}

#[test]
fn recorded_games_keep_the_rules_and_are_written_the_same() {
    let files = vectors();
    assert_eq!(files.len(), 20);
    let refused = files
        .iter()
        .filter(|(_, text)| text.parse::<Record>().is_err());
    assert_eq!(refused.count(), 1);
    for (name, text) in &files {
        // What is wrong with the bad ones is their dice; only one of them breaks the rules too.
        let record = match text.parse::<Record>() {
            Ok(record) => record,
            Err(error) => {
                let first = "game 1, line 22, move 1: it is the turn of r";
                assert_eq!((&**name, &*error.to_string()), ("bad_first_changed", first));
                continue;
            }
        };
        // One was changed by hand, so its lines are not filled as they should be.
        if name == "bad_auto_mark_added" {
            let one_line = |text: &str| text.replace('\n', " ");
            assert_eq!(one_line(&record.to_string()), one_line(text));
        } else {
            assert_eq!(record.to_string(), *text, "{name}");
        }
        assert_eq!(record.termination(), Termination::Normal);
        let places: String = record
            .places()
            .unwrap()
            .into_iter()
            .map(Seat::letter)
            .collect();
        assert_eq!(record.tag("Places"), Some(&*places));
        assert_eq!(record.positions().last().unwrap().1, *record.end());
        assert_eq!(record.positions().count(), record.moves().len());
    }
    let good = files.iter().filter(|(name, _)| name.starts_with("good_"));
    let all: String = good.map(|(_, text)| text.as_str()).collect();
    let records: Vec<Record> = read_text(&all).into_iter().map(Result::unwrap).collect();
    assert_eq!(records.len(), 9);
    let again: String = records.iter().map(ToString::to_string).collect();
    assert_eq!(again, all);
}

#[test]
fn recorded_games_tell_who_played_and_how() {
    let files = vectors();
    let record = |wanted: &str| -> Record {
        files
            .iter()
            .find(|(name, _)| name == wanted)
            .unwrap()
            .1
            .parse()
            .unwrap()
    };
    let bots = record("good_bot_in_a_persons_seat");
    assert_eq!(bots.rule_set(), Named::Modern.into());
    assert_eq!(
        bots.moves()
            .iter()
            .flat_map(Entry::marks)
            .filter(|&mark| mark == Mark::Bot("Good"))
            .count(),
        80
    );
    let resigned = record("good_resigned");
    assert_eq!(
        resigned
            .moves()
            .iter()
            .filter(|entry| entry.ply.deed == Deed::Resign)
            .count(),
        1
    );
    let parchis = record("good_parchis_three_chains");
    assert!(
        parchis
            .moves()
            .iter()
            .any(|entry| matches!(entry.ply.deed, Deed::Bonus { steps: 20, .. }))
    );
    assert_eq!(
        (parchis.first(), parchis.kind(Seat::Green)),
        (Seat::Blue, Some(PlayerKind::Bot))
    );
    assert_eq!(parchis.player(Seat::Red), Some("player r"));
    assert_eq!(parchis.tag("DiceGreen"), None);
    assert_eq!(
        record("good_silent_at_the_begin").seats().to_string(),
        "rgy"
    );
}

#[test]
fn what_is_not_as_it_is_written_is_read_too() {
    let plain: Record = SMALL.parse().unwrap();
    assert_eq!(plain.moves().len(), 5);
    assert_eq!(
        plain.moves()[3].comments,
        [Comment::of([Mark::Clock(12)]).unwrap()]
    );
    // Other lines, other spaces, no empty line at the end, no line feed at the end, empty lines around.
    for other in [
        SMALL.replace("y6:0-1 ", "y6:0-1\n"),
        SMALL
            .replace(' ', "   ")
            .replace("   \"", " \"")
            .replace("[%clk   12]", "[%clk 12]"),
        SMALL
            .replace("r3:pass", "  r3:pass")
            .replace("1-6", "1-6  "),
        SMALL.replace("r3:pass", "   \nr3:pass"),
        SMALL.trim_end().to_owned(),
        format!("{}\n", SMALL.trim_end()),
        format!("\n\n\n{SMALL}\n\n"),
    ] {
        let read: Record = other
            .parse()
            .unwrap_or_else(|error| panic!("{error}: {other}"));
        assert_eq!(read, plain, "{other}");
        assert_eq!(read.to_string(), SMALL);
    }
}

#[test]
fn games_without_moves() {
    let head = SMALL.split_once("\n\n").unwrap().0;
    let text = format!("{head}\n\n\n{SMALL}{head}\n\n\n");
    let games: Vec<Record> = read_text(&text).into_iter().map(Result::unwrap).collect();
    assert_eq!(
        games
            .iter()
            .map(|game| game.moves().len())
            .collect::<Vec<_>>(),
        [0, 5, 0]
    );
    assert_eq!(
        games.iter().map(ToString::to_string).collect::<String>(),
        text
    );
    assert_eq!(format!("{head}\n\n").parse(), Ok(games[0].clone()));
    assert_eq!(*games[0].end(), *games[0].start());
}

#[test]
fn nothing_is_no_game() {
    assert!(read_text("").is_empty());
    assert!(read_text("\n\n\n").is_empty());
    for (text, flaw) in [
        ("", Flaw::NoGame),
        ("\n\n", Flaw::NoGame),
        (&SMALL.repeat(2), Flaw::MoreGames),
        (&format!("{SMALL}x"), Flaw::MoreGames),
    ] {
        assert_eq!(text.parse::<Record>().unwrap_err().flaw(), &flaw);
    }
}
#[test]
fn good_games_around_bad_ones_are_kept() {
    let bad_move = SMALL.replace("y2:1-3", "y2:1-4");
    let bad_tag = SMALL.replace("[RedKind \"person\"]", "[RedKind]");
    let not_text = b"[Rules \"\xff\"]\n[Red \"a\"]\n\nr1:pass\n\n";
    let long = format!("{}\n\n", "[".repeat(10_000));
    let mut file = Vec::new();
    for piece in [
        SMALL.as_bytes(),
        bad_move.as_bytes(),
        SMALL.as_bytes(),
        bad_tag.as_bytes(),
        SMALL.as_bytes(),
        b"nonsense\nmore\n\nof it\n\n",
        not_text,
        long.as_bytes(),
        SMALL.as_bytes(),
        b"[Rules",
    ] {
        file.extend_from_slice(piece);
    }
    let results = read([&file[..]]);
    let seen: Vec<String> = results
        .iter()
        .map(|result| match result {
            Ok(record) => {
                assert_eq!(record.to_string(), SMALL);
                "good".into()
            }
            Err(error) => format!(
                "{}/{}/{:?}",
                error.game().unwrap(),
                error.line().unwrap(),
                error.number()
            ),
        })
        .collect();
    assert_eq!(
        seen,
        [
            "good",
            "2/19/Some(3)",
            "good",
            "4/33/None",
            "good",
            "6/51/None",
            "7/56/None",
            "8/61/None",
            "good",
            "10/73/None"
        ]
    );
}

#[test]
fn one_more_tag_changes_nothing_else() {
    let record: Record = SMALL.parse().unwrap();
    let sealed = record
        .clone()
        .with_tag(Tag::new("Seal", "key \"signature\"").unwrap())
        .unwrap();
    let text = sealed.to_string();
    assert_eq!(
        text.replace("[Seal \"key \\\"signature\\\"\"]\n", ""),
        SMALL
    );
    assert_eq!(sealed.moves(), record.moves());
    assert!(sealed.with_tag(Tag::new("Seal", "").unwrap()).is_err());
}

#[test]
fn known_tags() {
    let text = SMALL.replace("[First ", "[Clock \"20\"]\n[Odd_1 \"x\"]\n[First ");
    let record: Record = text.parse().unwrap();
    assert_eq!(record.clock(), Some(20));
    assert_eq!(record.kind(Seat::Red), Some(PlayerKind::Person));
    assert_eq!(
        (record.kind(Seat::Yellow), record.player(Seat::Green)),
        (None, None)
    );
    assert_eq!((record.tag("Odd_1"), record.tag("Odd")), (Some("x"), None));
    assert_eq!(record.tags().len(), 9);
    assert_eq!(
        text.replace("\"20\"", "\"20+5\"")
            .parse::<Record>()
            .unwrap()
            .clock(),
        None
    );
}
