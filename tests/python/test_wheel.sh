#!/bin/sh
# A wheel and a source package: what they contain, and that pip installs the wheel where there is no network and no checkout.
# The module is the one that is built; a source package is configured, not compiled, and must lack nothing.
# usage: test_wheel.sh PYTHON MODULE
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
python=${1:?usage: test_wheel.sh PYTHON MODULE}
FERZ_PYTHON_MODULE=${2:?usage: test_wheel.sh PYTHON MODULE}
export FERZ_PYTHON_MODULE
unset PYTHONPATH FERZ_RULES
"$python" -c 'import ensurepip' 2>/dev/null || { echo "skipped: python3-venv is not there" && exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
passed=0
failed=0

step() { # WORDS COMMAND…
    words=$1
    shift
    if (cd "$work" && "$@") >"$work/output" 2>&1; then
        passed=$((passed + 1))
        echo "passed: $words"
    else
        failed=$((failed + 1))
        echo "FAILED: $words"
        tail -n 20 "$work/output" | sed 's/^/    /'
    fi
}

backend() { (cd "$root/interp/python" && "$python" -B -c "import build_backend; print(build_backend.$1('$work'))"); }
twice() { backend "$1" >first && cp "$(cat first)" kept && rm "$(cat first)" && backend "$1" >second && cmp kept "$(cat second)" && rm kept; }
installs() { "$python" -m venv env && env/bin/python -m pip install -q --no-index --disable-pip-version-check ferz-*-abi3-*.whl; }
plays() {
    mkdir empty && cd empty && cat >play.py <<'END' && ../env/bin/python play.py
import os, ferz
from ferz import pyffish
game = ferz.Game("duck-chess")
assert game.variant.file.endswith("site-packages/ferz/rules/duck-chess.yaml"), game.variant.file
assert ferz.Variant("frankfurt").game().push("e4") == "e2e4"
assert pyffish.start_fen("crazyhouse") and len(ferz.variants()) > 90
assert ferz.__version__ in open(os.path.join(os.path.dirname(os.path.dirname(ferz.__file__)), f"ferz-{ferz.__version__}.dist-info", "METADATA")).read()
END
}
stable_names() { # nothing but the interpreter's stable names is asked for
    nm -D --undefined-only "$FERZ_PYTHON_MODULE" | grep -oE ' _?Py[A-Za-z_]+' | tr -d ' ' | LC_ALL=C sort -u >names
    grep -q PyModuleDef_Init names && ! grep -E '^_Py' names | grep -v -e '_SizeT$' | grep -v -x -e _Py_Dealloc -e _Py_NoneStruct -e _Py_TrueStruct -e _Py_FalseStruct
}
unpacks() { tar xzf ferz-*.tar.gz && cd ferz-*/ && test -f pyproject.toml && test -f library/interp/ferz.h && test -f library/rules/chess.yaml; }
configures() {
    cmake -S "$(echo ferz-*/)library" -B configured -DFERZ_PROGRAM=OFF -DFERZ_SERVICE=OFF -DFERZ_SERVE=OFF -DFERZ_TESTS=OFF -DFERZ_PYTHON=ON \
        -DFERZ_PYTHON_PROGRAM="$python" >said 2>&1 && ! grep 'is not there: left out' said && ! grep 'not listed' said
}
same_wheel() { # from the source package: the same bytes
    cp ferz-*.whl here.whl && rm ferz-*.whl && (cd ferz-*/ && "$python" -B -c "import build_backend; build_backend.build_wheel('$work')") &&
        cmp here.whl ferz-*.whl
}

step "a wheel is made, the same bytes each time" twice build_wheel
step "pip installs it without a network" installs
step "games are played from an empty folder" plays
step "the module asks for the stable ABI alone" stable_names
step "a source package is made, the same bytes each time" twice build_sdist
step "it unpacks" unpacks
step "CMake finds all sources in it" configures
step "its wheel is the same" same_wheel
if "$python" -c 'import build.__main__' 2>/dev/null; then
    step "python3 -m build makes both" "$python" -m build -o "$work/built" "$root/interp/python"
else
    echo "skipped: python3-build is not there"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
