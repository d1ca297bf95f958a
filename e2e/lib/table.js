// A server, a browser, people: set up before a test, cleared away after it.

import { after, afterEach, before } from "node:test";

import { launch, person } from "./browser.js";
import { picture } from "./picture.js";
import { Player } from "./player.js";
import { Server } from "./server.js";

/**
 * One server and one browser for all tests of a file; new people for each test.
 * At a test's end every page must have been clean, and its people are gone.
 */
export function together(serve) {
  const world = {};
  let people = [];

  before(async () => {
    world.server = await Server.start(serve);
    world.browser = await launch();
  });
  after(async () => {
    await world.browser?.close();
    await world.server?.stop();
  });
  afterEach(async (test) => {
    const gone = people;
    people = [];
    try {
      for (const { witness } of gone) witness.isClean();
    } catch (failure) {
      // Kept for whoever looks for the reason.
      for (const [index, { page }] of gone.entries()) await picture(page, `failed-${test.name.replace(/\W+/g, "-")}-${index}`);
      throw failure;
    } finally {
      for (const { context } of gone) await context.close();
    }
  });

  /** A person at a device of their own. */
  world.comes = async (options) => {
    const player = new Player(await person(world.browser, world.server, options));
    people.push(player);
    return player;
  };
  return world;
}
