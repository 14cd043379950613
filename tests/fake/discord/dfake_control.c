/* /fake/: the same acts and questions by HTTP, for scripts in other languages. POST /fake/NAME with
 * a JSON object; {"ok":true,"id":…} or {"ok":false,"why":…}. README.md lists them. */
#include "dfake_handlers.h"
#include "fake_discord_post.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What came, and what goes back. */
struct dfake_order {
    struct fake_discord *fake;
    const cJSON *in;
    cJSON *out;
};

typedef bool dfake_order_fn(struct dfake_order *order);

static uint64_t dfake_in(const struct dfake_order *order, const char *name)
{
    return fake_get_id(order->in, name);
}

static const char *dfake_text_in(const struct dfake_order *order, const char *name)
{
    const char *text = fake_get_text(order->in, name);
    return text != NULL ? text : "";
}

static int64_t dfake_number_in(const struct dfake_order *order, const char *name, int64_t otherwise)
{
    return fake_get_number(order->in, name, otherwise);
}

/* A member as JSON text, or NULL; freed by the caller. */
static char *dfake_json_in(const struct dfake_order *order, const char *name)
{
    const cJSON *item = fake_get(order->in, name);
    return item == NULL || cJSON_IsNull(item) ? NULL : cJSON_PrintUnformatted(item);
}

static uint64_t dfake_bits_in(const struct dfake_order *order, const char *name)
{
    return strtoull(dfake_text_in(order, name), NULL, 10);
}

static bool dfake_made(struct dfake_order *order, uint64_t id)
{
    if (id != 0) {
        fake_add_id(order->out, "id", id);
    }
    return id != 0;
}

static bool dfake_order_guild(struct dfake_order *order)
{
    const char *name = dfake_text_in(order, "name");
    unsigned shards = (unsigned)dfake_number_in(order, "shards", 0);
    return dfake_made(
        order, shards == 0
                   ? fake_discord_guild(order->fake, name)
                   : fake_discord_guild_on(order->fake, name,
                                           (unsigned)dfake_number_in(order, "shard", 0), shards));
}

static bool dfake_order_channel(struct dfake_order *order)
{
    return dfake_made(order, fake_discord_channel(order->fake, dfake_in(order, "guild"),
                                                  dfake_text_in(order, "name"),
                                                  (int)dfake_number_in(order, "type", 0)));
}

static bool dfake_order_role(struct dfake_order *order)
{
    return dfake_made(order, fake_discord_role(order->fake, dfake_in(order, "guild"),
                                               dfake_text_in(order, "name"),
                                               dfake_bits_in(order, "permissions")));
}

static bool dfake_order_role_may(struct dfake_order *order)
{
    return fake_discord_role_may(order->fake, dfake_in(order, "guild"), dfake_in(order, "role"),
                                 dfake_bits_in(order, "permissions"));
}

static bool dfake_order_role_give(struct dfake_order *order)
{
    return fake_discord_role_give(order->fake, dfake_in(order, "guild"), dfake_in(order, "user"),
                                  dfake_in(order, "role"));
}

static bool dfake_order_overwrite(struct dfake_order *order)
{
    return fake_discord_overwrite(order->fake, dfake_in(order, "channel"),
                                  dfake_in(order, "target"), dfake_bits_in(order, "allow"),
                                  dfake_bits_in(order, "deny"));
}

static bool dfake_order_person(struct dfake_order *order)
{
    return dfake_made(order, fake_discord_person(order->fake, dfake_text_in(order, "name")));
}

static bool dfake_order_join(struct dfake_order *order)
{
    return fake_discord_join(order->fake, dfake_in(order, "guild"), dfake_in(order, "user"));
}

static bool dfake_order_leave(struct dfake_order *order)
{
    return fake_discord_leave(order->fake, dfake_in(order, "guild"), dfake_in(order, "user"));
}

static bool dfake_order_nick(struct dfake_order *order)
{
    return fake_discord_nick(order->fake, dfake_in(order, "guild"), dfake_in(order, "user"),
                             dfake_text_in(order, "nick"));
}

static bool dfake_order_dms(struct dfake_order *order)
{
    static const char *const names[] = {"open", "closed", "stranger"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(dfake_text_in(order, "dms"), names[i]) == 0) {
            fake_discord_dms(order->fake, dfake_in(order, "user"), (enum fake_discord_dms)i);
            return true;
        }
    }
    return dfake_no(order->fake, "dms is open, closed or stranger");
}

