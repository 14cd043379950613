/* A language file in memory. It is read line by line into entries; every mistake is collected with
 * its line, and only a file without any becomes a catalogue. Entries are sorted by key, so that two
 * reads of one file are equal, and found by the hash of their key: every word of a document is one
 * look-up or more. */
#include "catalogue_private.h"

#include "buf.h"
#include "fnv.h"

#include <assert.h>
#include <string.h>

#include <utf8proc.h>

enum { CATALOGUE_PLACES = CATALOGUE_ENTRIES_MAX * 2 };

static_assert(CATALOGUE_ENTRIES_MAX < UINT16_MAX, "a place holds the number of an entry");

/* Where an entry is found. */
struct catalogue_slot {
    uint16_t entry; /* its number and 1, or 0 */
    uint16_t hash;  /* the upper half of its key's hash: most others are told apart by it */
};

struct catalogue {
    struct arena *arena; /* owns everything, this too */
    const char *language;
    size_t count;
    size_t missing;                /* of them, those that its base had to lend */
    struct entry *entries;         /* by key */
    struct catalogue_slot *places; /* by hash, then the next that is free */
    const struct catalogue *words; /* the same for who has no buttons */
};

struct catalogue_reader {
    struct catalogue *catalogue;
    struct buf mistakes;
    unsigned mistake_count;
    unsigned line;
    const char *text;
    size_t len;
    size_t at;
};

static void catalogue_mistake(struct catalogue_reader *reader, unsigned line, const char *what,
                              const char *which)
{
    reader->mistake_count++;
    if (reader->mistakes.full) {
        return;
    }
    struct buf one;
    buf_init(&one, FAULT_TEXT_BYTES);
    buf_text(&one, reader->mistakes.len > 0 ? "; line " : "line ");
    buf_number(&one, line);
    buf_text(&one, ": ");
    buf_text(&one, what);
    if (which != NULL) {
        buf_text(&one, ": ");
        buf_text(&one, which);
    }
    buf_add(&reader->mistakes, one.text, one.len);
    buf_deinit(&one);
}

/* Is it UTF-8 without control characters other than line ends? */
static bool catalogue_is_text(const char *text, size_t len)
{
    size_t at = 0;
    while (at < len) {
        utf8proc_int32_t code = 0;
        utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)text + at,
                                                 (utf8proc_ssize_t)(len - at), &code);
        if (size <= 0 || code < ' ' || code == 0x7f) {
            return false;
        }
        at += (size_t)size;
    }
    return true;
}

/* The next line without its end and the blanks before that; false at the end of the file. */
static bool catalogue_line(struct catalogue_reader *reader, const char **line_r, size_t *len_r)
{
    if (reader->at >= reader->len) {
        return false;
    }
    const char *line = reader->text + reader->at;
    size_t left = reader->len - reader->at;
    const char *end = memchr(line, '\n', left);
    size_t len = end != NULL ? (size_t)(end - line) : left;
    reader->at += len + 1;
    reader->line++;
    while (len > 0 && (line[len - 1] == ' ' || line[len - 1] == '\r')) {
        len--;
    }
    *line_r = line;
    *len_r = len;
    return true;
}

/* The sentence that begins at text and goes on in the lines after it that begin with a blank. */
static const char *catalogue_sentence(struct catalogue_reader *reader, const char *text, size_t len)
{
    struct buf sentence;
    buf_init(&sentence, CATALOGUE_SENTENCE_MAX);
    buf_add(&sentence, text, len);
    const char *line = NULL;
    size_t line_len = 0;
    while (reader->at < reader->len && reader->text[reader->at] == ' ' &&
           catalogue_line(reader, &line, &line_len)) {
        size_t margin = strspn(line, " ");
        if (margin < line_len) {
            buf_text(&sentence, sentence.len > 0 ? " " : "");
            buf_add(&sentence, line + margin, line_len - margin);
        }
    }
    const char *whole = NULL;
    if (!sentence.full && catalogue_is_text(sentence.text, sentence.len)) {
        size_t quoted =
            sentence.len >= 2 && sentence.text[0] == '"' && sentence.text[sentence.len - 1] == '"';
        whole =
            arena_text(reader->catalogue->arena, sentence.text + quoted, sentence.len - 2 * quoted);
    }
    buf_deinit(&sentence);
    return whole;
}

