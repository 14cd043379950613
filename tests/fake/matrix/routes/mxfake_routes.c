/* The routes there are, and finding one. */
#include "mxfake_handlers.h"

#include <string.h>

#define MXFAKE_C3    "/_matrix/client/v3"
#define MXFAKE_C1    "/_matrix/client/v1"
#define MXFAKE_ROOM  MXFAKE_C3 "/rooms/{}"
#define MXFAKE_MEDIA "/_matrix/client/v1/media"
#define MXFAKE_ADMIN "/_synapse/admin/v1"
#define MXFAKE_LIFT  MXFAKE_ADMIN "/users/{}/override_ratelimit"

/* The first that fits: names before values. */
static const struct mxfake_route mxfake_routes[] = {
    {"GET", "/.well-known/matrix/client", MXFAKE_OPEN, false, mxfake_well_known},
    {"GET", "/_matrix/client/versions", MXFAKE_OPEN, false, mxfake_versions},
    {"GET", MXFAKE_C3 "/login", MXFAKE_OPEN, false, mxfake_login_flows},
    {"POST", MXFAKE_C3 "/login", MXFAKE_OPEN, true, mxfake_log_in},
    {"POST", MXFAKE_C3 "/refresh", MXFAKE_OPEN, true, mxfake_refresh},
    {"POST", MXFAKE_C3 "/register", MXFAKE_OPEN, true, mxfake_register},
    {"POST", MXFAKE_C3 "/logout", MXFAKE_USER, false, mxfake_log_out_call},
    {"POST", MXFAKE_C3 "/logout/all", MXFAKE_USER, false, mxfake_log_out_all},
    {"GET", MXFAKE_C3 "/account/whoami", MXFAKE_USER, false, mxfake_whoami},
    {"GET", MXFAKE_C3 "/capabilities", MXFAKE_USER, false, mxfake_capabilities},
    {"GET", MXFAKE_C3 "/devices", MXFAKE_USER, false, mxfake_get_devices},
    {"GET", MXFAKE_C3 "/devices/{}", MXFAKE_USER, false, mxfake_get_device},
    {"PUT", MXFAKE_C3 "/devices/{}", MXFAKE_USER, true, mxfake_put_device},
    {"DELETE", MXFAKE_C3 "/devices/{}", MXFAKE_USER, false, mxfake_delete_device},
    {"GET", MXFAKE_C3 "/profile/{}", MXFAKE_OPEN, false, mxfake_get_profile},
    {"GET", MXFAKE_C3 "/profile/{}/{}", MXFAKE_OPEN, false, mxfake_get_profile_field},
    {"PUT", MXFAKE_C3 "/profile/{}/{}", MXFAKE_USER, true, mxfake_put_profile_field},
    {"GET", MXFAKE_C3 "/user/{}/account_data/{}", MXFAKE_USER, false, mxfake_get_data},
    {"PUT", MXFAKE_C3 "/user/{}/account_data/{}", MXFAKE_USER, true, mxfake_put_data},
    {"GET", MXFAKE_C3 "/user/{}/rooms/{}/account_data/{}", MXFAKE_USER, false,
     mxfake_get_room_data},
    {"PUT", MXFAKE_C3 "/user/{}/rooms/{}/account_data/{}", MXFAKE_USER, true, mxfake_put_room_data},
    {"POST", MXFAKE_C3 "/user/{}/filter", MXFAKE_USER, true, mxfake_make_filter},
    {"GET", MXFAKE_C3 "/user/{}/filter/{}", MXFAKE_USER, false, mxfake_get_filter},
    {"GET", MXFAKE_C3 "/pushrules/", MXFAKE_USER, false, mxfake_push_rules},
    {"GET", MXFAKE_C3 "/sync", MXFAKE_USER, false, mxfake_sync_call},
    {"GET", MXFAKE_C3 "/joined_rooms", MXFAKE_USER, false, mxfake_joined_rooms},
    {"POST", MXFAKE_C3 "/createRoom", MXFAKE_USER, true, mxfake_create_call},
    {"POST", MXFAKE_C3 "/join/{}", MXFAKE_USER, true, mxfake_join_by_name},
    {"POST", MXFAKE_C3 "/knock/{}", MXFAKE_USER, true, mxfake_knock_call},
    {"POST", MXFAKE_ROOM "/join", MXFAKE_USER, true, mxfake_join_call},
    {"POST", MXFAKE_ROOM "/leave", MXFAKE_USER, true, mxfake_leave_call},
    {"POST", MXFAKE_ROOM "/forget", MXFAKE_USER, true, mxfake_forget_call},
    {"POST", MXFAKE_ROOM "/invite", MXFAKE_IN_ROOM, true, mxfake_invite_call},
    {"POST", MXFAKE_ROOM "/kick", MXFAKE_IN_ROOM, true, mxfake_kick_call},
    {"POST", MXFAKE_ROOM "/ban", MXFAKE_IN_ROOM, true, mxfake_ban_call},
    {"POST", MXFAKE_ROOM "/unban", MXFAKE_IN_ROOM, true, mxfake_unban_call},
    {"POST", MXFAKE_ROOM "/upgrade", MXFAKE_IN_ROOM, true, mxfake_upgrade_call},
    {"PUT", MXFAKE_ROOM "/send/{}/{}", MXFAKE_IN_ROOM, true, mxfake_send_call},
    {"PUT", MXFAKE_ROOM "/redact/{}/{}", MXFAKE_IN_ROOM, true, mxfake_redact_call},
    {"GET", MXFAKE_ROOM "/state", MXFAKE_IN_ROOM, false, mxfake_get_all_state},
    {"GET", MXFAKE_ROOM "/state/{}", MXFAKE_IN_ROOM, false, mxfake_get_state},
    {"GET", MXFAKE_ROOM "/state/{}/{}", MXFAKE_IN_ROOM, false, mxfake_get_state},
    {"PUT", MXFAKE_ROOM "/state/{}", MXFAKE_IN_ROOM, true, mxfake_set_state},
    {"PUT", MXFAKE_ROOM "/state/{}/{}", MXFAKE_IN_ROOM, true, mxfake_set_state},
    {"PUT", MXFAKE_ROOM "/typing/{}", MXFAKE_IN_ROOM, true, mxfake_type},
    {"POST", MXFAKE_ROOM "/receipt/{}/{}", MXFAKE_IN_ROOM, true, mxfake_receipt},
    {"POST", MXFAKE_ROOM "/read_markers", MXFAKE_IN_ROOM, true, mxfake_read_markers},
    {"GET", MXFAKE_ROOM "/messages", MXFAKE_IN_ROOM, false, mxfake_get_messages},
    {"GET", MXFAKE_ROOM "/context/{}", MXFAKE_IN_ROOM, false, mxfake_get_context},
    {"GET", MXFAKE_ROOM "/event/{}", MXFAKE_IN_ROOM, false, mxfake_get_event},
    {"GET", MXFAKE_ROOM "/members", MXFAKE_IN_ROOM, false, mxfake_get_members},
    {"GET", MXFAKE_ROOM "/joined_members", MXFAKE_IN_ROOM, false, mxfake_get_joined},
    {"GET", MXFAKE_ROOM "/aliases", MXFAKE_IN_ROOM, false, mxfake_room_aliases},
    {"GET", MXFAKE_C1 "/rooms/{}/relations/{}", MXFAKE_IN_ROOM, false, mxfake_get_relations},
    {"GET", MXFAKE_C1 "/rooms/{}/relations/{}/{}", MXFAKE_IN_ROOM, false, mxfake_get_relations},
    {"GET", MXFAKE_C1 "/rooms/{}/relations/{}/{}/{}", MXFAKE_IN_ROOM, false, mxfake_get_relations},
    {"GET", MXFAKE_C3 "/directory/room/{}", MXFAKE_OPEN, false, mxfake_get_alias},
    {"PUT", MXFAKE_C3 "/directory/room/{}", MXFAKE_USER, true, mxfake_put_alias},
    {"DELETE", MXFAKE_C3 "/directory/room/{}", MXFAKE_USER, false, mxfake_delete_alias},
    {"PUT", MXFAKE_C3 "/sendToDevice/{}/{}", MXFAKE_USER, true, mxfake_send_to_device},
    {"POST", MXFAKE_C3 "/keys/upload", MXFAKE_USER, true, mxfake_upload_keys},
    {"POST", MXFAKE_C3 "/keys/query", MXFAKE_USER, true, mxfake_query_keys},
    {"POST", MXFAKE_C3 "/keys/claim", MXFAKE_USER, true, mxfake_claim_keys},
    {"POST", MXFAKE_C3 "/keys/device_signing/upload", MXFAKE_USER, true, mxfake_upload_signing},
    {"POST", MXFAKE_C3 "/keys/signatures/upload", MXFAKE_USER, true, mxfake_upload_signatures},
    {"GET", MXFAKE_C3 "/keys/changes", MXFAKE_USER, false, mxfake_changed_keys},
    {"POST", "/_matrix/media/v3/upload", MXFAKE_USER, false, mxfake_upload},
    {"GET", MXFAKE_MEDIA "/config", MXFAKE_USER, false, mxfake_media_config},
    {"GET", MXFAKE_MEDIA "/download/{}/{}", MXFAKE_USER, false, mxfake_download},
    {"GET", MXFAKE_MEDIA "/download/{}/{}/{}", MXFAKE_USER, false, mxfake_download},
    {"POST", MXFAKE_C1 "/appservice/{}/ping", MXFAKE_USER, true, mxfake_ping_service},
    {"GET", MXFAKE_ADMIN "/register", MXFAKE_OPEN, false, mxfake_register_nonce},
    {"POST", MXFAKE_ADMIN "/register", MXFAKE_OPEN, true, mxfake_register_shared},
    {"GET", MXFAKE_ADMIN "/rooms/{}/members", MXFAKE_USER, false, mxfake_room_members},
    {"GET", MXFAKE_LIFT, MXFAKE_USER, false, mxfake_get_override},
    {"POST", MXFAKE_LIFT, MXFAKE_USER, true, mxfake_override},
    {"DELETE", MXFAKE_LIFT, MXFAKE_USER, false, mxfake_end_override},
};

