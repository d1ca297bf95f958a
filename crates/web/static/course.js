// How the chances of a win went in a game, as a drawing: each seat by its colour, its mark and its name.

import { think } from "/assets/think.js";

const svg = (tag, about) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(about)) made.setAttribute(name, value);
  return made;
};

const [WIDE, HIGH, EDGE] = [320, 160, 10];

/** Draws it in an element: `rows` has a line for each seat that played, with letter, mark and name. */
export async function draw(place, game, title, rows) {
  if (place.dataset.game === game) return;
  const record = await fetch(`/api/games/${game}.ludo`);
  if (!record.ok) throw new Error(`${record.status}`);
  const shares = await think("course", await record.text());
  const last = shares.length / 4 - 1;
  const x = (at) => EDGE + (at / Math.max(1, last)) * (WIDE - 2 * EDGE);
  const y = (share) => EDGE + (1 - share / 100) * (HIGH - 2 * EDGE);
  const chart = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": title, class: "course" });
  for (const share of [0, 25, 50, 75, 100]) chart.append(svg("path", { class: "grid", d: `M${EDGE} ${y(share)}H${WIDE - EDGE}` }));
  const list = document.createElement("ul");
  list.className = "course-names";
  const seats = rows.split("\n").map((row) => row.split("\t"));
  for (const [number, [seat, mark, name]] of seats.entries()) {
    const own = Array.from({ length: last + 1 }, (_, at) => shares[4 * at + "rgyb".indexOf(seat)]);
    const group = svg("g", { class: `seat-${seat}` });
    group.append(svg("path", { class: "curve", d: own.map((share, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(share).toFixed(1)}`).join("") }));
    // The mark now and then: who does not tell colours apart follows it.
    for (let part = 1; part < 6; part += 1) {
      const at = Math.round((last * (part + number / seats.length - 0.4)) / 6);
      group.append(svg("circle", { class: "spot", cx: x(at), cy: y(own[at]), r: 6 }));
      group.append(svg("path", { class: "mark", d: mark, transform: `translate(${x(at)} ${y(own[at])}) scale(.36)` }));
    }
    chart.append(group);
    const line = document.createElement("li");
    line.className = `seat-${seat}`;
    const sign = svg("svg", { viewBox: "-14 -14 28 28", "aria-hidden": "true" });
    sign.append(svg("path", { class: "mark", d: mark }));
    const who = document.createElement("bdi");
    who.textContent = name;
    line.append(sign, who, ` ${own[0]}% → ${own[last]}%`);
    list.append(line);
  }
  place.replaceChildren(chart, list);
  place.dataset.game = game;
}
