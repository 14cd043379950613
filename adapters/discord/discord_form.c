/* Forms that a press may ask for, which has to be answered by the form itself and by nothing
 * before. Those of the messages sent last are kept; whoever presses an older one is asked by the
 * house, whose answer brings the form. What one person alone may see is kept for them alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"

enum { FORMS_MAX = 2048, FORM_KEY_BYTES = 160 };

struct discord_form {
    struct discord_form *newer;
    char *modal;
    char key[];
};

static bool form_key(char key[FORM_KEY_BYTES], const char *scope, const char *control)
{
    int len = snprintf(key, FORM_KEY_BYTES, "%s/%s", scope, control);
    return len > 0 && len < FORM_KEY_BYTES;
}

static void form_drop_oldest(struct discord *discord)
{
    struct discord_form *form = discord->oldest_form;
    discord->oldest_form = form->newer;
    if (discord->oldest_form == NULL) {
        discord->newest_form = NULL;
    }
    map_remove(&discord->forms, form->key);
    discord->form_count--;
    free(form->modal);
    free(form);
}

void discord_forms_put(struct discord *discord, const char *scope, const char *control,
                       const char *modal)
{
    char key[FORM_KEY_BYTES];
    if (!form_key(key, scope, control)) {
        return;
    }
    struct discord_form *form = map_get(&discord->forms, key);
    if (form != NULL) {
        free(form->modal);
        form->modal = heap_copy(modal);
        return;
    }
    while (discord->form_count >= FORMS_MAX) {
        form_drop_oldest(discord);
    }
    form = heap_take(sizeof *form + strlen(key) + 1);
    memcpy(form->key, key, strlen(key) + 1);
    form->modal = heap_copy(modal);
    if (discord->newest_form != NULL) {
        discord->newest_form->newer = form;
    } else {
        discord->oldest_form = form;
    }
    discord->newest_form = form;
    discord->form_count++;
    map_put(&discord->forms, form->key, form);
}

const char *discord_forms_at(const struct discord *discord, const char *scope, const char *control)
{
    char key[FORM_KEY_BYTES];
    const struct discord_form *form =
        form_key(key, scope, control) ? map_get(&discord->forms, key) : NULL;
    return form == NULL ? NULL : form->modal;
}

void discord_forms_keep(struct discord *discord, const char *scope, const struct doc *doc)
{
    for (const struct choice *choice = doc->panel; choice != NULL; choice = choice->next) {
        if (choice->fields != NULL && !discord_is_menu(choice)) {
            discord_forms_put(discord, scope, choice->control,
                              discord_modal(discord->arena, choice));
        }
    }
}

void discord_forms_free(struct discord *discord)
{
    while (discord->oldest_form != NULL) {
        form_drop_oldest(discord);
    }
    map_deinit(&discord->forms);
}
