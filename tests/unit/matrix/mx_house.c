/* What the receiving half calls: a house with a disk, and a sending half. */
#include "mx_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "heap.h"
#include "matrix_direct.h"
#include "matrix_greet.h"
#include "matrix_say.h"
#include "matrix_sending.h"
#include "matrix_team.h"

enum { HOUSE_WAITING_MAX = 512, HOUSE_ROWS_MAX = 128 };

struct house_waiting {
    void *token;
    struct mx_row rows[HOUSE_ROWS_MAX];
    unsigned row_count;
    bool repeated;
};

static struct house_waiting house_waiting[HOUSE_WAITING_MAX];
static unsigned house_waiting_count;
static struct house_setup house_setup;

static void house_copy(char *into, size_t size, const char *text)
{
    snprintf(into, size, "%s", text != NULL ? text : "");
}

static struct mx_row *house_row(const char *key)
{
    struct mx_row *free_row = NULL;
    for (unsigned i = 0; i < MX_ROWS_MAX; i++) {
        if (strcmp(mx->rows[i].key, key) == 0) {
            return &mx->rows[i];
        }
        if (free_row == NULL && mx->rows[i].key[0] == '\0') {
            free_row = &mx->rows[i];
        }
    }
    ck_assert_ptr_nonnull(free_row);
    return free_row;
}

const char *mx_row(const char *key)
{
    const struct mx_row *row = house_row(key);
    return row->key[0] == '\0' ? "" : row->value;
}

void mx_rows_free(void)
{
    for (unsigned i = 0; i < MX_ROWS_MAX; i++) {
        free(mx->rows[i].value);
        mx->rows[i].value = NULL;
    }
}

/* What was not written is lost. */
static void house_drop(struct house_waiting *waiting)
{
    for (unsigned i = 0; i < waiting->row_count; i++) {
        free(waiting->rows[i].value);
        waiting->rows[i].value = NULL;
    }
}

static void house_wait(const struct adapter_row *rows, size_t count, void *token, bool repeated)
{
    ck_assert_uint_lt(house_waiting_count, HOUSE_WAITING_MAX);
    ck_assert_uint_le(count, HOUSE_ROWS_MAX);
    struct house_waiting *waiting = &house_waiting[house_waiting_count++];
    memset(waiting, 0, sizeof *waiting);
    waiting->token = token;
    waiting->repeated = repeated;
    waiting->row_count = repeated ? 0 : (unsigned)count;
    for (size_t i = 0; i < waiting->row_count; i++) {
        house_copy(waiting->rows[i].key, sizeof waiting->rows[i].key, rows[i].key);
        waiting->rows[i].order = rows[i].order;
        waiting->rows[i].value =
            rows[i].value == NULL ? NULL : heap_text(rows[i].value, rows[i].len);
    }
}

static void house_write(struct house_waiting *waiting)
{
    for (unsigned i = 0; i < waiting->row_count; i++) {
        struct mx_row *row = house_row(waiting->rows[i].key);
        free(row->value);
        *row = waiting->rows[i];
        waiting->rows[i].value = NULL;
        if (row->value == NULL) {
            row->key[0] = '\0';
        }
    }
}

void mx_store(void)
{
    struct fault broken = {.code = FAULT_FULL, .text = "the disk is full"};
    struct fault repeated = {.code = FAULT_GONE, .text = "heard before"};
    for (unsigned i = 0; i < house_waiting_count; i++) {
        struct house_waiting *waiting = &house_waiting[i];
        if (!mx->broken) {
            house_write(waiting);
        }
        house_drop(waiting);
        matrix_adapter.stored(mx->adapter, waiting->token,
                              mx->broken          ? &broken
                              : waiting->repeated ? &repeated
                                                  : NULL);
    }
    house_waiting_count = 0;
}

void mx_crash(void)
{
    matrix_adapter.close(&mx->adapter);
    for (unsigned i = 0; i < house_waiting_count; i++) {
        house_drop(&house_waiting[i]);
    }
    house_waiting_count = 0;
}

