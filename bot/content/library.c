/* Files of packs and books. All of a folder are checked before any of them counts. */
#include "library.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "embed_packs.h"
#include "embedded.h"
#include "heap.h"
#include "missions.h"
#include "pack_lines.h"
#include "print.h"

enum { LIBRARY_PATH_BYTES = 4096 };

/* A pack by its file, with the book beside it. */
struct library_entry {
    const struct game_def *game;
    char name[LIBRARY_NAME_BYTES];
    const char *file; /* its name, for what is told */
    char *owned[3];   /* file, text and book_text of one's own; NULL: built in */
    const char *text; /* NULL: a book without its pack */
    size_t len;
    const char *book_text; /* NULL: no book */
    size_t book_len;
    struct book *book;
};

struct library_list {
    struct library_entry entry[LIBRARY_PACKS_MAX];
    size_t count;
};

struct library {
    struct library_list built_in;
    struct library_list own;
};

static void list_clear(struct library_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        for (int k = 0; k < 3; k++) {
            free(list->entry[i].owned[k]);
        }
        book_free(&list->entry[i].book);
    }
    memset(list, 0, sizeof *list);
}

/* The game that a file's name begins with ("decrypto-cats.txt"); *rest_r is what is behind "-". */
static const struct game_def *file_game(const char *file, const char **rest_r)
{
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        size_t len = strlen((*game)->id);
        if ((*game)->draw != NULL && strncmp(file, (*game)->id, len) == 0 && file[len] == '-') {
            *rest_r = file + len + 1;
            return *game;
        }
    }
    return NULL;
}

/* Takes "cats" out of "cats.txt" or "cats.book.txt". */
static bool file_name(const char *rest, char name[LIBRARY_NAME_BYTES], bool *book_r)
{
    size_t len = strspn(rest, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    *book_r = strcmp(rest + len, ".book.txt") == 0;
    if (len == 0 || len >= LIBRARY_NAME_BYTES || (!*book_r && strcmp(rest + len, ".txt") != 0)) {
        return false;
    }
    memcpy(name, rest, len);
    name[len] = '\0';
    return true;
}

/* Its place in the list; the list's count when it is not there. */
static size_t list_find(const struct library_list *list, const struct game_def *game,
                        const char *name)
{
    size_t at = 0;
    while (at < list->count &&
           (list->entry[at].game != game || strcmp(list->entry[at].name, name) != 0)) {
        at++;
    }
    return at;
}

/* The entry that a file belongs to, made when there is none. NULL, with why, for a file that
 * belongs to none. */
static struct library_entry *list_place(struct library_list *list, const char *file, bool *book_r,
                                        const char **why)
{
    char name[LIBRARY_NAME_BYTES];
    const char *rest = NULL;
    const struct game_def *game = file_game(file, &rest);
    if (game == NULL) {
        *why = "names no game that is played with words; call it like decrypto-cats.txt";
        return NULL;
    }
    if (!file_name(rest, name, book_r)) {
        *why = "names no pack; after the game it wants small letters, digits, - or _, 24 at most";
        return NULL;
    }
    size_t at = list_find(list, game, name);
    if (at == LIBRARY_PACKS_MAX) {
        *why = "is one pack too many; there may be 256";
        return NULL;
    }
    if (at == list->count) {
        list->count++;
        list->entry[at].game = game;
        memcpy(list->entry[at].name, name, sizeof name);
    }
    return &list->entry[at];
}

struct library *library_new(void)
{
    struct library *library = heap_allocate(sizeof *library);
    for (size_t i = 0; i < packs_count; i++) {
        bool book = false;
        const char *why = NULL;
        struct fault fault;
        const char *file = strrchr(packs[i].name, '/') + 1; /* "decrypto/packs/decrypto-en.txt" */
        struct library_entry *entry = list_place(&library->built_in, file, &book, &why);
        if (entry == NULL) {
            continue; /* of a game that this program was built without */
        }
        if (book) {
            entry->book_text = (const char *)packs[i].bytes;
            entry->book_len = packs[i].size;
            entry->book = book_new(entry->book_text, entry->book_len, &fault);
        } else {
            entry->file = file;
            entry->text = (const char *)packs[i].bytes;
            entry->len = packs[i].size;
        }
    }
    return library;
}

void library_free(struct library **library)
{
    if (*library != NULL) {
        list_clear(&(*library)->built_in);
        list_clear(&(*library)->own);
        free(*library);
        *library = NULL;
    }
}

/* Tells the mistakes of words; the pack, when there are none. */
static struct pack *check_words(const struct library_entry *entry, struct mistakes *mistakes)
{
    struct fault fault;
    if (!pack_check(entry->text, entry->len, mistakes)) {
        return NULL;
    }
    return pack_trusted(entry->text, entry->len, NULL, &fault);
}

/* Tells the mistakes of a pack and of its book. */
static void check_entry(const struct library_entry *entry, const char *folder, struct buf *told)
{
    char file[LIBRARY_PATH_BYTES];
    struct pack *pack = NULL;
    struct mistakes *mistakes = mistakes_new();
    snprintf(file, sizeof file, "%s%s%s-%s.txt", folder, folder[0] == '\0' ? "" : "/",
             entry->game->id, entry->name);
    if (entry->text != NULL) {
        if (entry->game->entry_problem != NULL) {
            free(missions_line(entry->game, entry->text, entry->len, mistakes));
        } else {
            pack = check_words(entry, mistakes);
        }
        mistakes_write(mistakes, file, told);
    }
    if (entry->book_text != NULL) {
        memset(mistakes, 0, sizeof *mistakes);
        snprintf(file, sizeof file, "%s%s%s-%s.book.txt", folder, folder[0] == '\0' ? "" : "/",
                 entry->game->id, entry->name);
        if (entry->text == NULL) {
            mistakes_add(mistakes, 0, "there is no pack beside this book; write %s-%s.txt",
                         entry->game->id, entry->name);
        }
        book_check(entry->book_text, entry->book_len, pack, mistakes);
        mistakes_write(mistakes, file, told);
    }
    pack_free(&pack);
    free(mistakes);
}

size_t library_check_built_in(struct buf *told)
{
    struct library *library = library_new();
    for (size_t i = 0; i < library->built_in.count; i++) {
        check_entry(&library->built_in.entry[i], "", told);
    }
    library_free(&library);
    return packs_count;
}

/* The whole text of a file, NULL with errno; free() it. */
static char *read_file(const char *path, size_t *len_r)
{
    struct stat status;
    FILE *file = NULL;
    if (stat(path, &status) != 0) {
        return NULL;
    }
    if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)) {
        errno = ENODEV; /* reading it would wait for ever */
        return NULL;
    }
    file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    char *text = heap_allocate(PACK_TEXT_MAX + 2);
    *len_r = fread(text, 1, PACK_TEXT_MAX + 1, file);
    bool bad = ferror(file) != 0;
    fclose(file);
    if (bad) {
        free(text);
        return NULL;
    }
    return heap_grow(text, *len_r + 1, 1);
}

