#!/bin/sh
# The server of `ferz serve`: who may ask what, events, and the end. What the methods answer is tested in unit/service; the page in
# tests/cli/page.
# usage: test_serve.sh PATH-OF-FERZ
ferz=$1
command -v curl >/dev/null 2>&1 || { echo "curl is not there: skipped"; exit 77; }
work=$(mktemp -d) || exit 1
server=
finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM
passed=0
failed=0

check() { # WORDS EXPECTED FOUND
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
        echo "passed: $1"
    else
        failed=$((failed + 1))
        echo "FAILED: $1: $3 instead of $2"
    fi
}

mkdir "$work/games"
printf 'name: Mine\nextends: chess\n' >"$work/games/mine.yaml"
"$ferz" serve "$work/games/mine.yaml" >"$work/out" 2>"$work/err" &
server=$!
tries=0
until grep -q Ctrl-C "$work/out" || [ $tries -ge 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
if grep -q 'built without' "$work/err"; then
    echo "ferz was built without serve: skipped"
    exit 77
fi
host=$(sed -n 's,^http://\([0-9.:]*\)/#token=.*,\1,p' "$work/out")
token=$(sed -n 's,.*#token=\([0-9a-f]*\)&.*,\1,p' "$work/out")
port=${host#*:}
check "nothing opens a browser, and phones and classes are told where to go" 1 "$(grep -c "open this address.*phones and classes.*publish" "$work/out")"
check "the token has 128 bits" 32 "${#token}"
check "the address names the game" "game=$work/games/mine.yaml" "$(sed -n 's,.*&\(game=.*\),\1,p' "$work/out")"

status() { # CURL ARGUMENTS: the status of the answer
    curl -s -o /dev/null -w '%{http_code}' --max-time 10 "$@"
}
rpc() { # REQUEST CURL ARGUMENTS
    request=$1
    shift
    curl -s --max-time 10 -H "X-Ferz-Token: $token" -H 'Content-Type: application/json' "$@" -d "$request" "http://$host/rpc"
}
list='{"jsonrpc":"2.0","id":1,"method":"list"}'
json='Content-Type: application/json'

check "the page" 200 "$(status "http://$host/")"
check "its modules" 200 "$(status "http://$host/main.js")"
check "localhost is a name of ours" 200 "$(status "http://localhost:$port/")"
check "no other file" 404 "$(status "http://$host/../../etc/passwd" --path-as-is)"
check "a foreign host" 421 "$(status -H 'Host: evil.example' "http://$host/")"
check "a host that begins like ours" 421 "$(status -H "Host: $host.evil.example" "http://$host/")"
check "a foreign origin" 403 "$(status -H 'Origin: http://evil.example' "http://$host/")"
check "the origin null" 403 "$(status -H 'Origin: null' "http://$host/")"
check "our origin on another port" 403 "$(status -H 'Origin: http://127.0.0.1:1' "http://$host/")"
check "our origin" 200 "$(status -H "Origin: http://$host" "http://$host/")"
check "no token" 401 "$(status -H "$json" -d "$list" "http://$host/rpc")"
check "a wrong token" 401 "$(status -H "$json" -H "X-Ferz-Token: $(echo "$token" | tr 0-9a-f 1-9a-f0)" -d "$list" "http://$host/rpc")"
check "the beginning of the token" 401 "$(status -H "$json" -H "X-Ferz-Token: ${token%?}" -d "$list" "http://$host/rpc")"
check "no token for events" 401 "$(status "http://$host/events")"
check "a form of another page" 415 "$(status -H "X-Ferz-Token: $token" -d "$list" "http://$host/rpc")"
check "GET of a method" 405 "$(status -H "X-Ferz-Token: $token" "http://$host/rpc")"
check "PUT of the page" 405 "$(status -X PUT "http://$host/")"
check "a request" 200 "$(status -H "$json" -H "X-Ferz-Token: $token" -d "$list" "http://$host/rpc")"
check "a notification has no answer" 204 "$(status -H "$json" -H "X-Ferz-Token: $token" -d '{"jsonrpc":"2.0","method":"list"}' "http://$host/rpc")"
head -c 9000000 /dev/zero >"$work/long"
check "too long a request" 413 "$(status -H "$json" -H "X-Ferz-Token: $token" --data-binary "@$work/long" "http://$host/rpc")"
check "no JSON" 1 "$(rpc '{' | grep -c -e '-32700')"
check "the game of the command line" 1 "$(rpc '{"jsonrpc":"2.0","id":1,"method":"load","params":{"game":"mine"}}' | grep -c '"title":"Mine"')"
for header in Content-Security-Policy X-Content-Type-Options Cross-Origin-Resource-Policy Referrer-Policy; do
    check "$header" 1 "$(curl -s -D - -o /dev/null "http://$host/" | grep -c "^$header")"
done

# Only the loopback address: no other address of this machine has the port.
for address in $(hostname -I 2>/dev/null); do
    case $address in
    *:*) ;;
    *) check "not on $address" 000 "$(status --connect-timeout 2 -H "Host: $host" "http://$address:$port/")" ;;
    esac
