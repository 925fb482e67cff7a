"""Memory: nothing grows with the plies that are played, and no reference is lost.

usage: test_memory.py [PLIES]    how many plies the batch plays; default 400000, `./dev python --long` ten million
"""

import gc
import os
import pickle
import sys
import unittest

import ferz
from ferz import pyffish

PLIES = int(sys.argv.pop()) if len(sys.argv) > 1 and sys.argv[-1].isdigit() else 400_000
SANITIZED = "libasan" in os.environ.get("LD_PRELOAD", "") or "ASAN_OPTIONS" in os.environ


def resident():
    """Bytes of memory in use."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Growth(unittest.TestCase):
    @unittest.skipIf(SANITIZED, "a sanitizer keeps freed memory back")
    def test_plies(self):
        """After the first tenth, a batch takes no more memory."""
        batch = ferz.Batch("chess", 256, planes=True, numpy=False)
        actions = batch.sample()
        steps = max(10, PLIES // 256)
        for _ in range(steps // 10):
            batch.step(batch.sample(actions))
        begun = resident()
        for _ in range(steps):
            batch.step(batch.sample(actions))
        self.assertLess(resident() - begun, 8 << 20)


def everything():
    """Each kind of call once, failures too."""
    chess = ferz.Variant("chess")
    game = chess.game()
    game.push("e4")
    game.pop()
    for bad in (lambda: game.push("e5e6"), lambda: chess.game("8"), lambda: ferz.Variant("no-such-game"), lambda: game.planes(0, bytearray(1)),
                lambda: ferz.Variant.from_yaml("name: X\nwrong: 1\n"), lambda: ferz.Batch(chess, 2, numpy=False).step([0, 0]),
                lambda: chess.explain_piece(99), lambda: game.view(9), lambda: game.best_move(level=99)):
        try:
            bad()
        except (ferz.Error, ValueError, IndexError, OSError):
            pass
    game.why("e1g1"), game.why(), game.legal_moves, game.moves(), game.result, game.cells, game.svg(highlighted=[1]), game.actions(), game.planes()
    game.pgn({"White": "A"}), game.divide(1), game.playtest(5), game.best_move(depth=1), game.copy().fen, str(game), game.hand(0)
    list(game.analyse(depth=1))
    pickle.loads(pickle.dumps(game))
    ferz.Game("kriegspiel").tries(0), ferz.Game("ludo").rolls, ferz.Game("kriegspiel").view(0)
    batch = ferz.Batch(chess, 4, masks="bytes", planes=True, numpy=False)
    batch.step(batch.sample())
    batch.game(1), batch.reset(), batch.look(), batch.reason(0)
    ferz.import_ini("[x:chess]\nwrong = 1\n"), ferz.variants(), chess.lint(), chess.piece_moves("knight"), chess.compare(chess)
    pyffish.legal_moves("chess", "startpos", ["e2e4"])


class References(unittest.TestCase):
    def test_no_object_is_lost(self):
        """Objects do not grow in number; under a debug interpreter, neither do references."""
        for _ in range(3):
            everything()
        gc.collect()
        # Only a module that was compiled for a debug interpreter counts along: ./dev python --long.
        count = sys.gettotalrefcount if os.environ.get("FERZ_PYTHON_DEBUG") else lambda: 0
        objects, references = len(gc.get_objects()), count()
        for _ in range(5):
            everything()
        gc.collect()
        self.assertLess(len(gc.get_objects()) - objects, 50)
        self.assertLess(count() - references, 250, "references for each round")

    @unittest.skipIf(SANITIZED, "a sanitizer keeps freed memory back")
    @unittest.skipUnless(os.environ.get("MALLOC_ARENA_MAX") == "1", "each thread would have an arena of its own: MALLOC_ARENA_MAX=1")
    def test_no_memory_is_lost(self):
        def least(rounds):
            found = []
            for _ in range(rounds):
                everything()
                gc.collect()
                found.append(resident())
            return min(found[rounds // 2:])

        begun = least(10)
        self.assertLess(least(20) - begun, 2 << 20)


if __name__ == "__main__":
    unittest.main()
