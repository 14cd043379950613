/* Who is in which guild, and with which roles, where the gateway sends members (the intent
 * Server Members, which an application need not have). Memory only: what was not sent is not known,
 * and a guild is sent anew with each session. */
#ifndef DISCORD_MEMBERS_H
#define DISCORD_MEMBERS_H

#include "discord_decode.h"
#include "entropy.h"

struct discord_members;

enum discord_member { DISCORD_MEMBER_UNKNOWN, DISCORD_MEMBER_IN, DISCORD_MEMBER_GONE };

/* on: does the gateway send members? Otherwise nobody is ever known. */
struct discord_members *discord_members_new(const struct entropy *entropy, bool on);
void discord_members_free(struct discord_members **members);
/* A dispatch about a guild or one of its members; others are nothing. */
void discord_members_update(struct discord_members *members, const char *event, const cJSON *data);
/* roles_r: their list of ids, where they are in; lives until the next dispatch. */
enum discord_member discord_members_at(const struct discord_members *members, const char *guild,
                                       const char *user, const cJSON **roles_r);

#endif
