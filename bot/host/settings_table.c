/* The options. A new one is a row here; config/deaddrop.example.ini is made from it. */

#include "settings_table.h"

const struct setting_row settings_rows[] = {
    {
        .section = "bot",
        .key = "language",
        .kind = SETTING_TEXT,
        .min = 2,
        .max = 35,
        .fallback = "en",
        .help = "The language of rooms that have not chosen one, as a tag such as en.",
    },
    {
        .section = "bot",
        .key = "prefix",
        .kind = SETTING_TEXT,
        .min = 1,
        .max = 8,
        .fallback = "!",
        .live = true,
        .help = "What a command in a channel starts with; rooms may set their own.",
    },
    {
        .section = "bot",
        .key = "log_level",
        .kind = SETTING_CHOICE,
        .choices = "error|warning|info|debug",
        .fallback = "info",
        .live = true,
        .help = "The least important lines that are still logged, on standard error.",
    },
    {
        .section = "bot",
        .key = "tables_in_memory",
        .kind = SETTING_NUMBER,
        .min = 16,
        .max = 1000000,
        .fallback = "2048",
        .help = "How many tables stay in memory; quiet ones beyond that are read again when "
                "somebody moves.",
    },
    {
        .section = "store",
        .key = "path",
        .kind = SETTING_PATH,
        .fallback = "",
        .help = "The database file; left empty, deaddrop.db in $STATE_DIRECTORY or in "
                "~/.local/state/deaddrop.",
    },
    {
        .section = "web",
        .key = "enabled",
        .kind = SETTING_FLAG,
        .fallback = "yes",
        .help = "Serve the playground, a page where people play without any account.",
    },
    {
        .section = "web",
        .key = "address",
        .kind = SETTING_ADDRESS,
        .fallback = "127.0.0.1",
        .help = "The address to listen on: 127.0.0.1 for this machine alone, 0.0.0.0 or :: for the "
                "network.",
    },
    {
        .section = "web",
        .key = "port",
        .kind = SETTING_NUMBER,
        .min = 0,
        .max = 65535,
        .fallback = "8080",
        .help = "The port to listen on; 0 takes any that is free.",
    },
    {
        .section = "web",
        .key = "url",
        .kind = SETTING_URL,
        .fallback = "",
        .help = "How others reach it if not by address and port, such as https://play.example.org.",
    },
    {
        .section = "web",
        .key = "hosts",
        .kind = SETTING_TEXT,
        .max = 1000,
        .fallback = "",
        .help = "Further names by which browsers may call this server, with spaces between.",
    },
    {
        .section = "web",
        .key = "newcomers",
        .kind = SETTING_CHOICE,
        .choices = "auto|open|invited",
        .fallback = "auto",
        .live = true,
        .help =
            "Who may come in anew: the invited; also who sits at this machine (auto); all (open).",
    },
    {
        .section = "web",
        .key = "moderators",
        .kind = SETTING_TEXT,
        .max = 4000,
        .fallback = "",
        .live = true,
        .help = "Accounts that may moderate in every room beside who made it, with spaces between.",
    },
    {
        .section = "metrics",
        .key = "enabled",
        .kind = SETTING_FLAG,
        .fallback = "no",
        .help = "Serve /healthz and /metrics.",
    },
    {
        .section = "metrics",
        .key = "address",
        .kind = SETTING_ADDRESS,
        .fallback = "127.0.0.1",
        .help = "The address to serve them on.",
    },
    {
        .section = "metrics",
        .key = "port",
        .kind = SETTING_NUMBER,
        .min = 0,
        .max = 65535,
        .fallback = "9464",
        .help = "The port to serve them on; 0 takes any that is free.",
    },
};

const size_t settings_row_count = sizeof(settings_rows) / sizeof(settings_rows[0]);
