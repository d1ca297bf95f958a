use ludo_rules::{Comment, Entry, Flaw, Record, RecordReader, Seat, Tag, Termination};

use crate::{SMALL, read_text};

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
            "[Rules ",
            "\u{feff}[Rules ",
            "game 1, line 1: the line begins with a byte order mark (U+FEFF); save the text as UTF-8 without one",
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
