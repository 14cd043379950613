/* How each of the four games is played through, the same each time. Every act has words that it
 * brings about once, wherever its reader reads them. */
#include "play.h"

enum { OF_ANA = 1, OF_BEN = 2, OF_CY = 4, OF_DEE = 8, OF_EVE = 16, OF_GUS = 32 };

/* --- Interceptor ------------------------------------------------------------------------------ */

static const struct play_act interceptor_acts[] = {
    {PLAY_SAY, ANA, "!interceptor pace=async", BEN, "Seats taken: 0 of 4"},
    {PLAY_SAY, ANA, "!join", ANA, "You're in"},
    {PLAY_REACT, BEN, "1️⃣ who plays?", BEN, "You're in"},
    {PLAY_SAY, CY, "!join", CY, "You're in"},
    {PLAY_REACT, DEE, "1️⃣ who plays?", DEE, "You're in"},
    {PLAY_START, ANA, "!start", BEN, "The game begins"},
    {PLAY_WHISPER, ANA, "signals documents: word honestly money: ends with ?", CY, "honestly"},
    {PLAY_WHISPER, CY, "confirm", ANA, "Your signals: "},
    {PLAY_WHISPER, BEN, "signals documents: word coffee money: first word well", DEE, "coffee"},
    {PLAY_WHISPER, DEE, "confirm", BEN, "Both teams have their signals"},
    {PLAY_WHISPER, CY, "leader ana", DEE, "ana leads the first round"},
    {PLAY_WHISPER, ANA, "play money \"Who goes first?\"", DEE, "Who goes first?"},
    {PLAY_WHISPER, CY, "play money", CY, "lies face down"},
    {PLAY_WHISPER, BEN, "play money \"Well, who knows.\"", CY, "Well, who knows."},
    {PLAY_WHISPER, DEE, "play money", CY, "Round 1 is open."},
    {PLAY_WHISPER, BEN, "split 1 1", CY, "Round 2"},
    {PLAY_WHISPER, CY, "play documents \"I honestly forgot.\"", BEN, "I honestly forgot."},
    {PLAY_WHISPER, ANA, "play documents", ANA, "lies face down"},
    {PLAY_WHISPER, DEE, "play documents \"More coffee, please.\"", CY, "More coffee, please."},
    {PLAY_WHISPER, BEN, "play money", CY, "Round 2 is open."},
    {PLAY_SECRETS, 0, NULL, 0, NULL},
    {PLAY_WHISPER, ANA, "split 2 2", CY, "Round 3"},
    {PLAY_SAY, DEE, "Interceptor! \"honestly\" means documents", ANA, "the Journalists win"},
    {0}};

static const struct play_secret interceptor_secrets[] = {
    {"the word “honestly”", OF_ANA | OF_CY},
    {"? at the very end", OF_ANA | OF_CY},
    {"the word “coffee”", OF_BEN | OF_DEE},
    {"“well” as the first word", OF_BEN | OF_DEE},
    {NULL, 0}};

/* --- Decrypto --------------------------------------------------------------------------------- */

static const char *const decrypto_deal =
    "{\"keywords\":{\"white\":[\"COW\",\"TEA\",\"PIANO\",\"WEEKEND\"],"
    "\"black\":[\"WOLF\",\"BREAD\",\"MIRROR\",\"STORM\"]},"
    "\"codes\":{\"white\":[\"314\",\"421\"],\"black\":[\"241\",\"132\"]},\"round\":7}";

static const struct play_act decrypto_acts[] = {
    {PLAY_SAY, ANA, "!decrypto pace=async", BEN, "Seats taken: 0 of 8"},
    {PLAY_SAY, ANA, "!join", ANA, "You're in"},
    {PLAY_SAY, BEN, "!join", BEN, "You're in"},
    {PLAY_SAY, CY, "!join", CY, "You're in"},
    {PLAY_SAY, DEE, "!join", DEE, "You're in"},
    {PLAY_START, ANA, "!start", BEN, "The game begins"},
    {PLAY_WHISPER, ANA, "clues keys, milk, sunday", ANA, "Your clues are in"},
    {PLAY_WHISPER, BEN, "clues oven, cloud, fang", DEE, "milk"},
    {PLAY_WHISPER, CY, "decode 314", ANA, "own code: 314"},
    {PLAY_WHISPER, DEE, "intercept 143", EVE, "White: the code was 314"},
    {PLAY_WHISPER, DEE, "decode 241", BEN, "own code: 241"},
    {PLAY_WHISPER, ANA, "intercept 123", EVE, "Black: the code was 241"},
    {PLAY_SECRETS, 0, NULL, 0, NULL},
    {PLAY_WHISPER, CY, "clues holiday, kettle, farm", CY, "Your clues are in"},
    {PLAY_WHISPER, DEE, "clues pack, reflection, bakery", ANA, "kettle"},
    {PLAY_WHISPER, ANA, "decode 421", CY, "own code: 421"},
    {PLAY_WHISPER, BEN, "intercept 412", EVE, "White: the code was 421"},
    {PLAY_WHISPER, BEN, "decode 132", DEE, "own code: 132"},
    {PLAY_WHISPER, CY, "intercept 123", EVE, "Black: the code was 132"},
    {PLAY_SECRETS, 0, NULL, 0, NULL},
    {PLAY_WHISPER, ANA, "keywords wolf, bread, glass, storms", ANA, "Your guess is in"},
    {PLAY_WHISPER, DEE, "keywords cow, tea, guitar, week", EVE, "The game is over"},
    {0}};

