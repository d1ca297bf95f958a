//! Texts that are not positions: which field is wrong, and why.
#![allow(clippy::unwrap_used)]

use ludo_rules::{Due, Face, PositionError, Reason, RuleSetError, Seat, parse_position};

fn error(text: &str) -> PositionError {
    match parse_position(text) {
        Ok((_, position)) => panic!("accepted: {position}"),
        Err(error) => error,
    }
}

fn fields(texts: &[(&str, u8)]) {
    for &(text, field) in texts {
        let error = error(text);
        assert_eq!(error.field(), field, "{text}: {error}");
        assert!(
            error.to_string().starts_with(&format!("field {field}: ")),
            "{error}"
        );
    }
}

fn accepted(texts: &[&str]) {
    for text in texts {
        match parse_position(text) {
            Ok((rules, position)) => assert_eq!(rules.text(&position), *text),
            Err(error) => panic!("{error}: {text}"),
        }
    }
}

#[test]
fn the_number_of_fields() {
    fields(&[
        ("", 1),
        (" ", 1),
        ("classic", 2),
        ("classic ", 2),
        ("classic 0,0,0,0/0,0,0,0/-/-", 3),
        ("classic 0,0,0,0/0,0,0,0/-/- r", 4),
        ("classic 0,0,0,0/0,0,0,0/-/- r roll", 5),
        ("classic 0,0,0,0/0,0,0,0/-/- r roll 0", 6),
        ("classic 0,0,0,0/0,0,0,0/-/- r roll 0 -", 7),
        ("classic 0,0,0,0/0,0,0,0/-/- r roll 0 - - ", 7),
        ("classic 0,0,0,0/0,0,0,0/-/- r roll 0 - - -", 7),
        ("classic 0,0,0,0/0,0,0,0/-/- r roll 0 - -\n", 7),
        ("classic  0,0,0,0/0,0,0,0/-/- r roll 0 - -", 2),
        (" classic 0,0,0,0/0,0,0,0/-/- r roll 0 - -", 1),
        ("classic\t0,0,0,0/0,0,0,0/-/- r roll 0 - -", 1),
    ]);
    assert_eq!(*error("classic").reason(), Reason::Missing);
    assert_eq!(
        *error("classic 0,0,0,0/0,0,0,0/-/- r roll 0 - - -").reason(),
        Reason::TooLong
    );
}

#[test]
fn field_1_the_rules() {
    let rest = "0,0,0,0/0,0,0,0/-/- r roll 0 - -";
    for set in [
        "ludo",
        "Classic",
        "classic+",
        "classic+own",
        "classic+own=",
        "classic+own=wall",
        "classic+ring=40",
        "classic+own=free",
        "classic+own=block+out=1",
        "classic+own=block+own=block",
        "classic+own=barrier",
        "mensch+home=roll",
        "chinczyk+safe=stars",
        "parchis+safe=none",
        "classic+own=block=",
    ] {
        fields(&[(&format!("{set} {rest}"), 1)]);
    }
    let twice = error(&format!("classic+end=first+end=first {rest}"));
    assert!(matches!(
        twice.reason(),
        Reason::RuleSet(RuleSetError::Twice(_))
    ));
}

