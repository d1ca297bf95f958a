-- Rows that lie in the order of their key: one tree instead of two is written with each command. WITHOUT ROWID is SQLite's
-- word for it; another database has its own, or leaves it away.
CREATE TABLE commands_5 (
    code    TEXT   NOT NULL REFERENCES tables (code),
    person  TEXT   NOT NULL REFERENCES people (id),
    command TEXT   NOT NULL,
    seq     BIGINT NOT NULL,          -- the last event that it made
    digest  TEXT   NOT NULL,          -- tells it from another command with this id
    PRIMARY KEY (code, person, command)
) WITHOUT ROWID;

INSERT INTO commands_5 (code, person, command, seq, digest)
SELECT code, person, command, seq, digest FROM commands ORDER BY code, person, command;

DROP TABLE commands;
ALTER TABLE commands_5 RENAME TO commands;

-- The states to load from, which are long and seldom new, out of the rows that are written with each command.
CREATE TABLE bases (
    code  TEXT   NOT NULL PRIMARY KEY REFERENCES tables (code),
    seq   BIGINT NOT NULL,            -- the last event in it
    state TEXT   NOT NULL
);

INSERT INTO bases (code, seq, state)
SELECT code, base_seq, base_state FROM tables WHERE base_seq IS NOT NULL AND base_state IS NOT NULL;

ALTER TABLE tables DROP COLUMN base_seq;
ALTER TABLE tables DROP COLUMN base_state;