/* Takes one file of a folder into the list, and tells when it cannot. */
static void read_into(struct library_list *list, const char *folder, const char *file,
                      struct buf *told)
{
    char path[LIBRARY_PATH_BYTES];
    const char *why = NULL;
    bool is_book = false;
    struct fault fault;
    size_t len = 0;
    struct library_entry *entry = list_place(list, file, &is_book, &why);
    int written = snprintf(path, sizeof path, "%s/%s", folder, file);
    if (entry == NULL || written < 0 || (size_t)written >= sizeof path) {
        print_to(told, "%s/%s: %s\n", folder, file, entry == NULL ? why : "has too long a path");
        return;
    }
    char *text = read_file(path, &len);
    if (text == NULL) {
        print_to(told, "%s: cannot be read: %s\n", path, strerror(errno));
    } else if (is_book) {
        entry->book_text = entry->owned[2] = text;
        entry->book_len = len;
        entry->book = book_new(text, len, &fault); /* check_entry() tells its mistakes */
    } else {
        entry->file = entry->owned[0] = heap_copy(file);
        entry->text = entry->owned[1] = text;
        entry->len = len;
    }
}

/* A mission whose name another file of the folder has already. */
static void check_mission(const struct library_list *list, size_t at, const char *folder,
                          struct buf *told)
{
    const struct library_entry *entry = &list->entry[at];
    for (size_t i = 0; i < at && entry->text != NULL && entry->game->entry_problem != NULL; i++) {
        const struct library_entry *other = &list->entry[i];
        if (other->game == entry->game && other->text != NULL &&
            missions_same(entry->game, entry->text, entry->len, other->text, other->len)) {
            print_to(told, "%s/%s: is the mission that %s is; give it another name\n", folder,
                     entry->file, other->file);
        }
    }
}

