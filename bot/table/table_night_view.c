/* What everybody sees of a game night, and which of its buttons mean something now. */
#include <string.h>

#include "night.h"
#include "table_night.h"
#include "table_private.h"

static const char *const night_stages[] = {"sign_up", "check_in", "dealing",
                                           "round",   "break",    "over"};

static void view_name(struct value_tree *facts, const char *key, const char *name)
{
    const char *shown = name[0] == '\0' ? "\u2013" : name; /* it was deleted */
    value_text(facts, key, shown, strlen(shown));
}

/* Names of who has a place, or waits for one. */
static void view_guests(const struct table *table, struct value_tree *facts, const char *key,
                        bool waiting)
{
    const struct night *night = table_night_of(table);
    value_list(facts, key);
    for (int i = 0; i < night->guest_count; i++) {
        const struct night_guest *guest = &night->guest[i];
        if (!guest->gone && night_waits(night, &table->options, i) == waiting) {
            view_name(facts, NULL, guest->name);
        }
    }
    value_end(facts);
}

static void view_here(const struct night *night, struct value_tree *facts)
{
    value_list(facts, "here");
    for (int i = 0; i < night->guest_count && night->stage != NIGHT_SIGN_UP; i++) {
        if (night->guest[i].here && !night->guest[i].gone) {
            view_name(facts, NULL, night->guest[i].name);
        }
    }
    value_end(facts);
}

static void view_groups(const struct table *table, struct value_tree *facts)
{
    const struct night *night = table_night_of(table);
    value_list(facts, "tables");
    for (unsigned i = 0; i < night->group_count && night->round > 0; i++) {
        value_object(facts, NULL);
        value_term(facts, "play", night_plays(&table->options)->id);
        value_number(facts, "number", night->group[i].number);
        value_bool(facts, "over", night->group[i].over);
        value_list(facts, "names");
        for (int k = 0; k < night->guest_count; k++) {
            if (night->guest[k].group[night->round - 1] == i + 1) {
                view_name(facts, NULL, night->guest[k].name);
            }
        }
        value_end(facts);
        value_end(facts);
    }
    value_end(facts);
}

/* By points; who has as many shares the place. */
static void view_standing(const struct night *night, struct value_tree *facts)
{
    uint8_t order[NIGHT_PEOPLE_MAX];
    unsigned count = night_standing(night, order);
    unsigned place = 0;
    unsigned points = 0;
    value_list(facts, "standing");
    for (unsigned i = 0; i < count; i++) {
        const struct night_guest *guest = &night->guest[order[i]];
        place = i == 0 || night_points(guest) != points ? i + 1 : place;
        points = night_points(guest);
        value_object(facts, NULL);
        value_number(facts, "place", place);
        view_name(facts, "name", guest->name);
        value_number(facts, "points", points);
        value_number(facts, "played", guest->played);
        value_end(facts);
    }
    value_end(facts);
}

void table_night_view(const struct table *table, struct value_tree *facts)
{
    const struct night *night = table_night_of(table);
    if (night == NULL) {
        value_null(facts, "night");
        return;
    }
    value_object(facts, "night");
    value_term(facts, "play", night_plays(&table->options)->id);
    bool off = night->stage == NIGHT_OVER && night->round == 0;
    value_term(facts, "stage", off ? "off" : night_stages[night->stage]);
    value_bool(facts, "weekly", table->options.value[NIGHT_REPEAT] == NIGHT_WEEKLY);
    value_number(facts, "at_ms", night->at_ms);
    value_number(facts, "opens_ms", night->at_ms - NIGHT_CHECK_IN_MS);
    value_number(facts, "round", night->round);
    value_number(facts, "rounds", table->options.value[NIGHT_ROUNDS]);
    value_number(facts, "places", table->options.value[NIGHT_PLACES]);
    value_number(facts, "count", night_placed(night, &table->options));
    value_number(facts, "needed", night_least(&table->options));
    int64_t due_ms = night->stage == NIGHT_ROUND ? night->round_due_ms : night->due_ms;
    if (due_ms == NO_DEADLINE) {
        value_null(facts, "due_ms");
    } else {
        value_number(facts, "due_ms", due_ms);
    }
    view_guests(table, facts, "names", false);
    view_guests(table, facts, "waiting", true);
    view_here(night, facts);
    view_groups(table, facts);
    view_standing(night, facts);
    value_end(facts);
}

bool table_night_lets(const struct table *table, const char *act)
{
    const struct night *night = table_night_of(table);
    if (table->phase != TABLE_LOBBY) {
        return false;
    }
    bool last = night->stage >= NIGHT_DEALING &&
                night->round >= table->options.value[NIGHT_ROUNDS]; /* nothing more is dealt */
    if (strcmp(act, "leave") == 0) {
        return night_signed(night) > 0 && !last;
    }
    if (strcmp(act, "ready") == 0) {
        bool asked = night->stage != NIGHT_SIGN_UP;
        unsigned here = 0;
        for (int i = 0; i < night->guest_count; i++) {
            here += night->guest[i].here && !night->guest[i].gone;
        }
        return asked && here < night_signed(night) && !last;
    }
    if (strcmp(act, "start") == 0) {
        struct night_spread spread;
        unsigned people = night->stage == NIGHT_SIGN_UP ? night_placed(night, &table->options)
                                                        : night_present(night, &table->options);
        night_spread(people, &table->options, &spread);
        return spread.count > 0 && night->stage != NIGHT_ROUND && night->stage != NIGHT_DEALING;
    }
    if (strcmp(act, "when") == 0 || strcmp(act, "option") == 0) {
        return night->round == 0 && night->stage != NIGHT_DEALING;
    }
    return strcmp(act, "join") == 0 && night->guest_count < NIGHT_PEOPLE_MAX && !last;
}
