#include "mxfake_shape.h"

#include "embed_mxfake_shapes_file.h"
#include "fake_base.h"
#include "mxfake_harm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPE_NUMBER = 1000, SHAPE_EVENTS = 3, SHAPE_NAME_BYTES = 256 };

/* How many values a node has below it and itself, beside those of the file. */
#define SHAPE_COUNT "#"

struct mxfake_shapes {
    cJSON *root;
    const cJSON *defs;
    const cJSON *ops;
    const cJSON *events;
    unsigned turn; /* which events are made up next */
};

/* One value being made. */
struct shape_make {
    struct mxfake_shapes *shapes;
    unsigned way;    /* MXFAKE_WAY_FULL where there is harm */
    unsigned target; /* number of the node that is harmed; 0: none */
    unsigned kind;
    bool keeps; /* all of it carries meaning: what a room's state says */
};

static const cJSON *shape_node(const struct mxfake_shapes *shapes, const cJSON *node)
{
    const char *ref = fake_get_text(node, "ref");
    return ref == NULL ? node : fake_get(shapes->defs, ref);
}

static struct mxfake_harm shape_harm(const cJSON *node)
{
    const char *type = fake_get_text(node, "t");
    return (struct mxfake_harm){.type = type == NULL ? "object" : type,
                                .format = fake_get_text(node, "f"),
                                .list = fake_get(node, "e")};
}

/* --- numbers of nodes: a node, its members in their order, its items, its others ---------------
 */

static unsigned shape_size(const struct mxfake_shapes *shapes, const cJSON *node)
{
    node = shape_node(shapes, node);
    return (unsigned)fake_get_number(node, SHAPE_COUNT, 1);
}

static unsigned shape_measure(const struct mxfake_shapes *shapes, cJSON *node)
{
    cJSON *part = NULL;
    unsigned count = 1;
    if (node == NULL) {
        return 0;
    }
    if (fake_get(node, "ref") != NULL) {
        part = cJSON_GetObjectItemCaseSensitive(shapes->defs, fake_get_text(node, "ref"));
        return shape_measure(shapes, part);
    }
    if (fake_get(node, SHAPE_COUNT) != NULL) {
        return shape_size(shapes, node);
    }
    cJSON_ArrayForEach(part, fake_get(node, "p"))
    {
        count += shape_measure(shapes, part);
    }
    count += shape_measure(shapes, cJSON_GetObjectItemCaseSensitive(node, "i"));
    count += shape_measure(shapes, cJSON_GetObjectItemCaseSensitive(node, "o"));
    fake_put(node, SHAPE_COUNT, cJSON_CreateNumber(count));
    return count;
}

/* All ways to harm a node or what is below it. */
static unsigned shape_harms(const struct mxfake_shapes *shapes, const cJSON *node)
{
    const cJSON *part = NULL;
    unsigned count = 0;
    if (node == NULL) {
        return 0;
    }
    node = shape_node(shapes, node);
    const struct mxfake_harm harm = shape_harm(node);
    count = mxfake_harms(&harm);
    cJSON_ArrayForEach(part, fake_get(node, "p"))
    {
        count += shape_harms(shapes, part);
    }
    return count + shape_harms(shapes, fake_get(node, "i")) +
           shape_harms(shapes, fake_get(node, "o"));
}

/* Which node a way harms, of those below number and itself; *way is then how. False: further on. */
static bool shape_aim(const struct mxfake_shapes *shapes, const cJSON *node, unsigned number,
                      unsigned *way, unsigned *target)
{
    const cJSON *part = NULL;
    if (node == NULL) {
        return false;
    }
    node = shape_node(shapes, node);
    const struct mxfake_harm harm = shape_harm(node);
    if (*way < mxfake_harms(&harm)) {
        *target = number;
        return true;
    }
    *way -= mxfake_harms(&harm);
    number++;
    cJSON_ArrayForEach(part, fake_get(node, "p"))
    {
        if (shape_aim(shapes, part, number, way, target)) {
            return true;
        }
        number += shape_size(shapes, part);
    }
    const cJSON *items = fake_get(node, "i");
    if (shape_aim(shapes, items, number, way, target)) {
        return true;
    }
    number += items == NULL ? 0 : shape_size(shapes, items);
    return shape_aim(shapes, fake_get(node, "o"), number, way, target);
}

