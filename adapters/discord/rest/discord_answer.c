/* Discord's error codes come before the HTTP status, which varies for the same code. */
#include "discord_answer.h"
#include "json_at.h"

#include <string.h>

struct status_row {
    int code;
    enum answer_status status;
};

static const struct status_row status_rows[] = {
    {10003, ANSWER_GONE},       /* unknown channel */
    {10004, ANSWER_GONE},       /* unknown guild */
    {10007, ANSWER_GONE},       /* unknown member */
    {10008, ANSWER_GONE},       /* unknown message */
    {10011, ANSWER_GONE},       /* unknown role */
    {10013, ANSWER_GONE},       /* unknown user */
    {10015, ANSWER_EXPIRED},    /* unknown webhook: the interaction's token */
    {10062, ANSWER_EXPIRED},    /* unknown interaction */
    {10063, ANSWER_GONE},       /* unknown command */
    {10070, ANSWER_GONE},       /* unknown scheduled event */
    {20009, ANSWER_CLOSED},     /* explicit content to this person */
    {30003, ANSWER_FULL},       /* pins */
    {30005, ANSWER_FULL},       /* roles */
    {30010, ANSWER_FULL},       /* reactions */
    {30013, ANSWER_FULL},       /* channels */
    {30032, ANSWER_FULL},       /* commands */
    {30033, ANSWER_FULL},       /* people in a thread */
    {30034, ANSWER_FULL},       /* commands made in a day */
    {30038, ANSWER_FULL},       /* scheduled events that are not over */
    {30046, ANSWER_OLD},        /* edits of old messages */
    {30060, ANSWER_FULL},       /* overwrites */
    {40002, ANSWER_FORBIDDEN},  /* the bot's account must be verified */
    {40003, ANSWER_LIMITED},    /* direct channels opened too fast */
    {40004, ANSWER_DOWN},       /* sending is disabled for a while */
    {40007, ANSWER_FORBIDDEN},  /* banned from the guild */
    {40060, ANSWER_ANSWERED},   /* answered before */
    {40094, ANSWER_FULL},       /* follow-ups */
    {50001, ANSWER_FORBIDDEN},  /* missing access */
    {50007, ANSWER_CLOSED},     /* no direct messages */
    {50013, ANSWER_FORBIDDEN},  /* missing permission */
    {50027, ANSWER_EXPIRED},    /* the interaction's token is over */
    {50033, ANSWER_CLOSED},     /* a bot cannot be written to */
    {50083, ANSWER_ARCHIVED},   /* thread archived */
    {50278, ANSWER_CLOSED},     /* no guild in common */
    {60003, ANSWER_FORBIDDEN},  /* second factor of the owner */
    {90001, ANSWER_FORBIDDEN},  /* reaction blocked */
    {130000, ANSWER_DOWN},      /* overloaded */
    {160002, ANSWER_FORBIDDEN}, /* replying needs the history */
    {160004, ANSWER_FULL},      /* one thread a message */
    {160005, ANSWER_FORBIDDEN}, /* thread locked */
    {160006, ANSWER_FULL},      /* threads in the guild */
    {180000, ANSWER_GONE},      /* the scheduled event is over */
    {200000, ANSWER_FILTERED},  /* AutoMod */
    {200001, ANSWER_FILTERED},  /* AutoMod, in a title */
    {240000, ANSWER_FILTERED},  /* a link that is filtered */
};

enum {
    STATUS_DEPTH_MAX = 12,
    STATUS_ERRORS_MAX = 8,
    STATUS_PATH_BYTES = 160,
    STATUS_CODE_MAX = 9999999
};

bool discord_answer_is_own(const char *route)
{
    return strncmp(route, "/interactions/", 14) == 0 || strncmp(route, "/webhooks/", 10) == 0;
}

int discord_answer_code(const cJSON *json)
{
    const cJSON *code = json_at(json, "code");
    if (!cJSON_IsNumber(code) ||
        !(code->valuedouble >= 0 && code->valuedouble <= STATUS_CODE_MAX)) {
        return 0;
    }
    return (int)code->valuedouble;
}

/* Limits of a channel or guild (slow mode, writes to a channel or server, a resource): whatever the
 * status, it is only to be waited for. */