static bool dfake_order_kick(struct dfake_order *order)
{
    return fake_discord_kick_bot(order->fake, dfake_in(order, "guild"));
}

static bool dfake_order_invite(struct dfake_order *order)
{
    return fake_discord_invite_bot(order->fake, dfake_in(order, "guild"));
}

static bool dfake_order_outage(struct dfake_order *order)
{
    return fake_discord_outage(order->fake, dfake_in(order, "guild"),
                               fake_get_true(order->in, "out"));
}

static bool dfake_order_delete_channel(struct dfake_order *order)
{
    return fake_discord_delete_channel(order->fake, dfake_in(order, "channel"));
}

static bool dfake_order_archive(struct dfake_order *order)
{
    return fake_discord_archive(order->fake, dfake_in(order, "thread"),
                                fake_get_true(order->in, "archived"),
                                fake_get_true(order->in, "locked"));
}

static bool dfake_order_automod(struct dfake_order *order)
{
    return fake_discord_automod(order->fake, dfake_in(order, "guild"),
                                dfake_text_in(order, "word"));
}

static bool dfake_order_schedule(struct dfake_order *order)
{
    char *event = dfake_json_in(order, "event");
    uint64_t id = fake_discord_schedule(order->fake, dfake_in(order, "user"),
                                        dfake_in(order, "guild"), event == NULL ? "" : event);
    free(event);
    return dfake_made(order, id);
}

static bool dfake_order_unschedule(struct dfake_order *order)
{
    return fake_discord_unschedule(order->fake, dfake_in(order, "guild"), dfake_in(order, "event"));
}

static bool dfake_order_slash(struct dfake_order *order)
{
    char *args = dfake_json_in(order, "args");
    uint64_t id =
        fake_discord_slash(order->fake, dfake_in(order, "user"), dfake_in(order, "channel"),
                           dfake_text_in(order, "command"), args);
    free(args);
    return dfake_made(order, id);
}

static bool dfake_order_complete(struct dfake_order *order)
{
    char *args = dfake_json_in(order, "args");
    uint64_t id = fake_discord_complete(order->fake, dfake_in(order, "user"),
                                        dfake_in(order, "channel"), dfake_text_in(order, "command"),
                                        args, dfake_text_in(order, "focused"));
    free(args);
    return dfake_made(order, id);
}

static bool dfake_order_press(struct dfake_order *order)
{
    char *values = dfake_json_in(order, "values");
    uint64_t id =
        fake_discord_press(order->fake, dfake_in(order, "user"), dfake_in(order, "message"),
                           dfake_text_in(order, "custom_id"), values);
    free(values);
    return dfake_made(order, id);
}

static bool dfake_order_submit(struct dfake_order *order)
{
    char *fields = dfake_json_in(order, "fields");
    uint64_t id =
        fake_discord_submit(order->fake, dfake_in(order, "user"), fields == NULL ? "{}" : fields);
    free(fields);
    return dfake_made(order, id);
}

static bool dfake_order_say(struct dfake_order *order)
{
    return dfake_made(
        order, fake_discord_say(order->fake, dfake_in(order, "user"), dfake_in(order, "channel"),
                                dfake_text_in(order, "text"), dfake_in(order, "reply")));
}

static bool dfake_order_edit(struct dfake_order *order)
{
    return fake_discord_edit(order->fake, dfake_in(order, "user"), dfake_in(order, "message"),
                             dfake_text_in(order, "text"));
}

static bool dfake_order_react(struct dfake_order *order)
{
    const cJSON *on = fake_get(order->in, "on");
    return fake_discord_react(order->fake, dfake_in(order, "user"), dfake_in(order, "message"),
                              dfake_text_in(order, "emoji"), !cJSON_IsFalse(on));
}

static bool dfake_order_delete(struct dfake_order *order)
{
    return fake_discord_delete_message(order->fake, dfake_in(order, "user"),
                                       dfake_in(order, "message"));
}

static bool dfake_order_dm(struct dfake_order *order)
{
    return dfake_made(order, fake_discord_dm(order->fake, dfake_in(order, "user")));
}

static bool dfake_order_latest(struct dfake_order *order)
{
    return dfake_made(order, fake_discord_latest(order->fake, dfake_in(order, "user"),
                                                 dfake_in(order, "channel")));
}

