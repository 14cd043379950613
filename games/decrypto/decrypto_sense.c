/* Words of three letters and more that are not in every sentence say something; two texts that
 * share one have something to do with each other. */
#include "decrypto_sense.h"

#include <string.h>

enum {
    SENSE_WORD_MIN = 3,
    SENSE_EMPTY_MAX = 5, /* no empty word is that long */
    SENSE_SHARED_MAX = 4 /* more words in common say no more */
};

static inline unsigned char lower(char letter)
{
    unsigned char byte = (unsigned char)letter;
    return byte >= 'A' && byte <= 'Z' ? (unsigned char)(byte + 32) : byte;
}

static bool same(const char *one, const char *other)
{
    while (*one != '\0' && lower(*one) == lower(*other)) {
        one++;
        other++;
    }
    return *one == '\0' && *other == '\0';
}

static inline bool is_word_byte(char letter)
{
    unsigned char byte = lower(letter);
    return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte >= 0x80;
}

/* The next word at or after *text, which moves behind it; its length, 0 for none. */
static size_t next_word(const char **text, const char **word_r)
{
    while (**text != '\0' && !is_word_byte(**text)) {
        (*text)++;
    }
    *word_r = *text;
    while (is_word_byte(**text)) {
        (*text)++;
    }
    return (size_t)(*text - *word_r);
}

static bool same_word(const char *one, size_t len, const char *other, size_t other_len)
{
    size_t least = len < other_len ? len : other_len;
    if (len > other_len + 1 || other_len > len + 1) {
        return false;
    }
    for (size_t i = 0; i < least; i++) {
        if (lower(one[i]) != lower(other[i])) {
            return false;
        }
    }
    /* "ray" and "rays" */
    return len == other_len || (len == other_len + 1 && lower(one[len - 1]) == 's') ||
           (other_len == len + 1 && lower(other[len]) == 's');
}

static bool says_something(const char *word, size_t len)
{
    static const char *const empty[] = {"the", "and", "for", "with", "from", "your", "you", "its",
                                        "not", "are", "has", "that", "this", "into", "out", "all",
                                        "one", "two", "can", "who",  "what", "when", "very"};
    for (size_t i = 0; len < SENSE_EMPTY_MAX && i < sizeof empty / sizeof empty[0]; i++) {
        if (len == strlen(empty[i]) && same_word(word, len, empty[i], len)) {
            return false;
        }
    }
    return len >= SENSE_WORD_MIN;
}

static bool has_word(const char *text, const char *word, size_t len)
{
    const char *one = NULL;
    size_t one_len = 0;
    while ((one_len = next_word(&text, &one)) > 0) {
        if (lower(*one) == lower(*word) && same_word(word, len, one, one_len)) {
            return true;
        }
    }
    return false;
}

static unsigned shared_words(const char *one, const char *other)
{
    unsigned shared = 0;
    const char *word = NULL;
    size_t len = 0;
    while ((len = next_word(&one, &word)) > 0) {
        shared += says_something(word, len) && has_word(other, word, len);
    }
    return shared;
}

bool sense_is_said(const struct player_line *line)
{
    return line->tag == NULL || strcmp(line->tag, "also") != 0;
}

int sense_entry(const struct player_book *book, const char *name)
{
    for (size_t i = 0; i < book->count; i++) {
        if (same(book->entry[i].name, name)) {
            return (int)i;
        }
    }
    return -1;
}

/* Half of the lines, by a sum over their letters. */
static bool has_read(int reader, const char *line)
{
    uint32_t sum = (uint32_t)(reader + 1) * 2654435761U;
    for (; reader >= 0 && *line != '\0'; line++) {
        sum = (sum ^ lower(*line)) * 16777619U;
    }
    return reader < 0 || (sum >> 16 & 1) != 0;
}

bool sense_has(const struct player_entry *entry, const char *clue, int reader)
{
    for (size_t i = 0; i < entry->line_count; i++) {
        if (same(entry->line[i].text, clue) && sense_is_said(&entry->line[i]) &&
            has_read(reader, entry->line[i].text)) {
            return true;
        }
    }
    return false;
}

bool sense_is_known(const struct player_book *book, const char *clue, int reader)
{
    for (size_t i = 0; i < book->count; i++) {
        if (sense_has(&book->entry[i], clue, reader)) {
            return true;
        }
    }
    return false;
}

/* How many lines that this reader knows have the word; counted as far as it matters. */
static unsigned lines_with(const struct player_entry *entry, const char *word, size_t len,
                           int reader)
{
    unsigned count = 0;
    for (size_t i = 0; i < entry->line_count && count < SENSE_SHARED_MAX; i++) {
        const char *line = entry->line[i].text;
        bool read = reader == SENSE_ALL || sense_is_said(&entry->line[i]);
        count += read && has_word(line, word, len) && has_read(reader, line);
    }
    return count;
}

float sense_fit(const struct player_entry *entry, const char *clue, int reader)
{
    if (sense_has(entry, clue, reader)) {
        return 1.0F;
    }
    unsigned shared = shared_words(clue, entry->name) * 2;
    const char *word = NULL;
    size_t len = 0;
    while (shared < SENSE_SHARED_MAX && (len = next_word(&clue, &word)) > 0) {
        if (says_something(word, len)) {
            shared += lines_with(entry, word, len, reader);
        }
    }
    return 0.15F * (float)(shared < SENSE_SHARED_MAX ? shared : SENSE_SHARED_MAX);
}
