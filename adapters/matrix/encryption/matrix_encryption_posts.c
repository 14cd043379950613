/* Messages to devices. Each is a row until the homeserver has taken it: after a crash the same
 * bytes leave under the same transaction id. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "heap.h"
#include "json_at.h"
#include "log.h"
#include "matrix_encryption_posts.h"
#include "matrix_encryption_rooms.h"
#include "print.h"
#include "table.h"

enum { POST_DEVICES = 40 /* in one request */, POST_KEY_BYTES = 64 };

static void post_free(struct encryption_post *post)
{
    free(post->body);
    free(post);
}

static void post_add(struct matrix_encryption *encryption, struct encryption_post *post)
{
    struct encryption_post **link = &encryption->posts;
    while (*link != NULL) {
        link = &(*link)->next;
    }
    *link = post;
}

static void post_row(char key[POST_KEY_BYTES], const struct encryption_post *post)
{
    print_join(key, POST_KEY_BYTES, ENCRYPTION_POST_ROWS, post->transaction, "");
}

/* Its row: what is sent, and where. */
static void post_write(struct matrix_encryption *encryption, const struct encryption_post *post)
{
    char key[POST_KEY_BYTES];
    cJSON *row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "type", post->type);
    cJSON_AddStringToObject(row, "room", post->room);
    cJSON_AddStringToObject(row, "session", post->session);
    cJSON_AddStringToObject(row, "body", post->body);
    char *text = cJSON_PrintUnformatted(row);
    post_row(key, post);
    matrix_changes_put(encryption->pending, key, text, strlen(text));
    cJSON_free(text);
    cJSON_Delete(row);
}

bool encryption_posts_restore(struct matrix_encryption *encryption, const struct adapter_row *row)
{
    size_t head = strlen(ENCRYPTION_POST_ROWS);
    if (strncmp(row->key, ENCRYPTION_POST_ROWS, head) != 0) {
        return false;
    }
    cJSON *json = cJSON_ParseWithLength(row->value, row->len);
    struct encryption_post *post = heap_allocate(sizeof *post);
    const char *body = json_at_text(json, "body");
    if (body != NULL && strlen(row->key + head) < sizeof post->transaction &&
        json_at_copy(json, "type", post->type, sizeof post->type) &&
        json_at_copy(json, "room", post->room, sizeof post->room) &&
        json_at_copy(json, "session", post->session, sizeof post->session)) {
        memcpy(post->transaction, row->key + head, strlen(row->key + head) + 1);
        post->body = heap_copy(body);
        post->encryption = encryption;
        post->is_stored = true;
        post->write = UINT64_MAX; /* by an earlier process */
        post_add(encryption, post);
    } else {
        free(post);
    }
    cJSON_Delete(json);
    return true;
}

/* --- new ones --------------------------------------------------------------------------------- */

static void post_new(struct matrix_encryption *encryption, const char *type,
                     const struct matrix_megolm_out *session, cJSON *messages)
{
    struct encryption_post *post = heap_allocate(sizeof *post);
    post->encryption = encryption;
    cJSON *body = cJSON_CreateObject();
    nonce_make(&encryption->matrix->world->entropy, post->transaction);
    snprintf(post->type, sizeof post->type, "%s", type);
    if (session != NULL) {
        matrix_copy(post->room, matrix_megolm_out_room(session));
        snprintf(post->session, sizeof post->session, "%s", matrix_megolm_out_id(session));
    }
    cJSON_AddItemToObject(body, "messages", messages);
    char *text = cJSON_PrintUnformatted(body);
    post->body = heap_copy(text);
    cJSON_free(text);
    cJSON_Delete(body);
    post_add(encryption, post);
    post_write(encryption, post);
}

/* Moves one device's message. */
static void post_move(cJSON *from, cJSON *device, cJSON *to, const char *user)
{
    cJSON *devices = cJSON_GetObjectItemCaseSensitive(to, user);
    if (devices == NULL) {
        devices = cJSON_AddObjectToObject(to, user);
    }
    cJSON_DetachItemViaPointer(from, device);
    cJSON_AddItemToObject(devices, device->string, device);
}

void encryption_post(struct matrix_encryption *encryption, const char *type,
                     const struct matrix_megolm_out *session, cJSON *messages)
{
    cJSON *some = cJSON_CreateObject();
    unsigned count = 0;
    for (cJSON *user = messages->child; user != NULL; user = user->next) {
        while (user->child != NULL) {
            post_move(user, user->child, some, user->string);
            if (++count == POST_DEVICES) {
                post_new(encryption, type, session, some);
                some = cJSON_CreateObject();
                count = 0;
            }
        }
    }
    if (count > 0) {
        post_new(encryption, type, session, some);
    } else {
        cJSON_Delete(some);
    }
    cJSON_Delete(messages);
    encryption_wake(encryption);
}

