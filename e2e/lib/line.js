// The line between people and a server: it can be cut, mended, and slow.

import { once } from "node:events";
import { connect, createServer } from "node:net";

export class Line {
  #open = new Set();
  #listener;
  #isCut = false;
  #delay = 0;

  /** A line to a port of this machine. */
  static async to(target) {
    const line = new Line();
    line.#listener = createServer((near) => line.#carry(near, target));
    line.#listener.listen(0, "127.0.0.1");
    await once(line.#listener, "listening");
    line.port = line.#listener.address().port;
    return line;
  }

  #carry(near, target) {
    if (this.#isCut) {
      near.destroy();
      return;
    }
    const far = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      this.#open.add(one);
      one.setNoDelay(true);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.#open.delete(one);
        other.destroy();
      });
    }
    near.on("data", (data) => far.write(data));
    // Slow on the way back only; what was sent first arrives first.
    far.on("data", (data) => (this.#delay ? setTimeout(() => near.writable && near.write(data), this.#delay) : near.write(data)));
  }

  /** Nothing gets through, as in a lift. */
  cut() {
    this.#isCut = true;
    for (const socket of this.#open) socket.destroy();
  }

  mend() {
    this.#isCut = false;
  }

  /** From now on the server's words take so long. */
  slow(milliseconds) {
    this.#delay = milliseconds;
  }

  async end() {
    this.cut();
    this.#listener.close();
    await once(this.#listener, "close");
  }
}
