/* What people type and press: whatever the bytes, a reading within its limits, and nothing changes.
 * The first byte chooses how it is heard: text in public, in private, a button, a slash command. */
#include "command.h"
#include "fuzz_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const char *fuzz_word(const void *catalogue, const char *key)
{
    static const char *const words[][2] = {
        {"say.means", "means|stands for|is the signal for"},
        {"say.is", "is|for"},
        {"say.kind.ends_punct", "ends with|ends in"},
        {"say.kind.word", "word|the word"},
        {"alias.verb.join", "mitmachen dabei"},
    };
    (void)catalogue;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(words[i][0], key) == 0) {
            return words[i][1];
        }
    }
    return NULL;
}

static uint64_t fuzz_person(const void *people, const char *account)
{
    (void)people;
    return account[0] == 'a' ? 102 : 0;
}

static void fuzz_read(const struct table *table, const struct inbound *inbound)
{
    static struct command command;
    static struct outcome out;
    struct command_table tables = {table, !inbound->private_room, false, 0};
    const struct command_words words = {
        .prefix = "!", .account = "@bot", .word = fuzz_word, .person = fuzz_person};
    const struct command_inbound asked = {inbound, 101, &tables, 1, &words};
    command_read(&asked, &command, &out);
    assert(!out.facts.full && !command.args.full);
    if (command.kind == COMMAND_MOVE) {
        assert(!command.move.args.full && command.move.row != NULL);
        table_would(table, &command.move);
    }
    assert((command.kind == COMMAND_REFUSED) == (out.refusal != REFUSAL_NONE));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct table tables[2];
    if (tables[0].id == 0) {
        fuzz_table(&tables[0], false);
        fuzz_table(&tables[1], true);
    }
    if (size == 0) {
        return 0;
    }
    char *text = malloc(size);
    assert(text != NULL);
    memcpy(text, bytes + 1, size - 1);
    text[size - 1] = '\0';
    struct inbound inbound = {.adapter = "web",
                              .event_id = "e",
                              .room = "den",
                              .account = "a",
                              .name = text,
                              .reply_seat = SEAT_NONE,
                              .private_room = (bytes[0] & 4) != 0,
                              .moderator = (bytes[0] & 8) != 0,
                              .text = text,
                              .control = text,
                              .command = text,
                              .mention_count = 1,
                              .mentions = {"a"}};
    static const enum inbound_kind kinds[] = {INBOUND_TEXT, INBOUND_PRESS, INBOUND_SLASH,
                                              INBOUND_TEXT};
    inbound.kind = kinds[bytes[0] & 3];
    struct table before = tables[bytes[0] >> 4 & 1];
    fuzz_read(&tables[bytes[0] >> 4 & 1], &inbound);
    assert(memcmp(&before, &tables[bytes[0] >> 4 & 1], sizeof before) == 0);
    free(text);
    return 0;
}