static bool status_is_pace(int http, const cJSON *json)
{
    static const int codes[] = {20016, 20028, 20029, 40062};
    int code = discord_answer_code(json);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (codes[i] == code) {
            return http >= 400 && http < 500;
        }
    }
    return false;
}

/* Of a 429 that Discord itself says, and who stands in front of it does not; its body may be
 * broken, or cut. */
static bool status_is_discords(const struct net_answer *answer)
{
    return net_answer_header(answer, "x-ratelimit-scope") != NULL ||
           net_answer_header(answer, "x-ratelimit-bucket") != NULL ||
           net_answer_header(answer, "x-ratelimit-global") != NULL;
}

static enum answer_try status_answered(const struct net_answer *answer, const char *route,
                                       const cJSON *json)
{
    int http = answer->status;
    if (status_is_pace(http, json)) {
        return TRY_LIMITED;
    }
    if (http == 429) {
        return cJSON_IsObject(json) || status_is_discords(answer) ? TRY_LIMITED : TRY_BLOCKED;
    }
    if (http == 502 || http == 503) {
        return TRY_NOT_SENT;
    }
    if (http >= 500 || http < 200) {
        return TRY_AMBIGUOUS;
    }
    if (http == 401 && !discord_answer_is_own(route) &&
        discord_answer_status(http, discord_answer_code(json)) == ANSWER_UNAUTHORIZED) {
        return TRY_UNAUTHORIZED;
    }
    if (http < 300 && answer->body_len > 0 && json == NULL) {
        return TRY_AMBIGUOUS; /* it was received, but what it says is lost */
    }
    return TRY_FINAL;
}

enum answer_try discord_answer_try(const struct net_answer *answer, const char *route,
                                   const cJSON *json)
{
    switch (answer->end) {
    case NET_ANSWERED:
        return status_answered(answer, route, json);
    case NET_UNREACHED:
        return TRY_NOT_SENT;
    case NET_UNKNOWN:
        /* a 429 alone has a scope: it was cut, and nothing was done */
        return net_answer_header(answer, "x-ratelimit-scope") != NULL ? TRY_LIMITED : TRY_AMBIGUOUS;
    case NET_TOO_LONG:
        break;
    }
    return TRY_AMBIGUOUS;
}

enum answer_status discord_answer_status(int http, int code)
{
    for (size_t i = 0; i < sizeof status_rows / sizeof status_rows[0]; i++) {
        if (status_rows[i].code == code) {
            return status_rows[i].status;
        }
    }
    switch (http) {
    case 401:
        return ANSWER_UNAUTHORIZED;
    case 403:
        return ANSWER_FORBIDDEN;
    case 404:
        return ANSWER_GONE;
    case 408:
    case 425:
        return ANSWER_DOWN;
    default:
        return http >= 500 ? ANSWER_DOWN : ANSWER_BAD;
    }
}

struct status_walk {
    struct buf *out;
    unsigned count;
    char path[STATUS_PATH_BYTES];
};

static void status_walk_codes(struct status_walk *walk, const cJSON *list)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, list)
    {
        const cJSON *code = json_at(one, "code");
        if (!cJSON_IsString(code) || walk->count >= STATUS_ERRORS_MAX) {
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
static void status_walk_tree(struct status_walk *walk, const cJSON *tree, unsigned depth)
{
    size_t here = strlen(walk->path);
    const cJSON *member = NULL;
    cJSON_ArrayForEach(member, tree)
    {
        const char *name = member->string != NULL ? member->string : "";
        if (strcmp(name, "_errors") == 0) {
            status_walk_codes(walk, member);
            continue;
        }
        size_t len = strlen(name);
        if (depth >= STATUS_DEPTH_MAX || here + len + 2 > sizeof walk->path) {
            continue;
        }
        size_t at = here;
        if (at > 0) {
            walk->path[at++] = '.';
        }
        memcpy(walk->path + at, name, len + 1);
        status_walk_tree(walk, member, depth + 1);
        walk->path[here] = '\0';
    }
}

void discord_answer_errors(const cJSON *json, struct buf *out)
{
    struct status_walk walk = {.out = out};
    const cJSON *errors = json_at(json, "errors");
    if (cJSON_IsObject(errors)) {
        status_walk_tree(&walk, errors, 0);
    }
}
