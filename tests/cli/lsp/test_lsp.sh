#!/bin/sh
# Drives `ferz lsp` through the client's half of vscode-languageserver-protocol, as an editor does, and through Neovim and Emacs where these
# are there. Needs node and the modules of package-lock.json, which npm installs into BUILD-FOLDER once; without them it is skipped.
# usage: test_lsp.sh PATH-OF-FERZ BUILD-FOLDER [WORD...]: only the parts whose names have one of these words
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
ferz=$1
build=$2
shift 2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
FERZ_LSP_MODULES=$(sh "$root/interp/serve/codemirror/modules.sh" "$here" "$build/lsp") || {
    echo "skipped: node, or the modules of tests/cli/lsp/package.json, are not there"
    exit 77
}
export FERZ_LSP_MODULES
timeout 300 node "$here/lsp.mjs" "$ferz" "$root" "$work" "$@"
status=$?
cat >"$work/game.yaml" <<'END'
name: A game
board:   { size: 8x8 }
pieces:
  king: {lettr: k, moves: K, royal: true}
  pawn: {letter: p, moves: fmWfcF}
start: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
end: {checkmate: loss, stalemate: draw}
END

# editor NAME COMMAND...: runs another editor with its part; without it, that part is skipped
editor() {
    name=$1
    shift
    command -v "$name" >/dev/null 2>&1 || {
        echo "$name is not there: its part is skipped"
        return
    }
    mkdir -p "$work/$name/mygames" && cp "$work/game.yaml" "$work/$name/mygames/" || exit 1
    FERZ=$ferz GAME=$work/$name/mygames/game.yaml HOME=$work/$name timeout 90 "$@" </dev/null 2>"$work/said"
    ended=$?
    grep -E '^(passed|FAILED|skipped)' "$work/said"
    [ "$ended" -eq 0 ] || [ "$ended" -eq 77 ] || { cat "$work/said"; status=1; }
}

# shellcheck disable=SC2016 # marks of Markdown
sed -n '/^```lua init.lua$/,/^```$/p' "$root/guides/editor.md" | sed '/^```/d' >"$work/init.lua"
GUIDE=$work/init.lua editor nvim nvim --headless -u NONE -i NONE -c "luafile $here/neovim.lua"
# shellcheck disable=SC2016 # marks of Markdown
sed -n '/^```lisp init.el$/,/^```$/p' "$root/guides/editor.md" | sed '/^```/d' >"$work/init.el"
GUIDE=$work/init.el editor emacs emacs --batch -q -l "$here/emacs.el"
exit "$status"
