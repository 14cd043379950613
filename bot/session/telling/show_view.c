/* Everything here is made from views: of the crowd, of a seat. */
#include "show_view.h"

#include <string.h>

#include "card.h"
#include "handling.h"
#include "hash.h"
#include "house_private.h"
#include "room_words.h"
#include "week.h"
#include "weekly.h"

static struct room_capabilities capabilities_of(struct house *house, const char *adapter,
                                                const char *room)
{
    const struct adapter_link *link = link_named(&house->links, adapter);
    struct room_capabilities capabilities = {.buttons = true};
    if (link->def != NULL && link->def->capabilities != NULL) {
        link->def->capabilities(link->adapter, room, &capabilities);
    }
    return capabilities;
}

/* The words of one room's language, put as it fits another, where they are read. */
static const struct catalogue *words_put(struct house *house, const struct catalogue *words,
                                         const char *adapter, const char *room)
{
    return capabilities_of(house, adapter, room).buttons ? words : catalogue_in_words(words);
}

/* For who reads there. */
static void compose_put(struct house *house, const struct catalogue *words, const char *adapter,
                        const char *room, struct compose *compose)
{
    const struct room_capabilities capabilities = capabilities_of(house, adapter, room);
    compose->catalogue = capabilities.buttons ? words : catalogue_in_words(words);
    compose->draws = capabilities.draws;
}

/* The room's, where it has chosen one. */
static const char *zone_of(const struct house *house, const char *adapter, const char *room)
{
    const char *zone = room_zone(house, adapter, room);
    return zone == NULL ? NULL : arena_text(house->arena, zone, strlen(zone));
}

void house_compose_at(struct house *house, const struct table_entry *entry, const char *adapter,
                      const char *room, struct compose *compose)
{
    compose_put(house, room_words(house, entry->room->adapter, entry->room->id), adapter, room,
                compose);
    compose->zone = zone_of(house, entry->room->adapter, entry->room->id);
}

const struct catalogue *house_words(struct house *house, const char *adapter, const char *room)
{
    return words_put(house, room_words(house, adapter, room), adapter, room);
}

struct compose house_compose_for(const struct handling *handling)
{
    struct compose compose = house_compose(handling->house, handling->entry);
    if (handling->item != NULL) {
        const char *adapter = handling->item->adapter->name;
        const struct inbound *inbound = &handling->item->copy.inbound;
        const char *room = inbound->room;
        if (handling->entry == NULL) {
            compose_put(handling->house, room_words_for(handling->house, adapter, inbound), adapter,
                        room, &compose);
            compose.zone = zone_of(handling->house, adapter, room);
        } else {
            house_compose_at(handling->house, handling->entry, adapter, room, &compose);
        }
    }
    house_compose_own(handling->house, handling->person, &compose);
    return compose;
}

void house_compose_own(const struct house *house, const struct person *person,
                       struct compose *compose)
{
    const struct catalogue *own = room_words_own(house, person);
    const char *zone = person == NULL ? NULL : person_zone(person);
    compose->zone = zone != NULL ? zone : compose->zone;
    if (own != NULL) {
        bool typed = compose->catalogue == catalogue_in_words(compose->catalogue);
        compose->catalogue = typed ? catalogue_in_words(own) : own;
    }
    if (person_is_plain(person)) {
        compose->no_pictures = true;
        compose->draws = false;
    }
}

struct compose house_compose(struct house *house, const struct table_entry *entry)
{
    struct compose compose = {
        .catalogue = house->setup.catalogue,
        .arena = house->arena,
        .many_tables = entry != NULL && entry->room->count > 1,
        .now_ms = house->now_ms,
        .room_name = entry == NULL
                         ? ""
                         : link_room_name(&house->links, entry->room->adapter, entry->room->id),
    };
    if (entry != NULL) {
        house_compose_at(house, entry, entry->room->adapter, entry->room->id, &compose);
    }
    return compose;
}

struct compose house_compose_in(struct house *house, const char *room_key)
{
    struct compose compose = house_compose(house, NULL);
    const char *slash = strchr(room_key, '/');
    const struct adapter_link *link = link_of(&house->links, room_key);
    compose.catalogue = house_words(house, link->name, slash == NULL ? "" : slash + 1);
    return compose;
}

/* A picture costs as much as the rest of its board: it is drawn where somebody looks at it, upright
 * too where the room shows the shape that fits. */
