#include "discord_forms.h"

#include <stdlib.h>
#include <string.h>

#include "discord_shape.h"
#include "heap.h"
#include "map.h"
#include "print.h"

enum { FORMS_MAX = 2048, FORM_KEY_BYTES = 160 };

struct form {
    struct form *newer;
    uint64_t table;
    char *modal; /* NULL: it is offered no more */
    char key[];
};

struct discord_forms {
    struct map by_key;
    struct form *oldest;
    struct form *newest;
    unsigned count;
};

struct discord_forms *discord_forms_new(const struct entropy *entropy)
{
    struct discord_forms *forms = heap_allocate(sizeof *forms);
    map_init(&forms->by_key, entropy);
    return forms;
}

static bool form_key(char key[FORM_KEY_BYTES], const char *scope, const char *control)
{
    return print_join(key, FORM_KEY_BYTES, scope, "/", control) < FORM_KEY_BYTES;
}

static void form_drop_oldest(struct discord_forms *forms)
{
    struct form *form = forms->oldest;
    forms->oldest = form->newer;
    if (forms->oldest == NULL) {
        forms->newest = NULL;
    }
    map_remove(&forms->by_key, form->key);
    forms->count--;
    free(form->modal);
    free(form);
}

static void form_put(struct discord_forms *forms, const struct discord_scope *scope,
                     const char *control, const char *modal)
{
    char key[FORM_KEY_BYTES];
    if (!form_key(key, scope->name, control)) {
        return;
    }
    struct form *form = map_get(&forms->by_key, key);
    if (form != NULL) {
        free(form->modal);
        form->modal = heap_copy(modal);
        form->table = scope->table;
        return;
    }
    while (forms->count >= FORMS_MAX) {
        form_drop_oldest(forms);
    }
    form = heap_allocate(sizeof *form + strlen(key) + 1);
    memcpy(form->key, key, strlen(key) + 1);
    form->modal = heap_copy(modal);
    form->table = scope->table;
    if (forms->newest != NULL) {
        forms->newest->newer = form;
    } else {
        forms->oldest = form;
    }
    forms->newest = form;
    forms->count++;
    map_put(&forms->by_key, form->key, form);
}

const char *discord_forms_at(const struct discord_forms *forms, const char *scope,
                             const char *control)
{
    char key[FORM_KEY_BYTES];
    const struct form *form = form_key(key, scope, control) ? map_get(&forms->by_key, key) : NULL;
    return form == NULL ? NULL : form->modal;
}

/* What was offered there of the table until now is offered no more. */
static void forms_end(struct discord_forms *forms, const struct discord_scope *scope)
{
    size_t len = strlen(scope->name);
    struct form *form = scope->table == 0 ? NULL : forms->oldest;
    for (; form != NULL; form = form->newer) {
        if (form->table == scope->table && strncmp(form->key, scope->name, len) == 0 &&
            form->key[len] == '/') {
            free(form->modal);
            form->modal = NULL;
        }
    }
}

void discord_forms_keep(struct discord_forms *forms, struct arena *arena,
                        const struct discord_scope *scope, const struct doc *doc)
{
    forms_end(forms, scope);
    for (const struct choice *choice = doc->panel; choice != NULL; choice = choice->next) {
        if (choice->fields != NULL && !discord_is_menu(choice)) {
            form_put(forms, scope, choice->control, discord_modal(arena, choice));
        }
    }
}

void discord_forms_free(struct discord_forms **forms)
{
    struct discord_forms *freed = *forms;
    if (freed == NULL) {
        return;
    }
    *forms = NULL;
    while (freed->oldest != NULL) {
        form_drop_oldest(freed);
    }
    map_deinit(&freed->by_key);
    free(freed);
}
