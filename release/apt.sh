# shellcheck shell=sh disable=SC2034,SC2154 # ./dev sets root; its parts read the lists
# The packages of Debian that ./dev needs, and how they are installed.

# PACKAGE:TEST, where the test is a command, or a library after `+`.
build_packages='gcc:cc libc6-dev:+libc cmake:cmake ninja-build:ninja pkg-config:pkg-config
    libyaml-dev:+yaml-0.1 liblua5.4-dev:+lua5.4 libedit-dev:+libedit libjansson-dev:+jansson
    libmicrohttpd-dev:+libmicrohttpd'
test_packages='libcmocka-dev:+cmocka'
# Tests that use these are skipped without them.
# librsvg is for `ferz diagram --png`.
test_wishes='librsvg2-dev:+librsvg-2.0 fairy-stockfish:fairy-stockfish sjaakii:sjaakii jq:jq xboard:xboard xvfb:Xvfb xauth:xauth xdotool:xdotool python3-clang:+python3-clang
    python3-dev:+python3-dev python3-venv:+python3-venv python3-numpy:+python3-numpy python3-build:+python3-build'
# What people write with: shells, editors' servers, checkers.
writing_wishes='lua-check:luacheck mandoc:mandoc zsh:zsh fish:fish nodejs:node npm:npm chromium-headless-shell:chromium-headless-shell firefox-esr:firefox-esr curl:curl neovim:nvim emacs-nox:emacs elpa-eglot:+eglot'
lint_packages='clang:clang clang-tidy:clang-tidy clang-format:clang-format shellcheck:shellcheck'
format_packages='clang-format:clang-format'

present() {
    case $1 in
    +libc) [ -e /usr/include/stdio.h ] ;;
    +libfuzzer) [ -n "$(find "$(clang -print-resource-dir 2>/dev/null)/" -name 'libclang_rt.fuzzer*' 2>/dev/null)" ] ;;
    +acorn) [ -d /usr/share/nodejs/acorn ] ;;
    +eglot) [ -n "$(find /usr/share/emacs -name 'eglot.el*' 2>/dev/null)" ] ;; # also a part of Emacs 29
    +python3-dev) [ -e "$(/usr/bin/python3 -c 'import sysconfig; print(sysconfig.get_path("include"))' 2>/dev/null)/Python.h" ] ;;
    +python3-venv) /usr/bin/python3 -c 'import ensurepip' 2>/dev/null ;;
    +python3-*dbg) [ -x /usr/bin/python3-dbg ] ;;
    # The whole name: a folder build/ that lies here is no package of Python.
    +python3-build) /usr/bin/python3 -c "import build.__main__" 2>/dev/null ;;
    +python3-numpy) /usr/bin/python3 -c 'import numpy' 2>/dev/null ;;
    +python3-clang) /usr/bin/python3 -c 'import clang.cindex' 2>/dev/null ;;
    +*) pkg-config --exists "${1#+}" 2>/dev/null ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

# missing PACKAGE:TEST…: prints the packages whose test fails.
missing() {
    for row in "$@"; do
        present "${row#*:}" || printf '%s ' "${row%%:*}"
    done
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    elif [ -t 0 ]; then
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo -n env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

known() {
    for package in "$@"; do
        apt-cache show --no-all-versions "$package" >/dev/null 2>&1 || return 1
    done
}

apt_install() {
    as_root apt-get install -y -q --no-install-recommends "$@" >&2 </dev/null
}

# install PACKAGE…: by apt, asking it for new lists only when it does not know the packages or can no longer get them.
install() {
    say "installing: $*"
    command -v apt-get >/dev/null 2>&1 || die "this is neither Debian nor Ubuntu: please install the like of $*"
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null 2>&1; then
        die "there is no sudo; as root: apt-get install $*"
    fi
    known "$@" && apt_install "$@" && return
    say "asking apt for new lists"
    as_root apt-get update -q >&2 </dev/null || say "apt-get update failed; trying with the lists there are"
    apt_install "$@"
}

# need NAME PACKAGE:TEST…: makes sure of the packages. The file build/.packages-NAME remembers that they were there.
need() {
    stamp=$root/build/.packages-$1
    shift
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$*" ]; then
        return
    fi
    absent=$(missing "$@")
    if [ -n "$absent" ]; then
        # shellcheck disable=SC2086 # a list of words
        install $absent || die "apt could not install $absent"
        absent=$(missing "$@")
        [ -z "$absent" ] || die "installed, yet not found: $absent"
    fi
    mkdir -p "$root/build" && printf '%s\n' "$*" >"$stamp"
}

# wish PACKAGE:TEST…: like need, but each alone; a failure is said and ignored.
wish() {
    for row in "$@"; do
        [ -z "$(missing "$row")" ] || install "${row%%:*}" || say "no ${row%%:*}: tests that use it are skipped"
    done
}
