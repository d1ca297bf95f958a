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
  text(title, SIZE / 2, 150, 82, 880, { font: book, weight: 700 });
  text(rules, SIZE / 2, 226, 34, 880, { fill: "--ink-soft" });

  const high = players.length > 3 ? 130 : 160;
  const top = 520 - (players.length * high) / 2 + 40;
  players.forEach(([seat, mark, rank, name], at) => {
    const y = top + at * high;
    const first = at === 0;
    box(110, y, 860, high - 18, 22, colour(first ? `--${seat}` : "--card"));
    pen.strokeStyle = colour(first ? `--${seat}-deep` : "--card-edge");
    pen.lineWidth = 3;
    pen.stroke();
    const middle = y + (high - 18) / 2;
    peg(pen, 196, middle, 42, mark, first ? [colour(`--${seat}-on`), colour(`--${seat}-deep`), colour(`--${seat}-deep`)] : [colour(`--${seat}`), colour(`--${seat}-on`), colour(`--${seat}-deep`)]);
    const fill = first ? `--${seat}-on` : "--ink";
    // Apart from the words around it, whichever way the name is written.
    text(name, 264, middle, 50, 520, { weight: 650, fill, align: "left" });
    text(rank, 936, middle, 50, 160, { font: book, weight: 700, fill, align: "right" });
  });

  if (dice) text(`✓ ${dice}`, SIZE / 2, 896, 34, 880, { weight: 600, fill: "--good" });
  text(`Ludo · ${host}`, SIZE / 2, 966, 34, 880, { fill: "--ink-soft" });
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
