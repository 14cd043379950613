#include "command_press_args.h"

#include <string.h>

int press_arg(const struct action_def *row, const char *name)
{
    for (unsigned i = 0; i < row->arg_count; i++) {
        unsigned flags = row->args[i].flags;
        bool taken = (flags & ARG_RESOLVED) == 0 || (flags & ARG_CARRIED) != 0;
        if (strcmp(row->args[i].name, name) == 0 && taken) {
            return (int)i;
        }
    }
    return -1;
}

bool press_item(const struct action_def *row, const struct value *fact, struct raw *raw)
{
    const char *dot = strrchr(fact->key, '.');
    size_t len = dot == NULL ? 0 : (size_t)(dot - fact->key);
    for (unsigned i = 0; dot != NULL && i < row->arg_count; i++) {
        const struct arg_def *arg = &row->args[i];
        bool named = strlen(arg->name) == len && strncmp(arg->name, fact->key, len) == 0;
        unsigned at = (unsigned)dot[1] - '0';
        if (named && at < arg_items(arg) && dot[2] == '\0') {
            raw->item[at] = span_of(fact->text);
            raw->listed = arg;
            raw->given[i] = true;
            return true;
        }
    }
    return false;
}

int press_missing(const struct action_def *row, const struct raw *raw)
{
    for (unsigned i = 0; i < row->arg_count; i++) {
        bool wanted = (row->args[i].flags & (ARG_OPTIONAL | ARG_RESOLVED)) == 0 &&
                      row->args[i].kind != ARG_OBJECT;
        if (wanted && !raw->given[i]) {
            return (int)i;
        }
    }
    return -1;
}

int press_next(const struct action_def *row, const struct raw *raw)
{
    int next = press_missing(row, raw);
    for (unsigned i = 0; next < 0 && i < row->arg_count; i++) {
        const struct arg_def *arg = &row->args[i];
        bool takes =
            (arg->flags & ARG_RESOLVED) == 0 && arg->kind != ARG_OBJECT && arg->kind != ARG_BOOL;
        next = takes && !raw->given[i] ? (int)i : -1;
    }
    return next;
}

struct span press_joined(const struct inbound *inbound, char joined[PRESS_JOINED_MAX])
{
    size_t len = 0;
    for (unsigned i = 0; i < inbound->value_count; i++) {
        size_t more = strlen(inbound->values[i]);
        if (len + more + 2 < PRESS_JOINED_MAX) {
            memcpy(joined + len, inbound->values[i], more);
            len += more;
            joined[len++] = ',';
        }
    }
    joined[len > 0 ? len - 1 : 0] = '\0';
    return span_of(joined);
}

bool press_picks(const struct inbound *inbound, struct control *control)
{
    const char *field =
        inbound->args == NULL ? NULL : value_text_at(inbound->args, CONTROL_PICKS, "");
    bool good = field == NULL || field[0] == '\0' || controls_parse_args(control, field);
    for (unsigned i = 0; good && i < inbound->value_count; i++) {
        good = strchr(inbound->values[i], '=') == NULL ||
               controls_parse_args(control, inbound->values[i]);
    }
    return good;
}
