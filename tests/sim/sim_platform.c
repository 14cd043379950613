/* The platform: most sends arrive, some late, some twice, some not at all. */
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

static void keep(char to[WORLD_NAME_BYTES], const char *from)
{
    snprintf(to, WORLD_NAME_BYTES, "%s", from == NULL ? "" : from);
}

static struct world_message *show(struct sim *sim, const struct sending *sending)
{
    sim_check_doc(sim, sending);
    return world_show(&sim->world, sending);
}

static bool hold(struct sim *sim, const struct sending *sending)
{
    if (sim->held_count == SIM_HELD_MAX) {
        return false;
    }
    struct sim_held *held = &sim->held[sim->held_count++];
    memset(held, 0, sizeof *held);
    held->row = sending->row;
    held->kind = sending->kind;
    held->shown = sim_roll(sim, 2) == 0;
    keep(held->nonce, sending->nonce);
    keep(held->room, sending->room);
    keep(held->account, sending->account);
    keep(held->edit_of, sending->edit_of);
    if (held->shown) {
        keep(held->id, show(sim, sending)->id);
    } else {
        held->doc = kept_doc_new(sending->doc, &sending->head, NULL);
    }
    return true;
}

bool sim_send(void *context, const struct sending *sending)
{
    struct sim *sim = context;
    struct house *house = sim->world.house;
    struct adapter *adapter = sim->world.adapter;
    bool private = sending->kind == SEND_PRIVATE || sending->kind == SEND_ANSWER;
    if (sim_fault(sim, 12) && hold(sim, sending)) {
        return false;
    }
    if (sim_fault(sim, 20)) {
        enum send_status status = sim_roll(sim, 2) == 0 ? SEND_NOT_SENT : SEND_AMBIGUOUS;
        if (status == SEND_AMBIGUOUS && sim_roll(sim, 2) == 0) {
            show(sim, sending);
        }
        sim->statuses[status]++;
        house_send_failed(house, adapter, sending->row, status,
                          sim->world.now_ms + sim_roll(sim, 20000), "the simulator");
        return false;
    }
    if (sim_fault(sim, 60)) {
        enum send_status status = private && sim_roll(sim, 2) == 0 ? SEND_REFUSED : SEND_GONE;
        sim->statuses[status]++;
        house_send_failed(house, adapter, sending->row, status, 0, "the simulator");
        return false;
    }
    const struct world_message *message = show(sim, sending);
    house_delivered(house, adapter, sending->row, message->id, NULL, 0, NULL);
    if (sim_fault(sim, 30)) {
        house_delivered(house, adapter, sending->row, message->id, NULL, 0, NULL); /* told twice */
    }
    return false;
}

void sim_stored(void *context, void *token, const struct fault *fault)
{
    struct sim *sim = context;
    size_t index = (size_t)((char *)token - (char *)sim) - 1;
    bool there = fault == NULL;
    sim->events[index].told = sim->events[index].told || there;
}

static void held_end(struct sim *sim, struct sim_held *held)
{
    const struct sending sending = {
        .row = held->row,
        .kind = held->kind,
        .room = held->room,
        .account = held->account,
        .edit_of = held->edit_of,
        .nonce = held->nonce,
        .doc = held->doc == NULL ? NULL : &held->doc->doc,
        .head = held->doc == NULL ? (struct doc_head){.kind = DOC_NO_KIND} : held->doc->head,
    };
    if (!held->shown) {
        keep(held->id, show(sim, &sending)->id);
    }
    house_delivered(sim->world.house, sim->world.adapter, held->row, held->id, NULL, 0, NULL);
}

void sim_release(struct sim *sim)
{
    for (unsigned i = 0; i < sim->held_count;) {
        if (!sim->calm && sim_roll(sim, 3) != 0) {
            i++;
            continue;
        }
        struct sim_held held = sim->held[i];
        sim->held[i] = sim->held[--sim->held_count];
        held_end(sim, &held);
        kept_doc_let_go(&held.doc);
    }
}

void sim_forget_held(struct sim *sim)
{
    for (unsigned i = 0; i < sim->held_count; i++) {
        kept_doc_let_go(&sim->held[i].doc);
    }
    sim->held_count = 0;
}
