use std::fmt::Write as _;

use leptos::prelude::*;
use ludo_rules::{Point, Seat, SeatSet};

use super::live::Live;
use super::man::Men;
use super::preview::Preview;
use super::stage::Sketch;
use super::words::tr;
use crate::{Spots, mark};

/// The wood around the squares, in squares.
const FRAME: f32 = 0.62;

/// The board with its tokens.
#[component]
pub(super) fn Board(live: Live) -> impl IntoView {
    let stage = live.stage;
    let text = move || {
        stage.scene.with(|scene| {
            scene
                .as_ref()
                .map(|scene| scene.rules.text(&scene.position))
        })
    };
    let seats = Memo::new(move |_| {
        stage.scene.with(|scene| {
            scene
                .as_ref()
                .map_or(SeatSet::ALL, |scene| scene.position.seats())
        })
    });
    let label = move || {
        let mut label = tr("board");
        if live.mine.get().is_some() {
            label.push_str(". ");
            label.push_str(&tr("board-turned"));
        }
        label
    };
    view! {
        <div class="board" data-testid="board" data-position=text data-seq=move || stage.told.get() role="group" aria-label=label>
            {move || {
                let Sketch(spots) = stage.spots.get();
                ground(&spots, seats.get())
            }}
            <svg class="men" viewBox=move || frame(&stage.spots.get().0)>
                <Preview live />
                <Men live />
            </svg>
        </div>
    }
}

pub(super) fn frame(spots: &Spots) -> String {
    let size = spots.size() + 2.0 * FRAME;
    format!("{} {} {size} {size}", -FRAME, -FRAME)
}

/// All that lies still: drawn once a game.
pub(super) fn ground(spots: &Spots, seats: SeatSet) -> impl IntoView + use<> {
    let board = spots.board();
    let rules = board.rules();
    let size = spots.size();
    let turn = |point: Point| spots.turning().point(size, (point.x, point.y));

    let starts: Vec<_> = Seat::ALL.map(|seat| board.start(seat)).to_vec();
    let mut squares = String::new();
    let mut safe = String::new();
    for square in 0..rules.ring() {
        let cell = board.ring(square);
        let (x, y) = turn(cell.centre());
        if !starts.contains(&cell) {
            tile(&mut squares, x, y);
        }
        if board.safe(square) {
            let _ = write!(safe, "M{} {}a.3 .3 0 1 0 .6 0 .3 .3 0 1 0-.6 0", x - 0.3, y);
        }
    }
    let own = Seat::ALL.map(|seat| {
        let mut path = String::new();
        let start = turn(board.start(seat).centre());
        tile(&mut path, start.0, start.1);
        for cell in board.column_cells(seat) {
            let (x, y) = turn(cell.centre());
            tile(&mut path, x, y);
        }
        (seat, path, start)
    });
    let all: String = own
        .iter()
        .map(|(_, path, _)| path.as_str())
        .chain([squares.as_str()])
        .collect();

    let homes = (!rules.goal_in_column()).then(|| {
        Seat::ALL
            .map(|seat| {
                let corners = board.home_triangle(seat).map(turn);
                let points: String = corners.iter().map(|(x, y)| format!("{x},{y} ")).collect();
                let [(ax, ay), (bx, by), (cx, cy)] = corners;
                let middle = ((ax + bx + cx) / 3.0, (ay + by + cy) / 3.0);
                view! {
                    <g class=format!("seat-{seat}{}", if seats.contains(seat) { "" } else { " absent" })>
                        <polygon class="home" points=points />
                        <path class="home-mark" transform=place(middle, 0.034) d=mark(seat) />
                    </g>
                }
            })
            .collect_view()
    });

    let yards = Seat::ALL
        .map(|seat| {
            let area = board.yard_area(seat);
            let ((x, y), (side, _)) = spots.turning().rect(size, (area.x, area.y), (area.width, area.height));
            let gap = 0.1;
            let court = side * 0.14;
            let middle = (x + side / 2.0, y + side / 2.0);
            let wells = [0, 1, 2, 3].map(|slot| turn(board.yard(seat, slot)));
            view! {
                <g class=format!("seat-{seat}{}", if seats.contains(seat) { "" } else { " absent" })>
                    <rect class="under" x=x + gap y=y + gap + 0.07 width=side - 2.0 * gap height=side - 2.0 * gap rx=".55" />
                    <rect class="yard" x=x + gap y=y + gap width=side - 2.0 * gap height=side - 2.0 * gap rx=".55" />
                    <path
                        class="yard-shine"
                        d=format!(
                            "M{} {}h{}a.5 .5 0 0 1 .5 .5v.12a.5 .5 0 0 0-.5-.5h-{}a.5 .5 0 0 0-.5 .5v-.12a.5 .5 0 0 1 .5-.5z",
                            x + gap + 0.55,
                            y + gap + 0.05,
                            side - 2.0 * gap - 1.1,
                            side - 2.0 * gap - 1.1,
                        )
                    />
                    <rect
                        x=x + gap
                        y=y + gap
                        width=side - 2.0 * gap
                        height=side - 2.0 * gap
                        rx=".55"
                        fill="url(#lacquer)"
                    />
                    <rect class="court" x=x + court y=y + court width=side - 2.0 * court height=side - 2.0 * court rx=".7" />
                    <rect
                        class="court-shade"
                        x=x + court + 0.07
                        y=y + court + 0.09
                        width=side - 2.0 * court - 0.14
                        height=side - 2.0 * court - 0.14
                        rx=".65"
                    />
                    {wells
                        .map(|(x, y)| {
                            view! {
                                <circle class="well" cx=x cy=y r=".62" />
                                <path class="well-shade" d=format!("M{} {}A.58 .58 0 0 1 {} {}", x - 0.53, y - 0.24, x + 0.53, y - 0.24) />
                            }
                        })
                        .collect_view()}
                    <path class="yard-mark" transform=place(middle, 0.036) d=mark(seat) />
                </g>
            }
        })
        .collect_view();

    let rim = size + 2.0 * FRAME;
    view! {
        <svg class="ground" viewBox=frame(spots) aria-hidden="true">
            <defs>
                <radialGradient id="lacquer" cx=".3" cy=".22" r="1">
                    <stop stop-color="#fff" stop-opacity=".16" />
                    <stop offset=".5" stop-color="#fff" stop-opacity="0" />
                    <stop offset="1" stop-opacity=".2" />
                </radialGradient>
                <filter id="along" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">
                    <feTurbulence type="fractalNoise" baseFrequency=".22 5.5" numOctaves="3" seed="11" />
                    <feColorMatrix values="0 0 0 0 .25  0 0 0 0 .13  0 0 0 0 .04  0 0 0 1.15 -.5" />
                    <feComposite in2="SourceGraphic" operator="in" />
                </filter>
                <filter id="across" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">
                    <feTurbulence type="fractalNoise" baseFrequency="5.5 .22" numOctaves="3" seed="5" />
                    <feColorMatrix values="0 0 0 0 .25  0 0 0 0 .13  0 0 0 0 .04  0 0 0 1.15 -.5" />
                    <feComposite in2="SourceGraphic" operator="in" />
                </filter>
                <clipPath id="outline">
                    <rect x=-FRAME y=-FRAME width=rim height=rim rx=".7" />
                </clipPath>
            </defs>
            // Four boards of wood, mitred at the corners, each with its grain along it.
            <g clip-path="url(#outline)">
                <rect class="frame-b" x=-FRAME y=-FRAME width=rim height=rim />
                <path class="frame-a" d=plank(size, 0) />
                <path class="frame-c" d=plank(size, 2) />
                <path filter="url(#along)" d=plank(size, 0) />
                <path filter="url(#along)" d=plank(size, 2) />
                <path filter="url(#across)" d=plank(size, 1) />
                <path filter="url(#across)" d=plank(size, 3) />
                <path class="mitre" d=mitres(size) />
            </g>
            <rect class="bevel" x=-FRAME + 0.06 y=-FRAME + 0.06 width=rim - 0.12 height=rim - 0.12 rx=".64" />
            <rect class="rebate" x="-.09" y="-.12" width=size + 0.18 height=size + 0.18 rx=".5" />
            <rect class="field" x="-.05" y="-.05" width=size + 0.1 height=size + 0.1 rx=".46" />
            {yards}
            <path class="under" transform="translate(0 .06)" d=all />
            <path class="square" d=squares />
            <path class="safe" d=safe />
            {own
                .into_iter()
                .map(|(seat, path, start)| {
                    view! {
                        <g class=format!("seat-{seat}{}", if seats.contains(seat) { "" } else { " absent" })>
                            <path class="own" d=path />
                            <path class="on-square" transform=place(start, 0.027) d=mark(seat) />
                        </g>
                    }
                })
                .collect_view()}
            {homes}
        </svg>
    }
}

