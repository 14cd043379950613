# bash completion of deaddrop

_deaddrop() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]}
    local subcommands="run rules script verify replay config backup copy check forget export workers commands
        discord matrix --help --version"
    COMPREPLY=()
    case $before in
        --config | --check)
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
            return
            ;;
        --seat)
            mapfile -t COMPREPLY < <(compgen -W "crowd all" -- "$word")
            return
            ;;
    esac
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$subcommands" -- "$word")
        return
    fi
    local words
    case $command in
        run | backup | copy | forget | export | workers) words="--config --help" ;;
        rules) words="interceptor decrypto infiltrators spyfall --help" ;;
        script) words="--verbose --update --help" ;;
        replay) words="--seat --html --help" ;;
        config) words="--check --example --help" ;;
        check) words="--config --set-aside --accept-loss --compact --help" ;;
        commands) words="discord --help" ;;
        discord) words="setup --config --help" ;;
        matrix) words="setup registration verify --config --help" ;;
        *) words="--help" ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    case $command in
        backup | copy | replay | script | verify)
            local files
            mapfile -t files < <(compgen -f -- "$word")
            COMPREPLY+=("${files[@]}")
            ;;
    esac
}
complete -o filenames -F _deaddrop deaddrop
