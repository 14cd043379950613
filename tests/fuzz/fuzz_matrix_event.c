/* An event of a room, whatever its sender put into it: what is read of it keeps every limit, and is
 * read the same twice. */
#include "matrix_decode.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "json_at.h"
#include "matrix_invite.h"
#include "matrix_power.h"

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void fuzz_id(const char *id, char sigil)
{
    assert(id == NULL || (id[0] == sigil && strlen(id) < MATRIX_ID_BYTES));
}

static void fuzz_message(struct arena *arena, const cJSON *event)
{
    struct matrix_message read;
    struct matrix_message again;
    bool good = matrix_message(arena, event, "@bot:test", &read);
    assert(matrix_message(arena, event, "@bot:test", &again) == good);
    if (!good) {
        return;
    }
    assert(strcmp(read.text, again.text) == 0);
    assert(strlen(read.text) <= INBOUND_TEXT_BYTES_MAX);
    assert(read.mention_count <= INBOUND_MENTIONS_MAX);
    fuzz_id(read.reply, '$');
    fuzz_id(read.thread, '$');
    for (unsigned i = 0; i < read.mention_count; i++) {
        fuzz_id(read.mentions[i], '@');
        assert(strcmp(read.mentions[i], "@bot:test") != 0);
    }
}

static void fuzz_power(const cJSON *event)
{
    struct matrix_power *power = matrix_power_new();
    const cJSON *content = json_at(event, "content");
    matrix_power_create(power, content, json_at_text(event, "sender"));
    matrix_power_levels(power, content);
    assert(matrix_power_is_known(power));
    (void)matrix_power_of(power, "@bot:test");
    (void)matrix_power_to_send(power, "m.room.message", false);
    (void)matrix_power_to(power, "invite");
    matrix_power_free(&power);
}

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    cJSON *json = cJSON_ParseWithLength((const char *)bytes, size);
    struct arena *arena = arena_new();
    struct matrix_reaction reaction;
    struct matrix_invited invited;
    fuzz_message(arena, json);
    if (matrix_reaction(json, &reaction)) {
        fuzz_id(reaction.event, '$');
        assert(reaction.key[0] != '\0' && strlen(reaction.key) < MATRIX_EMOJI_BYTES);
    }
    fuzz_id(matrix_redacts(json), '$');
    (void)matrix_member_before(json, MATRIX_LEFT);
    matrix_invited_read(json, "@bot:test", &invited);
    assert(strlen(invited.inviter) < MATRIX_ID_BYTES);
    (void)matrix_invited_may(invited.inviter, "@a:b", "@bot:test");
    fuzz_power(json);
    arena_free(&arena);
    cJSON_Delete(json);
    return 0;
}
