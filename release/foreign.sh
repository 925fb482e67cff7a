#!/bin/sh
# Libraries for another machine or another C library, in a folder of their own: nothing is installed, and apt's own lists stay as they
# are. Debian's mirrors are those that apt knows here.
# usage: foreign.sh unpack ARCHITECTURE FOLDER PACKAGE…   Debian's packages of that architecture, unpacked one over the other
#        foreign.sh source FOLDER PACKAGE…                the sources of Debian's packages, unpacked beside each other
set -u
what=${1:?usage: foreign.sh unpack|source}
shift
architecture=$(dpkg --print-architecture)
if [ "$what" = unpack ]; then
    architecture=$1
    shift
fi
mkdir -p "$1" || exit 3
folder=$(cd "$1" && pwd)
shift
if [ -f "$folder/.complete" ] && [ "$(cat "$folder/.complete")" = "$*" ]; then exit 0; fi

apt=$folder/.apt
mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/downloads" || exit 3
: >"$apt/status"
# Where a mirror has one architecture in each folder, a foreign one lies beside it; these are apt's words for what it reads here.
apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(RELEASE) $(COMPONENT) $(ORIGIN)' 'Created-By: Packages' |
    awk '$NF == "Debian" { print $1, $3, $4 }' | sort -u | while read -r place release component; do
    echo "deb [arch=$architecture] $place $release $component"
    echo "deb-src $place $release $component"
done >"$apt/sources.list"
[ -s "$apt/sources.list" ] || { echo "foreign.sh: apt names no mirror of Debian" >&2; exit 3; }

ours() {
    command=$1
    shift
    "$command" -q -o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture" -o "Dir::State::Lists=$apt/lists" \
        -o "Dir::State::status=$apt/status" -o "Dir::Cache=$apt/cache" -o "Dir::Etc::SourceList=$apt/sources.list" \
        -o "Dir::Etc::SourceParts=-" -o "APT::Sandbox::User=root" "$@" >&2 </dev/null
}
ours apt-get update || exit 3
case $what in
unpack)
    (cd "$apt/downloads" && ours apt-get download "$@") || exit 3
    for package in "$apt"/downloads/*.deb; do
        dpkg -x "$package" "$folder" || exit 3
    done
    ;;
source) (cd "$folder" && ours apt-get source "$@") || exit 3 ;;
esac
rm -rf "$apt"
echo "$*" >"$folder/.complete"
