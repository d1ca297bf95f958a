//! What must hold for all chains and all games.
#![allow(clippy::unwrap_used)]

use ludo_dice::{
    Begin, CHAIN_LENGTH, Chain, Dice, Fault, GameId, Link, MAX_ROLLS, Party, Secret, Tip, WrongDice,
};
use ludo_rules::{BySeat, Seat, SeatSet};
use proptest::prelude::*;

/// A game in which some seats have chains, some answer the begin, and the rolls are made by anyone.
struct Game {
    server: Chain,
    chains: BySeat<Option<Chain>>,
    begin: Begin,
    links: BySeat<Option<Link>>,
}

impl Game {
    fn new(seed: u64, chained: [bool; 4], answers: [bool; 4]) -> Self {
        let secret = |party: u8| {
            let mut bytes = [party; 32];
            bytes[..8].copy_from_slice(&seed.to_be_bytes());
            Chain::new(Secret::from_entropy(bytes))
        };
        let chains =
            BySeat::from_fn(|seat| chained[seat.index()].then(|| secret(1 + seat.index() as u8)));
        let links = BySeat::from_fn(|seat| {
            chains[seat]
                .as_ref()
                .filter(|_| answers[seat.index()])?
                .link(1)
        });
        let server = secret(0);
        let begin = Begin {
            game: GameId([seed as u8; 16]),
            server_tip: server.tip(),
            tips: BySeat::from_fn(|seat| chains[seat].as_ref().map(Chain::tip)),
            seats: SeatSet::ALL,
        };
        Self {
            server,
            chains,
            begin,
            links,
        }
    }

    fn draw(&self) -> (Dice, Seat) {
        Dice::draw(&self.begin, self.server.link(1).unwrap(), &self.links).unwrap()
    }

    /// The links with which `seat` makes the next roll, its own only where it has one and is there.
    fn next(&self, dice: &Dice, seat: Seat, there: bool) -> (Link, Option<Link>) {
        let n = dice.next_link();
        let own = self.chains[seat]
            .as_ref()
            .filter(|_| there && dice.has_chain(seat));
        (
            self.server.link(n).unwrap(),
            own.and_then(|chain| chain.link(n)),
        )
    }
}

fn flip(mut bytes: [u8; 32], bit: usize) -> [u8; 32] {
    bytes[bit / 8] ^= 1 << (bit % 8);
    bytes
}

