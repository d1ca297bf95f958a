// What the rules cost as WebAssembly: `node benches/wasm/run.mjs` builds the two programs beside it natively and as
// WebAssembly, and prints how many rolls a second of processor time they make.
//
// A program plays a number of rolls that is known, so nothing has to be handed in or out.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const rolls = { one: 20e6, batch: 64e6 };
const runs = 7;

/** Builds the programs in a folder of their own; gives where each of them is. */
function build(folder, target, flags) {
  const out = join(here, "target", folder);
  const args = ["build", "--release", "--quiet", "--target-dir", out];
  if (target) args.push("--target", target);
  execFileSync("cargo", args, { cwd: here, env: { ...process.env, RUSTFLAGS: flags }, stdio: "inherit" });
  return (name) =>
    target ? join(out, target, "release", `${name}.wasm`) : join(out, "release", name);
}

/** Seconds of processor time that a program takes, as the shell counts them. */
function natively(path) {
  const ran = spawnSync("bash", ["-c", 'TIMEFORMAT=%U; time "$0"', path], { encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`${path} failed: ${ran.stderr}`);
  return Number(ran.stderr.trim());
}

/** The same for a program that runs in here. */
function inside(module) {
  const { exports } = new WebAssembly.Instance(module, {});
  const before = process.cpuUsage();
  exports.main(0, 0);
  return process.cpuUsage(before).user / 1e6;
}

function report(label, name, sample) {
  sample(); // warms up, and lets node compile it well
  const rates = Array.from({ length: runs }, () => rolls[name] / sample() / 1e6).sort((a, b) => a - b);
  const [low, median, high] = [rates[0], rates[runs >> 1], rates[runs - 1]].map((rate) => rate.toFixed(1));
  console.log(`  ${label.padEnd(34)} ${median.padStart(6)}  (${low} to ${high})`);
}

const kinds = [
  ["native, any processor of the kind", build("native", "", "")],
  ...(process.arch === "x64" ? [["native, built for AVX2", build("avx2", "", "-Ctarget-cpu=x86-64-v3")]] : []),
  ["WebAssembly", build("plain", "wasm32-unknown-unknown", "")],
  ["WebAssembly with simd128", build("simd128", "wasm32-unknown-unknown", "-Ctarget-feature=+simd128")],
];
for (const [name, title] of [["one", "one game at a time"], ["batch", "64 games at once"]]) {
  console.log(`classic, ${title}: million rolls a CPU second, median (lowest to highest of ${runs}), node ${process.version}`);
  for (const [label, place] of kinds) {
    const path = place(name);
    if (path.endsWith(".wasm")) {
      const module = new WebAssembly.Module(readFileSync(path));
      report(label, name, () => inside(module));
    } else {
      report(label, name, () => natively(path));
    }
  }
}
console.log(`bytes of one.wasm: ${statSync(kinds.find(([label]) => label === "WebAssembly")[1]("one")).size}`);
