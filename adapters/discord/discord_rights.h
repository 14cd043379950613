/* Who may what in a guild, as the gateway has sent it: roles, channels and their overwrites. Memory
 * only; a session that was resumed by another process has been sent nothing yet. */
#ifndef DISCORD_RIGHTS_H
#define DISCORD_RIGHTS_H

#include "discord_decode.h"
#include "entropy.h"

struct discord_rights;

/* Whose rights, and where. */
struct discord_rights_query {
    const char *guild;   /* NULL or "": whichever has the channel */
    const char *channel; /* or thread */
    const char *user;    /* NULL: the bot itself */
    const cJSON *roles;  /* of user: a list of ids, or NULL */
    int64_t now_ms;      /* UTC: a time-out may be over */
};

struct discord_rights *discord_rights_new(const struct entropy *entropy);
void discord_rights_free(struct discord_rights **rights);
/* A dispatch about a guild, its roles, its channels or its members; others are nothing. bot: our
 * user's id. The guild whose rights may be other ones now, NULL none; lives as long as data. */
const char *discord_rights_update(struct discord_rights *rights, const char *event,
                                  const cJSON *data, const char *bot);
/* What they may do there, by Discord's order of roles and overwrites. False, with 0, where that is
 * not known. */
bool discord_rights_of(const struct discord_rights *rights,
                       const struct discord_rights_query *query, uint64_t *may_r);

/* What everybody in the guild may do there, whatever their roles; user and roles do not count. */
bool discord_rights_of_everybody(const struct discord_rights *rights,
                                 const struct discord_rights_query *query, uint64_t *may_r);

/* What their roles let them do in the whole guild, channels' overwrites left aside: query needs
 * guild and user. False, with 0, where that is not known. */
bool discord_rights_of_guild(const struct discord_rights *rights,
                             const struct discord_rights_query *query, uint64_t *may_r);

/* Is it a thread, as far as is known? */
bool discord_rights_thread(const struct discord_rights *rights,
                           const struct discord_rights_query *query);

#endif
