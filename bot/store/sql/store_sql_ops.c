/* The SQL of the store: what each op writes and what each query reads. Names of columns are in
 * migrations/. */

#include "store_sql_private.h"

_Static_assert(STORE_TABLE_CLOSED == 4, "a phase that is in the SQL below");

/* What a sum is over, as in migrations/003_sums.sql; in the text of a row that is in the way of an
 * INSERT the bare names are those of what stands there. */
#define SUM_STANDING "row_sum('standing', "
#define SUMMED_STANDING                                                                        \
    "'standing', standing.id, standing.phase, standing.due_ms, standing.step, standing.line, " \
    "standing.sent)"
#define KEPT_STANDING  "row_kept(standing.sum, " SUMMED_STANDING
#define SOUND_STANDING "row_sum(" SUMMED_STANDING " IS NOT DISTINCT FROM standing.sum"
#define KEPT_MARK      "row_kept(sum, 'mark', commits, alive_ms, table_last, outbox_last, lineage)"

const char *const store_sql_writes[STORE_ALIVE + 1][STORE_SQL_STEPS] = {
    [STORE_EVENT] = {"INSERT INTO event_new (day, key, sum) VALUES (?3 / 86400000, ?7, "
                     "row_sum('event', ?3 / 86400000, ?7))"},
    [STORE_INBOX] = {"INSERT INTO inbox (id, key, heard, sum) "
                     "VALUES (?1, ?4, ?6, row_sum('inbox', ?1, ?4, ?6)) ON CONFLICT (id) DO UPDATE "
                     "SET key = excluded.key, heard = excluded.heard, sum = excluded.sum"},
    [STORE_INBOX_DONE] = {"DELETE FROM inbox WHERE id = ?1"},
    [STORE_TABLE] =
        {"INSERT INTO tables (id, room, game, header, sum) "
         "VALUES (?1, ?4, ?5, ?6, row_sum('tables', ?1, ?4, ?5, ?6)) "
         "ON CONFLICT (id) DO UPDATE SET room = ?4, game = ?5, header = ?6, "
         "sum = excluded.sum WHERE (tables.header <> ?6 OR tables.room <> ?4 OR tables.game <> ?5) "
         "AND "
         "row_kept(tables.sum, 'tables', tables.id, tables.room, tables.game, tables.header)",
         "INSERT INTO standing (id, phase, due_ms, sum) VALUES (?1, ?2, ?3, " SUM_STANDING
         "?1, ?2, ?3, -1, NULL, NULL)) "
         "ON CONFLICT (id) DO UPDATE SET phase = ?2, due_ms = ?3, sum = " SUM_STANDING
         "standing.id, ?2, ?3, standing.step, standing.line, standing.sent) WHERE " KEPT_STANDING,
         "INSERT INTO open_table (id) SELECT ?1 WHERE ?2 <> 4 ON CONFLICT DO NOTHING",
         "DELETE FROM open_table WHERE ?2 = 4 AND id = ?1"},
    /* the second changes nothing when the step does not follow, which is a fault */
    [STORE_JOURNAL] =
        {"INSERT INTO journal (table_id, step, before, event, hash, line, sum) "
         "SELECT ?1, ?2, before, ?4, ?5, ?6, row_sum('journal', ?1, ?2, before, ?4, ?5, ?6) "
         "FROM (SELECT (SELECT line FROM standing WHERE id = ?1) AS before) AS last",
         "INSERT INTO standing (id, step, line, sum) VALUES (?1, ?2, "
         "last_insert_rowid(), " SUM_STANDING "?1, 0, 0, ?2, last_insert_rowid(), NULL)) "
         "ON CONFLICT (id) DO UPDATE SET step = ?2, line = last_insert_rowid(), sum = " SUM_STANDING
         "standing.id, standing.phase, standing.due_ms, ?2, last_insert_rowid(), standing.sent) "
         "WHERE standing.step < ?2 AND " KEPT_STANDING},
    [STORE_WORDS] =
        {"INSERT INTO words (table_id, digest, person, words, sum) "
         "VALUES (?1, ?4, ?2, ?6, row_sum('words', ?1, ?4, ?2, ?6)) ON CONFLICT (table_id, digest, "
         "person) DO UPDATE SET words = excluded.words, sum = excluded.sum"},
    [STORE_WORDS_FORGET] = {"DELETE FROM words WHERE ?2 = 0 AND table_id = ?1",
                            "DELETE FROM words WHERE ?2 <> 0 AND person = ?2 "
                            "AND (?1 = 0 OR table_id = ?1)"},
    [STORE_OUTBOX] = {"INSERT INTO outbox "
                      "(id, table_id, not_before_ms, room, meta, document, sum) "
                      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, row_sum('outbox', ?1, ?2, ?3, ?4, ?5, ?6)) "
                      "ON CONFLICT (id) DO UPDATE SET table_id = excluded.table_id, not_before_ms "
                      "= excluded.not_before_ms, room = excluded.room, meta = excluded.meta, "
                      "document = excluded.document, sum = excluded.sum"},
    [STORE_OUTBOX_RETRY] =
        {"UPDATE outbox SET not_before_ms = ?3, meta = ?5, "
         "sum = row_sum('outbox', id, table_id, ?3, room, ?5, document) WHERE id = ?1 AND "
         "row_kept(sum, 'outbox', id, table_id, not_before_ms, room, meta, document)"},
    [STORE_OUTBOX_DONE] = {"DELETE FROM outbox WHERE id = ?1"},
    /* a table that stands still does without: what is on its way to it still arrives */
    [STORE_SENT] =
        {"INSERT INTO sent (table_id, step, before, audience, room, platform_id, sum) "
         "SELECT ?1, ?2, before, ?4, ?5, ?6, row_sum('sent', ?1, before, ?2, ?4, ?5, ?6) "
         "FROM (SELECT (SELECT sent FROM standing WHERE id = ?1) AS before) AS last",
         "INSERT INTO standing (id, sent, sum) VALUES (?1, last_insert_rowid(), " SUM_STANDING
         "?1, 0, 0, -1, NULL, last_insert_rowid())) "
         "ON CONFLICT (id) DO UPDATE SET sent = last_insert_rowid(), sum = " SUM_STANDING
         "standing.id, standing.phase, standing.due_ms, standing.step, standing.line, "
         "last_insert_rowid()) WHERE " SOUND_STANDING},
    [STORE_PERSON] =
        {"INSERT INTO person (id, about, sum) SELECT ?1, ?6, row_sum('person', ?1, ?6) "
         "WHERE length(?6) > 0 ON CONFLICT (id) DO UPDATE SET about = ?6, "
         "sum = excluded.sum WHERE row_kept(person.sum, 'person', person.id, person.about)",
         "DELETE FROM person WHERE length(?6) = 0 AND id = ?1",
         "DELETE FROM address WHERE length(?6) = 0 AND person = ?1"},
    [STORE_ADDRESS] = {"INSERT INTO address (address, person, sum) "
                       "SELECT ?4, ?1, row_sum('address', ?4, ?1) WHERE ?1 <> 0 "
                       "ON CONFLICT (address) DO UPDATE SET person = ?1, sum = excluded.sum "
                       "WHERE row_kept(address.sum, 'address', address.address, address.person)",
                       "DELETE FROM address WHERE ?1 = 0 AND address = ?4"},
    [STORE_SETTING] =
        {"INSERT INTO setting (scope, name, value, sum) "
         "SELECT ?4, ?5, ?6, row_sum('setting', ?4, ?5, ?6) WHERE length(?6) > 0 "
         "ON CONFLICT (scope, name) DO UPDATE SET value = ?6, sum = excluded.sum "
         "WHERE row_kept(setting.sum, 'setting', setting.scope, setting.name, setting.value)",
         "DELETE FROM setting WHERE length(?6) = 0 AND scope = ?4 AND name = ?5"},
    [STORE_ADAPTER] = {"INSERT INTO adapter (adapter, key, place, value, sum) "
                       "VALUES (?4, ?5, ?3, ?6, row_sum('adapter', ?4, ?5, ?3, ?6)) "
                       "ON CONFLICT (adapter, key) DO UPDATE SET place = ?3, value = ?6, "
                       "sum = excluded.sum WHERE "
                       "row_kept(adapter.sum, 'adapter', adapter.adapter, adapter.key, "
                       "adapter.place, adapter.value)"},
    [STORE_ADAPTER_DELETE] = {"DELETE FROM adapter WHERE adapter = ?4 AND key = ?5"},
    [STORE_CRASH_MARKER] =
        {"INSERT INTO work (table_id, key, count, sum) "
         "SELECT ?1, ?4, ?2, row_sum('work', ?1, ?4, ?2) WHERE ?4 <> '' "
         "ON CONFLICT (table_id) DO UPDATE SET key = ?4, count = ?2, sum = excluded.sum "
         "WHERE row_kept(work.sum, 'work', work.table_id, work.key, work.count)",
         "DELETE FROM work WHERE ?4 = '' AND table_id = ?1"},
    [STORE_PACK] = {"INSERT INTO pack (digest, lines, sum) "
                    "VALUES (?4, ?6, row_sum('pack', ?4, ?6)) ON CONFLICT DO NOTHING"},
    [STORE_CANDIDATES] =
        {"INSERT INTO candidates (table_id, pack, without, sum) "
         "VALUES (?1, ?4, ?6, row_sum('candidates', ?1, ?4, ?6)) ON CONFLICT (table_id) DO UPDATE "
         "SET pack = excluded.pack, without = excluded.without, sum = excluded.sum"},
    [STORE_JOURNAL_EVENT] = {"UPDATE journal SET event = ?4, sum = row_sum('journal', table_id, "
                             "step, before, ?4, hash, line) WHERE id = ?1"},
    [STORE_SENT_PART] = {"UPDATE sent SET room = ?5, platform_id = ?6, sum = row_sum('sent', "
                         "table_id, before, step, audience, ?5, ?6) WHERE id = ?1"},
    [STORE_TABLE_GONE] = {"DELETE FROM journal WHERE table_id = ?1",
                          "DELETE FROM sent WHERE table_id = ?1",
                          "DELETE FROM words WHERE table_id = ?1",
                          "DELETE FROM candidates WHERE table_id = ?1",
                          "DELETE FROM record WHERE table_id = ?1",
                          "DELETE FROM open_table WHERE id = ?1",
                          "DELETE FROM work WHERE table_id = ?1",
                          "DELETE FROM standing WHERE id = ?1", "DELETE FROM tables WHERE id = ?1"},
    [STORE_RESULT] =
        {"DELETE FROM result_seat WHERE table_id = ?1",
         "INSERT INTO result (table_id, ended_ms, room, server, about, sum) "
         "VALUES (?1, ?3, ?4, ?5, ?6, row_sum('result', ?1, ?3, ?4, ?5, ?6)) ON CONFLICT "
         "(table_id) DO UPDATE SET ended_ms = excluded.ended_ms, room = excluded.room, server = "
         "excluded.server, about = excluded.about, sum = excluded.sum"},
    [STORE_RESULT_SEAT] = {"INSERT INTO result_seat (table_id, person, about, sum) "
                           "VALUES (?1, ?2, ?6, row_sum('result_seat', ?1, ?2, ?6))"},
    /* what is damaged is not written over, and goes */
    [STORE_RESULT_FORGET] = {"DELETE FROM result_seat WHERE table_id = ?1 AND person = ?2 AND "
                             "row_sum('result_seat', table_id, person, about) IS DISTINCT FROM sum",
                             "UPDATE result_seat SET person = 0, sum = row_sum('result_seat', "
                             "table_id, 0, about) WHERE table_id = ?1 AND person = ?2"},
    [STORE_RESULT_GONE] = {"DELETE FROM result_seat WHERE table_id = ?1",
                           "DELETE FROM result WHERE table_id = ?1"},
    [STORE_LETTER] = {"INSERT INTO main.letter (part, key, kind, text, sum) "
                      "VALUES (?2, ?4, ?5, ?6, row_sum('letter', ?2, ?4, ?5, ?6))"},
    [STORE_LETTER_DONE] = {"DELETE FROM main.letter WHERE id = ?1"},
    [STORE_SITTING] =
        {"DELETE FROM main.sitting WHERE part = ?2 AND table_id = ?1",
         "INSERT INTO main.sitting (part, table_id, address, tag, label, sum) "
         "WITH RECURSIVE line (address, rest) AS (SELECT CAST('' AS text), ?5 || char(10) UNION "
         "ALL SELECT substr(rest, 1, instr(rest, char(10)) - 1), "
         "substr(rest, instr(rest, char(10)) + 1) FROM line WHERE rest <> '') "
         "SELECT DISTINCT ?2, ?1, address, ?4, ?6, row_sum('sitting', ?2, ?1, address, ?4, ?6) "
         "FROM line WHERE ?4 <> ''"},
    [STORE_ALIVE] = {"UPDATE mark SET alive_ms = ?3, sum = row_sum('mark', commits, ?3, "
                     "table_last, outbox_last, lineage) WHERE " KEPT_MARK},
};

