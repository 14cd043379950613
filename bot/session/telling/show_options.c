#include "show_options.h"

#include <string.h>

#include "catalogue.h"
#include "doc.h"
#include "message.h"
#include "option.h"
#include "print.h"
#include "table.h"

enum { OPTIONS_TEXT_MAX = 1024, OPTIONS_VALUE_BYTES = 24 };

/* Between, where there is no list of choices. */
static void options_range(struct buf *text, const struct option_def *row)
{
    print_to(text, "%d–%d", (int)row->min, (int)row->max);
}

static void options_names(struct buf *text, const char *const *names, unsigned most)
{
    for (unsigned i = 0; i < most && names[i] != NULL; i++) {
        print_to(text, "%s%s", i > 0 ? ", " : "", names[i]);
    }
}

/* What it may be, as somebody types it: the same in every language. */
static void options_values(struct buf *text, const struct option_def *row)
{
    switch (row->kind) {
    case OPTION_NUMBER:
        options_names(text, row->choices, OPTION_CHOICES_MAX);
        buf_text(text, row->choices[0] != NULL ? ", " : "");
        options_range(text, row);
        break;
    case OPTION_SECONDS:
        options_names(text, row->choices, OPTION_CHOICES_MAX);
        if (row->daily) {
            buf_text(text, ", 12 h, 2 d, 18:00 …");
            break;
        }
        buf_text(text, row->choices[0] != NULL ? ", 90 s, 5 min …" : "90 s, 5 min …");
        break;
    case OPTION_PERSON:
        buf_text(text, "none, @user");
        break;
    case OPTION_CODE:
        if (row->menu != NULL) {
            options_names(text, row->menu, OPTION_CHOICES_MAX);
        }
        break;
    case OPTION_CHOICE:
        options_names(text, row->choices, OPTION_CHOICES_MAX);
        break;
    }
}

static void options_item(struct doc *doc, struct block *list, const struct catalogue *catalogue,
                         const struct table *table, unsigned index)
{
    const struct option_def *row = option_row(table->game, index);
    const char *help =
        row->help == MSG_NONE ? NULL : catalogue_entry(catalogue, message_name(row->help));
    struct block *item = doc_child(doc, list);
    char value[OPTIONS_VALUE_BYTES];
    struct buf text;
    buf_init(&text, OPTIONS_TEXT_MAX);
    options_print(table->game, &table->options, index, value);
    doc_run(doc, item, RUN_STRONG, row->name, false);
    print_to(&text, " = %s (", value);
    size_t empty = text.len;
    options_values(&text, row);
    if (text.len == empty) {
        buf_text(&text, "…");
    }
    print_to(&text, ")%s%s", help != NULL ? " " : "", help != NULL ? help : "");
    doc_run(doc, item, RUN_TEXT, text.text, false);
    buf_deinit(&text);
}

void show_options(struct doc *doc, const struct catalogue *catalogue, const struct table *table)
{
    struct block *list = doc_block(doc, BLOCK_LIST);
    const struct option_def *row = NULL;
    for (unsigned i = 0; (row = option_row(table->game, i)) != NULL; i++) {
        if (!option_needs_deal(row) && row->name[0] != '\0') {
            options_item(doc, list, catalogue, table, i);
        }
    }
}
