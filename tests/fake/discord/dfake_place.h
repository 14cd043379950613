/* Finding and changing what the world of the Discord for tests is made of. */
#ifndef DFAKE_PLACE_H
#define DFAKE_PLACE_H

#include "dfake.h"

/* dfake_place.c */
struct dfake_user *dfake_user_find(const struct fake_discord *fake, uint64_t id);
struct dfake_guild *dfake_guild_find(const struct fake_discord *fake, uint64_t id);
struct dfake_channel *dfake_channel_find(const struct fake_discord *fake, uint64_t id);
struct dfake_member *dfake_member_find(const struct dfake_guild *guild, uint64_t user);
struct dfake_role *dfake_role_find(const struct dfake_guild *guild, uint64_t id);
struct dfake_user *dfake_user_new(struct fake_discord *fake, const char *name, bool bot);
struct dfake_channel *dfake_channel_new(struct fake_discord *fake, uint64_t guild, const char *name,
                                        int type);
struct dfake_channel *dfake_dm_open(struct fake_discord *fake, struct dfake_user *user);
bool dfake_channel_is_thread(const struct dfake_channel *channel);
bool dfake_thread_has(const struct dfake_channel *thread, uint64_t user);
void dfake_thread_add(struct fake_discord *fake, struct dfake_channel *thread, uint64_t user);
void dfake_thread_remove(struct fake_discord *fake, struct dfake_channel *thread, uint64_t user);
void dfake_channel_delete(struct fake_discord *fake, struct dfake_channel *channel);
void dfake_world_deinit(struct fake_discord *fake);

/* routes/dfake_scheduled.c */
void dfake_scheduled_deinit(struct dfake_guild *guild);

/* dfake_permission.c */
uint64_t dfake_permissions(const struct fake_discord *fake, uint64_t user,
                           const struct dfake_channel *channel);
uint64_t dfake_guild_permissions(const struct fake_discord *fake, uint64_t user,
                                 const struct dfake_guild *guild);
/* May they see it: a guild's channel, a thread, their own direct messages? */
bool dfake_sees_channel(const struct fake_discord *fake, uint64_t user,
                        const struct dfake_channel *channel);

/* dfake_json.c: how Discord shows them */
cJSON *dfake_user_json(const struct fake_discord *fake, uint64_t user);
/* with_user: as in a list of members; else as beside a message. */
cJSON *dfake_member_json(const struct fake_discord *fake, const struct dfake_guild *guild,
                         const struct dfake_member *member, bool with_user);
cJSON *dfake_role_json(const struct dfake_role *role);
cJSON *dfake_channel_json(const struct fake_discord *fake, const struct dfake_channel *channel);
cJSON *dfake_thread_member_json(const struct dfake_channel *thread, uint64_t user);
cJSON *dfake_guild_json(const struct fake_discord *fake, const struct dfake_guild *guild);
/* With channels, threads and members, as GUILD_CREATE has it. */
cJSON *dfake_guild_create_json(const struct fake_discord *fake, const struct dfake_guild *guild);

/* dfake_message.c */
struct dfake_message *dfake_message_find(const struct fake_discord *fake, uint64_t id);
/* Takes the JSON, which must have its id; told: an event says so. */
struct dfake_message *dfake_message_put(struct fake_discord *fake, const struct dfake_message *as,
                                        cJSON *json);
/* Puts the JSON in the place of what was; tells of it. */
void dfake_message_change(struct fake_discord *fake, struct dfake_message *message, cJSON *json);
void dfake_message_delete(struct fake_discord *fake, struct dfake_message *message, bool told);
bool dfake_message_visible(const struct fake_discord *fake, uint64_t user,
                           const struct dfake_message *message);
void dfake_messages_deinit(struct fake_discord *fake);
void dfake_message_free(struct fake_discord *fake, struct dfake_message *message);

#endif
