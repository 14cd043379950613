/* What the gateway keeps on disk: where each shard is, and how often it identified. */
#include "discord_gateway_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "print.h"

static const char gateway_limit_key[] = DISCORD_GATEWAY_KEY "budget";

void gateway_key(const struct discord_shard *shard, char key[GATEWAY_KEY_BYTES])
{
    char digits[PRINT_DIGITS_BYTES];
    print_join(key, GATEWAY_KEY_BYTES, DISCORD_GATEWAY_KEY "shard/",
               print_digits(digits, shard->id), "");
}

void gateway_save(struct discord_gateway *gateway, const struct gateway_save *save, const char *key,
                  const struct buf *value)
{
    struct gateway_save *own = heap_allocate(sizeof *own);
    struct adapter_row row = {.key = key, .value = value->text, .len = value->len, .order = 0};
    *own = *save;
    own->next = gateway->saves;
    gateway->saves = own;
    gateway->hooks.save(gateway->hooks.context, &row, 1, own);
}

void gateway_take_slot(struct discord_gateway *gateway, struct discord_shard *shard, int64_t ms)
{
    char key[GATEWAY_KEY_BYTES];
    char digits[PRINT_DIGITS_BYTES];
    char holder[GATEWAY_HOLDER_BYTES];
    struct gateway_save *own = heap_allocate(sizeof *own);
    *own = (struct gateway_save){.kind = SAVE_SLOT, .shard = shard, .next = gateway->saves};
    gateway->saves = own;
    print_join(key, sizeof key, "identify/",
               print_digits(digits, shard->id % gateway->session_limit.keys), "");
    snprintf(holder, sizeof holder, "%016" PRIx64 "/%u", gateway->holder, shard->id);
    gateway->hooks.take_slot(gateway->hooks.context, key, holder, ms, own);
}

static bool gateway_is_saving(const struct discord_gateway *gateway,
                              const struct discord_shard *shard)
{
    for (const struct gateway_save *save = gateway->saves; save != NULL; save = save->next) {
        if (save->kind == SAVE_SESSION && save->shard == shard) {
            return true;
        }
    }
    return false;
}

void gateway_flush(struct discord_gateway *gateway, struct discord_shard *shard)
{
    struct discord_session *session = &shard->session;
    int64_t handled = session->watermark.handled;
    char key[GATEWAY_KEY_BYTES];
    struct buf value;
    if (session->id[0] == '\0' || handled == session->written ||
        gateway_is_saving(gateway, shard)) {
        return;
    }
    buf_init(&value, GATEWAY_VALUE_BYTES);
    gateway_key(shard, key);
    discord_session_write(session, handled, gateway_now_ms(gateway), &value);
    session->written = handled;
    gateway_save(
        gateway,
        &(struct gateway_save){
            .kind = SAVE_SESSION, .shard = shard, .session = session->number, .sequence = handled},
        key, &value);
    buf_deinit(&value);
}

void gateway_spend(struct discord_gateway *gateway, struct discord_shard *shard)
{
    struct buf value;
    discord_session_limit_use(&gateway->session_limit, shard->id, gateway_now_ms(gateway));
    buf_init(&value, GATEWAY_VALUE_BYTES);
    discord_session_limit_write(&gateway->session_limit, &value);
    gateway_save(gateway, &(struct gateway_save){.kind = SAVE_SESSION_LIMIT, .shard = shard},
                 gateway_limit_key, &value);
    buf_deinit(&value);
}

static void gateway_session_saved(struct discord_gateway *gateway, const struct gateway_save *save,
                                  const struct fault *fault)
{
    struct discord_session *session = &save->shard->session;
    if (session->number != save->session) {
        return;
    }
    if (fault != NULL) {
        session->written = -1;
    }
    if (gateway->state == GATEWAY_STOPPING && fault == NULL) {
        gateway_flush(gateway, save->shard);
    } else if (session->watermark.handled != session->written) {
        gateway_flush_soon(gateway);
    }
}

void discord_gateway_saved(struct discord_gateway *gateway, void *token, const struct fault *fault)
{
    struct gateway_save **at = &gateway->saves;
    while (*at != NULL && *at != token) {
        at = &(*at)->next;
    }
    struct gateway_save *save = *at;
    if (save == NULL) {
        return;
    }
    *at = save->next;
    if (save->kind == SAVE_SESSION) {
        gateway_session_saved(gateway, save, fault);
    } else if (save->kind == SAVE_SLOT) {
        gateway_slot_taken(gateway, save->shard, fault);
    } else {
        discord_shard_identify(save->shard);
    }
    free(save);
}

void discord_gateway_restore(struct discord_gateway *gateway, const char *key, const char *value,
                             size_t len)
{
    static const char prefix[] = DISCORD_GATEWAY_KEY "shard/";
    char *end = NULL;
    if (strcmp(key, gateway_limit_key) == 0) {
        discord_session_limit_read(&gateway->session_limit, value, len);
        return;
    }
    if (strncmp(key, prefix, sizeof prefix - 1) != 0) {
        return;
    }
    unsigned long id = strtoul(key + sizeof prefix - 1, &end, 10);
    if (*end != '\0' || end == key + sizeof prefix - 1 || id >= DISCORD_SHARDS_MAX) {
        return;
    }
    struct gateway_stored *stored = heap_allocate(sizeof *stored);
    discord_session_init(&stored->session, (unsigned)id);
    if (!discord_session_read(&stored->session, value, len, &stored->at_ms)) {
        free(stored);
        return;
    }
    stored->next = gateway->stored;
    gateway->stored = stored;
}

unsigned gateway_stored_count(const struct discord_gateway *gateway)
{
    unsigned count = 0;
    unsigned found = 0;
    int64_t now_ms = gateway_now_ms(gateway);
    for (const struct gateway_stored *one = gateway->stored; one != NULL; one = one->next) {
        if (one->session.shard % gateway->step != gateway->first) {
            continue; /* of when the shards were divided in another way */
        }
        if (now_ms - one->at_ms >= SHARD_KEEP_MS ||
            (count != 0 && one->session.shard_count != count)) {
            return 0;
        }
        count = one->session.shard_count;
        found++;
    }
    return found * gateway->step == count && count <= DISCORD_SHARDS_MAX ? count : 0;
}

void gateway_take_stored(struct discord_gateway *gateway, struct discord_shard *shard)
{
    for (struct gateway_stored *stored = gateway->stored; stored != NULL; stored = stored->next) {
        if (stored->session.shard == shard->id &&
            stored->session.shard_count == gateway->shard_count) {
            discord_session_deinit(&shard->session);
            shard->session = stored->session;
            shard->inherited = true;
            shard->stored_ms = stored->at_ms;
        }
    }
}

void gateway_forget_stored(struct discord_gateway *gateway)
{
    while (gateway->stored != NULL) {
        struct gateway_stored *stored = gateway->stored;
        gateway->stored = stored->next;
        free(stored);
    }
}
