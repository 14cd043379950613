/* Without encryption: only what is known to be plain is written into, and what is encrypted is not
 * read. */
#include "matrix_e2ee.h"

static bool closed_may(const struct matrix_e2ee *e2ee, const struct matrix_room *room)
{
    (void)e2ee;
    return room->encryption == MATRIX_PLAIN;
}

static void closed_seal(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                        struct matrix_sealing *sealing, const char *type, const char *content)
{
    const struct matrix_sealed plain = {.end = MATRIX_SEAL_SENDS, .type = type, .content = content};
    const struct matrix_sealed never = {.end = MATRIX_SEAL_NEVER, .why = "the room is encrypted"};
    sealing->ended(sealing, closed_may(e2ee, room) ? &plain : &never);
}

static void closed_cancel(const struct matrix_e2ee *e2ee, struct matrix_sealing *sealing)
{
    (void)e2ee;
    (void)sealing;
}

static char *closed_file(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                         const void *bytes, size_t len, struct buf *out)
{
    (void)e2ee;
    (void)room;
    (void)bytes;
    (void)len;
    (void)out;
    return NULL;
}

static enum matrix_opened closed_open(const struct matrix_e2ee *e2ee,
                                      const struct matrix_room *room, const cJSON *event,
                                      cJSON **plain_r)
{
    (void)e2ee;
    (void)room;
    (void)event;
    *plain_r = NULL;
    return MATRIX_OPENED_NEVER;
}

static void closed_to_device(const struct matrix_e2ee *e2ee, const char *json, size_t len)
{
    (void)e2ee;
    (void)json;
    (void)len;
}

static void closed_about_keys(const struct matrix_e2ee *e2ee, enum matrix_about_keys about,
                              const char *json, size_t len)
{
    (void)e2ee;
    (void)about;
    (void)json;
    (void)len;
}

static void closed_synced(const struct matrix_e2ee *e2ee, bool initial)
{
    (void)e2ee;
    (void)initial;
}

static bool closed_is_behind(const struct matrix_e2ee *e2ee)
{
    (void)e2ee;
    return false;
}

static void closed_store(const struct matrix_e2ee *e2ee, const char *key, const char *value,
                         struct matrix_waiter *waiter)
{
    (void)e2ee; /* nobody calls it: there is never a change */
    (void)key;
    (void)value;
    (void)waiter;
}

static void closed_left(const struct matrix_e2ee *e2ee, const struct matrix_room *room)
{
    (void)e2ee;
    (void)room;
}

static bool closed_verifies(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                            const cJSON *event)
{
    (void)e2ee;
    (void)room;
    (void)event;
    return false;
}

static enum matrix_encrypts closed_encrypts(const struct matrix_e2ee *e2ee,
                                            const char *const *users, size_t count)
{
    (void)e2ee;
    (void)users;
    (void)count;
    return MATRIX_ENCRYPTS_NO;
}

const struct matrix_e2ee matrix_e2ee_closed = {.may = closed_may,
                                               .seal = closed_seal,
                                               .cancel = closed_cancel,
                                               .file = closed_file,
                                               .open = closed_open,
                                               .to_device = closed_to_device,
                                               .about_keys = closed_about_keys,
                                               .synced = closed_synced,
                                               .is_behind = closed_is_behind,
                                               .store = closed_store,
                                               .left = closed_left,
                                               .verifies = closed_verifies,
                                               .encrypts = closed_encrypts};
