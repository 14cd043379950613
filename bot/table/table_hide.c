/* A moderator hides a line that the house posted in a player's name. The move stays made, and the
 * game is as it was; only the words are shown to nobody any more. Which line is meant is looked for
 * once, when it is said; a journal names it by its step. */
#include "table_private.h"

enum refusal house_hide_check(const void *subject, struct move *move, struct outcome *out)
{
    const struct table *table = subject;
    bool told = value_has(&move->args, "step");
    int seat = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    int64_t said = value_number_at(&move->args, "step", 0);
    uint32_t step = told ? (uint32_t)said : table_lines_last(&table->lines, seat);
    const struct table_line *line = table_lines_at(&table->lines, step);
    if (line == NULL) {
        struct value_tree *facts = outcome_refuse(out, REFUSAL_NOT_RELAYED);
        if (!told && seat != SEAT_NONE) {
            value_number(facts, "seat", seat);
        }
        outcome_end(out);
        return REFUSAL_NOT_RELAYED;
    }
    if (table_lines_redacted_at(&table->lines, step)) {
        return REFUSAL_ALREADY_DONE;
    }
    if (!table_lines_hidable(&table->lines, step)) {
        return REFUSAL_HIDDEN_FULL;
    }
    if (!told) {
        value_number(&move->args, "step", step);
    }
    return REFUSAL_NONE;
}

enum refusal house_hide(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    uint32_t step = (uint32_t)value_number_at(&move->args, "step", 0);
    const struct table_line *line = table_lines_at(&table->lines, step);
    int author = line == NULL ? SEAT_NONE : line->seat; /* forgotten words left no line */
    table_lines_hide(&table->lines, step);
    if (seat_is_person(author) && author < table->seat_count && author != move->seat &&
        !table->seat[author].house) {
        value_number(outcome_say(out, seat_bit(author), MSG_TABLE_YOUR_LINE_HIDDEN), "seat",
                     author);
        outcome_end(out);
    }
    return REFUSAL_NONE;
}
