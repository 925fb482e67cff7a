#!/bin/sh
# Files of every kind that Ferz reads, each in the shape of something else: a pipe, a device, a folder, links, lines without end,
# NUL bytes, text of Windows, a byte order mark, no newline at the end. It says which file it is and why not, with the exit status of
# the guide of the command line, in time; and what is sound text is read.
# usage: test_special_files.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"

wrong() { # NAME WHAT
    failed=$((failed + 1))
    echo "FAILED $1: $2"
    cat -v out err | cut -c1-200 | head -8 | sed 's/^/    /'
}

# The games that the files belong to.
printf 'extends: chess\nname: Small\n' >sound-rules.yaml
printf -- '-- For a test.\n\n--- Every move is allowed.\nfunction allows(move) return true end\n' >sound-script.lua
printf 'examples:\n  - moves: e2e4\n    status: ongoing\n' >sound-test.yaml
cp "$root/rules/minishogi.tuning.yaml" sound-tuning.yaml
printf 'ferz game 1\ngame: chess\nstart: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nmoves: e2e4 e7e5\n' >sound-saved
printf '# openings\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n' >sound-openings
printf '[small:chess]\ncastling = false\n' >sound-import
printf 'e2e4\ne7e5\n' >sound-moves

# put KIND: the file `thing` goes to where the kind is read.
put() {
    rm -rf game && mkdir game
    case $1 in
    rules) cp -a thing game/small.yaml ;;
    parent) printf 'extends: parent\nname: Child\n' >game/small.yaml && cp -a thing game/parent.yaml ;;
    script) printf 'extends: chess\nname: Small\nscript: small.lua\nhooks: {allows: {at: legal}}\n' >game/small.yaml && cp -a thing game/small.lua ;;
    drawing) printf 'extends: chess\nname: Small\npieces: {queen: {figure: small.svg}}\n' >game/small.yaml && cp -a thing game/small.svg ;;
    test) cp sound-rules.yaml game/small.yaml && cp -a thing game/small.test.yaml ;;
    tuning) cp "$root/rules/minishogi.yaml" game/ && cp -a thing game/minishogi.tuning.yaml ;;
    *) cp -a thing game/thing ;;
    esac
}

# ask KIND: reads it.
ask() {
    case $1 in
    rules | parent | script | drawing) timeout 20 "$FERZ" check ./game/small.yaml ;;
    test) timeout 20 "$FERZ" test ./game/small.yaml ;;
    tuning) timeout 20 "$FERZ" best ./game/minishogi.yaml --nodes 10 ;;
    saved) printf 'load game/thing\nfen\n' | timeout 20 "$FERZ" play chess --as all ;;
    openings) timeout 20 "$FERZ" match chess --games 2 --max-plies 4 --openings game/thing --engine random --engine random ;;
    import) timeout 20 "$FERZ" import game/thing ;;
    moves) timeout 20 "$FERZ" fen chess --moves - ;;
    esac >out 2>err </dev/null
}

# try NAME KIND STATUSES [WORDS]: what is said names the file, and no more than a page is said.
try() {
    put "$2"
    ask "$2"
    status=$?
    case " $3 " in
    *" $status "*) ;;
    *)
        wrong "$1 as $2" "exit status $status, not $3"
        return
        ;;
    esac
    if LC_ALL=C grep -a -q -e "$(printf '[\001-\010\013-\037\177]')" out err; then
        wrong "$1 as $2" 'control bytes'
    elif grep -q -e 'AddressSanitizer' -e 'LeakSanitizer' -e 'runtime error:' err; then
        wrong "$1 as $2" 'a sanitizer speaks'
    elif [ "$(wc -c <err)" -gt 20000 ]; then
        wrong "$1 as $2" 'too many words'
    elif [ -n "${4-}" ] && ! grep -q -e "$4" err; then
        wrong "$1 as $2" "\`$4' is not said"
    elif [ "$status" -ne 0 ] && ! grep -q -e small -e parent -e thing -e minishogi err; then
        wrong "$1 as $2" 'the file is not named'
    else
        passed=$((passed + 1))
    fi
}

