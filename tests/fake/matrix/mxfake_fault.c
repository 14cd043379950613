/* Rules by which requests fail, and restarts. */
#include "mxfake_handlers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MXFAKE_WAIT_MS = 1000 /* of a 429 whose rule gives no time */ };

static const char *const mxfake_verbs[] = {
#define MXFAKE_VERB_TEXT(text, name) text,
    MXFAKE_FAULTS(MXFAKE_VERB_TEXT)
#undef MXFAKE_VERB_TEXT
};

int mxfake_fault_verb(const char *name)
{
    for (int i = 0; i < MXFAKE_VERBS; i++) {
        if (strcmp(mxfake_verbs[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

void mxfake_fault(struct mxfake *fake, const struct mxfake_fault *fault)
{
    if (fake->rule_count == MXFAKE_FAULTS_MAX) {
        abort();
    }
    struct mxfake_rule *rule = &fake->rules[fake->rule_count++];
    memset(rule, 0, sizeof *rule);
    rule->fault = *fault;
    fake_name(rule->route, sizeof rule->route, fault->route == NULL ? "*" : fault->route);
    const char *text = fault->text == NULL ? "M_UNKNOWN" : fault->text;
    rule->text = fake_copy(text, strlen(text));
    rule->fault.route = NULL;
    rule->fault.text = NULL;
}

void mxfake_mend(struct mxfake *fake)
{
    while (fake->rule_count > 0) {
        free(fake->rules[--fake->rule_count].text);
    }
    for (struct mxfake_call *call = fake->calls; call != NULL; call = call->next) {
        call->struck = NULL;
    }
}

unsigned mxfake_struck(const struct mxfake *fake, enum mxfake_verb verb)
{
    return fake->struck[verb];
}

static bool mxfake_rule_strikes(struct mxfake *fake, struct mxfake_rule *rule)
{
    const struct mxfake_fault *fault = &rule->fault;
    if (rule->seen++ < fault->skip || (fault->times != 0 && rule->struck == fault->times)) {
        return false;
    }
    if (fault->per_mille != 0 && mxfake_chance(fake, 1000) >= fault->per_mille) {
        return false;
    }
    rule->struck++;
    fake->struck[fault->verb]++;
    return true;
}

/* The rule that strikes this request; kept in the call until it is answered. */
static const struct mxfake_rule *mxfake_fault_find(const struct mxfake_call *call)
{
    struct mxfake *fake = call->fake;
    char text[MXFAKE_PATH_BYTES];
    snprintf(text, sizeof text, "%s %.*s", call->method, (int)strcspn(call->path, "?"), call->path);
    for (size_t i = 0; i < fake->rule_count; i++) {
        if (fake_fits(fake->rules[i].route, text) && mxfake_rule_strikes(fake, &fake->rules[i])) {
            return &fake->rules[i];
        }
    }
    return NULL;
}

/* A proxy's page in place of what there was. */
static void mxfake_fault_page(struct mxfake_call *call, int status)
{
    static const char page[] = "<html><head><title>Bad Gateway</title></head><body><h1>The server "
                               "is not there</h1></body></html>";
    free(call->out);
    call->out = fake_copy(page, sizeof page - 1);
    call->out_len = sizeof page - 1;
    call->out_type = "text/html";
    call->status = status;
}

static void mxfake_fault_logout(struct mxfake_call *call, const char *code, bool soft)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "errcode", code);
    fake_add_text(json, "error", "So it was wished");
    fake_add_bool(json, "soft_logout", soft);
    mxfake_answer(call, 401, json);
}

/* The answer as the specification has it. False: it knows none. */
static bool mxfake_fault_shape(struct mxfake_call *call, const struct mxfake_fault *fault)
{
    struct mxfake *fake = call->fake;
    int status = fault->code == 0 ? 200 : fault->code;
    if (fake->shapes == NULL) {
        fake->shapes = mxfake_shapes_new();
    }
    size_t at = mxfake_shapes_find(fake->shapes, call->method, call->path);
    cJSON *real = status == call->status && call->out != NULL
                      ? cJSON_ParseWithLength(call->out, call->out_len)
                      : NULL;
    char *text = mxfake_shapes_answer(fake->shapes, at, status, call->path, real, fault->way);
    cJSON_Delete(real);
    if (text != NULL) {
        free(call->out);
        call->out = text;
        call->out_len = strlen(text);
        call->out_type = "application/json";
        call->status = status;
    }
    return text != NULL;
}

bool mxfake_fault_before(struct mxfake_call *call)
{
    const struct mxfake_rule *rule = mxfake_fault_find(call);
    if (rule == NULL) {
        return false;
    }
    const struct mxfake_fault *fault = &rule->fault;
    int64_t wait_ms = fault->ms != 0 ? fault->ms : MXFAKE_WAIT_MS;
    call->fault = mxfake_verbs[fault->verb];
    call->struck = rule;
    switch ((int)fault->verb) {
    case MXFAKE_DELAY_BEFORE:
        call->spared = true;
        call->delay_ms = fault->ms;
        return true;
    case MXFAKE_DROP_BEFORE:
        call->dropped = true;
        call->status = 500;
        return true;
    case MXFAKE_LIMITED:
    case MXFAKE_LIMITED_HEADER:
    case MXFAKE_LIMITED_BODY:
    case MXFAKE_LIMITED_BARE:
        mxfake_limited(call, wait_ms,
                       fault->verb == MXFAKE_LIMITED || fault->verb == MXFAKE_LIMITED_BODY,
                       fault->verb == MXFAKE_LIMITED || fault->verb == MXFAKE_LIMITED_HEADER);
        return true;
    case MXFAKE_STATUS_BEFORE:
        mxfake_fault_page(call, fault->code);
        return true;
    case MXFAKE_ANSWERS:
        call->status = fault->code;
        call->out = fake_copy(rule->text, strlen(rule->text));
        call->out_len = strlen(rule->text);
        call->out_type = "application/json";
        return true;
    case MXFAKE_REFUSED:
        mxfake_error(call, fault->code, rule->text, "So it was wished");
        return true;
    case MXFAKE_UNKNOWN_TOKEN:
    case MXFAKE_SOFT_LOGOUT:
        mxfake_fault_logout(call, "M_UNKNOWN_TOKEN", fault->verb == MXFAKE_SOFT_LOGOUT);
        return true;
    case MXFAKE_USER_LOCKED:
        mxfake_fault_logout(call, "M_USER_LOCKED", true);
        return true;
    case MXFAKE_SHAPED:
        return fault->code != 0 && fault->code != 200 && mxfake_fault_shape(call, fault);
    case MXFAKE_BAD_TOKEN:
        mxfake_error(call, 400, "M_UNKNOWN", "Invalid stream token");
        return true;
    default: /* when it has happened, or inside of a sync */
        return false;
    }
}

bool mxfake_fault_is(const struct mxfake_call *call, enum mxfake_verb verb, int *code)
{
    *code = call->struck == NULL ? 0 : call->struck->fault.code;
    return call->struck != NULL && call->struck->fault.verb == verb;
}

static void mxfake_fault_harm(struct mxfake_call *call, unsigned way)
{
    char *harmed = mxfake_hostile(call->out, way);
    if (harmed != NULL) {
        free(call->out);
        call->out = harmed;
        call->out_len = strlen(harmed);
    }
}

static void mxfake_fault_effect(struct mxfake_call *call, const struct mxfake_fault *fault)
{
    switch ((int)fault->verb) {
    case MXFAKE_DELAY_AFTER:
        call->delay_ms = fault->ms;
        break;
    case MXFAKE_DROP_AFTER:
        call->dropped = true;
        break;
    case MXFAKE_STATUS_AFTER:
        mxfake_fault_page(call, fault->code);
        break;
    case MXFAKE_HTML:
        mxfake_fault_page(call, 200);
        break;
    case MXFAKE_EMPTY:
        call->out_len = 0;
        break;
    case MXFAKE_HOSTILE:
        mxfake_fault_harm(call, (unsigned)fault->code);
        break;
    case MXFAKE_SHAPED:
        if (fault->code == 0 && call->status != 200) {
            call->fault = NULL;
        } else if (fault->code == 0 || fault->code == 200) {
            mxfake_fault_shape(call, fault);
        }
        break;
    case MXFAKE_TRUNCATED:
    case MXFAKE_WRONG_LENGTH:
        call->out_len /= 2;
        break;
    default:
        break;
    }
}

void mxfake_fault_after(struct mxfake_call *call)
{
    size_t whole = call->out_len;
    if (call->struck != NULL) {
        mxfake_fault_effect(call, &call->struck->fault);
    }
    bool lies = call->struck != NULL && call->struck->fault.verb == MXFAKE_WRONG_LENGTH;
    call->told_len = lies ? whole : call->out_len;
}

void mxfake_restart(struct mxfake *fake)
{
    mxfake_calls_cut(fake);
    mxfake_answers_forget(fake);
    fake->began_ms = fake->now_ms;
    for (size_t i = 0; i < fake->rooms.count; i++) {
        struct mxfake_room *room = fake->rooms.items[i];
        room->typing.count = 0;
    }
    for (size_t i = 0; i < fake->users.count; i++) {
        struct mxfake_user *user = fake->users.items[i];
        static const struct mxfake_bucket full = {0, 0};
        user->messages = user->creations = user->invites = user->invited = full;
        user->joins = user->logins = full;
    }
}

void mxfake_restore(struct mxfake *fake, unsigned back)
{
    uint64_t pos = mxfake_pos(fake);
    mxfake_restart(fake);
    pos = pos > back ? pos - back : 0;
    mxfake_answers_undo(fake, pos);
    mxfake_services_undo(fake, pos);
    mxfake_rooms_undo(fake, pos);
}
