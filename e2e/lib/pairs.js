// Combinations of which no two things are left untried together, far fewer than all combinations there are.

/**
 * Rows for `{ name: [value, …], … }` in which each value of one name meets each value of each other name at least once.
 * The same factors give the same rows; the first name changes slowest.
 */
export function pairwise(factors) {
  const names = Object.keys(factors);
  const open = new Set();
  for (const [at, one] of names.entries()) {
    for (const other of names.slice(at + 1)) {
      for (const value of factors[one]) for (const with_ of factors[other]) open.add(pair(one, value, other, with_));
    }
  }
  const rows = [];
  while (open.size) {
    // A pair that is still open, and to it, name by name, whatever closes most others.
    const [first] = open;
    const [one, value, other, with_] = JSON.parse(first);
    const row = { [one]: value, [other]: with_ };
    for (const name of names) {
      if (name in row) continue;
      const closes = (value) => Object.entries(row).filter(([other, with_]) => open.has(pairOf(names, name, value, other, with_))).length;
      // Of equals the one that was used least, so that none is tried in one company only.
      const used = (value) => rows.filter((row) => row[name] === value).length;
      row[name] = factors[name].toSorted((one, other) => closes(other) - closes(one) || used(one) - used(other))[0];
    }
    for (const [at, one] of names.entries()) for (const other of names.slice(at + 1)) open.delete(pair(one, row[one], other, row[other]));
    rows.push(row);
  }
  const place = (row) => names.map((name) => factors[name].indexOf(row[name]));
  return rows.sort((one, other) => place(one).reduce((found, at, name) => found || at - place(other)[name], 0));
}

const pair = (...parts) => JSON.stringify(parts);

function pairOf(names, name, value, other, with_) {
  return names.indexOf(name) < names.indexOf(other) ? pair(name, value, other, with_) : pair(other, with_, name, value);
}
