# What tests of matches share, after program.sh: `run` and `said`.
# shellcheck shell=sh disable=SC2154 # FERZ is that of program.sh

nl='
'

# run WORDS...: a match at our game; its output is in out and err, its status in $status.
run() {
    "$FERZ" match "$@" >out 2>err </dev/null
    status=$?
}

# said NAME STATUS GLOB_OUT GLOB_ERR: what the last run must have said
said() {
    wrong=
    [ "$status" = "$2" ] || wrong="status $status, not $2$nl"
    # shellcheck disable=SC2254
    case $(cat out) in $3) ;; *) wrong="${wrong}standard output is not $3$nl" ;; esac
    # shellcheck disable=SC2254
    case $(cat err) in $4) ;; *) wrong="${wrong}standard error is not $4$nl" ;; esac
    [ -z "$wrong" ]
    verdict $? "$1" "$wrong$(cat out err)"
}
