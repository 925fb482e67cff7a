#compdef ferz
# Completion of ferz in zsh; made by `ferz completion zsh`.
_ferz_games() {
    local -a games
    games=(${(f)"$(_call_program games $service list 2>/dev/null | cut -f 1)"})
    _alternative 'games:game:compadd -a games' 'files:rules:_files -g "*.yaml"'
}

# The options of the game on the command line.
_ferz_settings() {
    local -a settings
    settings=(${(f)"$(_call_program settings $service completion settings ${(q)words[2]} 2>/dev/null)"})
    compadd -a settings
}

_ferz() {
    local -a commands
    if (( CURRENT == 2 )); then
        commands=(
{{commands}}
        )
        _describe -t commands command commands
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{{arguments}}
    esac
}

if [ "$funcstack[1]" = _ferz ]; then
    _ferz "$@"
else
    compdef _ferz ferz
fi
