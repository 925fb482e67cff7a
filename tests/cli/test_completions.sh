#!/bin/sh
# The manual page and the completions, which are made from the table of options: the page is clean, and each shell completes
# with it for real.
# usage: test_completions.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"
PATH=$(dirname "$FERZ"):$PATH
export PATH
mkdir sub && : >mine.yaml && : >other.txt

missing() {
    echo "$1 is not there: $2"
}

commands=$("$FERZ" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
[ "$(echo "$commands" | wc -l)" -gt 15 ]
verdict $? 'the commands are known'

# ---- the manual page ----

"$FERZ" man >ferz.1
for command in $commands; do
    grep -q "^.Ss \"ferz $command\"" ferz.1
    verdict $? "the page tells of ferz $command"
done
for option in $(for command in $commands; do "$FERZ" "$command" --help; done | grep -o '^  --[a-z-]*' | sort -u); do
    grep -q "^.It Fl \\\\-${option#--}" ferz.1
    verdict $? "the page tells of $option"
done
if command -v mandoc >/dev/null 2>&1; then
    mandoc -T lint ferz.1 >said 2>&1
    [ $? -eq 0 ] && [ ! -s said ]
    verdict $? 'mandoc has nothing against the page'
    mandoc -T ascii ferz.1 | sed 's/.\x08//g' >said && grep -q 'SYNOPSIS' said && grep -q 'against each other' said
    verdict $? 'the page can be read'
else
    missing mandoc 'the page was not checked'
fi

# ---- bash ----

if command -v bash >/dev/null 2>&1; then
    cat >drive.bash <<'END'
source <("$1" completion bash) || exit 1
shift
# As readline cuts words: at blanks and at `=`.
COMP_WORDS=()
for word; do
    case $word in
    --*=* | [a-z]*=*) COMP_WORDS+=("${word%%=*}" "=") ; [ -z "${word#*=}" ] || COMP_WORDS+=("${word#*=}") ;;
    *) COMP_WORDS+=("$word") ;;
    esac
done
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_ferz
printf '%s\n' "${COMPREPLY[@]}"
END
    bash_says() { # WORDS... : what may stand in the place of the last of them
        bash drive.bash "$FERZ" "$@" >said 2>&1
    }
    bash_says ferz '' && for command in $commands; do grep -qx -- "$command" said || exit 1; done
    verdict $? 'bash completes commands'
    bash_says ferz pe && [ "$(cat said)" = perft ]
    verdict $? 'bash completes the beginning of a command'
    bash_says ferz show chess9 && [ "$(cat said)" = chess960 ]
    verdict $? 'bash completes games'
    bash_says ferz show mi && grep -qx mine.yaml said && grep -qx minishogi said && ! grep -q other said
    verdict $? 'bash completes files of rules beside them'
    bash_says ferz test frank && [ "$(cat said)" = frankfurt ]
    verdict $? 'bash completes games where several may stand'
    bash_says ferz perft chess --de && [ "$(cat said)" = --depth ]
    verdict $? 'bash completes options of the command'
    bash_says ferz list --de && [ -z "$(cat said)" ]
    verdict $? 'bash completes no options of other commands'
    bash_says ferz best chess --search al && [ "$(cat said)" = alphabeta ]
    verdict $? 'bash completes the words of a choice'
    bash_says ferz match chess --engine d && [ -z "$(cat said)" ]
    verdict $? 'the same option of another command is something else'
    bash_says ferz show chess --set f && [ "$(cat said)" = fifty= ]
    verdict $? 'bash completes options that the game declares'
    bash_says ferz show chess --set fifty= && grep -qx automatic said && grep -qx claim said
    verdict $? 'bash completes their values'
    bash_says ferz show chess --set fifty=a && [ "$(cat said)" = automatic ]
    verdict $? 'bash completes the beginning of a value'
    bash_says ferz show chess --rules s && [ "$(cat said)" = sub ]
    verdict $? 'bash completes folders'
    bash_says ferz schema ex && [ "$(cat said)" = examples ]
    verdict $? 'bash completes what stands in the first place'
    bash_says ferz new x --from kazan && [ "$(cat said)" = kazan-chess ]
    verdict $? 'bash completes a game that is an option'
    if command -v script >/dev/null 2>&1 && script --version 2>/dev/null | grep -q util-linux; then
        # A person at a terminal, who presses the tabulator.
        printf 'source <(ferz completion bash)\nferz perf\tchess9\t--dep\t1\nexit\n' |
            timeout 30 script -qec 'bash --norc --noprofile -i' /dev/null >said 2>&1
        grep -aq 'nodes 20' said
        verdict $? 'bash completes what is typed'
    fi
    # What others named runs nothing, and does not get onto the command line.
    mkdir -p strange && printf 'extends: chess\nname: Strange\noptions:\n  odd:\n    about: x\n    default: plain\n    values: {plain: {about: x}, "$(touch${IFS}ran)": {about: x}, "`touch${IFS}ran`": {about: x}}\n' >strange/odd.yaml
    cp strange/odd.yaml 'strange/$(touch${IFS}ran).yaml' && cp strange/odd.yaml 'strange/`touch ran`.yaml' &&
        cp strange/odd.yaml 'strange/x;touch ran;.yaml' && cp strange/odd.yaml "$(printf 'strange/x\nperft\033[31m.yaml')"
    FERZ_RULES=$work/strange:$root/rules bash_says ferz show '' && ! grep -q -e touch -e '^perft' said && grep -qx odd said &&
        grep -qx chess said && [ ! -e ran ]
    verdict $? 'bash offers no game whose name means something to the shell'
    bash_says ferz show strange/ && grep -qx strange/odd.yaml said && ! grep -q -e touch -e '[^a-z/.]' said && [ ! -e ran ]
    verdict $? 'bash offers no such file'
    bash_says ferz show strange/odd.yaml --set odd= && [ "$(cat said)" = plain ] && [ ! -e ran ]
    verdict $? 'bash offers no such value'
    "$FERZ" list --rules strange | LC_ALL=C grep -c -v '^[a-z0-9-]*	' >said
    [ "$(cat said)" = 0 ]
    verdict $? 'ferz list names no such game'
    rm -rf strange
    bash_says ferz show chess --fen '' && [ -z "$(cat said)" ]
    verdict $? 'bash has nothing to say of a position'
