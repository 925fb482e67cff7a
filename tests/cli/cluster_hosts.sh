# Machines for tests/cli/test_cluster.sh on this one alone: two names that sshd answers for on the loopback address, and a Slurm of one
# node. All of it runs as who runs the test, from files in `work`, and ends with the test.
# shellcheck shell=sh disable=SC2154 # program.sh sets `work`
port=$((20000 + $$ % 10000))
trap end_hosts EXIT

end_hosts() {
    for file in "$work"/cluster/*.pid; do
        [ ! -s "$file" ] || kill "$(cat "$file")" 2>/dev/null
    done
    rm -rf "$work" 2>/dev/null || { sleep 2; rm -rf "$work"; } # they write while they end
}

# reach NAME COMMAND: by ssh
reach() {
    ssh -F "$work/cluster/ssh_config" "$@" </dev/null
}

# Whether something is true within ten seconds.
within() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        "$@" >/dev/null 2>&1 && return
        sleep 0.5
    done
    return 1
}

# Makes ssh reach `one` and `two`. False where there is no sshd.
begin_ssh() {
    sshd=/usr/sbin/sshd # it wants to be called by its whole path
    [ -x $sshd ] && command -v ssh-keygen >/dev/null || return
    [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
    mkdir -p cluster
    ssh-keygen -q -t ed25519 -N '' -f cluster/host_key && ssh-keygen -q -t ed25519 -N '' -f cluster/key || return
    cp cluster/key.pub cluster/authorized_keys
    cat >cluster/sshd_config <<CONFIG
Port $port
ListenAddress 127.0.0.1
HostKey $work/cluster/host_key
AuthorizedKeysFile $work/cluster/authorized_keys
PidFile $work/cluster/sshd.pid
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
CONFIG
    cat >cluster/ssh_config <<CONFIG
Host one two
  HostName 127.0.0.1
  Port $port
  IdentityFile $work/cluster/key
  StrictHostKeyChecking no
  UserKnownHostsFile /dev/null
  LogLevel ERROR
CONFIG
    $sshd -f "$work/cluster/sshd_config" -E "$work/cluster/sshd.log" || return
    within reach one true && reach two "test -d '$work'"
}

# Starts a Slurm of this machine alone. False where there is none.
begin_slurm() {
    PATH=$PATH:/usr/sbin
    for program in munged slurmctld slurmd sbatch; do
        command -v $program >/dev/null || return
    done
    mkdir -p cluster/state cluster/spool
    (umask 077 && head -c 1024 /dev/urandom >cluster/munge.key)
    chmod 755 "$work" cluster # munged looks who may write on the way to its socket
    munged --force --key-file="$work/cluster/munge.key" --socket="$work/cluster/munge.socket" --seed-file="$work/cluster/munge.seed" \
        --pid-file="$work/cluster/munged.pid" --log-file="$work/cluster/munged.log" 2>/dev/null || return
    SLURM_CONF=$work/cluster/slurm.conf
    export SLURM_CONF
    cat >"$SLURM_CONF" <<CONFIG
ClusterName=here
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$((port + 1))
SlurmdPort=$((port + 2))
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/cluster/munge.socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
StateSaveLocation=$work/cluster/state
SlurmdSpoolDir=$work/cluster/spool
SlurmctldPidFile=$work/cluster/slurmctld.pid
SlurmdPidFile=$work/cluster/slurmd.pid
SlurmctldLogFile=$work/cluster/slurmctld.log
SlurmdLogFile=$work/cluster/slurmd.log
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=16 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
CONFIG
    slurmctld && slurmd && within eval 'sinfo -h -o %t | grep -q idle'
}
