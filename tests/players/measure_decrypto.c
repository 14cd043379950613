/* Are codes read, and keywords? */
#include <string.h>

#include "measure.h"

void measure_decrypto(struct measure *measure, enum message message, const struct value_tree *facts,
                      uint16_t args)
{
    if (message == MSG_DECRYPTO_REVEALED) {
        uint16_t decoded = value_find(facts, args, "decoded");
        uint16_t answer = value_find(facts, args, "intercept");
        uint16_t intercepted = value_find(facts, args, "intercepted");
        bool tried = answer != VALUE_NONE && facts->fact[answer].kind != VALUE_NULL;
        measure->decodes++;
        measure->decoded += decoded != VALUE_NONE && facts->fact[decoded].number != 0;
        measure->intercepts += tried;
        measure->intercepted += intercepted != VALUE_NONE && facts->fact[intercepted].number != 0;
    } else if (message == MSG_DECRYPTO_GUESSES) {
        static const char *const right[] = {"white_right", "black_right"};
        for (int team = 0; team < 2; team++) {
            uint16_t at = value_find(facts, args, right[team]);
            measure->keyword_guesses += 4;
            measure->keywords += at == VALUE_NONE ? 0 : (unsigned)facts->fact[at].number;
        }
    }
}
