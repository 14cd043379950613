/* Rules by which requests fail. */
#include "dfake_handlers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DFAKE_WAIT_MS = 1000 /* of a 429 whose rule gives no time */ };

static const char *const dfake_verbs[] = {
#define DFAKE_VERB_TEXT(text, name) text,
    FAKE_DISCORD_FAULTS(DFAKE_VERB_TEXT)
#undef DFAKE_VERB_TEXT
};

int dfake_fault_verb(const char *name)
{
    for (int i = 0; i < FAKE_DISCORD_VERBS; i++) {
        if (strcmp(dfake_verbs[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

void fake_discord_fault(struct fake_discord *fake, const struct fake_discord_fault *fault)
{
    if (fake->rule_count == DFAKE_FAULTS_MAX) {
        abort();
    }
    struct dfake_rule *rule = &fake->rules[fake->rule_count++];
    memset(rule, 0, sizeof *rule);
    rule->fault = *fault;
    fake_name(rule->route, sizeof rule->route, fault->route == NULL ? "*" : fault->route);
    rule->fault.route = NULL;
}

void fake_discord_mend(struct fake_discord *fake)
{
    fake->rule_count = 0;
    fake->global_until_ms = 0;
    memset(&fake->weather, 0, sizeof fake->weather);
}

unsigned fake_discord_struck(const struct fake_discord *fake, enum fake_discord_verb verb)
{
    return fake->struck[verb];
}

unsigned fake_discord_struck_as(const struct fake_discord *fake, enum fake_discord_verb verb,
                                int code)
{
    unsigned count = 0;
    for (size_t i = 0; i < fake->rule_count; i++) {
        const struct dfake_rule *rule = &fake->rules[i];
        count += rule->fault.verb == verb && rule->fault.code == code ? rule->struck : 0;
    }
    return count;
}

const char *fake_discord_verb_name(enum fake_discord_verb verb)
{
    return dfake_verbs[verb];
}

static bool dfake_rule_strikes(struct fake_discord *fake, struct dfake_rule *rule)
{
    const struct fake_discord_fault *fault = &rule->fault;
    if (rule->seen++ < fault->skip || (fault->times != 0 && rule->struck == fault->times)) {
        return false;
    }
    if (fault->per_mille != 0 && !dfake_strikes(fake, fault->per_mille)) {
        return false;
    }
    rule->struck++;
    fake->struck[fault->verb]++;
    return true;
}

/* The rule that strikes this request; kept in the call until it is answered. */
static const struct fake_discord_fault *dfake_fault_find(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    char text[256];
    const char *path = strncmp(call->path, "/api/v10", 8) == 0 ? call->path + 8 : call->path;
    snprintf(text, sizeof text, "%s %.*s", call->method, (int)strcspn(path, "?"), path);
    for (size_t i = 0; i < fake->rule_count; i++) {
        if (fake_fits(fake->rules[i].route, text) && dfake_rule_strikes(fake, &fake->rules[i])) {
            return &fake->rules[i].fault;
        }
    }
    return NULL;
}

static void dfake_fault_status(struct dfake_call *call, int status)
{
    free(call->out);
    call->out = NULL;
    call->status = 0;
    static const char page[] = "<html><head><title>upstream</title></head><body>no healthy "
                               "upstream</body></html>";
    if (status == 502 || status == 504) {
        dfake_answer_text(call, status, page, sizeof page - 1);
        call->out_type = "text/html";
        return;
    }
    cJSON *json = cJSON_CreateObject();
    char message[40];
    snprintf(message, sizeof message, "%d: Internal Server Error", status);
    fake_add_text(json, "message", message);
    fake_add_number(json, "code", 0);
    dfake_answer_json(call, status, json);
}

bool dfake_fault_before(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    if (call->spared) {
        return false;
    }
    const struct fake_discord_fault *fault = dfake_fault_find(call);
    if (fault == NULL) {
        return false;
    }
    int64_t wait_ms = fault->ms != 0 ? fault->ms : DFAKE_WAIT_MS;
    call->fault = dfake_verbs[fault->verb];
    call->struck = *fault;
    switch (fault->verb) {
    case FAKE_DISCORD_DELAY_BEFORE:
        call->spared = true;
        dfake_due_add(fake, fake->now_ms + fault->ms, dfake_call_run, dfake_call_free, call);
        return true;
    case FAKE_DISCORD_DROP_BEFORE:
        call->dropped = true;
        call->status = 500;
        return true;
    case FAKE_DISCORD_USER_429:
        dfake_limit_429(call, "user", wait_ms, 0);
        return true;
    case FAKE_DISCORD_SHARED_429:
        dfake_limit_429(call, "shared", wait_ms, 0);
        return true;
    case FAKE_DISCORD_GLOBAL_429:
        fake->global_until_ms = fake->now_ms + wait_ms;
        dfake_limit_429(call, "global", wait_ms, 0);
        return true;
    case FAKE_DISCORD_HTML_429:
        dfake_limit_html(call);
        return true;
    case FAKE_DISCORD_STATUS_BEFORE:
        dfake_fault_status(call, fault->code);
        return true;
    case FAKE_DISCORD_UNAUTHORIZED:
        dfake_error(call, 401);
        return true;
    case FAKE_DISCORD_REFUSED:
        if (fault->ms > 0) {
            dfake_limit_429(call, "user", wait_ms, fault->code);
        } else {
            dfake_error(call, fault->code);
        }
        return true;
    case FAKE_DISCORD_HASH_CHANGE:
        dfake_limit_change(call);
        return false;
    case FAKE_DISCORD_DELAY_AFTER:
    case FAKE_DISCORD_DROP_AFTER:
    case FAKE_DISCORD_STATUS_AFTER:
    case FAKE_DISCORD_TRUNCATED:
    case FAKE_DISCORD_WRONG_LENGTH:
    case FAKE_DISCORD_VERBS:
        break; /* when it has happened */
    }
    return false;
}

void dfake_fault_after(struct dfake_call *call)
{
    call->told_len = call->out_len;
    if (call->fault == NULL) {
        return;
    }
    if (call->struck.verb == FAKE_DISCORD_DELAY_AFTER) {
        call->delay_ms = call->struck.ms;
    } else if (call->struck.verb == FAKE_DISCORD_DROP_AFTER) {
        call->dropped = true;
    } else if (call->struck.verb == FAKE_DISCORD_STATUS_AFTER) {
        dfake_fault_status(call, call->struck.code);
        call->told_len = call->out_len;
    } else if (call->struck.verb == FAKE_DISCORD_TRUNCATED) {
        call->out_len /= 2;
        call->told_len = call->out_len;
    } else if (call->struck.verb == FAKE_DISCORD_WRONG_LENGTH) {
        call->out_len /= 2;
    }
}
