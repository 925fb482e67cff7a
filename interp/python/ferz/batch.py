"""Batch: many games of one variant side by side, by numbers. Encoding: which number means which move."""

from __future__ import annotations

from array import array
from typing import Any, Iterable, Mapping, Optional, Union

from ferz.game import Game
from ferz.values import Plane, Playtest
from ferz.variant import Variant


class Encoding:
    """How the moves of a variant become numbers and its positions planes of bytes. Numbers and planes follow from the rules alone.

        action_count  actions are 0 to action_count - 1
        fingerprint   64 hexadecimal digits: equal fingerprints mean equal numbers and planes
        shape         (planes, rows, columns) of an observation; row 0 is the nearest to the first player
        planes        what each plane shows, as ferz.Plane
    """

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._encoding = variant._variant.encoding()
        self.action_count, self.fingerprint, self.shape, planes = self._encoding.facts()
        self.planes: tuple[Plane, ...] = tuple(Plane(*one) for one in planes)

    def __repr__(self) -> str:
        return f"<ferz.Encoding of {self.variant.name}: {self.action_count} actions, planes {self.shape}>"

    def action_text(self, action: int) -> str:
        """What an action is: "e2e4", "e7e8=1" (the first type that the piece can choose there), "P@e4", "castling 0", "pass".
        Not how a move is written: Game.actions() tells that for a position."""
        return self._encoding.action_text(action)

    def float_planes(self, planes: Any, out: Any = None) -> Any:
        """Planes of bytes, of any number of games, as float32 divided by their scales. Needs NumPy."""
        import numpy

        bytes_ = numpy.asarray(planes, dtype=numpy.uint8).reshape(-1, *self.shape)
        scales = numpy.array([1 / plane.scale for plane in self.planes], dtype=numpy.float32).reshape(-1, 1, 1)
        return numpy.multiply(bytes_, scales, out=out, dtype=numpy.float32)


class View:
    """What a batch tells of its games: arrays whose first axis is the game. Those that were not asked for are None.

    mask        legal actions: uint8 (games, bytes), action a is bit a % 8 of byte a // 8; or with masks="bytes" uint8 (games, actions)
    planes      uint8 (games, planes, rows, columns), as the player to move sees it
    players     uint8 (games): who is to move; the number of players where dice are to be rolled
    ended       uint8 (games): by the last step; 0: no, 1: ended, 2: cut off
    points      float32 (games, players): of those that ended, each player's share of the point, 0 to 1; else 0
    plies       uint32 (games): played so far; of a game that has ended, all that it had
    move_count  uint32 (games): legal moves now

    With NumPy these are its arrays, else memoryviews. The next step writes into the same memory: copy what you keep.
    """

    mask: Any = None
    planes: Any = None
    players: Any = None
    ended: Any = None
    points: Any = None
    plies: Any = None
    move_count: Any = None


_FIELDS = ("mask", "planes", "players", "ended", "points", "plies", "move_count")
_CODES = {"mask": "B", "planes": "B", "players": "B", "ended": "B", "points": "f", "plies": "I", "move_count": "I"}
_DTYPES = {"B": "uint8", "f": "float32", "I": "uint32", "i": "int32"}


def _array(shape: tuple[int, ...], code: str, numpy: Any) -> Any:
    if numpy is not None:
        return numpy.zeros(shape, dtype=_DTYPES[code])
    size = 1
    for length in shape:
        size *= length
    memory = array(code, bytes(size * array(code).itemsize))
    return memoryview(memory).cast("B").cast(code, shape) if size else memoryview(memory)


