//! Whole recorded games, good ones and forged ones: their proofs, and where they are wrong. With bots, absent players, lost
//! secrets and seats that gave up.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use ludo_dice::{
    CheckedGame, Claim, Doubt, Fault, Link, Party, Proof, RecordProofs, SeatRolls, WrongDice,
};
use ludo_rules::{Record, RecordError, Seat};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/dice")
}

fn text(name: &str) -> String {
    fs::read_to_string(folder().join(name).with_extension("ludo")).unwrap()
}

/// The only game of a text, read in pieces.
fn read(text: &str) -> Result<CheckedGame, RecordError> {
    let mut proofs = RecordProofs::new();
    let mut games = Vec::new();
    for piece in text.as_bytes().chunks(1000) {
        let mut rest = piece;
        while let Some(game) = proofs.read(&mut rest) {
            games.push(game);
        }
    }
    games.extend(proofs.end());
    assert_eq!(games.len(), 1);
    games.pop().unwrap()
}

fn game(text: &str) -> CheckedGame {
    read(text).unwrap()
}

fn good(name: &str) -> Proof {
    let game = game(&text(name));
    assert_eq!(game.bytes(), Some(text(name).as_bytes()));
    game.proof.unwrap()
}

/// Where a forged record is wrong, and what is wrong there.
fn bad(name: &str) -> (String, Doubt) {
    let game = game(&text(name));
    let unproven = game.proof.clone().unwrap_err();
    (game.place(&unproven), unproven.doubt)
}

fn sum(proof: &Proof, count: impl Fn(&SeatRolls) -> u32) -> u32 {
    proof
        .seats
        .iter()
        .filter_map(|(_, seat)| Some(count(seat.as_ref()?)))
        .sum()
}

#[test]
fn every_vector_comes_out_as_its_name_says() {
    let mut seen = (0, 0);
    for file in fs::read_dir(folder()).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let game = read(&fs::read_to_string(&path).unwrap());
        match name.split_once('_').unwrap().0 {
            "good" => {
                let proof = game.unwrap().proof;
                let proof = proof.unwrap_or_else(|unproven| panic!("{name}: {unproven}"));
                assert_eq!(proof.claim, Claim::Chains);
                assert_eq!(sum(&proof, SeatRolls::rolls), proof.rolls);
                seen.0 += 1;
            }
            "bad" => {
                // Some break the rules of the moves already.
                assert!(game.is_err() || game.unwrap().proof.is_err(), "{name}");
                seen.1 += 1;
            }
            _ => panic!("{name}"),
        }
    }
    assert_eq!(seen, (9, 11));
}

#[test]
fn good_records_say_how_they_were_rolled() {
    let proof = good("good_all_linked");
    assert_eq!(
        (proof.rolls, sum(&proof, |seat| seat.with_link)),
        (427, 427)
    );
    assert!(proof.state.is_some());
    let proof = good("good_two_seats_one_bot");
    let yellow = proof.seats[Seat::Yellow].unwrap();
    assert_eq!((yellow.with_link, yellow.without_link), (0, yellow.rolls()));
    assert!(yellow.rolls() > 50 && proof.seats[Seat::Red].unwrap().with_link > 50);
    assert!(proof.seats[Seat::Green].is_none());
    let proof = good("good_no_chains");
    assert_eq!(sum(&proof, |seat| seat.without_link), 266);
    assert!(sum(&good("good_parchis_three_chains"), |seat| seat.with_link) > 100);
    assert!(sum(&good("good_resigned"), |seat| seat.with_link) > 100);
    assert_eq!(sum(&good("good_absent_player"), |seat| seat.auto), 19);
    assert_eq!(sum(&good("good_secret_lost"), |seat| seat.without_link), 75);
    assert_eq!(
        sum(&good("good_bot_in_a_persons_seat"), |seat| seat.bot),
        80
    );
    let silent = good("good_silent_at_the_begin").seats[Seat::Green].unwrap();
    assert_eq!(silent.without_link, silent.rolls());
}

