/* Catalogues out of the files that the build has put into the program, and out of a folder. */
#include "languages.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embed_languages.h"
#include "heap.h"
#include "print.h"

enum { LANGUAGES_FILE_MAX = 512 * 1024, LANGUAGES_PATH_BYTES = 4096, LANGUAGES_OLD_MAX = 1024 };

static const char languages_base[] = "en.ini"; /* what all others fall back to */

struct languages {
    struct catalogue *built_in[LANGUAGES_MAX]; /* English first */
    size_t built_in_count;
    struct catalogue *own[LANGUAGES_MAX];
    size_t own_count;
    struct catalogue *old[LANGUAGES_OLD_MAX]; /* that somebody may still hold */
    size_t old_count;
};

static struct catalogue *languages_embedded(const char *name, const struct catalogue *base,
                                            struct fault *fault)
{
    const struct embedded_file *file = embedded_find(languages, languages_count, name);
    if (file == NULL) {
        fault_set(fault, FAULT_CONFIG, "no language file %.40s is built in", name);
        return NULL;
    }
    struct catalogue *made = catalogue_new_over((const char *)file->bytes, file->size, base, fault);
    if (made == NULL) {
        fault_wrap(fault, "%s", name);
    }
    return made;
}

struct languages *languages_open(struct fault *fault)
{
    struct languages *made = heap_allocate(sizeof *made);
    struct catalogue *base = languages_embedded(languages_base, NULL, fault);
    bool good = base != NULL;
    if (good) {
        made->built_in[made->built_in_count++] = base;
    }
    for (size_t i = 0; good && i < languages_count && i < LANGUAGES_MAX; i++) {
        if (strcmp(languages[i].name, languages_base) != 0) {
            struct catalogue *other = languages_embedded(languages[i].name, base, fault);
            good = other != NULL;
            made->built_in[made->built_in_count] = other;
            made->built_in_count += good;
        }
    }
    if (!good) {
        languages_free(&made);
    }
    return made;
}

static void languages_clear(struct catalogue **list, size_t *count)
{
    while (*count > 0) {
        catalogue_free(&list[--*count]);
    }
}

void languages_free(struct languages **of)
{
    struct languages *all = *of;
    if (all != NULL) {
        languages_clear(all->own, &all->own_count);
        languages_clear(all->old, &all->old_count);
        languages_clear(all->built_in, &all->built_in_count); /* English last: it lends words */
        free(all);
        *of = NULL;
    }
}

/* "line 3: what; line 7: what", as a fault tells it, as "FILE:3: what" and "FILE:7: what". */
static void languages_tell(const char *path, const char *text, struct buf *told)
{
    while (text != NULL && strncmp(text, "line ", 5) == 0) {
        const char *end = strstr(text, "; line ");
        const char *colon = strchr(text, ':');
        size_t len = end == NULL ? strlen(text) : (size_t)(end - text);
        if (colon == NULL || colon > text + len) {
            break;
        }
        print_to(told, "%s:%.*s\n", path, (int)(len - 5), text + 5);
        text = end == NULL ? NULL : end + 2;
    }
    if (text != NULL) {
        print_to(told, "%s: %s\n", path, text);
    }
}

/* Reads one file; it becomes one of the list, or what is wrong with it is told. */
static void languages_read_file(const struct catalogue *base, const char *folder, const char *name,
                                struct catalogue **list, size_t *count, struct buf *told)
{
    char path[LANGUAGES_PATH_BYTES];
    struct fault fault = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    char *text = heap_allocate(LANGUAGES_FILE_MAX + 2);
    size_t len = file == NULL ? 0 : fread(text, 1, LANGUAGES_FILE_MAX + 1, file);
    struct catalogue *made = NULL;
    if (file == NULL || ferror(file)) {
        print_to(told, "%s: cannot be read: %s\n", path, strerror(errno));
    } else if ((made = catalogue_new_over(text, len, base, &fault)) == NULL) {
        languages_tell(path, fault.text, told);
    } else if (strlen(name) - 4 != strlen(catalogue_language(made)) ||
               strncmp(name, catalogue_language(made), strlen(name) - 4) != 0) {
        print_to(told, "%s: says language = %s; call it %s.ini\n", path, catalogue_language(made),
                 catalogue_language(made));
        catalogue_free(&made);
    } else {
        list[(*count)++] = made;
    }
    if (file != NULL) {
        fclose(file);
    }
    free(text);
}

