/* House players of Infiltrators. They shoot when they are sure, keep a Suspect of their own, lay
 * the card that leaves the fewest candidates (at another's Suspect: on the average), and guess only
 * when turns or cards run out. They know what their seat sees, and remember what lay open. */
#include "infiltrators_private.h"

#include <assert.h>
#include <string.h>

enum {
    PLAYER_GAIN_MAX = 10000,
    PLAYER_DRAW_BONUS = 300, /* an exchange brings a card */
    PLAYER_GAIN_LEAST = 400, /* a clue below this is not worth a card: rather draw */
    PLAYER_GUESS_AMONG = 3,  /* candidates */
    PLAYER_TURNS_SPARE = 2
};

/* What a house player remembers: every card that lay open once. */
struct watcher {
    struct card_set seen;
};

/* What it makes of its view at one moment. */
struct scene {
    const struct player_sight *sight;
    const struct value_tree *facts;
    int seat;
    int seats;
    int lowest;
    int highest;
    int hand_limit;
    unsigned suits; /* that may be in play */
    struct card_row hand;
    uint8_t suspect;
    struct card_set known; /* cards that are no other Agent's Suspect */
    struct card_set seen;  /* of those, what everybody knows */
    struct card_set possible[AGENTS_MAX];
    struct card_row clues[AGENTS_MAX];
    uint16_t match[AGENTS_MAX]; /* bit n: clue n matches */
    bool held[AGENTS_MAX];      /* is there a Suspect? */
    int64_t hq;
    int64_t centre;
    int64_t left;
    int64_t bullets;    /* -1: nobody knows */
    int64_t turns_left; /* -1: no end by turns */
    int64_t clock_left; /* ms, -1: no clock */
};

/* What would be done, and how good it is. */
struct plan {
    int gain;
    int owner;
    uint8_t card;
};

static uint8_t scene_card(const struct value_tree *facts, uint16_t parent, const char *key)
{
    uint16_t at = value_find(facts, parent, key);
    bool text = at != VALUE_NONE && facts->fact[at].text != NULL;
    return text ? card_read(facts->fact[at].text) : CARD_NONE;
}

static void scene_set(const struct value_tree *facts, uint16_t list, struct card_set *set)
{
    if (list == VALUE_NONE || facts->fact[list].kind != VALUE_LIST) {
        return;
    }
    for (uint16_t at = value_first(facts, list); at != VALUE_NONE;
         at = value_next(facts, list, at)) {
        card_set_add(set, card_read(facts->fact[at].text));
    }
}

static unsigned scene_suits_of(const struct card_set *set)
{
    unsigned suits = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        suits |= set->numbers[suit] != 0 ? 1u << suit : 0u;
    }
    return suits;
}

/* The suits named, and the one that is not: the one we have seen, or any. */
static void scene_read_suits(struct scene *scene)
{
    const struct value_tree *facts = scene->facts;
    uint16_t list = value_find(facts, VALUE_NONE, "suits");
    for (uint16_t at = value_first(facts, list); at != VALUE_NONE;
         at = value_next(facts, list, at)) {
        for (int suit = 0; suit < SUITS; suit++) {
            bool named = facts->fact[at].text[0] == card_suit_letter(suit);
            scene->suits |= named ? 1u << suit : 0u;
        }
    }
    unsigned met = scene_suits_of(&scene->known);
    if (value_bool_at(facts, "hidden_suit")) {
        scene->suits = (met & ~scene->suits) != 0 ? scene->suits | met : (1u << SUITS) - 1;
    }
}

static void scene_read_stand(struct scene *scene, uint16_t stand, int owner)
{
    const struct value_tree *facts = scene->facts;
    scene->held[owner] = facts->fact[stand].kind == VALUE_OBJECT;
    if (!scene->held[owner]) {
        return;
    }
    uint16_t clues = value_find(facts, stand, "clues");
    for (uint16_t at = value_first(facts, clues); at != VALUE_NONE;
         at = value_next(facts, clues, at)) {
        uint8_t card = scene_card(facts, at, "card");
        bool match = facts->fact[value_find(facts, at, "match")].number != 0;
        int place = scene->clues[owner].count;
        if (match && place < 16) {
            scene->match[owner] = (uint16_t)(scene->match[owner] | 1u << place);
        }
        card_row_add(&scene->clues[owner], card);
        card_set_add(&scene->seen, card);
    }
}