kinds='rules parent script drawing test tuning saved openings import'

# ---- no plain file ----

for shape in pipe zero tty folder nowhere loop; do
    rm -rf thing
    case $shape in
    pipe) mkfifo thing ;;
    zero) ln -s /dev/zero thing ;;
    tty) ln -s /dev/ptmx thing ;;
    folder) mkdir thing ;;
    nowhere) ln -s /nowhere/at-all thing ;;
    loop) ln -s thing thing ;;
    esac
    for kind in $kinds; do
        case $kind in
        saved) try $shape $kind 0 thing ;; # `play` goes on
        openings | import) try $shape $kind 3 thing ;;
        # A file that is not there is none: there are games without examples and without weights.
        test | tuning) try $shape $kind '0 1 3' ;;
        script) try $shape $kind '1 3' ;;
        *) try $shape $kind '1 3' ;;
        esac
    done
done
# A link out of its folder shows nothing of the file that it leads to, whatever reads it; within the folder it may lead.
secret=$(mktemp) && printf 'password: hunter2\n  broken: [\n' >"$secret"
for way in "$secret" "../../$(basename "$secret")"; do
    for kind in rules parent test tuning; do
        rm -rf thing && ln -s "$way" thing
        try "link to $way" $kind '1 3' 'symbolic link out of its folder'
        if grep -q -e hunter2 -e password out err; then wrong "link as $kind" 'the file is shown'; fi
    done
done
mkdir below
rm -f thing "$secret"
cp sound-rules.yaml below/sound.yaml
for way in below/sound.yaml "$PWD/sound-rules.yaml"; do
    ln -sf "$way" linked.yaml
    if timeout 20 "$FERZ" check ./linked.yaml >out 2>err; then passed=$((passed + 1)); else wrong "link to $way" "$(head -n 1 err)"; fi
done
rm -rf linked.yaml below
# A drawing may not be a link, nor lie in a folder that leads elsewhere.
printf 'extends: chess\nname: Small\npieces: {queen: {figure: below/hawk.svg}}\n' >drawn.yaml
mkdir below && cp "$root/tests/samples/figures/hawk.svg" below
if timeout 20 "$FERZ" check ./drawn.yaml >out 2>err; then passed=$((passed + 1)); else wrong "drawing below" "$(head -n 1 err)"; fi
rm below/hawk.svg && ln -s "$root/tests/samples/figures/hawk.svg" below/hawk.svg
timeout 20 "$FERZ" check ./drawn.yaml >out 2>err
if [ $? -eq 1 ] && grep -q 'is a symbolic link; it must be a plain file' err; then passed=$((passed + 1)); else wrong "drawing behind a link" "$(head -n 1 err)"; fi
rm -rf below && ln -s "$root/tests/samples/figures" below
timeout 20 "$FERZ" check ./drawn.yaml >out 2>err
if [ $? -eq 1 ] && grep -q 'is a link out of the folder of the rules' err; then passed=$((passed + 1)); else wrong "drawing in a folder elsewhere" "$(head -n 1 err)"; fi
rm -rf below drawn.yaml
# A folder of rules with such things in it is listed all the same.
mkdir list && mkfifo list/pipe.yaml list/kept.lua && ln -s /dev/zero list/zero.yaml && mkdir list/folder.yaml && ln -s loop.yaml list/loop.yaml
cp sound-rules.yaml list/sound.yaml
printf 'extends: chess\nname: P\nscript: kept.lua\n' >list/scripted.yaml
timeout 30 "$FERZ" list --rules list >out 2>err </dev/null
status=$?
if [ $status -eq 0 ] && grep -q '^sound	Small' out && grep -q '^chess	' out; then passed=$((passed + 1)); else wrong list "exit status $status"; fi

# ---- not the text that it should be ----