static bool house_inbound_before(const char *event)
{
    for (unsigned i = 0; i < mx->inbound_count; i++) {
        if (strcmp(mx->inbound[i].event, event) == 0) {
            return true;
        }
    }
    return false;
}

bool house_enqueue(struct house *house, struct adapter *adapter, const struct inbound *inbound,
                   const struct adapter_row *rows, size_t row_count, void *token)
{
    (void)house;
    (void)adapter;
    if (mx->full) {
        return false;
    }
    bool repeated = house_inbound_before(inbound->event_id);
    ck_assert_uint_lt(mx->inbound_count, MX_INBOUND_MAX);
    struct mx_inbound *kept = &mx->inbound[mx->inbound_count++];
    *kept = (struct mx_inbound){.kind = inbound->kind,
                                .mentions = inbound->mention_count,
                                .age_ms = inbound->age_ms,
                                .private_room = inbound->private_room,
                                .moderator = inbound->moderator,
                                .addressed = inbound->addressed,
                                .off = inbound->off,
                                .fresh = inbound->fresh,
                                .again = repeated};
    house_copy(kept->event, sizeof kept->event, inbound->event_id);
    house_copy(kept->room, sizeof kept->room, inbound->room);
    house_copy(kept->account, sizeof kept->account, inbound->account);
    house_copy(kept->name, sizeof kept->name, inbound->name);
    house_copy(kept->text, sizeof kept->text, inbound->text);
    house_copy(kept->control, sizeof kept->control, inbound->control);
    house_copy(kept->emoji, sizeof kept->emoji, inbound->emoji);
    house_copy(kept->reply, sizeof kept->reply, inbound->reply_to);
    house_copy(kept->moved_to, sizeof kept->moved_to, inbound->moved_to);
    house_copy(kept->mention, sizeof kept->mention,
               inbound->mention_count > 0 ? inbound->mentions[0] : NULL);
    house_wait(rows, row_count, token, repeated);
    return true;
}

void house_store_rows(struct house *house, struct adapter *adapter, const struct adapter_row *rows,
                      size_t row_count, void *token)
{
    (void)house;
    (void)adapter;
    house_wait(rows, row_count, token, false);
}

void house_rooms_unreachable(struct house *house, struct adapter *adapter, const char *const *rooms,
                             size_t count)
{
    (void)house;
    (void)adapter;
    (void)rooms;
    mx->unreached += (unsigned)count;
}

void house_rooms_reachable(struct house *house, struct adapter *adapter, const char *const *rooms,
                           size_t count, struct downtime downtime)
{
    (void)house;
    (void)adapter;
    (void)rooms;
    (void)downtime;
    mx->unreached -= (unsigned)count;
}

void house_downtime(struct house *house, struct adapter *adapter, int64_t since_ms, int64_t back_ms)
{
    (void)house;
    (void)adapter;
    mx->away_count++;
    mx->downtime_ms = back_ms - since_ms;
}

const char *house_prefix(struct house *house, const struct adapter *adapter, const char *room)
{
    (void)house;
    (void)adapter;
    (void)room;
    return "!";
}

const struct catalogue *house_language(struct house *house, const struct adapter *adapter,
                                       const char *room)
{
    (void)house;
    (void)adapter;
    (void)room;
    return NULL;
}

bool house_plays(const struct house *house, const struct adapter *adapter, const char *room)
{
    (void)house;
    (void)adapter;
    (void)room;
    return mx->plays;
}

const struct house_setup *house_world(const struct house *house)
{
    (void)house;
    house_setup.clock = mx->hand->wire.clock;
    house_setup.entropy = mx->hand->wire.entropy;
    return &house_setup;
}

