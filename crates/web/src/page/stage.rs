//! What the board shows. It follows what happened and may be a little behind it, never ahead.

use std::sync::Arc;

use super::signal::*;
use ludo_dice::GameId;
use ludo_protocol::NumberedEvent;
use ludo_rules::{Board, Face, Move, Position, Rules, Seat, parse_position};
use ludo_table::{Event, Table};

use super::animate::{Animation, animate, flight, hops};
use super::clock::{frame, sleep};
use super::cue::{briefly, cue};
use super::prefs::speed;
use crate::{Pieces, Shift, Spots, Turning, walk};

/// More events than this waiting to be shown are not shown one by one: the board shows the newest at once.
const MOST_WAITING: usize = 6;
/// How long a token takes from square to square, in milliseconds.
const HOP: f64 = 120.0;
/// How long a captured token flies.
const FLIGHT: f64 = 440.0;
/// How long the die takes to come to rest once its face is known.
pub(super) const LANDING: f64 = 560.0;
/// How long a roll that moved nothing is left to be read.
const BEAT: f64 = 320.0;

/// The newest that is known of the table.
#[derive(Clone)]
pub(super) struct Truth {
    /// The number of the last event in it.
    pub(super) seq: u64,
    /// The state after it.
    pub(super) table: Arc<Table>,
}

/// A position of the game as the board shows it.
#[derive(Clone, PartialEq)]
pub(super) struct Scene {
    /// The number of the last event that it shows.
    pub(super) seq: u64,
    /// The game.
    pub(super) game: GameId,
    /// Its rules.
    pub(super) rules: Arc<Rules>,
    /// The position.
    pub(super) position: Position,
}

impl Scene {
    fn of(truth: &Truth) -> Option<Self> {
        Some(Self {
            seq: truth.seq,
            game: truth.table.game(),
            rules: Arc::new(truth.table.rules()?.clone()),
            position: *truth.table.position()?,
        })
    }
}

/// What the die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Die {
    /// Nothing: it was not rolled in this game.
    Blank,
    /// It is rolling; its face is not known yet.
    Tumbling,
    /// Its face is known, and it is coming to rest on it.
    Landing(Face),
    /// It lies on its face.
    Rest(Face),
}

/// The board, its tokens and its die.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    truth: RwSignal<Option<Truth>>,
    /// Where tokens are drawn.
    pub(super) spots: Memo<Sketch>,
    /// The position shown.
    pub(super) scene: RwSignal<Option<Scene>>,
    /// Its rules, which are others in another game only.
    pub(super) rules: RwSignal<Option<Arc<Rules>>>,
    /// The same as it is told beside the board, a frame later: by the plates, and in words.
    pub(super) beside: RwSignal<Option<Scene>>,
    /// Whose turn it is in that.
    pub(super) turn: RwSignal<Option<Seat>>,
    /// Whose plate is lit, another frame later.
    pub(super) lit: RwSignal<Option<Seat>>,
    /// The tokens, each with its place.
    pub(super) pieces: RwSignal<Pieces>,
    /// The die.
    pub(super) die: RwSignal<Die>,
    /// The number of the last event that was shown, and can be read of.
    pub(super) told: RwSignal<u64>,
    /// The number of the last event that those who listen can hear of.
    pub(super) heard: RwSignal<u64>,
    /// Whether something is moving that shows what happened.
    pub(super) busy: RwSignal<bool>,
    waiting: StoredValue<Vec<NumberedEvent>, LocalStorage>,
    running: StoredValue<Vec<Animation>, LocalStorage>,
    /// Counts the jumps: whoever sleeps across one has nothing more to show.
    jumps: StoredValue<u32>,
    /// The token that the person pressed, so that it is the one that walks.
    chosen: StoredValue<Option<usize>>,
}

/// The spots of the table's board, shared.
#[derive(Clone)]
pub(super) struct Sketch(pub(super) Arc<Spots>);

impl PartialEq for Sketch {
    fn eq(&self, other: &Self) -> bool {
        self.0.board() == other.0.board() && self.0.turning() == other.0.turning()
    }
}

