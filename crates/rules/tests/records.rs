//! Records: those of other programs, those at random, and those with a flaw.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::Path;

use common::Chance;
use common::records::{mutated, record, record_of};
use ludo_rules::{
    Comment, Deed, Entry, Flaw, Mark, Named, PlayerKind, Record, RecordError, RecordReader, Rules,
    Seat, Tag, Termination,
};
use proptest::prelude::*;

/// All that a reader says of a text that comes in these pieces.
fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Result<Record, RecordError>> {
    let mut reader = RecordReader::new();
    let mut results = Vec::new();
    for piece in pieces {
        let mut rest = piece;
        while let Some(result) = reader.read(&mut rest) {
            results.push(result);
        }
        assert!(rest.is_empty());
    }
    results.extend(reader.end());
    results
}

fn read_text(text: &str) -> Vec<Result<Record, RecordError>> {
    read([text.as_bytes()])
}

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

/// A small game that is whole. Its tags have lines 1 to 7, its moves line 9.
const SMALL: &str = "[Rules \"classic\"]\n[Red \"Ania\"]\n[RedKind \"person\"]\n[Yellow \"Ola\"]\n[First \"r\"]\n[Places \"*\"]\n[Termination \"unfinished\"]\n\nr3:pass y6:0-1 y2:1-3 r6:0-1 {[%clk 12]} r5:1-6\n\n";

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

/// What is said of a text that is wrong.
fn wrong(text: &str) -> String {
    text.parse::<Record>().expect_err(text).to_string()
}

#[test]
fn wrong_tags_are_told_with_their_line() {
    for (old, new, error) in [
        (
            "[Rules \"classic\"]",
            "[Rules \"ludo\"]",
            "game 1, line 1: unknown rule set",
        ),
        (
            "[Rules \"classic\"]",
            "[Rules \"mensch+home=10\"]",
            "line 1: home earns nothing",
        ),
        (
            "[Rules \"classic\"]\n",
            "",
            "line 7: the tag Rules is missing",
        ),
        ("[Rules ", "[Rulez ", "the tag Rules is missing"),
        ("[Red \"Ania\"]", "[Red  \"Ania\"]", "line 2: a tag's name"),
        ("[Red \"Ania\"]", "[Red \"Ania\"", "line 2: a tag is a name"),
        (
            "[Red \"Ania\"]",
            "[Red \"An\"ia\"]",
            "line 2: in a tag's value",
        ),
        (
            "[Red \"Ania\"]",
            "[Red \"An\tia\"]",
            "line 2: the control character U+0009",
        ),
        (
            "\"Ania\"]\n",
            "\"Ania\"]\r\n",
            "line 2: the control character U+000D",
        ),
        (
            "[Red \"Ania\"]\n",
            "",
            "game 1, line 7: a game needs two to four seats",
        ),
        (
            "[Yellow ",
            "[Yelow ",
            "line 8: a game needs two to four seats",
        ),
        (
            "[RedKind \"person\"]",
            "[RedKind \"human\"]",
            "line 3: who plays a seat",
        ),
        (
            "[RedKind \"person\"]",
            "[BlueKind \"person\"]",
            "line 3: nobody plays b; its tag Blue is missing",
        ),
        (
            "[RedKind \"person\"]",
            "[DiceBlue \"person\"]",
            "line 3: nobody plays b",
        ),
        (
            "[RedKind \"person\"]",
            "[Red \"person\"]",
            "line 3: the tag Red comes twice",
        ),
        (
            "[RedKind \"person\"]",
            "[Places \"*\"]",
            "line 6: the tag Places comes twice",
        ),
        ("[First \"r\"]", "[First \"g\"]", "line 5: the first seat"),
        ("[First \"r\"]", "[First \"ry\"]", "line 5: the first seat"),
        ("[First \"r\"]", "[First \"\"]", "line 5: the first seat"),
        ("[First \"r\"]\n", "", "line 7: the tag First is missing"),
        (
            "[First \"r\"]",
            "[First \"y\"]",
            "line 9, move 1: it is the turn of y",
        ),
        (
            "[Places \"*\"]",
            "[Places \"ry\"]",
            "line 6: by the moves the places are \"*\"",
        ),
        (
            "[Places \"*\"]",
            "[Places \"\"]",
            "line 6: by the moves the places are \"*\"",
        ),
        ("[Places \"*\"]\n", "", "line 9: the tag Places is missing"),
        (
            "\"unfinished\"",
            "\"normal\"",
            "line 7: by the moves the game ends \"unfinished\" or \"abandoned\"",
        ),
        (
            "\"unfinished\"",
            "\"limit\"",
            "line 7: by the moves the game ends",
        ),
        (
            "\"unfinished\"",
            "\"resigned\"",
            "line 7: by the moves the game ends",
        ),
        (
            "\"unfinished\"",
            "\"Unfinished\"",
            "line 7: a game ends normal, resigned",
        ),
        (
            "[Termination \"unfinished\"]\n",
            "",
            "line 9: the tag Termination is missing",
        ),
        (
            "[First \"r\"]",
            "[Start \"classic 0,0,0,1/-/0,0,0,0 r roll 0 - -\"]",
            "line 5: not a position: field 2",
        ),
        (
            "[First \"r\"]",
            "[Start \"modern 0,0,0,0/-/0,0,0,0/- r roll 0 - -\"]",
            "line 5: the position at the start has other rules",
        ),
        (
            "[First \"r\"]",
            "[Start \"classic 0,0,0,0/0,0,0,0/0,0,0,0/- r roll 0 - -\"]",
            "line 5: the position at the start has other seats",
        ),
        (
            "[First \"r\"]",
            "[First \"r\"]\n[Start \"classic 0,0,0,0/-/0,0,0,0/- y roll 0 - -\"]",
            "line 5: at the start it is the turn of y",
        ),
        (
            "[First \"r\"]",
            "[Start \"classic 57,57,57,57/-/0,0,0,0/- - over 0 ry -\"]",
            "line 5: the game is over at its start",
        ),
    ] {
        let text = SMALL.replacen(old, new, 1);
        assert_ne!(text, SMALL);
        let said = wrong(&text);
        assert!(said.contains(error), "{said} / {error}");
    }
    // The start of a game that is somewhere else.
    let start = SMALL.replace(
        "[First \"r\"]",
        "[Start \"classic 0,0,0,0/-/0,0,0,0/- r roll 0 - -\"]",
    );
    assert_eq!(start.parse::<Record>().unwrap().first(), Seat::Red);
    assert!(
        SMALL
            .replace("\"unfinished\"", "\"abandoned\"")
            .parse::<Record>()
            .is_ok()
    );
}