static int is_pack_file(const struct dirent *file)
{
    size_t len = strlen(file->d_name);
    return file->d_name[0] != '.' && len > 4 && strcmp(file->d_name + len - 4, ".txt") == 0;
}

static void read_folder(struct library_list *list, const char *folder, struct buf *told)
{
    struct dirent **files = NULL;
    int count = scandir(folder, &files, is_pack_file, alphasort);
    if (count < 0) {
        print_to(told, "%s: cannot be looked into: %s; [bot] packs wants a folder\n", folder,
                 strerror(errno));
        return;
    }
    for (int i = 0; i < count; i++) {
        read_into(list, folder, files[i]->d_name, told);
        free(files[i]);
    }
    free(files);
    for (size_t i = 0; i < list->count; i++) {
        check_entry(&list->entry[i], folder, told);
        check_mission(list, i, folder, told);
    }
}

int library_read(struct library *library, const char *folder, struct buf *told)
{
    struct library_list *fresh = heap_allocate(sizeof *fresh);
    size_t before = told->len;
    if (folder[0] != '\0') {
        read_folder(fresh, folder, told);
    }
    bool good = told->len == before;
    if (good) {
        struct library_list old = library->own;
        library->own = *fresh;
        *fresh = old;
    }
    list_clear(fresh);
    free(fresh);
    return good ? 0 : -1;
}

/* One's own before what is built in. */
static const struct library_entry *find(const struct library *library, const struct game_def *game,
                                        const char *name)
{
    size_t own = list_find(&library->own, game, name);
    size_t built_in = list_find(&library->built_in, game, name);
    if (own < library->own.count) {
        return &library->own.entry[own];
    }
    return built_in < library->built_in.count ? &library->built_in.entry[built_in] : NULL;
}

bool library_has(const struct library *library, const struct game_def *game, const char *name)
{
    return library_name(library, game, name) != NULL;
}

const char *library_name(const struct library *library, const struct game_def *game,
                         const char *name)
{
    if (game->entry_problem != NULL) { /* all missions are one pack */
        return strcmp(name, "en") == 0 ? "en" : NULL;
    }
    const struct library_entry *entry = find(library, game, name);
    return entry == NULL || entry->text == NULL ? NULL : entry->name;
}

static void add_names(const struct library *library, const struct library_list *list,
                      const struct game_def *game, struct buf *names)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct library_entry *entry = &list->entry[i];
        if (entry->game == game && entry->text != NULL &&
            find(library, game, entry->name) == entry) {
            print_to(names, "%s%s", names->len > 0 ? ", " : "", entry->name);
        }
    }
}

void library_names(const struct library *library, const struct game_def *game, struct buf *names)
{
    add_names(library, &library->built_in, game, names);
    add_names(library, &library->own, game, names);
}

const char *library_first_own(const struct library *library, const struct game_def *game)
{
    const char *first = NULL;
    for (size_t i = 0; i < library->own.count; i++) {
        const struct library_entry *entry = &library->own.entry[i];
        bool there = entry->game == game && entry->text != NULL;
        if (there && (first == NULL || strcmp(entry->name, first) < 0)) {
            first = entry->name;
        }
    }
    return first;
}

bool library_is_own(const struct library *library, const struct game_def *game, const char *name)
{
    size_t own = list_find(&library->own, game, name);
    return own < library->own.count && library->own.entry[own].text != NULL;
}

/* All missions: those that are built in, but for one's own of the same name, and one's own. */
static struct pack *library_missions(const struct library *library, const struct game_def *game)
{
    struct missions *missions = missions_new(game);
    for (size_t i = 0; i < library->own.count; i++) {
        const struct library_entry *entry = &library->own.entry[i];
        if (entry->game == game && entry->text != NULL) {
            missions_put(missions, entry->text, entry->len);
        }
    }
    return missions_pack(&missions);
}

struct pack *library_pack(const struct library *library, const struct game_def *game,
                          const char *name, const struct options *options)
{
    if (game->entry_problem != NULL) {
        return library_missions(library, game);
    }
    const struct library_entry *entry = find(library, game, name);
    struct fault fault;
    return entry == NULL || entry->text == NULL
               ? NULL
               : pack_trusted(entry->text, entry->len, pack_grade(game, options), &fault);
}

const struct player_book *library_book(const struct library *library, const struct game_def *game,
                                       const char *name)
{
    const struct library_entry *entry = find(library, game, name);
    return entry == NULL || entry->book == NULL ? NULL : book_list(entry->book);
}
