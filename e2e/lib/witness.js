// Sees what should not happen in a browser: errors, refused content, words with strangers.

import assert from "node:assert/strict";

export class Witness {
  #seen = [];
  #expectsOffline = false;
  #expectsRefusal = false;

  static async of(context, server) {
    const witness = new Witness();
    const own = new URL(server.url).host;
    await context.exposeBinding("__violation", (_, text) => witness.#note(`refused by the content policy: ${text}`));
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        globalThis.__violation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ""}`);
      });
    });
    context.on("request", (request) => {
      const url = new URL(request.url());
      if (url.host !== own && !["data:", "blob:", "about:"].includes(url.protocol)) witness.#note(`request to ${url.host}`);
    });
    context.on("page", (page) => {
      page.on("websocket", (socket) => {
        if (new URL(socket.url()).host !== own) witness.#note(`socket to ${socket.url()}`);
      });
    });
    context.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") witness.#console(message.text());
    });
    context.on("weberror", (error) => witness.#note(`uncaught: ${error.error()?.stack ?? error.error()}`));
    return witness;
  }

  #note(text) {
    this.#seen.push(text);
  }

  #console(text) {
    // The browser itself reports a server that is away; a page cannot keep it from that.
    if (this.#expectsOffline && /ERR_CONNECTION|WebSocket connection|Failed to load resource|ERR_INTERNET_DISCONNECTED/.test(text)) return;
    if (this.#expectsRefusal && /Failed to load resource: the server responded with a status of 40[49]/.test(text)) return;
    this.#note(`console: ${text}`);
  }

  /** From here on the server may be away for a while. */
  expectOffline() {
    this.#expectsOffline = true;
  }

  /** From here on the server may say no to a request, which the browser itself reports. */
  expectRefusal() {
    this.#expectsRefusal = true;
  }

  /** Nothing of it happened. */
  isClean() {
    assert.deepEqual(this.#seen, []);
  }
}
