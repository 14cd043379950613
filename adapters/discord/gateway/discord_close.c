#include "discord_close.h"

#include <stddef.h>

enum { CLOSE_RATE_WAIT_MS = 5000 };

enum { INTENT_MEMBERS = 1 << 1, INTENT_PRESENCES = 1 << 8, INTENT_CONTENT = 1 << 15 };

static const struct discord_close close_rows[] = {
    {0, AFTER_RESUME, 0, "lost"},
    {1000, AFTER_RESUME_ONCE, 0, "closed"},
    {1001, AFTER_RESUME_ONCE, 0, "going away"},
    {1006, AFTER_RESUME, 0, "lost"},
    {4000, AFTER_RESUME, 0, "unknown error"},
    {4001, AFTER_RESUME, 0, "unknown opcode"},
    {4002, AFTER_RESUME, 0, "a frame of ours could not be read"},
    {4003, AFTER_IDENTIFY, 0, "not authenticated"},
    {4004, AFTER_STOP, 0, "authentication failed"},
    {4005, AFTER_IDENTIFY, 0, "authenticated twice"},
    {4007, AFTER_IDENTIFY, 0, "invalid sequence"},
    {4008, AFTER_RESUME, CLOSE_RATE_WAIT_MS, "too many frames of ours"},
    {4009, AFTER_IDENTIFY, 0, "session timed out"},
    {4010, AFTER_STOP, 0, "invalid shard"},
    {4011, AFTER_STOP, 0, "sharding required"},
    {4012, AFTER_STOP, 0, "invalid version"},
    {4013, AFTER_STOP, 0, "invalid intents"},
    {4014, AFTER_STOP, 0, "intents not allowed"},
};

static const struct discord_close close_other = {0, AFTER_IDENTIFY, 0, "closed"};
static const struct discord_close close_plain = {0, AFTER_RESUME, 0, "closed"};

const struct discord_close *discord_close_of(unsigned code)
{
    for (size_t i = 0; i < sizeof close_rows / sizeof close_rows[0]; i++) {
        if (close_rows[i].code == code) {
            return &close_rows[i];
        }
    }
    /* codes of the WebSocket protocol itself say nothing about the session */
    return code < 4000 ? &close_plain : &close_other;
}

static const char *close_intents(uint32_t intents)
{
    if ((intents & INTENT_CONTENT) != 0) {
        return "switch on Message Content Intent in the developer portal (Bot, Privileged Gateway "
               "Intents), or set discord.message_content = no";
    }
    if ((intents & INTENT_MEMBERS) != 0) {
        return "switch on Server Members Intent in the developer portal (Bot, Privileged Gateway "
               "Intents), or take 2 from discord.intents";
    }
    if ((intents & INTENT_PRESENCES) != 0) {
        return "switch on Presence Intent in the developer portal (Bot, Privileged Gateway "
               "Intents), or take 256 from discord.intents";
    }
    return "set discord.intents to 4609, which need no permission";
}

void discord_close_fault(unsigned code, uint32_t intents, struct fault *fault)
{
    const char *mend = "";
    switch (code) {
    case 4004:
        mend = "make a new token in the developer portal (Bot, Reset Token) and set it as "
               "discord.token_file";
        break;
    case 4010:
        mend = "discord.shard_id must be below discord.shard_count";
        break;
    case 4011:
        mend = "the bot is in too many servers for so few shards: set discord.shard_count = auto";
        break;
    case 4012:
        mend = "this version of deaddrop is too old for Discord: install a newer one";
        break;
    case 4013:
        mend = "discord.intents is no sum of gateway intents: 4609 is what deaddrop needs";
        break;
    default:
        mend = close_intents(intents);
        break;
    }
    fault_set(fault, FAULT_CONFIG, "Discord's gateway refuses the bot (%u, %s): %s", code,
              discord_close_of(code)->meaning, mend);
}
