/* What a gateway may say. Each line of the input is an act of the other side: "!" a minute passes,
 * "#CODE" it closes, "@JSON" it answers a request, "*BYTES" a packed message, anything else a text
 * message. Connections are opened and greeted by themselves. Nothing is asserted but what the code
 * asserts: it may leave, forget, wait and stop, and neither crash nor spin. */
#include "discord_gateway.h"
#include "discord_rest.h"
#include "fault.h"
#include "fuzz_wire.h"

#include <stdlib.h>
#include <string.h>

static struct discord_gateway *gateway;
static void *saves[64];
static size_t save_count;
static struct discord_dispatch_id pending[64];
static size_t pending_count;

static enum discord_kept fuzz_dispatch(void *context, const struct discord_dispatch *dispatch)
{
    (void)context;
    if (strcmp(dispatch->name, "REFUSE") == 0) {
        return DISPATCH_REFUSED;
    }
    if (strcmp(dispatch->name, "KEEP") == 0 && pending_count < 64) {
        pending[pending_count++] = dispatch->id;
        return DISPATCH_KEPT;
    }
    return DISPATCH_PASSED;
}

static void fuzz_ready(void *context, unsigned shard, const cJSON *ready)
{
    (void)context;
    (void)shard;
    (void)ready;
}

static void fuzz_save(void *context, const struct adapter_row *rows, size_t count, void *token)
{
    (void)context;
    (void)count;
    if (save_count < 64) {
        saves[save_count++] = token;
    }
    if (rows->len != strlen(rows->value)) {
        abort();
    }
}

static void fuzz_gone(void *context, const struct fault *fault)
{
    (void)context;
    (void)fault;
}

static void fuzz_settle(struct fuzz_wire *fuzz)
{
    struct fault full = {.code = FAULT_FULL};
    while (save_count > 0) {
        discord_gateway_saved(gateway, saves[--save_count], NULL);
    }
    while (pending_count > 0) {
        struct discord_dispatch_id id = pending[--pending_count];
        discord_gateway_stored(gateway, &id, id.sequence % 7 == 0 ? &full : NULL);
    }
    fuzz_wire_run(fuzz, 10);
}

static void fuzz_answer(struct fuzz_wire *fuzz, const char *text)
{
    struct net_answer answer = {
        .end = NET_ANSWERED, .status = 200, .body = text, .body_len = strlen(text), .why = ""};
    fuzz_wire_answer(fuzz, &answer);
}

static void fuzz_say(struct fuzz_wire *fuzz, const char *text, size_t len, bool binary)
{
    if (fuzz->socket_open) {
        fuzz->socket.received(fuzz->socket.context, text, len, binary);
    }
}

/* What a friendly server would have done by now. */
static void fuzz_help(struct fuzz_wire *fuzz)
{
    static const char bot[] =
        "{\"url\":\"wss://g\",\"shards\":1,\"session_start_limit\":{\"total\":"
        "1000,\"remaining\":999,\"reset_after\":1,\"max_concurrency\":1}}";
    fuzz_answer(fuzz, bot);
    fuzz_wire_run(fuzz, 10);
    if (fuzz->socket_leaves && fuzz->socket_open) {
        fuzz_wire_close(fuzz, 0);
    }
    fuzz_settle(fuzz);
}

static void fuzz_line(struct fuzz_wire *fuzz, char *line, size_t len)
{
    switch (line[0]) {
    case '!':
        fuzz_wire_run(fuzz, 60000);
        break;
    case '#':
        fuzz_wire_close(fuzz, (unsigned)(strtoul(line + 1, NULL, 10) % 5000));
        break;
    case '@':
        fuzz_answer(fuzz, line + 1);
        break;
    case '*':
        fuzz_say(fuzz, line + 1, len - 1, true);
        break;
    default:
        fuzz_say(fuzz, line, len, false);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_wire fuzz;
    char *text = malloc(size + 1);
    if (text == NULL || size == 0) {
        free(text);
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    save_count = 0;
    pending_count = 0;
    fuzz_wire_init(&fuzz);
    struct discord_rest *rest =
        discord_rest_new(&(struct discord_rest_setup){.wire = &fuzz.wire,
                                                      .api_base = "https://d",
                                                      .token = "t",
                                                      .agent = "a",
                                                      .refused = fuzz_gone});
    gateway = discord_gateway_new(&(struct discord_gateway_setup){
        .wire = &fuzz.wire,
        .rest = rest,
        .token = "t",
        .intents = 4609,
        .compression = text[0] == '*' ? COMPRESSION_ZLIB : COMPRESSION_NONE,
        .hooks = {
            .dispatch = fuzz_dispatch, .ready = fuzz_ready, .save = fuzz_save, .gone = fuzz_gone}});
    discord_gateway_restore(gateway, DISCORD_GATEWAY_KEY "shard/0", text, size);
    discord_gateway_restore(gateway, DISCORD_GATEWAY_KEY "budget", text, size);
    discord_gateway_start(gateway);
    for (char *line = text; line < text + size;) {
        char *end = memchr(line, '\n', (size_t)(text + size - line));
        end = end != NULL ? end : text + size;
        *end = '\0';
        fuzz_help(&fuzz);
        fuzz_line(&fuzz, line, (size_t)(end - line));
        fuzz_settle(&fuzz);
        line = end + 1;
    }
    discord_gateway_free(&gateway);
    discord_rest_free(&rest);
    free(text);
    return 0;
}
