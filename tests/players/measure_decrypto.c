/* Are codes read, and keywords? */
#include <string.h>

#include "measure.h"

void measure_decrypto(struct measure *measure, enum message message, const struct facts *facts,
                      uint16_t args)
{
    if (message == MSG_DECRYPTO_REVEALED) {
        uint16_t decoded = facts_find(facts, args, "decoded");
        uint16_t answer = facts_find(facts, args, "intercept");
        uint16_t intercepted = facts_find(facts, args, "intercepted");
        bool tried = answer != FACTS_NONE && facts->fact[answer].kind != FACT_NULL;
        measure->decodes++;
        measure->decoded += decoded != FACTS_NONE && facts->fact[decoded].number != 0;
        measure->intercepts += tried;
        measure->intercepted += intercepted != FACTS_NONE && facts->fact[intercepted].number != 0;
    } else if (message == MSG_DECRYPTO_GUESSES) {
        static const char *const right[] = {"white_right", "black_right"};
        for (int team = 0; team < 2; team++) {
            uint16_t at = facts_find(facts, args, right[team]);
            measure->keyword_guesses += 4;
            measure->keywords += at == FACTS_NONE ? 0 : (unsigned)facts->fact[at].number;
        }
    }
}