/* r0 is the same as v3. */
static const char *mxfake_segment(const struct mxfake_call *call, size_t at)
{
    const char *segment = call->segments[at];
    return at == 2 && strcmp(segment, "r0") == 0 ? "v3" : segment;
}

/* Does the path fit, one segment after the other? Its values go into the call. */
static bool mxfake_route_fits(const struct mxfake_route *route, struct mxfake_call *call)
{
    const char *at = route->path;
    call->value_count = 0;
    for (size_t i = 0; i < call->segment_count; i++) {
        const char *segment = mxfake_segment(call, i);
        if (*at++ != '/') {
            return false;
        }
        size_t len = strcspn(at, "/");
        if (len == 2 && at[0] == '{') {
            call->values[call->value_count++] = call->segments[i];
        } else if (strncmp(at, segment, len) != 0 || segment[len] != '\0') {
            return false;
        }
        at += len;
    }
    return *at == '\0';
}

const struct mxfake_route *mxfake_route_find(struct mxfake_call *call, bool *wrong_method)
{
    *wrong_method = false;
    for (size_t i = 0; i < sizeof mxfake_routes / sizeof *mxfake_routes; i++) {
        if (!mxfake_route_fits(&mxfake_routes[i], call)) {
            continue;
        }
        if (strcmp(mxfake_routes[i].method, call->method) == 0) {
            return &mxfake_routes[i];
        }
        *wrong_method = true;
    }
    call->value_count = 0;
    return NULL;
}