static const struct play_secret decrypto_secrets[] = {{"COW", OF_ANA | OF_CY},
                                                      {"PIANO", OF_ANA | OF_CY},
                                                      {"WOLF", OF_BEN | OF_DEE},
                                                      {"BREAD", OF_BEN | OF_DEE},
                                                      {NULL, 0},
                                                      {"WEEKEND", OF_ANA | OF_CY},
                                                      {"STORM", OF_BEN | OF_DEE},
                                                      {NULL, 0}};

/* --- Infiltrators ----------------------------------------------------------------------------- */

static const char *const infiltrators_deal =
    "{\"hands\":[[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\"],[\"R3\",\"R8\",\"K10\",\"Y6\",\"Y11\"],"
    "[\"K2\",\"K7\",\"R12\",\"Y2\",\"Y13\"]],\"centre\":[\"R6\",\"K11\"],"
    "\"hq\":[\"Y7\",\"R4\",\"K9\",\"R13\",\"Y10\",\"K3\",\"R5\",\"Y12\",\"K8\",\"R9\",\"Y3\","
    "\"K13\",\"R7\",\"Y5\",\"K4\",\"R11\",\"Y8\",\"K6\",\"R10\"],\"first\":0}";

static const struct play_act infiltrators_acts[] = {
    {PLAY_SAY, ANA, "!infiltrators pace=async", BEN, "Seats taken: 0 of 5"},
    {PLAY_SAY, ANA, "!join", ANA, "You're in"},
    {PLAY_REACT, BEN, "1️⃣ who plays?", BEN, "You're in"},
    {PLAY_SAY, CY, "!join", CY, "You're in"},
    {PLAY_START, ANA, "!start", BEN, "R3, R8, K10, Y6 and Y11"},
    {PLAY_WHISPER, ANA, "nab", ANA, "Your Suspect is R6."},
    {PLAY_WHISPER, BEN, "exchange @ana K10", CY, "ben lays K10 as a clue. Suspect: ana"},
    {PLAY_WHISPER, BEN, "draw yes", CY, "draws a card"},
    {PLAY_WHISPER, CY, "nab", BEN, "cy nabs a Suspect"},
    {PLAY_WHISPER, ANA, "clue K12", BEN, "ana lays K12 as a clue. Suspect: their own"},
    {PLAY_SAY, BEN, "!exchange @cy Y11", CY, "ben lays Y11 as a clue. Suspect: cy"},
    {PLAY_WHISPER, BEN, "draw yes", CY, "draws a card"},
    {PLAY_WHISPER, CY, "exchange @ana y2", ANA, "cy lays Y2 as a clue. Suspect: ana"},
    {PLAY_WHISPER, CY, "draw yes", ANA, "draws a card"},
    {PLAY_WHISPER, ANA, "exchange @cy K5", BEN, "ana lays K5 as a clue. Suspect: cy"},
    {PLAY_WHISPER, ANA, "draw yes", BEN, "draws a card"},
    {PLAY_WHISPER, BEN, "exchange @ana red 8", CY, "ben lays R8 as a clue. Suspect: ana"},
    {PLAY_WHISPER, BEN, "draw yes", CY, "draws a card"},
    {PLAY_WHISPER, CY, "clue K7", ANA, "cy lays K7 as a clue. Suspect: their own"},
    {PLAY_SECRETS, 0, NULL, 0, NULL},
    {PLAY_WHISPER, ANA, "shoot @cy Y5", ANA, "rules Y5 out"},
    {PLAY_WHISPER, ANA, "shoot @cy Y5 insist=yes", BEN, "Y5. Wrong. 4 bullets left."},
    {PLAY_SAY, BEN, "!shoot @cy K11", CY, "K11. Right! 1 Suspect is left."},
    {PLAY_WHISPER, BEN, "retrieve Y11", CY, "ben takes Y11 back"},
    {PLAY_WHISPER, CY, "exchange @ana Y13", ANA, "cy lays Y13 as a clue. Suspect: ana"},
    {PLAY_WHISPER, CY, "draw no", ANA, "draws no card"},
    {PLAY_WHISPER, ANA, "clue Y4", BEN, "ana lays Y4 as a clue. Suspect: their own"},
    {PLAY_WHISPER, BEN, "shoot @ana R6", DEE, "The game is over"},
    {0}};