#[test]
fn forged_records_say_where_they_are_wrong() {
    let wrong = |party, roll, fault| Doubt::Dice(WrongDice { party, roll, fault });
    let green = Party::Seat(Seat::Green);
    assert_eq!(
        bad("bad_no_proof"),
        ("game 1, line 1".into(), Doubt::NoProof)
    );
    // Another one than the first seat rolls first: that breaks the rules before any die is looked at.
    assert!(read(&text("bad_first_changed")).is_err());
    for name in ["bad_die_changed", "bad_auto_mark_added"] {
        let (place, doubt) = bad(name);
        assert_eq!(place, "game 1, line 22, move 1", "{name}");
        assert!(
            matches!(
                doubt,
                Doubt::Dice(WrongDice {
                    roll: 1,
                    fault: Fault::Face { .. },
                    ..
                })
            ),
            "{name}: {doubt}"
        );
    }
    assert_eq!(
        bad("bad_server_link_changed"),
        (
            "game 1, line 14".into(),
            wrong(Party::Server, 0, Fault::NotOfChain)
        )
    );
    assert_eq!(
        bad("bad_seat_tip_changed"),
        ("game 1, line 16".into(), wrong(green, 0, Fault::NotOfChain))
    );
    assert_eq!(
        bad("bad_same_chain_twice").1,
        wrong(green, 0, Fault::SameTip(Party::Seat(Seat::Red)))
    );
    let (place, doubt) = bad("bad_link_used_after_nolink");
    assert!(
        matches!(
            doubt,
            Doubt::Dice(WrongDice {
                fault: Fault::AfterNoLink,
                ..
            })
        ),
        "{doubt}"
    );
    assert!(place.contains(", move "), "{place}");
    let (_, doubt) = bad("bad_server_revealed_too_much");
    let Doubt::Index {
        party: Party::Server,
        shown,
        right,
    } = doubt
    else {
        panic!("{doubt}")
    };
    assert!(shown > right);
    // What these change goes into S, so that the first seat or a die is another one.
    for name in ["bad_game_id_changed", "bad_seat_chain_removed"] {
        let (_, doubt) = bad(name);
        assert!(
            matches!(
                doubt,
                Doubt::Dice(WrongDice {
                    fault: Fault::First { .. } | Fault::Face { .. },
                    ..
                })
            ),
            "{name}: {doubt}"
        );
    }
}

/// A good record with one thing changed, and the doubt that it raises.
fn changed(name: &str, from: &str, to: &str) -> Doubt {
    let before = text(name);
    assert!(before.contains(from), "{from}");
    let record: Record = before.replacen(from, to, 1).parse().unwrap();
    Proof::of(&record).unwrap_err().doubt
}

#[test]
fn tags_of_another_form_are_told() {
    let all = "good_all_linked";
    let server = " 428 4a6f8fab";
    assert_eq!(
        changed(all, "[Dice \"chain-1\"]", "[Dice \"chain-2\"]"),
        Doubt::Scheme
    );
    assert_eq!(
        changed(all, "[Dice \"chain-1\"]", "[Dice \"local\"]"),
        Doubt::WithoutScheme("DiceServer")
    );
    assert_eq!(
        changed(all, "[Dice \"chain-1\"]\n", ""),
        Doubt::WithoutScheme("DiceServer")
    );
    assert_eq!(
        changed(all, "[DiceServer \"", "[Server \""),
        Doubt::Missing("DiceServer")
    );
    assert_eq!(changed(all, "[Game \"", "[Play \""), Doubt::Missing("Game"));
    assert!(matches!(
        changed(all, "[Game \"4", "[Game \"X"),
        Doubt::Game { .. }
    ));
    assert!(matches!(
        changed(all, "[Game \"44", "[Game \"4"),
        Doubt::Game { .. }
    ));
    for form in [
        " 0428 4a6f8fab",
        " +428 4a6f8fab",
        "  428 4a6f8fab",
        " 428 4A6f8fab",
        " 0 4a6f8fab",
    ] {
        assert_eq!(
            changed(all, server, form),
            Doubt::Form("DiceServer"),
            "{form}"
        );
    }
    assert!(matches!(
        changed(all, server, " 4294967295 4a6f8fab"),
        Doubt::Index {
            shown: u32::MAX,
            right: 428,
            ..
        }
    ));
    // Nothing of the server's chain at all.
    let record = text("good_no_chains");
    let start = record.find(" 267 f013").unwrap();
    let end = start + record[start..].find("\"]").unwrap();
    let none = format!("{} 0 -{}", &record[..start], &record[end..]);
    assert!(matches!(
        Proof::of(&none.parse().unwrap()).unwrap_err().doubt,
        Doubt::Index {
            shown: 0,
            right: 267,
            ..
        }
    ));
}

