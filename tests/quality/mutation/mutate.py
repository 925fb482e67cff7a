#!/usr/bin/python3
"""Mutation testing of interp/compile, core and play: do the tests notice a small fault anywhere?

    mutate.py --seed S --count N      a sample of N faults, all in one program under build/mutation; which tests notice which
    mutate.py --seed S --count N --left    the same, but only those that no test noticed the last time are tried again
    mutate.py --seed S --count N --left --sanitize    and these in a build with sanitizers
    mutate.py --list                  the sample alone

First every test runs without a fault: it must pass, and it tells which faults it comes by. Then each fault is given to those
tests, the quickest first, until one fails, crashes or takes far too long. Faults that change nothing are in equivalent.txt.
"""

import argparse
import hashlib
import json
import math
import mmap
import os
import re
import resource
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import sites as finder  # noqa: E402

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
INTERP = ROOT / "interp"
FOLDERS = [INTERP / name for name in ("compile", "core", "play")]  # a fault's file is named FOLDER/FILE
WORK = ROOT / "build" / "mutation"
COPY = WORK / "source"
SAID = threading.Lock()

# ctest's own tests, less those of programs of others, of talk, time and installing.
LABELS = {"unit", "game", "perft", "invariants", "reference", "engines"}
SHELLS = ("cli/explain-pages", "invalid/warnings", "cli/explain-code", "cli/diff-and-records", "invalid/messages", "docs/examples",
          "faults/memory")
NOT = ("faults/threads", "perft/deep", "unit/search/mcts", "engines/match", "engines/export", "engines/differential")
PLAYED = ("invariants/", "reference/reference-", "reference/sample-", "perft/")  # many of one kind: only so many for each fault
PLAYED_MOST = 24
SLOWEST = 60  # seconds; a slower test is left out


def say(*words):
    with SAID:
        print(*words, flush=True)


class Ours:
    """Which files may hold faults."""

    def __call__(self, path):
        path = Path(os.path.realpath(path))
        return str(path.relative_to(INTERP)) if path.parent in FOLDERS else None

    @staticmethod
    def path(name):
        return INTERP / name