#define LARGER(one, other) "CASE WHEN " one " > " other " THEN " one " ELSE " other " END"

const char store_sql_counts[] = "UPDATE mark SET commits = ?1, table_last = " LARGER(
    "table_last", "?2") ", "
                        "outbox_last = " LARGER(
                            "outbox_last", "?3") ", lineage = ?4, "
                                                 "sum = row_sum('mark', ?1, alive_ms, " LARGER(
                                                     "table_last",
                                                     "?2") ", " LARGER("outbox_last",
                                                                       "?3") ", ?4) "
                                                                             "WHERE " KEPT_MARK;

/* The last column of each: is the row as it was written? A row that others lead to and that is not
 * there is damaged too. */
#define SOUND_TABLES                                                                        \
    "row_sum('tables', tables.id, room, game, header) IS NOT DISTINCT FROM tables.sum AND " \
    "row_sum('standing', standing.id, phase, due_ms, step, line, standing.sent) "           \
    "IS NOT DISTINCT FROM standing.sum"
#define SOUND_SITTING \
    "row_sum('sitting', part, table_id, address, tag, label) IS NOT DISTINCT FROM sum"
#define STORE_SQL_TABLES                                                                 \
    "SELECT tables.id, phase, due_ms, room, game, header, " SOUND_TABLES " FROM tables " \
    "LEFT JOIN standing ON standing.id = tables.id "

