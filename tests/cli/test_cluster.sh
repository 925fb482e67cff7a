#!/bin/sh
# Every line of guides/cluster.md, with the real program: parts by hand, by GNU parallel on several machines and by Slurm; a job that is
# killed goes on. The machines are this one (cluster_hosts.sh). Where GNU parallel, sshd or Slurm are missing, their lines are run as they
# would run them, and that is said.
# usage: test_cluster.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"
# shellcheck source=tests/cli/cluster_hosts.sh
. "$here/cluster_hosts.sh"

mkdir bin && ln -s "$FERZ" bin/ferz
PATH=$PWD/bin:$PATH
export PATH
printf 'name: My game\nextends: tic-tac-toe\n' >mygame.yaml
# The blocks of the guide: block-N.sh, or the file that its first line names.
awk '
    /^```sh file=/ { file = substr($0, length("```sh file=") + 1); next }
    /^```sh slurm$/ { file = "slurm.sh"; next }
    /^```sh$/ { file = sprintf("block-%d.sh", ++n); next }
    /^```$/ { if (file) close(file); file = ""; next }
    file { print > file }' "$root/guides/cluster.md"
[ "$(find . -name 'block-*.sh' | wc -l)" = 6 ] && [ -s playtest.sbatch ] && [ -s slurm.sh ]
verdict $? "the guide has its blocks"

ferz playtest mygame.yaml --games 6 --nodes 64 --seed 1 >six
ferz playtest mygame.yaml --games 24 --nodes 64 --seed 1 >many
ferz playtest mygame.yaml --games 24 --nodes 64 --seed 2 >other

# gives NAME FILE: the last lines that were printed are that report
gives() {
    cmp -s "$2" out
    verdict $? "$1" "$(diff "$2" out | head -n 5) $(cat err)"
}

sh ./block-1.sh >out 2>err
gives "parts by hand" six

# ---- GNU parallel ----

if ! parallel --version 2>/dev/null | grep -q "^GNU"; then
    echo "no GNU parallel: its jobs are run one after another"
    cat >bin/parallel <<'SH'
#!/bin/sh
while [ "$1" != ferz ]; do shift; done
while read -r number; do
    eval "$(echo "$@" | sed "s/{}/$number/g")" || exit 1
done
SH
    chmod +x bin/parallel
fi
if begin_ssh; then # a shell there knows nothing of this one
    printf '#!/bin/sh\nFERZ_RULES=%s exec %s "$@"\n' "$FERZ_RULES" "$FERZ" >cluster/ferz && chmod +x cluster/ferz
    echo "SetEnv PATH=$work/cluster:/usr/bin:/bin" >>cluster/sshd_config
    kill -HUP "$(cat cluster/sshd.pid)"
    for name in one two; do echo "1/ssh -F $work/cluster/ssh_config $name"; done >hosts
    within reach one "ferz --version"
    verdict $? "ssh reaches machines that have ferz" "$(cat cluster/sshd.log)"
else
    echo "no sshd: GNU parallel runs its jobs here"
    echo : >hosts
fi
rm -f part-*
sh ./block-2.sh >out 2>err
verdict $? "parts by GNU parallel" "$(cat err)"
head -c 700 part-3 >torn && mv torn part-3 # the plug of one machine
rm part-5 jobs.log                         # and another one is gone for good
: >jobs.log
sh ./block-3.sh >out 2>err
gives "what was lost is played again" many

# ---- Slurm ----

# As sbatch runs the tasks of an array.
as_array() {
    for task in 1 2 3 4 5 6 7 8; do
        SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=8 SLURM_CPUS_PER_TASK=2 sh ./playtest.sbatch || return 1
    done
}
slurm=as_array
if begin_slurm; then
    slurm='sh ./slurm.sh'
else
    echo "no Slurm: the tasks of its array are run one after another"
fi
$slurm >/dev/null 2>err
verdict $? "parts as Slurm gives them out" "$(cat err slurm-*.out cluster/slurm*.log 2>/dev/null)"
head -c 900 slurm-part-2 >torn && mv torn slurm-part-2
before=$(cat slurm-part-1 slurm-part-3 | wc -c)
$slurm >/dev/null 2>err
[ "$(cat slurm-part-1 slurm-part-3 | wc -c)" = "$before" ]
verdict $? "tasks that are done play nothing more" "$(cat err)"
sh ./block-4.sh >out 2>err
gives "a task that is requeued plays what is missing" other

# ---- matches, and what the games teach ----

sh ./block-5.sh >out 2>err
cut -c1-44 out >table
ferz match mygame.yaml --games 12 --plies 2 --engine nodes=200 --engine nodes=10 --seed 1 2>err | cut -c1-44 >whole
cmp -s whole table
verdict $? "a match in parts" "$(cat whole out err)"
sh ./block-6.sh >out 2>err
status=$?
{ [ $status = 0 ] || [ $status = 5 ]; } && grep -q "^games 120 positions" out # 24 in each of five kinds; two are random
verdict $? "tune learns from the parts" "$(cat out err)"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
