// Whether bots choose the same moves natively, for the oldest and a newer processor, and as WebAssembly, and how long two games of
// theirs take: `node benches/wasm/think.mjs`. The program itself knows what the moves should be, and fails otherwise.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const kinds = [
  ["native, any processor of the kind", "native", "", ""],
  ...(process.arch === "x64" ? [["native, built for AVX2", "avx2", "", "-Ctarget-cpu=x86-64-v3"]] : []),
  ["WebAssembly", "plain", "wasm32-unknown-unknown", ""],
  ["WebAssembly with simd128", "simd128", "wasm32-unknown-unknown", "-Ctarget-feature=+simd128"],
];
for (const [label, folder, target, flags] of kinds) {
  const out = join(here, "target", folder);
  const args = ["build", "--release", "--quiet", "--bin", "think", "--target-dir", out];
  if (target) args.push("--target", target);
  execFileSync("cargo", args, { cwd: here, env: { ...process.env, RUSTFLAGS: flags }, stdio: "inherit" });
  const before = process.cpuUsage();
  const began = performance.now();
  if (target) {
    const module = new WebAssembly.Module(readFileSync(join(out, target, "release", "think.wasm")));
    new WebAssembly.Instance(module, {}).exports.main(0, 0);
  } else {
    execFileSync(join(out, "release", "think"));
  }
  const spent = target ? process.cpuUsage(before).user / 1e6 : (performance.now() - began) / 1e3;
  console.log(`${label.padEnd(34)} the same moves, ${spent.toFixed(2)} s`);
}
