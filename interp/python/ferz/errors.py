"""What ferz raises. Every exception has `messages`, and the members of the first error among them."""

from __future__ import annotations

from typing import Any, Optional

from ferz.values import Message, Reasons


class Error(Exception):
    """A call that failed.

    messages  all that was reported, errors and warnings, as ferz.Message
    file      where the first error is, as the user named the file; None without a location
    line      from 1; 0 without a location
    column    from 1, in code points
    code      such as "E0301"; ferz.explain_code tells what it means, and it never changes its meaning
    text      one line
    hint      what to do about it, or None
    """

    def __init__(self, messages: tuple[Message, ...] = (), text: str = "") -> None:
        self.messages = messages
        first = next((one for one in messages if not one.warning), messages[0] if messages else None)
        self.file: Optional[str] = first.file if first else None
        self.line: int = first.line if first else 0
        self.column: int = first.column if first else 0
        self.code: Optional[str] = first.code if first else None
        self.text: str = first.text if first else text
        self.hint: Optional[str] = first.hint if first else None
        super().__init__(messages, text)

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.file and self.line else ""
        return place + self.text + (f" ({self.hint})" if self.hint else "")

    @property
    def rendered(self) -> str:
        """All messages as a terminal would show them: location, text, source line, caret, hint."""
        return "".join(one.rendered for one in self.messages)


class RulesError(Error, ValueError):
    """Rules, a FEN, a PGN or an argument that cannot be accepted."""


class IllegalMoveError(Error, ValueError):
    """A move that is not legal: `text` says why, and `reasons` is the same as data (ferz.Reasons, or None)."""

    reasons: Optional[Reasons] = None


class AmbiguousMoveError(IllegalMoveError):
    """A text that could mean several legal moves."""


class BudgetError(Error):
    """A script, or a call, that used up its budget; or a call that was told to stop."""


class SystemFailure(Error, OSError):
    """A file that could not be read or written."""


_OUT_OF_MEMORY = "E0101"
_ILLEGAL_MOVE = "E0105"


def exception_of(result: int, messages: list[dict[str, Any]]) -> BaseException:
    """The exception for a ferz_result; the module in C calls this."""
    made = tuple(Message(**one) for one in messages)
    codes = {one.code for one in made if not one.warning}
    if result == 3:
        return SystemFailure(made) if codes - {_OUT_OF_MEMORY} else MemoryError("out of memory")
    if result == 4:
        return BudgetError(made, "the call was stopped")
    return IllegalMoveError(made) if _ILLEGAL_MOVE in codes else RulesError(made, "not accepted")
