"""The functions of pyffish, with their names and results, so that tools written for it run unchanged.

    from ferz import pyffish as sf
    sf.legal_moves("crazyhouse", sf.start_fen("crazyhouse"), ["e2e4"])

Variants have the names of Fairy-Stockfish: its own, those of load_variant_config, and every game that ferz finds by name. Moves and
FENs are written as Fairy-Stockfish writes them. Where its rules and those of ferz differ, `differences(variant)` says how.

What ferz has no word for: `count_started` is read and not used, and xiangqi's chases are no ending.
"""

from __future__ import annotations

import os
import re
import threading
from collections import OrderedDict
from typing import Any, Optional

import ferz
from ferz import _ferz, notations
from ferz.variant import _folder_list

VALUE_MATE = 32000
VALUE_DRAW = 0

(NOTATION_DEFAULT, NOTATION_SAN, NOTATION_LAN, NOTATION_SHOGI_HOSKING, NOTATION_SHOGI_HODGES, NOTATION_SHOGI_HODGES_NUMBER,
 NOTATION_JANGGI, NOTATION_XIANGQI_WXF, NOTATION_THAI_SAN, NOTATION_THAI_LAN) = range(10)

FEN_OK = 1
FEN_EMPTY = 0
FEN_INVALID_MOVE_COUNTER = -1
FEN_INVALID_HALF_MOVE_COUNTER = -2
FEN_INVALID_NUMBER_OF_KINGS = -3
FEN_INVALID_EN_PASSANT_SQ = -4
FEN_INVALID_CASTLING_INFO = -5
FEN_INVALID_SIDE_TO_MOVE = -6
FEN_INVALID_POCKET_INFO = -7
FEN_INVALID_BOARD_GEOMETRY = -8
FEN_TOUCHING_KINGS = -9
FEN_INVALID_CHAR = -10
FEN_INVALID_NB_PARTS = -11
FEN_INVALID_PROMOTED_PIECE = -12
FEN_INVALID_CHECK_COUNT = -13
FEN_INVALID_COUNTING_RULE = -14

# Endings that a player may claim, or that an arbiter finds: not the game's own aim.
_OPTIONAL = ("repetition", "halfmove clock", "perpetual check", "check cycle")
# Endings that are found otherwise: by having no move, and by has_insufficient_material.
_BY_NO_MOVE = ("checkmate", "stalemate")
_BY_MATERIAL = ("insufficient material",)

# Two boards whose captures go to the partner; what ferz plays of them is one board.
_PARTNERS = ("bughouse", "koedem")

_OPTION_NAMES = {"UCI_Variant", "UCI_Chess960", "VariantPath", "Threads", "Hash", "Use NNUE", "EvalFile", "MultiPV", "Protocol",
                 "UCI_AnalyseMode", "UCI_Elo", "UCI_LimitStrength", "Skill Level", "Ponder", "Move Overhead", "Slow Mover",
                 "nodestime", "Contempt", "Analysis Contempt", "Clear Hash", "SyzygyPath", "SyzygyProbeDepth", "Syzygy50MoveRule",
                 "SyzygyProbeLimit", "TsumeMode", "UCI_ShowWDL", "usemillisec", "Debug Log File"}


class error(Exception):
    """As pyffish has it; its functions raise ValueError."""


# ---- variants ----

_lock = threading.RLock()
_configured: dict[str, ferz.Variant] = {}
_loaded: dict[tuple[str, bool], ferz.Variant] = {}
_aliases: dict[str, list[tuple[set[str], str, dict[str, Any], str]]] = {}


def _read_aliases() -> dict[str, list[tuple[set[str], str, dict[str, Any], str]]]:
    """The table of names that the program has too: name, who uses it, game, spelling, settings, differences."""
    if not _aliases:
        with open(os.path.join(os.path.dirname(__file__), "variant_aliases.txt"), encoding="utf-8") as table:
            for line in table:
                row, _, differs = line.partition("|")
                words = row.split()
                if words and not line.startswith("#"):
                    settings = {name: value or True for name, _, value in (word.partition("=") for word in words[4:])}
                    _aliases.setdefault(words[0], []).append((set(words[1].split(",")), words[2], settings, differs.strip()))
    return _aliases


def _alias(name: str, chess960: bool) -> Optional[tuple[str, dict[str, Any], str]]:
    for wanted in (("chess960", "uci") if chess960 else ("uci",)):
        for users, game, settings, differs in _read_aliases().get(name, ()):
            if wanted in users:
                return game, settings, differs
    return None


