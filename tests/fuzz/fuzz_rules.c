/* The headless runner on lines from bytes: every line gets one reply, which is JSON; a refused line
 * changes nothing that the next reply could show. */
#include "json_text.h"
#include "rules_run.h"

#include <assert.h>
#include <string.h>

enum { REPLY_MAX = 16 * 1024 * 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static char line[RULES_LINE_MAX + 1];
    struct rules_run *run = rules_run_new(game_find("interceptor"));
    struct buf reply;
    size_t at = 0;
    buf_init(&reply, REPLY_MAX);
    while (at < size) {
        const uint8_t *end = memchr(bytes + at, '\n', size - at);
        size_t len = end != NULL ? (size_t)(end - (bytes + at)) : size - at;
        if (len > RULES_LINE_MAX) {
            rules_run_too_long(run, &reply);
        } else {
            memcpy(line, bytes + at, len);
            line[len] = '\0';
            rules_run_line(run, line, len, &reply);
        }
        assert(reply.len > 0 && !reply.full);
        assert(json_text_problem(reply.text, reply.len) == NULL);
        at += len + 1;
    }
    buf_deinit(&reply);
    rules_run_free(&run);
    return 0;
}
