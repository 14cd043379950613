/* Who may what, by the order that Discord's topic Permissions gives. */
#include "dfake_place.h"

static bool dfake_member_has(const struct dfake_member *member, uint64_t role)
{
    for (unsigned i = 0; i < member->role_count; i++) {
        if (member->roles[i] == role) {
            return true;
        }
    }
    return false;
}

uint64_t dfake_guild_permissions(const struct fake_discord *fake, uint64_t user,
                                 const struct dfake_guild *guild)
{
    const struct dfake_member *member = dfake_member_find(guild, user);
    if (member == NULL || (user == fake->bot && !guild->bot_in)) {
        return 0;
    }
    if (guild->owner == user) {
        return DFAKE_MAY_ALL;
    }
    uint64_t may = 0;
    for (size_t i = 0; i < guild->roles.count; i++) {
        const struct dfake_role *role = guild->roles.items[i];
        if (role->id == guild->id || dfake_member_has(member, role->id)) {
            may |= role->permissions;
        }
    }
    return (may & DFAKE_MAY_ADMINISTRATE) != 0 ? DFAKE_MAY_ALL : may;
}

static uint64_t dfake_overwritten(uint64_t may, const struct dfake_channel *channel,
                                  const struct dfake_member *member)
{
    uint64_t allow = 0;
    uint64_t deny = 0;
    for (unsigned i = 0; i < channel->overwrite_count; i++) {
        const struct dfake_overwrite *overwrite = &channel->overwrites[i];
        if (!overwrite->member && overwrite->id == channel->guild) {
            may = (may & ~overwrite->deny) | overwrite->allow;
        } else if (!overwrite->member && dfake_member_has(member, overwrite->id)) {
            allow |= overwrite->allow;
            deny |= overwrite->deny;
        }
    }
    may = (may & ~deny) | allow;
    for (unsigned i = 0; i < channel->overwrite_count; i++) {
        const struct dfake_overwrite *overwrite = &channel->overwrites[i];
        if (overwrite->member && overwrite->id == member->user) {
            may = (may & ~overwrite->deny) | overwrite->allow;
        }
    }
    return may;
}

static uint64_t dfake_implied(const struct fake_discord *fake, uint64_t may,
                              const struct dfake_member *member)
{
    if ((may & DFAKE_MAY_VIEW) == 0) {
        return 0;
    }
    if (member->timed_out_ms > fake->now_ms) {
        may &= DFAKE_MAY_VIEW | DFAKE_MAY_READ_HISTORY;
    }
    if ((may & (DFAKE_MAY_SEND | DFAKE_MAY_SEND_THREAD)) == 0) {
        may &= ~(DFAKE_MAY_EMBED | DFAKE_MAY_ATTACH | DFAKE_MAY_MENTION_ALL);
    }
    return may;
}

uint64_t dfake_permissions(const struct fake_discord *fake, uint64_t user,
                           const struct dfake_channel *channel)
{
    if (channel->guild == 0) {
        return user == channel->person || user == fake->bot ? DFAKE_MAY_ALL : 0;
    }
    const struct dfake_guild *guild = dfake_guild_find(fake, channel->guild);
    uint64_t may = dfake_guild_permissions(fake, user, guild);
    if (may == 0 || may == DFAKE_MAY_ALL) {
        return may;
    }
    const struct dfake_channel *rules = channel;
    if (dfake_channel_is_thread(channel)) {
        rules = dfake_channel_find(fake, channel->parent);
    }
    if (rules == NULL) {
        return 0;
    }
    const struct dfake_member *member = dfake_member_find(guild, user);
    return dfake_implied(fake, dfake_overwritten(may, rules, member), member);
}

bool dfake_sees_channel(const struct fake_discord *fake, uint64_t user,
                        const struct dfake_channel *channel)
{
    uint64_t may = dfake_permissions(fake, user, channel);
    if ((may & DFAKE_MAY_VIEW) == 0) {
        return false;
    }
    return channel->type != FAKE_DISCORD_THREAD_PRIVATE || dfake_thread_has(channel, user) ||
           (may & DFAKE_MAY_MANAGE_THREAD) != 0;
}

uint64_t fake_discord_may(const struct fake_discord *fake, uint64_t user, uint64_t channel)
{
    const struct dfake_channel *found = dfake_channel_find(fake, channel);
    return found == NULL ? 0 : dfake_permissions(fake, user, found);
}

bool fake_discord_in_thread(const struct fake_discord *fake, uint64_t thread, uint64_t user)
{
    const struct dfake_channel *found = dfake_channel_find(fake, thread);
    for (size_t i = 0; found != NULL && i < found->members.count; i++) {
        const struct dfake_user *member = found->members.items[i];
        if (member->id == user) {
            return true;
        }
    }
    return false;
}