impl Stage {
    /// A stage for a table, turned for the seat that looks at it.
    pub(super) fn new(
        truth: RwSignal<Option<Truth>>,
        mine: impl Fn() -> Option<Seat> + Send + Sync + 'static,
    ) -> Self {
        let spots = Memo::new(move |_| {
            let rules = truth.with(|truth| {
                truth
                    .as_ref()
                    .map(|truth| truth.table.options().rules)
                    .unwrap_or_default()
            });
            let lying = Turning::of(rules.base());
            let turning = mine().map_or(lying, |seat| lying.nearest(seat));
            Sketch(Arc::new(Spots::new(Board::of(&rules), turning)))
        });
        Self {
            truth,
            spots,
            scene: RwSignal::new(None),
            rules: RwSignal::new(None),
            beside: RwSignal::new(None),
            turn: RwSignal::new(None),
            lit: RwSignal::new(None),
            pieces: RwSignal::new(Pieces::default()),
            die: RwSignal::new(Die::Blank),
            told: RwSignal::new(0),
            heard: RwSignal::new(0),
            busy: RwSignal::new(false),
            waiting: StoredValue::new_local(Vec::new()),
            running: StoredValue::new_local(Vec::new()),
            jumps: StoredValue::new(0),
            chosen: StoredValue::new(None),
        }
    }

    /// Shows the newest at once: nothing moves any more.
    pub(super) fn jump(self) {
        self.jumps
            .update_value(|jumps| *jumps = jumps.wrapping_add(1));
        self.waiting.update_value(Vec::clear);
        self.running.update_value(|running| {
            for animation in running.drain(..) {
                animation.cancel();
            }
        });
        self.settle();
    }

    /// Shows what happened, one after the other, or the newest at once where that is better: the page is hidden, much has
    /// happened, or things are to hold still.
    pub(super) fn show(self, events: &[NumberedEvent]) {
        let much = self.waiting.with_value(Vec::len) + events.len() > MOST_WAITING;
        if much
            || document().hidden()
            || speed().is_none()
            || self.scene.with_untracked(Option::is_none)
        {
            if !much && self.scene.with_untracked(Option::is_some) {
                briefly(events);
            }
            self.jump();
            return;
        }
        self.waiting
            .update_value(|waiting| waiting.extend(events.iter().cloned()));
        if !self.busy.get_untracked() {
            self.busy.set(true);
            spawn_local(self.run());
        }
    }

    /// The person rolled: the die tumbles until its face comes.
    pub(super) fn tumble(self) {
        self.die.set(Die::Tumbling);
    }

    /// The person pressed a token.
    pub(super) fn choose(self, token: usize) {
        self.chosen.set_value(Some(token));
    }

    async fn run(self) {
        let jumps = self.jumps.get_value();
        // What came by the line has had this frame.
        if !self.next_frame(jumps).await {
            return;
        }
        loop {
            let next = self
                .waiting
                .try_update_value(|waiting| (!waiting.is_empty()).then(|| waiting.remove(0)))
                .flatten();
            let Some(event) = next else { break };
            // Whoever is behind hurries.
            let hurry = if self.waiting.with_value(Vec::len) > 2 {
                1.7
            } else {
                1.0
            };
            let Some(speed) = speed() else { break };
            self.act(&event, jumps, speed * hurry).await;
            // The page of the table may be gone by now, and everything here with it.
            if self.jumps.try_get_value() != Some(jumps) {
                return;
            }
            if self.waiting.with_value(Vec::is_empty) {
                self.tell(event.seq, jumps).await;
                if self.jumps.try_get_value() != Some(jumps) {
                    return;
                }
            } else {
                // What comes next moves meanwhile.
                spawn_local(self.tell(event.seq, jumps));
            }
        }
        self.running.update_value(Vec::clear);
        // Nobody tells what is older any more, and what was not shown is not shown later.
        self.jump();
    }