int store_read_now(struct store *store, const struct store_question *question, store_row_fn row,
                   void *context, struct fault *fault)
{
    (void)store;
    (void)fault;
    ck_assert_int_eq(question->query, STORE_ADAPTER_ROWS);
    for (unsigned i = 0; i < MX_ROWS_MAX; i++) {
        const struct store_row one = {
            .key = question->key,
            .extra = mx->rows[i].key,
            .at_ms = mx->rows[i].order,
            .damaged = mx->damaged != NULL && strcmp(mx->rows[i].key, mx->damaged) == 0,
            .text = mx->rows[i].value,
            .text_len = mx->rows[i].value == NULL ? 0 : strlen(mx->rows[i].value)};
        if (mx->rows[i].key[0] != '\0') {
            row(context, &one);
        }
    }
    return 0;
}

const char *catalogue_text(const struct catalogue *catalogue, struct arena *arena, const char *key,
                           const struct value_tree *facts, uint16_t index,
                           const struct catalogue_names *names)
{
    (void)catalogue;
    (void)arena;
    (void)facts;
    (void)index;
    (void)names;
    return key;
}

/* --- the sending half ------------------------------------------------------------------------- */

void matrix_send(struct adapter *adapter, const struct sending *sending)
{
    (void)adapter;
    (void)sending;
}

void matrix_operation_start(struct adapter *adapter, const struct room_operation *spec)
{
    (void)adapter;
    (void)spec;
}

void matrix_capabilities(const struct adapter *adapter, const char *room,
                         struct room_capabilities *capabilities)
{
    (void)adapter;
    (void)room;
    (void)capabilities;
}

void matrix_room_changed(struct matrix *matrix, struct matrix_room *room)
{
    (void)matrix;
    (void)room;
    mx->changed++;
}

void matrix_local_echo(struct matrix *matrix, const struct matrix_room *room,
                       const char *transaction, const char *event)
{
    (void)matrix;
    (void)room;
    snprintf(mx->echoed, sizeof mx->echoed, "%s %s", transaction, event);
}

const char *matrix_choice_at(const struct matrix *matrix, const char *event, const char *key)
{
    (void)matrix;
    (void)event;
    (void)key;
    return mx->choice;
}

bool matrix_send_restore(struct matrix *matrix, const char *key, const char *text, size_t len)
{
    (void)matrix;
    (void)key;
    (void)text;
    (void)len;
    return false;
}

int64_t matrix_send_due_ms(const struct matrix *matrix)
{
    (void)matrix;
    return INT64_MAX;
}

void matrix_send_tick(struct matrix *matrix, int64_t now_ms)
{
    (void)matrix;
    (void)now_ms;
}

void matrix_send_new(struct matrix *matrix)
{
    (void)matrix;
}

void matrix_send_free(struct matrix *matrix)
{
    (void)matrix;
}

void matrix_person_acted(struct matrix *matrix, const char *user)
{
    (void)matrix;
    (void)user;
}

void matrix_knocked(struct matrix *matrix, const struct matrix_room *room, const char *user)
{
    (void)matrix;
    snprintf(mx->said, sizeof mx->said, "%.250s knocks at %.50s", user, room->id);
}

const char *matrix_person_offered(const struct matrix *matrix, const char *user, const char *text)
{
    (void)matrix;
    (void)user;
    (void)text;
    return NULL;
}

void matrix_direct_say(struct matrix *matrix, const char *user, const char *key)
{
    (void)matrix;
    snprintf(mx->said, sizeof mx->said, "%s %s", user, key);
    mx->said_count++;
}

void matrix_say(struct matrix *matrix, const char *room, const char *key, const char *account)
{
    (void)account;
    matrix_direct_say(matrix, room, key);
}

void matrix_direct_known(struct matrix *matrix, const char *user)
{
    matrix_direct_say(matrix, user, "known");
}

void matrix_room_say(struct matrix *matrix, const char *room, const char *key)
{
    matrix_direct_say(matrix, room, key);
}

void matrix_room_greet(struct matrix *matrix, const char *room)
{
    matrix_room_say(matrix, room, "matrix.hello");
}

void matrix_greet_read(struct matrix *matrix, const char *room)
{
    (void)matrix;
    (void)room;
}
