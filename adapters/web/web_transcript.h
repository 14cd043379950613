/* Transcripts of finished tables, under addresses that nobody can guess: for whoever has one, also
 * who is not known here. */
#ifndef WEB_TRANSCRIPT_H
#define WEB_TRANSCRIPT_H

#include "http_server.h"

#define WEB_TRANSCRIPT_PATH "/transcript/"

/* A route; the context is the web. */
void web_ask_transcript(void *context, const struct http_request *request);

#endif