/* --- making ----------------------------------------------------------------------------------- */

static cJSON *shape_made(struct shape_make *make, const cJSON *node, unsigned number,
                         const cJSON *real);

static const char *shape_format(const char *format)
{
    static const char *const formats[][2] = {
        {"mx-user-id", "@shape:fake.example"},
        {"mx-room-id", "!shape:fake.example"},
        {"mx-event-id", "$shape"},
        {"mx-room-alias", "#shape:fake.example"},
        {"mx-mxc-uri", "mxc://fake.example/sh"},
        {"mx-server-name", "fake.example"},
        {"uri", "https://shape.example"},
    };
    for (size_t i = 0; format != NULL && i < sizeof formats / sizeof *formats; i++) {
        if (strcmp(formats[i][0], format) == 0) {
            return formats[i][1];
        }
    }
    return "shape";
}

static cJSON *shape_scalar(const cJSON *node, const cJSON *real)
{
    const struct mxfake_harm harm = shape_harm(node);
    if (real != NULL) {
        return cJSON_Duplicate(real, true);
    }
    if (harm.list != NULL) {
        return cJSON_Duplicate(harm.list->child, true);
    }
    if (harm.type[0] == 'i' || harm.type[0] == 'n') {
        return cJSON_CreateNumber(SHAPE_NUMBER);
    }
    return harm.type[0] == 'b' ? cJSON_CreateTrue() : cJSON_CreateString(shape_format(harm.format));
}

