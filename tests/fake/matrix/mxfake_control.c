/* /fake/: the same acts and questions by HTTP, for scripts in other languages. POST /fake/NAME with
 * a JSON object; {"ok":true,"id":…} or {"ok":false,"why":…}. README.md lists them. */
#include "mxfake_handlers.h"

#include <stdlib.h>
#include <string.h>

/* What came, and what goes back. */
struct mxfake_order {
    struct mxfake *fake;
    const cJSON *in;
    cJSON *out;
};

typedef bool mxfake_order_fn(struct mxfake_order *order);

static const char *mxfake_in(const struct mxfake_order *order, const char *name)
{
    return fake_get_text(order->in, name);
}

static const char *mxfake_must(const struct mxfake_order *order, const char *name)
{
    const char *text = mxfake_in(order, name);
    return text != NULL ? text : "";
}

#define MXFAKE_IN(name) mxfake_must(order, name)

static bool mxfake_made(struct mxfake_order *order, const char *id)
{
    if (id != NULL) {
        fake_add_text(order->out, "id", id);
    }
    return id != NULL;
}

static bool mxfake_told(struct mxfake_order *order, char *json)
{
    if (json != NULL) {
        fake_put(order->out, "is", fake_parse(json));
    }
    free(json);
    return true;
}

static bool mxfake_order_account(struct mxfake_order *order)
{
    return mxfake_made(
        order, mxfake_account(order->fake, MXFAKE_IN("name"), mxfake_in(order, "password")));
}

static bool mxfake_order_token(struct mxfake_order *order)
{
    fake_add_text(order->out, "token",
                  mxfake_token(order->fake, MXFAKE_IN("user"), mxfake_in(order, "device")));
    return true;
}

static bool mxfake_order_unlimited(struct mxfake_order *order)
{
    mxfake_unlimited(order->fake, MXFAKE_IN("user"), fake_get_true(order->in, "is"));
    return true;
}

static bool mxfake_order_person(struct mxfake_order *order)
{
    return mxfake_made(order, mxfake_person(order->fake, MXFAKE_IN("name")));
}

static bool mxfake_order_rename(struct mxfake_order *order)
{
    return mxfake_rename(order->fake, MXFAKE_IN("user"), MXFAKE_IN("name"));
}

static bool mxfake_order_room(struct mxfake_order *order)
{
    const struct mxfake_room_setup setup = {.version = mxfake_in(order, "version"),
                                            .preset = mxfake_in(order, "preset"),
                                            .name = mxfake_in(order, "name"),
                                            .invites = mxfake_in(order, "invites"),
                                            .direct = fake_get_true(order->in, "direct"),
                                            .encrypted = fake_get_true(order->in, "encrypted")};
    return mxfake_made(order, mxfake_room(order->fake, MXFAKE_IN("user"), &setup));
}

static bool mxfake_order_invite(struct mxfake_order *order)
{
    return mxfake_invite(order->fake, MXFAKE_IN("by"), MXFAKE_IN("room"), MXFAKE_IN("user"));
}

static bool mxfake_order_join(struct mxfake_order *order)
{
    return mxfake_join(order->fake, MXFAKE_IN("user"), MXFAKE_IN("room"));
}

static bool mxfake_order_leave(struct mxfake_order *order)
{
    return mxfake_leave(order->fake, MXFAKE_IN("user"), MXFAKE_IN("room"));
}

static bool mxfake_order_knock(struct mxfake_order *order)
{
    return mxfake_knock(order->fake, MXFAKE_IN("user"), MXFAKE_IN("room"));
}

static bool mxfake_order_kick(struct mxfake_order *order)
{
    return mxfake_kick(order->fake, MXFAKE_IN("by"), MXFAKE_IN("room"), MXFAKE_IN("user"),
                       mxfake_in(order, "reason"));
}

static bool mxfake_order_ban(struct mxfake_order *order)
{
    return mxfake_ban(order->fake, MXFAKE_IN("by"), MXFAKE_IN("room"), MXFAKE_IN("user"),
                      mxfake_in(order, "reason"));
}

