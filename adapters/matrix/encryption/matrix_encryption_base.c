/* What all of it stands on: the time, when something is due, and what is to be told. */
#include "heap.h"
#include "matrix_encryption_private.h"

int64_t encryption_now_ms(const struct matrix_encryption *encryption)
{
    return matrix_now_ms(encryption->matrix);
}

int64_t encryption_again_ms(const struct matrix_encryption *encryption, const struct answer *answer)
{
    int64_t wait_ms =
        answer->retry_ms > ENCRYPTION_RETRY_MS ? answer->retry_ms : ENCRYPTION_RETRY_MS;
    return encryption_now_ms(encryption) + wait_ms;
}

void encryption_wake(struct matrix_encryption *encryption)
{
    encryption->due_ms = 0;
    matrix_plan(encryption->matrix);
}

void encryption_tell(struct matrix_encryption *encryption, enum encryption_news_kind kind,
                     const char *room, const char *user)
{
    struct encryption_news *news = heap_allocate(sizeof *news);
    struct encryption_news **link = &encryption->news;
    news->kind = kind;
    matrix_copy(news->room, room);
    matrix_copy(news->user, user);
    while (*link != NULL) {
        link = &(*link)->next;
    }
    *link = news;
    encryption_wake(encryption);
}
