-- Games that are over and whose dice are not counted yet, by the number of their last event.
CREATE TABLE uncounted (
    code TEXT   NOT NULL REFERENCES tables (code),
    seq  BIGINT NOT NULL,
    PRIMARY KEY (code, seq)
);

INSERT INTO uncounted (code, seq) SELECT code, seq FROM events WHERE event LIKE '{"type":"over"%';

-- How the dice fell, by day (since 1970-01-01) and counter.
CREATE TABLE dice_counts (
    day   BIGINT NOT NULL,
    name  TEXT   NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (day, name)
);