#[test]
fn wrong_moves_are_told_with_their_number() {
    for (old, new, error) in [
        (
            "y2:1-3",
            "y2:1-4",
            "game 1, line 9, move 3: 1-4 is not legal here, only 1-3",
        ),
        (
            "y2:1-3",
            "y2:1-3xr",
            "move 3: 1-3xr is not legal here, only 1-3",
        ),
        ("y2:1-3", "y2:pass", "move 3: pass is not legal here"),
        ("y2:1-3", "r2:1-3", "move 3: it is the turn of y"),
        ("y2:1-3", "g2:1-3", "move 3: it is the turn of y"),
        ("y2:1-3", "y:1-3", "move 3: \"y:1-3\": the roll is missing"),
        ("y2:1-3", "1-3", "move 3: \"1-3\": a move is a seat"),
        ("y2:1-3", "y7:1-3", "move 3: \"y7:1-3\": before the colon"),
        (
            "y2:1-3",
            "y2:3-1",
            "move 3: \"y2:3-1\": a token moves to a higher place",
        ),
        ("y2:1-3", "y+20:1-21", "move 3: a roll is due"),
        ("y2:1-3", "g:resign", "move 3: seat g is not in play"),
        (
            "y6:0-1",
            "y6:pass",
            "move 2: pass is not legal here, only 0-1",
        ),
        ("r3:pass", "r3:-", "move 1: the roll has an outcome, pass"),
        (
            "y6:0-1 y2:1-3",
            "y6:- y2:1-3",
            "move 3: the roll before was not played",
        ),
        (
            "y6:0-1",
            "y6:- y6:0-1",
            "move 3: the roll before was not played",
        ),
        (
            "r5:1-6",
            "r5:1-6 [First \"r\"]",
            "move 6: a tag among the moves",
        ),
        (
            "\n\nr3",
            "\n\n{x} r3",
            "line 9, move 1: a comment follows a move",
        ),
        (
            "{[%clk 12]}",
            "{[%clk 12]",
            "move 4: a comment ends on its line",
        ),
        (
            "{[%clk 12]} ",
            "{[%clk\n12]} ",
            "line 9, move 4: a comment ends on its line",
        ),
        (
            "{[%clk 12]} ",
            "{[%clk 12]}",
            "move 4: a comment ends on its line",
        ),
        (
            "{[%clk 12]}",
            "{[%clk\t12]}",
            "the control character U+0009",
        ),
        (" {[%clk", "{[%clk", "move 4: \"r6:0-1{[%clk\": "),
        (
            "r5:1-6",
            "r5:1-6 y:resign r1:6-7",
            "move 7: the game is over",
        ),
    ] {
        let text = SMALL.replacen(old, new, 1);
        assert_ne!(text, SMALL);
        let said = wrong(&text);
        assert!(said.contains(error), "{said} / {error}");
    }
    let lines = SMALL
        .replace("y2:1-3 ", "\ny2:1-3\n")
        .replace("r5:1-6", "r5:1-7");
    assert!(wrong(&lines).starts_with("game 1, line 11, move 5: 1-7 is not legal"));
    assert!(wrong(&SMALL.replace("\n\nr3", "\nr3")).contains("line 8: a tag is a name"));
    assert!(
        wrong(SMALL.split_once("\n\n").unwrap().0)
            .contains("line 7: the text ends before the empty line")
    );
}