    /// Tells what the board shows by now, a part a frame: no frame has more to do than a slow device can.
    async fn tell(self, seq: u64, jumps: u32) {
        let scene = self.scene.get_untracked();
        let turn = turn_in(&scene);
        let passes = self.lit.get_untracked() != turn;
        for part in 0..5 {
            // The plate of the turn before goes out, and only then the next one lights up.
            if matches!(part, 0 | 2) && !passes {
                continue;
            }
            if !self.next_frame(jumps).await {
                return;
            }
            match part {
                0 => self.lit.set(None),
                1 => self.stand_beside(scene.clone()),
                2 => self.lit.set(turn),
                3 => raise(self.told, seq),
                _ => raise(self.heard, seq),
            }
        }
        frame().await;
    }

    fn stand_beside(self, scene: Option<Scene>) {
        self.turn.maybe_set(turn_in(&scene));
        self.beside.maybe_set(scene);
    }

    /// Waits for the next frame; says whether what is shown goes on there.
    async fn next_frame(self, jumps: u32) -> bool {
        frame().await;
        // The page of the table may be gone by now, and everything here with it.
        self.jumps.try_get_value() == Some(jumps)
    }

    async fn act(self, event: &NumberedEvent, jumps: u32, speed: f64) {
        match &event.event {
            Event::Rolled {
                face,
                outcome,
                position,
                ..
            } => {
                self.die.set(Die::Landing(*face));
                cue("die", 1, LANDING / speed, 0.0);
                sleep(LANDING / speed).await;
                if self.jumps.try_get_value() != Some(jumps) {
                    return;
                }
                self.die.set(Die::Rest(*face));
                if let Some((rules, position)) = read(position) {
                    let back = self.change(|pieces| pieces.settle(&position));
                    self.fly(&back, 0.0, speed);
                    if outcome.is_some() {
                        sleep((if back.is_empty() { BEAT } else { FLIGHT }) / speed).await;
                    }
                    self.set_scene(event.seq, jumps, rules, position);
                }
            }
            Event::Moved {
                seat,
                mv: Move::Token { from, to, .. },
                position,
                ..
            } => {
                let Some((rules, position)) = read(position) else {
                    return;
                };
                let before = self.pieces.get_untracked();
                let chosen = self.chosen.try_update_value(Option::take).flatten();
                let mut shift = None;
                let fallen = self.change(|pieces| {
                    shift = pieces.shift(*seat, *from, *to, chosen);
                    pieces.settle(&position)
                });
                let walked = shift.map_or(0.0, |shift| self.walk(&before, shift, speed));
                if *to == rules.goal() {
                    cue("home", 1, 0.0, walked);
                }
                self.fly(&fallen, walked * 0.9, speed);
                sleep(if fallen.is_empty() {
                    walked
                } else {
                    walked + FLIGHT / speed
                })
                .await;
                self.set_scene(event.seq, jumps, rules, position);
            }
            Event::Resigned { position, .. } => {
                if let Some((rules, position)) = read(position) {
                    self.change(|pieces| pieces.settle(&position));
                    self.set_scene(event.seq, jumps, rules, position);
                }
            }
            Event::Drawn { .. } | Event::Begun { .. } | Event::Rematch { .. } => {
                self.settle_still_busy();
            }
            _ => {}
        }
    }

    fn change(self, how: impl FnOnce(&mut Pieces) -> Vec<Shift>) -> Vec<Shift> {
        let mut pieces = self.pieces.get_untracked();
        let shifts = how(&mut pieces);
        self.pieces.set(pieces);
        shifts
    }

    fn set_scene(self, seq: u64, jumps: u32, rules: Rules, position: Position) {
        if self.jumps.try_get_value() != Some(jumps) {
            return;
        }
        self.scene.update(|scene| {
            if let Some(scene) = scene {
                scene.seq = seq;
                scene.position = position;
                if *scene.rules != rules {
                    scene.rules = Arc::new(rules);
                    self.rules.set(Some(Arc::clone(&scene.rules)));
                }
            }
        });
    }

