/* Words are compared by their stems. A word weighs more the fewer entries have it, and less in a
 * phrase of many. What a clue has to do with a keyword:
 *   the words of the clue among those of the keyword's entry, more if the clue is one of its lines;
 *   how much the entry is like all the other entries that have these words. */
#include "decrypto_reader.h"

#include <assert.h>
#include <string.h>

#include "decrypto_sense.h"
#include "decrypto_stem.h"

enum {
    READER_WORDS_MAX = 224, /* of an entry that are looked at */
    READER_CLUE_MAX = 12,   /* words of a clue */
    READER_TABLE = 4096,    /* places for words that are counted */
    READER_ENTRIES_MAX = 4000
};

static_assert(READER_TABLE >
                  2 * (DECRYPTO_SLOTS * READER_WORDS_MAX + DECRYPTO_CLUES * READER_CLUE_MAX),
              "the table is never full");

/* A word, and how much it says: the shorter the phrase it stands in, the more. */
struct word {
    uint32_t hash;
    float weight;
};

struct words {
    size_t count;
    struct word word[READER_WORDS_MAX];
};

/* In how many entries each word stands that matters. */
struct counted {
    uint32_t hash; /* 0: a free place */
    uint16_t entries;
    uint16_t last; /* the entry that counted last */
    bool clue;     /* it is of a clue */
};

struct clue {
    size_t count;
    struct stem stem[READER_CLUE_MAX];
    float rare[READER_CLUE_MAX];     /* how much each word says */
    uint32_t other[READER_CLUE_MAX]; /* a word that is meant by one that no entry has; 0: none */
    uint32_t phrase;                 /* all of them in their order */
};

struct reading {
    const struct player_book *book;
    struct words own[DECRYPTO_SLOTS];
    struct clue clue[DECRYPTO_CLUES];
    struct counted counted[READER_TABLE];
    bool touched[READER_ENTRIES_MAX]; /* entries with words of a clue */
};

/* --- arithmetic --------------------------------------------------------------------------------
 */

static float root(float number)
{
    float guess = number > 1.0F ? number : 1.0F;
    for (int i = 0; i < 24; i++) {
        guess = (guess + number / guess) / 2.0F;
    }
    return guess;
}

/* The natural logarithm of a number from 1 on. */
static float logarithm(float number)
{
    float whole = 0.0F;
    while (number > 2.0F) {
        number /= 2.0F;
        whole += 0.693147F;
    }
    float part = (number - 1.0F) / (number + 1.0F);
    float square = part * part;
    return whole + 2.0F * part * (1.0F + square / 3.0F + square * square / 5.0F);
}

static uint32_t joined(uint32_t phrase, uint32_t hash)
{
    return (phrase * 31U + hash) * 2654435761U;
}

/* --- words -------------------------------------------------------------------------------------
 */

static void words_add(struct words *words, uint32_t hash, float weight)
{
    for (size_t i = 0; i < words->count; i++) {
        if (words->word[i].hash == hash) {
            words->word[i].weight = weight > words->word[i].weight ? weight : words->word[i].weight;
            return;
        }
    }
    if (words->count < READER_WORDS_MAX) {
        words->word[words->count++] = (struct word){hash, weight};
    }
}

static float words_weight(const struct words *words, uint32_t hash)
{
    for (size_t i = 0; i < words->count; i++) {
        if (words->word[i].hash == hash) {
            return words->word[i].weight;
        }
    }
    return 0.0F;
}

/* Adds a phrase; *text moves to its end, a comma where it is one of a list. */
static void words_add_phrase(struct words *words, const char **text, const char *until, float share)
{
    uint32_t hash[READER_CLUE_MAX];
    size_t count = 0;
    struct stem stem;
    while (stem_next(text, until, &stem)) {
        hash[count] = stem.hash;
        count += count + 1 < READER_CLUE_MAX;
    }
    for (size_t i = 0; i < count; i++) {
        words_add(words, hash[i], share / root((float)count));
    }
}

static void words_of(const struct player_entry *entry, struct words *words)
{
    const char *name = entry->name;
    words->count = 0;
    words_add_phrase(words, &name, NULL, 1.0F);
    for (size_t i = 0; i < entry->line_count; i++) {
        const char *text = entry->line[i].text;
        const char *until = sense_is_said(&entry->line[i]) ? NULL : ",";
        words_add_phrase(words, &text, until, 1.0F);
        while (*text == ',') {
            text++;
            words_add_phrase(words, &text, until, 1.0F);
        }
    }
}

