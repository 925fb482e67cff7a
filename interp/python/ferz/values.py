"""Values: what ferz tells, as named tuples. None of them changes."""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple, Optional, Sequence


class Message(NamedTuple):
    """An error or a warning about rules, a FEN or a move."""

    warning: bool
    code: str
    file: Optional[str]
    line: int
    column: int
    length: int
    text: str
    hint: Optional[str]
    note: Optional[str]
    note_file: Optional[str]
    note_line: int
    note_column: int
    note_length: int
    fix: Optional[str]
    fix_text: Optional[str]
    fix_word: Optional[str]
    rendered: str

    def __str__(self) -> str:
        return self.rendered


class Explanation(NamedTuple):
    """What the code of a message means, with an example that brings it about and the same example fixed."""

    code: str
    title: str
    text: str
    file: Optional[str]
    command: Optional[str]
    wrong: Optional[str]
    fixed: Optional[str]
    companion: Optional[str]
    companion_text: Optional[str]


class VariantInfo(NamedTuple):
    """A variant that can be found by name. All behind `path` needs the rules to be read: ferz.variants(details=True)."""

    name: str
    title: str
    path: str
    players: int
    sides: int
    dice: bool
    hides_information: bool
    multi_ply: bool
    board: Optional[str]


class Piece(NamedTuple):
    """A type of piece: one of the rules, or what such a piece changes into.

    letter       as the second player's piece is written: "n", "+s", "q~"
    moves        all its moves in Betza's notation; None where Betza cannot express them
    captured_as  the index of what goes to a hand when it is captured
    """

    name: str
    letter: str
    moves: Optional[str]
    royal: bool
    drops: bool
    captured_as: int
    promotes: bool


class Option(NamedTuple):
    """A choice that the rules leave: Variant(name, options={name: value})."""

    name: str
    about: str
    values: str
    chosen: str
    set: bool


class Ending(NamedTuple):
    """What ends the game, in the order of the rules. `claim`: the move claim-WORD, None: it ends the game at once."""

    name: str
    condition: str
    result: Optional[str]
    claim: Optional[str]
    file: Optional[str]
    line: int


class Cell(NamedTuple):
    """A cell of the board and what stands there. Row 0 is the nearest to the first player; `owner` is a player's number."""

    name: str
    column: int
    row: int
    level: int
    shade: int
    piece: Optional[str]
    type: Optional[str]
    royal: bool
    owner: Optional[int]
    character: Optional[str]


class PieceMove(NamedTuple):
    """What a piece may do on one cell, for all positions at once; `flags` as ferz_piece_move_flag in ferz.h."""

    cell: int
    via: int
    flags: int


class Result(NamedTuple):
    """How a game ended. `winner` is a player's name, None in a draw; `points` has each player's share, from 0 to 1."""

    winner: Optional[str]
    reason: str
    points: tuple[float, ...]

    def __str__(self) -> str:
        return f"{self.winner} wins: {self.reason}" if self.winner else f"draw: {self.reason}"

    @property
    def pgn(self) -> str:
        """'1-0', '0-1' or '1/2-1/2'; only between two players."""
        if len(self.points) != 2:
            return "*"
        return {1.0: "1-0", 0.0: "0-1"}.get(self.points[0], "1/2-1/2")


_ROLES = ("verdict", "refusal", "rule", "effect", "ending", "phrase")


class Reason(NamedTuple):
    """One reason, as data: `kind` never changes its meaning (guides/reasons.md lists all), `text` may be worded otherwise in any
    version. What a kind has no use for is None or 0."""

    kind: str
    text: str
    role: str
    file: Optional[str]
    line: int
    column: int
    cells: tuple[Optional[str], Optional[str]]
    piece: Optional[str]
    other_piece: Optional[str]
    player: Optional[str]
    other_player: Optional[str]
    key: Optional[str]
    words: Optional[str]
    number: int
    limit: int

    def __str__(self) -> str:
        return self.text


