//! Tables at which all that can happen happens.

use std::collections::BTreeSet;

use ludo_rules::{Length, Seat};
use ludo_table::{
    BotKind, Command, Control, DriverCommand, Member, MoveTime, Options, Phase, Wants,
};

use crate::desk::{Desk, name};

use super::EVENING;

/// A table where all that can happen happens: bots, people without a chain, people who are silent, go away, come back,
/// lose their secret, leave, give up, run out of time, and play again.
pub(super) fn mixed(seed: u64) -> Desk {
    let sets = [
        "classic",
        "modern",
        "mensch",
        "chinczyk",
        "parchis",
        "classic+own=block+capture=20",
    ];
    let of = |n: usize| usize::try_from(seed).unwrap() % n;
    let options = Options {
        rules: sets[of(sets.len())].parse().unwrap(),
        length: if of(3) == 1 {
            Length::Quick
        } else {
            Length::Whole
        },
        auto_move: of(4) != 3,
        move_time: MoveTime::ALL[of(MoveTime::ALL.len())],
        ..Options::default()
    };
    let mut desk = Desk::seeded(options, seed);
    desk.now = EVENING;
    let mut seats = Seat::ALL.to_vec();
    seats.rotate_left(desk.below(4));
    seats.truncate(2 + desk.below(3));
    for (at, &seat) in seats.iter().enumerate() {
        match desk.below(6) {
            0 if at > 0 => desk.add_bot(seat, BotKind::Random),
            1 if at > 0 => desk.add_bot(seat, BotKind::Simple),
            2 if at > 0 => {
                desk.sit(seat);
            }
            _ => {
                desk.sit_chained(seat);
            }
        }
    }
    for game in 0..2 {
        begin(&mut desk);
        play(&mut desk);
        let Phase::Over { .. } = desk.table.phase() else {
            break;
        };
        let next = desk.table.people().iter().next();
        let member = next.and_then(|seat| desk.table.chair(seat).member());
        if game == 1 || desk.table.people().len() < 2 {
            break;
        }
        if let Some(member) = member {
            desk.member_says(member, &Command::Rematch).unwrap();
            desk.bring_chain(member);
        }
    }
    desk
}

/// The begin, which not everybody answers, and the draw.
pub(super) fn begin(desk: &mut Desk) {
    let host = desk.table.host().unwrap();
    desk.member_says(host, &Command::Begin).unwrap();
    for (_, chair) in *desk.table.chairs() {
        if let (Some(member), Some(_)) = (chair.member(), chair.tip())
            && desk.below(8) > 0
        {
            desk.answer(member).unwrap();
        }
    }
    desk.now = desk.now.plus(ludo_table::ANSWER_MILLIS);
    desk.drive(&DriverCommand::Draw).unwrap();
}

pub(super) fn play(desk: &mut Desk) {
    let mut lost: BTreeSet<Member> = BTreeSet::new();
    // Some games are quiet, and end as games do; in some somebody is always up to something.
    let quiet = [40, 200, 2000][desk.below(3)];
    while desk.is_playing() {
        desk.now = desk.now.plus(u64::try_from(desk.below(9_000)).unwrap());
        let seat = Seat::ALL[desk.below(4)];
        let member = desk.table.chair(seat).member();
        match (desk.below(quiet), member) {
            (0 | 1, _) => {
                let _ = desk.drive(&DriverCommand::Away { seat });
            }
            (2 | 3, _) => {
                let _ = desk.drive(&DriverCommand::Back { seat });
            }
            (4, Some(member)) => {
                lost.insert(member);
            }
            (5, Some(member)) => {
                let _ = desk.member_says(member, &Command::Leave);
            }
            (6 | 7, Some(member)) => {
                let _ = desk.member_says(member, &Command::Return);
            }
            (8, Some(member)) => {
                let _ = desk.member_says(member, &Command::Resign);
            }
            (9, Some(member)) => {
                let rename = Command::Rename {
                    name: name("\"O'\\Neill\""),
                };
                let _ = desk.member_says(member, &rename);
            }
            (10, _) if desk.below(10) == 0 => {
                let _ = desk.drive(&DriverCommand::Abandon);
            }
            (11, _) => {
                let _ = desk.drive(&DriverCommand::Resume);
            }
            _ => {
                if let Wants::TimeOut { seat, at } = desk.table.wants()
                    && (at <= desk.now || desk.below(20) == 0)
                {
                    desk.now = desk.now.max(at);
                    desk.drive(&DriverCommand::TimeOut { seat }).unwrap();
                    continue;
                }
                let turn = desk.table.turn().unwrap();
                let has_lost = desk
                    .table
                    .chair(turn)
                    .member()
                    .is_some_and(|member| lost.contains(&member));
                let owner = desk.table.actor().map(|(_, control)| control) == Some(Control::Owner);
                if has_lost && owner && desk.table.server_link().is_some() {
                    let roll = desk.plain_roll();
                    let member = desk.in_turn();
                    desk.member_says(member, &roll).unwrap();
                } else {
                    desk.act();
                }
            }
        }
    }
}
