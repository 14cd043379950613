/* The routes of the Matrix homeserver for tests, and what is behind them. */
#ifndef MXFAKE_HANDLERS_H
#define MXFAKE_HANDLERS_H

#include "mxfake_call.h"

/* mxfake_control.c */
void mxfake_control(struct mxfake_call *call);
/* mxfake_fault.c; -1: there is none */
int mxfake_fault_verb(const char *name);

/* mxfake_service.c */
struct mxfake_service *mxfake_service_of(const struct mxfake *fake, const char *as_token);
struct mxfake_user *mxfake_service_user(const struct mxfake_service *service);
bool mxfake_service_owns(const struct mxfake *fake, const struct mxfake_service *service,
                         const char *user);
void mxfake_service_pinged(struct mxfake_call *call, int status);
/* The call that pings is about to be gone. */
void mxfake_service_forget(const struct mxfake_call *call);

mxfake_handler_fn mxfake_ping_service; /* mxfake_service.c */

/* mxfake_account.c */
mxfake_handler_fn mxfake_versions, mxfake_well_known, mxfake_capabilities, mxfake_login_flows,
    mxfake_log_in, mxfake_refresh, mxfake_log_out_call, mxfake_log_out_all, mxfake_whoami,
    mxfake_register, mxfake_get_devices, mxfake_get_device, mxfake_put_device, mxfake_delete_device;

/* mxfake_admin.c */
mxfake_handler_fn mxfake_override, mxfake_end_override, mxfake_get_override, mxfake_register_nonce,
    mxfake_register_shared, mxfake_room_members;

/* mxfake_own.c */
mxfake_handler_fn mxfake_get_profile, mxfake_get_profile_field, mxfake_put_profile_field,
    mxfake_get_data, mxfake_put_data, mxfake_get_room_data, mxfake_put_room_data,
    mxfake_make_filter, mxfake_get_filter, mxfake_push_rules;

/* mxfake_enter.c */
mxfake_handler_fn mxfake_create_call, mxfake_upgrade_call, mxfake_join_call, mxfake_join_by_name,
    mxfake_knock_call, mxfake_leave_call, mxfake_forget_call, mxfake_invite_call, mxfake_kick_call,
    mxfake_ban_call, mxfake_unban_call, mxfake_get_alias, mxfake_put_alias, mxfake_delete_alias,
    mxfake_joined_rooms, mxfake_room_aliases;

/* mxfake_write.c */
mxfake_handler_fn mxfake_send_call, mxfake_set_state, mxfake_redact_call, mxfake_type,
    mxfake_receipt, mxfake_read_markers, mxfake_send_to_device;

/* mxfake_read.c */
mxfake_handler_fn mxfake_get_messages, mxfake_get_context, mxfake_get_event, mxfake_get_members,
    mxfake_get_joined, mxfake_get_all_state, mxfake_get_state, mxfake_get_relations;

/* What an account has that has changed nothing. */
cJSON *mxfake_no_push_rules(void);

/* mxfake_sync.c */
mxfake_handler_fn mxfake_sync_call;

/* mxfake_media.c */
mxfake_handler_fn mxfake_upload, mxfake_media_config, mxfake_download;

/* mxfake_keys.c */
mxfake_handler_fn mxfake_upload_keys, mxfake_query_keys, mxfake_claim_keys, mxfake_changed_keys;

/* mxfake_cross.c */
mxfake_handler_fn mxfake_upload_signing, mxfake_upload_signatures;

#endif
