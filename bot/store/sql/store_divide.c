/* Rows go by lists of the ids of tables: nothing is searched for each of them alone. */
#include "store_divide.h"

#include <stdlib.h>
#include <string.h>

#include "entropy.h"
#include "heap.h"
#include "map.h"
#include "store_part.h"
#include "store_sql_forget.h"

enum { DIVIDE_AT_ONCE = 10000, DIVIDE_SQL_MAX = 1 << 20 };

struct divide {
    struct store_sql *store;
    struct store_division *division;
    unsigned part;
    unsigned parts[STORE_PARTS_MAX]; /* each is its own place */
    struct map tables;               /* to the part of each, in parts */
    uint64_t *ids;                   /* of what is to go */
    size_t count;
    struct buf sql;
    struct fault *fault;
};

/* Where the id of such a thing stands. */
struct divide_column {
    const char *table;
    const char *column;
};

static void divide_add(struct divide *divide, uint64_t id)
{
    if ((divide->count & (divide->count - 1)) == 0) {
        size_t room = divide->count == 0 ? 1 : 2 * divide->count;
        divide->ids = heap_grow(divide->ids, room, sizeof *divide->ids);
    }
    divide->ids[divide->count++] = id;
}

/* What is damaged was not copied. */
static void divide_table(void *context, const struct store_row *row)
{
    struct divide *divide = context;
    unsigned part = store_division_table(divide->division, row);
    map_put_number(&divide->tables, row->id, &divide->parts[part]);
    if (part != divide->part) {
        divide_add(divide, row->id);
    }
}

/* What belongs to no table that is there goes by its room. */
static unsigned divide_part(const struct divide *divide, uint64_t table, const char *room)
{
    const unsigned *known = map_get_number(&divide->tables, table);
    return known != NULL ? *known : store_division_room(divide->division, room);
}

static void divide_result(void *context, const struct store_row *row)
{
    struct divide *divide = context;
    if (divide_part(divide, row->id, row->key) != divide->part) {
        divide_add(divide, row->id);
    }
}

static void divide_message(void *context, const struct store_row *row)
{
    struct divide *divide = context;
    if (divide_part(divide, row->sub, row->key) != divide->part) {
        divide_add(divide, row->id);
    }
}

static void divide_waits(void *context, const struct store_row *row)
{
    struct divide *divide = context;
    divide_add(divide, row->id);
}

static int divide_read(struct divide *divide, enum store_query query, store_row_fn row)
{
    const struct store_question question = {.query = query, .key = "", .extra = ""};
    divide->count = 0;
    return store_sql_read_rows(divide->store, &question, row, divide, divide->fault);
}

/* --- by id ------------------------------------------------------------------------------------ */

static int divide_take(struct divide *divide, const struct divide_column *at, size_t from)
{
    size_t end = from + DIVIDE_AT_ONCE < divide->count ? from + DIVIDE_AT_ONCE : divide->count;
    buf_clear(&divide->sql);
    buf_text(&divide->sql, "DELETE FROM ");
    buf_text(&divide->sql, at->table);
    buf_text(&divide->sql, " WHERE ");
    buf_text(&divide->sql, at->column);
    for (size_t i = from; i < end; i++) {
        buf_text(&divide->sql, i == from ? " IN (" : ", ");
        buf_number(&divide->sql, (int64_t)divide->ids[i]);
    }
    buf_text(&divide->sql, ")");
    return store_sql_exec(divide->store, divide->sql.text, divide->fault);
}

/* Takes out what a question finds; columns end with a table that is NULL. */
static int divide_some(struct divide *divide, enum store_query query, store_row_fn row,
                       const struct divide_column *columns)
{
    int result = divide_read(divide, query, row);
    for (size_t from = 0; result == 0 && from < divide->count; from += DIVIDE_AT_ONCE) {
        for (size_t i = 0; result == 0 && columns[i].table != NULL; i++) {
            result = divide_take(divide, &columns[i], from);
        }
    }
    return result;
}

static int divide_by_id(struct divide *divide)
{
    static const struct divide_column tables[] = {
        {"journal", "table_id"}, {"sent", "table_id"},
        {"words", "table_id"},   {"candidates", "table_id"},
        {"record", "table_id"},  {"work", "table_id"},
        {"open_table", "id"},    {"standing", "id"},
        {"tables", "id"},        {NULL, NULL}};
    static const struct divide_column results[] = {
        {"result_seat", "table_id"}, {"result", "table_id"}, {NULL, NULL}};
    static const struct divide_column messages[] = {{"outbox", "id"}, {NULL, NULL}};
    int result = divide_some(divide, STORE_TABLES_EVER, divide_table, tables);
    result =
        result == 0 ? divide_some(divide, STORE_RESULTS_TABLES, divide_result, results) : result;
    return result == 0 ? divide_some(divide, STORE_OUTBOX_ALL, divide_message, messages) : result;
}

