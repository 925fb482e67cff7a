"""Notations: moves as players of chess, shogi, xiangqi, janggi and makruk write them, for ferz.pyffish.

SAN comes from the library; the others are made here from a move of Fairy-Stockfish's form and the position.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, Optional

SAN, LAN, HOSKING, HODGES, HODGES_NUMBER, JANGGI, WXF, THAI_SAN, THAI_LAN = range(1, 10)

_MOVE = re.compile(r"^(?:(?P<drop>\+?[A-Za-z])@|(?P<from>[a-z]\d+))(?P<to>[a-z]\d+)(?P<rest>.*)$")
_THAI_FILES = "กขคงจฉชญตถธน"
_THAI_DIGITS = "๐๑๒๓๔๕๖๗๘๙"
_THAI_PIECES = {"K": "ข", "M": "ม็", "M~": "ง", "S": "ค", "N": "ม", "R": "ร", "P": "บ"}


class _Move(NamedTuple):
    """A move with what notations ask of it. `piece` is written as the first player's: "N", "+B", "M~"."""

    text: str
    piece: str
    drop: bool
    origin: Optional[str]
    target: str
    rest: str
    captures: bool
    rivals: list[str]  # cells of other pieces of this kind that can go to the target
    mover: int
    san: str


def rows(board: str) -> list[list[str]]:
    """The rows of a FEN's board, the top one first: pieces, and "" for an empty cell."""
    found = []
    for row in re.sub(r"\[.*", "", board).split("/"):
        cells: list[str] = []
        for word in re.findall(r"\d+|\+?[A-Za-z*]~?", row):
            cells += [""] * int(word) if word.isdigit() else [word]
        found.append(cells)
    return found


def sfen(fen: str) -> str:
    """A FEN as shogi programs write it: the first player is b, hands are a part, plies are counted."""
    board, side, *rest = fen.split(" ")
    hand = re.search(r"\[(.*)\]", board)
    counted = "".join((str(len(run.group())) if len(run.group()) > 1 else "") + run.group()[0]
                      for run in re.finditer(r"(.)\1*", hand.group(1) if hand else ""))
    number = 2 * int(rest[-1]) - (side == "w") if rest and rest[-1].isdigit() else 1
    return f"{board.partition('[')[0]} {'b' if side == 'w' else 'w'} {counted or '-'} {number}"


def is_shogi(variant: Any) -> bool:
    """Whether pieces promote to +X and come back as drops, and nobody castles."""
    castles = variant.start_fen.split(" ")[2:3] not in (["-"], [])
    return variant.captures_to_hand and not castles and any(piece.letter.startswith("+") for piece in variant.pieces)


def is_xiangqi(variant: Any) -> bool:
    """Whether horses and elephants are written as knights and bishops: seven or nine files, with cannons and without queens."""
    first = variant.start_fen.split("/")[0]
    letters = {piece.letter for piece in variant.pieces}
    return (sum(int(word) if word.isdigit() else 1 for word in re.findall(r"\d+|[A-Za-z]", first)) in (7, 9)
            and {"k", "r", "n", "c", "p"} <= letters and not letters & {"q", "s", "g"})


_FROM_SYNONYMS = str.maketrans("HhEe", "NnBb")


def without_synonyms(fen: str) -> str:
    """The FEN of such a game with horses and elephants as N and B."""
    board, space, rest = fen.partition(" ")
    return board.translate(_FROM_SYNONYMS) + space + rest


def write(game: Any, move: str, notation: int) -> str:
    """A legal move in that notation. IllegalMoveError where it is none."""
    san = _san(game, move)
    if notation == SAN and not is_xiangqi(game.variant):
        return san
    found = _MOVE.match(move)
    if not found or san.startswith("O-"):
        return san
    made = _read(game, move, found, san)
    writer = {SAN: _xiangqi_san, LAN: _lan, HOSKING: _shogi, HODGES: _shogi, HODGES_NUMBER: _shogi, JANGGI: _janggi, WXF: _wxf,
              THAI_SAN: _thai, THAI_LAN: _thai}[notation]
    return writer(game, made, notation)


def _san(game: Any, move: str) -> str:
    """The library's SAN, and a pawn's promotion without a capture where it has none: in place, or to another file."""
    san = game.san(move)
    found = _MOVE.match(move)
    if found and found["from"] and found["rest"].isalpha() and "x" not in san and "=" in (san + "=" * (san == game.parse(move))):
        sideways = found["from"][0] != found["to"][0]
        if sideways or found["from"] == found["to"]:
            return (found["from"] if sideways else "") + found["to"] + "=" + found["rest"].upper()
    return san


def _read(game: Any, text: str, found: "re.Match[str]", san: str) -> _Move:
    pieces = {cell.name: cell for cell in game.cells}
    origin, target = found["from"], found["to"]
    piece = (found["drop"] or pieces[origin].piece).upper()
    rivals = []
    for other in game._game.legal_moves_for(0):
        match = _MOVE.match(other)
        if not match or not origin or match["from"] in (None, origin) or match["to"] != target or match["rest"] != found["rest"]:
            continue
        if pieces[match["from"]].piece == pieces[origin].piece and match["from"] not in rivals:
            rivals.append(match["from"])
    captures = "x" in san.split("=")[0]
    return _Move(text, piece, origin is None, origin, target, found["rest"], captures, rivals, game.side, san)


