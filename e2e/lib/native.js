// What the program under test says on the command line.

import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs `ludo` with these arguments and this input; answers with the lines that it printed, read as JSON. */
export async function ludo(args, input) {
  const child = spawn(process.env.LUDO_BIN, args, { stdio: [input === undefined ? "ignore" : "pipe", "pipe", "inherit"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
  child.stdin?.end(input);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`ludo ${args.join(" ")}: exit ${code}`);
  return args.includes("random") ? out : out.trim().split("\n").map((line) => JSON.parse(line));
}

/** Positions of a game at random in which there are several moves to choose from: so many of them at most. */
export async function choices(rules, seats, seed, most, length = ["--quick"]) {
  const game = await ludo(["random", ...length, "--seed", String(seed), rules, seats, "1"]);
  const steps = await ludo(["replay", "-"], game);
  const rolled = steps.flatMap(({ move }, at) => {
    // The position before a move, with the roll that was made there: `r5:12-17`.
    const face = /^[rgyb]([1-6]):\d/.exec(move ?? "")?.[1];
    const due = (_, sixes) => ` move:${face} ${face === "6" ? Number(sixes) + 1 : 0} `;
    return face ? [steps[at - 1].pos.replace(/ roll\S* (\d) /, due)] : [];
  });
  // A third 6 in a row is another matter: such texts are refused, and left out.
  const asked = rolled.map((pos) => JSON.stringify({ pos, bot: "simple", seed: "0".repeat(64) }));
  const answers = await ludo(["choose"], asked.join("\n"));
  const several = rolled.filter((_, at) => answers[at].choices > 1);
  const every = Math.max(1, Math.floor(several.length / most));
  return several.filter((_, at) => at % every === 0).slice(0, most);
}
