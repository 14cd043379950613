/* The SQL of the store: what each op writes and what each query reads. Names of columns are in
 * migrations/. */

#include "store_sqlite_private.h"

#include "table.h"

_Static_assert(TABLE_CLOSED == 4, "a phase that is in the SQL below");

const char *const store_sqlite_writes[STORE_ALIVE + 1][STORE_SQLITE_STEPS] = {
    [STORE_EVENT] = {"INSERT INTO event_new (day, key) VALUES (?3 / 86400000, ?7)"},
    [STORE_INBOX] = {"INSERT OR REPLACE INTO inbox (id, key, heard) VALUES (?1, ?4, ?6)"},
    [STORE_INBOX_DONE] = {"DELETE FROM inbox WHERE id = ?1"},
    [STORE_TABLE] = {"INSERT INTO tables (id, room, game, header) VALUES (?1, ?4, ?5, ?6) "
                     "ON CONFLICT (id) DO UPDATE SET room = ?4, game = ?5, header = ?6 "
                     "WHERE header <> ?6 OR room <> ?4 OR game <> ?5",
                     "INSERT INTO standing (id, phase, due_ms) VALUES (?1, ?2, ?3) "
                     "ON CONFLICT (id) DO UPDATE SET phase = ?2, due_ms = ?3",
                     "INSERT INTO open_table (id) SELECT ?1 WHERE ?2 <> 4 ON CONFLICT DO NOTHING",
                     "DELETE FROM open_table WHERE ?2 = 4 AND id = ?1"},
    /* the second changes nothing when the step does not follow, which is a fault */
    [STORE_JOURNAL] = {"INSERT INTO journal (table_id, step, before, event, hash, line) VALUES "
                       "(?1, ?2, (SELECT line FROM standing WHERE id = ?1), ?4, ?5, ?6)",
                       "INSERT INTO standing (id, step, line) VALUES (?1, ?2, last_insert_rowid()) "
                       "ON CONFLICT (id) DO UPDATE SET step = ?2, line = last_insert_rowid() "
                       "WHERE step < ?2"},
    [STORE_WORDS] = {"INSERT OR REPLACE INTO words (table_id, digest, person, words) "
                     "VALUES (?1, ?4, ?2, ?6)"},
    [STORE_WORDS_FORGET] = {"DELETE FROM words WHERE ?2 = 0 AND table_id = ?1",
                            "DELETE FROM words WHERE ?2 <> 0 AND person = ?2 "
                            "AND (?1 = 0 OR table_id = ?1)"},
    [STORE_OUTBOX] = {"INSERT OR REPLACE INTO outbox "
                      "(id, table_id, not_before_ms, room, meta, document) "
                      "VALUES (?1, ?2, ?3, ?4, ?5, ?6)"},
    [STORE_OUTBOX_RETRY] = {"UPDATE outbox SET not_before_ms = ?3, meta = ?5 WHERE id = ?1"},
    [STORE_OUTBOX_DONE] = {"DELETE FROM outbox WHERE id = ?1"},
    [STORE_SENT] = {"INSERT INTO sent (table_id, step, before, audience, room, platform_id) VALUES "
                    "(?1, ?2, (SELECT sent FROM standing WHERE id = ?1), ?4, ?5, ?6)",
                    "INSERT INTO standing (id, sent) VALUES (?1, last_insert_rowid()) "
                    "ON CONFLICT (id) DO UPDATE SET sent = last_insert_rowid()"},
    [STORE_PERSON] = {"INSERT INTO person (id, about) SELECT ?1, ?6 WHERE length(?6) > 0 "
                      "ON CONFLICT (id) DO UPDATE SET about = ?6",
                      "DELETE FROM person WHERE length(?6) = 0 AND id = ?1",
                      "DELETE FROM address WHERE length(?6) = 0 AND person = ?1"},
    [STORE_ADDRESS] = {"INSERT INTO address (address, person) SELECT ?4, ?1 WHERE ?1 <> 0 "
                       "ON CONFLICT (address) DO UPDATE SET person = ?1",
                       "DELETE FROM address WHERE ?1 = 0 AND address = ?4"},
    [STORE_SETTING] = {"INSERT INTO setting (scope, name, value) SELECT ?4, ?5, ?6 "
                       "WHERE length(?6) > 0 ON CONFLICT (scope, name) DO UPDATE SET value = ?6",
                       "DELETE FROM setting WHERE length(?6) = 0 AND scope = ?4 AND name = ?5"},
    [STORE_ADAPTER] = {"INSERT INTO adapter (adapter, key, place, value) VALUES (?4, ?5, ?3, ?6) "
                       "ON CONFLICT (adapter, key) DO UPDATE SET place = ?3, value = ?6"},
    [STORE_ADAPTER_DELETE] = {"DELETE FROM adapter WHERE adapter = ?4 AND key = ?5"},
    [STORE_WORK] = {"INSERT INTO work (table_id, key, count) SELECT ?1, ?4, ?2 WHERE ?4 <> '' "
                    "ON CONFLICT (table_id) DO UPDATE SET key = ?4, count = ?2",
                    "DELETE FROM work WHERE ?4 = '' AND table_id = ?1"},
    [STORE_PACK] = {"INSERT OR IGNORE INTO pack (digest, lines) VALUES (?4, ?6)"},
    [STORE_CANDIDATES] = {"INSERT OR REPLACE INTO candidates (table_id, pack, without) "
                          "VALUES (?1, ?4, ?6)"},
    [STORE_ALIVE] = {"UPDATE mark SET alive_ms = ?3"},
};

