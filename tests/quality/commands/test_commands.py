#!/usr/bin/python3
"""What commands and options are is said once, in interp/cli/commands.txt, or in interp/service/methods.json for what a method does too.

Usage: test_commands.py FERZ. No sentence of the two stands anywhere else under interp/, a command that is a method has the method's
sentence, and usage lines, `--help`, the manual page and the completions have all of them.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/quality/messages"))
from sources import without_comments  # noqa: E402

DESCRIPTION = ROOT / "interp/cli/commands.txt"
METHODS = ROOT / "interp/service/methods.json"
SOURCES = (".c", ".h", ".txt", ".mdoc", ".bash", ".zsh", ".fish", ".json")
failures = []


def verdict(words, found):
    print(f"{'FAILED' if found else 'passed'}: {words}")
    for line in found:
        print(f"    {line}")
    failures.extend(found)


def read_description(text):
    """Options as (name, sentence or None, parameter or None); commands as (name, sentence or None, method or None)."""
    options = re.findall(r"^--([a-z-]+).*\n    [A-Z_]+: [a-z]+(?: of ([\w.]+)| from [\d to]+)?\n(?:    (.*)\n)?", text, re.M)
    commands = re.findall(r"^= ([a-z]+).*\n(about|method): (.*)$", text, re.M)
    return (
        [(name, sentence or None, parameter or None) for name, parameter, sentence in options],
        [(name, words if field == "about" else None, words if field == "method" else None) for name, field, words in commands],
    )


def program(ferz, *arguments):
    return subprocess.run([ferz, *arguments], capture_output=True, text=True, check=True).stdout


def squeezed(text):
    """Without line breaks and what a shell or mdoc needs to quote."""
    return re.sub(r"[\s\\'&]+", " ", text)


def said_twice(sentences, texts):
    for sentence in sentences:
        places = [f"{path}" for path, text in texts for _ in range(text.count(sentence))]
        if len(places) != 1:
            yield f"`{sentence}` stands {len(places)} times: {', '.join(places)}"


def main(ferz):
    text = DESCRIPTION.read_text()
    methods = json.loads(METHODS.read_text())["methods"]
    about = {row["name"]: row["about"] for row in methods}
    options, commands = read_description(text)
    verdict("commands.txt is read", [] if len(options) > 80 and len(commands) > 30 else [f"{len(options)} options, {len(commands)} commands"])

    sentences = sorted({words for _, words, _ in options + commands if words and words.count(" ") > 3})  # shorter ones may stand in others
    texts = [(path.relative_to(ROOT), path.read_text()) for path in sorted((ROOT / "interp").rglob("*"))
             if path.suffix in SOURCES and path.is_file() and "node_modules" not in path.parts]
    joined = [(path, re.sub(r'"\s*\n\s*"', "", without_comments(words)) if path.suffix in (".c", ".h") else words) for path, words in texts]
    verdict("a sentence of a command or an option stands once", list(said_twice(sentences, joined)))

    shared = {name: re.sub(r"\.( .*)?$", "", about[method], flags=re.S) for name, _, method in commands if method in about}
    missing = [name for name, words, method in commands if not words and method not in about]
    of = {row["command"]: method["name"] for method in methods for row in method.get("commands", [])}
    verdict("a command that is a method is one", missing + [name for name in of if name not in dict((c[0], c) for c in commands)])

    page = program(ferz, "man")
    helps = {name: program(ferz, name, "--help") for name, _, _ in commands}
    overview = program(ferz, "--help")
    shells = {shell: program(ferz, "completion", shell) for shell in ("bash", "zsh", "fish")}
    found = []
    for name, words, _ in commands:
        words = words or shared[name][0].lower() + shared[name][1:]
        found += [] if f"ferz {name}: {words}\n" in helps[name] else [f"`ferz {name} --help` does not say `{words}`"]
        found += [] if f"usage: ferz {name}" in helps[name] else [f"`ferz {name} --help` has no usage line"]
        hidden = re.search(rf"^= {name}\b.*\n(?:.+\n)*?hidden$", text, re.M)
        if not hidden:
            found += [f"{place} lacks {name}" for place, written in (("ferz --help", overview), ("man", page), *shells.items())
                      if name not in written]
            found += [] if squeezed(words) in squeezed(overview) else [f"`ferz --help` does not say `{words}`"]
    for name, words, _ in options:
        places = (("man", page), *((shell, written) for shell, written in shells.items()), ("--help", "".join(helps.values())))
        found += [f"{place} lacks --{name}" for place, written in places if name not in written.replace("\\-", "-")]
        found += [f"no --help says `{words}`" for written in ("".join(helps.values()),) if words and words not in written]
    verdict("help, manual page and completions have all of them", found)
    planted = [("a", "play random games"), ("b", "play random games")]
    verdict("a second place is found", [] if list(said_twice(["play random games"], planted)) else ["it is not"])
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
