//! Whole games, over sockets, to the podium. The player folds what it is told, and so checks every die and move.

use ludo_protocol::{ErrorCode, TableState};
use ludo_rules::{Seat, SeatSet};
use ludo_table::{By, Command, End, Event, Options, Phase};

use crate::support::player::Reply;
use crate::support::{Host, Player, add_bot, quick, sit};

async fn against_three_bots(host: &Host, options: Options) -> Player {
    let mut ania = host.sitter(options).await;
    for seat in [Seat::Green, Seat::Yellow, Seat::Blue] {
        ania.does(add_bot(seat)).await;
    }
    ania.does(Command::Begin).await;
    ania
}

#[tokio::test]
async fn a_game_against_three_bots_comes_to_its_podium() {
    let (host, _) = Host::in_memory().await;
    let mut ania = against_three_bots(&host, Options::default()).await;
    ania.play_until(|_| false).await;
    let Phase::Over {
        places,
        end: End::Normal,
    } = ania.table().phase()
    else {
        panic!("{:?}", ania.table().phase());
    };
    assert_eq!(SeatSet::from_iter(places.iter().copied()), SeatSet::ALL);
    let place = places.iter().position(|&seat| seat == Seat::Red).unwrap() + 1;

    let me = ania.browser.me().await;
    let [mine] = &me.tables[..] else {
        panic!("{me:?}")
    };
    assert_eq!(
        (mine.state, mine.seat, mine.your_turn),
        (TableState::Over, Some(Seat::Red), false)
    );
    assert_eq!(mine.place.map(usize::from), Some(place));
    assert_eq!(
        ania.browser.summary(ania.code).await.state,
        TableState::Over
    );
    assert_eq!(
        ania.is_refused(Command::Roll {
            step: ania.table().step(),
            roll: 1,
            link: None
        })
        .await,
        ErrorCode::GameOver
    );
}

#[tokio::test]
async fn b018_every_rule_set_is_played_to_its_end() {
    let (host, _) = Host::in_memory().await;
    for rules in [
        "modern",
        "mensch",
        "chinczyk",
        "parchis",
        "classic+own=block+capture=roll",
    ] {
        let options = Options {
            rules: rules.parse().unwrap(),
            ..quick()
        };
        let mut ania = against_three_bots(&host, options).await;
        ania.play_until(|_| false).await;
        assert!(
            matches!(
                ania.table().phase(),
                Phase::Over {
                    end: End::Normal,
                    ..
                }
            ),
            "{rules}"
        );
    }
}

#[tokio::test]
async fn a_rematch_is_a_new_game_at_the_same_table() {
    let (host, _) = Host::in_memory().await;
    let mut ania = against_three_bots(&host, quick()).await;
    let (first_game, first_tip) = (ania.table().game(), ania.table().server_tip());
    ania.play_until(|_| false).await;
    ania.does(Command::Rematch).await;
    assert_eq!(ania.table().phase(), Phase::Waiting);
    assert_ne!(ania.table().game(), first_game);
    assert_ne!(ania.table().server_tip(), first_tip);
    ania.does(Command::Begin).await;
    ania.play_until(|_| false).await;
    assert_eq!(
        ania.happened(|event| matches!(event, Event::Over { .. })),
        2
    );
    assert_eq!(ania.is_refused(Command::Begin).await, ErrorCode::GameOver);
}

#[tokio::test]
async fn two_people_with_chains_have_their_links_in_every_die() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = host.two_with_chains(quick()).await;
    ania.does(Command::Begin).await;
    ben.until(|ben| matches!(ben.table().phase(), Phase::Drawing { .. }))
        .await;
    ania.answer_begin().await;
    assert!(
        matches!(ania.table().phase(), Phase::Drawing { .. }),
        "the draw waits for Ben"
    );
    ben.answer_begin().await;
    let (a, b) = tokio::join!(ania.play_until(|_| false), ben.play_until(|_| false));
    let ((), ()) = (a, b);
    assert_eq!(ania.events.last(), ben.events.last());
    let rolled = ania.happened(|event| matches!(event, Event::Rolled { .. }));
    let linked = ania.happened(|event| {
        matches!(
            event,
            Event::Rolled {
                link: Some(_),
                by: By::Owner,
                ..
            }
        )
    });
    assert!(rolled > 20 && rolled == linked, "{linked} of {rolled}");
}

#[tokio::test]
async fn the_draw_waits_ten_seconds_for_an_answer_and_then_does_without() {
    let (host, _) = Host::in_memory().await;
    let (mut ania, mut ben) = host.two_with_chains(quick()).await;
    ania.does(Command::Begin).await;
    ania.answer_begin().await;
    host.hands.advance(9_999);
    // Whatever is answered after it was seen before the clock is turned further.
    assert_eq!(
        ania.is_refused(Command::Begin).await,
        ErrorCode::GameRunning
    );
    assert!(matches!(ania.table().phase(), Phase::Drawing { .. }));
    host.hands.advance(1);
    ania.until(|ania| ania.table().phase() == Phase::Playing)
        .await;
    let drawn = ania
        .events
        .iter()
        .find_map(|numbered| match &numbered.event {
            Event::Drawn { links, .. } => Some(*links),
            _ => None,
        });
    let links = drawn.unwrap();
    assert_eq!(links[Seat::Red], ania.chain.as_ref().unwrap().link(1));
    assert_eq!(links[Seat::Yellow], None);
    let late = ben.chain.as_ref().unwrap().link(1).unwrap();
    let game = ania.table().game();
    assert_eq!(
        ben.ask(Command::Answer { game, link: late }).await,
        Reply::Refused(ErrorCode::TooLate)
    );
    tokio::join!(ania.play_until(|_| false), ben.play_until(|_| false));
    assert!(ania.is_over());
}

#[tokio::test]
async fn b050_nothing_can_be_played_before_the_game() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.opener(quick()).await;
    let roll = Command::Roll {
        step: 0,
        roll: 1,
        link: None,
    };
    assert_eq!(ania.is_refused(roll.clone()).await, ErrorCode::NotAMember);
    ania.does(sit(Seat::Red, "Ania")).await;
    assert_eq!(ania.is_refused(roll).await, ErrorCode::NotStarted);
    assert_eq!(
        ania.is_refused(Command::Begin).await,
        ErrorCode::TooFewPlayers
    );
}

#[tokio::test]
async fn b066_whoever_comes_late_is_told_everything_in_messages_of_bounded_length() {
    let (host, _) = Host::in_memory().await;
    let mut ania = against_three_bots(&host, Options::default()).await;
    ania.play_until(|ania| ania.seq > 700).await;
    let mut late = host.guest(ania.code).await;
    let seq = ania.seq;
    late.until(|late| late.seq >= seq).await;
    assert!(late.socket.seen.iter().all(|text| text.len() < 200_000));
    assert!(late.socket.seen.len() >= 4, "{}", late.socket.seen.len());
    let same = ania
        .events
        .iter()
        .filter(|event| event.seq <= seq && event.seq > 1);
    assert!(
        late.events
            .iter()
            .take_while(|event| event.seq <= seq)
            .eq(same)
    );

    // And whoever comes back is told what is new.
    let mut watcher = late;
    let before = watcher.seq;
    watcher.socket.close().await;
    ania.play_until(|ania| ania.seq > before + 300).await;
    watcher.reconnect(host.address).await;
    let seq = ania.seq;
    watcher.until(|watcher| watcher.seq >= seq).await;
}
