// A server that cheats: what the true one says at its sockets is changed on the way, or left out.

import { once } from "node:events";
import { connect, createServer } from "node:net";

export class Hostile {
  #open = new Set();
  #listener;
  /** Changes a message of the server; what it gives back is sent on, nothing if it gives nothing. */
  change = (message) => message;

  /** In front of the server on a port of this machine. */
  static async to(target) {
    const hostile = new Hostile();
    hostile.#listener = createServer((near) => hostile.#carry(near, target));
    hostile.#listener.listen(0, "127.0.0.1");
    await once(hostile.#listener, "listening");
    hostile.port = hostile.#listener.address().port;
    return hostile;
  }

  #carry(near, target) {
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
    // Frames are read here, so they must not be compressed: the browser's offer to do so is left out.
    near.on("data", (data) => far.write(Buffer.from(data.toString("latin1").replace(/sec-websocket-extensions:[^\r]*\r\n/i, ""), "latin1")));
    let isSocket = false;
    let rest = Buffer.alloc(0);
    far.on("data", (data) => {
      rest = Buffer.concat([rest, data]);
      if (!isSocket) {
        const end = rest.indexOf("\r\n\r\n");
        if (!rest.subarray(0, 12).toString("latin1").startsWith("HTTP/1.1 101") || end < 0) {
          near.write(rest);
          rest = Buffer.alloc(0);
          return;
        }
        isSocket = true;
        near.write(rest.subarray(0, end + 4));
        rest = rest.subarray(end + 4);
      }
      for (let frame = first(rest); frame; frame = first(rest)) {
        rest = rest.subarray(frame.length);
        const said = frame.opcode === TEXT ? this.change(JSON.parse(frame.payload.toString())) : undefined;
        if (frame.opcode !== TEXT) near.write(frame.bytes);
        else if (said) near.write(written(Buffer.from(JSON.stringify(said))));
      }
    });
  }

  async end() {
    for (const socket of this.#open) socket.destroy();
    this.#listener.close();
    await once(this.#listener, "close");
  }
}

const TEXT = 1;

/** The first frame of what came, if it is whole. A server's frames have no mask, and its messages are one frame each. */
function first(bytes) {
  if (bytes.length < 2) return undefined;
  let size = bytes[1] & 0x7f;
  let head = 2;
  if (size === 126) {
    if (bytes.length < 4) return undefined;
    size = bytes.readUInt16BE(2);
    head = 4;
  } else if (size === 127) {
    if (bytes.length < 10) return undefined;
    size = Number(bytes.readBigUInt64BE(2));
    head = 10;
  }
  const length = head + size;
  if (bytes.length < length) return undefined;
  return { opcode: bytes[0] & 0x0f, payload: bytes.subarray(head, length), bytes: bytes.subarray(0, length), length };
}

/** A frame with this text. */
function written(payload) {
  const head = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10);
  head[0] = 0x80 | TEXT;
  if (head.length === 2) head[1] = payload.length;
  else if (head.length === 4) {
    head[1] = 126;
    head.writeUInt16BE(payload.length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(payload.length), 2);
  }
  return Buffer.concat([head, payload]);
}