else
    missing bash 'its completion was not driven'
fi

# ---- zsh ----

if command -v zsh >/dev/null 2>&1; then
    mkdir -p functions && "$FERZ" completion zsh >functions/_ferz
    zsh -n functions/_ferz 2>said
    verdict $? 'zsh understands its completion'
    # A shell of its own on a terminal of its own, which is asked to list what there is.
    cat >drive.zsh <<'END'
zmodload zsh/zpty
zpty z "zsh -f -i"
zpty -w z "PROMPT= RPROMPT= ; unsetopt zle_bracketed_paste 2>/dev/null; fpath=($PWD/functions \$fpath); autoload -Uz compinit; compinit -u -D; zstyle ':completion:*' list-colors ''; LISTMAX=1000; setopt no_list_packed; bindkey '^I' list-choices; print ready"
local got= all= i
for i in {1..100}; do zpty -r -t z got && all+=$got; [[ $all == *$'\n'ready* ]] && break; sleep 0.1; done
zpty -w -n z "$1"$'\t'
all=
for i in {1..25}; do while zpty -r -t z got; do all+=$got; done; sleep 0.1; done
print -r -- "$all"
zpty -d z
END
    zsh_says() { # LINE
        timeout 60 zsh -f drive.zsh "$1" >said 2>&1
    }
    zsh_says 'ferz pe' && grep -q 'perft' said
    verdict $? 'zsh completes commands'
    zsh_says 'ferz show chess9' && grep -q 'chess960' said
    verdict $? 'zsh completes games'
    zsh_says 'ferz best chess --search ' && grep -q mcts said
    verdict $? 'zsh completes the words of a choice'
    zsh_says 'ferz perft chess --de' && grep -q -- --depth said
    verdict $? 'zsh completes options'
    zsh_says 'ferz show chess --set f' && grep -q fifty=automatic said
    verdict $? 'zsh completes options that the game declares'
else
    missing zsh 'its completion was not driven'
fi

# ---- fish ----

if command -v fish >/dev/null 2>&1; then
    "$FERZ" completion fish >ferz.fish
    fish -n ferz.fish 2>said
    verdict $? 'fish understands its completion'
    HOME=$work
    XDG_CONFIG_HOME=$work
    export HOME XDG_CONFIG_HOME
    fish_says() { # LINE
        timeout 60 fish --no-config -c "source ferz.fish; complete -C '$1'" >said 2>&1
    }
    fish_says 'ferz pe' && grep -q '^perft' said
    verdict $? 'fish completes commands'
    fish_says 'ferz show chess9' && grep -q '^chess960.*Chess960' said
    verdict $? 'fish completes games, with their titles'
    fish_says 'ferz show mi' && grep -q '^mine.yaml' said
    verdict $? 'fish completes files of rules beside them'
    fish_says 'ferz best chess --search ' && grep -q '^mcts' said
    verdict $? 'fish completes the words of a choice'
    fish_says 'ferz perft chess --de' && grep -q '^--depth' said
    verdict $? 'fish completes options'
    fish_says 'ferz show chess --set f' && grep -q '^fifty=automatic' said
    verdict $? 'fish completes options that the game declares'
else
    missing fish 'its completion was not driven'
fi

"$FERZ" completion tcsh >said 2>&1
[ $? -eq 2 ]
verdict $? 'no other shell'
"$FERZ" --help | grep -q completion
[ $? -eq 1 ]
verdict $? 'what is for shells is not among the commands for people'

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
