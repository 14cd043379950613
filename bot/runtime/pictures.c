/* Boards as pictures. A picture that is wanted twice is drawn once; those drawn are kept until they
 * are too many bytes together, the one that was not wanted longest goes first. */

#include "pictures.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "hash.h"
#include "heap.h"
#include "log.h"
#include "loop.h"
#include "metrics.h"

enum { PICTURES_PROGRAM_BYTES = 4096 };

/* Somebody who waits for a picture. */
struct picture_reader {
    struct picture_reader *next;
    pictures_fn done;
    void *context;
};

enum picture_state { PICTURE_WAITING, PICTURE_DRAWING, PICTURE_DRAWN, PICTURE_FAILED };

struct picture {
    struct picture *next; /* the one wanted before it */
    struct pictures *pictures;
    enum picture_state state;
    uint8_t hash[HASH_BYTES];
    char *svg; /* until it is drawn */
    size_t svg_size;
    void *png;
    size_t png_size;
    int64_t began_us;
    struct loop_child *child;
    struct picture_reader *readers;
};

struct pictures {
    struct pictures_setup setup;
    char *program;
    struct loop_timer *timer; /* tells and draws, from the loop itself */
    struct picture *newest;   /* by when they were wanted */
    size_t waiting;
    size_t drawing;
};

static void pictures_round(void *context);

struct pictures *pictures_new(const struct pictures_setup *setup)
{
    struct pictures *pictures = heap_allocate(sizeof(*pictures));
    pictures->setup = *setup;
    pictures->program = heap_copy(setup->program);
    pictures->timer = loop_timer_new(setup->loop, pictures_round, pictures);
    return pictures;
}

static void picture_free(struct picture *picture)
{
    loop_child_free(&picture->child);
    while (picture->readers != NULL) {
        struct picture_reader *next = picture->readers->next;
        free(picture->readers);
        picture->readers = next;
    }
    free(picture->svg);
    free(picture->png);
    free(picture);
}

void pictures_free(struct pictures **pictures)
{
    if (*pictures == NULL) {
        return;
    }
    loop_timer_free(&(*pictures)->timer);
    while ((*pictures)->newest != NULL) {
        struct picture *next = (*pictures)->newest->next;
        picture_free((*pictures)->newest);
        (*pictures)->newest = next;
    }
    free((*pictures)->program);
    free(*pictures);
    *pictures = NULL;
}

/* Takes the picture of this hash out of the list; NULL when there is none. */
static struct picture *pictures_take(struct pictures *pictures, const uint8_t hash[HASH_BYTES])
{
    for (struct picture **link = &pictures->newest; *link != NULL; link = &(*link)->next) {
        struct picture *found = *link;
        if (memcmp(found->hash, hash, HASH_BYTES) == 0) {
            *link = found->next;
            return found;
        }
    }
    return NULL;
}

static struct picture *picture_new(struct pictures *pictures, const char *svg, size_t len)
{
    struct picture *picture = heap_allocate(sizeof(*picture));
    picture->pictures = pictures;
    bool can = pictures->setup.at_once > 0 && pictures->waiting < PICTURES_WAITING_MAX;
    picture->state = can ? PICTURE_WAITING : PICTURE_FAILED;
    pictures->waiting += can ? 1 : 0;
    if (can) {
        picture->svg = heap_text(svg, len);
        picture->svg_size = len;
    }
    return picture;
}

void pictures_want(struct pictures *pictures, const char *svg, size_t len, pictures_fn done,
                   void *context)
{
    uint8_t hash[HASH_BYTES];
    hash_of(hash, svg, len);
    struct picture *picture = pictures_take(pictures, hash);
    if (picture == NULL) {
        picture = picture_new(pictures, svg, len);
        memcpy(picture->hash, hash, HASH_BYTES);
    } else {
        metrics_add(METRIC_PICTURES_KEPT, 1);
    }
    picture->next = pictures->newest;
    pictures->newest = picture;
    struct picture_reader *reader = heap_allocate(sizeof(*reader));
    reader->done = done;
    reader->context = context;
    reader->next = picture->readers;
    picture->readers = reader;
    loop_timer_set(pictures->timer, 0);
}

void pictures_forget(struct pictures *pictures, const void *context)
{
    for (struct picture *picture = pictures->newest; picture != NULL; picture = picture->next) {
        for (struct picture_reader **link = &picture->readers; *link != NULL;) {
            struct picture_reader *reader = *link;
            if (reader->context == context) {
                *link = reader->next;
                free(reader);
            } else {
                link = &reader->next;
            }
        }
    }
}

