"""C and JavaScript as the tests of messages read them: comments are gone, calls have their arguments."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|/\*.*?\*/|//[^\n]*', re.S)
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "'": "'"}


def without_comments(text):
    """The same lines; a comment is a blank, a character an empty one, so that no quote in it begins a string."""

    def keep(match):
        token = match.group()
        if token[0] == '"':
            return token
        return "''" if token[0] == "'" else " " + "\n" * token.count("\n")

    return TOKEN.sub(keep, text)


def arguments(text, at):
    """The arguments of the call whose bracket opens at `at`, and where it closes."""
    depth, current, found = 0, at + 1, []
    while at < len(text):
        c = text[at]
        if c == '"':
            at = re.compile(r'"(?:[^"\\]|\\.)*"', re.S).match(text, at).end()
            continue
        depth += c in "([{"
        depth -= c in ")]}"
        if depth == 0 or (c == "," and depth == 1):
            found.append(text[current:at].strip())
            current = at + 1
        if depth == 0:
            return found, at
        at += 1
    return found, at


def calls(text, names):
    """Each call of one of these functions: name, arguments, line."""
    for match in re.finditer(r"\b(%s)\s*(?=\()" % "|".join(names), text):
        yield match.group(1), arguments(text, match.end())[0], text.count("\n", 0, match.start()) + 1


def unescaped(string):
    return re.sub(r"\\(.)", lambda m: ESCAPES.get(m.group(1), m.group(1)), string, flags=re.S)


def literals(expression):
    """The texts that the expression can be; neighbours are one, and so is a PRIu64 between them."""
    sizes = {"PRIu64": "lu", "PRId64": "ld", "PRIu32": "u"}
    for match in re.finditer(r'(?:"(?:[^"\\]|\\.)*"(?:\s|PRI\w+)*)+', expression, re.S):
        parts = re.findall(r'"((?:[^"\\]|\\.)*)"|(PRI\w+)', match.group(), re.S)
        yield "".join(sizes.get(macro, macro) if macro else unescaped(string) for string, macro in parts)
