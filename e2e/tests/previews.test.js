// What a messenger finds where somebody sends a link: title, words and picture, in the reader's language, and nothing is changed by it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { past, play } from "../lib/play.js";
import { together } from "../lib/table.js";

const world = together();

/** As messengers read it: the head of the page, by what its elements say of themselves. Nothing of the page runs. */
async function preview(path, language = "en-GB,en;q=0.9") {
  const answer = await fetch(`${world.server.url}${path}`, { headers: { "accept-language": language } });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("set-cookie"), null);
  const html = await answer.text();
  const said = Object.fromEntries([...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(([, name, content]) => [name, content]));
  return { ...said, title: /<title>([^<]*)<\/title>/.exec(html)[1], html, headers: answer.headers };
}

test("the link of a table says who plays and how many seats are taken, from its first seat to its end", async () => {
  const name = `<b>Ania"&`;
  const ania = await world.comes();
  const code = await ania.openTable(name);
  await ania.addBot("y");
  const waiting = await preview(`/t/${code}`);
  assert.equal(waiting["og:title"], "Ludo with &lt;b&gt;Ania&quot;&amp;: 2 of 4 seats taken");
  assert.equal(waiting.title, waiting["og:title"]);
  assert.match(waiting["og:description"], /^Classic rules\. Open the link and take a seat/);
  assert.equal(waiting["og:type"], "website");
  assert.equal(waiting["og:url"], `${world.server.url}/t/${code}`);
  assert.equal(waiting["twitter:card"], "summary_large_image");
  assert.match(waiting.html, /<meta name="theme-color"/);
  assert.equal(waiting.headers.get("x-robots-tag"), "noindex, nofollow");
  assert.match((await preview(`/t/${code.toLowerCase()}`, "pl"))["og:title"], /^Ludo: .* · zajęte miejsca: 2 z 4$/);
  // It is only the head that is another.
  const body = ({ html }) => html.slice(html.indexOf("<body>"));
  assert.equal(body(waiting), body(await preview("/")));

  await ania.begin();
  assert.match((await preview(`/t/${code}`))["og:title"], /: the game is on$/);
  await play([ania], { until: past(10) });
  await ania.giveUp();
  await ania.part("podium").waitFor();
  const over = await preview(`/t/${code}`);
  assert.match(over["og:title"], /: the game is over$/);
  // Nobody has sat down by looking, and nobody watches.
  assert.equal(await ania.part("watchers").count(), 0);
});

test("addresses that lead to no table say so, in the reader's language", async () => {
  for (const path of ["/t/K7M2QX", "/t/nothing", "/t/%22%3E%3Cscript%3E"]) {
    const english = await preview(path);
    assert.equal(english["og:title"], "Ludo: there is no such table", path);
    assert.equal((await preview(path, "pl-PL,pl;q=0.9,en;q=0.8"))["og:title"], "Ludo: nie ma takiego stołu", path);
    assert.ok(!english.html.includes("<script>"), path);
  }
});

test("each picture is a PNG of the size that is said, small, and kept", async () => {
  const ania = await world.comes();
  await ania.arrive();
  const seen = new Set();
  for (const rules of ["classic", "mensch", "parchis"]) {
    // By what the page itself uses, as this person.
    const code = await ania.page.evaluate(async (rules) => {
      await fetch("/api/session", { method: "POST" });
      const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ options: { rules } }) });
      return (await answer.json()).code;
    }, rules);
    const table = await preview(`/t/${code}`);
    const address = table["og:image"];
    assert.ok(address.startsWith(`${world.server.url}/assets/preview-`), address);
    const answer = await fetch(address);
    assert.equal(answer.headers.get("content-type"), "image/png");
    assert.match(answer.headers.get("cache-control"), /immutable/);
    const file = Buffer.from(await answer.arrayBuffer());
    assert.ok(file.length < 100_000, `${file.length} bytes`);
    assert.deepEqual([file.readUInt32BE(16), file.readUInt32BE(20)], [1200, 630]);
    assert.deepEqual([table["og:image:width"], table["og:image:height"]], ["1200", "630"]);
    seen.add(address);
  }
  assert.equal(seen.size, 3, "each board has a picture of its own");
});

test("a browser that opens the start page gets it as it was built", async () => {
  const ania = await world.comes();
  const opened = await ania.page.goto("/");
  assert.ok(await opened.headerValue("etag"));
  const messenger = await preview("/");
  assert.equal(messenger.headers.get("etag"), null);
  assert.ok(messenger["og:image"].startsWith(`${world.server.url}/assets/preview-52-`));
  assert.match((await preview("/", "pl"))["og:description"], /bez konta/);
  const robots = await (await fetch(`${world.server.url}/robots.txt`)).text();
  assert.doesNotMatch(robots, /\/t\//, "messengers that ask may look at tables");
});