/// One side of the frame: 0 is the upper one, then clockwise.
fn plank(size: f32, side: u8) -> String {
    let (out, far, inner) = (-FRAME, size + FRAME, size);
    let corners = [[out, out], [far, out], [far, far], [out, far]];
    let insides = [[0.0, 0.0], [inner, 0.0], [inner, inner], [0.0, inner]];
    let (from, to) = (usize::from(side % 4), usize::from((side + 1) % 4));
    let points = [corners[from], corners[to], insides[to], insides[from]];
    let mut path = String::new();
    for (at, [x, y]) in points.into_iter().enumerate() {
        let _ = write!(path, "{}{x} {y}", if at == 0 { 'M' } else { 'L' });
    }
    path.push('z');
    path
}

/// The joints at the corners of the frame.
fn mitres(size: f32) -> String {
    let far = size + FRAME;
    format!(
        "M{0} {0}L0 0M{far} {0}L{size} 0M{far} {far}L{size} {size}M{0} {far}L0 {size}",
        -FRAME
    )
}

fn place((x, y): (f32, f32), scale: f32) -> String {
    format!("translate({x} {y}) scale({scale})")
}

/// Adds a square with soft corners around a middle.
fn tile(path: &mut String, x: f32, y: f32) {
    const HALF: f32 = 0.455;
    const SOFT: f32 = 0.11;
    let side = 2.0 * (HALF - SOFT);
    // Writing into a string does not fail.
    let _ = write!(
        path,
        "M{} {}h{side}a{SOFT} {SOFT} 0 0 1 {SOFT} {SOFT}v{side}a{SOFT} {SOFT} 0 0 1-{SOFT} {SOFT}h-{side}a{SOFT} {SOFT} 0 0 1-{SOFT}-{SOFT}v-{side}a{SOFT} {SOFT} 0 0 1 {SOFT}-{SOFT}z",
        x - HALF + SOFT,
        y - HALF,
    );
}
