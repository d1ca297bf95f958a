//! What must hold for any input: the bodies of the fuzz targets. They panic where it does not.

use ludo_rules::{
    Captured, Due, Face, Key, Length, Move, Position, Record, RecordError, RecordReader, RuleSet,
    Rules, Seat, SeatSet, Tag, parse_position,
};

/// Any text, as a position.
pub fn position(text: &str) {
    let Ok((rules, position)) = parse_position(text) else {
        return;
    };
    assert_eq!(rules.text(&position), text);
    check_outcomes(&rules, &position);
    assert_eq!(position.places().is_some(), position.is_over());
    for seat in Seat::ALL {
        match rules.resign(&position, seat) {
            Ok(next) => reads_as_itself(&next),
            Err(_) => assert!(!position.in_play().contains(seat)),
        }
    }
    let end = rules.end_by_limit(&position);
    assert!(end.is_over());
    reads_as_itself(&end);
}

/// The legal moves are those that can be played, and no others.
fn check_outcomes(rules: &Rules, position: &Position) {
    let rolls = match position.due() {
        Due::Roll { .. } => {
            assert!(rules.moves(position, None).is_err());
            Face::ALL.map(Some).to_vec()
        }
        _ => {
            assert!(rules.moves(position, Some(Face::One)).is_err());
            vec![None]
        }
    };
    for roll in rolls {
        let moves = rules
            .moves(position, roll)
            .expect("a roll where one is due");
        assert_eq!(moves.is_empty(), position.is_over());
        assert!(moves.windows(2).all(|pair| pair[0].from() < pair[1].from()));
        for &mv in &moves {
            let next = rules.play(position, roll, mv).expect("a legal move");
            reads_as_itself(&next);
            assert_eq!(mv.to_string().parse(), Ok(mv));
        }
        assert_eq!(rules.autopilot(position, roll).is_some(), !moves.is_empty());
        for mv in candidates(rules, position) {
            let played = rules.play(position, roll, mv);
            assert_eq!(
                played.is_ok(),
                moves.contains(&mv),
                "{position} {roll:?} {mv}"
            );
        }
    }
}

/// Moves that somebody could try: each token, as far as anything goes, with at most two captured.
fn candidates(rules: &Rules, position: &Position) -> Vec<Move> {
    let mut moves = vec![Move::Pass, Move::Void];
    let tokens = position
        .turn()
        .and_then(|seat| position.tokens(seat))
        .unwrap_or_default();
    for from in tokens.into_iter().chain([0, 1, rules.goal()]) {
        moves.push(Move::Back { from });
        for to in from + 1..=from + 20 {
            moves.push(Move::Token {
                from,
                to,
                captured: Captured::NONE,
            });
            for seat in Seat::ALL {
                for count in [1, 2] {
                    let mut counts = [0; 4];
                    counts[seat.index()] = count;
                    moves.push(Move::Token {
                        from,
                        to,
                        captured: Captured::new(counts),
                    });
                }
            }
        }
    }
    moves
}

fn reads_as_itself(position: &Position) {
    assert_eq!(
        position.to_string().parse::<Position>().as_ref(),
        Ok(position)
    );
}

/// Any text, as a rule set, a move, seats, a tag.
pub fn rule_set(text: &str) {
    if let Ok(set) = text.parse::<RuleSet>() {
        assert_eq!(set.to_string(), text);
        for key in Key::ALL {
            assert_eq!(set.with(key, set.switches().value(key)), Ok(set));
        }
        let rules = Rules::new(&set);
        for length in [Length::Whole, Length::Quick] {
            let start = rules
                .start(SeatSet::ALL, Seat::Red, length)
                .expect("four seats");
            reads_as_itself(&start);
            check_outcomes(&rules, &start);
        }
    }
    if let Ok(mv) = text.parse::<Move>() {
        assert_eq!(mv.to_string(), text);
    }
    if let Ok(seats) = text.parse::<SeatSet>() {
        assert_eq!(seats.to_string(), text);
    }
    if let Ok(tag) = text.parse::<Tag>() {
        assert_eq!(tag.to_string(), text);
    }
}

/// Any bytes, as a file of records. The first one says in what pieces they are read.
pub fn record(bytes: &[u8]) {
    let Some((&size, file)) = bytes.split_first() else {
        return;
    };
    let whole = read([file]);
    assert_eq!(read(file.chunks(usize::from(size) + 1)), whole);
    for record in whole.into_iter().flatten() {
        let text = record.to_string();
        assert_eq!(text.parse::<Record>().as_ref(), Ok(&record));
        assert_eq!(record.positions().count(), record.moves().len());
        reads_as_itself(record.end());
    }
}

fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Result<Record, RecordError>> {
    let mut reader = RecordReader::new();
    let mut results = Vec::new();
    for mut piece in pieces {
        while let Some(result) = reader.read(&mut piece) {
            results.push(result);
        }
    }
    results.extend(reader.end());
    results
}