def units():
    resources = subprocess.run(["clang", "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()
    common = ["-std=c17", "-D_POSIX_C_SOURCE=200809L", "-I", str(ROOT / "interp"), "-resource-dir", resources]
    for path in sorted(path for folder in FOLDERS for path in folder.glob("*.c")):
        if path.name == "core.c":
            words = re.search(r"FERZ_CORE_WORDS ([\d ]+)\)", (ROOT / "CMakeLists.txt").read_text()).group(1).split()
            for word in words:
                yield str(path), common + [f"-DCORE_WORDS={word}", f"-DCORE_NAME=core_{word}"]
        else:
            yield str(path), common


# ---- the program with all faults ----


def put(path, text):
    """Written only where it differs, for the sake of the build."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="latin-1") != text:
        path.write_text(text, encoding="latin-1")


def make_copy(chosen):
    COPY.mkdir(parents=True, exist_ok=True)
    for entry in os.listdir(ROOT):
        link = COPY / entry
        if entry not in ("interp", "build", ".git") and not link.is_symlink():
            link.symlink_to(ROOT / entry)
    numbered = list(enumerate(chosen, 1))
    here = set()
    for path in sorted((ROOT / "interp").rglob("*")):
        if path.is_file():
            name = path.relative_to(ROOT)
            here.add(COPY / name)
            text = path.read_text(encoding="latin-1")
            if path.parent in FOLDERS:
                text = finder.rewritten(text, [pair for pair in numbered if pair[1].file == path.name])
            if name == Path("interp/core/position.c"):
                text += '\n#define FERZ_MUTATION_HERE\n#undef FERZ_MUTATION_H\n#include "mutation.h"\n'
            put(COPY / name, text)
    for path in (COPY / "interp").rglob("*"):
        if path.is_file() and path not in here:
            path.unlink()


def build(folder, sanitize, jobs):
    flags = f"-w -I{HERE} -include mutation.h -D_DEFAULT_SOURCE"
    arguments = ["cmake", "-S", str(COPY), "-B", str(folder), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DFERZ_LTO=OFF",
                 "-DFERZ_FAST=OFF", f"-DCMAKE_C_FLAGS={flags}"]
    if sanitize:  # with assertions, as in the build with sanitizers that ./dev test makes
        arguments += ["-DCMAKE_C_FLAGS_RELEASE=-O0", "-DFERZ_SANITIZE=address,undefined"]
    else:
        arguments += ["-DCMAKE_C_FLAGS_RELEASE=-O1 -DNDEBUG"]
    if shutil.which("ccache"):
        arguments.append("-DCMAKE_C_COMPILER_LAUNCHER=ccache")
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["nice", "-n", "10", "cmake", "--build", str(folder), "-j", str(jobs)], check=True, stdout=sys.stderr)


# ---- the tests ----


class Test:
    def __init__(self, name, command, environment, sanitized):
        self.name, self.command, self.environment, self.sanitized = name, command, environment, sanitized
        self.cpu, self.reached = 0.0, None

    def key(self):
        """Changes with the program and with what it reads: what was measured is not measured again."""
        parts = list(self.command)
        for word in self.command:
            path = Path(word)
            if path.is_file():
                parts += [path.stat().st_mtime_ns]
        named = ROOT / "rules" / f"{self.command[-1]}.test.yaml"
        if named.exists():
            parts.append(named.stat().st_mtime_ns)
        beside = ROOT / "tests" / self.name.rsplit("/", 1)[0]
        if beside.is_dir() and not self.name.startswith(PLAYED) and not self.name.endswith("/examples"):
            parts.append(max(path.stat().st_mtime_ns for folder in (beside, ROOT / "tests" / "samples") for path in folder.iterdir()))
        return hashlib.sha256(repr(parts).encode()).hexdigest()

    def run(self, extra, seconds):
        """Status and seconds of the processor; a status of -1000 where it took too long."""

        def bounds():
            os.nice(10)
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
            if not self.sanitized:
                resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            os.setsid()

        environment = dict(os.environ, **self.environment, **extra)
        scratch = WORK / "scratch" / str(threading.get_ident())
        scratch.mkdir(parents=True, exist_ok=True)
        environment["TMPDIR"] = str(scratch)
        with open(scratch / "told", "wb") as told:
            child = subprocess.Popen(self.command, cwd=COPY, env=environment, preexec_fn=bounds, stdin=subprocess.DEVNULL,
                                     stdout=told, stderr=subprocess.STDOUT)
            timer = threading.Timer(seconds * 10 + 20, os.killpg, (child.pid, 9))
            timer.start()
            _, status, used = os.wait4(child.pid, 0)
            timer.cancel()
            child.returncode = status
        try:
            os.killpg(child.pid, 9)  # whatever it left behind
        except ProcessLookupError:
            pass
        code = os.waitstatus_to_exitcode(status)
        return code, used.ru_utime + used.ru_stime

    def told(self):
        path = WORK / "scratch" / str(threading.get_ident()) / "told"
        return path.read_bytes()[-1500:].decode(errors="replace") if path.exists() else ""


def tests(folder, sanitize):
    listed = json.loads(subprocess.run(["ctest", "--show-only=json-v1"], cwd=folder, capture_output=True, check=True).stdout)
    for one in listed["tests"]:
        facts = {p["name"]: p["value"] for p in one.get("properties", [])}
        labels = set(facts.get("LABELS", []))
        environment = dict(pair.split("=", 1) for pair in facts.get("ENVIRONMENT", []))
        name, command = one["name"], one.get("command")
        if not command or name in NOT or not (labels & LABELS or name in SHELLS):
            continue
        if name.startswith("game/") and name.endswith("/check"):
            continue  # invalid/warnings checks them all
        if name.startswith("invariants/"):
            command = [command[0], "--plies", "400", "--seconds", "10", command[-1]]
        elif name.startswith(("reference/reference-", "reference/sample-")):
            command = [*command[:-1], "--positions", "400", "--seconds", "10", command[-1]]
        elif name.startswith("engines/"):
            command = [command[0], "--positions", "2000"] if name == "engines/catalogue" else command
        elif name.startswith("perft/"):  # each file of counts for itself
            word, most = ("--max", "300000") if name == "perft/counts" else ("--reference", "3000")
            for table in (w for w in command if w.endswith(".epd")):
                yield Test(f"{name}/{Path(table).stem}", [command[0], word, most, str(COPY / "rules"), table], environment, sanitize)
            continue
        yield Test(name, command, environment, sanitize)


def first_run(store, found, count, jobs):
    """Every test without a fault. Those that fail stop everything; returns those that may be used."""
    known = json.loads(store.read_text()) if store.exists() else {}
    fresh, wrong = {}, []

    def one(test):
        key = test.key()
        if key not in known:
            path = WORK / f"reached.{threading.get_ident()}"
            path.write_bytes(bytes(1 << 16))
            status, cpu = test.run({"FERZ_MUTANTS_REACHED": str(path)}, SLOWEST * 4)
            with open(path, "r+b") as file, mmap.mmap(file.fileno(), 1 << 16) as counters:
                numbers = memoryview(counters).cast("I")
                reached = {n: numbers[n] for n in range(1, count + 1) if numbers[n]}
                numbers.release()
            if status not in (0, 77):
                wrong.append(f"{test.name} fails without a fault ({status}): {test.told()}")
            known[key] = [status, cpu, reached]
        status, test.cpu, reached = known[key]
        test.reached = {int(n): hits for n, hits in reached.items()}
        if status in (0, 77):
            fresh[key] = known[key]
        return status == 0 and test.cpu < SLOWEST

    with ThreadPoolExecutor(jobs) as pool:
        fit = list(pool.map(one, found))
    store.write_text(json.dumps({**known, **fresh}))
    if wrong:
        raise SystemExit("\n".join(wrong))
    return [test for test, good in zip(found, fit) if good]


# ---- faults against tests ----


def order_for(number, found, budget):
    """The tests that come by the fault, quick ones that come by often first; of the many that only play, only the best."""
    here = [test for test in found if number in test.reached]
    for group in PLAYED:
        played = [test for test in here if test.name.startswith(group)]
        played.sort(key=lambda test: -test.reached[number] / (test.cpu + 0.1))
        for test in played[PLAYED_MOST:]:
            here.remove(test)
    here.sort(key=lambda test: test.cpu / math.log2(1 + test.reached[number]) * (2 if test.name.startswith(PLAYED) else 1))
    spent = 0.0
    for test in here:
        spent += test.cpu
        if spent > budget and test is not here[0]:
            return
        yield test


def try_fault(number, found, budget):
    """(the test that noticed and how) or None, and the seconds it took."""
    began = time.time()
    for test in order_for(number, found, budget):
        status, _ = test.run({"FERZ_MUTANT": str(number)}, test.cpu * 8 + 5)
        if status != 0:
            how = "fails" if status > 0 else "too slow" if status in (-9, -24) else "crashes"
            return f"{test.name} {how}", time.time() - began
    return None, time.time() - began


def equivalents():
    """file | function | change | line's text | reason; a change of * is any."""
    rows = []
    for line in (HERE / "equivalent.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            try:  # a line's text may hold bars itself
                file, function, change, rest = line.split(" | ", 3)
                text, reason = rest.rsplit(" | ", 1)
            except ValueError as error:
                raise SystemExit(f"equivalent.txt: five parts wanted: {line}") from error
            rows.append((file, function, change, text, reason))
    return rows


def line_of(site):
    return (INTERP / site.file).read_text(encoding="latin-1").splitlines()[site.line - 1].strip()


def excused(site, rows):
    for file, function, change, text, reason in rows:
        if (file, function, text) == (site.file, site.function, line_of(site)) and change in ("*", site.change):
            return reason
    return None


def identity(site):
    return f"{site.file} | {site.function} | {site.change} | {line_of(site)}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--budget", type=float, default=60, help="seconds of tests for one fault")
    parser.add_argument("--left", action="store_true")
    parser.add_argument("--tests", default="", help="only those of this expression")
    parser.add_argument("--sanitize", action="store_true", help="build with sanitizers: slower, sees more")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only", help="numbers of the sample, with commas")
    given = parser.parse_args()

    found = finder.sites(units(), Ours())
    chosen = finder.sample(found, given.count, given.seed)
    say(f"{len(found)} places in {len({s.file for s in found})} files; {len(chosen)} of them, seed {given.seed}")
    if given.list:
        for number, site in enumerate(chosen, 1):
            say(f"{number} {site.file}:{site.line} {site.function}: {site.kind}: {site.change}")
        return 0
    make_copy(chosen)
    folder = WORK / ("sanitized" if given.sanitize else "plain")
    build(folder, given.sanitize, given.jobs)

    all_tests = [test for test in tests(folder, given.sanitize) if re.search(given.tests, test.name)]
    fit = first_run(folder / "tests.json", all_tests, len(chosen), given.jobs)
    say(f"{len(fit)} of {len(all_tests)} tests are used: {sum(t.cpu for t in fit):.0f} seconds of the processor")

    store = WORK / "results.json"
    before = json.loads(store.read_text()) if store.exists() else {}
    rows, results = equivalents(), {}
    only = {int(n) for n in given.only.split(",")} if given.only else None

    def keep(number, noticed):
        with SAID:
            results[number] = noticed
            mine = {identity(chosen[n - 1]): result for n, result in results.items() if result}
            store.write_text(json.dumps({**before, **mine}, indent=1))

    def one(pair):
        number, site = pair
        name = identity(site)
        if (given.left and before.get(name)) or (only and number not in only):
            keep(number, before.get(name))
            return
        if given.left and excused(site, rows):
            keep(number, None)
            return
        noticed, seconds = try_fault(number, fit, given.budget)
        keep(number, noticed)
        comes_by = sum(number in test.reached for test in fit)
        say(f"{number} {site.file}:{site.line} {site.kind}: {noticed or 'SURVIVED'} ({seconds:.0f} s, {comes_by} tests)")

    with ThreadPoolExecutor(given.jobs) as pool:
        list(pool.map(one, enumerate(chosen, 1)))
    return report(chosen, results, rows, fit)


def report(chosen, results, rows, fit):
    counts = {}
    left = []
    for number, site in enumerate(chosen, 1):
        reason = excused(site, rows)
        outcome = "killed" if results[number] else "equivalent" if reason else "left"
        if results[number] and reason:
            say(f"equivalent.txt is wrong: {identity(site)}: {results[number]}")
        for key in (site.kind, site.file, "all"):
            counts.setdefault(key, Counter())[outcome] += 1
        if outcome == "left":
            left.append((number, site))
    say("")
    for number, site in left:
        comes_by = sum(number in test.reached for test in fit)
        say(f"survivor {number}: {site.file}:{site.line} {site.function}: {site.kind}: {site.change} ({comes_by} tests come by)")
        say(f"    {identity(site)}")
    say("")
    for title, keys in (("kind", sorted({s.kind for s in chosen})), ("file", sorted({s.file for s in chosen}))):
        for key in keys:
            c = counts[key]
            say(f"{title} {key}: {c['killed']} killed, {c['equivalent']} equivalent, {c['left']} left")
    c = counts["all"]
    real = c["killed"] + c["left"]
    say(f"{len(chosen)} faults: {c['killed']} killed, {c['equivalent']} equivalent, {c['left']} left; "
        f"{100 * c['killed'] / max(1, real):.1f} % of the {real} that change something, {100 * c['killed'] / len(chosen):.1f} % of all")
    return 0 if c["killed"] >= 0.9 * real else 1


if __name__ == "__main__":
    sys.exit(main())