/* A child is done with its picture. */
static void picture_ended(void *context, int status, const void *output, size_t size)
{
    static const char signature[] = "\x89PNG\r\n\x1a\n";
    struct picture *picture = context;
    struct pictures *pictures = picture->pictures;
    bool good = status == 0 && size > 8 && memcmp(output, signature, 8) == 0;
    picture->child = NULL;
    pictures->drawing--;
    free(picture->svg);
    picture->svg = NULL;
    picture->state = good ? PICTURE_DRAWN : PICTURE_FAILED;
    if (good) {
        picture->png = heap_text(output, size);
        picture->png_size = size;
        metrics_time(METRIC_PICTURE_TIME, clock_measure_us() - picture->began_us);
        metrics_add(METRIC_PICTURES_DRAWN, 1);
    } else {
        metrics_add(METRIC_PICTURES_FAILED, 1);
        log_event(LEVEL_WARNING, "picture.failed", LOG_FIELDS(log_number("status", status)));
    }
    loop_timer_set(pictures->timer, 0);
}

static void picture_draw(struct pictures *pictures, struct picture *picture)
{
    char width[16];
    struct fault fault = {FAULT_NONE, ""};
    snprintf(width, sizeof(width), "%u", pictures->setup.width);
    const char *const arguments[] = {pictures->program, pictures->setup.width > 0 ? width : NULL,
                                     NULL};
    const struct loop_child_setup setup = {
        .arguments = arguments,
        .input = picture->svg,
        .input_size = picture->svg_size,
        .output_max = PICTURE_BYTES_MAX,
        .time_ms = PICTURE_MS_MAX,
    };
    pictures->waiting--;
    picture->began_us = clock_measure_us();
    picture->child = loop_child_new(pictures->setup.loop, &setup, picture_ended, picture, &fault);
    if (picture->child == NULL) {
        picture->state = PICTURE_FAILED;
        metrics_add(METRIC_PICTURES_FAILED, 1);
        log_event(LEVEL_WARNING, "picture.failed", LOG_FIELDS(log_fault(&fault)));
        return;
    }
    picture->state = PICTURE_DRAWING;
    pictures->drawing++;
}

/* The picture that was wanted first of those that wait. */
static struct picture *pictures_first_waiting(const struct pictures *pictures)
{
    struct picture *first = NULL;
    for (struct picture *picture = pictures->newest; picture != NULL; picture = picture->next) {
        first = picture->state == PICTURE_WAITING ? picture : first;
    }
    return first;
}

/* Somebody who can be told now, taken out of his picture's list; NULL when there is nobody. */
static struct picture_reader *pictures_take_reader(struct pictures *pictures,
                                                   const struct picture **picture_r)
{
    for (struct picture *picture = pictures->newest; picture != NULL; picture = picture->next) {
        bool over = picture->state == PICTURE_DRAWN || picture->state == PICTURE_FAILED;
        struct picture_reader *reader = picture->readers;
        if (over && reader != NULL) {
            picture->readers = reader->next;
            *picture_r = picture;
            return reader;
        }
    }
    return NULL;
}

/* Lets go what was not wanted longest, while it is too much, and what could not be drawn. */
static void pictures_let_go(struct pictures *pictures)
{
    size_t bytes = 0;
    for (struct picture **link = &pictures->newest; *link != NULL;) {
        struct picture *picture = *link;
        bytes += picture->png_size;
        bool over = picture->state == PICTURE_FAILED ||
                    (picture->state == PICTURE_DRAWN && bytes > PICTURES_KEPT_BYTES_MAX);
        if (over && picture->readers == NULL) {
            *link = picture->next;
            picture_free(picture);
        } else {
            link = &picture->next;
        }
    }
}

/* One round: draws what can be drawn, tells who can be told. A reader may want and forget pictures
 * while it is told, so each is taken out first. */
static void pictures_round(void *context)
{
    struct pictures *pictures = context;
    struct picture *waiting = pictures_first_waiting(pictures);
    while (waiting != NULL && pictures->drawing < pictures->setup.at_once) {
        picture_draw(pictures, waiting);
        waiting = pictures_first_waiting(pictures);
    }
    const struct picture *picture = NULL;
    struct picture_reader *reader = pictures_take_reader(pictures, &picture);
    while (reader != NULL) {
        reader->done(reader->context, picture->png, picture->png_size);
        free(reader);
        reader = pictures_take_reader(pictures, &picture);
    }
    pictures_let_go(pictures);
}

bool pictures_program(const char *setting, char *path, size_t size)
{
    static const char name[] = "deaddrop-picture";
    if (setting[0] != '\0') {
        return (size_t)snprintf(path, size, "%s", setting) < size;
    }
    ssize_t len = readlink("/proc/self/exe", path, size);
    if (len <= 0 || (size_t)len >= size) {
        return false;
    }
    path[len] = '\0';
    char *slash = strrchr(path, '/');
    size_t room = size - (size_t)(slash + 1 - path);
    return (size_t)snprintf(slash + 1, room, "%s", name) < room;
}

struct pictures *pictures_beside(struct loop *loop)
{
    char program[PICTURES_PROGRAM_BYTES];
    if (!pictures_program("", program, sizeof program) || access(program, X_OK) != 0) {
        return NULL;
    }
    return pictures_new(&(struct pictures_setup){.loop = loop, .program = program, .at_once = 1});
}