def _file(cell: str) -> int:
    return ord(cell[0]) - ord("a")


def _rank(cell: str) -> int:
    return int(cell[1:]) - 1


def _size(game: Any) -> tuple[int, int]:
    return 1 + max(cell.column for cell in game.cells), 1 + max(cell.row for cell in game.cells)


def _suffix(san: str) -> str:
    """A promotion, and check or mate, as SAN ends."""
    return re.search(r"(=\+?[A-Z]~?)?(/[A-Z])?[+#]?$", san).group()  # type: ignore[union-attr]


def _lan(game: Any, m: _Move, notation: int) -> str:
    if m.drop:
        return m.san
    variant = game.variant
    named = m.piece != "P" or is_shogi(variant) or is_xiangqi(variant)
    piece = _SYNONYMS.get(m.piece, m.piece) if is_xiangqi(variant) else m.piece.replace("~", "")
    return (piece if named else "") + m.origin + ("x" if m.captures else "-") + m.target + _suffix(m.san)  # type: ignore[operator]


_SYNONYMS = {"N": "H", "B": "E"}


def _xiangqi_san(game: Any, m: _Move, notation: int) -> str:
    if m.san == "--":
        return m.piece + m.target
    return re.sub("^[NB]", lambda letter: _SYNONYMS[letter.group()], m.san)


def _shogi(game: Any, m: _Move, notation: int) -> str:
    columns, rows_ = _size(game)

    def cell(name: str) -> str:
        rank = rows_ - _rank(name)
        return str(columns - _file(name)) + (chr(ord("a") + rank - 1) if notation == HODGES else str(rank))

    if m.drop:
        return m.piece + ("'" if notation == HOSKING else "*") + cell(m.target)
    origin = cell(m.origin) if m.rivals else ""  # type: ignore[arg-type]
    sign = "x" if m.captures else "" if notation == HOSKING and not m.rivals else "-"
    legal = game._game.legal_moves_for(0)
    end = m.rest if m.rest else "=" if m.text + "+" in legal else ""
    return m.piece + origin + sign + cell(m.target) + end


def _janggi(game: Any, m: _Move, notation: int) -> str:
    def cell(name: str) -> str:
        return str((_size(game)[1] - _rank(name)) % 10) + str(_file(name) + 1)

    piece = _SYNONYMS.get(m.piece, m.piece)
    return piece + cell(m.origin or m.target) + ("x" if m.captures else "-") + cell(m.target) + _suffix(m.san)


def _wxf(game: Any, m: _Move, notation: int) -> str:
    columns, _ = _size(game)
    first = m.mover == 0

    def file(name: str) -> int:
        return columns - _file(name) if first else _file(name) + 1

    def ahead(name: str) -> int:
        return _rank(name) if first else -_rank(name)

    assert m.origin is not None
    letter = _SYNONYMS.get(m.piece, m.piece)
    step = ahead(m.target) - ahead(m.origin)
    sign = "+" if step > 0 else "-" if step < 0 else "="
    sideways = step == 0 or letter in "HEA"
    end = sign + str(file(m.target) if sideways else abs(step))
    own = [cell for cell in game.cells if cell.owner == m.mover and (cell.piece or "").upper() == m.piece]
    stacks: dict[int, list[str]] = {}
    for cell in sorted(own, key=lambda cell: -ahead(cell.name)):
        stacks.setdefault(_file(cell.name), []).append(cell.name)
    stack = stacks[_file(m.origin)]
    if len(stack) < 2 or letter in "EA":
        return letter + str(file(m.origin)) + end
    several = sum(len(one) > 1 for one in stacks.values()) > 1
    place = stack.index(m.origin)
    if letter == "P" and (several or len(stack) > 2):
        return str(place + 1) + str(file(m.origin)) + end
    return letter + ("+" if place == 0 else "-") + end


def _thai_cell(name: str) -> str:
    return _THAI_FILES[_file(name)] + "".join(_THAI_DIGITS[int(digit)] for digit in name[1:])


def _thai(game: Any, m: _Move, notation: int) -> str:
    piece = _THAI_PIECES.get(m.piece, m.piece)
    assert m.origin is not None
    end = _suffix(m.san)
    sign = "x" if m.captures else "-"
    if notation == THAI_LAN:
        return f"{piece} {_thai_cell(m.origin)}{sign}{_thai_cell(m.target)}{end}"
    if m.piece == "P":
        return (_thai_cell(m.origin)[0] + sign if m.captures else "") + _thai_cell(m.target) + end
    files = {_file(cell) for cell in m.rivals}
    which = "" if not m.rivals else _thai_cell(m.origin)[1:] if _file(m.origin) in files else _thai_cell(m.origin)[0]
    return piece + which + sign + _thai_cell(m.target) + end