static void catalogue_add(struct catalogue_reader *reader, const char *key, const char *sentence,
                          unsigned line)
{
    struct catalogue *catalogue = reader->catalogue;
    const char *mistake = NULL;
    struct piece *pieces = sentence_parse(catalogue->arena, sentence, &mistake);
    if (pieces == NULL) {
        catalogue_mistake(reader, line, mistake, key);
    } else if (catalogue->count == CATALOGUE_ENTRIES_MAX) {
        catalogue_mistake(reader, line, "too many entries", NULL);
    } else {
        catalogue->entries[catalogue->count++] =
            (struct entry){.key = key, .sentence = sentence, .pieces = pieces, .line = line};
    }
}

/* One line "key = sentence" with what continues it. */
static void catalogue_read_entry(struct catalogue_reader *reader, const char *line, size_t len)
{
    unsigned number = reader->line;
    size_t key_len = strspn(line, "abcdefghijklmnopqrstuvwxyz0123456789_.-");
    size_t equals = key_len + strspn(line + key_len, " ");
    bool fine = key_len > 0 && key_len <= CATALOGUE_KEY_MAX && equals < len && line[equals] == '=';
    size_t start = fine ? equals + 1 + strspn(line + equals + 1, " ") : len;
    const char *sentence = catalogue_sentence(reader, line + (start < len ? start : len),
                                              start < len ? len - start : 0);
    if (!fine) {
        catalogue_mistake(reader, number, "not “key = sentence”", NULL);
        return;
    }
    const char *key = arena_text(reader->catalogue->arena, line, key_len);
    if (sentence == NULL) {
        catalogue_mistake(reader, number, "not UTF-8, or longer than 2,000 bytes", key);
    } else if (sentence[0] == '\0' && line[len - 1] != '"') {
        catalogue_mistake(reader, number, "has no words", key);
    } else {
        catalogue_add(reader, key, sentence, number);
    }
}

static void catalogue_read(struct catalogue_reader *reader)
{
    const char *line = NULL;
    size_t len = 0;
    while (catalogue_line(reader, &line, &len)) {
        if (len == 0 || line[0] == '#') {
            continue;
        }
        if (line[0] == ' ') {
            catalogue_mistake(reader, reader->line, "continues nothing", NULL);
            continue;
        }
        catalogue_read_entry(reader, line, len);
    }
}

static int catalogue_compare(const struct entry *a, const struct entry *b)
{
    int order = strcmp(a->key, b->key);
    return order != 0 ? order : a->line < b->line ? -1 : a->line > b->line;
}

static void catalogue_sink(struct entry *entries, size_t at, size_t count)
{
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && catalogue_compare(&entries[child], &entries[child + 1]) < 0) {
            child++;
        }
        if (catalogue_compare(&entries[at], &entries[child]) >= 0) {
            return;
        }
        struct entry kept = entries[at];
        entries[at] = entries[child];
        entries[child] = kept;
        at = child;
    }
}

/* A heap sort: no memory, no worst case. */
static void catalogue_sort(struct entry *entries, size_t count)
{
    for (size_t at = count / 2; at-- > 0;) {
        catalogue_sink(entries, at, count);
    }
    for (size_t end = count; end-- > 1;) {
        struct entry kept = entries[0];
        entries[0] = entries[end];
        entries[end] = kept;
        catalogue_sink(entries, 0, end);
    }
}

/* The place of a key, or the free one where it would be: half of all are free. *hash_r is what the
 * place would hold of its hash. */
static size_t catalogue_place(const struct catalogue *catalogue, const char *key, uint16_t *hash_r)
{
    uint32_t hash = fnv32(key, strlen(key));
    size_t place = hash % CATALOGUE_PLACES;
    while (catalogue->places[place].entry != 0 &&
           (catalogue->places[place].hash != (uint16_t)(hash >> 16) ||
            strcmp(catalogue->entries[catalogue->places[place].entry - 1].key, key) != 0)) {
        place = (place + 1) % CATALOGUE_PLACES;
    }
    *hash_r = (uint16_t)(hash >> 16);
    return place;
}

static void catalogue_index(struct catalogue *catalogue)
{
    for (size_t i = 0; i < catalogue->count; i++) {
        uint16_t hash = 0;
        size_t place = catalogue_place(catalogue, catalogue->entries[i].key, &hash);
        if (catalogue->places[place].entry == 0) {
            catalogue->places[place] = (struct catalogue_slot){(uint16_t)(i + 1), hash};
        }
    }
}

