#!/bin/sh
# The stored table of the other program's variants is true of its built-in ones: each is still imported, changed or refused as it says.
# Whether they play alike needs that program: see state.sh, which writes the table. usage: test_state.sh FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"
sh "$here/state.sh" "$FERZ" | sed -n 's/^| \(.*\) | imported\(.*\) |$/| \1 | equal\2 |/; /^| /p' >found
sed -n '/^## Built-in/,/^## Sections/{/^| /p;}' "$here/state.md" >wanted
[ -s wanted ] && diff wanted found >err
verdict $? 'the table of built-in variants'
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