static void choose_pictures(struct house *house, const char *adapter, const char *room,
                            struct compose *compose)
{
    const struct adapter_link *link = link_named(&house->links, adapter);
    struct room_capabilities capabilities = {.pictures = true};
    if (link->def != NULL && link->def->capabilities != NULL) {
        link->def->capabilities(link->adapter, room, &capabilities);
    }
    compose->no_pictures = compose->no_pictures || !capabilities.pictures;
    compose->portraits = capabilities.pictures && capabilities.portraits;
}

struct compose show_compose(const struct handling *handling)
{
    struct compose compose = house_compose_for(handling);
    const struct card *card = handling->entry == NULL || handling->person == NULL
                                  ? NULL
                                  : card_of(handling->entry, handling->person->id);
    bool plays = card != NULL && handling->entry->resident != NULL &&
                 handling->entry->resident->table.phase != TABLE_LOBBY;
    if (handling->item != NULL && plays && card->id != NULL && !card->closed) {
        const struct adapter_link *link =
            link_named(&handling->house->links, handling->entry->room->adapter);
        struct room_capabilities capabilities = {.private_reply =
                                                     true}; /* where an answer stands elsewhere */
        if (link->def != NULL && link->def->capabilities != NULL) {
            link->def->capabilities(link->adapter, handling->entry->room->id, &capabilities);
        }
        compose.on_card = !capabilities.private_reply;
    }
    if (handling->item != NULL) {
        choose_pictures(handling->house, handling->item->adapter->name,
                        handling->item->copy.inbound.room, &compose);
    }
    return compose;
}

void show_append(struct doc *doc, const struct doc *more)
{
    if (more == NULL) {
        return;
    }
    doc_add_blocks(doc, more);
    doc->zone = doc->zone == NULL ? more->zone : doc->zone;
    if (more->panel != NULL) {
        *(doc->panel == NULL ? &doc->panel : &doc->last_choice->next) = more->panel;
        doc->last_choice = more->last_choice;
    }
}

const struct view *show_view(struct house *house, const struct table_entry *entry, int reader)
{
    struct view *view = &house->scratch->view;
    view_init(view, seat_is_person(reader) ? reader : SEAT_CROWD);
    table_view(&entry->resident->table, reader, view);
    const struct table *table = &entry->resident->table;
    const uint8_t *told = weekly_secret_told(house, table, entry->secret);
    if (told != NULL) {
        char secret[SEED_BYTES * 2 + 1];
        hash_hex(secret, told, SEED_BYTES);
        value_text(&view->facts, "secret", secret, sizeof secret - 1);
    } else if (table->phase >= TABLE_OVER) {
        value_number(&view->facts, "secret_ms", week_end_ms(table->week.name));
    }
    return view;
}

void show_hold(struct house *house, const struct table_entry *entry, int reader,
               struct compose *compose)
{
    struct hand *hand = &house->scratch->hand;
    bool holds = compose->draws && table_hand(&entry->resident->table, reader, hand);
    compose->hand = holds ? hand : NULL;
}

const struct view *show_names(struct house *house, const struct table_entry *entry, int reader)
{
    struct view *view = &house->scratch->view;
    view_init(view, seat_is_person(reader) ? reader : SEAT_CROWD);
    table_view_names(&entry->resident->table, reader, view);
    return view;
}

const struct doc *show_board(struct house *house, const struct table_entry *entry)
{
    struct compose compose = house_compose(house, entry);
    struct board *board = &house->scratch->board;
    choose_pictures(house, entry->room->adapter, entry->room->id, &compose);
    const struct view *view = show_view(house, entry, SEAT_CROWD);
    bool has = table_board(&entry->resident->table, SEAT_CROWD, board);
    return compose_board(&compose, view, has ? board : NULL);
}

const struct doc *show_lobby(struct house *house, const struct table_entry *entry)
{
    const struct compose compose = house_compose(house, entry);
    const struct view *view = show_view(house, entry, SEAT_CROWD);
    const char *name = link_room_name(&house->links, entry->room->adapter, entry->room->id);
    const struct compose_place place = {.room = entry->room->id, .name = name + (name[0] == '#')};
    return compose_lobby(&compose, view, entry->home == NULL ? NULL : &place);
}

int show_reader(const struct handling *handling)
{
    if (handling->entry == NULL || handling->entry->resident == NULL || handling->person == NULL) {
        return SEAT_CROWD;
    }
    bool moderator = handling->item != NULL && handling->item->copy.inbound.moderator;
    return table_acts_as(&handling->entry->resident->table, handling->person->id, moderator);
}