const struct entry *catalogue_find(const struct catalogue *catalogue, const char *key)
{
    uint16_t hash = 0;
    uint16_t entry = catalogue->places[catalogue_place(catalogue, key, &hash)].entry;
    return entry == 0 ? NULL : &catalogue->entries[entry - 1];
}

/* The same entries, with what "KEY.typed" says under KEY, where there is such an entry. */
static const struct catalogue *catalogue_make_words(const struct catalogue *catalogue)
{
    static const char suffix[] = ".typed";
    struct catalogue *words = arena_take(catalogue->arena, sizeof *words);
    *words = *catalogue;
    words->entries = arena_take(catalogue->arena, catalogue->count * sizeof *words->entries);
    memcpy(words->entries, catalogue->entries, catalogue->count * sizeof *words->entries);
    for (size_t i = 0; i < catalogue->count; i++) {
        const char *key = catalogue->entries[i].key;
        size_t len = strlen(key);
        if (len < sizeof suffix || strcmp(key + len - (sizeof suffix - 1), suffix) != 0) {
            continue;
        }
        const char *plain = arena_text(catalogue->arena, key, len - (sizeof suffix - 1));
        const struct entry *entry = catalogue_find(catalogue, plain);
        if (entry != NULL) {
            struct entry *said = &words->entries[entry - catalogue->entries];
            said->sentence = catalogue->entries[i].sentence;
            said->pieces = catalogue->entries[i].pieces;
        }
    }
    words->words = words;
    return words;
}

const struct catalogue *catalogue_in_words(const struct catalogue *catalogue)
{
    return catalogue->words;
}

/* Entries that a sentence shows inside itself must be there. */
static void catalogue_check_pieces(struct catalogue_reader *reader, const struct entry *entry,
                                   const struct piece *piece)
{
    for (; piece != NULL; piece = piece->next) {
        if (piece->format == FORMAT_ENTRY &&
            catalogue_find(reader->catalogue, piece->key) == NULL) {
            catalogue_mistake(reader, entry->line, "there is no entry", piece->key);
        }
        for (const struct branch *branch = piece->branches; branch != NULL; branch = branch->next) {
            /* NOLINTNEXTLINE(misc-no-recursion): as deep as the sentence, which is bounded */
            catalogue_check_pieces(reader, entry, branch->pieces);
        }
    }
}

/* What only the whole file can show: keys given twice, entries that are missing, the language. */
static void catalogue_check(struct catalogue_reader *reader)
{
    struct catalogue *catalogue = reader->catalogue;
    for (size_t i = 0; i < catalogue->count; i++) {
        const struct entry *entry = &catalogue->entries[i];
        if (i > 0 && strcmp(entry[-1].key, entry->key) == 0) {
            catalogue_mistake(reader, entry->line, "this key was there before", entry->key);
        }
        catalogue_check_pieces(reader, entry, entry->pieces);
    }
    const struct entry *language = catalogue_find(catalogue, "language");
    if (language == NULL) {
        catalogue_mistake(reader, 1, "no entry “language = TAG”", NULL);
    } else if (!plural_knows(language->sentence)) {
        catalogue_mistake(reader, language->line, "no plural rules for", language->sentence);
    } else {
        catalogue->language = language->sentence;
    }
}

static bool catalogue_has(const struct catalogue *catalogue, const char *key)
{
    uint16_t hash = 0;
    return catalogue->places[catalogue_place(catalogue, key, &hash)].entry != 0;
}

/* Is this said otherwise without a file of its own having it: a name, or how a sentence that is
 * there is put where there are no buttons? */
static bool catalogue_is_own(const struct catalogue *catalogue, const char *key)
{
    static const char suffix[] = ".typed";
    char plain[CATALOGUE_KEY_MAX + 1];
    size_t len = strlen(key);
    if (strcmp(key, "language.name") == 0) {
        return true;
    }
    if (len < sizeof suffix || strcmp(key + len - (sizeof suffix - 1), suffix) != 0) {
        return false;
    }
    len -= sizeof suffix - 1;
    memcpy(plain, key, len);
    plain[len] = '\0';
    return catalogue_has(catalogue, plain);
}