#[test]
fn field_2_the_tokens() {
    let with = |set: &str, groups: &str| format!("{set} {groups} r roll 0 - -");
    for (set, groups) in [
        ("classic", "0,0,0,0/0,0,0,0/-"),
        ("classic", "0,0,0,0/0,0,0,0/-/-/-"),
        ("classic", "0,0,0/0,0,0,0/-/-"),
        ("classic", "0,0,0,0,0/0,0,0,0/-/-"),
        ("classic", "0,0,1,0/0,0,0,0/-/-"),
        ("classic", "0,0,0,58/0,0,0,0/-/-"),
        ("mensch", "0,0,0,45/0,0,0,0/-/-"),
        ("parchis", "0,0,0,73/0,0,0,0/-/-"),
        ("classic", "0,0,0,01/0,0,0,0/-/-"),
        ("classic", "00,0,0,1/0,0,0,0/-/-"),
        ("classic", "0,0,0,+1/0,0,0,0/-/-"),
        ("classic", "0,0,0,-1/0,0,0,0/-/-"),
        ("classic", "0,0,0,256/0,0,0,0/-/-"),
        ("classic", "0,0,0,/0,0,0,0/-/-"),
        ("classic", ",0,0,0/0,0,0,0/-/-"),
        ("classic", "/0,0,0,0/-/-"),
        ("classic", "X/0,0,0,0/-/-"),
        // Seats.
        ("classic", "0,0,0,0/-/-/-"),
        ("classic", "-/-/-/-"),
        // Rivals together: green's 1 is red's 14.
        ("classic", "0,0,0,14/0,0,0,1/-/-"),
        ("modern", "0,0,0,15/0,0,0,2/-/-"),
        ("parchis", "0,0,0,19/0,0,0,2/-/-"),
        // Too many together.
        ("classic+own=forbidden", "0,0,3,3/0,0,0,0/-/-"),
        ("mensch", "0,0,3,3/0,0,0,0/-/-"),
        ("mensch", "0,0,43,43/0,0,0,0/-/-"),
        ("mensch+own=free", "0,0,43,43/0,0,0,0/-/-"),
        ("parchis", "0,3,3,3/0,0,0,0/-/-"),
        ("parchis", "0,0,18,18/0,0,0,1/-/-"),
        ("parchis", "0,0,0,18/0,0,0,1/0,0,0,52/-"),
    ] {
        fields(&[(&with(set, groups), 2)]);
    }
    let crowded = error(&with("mensch", "0,0,43,43/0,0,0,0/-/-"));
    assert_eq!(
        *crowded.reason(),
        Reason::Crowded {
            seat: Seat::Red,
            place: 43
        }
    );
    let rivals = error(&with("classic", "0,0,0,14/0,0,0,1/-/-"));
    assert_eq!(*rivals.reason(), Reason::Rivals(Seat::Red, Seat::Green));
    accepted(&[
        &with("classic", "0,3,3,3/0,0,0,0/-/-"),
        &with("modern", "0,14,14,14/0,0,1,1/-/-"),
        &with("classic+own=forbidden", "0,0,53,53/0,0,0,0/-/-"),
        &with("parchis", "0,68,68,68/0,0,0,0/-/-"),
        &with("parchis", "0,0,0,18/0,0,0,1/-/-"),
        &with("mensch+own=free", "0,0,3,3/0,0,0,0/-/-"),
    ]);
}

#[test]
fn field_3_the_turn() {
    fields(&[
        ("classic 0,0,0,0/0,0,0,0/-/- R roll 0 - -", 3),
        ("classic 0,0,0,0/0,0,0,0/-/- x roll 0 - -", 3),
        ("classic 0,0,0,0/0,0,0,0/-/-  roll 0 - -", 3),
        ("classic 0,0,0,0/0,0,0,0/-/- rg roll 0 - -", 3),
        ("classic 0,0,0,0/0,0,0,0/-/- y roll 0 - -", 3),
        ("classic 0,0,0,0/0,0,0,0/x/- y roll 0 -/y -", 3),
        ("classic 57,57,57,57/0,0,0,0/0,0,0,0/- r roll 0 r -", 3),
        ("mensch 41,42,43,44/0,0,0,0/0,0,0,0/- r roll 0 r -", 3),
        // Nobody's turn, and no end.
        ("classic 0,0,0,0/0,0,0,0/-/- - roll 0 - -", 3),
        // The end, and somebody's turn.
        ("classic 57,57,57,57/-/0,0,0,9/- y over 0 ry -", 3),
        ("classic 57,57,57,57/-/0,0,0,9/- r over 0 ry -", 3),
    ]);
}

