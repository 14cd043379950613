/* Somebody is forgotten: which rows are theirs, and what is known of them. */
#include <string.h>

#include <cjson/cJSON.h>

#include "json_at.h"
#include "matrix_direct.h"
#include "matrix_display_name.h"
#include "matrix_encrypt.h"
#include "matrix_private.h"

static void forget_learn(struct own *own, const char *account, const struct store_row *row)
{
    bool theirs = strncmp(row->extra, "u/", 2) == 0 && strcmp(row->extra + 2, account) == 0;
    cJSON *json = theirs ? cJSON_ParseWithLength(row->text, row->text_len) : NULL;
    const char *room = json_at_text(json, "room");
    if (room != NULL) {
        own_id(own, room);
    }
    cJSON_Delete(json);
}

const struct row_rules matrix_rows = {.adapter = "matrix", .learn = forget_learn};

void matrix_forgetting(struct adapter *adapter, const char *user)
{
    struct matrix *matrix = (struct matrix *)adapter;
    matrix_person_forget(matrix, user);
    matrix_display_name_set(matrix, user, NULL);
    matrix_encrypt_forget((struct matrix_bot *)adapter, user);
}

void matrix_forgotten(struct adapter *adapter, const char *user, bool stored)
{
    (void)stored; /* what was theirs in memory is gone either way */
    matrix_forgetting(adapter, user);
}
