-- What the parts of a house say to each other. Those of one house share these two tables, in the
-- schema of the first; a file has one part.
CREATE TABLE letter (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    part INTEGER NOT NULL,  -- whom it is for
    key TEXT NOT NULL,      -- of the event, "adapter/event id"
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    sum INTEGER
);
CREATE INDEX letter_part ON letter (part, id);

-- who sits at which open table of which part
CREATE TABLE sitting (
    part INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    address TEXT NOT NULL,  -- "adapter/account"; '' once for each table
    tag TEXT NOT NULL,      -- of the table's controls
    label TEXT NOT NULL,    -- what people call it
    sum INTEGER,
    PRIMARY KEY (part, table_id, address)
) WITHOUT ROWID;
CREATE INDEX sitting_address ON sitting (address);
CREATE INDEX sitting_tag ON sitting (tag);
