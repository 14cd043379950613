-- Everything the house keeps. Rows are few and lean: what grows with every turn is only appended
-- (journal, sent), and found again through the last row of its table, which each row links to; what
-- changes with every turn is small and stands close together (standing). An index per thing would
-- write a page of its own for each turn.

-- what was heard, by day: the first 8 bytes of the SHA-256 of "adapter/event id"
CREATE TABLE event (
    day INTEGER NOT NULL,
    key INTEGER NOT NULL,
    PRIMARY KEY (day, key)
) WITHOUT ROWID;

-- the same, in the order of hearing, until it is sorted in there
CREATE TABLE event_new (
    id INTEGER PRIMARY KEY,
    day INTEGER NOT NULL,
    key INTEGER NOT NULL
);

-- heard, but its turn comes later
CREATE TABLE inbox (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    heard TEXT NOT NULL
);

-- a table of players: what seldom changes
CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    room TEXT NOT NULL,
    game TEXT NOT NULL,
    header TEXT NOT NULL
);

-- where each table stands: what changes with every turn
CREATE TABLE standing (
    id INTEGER PRIMARY KEY,
    phase INTEGER NOT NULL DEFAULT 0,
    due_ms INTEGER NOT NULL DEFAULT 0,
    step INTEGER NOT NULL DEFAULT -1, -- of the last journal line
    line INTEGER,                     -- the last row of journal
    sent INTEGER                      -- the last row of sent
);

-- the tables that are not closed: all that a start reads
CREATE TABLE open_table (
    id INTEGER PRIMARY KEY
);

CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    step INTEGER NOT NULL,
    before INTEGER, -- this table's row before this one
    event TEXT NOT NULL,
    hash TEXT NOT NULL,
    line TEXT NOT NULL
);

-- messages that arrived, for edits, undo and forgetting
CREATE TABLE sent (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    before INTEGER,
    step INTEGER NOT NULL,
    audience TEXT NOT NULL,
    room TEXT NOT NULL,
    platform_id TEXT NOT NULL
);

-- what people said, beside the journal that holds only digests of it
CREATE TABLE words (
    table_id INTEGER NOT NULL,
    digest TEXT NOT NULL,
    person INTEGER NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (table_id, digest, person)
) WITHOUT ROWID;

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    not_before_ms INTEGER NOT NULL,
    room TEXT NOT NULL,
    meta TEXT NOT NULL,
    document TEXT NOT NULL
);

CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    about TEXT NOT NULL
);

CREATE TABLE address (
    address TEXT PRIMARY KEY, -- "adapter/account"
    person INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE setting (
    scope TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (scope, name)
) WITHOUT ROWID;

CREATE TABLE adapter (
    adapter TEXT NOT NULL,
    key TEXT NOT NULL,
    place INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (adapter, key)
) WITHOUT ROWID;

-- what is in work, so that what kills the house twice is known
CREATE TABLE work (
    table_id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    count INTEGER NOT NULL
);

-- one row: how many transactions there were (tells whether one of unknown fate is on disk), when
-- the house was last alive, and the highest ids that were ever given
CREATE TABLE mark (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    commits INTEGER NOT NULL,
    alive_ms INTEGER,
    table_last INTEGER NOT NULL,
    outbox_last INTEGER NOT NULL
);
INSERT INTO mark VALUES (1, 0, NULL, 0, 0);
