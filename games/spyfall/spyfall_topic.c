/* Two questions are near when the words that tell what they are about are mostly the same: rare
 * ones, and those that "[*?]" calls the same. A word that it has under a topic speaks for that. */
#include "spyfall_topic.h"

#include <string.h>

#include "spyfall_ear.h"

enum {
    TOPIC_COUNTS = 4096, /* words are counted by these many remainders */
    TOPIC_RARE = 9,      /* the weight of a word that is nowhere else */
    TOPIC_TELLS = 4,     /* from that weight on, a word tells what a question is about */
    TOPIC_NEAR = 75,     /* of a hundred: what near questions have in common of such words */
    TOPIC_TAGS_MAX = 160,
    TOPIC_SAME_MAX = 64,
    TOPIC_LITTLE_MAX = 8
};

/* The question that is asked, its words weighed. */
struct topic_asked {
    struct ear_words words;
    uint16_t count[TOPIC_COUNTS]; /* in how many lines of the book a word is */
    const char *tag[TOPIC_TAGS_MAX];
    int votes[TOPIC_TAGS_MAX]; /* what those of its words weigh that speak for the tag */
    int tags;
    int most;
    struct ear_words same[TOPIC_SAME_MAX]; /* words that mean the same */
    int sames;
    struct ear_words little[TOPIC_LITTLE_MAX]; /* words that tell nothing, however rare */
    int littles;
};