for shape in empty nul zeros long-line long-lines deep program carriage-returns utf16 latin1 bidi; do
    rm -rf thing
    case $shape in
    empty) : >thing ;;
    nul) printf 'name: x\000y\n' >thing ;;
    zeros) head -c 300000 /dev/zero >thing ;;
    long-line) head -c 3000000 /dev/zero | tr '\000' x >thing ;;
    long-lines) awk 'BEGIN {for (i = 0; i < 60000; i++) print "long: long long long long long long long long"}' >thing ;;
    deep) awk 'BEGIN {for (i = 0; i < 50000; i++) printf "[{"}' >thing ;;
    program) head -c 5000 "$FERZ" >thing ;;
    carriage-returns) printf 'name: x\rboard: y\r' >thing ;;
    utf16) printf '\377\376n\000a\000m\000e\000' >thing ;;
    latin1) printf 'name: caf\351\n' >thing ;;
    bidi) printf 'name: x\342\200\256y\n' >thing ;;
    esac
    for kind in $kinds; do
        case $kind in
        saved) try $shape $kind 0 thing ;;
        script) case $shape in empty | long-lines | long-line) try $shape $kind '0 1' ;; *) try $shape $kind 1 ;; esac ;;
        import) try $shape $kind '0 1' ;; # empty: nothing to import
        tuning | test) case $shape in empty) try $shape $kind '0 1' ;; *) try $shape $kind 1 ;; esac ;;
        *) try $shape $kind 1 ;;
        esac
    done
done

# An example that would count for hours.
printf 'examples:\n  - counts: [20, 400, 100000001]\n' >thing
try 'too many leaves' test 1 'small.test.yaml:2:23: error: an example counts 100000000 leaves at most'

# ---- sound, but written by another editor ----

for kind in $kinds; do
    for shape in plain windows marked unended; do
        sound=sound-$kind
        case $kind in
        rules | parent) sound="sound-rules.yaml" ;;
        script) sound="sound-script.lua" ;;
        drawing) sound="$root/tests/samples/figures/hawk.svg" ;;
        test | tuning) sound=sound-$kind.yaml ;;
        esac
        rm -rf thing
        case $shape in
        plain) cp $sound thing ;;
        windows) sed 's/$/\r/' $sound >thing ;;
        marked) { printf '\357\273\277' && cat $sound; } >thing ;;
        unended) printf '%s' "$(cat $sound)" >thing ;;
        esac
        try "$shape text" $kind 0
        case $kind in
        saved) grep -q '4p3/4P3' out || wrong "$shape text as saved" 'it was not loaded' ;;
        test) grep -q '1 passed, 0 failed' out || wrong "$shape text as test" 'it was not run' ;;
        import) grep -q 'extends: chess' out || wrong "$shape text as import" 'it was not read' ;;
        *) [ ! -s err ] || [ $kind = openings ] || { [ $kind = tuning ] && ! grep -q -v '^info' err; } || wrong "$shape text as $kind" 'something is said' ;;
        esac
    done
done
for shape in plain windows unended; do
    case $shape in
    plain) cp sound-moves thing ;;
    windows) sed 's/$/\r/' sound-moves >thing ;;
    unended) printf '%s' "$(cat sound-moves)" >thing ;;
    esac
    "$FERZ" fen chess --moves - <thing >out 2>err
    if grep -q '4p3/4P3' out; then passed=$((passed + 1)); else wrong "$shape text as moves" 'not read'; fi
done
for shape in nul long-line program; do
    case $shape in
    nul) printf 'e2e4\000e7e5\n' >thing ;;
    long-line) head -c 3000000 /dev/zero | tr '\000' x >thing ;;
    program) head -c 5000 "$FERZ" >thing ;;
    esac
    timeout 20 "$FERZ" fen chess --moves - <thing >out 2>err
    status=$?
    if [ $status -eq 1 ] && [ -s err ] && ! LC_ALL=C grep -a -q "$(printf '[\001-\010\013-\037]')" err; then
        passed=$((passed + 1))
    else
        wrong "$shape as moves" "exit status $status"
    fi
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