/* Is the clue a line of the entry, or one of a list, but for forms of its words? */
static bool has_phrase(const struct player_entry *entry, uint32_t phrase)
{
    for (size_t i = 0; i < entry->line_count; i++) {
        const char *text = entry->line[i].text;
        const char *until = sense_is_said(&entry->line[i]) ? NULL : ",";
        bool more = true;
        while (more) {
            uint32_t hash = 0;
            struct stem stem;
            while (stem_next(&text, until, &stem)) {
                hash = joined(hash, stem.hash);
            }
            if (hash == phrase) {
                return true;
            }
            more = *text == ',' && until != NULL;
            text += more;
        }
    }
    return false;
}

static void clue_read(const char *text, struct clue *clue)
{
    memset(clue, 0, sizeof *clue);
    while (clue->count < READER_CLUE_MAX && stem_next(&text, NULL, &clue->stem[clue->count])) {
        clue->phrase = joined(clue->phrase, clue->stem[clue->count].hash);
        clue->count++;
    }
}

/* --- counting ----------------------------------------------------------------------------------
 */

static size_t entries_of(const struct reading *reading)
{
    size_t count = reading->book->count;
    return count < READER_ENTRIES_MAX ? count : READER_ENTRIES_MAX;
}

static struct counted *counted_at(struct reading *reading, uint32_t hash)
{
    size_t at = hash % READER_TABLE;
    while (reading->counted[at].hash != 0 && reading->counted[at].hash != hash) {
        at = (at + 1) % READER_TABLE;
    }
    return &reading->counted[at];
}

static void count_one(struct reading *reading, uint32_t hash, size_t entry)
{
    struct counted *counted = counted_at(reading, hash);
    if (counted->hash != 0 && counted->last != (uint16_t)(entry + 1)) {
        counted->entries++;
        counted->last = (uint16_t)(entry + 1);
    }
    reading->touched[entry] = reading->touched[entry] || (counted->hash != 0 && counted->clue);
}

/* In how many entries each word of the clues and of the own keywords stands. */
static void count_all(struct reading *reading)
{
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        for (size_t i = 0; i < reading->own[slot].count; i++) {
            uint32_t hash = reading->own[slot].word[i].hash;
            counted_at(reading, hash)->hash = hash;
        }
    }
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        for (size_t i = 0; i < reading->clue[place].count; i++) {
            uint32_t hash = reading->clue[place].stem[i].hash;
            struct counted *counted = counted_at(reading, hash);
            counted->hash = hash;
            counted->clue = true;
        }
    }
    for (size_t n = 0; n < entries_of(reading); n++) {
        const struct player_entry *entry = &reading->book->entry[n];
        const char *name = entry->name;
        struct stem stem;
        while (stem_next(&name, NULL, &stem)) {
            count_one(reading, stem.hash, n);
        }
        for (size_t i = 0; i < entry->line_count; i++) {
            const char *text = entry->line[i].text;
            while (stem_next(&text, NULL, &stem)) {
                count_one(reading, stem.hash, n);
            }
        }
    }
}

/* How much it says that two share this word. */
static float rare(struct reading *reading, uint32_t hash)
{
    const struct counted *counted = counted_at(reading, hash);
    float entries = counted->entries == 0 ? 1.0F : (float)counted->entries;
    return logarithm((float)reading->book->count / entries) + 0.3F;
}

/* Looks in a line for what an odd word may mean; true when it is one slip of the pen away, which
 * ends the search. A part of the odd word is kept until then. */
static bool mend_by(const char *text, const struct stem *odd, uint32_t *meant_r)
{
    struct stem stem;
    while (stem_next(&text, NULL, &stem)) {
        if (stem_is_near(odd, &stem)) {
            *meant_r = stem.hash;
            return true;
        }
        *meant_r = stem_has_part(odd, &stem) ? stem.hash : *meant_r;
    }
    return false;
}

/* A word of a clue that no entry has is mistyped, or made of others. */
static void mend_word(struct reading *reading, struct clue *clue, size_t at)
{
    bool near = false;
    for (size_t n = 0; n < entries_of(reading) && !near; n++) {
        const struct player_entry *entry = &reading->book->entry[n];
        for (size_t i = 0; i < entry->line_count && !near; i++) {
            near = mend_by(entry->line[i].text, &clue->stem[at], &clue->other[at]);
        }
    }
    if (clue->other[at] != 0) { /* which entries have it was not looked at */
        memset(reading->touched, true, sizeof reading->touched);
    }
}

