#include "complete_option.h"

#include <string.h>

#include "buf.h"
#include "option.h"

enum { OPTION_LABEL_MAX = 400 };

void complete_option_names(const struct complete_option *complete)
{
    const struct option_def *row = NULL;
    for (unsigned i = 0; (row = option_row(complete->game, i)) != NULL; i++) {
        const char *help = catalogue_entry(complete->catalogue, message_name(row->help));
        struct buf label;
        if (row->kind == OPTION_PERSON || row->name[0] == '\0') {
            continue;
        }
        buf_init(&label, OPTION_LABEL_MAX);
        buf_text(&label, row->name);
        buf_text(&label, help != NULL ? ": " : "");
        buf_text(&label, help != NULL ? help : "");
        complete->add(complete->context, row->name,
                      arena_text(complete->arena, label.text, label.len));
        buf_deinit(&label);
    }
}

static void option_value(const struct complete_option *complete, const char *value)
{
    complete->add(complete->context, value, catalogue_term(complete->catalogue, value));
}

void complete_option_values(const struct complete_option *complete, const char *name)
{
    const struct option_def *row = NULL;
    unsigned at = 0;
    while ((row = option_row(complete->game, at)) != NULL && strcmp(row->name, name) != 0) {
        at++;
    }
    for (unsigned i = 0; row != NULL && i < OPTION_CHOICES_MAX && row->choices[i] != NULL; i++) {
        option_value(complete, row->choices[i]);
    }
    for (const char *const *menu = row == NULL ? NULL : row->menu; menu != NULL && *menu != NULL;
         menu++) {
        option_value(complete, *menu);
    }
}
