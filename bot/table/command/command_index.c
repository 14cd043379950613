/* Which word names which verbs: the work of verbs_find for every verb there is, done once for a
 * language. Only exact words are in it. */
#include "command_index.h"

#include "arena.h"
#include "fnv.h"

#include <string.h>

enum { INDEX_HEADS = 1024, INDEX_WORDS_MAX = 2048 };

/* A word of a verb. Those with the same head follow each other in the order of their verbs. */
struct index_word {
    const char *folded;
    uint16_t verb; /* its place in the list */
    uint16_t next; /* the place of the next word and 1, or 0 */
};

struct command_index {
    struct arena *arena; /* owns everything, this too */
    struct verb_list list;
    size_t count;
    bool full;
    uint16_t head[INDEX_HEADS];
    struct index_word word[INDEX_WORDS_MAX];
};

static size_t index_head(const char *folded)
{
    uint32_t hash = fnv32(folded, strlen(folded));
    return (hash ^ hash >> 16) % INDEX_HEADS;
}

static void index_add(struct command_index *index, const char *folded, size_t verb)
{
    uint16_t *head = &index->head[index_head(folded)];
    for (uint16_t at = *head; at != 0; at = index->word[at - 1].next) {
        const struct index_word *word = &index->word[at - 1];
        if (word->verb == verb && strcmp(word->folded, folded) == 0) {
            return;
        }
    }
    if (index->count == INDEX_WORDS_MAX) {
        index->full = true;
        return;
    }
    index->word[index->count] =
        (struct index_word){.folded = arena_text(index->arena, folded, strlen(folded)),
                            .verb = (uint16_t)verb,
                            .next = *head};
    *head = (uint16_t)++index->count;
}

/* The words of a list that is separated by spaces. */
static void index_add_list(struct command_index *index, const char *list, size_t verb)
{
    struct span rest = span_trim(span_of(list));
    while (rest.len > 0) {
        struct span word = {rest.at, 0};
        char folded[FOLD_BYTES];
        while (word.len < rest.len && !span_is_blank(rest.at[word.len])) {
            word.len++;
        }
        rest = span_trim((struct span){rest.at + word.len, rest.len - word.len});
        if (span_fold(word, folded)) {
            index_add(index, folded, verb);
        }
    }
}

struct command_index *command_index_new(const struct command_words *words)
{
    const struct reading reading = {.words = words};
    struct arena *arena = arena_new();
    struct command_index *index = arena_take(arena, sizeof *index);
    index->arena = arena;
    verbs_all(&reading, &index->list);
    for (size_t verb = index->list.count; verb-- > 0;) { /* the last is the last of its head */
        const char *lists[VERB_WORDS_MAX] = {NULL};
        unsigned count = verbs_words(&reading, &index->list.verb[verb], lists);
        index_add(index, index->list.verb[verb].name, verb);
        for (unsigned i = 0; i < count; i++) {
            index_add_list(index, lists[i], verb);
        }
    }
    if (index->full || index->list.count == VERBS_MAX) {
        command_index_free(&index);
    }
    return index;
}

void command_index_free(struct command_index **index)
{
    if (*index != NULL) {
        struct arena *arena = (*index)->arena;
        *index = NULL;
        arena_free(&arena);
    }
}

/* Is each game that is played here one that the house has? Others are not in the index. */
static bool index_has_games(const struct reading *reading)
{
    for (size_t i = 0; i < reading->table_count; i++) {
        const struct game_def *const *game = games_known;
        const struct game_def *played = reading->tables[i].table->game;
        while (*game != NULL && *game != played) {
            game++;
        }
        if (*game == NULL && !played->gathers) {
            return false;
        }
    }
    return true;
}

/* Moves what was found of this game, and is not before from, to from; returns the place behind. */
static size_t hits_forward(struct verbs *verbs, size_t from, const struct game_def *game)
{
    for (size_t i = from; i < verbs->count; i++) {
        if (verbs->verb[i].game == game) {
            struct verb verb = verbs->verb[i];
            memmove(&verbs->verb[from + 1], &verbs->verb[from], (i - from) * sizeof verbs->verb[0]);
            verbs->verb[from++] = verb;
        }
    }
    return from;
}

bool command_index_find(const struct reading *reading, const char *folded, struct verbs *verbs)
{
    const struct command_index *index = reading->words->index;
    if (index == NULL || !index_has_games(reading)) {
        return false;
    }
    verbs->count = 0;
    verbs->exact = true;
    for (uint16_t at = index->head[index_head(folded)]; at != 0; at = index->word[at - 1].next) {
        const struct index_word *word = &index->word[at - 1];
        if (strcmp(word->folded, folded) != 0) {
            continue;
        }
        if (verbs->count == HITS_MAX) {
            return false;
        }
        verbs->verb[verbs->count++] = index->list.verb[word->verb];
    }
    size_t from = hits_forward(verbs, 0, NULL);
    for (size_t i = 0; i < reading->table_count; i++) {
        from = hits_forward(verbs, from, reading->tables[i].table->game);
    }
    return verbs->count > 0;
}
