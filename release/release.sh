#!/bin/sh
# A release of what is committed, by one command: Debian packages and a source tarball, built twice in two folders and compared byte by
# byte; checksums; a list of parts. As root they are also installed in a clean Debian, where a user plays a game. `./dev release` has
# installed what this needs. usage: [FERZ_MAINTAINER='NAME <ADDRESS>'] release.sh [FOLDER]
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n 's/^project(ferz VERSION \([0-9.]*\) .*/\1/p' "$root/CMakeLists.txt")
folder=${1:-$root/build/release-$version}
work=$(mktemp -d) || exit 3
trap 'umount "$work/debian/proc" 2>/dev/null; rm -rf --one-file-system "$work"' EXIT
trap 'exit 1' HUP INT TERM
chmod 755 "$work"
umask 022

say() { printf '== %s\n' "$*"; }
die() {
    say "FAILED: $*"
    exit 1
}

git -c safe.directory='*' -C "$root" diff --quiet HEAD 2>/dev/null || say "what is not committed is left out"
commit=$(git -c safe.directory='*' -C "$root" rev-parse HEAD) || die "a release is made of a commit"
SOURCE_DATE_EPOCH=$(git -c safe.directory='*' -C "$root" log -1 --format=%ct "$commit") || exit 3
export SOURCE_DATE_EPOCH

[ "${FERZ_MAINTAINER:-}" ] || say "nobody answers for these packages: FERZ_MAINTAINER='NAME <ADDRESS>' ./dev release names who does"

# The tree that is given to others: what is committed, and what is made with npm and emscripten and cannot be made everywhere, so that
# a build of it is the same with and without them.
source=$work/tree
mkdir "$source" && (git -c safe.directory='*' -C "$root" archive "$commit" | tar -x -C "$source") || exit 3
sh "$source/interp/serve/codemirror/bundle.sh" --pack "$work/npm" || die "the workbench's editor: npm"
(cd "$source" && ./dev wasm) >"$work/output" 2>&1 && mkdir "$source/interp/wasm/packed" &&
    cp "$source/build/wasm/publish.html" "$source/interp/wasm/packed" || {
    tail -n 20 "$work/output"
    die "the page for \`ferz publish\`"
}
rm -rf "$source/build"
find "$source" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
say "the editor and the page of published games are made"

# make_in FOLDER: everything, from a tree of its own.
make_in() {
    mkdir -p "$1" && cp -a "$source" "$1/ferz" || return
    cd "$1/ferz" || return
    cmake -S . -B build/release -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DFERZ_TESTS=OFF \
        ${FERZ_MAINTAINER:+"-DFERZ_MAINTAINER=$FERZ_MAINTAINER"} &&
        cmake --build build/release --parallel "$(nproc)" &&
        (cd build/release && cpack -G DEB && cpack --config CPackSourceConfig.cmake -G TGZ) &&
        mkdir "$1/made" && mv build/release/*.deb build/release/*.tar.gz "$1/made"
}

for one in first second/deeper; do
    say "building in $one"
    (make_in "$work/$one") >"$work/output" 2>&1 || {
        tail -n 40 "$work/output"
        die "the build"
    }
done
for file in "$work"/first/made/*; do
    cmp "$file" "$work/second/deeper/made/${file##*/}" || die "two builds differ in ${file##*/}"
done
say "two builds in two folders are equal byte by byte: $(ls "$work/first/made" | wc -l) files"

lintian --fail-on error,warning "$work"/first/made/*.deb 2>"$work/output" || die "lintian's opinion of the packages"
say "lintian accepts the packages"

rm -rf "$folder"
mkdir -p "$folder" && cp "$work"/first/made/* "$root/CHANGELOG.md" "$folder" || exit 3
sh "$root/release/spdx.sh" "$version" "$SOURCE_DATE_EPOCH" "$work/first/ferz/build/release/ferz" "$work"/first/made/* >"$folder/ferz-$version.spdx.json" || die "the list of parts"
(cd "$folder" && sha256sum ./* >../SHA256SUMS && mv ../SHA256SUMS .) || exit 3

# ---- the source tarball is whole ----

mkdir "$work/source" && tar -xzf "$folder/ferz-$version.tar.gz" -C "$work/source" || die "the source tarball"
(cd "$work/source/ferz-$version" && find . -type f) | LC_ALL=C sort >"$work/packed"
(cd "$source" && find . -type f) | LC_ALL=C sort >"$work/tracked"
cmp "$work/packed" "$work/tracked" || die "the source tarball has other files than the repository"
say "the source tarball has the files of the repository, the editor and the page of published games"

# ---- a clean Debian ----

if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null; then
    say "skipped: a clean Debian needs root and debootstrap"
else
    suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(CODENAME)' 'Created-By: Packages' | awk -v suite="$suite" '$2 == "Debian" && $3 == suite { print $1; exit }')
    debian=$work/debian
    say "a clean Debian: $suite"
    debootstrap --variant=minbase "$suite" "$debian" ${mirror:+"$mirror"} >"$work/output" 2>&1 || {
        tail -n 20 "$work/output"
        die "debootstrap"
    }
    mkdir "$debian/packages" && cp "$folder"/*.deb "$debian/packages" && cp /etc/resolv.conf "$debian/etc/resolv.conf" || exit 3
    inside() { chroot "$debian" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
    inside sh -c 'apt-get install -y -q --no-install-recommends /packages/*.deb' >"$work/output" 2>&1 || {
        tail -n 20 "$work/output"
        die "apt does not install the packages"
    }
    say "apt installs the packages"
    user() { chroot --userspec=65534:65534 "$debian" env -i PATH=/usr/bin:/bin HOME=/nonexistent sh -c "mkdir -p /tmp/empty && cd /tmp/empty && $1"; }
    [ "$(user 'ferz --version')" = "ferz $version" ] || die "the version in the clean Debian"
    user 'printf "e2e4\nquit\n" | ferz play frankfurt --as white' >"$work/played" && grep '^ferz plays: ' "$work/played" || die "a game in the clean Debian"
    user 'ferz publish frankfurt --output /tmp/empty/frankfurt.html && grep -q "<html" /tmp/empty/frankfurt.html' || die "a published game in the clean Debian"
    user 'ferz test chess' || die "examples in the clean Debian"
    inside sh -c 'ldconfig -p | grep -q libferz.so && dpkg -V ferz ferz-rules libferz0 libferz-dev' || die "what was installed"
    inside apt-get purge -y -q ferz ferz-rules libferz0 libferz-dev >"$work/output" 2>&1 && ! find "$debian/usr" -name '*ferz*' | grep . ||
        die "something stays behind when the packages are removed"
    say "a game was played there; nothing stays behind"
fi
say "ready: $folder"
(cd "$folder" && ls -1)