static bool mxfake_order_membership(struct mxfake_order *order)
{
    fake_add_text(order->out, "is",
                  mxfake_membership(order->fake, MXFAKE_IN("room"), MXFAKE_IN("user")));
    return true;
}

static bool mxfake_order_say(struct mxfake_order *order)
{
    return mxfake_made(
        order, mxfake_say(order->fake, MXFAKE_IN("user"), MXFAKE_IN("room"), MXFAKE_IN("text")));
}

static bool mxfake_order_mention(struct mxfake_order *order)
{
    return mxfake_made(order, mxfake_mention(order->fake, MXFAKE_IN("user"), MXFAKE_IN("room"),
                                             MXFAKE_IN("whom"), MXFAKE_IN("text")));
}

static bool mxfake_order_reply(struct mxfake_order *order)
{
    return mxfake_made(
        order, mxfake_reply(order->fake, MXFAKE_IN("user"), MXFAKE_IN("event"), MXFAKE_IN("text")));
}

static bool mxfake_order_edit(struct mxfake_order *order)
{
    return mxfake_made(
        order, mxfake_edit(order->fake, MXFAKE_IN("user"), MXFAKE_IN("event"), MXFAKE_IN("text")));
}

static bool mxfake_order_react(struct mxfake_order *order)
{
    return mxfake_made(
        order, mxfake_react(order->fake, MXFAKE_IN("user"), MXFAKE_IN("event"), MXFAKE_IN("key")));
}

static bool mxfake_order_unreact(struct mxfake_order *order)
{
    return mxfake_made(order, mxfake_unreact(order->fake, MXFAKE_IN("user"), MXFAKE_IN("event"),
                                             MXFAKE_IN("key")));
}

static bool mxfake_order_redact(struct mxfake_order *order)
{
    return mxfake_made(order, mxfake_redact(order->fake, MXFAKE_IN("user"), MXFAKE_IN("event"),
                                            mxfake_in(order, "reason")));
}

static bool mxfake_order_send(struct mxfake_order *order)
{
    char *content = cJSON_PrintUnformatted(fake_get(order->in, "content"));
    const char *id =
        mxfake_send(order->fake, MXFAKE_IN("user"), MXFAKE_IN("room"), MXFAKE_IN("type"),
                    mxfake_in(order, "key"), content != NULL ? content : "{}");
    cJSON_free(content);
    return mxfake_made(order, id);
}

static bool mxfake_order_upgrade(struct mxfake_order *order)
{
    return mxfake_made(order, mxfake_upgrade(order->fake, MXFAKE_IN("user"), MXFAKE_IN("room"),
                                             MXFAKE_IN("version")));
}

static bool mxfake_order_sees(struct mxfake_order *order)
{
    return mxfake_told(order,
                       mxfake_sees(order->fake, MXFAKE_IN("user"), mxfake_in(order, "room")));
}

static bool mxfake_order_seen(struct mxfake_order *order)
{
    fake_add_bool(order->out, "is",
                  mxfake_has_seen(order->fake, MXFAKE_IN("user"), MXFAKE_IN("words")));
    return true;
}

static bool mxfake_order_latest(struct mxfake_order *order)
{
    return mxfake_made(order,
                       mxfake_latest(order->fake, MXFAKE_IN("user"), mxfake_in(order, "room"),
                                     mxfake_in(order, "sender"), mxfake_in(order, "type")));
}

static bool mxfake_order_body(struct mxfake_order *order)
{
    fake_add_text(order->out, "is", mxfake_body(order->fake, MXFAKE_IN("event")));
    return true;
}

static bool mxfake_order_event(struct mxfake_order *order)
{
    return mxfake_told(order, mxfake_event_json(order->fake, MXFAKE_IN("event")));
}

static bool mxfake_order_twice(struct mxfake_order *order)
{
    return mxfake_told(order, mxfake_twice(order->fake, mxfake_in(order, "sender"),
                                           fake_get_number(order->in, "within_ms", INT64_MAX)));
}

static bool mxfake_order_members(struct mxfake_order *order)
{
    const char *membership = mxfake_in(order, "membership");
    return mxfake_told(order, mxfake_members(order->fake, MXFAKE_IN("room"),
                                             membership != NULL ? membership : "join"));
}

