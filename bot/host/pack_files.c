/* NAME.txt is a pack, NAME.book.txt the book beside it. */
#include "pack_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book.h"
#include "embed_packs.h"
#include "embedded.h"
#include "pack.h"

static const char pack_files_book[] = ".book.txt";

/* How long the name of a book is without what is behind it; 0 for what is no book. */
static size_t pack_files_stem(const char *name)
{
    size_t len = strlen(name);
    size_t ending = sizeof pack_files_book - 1;
    return len > ending && strcmp(name + len - ending, pack_files_book) == 0 ? len - ending : 0;
}

/* The pack that a book stands beside; NULL when there is none, or it has mistakes of its own. */
static struct pack *pack_files_beside(const char *name, size_t stem)
{
    char other[128];
    struct fault fault;
    snprintf(other, sizeof other, "%.*s.txt", (int)stem, name);
    const struct embedded_file *file = embedded_find(packs, packs_count, other);
    return file == NULL ? NULL : pack_new((const char *)file->bytes, file->size, NULL, &fault);
}

static void pack_files_check_book(const struct embedded_file *file, size_t stem,
                                  struct mistakes *mistakes)
{
    struct pack *pack = pack_files_beside(file->name, stem);
    if (pack == NULL) {
        mistakes_add(mistakes, 0, "stands beside no pack that could be read");
    }
    book_check((const char *)file->bytes, file->size, pack, mistakes);
    pack_free(&pack);
}

size_t pack_files_check(struct buf *told)
{
    for (size_t i = 0; i < packs_count; i++) {
        const struct embedded_file *file = &packs[i];
        struct mistakes *mistakes = mistakes_new();
        size_t stem = pack_files_stem(file->name);
        if (stem > 0) {
            pack_files_check_book(file, stem, mistakes);
        } else {
            pack_check((const char *)file->bytes, file->size, mistakes);
        }
        mistakes_write(mistakes, file->name, told);
        free(mistakes);
    }
    return packs_count;
}
