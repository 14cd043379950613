-- who shares this store, and when they last said that they are there (postgres_worker.c)
CREATE TABLE worker (
    id text COLLATE "C" PRIMARY KEY, -- as the holder of a lease
    name text NOT NULL,
    version text NOT NULL,
    place text NOT NULL,
    since timestamptz NOT NULL,
    seen timestamptz NOT NULL
) WITH (fillfactor = 50);