static const struct play_secret infiltrators_secrets[] = {
    {"R2, K5, Y9", OF_ANA},    {"Suspect is R6", OF_ANA},
    {"You take K3.", OF_ANA},  {"R3, R8, K10", OF_BEN},
    {"You take R13.", OF_BEN}, {"You take R4.", OF_BEN},
    {"K2, K7, R12", OF_CY},    {"Suspect is K11", OF_CY},
    {"You take Y10.", OF_CY},  {NULL, 0}};

/* --- Spyfall ---------------------------------------------------------------------------------- */

static const char *const spyfall_deal =
    "{\"locations\":[\"Bank\",\"Beach\",\"Library\",\"School\",\"Zoo\"],"
    "\"rounds\":[{\"location\":\"Bank\",\"spy\":3},{\"location\":\"Zoo\",\"spy\":1}]}";

static const struct play_act spyfall_acts[] = {
    {PLAY_SAY, ANA, "!spyfall pace=async rounds=2 budget=3 vote=simultaneous", BEN,
     "Seats taken: 0 of 12"},
    {PLAY_SAY, ANA, "!join", ANA, "You're in"},
    {PLAY_REACT, BEN, "1️⃣ who plays?", BEN, "You're in"},
    {PLAY_SAY, CY, "!join", CY, "You're in"},
    {PLAY_SAY, DEE, "!join", DEE, "You're in"},
    {PLAY_REACT, EVE, "1️⃣ who plays?", EVE, "You're in"},
    {PLAY_START, ANA, "!start", EVE, "the place is Bank."},
    {PLAY_SAY, ANA, "!ask ben is it loud here?", GUS, "is it loud here?"},
    {PLAY_SAY, BEN, "!answer Only when a coin drops.", GUS, "Only when a coin drops."},
    {PLAY_SAY, BEN, "!ask cy what do people wear?", GUS, "what do people wear?"},
    {PLAY_SAY, CY, "!answer Their best, to ask for more.", GUS, "Their best, to ask for more."},
    {PLAY_SAY, CY, "!accuse dee", GUS, "Up for vote: dee"},
    {PLAY_WHISPER, ANA, "vote yes", GUS, "Vote is in: ana."},
    {PLAY_WHISPER, BEN, "vote yes", GUS, "Vote is in: ben."},
    {PLAY_SECRETS, 0, NULL, 0, NULL},
    {PLAY_WHISPER, EVE, "vote yes", GUS, "The spy is caught: dee."},
    {PLAY_SAY, ANA, "!next", EVE, "the place is Zoo."},
    {PLAY_SAY, ANA, "!ask ben is it far?", GUS, "is it far?"},
    {PLAY_SAY, BEN, "!answer Not for those who live here.", GUS, "Not for those who live here."},
    {PLAY_SECRETS, 0, NULL, 0, NULL},
    {PLAY_WHISPER, CY, "guess zoo", CY, "Nobody has noticed that you tried."},
    {PLAY_WHISPER, BEN, "guess zoo", GUS, "The game is over"},
    {0}};

static const struct play_secret spyfall_secrets[] = {
    {"the place is Bank", OF_ANA | OF_BEN | OF_CY | OF_EVE},
    {"You're the spy", OF_DEE},
    {"The votes.", 0},
    {NULL, 0},
    {"the place is Zoo", OF_ANA | OF_CY | OF_DEE | OF_EVE},
    {NULL, 0}};

const struct play_game play_games[PLAY_GAMES] = {
    {"interceptor", 4, BEN, NULL, interceptor_acts, interceptor_secrets},
    {"decrypto", 5, EVE, decrypto_deal, decrypto_acts, decrypto_secrets},
    {"infiltrators", 4, DEE, infiltrators_deal, infiltrators_acts, infiltrators_secrets},
    {"spyfall", 6, GUS, spyfall_deal, spyfall_acts, spyfall_secrets},
};
