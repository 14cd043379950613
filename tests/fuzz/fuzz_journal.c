/* Journal lines: whatever the bytes, what is read is canonical (it prints as it was), and a table
 * that takes it can take it. The first byte chooses lobby or game. */
#include "fuzz_table.h"
#include "journal.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Every digest stands for itself. */
static const char *fuzz_find(const void *words, const char *digest, size_t *len_r)
{
    (void)words;
    *len_r = strlen(digest);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct table tables[2];
    static struct move move;
    static struct outcome out;
    static char line[JOURNAL_LINE_MAX];
    struct journal_words words;
    if (tables[0].id == 0) {
        fuzz_table(&tables[0], false);
        fuzz_table(&tables[1], true);
    }
    if (size == 0 || size >= sizeof line) {
        return 0;
    }
    const struct table *table = &tables[bytes[0] & 1];
    const char *text = (const char *)bytes + 1;
    if (!journal_parse(table, text, size - 1, fuzz_find, NULL, &move)) {
        return 0;
    }
    journal_words(&move, &words);
    for (size_t i = 0; i < words.count; i++) {
        assert(words.word[i].len == JOURNAL_DIGEST_BYTES * 2);
        memcpy(words.word[i].digest, words.word[i].text, words.word[i].len);
        words.word[i].digest[words.word[i].len] = '\0';
    }
    size_t len = journal_print(&move, table->step + 1, &words, line, sizeof line);
    assert(len == size - 1 && memcmp(line, text, len) == 0);
    struct table copy = *table;
    table_replay(&copy, &move, &out);
    return 0;
}
