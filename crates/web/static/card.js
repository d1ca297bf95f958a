// How a game ended, as a picture. Whatever people chose is drawn as text and read as nothing else.

const SIZE = 1080;
const pictures = new WeakMap();

/** Draws the picture into a place of the page. */
export function draw(place, lines, rows) {
  const [title, rules, dice, host] = lines.split("\n");
  const players = rows.split("\n").map((row) => row.split("\t"));
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", [title, ...players.map(([, , rank, name]) => `${rank} ${name}`), rules, dice].filter(Boolean).join(". "));
  const colours = getComputedStyle(document.documentElement);
  const colour = (name) => colours.getPropertyValue(name).trim();
  const pen = canvas.getContext("2d");
  const book = colour("--book");
  const plain = colour("--plain");
  const box = (x, y, width, height, round, fill) => {
    pen.fillStyle = fill;
    pen.beginPath();
    pen.roundRect(x, y, width, height, round);
    pen.fill();
  };
  /** One line of text, smaller where it would not fit. */
  const text = (words, x, y, size, width, { font = plain, weight = 500, fill = "--ink", align = "center" } = {}) => {
    pen.fillStyle = colour(fill);
    pen.textAlign = align;
    pen.textBaseline = "middle";
    for (let now = size; now > size / 3; now -= 2) {
      pen.font = `${weight} ${now}px ${font}`;
      if (pen.measureText(words).width <= width) break;
    }
    pen.fillText(words, x, y, width);
  };

  // The frame of the board, and a sheet of paper in it.
  box(0, 0, SIZE, SIZE, 0, colour("--frame"));
  pen.fillStyle = colour("--frame-light");
  pen.fillRect(0, 0, SIZE, 44);
  pen.fillStyle = colour("--frame-deep");
  pen.fillRect(0, SIZE - 44, SIZE, 44);
  box(36, 36, SIZE - 72, SIZE - 72, 30, colour("--frame-edge"));
  box(42, 42, SIZE - 84, SIZE - 84, 26, colour("--paper-glow"));
  text(title, SIZE / 2, 152, 88, 880, { font: book, weight: 700 });
  text(rules, SIZE / 2, 236, 40, 880, { fill: "--ink-soft" });

  // Fewer players have more room each.
  const high = [0, 0, 230, 182, 142][players.length] ?? 142;
  const radius = high * 0.31;
  const top = 571 - (players.length * high) / 2;
  players.forEach(([seat, mark, rank, name], at) => {
    const y = top + at * high;
    const first = at === 0;
    box(100, y, 880, high - 18, 24, colour(first ? `--${seat}` : "--card"));
    pen.strokeStyle = colour(first ? `--${seat}-deep` : "--card-edge");
    pen.lineWidth = 3;
    pen.stroke();
    const middle = y + (high - 18) / 2;
    const [body, on, deep] = ["", "-on", "-deep"].map((shade) => colour(`--${seat}${shade}`));
    peg(pen, 132 + radius, middle - 3, radius, mark, first ? [on, deep, deep] : [body, on, deep]);
    const fill = first ? `--${seat}-on` : "--ink";
    text(name, 166 + 2 * radius, middle, 54, 610 - 2 * radius, { weight: 650, fill, align: "left" });
    text(rank, 946, middle, 54, 160, { font: book, weight: 700, fill, align: "right" });
  });

  if (dice) text(`✓ ${dice}`, SIZE / 2, 894, 40, 880, { weight: 600, fill: "--good" });
  const foot = `Ludo · ${host}`;
  text(foot, SIZE / 2 + 26, 970, 38, 800, { fill: "--ink-soft" });
  // The game's sign before it: four yards.
  const begin = SIZE / 2 - Math.min(pen.measureText(foot).width, 800) / 2 - 34;
  ["r", "g", "b", "y"].forEach((seat, at) => box(begin + (at % 2) * 20, 951 + (at >> 1) * 20, 17, 17, 4, colour(`--${seat}`)));
  pictures.set(place, new Promise((done) => canvas.toBlob(done, "image/png")));
  place.replaceChildren(canvas);
}

/** A token with its mark. */
function peg(pen, x, y, radius, mark, [body, sign, shade]) {
  const disc = (dy, fill) => {
    pen.fillStyle = fill;
    pen.beginPath();
    pen.arc(x, y + dy, radius, 0, 2 * Math.PI);
    pen.fill();
  };
  disc(6, shade);
  disc(0, body);
  pen.save();
  pen.translate(x, y);
  pen.scale(radius / 17, radius / 17);
  pen.fillStyle = sign;
  pen.fill(new Path2D(mark));
  pen.restore();
}

/** Hands picture and link to another program of the device; the link alone where pictures are not taken. */
export async function give(place, title, url) {
  const blob = await pictures.get(place);
  const files = blob ? [new File([blob], "ludo.png", { type: "image/png" })] : [];
  const whole = { files, title, text: title, url };
  // Who closes the sheet again has refused nothing that matters.
  await navigator.share(files.length && navigator.canShare?.(whole) ? whole : { title, url }).catch(() => {});
}

/** Keeps the picture among the reader's files. */
export async function save(place, name) {
  const blob = await pictures.get(place);
  if (!blob) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