static bool scene_agrees(const struct scene *scene, int owner, uint8_t card)
{
    const struct card_row *clues = &scene->clues[owner];
    for (int i = 0; i < clues->count && i < 16; i++) {
        if (card_match(clues->card[i], card) != ((scene->match[owner] >> i & 1) != 0)) {
            return false;
        }
    }
    return true;
}

/* What an owner's Suspect can be by what is known. For the own one: what the others can know. */
static void scene_fill(struct scene *scene, uint16_t stand, int owner)
{
    const struct card_set *known = owner == scene->seat ? &scene->seen : &scene->known;
    struct card_set wrong;
    memset(&wrong, 0, sizeof wrong);
    scene_set(scene->facts, value_find(scene->facts, stand, "wrong"), &wrong);
    for (int card = 1; card < CARD_CODES; card++) {
        bool number = card % 16 >= scene->lowest && card % 16 <= scene->highest;
        if (number && (scene->suits >> card / 16 & 1) != 0 && !card_set_has(known, (uint8_t)card) &&
            !card_set_has(&wrong, (uint8_t)card) && scene_agrees(scene, owner, (uint8_t)card)) {
            card_set_add(&scene->possible[owner], (uint8_t)card);
        }
    }
}

static void scene_read_stands(struct scene *scene)
{
    const struct value_tree *facts = scene->facts;
    uint16_t stands = value_find(facts, VALUE_NONE, "stands");
    int owner = 0;
    for (uint16_t at = value_first(facts, stands); at != VALUE_NONE;
         at = value_next(facts, stands, at)) {
        scene_read_stand(scene, at, owner++);
    }
    scene->known = scene->seen;
    for (int i = 0; i < scene->hand.count; i++) {
        card_set_add(&scene->known, scene->hand.card[i]);
    }
    if (scene->suspect != CARD_NONE) {
        card_set_add(&scene->known, scene->suspect);
    }
    scene_read_suits(scene);
    owner = 0;
    for (uint16_t at = value_first(facts, stands); at != VALUE_NONE;
         at = value_next(facts, stands, at)) {
        if (scene->held[owner]) {
            scene_fill(scene, at, owner);
        }
        owner++;
    }
}

static int64_t scene_left(const struct value_tree *facts, const char *path, int64_t used)
{
    return value_has(facts, path) ? value_number_at(facts, path, 0) - used : -1;
}

static void scene_read(struct scene *scene, const struct watcher *watcher,
                       const struct player_sight *sight)
{
    const struct value_tree *facts = &sight->view->facts;
    memset(scene, 0, sizeof *scene);
    scene->sight = sight;
    scene->facts = facts;
    scene->seat = sight->seat;
    scene->seats = sight->seats;
    scene->lowest = (int)value_number_at(facts, "lowest", NUMBER_LOWEST);
    scene->highest = (int)value_number_at(facts, "highest", NUMBER_HIGHEST);
    scene->hand_limit = (int)value_number_at(facts, "hand_limit", MISSION_HAND_LIMIT);
    scene->hq = value_number_at(facts, "hq", 0);
    scene->centre = value_number_at(facts, "centre", 0);
    scene->left = value_number_at(facts, "left", 0);
    scene->bullets = scene_left(facts, "bullets", 0);
    scene->turns_left = scene_left(facts, "turns_max", value_number_at(facts, "turns", 0));
    scene->clock_left = scene_left(facts, "clock_ms", sight->now_ms);
    scene->seen = watcher->seen;
    scene_set(facts, value_path(facts, "discard.up"), &scene->seen);
    scene_set(facts, value_find(facts, VALUE_NONE, "solved"), &scene->seen);
    uint16_t hand = value_find(facts, VALUE_NONE, "hand");
    for (uint16_t at = value_first(facts, hand); at != VALUE_NONE;
         at = value_next(facts, hand, at)) {
        card_row_add(&scene->hand, card_read(facts->fact[at].text));
    }
    scene->suspect = scene_card(facts, VALUE_NONE, "suspect");
    scene_read_stands(scene);
}

/* --- what a card is worth ------------------------------------------------------------------------
 */

/* How many candidates of an owner's Suspect would match the card, and how many not; the card itself
 * is no candidate any more. */
static void worth_split(const struct scene *scene, int owner, uint8_t card, int counts[2])
{
    const struct card_set *possible = &scene->possible[owner];
    counts[0] = 0;
    counts[1] = 0;
    for (uint8_t at = card_set_next(possible, CARD_NONE); at != CARD_NONE;
         at = card_set_next(possible, at)) {
        if (at != card) {
            counts[card_match(card, at) ? 1 : 0]++;
        }
    }
}

