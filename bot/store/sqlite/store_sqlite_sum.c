/* The SQLite driver: sums over rows, as functions of SQL.
 *
 * row_sum('person', id, about) is the sum of a row: CRC-32C over the table's name and each value
 * with its type and length. row_kept(sum, 'person', id, about) is 1 where sum is that; otherwise
 * the statement fails, so that what is damaged is never written over. */

#include <string.h>

#include <sqlite3.h>

#include "checksum.h"
#include "store_sqlite_private.h"

/* The type, then the number itself or the length of the text. */
static uint32_t store_sum_head(uint32_t sum, int type, int64_t number)
{
    uint8_t head[9] = {(uint8_t)type};
    for (unsigned i = 1; i < sizeof head; i++) {
        head[i] = (uint8_t)((uint64_t)number >> 8 * (i - 1));
    }
    return checksum_add(sum, head, type == SQLITE_NULL ? 1 : sizeof head);
}

/* Its head, then the text. */
static uint32_t store_sum_value(uint32_t sum, sqlite3_value *value)
{
    int type = sqlite3_value_type(value);
    const void *text = NULL;
    if (type == SQLITE_NULL) {
        return store_sum_head(sum, type, 0);
    }
    if (type != SQLITE_INTEGER) {
        text = sqlite3_value_blob(value); /* before its length is asked for */
    }
    int64_t number =
        type == SQLITE_INTEGER ? sqlite3_value_int64(value) : (int64_t)sqlite3_value_bytes(value);
    sum = store_sum_head(sum, type, number);
    return text == NULL ? sum : checksum_add(sum, text, (size_t)number);
}

/* The sum of 'address' as SQL has it: three values, of which the last is a number. */
uint32_t store_sqlite_address_sum(const char *address, uint64_t person)
{
    const char *const texts[] = {"address", address};
    uint32_t made = 0;
    for (size_t i = 0; i < 2; i++) {
        size_t len = strlen(texts[i]);
        made = store_sum_head(made, SQLITE_TEXT, (int64_t)len);
        made = checksum_add(made, texts[i], len);
    }
    made = store_sum_head(made, SQLITE_INTEGER, (int64_t)person);
    return made;
}

/* As a signed number of 32 bits, which SQLite keeps in four bytes. */
static int store_sum(int count, sqlite3_value **values)
{
    uint32_t sum = 0;
    for (int i = 0; i < count; i++) {
        sum = store_sum_value(sum, values[i]);
    }
    return (int)sum;
}

static void store_sum_of_row(sqlite3_context *context, int count, sqlite3_value **values)
{
    sqlite3_result_int(context, store_sum(count, values));
}

static void store_sum_kept(sqlite3_context *context, int count, sqlite3_value **values)
{
    if (count < 2 || sqlite3_value_type(values[0]) != SQLITE_INTEGER ||
        sqlite3_value_int64(values[0]) != store_sum(count - 1, values + 1)) {
        sqlite3_result_error(context, "a damaged row is not written over: run deaddrop check", -1);
        return;
    }
    sqlite3_result_int(context, 1);
}

int store_sqlite_sums(struct sqlite3 *db)
{
    int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    int code =
        sqlite3_create_function(db, "row_sum", -1, flags, NULL, store_sum_of_row, NULL, NULL);
    return code != SQLITE_OK ? code
                             : sqlite3_create_function(db, "row_kept", -1, flags, NULL,
                                                       store_sum_kept, NULL, NULL);
}
