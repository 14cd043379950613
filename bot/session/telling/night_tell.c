#include "night_tell.h"

#include <string.h>

#include "house_button.h"
#include "house_private.h"
#include "night.h"
#include "outcome.h"
#include "show_say.h"
#include "show_view.h"
#include "table_night.h"

enum { TELL_FACTS = 16, TELL_TEXT_BYTES = 512, TELL_BUTTONS = 2 };

/* What the room is told, and what of it each one is told; with which buttons. */
static const struct night_telling {
    enum message said, told;
    bool one;      /* to the guest of the event alone */
    bool reminder; /* not in somebody's quiet hours */
    struct {
        const char *act;
        enum message label;
    } button[TELL_BUTTONS];
} night_tellings[] = {
    {MSG_NIGHT_JOINED, MSG_NIGHT_YOU_JOINED, true, false, {{"leave", MSG_LABEL_SIGN_OFF}}},
    {MSG_NIGHT_MOVED_UP, MSG_NIGHT_YOU_MOVED_UP, true, false, {{"leave", MSG_LABEL_SIGN_OFF}}},
    {MSG_NIGHT_REMINDER, MSG_NIGHT_YOU_REMINDER, false, true, {{"leave", MSG_LABEL_SIGN_OFF}}},
    {MSG_NIGHT_CHECK_IN,
     MSG_NIGHT_YOU_CHECK_IN,
     false,
     true,
     {{"ready", MSG_LABEL_CHECK_IN}, {"leave", MSG_LABEL_SIGN_OFF}}},
    {MSG_NIGHT_MOVED, MSG_NIGHT_YOU_MOVED, false, false, {{"leave", MSG_LABEL_SIGN_OFF}}},
    {MSG_NIGHT_OFF, MSG_NIGHT_YOU_OFF, false, false, {{NULL, MSG_NONE}}},
};

static void tell_guest(struct commit *commit, struct table_entry *entry,
                       const struct night_telling *telling, const struct night_guest *guest)
{
    struct house *house = commit->house;
    const struct table *table = &entry->resident->table;
    const struct person *person = people_find(house->people, guest->person);
    const struct own_clock *clock = person == NULL ? NULL : person_clock(person);
    bool quiet = clock != NULL && own_clock_runs_ms(clock, house->now_ms) > house->now_ms;
    if (person == NULL || (telling->reminder && quiet)) {
        return;
    }
    struct value fact[TELL_FACTS];
    char pool[TELL_TEXT_BYTES];
    struct value_tree facts;
    struct compose compose = house_compose(house, entry);
    const char *room = link_room_name(&house->links, entry->room->adapter, entry->room->id);
    struct doc *doc = doc_new(house->arena);
    house_compose_own(house, person, &compose);
    value_init(&facts, fact, TELL_FACTS, pool, sizeof pool);
    value_object(&facts, "args");
    value_number(&facts, "number", entry->number);
    value_term(&facts, "play", night_plays(&table->options)->id);
    value_number(&facts, "at_ms", table_night_of(table)->at_ms);
    value_bool(&facts, "here", guest->here);
    value_bool(&facts, "waits",
               night_waits(table_night_of(table), &table->options,
                           (int)(guest - table_night_of(table)->guest)));
    if (room == NULL || room[0] == '\0' || strlen(room) >= TELL_TEXT_BYTES / 2) {
        value_null(&facts, "room");
    } else {
        value_text(&facts, "room", room, strlen(room));
    }
    value_end(&facts);
    show_append(doc, compose_say(&compose, telling->told, &facts, 0));
    for (unsigned i = 0; i < TELL_BUTTONS && telling->button[i].act != NULL; i++) {
        house_button_put(&compose, doc,
                         &(struct house_button){.act = telling->button[i].act,
                                                .tag = entry->tag,
                                                .key = message_name(telling->button[i].label),
                                                .style = i == 0 && telling->button[1].act != NULL
                                                             ? CHOICE_PRIMARY
                                                             : CHOICE_SECONDARY});
    }
    show_doc_to(commit, entry, person, doc);
}

/* Each of those whom one thing that was said is about. */
static void tell_guests(struct commit *commit, struct table_entry *entry,
                        const struct night_telling *telling, int64_t meant)
{
    const struct night *night = table_night_of(&entry->resident->table);
    for (int i = 0; i < night->guest_count; i++) {
        if (!night->guest[i].gone && (!telling->one || meant == i)) {
            tell_guest(commit, entry, telling, &night->guest[i]);
        }
    }
}

void night_tell(struct commit *commit, struct table_entry *entry, const struct outcome *out)
{
    bool night = table_night_of(&entry->resident->table) != NULL;
    for (unsigned i = 0; night && i < out->event_count; i++) {
        uint16_t at = value_find(&out->facts, out->event[i].args, "guest");
        int64_t meant = at == VALUE_NONE ? -1 : out->facts.fact[at].number;
        for (size_t k = 0; k < sizeof night_tellings / sizeof night_tellings[0]; k++) {
            if (out->event[i].message == night_tellings[k].said) {
                tell_guests(commit, entry, &night_tellings[k], meant);
            }
        }
    }
}