/* --- by name ---------------------------------------------------------------------------------- */

struct divide_name {
    char *key; /* scope of a setting, or adapter */
    char *extra;
};

struct divide_names {
    struct divide *divide;
    struct divide_name *name;
    size_t count;
};

static void divide_name(struct divide_names *names, const struct store_row *row)
{
    names->name = heap_grow(names->name, names->count + 1, sizeof *names->name);
    names->name[names->count++] =
        (struct divide_name){.key = heap_copy(row->key), .extra = heap_copy(row->extra)};
}

static void divide_setting(void *context, const struct store_row *row)
{
    static const char room[] = "room ";
    struct divide_names *names = context;
    const struct divide *divide = names->divide;
    if (strncmp(row->key, room, sizeof room - 1) == 0 &&
        store_division_room(divide->division, row->key + sizeof room - 1) != divide->part) {
        divide_name(names, row);
    }
}

/* Rows of rooms go to the part of the room; all others of an adapter that is divided stay. */
static void divide_adapter(void *context, const struct store_row *row)
{
    struct divide_names *names = context;
    const struct divide *divide = names->divide;
    unsigned part = divide->part;
    if (store_division_row(divide->division, row, &part) && part != divide->part) {
        divide_name(names, row);
    }
}

static struct store_text divide_text(const char *text)
{
    return (struct store_text){.text = text, .len = strlen(text)};
}

static int divide_by_name(struct divide *divide, enum store_query query, store_row_fn row,
                          enum store_op gone)
{
    const struct store_question question = {.query = query, .key = "", .extra = ""};
    struct divide_names names = {.divide = divide};
    int result = store_sql_read_rows(divide->store, &question, row, &names, divide->fault);
    for (size_t i = 0; i < names.count; i++) {
        const struct store_item item = {.op = gone,
                                        .key = divide_text(names.name[i].key),
                                        .extra = divide_text(names.name[i].extra),
                                        .text = divide_text("")};
        result = result == 0 ? store_sql_put(divide->store, &item, divide->fault) : result;
        free(names.name[i].key);
        free(names.name[i].extra);
    }
    free(names.name);
    return result;
}

/* --- all of it -------------------------------------------------------------------------------- */

static int divide_learn(struct divide *divide)
{
    struct store_question question;
    int result = divide_read(divide, STORE_INBOX_ALL, divide_waits);
    if (result == 0 && divide->count > 0) {
        return fault_set(divide->fault, FAULT_BAD,
                         "store %s: %zu events wait in it to be handled: start the bot once more, "
                         "and stop it again",
                         divide->store->path, divide->count);
    }
    for (size_t at = 0; result == 0 && store_division_question(divide->division, at, &question);
         at++) {
        result = store_sql_read_rows(divide->store, &question, store_division_learn,
                                     divide->division, divide->fault);
    }
    if (result == 0 && store_division_is_damaged(divide->division)) {
        return fault_set(divide->fault, FAULT_BROKEN,
                         "store %s: it cannot be read which rooms are of which part: is key in "
                         "[store] the right one?",
                         divide->store->path);
    }
    return result;
}

int store_divide(struct store_sql *store, struct store_division *division, unsigned part,
                 struct fault *fault)
{
    struct divide divide = {.store = store, .division = division, .part = part, .fault = fault};
    const struct entropy entropy = entropy_system();
    for (unsigned i = 0; i < STORE_PARTS_MAX; i++) {
        divide.parts[i] = i;
    }
    map_init(&divide.tables, &entropy);
    buf_init(&divide.sql, DIVIDE_SQL_MAX);
    int result = divide_learn(&divide);
    result = result == 0 ? divide_by_id(&divide) : result;
    if (result == 0) {
        result = divide_by_name(&divide, STORE_SETTINGS, divide_setting, STORE_SETTING);
    }
    if (result == 0) {
        result = divide_by_name(&divide, STORE_ADAPTER_ALL, divide_adapter, STORE_ADAPTER_DELETE);
    }
    buf_deinit(&divide.sql);
    map_deinit(&divide.tables);
    free(divide.ids);
    return result;
}
