#include "round.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { ROUND_PATIENCE = 600 };

#define DOCUMENTS "📄 Documents"
#define MONEY     "💰 Money"

void whisper(struct party *party, unsigned who, const char *text)
{
    uint64_t dm = fake_discord_dm(party->fake, party->person[who]);
    ck_assert_msg(fake_discord_say(party->fake, party->person[who], dm, text, 0) != 0, "%s",
                  fake_discord_why(party->fake));
    party_pass(party, 700);
}

void sees(struct party *party, unsigned who, const char *words)
{
    for (int i = 0; i < ROUND_PATIENCE && !party_sees(party, who, words); i++) {
        party_wait(party, who, i);
    }
    ck_assert_msg(party_sees(party, who, words), "%s does not see \"%s\":\n%s", party->name[who],
                  words, party_tail(party, who));
}

void has_read(struct party *party, unsigned who, const char *words)
{
    for (int i = 0; i < ROUND_PATIENCE && !party_saw(party, who, words); i++) {
        party_wait(party, who, i);
    }
    ck_assert_msg(party_saw(party, who, words), "%s has not read \"%s\":\n%s", party->name[who],
                  words, party_tail(party, who));
}

void all_sit(struct party *party, unsigned seats)
{
    for (unsigned who = ANA; who < seats; who++) {
        party_press(party, who, "Join");
        sees(party, who, "You're in.");
    }
}

void all_reached(struct party *party, unsigned seats)
{
    char line[40];
    for (unsigned who = ANA + 1; who < seats; who++) {
        snprintf(line, sizeof line, "- %s\n", party->name[who]);
        sees(party, ANA, line);
    }
    party_pass(party, 10000);
}

void sees_again(struct party *party, unsigned who, const char *words, unsigned times)
{
    for (int i = 0; i < ROUND_PATIENCE && party_times(party, who, words) <= times; i++) {
        party_pass(party, 1000);
    }
    ck_assert_msg(party_times(party, who, words) > times, "%s does not see \"%s\" again:\n%s",
                  party->name[who], words, party_tail(party, who));
}

void tells(struct party *party, unsigned who, const char *text, const char *words)
{
    unsigned reader = who == ANA ? BEN : ANA;
    unsigned times = party_times(party, reader, words);
    whisper(party, who, text);
    sees_again(party, reader, words, times);
}

void round_gather(struct party *party)
{
    party_slash(party, ANA, "interceptor", "{\"pace\":\"async\"}");
    sees(party, BEN, "who plays?");
    all_sit(party, 4);
    sees(party, ANA, "All 4 seats are taken.");
    all_reached(party, 4);
    party_press(party, ANA, "Start");
    sees(party, BEN, "The game begins.");
}

uint64_t fresh_button(struct party *party, unsigned who, const char *label, const char *other)
{
    for (int i = 0; i < ROUND_PATIENCE; i++) {
        char control[PARTY_CONTROL_BYTES] = "";
        char others[PARTY_CONTROL_BYTES] = "";
        uint64_t message = party_button(party, who, label, control);
        uint64_t another = other == NULL ? 0 : party_button(party, who, other, others);
        const char *now = another > message ? others : control;
        message = another > message ? another : message;
        size_t asked = strcspn(now, ".") + 1; /* table and ask: the same buttons of another turn */
        asked += now[asked - 1] == '.' ? strcspn(now + asked, ".") : 0;
        bool edited =
            message == party->used[who] && strncmp(now, party->used_control[who], asked) != 0;
        if (message > party->used[who] || (message != 0 && edited)) {
            party->used[who] = message;
            snprintf(party->used_control[who], PARTY_CONTROL_BYTES, "%s", now);
            return message;
        }
        party_wait(party, who, i);
    }
    ck_abort_msg("%s gets no new [%s]:\n%s", party->name[who], label, party_tail(party, who));
    return 0;
}

static void press(struct party *party, unsigned who, const char *label)
{
    fresh_button(party, who, label, NULL);
    party_press(party, who, label);
}

void fill(struct party *party, unsigned who, const char *label, const char *fields)
{
    for (int i = 0; i < ROUND_PATIENCE; i++) {
        cJSON *outcome = party_outcome(party, party_press(party, who, label));
        bool shown = cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(outcome, "modal"));
        cJSON_Delete(outcome);
        if (shown) {
            party_submit(party, who, fields);
            return;
        }
        party_pass(party, 5000);
    }
    ck_abort_msg("%s is shown no form for [%s]:\n%s", party->name[who], label,
                 party_tail(party, who));
}

/* One card, with a sentence where the form asks for one. */
static void play(struct party *party, unsigned who, const char *card, const char *say)
{
    char label[64];
    char fields[256];
    snprintf(label, sizeof label, "%s…", card);
    snprintf(fields, sizeof fields, "{\"say\":\"%s\"}", say);
    uint64_t message = fresh_button(party, who, label, card);
    if (party_has(party, who, label) == message) {
        fill(party, who, label, fields);
    } else {
        party_press(party, who, card);
    }
}

void round_agree(struct party *party)
{
    whisper(party, ANA, "signals documents: word honestly money: ends with ?");
    sees(party, CY, "honestly");
    press(party, CY, "Confirm");
    sees(party, BEN, "Ready: Officials.");
    whisper(party, BEN, "signals documents: word coffee money: first word well");
    press(party, DEE, "Confirm");
    sees(party, BEN, "Both teams have their signals.");
    press(party, CY, "Ana");
    sees(party, DEE, "Ana leads the first round.");
}

void round_first_half(struct party *party)
{
    play(party, ANA, MONEY, "Who goes first?");
    play(party, CY, MONEY, "");
    play(party, BEN, MONEY, "Well, who knows.");
    play(party, DEE, MONEY, "");
    sees(party, CY, "Round 1 is open.");
    press(party, BEN, "1 : 1");
    play(party, CY, DOCUMENTS, "I honestly forgot.");
    play(party, ANA, DOCUMENTS, "");
    play(party, DEE, DOCUMENTS, "More coffee, please.");
    play(party, BEN, MONEY, "");
    press(party, ANA, "2 : 2");
    play(party, ANA, MONEY, "Who goes first?");
    play(party, CY, DOCUMENTS, "");
    play(party, BEN, DOCUMENTS, "Coffee for me.");
    play(party, DEE, DOCUMENTS, "");
    press(party, BEN, "1 : 3");
}

void round_second_half(struct party *party)
{
    play(party, CY, DOCUMENTS, "I honestly forgot.");
    play(party, ANA, DOCUMENTS, "");
    play(party, DEE, DOCUMENTS, "More coffee, please.");
    play(party, BEN, DOCUMENTS, "");
    press(party, BEN, "2 : 0");
    play(party, ANA, DOCUMENTS, "Honestly, I would not know.");
    play(party, CY, MONEY, "");
    play(party, BEN, MONEY, "Well, who knows.");
    play(party, DEE, DOCUMENTS, "");
    play(party, CY, MONEY, "Is that so?");
    play(party, ANA, MONEY, "");
    play(party, DEE, DOCUMENTS, "More coffee, please.");
    play(party, BEN, DOCUMENTS, "");
    press(party, ANA, "1 : 1");
    play(party, ANA, DOCUMENTS, "Honestly, I would not know.");
    play(party, CY, MONEY, "");
    play(party, BEN, MONEY, "Well, who knows.");
    play(party, DEE, MONEY, "");
    press(party, BEN, "2 : 2");
}