static char topic_small(char letter)
{
    return (char)(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
}

/* How long the beginning is that a text starts with, of a list "how many, how much"; 0: none. */
static size_t topic_begins(const char *list, const char *text)
{
    size_t longest = 0;
    while (*list != '\0') {
        size_t len = strcspn(list, ",");
        size_t same = 0;
        while (same < len && topic_small(text[same]) == list[same]) {
            same++;
        }
        bool whole = same == len && !ear_is_word((unsigned char)text[len]);
        longest = whole && len > longest ? len : longest;
        list += len;
        list += strspn(list, ", ");
    }
    return longest;
}

static bool topic_is_form(const struct player_line *line)
{
    return line->tag != NULL && strncmp(line->tag, "as_", 3) == 0;
}

const char *topic_form(const struct player_book *book, const char *question)
{
    const struct player_entry *forms = ear_section(book, "*?");
    bool start = true;
    for (const char *at = question; forms != NULL && *at != '\0'; at++) {
        const char *form = NULL;
        size_t longest = 0;
        for (size_t i = 0; start && i < forms->line_count; i++) {
            const struct player_line *line = &forms->line[i];
            size_t len = topic_is_form(line) ? topic_begins(line->text, at) : 0;
            form = len > longest ? line->tag : form;
            longest = len > longest ? len : longest;
        }
        if (form != NULL) {
            return form;
        }
        start = !ear_is_word((unsigned char)*at);
    }
    return NULL;
}

static void topic_count(struct topic_asked *asked, const struct player_book *book)
{
    const char *last = "";
    for (size_t i = 0; i < book->count; i++) {
        bool group = ear_is_group(&book->entry[i]); /* its questions are those of "[*]" */
        for (size_t k = 0; !group && k < book->entry[i].line_count; k++) {
            struct ear_words words;
            const struct player_line *line = &book->entry[i].line[k];
            if (line->reply == NULL || line->text == last) {
                continue; /* further replies share their text */
            }
            last = line->text;
            ear_read(&words, line->text);
            for (int w = 0; w < words.count; w++) {
                asked->count[words.word[w] % TOPIC_COUNTS]++;
            }
        }
    }
}

static int topic_weight(const struct topic_asked *asked, uint32_t word)
{
    int weight = TOPIC_RARE;
    for (int i = 0; i < asked->littles; i++) {
        if (ear_has(&asked->little[i], word)) {
            return 1;
        }
    }
    for (unsigned count = asked->count[word % TOPIC_COUNTS]; count > 0; count >>= 1) {
        weight--;
    }
    return weight > 1 ? weight : 1;
}

static void topic_vote(struct topic_asked *asked, const struct player_line *line)
{
    struct ear_words words;
    int votes = 0;
    if (asked->tags == TOPIC_TAGS_MAX) {
        return;
    }
    ear_read(&words, line->text);
    for (int w = 0; w < asked->words.count; w++) {
        bool speaks = ear_has(&words, asked->words.word[w]);
        votes += speaks ? topic_weight(asked, asked->words.word[w]) : 0;
    }
    asked->tag[asked->tags] = line->tag;
    asked->votes[asked->tags++] = votes;
    asked->most = votes > asked->most ? votes : asked->most;
}

/* Reads "[*?]" but for its forms. */
static void topic_read(struct topic_asked *asked, const struct player_entry *heard)
{
    for (size_t i = 0; heard != NULL && i < heard->line_count; i++) {
        const struct player_line *line = &heard->line[i];
        if (line->tag == NULL || topic_is_form(line)) {
            continue;
        }
        if (strcmp(line->tag, "little") == 0) {
            if (asked->littles < TOPIC_LITTLE_MAX) {
                ear_read(&asked->little[asked->littles++], line->text);
            }
        } else if (strcmp(line->tag, "same") != 0) {
            topic_vote(asked, line);
        } else if (asked->sames < TOPIC_SAME_MAX) {
            ear_read(&asked->same[asked->sames++], line->text);
        }
    }
}

/* Is the word among them, or one that means the same? */
static bool topic_has(const struct topic_asked *asked, const struct ear_words *words, uint32_t word)
{
    bool has = ear_has(words, word);
    for (int i = 0; i < asked->sames && !has; i++) {
        for (int w = 0; w < words->count && !has && ear_has(&asked->same[i], word); w++) {
            has = ear_has(&asked->same[i], words->word[w]);
        }
    }
    return has;
}

/* What words tell: all of it, and what of it others tell too. */
static int topic_told(const struct topic_asked *asked, const struct ear_words *words,
                      const struct ear_words *others, int *common)
{
    int all = 0;
    for (int i = 0; i < words->count; i++) {
        int weight = topic_weight(asked, words->word[i]);
        if (weight >= TOPIC_TELLS) {
            all += weight;
            *common += topic_has(asked, others, words->word[i]) ? weight : 0;
        }
    }
    return all;
}

/* In hundreds what two questions have in common of the words that tell; the rest is likeness. */
static int topic_likeness(const struct topic_asked *asked, const struct player_line *line)
{
    struct ear_words words;
    int common = 0;
    ear_read(&words, line->text);
    int all = topic_told(asked, &words, &asked->words, &common);
    all += topic_told(asked, &asked->words, &words, &common);
    int share = all == 0 ? 0 : 100 * common / all;
    return share < TOPIC_NEAR ? 0 : 100 * share + ear_likeness(&words, &asked->words);
}

static bool topic_same_form(const struct player_book *book, const char *form, const char *question)
{
    const char *other = topic_form(book, question);
    return form == NULL || (other != NULL && strcmp(form, other) == 0);
}

static void topic_hear(struct topic_asked *asked, const struct player_book *book,
                       const char *question)
{
    ear_read(&asked->words, question);
    topic_count(asked, book);
    topic_read(asked, ear_section(book, "*?"));
}

const char *topic_of(const struct player_book *book, const char *question, struct rng *rng)
{
    struct topic_asked asked = {.tags = 0};
    const char *topic = NULL;
    uint32_t fitting = 0;
    topic_hear(&asked, book, question);
    for (int i = 0; i < asked.tags && asked.most > 0; i++) {
        if (asked.votes[i] == asked.most && rng_below(rng, ++fitting) == 0) {
            topic = asked.tag[i];
        }
    }
    return topic;
}

const struct player_line *topic_nearest(const struct player_book *book,
                                        const struct player_entry *const *section, int sections,
                                        const struct said *said, const char *question)
{
    struct topic_asked asked = {.tags = 0};
    const struct player_line *nearest = NULL;
    const char *form = topic_form(book, question);
    int best = 0;
    topic_hear(&asked, book, question);
    for (int i = 0; i < sections; i++) {
        for (size_t k = 0; section[i] != NULL && k < section[i]->line_count; k++) {
            const struct player_line *line = &section[i]->line[k];
            if (line->reply == NULL) {
                continue;
            }
            int likeness = topic_likeness(&asked, line);
            if (likeness > best && topic_same_form(book, form, line->text) &&
                !said_has(said, line->reply)) {
                best = likeness;
                nearest = line;
            }
        }
    }
    return nearest;
}
