/* What kinds of things are called in a document's JSON: for who writes it and who reads it. */
#ifndef DOC_JSON_NAMES_H
#define DOC_JSON_NAMES_H

#include "doc.h"
#include "doc_head.h"

static const char *const kind_names[] = {
    [DOC_NO_KIND] = NULL, [DOC_BOARD] = "board",     [DOC_LINES] = "lines",   [DOC_CALL] = "call",
    [DOC_CARD] = "card",  [DOC_PRIVATE] = "private", [DOC_ANSWER] = "answer", [DOC_FORM] = "form",
    [DOC_OVER] = "over",  [DOC_CONSOLE] = "console", [DOC_SAY] = "say",
};

static const char *const run_names[] = {
    [RUN_TEXT] = "text",       [RUN_STRONG] = "strong",   [RUN_EMPHASIS] = "em",
    [RUN_CODE] = "code",       [RUN_MENTION] = "mention", [RUN_TIME] = "time",
    [RUN_SPOILER] = "spoiler", [RUN_ROOM] = "room",
};

static const char *const block_names[] = {
    [BLOCK_HEADING] = "heading", [BLOCK_PARAGRAPH] = "paragraph", [BLOCK_LIST] = "list",
    [BLOCK_TABLE] = "table",     [BLOCK_QUOTE] = "quote",         [BLOCK_COUNTDOWN] = "countdown",
    [BLOCK_PICTURE] = "picture", [BLOCK_FILE] = "file",           [BLOCK_ITEM] = "item",
    [BLOCK_SEATS] = "seats",     [BLOCK_OPTIONS] = "options",     [BLOCK_CARDS] = "cards",
    [BLOCK_TILES] = "tiles",
};

static const char *const style_names[] = {
    [CHOICE_PRIMARY] = "primary",
    [CHOICE_SECONDARY] = "secondary",
    [CHOICE_DANGER] = "danger",
};

static const char *const field_names[] = {
    [FIELD_TEXT] = "text",     [FIELD_LONG] = "long",       [FIELD_NUMBER] = "number",
    [FIELD_CHOICE] = "choice", [FIELD_SEVERAL] = "several",
};

#endif