#[test]
fn marks_that_cannot_be_are_told() {
    let auto = "{[%auto]}";
    let absent = "good_absent_player";
    assert_eq!(changed(absent, auto, "{[%auto] [%nolink]}"), Doubt::Marks);
    assert_eq!(
        changed(absent, auto, "{[%auto] [%bot Simple]}"),
        Doubt::Marks
    );
    assert_eq!(
        changed(absent, auto, "{[%auto]} {[%automove]}"),
        Doubt::Marks
    );
    let silent = "good_silent_at_the_begin";
    assert_eq!(
        changed(silent, "g6:0-1", "g6:0-1 {[%nolink]}"),
        Doubt::NoLinkWithoutChain(Seat::Green)
    );
    // The last roll with a link, marked as one without: the record then shows a link that nobody used.
    let before = text("good_two_seats_one_bot");
    let last = before.rfind(" r").unwrap();
    let end = last + 1 + before[last + 1..].find([' ', '\n']).unwrap();
    let marked = format!("{} {{[%auto]}}{}", &before[..end], &before[end..]);
    let proof = Proof::of(&marked.parse().unwrap());
    assert!(matches!(
        proof.unwrap_err().doubt,
        Doubt::Index { .. } | Doubt::Dice(_)
    ));
}

#[test]
fn a_game_of_chains_begins_at_an_outset() {
    let head_start =
        "[First \"b\"]\n[Start \"classic 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,1 b roll 0 - -\"]\n";
    let record = text("good_all_linked");
    let (tags, _) = record.split_once("\n\n").unwrap();
    let tags = tags
        .replace("[First \"b\"]\n", head_start)
        .replace("[Places \"byrg\"]", "[Places \"*\"]")
        .replace("\"normal\"", "\"unfinished\"");
    let record: Record = format!("{tags}\n\nb1:1-2\n\n").parse().unwrap();
    assert_eq!(Proof::of(&record).unwrap_err().doubt, Doubt::Start);
}

#[test]
fn the_first_seat_follows_from_the_links() {
    // A game that was stopped before its first roll, and the server's first link.
    let record = text("good_all_linked");
    let (tags, _) = record.split_once("\n\n").unwrap();
    let mut tags = tags
        .replace("[Places \"byrg\"]", "[Places \"*\"]")
        .replace("\"normal\"", "\"abandoned\"");
    for name in [
        "DiceServer",
        "DiceRed",
        "DiceGreen",
        "DiceYellow",
        "DiceBlue",
    ] {
        let start = tags.find(&format!("[{name} ")).unwrap();
        let end = start + tags[start..].find('\n').unwrap();
        let line = tags[start..end].to_owned();
        let words: Vec<&str> = line.split([' ', '"']).collect();
        let (index, last): (u32, Link) = (words[3].parse().unwrap(), words[4].parse().unwrap());
        let first = Link(last.down(index - 1));
        tags.replace_range(start..end, &format!("[{name} \"{} 1 {first}\"]", words[2]));
    }
    let record = format!("{tags}\n\n\n");
    let game = game(&record);
    assert_eq!(game.proof.unwrap().rolls, 0);
    let other = read(&record.replace("[First \"b\"]", "[First \"r\"]")).unwrap();
    let unproven = other.proof.clone().unwrap_err();
    assert_eq!(
        other.place(&unproven) + ": " + &unproven.to_string(),
        "game 1, line 12: red is said to begin, but the links give blue"
    );
}