    /// Lets a token walk; gives how long it takes.
    fn walk(self, before: &Pieces, shift: Shift, speed: f64) -> f64 {
        let Sketch(spots) = self.spots.get_untracked();
        let squares = walk(shift.from, shift.to);
        let mut way: Vec<_> = squares
            .iter()
            .map(|&progress| spots.alone(shift.seat, shift.token, progress))
            .collect();
        let end = self
            .pieces
            .with_untracked(|pieces| spots.among(pieces, shift.seat, shift.token));
        if let (Some(last), Some(end)) = (way.last_mut(), end) {
            *last = end;
        }
        let start = spots
            .among(before, shift.seat, shift.token)
            .unwrap_or_else(|| spots.alone(shift.seat, shift.token, shift.from));
        let count = u32::try_from(way.len()).unwrap_or(1).max(1);
        let steps = f64::from(count);
        // Out of the yard is one long step.
        let duration = if shift.from == 0 {
            3.0 * HOP
        } else {
            steps * HOP
        } / speed;
        self.move_man(shift, &hops(start, &way), duration, 0.0, "ease-in-out");
        let apart = duration / steps;
        cue("step", count, apart, apart);
        duration
    }

    fn fly(self, fallen: &[Shift], delay: f64, speed: f64) {
        let Sketch(spots) = self.spots.get_untracked();
        if !fallen.is_empty() {
            cue("capture", 1, FLIGHT / speed, delay);
        }
        for &shift in fallen {
            let from = spots.alone(shift.seat, shift.token, shift.from);
            let to = spots.alone(shift.seat, shift.token, shift.to);
            self.move_man(
                shift,
                &flight(from, to),
                FLIGHT / speed,
                delay,
                "ease-in-out",
            );
        }
    }

    fn move_man(
        self,
        shift: Shift,
        frames: &[(f64, String)],
        duration: f64,
        delay: f64,
        easing: &str,
    ) {
        let Some(man) = document().get_element_by_id(&man_id(shift.seat, shift.token)) else {
            return;
        };
        if let Some(animation) = animate(&man, frames, duration, delay, easing) {
            self.running.update_value(|running| running.push(animation));
        }
    }

    fn settle(self) {
        self.settle_still_busy();
        self.busy.set(false);
    }

    fn settle_still_busy(self) {
        let Some(truth) = self.truth.get_untracked() else {
            return;
        };
        let scene = Scene::of(&truth);
        let old = self
            .scene
            .with_untracked(|old| old.as_ref().map(|old| old.game));
        let same_game = old.is_some() && old == scene.as_ref().map(|new| new.game);
        let pieces = scene.as_ref().map_or_else(Pieces::default, |scene| {
            if same_game {
                let mut pieces = self.pieces.get_untracked();
                pieces.settle(&scene.position);
                pieces
            } else {
                Pieces::of(&scene.position)
            }
        });
        self.pieces.maybe_set(pieces);
        self.die.maybe_set(
            truth
                .table
                .last_roll()
                .map_or(Die::Blank, |last| Die::Rest(last.face)),
        );
        self.lit.maybe_set(turn_in(&scene));
        self.stand_beside(scene.clone());
        let rules = scene.as_ref().map(|scene| Arc::clone(&scene.rules));
        self.rules.maybe_set(rules);
        self.scene.maybe_set(scene);
        self.told.maybe_set(truth.seq);
        self.heard.maybe_set(truth.seq);
    }
}

/// What was told stays told: where frames are slow, the next event may have been told meanwhile.
fn raise(told: RwSignal<u64>, seq: u64) {
    told.maybe_set(told.get_untracked().max(seq));
}

fn turn_in(scene: &Option<Scene>) -> Option<Seat> {
    scene.as_ref()?.position.turn()
}

/// The element of a token.
pub(super) fn man_id(seat: Seat, token: usize) -> String {
    format!("man-{seat}-{token}")
}

fn read(position: &str) -> Option<(Rules, Position)> {
    parse_position(position).ok()
}