static int languages_is_file(const struct dirent *file)
{
    size_t len = strlen(file->d_name);
    return file->d_name[0] != '.' && len > 4 && strcmp(file->d_name + len - 4, ".ini") == 0;
}

/* What was given out stays; there is room for so many. */
static bool languages_retire(struct languages *all)
{
    if (all->old_count + all->own_count > LANGUAGES_OLD_MAX) {
        return false;
    }
    for (size_t i = 0; i < all->own_count; i++) {
        all->old[all->old_count++] = all->own[i];
    }
    all->own_count = 0;
    return true;
}

int languages_read(struct languages *all, const char *folder, struct buf *told)
{
    struct catalogue *fresh[LANGUAGES_MAX];
    struct dirent **files = NULL;
    size_t count = 0;
    size_t before = told->len;
    int found = folder[0] == '\0' ? 0 : scandir(folder, &files, languages_is_file, alphasort);
    if (found < 0) {
        print_to(told, "%s: cannot be looked into: %s; [bot] languages wants a folder\n", folder,
                 strerror(errno));
        return -1;
    }
    for (int i = 0; i < found; i++) {
        if (i < LANGUAGES_MAX) {
            languages_read_file(all->built_in[0], folder, files[i]->d_name, fresh, &count, told);
        }
        free(files[i]);
    }
    free(files);
    if (found > LANGUAGES_MAX) {
        print_to(told, "%s: has more than %d languages\n", folder, LANGUAGES_MAX);
    } else if (told->len == before && !languages_retire(all)) {
        print_to(told, "%s: was read too often: start anew\n", folder);
    }
    if (told->len != before) {
        languages_clear(fresh, &count);
        return -1;
    }
    for (size_t i = 0; i < count; i++) {
        all->own[i] = fresh[i];
    }
    all->own_count = count;
    return 0;
}

static const struct catalogue *languages_exact(const struct languages *all, const char *tag,
                                               size_t len)
{
    const struct catalogue *one = NULL;
    for (size_t n = 0; (one = languages_at(all, n)) != NULL; n++) {
        if (strlen(catalogue_language(one)) == len &&
            strncmp(catalogue_language(one), tag, len) == 0) {
            return one;
        }
    }
    return NULL;
}

const struct catalogue *languages_find(const struct languages *all, const char *tag)
{
    const struct catalogue *found = NULL;
    size_t len = strlen(tag);
    while (found == NULL && len > 0) {
        found = languages_exact(all, tag, len);
        do {
            len--;
        } while (len > 0 && tag[len] != '-');
    }
    return found;
}

const struct catalogue *languages_at(const struct languages *all, size_t n)
{
    if (n < all->own_count) {
        return all->own[n];
    }
    n -= all->own_count;
    return n < all->built_in_count ? all->built_in[n] : NULL;
}

struct catalogue *languages_new(const char *tag, struct fault *fault)
{
    char name[LANGUAGES_TAG_BYTES + 8];
    size_t len = strlen(tag);
    bool there = false;
    while (!there && len > 0 && len < LANGUAGES_TAG_BYTES) {
        snprintf(name, sizeof name, "%.*s.ini", (int)len, tag);
        there = embedded_find(languages, languages_count, name) != NULL;
        do {
            len--;
        } while (len > 0 && tag[len] != '-');
    }
    if (!there) {
        fault_set(fault, FAULT_CONFIG, "no language %.32s is built in", tag);
        return NULL;
    }
    return languages_embedded(name, NULL, fault);
}
