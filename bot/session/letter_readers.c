#include "letter_readers.h"

#include <stddef.h>

#include "alerts_answer.h"
#include "forget.h"
#include "person_hear.h"
#include "person_tell.h"
#include "store_part.h"

const struct letter_reader letter_readers[] = {
    {LETTER_PERSON, person_hear},
    {LETTER_WEEKS, person_hear_weeks},
    {LETTER_NOTIFY_OFF, person_hear_off},
    {LETTER_FORGET, forget_hear},
    {NULL, NULL},
};
