# Completion of ferz in bash; made by `ferz completion bash`.
_ferz_games() {
    "${COMP_WORDS[0]}" list 2>/dev/null | cut -f 1
}

# The options of the game on the command line, with their values.
_ferz_settings() {
    "${COMP_WORDS[0]}" completion settings "$1" 2>/dev/null
}

# Offers the lines of standard input that begin with the word. Lines with signs that the shell interprets are left
# out: names of files are put on the command line unquoted.
_ferz_offer() {
    local one
    while IFS= read -r one; do
        if [[ $one == "$1"* && $one != *[^[:alnum:]_.,:=+@%/-]* ]]; then COMPREPLY+=("$one"); fi
    done
}

_ferz() {
    local word=${COMP_WORDS[COMP_CWORD]} previous= command= game= words= options= kind= i
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W '{{commands}}--help --version' -- "$word"))
        return
    fi
    command=${COMP_WORDS[1]}
    game=${COMP_WORDS[2]}
    previous=${COMP_WORDS[COMP_CWORD - 1]}
    # bash splits words at `=`: `--set fifty=au` is four words.
    if [ "$word" = = ] && [ "${COMP_WORDS[COMP_CWORD - 2]}" = --set ]; then
        word= i=$previous
    elif [ "$previous" = = ] && [ "${COMP_WORDS[COMP_CWORD - 3]}" = --set ]; then
        i=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if [ -n "$i" ]; then
        while IFS= read -r words; do
            [[ $words != "$i="* ]] || _ferz_offer "$word" <<<"${words#"$i="}"
        done < <(_ferz_settings "$game")
        return
    fi
    case $command$previous in
{{values}}
    *) kind= ;;
    esac
    if [ -z "$kind" ] && [[ $word == -* ]]; then
    case $command in
{{options}}
    esac
        COMPREPLY=($(compgen -W "$options" -- "$word"))
        return
    fi
    if [ -z "$kind" ]; then
    case $command in
{{arguments}}
    esac
    fi
    case $kind in
    game)
        _ferz_offer "$word" < <(
            _ferz_games
            compgen -f -X '!*.yaml' -- "$word"
            compgen -d -S / -- "$word"
        )
        ;;
    setting) _ferz_offer "$word" < <(_ferz_settings "$game" | sed 's/=.*/=/' | uniq) ;;
    file) _ferz_offer "$word" < <(compgen -f -- "$word") ;;
    folder) _ferz_offer "$word" < <(compgen -d -- "$word") ;;
    word) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    esac
    case ${COMPREPLY[0]} in */ | *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -F _ferz ferz
