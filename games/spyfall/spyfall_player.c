/* House players of Spyfall. What they say is out of the book beside the pack: an agent asks and
 * answers as fits the place, and marks whose answers do not fit. The spy says what fits anywhere,
 * or the likeliest place, and counts with which places the others' answers go. Both see what their
 * seat sees, and say nothing that was said in the round. */
#include "spyfall_player.h"

#include <assert.h>
#include <string.h>

#include "spyfall_ear.h"
#include "spyfall_line.h"
#include "spyfall_private.h"
#include "spyfall_voice.h"

enum {
    HEARD_SURE = 60, /* likeness with a reply from which it is that reply */
    HEARD_SOME = 30, /* from which it is worth something */
    DOUBT_MISFIT = 600,
    DOUBT_DRIFT = 90, /* words that go better with another place */
    DOUBT_VAGUE = 50,
    TRUST_FIT = 120,
    TRUST_MOST = 200,
    ACCUSE_FROM = 330,
    VOTE_FROM = 260,
    EAR_OF_SPY = 160, /* of a hundred answers, by the number of seats: more say more */
    EAR_FOR_OWN = 50, /* the same of those that go with hardly any other place */
    OWN_PLACES = 2,   /* hardly any */
    VAGUE_AGENT = 40, /* of a hundred answers */
    VAGUE_SPY = 30,
    VAGUE_QUESTION = 30,
    OWN_QUESTION = 30,
    TOPICS_KEPT = 3,    /* of the last questions: somebody else's turn */
    GUESS_MARGIN = 200, /* the spy is sure: two answers more */
    LATE_MS = 40000,
    CHANCE_FROM = 64,
    TOPIC_BYTES = 20
};

/* What a house player remembers of a round. */
struct mind {
    uint32_t round;
    int32_t doubt[SEATS_MAX];
    int32_t fits[SPYFALL_PLACES_MAX]; /* the spy: how well what was heard goes with each place */
    int32_t heard;                    /* answers that said something */
    uint32_t asked;                   /* house players' questions */
    char topic[TOPICS_KEPT][TOPIC_BYTES]; /* of the last of them */
    struct said said;
};

static_assert(sizeof(struct mind) <= PLAYER_MEMORY_MAX, "a mind remembers too much");

static const struct value_tree *view_of(const struct player_sight *sight)
{
    return &sight->view->facts;
}

static bool is_spy(const struct player_sight *sight)
{
    return strcmp(value_text_at(view_of(sight), "role", ""), "spy") == 0;
}

static uint16_t places_of(const struct player_sight *sight)
{
    return value_find(view_of(sight), VALUE_NONE, "locations");
}

static int place_count(const struct player_sight *sight)
{
    int count = (int)view_of(sight)->fact[places_of(sight)].number;
    return count < SPYFALL_PLACES_MAX ? count : SPYFALL_PLACES_MAX;
}

static const char *place_at(const struct player_sight *sight, int place)
{
    return view_of(sight)
        ->fact[value_member(view_of(sight), places_of(sight), (unsigned)place)]
        .text;
}

static const struct player_entry *section_at(const struct player_sight *sight, int place)
{
    return ear_section(sight->book, place_at(sight, place));
}

static bool chance(const struct player_sight *sight, uint32_t of_hundred)
{
    return rng_below(sight->rng, 100) < of_hundred;
}

/* --- what is remembered ----------------------------------------------------------------------- */

static void begin_round(struct mind *mind, uint32_t round)
{
    memset(mind, 0, sizeof *mind);
    mind->round = round;
}

/* How well an answer goes with each place on the list; the best of them, and how many are so. */
static int hear_fits(const struct player_sight *sight, const struct ear_heard *answer,
                     int fit[SPYFALL_PLACES_MAX], int *places_r)
{
    int best = 0;
    *places_r = 0;
    for (int place = 0; place < place_count(sight); place++) {
        fit[place] = ear_fit(sight->book, section_at(sight, place), answer);
        *places_r = fit[place] > best ? 1 : *places_r + (fit[place] == best);
        best = fit[place] > best ? fit[place] : best;
    }
    return best;
}