static bool mxfake_order_rooms(struct mxfake_order *order)
{
    return mxfake_told(order, mxfake_rooms(order->fake, MXFAKE_IN("user")));
}

static bool mxfake_order_state(struct mxfake_order *order)
{
    return mxfake_told(order, mxfake_state(order->fake));
}

static bool mxfake_order_fault(struct mxfake_order *order)
{
    int verb = mxfake_fault_verb(MXFAKE_IN("verb"));
    const struct mxfake_fault fault = {
        .verb = (enum mxfake_verb)(verb < 0 ? 0 : verb),
        .route = mxfake_in(order, "route"),
        .skip = (unsigned)fake_get_number(order->in, "skip", 0),
        .times = (unsigned)fake_get_number(order->in, "times", 0),
        .per_mille = (unsigned)fake_get_number(order->in, "per_mille", 0),
        .ms = fake_get_number(order->in, "ms", 0),
        .code = (int)fake_get_number(order->in, "code", 0),
        .way = (unsigned)fake_get_number(order->in, "way", 0),
        .text = mxfake_in(order, "text"),
    };
    if (verb >= 0) {
        mxfake_fault(order->fake, &fault);
    }
    return verb >= 0;
}

static bool mxfake_order_mend(struct mxfake_order *order)
{
    mxfake_mend(order->fake);
    return true;
}

static bool mxfake_order_restart(struct mxfake_order *order)
{
    mxfake_restart(order->fake);
    return true;
}

static bool mxfake_order_expire(struct mxfake_order *order)
{
    mxfake_expire(order->fake, MXFAKE_IN("user"));
    return true;
}

static bool mxfake_order_restore(struct mxfake_order *order)
{
    mxfake_restore(order->fake, (unsigned)fake_get_number(order->in, "back", 0));
    return true;
}

static bool mxfake_order_log_out(struct mxfake_order *order)
{
    mxfake_log_out(order->fake, MXFAKE_IN("user"), fake_get_true(order->in, "soft"));
    return true;
}

static bool mxfake_order_lock(struct mxfake_order *order)
{
    mxfake_lock(order->fake, MXFAKE_IN("user"), fake_get_true(order->in, "is"));
    return true;
}

static bool mxfake_order_block_invites(struct mxfake_order *order)
{
    mxfake_block_invites(order->fake, MXFAKE_IN("user"), fake_get_true(order->in, "is"));
    return true;
}

static bool mxfake_order_ignore(struct mxfake_order *order)
{
    return mxfake_ignore(order->fake, MXFAKE_IN("user"), MXFAKE_IN("whom"));
}

static bool mxfake_order_service(struct mxfake_order *order)
{
    const struct mxfake_registration registration = {.id = MXFAKE_IN("id"),
                                                     .url = mxfake_in(order, "url"),
                                                     .as_token = MXFAKE_IN("as_token"),
                                                     .hs_token = MXFAKE_IN("hs_token"),
                                                     .localpart = MXFAKE_IN("localpart"),
                                                     .users = mxfake_in(order, "users"),
                                                     .rate_limited =
                                                         fake_get_true(order->in, "rate_limited")};
    return mxfake_made(order, mxfake_service(order->fake, &registration));
}

static bool mxfake_order_pass(struct mxfake_order *order)
{
    order->fake->ahead_ms += fake_get_number(order->in, "ms", 0);
    return true;
}

static bool mxfake_order_limits(struct mxfake_order *order)
{
    order->fake->knobs.limits = fake_get_true(order->in, "is");
    return true;
}

static bool mxfake_order_unreachable(struct mxfake_order *order)
{
    mxfake_unreachable(order->fake, MXFAKE_IN("server"), fake_get_true(order->in, "is"));
    return true;
}

