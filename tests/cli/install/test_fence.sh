#!/bin/sh
# The fences of SECURITY.md hold: each of its blocks `sh fence` is run as it stands there, in a folder with a rule file. A sound file is
# checked behind it; in the place of ferz, a program that uses the processor for ever is ended, one that takes memory is refused, one
# that writes writes nothing, and one that looks for the network finds none (where the fence says so).
# usage: test_fence.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../../program.sh"

skipped=0
mkdir "$work/game" "$work/bin" && chmod 755 "$work" "$work/game" || exit 1
printf 'name: Strange\nextends: chess\n' >"$work/game/strange.yaml"
awk -v stem="$work/fence" '/^```sh fence$/ { file = stem "-" ++n; next } /^```$/ { file = "" } file { print > file }' "$root/SECURITY.md"
[ -f "$work/fence-3" ] || verdict 1 "SECURITY.md shows three fences"

# What stands for an installed ferz: the command's words with our program. The fence of bubblewrap sees /usr and the folder alone, so the
# program and what it needs lie in the folder.
cp "$FERZ" "$work/game/ferz"
cp -r "$root/rules" "$root/scripts" "$work/game/"
cat >"$work/game/hostile" <<'SCRIPT'
#!/bin/sh
case $1 in
forever) while :; do :; done ;;
memory) exec awk 'BEGIN { s = "0123456789abcdef"; while (length(s) < 2000000000) s = s s; print "had it" }' ;;
write) echo written >./written && echo "had it" ;;
network) [ "$(grep -c . /proc/net/dev)" -gt 3 ] && echo "had it" ;;
esac
exit 1
SCRIPT
chmod 755 "$work/game/hostile"

# fenced NUMBER WORDS: the fence around other words, with a second of time.
fenced() {
    sed -e "s#ferz check ./strange.yaml#$2#" -e 's/--cpu=10/--cpu=1/' -e 's/RuntimeMaxSec=10/RuntimeMaxSec=1/' "$work/fence-$1" >"$work/line"
    (cd "$work/game" && timeout 60 sh "$work/line" </dev/null >"$work/out" 2>"$work/err")
}
# works NUMBER: whether the tools are here and may do this.
works() { fenced "$1" /bin/true; }
holds() { ! grep -q 'had it' out && [ ! -s game/written ]; }

number=0
for name in prlimit bubblewrap systemd; do
    number=$((number + 1))
    if ! works "$number"; then
        skipped=$((skipped + 1))
        echo "skipped $name: it is not here, or may not do this"
        continue
    fi
    fenced "$number" './ferz check ./strange.yaml --rules ./rules' && [ ! -s err ]
    verdict $? "$name: a sound file is checked"
    begin=$(date +%s)
    fenced "$number" './hostile forever'
    [ $? -ne 0 ] && [ $(($(date +%s) - begin)) -lt 30 ] && holds
    verdict $? "$name: a program without an end is ended"
    fenced "$number" './hostile memory'
    [ $? -ne 0 ] && holds
    verdict $? "$name: memory is limited"
    fenced "$number" './hostile write'
    holds
    verdict $? "$name: nothing is written"
    if [ "$name" != prlimit ]; then
        fenced "$number" './hostile network'
        holds
        verdict $? "$name: there is no network"
    fi
    rm -f game/written
done
# Without a fence the same program does it: the test can fail.
(cd game && ./hostile write >../out)
! holds
verdict $? "without a fence the file is written"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