fn wrong(party: Party, roll: u32, fault: Fault) -> WrongDice {
    WrongDice { party, roll, fault }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn each_link_leads_to_all_below(seed: [u8; 32], low in 0..=CHAIN_LENGTH, high in 1..=CHAIN_LENGTH) {
        let chain = Chain::new(Secret::from_entropy(seed));
        let (low, high) = (low.min(high), high.max(low));
        let below = chain.link(low).map_or(chain.tip().0, |link| link.0);
        prop_assert!(chain.link(high).unwrap().leads_to(&below, high - low));
        prop_assert!(!chain.link(high).unwrap().leads_to(&below, high - low + 1));
        prop_assert_eq!(chain.link(CHAIN_LENGTH).unwrap().0, seed);
        prop_assert!(chain.link(0).is_none() && chain.link(CHAIN_LENGTH + 1).is_none() && chain.link(u32::MAX).is_none());
    }

    /// Links that were skipped, by rolls which the table made for an absent player, do no harm; the same request gives
    /// the same die, and what is refused changes nothing.
    #[test]
    fn games_verify_with_gaps(
        seed: u64,
        chained: [bool; 4],
        answers: [bool; 4],
        rolls in prop::collection::vec((0..4_usize, any::<bool>()), 1..60),
        bit in 0..256_usize,
    ) {
        let game = Game::new(seed, chained, answers);
        let (mut dice, first) = game.draw();
        prop_assert_eq!(&game.draw(), &(dice.clone(), first));
        for (n, (seat, there)) in rolls.into_iter().enumerate() {
            let seat = Seat::ALL[seat];
            let roll = n as u32 + 1;
            prop_assert_eq!(dice.next_roll(), roll);
            let (server_link, link) = game.next(&dice, seat, there);
            let before = dice.clone();

            // One bit of any link.
            let refused = dice.roll(seat, Link(flip(server_link.0, bit)), link);
            prop_assert_eq!(refused, Err(wrong(Party::Server, roll, Fault::NotOfChain)));
            if let Some(link) = link {
                let refused = dice.roll(seat, server_link, Some(Link(flip(link.0, bit))));
                prop_assert_eq!(refused, Err(wrong(Party::Seat(seat), roll, Fault::NotOfChain)));
            }
            // The link of another roll.
            for other in [dice.next_link() - 1, dice.next_link() + 1] {
                let refused = dice.roll(seat, game.server.link(other).unwrap(), link);
                prop_assert_eq!(refused, Err(wrong(Party::Server, roll, Fault::NotOfChain)));
                if link.is_some() {
                    let other = game.chains[seat].as_ref().unwrap().link(other);
                    let refused = dice.roll(seat, server_link, other);
                    prop_assert_eq!(refused, Err(wrong(Party::Seat(seat), roll, Fault::NotOfChain)));
                }
            }
            // A link of a seat that has none to give.
            if !dice.has_chain(seat) {
                let refused = dice.roll(seat, server_link, Some(server_link));
                prop_assert_eq!(refused, Err(wrong(Party::Seat(seat), roll, Fault::NoChain)));
            }
            prop_assert_eq!(&dice, &before);

            prop_assert_eq!(dice.accepts(seat, link), Ok(()));
            let mut again = before.clone();
            let face = dice.roll(seat, server_link, link).unwrap();
            prop_assert_eq!(again.roll(seat, server_link, link).unwrap(), face);
            prop_assert_eq!(&again, &dice);
            prop_assert_ne!(dice.state(), before.state());
            prop_assert_eq!(dice.rolls(), roll);
        }
    }

    /// One bit of the id or of a tip, or a link that is missing, gives another game: other dice follow.
    #[test]
    fn the_begin_is_bound_by_each_bit(seed: u64, bit in 0..128_usize, seat in 0..4_usize) {
        let game = Game::new(seed, [true; 4], [true; 4]);
        let (dice, _) = game.draw();

        let mut begin = game.begin.clone();
        begin.game.0[bit / 8] ^= 1 << (bit % 8);
        prop_assert_ne!(begin.digest(), game.begin.digest());
        let (other, _) = Dice::draw(&begin, game.server.link(1).unwrap(), &game.links).unwrap();
        prop_assert_ne!(other.state(), dice.state());

        let mut begin = game.begin.clone();
        begin.server_tip = Tip(flip(begin.server_tip.0, bit));
        prop_assert_ne!(begin.digest(), game.begin.digest());
        let refused = Dice::draw(&begin, game.server.link(1).unwrap(), &game.links).unwrap_err();
        prop_assert_eq!(refused, wrong(Party::Server, 0, Fault::NotOfChain));

        let seat = Seat::ALL[seat];
        let mut begin = game.begin.clone();
        begin.tips[seat] = begin.tips[seat].map(|tip| Tip(flip(tip.0, bit)));
        prop_assert_ne!(begin.digest(), game.begin.digest());
        let refused = Dice::draw(&begin, game.server.link(1).unwrap(), &game.links).unwrap_err();
        prop_assert_eq!(refused, wrong(Party::Seat(seat), 0, Fault::NotOfChain));

        let mut links = game.links;
        links[seat] = None;
        let (other, _) = Dice::draw(&game.begin, game.server.link(1).unwrap(), &links).unwrap();
        prop_assert_ne!(other.state(), dice.state());
        prop_assert!(!other.has_chain(seat) && dice.has_chain(seat));
    }

    #[test]
    fn equal_tips_are_refused(seed: u64, one in 0..4_usize, other in 0..4_usize) {
        let (one, other) = (Seat::ALL[one.min(other)], Seat::ALL[one.max(other)]);
        let game = Game::new(seed, [true; 4], [true; 4]);
        let mut begin = game.begin.clone();
        // With itself the seat is refused for the server's tip.
        let twin = if one == other { Party::Server } else { Party::Seat(one) };
        begin.tips[other] = if one == other { Some(begin.server_tip) } else { begin.tips[one] };
        let expected = Err(wrong(Party::Seat(other), 0, Fault::SameTip(twin)));
        prop_assert_eq!(begin.check(), expected);
        prop_assert_eq!(Dice::draw(&begin, game.server.link(1).unwrap(), &game.links).map(|_| ()), expected);
        prop_assert_eq!(game.begin.check(), Ok(()));
    }

    /// Texts are read back as they were, and nothing else is taken for them.
    #[test]
    fn hex_there_and_back(bytes: [u8; 32], id: [u8; 16], junk in "\\PC{0,70}") {
        prop_assert_eq!(Tip(bytes).to_string().parse(), Ok(Tip(bytes)));
        prop_assert_eq!(Link(bytes).to_string().parse(), Ok(Link(bytes)));
        prop_assert_eq!(GameId(id).to_string().parse(), Ok(GameId(id)));
        if let Ok(read) = junk.parse::<Link>() {
            prop_assert_eq!(read.to_string(), junk);
        }
        prop_assert!(Link([0xab; 32]).to_string().to_uppercase().parse::<Link>().is_err());
    }
}

#[test]
fn a_seat_without_its_secret_rolls_without_links_to_the_end() {
    let game = Game::new(1, [true; 4], [true; 4]);
    let (mut dice, _) = game.draw();
    let (server_link, link) = game.next(&dice, Seat::Blue, true);
    assert!(link.is_some() && dice.has_chain(Seat::Blue) && !dice.is_without_link(Seat::Blue));
    dice.no_link(Seat::Blue);
    assert!(!dice.has_chain(Seat::Blue) && dice.is_without_link(Seat::Blue));
    let refused = dice.roll(Seat::Blue, server_link, link);
    assert_eq!(
        refused,
        Err(wrong(Party::Seat(Seat::Blue), 1, Fault::AfterNoLink))
    );
    assert!(dice.roll(Seat::Blue, server_link, None).is_ok());
    assert!(dice.has_chain(Seat::Red));
}

