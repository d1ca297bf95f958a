use ludo_rules::{Area, Board, Point, Seat, SeatSet};

use super::element::{El, html, number, svg};
use super::hint::hint_sign;
use super::live::Live;
use super::man::{dome, men};
use super::preview::preview;
use super::stage::Sketch;
use super::trail::trail;
use super::walls::walls;
use super::words::tr;
use crate::{Spots, Turning, mark};

/// The wood around the squares, in squares.
const FRAME: f32 = 0.62;

/// The board with its tokens.
pub(super) fn board(live: Live) -> El {
    let stage = live.stage;
    let text = move || {
        stage.scene.with(|scene| {
            scene
                .as_ref()
                .map(|scene| scene.rules.text(&scene.position))
        })
    };
    let seats = move || {
        stage.scene.with(|scene| {
            scene
                .as_ref()
                .map_or(SeatSet::ALL, |scene| scene.position.seats())
        })
    };
    let label = move || {
        let mut label = tr("board");
        if live.mine().is_some() {
            label.push_str(". ");
            label.push_str(&tr("board-turned"));
        }
        Some(label)
    };
    html("div")
        .class("board")
        .testid("board")
        .live_attr("data-position", text)
        .live_attr("data-seq", move || Some(stage.heard.get().to_string()))
        .attr("role", "group")
        .live_attr("aria-label", label)
        .given(
            move || (stage.spots.get(), seats()),
            |(Sketch(spots), seats)| ground(&spots, seats),
        )
        .child(
            svg("svg")
                .class("men")
                .live_attr("viewBox", move || Some(frame(&stage.spots.get().0)))
                .child(dome())
                .child(trail(live))
                .child(walls(live))
                .child(preview(live))
                .child(men(live))
                .child(hint_sign(live)),
        )
}

pub(super) fn frame(spots: &Spots) -> String {
    let (from, size) = (number(-FRAME), number(spots.size() + 2.0 * FRAME));
    format!("{from} {from} {size} {size}")
}

/// All that lies still: drawn once a game.
pub(super) fn ground(spots: &Spots, seats: SeatSet) -> El {
    let (board, turning) = (spots.board(), spots.turning());
    let size = spots.size();
    let turn = |point: Point| turning.point(size, (point.x, point.y));
    let is_cross = board.rules().goal_in_column();
    let squares = tiles(board, turning);
    let mut all = squares.clone();
    let lanes = Seat::ALL.map(|seat| {
        let path = lane(board, turning, seat);
        all.push_str(&path);
        let start = turn(board.start(seat).centre());
        group(seat, seats)
            .child(svg("path").class("own").attr("d", &path))
            .child(arrow(board, turning, seat))
            .child(board.safe(start_of(board, seat)).then(|| {
                let ring = svg("path").class("safe-start");
                ring.attr("d", &round(start, 0.38))
            }))
            .child(marked("on-square", seat, start, 0.025))
    });
    let safe: String = (0..board.rules().ring())
        .filter(|&square| board.safe(square) && !is_start(board, square))
        .map(|square| round(turn(board.ring(square).centre()), 0.3))
        .collect();
    let yards = Seat::ALL.map(|seat| yard(board, turning, size, seat, seats));
    let homes = (!is_cross)
        .then(|| Seat::ALL.map(|seat| home(board.home_triangle(seat).map(turn), seat, seats)));
    // On the board of a cross a line leads from hole to hole, and the middle has nothing but the maker's mark.
    let line = is_cross.then(|| svg("path").class("line").attr("d", &track(board, turning)));
    let medal = is_cross.then(|| medal(size / 2.0));

    svg("svg")
        .class("ground")
        .attr("viewBox", &frame(spots))
        .attr("aria-hidden", "true")
        .child(definitions(size))
        .child(wood(size))
        .child(rect(
            "bevel",
            -FRAME + 0.06,
            -FRAME + 0.06,
            size + 2.0 * FRAME - 0.12,
            ".64",
        ))
        .child(rect("rebate", -0.09, -0.12, size + 0.18, ".5"))
        .child(rect("field", -0.05, -0.05, size + 0.1, ".46"))
        .child(rect("nap", -0.05, -0.05, size + 0.1, ".46").attr("filter", "url(#fine)"))
        .child(yards)
        .child(line)
        .child(
            svg("path")
                .class("under")
                .attr("transform", "translate(0 .06)")
                .attr("d", &all),
        )
        .child(svg("path").class("square").attr("d", &squares))
        .child(svg("path").class("safe").attr("d", &safe))
        .child(lanes)
        .child(homes)
        .child(medal)
}

