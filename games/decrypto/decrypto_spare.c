/* The entries: a subject each, eight clues. */
#include "decrypto_spare.h"

enum { SPARE_LINES = 8 };

static const struct player_line spare_weather[SPARE_LINES] = {
    {.text = "sudden rain"},  {.text = "morning fog"},  {.text = "thunder far away"},
    {.text = "dry wind"},     {.text = "late snow"},    {.text = "a clear night"},
    {.text = "heavy clouds"}, {.text = "soft drizzle"},
};
static const struct player_line spare_kitchen[SPARE_LINES] = {
    {.text = "hot oven"},     {.text = "sharp knife"},  {.text = "salt and pepper"},
    {.text = "wooden spoon"}, {.text = "burnt toast"},  {.text = "copper pan"},
    {.text = "recipe card"},  {.text = "dirty dishes"},
};
static const struct player_line spare_travel[SPARE_LINES] = {
    {.text = "packed suitcase"}, {.text = "missed connection"}, {.text = "window seat"},
    {.text = "folded map"},      {.text = "long queue"},        {.text = "souvenir shop"},
    {.text = "night bus"},       {.text = "stamped passport"},
};
static const struct player_line spare_music[SPARE_LINES] = {
    {.text = "slow melody"}, {.text = "broken string"}, {.text = "loud drums"},
    {.text = "encore"},      {.text = "sheet paper"},   {.text = "street singer"},
    {.text = "tuning fork"}, {.text = "quiet concert"},
};
static const struct player_line spare_garden[SPARE_LINES] = {
    {.text = "wet grass"},      {.text = "garden gnome"}, {.text = "rake and hoe"},
    {.text = "climbing roses"}, {.text = "compost heap"}, {.text = "bird bath"},
    {.text = "pruned hedge"},   {.text = "summer shade"},
};
static const struct player_line spare_school[SPARE_LINES] = {
    {.text = "chalk dust"},  {.text = "long corridor"}, {.text = "surprise test"},
    {.text = "lunch break"}, {.text = "broken pencil"}, {.text = "class photo"},
    {.text = "early bell"},  {.text = "lost homework"},
};
static const struct player_line spare_sea[SPARE_LINES] = {
    {.text = "salt water"},   {.text = "high tide"},   {.text = "rusty anchor"},
    {.text = "seagull cry"},  {.text = "fishing net"}, {.text = "wooden pier"},
    {.text = "distant sail"}, {.text = "wet sand"},
};
static const struct player_line spare_city[SPARE_LINES] = {
    {.text = "traffic light"}, {.text = "tall tower"},   {.text = "busy crossing"},
    {.text = "subway stairs"}, {.text = "neon sign"},    {.text = "corner shop"},
    {.text = "empty square"},  {.text = "delivery van"},
};
static const struct player_line spare_sport[SPARE_LINES] = {
    {.text = "final whistle"}, {.text = "muddy shoes"}, {.text = "photo finish"},
    {.text = "warm towel"},    {.text = "home crowd"},  {.text = "injured knee"},
    {.text = "gold cup"},      {.text = "close race"},
};
static const struct player_line spare_party[SPARE_LINES] = {
    {.text = "loud laughter"},   {.text = "paper hats"},    {.text = "birthday song"},
    {.text = "sparkling juice"}, {.text = "late guests"},   {.text = "dance floor"},
    {.text = "torn wrapping"},   {.text = "group picture"},
};
static const struct player_line spare_winter[SPARE_LINES] = {
    {.text = "frozen lake"},   {.text = "woollen scarf"},  {.text = "icicles"},
    {.text = "short days"},    {.text = "hot cocoa"},      {.text = "bare branches"},
    {.text = "slippery road"}, {.text = "crackling fire"},
};
static const struct player_line spare_office[SPARE_LINES] = {
    {.text = "coffee machine"}, {.text = "sticky note"},    {.text = "boring meeting"},
    {.text = "swivel chair"},   {.text = "paper clip"},     {.text = "lost stapler"},
    {.text = "deadline"},       {.text = "company picnic"},
};

static const struct player_entry spare_entries[] = {
    {"weather", spare_weather, SPARE_LINES}, {"kitchen", spare_kitchen, SPARE_LINES},
    {"travel", spare_travel, SPARE_LINES},   {"music", spare_music, SPARE_LINES},
    {"garden", spare_garden, SPARE_LINES},   {"school", spare_school, SPARE_LINES},
    {"sea", spare_sea, SPARE_LINES},         {"city", spare_city, SPARE_LINES},
    {"sport", spare_sport, SPARE_LINES},     {"party", spare_party, SPARE_LINES},
    {"winter", spare_winter, SPARE_LINES},   {"office", spare_office, SPARE_LINES},
};

const struct player_book spare_book = {.entry = spare_entries,
                                       .count = sizeof spare_entries / sizeof spare_entries[0]};
