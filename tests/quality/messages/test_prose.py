#!/usr/bin/python3
"""No code reads prose: texts of messages, hints, notes and reasons are for people. What a program needs is in other members (code, fix,
kind, cells, ...). Found are calls that compare or search such a text in C, and methods and expressions that do so in JavaScript and
Python; made-up pieces of code show what is found and what is not."""

import re
import sys

from sources import ROOT, calls, without_comments

READERS = ["strstr", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strchr", "strrchr", "strcspn", "strspn", "strpbrk", "memcmp",
           "memchr", "memmem", "sscanf", "strtok", "strtok_r", "strtol", "strtoul", "regexec", "fnmatch", "text_ends_with",
           "text_nearest", "text_distance"]
TYPES = "ferz_message|ferz_reason|diag|reason"
PROSE = "text|hint|note|rendered|sentence"
GIVERS = r"ferz_(?:reasons_text|game_explain_\w+)"
FUNCTION = re.compile(r"^\{.*?^\}", re.M | re.S)


def prose_in_c(text):
    """Lines that read prose."""
    text = without_comments(text)
    for body in FUNCTION.finditer(text):
        begin = text.rfind("\n\n", 0, body.start()) + 1  # with the parameters
        function = text[max(begin, 0):body.end()]
        line = text.count("\n", 0, max(begin, 0))
        names = set(re.findall(r"\b(?:%s)\s+\*?\s*(?:const\s+)?(\w+)\b(?!\s*\()" % TYPES, function))
        member = r"(?:\b(?:%s)|ferz_(?:messages|reasons)_at\([^;]*?\))(?:\.|->)(?:%s)\b" % ("|".join(names) or "(?!)", PROSE)
        prose = re.compile("%s|%s" % (member, GIVERS))
        aliases = set(re.findall(r"\bchar\s*\*\s*(?:const\s+)?(\w+)\s*=[^;]*?(?:%s)" % prose.pattern, function))
        for name, given, at in calls(function, READERS):
            lines = name == "strcspn" and given[-1] == r'"\n"'  # a text is divided into its lines, which reads nothing
            if not lines and any(prose.search(one) or one in aliases for one in given):
                yield line + at


SCRIPT = [
    re.compile(r"\.(?:message|rendered|hint)\b\??\.(?:includes|match|matchAll|startsWith|endsWith|indexOf|lastIndexOf|search|split|replace)\("),
    re.compile(r"\b(?:message|problem|reason|warning|found|first)\w*(?:\[\w+\])?\.text\.(?:includes|match|matchAll|startsWith|endsWith|indexOf|search|split|replace)\("),
    re.compile(r"/[a-z]*\.(?:test|exec)\([^)\n]*(?:\.(?:message|rendered|hint|why)\b|\b(?:message|reason|problem)\w*\.text\b|\blines\b)"),
    re.compile(r"\b(?:why|lines|reasons)\b[^;\n]*\.(?:some|find|filter|every)\([^;\n]*(?:\.test\(|\.includes\(|\.match\(|\.startsWith\()"),
    re.compile(r"\bre\.(?:search|match|fullmatch|findall)\([^\n]*\.(?:message|rendered|hint)\b"),
    re.compile(r"""["'][^"'\n]*["']\s+in\s+(?:str\((?:error|e)\)|\w+\.(?:message|rendered|hint)\b)"""),
]


def prose_in_scripts(text):
    for number, line in enumerate(text.split("\n"), 1):
        if any(pattern.search(line) for pattern in SCRIPT):
            yield number


# ---- what is found, and what is not ----

C_BAD = [
    "static bool f(const ferz_message *m)\n{\n    return strstr(m->text, \"no\") != NULL;\n}\n",
    "static bool f(ferz_messages *m)\n{\n    return strcmp(ferz_messages_at(m, 0).hint, \"a\") == 0;\n}\n",
    "static int f(ferz_game *g)\n{\n    ferz_reason r = ferz_reasons_at(w, 0);\n    const char *words = r.text;\n    return strncmp(words, \"legal\", 5);\n}\n",
    "static int f(ferz_game *g)\n{\n    char *why = ferz_reasons_text(w);\n    return strncmp(why, \"illegal: \", 9);\n}\n",
    "static int f(const diag *d)\n{\n    return strcmp(d->text, \"x\");\n}\n",
]
C_GOOD = [
    "static bool f(const ferz_message *m)\n{\n    return strcmp(m->code, \"E0301\") == 0;\n}\n",
    "static void f(ferz_game *g)\n{\n    char *why = ferz_reasons_text(w);\n    put(why, strcspn(why, \"\\n\"));\n}\n",
    "static bool f(const token *t)\n{\n    return strcmp(t->text, \"a\") == 0; /* strcmp(m->text) of a ferz_message *m */\n}\n",
]
SCRIPT_BAD = [
    "lines.some((line) => /captured/.test(line))",
    "if (error.message.includes('not')) return;",
    "if (/did you mean/.test(problem.hint)) fix();",
    "if 'legal' in error.message: pass",
]
SCRIPT_GOOD = [
    "fill(list, found.messages.map((message) => h('li', {}, message.rendered)));",
    "if (error.code === -32000) return null;",
    "const lines = text.split('\\n');",
]


def examples():
    wrong = ["not found: " + one for one in C_BAD if not list(prose_in_c(one))]
    wrong += ["found: " + one for one in C_GOOD if list(prose_in_c(one))]
    wrong += ["not found: " + one for one in SCRIPT_BAD if not list(prose_in_scripts(one))]
    return wrong + ["found: " + one for one in SCRIPT_GOOD if list(prose_in_scripts(one))]


def main():
    wrong, files = examples(), 0
    for path in sorted(ROOT.glob("interp/**/*.[ch]")) + sorted(ROOT.glob("interp/**/*.*js")) + sorted(ROOT.glob("python/**/*.py")):
        if "codemirror" in path.parts or "node_modules" in path.parts:
            continue
        files += 1
        find = prose_in_c if path.suffix in (".c", ".h") else prose_in_scripts
        wrong += ["%s:%d: reads the text of a message" % (path.relative_to(ROOT), line) for line in find(path.read_text())]
    for one in wrong:
        print(one)
    print("%d files, %d wrong" % (files, len(wrong)))
    return 1 if wrong or files < 500 else 0


sys.exit(main())