/* Of PLAYER_GAIN_MAX, which part of the candidates the card would rule out. */
static int worth_of(const struct scene *scene, int owner, uint8_t card)
{
    int counts[2];
    int before = card_set_count(&scene->possible[owner]);
    if (before <= 1) {
        return 0;
    }
    worth_split(scene, owner, card, counts);
    if (owner == scene->seat) {
        int after = counts[card_match(card, scene->suspect) ? 1 : 0];
        return (before - after) * PLAYER_GAIN_MAX / before;
    }
    int sum = counts[0] + counts[1];
    int after = sum > 0 ? (counts[0] * counts[0] + counts[1] * counts[1]) * 100 / sum : 0;
    return (before * 100 - after) * (PLAYER_GAIN_MAX / 100) / before;
}

/* The best the card could do at any Suspect. */
static int worth_anywhere(const struct scene *scene, uint8_t card)
{
    int best = 0;
    for (int owner = 0; owner < scene->seats; owner++) {
        int worth = scene->held[owner] ? worth_of(scene, owner, card) : 0;
        best = worth > best ? worth : best;
    }
    return best;
}

static void plan_clue(const struct scene *scene, struct plan *plan)
{
    *plan = (struct plan){.gain = -1};
    for (int owner = 0; owner < scene->seats; owner++) {
        for (int i = 0; i < scene->hand.count && scene->held[owner]; i++) {
            uint8_t card = scene->hand.card[i];
            int gain = worth_of(scene, owner, card);
            gain += owner != scene->seat && scene->hq > 0 && gain > 0 ? PLAYER_DRAW_BONUS : 0;
            if (gain > plan->gain) {
                *plan = (struct plan){gain, owner, card};
            }
        }
    }
}

/* The other Agent's Suspect that we know best. gain: how many candidates it has; 0: none is there.
 */
static void plan_shot(const struct scene *scene, struct plan *plan)
{
    *plan = (struct plan){0};
    for (int owner = 0; owner < scene->seats; owner++) {
        int count = card_set_count(&scene->possible[owner]);
        if (owner != scene->seat && scene->held[owner] && count > 0 &&
            (plan->gain == 0 || count < plan->gain)) {
            *plan = (struct plan){count, owner, card_set_next(&scene->possible[owner], CARD_NONE)};
        }
    }
}

/* --- moves ---------------------------------------------------------------------------------------
 */

static bool act(const struct player_sight *sight, struct move *move, const char *name)
{
    move->row = action_find(sight->game->actions, sight->game->action_count, name);
    assert(move->row != NULL);
    return true;
}

static bool act_card(const struct scene *scene, struct move *move, const char *name, int owner,
                     uint8_t card)
{
    if (owner >= 0) {
        value_number(&move->args, "seat", owner);
    }
    value_term(&move->args, "card", card_name(card));
    return act(scene->sight, move, name);
}

static bool act_shoot(const struct scene *scene, struct move *move, const struct plan *shot)
{
    act_card(scene, move, "eliminate", shot->owner, shot->card);
    value_bool(&move->args, "insist", true);
    return true;
}

static bool act_clue(const struct scene *scene, struct move *move, const struct plan *plan)
{
    bool own = plan->owner == scene->seat;
    return act_card(scene, move, own ? "clue" : "exchange", own ? -1 : plan->owner, plan->card);
}

static bool act_bide(const struct scene *scene, const struct player_sight *sight, struct move *move)
{
    int room = scene->hand_limit - scene->hand.count;
    int draw = room < 0 ? 0 : room > INFILTRATORS_BIDE_MAX ? INFILTRATORS_BIDE_MAX : room;
    if (sight->options->value[INFILTRATORS_DRAW] == 0) {
        value_number(&move->args, "draw", draw);
    }
    return act(sight, move, "bide");
}

/* May a guess miss without losing the mission? */
static bool turn_has_spare(const struct scene *scene)
{
    return scene->bullets > scene->left;
}

/* Is there too little time left for sure things? */
static bool turn_hurries(const struct scene *scene)
{
    int64_t need = scene->left * PLAYER_TURNS_SPARE;
    bool late = scene->turns_left >= 0 && scene->turns_left <= need;
    return late || (scene->clock_left >= 0 && scene->clock_left < need * 8000);
}

static bool turn_guesses(const struct scene *scene, const struct plan *shot,
                         const struct plan *clue)
{
    if (shot->gain == 0) {
        return false;
    }
    bool limited = scene->turns_left >= 0 || scene->clock_left >= 0;
    bool few = limited && turn_has_spare(scene) && shot->gain <= PLAYER_GUESS_AMONG;
    bool stuck = clue->gain < PLAYER_GAIN_LEAST && (scene->hq == 0 || few);
    return stuck || (turn_hurries(scene) && turn_has_spare(scene));
}