fn start_of(board: &Board, seat: Seat) -> u16 {
    board.rules().ring_square(seat, 1).unwrap_or_default()
}

fn is_start(board: &Board, square: u16) -> bool {
    Seat::ALL
        .into_iter()
        .any(|seat| start_of(board, seat) == square)
}

/// The squares of the ring, but for the start squares.
pub(super) fn tiles(board: &Board, turning: Turning) -> String {
    let mut path = String::new();
    for square in (0..board.rules().ring()).filter(|&square| !is_start(board, square)) {
        tile(&mut path, board, turning, board.ring(square).centre());
    }
    path
}

/// A seat's own squares: the one where it starts, and its column.
pub(super) fn lane(board: &Board, turning: Turning, seat: Seat) -> String {
    let mut path = String::new();
    tile(&mut path, board, turning, board.start(seat).centre());
    for cell in board.column_cells(seat) {
        tile(&mut path, board, turning, cell.centre());
    }
    path
}

/// The way round, from middle to middle.
fn track(board: &Board, turning: Turning) -> String {
    let size = f32::from(board.size());
    let mut path = String::new();
    for square in 0..board.rules().ring() {
        let at = board.ring(square).centre();
        let (x, y) = turning.point(size, (at.x, at.y));
        let letter = if square == 0 { "M" } else { "L" };
        path.push_str(&format!("{letter}{} {}", number(x), number(y)));
    }
    path.push('z');
    path
}

/// Which way a token goes from its start square: a small arrow on the square after it.
fn arrow(board: &Board, turning: Turning, seat: Seat) -> El {
    let size = f32::from(board.size());
    let square = start_of(board, seat);
    let place = |square: u16| {
        let at = board.ring(square).centre();
        turning.point(size, (at.x, at.y))
    };
    let ((ax, ay), (bx, by)) = (place(square), place(square + 1));
    let (dx, dy) = (bx - ax, by - ay);
    let matrix = [dx, dy, -dy, dx, bx, by].map(number).join(" ");
    svg("path")
        .class("arrow")
        .attr("transform", &format!("matrix({matrix})"))
        .attr("d", "M-.24 0H.16M-.02-.2.2 0-.02 .2")
}

/// Four quarters of wood in the middle of a cross.
fn medal(middle: f32) -> El {
    let place = format!("translate({0} {0})", number(middle));
    svg("g")
        .class("medal")
        .attr("transform", &place)
        .child(svg("circle").class("rim").attr("r", ".44"))
        .child(
            svg("path")
                .class("inlay")
                .attr("d", "M0-.36 .1-.1 .36 0 .1 .1 0 .36-.1 .1-.36 0-.1-.1z"),
        )
}

fn group(seat: Seat, seats: SeatSet) -> El {
    svg("g").class(&format!(
        "seat-{seat}{}",
        if seats.contains(seat) { "" } else { " absent" }
    ))
}

fn rect(class: &str, x: f32, y: f32, side: f32, round: &str) -> El {
    let side = number(side);
    let rect = svg("rect")
        .class(class)
        .attr("x", &number(x))
        .attr("y", &number(y));
    rect.attr("width", &side)
        .attr("height", &side)
        .attr("rx", round)
}

fn marked(class: &str, seat: Seat, (x, y): (f32, f32), scale: f32) -> El {
    let place = format!(
        "translate({} {}) scale({})",
        number(x),
        number(y),
        number(scale)
    );
    svg("path")
        .class(class)
        .attr("transform", &place)
        .attr("d", mark(seat))
}