/* The spy learns of the place from those who know it, as far as he has an ear for it: one who made
 * all he could of every answer would leave the agents no chance. */
static void hear_as_spy(struct mind *mind, const struct player_sight *sight,
                        const struct ear_heard *answer, const int fit[SPYFALL_PLACES_MAX], int best,
                        int places)
{
    uint32_t sound = mind->round;
    for (int i = 0; i < answer->words.count; i++) {
        sound = sound * 31 + answer->words.word[i];
    }
    uint32_t ear = (uint32_t)(places <= OWN_PLACES ? EAR_FOR_OWN : EAR_OF_SPY) / sight->seats;
    if (sound / 7 % 100 >= ear) {
        return;
    }
    mind->heard += best >= HEARD_SURE;
    for (int place = 0; place < place_count(sight); place++) {
        bool sure = best >= HEARD_SURE;
        mind->fits[place] += sure ? (fit[place] >= best - 10 ? EAR_LIKENESS_ALL : 0) : fit[place];
    }
}

/* Fewer doubts than that nobody can earn: one answer that does not fit still tells. */
static void doubt(struct mind *mind, int seat, int more)
{
    mind->doubt[seat] += more;
    if (mind->doubt[seat] < -TRUST_MOST) {
        mind->doubt[seat] = -TRUST_MOST;
    }
}

/* An agent looks whether words go with the place. */
static void hear_as_agent(struct mind *mind, const struct player_sight *sight, int seat,
                          const int fit[SPYFALL_PLACES_MAX], int best)
{
    const char *here = value_text_at(view_of(sight), "location", "");
    for (int place = 0; place < place_count(sight); place++) {
        if (strcmp(place_at(sight, place), here) != 0) {
            continue;
        }
        if (best >= HEARD_SURE) {
            doubt(mind, seat, fit[place] >= best - 10 ? -TRUST_FIT : DOUBT_MISFIT);
        } else if (best >= HEARD_SOME) {
            doubt(mind, seat, fit[place] >= best - 10 ? -TRUST_FIT / 3 : DOUBT_DRIFT);
        }
    }
}

static void hear_answer(struct mind *mind, const struct player_sight *sight, int seat,
                        const char *text)
{
    struct ear_heard answer;
    int fit[SPYFALL_PLACES_MAX] = {0};
    int places = 0;
    if (seat == sight->seat) {
        return;
    }
    ear_hear(&answer, sight->book, text);
    if (answer.everywhere >= HEARD_SURE) {
        doubt(mind, seat, DOUBT_VAGUE);
        return;
    }
    int best = hear_fits(sight, &answer, fit, &places);
    if (is_spy(sight)) {
        hear_as_spy(mind, sight, &answer, fit, best, places);
    } else {
        hear_as_agent(mind, sight, seat, fit, best);
    }
}

/* What a question of the book is about is noted, so that the next is about something else. */
static void note_topic(struct mind *mind, const struct player_sight *sight, const char *text)
{
    const struct player_book *book = sight->book;
    for (size_t i = 0; book != NULL && i < book->count; i++) {
        for (size_t k = 0; k < book->entry[i].line_count; k++) {
            const struct player_line *line = &book->entry[i].line[k];
            if (line->tag != NULL && line->reply != NULL && strcmp(line->text, text) == 0 &&
                strlen(line->tag) < TOPIC_BYTES) {
                memcpy(mind->topic[mind->asked++ % TOPICS_KEPT], line->tag, strlen(line->tag) + 1);
                return;
            }
        }
    }
}

