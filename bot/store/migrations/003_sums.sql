-- Each row carries a sum over its key and what it holds (row_sum, store_sqlite_sum.c), so that one
-- that has changed by itself is found.
ALTER TABLE event ADD COLUMN sum INTEGER;
ALTER TABLE event_new ADD COLUMN sum INTEGER;
ALTER TABLE inbox ADD COLUMN sum INTEGER;
ALTER TABLE tables ADD COLUMN sum INTEGER;
ALTER TABLE standing ADD COLUMN sum INTEGER;
ALTER TABLE journal ADD COLUMN sum INTEGER;
ALTER TABLE sent ADD COLUMN sum INTEGER;
ALTER TABLE words ADD COLUMN sum INTEGER;
ALTER TABLE outbox ADD COLUMN sum INTEGER;
ALTER TABLE person ADD COLUMN sum INTEGER;
ALTER TABLE address ADD COLUMN sum INTEGER;
ALTER TABLE setting ADD COLUMN sum INTEGER;
ALTER TABLE adapter ADD COLUMN sum INTEGER;
ALTER TABLE work ADD COLUMN sum INTEGER;
ALTER TABLE pack ADD COLUMN sum INTEGER;
ALTER TABLE candidates ADD COLUMN sum INTEGER;
-- which line of transactions commits counts: another one after a copy was put back
ALTER TABLE mark ADD COLUMN lineage INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mark ADD COLUMN sum INTEGER;

UPDATE event SET sum = row_sum('event', day, key);
UPDATE event_new SET sum = row_sum('event', day, key);
UPDATE inbox SET sum = row_sum('inbox', id, key, heard);
UPDATE tables SET sum = row_sum('tables', id, room, game, header);
UPDATE standing SET sum = row_sum('standing', id, phase, due_ms, step, line, sent);
UPDATE journal SET sum = row_sum('journal', table_id, step, before, event, hash, line);
UPDATE sent SET sum = row_sum('sent', table_id, before, step, audience, room, platform_id);
UPDATE words SET sum = row_sum('words', table_id, digest, person, words);
UPDATE outbox SET sum = row_sum('outbox', id, table_id, not_before_ms, room, meta, document);
UPDATE person SET sum = row_sum('person', id, about);
UPDATE address SET sum = row_sum('address', address, person);
UPDATE setting SET sum = row_sum('setting', scope, name, value);
UPDATE adapter SET sum = row_sum('adapter', adapter, key, place, value);
UPDATE work SET sum = row_sum('work', table_id, key, count);
UPDATE pack SET sum = row_sum('pack', digest, lines);
UPDATE candidates SET sum = row_sum('candidates', table_id, pack, without);
UPDATE mark SET sum = row_sum('mark', commits, alive_ms, table_last, outbox_last, lineage);

-- damaged rows that somebody had taken out of the way (deaddrop check --set-aside), as they were
CREATE TABLE damaged (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    row TEXT NOT NULL
);
