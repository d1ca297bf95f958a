//! The counts of dice.

use ludo_dice::{GameId, Tip};
use ludo_store::{Append, DiceCount, EndedGame};
use ludo_table::{End, Event};

use super::{Shared, append, code, create, people, renamed};

fn begun() -> Event {
    Event::Begun {
        game: GameId([1; 16]),
        server_tip: Tip([1; 32]),
        seats: Default::default(),
    }
}

fn over() -> Event {
    Event::Over {
        places: Vec::new(),
        end: End::Abandoned,
    }
}

fn counted(day: u32, name: &str, count: u64) -> DiceCount {
    DiceCount {
        day,
        name: name.into(),
        count,
    }
}

pub(crate) async fn counts_the_dice_of_a_game_once(store: Shared) {
    people(&store).await;
    for table in 1..=2 {
        create(&store, table).await.unwrap();
    }
    assert_eq!(store.uncounted(10).await.unwrap(), []);
    // Two games at one table, of which the second ends together with other things; one at another.
    let mut last = 1;
    for events in [
        vec![begun()],
        vec![renamed(1, "A")],
        vec![over()],
        vec![begun(), renamed(1, "B"), over(), renamed(1, "C")],
        vec![begun()],
    ] {
        let append = Append {
            events,
            ..append(code(1), last)
        };
        last = append.last();
        store.append(append).await.unwrap();
    }
    let append = Append {
        events: vec![begun(), over()],
        ..append(code(2), 1)
    };
    store.append(append).await.unwrap();
    let game = |table, begun, over| EndedGame {
        code: code(table),
        begun,
        over,
    };
    let mut all = [game(1, 2, 4), game(1, 5, 7), game(2, 2, 3)];
    all.sort_by_key(|game| (game.code.to_string(), game.over));
    assert_eq!(store.uncounted(10).await.unwrap(), all);
    assert_eq!(store.uncounted(1).await.unwrap(), all[..1]);

    let counts = vec![counted(7, "games", 1), counted(7, "bot.6", 20)];
    assert!(store.count_dice(all[0], counts.clone()).await.unwrap());
    assert!(
        !store.count_dice(all[0], counts.clone()).await.unwrap(),
        "once"
    );
    let more = vec![counted(7, "bot.6", 3), counted(8, "games", 1)];
    assert!(store.count_dice(all[2], more).await.unwrap());
    assert!(store.count_dice(all[1], Vec::new()).await.unwrap());
    assert!(
        !store.count_dice(game(2, 2, 9), counts).await.unwrap(),
        "no game"
    );
    assert_eq!(store.uncounted(10).await.unwrap(), []);
    assert_eq!(
        store.dice_counts().await.unwrap(),
        [
            counted(7, "bot.6", 23),
            counted(7, "games", 1),
            counted(8, "games", 1)
        ]
    );
}
