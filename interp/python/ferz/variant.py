"""Variant: the rules of a game."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Optional, Union

from ferz import _ferz
from ferz.values import (
    Diff,
    DiffMove,
    DiffPosition,
    Ending,
    Explanation,
    Message,
    Option,
    Piece,
    PieceMove,
    Plane,
    Playtest,
    Tuned,
    VariantInfo,
)

if TYPE_CHECKING:
    from ferz.batch import Batch, Encoding
    from ferz.game import Game

Folders = Optional[Iterable[Union[str, "os.PathLike[str]"]]]
OptionValues = Optional[Mapping[str, Union[str, int, bool, None]]]

_LANGUAGES = {"en": 0, "ru": 1}
_FORMATS = {"text": 0, "markdown": 1, "html": 2}


def _choice(table: dict[str, int], word: str) -> int:
    if word not in table:
        raise ValueError(f"{word!r} is none of {', '.join(table)}")
    return table[word]


def _counts(**numbers: int) -> None:
    """Refuses numbers below 0, which C would read as very large ones."""
    for name, number in numbers.items():
        if number < 0:
            raise ValueError(f"{name} is {number}: below 0")


_OWN_RULES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rules")


def _folder_list(folders: Folders) -> list[str]:
    """The caller's folders; and, where rules are installed with ferz, those of $FERZ_RULES and these, before the library's own places."""
    if isinstance(folders, (str, bytes)):
        raise TypeError("folders is a list of folders")
    given = [os.fspath(one) for one in folders or ()]
    if not os.path.isdir(_OWN_RULES):
        return given
    return [*given, *(one for one in os.environ.get("FERZ_RULES", "").split(":") if one), _OWN_RULES]


def _settings(options: OptionValues) -> tuple[list[str], list[str]]:
    """Names, and values, "" for a switch that is on; a switch that is off is left out."""
    chosen = {name: value for name, value in (options or {}).items() if value is not None and value is not False}
    return list(chosen), ["" if value is True else str(value) for value in chosen.values()]


def variants(folders: Folders = None, details: bool = False) -> list[VariantInfo]:
    """The variants that can be found by name, sorted. With `details` all their rules are read, which takes a second."""
    return [VariantInfo(**one) for one in _ferz.list_variants(_folder_list(folders), details)]


def explain_code(code: str) -> Explanation:
    """What a code such as "E0301" means, with an example. KeyError when there is no such code."""
    found = _ferz.explain_code(code)
    if found is None:
        raise KeyError(code)
    return Explanation(**found)


def message_codes() -> list[str]:
    """All codes of messages."""
    return _ferz.codes()


def import_ini(text: str, only: Optional[Iterable[str]] = None, name: str = "variants.ini") -> tuple[dict[str, "Variant"], list[Message]]:
    """The variants of a variants.ini for Fairy-Stockfish that our language can express, by name; and messages about the rest."""
    games, messages = _ferz.import_ini(name, text, None if only is None else list(only))
    made = {title: Variant.from_yaml(yaml, script=script, name=title) for title, yaml, _, script in games}
    return made, [Message(**one) for one in messages]


class Variant:
    """The rules of one game. Immutable: many games, and many threads, may use it at once.

        Variant("duck-chess")                      by name, among `folders`, $FERZ_RULES, the rules that come with ferz, and ./rules
        Variant("my/game.yaml")                    by path
        Variant("chess", options={"castling": "free"})
        Variant.from_yaml(text, script=lua)        from texts

    Raises ferz.RulesError, whose members say where the mistake is. `warnings` has what was reported besides.
    Equal where the fingerprints are. Pickled by name (by text where it was made from text) and compared when it is loaded again.

    Members:
        name title about        "chess", "Chess", a sentence
        file files              where the rules were read from; the variant's own file first, then its parents and scripts
        fingerprint             64 hexadecimal digits over the bytes of these files and the chosen options
        start_fen               where a game begins
        players                 names of the players in the order of their turns: ("white", "black")
        sides                   for each player, the number of the first player on the same side
        pieces options endings  tuples of ferz.Piece, ferz.Option, ferz.Ending
        hooks                   what scripts do during a game, a line for each hook
        is_rectangular is_multi_ply has_hands captures_to_hand has_stacks has_tries hides_information
        movegen                 how legal moves are found: "masks", "by play", "turn rules", ...
        bytes                   memory that it takes
    """

    def __init__(self, name: Union[str, "os.PathLike[str]"], options: OptionValues = None, *, folders: Folders = None,
                 seed: int = 0, texts: Optional[Mapping[str, str]] = None) -> None:
        """
        options  choices that the rules leave, by name; True switches on
        folders  where rules are looked for first
        seed     decides what the rules leave to chance, such as a random start
        texts    read in place of files, by the names that `files` has: a change that is only tried
        """
        texts = dict(texts or {})
        self._load("load", os.fspath(name), _folder_list(folders), _settings(options), seed, (list(texts), list(texts.values())))

    @classmethod
    def from_yaml(cls, text: str, script: Optional[str] = None, *, name: str = "untitled", options: OptionValues = None,
                  folders: Folders = None, seed: int = 0) -> "Variant":
        """Rules from a text. `script`: the text of the script that the rules name, in Lua. `name` is the file name in messages."""
        made = cls.__new__(cls)
        made._load("load_text", name, text, script, _folder_list(folders), _settings(options), seed)
        return made

    def _load(self, function: str, *arguments: Any) -> None:
        self._source = (function, arguments)
        self._variant, messages = getattr(_ferz, function)(*arguments)
        self.warnings: tuple[Message, ...] = tuple(Message(**one) for one in messages)
        facts = self._variant.facts()
        self.name: str = facts["name"]
        self.title: str = facts["title"]
        self.about: str = facts["about"]
        self.file: str = facts["file"]
        self.files: tuple[str, ...] = facts["files"]
        self.fingerprint: str = facts["fingerprint"]
        self.start_fen: str = facts["start_fen"]
        self.players: tuple[str, ...] = facts["players"]
        self.sides: tuple[int, ...] = facts["sides"]
        self.boards: tuple[int, ...] = facts["boards"]
        self.pieces = tuple(Piece(**one) for one in facts["pieces"])
        self.options = tuple(Option(**one) for one in facts["options"])
        self.endings = tuple(Ending(**one) for one in facts["endings"])
        self.hooks: tuple[str, ...] = facts["hooks"]
        self.is_rectangular: bool = facts["is_rectangular"]
        self.is_multi_ply: bool = facts["is_multi_ply"]
        self.has_hands: bool = facts["has_hands"]
        self.captures_to_hand: bool = facts["captures_to_hand"]
        self.has_stacks: bool = facts["has_stacks"]
        self.has_tries: bool = facts["has_tries"]
        self.hides_information: bool = facts["hides_information"]
        self.movegen: str = facts["movegen"]
        self.bytes: int = facts["bytes"]

    def __repr__(self) -> str:
        return f"<ferz.Variant {self.name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variant) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded_again, (type(self), self._source, self.fingerprint)

    # ---- games ----

    def game(self, fen: Optional[str] = None) -> "Game":
        """A new game, from the start or from a FEN."""
        from ferz.game import Game

        return Game(self, fen)

    def read_pgn(self, pgn: str, number: int = 1) -> "Game":
        """Game `number` (from 1) of a PGN text."""
        from ferz.game import Game

        return Game._of(self, self._variant.read_pgn(pgn, number), None)

    def batch(self, games: int, **options: Any) -> "Batch":
        """Many games side by side: ferz.Batch(self, games, ...)."""
        from ferz.batch import Batch

        return Batch(self, games, **options)

    @cached_property
    def encoding(self) -> "Encoding":
        """How moves become numbers and positions planes of bytes: ferz.Encoding."""
        from ferz.batch import Encoding

        return Encoding(self)

    # ---- in words and pictures ----

    def explain(self, language: str = "en", format: str = "text", *, relative: bool = False) -> str:
        """The rules in force as a page for readers, made from the same definition that is played.

        language  "en" or "ru"
        format    "text", "markdown" or "html" (complete, loads nothing)
        relative  where the variant extends another, say near the beginning how the two differ
        """
        return self._variant.describe(_choice(_LANGUAGES, language), _choice(_FORMATS, format), relative)

    def explain_piece(self, piece: Union[int, str], language: str = "en", format: str = "text") -> str:
        """What the page says of one piece, by its index or its name."""
        return self._variant.describe_piece(self.piece_index(piece), _choice(_LANGUAGES, language), _choice(_FORMATS, format))

    def compare(self, other: "Variant", language: str = "en") -> list[str]:
        """How the rules of `other` differ from these, a line for each difference."""
        return self._variant.compare(other._variant, _choice(_LANGUAGES, language)).splitlines()

    def svg(self, piece: Union[int, str, None] = None, *, player: int = 0, cell: int = 0, **picture: Any) -> str:
        """The empty board as SVG. With `piece` its moves from cell number `cell` are marked.

        picture  size (of a cell in pixels), viewer (a player's number, below), coordinates, legend, highlighted (numbers of cells),
                 russian, addressable
        """
        if piece is not None:
            picture.update(piece=self.piece_index(piece), player=player, cell=cell)
        return self._variant.picture(**picture)

    def _repr_svg_(self) -> str:
        return self.game().svg()

    def piece_index(self, piece: Union[int, str]) -> int:
        """The index in `pieces` of the first piece of that name."""
        if isinstance(piece, int):
            if not 0 <= piece < len(self.pieces):
                raise IndexError(piece)
            return piece
        for index, one in enumerate(self.pieces):
            if one.name == piece:
                return index
        raise KeyError(piece)

    def piece_moves(self, piece: Union[int, str], player: int = 0, cell: int = 0) -> list[PieceMove]:
        """What a piece may do from a cell, for all positions at once."""
        return [PieceMove(*one) for one in self._variant.piece_moves(self.piece_index(piece), player, cell)]

    def lint(self) -> list[Message]:
        """Warnings for the author: pieces that never move, endings that never happen, names that nothing uses."""
        return [Message(**one) for one in self._variant.lint()]

    def to_ini(self) -> str:
        """The variant as a section of Fairy-Stockfish's variants.ini; ferz.RulesError names what that cannot express."""
        return self._variant.export()

    # ---- measured ----

    def playtest(self, games: int = 1000, *, seed: int = 0, plies: int = 0, claims: bool = True, fen: Optional[str] = None) -> Playtest:
        """Plays random games to their ends: every legal move has the same probability, and dice fall by their odds.

        seed    the same seed gives the same games
        plies   a game is cut off after this many; 0: 5000
        claims  a draw that can be claimed is claimed
        """
        return self.game(fen).playtest(games, seed=seed, plies=plies, claims=claims)

    def tune(self, *, games: int = 0, seconds: int = 0, nodes: int = 0, threads: int = 1, seed: int = 0,
             progress: Optional[Callable[..., None]] = None) -> Tuned:
        """Plays games against itself and fits the weights of the evaluation to their results.

        games, seconds  limits; one of them is needed
        nodes           for each move; 0: 1500
        progress        called after each game with stage ("selfplay", "fit", "match"), games, of how many, positions, won, drawn, lost
        """
        _counts(games=games, seconds=seconds, nodes=nodes, threads=threads)
        stages = ("selfplay", "fit", "match")
        report = None if progress is None else lambda stage, *numbers: progress(stages[stage], *numbers)
        return Tuned(**self._variant.tune(games, seconds, nodes, threads, seed, report))

    def diff(self, other: "Variant", *, games: int = 200, plies: int = 200, most: int = 5, seed: int = 0) -> Diff:
        """Searches for positions in which the two play differently: all within a few plies, then random games."""
        _counts(games=games, plies=plies, most=most)
        found = self._variant.diff(other._variant, games, plies, most, seed)
        for one in found["positions"]:
            one["differences"] = tuple(DiffMove(**move) for move in one["differences"])
        found["positions"] = tuple(DiffPosition(**one) for one in found["positions"])
        return Diff(**found)

    def run_examples(self) -> tuple[int, int, list[Message]]:
        """Runs the examples beside the rules: how many passed, how many failed, and a message for each that failed."""
        passed, failed, messages = _ferz.run_examples(self.file, _folder_list(None))
        return passed, failed, [Message(**one) for one in messages]


def _loaded_again(cls: type[Variant], source: tuple[str, tuple[Any, ...]], fingerprint: str) -> Variant:
    made = cls.__new__(cls)
    made._load(source[0], *source[1])
    if made.fingerprint != fingerprint:
        raise ValueError(f"the rules of {made.name} are not those that were pickled")
    return made
