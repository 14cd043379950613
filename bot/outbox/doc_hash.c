#include "doc_hash.h"

#include <string.h>

#include "doc_tiles.h"
#include "doc_walk.h"
#include "map.h"

struct hash {
    const uint64_t *key;
    const struct doc_people *people;
    uint64_t value;
};

static void hash_number(struct hash *hash, uint64_t number)
{
    hash->value = (hash->value ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    hash->value ^= hash->value >> 32;
}

static void hash_text(struct hash *hash, const char *text)
{
    hash_number(hash, text == NULL ? 0 : map_hash(hash->key, text, strlen(text)));
}

static void hash_run(struct hash *hash, const struct run *run)
{
    const char *account = NULL;
    uint64_t person = doc_people_at(hash->people, run, &account);
    hash_number(hash, (uint64_t)run->kind << 1 | run->people);
    hash_text(hash, run->text);
    if (run->kind == RUN_MENTION) {
        hash_number(hash, person);
        hash_text(hash, account);
    } else if (run->kind == RUN_TIME) {
        hash_number(hash, (uint64_t)run->time_ms);
    } else if (run->kind == RUN_ROOM) {
        hash_text(hash, run->room);
    }
}

static void hash_tiles(struct hash *hash, const struct tiles *tiles)
{
    hash_text(hash, tiles->title);
    hash_text(hash, tiles->act);
    hash_number(hash, (uint64_t)(uint32_t)tiles->free);
    for (const struct tile *tile = tiles->first; tile != NULL; tile = tile->next) {
        for (size_t i = 0; i < TILE_TEXTS; i++) {
            hash_text(hash, tile_text(tile, i));
        }
        hash_text(hash, doc_people_account(hash->people, tile));
        hash_number(hash, (uint64_t)(uint32_t)tile->number << 32 | (uint32_t)tile->count);
        hash_number(hash, (uint64_t)tile->house << 3 | (uint64_t)tile->ready << 2 |
                              (uint64_t)tile->host << 1 | (uint64_t)tile->dim);
    }
}

static void hash_block(struct hash *hash, const struct block *block, unsigned depth)
{
    hash_number(hash, (uint64_t)block->attached << 17 | (uint64_t)block->stops << 16 |
                          (uint64_t)block->kind << 8 | depth);
    hash_number(hash, (uint64_t)block->until_ms);
    hash_text(hash, block->svg);
    hash_text(hash, block->portrait);
    hash_text(hash, block->file);
    if (block->tiles != NULL) {
        hash_tiles(hash, block->tiles);
    }
    for (const struct run *run = block->runs; run != NULL; run = run->next) {
        hash_run(hash, run);
    }
}

static void hash_field(struct hash *hash, const struct field *field)
{
    hash_text(hash, field->name);
    hash_text(hash, field->label);
    hash_text(hash, field->value);
    hash_number(hash, (uint64_t)(uint32_t)field->about);
    hash_number(hash, (uint64_t)field->kind << 1 | field->optional);
    hash_number(hash, (uint64_t)(uint32_t)field->min << 32 | (uint32_t)field->max);
    for (const struct field_choice *choice = field->choices; choice != NULL;
         choice = choice->next) {
        hash_text(hash, choice->value);
        hash_text(hash, choice->label);
    }
}

static void hash_choice(struct hash *hash, const struct choice *choice)
{
    hash_text(hash, choice->label);
    hash_text(hash, choice->symbol);
    hash_text(hash, choice->control);
    hash_text(hash, choice->act);
    hash_text(hash, choice->value);
    hash_text(hash, choice->who);
    hash_number(hash, (uint64_t)choice->style << 2 | (uint64_t)choice->owed << 1 |
                          (uint64_t)choice->at_table);
    for (const struct field *field = choice->fields; field != NULL; field = field->next) {
        hash_field(hash, field);
    }
}

uint64_t doc_hash(const struct doc *doc, const struct doc_head *head,
                  const struct doc_people *people, const uint64_t key[2])
{
    struct hash hash = {.key = key, .people = people, .value = key[0]};
    struct doc_walk walk;
    hash_number(&hash, (uint64_t)head->kind << 32 | head->number);
    hash_number(&hash, head->table);
    hash_text(&hash, doc->game);
    hash_text(&hash, doc->phase);
    hash_text(&hash, doc->zone);
    hash_number(&hash, doc->plain);
    for (const struct block *block = doc_walk_first(&walk, doc->blocks); block != NULL;
         block = doc_walk_next(&walk)) {
        hash_block(&hash, block, walk.depth);
    }
    for (const struct choice *choice = doc->panel; choice != NULL; choice = choice->next) {
        hash_choice(&hash, choice);
    }
    return hash.value == 0 ? 1 : hash.value;
}