#[test]
fn a_game_has_its_greatest_number_of_rolls() {
    let game = Game::new(2, [true, false, false, false], [true; 4]);
    let (mut dice, _) = game.draw();
    for n in 1..=MAX_ROLLS {
        let link = (n == MAX_ROLLS).then(|| {
            game.chains[Seat::Red]
                .as_ref()
                .unwrap()
                .link(n + 1)
                .unwrap()
        });
        dice.roll(Seat::Red, game.server.link(n + 1).unwrap(), link)
            .unwrap();
    }
    let refused = dice
        .roll(Seat::Red, game.server.link(MAX_ROLLS + 2).unwrap(), None)
        .unwrap_err();
    assert_eq!(
        refused,
        wrong(Party::Server, MAX_ROLLS + 1, Fault::NoRollsLeft)
    );
    assert_eq!(dice.rolls(), MAX_ROLLS);
}

#[test]
fn begins_that_cannot_be() {
    let mut begin = Game::new(3, [true; 4], [true; 4]).begin;
    begin.seats = SeatSet::from_iter([Seat::Red, Seat::Yellow, Seat::Blue]);
    assert_eq!(
        begin.check(),
        Err(wrong(Party::Seat(Seat::Green), 0, Fault::NotInGame))
    );
    begin.seats = SeatSet::EMPTY;
    assert_eq!(begin.check(), Err(wrong(Party::Server, 0, Fault::NoSeats)));

    let game = Game::new(4, [true, true, false, true], [true; 4]);
    let mut links = game.links;
    links[Seat::Yellow] = links[Seat::Blue];
    let refused = Dice::draw(&game.begin, game.server.link(1).unwrap(), &links).unwrap_err();
    assert_eq!(refused, wrong(Party::Seat(Seat::Yellow), 0, Fault::NoChain));
    let (mut dice, _) = game.draw();
    let out = Begin {
        seats: SeatSet::from_iter([Seat::Red, Seat::Green, Seat::Blue]),
        ..game.begin.clone()
    };
    assert!(
        dice.roll(Seat::Yellow, game.server.link(2).unwrap(), None)
            .is_ok()
    );
    let (mut dice, _) = Dice::draw(&out, game.server.link(1).unwrap(), &game.links).unwrap();
    let refused = dice.roll(Seat::Yellow, game.server.link(2).unwrap(), None);
    assert_eq!(
        refused,
        Err(wrong(Party::Seat(Seat::Yellow), 1, Fault::NotInGame))
    );
}

#[test]
fn faults_are_sentences() {
    let fault = wrong(Party::Seat(Seat::Green), 12, Fault::NotOfChain);
    assert_eq!(
        fault.to_string(),
        "roll 12, green: the link does not belong to the chain whose tip was published"
    );
    let fault = wrong(
        Party::Server,
        0,
        Fault::First {
            shown: Seat::Red,
            right: Seat::Blue,
        },
    );
    assert_eq!(
        fault.to_string(),
        "at the begin, the server: red is said to begin, but the links give blue"
    );
}

mod json {
    use super::*;

    #[test]
    fn forms() {
        let game = Game::new(5, [true, false, true, false], [true, true, false, true]);
        let (mut dice, _) = game.draw();
        let (server_link, link) = game.next(&dice, Seat::Red, true);
        dice.roll(Seat::Red, server_link, link).unwrap();
        let json = serde_json::to_value(&dice).unwrap();
        assert_eq!(json["state"], Link(dice.state()).to_string());
        assert_eq!(json["game"], game.begin.game.to_string());
        assert_eq!(json["server"]["index"], 2);
        assert_eq!(json["chains"]["y"]["link"], serde_json::Value::Null);
        assert_eq!(serde_json::from_value::<Dice>(json).unwrap(), dice);
        let begin = serde_json::to_string(&game.begin).unwrap();
        assert_eq!(serde_json::from_str::<Begin>(&begin).unwrap(), game.begin);
        assert!(serde_json::from_str::<Link>("\"00\"").is_err());
        assert!(serde_json::from_str::<Link>("7").is_err());
    }

    /// A state from elsewhere can hold anything; it must not hang or fall over.
    #[test]
    fn states_that_cannot_be() {
        let game = Game::new(6, [true; 4], [true; 4]);
        let (dice, _) = game.draw();
        for (at, value) in [
            ("/rolls", u32::MAX),
            ("/server/index", u32::MAX),
            ("/chains/r/index", u32::MAX),
        ] {
            let mut json = serde_json::to_value(&dice).unwrap();
            *json.pointer_mut(at).unwrap() = value.into();
            let mut dice: Dice = serde_json::from_value(json).unwrap();
            let link = game.chains[Seat::Red].as_ref().unwrap().link(2);
            assert!(
                dice.roll(Seat::Red, game.server.link(2).unwrap(), link)
                    .is_err(),
                "{at}"
            );
        }
    }
}