#[test]
fn many_games_are_read_one_by_one_and_good_ones_around_a_bad_one_are_kept() {
    let good = text("good_two_seats_one_bot");
    let broken = good.replacen("r3:pass", "r3:0-1", 1);
    let long = format!("[{}\n", "x".repeat(9000));
    let forged = text("bad_die_changed");
    let all = format!(
        "\n\n{good}{broken}not a game\n\n{long}more\n\n{forged}\n{}",
        good.trim_end()
    );
    for size in [1, 7, 4096, usize::MAX] {
        let mut proofs = RecordProofs::new();
        let mut seen = Vec::new();
        let mut see = |game: Result<CheckedGame, RecordError>| match game {
            Err(error) => seen.push(format!("{:?} refused", error.game())),
            Ok(game) => {
                let start = all.lines().nth(usize::try_from(game.line).unwrap() - 1);
                assert_eq!(start, Some("[Event \"Vector\"]"));
                let proven = if game.proof.is_ok() { "good" } else { "bad" };
                seen.push(format!("{} {proven}", game.game));
                if game.proof.is_ok() {
                    let bytes = game.bytes().unwrap();
                    assert_eq!(bytes.trim_ascii_end(), good.trim_end().as_bytes());
                } else {
                    assert_eq!(game.bytes().unwrap(), forged.as_bytes());
                }
            }
        };
        for piece in all.as_bytes().chunks(size.min(all.len())) {
            let mut rest = piece;
            while let Some(game) = proofs.read(&mut rest) {
                see(game);
            }
        }
        if let Some(game) = proofs.end() {
            see(game);
        }
        assert_eq!(
            seen,
            [
                "1 good",
                "Some(2) refused",
                "Some(3) refused",
                "4 bad",
                "5 good"
            ],
            "{size}"
        );
    }
}

#[test]
fn a_text_that_ends_too_early_is_told() {
    let good = text("good_no_chains");
    let (tags, _) = good.split_once("\n\n").unwrap();
    let mut proofs = RecordProofs::new();
    assert!(proofs.read(&mut tags.as_bytes()).is_none());
    assert!(proofs.end().unwrap().is_err());
    let mut proofs = RecordProofs::new();
    assert!(proofs.read(&mut &b"nothing"[..]).is_none());
    assert_eq!(proofs.end().unwrap().unwrap_err().game(), Some(1));
    assert!(RecordProofs::new().end().is_none());
}

/// What is shown roll by roll is what was proven, and no more.
#[test]
fn each_roll_that_is_told_is_proven() {
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.display();
        let Ok(record) = fs::read_to_string(&path).unwrap().parse::<Record>() else {
            continue;
        };
        let mut rolls = Vec::new();
        let proof = Proof::roll_by_roll(&record, |roll| rolls.push(roll));
        assert_eq!(proof, Proof::of(&record), "{name}");
        let Ok(proof) = proof else { continue };
        if proof.claim == Claim::Nothing {
            assert!(rolls.is_empty(), "{name}");
            continue;
        }
        assert_eq!(rolls.len(), proof.rolls as usize, "{name}");
        for (number, roll) in (1..).zip(&rolls) {
            assert_eq!(roll.roll, number, "{name}");
        }
        for (seat, counted) in proof.seats.iter() {
            let Some(counted) = counted else { continue };
            let own = || rolls.iter().filter(|roll| roll.seat == seat);
            assert_eq!(own().count(), counted.rolls() as usize, "{name}");
            let linked = own().filter(|roll| roll.link.is_some()).count();
            assert_eq!(linked, counted.with_link as usize, "{name}");
        }
    }
}
