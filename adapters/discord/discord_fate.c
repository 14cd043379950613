/* Discord's error codes come before the HTTP status, which varies for the same code. */
#include "discord_fate.h"

#include <string.h>

struct fate_row {
    int code;
    enum discord_fate fate;
};

static const struct fate_row fate_rows[] = {
    {10003, FATE_GONE},       /* unknown channel */
    {10004, FATE_GONE},       /* unknown guild */
    {10007, FATE_GONE},       /* unknown member */
    {10008, FATE_GONE},       /* unknown message */
    {10011, FATE_GONE},       /* unknown role */
    {10013, FATE_GONE},       /* unknown user */
    {10015, FATE_EXPIRED},    /* unknown webhook: the interaction's token */
    {10062, FATE_EXPIRED},    /* unknown interaction */
    {10063, FATE_GONE},       /* unknown command */
    {20009, FATE_CLOSED},     /* explicit content to this person */
    {30003, FATE_FULL},       /* pins */
    {30005, FATE_FULL},       /* roles */
    {30010, FATE_FULL},       /* reactions */
    {30013, FATE_FULL},       /* channels */
    {30032, FATE_FULL},       /* commands */
    {30033, FATE_FULL},       /* people in a thread */
    {30034, FATE_FULL},       /* commands made in a day */
    {30046, FATE_OLD},        /* edits of old messages */
    {30060, FATE_FULL},       /* overwrites */
    {40002, FATE_FORBIDDEN},  /* the bot's account must be verified */
    {40003, FATE_PACED},      /* direct channels opened too fast */
    {40004, FATE_DOWN},       /* sending is disabled for a while */
    {40007, FATE_FORBIDDEN},  /* banned from the guild */
    {40060, FATE_ANSWERED},   /* answered before */
    {40094, FATE_FULL},       /* follow-ups */
    {50001, FATE_FORBIDDEN},  /* missing access */
    {50007, FATE_CLOSED},     /* no direct messages */
    {50013, FATE_FORBIDDEN},  /* missing permission */
    {50027, FATE_EXPIRED},    /* the interaction's token is over */
    {50033, FATE_CLOSED},     /* a bot cannot be written to */
    {50083, FATE_ARCHIVED},   /* thread archived */
    {50278, FATE_CLOSED},     /* no guild in common */
    {60003, FATE_FORBIDDEN},  /* second factor of the owner */
    {90001, FATE_FORBIDDEN},  /* reaction blocked */
    {130000, FATE_DOWN},      /* overloaded */
    {160002, FATE_FORBIDDEN}, /* replying needs the history */
    {160004, FATE_FULL},      /* one thread a message */
    {160005, FATE_FORBIDDEN}, /* thread locked */
    {160006, FATE_FULL},      /* threads in the guild */
    {200000, FATE_WORDS},     /* AutoMod */
    {200001, FATE_WORDS},     /* AutoMod, in a title */
    {240000, FATE_WORDS},     /* a link that is filtered */
};

enum { FATE_DEPTH_MAX = 12, FATE_ERRORS_MAX = 8, FATE_PATH_BYTES = 160, FATE_CODE_MAX = 9999999 };

bool discord_fate_is_own(const char *route)
{
    return strncmp(route, "/interactions/", 14) == 0 || strncmp(route, "/webhooks/", 10) == 0;
}

int discord_fate_code(const cJSON *json)
{
    const cJSON *code = cJSON_GetObjectItemCaseSensitive(json, "code");
    if (!cJSON_IsNumber(code) || !(code->valuedouble >= 0 && code->valuedouble <= FATE_CODE_MAX)) {
        return 0;
    }
    return (int)code->valuedouble;
}

/* Limits of a place (slow mode, writes to a channel or server, a resource): whatever the status, it
 * is only to be waited for. */
static bool fate_is_pace(int status, const cJSON *json)
{
    static const int codes[] = {20016, 20028, 20029, 40062};
    int code = discord_fate_code(json);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (codes[i] == code) {
            return status >= 400 && status < 500;
        }
    }
    return false;
}