fn home(corners: [(f32, f32); 3], seat: Seat, seats: SeatSet) -> El {
    let points: String = corners
        .iter()
        .map(|(x, y)| format!("{},{} ", number(*x), number(*y)))
        .collect();
    let [(ax, ay), (bx, by), (cx, cy)] = corners;
    group(seat, seats)
        .child(svg("polygon").class("home").attr("points", &points))
        .child(marked(
            "home-mark",
            seat,
            ((ax + bx + cx) / 3.0, (ay + by + cy) / 3.0),
            0.034,
        ))
}

/// A yard: a lacquered block with a court let into it, and a well for each token.
fn yard(board: &Board, turning: Turning, size: f32, seat: Seat, seats: SeatSet) -> El {
    let Area {
        x,
        y,
        width,
        height,
    } = board.yard_area(seat);
    let ((x, y), (side, _)) = turning.rect(size, (x, y), (width, height));
    let gap = 0.1;
    let block = side - 2.0 * gap;
    let inset = side * if side < 5.0 { 0.11 } else { 0.14 };
    let court = side - 2.0 * inset;
    // The Spanish yard is round.
    let round = if board.size() > 17 { court / 2.0 } else { 0.7 };
    let scale = yard_scale(side);
    let edge = block - 1.1;
    let shine = format!(
        "M{} {}h{edge}a.5 .5 0 0 1 .5 .5v.12a.5 .5 0 0 0-.5-.5h-{edge}a.5 .5 0 0 0-.5 .5v-.12a.5 .5 0 0 1 .5-.5z",
        number(x + gap + 0.55),
        number(y + gap + 0.05),
        edge = number(edge),
    );
    let wells = [0, 1, 2, 3].map(|slot| {
        let Point { x, y } = board.yard(seat, slot);
        let (x, y) = turning.point(size, (x, y));
        let well = svg("circle")
            .class("well")
            .attr("cx", &number(x))
            .attr("cy", &number(y))
            .attr("r", &number(0.62 * scale));
        let top = number(y - 0.24 * scale);
        let shade = format!(
            "M{} {top}A{radius} {radius} 0 0 1 {} {top}",
            number(x - 0.53 * scale),
            number(x + 0.53 * scale),
            radius = number(0.58 * scale),
        );
        (well, svg("path").class("well-shade").attr("d", &shade))
    });
    group(seat, seats)
        .child(rect("under", x + gap, y + gap + 0.07, block, ".55"))
        .child(rect("yard", x + gap, y + gap, block, ".55"))
        .child(svg("path").class("yard-shine").attr("d", &shine))
        .child(rect("lacquer", x + gap, y + gap, block, ".55").attr("fill", "url(#lacquer)"))
        .child(rect("court", x + inset, y + inset, court, &number(round)))
        .child(rect(
            "court-shade",
            x + inset + 0.07,
            y + inset + 0.08,
            court - 0.14,
            &number(round - 0.05),
        ))
        .child(wells)
        .child(marked(
            "yard-mark",
            seat,
            (x + side / 2.0, y + side / 2.0),
            0.006 * side - if side < 5.0 { 0.008 } else { 0.0 },
        ))
}

/// Four boards, mitred at the corners, each with its grain along it; other materials have a fine grit instead.
fn wood(size: f32) -> El {
    let whole = size + 2.0 * FRAME;
    let plank = |side| svg("path").attr("d", &plank(size, side));
    svg("g")
        .attr("clip-path", "url(#outline)")
        .child(rect("frame-b", -FRAME, -FRAME, whole, "0"))
        .child(plank(0).class("frame-a"))
        .child(plank(2).class("frame-c"))
        .child([plank(0), plank(2)].map(|plank| plank.class("grain").attr("filter", "url(#along)")))
        .child(
            [plank(1), plank(3)].map(|plank| plank.class("grain").attr("filter", "url(#across)")),
        )
        .child(rect("grit", -FRAME, -FRAME, whole, "0").attr("filter", "url(#fine)"))
        .child(svg("path").class("mitre").attr("d", &mitres(size)))
}