#define STORE_SQLITE_TABLES                                            \
    "SELECT tables.id, phase, due_ms, room, game, header FROM tables " \
    "JOIN standing ON standing.id = tables.id "

const char *const store_sqlite_reads[STORE_NEXT_IDS + 1] = {
    [STORE_TABLES] =
        STORE_SQLITE_TABLES "WHERE tables.id IN (SELECT id FROM open_table) ORDER BY tables.id",
    [STORE_TABLE_ONE] = STORE_SQLITE_TABLES "WHERE tables.id = ?1",
    [STORE_JOURNAL_OF] =
        "WITH RECURSIVE chain (id) AS (SELECT line FROM standing WHERE id = ?1 UNION ALL "
        "SELECT before FROM journal JOIN chain ON journal.id = chain.id) "
        "SELECT table_id, step, 0, event, hash, line FROM chain "
        "JOIN journal ON journal.id = chain.id ORDER BY step",
    [STORE_WORDS_OF] = "SELECT table_id, person, 0, digest, '', words FROM words "
                       "WHERE table_id = ?1 ORDER BY digest, person",
    [STORE_WORDS_BY] = "SELECT table_id, person, 0, digest, '', words FROM words "
                       "WHERE person = ?1 ORDER BY table_id, digest",
    [STORE_TABLES_EVER] = STORE_SQLITE_TABLES "ORDER BY tables.id",
    [STORE_INBOX_ALL] = "SELECT id, 0, 0, key, '', heard FROM inbox ORDER BY id",
    [STORE_OUTBOX_ALL] = "SELECT id, table_id, not_before_ms, room, meta, document FROM outbox "
                         "ORDER BY id",
    [STORE_SENT_OF] =
        "WITH RECURSIVE chain (id) AS (SELECT sent FROM standing WHERE id = ?1 UNION ALL "
        "SELECT before FROM sent JOIN chain ON sent.id = chain.id) "
        "SELECT table_id, step, 0, audience, room, platform_id FROM chain "
        "JOIN sent ON sent.id = chain.id ORDER BY sent.id",
    [STORE_PERSONS] = "SELECT id, 0, 0, '', '', about FROM person ORDER BY id",
    [STORE_ADDRESSES] = "SELECT person, 0, 0, address, '', '' FROM address ORDER BY address",
    [STORE_SETTINGS] = "SELECT 0, 0, 0, scope, name, value FROM setting ORDER BY scope, name",
    [STORE_SETTINGS_OF] = "SELECT 0, 0, 0, scope, name, value FROM setting WHERE scope = ?2 "
                          "ORDER BY name",
    [STORE_ADAPTER_ROWS] =
        "SELECT 0, 0, place, ?2, key, value FROM (SELECT place, key, value FROM adapter "
        "WHERE adapter = ?2 AND key >= ?3 AND key < ?3 || char(1114111) "
        "ORDER BY place DESC, key DESC LIMIT ?4) ORDER BY place, key",
    /* one look into each remembered day; ?6: it is among those that are not sorted in */
    [STORE_EVENT_SEEN] = "WITH RECURSIVE days (day) AS (SELECT max(day) FROM event UNION ALL "
                         "SELECT (SELECT max(day) FROM event WHERE event.day < days.day) FROM days "
                         "WHERE days.day IS NOT NULL) "
                         "SELECT 0, 0, 0, ?2, '', '' WHERE ?6 = 1 OR EXISTS (SELECT 1 FROM days "
                         "JOIN event ON event.day = days.day WHERE event.key = ?5)",
    [STORE_WORK_ALL] = "SELECT table_id, count, 0, key, '', '' FROM work ORDER BY table_id",
    [STORE_CANDIDATES_OF] = "SELECT table_id, 0, 0, digest, without, lines FROM candidates "
                            "JOIN pack ON pack.digest = candidates.pack WHERE table_id = ?1",
    [STORE_ALIVE_LAST] = "SELECT 0, 0, alive_ms, '', '', '' FROM mark WHERE alive_ms IS NOT NULL",
    [STORE_NEXT_IDS] = "SELECT 1 + max(table_last, coalesce((SELECT max(id) FROM standing), 0)), "
                       "1 + max(outbox_last, coalesce((SELECT max(id) FROM outbox), 0)), "
                       "1 + coalesce((SELECT max(id) FROM person), 0), '', '', '' FROM mark",
};
