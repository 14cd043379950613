/* Secret messages that wait for their recipient, in order; and the list of such recipients. */
#include "matrix_direct.h"
#include "matrix_people_private.h"

void matrix_secrets_set_waiting(struct matrix_person *person, int64_t now_ms)
{
    struct matrix_person **link = &person->matrix->people->waiting;
    if (person->waiting_since_ms != 0) {
        while (*link != person) {
            link = &(*link)->next_waiting;
        }
        *link = person->next_waiting;
    }
    if (now_ms != 0) {
        person->next_waiting = person->matrix->people->waiting;
        person->matrix->people->waiting = person;
    }
    person->waiting_since_ms = now_ms;
    person->wait = now_ms == 0 ? MATRIX_WAIT_NONE : MATRIX_WAIT_THEIRS;
}

void matrix_secrets_wait(struct matrix_secret *secret)
{
    struct matrix_person *person = secret->person;
    struct matrix_secret **link = &person->first_secret;
    while (*link != NULL) {
        link = &(*link)->next;
    }
    *link = secret;
    secret->next = NULL;
    if (person->waiting_since_ms == 0) {
        matrix_secrets_set_waiting(person, matrix_now_ms(person->matrix));
    }
}

struct matrix_secret *matrix_secrets_pop(struct matrix_person *person)
{
    struct matrix_secret *secret = person->first_secret;
    if (secret != NULL) {
        person->first_secret = secret->next;
        secret->next = NULL;
    }
    return secret;
}
