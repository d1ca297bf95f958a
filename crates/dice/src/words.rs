/// The words for the bytes 0 to 255, in this order: short, common, and no two alike in sound or letters.
const WORDS: [&str; 256] = [
    "acorn", "actor", "album", "amber", "anchor", "ankle", "apple", "apron", "arch", "arrow",
    "atlas", "aunt", "badge", "baker", "bamboo", "banana", "banjo", "barn", "basket", "bear",
    "bell", "berry", "bike", "birch", "blanket", "bottle", "bread", "brick", "bridge", "broom",
    "bucket", "butter", "button", "cabin", "cactus", "camel", "candle", "canoe", "carpet",
    "castle", "cello", "chalk", "cherry", "chimney", "circle", "cliff", "cloud", "clover", "cobra",
    "coffee", "comet", "copper", "coral", "cotton", "crab", "crown", "cup", "cymbal", "dance",
    "desk", "diamond", "diary", "doctor", "dolphin", "door", "dragon", "drum", "duck", "dust",
    "eagle", "earth", "echo", "elbow", "elm", "engine", "envelope", "fabric", "falcon", "farm",
    "feather", "fern", "fiddle", "flag", "flute", "forest", "fountain", "fox", "frost", "galaxy",
    "garden", "ginger", "giraffe", "glove", "goat", "gold", "goose", "grape", "guitar", "hammer",
    "harbour", "harp", "hat", "hazel", "hedge", "helmet", "heron", "hill", "honey", "horse",
    "hotel", "ice", "igloo", "indigo", "ink", "iron", "island", "ivory", "ivy", "jacket", "jam",
    "jelly", "jewel", "judge", "juice", "jungle", "kayak", "kettle", "key", "king", "kitchen",
    "kite", "knee", "ladder", "lake", "lamp", "leaf", "lemon", "letter", "lilac", "lion", "lotus",
    "lunch", "magnet", "magpie", "mango", "maple", "market", "meadow", "melon", "mirror", "monkey",
    "moon", "moss", "mouse", "museum", "music", "napkin", "needle", "nest", "night", "north",
    "nut", "oak", "oasis", "ocean", "olive", "onion", "opal", "orange", "orchid", "otter", "owl",
    "oyster", "paddle", "palace", "panda", "paper", "parrot", "peach", "pearl", "pencil", "pepper",
    "piano", "pillow", "pilot", "planet", "pony", "potato", "prince", "pumpkin", "puzzle", "queen",
    "quilt", "quiz", "rabbit", "radio", "rain", "raven", "ribbon", "river", "robin", "rocket",
    "rose", "ruby", "salt", "sand", "scarf", "school", "sea", "shell", "silver", "snow", "soup",
    "spoon", "spring", "squirrel", "star", "stone", "sugar", "summer", "summit", "swan", "table",
    "tailor", "temple", "thunder", "ticket", "tiger", "tomato", "tower", "tulip", "tundra",
    "turtle", "umbrella", "uncle", "valley", "vanilla", "velvet", "village", "violin", "volcano",
    "wagon", "walnut", "water", "whale", "wheat", "window", "winter", "wizard", "wolf", "wood",
    "yacht", "yellow", "yogurt", "zebra", "zero",
];

/// Four words for a state of a game's dice: those of its first four bytes. People who played at one table compare them, and
/// if they are the same, they saw the same game. They are the same in every language.
///
/// ```
/// let mut state = [7; 32];
/// state[1] = 0;
/// assert_eq!(ludo_dice::words(&state), ["apron", "acorn", "apron", "apron"]);
/// ```
#[must_use]
pub fn words(state: &[u8; 32]) -> [&'static str; 4] {
    let [one, two, three, four, ..] = *state;
    // There is a word for every byte.
    [one, two, three, four].map(|byte| WORDS.get(usize::from(byte)).copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;

    fn distance(one: &str, other: &str) -> usize {
        let mut row: Vec<usize> = (0..=other.len()).collect();
        for (i, a) in one.bytes().enumerate() {
            let mut next = vec![i + 1];
            for (j, b) in other.bytes().enumerate() {
                next.push(
                    (row[j] + usize::from(a != b))
                        .min(row[j + 1] + 1)
                        .min(next[j] + 1),
                );
            }
            row = next;
        }
        row[other.len()]
    }

    #[test]
    fn the_words_are_short_plain_and_not_to_be_mixed_up() {
        for (n, word) in WORDS.iter().enumerate() {
            assert!(
                (3..=8).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase()),
                "{word}"
            );
            for other in &WORDS[n + 1..] {
                assert!(word < other, "{word} {other}");
                assert!(distance(word, other) > 1, "{word} {other}");
                assert!(!other.starts_with(word), "{word} {other}");
            }
        }
    }

    /// Whoever writes a program of their own finds the list there.
    #[test]
    fn the_document_has_the_same_list() {
        let document = include_str!("../../../docs/dice.md");
        let list: Vec<&str> = document
            .split("<!-- words -->")
            .nth(1)
            .unwrap_or_default()
            .split_whitespace()
            .filter(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()) && *word != "text")
            .collect();
        assert_eq!(list, WORDS);
    }
}