def _variant(name: str, chess960: bool = False) -> ferz.Variant:
    with _lock:
        if name in _configured:
            return _configured[name]
        made = _loaded.get((name, chess960))
        if made is None:
            game, settings, _ = _alias(name, chess960) or (name, {}, "")
            try:
                made = ferz.Variant(game[len("import:"):] if game.startswith("import:") else game, settings)
            except ferz.Error as problem:
                raise ValueError(f"no variant {name!r}: {problem}") from None
            _loaded[name, chess960] = made
        return made


def differences(variant: str) -> str:
    """How Fairy-Stockfish's rules are known to differ from what is played here; "" where no difference is known. Not in pyffish."""
    found = _alias(variant, False)
    return found[2] if found else ""


def version() -> tuple[int, int, int]:
    """The version of ferz."""
    return tuple(int(part) for part in ferz.__version__.split("."))  # type: ignore[return-value]


def info() -> str:
    return f"Fairy-Stockfish's functions by Ferz {ferz.__version__}"


def variants() -> list[str]:
    """All names, sorted: those of Fairy-Stockfish, of load_variant_config, and of the games that ferz finds."""
    built_in, in_files = _ferz.imported_names(_folder_list(None))
    ours = [one.name for one in ferz.variants()]
    return sorted({*built_in, *in_files, *ours, *_configured, *(name for name in _read_aliases() if _alias(name, False))})


def set_option(name: str, value: Any) -> None:
    """Options of an engine change nothing here, but UCI_Variant and VariantPath. ValueError for a name that no engine has."""
    if name not in _OPTION_NAMES:
        raise ValueError(f"No such option {name}'")
    if name == "VariantPath" and value and value != "<empty>":
        with open(str(value), encoding="utf-8") as file:
            load_variant_config(file.read())


def load_variant_config(config: str) -> None:
    """Adds the variants of a variants.ini. What cannot be expressed is left out, as Fairy-Stockfish leaves out what it cannot read."""
    made, _ = ferz.import_ini(config)
    with _lock:
        _configured.update(made)


# ---- positions ----

_recent = threading.local()
_RECENT = 16


def _game(variant: str, fen: str, moves: list[str], chess960: bool = False) -> ferz.Game:
    """The position after the moves. The last games are kept, so that a list that grows by a move costs a move."""
    if not isinstance(moves, list):
        raise TypeError("the moves are a list")
    rules = _variant(variant, chess960)
    kept: "OrderedDict[Any, tuple[ferz.Game, list[str]]]" = _recent.__dict__.setdefault("games", OrderedDict())
    key = (id(rules), fen)
    if key in kept:
        game, played = kept.pop(key)
    else:
        try:
            if notations.is_xiangqi(rules):
                fen = notations.without_synonyms(fen)
            game, played = ferz.Game(rules, None if fen == "startpos" else fen, play_on=True), []
        except ferz.Error as problem:
            raise ValueError(f"invalid FEN {fen!r}: {problem}") from None
    common = 0
    while common < len(played) and common < len(moves) and played[common] == moves[common]:
        common += 1
    while len(played) > common:
        game._game.undo()
        played.pop()
    for move in moves[common:]:
        try:
            game._game.push(move)
        except ferz.Error:
            kept[key] = game, played
            raise ValueError(f"Invalid move '{move}'") from None
        played.append(move)
    kept[key] = game, played
    while len(kept) > _RECENT:
        kept.popitem(last=False)
    return game


def start_fen(variant: str) -> str:
    text = _fen(_variant(variant).game())
    return re.sub(r"\[\] w - -", "[-] w", text) if notations.is_shogi(_variant(variant)) else text


def _fen(game: ferz.Game) -> str:
    """Fairy-Stockfish's FEN; rights to castle come before others, king's side first."""
    parts = game.uci_fen.split(" ")
    if len(parts) > 2 and re.search("[KQkq]", parts[2]):
        order = "KQABCDEFGHIJLMNOPRSTUVWXYZ"
        parts[2] = "".join(sorted(parts[2], key=lambda letter: (letter.islower(), order.find(letter.upper()))))
    return " ".join(parts)


def two_boards(variant: str) -> bool:
    return variant in _PARTNERS or any(board >= 0 for board in _variant(variant).boards)


def captures_to_hand(variant: str) -> bool:
    return variant not in _PARTNERS and _variant(variant).captures_to_hand