static bool shape_requires(const cJSON *node, const char *name)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, fake_get(node, "r"))
    {
        if (strcmp(one->valuestring, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Is a member there? What carries meaning is not made up beside what is real. */
static bool shape_has(const struct shape_make *make, const cJSON *node, const cJSON *member,
                      unsigned number, const cJSON *real)
{
    const char *name = member->string;
    const cJSON *inner = shape_node(make->shapes, member);
    const cJSON *there = fake_get(real, name);
    bool means = make->keeps || fake_get(member, "m") != NULL || fake_get(inner, "m") != NULL;
    bool aimed = make->target >= number && make->target < number + shape_size(make->shapes, member);
    if (shape_requires(node, name) || aimed) {
        return true;
    }
    if (make->way == MXFAKE_WAY_FULL) {
        return there != NULL || real == NULL || !means;
    }
    return make->way == MXFAKE_WAY_SPARE && there != NULL && means;
}

static bool shape_is_event(const struct mxfake_shapes *shapes, const cJSON *node)
{
    const cJSON *members = fake_get(shape_node(shapes, node), "p");
    return fake_get(members, "type") != NULL && fake_get(members, "content") != NULL;
}

/* In a room where this is rightly so nothing is said any more. */
static bool shape_ends(const char *type)
{
    return strcmp(type, "m.room.encryption") == 0 || strcmp(type, "m.room.power_levels") == 0 ||
           strcmp(type, "m.room.tombstone") == 0;
}

/* An event of the next kind, as one that is real. */
static cJSON *shape_event(struct mxfake_shapes *shapes)
{
    static const char *const users[] = {"@shape:fake.example", ""};
    size_t count = (size_t)cJSON_GetArraySize(shapes->events);
    size_t at = shapes->turn++ % count;
    while (shape_ends(mxfake_shapes_event_type(shapes, at))) {
        at = shapes->turn++ % count;
    }
    cJSON *event = cJSON_CreateObject();
    char *content = mxfake_shapes_content(shapes, at, NULL, MXFAKE_WAY_FULL);
    char id[SHAPE_NAME_BYTES];
    snprintf(id, sizeof id, "$shape%u", shapes->turn);
    fake_add_text(event, "event_id", id);
    fake_add_text(event, "type", mxfake_shapes_event_type(shapes, at));
    fake_put(event, "content", fake_parse(content));
    if (mxfake_shapes_event_state(shapes, at)) {
        bool member = strcmp(mxfake_shapes_event_type(shapes, at), "m.room.member") == 0;
        fake_add_text(event, "state_key", users[member ? 0 : 1]);
    }
    free(content);
    return event;
}

/* What is harmed so that it is missing is not put anywhere. */
static void shape_add(cJSON *list, cJSON *made)
{
    if (made != NULL) {
        cJSON_AddItemToArray(list, made);
    }
}

static cJSON *shape_list(struct shape_make *make, const cJSON *node, unsigned number,
                         const cJSON *real)
{
    cJSON *list = cJSON_CreateArray();
    const cJSON *items = fake_get(node, "i");
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, real)
    {
        shape_add(list, items == NULL ? cJSON_Duplicate(one, true)
                                      : shape_made(make, items, number, one));
    }
    bool aimed = items != NULL && make->target >= number &&
                 make->target < number + shape_size(make->shapes, items);
    bool fills = make->way == MXFAKE_WAY_FULL && real == NULL;
    bool events = items != NULL && shape_is_event(make->shapes, items);
    int count = list->child != NULL || !(fills || aimed) ? 0 : events ? SHAPE_EVENTS : 1;
    for (int i = 0; items != NULL && i < count; i++) {
        cJSON *made = events ? shape_event(make->shapes) : NULL;
        shape_add(list, shape_made(make, items, number, made));
        cJSON_Delete(made);
    }
    return list;
}

static void shape_put(cJSON *object, const char *name, cJSON *made)
{
    if (made != NULL) {
        cJSON_AddItemToObject(object, name, made);
    }
}

static void shape_others(struct shape_make *make, const cJSON *node, unsigned number, cJSON *object,
                         const cJSON *real)
{
    const cJSON *others = fake_get(node, "o");
    const cJSON *one = NULL;
    bool any = false;
    cJSON_ArrayForEach(one, real)
    {
        if (fake_get(fake_get(node, "p"), one->string) == NULL) {
            any = true;
            shape_put(object, one->string,
                      others == NULL ? cJSON_Duplicate(one, true)
                                     : shape_made(make, others, number, one));
        }
    }
    bool aimed = others != NULL && !any && make->target >= number &&
                 make->target < number + shape_size(make->shapes, others);
    bool fills = make->way == MXFAKE_WAY_FULL && (!make->keeps || real == NULL);
    if (others != NULL && (fills || aimed)) {
        shape_put(object, shape_format(fake_get_text(node, "k")),
                  shape_made(make, others, number, NULL));
    }
}

static cJSON *shape_object(struct shape_make *make, const cJSON *node, unsigned number,
                           const cJSON *real)
{
    cJSON *object = cJSON_CreateObject();
    const cJSON *member = NULL;
    cJSON_ArrayForEach(member, fake_get(node, "p"))
    {
        if (shape_has(make, node, member, number, real)) {
            shape_put(object, member->string,
                      shape_made(make, member, number, fake_get(real, member->string)));
        }
        number += shape_size(make->shapes, member);
    }
    const cJSON *items = fake_get(node, "i");
    shape_others(make, node, number + (items == NULL ? 0 : shape_size(make->shapes, items)), object,
                 real);
    return object;
}

static cJSON *shape_made(struct shape_make *make, const cJSON *node, unsigned number,
                         const cJSON *real)
{
    node = shape_node(make->shapes, node);
    const struct mxfake_harm harm = shape_harm(node);
    cJSON *made = NULL;
    if (strcmp(harm.type, "object") == 0 && (real == NULL || cJSON_IsObject(real))) {
        made = shape_object(make, node, number + 1, real);
    } else if (strcmp(harm.type, "array") == 0 && (real == NULL || cJSON_IsArray(real))) {
        made = shape_list(make, node, number + 1, real);
    } else {
        made = shape_scalar(node, real);
    }
    return make->target == number ? mxfake_harm(&harm, make->kind, made) : made;
}

static char *shape_text(struct mxfake_shapes *shapes, const cJSON *node, const cJSON *real,
                        unsigned way, bool keeps)
{
    struct shape_make make = {.shapes = shapes, .way = way, .keeps = keeps};
    way %= MXFAKE_WAYS_WHOLE + shape_harms(shapes, node);
    if (way >= MXFAKE_WAYS_WHOLE) {
        make.way = MXFAKE_WAY_FULL;
        way -= MXFAKE_WAYS_WHOLE;
        shape_aim(shapes, node, 1, &way, &make.target);
        make.kind = way;
    } else {
        make.way = way;
    }
    cJSON *json = shape_made(&make, node, 1, real);
    char *text = json == NULL ? fake_copy("", 0) : cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

/* --- operations ------------------------------------------------------------------------------- */

struct mxfake_shapes *mxfake_shapes_new(void)
{
    struct mxfake_shapes *shapes = fake_take(sizeof *shapes);
    cJSON *part = NULL;
    shapes->root = fake_parse((const char *)mxfake_shapes_file[0].bytes);
    if (shapes->root == NULL) {
        abort();
    }
    shapes->defs = fake_get(shapes->root, "defs");
    shapes->ops = fake_get(shapes->root, "ops");
    shapes->events = fake_get(shapes->root, "events");
    cJSON_ArrayForEach(part, shapes->ops)
    {
        cJSON *answer = NULL;
        cJSON_ArrayForEach(answer, fake_get(part, "answers"))
        {
            shape_measure(shapes, answer);
        }
    }
    cJSON_ArrayForEach(part, shapes->events)
    {
        shape_measure(shapes, cJSON_GetObjectItemCaseSensitive(part, "content"));
    }
    cJSON_ArrayForEach(part, fake_get(shapes->root, "handed"))
    {
        shape_measure(shapes, part);
    }
    return shapes;
}

void mxfake_shapes_free(struct mxfake_shapes **shapes)
{
    if (*shapes != NULL) {
        cJSON_Delete((*shapes)->root);
        free(*shapes);
        *shapes = NULL;
    }
}

size_t mxfake_shapes_count(const struct mxfake_shapes *shapes)
{
    return (size_t)cJSON_GetArraySize(shapes->ops);
}

const char *mxfake_shapes_name(const struct mxfake_shapes *shapes, size_t at)
{
    return cJSON_GetArrayItem(shapes->ops, (int)at)->string;
}

/* "/rooms/{roomId}/state" and "/rooms/!a:b/state": is it that path? */
static bool shape_fits(const char *name, const char *path)
{
    while (*name != '\0' && *name != '{' && *name == *path) {
        name++;
        path++;
    }
    if (*name == '{') {
        size_t len = strcspn(path, "/?");
        bool last = name[strcspn(name, "/")] == '\0';
        return (len > 0 || last) && shape_fits(name + strcspn(name, "}") + 1, path + len);
    }
    /* an empty state key may be left out with the slash before it */
    return (*name == '\0' || strcmp(name, "/{stateKey}") == 0) && (*path == '\0' || *path == '?');
}

size_t mxfake_shapes_find(const struct mxfake_shapes *shapes, const char *method, const char *path)
{
    size_t len = strlen(method);
    size_t at = 0;
    const cJSON *op = NULL;
    cJSON_ArrayForEach(op, shapes->ops)
    {
        if (strncmp(op->string, method, len) == 0 && op->string[len] == ' ' &&
            shape_fits(op->string + len + 1, path)) {
            break;
        }
        at++;
    }
    return at;
}

int mxfake_shapes_status(const struct mxfake_shapes *shapes, size_t at, size_t which)
{
    const cJSON *op = cJSON_GetArrayItem(shapes->ops, (int)at);
    const cJSON *answer = cJSON_GetArrayItem(fake_get(op, "answers"), (int)which);
    return answer == NULL ? 0 : (int)strtol(answer->string, NULL, 10);
}

/* State and account data are known by the type in the path. */
static const cJSON *shape_of_path(const struct mxfake_shapes *shapes, const char *path)
{
    static const char *const before[] = {"/state/", "/account_data/"};
    for (size_t i = 0; path != NULL && i < sizeof before / sizeof *before; i++) {
        const char *type = strstr(path, before[i]);
        char name[SHAPE_NAME_BYTES];
        if (type != NULL) {
            type += strlen(before[i]);
            snprintf(name, sizeof name, "%.*s", (int)strcspn(type, "/?"), type);
            return fake_get(fake_get(shapes->events, name), "content");
        }
    }
    return NULL;
}

static const cJSON *shape_answer(const struct mxfake_shapes *shapes, size_t at, int status,
                                 const char *path)
{
    char name[SHAPE_NAME_BYTES];
    const cJSON *op = cJSON_GetArrayItem(shapes->ops, (int)at);
    const cJSON *content = NULL;
    if (op != NULL && status == 200 && strncmp(op->string, "GET ", 4) == 0) {
        content = shape_of_path(shapes, path);
    }
    snprintf(name, sizeof name, "%d", status);
    return content != NULL ? content : fake_get(fake_get(op, "answers"), name);
}

unsigned mxfake_shapes_ways(const struct mxfake_shapes *shapes, size_t at, int status,
                            const char *path)
{
    const cJSON *node = shape_answer(shapes, at, status, path);
    return node == NULL ? 0 : MXFAKE_WAYS_WHOLE + shape_harms(shapes, node);
}

/* What an error of this status says where it is in order. */
static cJSON *shape_error(int status)
{
    static const struct {
        int status;
        const char *code;
    } codes[] = {{400, "M_BAD_JSON"},       {401, "M_UNKNOWN_TOKEN"},     {403, "M_FORBIDDEN"},
                 {404, "M_NOT_FOUND"},      {405, "M_UNRECOGNIZED"},      {413, "M_TOO_LARGE"},
                 {429, "M_LIMIT_EXCEEDED"}, {504, "M_CONNECTION_TIMEOUT"}};
    const char *code = status == 502 ? "M_CONNECTION_FAILED" : "M_UNKNOWN";
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        code = codes[i].status == status ? codes[i].code : code;
    }
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "errcode", code);
    fake_add_text(json, "error", "So it was wished");
    return json;
}

char *mxfake_shapes_answer(struct mxfake_shapes *shapes, size_t at, int status, const char *path,
                           const cJSON *real, unsigned way)
{
    const cJSON *node = shape_answer(shapes, at, status, path);
    if (node == NULL) {
        return NULL;
    }
    cJSON *error = status >= 400 ? shape_error(status) : NULL;
    bool keeps = status == 200 && shape_of_path(shapes, path) != NULL;
    char *text = shape_text(shapes, node, error == NULL ? real : error, way, keeps);
    cJSON_Delete(error);
    return text;
}

/* --- events, and what is handed over ------------------------------------------------------------
 */

const char *mxfake_shapes_event(const struct mxfake_shapes *shapes, size_t at)
{
    const cJSON *event = cJSON_GetArrayItem(shapes->events, (int)at);
    return event == NULL ? NULL : event->string;
}

const char *mxfake_shapes_event_type(const struct mxfake_shapes *shapes, size_t at)
{
    return fake_get_text(cJSON_GetArrayItem(shapes->events, (int)at), "type");
}

bool mxfake_shapes_event_state(const struct mxfake_shapes *shapes, size_t at)
{
    return fake_get(cJSON_GetArrayItem(shapes->events, (int)at), "state") != NULL;
}

static const cJSON *shape_content(const struct mxfake_shapes *shapes, size_t at)
{
    return fake_get(cJSON_GetArrayItem(shapes->events, (int)at), "content");
}

unsigned mxfake_shapes_event_ways(const struct mxfake_shapes *shapes, size_t at)
{
    return MXFAKE_WAYS_WHOLE + shape_harms(shapes, shape_content(shapes, at));
}

char *mxfake_shapes_content(struct mxfake_shapes *shapes, size_t at, const cJSON *real,
                            unsigned way)
{
    return shape_text(shapes, shape_content(shapes, at), real, way, false);
}

unsigned mxfake_shapes_handed_ways(const struct mxfake_shapes *shapes, const char *name)
{
    return MXFAKE_WAYS_WHOLE +
           shape_harms(shapes, fake_get(fake_get(shapes->root, "handed"), name));
}

char *mxfake_shapes_handed(struct mxfake_shapes *shapes, const char *name, const cJSON *real,
                           unsigned way)
{
    return shape_text(shapes, fake_get(fake_get(shapes->root, "handed"), name), real, way, false);
}
