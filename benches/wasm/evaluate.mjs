// What a look at a position costs, alone and with others together, natively and as WebAssembly: `node benches/wasm/evaluate.mjs`.
// Thousands of seats a second of processor time, the most of several runs: what else the machine does only takes away.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const runs = 9;
// 500 rounds of 200 positions of four seats.
const seats = 500 * 200 * 4;
const kinds = [
  ["native, any processor of the kind", "native", "", ""],
  ...(process.arch === "x64" ? [["native, built for AVX2", "avx2", "", "-Ctarget-cpu=x86-64-v3"]] : []),
  ["WebAssembly", "plain", "wasm32-unknown-unknown", ""],
  ["WebAssembly with simd128", "simd128", "wasm32-unknown-unknown", "-Ctarget-feature=+simd128"],
];

/** Seconds of processor time that a program takes. */
function once(path, module) {
  if (!module) return Number(spawnSync("bash", ["-c", 'TIMEFORMAT=%U; time "$0"', path], { encoding: "utf8" }).stderr.trim());
  const { exports } = new WebAssembly.Instance(module, {});
  const before = process.cpuUsage();
  exports.main(0, 0);
  return process.cpuUsage(before).user / 1e6;
}

for (const [label, folder, target, flags] of kinds) {
  const out = join(here, "target", folder);
  const args = ["build", "--release", "--quiet", "--bin", "alone", "--bin", "together", "--target-dir", out];
  if (target) args.push("--target", target);
  execFileSync("cargo", args, { cwd: here, env: { ...process.env, RUSTFLAGS: flags }, stdio: "inherit" });
  const rates = ["alone", "together"].map((name) => {
    const path = join(out, target, "release", target ? `${name}.wasm` : name);
    const module = target && new WebAssembly.Module(readFileSync(path));
    const times = Array.from({ length: runs }, () => once(path, module));
    return (seats / Math.min(...times) / 1e3).toFixed(0);
  });
  console.log(`${label.padEnd(34)} alone ${rates[0]}, together ${rates[1]} thousand seats/s`);
}
