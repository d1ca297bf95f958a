// A real `ludo serve` on a port of its own, with a data folder of its own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { Line } from "./line.js";

/** How long a machine may take to start or to end the program: far longer than any takes. */
const PATIENCE_MS = 90_000;

/** Where ports are looked for: below those that systems give to connections, so that none takes it while the server is away. */
const PORTS = { from: 20_000, to: 32_000 };

/** The program under test; `cargo xtask e2e` says where it is. */
function program() {
  const path = process.env.LUDO_BIN;
  if (!path) throw new Error("LUDO_BIN says nothing: start the tests with `cargo xtask e2e`");
  return path;
}

/** A port that nobody listens on; the search begins where no other file of tests begins it. */
async function freePort() {
  for (let tries = 0; ; tries += 1) {
    const port = PORTS.from + ((process.pid * 7 + tries) % (PORTS.to - PORTS.from));
    const probe = createServer();
    probe.listen(port, "127.0.0.1");
    try {
      await once(probe, "listening");
    } catch (failure) {
      if (tries > 1_000) throw failure;
      continue;
    }
    probe.close();
    await once(probe, "close");
    return port;
  }
}

export class Server {
  #child;
  #log = "";

  constructor(port, data, line, pace) {
    this.pace = pace;
    this.port = port;
    this.data = data;
    this.line = line;
    // Where people open it. Not 127.0.0.1: browsers trust this name as a person's own machine.
    this.url = `http://localhost:${line?.port ?? port}`;
  }

  /** Starts one; with `line`, people reach it by a line that can be cut, or by one of the kind that is given. Bots take `pace` milliseconds for each thing. */
  static async start({ line = false, pace = 0 } = {}) {
    const data = await mkdtemp(join(tmpdir(), "ludo-e2e-"));
    const port = await freePort();
    const server = new Server(port, data, line ? await (line === true ? Line : line).to(port) : undefined, pace);
    await server.up();
    return server;
  }

  /** Starts the program and waits until it answers. */
  async up() {
    const options = ["serve", "--port", String(this.port), "--data", this.data, "--bot-pace", String(this.pace)];
    if (this.line) options.push("--public-url", this.url);
    const child = spawn(program(), options, { stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => (this.#log += text));
    }
    const end = Date.now() + PATIENCE_MS;
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || Date.now() > end) {
        throw new Error(`ludo serve did not come up (exit ${child.exitCode}):\n${this.#log}`);
      }
      await sleep(25);
    }
  }

  async #isReady() {
    try {
      return (await fetch(`http://localhost:${this.port}/health/ready`)).ok;
    } catch {
      return false;
    }
  }

  /** Everything that the program printed so far. */
  get log() {
    return this.#log;
  }

  /** Ends this very process without a chance to say goodbye, as a power cut does. */
  async kill() {
    await this.#end("SIGKILL");
  }

  /** Makes a backup while it runs; the folder it is in. */
  async backup() {
    const folder = `${this.data}-backup`;
    await this.#run("backup", "--data", this.data, folder);
    return folder;
  }

  /** Kills it, and starts it again with what a backup holds. */
  async setBack(backup) {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
    await this.#run("restore", backup, "--data", this.data);
    await rm(backup, { recursive: true, force: true });
    await this.up();
  }

  async #run(...words) {
    const child = spawn(program(), words, { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text) => (said += text));
    const [status] = await once(child, "exit");
    if (status !== 0) throw new Error(`ludo ${words.join(" ")}: ${said}`);
  }

  /** Asks it to end, and removes its data. */
  async stop() {
    await this.#end("SIGTERM");
    await this.line?.end();
    await rm(this.data, { recursive: true, force: true });
  }

  async #end(signal) {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    const late = sleep(PATIENCE_MS, "late", { ref: false });
    if ((await Promise.race([exited, late])) === "late") {
      child.kill("SIGKILL");
      await exited;
      throw new Error(`ludo serve did not end within ${PATIENCE_MS} ms of ${signal}:\n${this.#log}`);
    }
  }
}
