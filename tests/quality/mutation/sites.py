"""Where C sources can be changed by one small fault, and the sources with chosen faults in them.

A fault (a mutant) is a range of the text and what stands there instead. All chosen ones go into one program: each becomes
`(FERZ_MUTANT(17) ? (a) >= (b) : (a) > (b))`, so that nothing is compiled twice. Ranges come from libclang: only code inside
function bodies is touched, nothing that a macro makes, no initialiser of a static variable and nothing that must be constant.
"""

import bisect
import random
import re
from dataclasses import dataclass

from clang.cindex import CursorKind, Index, TranslationUnit, TypeKind

EXCHANGED = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "<<": ">>", ">>": "<<", "&": "|", "|": "&",
    "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=", "<<=": ">>=", ">>=": "<<=",
}
KINDS = {
    "<": "compare", "<=": "compare", ">": "compare", ">=": "compare", "==": "equal", "!=": "equal",
    "&&": "and/or", "||": "and/or",
}
POINTERS = (TypeKind.POINTER, TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY, TypeKind.VARIABLEARRAY)
# A condition of these is negated; the number says which child it is.
CONDITIONS = {CursorKind.IF_STMT: 0, CursorKind.WHILE_STMT: 0, CursorKind.DO_STMT: -1, CursorKind.CONDITIONAL_OPERATOR: 0}


@dataclass(frozen=True, order=True)
class Site:
    file: str
    start: int
    end: int
    kind: str
    function: str
    line: int
    change: str  # for people
    form: str    # what is written, with @ for the mutant's number

    def overlaps(self, other):
        return self.file == other.file and self.start < other.end and other.start < self.end


