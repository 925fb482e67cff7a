# Completion of ferz in fish; made by `ferz completion fish`.
function __ferz_games
    command ferz list 2>/dev/null | string replace -r '\t([^\t]*).*' '\t$1'
    __fish_complete_suffix .yaml
end

# The options of the game on the command line.
function __ferz_settings
    set -l words (commandline -opc)
    command ferz completion settings $words[3] 2>/dev/null
end

complete -c ferz -f
complete -c ferz -n __fish_use_subcommand -l help -d 'print the commands'
complete -c ferz -n __fish_use_subcommand -l version -d 'print the version'
{{commands}}
