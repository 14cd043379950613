/* Decrypto on moves from bytes (fuzz_game.h). */
#include "fuzz_game.h"

#include "decrypto/decrypto.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const keywords[] = {"anchor", "beach",  "captain", "dolphin",  "eel",
                                           "gull",   "island", "kelp",    "ice cream"};
    static const struct deal_pack pack = {keywords, sizeof keywords / sizeof keywords[0], NULL};
    static const char *const words[] = {"123",
                                        "124",
                                        "132",
                                        "134",
                                        "142",
                                        "143",
                                        "213",
                                        "214",
                                        "231",
                                        "234",
                                        "241",
                                        "243",
                                        "312",
                                        "314",
                                        "321",
                                        "324",
                                        "341",
                                        "342",
                                        "412",
                                        "413",
                                        "421",
                                        "423",
                                        "431",
                                        "432",
                                        "sand",
                                        "waves",
                                        "ship",
                                        "sailor",
                                        "fish",
                                        "wings",
                                        "palm",
                                        "green",
                                        "cold",
                                        "sweet",
                                        "summer",
                                        "smart",
                                        "swims",
                                        "chain",
                                        "hook",
                                        "Robinson",
                                        "gulls",
                                        "EEL",
                                        "4",
                                        "anchors",
                                        "icecream",
                                        "e",
                                        "\xF0\x9F\x98\x80",
                                        NULL};
    fuzz_game(&decrypto_game, &pack, words, data, size);
    return 0;
}
