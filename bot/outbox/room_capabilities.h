/* What a platform can do in a room. */
#ifndef ROOM_CAPABILITIES_H
#define ROOM_CAPABILITIES_H

#include <stdbool.h>
#include <stdint.h>

/* How one member of a team's room is kept from talking to the others there for a while. */
enum mute {
    MUTE_NONE,  /* it cannot be: no room, the team talks through the bot */
    MUTE_RELAY, /* the same, though the platform could have rooms */
    MUTE_POWER, /* they stay in and read, and cannot write */
    MUTE_REMOVE /* they are out until they may talk again */
};

struct room_capabilities {
    bool private_reply; /* an answer that only who acted sees */
    bool buttons;
    bool team_rooms; /* a private room for a team at a table here can be opened */
    bool events;    /* what takes place can be put into the platform's own list (scheduled_event.h),
                     * and    nobody learns of it there who may not read the room */
    bool pictures;  /* takes SVG boards */
    bool draws;     /* seats, options and cards are drawn there: they come as tiles (doc.h) */
    bool portraits; /* and shows the one of two shapes that fits the reader's screen */
    bool only_stored;  /* a message that is not stored is a notice there, gone in seconds */
    bool links;        /* who reads there can open pages of the house (transcript_link.h) */
    bool bots_at_once; /* a lobby there offers house players from its opening on, all at once too */
    enum mute mute;    /* of team rooms opened from here; in one of them: of itself */
    uint32_t board_ms; /* between two edits of a table's board, at the least; 0: at will */
};

#endif