#[test]
fn the_end_is_told_as_it_was() {
    let head = "[Rules \"classic\"]\n[Red \"a\"]\n[Green \"b\"]\n[Blue \"c\"]\n[First \"r\"]\n";
    let game = |places: &str, termination: &str, moves: &str| {
        format!("{head}[Places \"{places}\"]\n[Termination \"{termination}\"]\n\n{moves}\n\n")
            .parse::<Record>()
    };
    // Giving up out of turn, in turn, after a roll, before the move of another.
    let resigned = game("bgr", "resigned", "r1:pass r:resign g:resign").unwrap();
    assert_eq!(
        resigned.places().unwrap(),
        [Seat::Blue, Seat::Green, Seat::Red]
    );
    assert!(game("bgr", "normal", "r1:pass r:resign g:resign").is_err());
    assert!(game("brg", "resigned", "r1:pass r:resign g:resign").is_err());
    assert!(game("grb", "resigned", "r6:- b:resign r:resign").is_ok());
    assert!(game("grb", "resigned", "r6:- b:resign r6:0-1 r:resign").is_err());
    assert!(game("grb", "resigned", "r6:- r:resign g3:pass b:resign").is_err());
    assert!(game("gbr", "resigned", "r6:- r:resign g3:pass b:resign").is_ok());
    assert!(game("*", "abandoned", "r6:-").is_ok());
    assert!(game("*", "abandoned", "r6:- r:resign").is_ok());
    assert!(game("*", "unfinished", "r6:- g:resign").is_ok());
    assert!(game("*", "abandoned", "r6:- r6:-").is_err());

    let nearly = "[Start \"classic 56,57,57,57/0,0,0,56/-/0,0,0,0 r roll 0 - -\"]\n[Places \"rgb\"]\n[Termination \"normal\"]";
    let text = format!(
        "{}{nearly}\n\nr1:56-57 g6:0-1 g1:56-57 b:resign\n\n",
        head.replace("[First \"r\"]\n", "")
    );
    assert!(wrong(&text).contains("the game ends \"resigned\""));
    assert!(text.replace("normal", "resigned").parse::<Record>().is_ok());
    let first = text
        .replace("classic", "classic+end=first")
        .replace("rgb", "r");
    assert!(wrong(&first).contains("move 2: the game is over"));
    assert!(
        first
            .replace(" g6:0-1 g1:56-57 b:resign", "")
            .parse::<Record>()
            .is_ok()
    );
}