class Reasons(Sequence[Reason]):
    """Why a move is legal or not and what it does, or why a game is over or not: a sequence of Reason.

    True where the move is legal, or the game is over. `text` is all of it as lines.
    """

    def __init__(self, answer: bool, reasons: list[dict[str, Any]], text: str) -> None:
        self.answer = answer
        self.text = text.rstrip("\n")
        named: list[dict[str, Any]] = [{**one, "role": _ROLES[one["role"]]} for one in reasons]
        self._reasons = tuple(Reason(**one) for one in named)

    def __bool__(self) -> bool:
        return self.answer

    def __len__(self) -> int:
        return len(self._reasons)

    def __getitem__(self, index: Any) -> Any:
        return self._reasons[index]

    def __repr__(self) -> str:
        return f"<ferz.Reasons {self.text!r}>"

    def __str__(self) -> str:
        return self.text

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(one.kind for one in self._reasons)


class Captured(NamedTuple):
    """A piece that a move captures; a neutral one has no owner."""

    cell: str
    piece: str
    owner: Optional[str]


_MOVE_KINDS = ("board", "drop", "roll", "word")


class Move(NamedTuple):
    """A legal move as data. What a move has no use for is None or empty.

    kind         "board", "drop", "roll", or "word": a pass, a claim, a word of a script
    path         the cells to which the piece comes one after another; the last is `target`
    promotes_to  the type that was chosen, or that the rules force
    becomes      its type afterwards, where that is another one, for whatever reason
    leaves       it does not stand on `target` afterwards
    castling     the name of the castling; `partner` has its partner's cells, before and after
    captured     all pieces that it captures, wherever, by rules and by scripts
    parts        what one points at to play it
    file line column   of the rule that allows it
    san uci      how PGN, and Fairy-Stockfish, write it
    """

    text: str
    kind: str
    origin: Optional[str]
    target: Optional[str]
    path: tuple[str, ...]
    piece: Optional[str]
    owner: Optional[str]
    promotes_to: Optional[str]
    becomes: Optional[str]
    leaves: bool
    castling: Optional[str]
    partner: tuple[Optional[str], Optional[str]]
    captured: tuple[Captured, ...]
    parts: tuple[str, ...]
    file: Optional[str]
    line: int
    column: int
    san: Optional[str]
    uci: Optional[str]

    def __str__(self) -> str:
        return self.text


def move_of(found: dict[str, Any]) -> Move:
    """A move as the module in C tells it."""
    captured = tuple(Captured(*one) for one in found["captured"])
    named: dict[str, Any] = {**found, "kind": _MOVE_KINDS[found["kind"]], "captured": captured}
    return Move(**named)


class Attempt(NamedTuple):
    """What the umpire answered. `announced`: lines that everybody heard."""

    played: bool
    announced: str


class Best(NamedTuple):
    """The best move that a search found. `score` in centipawns for the side to move (the cheapest piece is 100); `mate` in moves:
    above 0 the side to move wins, below 0 it loses, 0: none seen."""

    move: str
    pv: tuple[str, ...]
    score: int
    mate: int
    depth: int
    nodes: int


def best_of(found: dict[str, Any]) -> Best:
    """The best move as the module in C tells it."""
    named: dict[str, Any] = {**found, "pv": tuple((found["pv"] or "").split())}
    return Best(**named)


class Line(NamedTuple):
    """A line of an analysis; the units are those of Best. `bound`: "exact", "lower" or "upper"."""

    depth: int
    seldepth: int
    multipv: int
    bound: str
    nodes: int
    milliseconds: int
    score: int
    mate: int
    hashfull: int
    pv: tuple[str, ...]

    @property
    def move(self) -> str:
        return self.pv[0]


class Tuned(NamedTuple):
    """What tuning found: `yaml` is the text of NAME.tuning.yaml; `before` and `after` are mean log losses in nats; `won`, `drawn`,
    `lost`, `elo` and `error` (95 %) are the match of the new weights against those in force before. `network`: where the game has one,
    the text of NAME.network for the new weights, if they are better."""

    yaml: str
    games: int
    positions: int
    before: float
    after: float
    won: int
    drawn: int
    lost: int
    elo: float
    error: float
    better: bool
    network: Optional[str] = None