/// The light on lacquer, the grain of wood along both ways, and the outline of the board.
fn definitions(size: f32) -> El {
    let stop = |offset: &str, colour: &str, opacity: &str| {
        svg("stop")
            .attr("offset", offset)
            .attr("stop-color", colour)
            .attr("stop-opacity", opacity)
    };
    let lacquer = svg("radialGradient")
        .attr("id", "lacquer")
        .attr("cx", ".3")
        .attr("cy", ".22")
        .attr("r", "1");
    let cut = |by: &str| svg("feComposite").attr("in2", by).attr("operator", "in");
    let grain = |id: &str, frequency: &str, seed: &str| {
        let noise = svg("feTurbulence")
            .attr("type", "fractalNoise")
            .attr("baseFrequency", frequency);
        // How strong it is; its colour is of the material (`--grain` in `static/style/values.css`).
        let strength = "0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 1.15 -.5";
        svg("filter")
            .attr("id", id)
            .attr("x", "0")
            .attr("y", "0")
            .attr("width", "1")
            .attr("height", "1")
            .attr("color-interpolation-filters", "sRGB")
            .child(noise.attr("numOctaves", "3").attr("seed", seed))
            .child(
                svg("feColorMatrix")
                    .attr("values", strength)
                    .attr("result", "grain"),
            )
            .child(svg("feFlood").class("dye"))
            .child(cut("grain"))
            .child(cut("SourceGraphic"))
    };
    let outline = rect("outline", -FRAME, -FRAME, size + 2.0 * FRAME, ".7");
    svg("defs")
        .child(lacquer.child([
            stop("0", "#fff", ".16"),
            stop(".5", "#fff", "0"),
            stop("1", "#000", ".2"),
        ]))
        .child([
            grain("along", ".22 5.5", "11"),
            grain("across", "5.5 .22", "5"),
            grain("fine", "10 10", "3"),
        ])
        .child(svg("clipPath").attr("id", "outline").child(outline))
}

/// One side of the frame: 0 is the upper one, then clockwise.
fn plank(size: f32, side: usize) -> String {
    let (out, far) = (-FRAME, size + FRAME);
    let corners = [(out, out), (far, out), (far, far), (out, far)];
    let insides = [(0.0, 0.0), (size, 0.0), (size, size), (0.0, size)];
    let (from, to) = (side % 4, (side + 1) % 4);
    let points = [corners[from], corners[to], insides[to], insides[from]];
    let path: Vec<String> = points
        .iter()
        .map(|(x, y)| format!("{} {}", number(*x), number(*y)))
        .collect();
    format!("M{}z", path.join("L"))
}

/// The joints at the corners of the frame.
fn mitres(size: f32) -> String {
    let (out, far, size) = (number(-FRAME), number(size + FRAME), number(size));
    format!("M{out} {out}L0 0M{far} {out}L{size} 0M{far} {far}L{size} {size}M{out} {far}L0 {size}")
}

/// How large the wells of a yard are, beside those of a yard of six by six.
fn yard_scale(side: f32) -> f32 {
    if side < 5.0 { 0.88 } else { side / 6.0 }
}

/// Adds a square around a middle: with soft corners, or round where the track is a row of holes.
fn tile(path: &mut String, board: &Board, turning: Turning, at: Point) {
    let (x, y) = turning.point(f32::from(board.size()), (at.x, at.y));
    if board.rules().goal_in_column() {
        path.push_str(&round((x, y), 0.42));
        return;
    }
    path.push_str(&format!(
        "M{} {}h.69a.11 .11 0 0 1 .11 .11v.69a.11 .11 0 0 1-.11 .11h-.69a.11 .11 0 0 1-.11-.11v-.69a.11 .11 0 0 1 .11-.11z",
        number(x - 0.345),
        number(y - 0.455),
    ));
}

/// A circle as a path.
fn round((x, y): (f32, f32), radius: f32) -> String {
    let (r, d) = (number(radius), number(2.0 * radius));
    format!(
        "M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z",
        number(x - radius),
        number(y)
    )
}
