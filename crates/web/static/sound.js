// The sounds of the game, made here: taps of wood, and notes of a small marimba. No files.

let context;
let master;
let noise;

/** The one context of the page, and its one way out; nothing in a browser without sound. */
function ready() {
  if (context) return context;
  const Context = globalThis.AudioContext;
  if (!Context) return undefined;
  // As a game beside the reader's own music: it neither stops that nor speaks when the device is silenced.
  if (navigator.audioSession) navigator.audioSession.type = "ambient";
  context = new Context();
  master = context.createGain();
  const soft = context.createBiquadFilter();
  soft.type = "lowpass";
  soft.frequency.value = 5200;
  master.connect(soft).connect(context.destination);
  // A twentieth of a second of noise, always the same.
  noise = context.createBuffer(1, context.sampleRate / 20, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0, seed = 1; at < samples.length; at += 1) {
    seed = (seed * 16807) % 2147483647;
    samples[at] = seed / 1073741823.5 - 1;
  }
  return context;
}

/** Loud at once, then dying away. */
function fading(at, loud, seconds) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.003);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(master);
  return gain;
}

/** A tone that may sink. */
function tone(at, from, to, loud, seconds) {
  const source = context.createOscillator();
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(fading(at, loud, seconds));
  source.start(at);
  source.stop(at + seconds);
}

/** Wood on wood. */
function tap(at, pitch, loud) {
  const click = context.createBufferSource();
  click.buffer = noise;
  const colour = context.createBiquadFilter();
  colour.type = "bandpass";
  colour.frequency.value = pitch * 4;
  click.connect(colour).connect(fading(at, loud * 0.8, 0.035));
  click.start(at);
  tone(at, pitch, pitch * 0.8, loud, 0.07);
}

/** A bar of a marimba: its note, and the one two octaves up that dies sooner. */
function bar(at, pitch, loud = 0.5, seconds = 0.5) {
  tone(at, pitch, pitch, loud, seconds);
  tone(at, pitch * 4, pitch * 4, loud * 0.18, seconds / 4);
}

const SOUNDS = {
  /** The die knocks where it turns over, softer each time, and lies still. */
  die: (at, seconds) => [0.04, 0.3, 0.52, 0.72, 0.88].forEach((part, turn) => tap(at + part * seconds, 300 - 18 * turn, 0.7 - 0.12 * turn)),
  step: (at, _, which) => tap(at, 520 + (which % 2) * 24, 0.4),
  /** Thrown off the square, and down in the yard. */
  capture: (at, seconds) => {
    tap(at, 240, 0.9);
    tone(at + 0.03, 420, 150, 0.35, 0.16);
    tap(at + Math.max(seconds, 0.2), 190, 0.6);
  },
  home: (at) => [659.3, 880].forEach((pitch, which) => bar(at + which * 0.11, pitch, 0.45)),
  turn: (at) => [523.3, 784].forEach((pitch, which) => bar(at + which * 0.14, pitch, 0.4, 0.6)),
  /** Somebody speaks up: two soft knocks, the second higher. */
  say: (at) => [330, 440].forEach((pitch, which) => tap(at + which * 0.1, pitch, 0.3)),
  win: (at) => [523.3, 659.3, 784, 1046.5].forEach((pitch, which) => bar(at + which * 0.13, pitch, 0.5, 0.9)),
  end: (at) => [587.3, 440].forEach((pitch, which) => bar(at + which * 0.2, pitch, 0.4, 0.7)),
};

/** Plays a sound `count` times; times are in milliseconds, `due` by `performance.now()`. */
export async function play(name, level, count, apart, delay, due) {
  if (!ready()) return;
  if (context.state !== "running") await context.resume();
  const late = performance.now() - due;
  // A sound that comes after what it belongs to is worse than none.
  if (late > 250 || document.hidden) return;
  master.gain.value = level;
  const begin = context.currentTime + Math.max(0, delay - late) / 1000;
  for (let which = 0; which < count; which += 1) {
    SOUNDS[name](begin + (which * apart) / 1000, apart / 1000, which);
  }
}

// Who looks away hears nothing of what was still to come.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) context?.suspend();
});
