-- packs of words that tables were dealt from, each as it was then, once
CREATE TABLE pack (
    digest TEXT PRIMARY KEY, -- SHA-256 of lines
    lines TEXT NOT NULL
) WITHOUT ROWID;

-- what a table's deal drew from: a pack, less the entries that its room had been dealt before
CREATE TABLE candidates (
    table_id INTEGER PRIMARY KEY,
    pack TEXT NOT NULL,
    without TEXT NOT NULL -- the numbers of those entries, from 0
);
