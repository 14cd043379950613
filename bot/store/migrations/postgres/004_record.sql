CREATE TABLE record (
    table_id bigint PRIMARY KEY,
    ended_ms bigint NOT NULL,
    packed bytea NOT NULL,
    sum integer
);