#[test]
fn field_4_what_is_due() {
    fields(&[
        ("classic 0,0,0,0/0,0,0,0/-/- r Roll 0 - -", 4),
        ("classic 0,0,0,0/0,0,0,0/-/- r roll1 0 - -", 4),
        ("classic 0,0,0,0/0,0,0,0/-/- r roll4 0 - -", 4),
        ("classic 0,0,0,9/0,0,0,0/-/- r move:0 0 - -", 4),
        ("classic 0,0,0,9/0,0,0,0/-/- r move:7 0 - -", 4),
        ("classic 0,0,0,9/0,0,0,0/-/- r move:06 0 - -", 4),
        ("classic 0,0,0,9/0,0,0,0/-/- r move: 0 - -", 4),
        ("parchis 0,0,0,9/0,0,0,0/-/- r bonus:15 0 - -", 4),
        // What the rules cannot have.
        ("classic 0,0,0,9/0,0,0,0/-/- r bonus:20 0 - -", 4),
        ("classic+home=10 0,0,0,9/0,0,0,0/-/- r bonus:20 0 - -", 4),
        (
            "parchis+capture=roll 0,0,0,9/0,0,0,0/-/- r bonus:20 0 - -",
            4,
        ),
        ("classic 0,0,0,0/0,0,0,0/-/- r roll2 0 - -", 4),
        // Tries out of their condition.
        ("chinczyk 0,0,0,1/0,0,0,0/-/- r roll2 0 - -", 4),
        ("chinczyk 0,0,0,42/0,0,0,0/-/- r roll3 0 - -", 4),
        ("chinczyk 40,42,43,44/0,0,0,0/-/- r roll2 0 - -", 4),
        // Nothing to move.
        ("classic 0,0,0,0/0,0,0,0/-/- r move:5 0 - -", 4),
        ("classic 0,0,0,56/0,0,0,0/-/- r move:2 0 - -", 4),
        ("parchis 0,0,0,0/0,0,0,0/-/- r bonus:20 0 - -", 4),
        ("parchis 0,0,0,53/0,0,0,0/-/- r bonus:20 0 - -", 4),
        // Over or not.
        ("classic 0,0,0,0/0,0,0,0/-/- r over 0 - -", 4),
        ("classic 57,57,57,57/-/0,0,0,9/- - roll 0 ry -", 4),
        ("classic 57,57,57,57/-/0,0,0,9/- y roll 0 r -", 4),
        ("classic 0,0,0,0/x/-/- r roll 0 -/g -", 4),
        (
            "classic+end=first 57,57,57,57/0,0,0,1/0,0,0,0/- g roll 0 r -",
            4,
        ),
    ]);
    accepted(&[
        "chinczyk 0,0,0,44/0,0,0,0/-/- r roll3 0 - -",
        "parchis 0,0,0,52/0,0,0,0/-/- r bonus:20 0 - -",
        "parchis 0,0,0,52/0,0,0,0/-/- r bonus:10 2 - 52",
        "classic 0,0,0,55/0,0,0,0/-/- r move:2 0 - -",
        "classic 0,0,0,0/0,0,0,0/-/- r move:6 2 - -",
    ]);
}

#[test]
fn field_5_the_sixes() {
    fields(&[
        ("classic 0,0,0,9/0,0,0,0/-/- r roll 3 - -", 5),
        ("classic 0,0,0,9/0,0,0,0/-/- r roll 00 - -", 5),
        ("classic 0,0,0,9/0,0,0,0/-/- r roll - - -", 5),
        ("classic 0,0,0,9/0,0,0,0/-/- r roll  - -", 5),
        ("mensch 0,0,0,9/0,0,0,0/-/- r roll 2 - -", 5),
        ("classic 0,0,0,9/0,0,0,0/-/- r move:6 0 - -", 5),
        ("classic 0,0,0,9/0,0,0,0/-/- r move:3 1 - -", 5),
        ("chinczyk 0,0,0,0/0,0,0,0/-/- r roll2 1 - -", 5),
        ("classic 57,57,57,57/-/0,0,0,9/- - over 1 ry -", 5),
    ]);
    let six = error("classic 0,0,0,9/0,0,0,0/-/- r move:6 0 - -");
    assert_eq!(
        *six.reason(),
        Reason::SixesDue {
            sixes: 0,
            due: Due::Move(Face::Six)
        }
    );
    accepted(&[
        "mensch 0,0,0,9/0,0,0,0/-/- r roll 1 - -",
        "classic 0,0,0,9/0,0,0,0/-/- r roll 2 - -",
    ]);
}