static void player_notice(void *memory, const struct player_sight *sight, enum message message,
                          const struct value_tree *facts, uint16_t args)
{
    struct mind *mind = memory;
    uint32_t round = (uint32_t)value_number_at(view_of(sight), "round", 0);
    uint16_t who = value_find(facts, args, "seat");
    uint16_t said = value_find(facts, args, "text");
    if (mind->round != round) {
        begin_round(mind, round);
    }
    const char *text = said != VALUE_NONE ? facts->fact[said].text : NULL;
    if (text == NULL || (message != MSG_SPYFALL_ASKED && message != MSG_SPYFALL_ANSWERED)) {
        return;
    }
    size_t lead = voice_lead(sight->book, text);
    if (lead > 0) {
        said_add_part(&mind->said, text, lead - 1);
        text += lead;
    }
    said_add(&mind->said, text);
    if (message == MSG_SPYFALL_ASKED) {
        note_topic(mind, sight, text);
    } else if (who != VALUE_NONE && value_has(view_of(sight), "role")) {
        hear_answer(mind, sight, (int)facts->fact[who].number, text);
    }
}

/* --- places, as the spy sees them ------------------------------------------------------------- */

/* The place that goes best with what was heard, one of several by chance; how many are as good. */
static int best_place(const struct mind *mind, const struct player_sight *sight, int *alike_r)
{
    int best = 0;
    *alike_r = 0;
    for (int place = 0; place < place_count(sight); place++) {
        if (*alike_r == 0 || mind->fits[place] > mind->fits[best]) {
            best = place;
            *alike_r = 1;
        } else if (mind->fits[place] == mind->fits[best] &&
                   rng_below(sight->rng, (uint32_t)++ * alike_r) == 0) {
            best = place;
        }
    }
    return best;
}

/* How much better the best place is than the next. */
static int best_margin(const struct mind *mind, const struct player_sight *sight, int best)
{
    int next = -1;
    for (int place = 0; place < place_count(sight); place++) {
        if (place != best && (next < 0 || mind->fits[place] > mind->fits[next])) {
            next = place;
        }
    }
    return next < 0 ? EAR_LIKENESS_ALL : mind->fits[best] - mind->fits[next];
}

/* --- what is done ----------------------------------------------------------------------------- */

static bool act(const struct player_sight *sight, struct move *move, const char *name)
{
    move->row = action_find(sight->game->actions, sight->game->action_count, name);
    assert(move->row != NULL);
    return true;
}

