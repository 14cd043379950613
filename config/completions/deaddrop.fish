# fish completion of deaddrop
set -l first __fish_use_subcommand
complete -c deaddrop -f -n $first -a run -d 'start what the config names'
complete -c deaddrop -f -n $first -a rules -d 'headless rules of a game'
complete -c deaddrop -f -n $first -a script -d 'play a transcript'
complete -c deaddrop -f -n $first -a verify -d 'check a fairness record'
complete -c deaddrop -f -n $first -a replay -d 'print a transcript as somebody saw it'
complete -c deaddrop -f -n $first -a config -d 'check a config, or print an example'
complete -c deaddrop -f -n $first -a backup -d 'copy the store'
complete -c deaddrop -f -n $first -a copy -d 'copy a store into another database'
complete -c deaddrop -f -n $first -a check -d 'say what is damaged in the store'
complete -c deaddrop -f -n $first -a workers -d 'who of several processes has the store'
complete -c deaddrop -f -n $first -a forget -d 'take away all that is kept of somebody'
complete -c deaddrop -f -n $first -a export -d 'print all that is kept of somebody'
complete -c deaddrop -f -n $first -a commands -d 'print the slash commands'
complete -c deaddrop -f -n $first -a discord -d 'check the bot at Discord'
complete -c deaddrop -f -n $first -a matrix -d 'check the bot at its homeserver'
complete -c deaddrop -f -n $first -l version -d 'print the version'
complete -c deaddrop -f -l help -d 'say what there is'
complete -c deaddrop -r -n '__fish_seen_subcommand_from run backup copy check forget export workers discord matrix' -l config
complete -c deaddrop -f -n '__fish_seen_subcommand_from rules' -a 'interceptor decrypto infiltrators spyfall'
complete -c deaddrop -n '__fish_seen_subcommand_from script' -l verbose
complete -c deaddrop -n '__fish_seen_subcommand_from script' -l update
complete -c deaddrop -x -n '__fish_seen_subcommand_from replay' -l seat -a 'crowd all'
complete -c deaddrop -r -F -n '__fish_seen_subcommand_from replay' -l html
complete -c deaddrop -r -n '__fish_seen_subcommand_from config' -l check
complete -c deaddrop -f -n '__fish_seen_subcommand_from config' -l example
complete -c deaddrop -f -n '__fish_seen_subcommand_from check' -l set-aside
complete -c deaddrop -f -n '__fish_seen_subcommand_from check' -l accept-loss
complete -c deaddrop -f -n '__fish_seen_subcommand_from check' -l compact
complete -c deaddrop -f -n '__fish_seen_subcommand_from commands' -a discord
complete -c deaddrop -f -n '__fish_seen_subcommand_from discord' -a setup
complete -c deaddrop -f -n '__fish_seen_subcommand_from matrix' -a 'setup registration verify'
