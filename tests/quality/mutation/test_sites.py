#!/usr/bin/python3
"""The mutation script tested on small.c: each fault that it finds there compiles, alone does what it says and is noticed; without
one the program is as before. Skipped (77) without libclang for Python."""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
try:
    import sites as finder
    from clang.cindex import LibclangError
except ImportError:
    print("skipped: no libclang for Python (python3-clang)")
    sys.exit(77)

EXPECTED = {"arithmetic": 4, "statement left out": 4, "constant": 10, "compare": 5, "and/or": 1, "return negated": 2,
            "condition negated": 4, "equal": 1, "jump left out": 3}
# In main and check a fault would only spoil the test itself.
OURS = ("note", "within", "empty", "sum", "named")


class Ours:
    def __call__(self, path):
        return "small.c" if os.path.basename(path) == "small.c" else None

    @staticmethod
    def path(name):
        return HERE / name


def main():
    try:
        found = [s for s in finder.sites([(str(HERE / "small.c"), ["-std=c17"])], Ours()) if s.function in OURS]
    except LibclangError as error:
        print(f"skipped: {error}")
        return 77
    failed = 0

    def expect(good, words):
        nonlocal failed
        if not good:
            failed += 1
            print(f"FAILED: {words}")

    interp = HERE.parents[2] / "interp"
    for row in (HERE / "equivalent.txt").read_text().splitlines():
        if row.strip() and not row.startswith("#"):
            file, function, _, rest = row.split(" | ", 3)
            text = rest.rsplit(" | ", 1)[0]
            lines = (interp / file).read_text(encoding="latin-1") if (interp / file).is_file() else ""
            expect(any(line.strip() == text for line in lines.splitlines()), f"equivalent.txt: {file} has the line: {text}")
            expect(f"{function}(" in lines, f"equivalent.txt: {file} has the function {function}")

    kinds = Counter(s.kind for s in found)
    expect(kinds == Counter(EXPECTED), f"sites of each kind: {dict(kinds)}")
    expect(finder.sample(found, 9, 5) == finder.sample(found, 9, 5), "the same seed gives the same sample")
    expect(len(finder.sample(found, 9, 5)) == 9, "as many as were asked for")

    text = (HERE / "small.c").read_text()
    rest, tried = list(enumerate(found, 1)), 0
    with tempfile.TemporaryDirectory() as scratch:
        while rest:  # one program after the other, until each fault was in one of them
            layer = []
            for pair in rest:
                if not any(pair[1].overlaps(other) for _, other in layer):
                    layer.append(pair)
            rest = [pair for pair in rest if pair not in layer]
            source, program = Path(scratch, "small.c"), Path(scratch, "small")
            source.write_text(finder.rewritten(text, layer) + "\n#define FERZ_MUTATION_HERE\n#undef FERZ_MUTATION_H\n"
                              f'#include "{HERE}/mutation.h"\n')
            subprocess.run(["cc", "-std=gnu17", "-O1", "-w", "-include", str(HERE / "mutation.h"), "-o", str(program), str(source)],
                           check=True)

            def run(**extra):
                try:
                    return subprocess.run([str(program)], env={**os.environ, **extra}, timeout=5).returncode
                except subprocess.TimeoutExpired:
                    return -1

            expect(run() == 0, "the program without a fault")
            counters = Path(scratch, "reached")
            counters.write_bytes(bytes(1 << 16))
            expect(run(FERZ_MUTANTS_REACHED=str(counters)) == 0, "the program that counts")
            for number, site in layer:
                tried += 1
                expect(run(FERZ_MUTANT=str(number)) != 0, f"{site.line} {site.kind} {site.change}: not noticed")
                hits = int.from_bytes(counters.read_bytes()[4 * number:4 * number + 4], sys.byteorder)
                expect(hits > 0, f"{site.line} {site.kind} {site.change}: not counted")
    print(f"{tried} faults tried, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