/* Those that are on or off ({"state_after":true}), and a few numbers. */
static bool mxfake_order_knobs(struct mxfake_order *order)
{
    struct mxfake_knobs *knobs = &order->fake->knobs;
    const struct {
        const char *name;
        bool *is;
    } rows[] = {
        {"limits", &knobs->limits},
        {"passwords", &knobs->passwords},
        {"query_tokens", &knobs->query_tokens},
        {"state_after", &knobs->state_after},
        {"copies_redacts", &knobs->copies_redacts},
        {"invite_create", &knobs->invite_create},
        {"gap_members", &knobs->gap_members},
        {"omits_empty", &knobs->omits_empty},
        {"joined_nulls", &knobs->joined_nulls},
        {"oauth", &knobs->oauth},
        {"service_keys", &knobs->service_keys},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const cJSON *given = fake_get(order->in, rows[i].name);
        *rows[i].is = given == NULL ? *rows[i].is : cJSON_IsTrue(given);
    }
    knobs->wake_ms = fake_get_number(order->in, "wake_ms", knobs->wake_ms);
    knobs->create_ms = fake_get_number(order->in, "create_ms", knobs->create_ms);
    knobs->mail_max = (size_t)fake_get_number(order->in, "mail_max", (int64_t)knobs->mail_max);
    knobs->notify_delay_ms = fake_get_number(order->in, "late_ms", knobs->notify_delay_ms);
    return true;
}

struct mxfake_order_row {
    const char *name;
    mxfake_order_fn *run;
};

static const struct mxfake_order_row mxfake_orders[] = {
    {"account", mxfake_order_account},
    {"token", mxfake_order_token},
    {"unlimited", mxfake_order_unlimited},
    {"person", mxfake_order_person},
    {"rename", mxfake_order_rename},
    {"room", mxfake_order_room},
    {"invite", mxfake_order_invite},
    {"join", mxfake_order_join},
    {"leave", mxfake_order_leave},
    {"knock", mxfake_order_knock},
    {"kick", mxfake_order_kick},
    {"ban", mxfake_order_ban},
    {"membership", mxfake_order_membership},
    {"say", mxfake_order_say},
    {"mention", mxfake_order_mention},
    {"reply", mxfake_order_reply},
    {"edit", mxfake_order_edit},
    {"react", mxfake_order_react},
    {"unreact", mxfake_order_unreact},
    {"redact", mxfake_order_redact},
    {"send", mxfake_order_send},
    {"upgrade", mxfake_order_upgrade},
    {"sees", mxfake_order_sees},
    {"seen", mxfake_order_seen},
    {"latest", mxfake_order_latest},
    {"body", mxfake_order_body},
    {"event", mxfake_order_event},
    {"twice", mxfake_order_twice},
    {"members", mxfake_order_members},
    {"rooms", mxfake_order_rooms},
    {"state", mxfake_order_state},
    {"fault", mxfake_order_fault},
    {"mend", mxfake_order_mend},
    {"restart", mxfake_order_restart},
    {"restore", mxfake_order_restore},
    {"expire", mxfake_order_expire},
    {"log_out", mxfake_order_log_out},
    {"lock", mxfake_order_lock},
    {"block_invites", mxfake_order_block_invites},
    {"ignore", mxfake_order_ignore},
    {"unreachable", mxfake_order_unreachable},
    {"service", mxfake_order_service},
    {"pass", mxfake_order_pass},
    {"limits", mxfake_order_limits},
    {"knobs", mxfake_order_knobs},
};

void mxfake_control(struct mxfake_call *call)
{
    const char *name = call->segment_count > 1 ? call->segments[1] : "";
    cJSON *in = call->body_len == 0 ? cJSON_CreateObject()
                                    : cJSON_ParseWithLength(call->body_text, call->body_len);
    struct mxfake_order order = {call->fake, in, cJSON_CreateObject()};
    bool done = false;
    fake_name(call->fake->why, sizeof call->fake->why, "there is no such order");
    for (size_t i = 0; i < sizeof mxfake_orders / sizeof *mxfake_orders && in != NULL; i++) {
        if (strcmp(mxfake_orders[i].name, name) == 0) {
            done = mxfake_orders[i].run(&order);
            break;
        }
    }
    fake_add_bool(order.out, "ok", done);
    if (!done) {
        fake_add_text(order.out, "why", in == NULL ? "the body is no JSON" : call->fake->why);
    }
    cJSON_Delete(in);
    mxfake_answer(call, done ? 200 : 409, order.out);
}