/* Takes what the file lacks from the base. */
static void catalogue_lend(struct catalogue_reader *reader, const struct catalogue *base)
{
    struct catalogue *catalogue = reader->catalogue;
    size_t own = catalogue->count;
    for (size_t i = 0; i < base->count; i++) {
        const struct entry *entry = &base->entries[i];
        if (catalogue_has(catalogue, entry->key) || catalogue_is_own(catalogue, entry->key)) {
            continue;
        }
        if (catalogue->count == CATALOGUE_ENTRIES_MAX) {
            catalogue_mistake(reader, 1, "too many entries", NULL);
            break;
        }
        catalogue->entries[catalogue->count] = *entry;
        catalogue->entries[catalogue->count++].line = 0;
    }
    catalogue->missing = catalogue->count - own;
    memset(catalogue->places, 0, CATALOGUE_PLACES * sizeof *catalogue->places);
    catalogue_sort(catalogue->entries, catalogue->count);
    catalogue_index(catalogue);
}

struct catalogue *catalogue_new(const char *text, size_t len, struct fault *fault)
{
    return catalogue_new_over(text, len, NULL, fault);
}

struct catalogue *catalogue_new_over(const char *text, size_t len, const struct catalogue *base,
                                     struct fault *fault)
{
    if (len > CATALOGUE_BYTES_MAX) {
        fault_set(fault, FAULT_CONFIG, "line 1: a language file of over 512 KiB");
        return NULL;
    }
    struct arena *arena = arena_new();
    struct catalogue *catalogue = arena_take(arena, sizeof *catalogue);
    catalogue->arena = arena;
    catalogue->entries = arena_take(arena, CATALOGUE_ENTRIES_MAX * sizeof *catalogue->entries);
    catalogue->places = arena_take(arena, CATALOGUE_PLACES * sizeof *catalogue->places);
    /* the copy ends with a zero, so that the reader may look ahead */
    struct catalogue_reader reader = {
        .catalogue = catalogue, .text = arena_text(arena, text, len), .len = len};
    buf_init(&reader.mistakes, FAULT_TEXT_BYTES - 24);
    catalogue_read(&reader);
    catalogue_sort(catalogue->entries, catalogue->count);
    catalogue_index(catalogue);
    if (base != NULL) {
        catalogue_lend(&reader, base);
    }
    catalogue_check(&reader);
    if (reader.mistake_count > 0) {
        fault_set(fault, FAULT_CONFIG, "%s%s", reader.mistakes.text,
                  reader.mistakes.full ? "; and more" : "");
        catalogue_free(&catalogue);
    } else {
        catalogue->words = catalogue_make_words(catalogue);
    }
    buf_deinit(&reader.mistakes);
    return catalogue;
}

void catalogue_free(struct catalogue **catalogue)
{
    if (*catalogue != NULL) {
        struct arena *arena = (*catalogue)->arena;
        *catalogue = NULL;
        arena_free(&arena);
    }
}

size_t catalogue_missing(const struct catalogue *catalogue)
{
    return catalogue->missing;
}

const char *catalogue_language(const struct catalogue *catalogue)
{
    return catalogue->language;
}

const char *catalogue_entry(const struct catalogue *catalogue, const char *key)
{
    const struct entry *entry = catalogue_find(catalogue, key);
    return entry != NULL ? entry->sentence : NULL;
}

const char *catalogue_key(const struct catalogue *catalogue, size_t n)
{
    return n < catalogue->count ? catalogue->entries[n].key : NULL;
}

const char *catalogue_word(const struct catalogue *catalogue, const char *a, const char *b,
                           const char *c)
{
    const char *const parts[] = {a, b, c};
    char key[CATALOGUE_KEY_MAX + 1];
    size_t len = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        size_t part = parts[i] == NULL ? 0 : strlen(parts[i]);
        if (len + 1 + part > CATALOGUE_KEY_MAX) {
            return NULL;
        }
        if (parts[i] == NULL) {
            continue;
        }
        if (len > 0) {
            key[len++] = '.';
        }
        memcpy(key + len, parts[i], part);
        len += part;
    }
    key[len] = '\0';
    return catalogue_entry(catalogue, key);
}

const char *catalogue_term(const struct catalogue *catalogue, const char *term)
{
    const char *word = catalogue_word(catalogue, "term", term, NULL);
    return word != NULL ? word : term;
}

const char *catalogue_symbol(const struct catalogue *catalogue, const char *term)
{
    return catalogue_word(catalogue, "symbol", term, NULL);
}
