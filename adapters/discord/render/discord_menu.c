/* They are called as the row's button would be, and registered for who manages messages; the
 * house asks again who may. */
#include "discord_menu.h"

#include <stdio.h>
#include <string.h>

#include "discord_text.h"
#include "json_out.h"
#include "table.h"

static const char *menu_label(const struct catalogue *catalogue, struct arena *arena,
                              const struct action_def *row)
{
    const char *label = catalogue_entry(catalogue, message_name(row->label));
    return label == NULL ? NULL : discord_shorten(arena, label, DISCORD_NAME_MAX);
}

static void menu_names(const struct discord_language *languages, size_t count, struct arena *arena,
                       const struct action_def *row, struct buf *out)
{
    json_out_key(out, "name_localizations");
    buf_text(out, "{");
    for (size_t i = 0; i < count; i++) {
        json_out_text(out, languages[i].locale, menu_label(languages[i].catalogue, arena, row));
    }
    buf_text(out, "}");
}

unsigned discord_menus(const struct catalogue *catalogue, const struct discord_language *languages,
                       size_t count, struct arena *arena, struct buf *out)
{
    size_t rows = 0;
    unsigned menus = 0;
    const struct action_def *row = table_actions(&rows);
    for (size_t i = 0; i < rows; i++, row++) {
        const char *label =
            (row->surfaces & AS_MESSAGE) != 0 ? menu_label(catalogue, arena, row) : NULL;
        if (label == NULL) {
            continue;
        }
        json_out_next(out);
        buf_text(out, "{");
        json_out_number(out, "type", 3);
        json_out_text(out, "name", label);
        if (count > 0) {
            menu_names(languages, count, arena, row, out);
        }
        json_out_text(out, "default_member_permissions", DISCORD_MOD_PERMISSIONS);
        json_out_key(out, "contexts");
        buf_text(out, "[0]");
        json_out_key(out, "integration_types");
        buf_text(out, "[0]}");
        menus++;
    }
    return menus;
}

const char *discord_menu_command(const struct catalogue *catalogue, struct arena *arena,
                                 const char *name)
{
    static const char group[] = "mod ";
    size_t rows = 0;
    const struct action_def *row = table_actions(&rows);
    for (size_t i = 0; i < rows; i++, row++) {
        const char *label =
            (row->surfaces & AS_MESSAGE) != 0 ? menu_label(catalogue, arena, row) : NULL;
        if (label != NULL && strcmp(label, name) == 0) {
            size_t size = sizeof group + strlen(row->name);
            char *command = arena_take(arena, size);
            snprintf(command, size, "%s%s", group, row->name);
            return command;
        }
    }
    return NULL;
}