static bool choose_turn(const struct scene *scene, const struct player_sight *sight,
                        struct move *move)
{
    struct plan shot;
    struct plan clue;
    plan_shot(scene, &shot);
    plan_clue(scene, &clue);
    if (shot.gain == 1) {
        return act_shoot(scene, move, &shot);
    }
    if (scene->suspect == CARD_NONE && scene->centre > 0) {
        return act(sight, move, "nab");
    }
    if (turn_guesses(scene, &shot, &clue)) {
        return act_shoot(scene, move, &shot);
    }
    if (clue.gain >= PLAYER_GAIN_LEAST) {
        return act_clue(scene, move, &clue);
    }
    if (scene->hq > 0) {
        return act_bide(scene, sight, move);
    }
    return clue.gain >= 0 ? act_clue(scene, move, &clue)
                          : shot.gain > 0 && act_shoot(scene, move, &shot);
}

/* The card of the discard that would tell most; an unseen one rather than none. */
static bool choose_reward(const struct scene *scene, struct move *move)
{
    const struct value_tree *facts = scene->facts;
    uint16_t up = value_path(facts, "discard.up");
    uint8_t best = CARD_NONE;
    int worth = 0;
    for (uint16_t at = up != VALUE_NONE && facts->fact[up].kind == VALUE_LIST
                           ? value_first(facts, up)
                           : VALUE_NONE;
         at != VALUE_NONE; at = value_next(facts, up, at)) {
        uint8_t card = card_read(facts->fact[at].text);
        int of_card = worth_anywhere(scene, card) + 1;
        if (of_card > worth) {
            worth = of_card;
            best = card;
        }
    }
    bool down = value_number_at(facts, "discard.down", 0) > 0;
    if (best != CARD_NONE && (worth > PLAYER_GAIN_LEAST || !down)) {
        return act_card(scene, move, "retrieve", -1, best);
    }
    value_term(&move->args, "card", down ? "down" : "none");
    return act(scene->sight, move, "retrieve");
}

/* The cards that tell least. */
static bool choose_drop(const struct scene *scene, struct move *move)
{
    struct card_row left = scene->hand;
    int over = (int)value_number_at(scene->facts, "over_limit", 0);
    value_list(&move->args, "cards");
    for (; over > 0; over--) {
        uint8_t least = left.card[0];
        for (int i = 1; i < left.count; i++) {
            if (worth_anywhere(scene, left.card[i]) < worth_anywhere(scene, least)) {
                least = left.card[i];
            }
        }
        card_row_take(&left, least);
        value_term(&move->args, NULL, card_name(least));
    }
    value_end(&move->args);
    return act(scene->sight, move, "drop");
}

static bool player_choose(void *memory, const struct player_sight *sight, struct move *move)
{
    const struct value_tree *facts = &sight->view->facts;
    const char *phase = value_text_at(facts, "phase", "over");
    struct scene scene;
    if (value_bool_at(facts, "over") || value_number_at(facts, "turn", SEAT_NONE) != sight->seat) {
        return false;
    }
    scene_read(&scene, memory, sight);
    if (strcmp(phase, "draw") == 0) {
        value_bool(&move->args, "take", scene.hand.count < scene.hand_limit);
        return act(sight, move, "draw");
    }
    if (strcmp(phase, "retrieve") == 0) {
        return choose_reward(&scene, move);
    }
    if (strcmp(phase, "drop") == 0) {
        return choose_drop(&scene, move);
    }
    return choose_turn(&scene, sight, move);
}

/* Remembers the cards that an event showed to all. */
static void player_notice(void *memory, const struct player_sight *sight, enum message message,
                          const struct value_tree *facts, uint16_t args)
{
    struct watcher *watcher = memory;
    (void)sight;
    if (message == MSG_INFILTRATORS_DROPPED) {
        scene_set(facts, value_find(facts, args, "cards"), &watcher->seen);
        return;
    }
    bool shot =
        message == MSG_INFILTRATORS_SHOT && facts->fact[value_find(facts, args, "hit")].number != 0;
    if (shot || message == MSG_INFILTRATORS_CLUE) {
        card_set_add(&watcher->seen, scene_card(facts, args, "card"));
    }
}

const struct player_def infiltrators_player = {
    .memory_size = sizeof(struct watcher),
    .notice = player_notice,
    .choose = player_choose,
};