static bool is_asked(const struct player_sight *sight, const char *name)
{
    for (size_t i = 0; i < sight->owed->count; i++) {
        for (unsigned k = 0; k < OWED_ACTIONS_MAX && sight->owed->owed[i].actions[k] != NULL; k++) {
            if (strcmp(sight->owed->owed[i].actions[k], name) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* In the voice of the seat. */
static bool say(const struct mind *mind, const struct player_sight *sight, struct move *move,
                const char *text)
{
    const struct voice voice = {sight->book, sight->voice, &mind->said, sight->rng};
    char led[VOICE_TEXT_BYTES];
    text = voice_say(&voice, move->row->name, text, led);
    value_text(&move->args, "text", text, strlen(text));
    return true;
}

static bool is_listed(const struct player_sight *sight, const char *key, int seat)
{
    const struct value_tree *view = view_of(sight);
    uint16_t list = value_find(view, VALUE_NONE, key);
    for (uint16_t at = value_first(view, list); at != VALUE_NONE; at = value_next(view, list, at)) {
        if (view->fact[at].number == seat) {
            return true;
        }
    }
    return false;
}

/* Has left, or waits for the next round. */
static bool is_out(const struct player_sight *sight, int seat)
{
    return is_listed(sight, "gone", seat) || is_listed(sight, "waiting", seat);
}

/* Whom to ask: anybody, sooner who has not said anything yet that fits. */
static int choose_target(const struct mind *mind, const struct player_sight *sight)
{
    int barred = (int)value_number_at(view_of(sight), "barred", SEAT_NONE);
    int target = SEAT_NONE;
    uint32_t fitting = 0;
    for (int seat = 0; seat < sight->seats; seat++) {
        if (seat == sight->seat || seat == barred || is_out(sight, seat)) {
            continue;
        }
        for (int weight = mind->doubt[seat] >= 0 ? 4 : 1; weight > 0; weight--) {
            target = rng_below(sight->rng, ++fitting) == 0 ? seat : target;
        }
    }
    return target;
}

/* A place's lines, for this seat; of any place when place is NULL. */
static void open_lines(const struct mind *mind, const struct player_sight *sight,
                       const struct player_entry *place, struct line_sources *lines)
{
    line_open(lines, sight->book, place);
    lines->said = &mind->said;
    lines->rng = sight->rng;
    lines->away = voice_away(sight->book, sight->voice);
}

/* Where an agent knows to be; the spy, and who has no such section: NULL. */
static const struct player_entry *own_section(const struct player_sight *sight)
{
    return ear_section(sight->book, value_text_at(view_of(sight), "location", ""));
}

static bool choose_ask(const struct mind *mind, const struct player_sight *sight, struct move *move)
{
    const char *topics[TOPICS_KEPT + 1] = {NULL};
    struct line_sources lines;
    int target = choose_target(mind, sight);
    for (uint32_t i = 0; i < TOPICS_KEPT && i < mind->asked; i++) {
        topics[i] = mind->topic[i];
    }
    const struct player_entry *place = chance(sight, VAGUE_QUESTION) ? NULL : own_section(sight);
    open_lines(mind, sight, place, &lines);
    const struct player_line *line = line_question(&lines, topics, OWN_QUESTION);
    if (target == SEAT_NONE || line == NULL) {
        return false;
    }
    act(sight, move, "ask");
    value_number(&move->args, "seat", target);
    return say(mind, sight, move, line->text);
}

/* The question that is open, out of the view. */
static const char *open_question(const struct player_sight *sight)
{
    const struct value_tree *view = view_of(sight);
    uint16_t talk = value_find(view, VALUE_NONE, "questions");
    const char *text = "";
    for (uint16_t at = talk == VALUE_NONE ? talk : value_first(view, talk); at != VALUE_NONE;
         at = value_next(view, talk, at)) {
        text = view->fact[value_find(view, at, "text")].text;
    }
    return text;
}

/* Agents answer as at their place, the spy as at one that goes with what he heard. */
static bool choose_answer(const struct mind *mind, const struct player_sight *sight,
                          struct move *move)
{
    struct line_sources lines;
    const struct player_entry *place = own_section(sight);
    bool vague = chance(sight, is_spy(sight) ? VAGUE_SPY : VAGUE_AGENT);
    if (is_spy(sight) && mind->heard > 0 && !vague) {
        int alike = 0;
        place = section_at(sight, best_place(mind, sight, &alike));
    }
    open_lines(mind, sight, place, &lines);
    const char *question = open_question(sight);
    question += voice_lead(sight->book, question);
    const char *reply = line_reply(&lines, question, vague);
    act(sight, move, "answer");
    return reply != NULL && say(mind, sight, move, reply);
}

static bool choose_guess(const struct player_sight *sight, struct move *move, int place)
{
    const char *name = place_at(sight, place);
    act(sight, move, "guess");
    value_text(&move->args, "location", name, strlen(name));
    return true;
}

/* Is the round about to end? */
static bool is_late(const struct player_sight *sight)
{
    const struct value_tree *view = view_of(sight);
    bool live = value_bool_at(view, "clock.running");
    return strcmp(value_text_at(view, "phase", ""), "last_call") == 0 ||
           (live && value_number_at(view, "clock.until_ms", 0) - sight->now_ms < LATE_MS);
}

/* The spy names the place when only one goes with all that was heard; for want of better when the
 * vote that would indict him has one voice left. */
static bool spy_guesses(const struct mind *mind, const struct player_sight *sight,
                        struct move *move)
{
    const struct value_tree *view = view_of(sight);
    int alike = 0;
    int best = best_place(mind, sight, &alike);
    int margin = best_margin(mind, sight, best);
    bool vote = value_has(view, "vote");
    bool blocked = vote && sight->options->value[SPYFALL_GUESS_DURING_VOTE] != 0;
    const char *phase = value_text_at(view, "phase", "");
    if (strcmp(phase, "last_guess") == 0) {
        return choose_guess(sight, move, best);
    }
    if (blocked || strcmp(phase, "final_vote") == 0) {
        return false;
    }
    uint16_t missing = value_path(view, "vote.missing");
    bool mine = vote && value_number_at(view, "vote.suspect", SEAT_NONE) == sight->seat;
    if (mine && missing != VALUE_NONE && view->fact[missing].number == 1) {
        return choose_guess(sight, move, best);
    }
    int wanted = mine ? EAR_LIKENESS_ALL / 2 : is_late(sight) ? EAR_LIKENESS_ALL / 2 : GUESS_MARGIN;
    return alike == 1 && margin >= wanted && mind->heard > 0 && choose_guess(sight, move, best);
}

/* Who is doubted most, if that is enough. */
static int most_doubted(const struct mind *mind, const struct player_sight *sight, int from)
{
    int most = SEAT_NONE;
    for (int seat = 0; seat < sight->seats; seat++) {
        bool more = seat != sight->seat && !is_out(sight, seat) && mind->doubt[seat] >= from &&
                    (most == SEAT_NONE || mind->doubt[seat] > mind->doubt[most]);
        most = more ? seat : most;
    }
    return most;
}

static bool has_accused(const struct player_sight *sight)
{
    const struct value_tree *view = view_of(sight);
    uint16_t accused = value_find(view, VALUE_NONE, "accused");
    return view->fact[value_member(view, accused, (unsigned)sight->seat)].number != 0;
}

static bool choose_accuse(const struct mind *mind, const struct player_sight *sight,
                          struct move *move)
{
    int suspect = is_spy(sight) ? SEAT_NONE : most_doubted(mind, sight, ACCUSE_FROM);
    if (suspect == SEAT_NONE) {
        return false;
    }
    act(sight, move, "accuse");
    value_number(&move->args, "seat", suspect);
    return true;
}

static bool choose_vote(const struct mind *mind, const struct player_sight *sight,
                        struct move *move)
{
    int suspect = (int)value_number_at(view_of(sight), "vote.suspect", SEAT_NONE);
    bool yes = is_spy(sight)
                   ? chance(sight, 80)
                   : suspect >= 0 && suspect < SEATS_MAX && mind->doubt[suspect] >= VOTE_FROM;
    act(sight, move, "vote");
    value_term(&move->args, "answer", yes ? "yes" : "no");
    return true;
}

/* What nobody has asked for: the spy's guess, an agent's accusation. */
static bool choose_unasked(const struct mind *mind, const struct player_sight *sight,
                           struct move *move)
{
    const char *phase = value_text_at(view_of(sight), "phase", "");
    bool talk = strcmp(phase, "questions") == 0 || strcmp(phase, "last_call") == 0;
    if (is_spy(sight) && spy_guesses(mind, sight, move)) {
        return true;
    }
    return talk && !has_accused(sight) && choose_accuse(mind, sight, move);
}

static bool player_choose(void *memory, const struct player_sight *sight, struct move *move)
{
    const struct mind *mind = memory;
    for (int i = 0; i < CHANCE_FROM; i++) { /* the first numbers of a poor seed are alike */
        rng_next(sight->rng);
    }
    if (is_asked(sight, "next")) {
        return act(sight, move, "next");
    }
    if (choose_unasked(mind, sight, move)) {
        return true;
    }
    if (is_asked(sight, "vote")) {
        return choose_vote(mind, sight, move);
    }
    if (is_asked(sight, "accuse")) {
        return choose_accuse(mind, sight, move) || act(sight, move, "pass");
    }
    if (is_asked(sight, "done")) {
        return act(sight, move, "done");
    }
    if (is_asked(sight, "answer")) {
        return choose_answer(mind, sight, move);
    }
    return is_asked(sight, "ask") && choose_ask(mind, sight, move);
}

const struct player_def spyfall_player = {
    .memory_size = sizeof(struct mind),
    .notice = player_notice,
    .choose = player_choose,
};