def legal_moves(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> list[str]:
    game = _game(variant, fen, movelist, chess960)
    return [move for move in game._game.legal_moves_for(0) if not move.startswith("claim-")]


def get_fen(variant: str, fen: str, movelist: list[str], chess960: bool = False, sfen: bool = False, show_promoted: bool = False,
            count_started: int = 0) -> str:
    game = _game(variant, fen, movelist, chess960)
    text = _fen(game)
    if not show_promoted and not game.variant.captures_to_hand:
        board, _, rest = text.partition(" ")
        text = board.replace("~", "") + " " + rest
    if chess960:
        text = _rights_as_files(text)
    return notations.sfen(text) if sfen else text


def _rights_as_files(fen: str) -> str:
    """Castling rights KQkq as the files of the rooks, the outermost of their side."""
    parts = fen.split(" ")
    if len(parts) < 3 or not re.fullmatch("[KQkq]+", parts[2]):
        return fen
    rows = notations.rows(parts[0])
    found = ""
    for letter in parts[2]:
        row = rows[-1] if letter.isupper() else rows[0]
        king = next((i for i, piece in enumerate(row) if piece in ("K" if letter.isupper() else "k")), None)
        rooks = [i for i, piece in enumerate(row) if piece == ("R" if letter.isupper() else "r")]
        if king is None or not rooks:
            return fen
        file = chr(ord("a") + (max(rooks) if letter in "Kk" else min(rooks)))
        found += file.upper() if letter.isupper() else file
    parts[2] = found
    return " ".join(parts)


def get_san(variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT) -> str:
    return notations.write(_game(variant, fen, [], chess960), move, _notation(variant, notation))


def get_san_moves(variant: str, fen: str, movelist: list[str], chess960: bool = False, notation: int = NOTATION_DEFAULT) -> list[str]:
    game = _game(variant, fen, [], chess960).copy()
    how, found = _notation(variant, notation), []
    for move in movelist:
        try:
            found.append(notations.write(game, move, how))
            game._game.push(move)
        except ferz.Error:
            raise ValueError(f"Invalid move '{move}'") from None
    return found


def _notation(variant: str, notation: int) -> int:
    if notation != NOTATION_DEFAULT:
        return notation
    return NOTATION_SHOGI_HODGES_NUMBER if notations.is_shogi(_variant(variant)) else NOTATION_SAN


def gives_check(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> bool:
    """Whether the side to move is in check after the moves."""
    return _game(variant, fen, movelist, chess960).in_check


def is_capture(variant: str, fen: str, movelist: list[str], move: str, chess960: bool = False) -> bool:
    return _captured(_game(variant, fen, movelist, chess960), move) is not None


def _captured(game: ferz.Game, move: str) -> Optional[ferz.Cell]:
    """What a move takes: on its target, or else the first thing that it takes elsewhere."""
    made = game.move(move)
    taken = [one.cell for one in made.captured if one.owner is not None]
    before = {cell.name: cell for cell in game.cells} if taken else {}
    return before.get(made.target or "" if made.target in taken else taken[0]) if taken else None


def _piece_on(game: ferz.Game, name: str) -> Optional[str]:
    return next((cell.piece for cell in game.cells if cell.name == name), None)


def _promoted_from(game: ferz.Game, cell: str) -> Optional[str]:
    """The letter of what the piece on a cell was before it promoted in this game; None: it did not."""
    back = game.copy()
    for move in reversed(game.move_stack):
        cells = re.findall("[a-z][0-9]+", move)
        now = _piece_on(back, cell)
        back.pop()
        if len(cells) >= 2 and cells[1] == cell:
            if _piece_on(back, cells[0]) not in (now, None):
                return _piece_on(back, cells[0])
            cell = cells[0]
    return None


def piece_to_partner(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> str:
    """What the last move captured, as it goes to a hand; "" for nothing."""
    if not movelist:
        return ""
    game = _game(variant, fen, movelist[:-1], chess960)
    cell = _captured(game, movelist[-1])
    if cell is None:
        return ""
    letter = (_promoted_from(game, cell.name) or cell.piece or "").lower()
    types = {piece.letter: piece for piece in game.variant.pieces}
    if letter in types and 0 <= types[letter].captured_as < len(game.variant.pieces):
        letter = game.variant.pieces[types[letter].captured_as].letter
    return letter.upper() if cell.owner == 0 else letter


# ---- over or not ----

def _value(game: ferz.Game, result: ferz.Result) -> int:
    """For the side to move."""
    points = result.points[game.side]
    return VALUE_DRAW if points == 0.5 else VALUE_MATE if points > 0.5 else -VALUE_MATE


def _condition(game: ferz.Game, result: ferz.Result) -> str:
    """The condition of the ending that brought the result, as the rules write it; "" for a hook's own words."""
    return next((one.condition for one in game.variant.endings if one.name == result.reason), "")


def game_result(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> int:
    """The result for the side to move, where it has no legal move."""
    game = _game(variant, fen, movelist, chess960)
    result = game.result
    if result is not None:
        return _value(game, result)
    return -VALUE_MATE if game.in_check else VALUE_DRAW


def is_immediate_game_end(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> tuple[bool, int]:
    """Whether the game's own rules ended it, and the result for the side to move: not checkmate, stalemate, repetition, counted moves."""
    game = _game(variant, fen, movelist, chess960)
    result = game.result
    if result is None or _condition(game, result).startswith(_OPTIONAL + _BY_NO_MOVE + _BY_MATERIAL):
        return False, 0
    return True, _value(game, result)


def is_optional_game_end(variant: str, fen: str, movelist: list[str], chess960: bool = False, count_started: int = 0) -> tuple[bool, int]:
    """Whether repetition, perpetual check or counted moves end the game or let a player end it."""
    game = _game(variant, fen, movelist, chess960)
    result = game.result
    if result is not None and _condition(game, result).startswith(_OPTIONAL):
        return True, _value(game, result)
    for ending in game.variant.endings if result is None else ():
        if ending.claim and ending.condition.startswith(_OPTIONAL) and _holds(game, ending):
            return True, VALUE_DRAW if ending.result == "draw" else VALUE_MATE
    return False, 0


def _holds(game: ferz.Game, ending: ferz.Ending) -> bool:
    """Whether the ending can be claimed as the position stands, without announcing a move."""
    return any(reason.kind == "ending-claimable" and reason.key == ending.name for reason in game.why())


def has_insufficient_material(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> tuple[bool, bool]:
    """For white and for black, whether they can never win by the pieces that are left."""
    game = _game(variant, fen, movelist, chess960)
    return game.cannot_win(0), game.cannot_win(1)


# ---- FENs ----

# What is wrong with a FEN, by the part of it that the message points at.
_BY_PART = (FEN_INVALID_BOARD_GEOMETRY, FEN_INVALID_SIDE_TO_MOVE, FEN_INVALID_CASTLING_INFO, FEN_INVALID_EN_PASSANT_SQ,
            FEN_INVALID_HALF_MOVE_COUNTER, FEN_INVALID_MOVE_COUNTER)


def validate_fen(fen: str, variant: str, chess960: bool = False) -> int:
    """FEN_OK, or a number below 1 that says which part is wrong."""
    if not fen.strip():
        return FEN_EMPTY
    parts = fen.split(" ")
    if "" in parts:
        return _BY_PART[min(parts.index(""), len(_BY_PART) - 1)]
    rules = _variant(variant, chess960)
    fen = notations.without_synonyms(fen) if notations.is_xiangqi(rules) else fen
    foreign = _foreign_letters(rules, fen)
    if foreign is not None:
        return foreign
    try:
        game = rules.game(fen)
    except ferz.Error as problem:
        return _part_at(fen, problem.column)
    if _lost_rights(fen, game.uci_fen):
        return FEN_INVALID_CASTLING_INFO
    return FEN_OK


def _foreign_letters(rules: ferz.Variant, fen: str) -> Optional[int]:
    board = re.sub(r"\[.*", "", fen.split()[0])
    known = {piece.letter for piece in rules.pieces}
    if "++" in board:
        return FEN_INVALID_PROMOTED_PIECE
    for piece in re.findall(r"\+[A-Za-z]", board):
        if not any(letter.startswith("+") for letter in known):
            return FEN_INVALID_CHAR
        if piece.lower() not in known:
            return FEN_INVALID_PROMOTED_PIECE
    return None


def _part_at(fen: str, column: int) -> int:
    part = len(fen[: max(0, column - 1)].split(" ")) - 1
    return _BY_PART[min(part, len(_BY_PART) - 1)]


def _lost_rights(fen: str, read: str) -> bool:
    """Whether rights to castle were written that are none."""
    given, kept = fen.split(), read.split()
    if len(given) < 3 or len(kept) < 3 or given[2] == "-" or not given[2].isalpha():
        return False
    return len(set(given[2])) > len(set(kept[2].replace("-", "")))


def get_fog_fen(fen: str, variant: str, chess960: bool = False) -> str:
    """The position as the side to move sees it, fog as "*": its own pieces, and what these can reach."""
    game = _game(variant, fen, [], chess960)
    columns = 1 + max(cell.column for cell in game.cells)
    seen = {cell.name for cell in game.cells if cell.owner == game.side}
    names = {(cell.column, cell.row): cell.name for cell in game.cells}
    places = {cell.name: (cell.column, cell.row) for cell in game.cells}
    for move in game.moves():
        seen.update(move.path)
        seen.update(one.cell for one in move.captured)
    rows = []
    for row in sorted({cell.row for cell in game.cells}, reverse=True):
        texts = []
        for column in range(columns):
            name = names[column, row]
            piece = next(cell.piece for cell in game.cells if places[cell.name] == (column, row)) if name in seen else None
            texts.append(("*" if name not in seen else piece or "1"))
        rows.append(re.sub("1+", lambda run: str(len(run.group())), "".join(texts)))
    return "/".join(rows) + " " + fen.split(" ", 1)[1]
