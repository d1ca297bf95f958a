-- Of a summary, the journal has only the beginning that is new. What follows it are the last `kept` characters of the summary
-- that the table has in its own row; none of them in what was written before.
ALTER TABLE journal ADD COLUMN kept BIGINT;
