-- Appends that are durable and not yet in the tables that they belong to, in the order in which they came: nearly all of
-- what is written at once goes to the end of this one table, and into the others some at a time (journal.rs). A row has
-- one event; the last of an append also has the command and the summary. Rows whose `seq` the table has already are done
-- with, and go some at a time as well.
CREATE TABLE journal (
    id      INTEGER NOT NULL PRIMARY KEY,
    code    TEXT    NOT NULL REFERENCES tables (code),
    seq     BIGINT  NOT NULL,
    at      BIGINT  NOT NULL,
    person  TEXT    REFERENCES people (id),
    command TEXT,
    digest  TEXT,
    event   TEXT    NOT NULL,
    private TEXT,
    summary TEXT
);