#[test]
fn the_limit_of_rolls() {
    // Nobody ever enters.
    let turn = ["r1:pass", "g2:pass", "y3:pass", "b4:pass"];
    let moves = |rolls: usize| -> Vec<Entry> {
        turn.iter()
            .cycle()
            .take(rolls)
            .map(|text| Entry::new(text.parse().unwrap()))
            .collect()
    };
    let tags = |more: &[(&str, &str)]| -> Vec<Tag> {
        [
            ("Rules", "classic"),
            ("Red", ""),
            ("Green", ""),
            ("Yellow", ""),
            ("Blue", ""),
            ("First", "r"),
        ]
        .iter()
        .chain(more)
        .map(|(name, value)| Tag::new(name, value).unwrap())
        .collect()
    };
    let limit = Record::MAX_ROLLS as usize;
    let record = Record::of_game(tags(&[]), moves(limit), Termination::Unfinished).unwrap();
    assert_eq!(
        (record.termination(), record.tag("Places")),
        (Termination::Limit, Some("rgyb"))
    );
    assert_eq!(record.to_string().parse(), Ok(record));
    let short = Record::of_game(tags(&[]), moves(limit - 1), Termination::Abandoned).unwrap();
    assert_eq!(
        (short.termination(), short.tag("Places")),
        (Termination::Abandoned, Some("*"))
    );

    let error = Record::of_game(tags(&[]), moves(limit + 1), Termination::Limit).unwrap_err();
    assert_eq!((error.flaw(), error.number()), (&Flaw::Limit, Some(4001)));
    assert_eq!((error.game(), error.line()), (None, None));
    for (rolls, termination) in [
        (limit, "unfinished"),
        (limit, "abandoned"),
        (limit, "normal"),
        (limit - 1, "limit"),
    ] {
        let tags = tags(&[("Places", "rgyb"), ("Termination", termination)]);
        assert!(
            Record::new(tags, moves(rolls)).is_err(),
            "{rolls} {termination}"
        );
    }
    let twice = Record::of_game(tags(&[("Places", "*")]), moves(3), Termination::Unfinished);
    assert_eq!(twice.unwrap_err().flaw(), &Flaw::TagTwice("Places".into()));
    assert!(Record::of_game(tags(&[]), moves(3), Termination::Normal).is_err());
    // The roll at the limit is played; only another roll is too much.
    let mut last = moves(limit - 1);
    last.push(Entry::new("b6:0-1".parse().unwrap()));
    let record = Record::of_game(tags(&[]), last, Termination::Unfinished).unwrap();
    assert_eq!(record.tag("Places"), Some("brgy"));
}

