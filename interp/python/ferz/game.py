"""Game: a game in progress."""

from __future__ import annotations

import random
from array import array
from typing import Any, Mapping, Optional, Union

from ferz import _ferz
from ferz.analysis import Analysis
from ferz.errors import AmbiguousMoveError, IllegalMoveError
from ferz.values import Attempt, Best, Cell, Message, Move, Playtest, Reasons, Result, best_of, move_of
from ferz.variant import Variant, _choice, _counts, _LANGUAGES

_FAIRY, _SAN = 0, 1


class Game:
    """A game in progress: a position and how it arose. It is for one thread at a time.

        game = ferz.Game(ferz.Variant("chess"))        or  variant.game(fen)
        game.push("e4"); game.pop()
        for move in game.legal_moves: ...
        print(game)                                    the board, with letters

    Moves are texts: "e2e4", "e7e8q", "P@e5", "claim-draw". Any form is read that people and other programs write (SAN, UCI); what
    ferz writes is its own. `warnings` has what was reported about the FEN. Games copy and pickle with their moves.
    """

    def __init__(self, variant: Union[Variant, str], fen: Optional[str] = None, *, play_on: bool = False) -> None:
        """
        fen      where it begins; None: the variant's start
        play_on  moves are legal after endings that only count (repetition, counted moves, insufficient material), as in other programs
        """
        self.variant = variant if isinstance(variant, Variant) else Variant(variant)
        self.root_fen = fen
        self._game, messages = self.variant._variant.game(fen)
        self.play_on = play_on
        self._game.play_on(play_on)
        self.warnings: tuple[Message, ...] = tuple(Message(**one) for one in messages)

    @classmethod
    def _of(cls, variant: Variant, game: Any, root_fen: Optional[str]) -> "Game":
        made = cls.__new__(cls)
        made.variant, made.root_fen, made._game, made.warnings, made.play_on = variant, root_fen, game, (), False
        return made

    def __repr__(self) -> str:
        return f"<ferz.Game {self.variant.name} {self.fen!r}>"

    def __str__(self) -> str:
        """The board with letters, the last row at the top."""
        rows: dict[tuple[int, int], dict[int, str]] = {}
        for cell in self.cells:
            rows.setdefault((cell.level, cell.row), {})[cell.column] = cell.piece or "."
        wide = max(len(text) for row in rows.values() for text in row.values())
        columns = 1 + max(column for row in rows.values() for column in row)
        lines = [" ".join(rows[key].get(column, "").rjust(wide) for column in range(columns)).rstrip()
                 for key in sorted(rows, key=lambda key: (key[0], -key[1]))]
        return "\n".join(lines)

    def __copy__(self) -> "Game":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _played_again, (type(self), self.variant, self.root_fen, self.move_stack, self.play_on)

    def copy(self) -> "Game":
        """A copy with its history, for another thread or another line of play."""
        made = type(self)._of(self.variant, self._game.copy(), self.root_fen)
        made.warnings, made.play_on = self.warnings, self.play_on
        return made

    # ---- moves ----

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves, claims included, sorted. None once the game is over. Where dice are to be rolled: the rolls."""
        return self._game.legal_moves()

    def moves(self) -> list[Move]:
        """The legal moves as data: what they capture, what becomes of the piece, the rule that allows them, how others write them."""
        return [move_of(one) for one in self._game.moves(None)]

    def move(self, text: str) -> Move:
        """The legal move that a text means, as data. IllegalMoveError where it means none or several."""
        try:
            return move_of(self._game.moves(text)[0])
        except IllegalMoveError as error:
            raise self._explained(error, text) from None

    def is_legal(self, move: str) -> bool:
        return bool(self.why(move))

    def push(self, move: str) -> str:
        """Plays a move and returns its own text. IllegalMoveError (AmbiguousMoveError) where it is none; the game is then unchanged."""
        try:
            return self._game.push(move)
        except IllegalMoveError as error:
            raise self._explained(error, move) from None

    def _explained(self, error: IllegalMoveError, move: str) -> IllegalMoveError:
        reasons = self.why(move)
        if "ambiguous" in reasons.kinds:
            error = AmbiguousMoveError(error.messages)
        error.reasons = reasons
        return error

    def pop(self) -> str:
        """Takes back the last move and returns it. IndexError at the start."""
        stack = self._game.plies()
        if not self._game.undo():
            raise IndexError("there is no move to take back")
        return stack[-1]

    def peek(self) -> str:
        """The last move. IndexError at the start."""
        return self._game.plies()[-1]

    @property
    def move_stack(self) -> list[str]:
        """The moves so far."""
        return self._game.plies()

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return self._game.ply_count()

    def parse(self, move: str) -> str:
        """The legal move that a text means, in ferz's own form. IllegalMoveError where it means none or several."""
        try:
            return self._game.find_move(move)
        except IllegalMoveError as error:
            raise self._explained(error, move) from None

    def san(self, move: str) -> str:
        """A legal move as PGN writes it: Nf3, exd5, O-O; ferz's own text where it has no such form."""
        return self._game.move_for(move, _SAN)

    def uci(self, move: str) -> str:
        """A legal move as Fairy-Stockfish and the programs around it write it."""
        return self._game.move_for(move, _FAIRY)

    @property
    def rolls(self) -> dict[str, int]:
        """The possible rolls of the dice, and how many outcomes of the dice give each; empty where no roll is due."""
        return dict(self._game.rolls())

    def roll(self, generator: Optional[random.Random] = None) -> str:
        """Rolls the dice by their odds and plays the roll. ValueError where no roll is due."""
        move = self._game.roll((generator or random).getrandbits(63))
        if move is None:
            raise ValueError("no roll is due")
        return self.push(move)

    # ---- the position ----

    @property
    def fen(self) -> str:
        return self._game.fen()

    @property
    def uci_fen(self) -> str:
        """The position as Fairy-Stockfish and the programs around it read it; what it cannot say is left out."""
        return self._game.fen_for(_FAIRY)[0]

    @property
    def side(self) -> int:
        """The number of the player to move; the number of players where dice are to be rolled."""
        return self._game.side()

    @property
    def turn(self) -> Optional[str]:
        """The name of the player to move; None where dice are to be rolled."""
        side = self._game.side()
        return self.variant.players[side] if side < len(self.variant.players) else None

    @property
    def commander(self) -> int:
        """The number of the player who chooses the move: the player to move, or the one who commands these pieces."""
        return self._game.state()[1]

    @property
    def turn_move(self) -> Optional[tuple[int, int]]:
        """Where a turn has several moves: the number of the next one, from 1, and of how many (0: as many as the player wants)."""
        *_, number, count = self._game.state()
        return None if number is None else (number, count)

    @property
    def in_check(self) -> bool:
        """A royal piece of the side to move is attacked."""
        return self._game.state()[2]

    @property
    def hash(self) -> int:
        """64 bits that are equal where repetition finds positions equal."""
        return self._game.state()[3]

    @property
    def cells(self) -> list[Cell]:
        """The cells of the board and what stands there."""
        return [Cell(*one) for one in self._game.cells()]

    def hand(self, player: int) -> dict[str, int]:
        """The pieces in a player's hand: how many of each letter."""
        found: dict[str, int] = {}
        for word in self._game.hand(player).split():
            letter = word.lstrip("0123456789")
            found[letter] = int(word[: len(word) - len(letter)] or 1)
        return found

    # ---- over or not ----

    def _result(self, status: tuple[int, Optional[int], int, str]) -> Optional[Result]:
        outcome, winner, share, reason = status
        if outcome == 0:
            return None
        sides, players = self.variant.sides, self.variant.players
        if winner is None:
            return Result(None, reason, tuple(1 / len(set(sides)) for _ in players))
        others = max(1, len(set(sides)) - 1)
        points = tuple(share / 100 if sides[player] == sides[winner] else (100 - share) / 100 / others for player in range(len(players)))
        return Result(players[winner], reason, points)

    @property
    def result(self) -> Optional[Result]:
        """How the game ended; None while it goes on."""
        return self._result(self._game.status())

    @property
    def is_over(self) -> bool:
        return self._game.status()[0] != 0

    def flag(self, player: int) -> Optional[Result]:
        """How the game ends once the time of a player has run out; None where there are more than two sides."""
        status = self._game.flag(player)
        return None if status is None else self._result(status)

    def cannot_win(self, player: int) -> bool:
        """Whether a player can never win, as the game's own rules of insufficient material tell. True only where that is certain."""
        return self._game.cannot_win(player)

    def why(self, move: Optional[str] = None, language: str = "en") -> Reasons:
        """Why a move is legal or not and what it does; without a move, why the game is over or not. Data: see ferz.Reason."""
        return Reasons(*self._game.why(move, _choice(_LANGUAGES, language)))

    # ---- hidden information ----

    def view(self, player: int) -> "Game":
        """The position as a player sees it, as a game of its own without a history."""
        return type(self)._of(self.variant, self._game.view(player), None)

    def view_fen(self, player: int) -> str:
        """The same as a FEN; what the player does not see is empty."""
        return self._game.view_fen(player)

    def view_moves(self, player: int) -> list[str]:
        """The moves so far as a player knows them: "?" for those that they did not see."""
        return [self._game.ply_view(index, player)[0] for index in range(self._game.ply_count())]

    def announcements(self, ply: int) -> list[str]:
        """What everybody heard about a move, by its number from 0."""
        return self._game.ply_view(ply, 0)[1].splitlines()

    def tries(self, player: int) -> list[str]:
        """The moves that seem possible to a player; none when it is not their turn."""
        return self._game.tries(player)

    def attempt(self, move: str) -> Attempt:
        """Tries a move, or asks the umpire ("any?"). In variants without tries an illegal move raises IllegalMoveError."""
        return Attempt(*self._game.attempt(move))

    # ---- by numbers ----

    def actions(self) -> dict[str, int]:
        """The legal moves and their numbers, as Variant.encoding has them."""
        return dict(zip(self.legal_moves, array("I", self.variant.encoding._encoding.actions(self._game, -1))))

    def try_actions(self, player: int) -> dict[str, int]:
        """What seems possible to a player, as tries() has it, and its numbers."""
        return dict(zip(self.tries(player), array("I", self.variant.encoding._encoding.actions(self._game, player))))

    def push_action(self, action: int) -> str:
        """Plays the legal move with this number and returns its text."""
        return self._game.push(self.variant.encoding._encoding.action_move(self._game, action))

    def planes(self, player: Optional[int] = None, out: Any = None) -> Any:
        """The position as planes of bytes, as a player sees it; None: all of it. Fills `out`, or a new bytearray, and returns it."""
        encoding = self.variant.encoding
        made = bytearray(encoding.shape[0] * encoding.shape[1] * encoding.shape[2]) if out is None else out
        encoding._encoding.planes(self._game, len(self.variant.players) if player is None else player, made)
        return made

    # ---- files and pictures ----

    def pgn(self, tags: Optional[Mapping[str, str]] = None, comment: Optional[str] = None) -> str:
        """The game as PGN."""
        tags = tags or {}
        return self._game.pgn(list(tags), list(tags.values()), comment)

    def example(self, title: Optional[str] = None) -> str:
        """An example in the form of NAME.test.yaml: how the position arose and what holds in it now."""
        return self._game.example(self.root_fen, title)

    def svg(self, **picture: Any) -> str:
        """The position as SVG; `picture` as in Variant.svg, and last_move: whether the last move is highlighted."""
        return self._game.picture(**picture)

    def _repr_svg_(self) -> str:
        return self.svg()

    # ---- counted and searched ----

    def perft(self, depth: int, *, to_end: bool = False) -> int:
        """How many sequences of `depth` moves there are. `to_end`: none goes on once the game is over, by whatever ending."""
        return self._game.perft(depth, False, to_end)[0]

    def divide(self, depth: int, *, to_end: bool = False) -> dict[str, int]:
        """The same for each first move."""
        return dict(self._game.perft(depth, True, to_end)[1])

    def playtest(self, games: int = 1000, *, seed: int = 0, plies: int = 0, claims: bool = True) -> Playtest:
        """Random games from here to their ends; see Variant.playtest."""
        _counts(games=games, plies=plies)
        lengths, winners, endings, reasons, seconds = self._game.playouts(games, seed, plies, claims)
        return Playtest(self.variant.players, array("I", lengths), array("b", winners), array("h", endings), tuple(reasons), seconds)

    def best_move(self, **limits: Any) -> Best:
        """The best move; the thread waits, without the interpreter's lock. RulesError where there is none.

        level        1 to 10; the limits of a level of play. The default where no other limit is given is 5.
        depth nodes  plies, positions
        movetime     milliseconds; so are clock and increment; moves_to_go
        mate         stops when a mate in this many moves is found
        threads      default 1
        seed         chooses among equal moves; 0: no random choice
        hash_bytes   of the transposition table; default 16 MB
        method       "auto", "alphabeta" or "mcts"
        moves        only these are considered
        """
        return best_of(self._game.search(**_limits(limits)))

    def analyse(self, *, multipv: int = 1, **limits: Any) -> Analysis:
        """An iterator over the lines that a search finds, as ferz.Line, while another thread searches. Without limits it goes on
        until it is left:

            with game.analyse(multipv=3) as analysis:
                for line in analysis:
                    if line.depth >= 12: break

        The limits are those of best_move; `best` of the analysis waits for the end.
        """
        return Analysis(self._game.copy(), multipv, _limits(limits, level=0))


_METHODS = {"auto": 0, "alphabeta": 1, "mcts": 2}


def _limits(limits: dict[str, Any], level: int = 5) -> dict[str, Any]:
    made = dict(limits)
    _counts(**{name: made[name] for name in ("nodes", "hash_bytes", "threads") if name in made})
    if "method" in made:
        made["method"] = _choice(_METHODS, made["method"])
    if "moves" in made:
        made["searchmoves"] = " ".join(made.pop("moves"))
    if level and not any(made.get(name) for name in ("level", "depth", "nodes", "movetime", "clock", "mate")):
        made["level"] = level
    return made


def _played_again(cls: type, variant: Variant, fen: Optional[str], moves: list[str], play_on: bool) -> Game:
    made = cls(variant, fen, play_on=play_on)
    for move in moves:
        made._game.push(move)
    return made
