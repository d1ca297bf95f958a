-- A person has several devices, each with a token of its own.
CREATE TABLE tokens (
    token   TEXT   NOT NULL PRIMARY KEY, -- SHA-256; the token itself is nowhere
    person  TEXT   NOT NULL REFERENCES people (id),
    made_at BIGINT NOT NULL
);

CREATE INDEX tokens_person ON tokens (person, made_at);

INSERT INTO tokens (token, person, made_at) SELECT token, id, made_at FROM people;

-- The column of version 1 can't be dropped in a way that both databases take. It holds the id from now on, so that no
-- token lies in two places.
UPDATE people SET token = id;

-- Codes by which another device becomes a person's; one a person.
CREATE TABLE handovers (
    person TEXT   NOT NULL PRIMARY KEY REFERENCES people (id),
    code   TEXT   NOT NULL UNIQUE,       -- a hash; the code itself is nowhere
    until  BIGINT NOT NULL               -- too late from then on
);

CREATE INDEX handovers_until ON handovers (until);

-- At which table a game was set up. Those of older data are filled in from the events by the program.
CREATE TABLE games (
    game TEXT NOT NULL PRIMARY KEY,
    code TEXT NOT NULL REFERENCES tables (code)
);
