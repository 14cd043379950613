/* Where messages come without their content: channels of guilds, without the Message Content
 * Intent. */
#ifndef DISCORD_CONTENT_H
#define DISCORD_CONTENT_H

#include "discord_decode.h"

struct discord;

/* A message came without anything in it, though the intent is on: the log says so, once an hour for
 * each guild, and once for each channel the house is notified. */
void discord_content_missing(struct discord *discord, const struct discord_message *message);

#endif