/* Of tables that `meant` names: each with its seats behind it, those that `seats` lets through. The
 * second column is of a table, and `whose` of a seat. */
#define RESULTS_AS(of, whose, meant, seats)                                                      \
    "WITH meant (id) AS (" meant ") "                                                            \
    "SELECT table_id, " of ", ended_ms, room, 'table', about, "                                  \
    "row_sum('result', table_id, ended_ms, room, server, about) IS NOT DISTINCT FROM sum, 0 AS " \
    "place "                                                                                     \
    "FROM result WHERE table_id IN (SELECT id FROM meant) UNION ALL "                            \
    "SELECT result.table_id, " whose ", ended_ms, room, 'seat', result_seat.about, "             \
    "row_sum('result_seat', result_seat.table_id, person, result_seat.about) "                   \
    "IS NOT DISTINCT FROM result_seat.sum, result_seat.id FROM result_seat "                     \
    "JOIN result ON result.table_id = result_seat.table_id "                                     \
    "WHERE result.table_id IN (SELECT id FROM meant)" seats " ORDER BY 3, 1, place"
#define RESULTS(meant, seats) RESULTS_AS("0", "person", meant, seats)
/* The newest tables where somebody sat. */
#define RESULTS_SAT(person)                                                \
    "SELECT result.table_id FROM result_seat JOIN result "                 \
    "ON result.table_id = result_seat.table_id WHERE person = " person " " \
    "GROUP BY result.table_id, ended_ms ORDER BY ended_ms DESC, result.table_id DESC LIMIT ?4"

