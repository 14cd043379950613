/* What Discord, or whoever pretends to be it, may tell: any JSON as an interaction, as a message
 * and about a server's rights. Whatever is read keeps every limit, and is read the same twice. */
#include "discord_decode.h"

#include <assert.h>
#include <string.h>

#include "discord_rights.h"
#include "discord_shape.h"

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_id(const char *id)
{
    assert(id == NULL || discord_number(id) != 0);
}

static void check_interaction(struct arena *arena, const cJSON *json)
{
    struct discord_interaction read;
    struct discord_interaction again;
    bool good = discord_interaction(arena, json, &read);
    assert(discord_interaction(arena, json, &again) == good);
    assert(read.value_count <= INBOUND_VALUES_MAX);
    assert(read.args.count <= DISCORD_ARGS_MAX);
    if (!good || read.kind == DISCORD_PING) {
        return;
    }
    assert(read.id != NULL && read.token != NULL && strpbrk(read.token, "/?# ") == NULL);
    assert(read.channel != NULL && read.who.id != NULL && read.who.name[0] != '\0');
    check_id(read.id);
    check_id(read.channel);
    check_id(read.guild);
    check_id(read.message);
    check_id(read.who.id);
    bool command = read.kind == DISCORD_SLASH || read.kind == DISCORD_COMPLETE;
    assert(command ? read.command != NULL : read.control != NULL);
    assert(read.args.count == again.args.count);
}

static void check_message(struct arena *arena, const cJSON *json)
{
    struct discord_message read;
    if (discord_message(arena, json, "2", &read)) {
        check_id(read.id);
        check_id(read.channel);
        check_id(read.reply);
        assert(strlen(read.text) < INBOUND_TEXT_BYTES_MAX);
        assert(read.mention_count <= INBOUND_MENTIONS_MAX);
        assert(!(read.own && read.robot));
    }
}

static void check_rights(const cJSON *json)
{
    static const char *const events[] = {"GUILD_CREATE",      "GUILD_MEMBER_UPDATE",
                                         "GUILD_ROLE_UPDATE", "CHANNEL_UPDATE",
                                         "THREAD_LIST_SYNC",  "GUILD_DELETE"};
    static const struct discord_rights_query asked = {.guild = "1", .channel = "7"};
    uint64_t dice = 0;
    uint64_t may = 0;
    const struct entropy entropy = entropy_seeded(&dice, 1);
    struct discord_rights *rights = discord_rights_new(&entropy);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        check_id(discord_rights_update(rights, events[i], json, "2"));
        assert(discord_rights_of(rights, &asked, &may) || may == 0);
    }
    discord_rights_free(&rights);
}

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    cJSON *json = cJSON_ParseWithLength((const char *)bytes, size);
    struct arena *arena = arena_new();
    check_interaction(arena, json);
    check_message(arena, json);
    check_rights(json);
    arena_free(&arena);
    cJSON_Delete(json);
    return 0;
}
