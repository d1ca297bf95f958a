-- Written whenever somebody asks whether writing works.
CREATE TABLE health (
    id     BIGINT NOT NULL PRIMARY KEY,
    checks BIGINT NOT NULL
);

-- Tells whether a key file is the one that this data was made with; one row at most.
CREATE TABLE host_key (
    id   BIGINT NOT NULL PRIMARY KEY,
    mark TEXT   NOT NULL             -- a hash; the key itself is nowhere
);
