/* SQL of the store as PostgreSQL has it. What is written differently is few: parameters, names of
 * functions, and the sum over a row, which is here the first 32 bits of a SHA-256 over the text of
 * all its values: no function of ours is wanted for it, and it is sharded with its table. */

#include "postgres_dialect.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

static const char sum_begin[] = "(('x' || left(encode(sha256(convert_to(ROW(";
static const char sum_end[] = ")::text, 'UTF8')), 'hex'), 8))::bit(32)::int4)";

/* Functions of another name. */
static const struct {
    const char *name;
    const char *here;
} dialect_names[] = {
    {"last_insert_rowid", "lastval"},
    {"char", "chr"},
    {"instr", "strpos"},
    {"quote", "row_quote"},
};

struct dialect {
    struct buf out;
    const char *main; /* the schema that all parts of a house share; NULL: this one */
    int parameters;
};

static void dialect_piece(struct dialect *dialect, const char *at, const char *end);

/* Where the text that begins at a quote ends. */
static const char *dialect_behind_text(const char *at, const char *end)
{
    for (at++; at < end && (*at != '\'' || (at + 1 < end && at[1] == '\'')); at++) {
        at += *at == '\'' ? 1 : 0;
    }
    return at < end ? at + 1 : end;
}

/* The closing bracket of the one before `at`, or the first comma on the way. */
static const char *dialect_behind(const char *at, const char *end, bool comma)
{
    int depth = 0;
    while (at < end) {
        if (*at == '\'') {
            at = dialect_behind_text(at, end);
            continue;
        }
        if (depth == 0 && (*at == ')' || (comma && *at == ','))) {
            return at;
        }
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        at++;
    }
    return end;
}

/* row_sum(…), whose arguments begin at `at`; returns what is behind it. */
static const char *dialect_sum(struct dialect *dialect, const char *at, const char *end)
{
    const char *close = dialect_behind(at, end, false);
    buf_text(&dialect->out, sum_begin);
    dialect_piece(dialect, at, close);
    buf_text(&dialect->out, sum_end);
    return close < end ? close + 1 : end;
}

/* row_kept(sum, …): fails where the sum is another. */
static const char *dialect_kept(struct dialect *dialect, const char *at, const char *end)
{
    const char *comma = dialect_behind(at, end, true);
    buf_text(&dialect->out, "(CASE WHEN ");
    dialect_piece(dialect, at, comma);
    buf_text(&dialect->out, " IS NOT DISTINCT FROM ");
    comma += comma < end ? 1 : 0;
    comma += comma < end && *comma == ' ' ? 1 : 0;
    at = dialect_sum(dialect, comma, end);
    buf_text(&dialect->out, " THEN true ELSE row_damaged() END)");
    return at;
}

/* The schema before a name: what SQLite calls main. */
static void dialect_main(struct dialect *dialect)
{
    if (dialect->main == NULL) {
        return;
    }
    buf_text(&dialect->out, "\"");
    for (const char *at = dialect->main; *at != '\0'; at++) {
        buf_add(&dialect->out, "\"\"", *at == '"' ? 1 : 0);
        buf_add(&dialect->out, at, 1);
    }
    buf_text(&dialect->out, "\".");
}

/* A word, which ends at `behind`. */
static const char *dialect_word(struct dialect *dialect, const char *at, const char *behind,
                                const char *end)
{
    size_t len = (size_t)(behind - at);
    bool call = behind < end && *behind == '(';
    if (call && len == strlen("row_sum") && strncmp(at, "row_sum", len) == 0) {
        return dialect_sum(dialect, behind + 1, end);
    }
    if (call && len == strlen("row_kept") && strncmp(at, "row_kept", len) == 0) {
        return dialect_kept(dialect, behind + 1, end);
    }
    for (size_t i = 0; call && i < sizeof dialect_names / sizeof dialect_names[0]; i++) {
        if (strlen(dialect_names[i].name) == len && strncmp(dialect_names[i].name, at, len) == 0) {
            buf_text(&dialect->out, dialect_names[i].here);
            return behind;
        }
    }
    if (behind < end && *behind == '.' && len == strlen("main") && strncmp(at, "main", len) == 0) {
        dialect_main(dialect);
        return behind + 1;
    }
    buf_add(&dialect->out, at, len);
    return behind;
}

static bool dialect_is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void dialect_piece(struct dialect *dialect, const char *at, const char *end)
{
    while (at < end) {
        const char *behind = at + 1;
        if (*at == '\'') {
            behind = dialect_behind_text(at, end);
        } else if (*at == '?') {
            int number = (int)strtol(at + 1, NULL, 10);
            dialect->parameters = number > dialect->parameters ? number : dialect->parameters;
            buf_text(&dialect->out, "$");
            at = behind;
            continue;
        } else if (dialect_is_word(*at)) {
            while (behind < end && dialect_is_word(*behind)) {
                behind++;
            }
            at = dialect_word(dialect, at, behind, end);
            continue;
        }
        buf_add(&dialect->out, at, (size_t)(behind - at));
        at = behind;
    }
}

char *postgres_dialect(const char *sql, const char *main, int *parameters_r)
{
    struct dialect dialect = {.main = main, .parameters = 0};
    buf_init(&dialect.out, INT32_MAX);
    buf_text(&dialect.out, "");
    dialect_piece(&dialect, sql, sql + strlen(sql));
    *parameters_r = dialect.parameters;
    return dialect.out.text;
}