#[test]
fn field_6_the_places() {
    fields(&[
        ("classic 57,57,57,57/0,0,0,9/0,0,0,0/- g roll 0 - -", 6),
        ("classic 57,57,57,57/0,0,0,9/0,0,0,0/- g roll 0 ry -", 6),
        ("classic 57,57,57,57/0,0,0,9/0,0,0,0/- g roll 0 rr -", 6),
        ("classic 57,57,57,57/0,0,0,9/0,0,0,0/- g roll 0 R -", 6),
        ("classic 0,0,0,57/0,0,0,9/0,0,0,0/- g roll 0 r -", 6),
        ("classic 0,0,0,57/0,0,0,9/0,0,0,0/- g roll 0  -", 6),
        // Resigned seats.
        ("classic 0,0,0,57/0,0,0,9/x/- g roll 0 - -", 6),
        ("classic 0,0,0,57/0,0,0,9/x/- g roll 0 y -", 6),
        ("classic 0,0,0,57/0,0,0,9/x/- g roll 0 /y -", 6),
        ("classic 0,0,0,57/0,0,0,9/x/- g roll 0 -/ -", 6),
        ("classic 0,0,0,57/0,0,0,9/x/- g roll 0 -/yb -", 6),
        ("classic 0,0,0,57/0,0,0,9/x/- g roll 0 -/y/ -", 6),
        ("classic 0,0,0,57/0,0,0,9/0,0,0,1/- g roll 0 -/y -", 6),
        // When it is over.
        ("classic 57,57,57,57/-/0,0,0,9/- - over 0 - -", 6),
        ("classic 57,57,57,57/-/0,0,0,9/- - over 0 r -", 6),
        ("classic 57,57,57,57/-/0,0,0,9/- - over 0 yr -", 6),
        ("classic 57,57,57,57/-/0,0,0,9/- - over 0 rg -", 6),
        ("classic 57,57,57,57/x/0,0,0,9/- - over 0 rgy -", 6),
        ("classic 57,57,57,57/x/0,0,0,9/- - over 0 ry/g -", 6),
        ("classic 0,0,0,1/-/0,0,0,9/- - over 0 ry -", 6),
        ("classic 0,0,0,9/-/0,0,0,9/- - over 0 yr -", 6),
        ("classic+end=first 57,57,57,57/-/0,0,0,9/- - over 0 ry -", 6),
        ("classic+end=first 57,57,57,57/-/0,0,0,9/- - over 0 y -", 6),
        (
            "classic+end=first 57,57,57,57/57,57,57,57/0,0,0,9/- - over 0 r -",
            6,
        ),
    ]);
    accepted(&[
        "classic 57,57,57,57/57,57,57,57/0,0,0,0/0,0,0,0 y roll 0 gr -",
        "classic 57,57,57,57/57,57,57,57/0,0,0,0/0,0,0,0 y roll 0 rg -",
        "classic 57,57,57,57/x/0,0,0,9/0,0,0,0 y roll 0 r/g -",
        "classic 0,0,0,0/x/0,0,0,9/x y roll 0 -/bg -",
        "classic 57,57,57,57/x/0,0,0,9/x - over 0 rygb -",
        "classic 57,57,57,57/x/0,0,0,9/x - over 0 rybg -",
        "classic 0,0,0,1/-/0,0,0,9/- - over 0 yr -",
        "classic 0,0,0,9/-/0,0,0,9/- - over 0 ry -",
        "classic+end=first 57,57,57,57/x/0,0,0,9/- - over 0 r -",
        "classic+end=first 0,0,0,8/x/0,0,0,9/- - over 0 y -",
    ]);
}

#[test]
fn field_7_the_token_moved_last() {
    fields(&[
        ("classic 0,0,0,9/0,0,0,0/-/- r roll 1 - 9", 7),
        ("parchis 0,0,0,9/0,0,0,0/-/- r roll 1 - 8", 7),
        ("parchis 0,0,0,9/0,0,0,0/-/- r roll 1 - 0", 7),
        ("parchis 0,0,0,9/0,0,0,0/-/- r roll 1 - 09", 7),
        ("parchis 0,0,0,9/0,0,0,0/-/- r roll 1 - 73", 7),
        ("parchis 0,0,0,9/0,0,0,0/-/- r roll 1 - x", 7),
        ("parchis 0,0,0,9/0,0,0,0/-/- r roll 1 - ", 7),
        ("parchis 72,72,72,72/-/0,0,0,9/- - over 0 ry 9", 7),
    ]);
    accepted(&[
        "parchis 0,0,0,9/0,0,0,0/-/- r roll 1 - 9",
        "parchis 0,0,0,9/0,0,0,0/-/- r roll 0 - 9",
        "parchis 0,0,0,72/0,0,0,0/-/- r roll 2 - 72",
        "classic+sixes=back 0,0,0,9/0,0,0,0/-/- r move:6 2 - 9",
    ]);
}

#[test]
fn the_lowest_wrong_field_is_named() {
    fields(&[
        ("ludo 0,0,0/- z foo 9 zz 99", 1),
        ("classic 0,0,0/- z foo 9 zz 99", 2),
        ("classic 0,0,0,0/0,0,0,0/-/- z foo 9 zz 99", 3),
        ("classic 0,0,0,0/0,0,0,0/-/- r foo 9 zz 99", 4),
        ("classic 0,0,0,0/0,0,0,0/-/- r roll 9 zz 99", 5),
        ("classic 0,0,0,0/0,0,0,0/-/- r roll 0 zz 99", 6),
        ("classic 0,0,0,0/0,0,0,0/-/- r roll 0 - 99", 7),
    ]);
}
