/* Typed words split into the arguments of a row: by name ("say: …", "a=2"), else by place; the last
 * may be the rest of the line; names of people may have blanks in them. */
#include "command_private.h"

#include <string.h>

static bool split_is_typed(const struct arg_def *arg)
{
    return (arg->flags & ARG_RESOLVED) == 0 && arg->kind != ARG_OBJECT;
}

/* "say:" or "say=" at the front: which argument it names, -1 none; what follows in rest_r. */
static int split_named(const struct action_def *row, const struct raw *raw, struct span text,
                       struct span *rest_r)
{
    for (unsigned i = 0; i < row->arg_count; i++) {
        const char *name = row->args[i].name;
        size_t len = strlen(name);
        if (!split_is_typed(&row->args[i]) || raw->given[i] || text.len <= len ||
            strchr(":=", text.at[len]) == NULL) {
            continue;
        }
        struct span label = {text.at, len};
        if (span_fold_is(label, name)) {
            struct span rest = {text.at + len + 1, text.len - len - 1};
            *rest_r = span_trim(rest);
            return (int)i;
        }
    }
    return -1;
}

/* All that is said is the name of a yes or no ("intercept pass"): it is a yes. */
static bool split_says_yes(const struct action_def *row, struct raw *raw, struct span text)
{
    for (unsigned i = 0; i < row->arg_count; i++) {
        if (row->args[i].kind == ARG_BOOL && !raw->given[i] &&
            span_fold_is(text, row->args[i].name)) {
            raw->value[i] = span_of("yes");
            raw->given[i] = true;
            return true;
        }
    }
    return false;
}

/* A yes or no that would stand behind the rest of the line; -1 none. What people say is never cut:
 * it may end in any word. */
static int split_behind_rest(const struct action_def *row)
{
    bool whole = false;
    for (unsigned i = 0; i < row->arg_count; i++) {
        if (whole && row->args[i].kind == ARG_BOOL) {
            return (int)i;
        }
        whole = whole || (row->args[i].flags & (ARG_REST | ARG_SECRET | ARG_LONG)) == ARG_REST;
    }
    return -1;
}

/* Takes "insist", "insist=yes" or "yes" off the end of words of which the rest of the line is one
 * ("shoot @Ana red 6 insist"). */
static struct span split_last_yes(const struct action_def *row, struct raw *raw, struct span text)
{
    int arg = split_behind_rest(row);
    size_t from = text.len;
    while (from > 0 && !span_is_blank(text.at[from - 1])) {
        from--;
    }
    struct span last = {text.at + from, text.len - from};
    struct span value = last;
    if (arg < 0 || from == 0 || last.len == 0) {
        return text;
    }
    bool named = split_named(row, raw, last, &value) == arg && value.len > 0;
    bool yes = span_fold_is(last, row->args[arg].name) || span_fold_is(last, "yes");
    if (!named && !yes) {
        return text;
    }
    raw->value[arg] = named ? value : span_of("yes");
    raw->given[arg] = true;
    return span_trim((struct span){text.at, from});
}

static int split_next(const struct action_def *row, const struct raw *raw)
{
    for (unsigned i = 0; i < row->arg_count; i++) {
        if (split_is_typed(&row->args[i]) && !raw->given[i]) {
            return (int)i;
        }
    }
    return -1;
}

/* The rest of the line; quotes around all of it fall off. */
static struct span split_rest(struct span *rest)
{
    struct span whole = span_trim(*rest);
    struct span inside;
    struct span after;
    rest->at += rest->len;
    rest->len = 0;
    if (span_quoted(whole, &inside, &after) && span_trim(after).len == 0) {
        return inside;
    }
    return whole;
}

/* Is the word one of the argument's choices? */
static bool split_is_choice(const struct arg_def *arg, struct span word)
{
    for (unsigned i = 0; i < arg->choice_count; i++) {
        if (span_fold_is(word, arg->choices[i].name)) {
            return true;
        }
    }
    return false;
}

