/* What may come back of a request: the first byte says how it ends, the next two the status, then
 * headers, a line each until an empty one, then the body. The same answer is given until the
 * request has ended, with a minute between, so that every way of trying again is walked. */
#include "discord_rest.h"
#include "fault.h"
#include "fuzz_wire.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FUZZ_HEADERS_MAX = 16, FUZZ_REQUESTS = 3 };

static unsigned ended;

static void fuzz_done(void *context, const struct answer *answer)
{
    (void)context;
    assert(strstr(answer->why, "secret") == NULL);
    assert(answer->retry_ms >= 0 && answer->took_ms >= 0);
    ended++;
}

static void fuzz_refused(void *context, const struct fault *fault)
{
    (void)context;
    (void)fault;
}

static size_t fuzz_headers(char **at, char *end, struct net_header *headers)
{
    size_t count = 0;
    while (*at < end && **at != '\n') {
        char *line = *at;
        char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop != NULL ? stop : end;
        *stop = '\0';
        char *colon = strchr(line, ':');
        if (colon != NULL && count < FUZZ_HEADERS_MAX) {
            *colon = '\0';
            headers[count++] = (struct net_header){line, colon + 1};
        }
        *at = stop < end ? stop + 1 : end;
    }
    *at = *at < end ? *at + 1 : end;
    return count;
}

static void fuzz_ask(struct discord_rest *rest, unsigned which)
{
    static const char *const routes[FUZZ_REQUESTS] = {
        "/channels/{}/messages", "/interactions/{}/{}/callback", "/channels/{}/threads"};
    struct discord_request request = {.method = "POST",
                                      .route = routes[which],
                                      .major = "1",
                                      .path = "/x/secret",
                                      .json = "{}",
                                      .priority = which == 1 ? REST_ANSWER : REST_GAME,
                                      .repeat = which == 0 ? REPEAT_NONCE : REPEAT_NEVER};
    discord_rest_start(rest, &request, fuzz_done, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_wire fuzz;
    struct net_header headers[FUZZ_HEADERS_MAX];
    if (size < 3) {
        return 0;
    }
    char *text = malloc(size + 1);
    if (text == NULL) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    char *at = text + 3;
    struct net_answer answer = {.end = (enum net_end)(data[0] % 4),
                                .status = (data[1] * 256 + data[2]) % 600,
                                .headers = headers,
                                .why = ""};
    answer.header_count = fuzz_headers(&at, text + size, headers);
    answer.body = at;
    answer.body_len = (size_t)(text + size - at);
    fuzz_wire_init(&fuzz);
    struct discord_rest *rest =
        discord_rest_new(&(struct discord_rest_setup){.wire = &fuzz.wire,
                                                      .api_base = "https://d",
                                                      .token = "secret",
                                                      .agent = "a",
                                                      .refused = fuzz_refused});
    ended = 0;
    for (unsigned i = 0; i < FUZZ_REQUESTS; i++) {
        fuzz_ask(rest, i);
    }
    for (unsigned i = 0; i < 40 && ended < FUZZ_REQUESTS; i++) {
        while (fuzz_wire_answer(&fuzz, &answer)) {
        }
        fuzz_wire_run(&fuzz, 2000);
    }
    fuzz_wire_run(&fuzz, 120000);
    assert(ended == FUZZ_REQUESTS);
    discord_rest_free(&rest);
    free(text);
    return 0;
}
