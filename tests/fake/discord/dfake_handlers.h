/* What the routes of the Discord for tests do. */
#ifndef DFAKE_HANDLERS_H
#define DFAKE_HANDLERS_H

#include "dfake_call.h"

/* dfake_about.c: the bot, people, guilds */
dfake_handler_fn dfake_get_gateway, dfake_get_gateway_bot, dfake_get_application;
dfake_handler_fn dfake_change_application, dfake_get_self, dfake_get_user, dfake_get_own_guilds;
dfake_handler_fn dfake_get_guild, dfake_get_guild_channels, dfake_get_guild_roles;
dfake_handler_fn dfake_get_member, dfake_leave_guild, dfake_get_active_threads;
/* dfake_talk.c: messages */
dfake_handler_fn dfake_get_messages, dfake_create_message, dfake_get_message, dfake_edit_message;
dfake_handler_fn dfake_delete_message, dfake_delete_messages, dfake_type;
/* dfake_mark.c: pins, reactions */
dfake_handler_fn dfake_pin, dfake_unpin, dfake_get_pins, dfake_react, dfake_unreact;
/* dfake_thread.c: channels and threads */
dfake_handler_fn dfake_open_dm, dfake_get_channel, dfake_change_channel, dfake_end_channel;
dfake_handler_fn dfake_create_thread, dfake_create_message_thread, dfake_put_thread_member;
dfake_handler_fn dfake_delete_thread_member, dfake_get_thread_member, dfake_get_thread_members;
dfake_handler_fn dfake_put_overwrite, dfake_delete_overwrite;
/* dfake_scheduled.c: events in a guild's list */
dfake_handler_fn dfake_create_scheduled, dfake_get_scheduled_list, dfake_get_scheduled;
dfake_handler_fn dfake_change_scheduled, dfake_delete_scheduled;
/* dfake_answer.c: interactions */
dfake_handler_fn dfake_callback, dfake_follow_up, dfake_get_answer, dfake_edit_answer;
dfake_handler_fn dfake_delete_answer;
/* dfake_command.c: commands of the application */
dfake_handler_fn dfake_get_commands, dfake_create_command, dfake_put_commands, dfake_get_command;
dfake_handler_fn dfake_change_command, dfake_delete_command;
/* dfake_control.c: /fake/ */
void dfake_control(struct dfake_call *call);
/* dfake_knobs.c; false: no such knob, or of another type */
bool dfake_knobs_set(struct fake_discord *fake, const cJSON *in);
/* dfake_fault.c; -1: there is none of this name */
int dfake_fault_verb(const char *name);

/* Sends a message of the bot's, checked; NULL: answered with an error. */
struct dfake_message *dfake_send(struct dfake_call *call, struct dfake_channel *channel,
                                 const cJSON *body);
/* May anything be posted there? Opens an archived thread. false: answered with an error. */
bool dfake_may_post(struct dfake_call *call, struct dfake_channel *channel);

#endif
