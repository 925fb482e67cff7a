"""Analysis: a search in another thread, as an iterator over its lines."""

from __future__ import annotations

import atexit
import queue
import threading
import weakref
from typing import Any, Iterator, Optional

from ferz.values import Best, Line, best_of

_BOUNDS = ("exact", "lower", "upper")


class _Search:
    """What the thread works on. It knows nothing of the Analysis, so that one that nobody holds any more stops it."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.lines: "queue.SimpleQueue[Optional[Line]]" = queue.SimpleQueue()
        self.best: Optional[Best] = None
        self.error: Optional[BaseException] = None

    def run(self, limits: dict[str, Any]) -> None:
        try:
            found = self.game.search(info=self.hear, **limits)
            self.best = best_of(found)
        except BaseException as error:  # raised where the lines are read
            self.error = error
        self.lines.put(None)

    def hear(self, depth: int, seldepth: int, multipv: int, bound: int, *rest: Any) -> None:
        nodes, milliseconds, score, mate, hashfull, pv = rest
        self.lines.put(Line(depth, seldepth, multipv, _BOUNDS[bound], nodes, milliseconds, score, mate, hashfull, tuple(pv.split())))


class Analysis(Iterator[Line]):
    """What Game.analyse gives. It works on a copy: the game itself may be played on. Leaving it stops the search."""

    def __init__(self, game: Any, multipv: int, limits: dict[str, Any]) -> None:
        self._search = _Search(game)
        self._over = False
        self._thread = threading.Thread(target=self._search.run, args=({"multipv": multipv, **limits},), daemon=True)
        self._thread.start()
        _running.add(self)

    def __next__(self) -> Line:
        line = None if self._over else self._search.lines.get()
        if line is None:
            self._over = True
            if self._search.error is not None:
                raise self._search.error
            raise StopIteration
        return line

    def __enter__(self) -> "Analysis":
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def __del__(self) -> None:
        self._search.game.stop()

    def stop(self) -> None:
        """Ends the search and waits until it has ended."""
        self._search.game.stop()
        self._thread.join()

    @property
    def best(self) -> Best:
        """The best move, once the search has ended; waits for that."""
        self._thread.join()
        if self._search.error is not None:
            raise self._search.error
        assert self._search.best is not None
        return self._search.best


_running: "weakref.WeakSet[Analysis]" = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    for one in list(_running):
        one.stop()