class Batch:
    """Many games of one variant side by side, played by numbers (Variant.encoding). For one thread at a time; a thread that works
    holds no lock of the interpreter.

        batch = ferz.Batch("chess", 1024, planes=True)
        view = batch.look()
        while True:
            view = batch.step(choose(view.planes, view.mask, view.players))

    A game that has ended begins again at once: `ended` and `points` tell of the old game, all else of the new one. Claims are no
    actions: a draw that can be claimed is claimed. Where moves are tried (has_tries), the umpire is asked before.
    """

    def __init__(self, variant: Union[Variant, str], games: int, *, masks: Optional[str] = "bits", planes: bool = False, seed: int = 0,
                 start: Union[Game, str, None] = None, plies: int = 0, claims: bool = True, rolls: bool = False,
                 restart: bool = True, numpy: Optional[bool] = None) -> None:
        """
        masks    "bits", "bytes" or None
        planes   whether views have observations
        seed     of dice and of sample()
        start    a game, or a FEN, where all begin
        plies    a game is cut off after this many; 0: 5000
        claims   False: a draw that can be claimed is not claimed
        rolls    True: rolls of dice are actions; else they fall by their odds
        restart  False: a game that has ended stays so; its action is not looked at
        numpy    whether arrays are NumPy's; None: where it is there
        """
        if masks not in ("bits", "bytes", None):
            raise ValueError("masks is 'bits', 'bytes' or None")
        self.variant = variant if isinstance(variant, Variant) else Variant(variant)
        self.encoding = self.variant.encoding
        self.masks, self.games = masks, games
        self._numpy = _numpy(numpy)
        self._start = start if isinstance(start, Game) else self.variant.game(start)
        self._batch = self.encoding._encoding.batch(self._start._game, games, plies, seed, claims, rolls, restart)
        actions = self.encoding.action_count
        shapes = {
            "mask": None if masks is None else (games, (actions + 7) // 8 if masks == "bits" else actions),
            "planes": (games, *self.encoding.shape) if planes else None,
            "players": (games,), "ended": (games,), "points": (games, len(self.variant.players)), "plies": (games,),
            "move_count": (games,)}
        self._view = View()
        for name, shape in shapes.items():
            if shape is not None:
                setattr(self._view, name, _array(shape, _CODES[name], self._numpy))
        self._buffers = self._buffers_of({name: getattr(self._view, name) for name in _FIELDS})

    def __len__(self) -> int:
        return self.games

    def __repr__(self) -> str:
        return f"<ferz.Batch of {self.games} games of {self.variant.name}>"

    def _buffers_of(self, views: Mapping[str, Any]) -> tuple[Any, ...]:
        mask = views.get("mask")
        bits, bytes_ = (mask, None) if self.masks == "bits" else (None, mask)
        return (bits, bytes_, *(views.get(name) for name in _FIELDS[1:]))

    def _out(self, out: Optional[Mapping[str, Any]]) -> tuple[tuple[Any, ...], View]:
        if out is None:
            return self._buffers, self._view
        unknown = set(out) - set(_FIELDS)
        if unknown:
            raise ValueError(f"{', '.join(sorted(unknown))}: out has {', '.join(_FIELDS)}")
        view = View()
        for name, value in out.items():
            setattr(view, name, value)
        return self._buffers_of(out), view

    def look(self, out: Optional[Mapping[str, Any]] = None) -> View:
        """All games as they are. `out`: buffers by the names of View, contiguous and of exactly these sizes; only these are filled."""
        buffers, view = self._out(out)
        self._batch.look(buffers)
        return view

    def step(self, actions: Any, out: Optional[Mapping[str, Any]] = None) -> View:
        """Plays one action in each game. `actions`: a buffer of int32 such as sample() gives, or any sequence of numbers.
        IllegalMoveError, and nothing is played, where one is not legal."""
        buffers, view = self._out(out)
        self._batch.step(self._actions(actions), buffers)
        return view

    def _actions(self, actions: Any) -> Any:
        try:
            memory = memoryview(actions)
        except TypeError:
            return array("i", actions)
        if memory.format in ("i", "l") and memory.itemsize == 4 and memory.c_contiguous:
            return memory
        return array("i", (int(action) for action in memory))

    def sample(self, out: Any = None) -> Any:
        """A random legal action for each game, -1 where it has ended, as int32."""
        made = _array((self.games,), "i", self._numpy) if out is None else out
        self._batch.sample(made)
        return made

    def reset(self, out: Optional[Mapping[str, Any]] = None) -> View:
        """Begins all games again."""
        self._batch.reset()
        return self.look(out)

    def reason(self, game: int) -> str:
        """How the game ended that the last ended in this place: "checkmate"."""
        return self._batch.reason(game)

    def game(self, game: int) -> Game:
        """A copy of one of the games, with its moves."""
        return Game._of(self.variant, self._batch.game(game), self._start.root_fen)

    def playout(self, games: int, *, seed: int = 0, plies: int = 0, claims: bool = True) -> Playtest:
        """Random games from where this batch begins to their ends, as arrays: see Variant.playtest."""
        return self._start.playtest(games, seed=seed, plies=plies, claims=claims)


def _numpy(wanted: Optional[bool]) -> Any:
    if wanted is False:
        return None
    try:
        import numpy
    except ImportError:
        if wanted:
            raise
        return None
    return numpy
