/* Where what people type does not reach us: channels of servers, without the Message Content
 * Intent. */
#ifndef DISCORD_DEAF_H
#define DISCORD_DEAF_H

#include "discord_decode.h"

struct discord;

/* A message came without anything in it, though the intent is on: the log says so, once an hour for
 * each server, and once for each channel the hosts of its tables are told. */
void discord_deaf_inbound(struct discord *discord, const struct discord_message *message);

#endif