static void weigh_words(struct reading *reading, struct clue *clue)
{
    for (size_t i = 0; i < clue->count; i++) {
        uint32_t hash = clue->stem[i].hash;
        if (counted_at(reading, hash)->entries == 0) {
            mend_word(reading, clue, i);
        }
        clue->rare[i] = clue->other[i] != 0 ? 3.0F : rare(reading, hash);
    }
}

/* --- what has to do with what ------------------------------------------------------------------
 */

static uint32_t meant(const struct clue *clue, size_t at)
{
    return clue->other[at] != 0 ? clue->other[at] : clue->stem[at].hash;
}

static float size_of(const struct words *words)
{
    float sum = 0.01F;
    for (size_t i = 0; i < words->count; i++) {
        sum += words->word[i].weight * words->word[i].weight;
    }
    return 4.5F * root(sum); /* 4.5: as much as a usual word says */
}

/* How alike two entries are, from 0 to about 1. */
static float likeness(struct reading *reading, const struct words *one, const struct words *other)
{
    float sum = 0.0F;
    for (size_t i = 0; i < one->count; i++) {
        float weight = words_weight(other, one->word[i].hash);
        if (weight > 0.0F) {
            float says = rare(reading, one->word[i].hash);
            sum += says * says * one->word[i].weight * weight;
        }
    }
    return sum / (size_of(one) * size_of(other));
}

/* Of all other entries that have words of a clue: how like each keyword they are. */
struct bridge {
    float like[DECRYPTO_SLOTS];
    float all[DECRYPTO_SLOTS];
};

static void bridge_entry(struct reading *reading, const struct reader_word *own, size_t n,
                         struct bridge bridge[DECRYPTO_CLUES])
{
    struct words words;
    float like[DECRYPTO_SLOTS] = {0};
    bool known = false;
    const struct player_entry *entry = &reading->book->entry[n];
    const char *text = entry->name;
    struct stem name = {.hash = 0};
    words_of(entry, &words);
    stem_next(&text, NULL, &name);
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        const struct clue *clue = &reading->clue[place];
        for (size_t i = 0; i < clue->count; i++) {
            float weight = words_weight(&words, meant(clue, i)) * clue->rare[i];
            weight *= meant(clue, i) == name.hash ? 3.0F : 1.0F;
            for (int slot = 0; weight > 0.0F && slot < DECRYPTO_SLOTS && !known; slot++) {
                like[slot] = likeness(reading, &reading->own[slot], &words);
            }
            known = known || weight > 0.0F;
            for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
                bool other = own[slot].entry != entry;
                bridge[place].like[slot] += other ? weight * like[slot] : 0.0F;
                bridge[place].all[slot] += other ? weight : 0.0F;
            }
        }
    }
}

static float shared(const struct reading *reading, const struct clue *clue, int slot)
{
    float sum = 0.0F;
    for (size_t i = 0; i < clue->count; i++) {
        sum += words_weight(&reading->own[slot], meant(clue, i)) * clue->rare[i];
    }
    return sum / 6.0F / root((float)(clue->count == 0 ? 1 : clue->count));
}

void reader_rate(const struct player_book *book, const struct reader_word own[DECRYPTO_SLOTS],
                 const char *const clue[DECRYPTO_CLUES], float rate[DECRYPTO_CLUES][DECRYPTO_SLOTS])
{
    struct reading reading = {.book = book};
    struct bridge bridge[DECRYPTO_CLUES] = {0};
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        words_of(own[slot].entry, &reading.own[slot]);
        for (size_t i = 0; i < own[slot].said_count; i++) {
            const char *said = own[slot].said[i];
            words_add_phrase(&reading.own[slot], &said, NULL, 0.5F);
        }
    }
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        clue_read(clue[place], &reading.clue[place]);
    }
    count_all(&reading);
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        weigh_words(&reading, &reading.clue[place]);
    }
    for (size_t n = 0; n < entries_of(&reading); n++) {
        if (reading.touched[n]) {
            bridge_entry(&reading, own, n, bridge);
        }
    }
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        const struct clue *one = &reading.clue[place];
        for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
            float all = bridge[place].all[slot];
            rate[place][slot] = shared(&reading, one, slot);
            rate[place][slot] +=
                one->count > 0 && has_phrase(own[slot].entry, one->phrase) ? 1.0F : 0.0F;
            rate[place][slot] += all > 0.0F ? 4.5F * bridge[place].like[slot] / all : 0.0F;
        }
    }
}