void encryption_post_one(struct matrix_encryption *encryption, const char *type, const char *user,
                         const char *device, cJSON *content)
{
    cJSON *messages = cJSON_CreateObject();
    cJSON_AddItemToObject(cJSON_AddObjectToObject(messages, user), device, content);
    encryption_post(encryption, type, NULL, messages);
}

bool encryption_posts_key(const struct matrix_encryption *encryption, const char *room,
                          const char *session)
{
    const struct encryption_post *post = encryption->posts;
    while (post != NULL && (strcmp(post->room, room) != 0 || strcmp(post->session, session) != 0)) {
        post = post->next;
    }
    return post != NULL;
}

bool encryption_posts_type(const struct matrix_encryption *encryption, const char *type)
{
    const struct encryption_post *post = encryption->posts;
    while (post != NULL && strcmp(post->type, type) != 0) {
        post = post->next;
    }
    return post != NULL;
}

bool encryption_posts_wait(const struct matrix_encryption *encryption)
{
    const struct encryption_post *post = encryption->posts;
    while (post != NULL && post->write != 0) {
        post = post->next;
    }
    return post != NULL && encryption->store_ms == 0;
}

/* --- on their way ----------------------------------------------------------------------------- */

void encryption_posts_stored(struct matrix_encryption *encryption, uint64_t number, bool good)
{
    for (struct encryption_post *post = encryption->posts; post != NULL; post = post->next) {
        if (post->write == number) {
            post->is_stored = good;
            post->write = good ? number : 0;
        }
    }
}

static void post_ended(struct matrix_encryption *encryption, struct encryption_post *post)
{
    char key[POST_KEY_BYTES];
    struct encryption_post **link = &encryption->posts;
    while (*link != post) {
        link = &(*link)->next;
    }
    *link = post->next;
    post_row(key, post);
    matrix_changes_put(encryption->pending, key, NULL, 0);
    if (post->room[0] != '\0' && !encryption_posts_key(encryption, post->room, post->session)) {
        encryption_room_shared(encryption, post->room, post->session);
    }
    post_free(post);
}

static void post_answered(void *context, const struct answer *answer)
{
    struct encryption_post *post = context;
    struct matrix_encryption *encryption = post->encryption;
    post->request = 0;
    if (answer_is_transient(answer->status) || answer->status == ANSWER_AMBIGUOUS) {
        post->again_ms = encryption_again_ms(encryption, answer);
    } else {
        CRASH_POINT("matrix.keys_sent");
        if (answer->status != ANSWER_DONE) {
            log_event(LEVEL_ERROR, "matrix.keys_not_sent",
                      LOG_FIELDS(log_text("why", answer->why)));
        }
        post_ended(encryption, post);
    }
    encryption->moved = true;
    encryption_wake(encryption);
}

void encryption_posts_advance(struct matrix_encryption *encryption)
{
    int64_t now_ms = encryption_now_ms(encryption);
    for (struct encryption_post *post = encryption->posts; post != NULL; post = post->next) {
        if (!post->is_stored || post->request != 0 || post->again_ms > now_ms) {
            continue;
        }
        CRASH_POINT("matrix.keys_stored");
        const struct matrix_request request = {.method = "PUT",
                                               .route = "/sendToDevice/{}/{}",
                                               .ids = {post->type, post->transaction},
                                               .json = post->body,
                                               .priority = MATRIX_SECRET};
        post->request =
            matrix_client_start(encryption->matrix->client, &request, post_answered, post);
    }
}

int64_t encryption_posts_due_ms(const struct matrix_encryption *encryption)
{
    int64_t due_ms = NO_DEADLINE;
    for (const struct encryption_post *post = encryption->posts; post != NULL; post = post->next) {
        if (post->is_stored && post->request == 0 && post->again_ms < due_ms) {
            due_ms = post->again_ms;
        }
    }
    return due_ms;
}

void encryption_posts_free(struct matrix_encryption *encryption)
{
    while (encryption->posts != NULL) {
        struct encryption_post *post = encryption->posts;
        encryption->posts = post->next;
        matrix_client_cancel(encryption->matrix->client, post->request);
        post_free(post);
    }
}
