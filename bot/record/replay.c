/* The moves of a journal, in their order, through table_replay(). */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "replay_past.h"

enum { SALT_HEX = CHAIN_SALT_BYTES * 2 };

void replay_init(struct replay *replay, struct table *table, const struct game_def *game,
                 unsigned rules_version)
{
    char header[CHAIN_HEADER_BYTES];
    /* the words' digests are hashes already: nobody chooses where they go */
    memset(&replay->words, 0, sizeof replay->words);
    replay->table = table;
    replay->lines = 0;
    replay->made = NULL;
    replay->bad[0] = '\0';
    chain_header(header, game->id, rules_version, table->id);
    chain_begin(&replay->chain, header);
    table->rules_version = (uint16_t)rules_version;
    replay->past = replay_past_new();
    replay_past_mark(replay->past, table);
    if (rules_version == 0 || rules_version > game->rules_version) {
        snprintf(replay->bad, sizeof replay->bad, "made by rules version %u, these are %u",
                 rules_version, game->rules_version);
    }
}

void replay_deinit(struct replay *replay)
{
    size_t at = 0;
    for (struct replay_word *word = NULL; (word = map_next(&replay->words, &at)) != NULL;) {
        free(word);
    }
    map_deinit(&replay->words);
    replay_past_free(&replay->past);
}

void replay_words(struct replay *replay, const struct store_row *row)
{
    char salt[SALT_HEX + 1];
    char digest[JOURNAL_DIGEST_BYTES * 2 + 1];
    if (row->text_len < SALT_HEX || map_get(&replay->words, row->key) != NULL) {
        return;
    }
    memcpy(salt, row->text, SALT_HEX);
    salt[SALT_HEX] = '\0';
    size_t len = row->text_len - SALT_HEX;
    chain_digest(salt, row->text + SALT_HEX, len, digest);
    if (strcmp(digest, row->key) != 0) {
        return;
    }
    struct replay_word *word = heap_allocate(sizeof *word + len + 1);
    memcpy(word->digest, digest, sizeof digest);
    memcpy(word->text, row->text + SALT_HEX, len);
    word->len = len;
    map_put(&replay->words, word->digest, word);
}

static const char *find_word(const void *words, const char *digest, size_t *len_r)
{
    const struct replay_word *word = map_get(words, digest);
    if (word == NULL) {
        return NULL;
    }
    *len_r = word->len;
    return word->text;
}

struct table *replay_table_at(struct replay *replay, uint32_t step)
{
    return replay_past_at(replay->past, step, find_word, &replay->words);
}

/* Makes the move, which may go back to what was before. */
static enum refusal replay_make(struct replay *replay)
{
    struct table *table = replay->table;
    bool goes_back = replay->move.row->apply == house_restore;
    struct table *then =
        goes_back ? replay_table_at(replay,
                                    (uint32_t)value_number_at(&replay->move.args, "to", UINT32_MAX))
                  : NULL;
    table->past = then;
    enum refusal refusal = table_replay(table, &replay->move, &replay->out);
    table->past = NULL;
    free(then);
    if (goes_back && refusal == REFUSAL_NONE) {
        replay_past_mark(replay->past, table);
    }
    return refusal;
}

void replay_line(struct replay *replay, const struct store_row *row)
{
    if (replay->bad[0] != '\0') {
        return;
    }
    chain_add(&replay->chain, row->text, row->text_len);
    const char *why = NULL;
    if (strcmp(replay->chain.last, row->extra) != 0) {
        why = "its hash does not follow from the lines before";
    } else if (!journal_parse(replay->table, row->text, row->text_len, find_word, &replay->words,
                              &replay->move)) {
        why = "it is not the next line of this table's journal";
    } else if (replay_make(replay) != REFUSAL_NONE) {
        why = refusal_name(replay->out.refusal);
    }
    if (why != NULL) {
        snprintf(replay->bad, sizeof replay->bad, "line %u: %s", replay->lines + 1, why);
        return;
    }
    replay_past_add(replay->past, row->text, row->text_len);
    replay->lines++;
    if (replay->made != NULL) {
        replay->made(replay->context, &replay->out);
    }
}
