/* Who may read where, as far as the gateway has sent it; and from where a thread was opened. */
#include "discord_members.h"
#include "discord_private.h"

enum { READER_NEWS = 10, READER_PUBLIC = 11, READER_THREAD = 12 };

const char *discord_opened_from(const struct adapter *adapter, const char *room)
{
    const struct discord *discord = (const struct discord *)adapter;
    const struct discord_channel *channel = discord_channel_find(discord, room);
    bool open = channel != NULL && (channel->type == READER_PUBLIC || channel->type == READER_NEWS);
    return open && channel->parent[0] != '\0' ? channel->parent : NULL;
}

/* A public thread is read by whoever reads its channel; of a private one it is not sent who is in.
 */
enum may_read discord_may_read(const struct adapter *adapter, const char *room, const char *account)
{
    const struct discord *discord = (const struct discord *)adapter;
    const struct discord_channel *channel = discord_channel_find(discord, room);
    const cJSON *roles = NULL;
    uint64_t may = 0;
    if (channel == NULL || channel->guild[0] == '\0') {
        return MAY_READ_UNKNOWN;
    }
    enum discord_member member =
        discord_members_at(discord->members, channel->guild, account, &roles);
    const struct discord_rights_query query = {
        .guild = channel->guild,
        .channel = channel->type == READER_PUBLIC || channel->type == READER_NEWS ? channel->parent
                                                                                  : channel->id,
        .user = account,
        .roles = roles,
        .now_ms = discord_now_ms(discord)};
    if (member == DISCORD_MEMBER_GONE) {
        return MAY_READ_NO;
    }
    if (member == DISCORD_MEMBER_UNKNOWN || channel->type == READER_THREAD ||
        !discord_rights_of(discord->rights, &query, &may)) {
        return MAY_READ_UNKNOWN;
    }
    return (may & DISCORD_MAY_VIEW) != 0 ? MAY_READ_YES : MAY_READ_NO;
}
