/* The routes there are, and finding one. */
#include "dfake_handlers.h"

#include <string.h>

#define DFAKE_APP     "/applications/{}/commands"
#define DFAKE_GUILD   "/applications/{}/guilds/{}/commands"
#define DFAKE_EVENTS  "/guilds/{}/scheduled-events"
#define DFAKE_MESSAGE "/channels/{}/messages/{}"
#define DFAKE_WEBHOOK "/webhooks/{}/{}"

/* The first that fits: names before values. */
static const struct dfake_route dfake_routes[] = {
    {"POST", "/interactions/{}/{}/callback", DFAKE_AUTH_TOKEN, NULL, dfake_callback},
    {"POST", "/channels/{}/messages", DFAKE_AUTH_BOT, "create_message", dfake_create_message},
    {"GET", "/channels/{}/messages/pins", DFAKE_AUTH_BOT, "pins", dfake_get_pins},
    {"PATCH", DFAKE_MESSAGE, DFAKE_AUTH_BOT, "edit_message", dfake_edit_message},
    {"DELETE", DFAKE_MESSAGE, DFAKE_AUTH_BOT, "delete_message", dfake_delete_message},
    {"GET", DFAKE_MESSAGE, DFAKE_AUTH_BOT, "get_message", dfake_get_message},
    {"GET", "/channels/{}/messages", DFAKE_AUTH_BOT, "get_messages", dfake_get_messages},
    {"POST", "/channels/{}/messages/bulk-delete", DFAKE_AUTH_BOT, "bulk", dfake_delete_messages},
    {"PUT", "/channels/{}/messages/pins/{}", DFAKE_AUTH_BOT, "pins", dfake_pin},
    {"DELETE", "/channels/{}/messages/pins/{}", DFAKE_AUTH_BOT, "pins", dfake_unpin},
    {"PUT", DFAKE_MESSAGE "/reactions/{}/@me", DFAKE_AUTH_BOT, "reactions", dfake_react},
    {"DELETE", DFAKE_MESSAGE "/reactions/{}/@me", DFAKE_AUTH_BOT, "reactions", dfake_unreact},
    {"POST", "/channels/{}/typing", DFAKE_AUTH_BOT, "typing", dfake_type},
    {"PATCH", DFAKE_WEBHOOK "/messages/{}", DFAKE_AUTH_TOKEN, "webhook", dfake_edit_answer},
    {"GET", DFAKE_WEBHOOK "/messages/{}", DFAKE_AUTH_TOKEN, "webhook", dfake_get_answer},
    {"DELETE", DFAKE_WEBHOOK "/messages/{}", DFAKE_AUTH_TOKEN, "webhook", dfake_delete_answer},
    {"POST", DFAKE_WEBHOOK, DFAKE_AUTH_TOKEN, "webhook", dfake_follow_up},
    {"POST", "/users/@me/channels", DFAKE_AUTH_BOT, "open_dm", dfake_open_dm},
    {"GET", "/channels/{}", DFAKE_AUTH_BOT, "channel", dfake_get_channel},
    {"PATCH", "/channels/{}", DFAKE_AUTH_BOT, "channel", dfake_change_channel},
    {"DELETE", "/channels/{}", DFAKE_AUTH_BOT, "channel", dfake_end_channel},
    {"POST", "/channels/{}/threads", DFAKE_AUTH_BOT, "threads", dfake_create_thread},
    {"POST", DFAKE_MESSAGE "/threads", DFAKE_AUTH_BOT, "threads", dfake_create_message_thread},
    {"GET", "/channels/{}/thread-members", DFAKE_AUTH_BOT, "members", dfake_get_thread_members},
    {"GET", "/channels/{}/thread-members/{}", DFAKE_AUTH_BOT, "members", dfake_get_thread_member},
    {"PUT", "/channels/{}/thread-members/{}", DFAKE_AUTH_BOT, "members", dfake_put_thread_member},
    {"DELETE", "/channels/{}/thread-members/{}", DFAKE_AUTH_BOT, "members",
     dfake_delete_thread_member},
    {"PUT", "/channels/{}/permissions/{}", DFAKE_AUTH_BOT, "overwrites", dfake_put_overwrite},
    {"DELETE", "/channels/{}/permissions/{}", DFAKE_AUTH_BOT, "overwrites", dfake_delete_overwrite},
    {"GET", "/gateway", DFAKE_AUTH_NONE, NULL, dfake_get_gateway},
    {"GET", "/gateway/bot", DFAKE_AUTH_BOT, "gateway", dfake_get_gateway_bot},
    {"GET", "/applications/@me", DFAKE_AUTH_BOT, "application", dfake_get_application},
    {"PATCH", "/applications/@me", DFAKE_AUTH_BOT, "application", dfake_change_application},
    {"GET", "/oauth2/applications/@me", DFAKE_AUTH_BOT, "application", dfake_get_application},
    {"GET", DFAKE_APP, DFAKE_AUTH_BOT, "commands", dfake_get_commands},
    {"POST", DFAKE_APP, DFAKE_AUTH_BOT, "commands", dfake_create_command},
    {"PUT", DFAKE_APP, DFAKE_AUTH_BOT, "commands", dfake_put_commands},
    {"GET", DFAKE_APP "/{}", DFAKE_AUTH_BOT, "commands", dfake_get_command},
    {"PATCH", DFAKE_APP "/{}", DFAKE_AUTH_BOT, "commands", dfake_change_command},
    {"DELETE", DFAKE_APP "/{}", DFAKE_AUTH_BOT, "commands", dfake_delete_command},
    {"GET", DFAKE_GUILD, DFAKE_AUTH_BOT, "commands", dfake_get_commands},
    {"POST", DFAKE_GUILD, DFAKE_AUTH_BOT, "commands", dfake_create_command},
    {"PUT", DFAKE_GUILD, DFAKE_AUTH_BOT, "commands", dfake_put_commands},
    {"GET", DFAKE_GUILD "/{}", DFAKE_AUTH_BOT, "commands", dfake_get_command},
    {"PATCH", DFAKE_GUILD "/{}", DFAKE_AUTH_BOT, "commands", dfake_change_command},
    {"DELETE", DFAKE_GUILD "/{}", DFAKE_AUTH_BOT, "commands", dfake_delete_command},
    {"GET", "/users/@me", DFAKE_AUTH_BOT, "users", dfake_get_self},
    {"GET", "/users/@me/guilds", DFAKE_AUTH_BOT, "users", dfake_get_own_guilds},
    {"DELETE", "/users/@me/guilds/{}", DFAKE_AUTH_BOT, "users", dfake_leave_guild},
    {"GET", "/users/{}", DFAKE_AUTH_BOT, "users", dfake_get_user},
    {"GET", "/guilds/{}", DFAKE_AUTH_BOT, "guilds", dfake_get_guild},
    {"GET", "/guilds/{}/channels", DFAKE_AUTH_BOT, "guilds", dfake_get_guild_channels},
    {"GET", "/guilds/{}/roles", DFAKE_AUTH_BOT, "guilds", dfake_get_guild_roles},
    {"GET", "/guilds/{}/threads/active", DFAKE_AUTH_BOT, "guilds", dfake_get_active_threads},
    {"GET", "/guilds/{}/members/{}", DFAKE_AUTH_BOT, "guilds", dfake_get_member},
    {"GET", DFAKE_EVENTS, DFAKE_AUTH_BOT, "events", dfake_get_scheduled_list},
    {"POST", DFAKE_EVENTS, DFAKE_AUTH_BOT, "events", dfake_create_scheduled},
    {"GET", DFAKE_EVENTS "/{}", DFAKE_AUTH_BOT, "events", dfake_get_scheduled},
    {"PATCH", DFAKE_EVENTS "/{}", DFAKE_AUTH_BOT, "events", dfake_change_scheduled},
    {"DELETE", DFAKE_EVENTS "/{}", DFAKE_AUTH_BOT, "events", dfake_delete_scheduled},
};

/* Does the path fit, one segment after the other? Its values go into the call. */
static bool dfake_route_fits(const struct dfake_route *route, struct dfake_call *call)
{
    const char *at = route->path;
    size_t values = 0;
    for (size_t i = 0; i < call->segment_count; i++) {
        if (*at++ != '/') {
            return false;
        }
        size_t len = strcspn(at, "/");
        if (len == 2 && at[0] == '{') {
            call->values[values++] = call->segments[i];
        } else if (strncmp(at, call->segments[i], len) != 0 || call->segments[i][len] != '\0') {
            return false;
        }
        at += len;
    }
    call->values[values] = NULL;
    return *at == '\0';
}

const struct dfake_route *dfake_route_find(struct dfake_call *call, bool *wrong_method)
{
    *wrong_method = false;
    for (size_t i = 0; i < sizeof dfake_routes / sizeof *dfake_routes; i++) {
        if (!dfake_route_fits(&dfake_routes[i], call)) {
            continue;
        }
        if (strcmp(dfake_routes[i].method, call->method) == 0) {
            return &dfake_routes[i];
        }
        *wrong_method = true;
    }
    call->values[0] = NULL;
    return NULL;
}
