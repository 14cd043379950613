#include "matrix_encryption_decline.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "matrix_decode.h"
#include "matrix_encryption_posts.h"

#define DECLINE_TYPE "m.key.verification.cancel"
#define DECLINE_WORDS                                                                         \
    "This is a bot: its operator can have it verified (deaddrop matrix verify), or tell its " \
    "fingerprint (deaddrop matrix setup)"

enum { DECLINES_MAX = 32 };

/* An answer in a room, on its way. */
struct encryption_decline {
    struct matrix_sealing sealing; /* first member */
    struct encryption_decline *next;
    struct matrix_encryption *encryption;
    char room[MATRIX_ID_BYTES];
    char *content;
    uint64_t request;
};

static cJSON *decline_content(void)
{
    cJSON *content = cJSON_CreateObject();
    cJSON_AddStringToObject(content, "code", "m.user");
    cJSON_AddStringToObject(content, "reason", DECLINE_WORDS);
    return content;
}

void encryption_decline_device(struct matrix_encryption *encryption, const cJSON *event)
{
    const cJSON *asked = json_at(event, "content");
    const char *user = matrix_id(event, "sender", '@');
    const char *device = matrix_id(asked, "from_device", '\0');
    const char *transaction = matrix_id(asked, "transaction_id", '\0');
    if (user == NULL || device == NULL || transaction == NULL) {
        return;
    }
    cJSON *content = decline_content();
    cJSON_AddStringToObject(content, "transaction_id", transaction);
    encryption_post_one(encryption, DECLINE_TYPE, user, device, content);
}

/* --- in a room -------------------------------------------------------------------------------- */

static void decline_free(struct encryption_decline *decline)
{
    struct encryption_decline **link = &decline->encryption->declines;
    while (*link != decline) {
        link = &(*link)->next;
    }
    *link = decline->next;
    free(decline->content);
    free(decline);
}

static void decline_answered(void *context, const struct answer *answer)
{
    (void)answer; /* who asked asks again, if they want to */
    decline_free(context);
}

static void decline_seal(struct encryption_decline *decline)
{
    const struct matrix_e2ee *e2ee = &decline->encryption->e2ee;
    const struct matrix_room *room = matrix_room_find(decline->encryption->matrix, decline->room);
    if (room == NULL || room->own != MATRIX_JOINED) {
        decline_free(decline);
        return;
    }
    e2ee->seal(e2ee, room, &decline->sealing, DECLINE_TYPE, decline->content);
}

static void decline_sealed(struct matrix_sealing *sealing, const struct matrix_sealed *sealed)
{
    struct encryption_decline *decline = (struct encryption_decline *)sealing;
    char nonce[NONCE_BYTES];
    if (sealed->end == MATRIX_SEAL_AGAIN) {
        decline_seal(decline);
        return;
    }
    if (sealed->end != MATRIX_SEAL_SENDS) {
        decline_free(decline);
        return;
    }
    struct matrix *matrix = decline->encryption->matrix;
    nonce_make(&matrix->world->entropy, nonce);
    const struct matrix_request request = {.method = "PUT",
                                           .route = "/rooms/{}/send/{}/{}",
                                           .ids = {decline->room, sealed->type, nonce},
                                           .json = sealed->content,
                                           .priority = MATRIX_CHATTER,
                                           .limited = true};
    decline->request = matrix_client_start(matrix->client, &request, decline_answered, decline);
}

static size_t decline_count(const struct matrix_encryption *encryption)
{
    size_t count = 0;
    for (const struct encryption_decline *one = encryption->declines; one != NULL;
         one = one->next) {
        count++;
    }
    return count;
}

bool encryption_decline_room(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                             const cJSON *event)
{
    struct matrix_encryption *encryption = e2ee->self;
    const cJSON *asked = json_at(event, "content");
    const char *kind = json_at_text(asked, "msgtype");
    const char *to = matrix_id(asked, "to", '@');
    const char *id = matrix_id(event, "event_id", '$');
    if (kind == NULL || strcmp(kind, "m.key.verification.request") != 0) {
        return false;
    }
    if (to == NULL || strcmp(to, encryption->matrix->user) != 0 || id == NULL ||
        decline_count(encryption) >= DECLINES_MAX) {
        return true;
    }
    struct encryption_decline *decline = heap_allocate(sizeof *decline);
    cJSON *content = decline_content();
    cJSON *relation = cJSON_AddObjectToObject(content, "m.relates_to");
    cJSON_AddStringToObject(relation, "rel_type", "m.reference");
    cJSON_AddStringToObject(relation, "event_id", id);
    char *text = cJSON_PrintUnformatted(content);
    decline->content = heap_copy(text);
    cJSON_free(text);
    cJSON_Delete(content);
    decline->sealing.ended = decline_sealed;
    decline->encryption = encryption;
    matrix_copy(decline->room, room->id);
    decline->next = encryption->declines;
    encryption->declines = decline;
    decline_seal(decline);
    return true;
}

void encryption_declines_free(struct matrix_encryption *encryption)
{
    while (encryption->declines != NULL) {
        struct encryption_decline *decline = encryption->declines;
        encryption->e2ee.cancel(&encryption->e2ee, &decline->sealing);
        matrix_client_cancel(encryption->matrix->client, decline->request);
        decline_free(decline);
    }
}
