/* Words as hashes, texts as sets of them, and which sections of the book go with what was said. */
#include "spyfall_ear.h"

#include <assert.h>
#include <string.h>

enum { EAR_WORD_BYTES = 5 }; /* of a longer word the beginning is heard: "smell", "smells" */

bool ear_is_word(unsigned char byte)
{
    return byte >= 0x80 || byte == '\'' || (byte >= '0' && byte <= '9') ||
           (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

/* FNV-1a over the word's first bytes, capitals of ASCII as small letters. */
static uint32_t ear_hash(const char *word, size_t len)
{
    uint32_t hash = 2166136261u;
    len = len > EAR_WORD_BYTES ? EAR_WORD_BYTES : len;
    for (size_t i = 0; i < len; i++) {
        unsigned char byte = (unsigned char)word[i];
        byte = (unsigned char)(byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte);
        hash = (hash ^ byte) * 16777619u;
    }
    return hash;
}

bool ear_has(const struct ear_words *words, uint32_t word)
{
    for (int i = 0; i < words->count; i++) {
        if (words->word[i] == word) {
            return true;
        }
    }
    return false;
}

void ear_read(struct ear_words *words, const char *text)
{
    words->count = 0;
    while (*text != '\0' && words->count < EAR_WORDS_MAX) {
        size_t len = 0;
        while (ear_is_word((unsigned char)text[len])) {
            len++;
        }
        uint32_t word = ear_hash(text, len);
        if (len > 0 && !ear_has(words, word)) {
            words->word[words->count++] = word;
        }
        text += len > 0 ? len : 1;
    }
}

int ear_likeness(const struct ear_words *a, const struct ear_words *b)
{
    int common = 0;
    for (int i = 0; i < a->count; i++) {
        common += ear_has(b, a->word[i]);
    }
    int all = a->count + b->count - common;
    assert(common <= all);
    return all == 0 ? 0 : EAR_LIKENESS_ALL * common / all;
}

const struct player_entry *ear_section(const struct player_book *book, const char *name)
{
    for (size_t i = 0; book != NULL && i < book->count; i++) {
        if (strcmp(book->entry[i].name, name) == 0) {
            return &book->entry[i];
        }
    }
    return NULL;
}

bool ear_is_group(const struct player_entry *section)
{
    return section->name[0] == '*' && section->name[1] >= 'a' && section->name[1] <= 'z';
}

bool ear_lists(const struct player_entry *section, const char *name)
{
    size_t len = strlen(name);
    for (size_t i = 0; i < section->line_count; i++) {
        const struct player_line *line = &section->line[i];
        const char *at = line->tag != NULL && strcmp(line->tag, "is") == 0 ? line->text : "";
        for (; *at != '\0'; at += strcspn(at, ", "), at += strspn(at, ", ")) {
            if (strcspn(at, ", ") == len && strncmp(at, name, len) == 0) {
                return true;
            }
        }
    }
    return false;
}

bool ear_belongs(const struct player_entry *place, const struct player_entry *group)
{
    return ear_lists(place, group->name + 1);
}

/* What of a line is an answer: its reply, else its text; NULL for "is:". */
static const char *ear_said_of(const struct player_line *line)
{
    bool is = line->tag != NULL && strcmp(line->tag, "is") == 0;
    return line->reply != NULL ? line->reply : is ? NULL : line->text;
}

/* How like an answer is to the section's one that is most like it. */
static int ear_section_fit(const struct player_entry *section, const struct ear_heard *heard)
{
    int best = 0;
    for (size_t i = 0; i < section->line_count; i++) {
        struct ear_words reply;
        const char *text = ear_said_of(&section->line[i]);
        if (text == NULL) {
            continue;
        }
        if (heard->exact) {
            best = strcmp(text, heard->text) == 0 ? EAR_LIKENESS_ALL : best;
            continue;
        }
        ear_read(&reply, text);
        int likeness = ear_likeness(&reply, &heard->words);
        best = likeness > best ? likeness : best;
    }
    return best;
}

/* Is it a line of the book, to the letter? */
static bool ear_is_exact(const struct player_book *book, const char *text)
{
    for (size_t i = 0; i < book->count; i++) {
        for (size_t k = 0; k < book->entry[i].line_count; k++) {
            const struct player_line *line = &book->entry[i].line[k];
            const char *said = line->reply != NULL ? line->reply : line->text;
            if (strcmp(said, text) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Is it one of the section's lines, to the letter? */
static bool ear_has_line(const struct player_entry *section, const char *text)
{
    for (size_t i = 0; section != NULL && i < section->line_count; i++) {
        if (strcmp(section->line[i].text, text) == 0) {
            return true;
        }
    }
    return false;
}

/* Is it one of those that turn questions away, of all or of a voice? */
static bool ear_turns_away(const struct player_book *book, const char *text)
{
    for (size_t i = 0; i < book->count; i++) {
        if (strncmp(book->entry[i].name, "*!", 2) == 0 && ear_has_line(&book->entry[i], text)) {
            return true;
        }
    }
    return false;
}

void ear_hear(struct ear_heard *heard, const struct player_book *book, const char *text)
{
    int group = 0;
    *heard = (struct ear_heard){.text = text};
    if (book == NULL) {
        return;
    }
    heard->exact = ear_is_exact(book, text);
    ear_read(&heard->words, text);
    for (size_t i = 0; i < book->count && group < EAR_GROUPS_MAX; i++) {
        if (ear_is_group(&book->entry[i])) {
            heard->group[group++] = (uint8_t)ear_section_fit(&book->entry[i], heard);
        }
    }
    const struct player_entry *all = ear_section(book, "*");
    bool nothing = ear_turns_away(book, text) || ear_has_line(ear_section(book, "*~"), text);
    heard->everywhere = nothing ? EAR_LIKENESS_ALL : all != NULL ? ear_section_fit(all, heard) : 0;
}

int ear_fit(const struct player_book *book, const struct player_entry *place,
            const struct ear_heard *heard)
{
    int group = 0;
    int best = place == NULL ? 0 : ear_section_fit(place, heard);
    for (size_t i = 0; place != NULL && i < book->count && group < EAR_GROUPS_MAX; i++) {
        if (!ear_is_group(&book->entry[i])) {
            continue;
        }
        int fit = heard->group[group++];
        if (fit > best && ear_belongs(place, &book->entry[i])) {
            best = fit;
        }
    }
    return best;
}
