/* deaddrop script FILE…: plays transcripts against the real core, with a clock of its own. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "script.h"

static int script_help(void)
{
    cli_help(&cli_script);
    puts(
        "\n"
        "  --verbose  print every act and everything that anybody is told\n"
        "  --update   rewrite the expected lines that do not hold; read the difference\n"
        "\n"
        "A script is lines. Who and where:\n"
        "  room #den                       the rooms; the first one is meant when none is named\n"
        "  server guild #den #hall         rooms that are part of one server\n"
        "  people Ana Ben Cy Dee           who is there\n"
        "  on a second platform #lounge Bea   rooms and people of another one\n"
        "  moderator Mia                   who may overrule\n"
        "  Dee is a moderator of channels alone   there, and not for a whole server\n"
        "  Dee is called \"D.\"              a display name; also: is reachable, is not reachable\n"
        "  seed 0123…                      64 hex digits: the seed of games that start from here\n"
        "  deal {\"leader\":0}               pins part of their deal; deal nothing: no more\n"
        "  packs FOLDER                    the packs of words in it (beside the script)\n"
        "  flood 3 6                       at most 3 acts of a person at once, 6 a minute\n"
        "What people do:\n"
        "  Ana: /interceptor teams=chosen  a slash command\n"
        "  Ana: !join                      typed; @Ben mentions, \\n and \\u{202e} are escapes\n"
        "  Ana in #hall: hello             elsewhere\n"
        "  Ana sits: /interceptor          opens a table and has a seat there at once\n"
        "  Ana privately: hand             in private with the bot\n"
        "  Bea privately: link {code}      the newest code that anybody was told in private\n"
        "  Ben presses [Join]              the newest such button that Ben can see; at #2: of "
        "table 2\n"
        "  Cy fills [Documents] say=\"honestly, no\"\n"
        "  Cy keeps [Documents] as old     and later: Cy presses old\n"
        "  Dee reacts 📄 to the board      to the bot, to Ben\n"
        "  Dee replies to Ben: really?     Dee sends gif: look\n"
        "  Ana writes 2000000 times: x\n"
        "  again                           the last event once more, with the same id\n"
        "The world:\n"
        "  +120s   +5m   +2h   +3d         the clock moves; everything happens on its way\n"
        "  save record.jsonl as PATH       the newest file of that name that anybody was given\n"
        "  restart   restart after 5m   crash   the disk is full   the disk has room\n"
        "  nobody is answered alone   who takes no private messages cannot play\n"
        "  the house speaks de        a language of the folder, where no room has chosen\n"
        "  newcomers are told what is kept   on the first card that they get\n"
        "  house players at once      lobbies offer them from their opening on\n"
        "  nobody has buttons         what people are told names words to type\n"
        "What is expected of the act before:\n"
        "  > Ana sits down.                all that the first room was told, in order\n"
        "  #hall > …                       another room\n"
        "  Ana < You are in.               all that Ana was told in private\n"
        "  = Interceptor #1                the board that was drawn last; Ana = …  her card as it\n"
        "                                  stands\n"
        "  called Ana Ben                  all who were notified, by name; or: called nobody\n"
        "  > ...                           any number of lines\n"
        "  > /round [0-9]+/                a regular expression\n"
        "  nothing for Ben                 or: for the crowd, for #hall\n"
        "  ! Ben < /Money/                 no such line\n"
        "Readers without a line are not looked at. Lines that begin with # and a space, and empty\n"
        "ones, mean nothing. Exit code 1 when something expected does not hold.");
    return CLI_FINE;
}

static int script_main(int argc, char **argv)
{
    bool verbose = false;
    bool update = false;
    int files = 0;
    int exit = CLI_FINE;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            return script_help();
        }
        verbose = verbose || strcmp(argv[i], "--verbose") == 0;
        update = update || strcmp(argv[i], "--update") == 0;
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--verbose") == 0 || strcmp(argv[i], "--update") == 0) {
            continue;
        }
        if (argv[i][0] == '-') {
            return cli_usage(&cli_script, "unknown option");
        }
        int one = script_run_file(argv[i], verbose, update);
        exit = one > exit ? one : exit;
        files++;
    }
    return files == 0 ? cli_usage(&cli_script, "wants a file") : exit;
}

const struct cli_command cli_script = {
    .name = "script",
    .arguments = "[--verbose] [--update] FILE…",
    .help = "play a transcript against the real core, with a clock of its own",
    .run = script_main,
};