done

# listen: from here on the server's events are in $work/events.
listen() {
    rm -f "$work/heads"
    curl -sN --max-time 60 -D "$work/heads" -H "X-Ferz-Token: $token" "http://$host/events" >"$work/events" &
    listener=$!
    tries=0
    until grep -q '^HTTP' "$work/heads" 2>/dev/null || [ $tries -ge 300 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
}

# A file that another program writes comes as an event.
listen
printf 'name: Changed\nextends: chess\n' >"$work/games/mine.yaml"
tries=0
until grep -q changed "$work/events" || [ $tries -ge 200 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
kill "$listener" 2>/dev/null
check "an event of a change" 1 "$(grep -c "\"method\":\"changed\",\"params\":{\"files\":\\[\"$work/games/mine.yaml\"\\]}" "$work/events")"

# A second one takes another port; one that is named and taken is an error.
"$ferz" serve "$work/games" --port "$port" >"$work/second" 2>&1
check "a port that is taken" 3 $?
check "no folder" 3 "$("$ferz" serve "$work/none/x.yaml" >/dev/null 2>&1; echo $?)"

# Programs that mean no good.
if command -v python3 >/dev/null 2>&1; then
    python3 "$(dirname "$0")/door.py" "$host" "$token" "$server" >"$work/door"
    check "strangers" 0 $?
    cat "$work/door"
fi

# A name that is not one of a file that is there yet, and a script that comes later: events tell of each.
listen
printf 'function f() end\n' >"$work/games/late.lua"
printf '<svg/>' >"$work/games/late.svg"
tries=0
until { grep -q late.lua "$work/events" && grep -q late.svg "$work/events"; } || [ $tries -ge 200 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
kill "$listener" 2>/dev/null
check "an event of a script that is new" 1 "$(grep -c 'late.lua' "$work/events")"

# Ctrl-C also ends what is at work: rules that take minutes to load.
printf 'name: Slow\nextends: chess\nscript: slow.lua\nfilter: hook allowed\n' >"$work/games/slow.yaml"
printf 'function allowed(mover, from, to)\n  local n = 0\n  for i = 1, 1000000 do n = n + i end\n  return true\nend\n' >"$work/games/slow.lua"
for method in check load examples; do
    rpc "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"$method\",\"params\":{\"game\":\"slow\"}}" --max-time 60 >/dev/null &
done

# Ctrl-C ends it at once, also while somebody listens.
listen
began=$(date +%s)
kill -INT "$server"
wait "$server"
check "Ctrl-C" 0 $?
check "Ctrl-C is at once" yes "$([ $(($(date +%s) - began)) -le 10 ] && echo yes || echo no)"
server=
wait "$listener" 2>/dev/null
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