static bool dfake_order_may(struct dfake_order *order)
{
    uint64_t bits =
        fake_discord_may(order->fake, dfake_in(order, "user"), dfake_in(order, "channel"));
    fake_add_id(order->out, "permissions", bits);
    return true;
}

static bool dfake_told(struct dfake_order *order, char *json)
{
    if (json != NULL) {
        cJSON_AddItemToObject(order->out, "is", cJSON_ParseWithLength(json, strlen(json)));
        free(json);
    }
    return json != NULL || dfake_no(order->fake, "there is none");
}

static bool dfake_order_state(struct dfake_order *order)
{
    return dfake_told(order, fake_discord_state(order->fake));
}

static bool dfake_order_sees(struct dfake_order *order)
{
    return dfake_told(order, fake_discord_sees(order->fake, dfake_in(order, "user")));
}

static bool dfake_order_saw(struct dfake_order *order)
{
    return dfake_told(order, fake_discord_saw(order->fake, dfake_in(order, "user")));
}

static bool dfake_order_message(struct dfake_order *order)
{
    return dfake_told(order, fake_discord_message(order->fake, dfake_in(order, "message")));
}

static bool dfake_order_outcome(struct dfake_order *order)
{
    return dfake_told(order, fake_discord_outcome(order->fake, dfake_in(order, "interaction")));
}

static bool dfake_order_fault(struct dfake_order *order)
{
    struct fake_discord_fault fault = {
        .route = fake_get_text(order->in, "route"),
        .skip = (unsigned)dfake_number_in(order, "skip", 0),
        .times = (unsigned)dfake_number_in(order, "times", 1),
        .per_mille = (unsigned)dfake_number_in(order, "per_mille", 0),
        .ms = dfake_number_in(order, "ms", 0),
        .code = (int)dfake_number_in(order, "code", 500),
    };
    int verb = dfake_fault_verb(dfake_text_in(order, "verb"));
    if (verb < 0) {
        return dfake_no(order->fake, "there is no such verb");
    }
    fault.verb = (enum fake_discord_verb)verb;
    fake_discord_fault(order->fake, &fault);
    return true;
}

static bool dfake_order_mend(struct dfake_order *order)
{
    fake_discord_mend(order->fake);
    return true;
}

static bool dfake_order_limit(struct dfake_order *order)
{
    fake_discord_limit(order->fake, dfake_text_in(order, "route"),
                       (unsigned)dfake_number_in(order, "limit", 5),
                       dfake_number_in(order, "ms", 5000));
    return true;
}

static bool dfake_order_weather(struct dfake_order *order)
{
    struct fake_discord_weather weather = {
        .doubled_per_mille = (unsigned)dfake_number_in(order, "doubled_per_mille", 0),
        .late_per_mille = (unsigned)dfake_number_in(order, "late_per_mille", 0),
        .notify_delay_ms = dfake_number_in(order, "late_ms", 0),
        .lost_per_mille = (unsigned)dfake_number_in(order, "lost_per_mille", 0),
    };
    fake_discord_weather(order->fake, &weather);
    return true;
}

static bool dfake_order_op(struct dfake_order *order)
{
    char *d = dfake_json_in(order, "d");
    fake_discord_push_op(order->fake, (int)dfake_number_in(order, "shard", DFAKE_ALL_SHARDS),
                         (int)dfake_number_in(order, "op", 1), d == NULL ? "null" : d);
    free(d);
    return true;
}

static bool dfake_order_event(struct dfake_order *order)
{
    char *d = dfake_json_in(order, "d");
    fake_discord_push_event(order->fake, (int)dfake_number_in(order, "shard", DFAKE_ALL_SHARDS),
                            dfake_text_in(order, "name"), d == NULL ? "null" : d);
    free(d);
    return true;
}

static bool dfake_order_close(struct dfake_order *order)
{
    fake_discord_push_close(order->fake, (int)dfake_number_in(order, "shard", DFAKE_ALL_SHARDS),
                            (unsigned)dfake_number_in(order, "code", 0));
    return true;
}

static bool dfake_order_silence(struct dfake_order *order)
{
    fake_discord_push_silence(order->fake, (int)dfake_number_in(order, "shard", DFAKE_ALL_SHARDS));
    return true;
}

static bool dfake_order_bomb(struct dfake_order *order)
{
    fake_discord_push_bomb(order->fake, (int)dfake_number_in(order, "shard", DFAKE_ALL_SHARDS),
                           (size_t)dfake_number_in(order, "bytes", 0));
    return true;
}

