use ludo_rules::{Named, Record, RecordError, RecordReader, Rules};
use proptest::prelude::*;

use crate::common::Chance;
use crate::common::records::{mutated, record, record_of};
use crate::read;

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
