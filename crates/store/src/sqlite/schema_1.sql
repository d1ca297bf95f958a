-- SQL that SQLite and PostgreSQL both take. Times are milliseconds since the Unix epoch.

CREATE TABLE people (
    id        TEXT   NOT NULL PRIMARY KEY,
    token     TEXT   NOT NULL UNIQUE, -- SHA-256; the token itself is nowhere
    made_at   BIGINT NOT NULL
);

-- Rows stay for ever, so that no code is given twice.
CREATE TABLE tables (
    code       TEXT   NOT NULL PRIMARY KEY,
    seq        BIGINT NOT NULL,       -- number of the last event
    opened_by  TEXT   NOT NULL REFERENCES people (id),
    opened_at  BIGINT NOT NULL,
    wake_at    BIGINT,                -- wants to be looked at, even if nobody comes
    changed_at BIGINT NOT NULL,
    standing   BIGINT NOT NULL,       -- 0: a game is waiting or running; 1: it is over; 2: the table is closed
    summary    TEXT   NOT NULL,
    base_seq   BIGINT,                -- a state to load from
    base_state TEXT
);

CREATE INDEX tables_wake ON tables (wake_at, code);
CREATE INDEX tables_opened_by ON tables (opened_by, standing);

CREATE TABLE events (
    code    TEXT   NOT NULL REFERENCES tables (code),
    seq     BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    event   TEXT   NOT NULL,
    private TEXT,                     -- never sent
    PRIMARY KEY (code, seq)
);

-- What was carried out has the same answer for ever.
CREATE TABLE commands (
    code    TEXT   NOT NULL REFERENCES tables (code),
    person  TEXT   NOT NULL REFERENCES people (id),
    command TEXT   NOT NULL,
    seq     BIGINT NOT NULL,          -- the last event that it made
    digest  TEXT   NOT NULL,          -- tells it from another command with this id
    PRIMARY KEY (code, person, command)
);

CREATE TABLE memberships (
    person    TEXT   NOT NULL REFERENCES people (id),
    code      TEXT   NOT NULL REFERENCES tables (code),
    member    BIGINT NOT NULL,
    joined_at BIGINT NOT NULL,
    gone_at   BIGINT,                 -- without a connection since then
    PRIMARY KEY (person, code),
    UNIQUE (code, member)
);

-- Encrypted under the key of the host, which is not in this database.
CREATE TABLE secrets (
    game   TEXT NOT NULL PRIMARY KEY,
    code   TEXT NOT NULL REFERENCES tables (code),
    sealed TEXT NOT NULL
);
