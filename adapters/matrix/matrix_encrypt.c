#include "matrix_encrypt.h"

#include <string.h>

#include "matrix_direct.h"
#include "matrix_encryption.h"
#include "matrix_event.h"
#include "matrix_person.h"
#include "matrix_private.h"
#include "matrix_say.h"
#include "table.h"

static bool encrypt_read(struct matrix *matrix, const char *room, const cJSON *event)
{
    struct matrix_room *known = matrix_room_find(matrix, room);
    return known == NULL || known->own != MATRIX_JOINED ||
           matrix_event_decrypted(matrix, known, event);
}

static void encrypt_unreadable(struct matrix *matrix, const char *room, const char *user)
{
    const struct matrix_room *known = matrix_room_find(matrix, room);
    if (known != NULL && known->own == MATRIX_JOINED &&
        (known->kind != MATRIX_ROOM_OPEN || known->two ||
         house_plays(matrix->house, (struct adapter *)matrix, room))) {
        arena_reset(matrix->send_arena);
        matrix_say(matrix, room, "matrix.unreadable", user);
    }
}

/* Told where others are: in the room of their table. */
static void encrypt_other(struct matrix *matrix, const char *room, const char *user)
{
    const struct matrix_room *known = matrix_room_find(matrix, room);
    const char *about = room;
    if (known != NULL && known->kind == MATRIX_ROOM_DIRECT) {
        const struct matrix_person *person = matrix_person_find(matrix, user);
        about = person == NULL ? "" : person->about;
    }
    if (about[0] != '\0') {
        arena_reset(matrix->send_arena);
        matrix_say(matrix, about, "matrix.other_keys", user);
    }
}

static void encrypt_known(struct matrix *matrix, const char *user)
{
    arena_reset(matrix->send_arena);
    matrix_direct_known(matrix, user);
}

static const struct matrix_encryption_events encrypt_events = {.read = encrypt_read,
                                                               .unreadable = encrypt_unreadable,
                                                               .other = encrypt_other,
                                                               .known = encrypt_known};

int matrix_encrypt_open(struct matrix_bot *bot, struct fault *fault)
{
    struct matrix *matrix = &bot->matrix;
    if (!matrix_encryption_is_wanted(matrix->settings)) {
        return 0;
    }
    bot->encryption = matrix_encryption_new(matrix, &encrypt_events, fault);
    if (bot->encryption == NULL) {
        return -1;
    }
    matrix->e2ee = matrix_encryption_e2ee(bot->encryption);
    return 0;
}

void matrix_encrypt_close(struct matrix_bot *bot)
{
    bot->matrix.e2ee = &matrix_e2ee_closed;
    matrix_encryption_free(&bot->encryption);
}

bool matrix_encrypt_restore(struct matrix_bot *bot, const char *key, const char *text, size_t len)
{
    return bot->encryption != NULL && matrix_encryption_restore(bot->encryption, key, text, len);
}

void matrix_encrypt_damaged(struct matrix_bot *bot, const char *key)
{
    if (bot->encryption != NULL) {
        matrix_encryption_damaged(bot->encryption, key);
    }
}

int matrix_encrypt_restored(struct matrix_bot *bot, struct fault *fault)
{
    return bot->encryption == NULL ? 0 : matrix_encryption_restored(bot->encryption, fault);
}

void matrix_encrypt_begin(struct matrix_bot *bot)
{
    if (bot->encryption != NULL) {
        matrix_encryption_begin(bot->encryption);
    }
}

void matrix_encrypt_forget(struct matrix_bot *bot, const char *user)
{
    if (bot->encryption != NULL) {
        matrix_encryption_forget(bot->encryption, user);
    }
}

void matrix_encrypt_drain(struct matrix_bot *bot)
{
    if (bot->encryption != NULL) {
        matrix_encryption_drain(bot->encryption);
    }
}

int64_t matrix_encrypt_due_ms(const struct matrix_bot *bot)
{
    return bot->encryption == NULL ? NO_DEADLINE : matrix_encryption_due_ms(bot->encryption);
}

void matrix_encrypt_tick(struct matrix_bot *bot, int64_t now_ms)
{
    if (bot->encryption != NULL) {
        matrix_encryption_tick(bot->encryption, now_ms);
    }
}

int matrix_verify_begin(struct adapter *adapter, const struct matrix_verify *wish,
                        struct fault *fault)
{
    struct matrix_bot *bot = (struct matrix_bot *)adapter;
    if (bot->encryption == NULL) {
        return fault_set(fault, FAULT_CONFIG,
                         "[matrix] encryption is off, so there is no device to be verified: set "
                         "encryption = yes and encryption_key_file");
    }
    matrix_encryption_verify(bot->encryption, wish);
    return 0;
}

void matrix_verify_answer(struct adapter *adapter, bool is_same)
{
    matrix_encryption_verify_answer(((struct matrix_bot *)adapter)->encryption, is_same);
}

void matrix_verify_stop(struct adapter *adapter)
{
    matrix_encryption_verify_stop(((struct matrix_bot *)adapter)->encryption);
}
