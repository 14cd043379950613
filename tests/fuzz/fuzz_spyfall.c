/* Spyfall on moves from bytes (fuzz_game.h). */
#include "fuzz_game.h"

#include "spyfall/spyfall.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const places[] = {"Bank", "Beach", "Gas station", "Zoo", "Igloo"};
    static const char *const aliases[] = {"savings bank", NULL, "petrol station, gas", NULL, ""};
    static const struct deal_pack pack = {places, sizeof places / sizeof places[0], aliases};
    static const char *const words[] = {
        "Bank", "the zoo",          "beach", "gas", "IGLOO",        "statoin", "Is it?", "Hardly.",
        " ",    "\xF0\x9F\x98\x80", "Moon",  "",    "savings bank", NULL};
    fuzz_game(&spyfall_game, &pack, words, data, size);
    return 0;
}