#[test]
fn each_limit_is_kept() {
    let flaw = |text: &str| match &read_text(text)[..] {
        [.., Err(error)] => error.flaw().clone(),
        other => panic!("{other:?}"),
    };
    let with_tags = |tags: &str| SMALL.replacen("[Red ", &format!("{tags}[Red "), 1);
    let seven = SMALL
        .split('\n')
        .take_while(|line| !line.is_empty())
        .count();
    let more = |n: usize| (0..n).map(|i| format!("[T{i} \"\"]\n")).collect::<String>();
    assert!(
        with_tags(&more(Record::MAX_TAGS - seven))
            .parse::<Record>()
            .is_ok()
    );
    assert_eq!(
        flaw(&with_tags(&more(Record::MAX_TAGS - seven + 1))),
        Flaw::TooManyTags
    );

    let padded = |n: usize| SMALL.replace("r3:pass ", &format!("r3:pass{}", " ".repeat(n)));
    let rest = SMALL.lines().nth(8).unwrap().len() - 1;
    assert!(
        padded(RecordReader::MAX_LINE - rest)
            .parse::<Record>()
            .is_ok()
    );
    assert_eq!(
        flaw(&padded(RecordReader::MAX_LINE - rest + 1)),
        Flaw::LineTooLong
    );
    assert_eq!(flaw(&"x".repeat(1_000_000)), Flaw::LineTooLong);

    let talk = |n: usize| SMALL.replace("{[%clk 12]}", &format!("\n{{{}}}\n", "x".repeat(n)));
    assert!(talk(Comment::MAX_BYTES).parse::<Record>().is_ok());
    assert!(matches!(
        flaw(&talk(Comment::MAX_BYTES + 1)),
        Flaw::Comment(_)
    ));

    // A game that fills its bytes, to the last one.
    let talk = |bytes: usize| {
        let mut text = SMALL.trim_end().to_owned();
        let mut left = bytes - SMALL.len();
        while left > 0 {
            let piece = left.min(Comment::MAX_BYTES + 3);
            let piece = if left - piece < 3 {
                left.min(500)
            } else {
                piece
            };
            text.push_str(&format!("\n{{{}}}", "y".repeat(piece - 3)));
            left -= piece;
        }
        text + "\n\n"
    };
    let full: Record = talk(Record::MAX_BYTES).parse().unwrap();
    assert_eq!(full.to_string().len(), Record::MAX_BYTES);
    assert_eq!(full.to_string().parse(), Ok(full.clone()));
    assert_eq!(flaw(&talk(Record::MAX_BYTES + 1)), Flaw::TooLong);
    assert!(full.with_tag(Tag::new("Seal", "").unwrap()).is_err());
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

/// What is read is written so that it is read as the same.
fn stands(results: &[Result<Record, RecordError>]) {
    for result in results {
        match result {
            Ok(record) => {
                let text = record.to_string();
                assert_eq!(text.parse::<Record>().as_ref(), Ok(record), "{text}");
                for line in text.lines() {
                    assert!(line.len() <= RecordReader::MAX_LINE);
                }
            }
            Err(error) => assert!(
                error.game().is_some() && error.line().is_some() && !error.to_string().is_empty()
            ),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn records_at_random_round_trip(seed in any::<u64>(), steps in 0..1_500_usize) {
        let record = record(&mut Chance::new(seed), steps);
        let text = record.to_string();
        prop_assert_eq!(text.parse::<Record>(), Ok(record.clone()));
        prop_assert_eq!(Record::new(record.tags().to_vec(), record.moves().to_vec()), Ok(record.clone()));
        prop_assert_eq!(record.positions().count(), record.moves().len());
        for line in text.lines().skip(record.tags().len()) {
            prop_assert!(line.chars().count() <= Record::COLUMNS || line.starts_with('{'), "{}", line);
        }
    }

    #[test]
    fn pieces_of_any_size_say_the_same(seed in any::<u64>(), cuts in proptest::collection::vec(any::<usize>(), 0..40), small in 1..9_usize) {
        let mut chance = Chance::new(seed);
        let mut text = Vec::new();
        for _ in 0..4 {
            let mut game = record(&mut chance, 60).to_string().into_bytes();
            if chance.below(2) == 0 {
                mutated(&mut chance, &mut game);
            }
            text.extend(game);
        }
        if chance.below(4) == 0 {
            let at = chance.below(text.len());
            text.splice(at..at, vec![b'z'; 5_000]);
        }
        let whole = read([&text[..]]);
        prop_assert_eq!(&read(text.chunks(small)), &whole);
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut % text.len()).collect();
        cuts.extend([0, text.len()]);
        cuts.sort_unstable();
        prop_assert_eq!(&read(cuts.windows(2).map(|cut| &text[cut[0]..cut[1]])), &whole);
    }

    #[test]
    fn mutated_records_are_read_or_refused(seed in any::<u64>()) {
        let mut chance = Chance::new(seed);
        let mut text = Vec::new();
        for _ in 0..2 {
            text.extend(record(&mut chance, 80).to_string().into_bytes());
        }
        for _ in 0..5 {
            mutated(&mut chance, &mut text);
            stands(&read([&text[..]]));
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        stands(&read([&bytes[..]]));
    }
}

#[test]
fn whole_games_of_the_named_sets_round_trip() {
    let mut chance = Chance::new(3);
    for named in Named::ALL {
        let rules = Rules::new(&named.into());
        let mut ended = 0;
        for _ in 0..40 {
            let record = record_of(&mut chance, &rules, 100_000);
            ended += u32::from(record.end().is_over());
            assert_eq!(record.to_string().parse(), Ok(record));
        }
        assert!(ended > 10, "{named}: {ended}");
    }
}