/* Who has the address that is asked about, and what is known of somebody. */
#define PERSON_ASKED "(SELECT address.person FROM address WHERE address.address = ?2)"
#define SOUND_PERSON "row_sum('person', person.id, person.about) IS NOT DISTINCT FROM person.sum"

const char *const store_sql_reads[STORE_NEXT_IDS + 1] = {
    [STORE_TABLES] =
        "SELECT open_table.id, phase, due_ms, room, game, header, " SOUND_TABLES " FROM open_table "
        "LEFT JOIN tables ON tables.id = open_table.id "
        "LEFT JOIN standing ON standing.id = open_table.id ORDER BY open_table.id",
    [STORE_TABLE_ONE] = STORE_SQL_TABLES "WHERE tables.id = ?1",
    [STORE_JOURNAL_OF] =
        "WITH RECURSIVE chain (id) AS (SELECT line FROM standing WHERE id = ?1 UNION ALL "
        "SELECT before FROM journal JOIN chain ON journal.id = chain.id WHERE before < journal.id) "
        "SELECT table_id, step, 0, event, hash, line, "
        "row_sum('journal', table_id, step, before, event, hash, line) IS NOT DISTINCT FROM sum "
        "AND table_id = ?1 "
        "FROM chain LEFT JOIN journal ON journal.id = chain.id WHERE chain.id IS NOT NULL "
        "ORDER BY step",
    [STORE_WORDS_OF] =
        "SELECT table_id, person, 0, digest, '', words, "
        "row_sum('words', table_id, digest, person, words) IS NOT DISTINCT FROM sum FROM words "
        "WHERE table_id = ?1 ORDER BY digest, person",
    [STORE_WORDS_BY] =
        "SELECT table_id, person, 0, digest, '', words, "
        "row_sum('words', table_id, digest, person, words) IS NOT DISTINCT FROM sum FROM words "
        "WHERE person = ?1 ORDER BY table_id, digest",
    [STORE_TABLES_EVER] = STORE_SQL_TABLES "ORDER BY tables.id",
    [STORE_INBOX_ALL] = "SELECT id, 0, 0, key, '', heard, row_sum('inbox', id, key, heard) IS NOT "
                        "DISTINCT FROM sum "
                        "FROM inbox ORDER BY id",
    [STORE_OUTBOX_ALL] = "SELECT id, table_id, not_before_ms, room, meta, document, "
                         "row_sum('outbox', id, table_id, not_before_ms, room, meta, document) IS "
                         "NOT DISTINCT FROM sum FROM outbox "
                         "ORDER BY id",
    [STORE_SENT_OF] =
        "WITH RECURSIVE chain (id) AS (SELECT sent FROM standing WHERE id = ?1 UNION ALL "
        "SELECT before FROM sent JOIN chain ON sent.id = chain.id WHERE before < sent.id) "
        "SELECT table_id, step, 0, audience, room, platform_id, "
        "row_sum('sent', table_id, before, step, audience, room, platform_id) IS NOT DISTINCT FROM "
        "sum "
        "AND table_id = ?1 FROM chain "
        "LEFT JOIN sent ON sent.id = chain.id WHERE chain.id IS NOT NULL ORDER BY sent.id",
    [STORE_PERSONS] =
        "SELECT id, 0, 0, '', '', about, row_sum('person', id, about) IS NOT DISTINCT FROM sum "
        "FROM person ORDER BY id",
    [STORE_ADDRESSES] = "SELECT person, CASE WHEN row_sum('address', address, person) IS NOT "
                        "DISTINCT FROM sum THEN 0 "
                        "ELSE sum END, 0, address, '', '', "
                        "row_sum('address', address, person) IS NOT DISTINCT FROM sum FROM address "
                        "ORDER BY address",
    [STORE_SETTINGS] =
        "SELECT 0, 0, 0, scope, name, value, "
        "row_sum('setting', scope, name, value) IS NOT DISTINCT FROM sum FROM setting "
        "ORDER BY scope, name",
    [STORE_SETTINGS_OF] =
        "SELECT 0, 0, 0, scope, name, value, "
        "row_sum('setting', scope, name, value) IS NOT DISTINCT FROM sum FROM setting "
        "WHERE scope = ?2 ORDER BY name",
    [STORE_ADAPTER_ROWS] = "SELECT 0, 0, place, ?2, key, value, row_sum('adapter', adapter, key, "
                           "place, value) IS NOT DISTINCT FROM sum "
                           "FROM (SELECT adapter, place, key, value, sum FROM adapter "
                           "WHERE adapter = ?2 AND key >= ?3 AND key < ?3 || char(1114111) "
                           "ORDER BY place DESC, key DESC LIMIT ?4) AS newest ORDER BY place, key",
    /* one look into each remembered day; ?6: it is among those that are not sorted in */
    [STORE_EVENT_SEEN] = "WITH RECURSIVE days (day) AS (SELECT max(day) FROM event UNION ALL "
                         "SELECT (SELECT max(day) FROM event WHERE event.day < days.day) FROM days "
                         "WHERE days.day IS NOT NULL) "
                         "SELECT 0, 0, 0, ?2, '', '', 1 WHERE ?6 = 1 OR EXISTS (SELECT 1 FROM days "
                         "JOIN event ON event.day = days.day WHERE event.key = ?5)",
    [STORE_JOURNAL_ALL] =
        "SELECT id, table_id, step, event, hash, line, row_sum('journal', table_id, "
        "step, before, event, hash, line) IS NOT DISTINCT FROM sum FROM journal ORDER BY id",
    [STORE_SENT_ALL] =
        "SELECT id, table_id, step, audience, room, platform_id, row_sum('sent', "
        "table_id, before, step, audience, room, platform_id) IS NOT DISTINCT FROM sum "
        "FROM sent ORDER BY id",
    [STORE_ADAPTER_ALL] =
        "SELECT 0, 0, place, adapter, key, value, row_sum('adapter', adapter, "
        "key, place, value) IS NOT DISTINCT FROM sum FROM adapter ORDER BY adapter, key",
    [STORE_CRASH_MARKERS] = "SELECT table_id, count, 0, key, '', '', "
                            "row_sum('work', table_id, key, count) IS NOT DISTINCT FROM sum FROM "
                            "work ORDER BY table_id",
    [STORE_RESULTS_IN] = RESULTS("SELECT table_id FROM result WHERE ended_ms >= ?1 AND room = ?2 "
                                 "ORDER BY ended_ms DESC, table_id DESC LIMIT ?4",
                                 ""),
    [STORE_RESULTS_BY] = RESULTS(RESULTS_SAT("?1"), " AND person = ?1"),
    [STORE_RESULTS_OF] = RESULTS("SELECT ?1", ""),
    [STORE_RESULTS_TABLES] = "SELECT table_id, 0, ended_ms, room, server, about, "
                             "row_sum('result', table_id, ended_ms, room, server, about) IS NOT "
                             "DISTINCT FROM sum FROM result "
                             "ORDER BY table_id",
    [STORE_CANDIDATES_OF] =
        "SELECT table_id, 0, 0, digest, without, lines, "
        "row_sum('candidates', table_id, pack, without) IS NOT DISTINCT FROM candidates.sum AND "
        "row_sum('pack', digest, lines) IS NOT DISTINCT FROM pack.sum FROM candidates "
        "LEFT JOIN pack ON pack.digest = candidates.pack WHERE table_id = ?1",
    [STORE_LETTERS] = "SELECT id, part, 0, key, kind, text, row_sum('letter', part, key, kind, "
                      "text) IS NOT DISTINCT FROM sum FROM main.letter WHERE part = ?1 ORDER BY id "
                      "LIMIT ?4",
    [STORE_LETTERS_ALL] = "SELECT id, part, 0, key, kind, text, row_sum('letter', part, key, kind, "
                          "text) IS NOT DISTINCT FROM sum FROM letter ORDER BY id",
    [STORE_SITTING_AT] = "SELECT table_id, part, 0, tag, '', label, " SOUND_SITTING
                         " FROM main.sitting WHERE ?3 = '' AND address = ?2 UNION ALL "
                         "SELECT table_id, part, 0, tag, '', label, " SOUND_SITTING
                         " FROM main.sitting WHERE ?3 <> '' AND tag = ?3 AND address = '' "
                         "ORDER BY 2, 1",
    /* ?1: the part whose rows are read */
    [STORE_RESULTS_ELSEWHERE] =
        RESULTS_AS("?1", "?1", RESULTS_SAT(PERSON_ASKED), " AND person = " PERSON_ASKED),
    [STORE_PERSONS_ELSEWHERE] = "SELECT person.id, ?1, 0, '', '', person.about, " SOUND_PERSON
                                " FROM person WHERE person.id = " PERSON_ASKED,
    [STORE_MET_ELSEWHERE] =
        "WITH meant (met, newest) AS (SELECT substr(other.address, 2), max(other.table_id) FROM "
        "main.sitting AS mine JOIN main.sitting AS other ON other.part = mine.part "
        "AND other.table_id = mine.table_id WHERE mine.part = ?1 "
        "AND mine.address IN (?2, '-' || ?2) AND substr(other.address, 1, 1) = '-' "
        "AND other.address <> '-' || ?2 GROUP BY 1) "
        "SELECT person.id, ?1, 0, met, '', person.about, " SOUND_PERSON " FROM meant "
        "JOIN address ON address.address = met JOIN person ON person.id = address.person "
        "ORDER BY newest DESC, met LIMIT ?4",
    /* a file has one writer, who holds all there is */
    [STORE_LEASE_OF] = "SELECT 1, 0, 0, ?2, '', '', 1",
    [STORE_ALIVE_LAST] = "SELECT 0, 0, alive_ms, '', '', '', row_sum('mark', commits, alive_ms, "
                         "table_last, outbox_last, lineage) IS NOT DISTINCT FROM sum FROM mark "
                         "WHERE alive_ms IS NOT NULL",
    /* out of what was ever given, so that rows which are damaged or gone give nothing back */
    [STORE_NEXT_IDS] = "SELECT 1 + table_last, 1 + outbox_last, "
                       "1 + coalesce((SELECT max(id) FROM person), 0), '', '', '', "
                       "row_sum('mark', commits, alive_ms, table_last, outbox_last, lineage) "
                       "IS NOT DISTINCT FROM sum FROM mark",
};