static enum discord_try fate_answered(const struct net_answer *answer, const char *route,
                                      const cJSON *json)
{
    int status = answer->status;
    if (fate_is_pace(status, json)) {
        return TRY_LIMITED;
    }
    if (status == 429) {
        return cJSON_IsObject(json) ? TRY_LIMITED : TRY_BLOCKED;
    }
    if (status == 502 || status == 503) {
        return TRY_UNHEARD;
    }
    if (status >= 500 || status < 200) {
        return TRY_UNKNOWN;
    }
    if (status == 401 && !discord_fate_is_own(route) &&
        discord_fate_of(status, discord_fate_code(json)) == FATE_TOKEN) {
        return TRY_UNTRUSTED;
    }
    if (status < 300 && answer->body_len > 0 && json == NULL) {
        return TRY_UNKNOWN; /* it was heard, but what it says is lost */
    }
    return TRY_OVER;
}

enum discord_try discord_fate_try(const struct net_answer *answer, const char *route,
                                  const cJSON *json)
{
    switch (answer->end) {
    case NET_ANSWERED:
        return fate_answered(answer, route, json);
    case NET_UNREACHED:
        return TRY_UNHEARD;
    case NET_UNKNOWN:
    case NET_TOO_LONG:
        break;
    }
    return TRY_UNKNOWN;
}

enum discord_fate discord_fate_of(int status, int code)
{
    for (size_t i = 0; i < sizeof fate_rows / sizeof fate_rows[0]; i++) {
        if (fate_rows[i].code == code) {
            return fate_rows[i].fate;
        }
    }
    switch (status) {
    case 401:
        return FATE_TOKEN;
    case 403:
        return FATE_FORBIDDEN;
    case 404:
        return FATE_GONE;
    case 408:
    case 425:
        return FATE_DOWN;
    default:
        return status >= 500 ? FATE_DOWN : FATE_BAD;
    }
}

struct fate_walk {
    struct buf *out;
    unsigned count;
    char path[FATE_PATH_BYTES];
};

static void fate_walk_codes(struct fate_walk *walk, const cJSON *list)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, list)
    {
        const cJSON *code = cJSON_GetObjectItemCaseSensitive(one, "code");
        if (!cJSON_IsString(code) || walk->count >= FATE_ERRORS_MAX) {
            continue;
        }
        walk->count++;
        if (walk->out->len > 0) {
            buf_text(walk->out, ", ");
        }
        buf_text(walk->out, walk->path);
        buf_text(walk->out, ": ");
        size_t len = strlen(code->valuestring);
        buf_add(walk->out, code->valuestring, len < 64 ? len : 64);
    }
}

/* Depth first; deeper than any body of ours goes is left out. */
static void fate_walk_tree(struct fate_walk *walk, const cJSON *tree, unsigned depth)
{
    size_t here = strlen(walk->path);
    const cJSON *member = NULL;
    cJSON_ArrayForEach(member, tree)
    {
        const char *name = member->string != NULL ? member->string : "";
        if (strcmp(name, "_errors") == 0) {
            fate_walk_codes(walk, member);
            continue;
        }
        size_t len = strlen(name);
        if (depth >= FATE_DEPTH_MAX || here + len + 2 > sizeof walk->path) {
            continue;
        }
        size_t at = here;
        if (at > 0) {
            walk->path[at++] = '.';
        }
        memcpy(walk->path + at, name, len + 1);
        fate_walk_tree(walk, member, depth + 1);
        walk->path[here] = '\0';
    }
}

void discord_fate_errors(const cJSON *json, struct buf *out)
{
    struct fate_walk walk = {.out = out};
    const cJSON *errors = cJSON_GetObjectItemCaseSensitive(json, "errors");
    if (cJSON_IsObject(errors)) {
        fate_walk_tree(&walk, errors, 0);
    }
}

const char *discord_fate_name(enum discord_fate fate)
{
    static const char *const names[] = {
        [FATE_DONE] = "done",         [FATE_UNKNOWN] = "unknown",   [FATE_LATE] = "late",
        [FATE_REPLACED] = "replaced", [FATE_DOWN] = "down",         [FATE_GONE] = "gone",
        [FATE_CLOSED] = "closed",     [FATE_PACED] = "paced",       [FATE_FORBIDDEN] = "forbidden",
        [FATE_EXPIRED] = "expired",   [FATE_ANSWERED] = "answered", [FATE_ARCHIVED] = "archived",
        [FATE_OLD] = "old",           [FATE_WORDS] = "words",       [FATE_FULL] = "full",
        [FATE_BAD] = "bad",           [FATE_TOKEN] = "token",
    };
    return names[fate];
}
