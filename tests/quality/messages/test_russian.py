#!/usr/bin/python3
"""Every message, hint and note can be said in Russian: russian_messages.po has each format, with the same conversions, and no other. With
a program as its argument, what `ferz check` says of the faulty rules in tests/invalid/ is Russian throughout: what is put into messages,
too."""

import re
import subprocess
import sys
from collections import Counter

from sources import ROOT, calls, literals, unescaped, without_comments

# Where the format stands among the arguments. FAULT is a macro of svg_figure.c around diag_error.
FORMATS = {"diag_error": 3, "diag_warning": 3, "diag_hint": 1, "diag_note": 2, "diag_failure": 2, "FAULT": 2}
CONVERSION = re.compile(r"%(?:(\d+)\$)?([-+ #0-9.*]*(?:ll|l|z|h)?[a-zA-Z%])")
WORDS = "# What is put into messages"
PO = ROOT / "interp/explain/russian_messages.po"


def formats_of(text):
    for name, given, line in calls(without_comments(text), FORMATS):
        if len(given) > FORMATS[name] and not given[FORMATS[name]].startswith(("const char", "...")):
            for one in literals(given[FORMATS[name]]):
                yield one, line


def read_po(text):
    """The entries, those of formats first: msgid, msgstr, whether it is a format."""
    at_words = text.index(WORDS)
    for match in re.finditer(r'^msgid "(.*)"\nmsgstr "(.*)"$', text, re.M):
        if match.group(1):
            yield unescaped(match.group(1)), unescaped(match.group(2)), match.start() < at_words


def conversions(text):
    found = CONVERSION.findall(text)
    numbered = sorted(found, key=lambda one: int(one[0])) if all(number for number, _ in found) else found
    return [kind for _, kind in numbered]


def compare(formats, entries):
    """What is missing, not wanted or has other conversions."""
    russian = {english: said for english, said, _ in entries}
    wrong = ["no Russian: %s" % one for one in formats if one not in russian]
    wrong += ["twice: %s" % one for one, count in Counter(english for english, _, _ in entries).items() if count > 1]
    wrong += ["nothing says this: %s" % english for english, _, is_format in entries if is_format and english not in formats]
    wrong += ["other conversions: %s" % english for english, said in russian.items() if conversions(english) != conversions(said)]
    return wrong + ["empty: %s" % english for english, said in russian.items() if not said]


def examples():
    """That the comparison finds what it should."""
    source = 'void f(void)\n{\n    diag_error(d, CODE_A, at, many ? "more than %d of `%s`" : "one", n, s);\n    diag_hint(d, "%" PRIu64 " of them", n);\n}\n'
    formats = {one for one, _ in formats_of(source)}
    assert formats == {"more than %d of `%s`", "one", "%lu of them"}, formats
    found = compare(formats, [("one", "один", True), ("more than %d of `%s`", "`%s` больше %d", True), ("gone", "нет", True)])
    assert len(found) == 3, found
    assert not compare({"%d of %s"}, [("%d of %s", "%2$s: %1$d", True)])


# Names of files, of programs, of players and pieces, words of Lua and of scripts' own stay as they are.
def foreign_words(line):
    message = re.match(r"(?:.*?: )?(?:ошибка|предупреждение|совет|примечание): (.*)", line)
    if not message:
        return "no Russian label" if re.match(r"(?:.*?: )?(?:error|warning|help|note): ", line) else None
    said = re.sub(r" \[[EW]\d+\]$", "", message.group(1))
    if re.match(r"(?:известные ключи|рисунки|игроки|условия|элементы|предупреждения|его функции): ", said):
        return None
    said = re.sub(r"`[^`]*`|'[^']*'|\"[^\"]*\"|\{[^}]*\}|\S*[/.]\S*|\btrue или false\b|\bfmWfcF\b|\bextends\b|\b(?:white|black)\b", "", said)
    return ", ".join(re.findall(r"[A-Za-z][a-z]{2,}(?: [A-Za-z]+)*", said)) or None


def check_rules(program):
    wrong = []
    for path in sorted(ROOT.glob("tests/invalid/rules/*.yaml")):
        said = subprocess.run([program, "check", str(path.relative_to(ROOT)), "--lang", "ru"], cwd=ROOT, capture_output=True, text=True)
        for line in said.stderr.split("\n"):
            if foreign_words(line):
                wrong.append("not Russian: %s" % line)
    return wrong


def main():
    examples()
    formats = {}
    for path in sorted(ROOT.glob("interp/**/*.[ch]")):
        for one, line in formats_of(path.read_text()):
            formats.setdefault(one, "%s:%d" % (path.relative_to(ROOT), line))
    entries = list(read_po(PO.read_text()))
    wrong = compare(formats, entries) + (check_rules(sys.argv[1]) if len(sys.argv) > 1 else [])
    for one in wrong:
        print(one, formats.get(one.split(": ", 1)[1], ""))
    print("%d formats, %d entries, %d wrong" % (len(formats), len(entries), len(wrong)))
    return 1 if wrong or len(formats) < 500 else 0


sys.exit(main())
