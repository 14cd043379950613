CREATE TABLE pack (
    digest text COLLATE "C" PRIMARY KEY,
    lines bytea NOT NULL
);

CREATE TABLE candidates (
    table_id bigint PRIMARY KEY,
    pack text COLLATE "C" NOT NULL,
    without bytea NOT NULL
);
