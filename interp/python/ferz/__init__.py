"""Rules of chess variants and their relatives, read from files.

    >>> import ferz
    >>> chess = ferz.Variant("chess")
    >>> game = chess.game()
    >>> game.push("e4")
    'e2e4'
    >>> game.why("e8g8").text
    'illegal: castling (king side): f8 is occupied'

Variant    the rules of a game: loaded by name, from a file or from a text; what they are, as data and in words
Game       a game in progress: legal moves, push and pop, reasons, results, pictures, analysis
Batch      many games of one variant side by side, by numbers: for agents that learn
Error      what is raised, with file, line, column, code and hint

ferz.pyffish       the functions of pyffish, for tools that are written for it
ferz.pettingzoo    an AEC environment of PettingZoo (needs pettingzoo and NumPy)
ferz.openspiel     a game in the shape of OpenSpiel (needs nothing; registers itself where pyspiel is there)

Cells, moves and results are written as the rules write them: `ferz.help_url` says where that is explained.
"""

from ferz._ferz import version as _version
from ferz.analysis import Analysis
from ferz.batch import Batch, Encoding, View
from ferz.errors import AmbiguousMoveError, BudgetError, Error, IllegalMoveError, RulesError, SystemFailure
from ferz.game import Game
from ferz.values import (
    Attempt,
    Best,
    Captured,
    Cell,
    Diff,
    Ending,
    Explanation,
    Line,
    Message,
    Move,
    Option,
    Piece,
    PieceMove,
    Plane,
    Playtest,
    Reason,
    Reasons,
    Result,
    Tuned,
    VariantInfo,
)
from ferz.variant import Variant, explain_code, import_ini, message_codes, variants

__version__ = _version()
help_url = "guides/python.md, guides/rules/README.md"

__all__ = [
    "AmbiguousMoveError",
    "Analysis",
    "Attempt",
    "Batch",
    "Best",
    "BudgetError",
    "Captured",
    "Cell",
    "Diff",
    "Encoding",
    "Ending",
    "Error",
    "Explanation",
    "Game",
    "IllegalMoveError",
    "Line",
    "Message",
    "Move",
    "Option",
    "Piece",
    "PieceMove",
    "Plane",
    "Playtest",
    "Reason",
    "Reasons",
    "Result",
    "RulesError",
    "SystemFailure",
    "Tuned",
    "Variant",
    "VariantInfo",
    "View",
    "explain_code",
    "import_ini",
    "message_codes",
    "variants",
]
