-- Finished tables, each as its record: the journal's lines in one packed text (store_sqlite_fold.c),
-- in place of their rows. What people said stays in words.
CREATE TABLE record (
    table_id INTEGER PRIMARY KEY,
    ended_ms INTEGER NOT NULL, -- when its last line was heard
    packed BLOB NOT NULL,
    sum INTEGER
);