class DiffMove(NamedTuple):
    """A move that two variants treat differently. `allowed_by`: 0 or 1, the one that allows it; -1: both, to different positions."""

    move: str
    allowed_by: int
    why: str
    after: tuple[Optional[str], Optional[str]]


class DiffPosition(NamedTuple):
    """A position that two variants treat differently, as small as it was found."""

    fen: str
    moves: str
    pieces: int
    path: str
    plies: int
    status: tuple[Optional[str], Optional[str]]
    differences: tuple[DiffMove, ...]


class Diff(NamedTuple):
    """How two variants play differently: positions, the smallest first, each of another kind. True where there is a difference."""

    matched: str
    incompatible: Optional[str]
    positions: tuple[DiffPosition, ...]
    kinds: int
    compared: int

    def __bool__(self) -> bool:
        return bool(self.positions) or self.incompatible is not None


class Plane(NamedTuple):
    """One plane of an observation: a byte for each cell.

    kind    "piece", "below", "hand", "right", "en passant", "side to move", "halfmove clock", ...: guides/python.md lists them
    player  whose, as a number; None: nobody's
    name    of the piece, the right or the counter; "" where there is none
    scale   what a byte is divided by when planes are made floats
    """

    kind: str
    player: Optional[int]
    name: str
    scale: int


class Playtest:
    """Random games, as arrays with one element for each game.

    lengths   plies (array "I")
    winners   the winner's number, -1: a draw, -2: cut off (array "b")
    endings   the index of the ending's name in `reasons`, -1: cut off (array "h")
    reasons   names of endings
    players   names of players
    seconds   of processor time
    """

    def __init__(self, players: tuple[str, ...], lengths: array, winners: array, endings: array, reasons: tuple[str, ...],
                 seconds: float) -> None:
        self.players, self.lengths, self.winners, self.endings = players, lengths, winners, endings
        self.reasons, self.seconds = reasons, seconds

    def __len__(self) -> int:
        return len(self.lengths)

    def __repr__(self) -> str:
        return f"<ferz.Playtest of {len(self)} games: {self.results}>"

    @property
    def plies(self) -> int:
        return sum(self.lengths)

    @property
    def results(self) -> dict[str, int]:
        """How many games each player won, how many were draws and how many were cut off."""
        names = {number: name for number, name in enumerate(self.players)}
        names.update({-1: "draw", -2: "cut off"})
        found: dict[str, int] = {}
        for winner in self.winners:
            found[names[winner]] = found.get(names[winner], 0) + 1
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    @property
    def ends(self) -> dict[str, int]:
        """How many games ended in each way, the most frequent first."""
        found: dict[str, int] = {}
        for ending in self.endings:
            name = self.reasons[ending] if ending >= 0 else "cut off"
            found[name] = found.get(name, 0) + 1
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    def histogram(self, bins: int = 20) -> list[tuple[int, int, int]]:
        """(from, to, games) for each bin of lengths; `to` is exclusive."""
        if not self.lengths or bins < 1:
            return []
        low, high = min(self.lengths), max(self.lengths) + 1
        width = -(-(high - low) // bins)
        counts = [0] * -(-(high - low) // width)
        for length in self.lengths:
            counts[(length - low) // width] += 1
        return [(low + i * width, low + (i + 1) * width, count) for i, count in enumerate(counts)]

    def _repr_svg_(self) -> str:
        """The lengths as bars, for notebooks."""
        bars = self.histogram()
        most = max((count for _, _, count in bars), default=1)
        wide, tall = 24, 120
        marks = "".join(
            f'<rect x="{i * wide + 1}" y="{tall - round(tall * count / most)}" width="{wide - 2}" height="{round(tall * count / most)}" '
            f'fill="#4a6fa5"><title>{low} to {high - 1} plies: {count}</title></rect>'
            f'<text x="{i * wide + wide / 2}" y="{tall + 14}" font-size="9" text-anchor="middle">{low}</text>'
            for i, (low, high, count) in enumerate(bars))
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{max(1, len(bars)) * wide}" height="{tall + 20}" '
                f'font-family="sans-serif">{marks}</svg>')
