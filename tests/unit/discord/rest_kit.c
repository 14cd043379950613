#include "rest_kit.h"

#include <string.h>

#include <check.h>

#include "fault.h"
#include "print.h"

struct hand_wire *hand;
struct discord_rest *rest;
struct ended ended[ENDED_MAX];
unsigned ended_count;
unsigned refused_count;

void rest_done(void *context, const struct answer *answer)
{
    ck_assert_uint_lt(ended_count, ENDED_MAX);
    struct ended *one = &ended[ended_count++];
    *one = (struct ended){.name = (uintptr_t)context,
                          .status = answer->status,
                          .http = answer->http,
                          .code = answer->code,
                          .retry_ms = answer->retry_ms,
                          .has_id = cJSON_GetObjectItemCaseSensitive(answer->json, "id") != NULL};
    struct buf why;
    buf_init(&why, sizeof one->why - 1);
    buf_text(&why, answer->why);
    memcpy(one->why, why.text, why.len + 1);
    buf_deinit(&why);
}

void rest_refused(void *context, const struct fault *fault)
{
    (void)context;
    ck_assert_int_eq(fault->code, FAULT_CONFIG);
    ck_assert_ptr_null(strstr(fault->text, TOKEN));
    refused_count++;
}

void rest_set_up(void)
{
    rest_set_up_of(0);
}

void rest_set_up_of(unsigned parts)
{
    hand = hand_wire_new();
    ended_count = 0;
    refused_count = 0;
    rest = discord_rest_new(&(struct discord_rest_setup){.wire = &hand->wire,
                                                         .api_base = "https://discord.test/",
                                                         .token = TOKEN,
                                                         .agent = "DiscordBot (x, 1)",
                                                         .parts = parts,
                                                         .refused = rest_refused});
}

void rest_tear_down(void)
{
    discord_rest_free(&rest);
    for (unsigned i = 0; i < HAND_TIMERS_MAX; i++) {
        ck_assert(!hand->timers[i].used);
    }
    hand_wire_free(&hand);
}

struct discord_request request(const char *method, const char *route, const char *major)
{
    return (struct discord_request){.method = method,
                                    .route = route,
                                    .major = major,
                                    .path = "/somewhere",
                                    .json = "{}",
                                    .priority = REST_GAME,
                                    .repeat = REPEAT_SAFE};
}

uint64_t ask(uintptr_t name, const struct discord_request *asked)
{
    return discord_rest_start(rest, asked, rest_done,
                              (void *)name); /* NOLINT(performance-no-int-to-ptr): a number */
}

void post(uintptr_t name, const char *channel)
{
    struct discord_request asked = request("POST", "/channels/{}/messages", channel);
    asked.repeat = REPEAT_NONCE;
    ask(name, &asked);
}

void edit(uintptr_t name, const char *channel)
{
    struct discord_request asked = request("PATCH", "/channels/{}/messages/{}", channel);
    asked.priority = REST_COSMETIC;
    ask(name, &asked);
}

void callback(uintptr_t name)
{
    struct discord_request asked = request("POST", "/interactions/{}/{}/callback", NULL);
    asked.priority = REST_ANSWER;
    asked.repeat = REPEAT_NEVER;
    ask(name, &asked);
}

void fine(unsigned skip, const char *headers)
{
    hand_answer(hand_call(hand, skip), 200, headers, "{\"id\":\"1\"}");
}

const struct ended *last(void)
{
    ck_assert_uint_gt(ended_count, 0);
    return &ended[ended_count - 1];
}