class Reader:
    """Collects the sites of one translation unit."""

    def __init__(self, unit, wanted, texts):
        self.wanted, self.texts = wanted, texts
        self.found = set()
        self.macros = {}
        for cursor in unit.cursor.get_children():
            if cursor.kind == CursorKind.MACRO_INSTANTIATION and cursor.location.file:
                name = wanted(cursor.location.file.name)
                if name:
                    span = (cursor.extent.start.offset, cursor.extent.end.offset)
                    self.macros.setdefault(name, []).append(span)
        for spans in self.macros.values():
            spans.sort()
        for cursor in unit.cursor.get_children():
            if cursor.kind == CursorKind.FUNCTION_DECL and cursor.is_definition() and cursor.location.file:
                self.file = wanted(cursor.location.file.name)
                if self.file:
                    self.text = texts(self.file)
                    self.function = cursor.spelling
                    self.truth = cursor.result_type.get_canonical().kind == TypeKind.BOOL
                    self.empty = cursor.result_type.get_canonical().kind == TypeKind.VOID
                    body = list(cursor.get_children())[-1]
                    if body.kind == CursorKind.COMPOUND_STMT:
                        self.visit(body, [cursor])

    # ---- text ----

    def span(self, cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def plain(self, start, end):
        """May the range be rewritten: no macro begins or ends across its bounds, no preprocessor's line is in it."""
        if start >= end or re.search(r"^\s*#", self.text[start:end], re.M):
            return False
        spans = self.macros.get(self.file, [])
        for a, b in spans[max(0, bisect.bisect_left(spans, (start, 0)) - 50):]:
            if a >= end:
                break
            if b > start and not (start <= a and b <= end):
                return False
        return True

    def macro_alone(self, start, end):
        return (start, end) in self.macros.get(self.file, [])

    def add(self, kind, start, end, changed, form):
        if not self.plain(start, end):
            return
        was = " ".join(self.text[start:end].split())
        self.found.add(Site(self.file, start, end, kind, self.function, self.text.count("\n", 0, start) + 1,
                            f"`{was}` -> `{changed}`", form))

    # ---- the tree ----

    def visit(self, cursor, above):
        kind = cursor.kind
        if kind == CursorKind.VAR_DECL:
            if "static" in self.text[slice(*self.span(cursor))].split("=")[0].split():
                return
        if kind in (CursorKind.ENUM_DECL, CursorKind.STRUCT_DECL, CursorKind.STATIC_ASSERT, CursorKind.CXX_UNARY_EXPR):
            return
        if kind == CursorKind.CALL_EXPR and cursor.spelling.startswith("__builtin"):
            return
        self.site(cursor, above)
        children = list(cursor.get_children())
        if kind == CursorKind.CASE_STMT:
            children = children[1:]  # the label is constant
        elif kind == CursorKind.VAR_DECL:  # the size of an array as well
            begins = self.text.find("=", *self.span(cursor))
            children = [c for c in children if 0 <= begins < c.extent.start.offset]
        for child in children:
            self.visit(child, above + [cursor])

    def site(self, cursor, above):
        kind = cursor.kind
        parent = next((c for c in reversed(above) if c.kind != CursorKind.UNEXPOSED_EXPR), None)
        if kind in (CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR):
            self.binary(cursor)
        elif kind == CursorKind.UNARY_OPERATOR:
            self.step(cursor, parent)
        elif kind == CursorKind.INTEGER_LITERAL:
            self.constant(cursor, above, parent)
        elif kind == CursorKind.RETURN_STMT:
            self.answer(cursor)
        elif kind in (CursorKind.BREAK_STMT, CursorKind.CONTINUE_STMT):
            start, end = self.span(cursor)
            word = "break" if kind == CursorKind.BREAK_STMT else "continue"
            if self.text[start:end] == word:
                self.add("jump left out", start, end, "", f"if (FERZ_MUTANT(@)) {{}} else {word}")
        if kind in CONDITIONS:
            self.condition(list(cursor.get_children())[CONDITIONS[kind]])
        elif kind == CursorKind.FOR_STMT:
            self.condition(self.head_of_for(cursor)[0])
        if kind != CursorKind.UNEXPOSED_EXPR and parent is not None:
            self.statement(cursor, parent)

    def binary(self, cursor):
        children = list(cursor.get_children())
        if len(children) != 2:
            return
        (start, left), (right, end) = self.span(children[0]), self.span(children[1])
        if (start, end) != self.span(cursor) or left > right:
            return
        sign = re.sub(r"/\*.*?\*/|//[^\n]*", "", self.text[left:right], flags=re.S).strip()
        if sign not in EXCHANGED:
            return
        other = EXCHANGED[sign]
        if sign in "+-" and children[1].type.get_canonical().kind in POINTERS:
            return
        a, b = self.text[start:left], self.text[right:end]
        if sign.endswith("=") and sign not in ("<=", ">=", "==", "!="):
            form = f"(FERZ_MUTANT(@) ? ({a} {other} {b}) : ({a} {sign} {b}))"
        else:
            form = f"(FERZ_MUTANT(@) ? ({a}) {other} ({b}) : ({a}) {sign} ({b}))"
        was = " ".join
        self.add(KINDS.get(sign, "arithmetic"), start, end, f"{was(a.split())} {other} {was(b.split())}", form)

    def step(self, cursor, parent):
        start, end = self.span(cursor)
        words = self.text[start:end]
        if parent is not None and parent.kind == CursorKind.FOR_STMT:
            return  # a loop without an end says nothing about the tests
        for sign, other in (("++", "--"), ("--", "++")):
            if words.startswith(sign):
                changed = other + words[2:]
            elif words.endswith(sign):
                changed = words[:-2] + other
            else:
                continue
            self.add("arithmetic", start, end, changed, f"(FERZ_MUTANT(@) ? {changed} : {words})")

    def constant(self, cursor, above, parent):
        start, end = self.span(cursor)
        words = self.text[start:end]
        if not re.fullmatch(r"(0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*", words) or self.macro_alone(start, end):
            return
        if above[-1].kind == CursorKind.UNEXPOSED_EXPR and above[-1].type.get_canonical().kind == TypeKind.POINTER:
            return
        before, behind = self.text[:start].rstrip()[-1:], self.text[end:].lstrip()[:1]
        if before + behind == "{}" or (before == "[" and parent.kind != CursorKind.ARRAY_SUBSCRIPT_EXPR):
            return  # {0} is a way of saying nothing; [4] of a type or a designator must be constant
        down = start % 2 and not re.fullmatch(r"0+[uUlL]*", words)
        sign = "-" if down else "+"
        self.add("constant", start, end, f"{words} {sign} 1", f"({words} {sign} (FERZ_MUTANT(@) ? 1 : 0))")

    def answer(self, cursor):
        children = list(cursor.get_children())
        if not children:
            start, end = self.span(cursor)
            if self.empty and self.text[start:end] == "return":
                self.add("jump left out", start, end, "", "if (FERZ_MUTANT(@)) {} else return")
        elif self.truth:
            start, end = self.span(children[0])
            words = self.text[start:end]
            changed = {"true": "false", "false": "true"}.get(words, f"!({' '.join(words.split())})")
            self.add("return negated", start, end, changed, f"(FERZ_MUTANT(@) ? !({words}) : !!({words}))")

    def head_of_for(self, cursor):
        """The condition's and the step's cursors, or None."""
        start, end = self.span(cursor)
        depth, marks = 0, []
        for i in range(self.text.find("(", start), end):
            c = self.text[i]
            depth += (c == "(") - (c == ")")
            if (c == ";" and depth == 1) or depth == 0:
                marks.append(i)
            if depth == 0:
                break
        if len(marks) != 3:
            return None, None
        found = []
        for a, b in zip(marks, marks[1:]):
            inside = [c for c in cursor.get_children() if a < c.extent.start.offset < b and c.extent.end.offset <= b]
            found.append(inside[0] if len(inside) == 1 else None)
        return found

    def condition(self, cursor):
        if cursor is None:
            return
        start, end = self.span(cursor)
        words = self.text[start:end]
        if words in ("true", "false", "1", "0"):
            return
        self.add("condition negated", start, end, f"!({' '.join(words.split())})",
                 f"(FERZ_MUTANT(@) ? !({words}) : !!({words}))")

    def statement(self, cursor, parent):
        """A call, an assignment or a step that stands alone."""
        if cursor.kind == CursorKind.BINARY_OPERATOR:
            children = list(cursor.get_children())
            between = self.text[children[0].extent.end.offset:children[1].extent.start.offset].strip()
            if between != "=":
                return
        elif cursor.kind not in (CursorKind.CALL_EXPR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR, CursorKind.UNARY_OPERATOR):
            return
        place = self.span(cursor)
        siblings = [self.span(c) for c in parent.get_children()]
        if parent.kind in (CursorKind.COMPOUND_STMT, CursorKind.LABEL_STMT, CursorKind.DEFAULT_STMT):
            alone = True
        elif parent.kind == CursorKind.IF_STMT:
            alone = place in siblings[1:]
        elif parent.kind in (CursorKind.FOR_STMT, CursorKind.WHILE_STMT, CursorKind.CASE_STMT):
            alone = len(siblings) > 1 and place == siblings[-1]
        else:
            alone = False
        start, end = place
        if not alone or self.text[end:].lstrip()[:1] != ";" or self.macro_alone(start, end):
            return
        words = self.text[start:end]
        if cursor.kind == CursorKind.UNARY_OPERATOR and "++" not in words and "--" not in words:
            return
        self.add("statement left out", start, end, "", f"(FERZ_MUTANT(@) ? (void)0 : (void)({words}))")


def sites(units, wanted):
    """units: (path, arguments of the compiler). wanted(path) gives a file's name among ours, or None. Sorted."""
    index = Index.create()
    cache = {}

    def texts(name):
        if name not in cache:
            # Offsets are in bytes.
            cache[name] = open(wanted.path(name), encoding="latin-1").read()
        return cache[name]

    found = set()
    for path, arguments in units:
        unit = index.parse(path, args=arguments, options=TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
        wrong = [str(d) for d in unit.diagnostics if d.severity >= 3]
        if wrong:
            raise SystemExit("\n".join(wrong[:5]))
        found |= Reader(unit, wanted, texts).found
    return sorted(found)


def sample(found, count, seed):
    """As many of each file as its part of all sites; no two in the same place."""
    files = {}
    for site in found:
        files.setdefault(site.file, []).append(site)
    shares = {name: count * len(ours) / len(found) for name, ours in files.items()}
    quota = {name: int(share) for name, share in shares.items()}
    rest = sorted(files, key=lambda name: (quota[name] - shares[name], name))
    for name in rest[:count - sum(quota.values())]:
        quota[name] += 1
    chosen = []
    for name in sorted(files):
        order = list(files[name])
        random.Random(f"{seed} {name}").shuffle(order)
        ours = []
        for site in order:
            if len(ours) == quota[name]:
                break
            if not any(site.overlaps(other) for other in ours):
                ours.append(site)
        chosen += sorted(ours)
    return chosen


def rewritten(text, numbered):
    """The text with (number, site) in it; sites do not overlap. Lines keep their numbers where they can."""
    parts, at = [], 0
    for number, site in sorted(numbered, key=lambda pair: pair[1].start):
        parts += [text[at:site.start], site.form.replace("@", str(number), 1)]
        at = site.end
    return "".join(parts + [text[at:]])