/* "in 5 minutes" in front of "pause"; where no such word follows, the first alone. */
static struct span split_until(const struct arg_def *next, struct span *rest)
{
    struct span all = span_trim(*rest);
    struct span after = all;
    struct span first = span_take(&after);
    for (struct span left = after; left.len > 0;) {
        struct span before = left;
        if (split_is_choice(next, span_take(&left))) {
            *rest = before;
            return span_trim((struct span){all.at, (size_t)(before.at - all.at)});
        }
    }
    *rest = after;
    return first;
}

static struct span split_value(const struct reading *reading, const struct table *table,
                               const struct arg_def *arg, struct span *rest)
{
    if ((arg->flags & ARG_UNTIL) != 0) {
        return split_until(arg + 1, rest);
    }
    if ((arg->flags & ARG_REST) != 0 || arg->kind == ARG_TEXTS || arg->kind == ARG_SEATS) {
        return split_rest(rest);
    }
    if (arg->kind == ARG_SEAT) {
        return people_take(reading, table, rest);
    }
    return span_take(rest);
}

/* "turn_limit=90 s" is "turn_limit 90 s". */
static bool split_option(struct span rest, struct raw *raw)
{
    struct span trimmed = span_trim(rest);
    size_t at = 0;
    while (at < trimmed.len && !span_is_blank(trimmed.at[at]) && trimmed.at[at] != '=') {
        at++;
    }
    if (at == trimmed.len || trimmed.at[at] != '=') {
        return false;
    }
    struct span name = {trimmed.at, at};
    struct span value = {trimmed.at + at + 1, trimmed.len - at - 1};
    raw->value[0] = name;
    raw->value[1] = span_trim(value);
    raw->given[0] = true;
    raw->given[1] = true;
    return true;
}

/* The last argument that people type; -1: there is none. */
static int split_last(const struct action_def *row)
{
    int last = row->arg_count - 1;
    while (last >= 0 && !split_is_typed(&row->args[last])) {
        last--;
    }
    return last;
}

/* Words left over after a person's name belong to it: it is then no name that anybody has. */
static void split_seat_to_end(const struct action_def *row, struct raw *raw, struct span *rest)
{
    int last = split_last(row);
    if (rest->len > 0 && last >= 0 && row->args[last].kind == ARG_SEAT && raw->given[last]) {
        raw->value[last].len = (size_t)(rest->at + rest->len - raw->value[last].at);
        rest->len = 0;
    }
}

bool reading_split(const struct reading *reading, const struct table *table,
                   const struct action_def *row, struct span rest, struct raw *raw)
{
    rest = span_trim(rest);
    if (guess_is_row(row)) {
        return guess_read(reading, row, rest, raw);
    }
    if (guess_has_sections(row)) {
        return guess_read_sections(reading, row, rest, raw);
    }
    if (strcmp(row->name, "option") == 0 && split_option(rest, raw)) {
        return true;
    }
    if (strcmp(row->name, "referee") == 0 || strcmp(row->name, "cohost") == 0) {
        raw->value[0] = rest;
        raw->given[0] = rest.len > 0;
        return true;
    }
    if (split_says_yes(row, raw, rest)) {
        return true;
    }
    rest = split_last_yes(row, raw, rest);
    while (rest.len > 0) {
        struct span after = rest;
        int arg = split_named(row, raw, rest, &after);
        if (arg < 0) {
            arg = split_next(row, raw);
        }
        if (arg < 0) {
            break;
        }
        rest = after;
        raw->value[arg] = split_value(reading, table, &row->args[arg], &rest);
        raw->given[arg] = true;
        rest = span_trim(rest);
    }
    split_seat_to_end(row, raw, &rest);
    int last = split_last(row);
    if (rest.len > 0 && last >= 0) {
        outcome_bad_argument(reading->out, row->args[last].name, "too_many");
        reading->command->kind = COMMAND_REFUSED;
    }
    return true;
}
