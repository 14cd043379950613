/* Words as hashes, and texts as sets of them. */
#include "spyfall_ear.h"

#include <assert.h>
#include <string.h>

enum { EAR_SURE = 60, EAR_TAGS_MAX = 32 };

static bool ear_is_word(unsigned char byte)
{
    return byte >= 0x80 || byte == '\'' || (byte >= '0' && byte <= '9') ||
           (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

/* FNV-1a over the word's bytes, capitals of ASCII as small letters. */
static uint32_t ear_hash(const char *word, size_t len)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < len; i++) {
        unsigned char byte = (unsigned char)word[i];
        byte = (unsigned char)(byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte);
        hash = (hash ^ byte) * 16777619u;
    }
    return hash;
}

static bool ear_has(const struct ear_words *words, uint32_t word)
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

int ear_fit(const struct player_entry *section, const struct ear_words *answer)
{
    int best = 0;
    for (size_t i = 0; section != NULL && i < section->line_count; i++) {
        struct ear_words reply;
        if (section->line[i].reply == NULL) {
            continue;
        }
        ear_read(&reply, section->line[i].reply);
        int likeness = ear_likeness(&reply, answer);
        best = likeness > best ? likeness : best;
    }
    return best;
}

/* For each tag, in how many of its lines each word of a question is. */
struct ear_tags {
    const char *tag[EAR_TAGS_MAX];
    int lines[EAR_TAGS_MAX];
    int hits[EAR_TAGS_MAX][EAR_WORDS_MAX];
    int count;
};

static int ear_tag(struct ear_tags *tags, const char *tag)
{
    for (int i = 0; i < tags->count; i++) {
        if (strcmp(tags->tag[i], tag) == 0) {
            return i;
        }
    }
    if (tags->count == EAR_TAGS_MAX) {
        return -1;
    }
    tags->tag[tags->count] = tag;
    return tags->count++;
}

static void ear_count(struct ear_tags *tags, const struct ear_words *asked,
                      const struct player_line *line)
{
    struct ear_words words;
    int tag = ear_tag(tags, line->tag);
    if (tag < 0) {
        return;
    }
    tags->lines[tag]++;
    for (int part = 0; part < 2; part++) {
        const char *text = part == 0 ? line->text : line->reply;
        ear_read(&words, text != NULL ? text : "");
        for (int i = 0; i < asked->count; i++) {
            tags->hits[tag][i] += ear_has(&words, asked->word[i]);
        }
    }
}

/* A word says something about a tag when it is in its lines more often than in all others'. */
static int ear_tag_score(const struct ear_tags *tags, int tag, const struct ear_words *asked)
{
    int score = 0;
    for (int i = 0; i < asked->count; i++) {
        int all = 0;
        for (int other = 0; other < tags->count; other++) {
            all += tags->hits[other][i];
        }
        int share = all > 0 ? 100 * tags->hits[tag][i] / all : 0;
        score += share > 30 ? share : 0;
    }
    return score;
}

const char *ear_topic(const struct player_book *book, const char *question)
{
    struct ear_tags tags = {.count = 0};
    struct ear_words asked;
    const char *topic = NULL;
    int best = EAR_SURE - 1;
    ear_read(&asked, question);
    for (size_t i = 0; book != NULL && i < book->count; i++) {
        for (size_t k = 0; k < book->entry[i].line_count; k++) {
            const struct player_line *line = &book->entry[i].line[k];
            struct ear_words words;
            if (line->tag == NULL) {
                continue;
            }
            ear_read(&words, line->text);
            int likeness = ear_likeness(&words, &asked);
            if (likeness > best) {
                best = likeness;
                topic = line->tag;
            }
            ear_count(&tags, &asked, line);
        }
    }
    best = 0;
    for (int tag = 0; topic == NULL && tag < tags.count; tag++) {
        if (ear_tag_score(&tags, tag, &asked) > best) {
            best = ear_tag_score(&tags, tag, &asked);
        }
    }
    for (int tag = 0; topic == NULL && best > 0 && tag < tags.count; tag++) {
        topic = ear_tag_score(&tags, tag, &asked) == best ? tags.tag[tag] : NULL;
    }
    return topic;
}