static bool dfake_order_forget_sessions(struct dfake_order *order)
{
    fake_discord_forget_sessions(order->fake);
    return true;
}

static bool dfake_order_knobs(struct dfake_order *order)
{
    return dfake_knobs_set(order->fake, order->in);
}

static bool dfake_order_endpoint(struct dfake_order *order)
{
    fake_discord_endpoint(order->fake, dfake_text_in(order, "url"));
    return true;
}

static bool dfake_order_ping(struct dfake_order *order)
{
    fake_discord_ping(order->fake);
    return true;
}

static bool dfake_order_post(struct dfake_order *order)
{
    return dfake_told(order, fake_discord_post_take(order->fake));
}

static bool dfake_order_posted(struct dfake_order *order)
{
    const char *body = dfake_text_in(order, "body");
    int code =
        fake_discord_post_answered(order->fake, dfake_in(order, "interaction"),
                                   (int)dfake_number_in(order, "status", 200), body, strlen(body));
    fake_add_number(order->out, "code", code);
    return code == 0 || dfake_no(order->fake, "Discord does not take this answer");
}

static bool dfake_order_pass(struct dfake_order *order)
{
    order->fake->ahead_ms += dfake_number_in(order, "ms", 0);
    return true;
}

struct dfake_order_row {
    const char *name;
    dfake_order_fn *run;
};

static const struct dfake_order_row dfake_orders[] = {
    {"guild", dfake_order_guild},
    {"channel", dfake_order_channel},
    {"role", dfake_order_role},
    {"role_may", dfake_order_role_may},
    {"role_give", dfake_order_role_give},
    {"overwrite", dfake_order_overwrite},
    {"person", dfake_order_person},
    {"join", dfake_order_join},
    {"leave", dfake_order_leave},
    {"nick", dfake_order_nick},
    {"dms", dfake_order_dms},
    {"kick", dfake_order_kick},
    {"invite", dfake_order_invite},
    {"outage", dfake_order_outage},
    {"delete_channel", dfake_order_delete_channel},
    {"archive", dfake_order_archive},
    {"automod", dfake_order_automod},
    {"schedule", dfake_order_schedule},
    {"unschedule", dfake_order_unschedule},
    {"slash", dfake_order_slash},
    {"complete", dfake_order_complete},
    {"press", dfake_order_press},
    {"submit", dfake_order_submit},
    {"say", dfake_order_say},
    {"edit", dfake_order_edit},
    {"react", dfake_order_react},
    {"delete", dfake_order_delete},
    {"dm", dfake_order_dm},
    {"latest", dfake_order_latest},
    {"may", dfake_order_may},
    {"state", dfake_order_state},
    {"sees", dfake_order_sees},
    {"saw", dfake_order_saw},
    {"message", dfake_order_message},
    {"outcome", dfake_order_outcome},
    {"fault", dfake_order_fault},
    {"mend", dfake_order_mend},
    {"limit", dfake_order_limit},
    {"weather", dfake_order_weather},
    {"op", dfake_order_op},
    {"event", dfake_order_event},
    {"close", dfake_order_close},
    {"silence", dfake_order_silence},
    {"bomb", dfake_order_bomb},
    {"forget_sessions", dfake_order_forget_sessions},
    {"knobs", dfake_order_knobs},
    {"pass", dfake_order_pass},
    {"endpoint", dfake_order_endpoint},
    {"ping", dfake_order_ping},
    {"post", dfake_order_post},
    {"posted", dfake_order_posted},
};

void dfake_control(struct dfake_call *call)
{
    const char *name = call->segment_count > 1 ? call->segments[1] : "";
    cJSON *in = call->body_len == 0 ? cJSON_CreateObject()
                                    : cJSON_ParseWithLength(call->body_text, call->body_len);
    struct dfake_order order = {call->fake, in, cJSON_CreateObject()};
    bool done = false;
    dfake_no(call->fake, "there is no such order");
    for (size_t i = 0; i < sizeof dfake_orders / sizeof *dfake_orders && in != NULL; i++) {
        if (strcmp(dfake_orders[i].name, name) == 0) {
            done = dfake_orders[i].run(&order);
            break;
        }
    }
    fake_add_bool(order.out, "ok", done);
    if (!done) {
        fake_add_text(order.out, "why", in == NULL ? "the body is no JSON" : call->fake->why);
    }
    cJSON_Delete(in);
    dfake_answer_json(call, done ? 200 : 409, order.out);
}
