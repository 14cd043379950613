#include "store_copy_note.h"

#include <stdio.h>

#include "store_sql_private.h"

enum { NOTE_BYTES = 80 };

static void note_text(const struct store_sql_count *from, unsigned parts, char note[NOTE_BYTES])
{
    snprintf(note, NOTE_BYTES, "%lld %lld %u", (long long)from->lineage, (long long)from->commits,
             parts);
}

int store_copy_note(const struct store_sql *from, const struct store_sql *to, unsigned parts,
                    struct fault *fault)
{
    char note[NOTE_BYTES];
    struct store_sql_count count;
    if (store_sql_read_count(from, &count, fault) != 0) {
        return -1;
    }
    note_text(&count, parts, note);
    return store_sql_set(to, STORE_COPY_NOTE, note, fault);
}

int store_copy_is_there(const struct store_sql *from, const struct store_sql *to, unsigned parts,
                        bool *there_r, struct fault *fault)
{
    char note[NOTE_BYTES];
    char sql[STORE_SQL_SQL_BYTES];
    struct store_sql_count count;
    struct store_sql_count copied;
    int64_t noted = 0;
    if (store_sql_read_count(from, &count, fault) != 0 ||
        store_sql_read_count(to, &copied, fault) != 0) {
        return -1;
    }
    note_text(&count, parts, note);
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM setting WHERE scope = 'store' AND name = '" STORE_COPY_NOTE
             "' AND value = '%s'",
             note);
    int done = store_sql_number(to, sql, &noted, fault);
    *there_r = noted > 0 && copied.commits == count.commits;
    return done;
}
