"""ferz.Game: moves, reasons, results, hidden information, analysis; threads, Ctrl-C, hostile arguments."""

import copy
import gc
import os
import pickle
import random
import signal
import threading
import time
import unittest

import ferz
from ferz import _ferz

# Kriegspiel begins with a setup; this is after one.
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
SLOW = """name: Slow
about: A hook that takes its time.
extends: chess
script: slow.lua
hooks: {slow: {at: legal}}
"""
SLOW_SCRIPT = "--- Slow.\nfunction slow(move)\n  local n = 0\n  for i = 1, 900000000 do n = n + i end\n  return true\nend\n"


class Moves(unittest.TestCase):
    def setUp(self):
        self.chess = ferz.Variant("chess")

    def test_push_and_pop(self):
        game = self.chess.game()
        self.assertEqual(len(game.legal_moves), 20)
        self.assertEqual([game.push(move) for move in ("e4", "e7e5", "Nf3")], ["e2e4", "e7e5", "g1f3"])
        self.assertEqual((game.turn, game.side, game.ply, game.peek()), ("black", 1, 3, "g1f3"))
        self.assertEqual(game.pop(), "g1f3")
        self.assertEqual(game.move_stack, ["e2e4", "e7e5"])
        self.assertEqual(game.fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2".replace("e6", game.fen.split()[3]))
        self.assertEqual((game.san("g1f3"), game.uci("g1f3"), game.parse("Nf3")), ("Nf3", "g1f3", "g1f3"))
        with self.assertRaises(IndexError):
            self.chess.game().pop()

    def test_illegal_moves_have_reasons(self):
        game = self.chess.game()
        with self.assertRaises(ferz.IllegalMoveError) as caught:
            game.push("e1g1")
        self.assertEqual(caught.exception.reasons[0].kind, "castling-occupied")
        self.assertEqual(caught.exception.code, "E0105")
        self.assertEqual(game.ply, 0)
        with self.assertRaises(ferz.AmbiguousMoveError):
            self.chess.game("4k3/8/8/8/R7/8/8/R3K3 w - - 0 1").push("Ra3")

    def test_why(self):
        reasons = self.chess.game().why("e2e4")
        self.assertTrue(reasons and reasons[0].role == "verdict")
        self.assertEqual([one.cells[0] for one in reasons if one.kind.startswith("cell-")], ["e2", "e4"])
        self.assertFalse(self.chess.game().why("e2e5"))
        self.assertFalse(self.chess.game().why())
        self.assertNotEqual(self.chess.game().why("e1g1", "ru").text, self.chess.game().why("e1g1").text)

    def test_moves_as_data(self):
        game = self.chess.game("4k3/8/8/3pP3/8/8/6P1/4K2R w K d6 0 2")
        self.assertEqual([move.text for move in game.moves()], game.legal_moves)
        passing, castling = game.move("exd6"), game.move("O-O")
        self.assertEqual((passing.captured, passing.san, passing.piece), ((ferz.Captured("d5", "pawn", "black"),), "exd6", "pawn"))
        self.assertEqual((castling.castling, castling.partner, castling.kind), ("short", ("h1", "f1"), "board"))
        self.assertEqual(ferz.Game("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1").move("P@e5").kind, "drop")
        with self.assertRaises(ferz.IllegalMoveError):
            game.move("e1e3")

    def test_results(self):
        game = self.chess.game()
        self.assertIsNone(game.result)
        for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
            game.push(move)
        self.assertEqual((game.result.winner, game.result.reason, game.result.points, game.result.pgn), ("black", "checkmate", (0.0, 1.0), "0-1"))
        self.assertEqual(game.legal_moves, [])
        self.assertTrue(game.is_over and game.in_check)
        dead = self.chess.game("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
        self.assertEqual((dead.result.winner, dead.result.points, dead.cannot_win(0)), (None, (0.5, 0.5), True))
        self.assertEqual(dead.legal_moves, [])
        self.assertEqual(len(ferz.Game(self.chess, dead.fen, play_on=True).legal_moves), 5)
        self.assertEqual(self.chess.game().flag(0).winner, "black")
        self.assertEqual(self.chess.game("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").flag(0).winner, None)

    def test_copies_and_pickles(self):
        game = self.chess.game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
        game.push("e2e4")
        for other in (copy.copy(game), game.copy(), pickle.loads(pickle.dumps(game))):
            self.assertEqual((other.fen, other.move_stack, other.hash), (game.fen, game.move_stack, game.hash))
            other.pop()
        self.assertEqual(game.ply, 1)

    def test_pgn(self):
        game = self.chess.game()
        game.push("e4")
        text = game.pgn({"White": "A", "Black": "B"}, "why not")
        self.assertIn('[White "A"]', text)
        self.assertEqual(self.chess.read_pgn(text).move_stack, ["e2e4"])
        with self.assertRaises(ferz.IllegalMoveError) as caught:
            self.chess.read_pgn("1. e5 *")
        self.assertEqual((caught.exception.line, caught.exception.column), (1, 4))
        self.assertIn("count: 20", game.example("one move"))

    def test_board(self):
        game = ferz.Game("crazyhouse")
        self.assertEqual(str(game).splitlines()[0], "r n b q k b n r")
        self.assertEqual({cell.name: cell.piece for cell in game.cells}["e1"], "K")
        for move in ("e4", "d5", "exd5"):
            game.push(move)
        self.assertEqual(game.hand(0), {"P": 1})
        self.assertIn("P@d4", ferz.Game("crazyhouse", game.fen.replace(" b ", " w ")).legal_moves)
        self.assertTrue(game._repr_svg_().startswith("<svg"))
        self.assertNotEqual(game.svg(last_move=False), game.svg())

    def test_dice(self):
        game = ferz.Game("ludo")
        self.assertIsNone(game.turn)
        self.assertEqual(sum(game.rolls.values()), 6)
        self.assertTrue(game.roll(random.Random(1)).startswith("roll "))
        with self.assertRaises(ValueError):
            game.roll()

    def test_hidden(self):
        game = ferz.Game("kriegspiel", START)
        game.push("e2e4")
        self.assertNotIn("P", game.view_fen(1).split()[0])
        self.assertEqual(game.view_moves(1), ["?"])
        self.assertEqual(game.tries(0), [])
        self.assertEqual(len(game.tries(1)), len(game.try_actions(1)))
        self.assertFalse(game.attempt("e7e2").played)
        self.assertTrue(game.attempt("e7e5").played)
        self.assertEqual(game.view(0).fen, game.view_fen(0))

    def test_counts(self):
        game = self.chess.game()
        self.assertEqual((game.perft(3), sum(game.divide(2).values()), game.divide(2)["e2e4"]), (8902, 400, 20))

    def test_numbers(self):
        game = ferz.Game("shogi")
        actions = game.actions()
        self.assertEqual(list(actions), game.legal_moves)
        self.assertEqual(game.push_action(actions["c3c4"]), "c3c4")
        with self.assertRaises(ferz.IllegalMoveError):
            game.push_action(actions["c3c4"])


class Search(unittest.TestCase):
    def test_best_move(self):
        game = ferz.Game("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
        best = game.best_move(depth=3)
        self.assertEqual((best.move, best.mate, best.pv[0]), ("a1a8", 1, "a1a8"))
        self.assertEqual(game.best_move(depth=2, moves=["g1f1"]).move, "g1f1")
        with self.assertRaises(ValueError):
            game.best_move(level=77)
        with self.assertRaises(TypeError):
            game.best_move(no_such_limit=1)

    def test_analysis(self):
        game = ferz.Game("chess")
        with game.analyse(multipv=2) as analysis:
            for line in analysis:
                self.assertIn(line.move, game.legal_moves)
                if line.depth >= 3:
                    break
            game.push("e2e4")  # the game itself is free
        self.assertIn(analysis.best.move, ferz.Game("chess").legal_moves)
        depths = [line.depth for line in game.analyse(depth=3)]
        self.assertEqual(depths[-1], 3)
        with self.assertRaises(ferz.RulesError):
            list(ferz.Game("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1").analyse(depth=2))

    def test_one_that_nobody_holds_stops(self):
        before = threading.active_count()
        for line in ferz.Game("chess").analyse():
            break
        del line
        gc.collect()
        deadline = time.time() + 10
        while threading.active_count() > before and time.time() < deadline:
            time.sleep(0.02)
        self.assertEqual(threading.active_count(), before)


class Machine(unittest.TestCase):
    def test_other_threads_run(self):
        """While a search works, this thread counts: the lock is free."""
        counted = 0
        thread = threading.Thread(target=lambda: ferz.Game("chess").best_move(movetime=400))
        thread.start()
        while thread.is_alive():
            counted += 1
        self.assertGreater(counted, 1000)

    def test_one_game_is_for_one_thread(self):
        game, refused = ferz.Game("chess"), []
        thread = threading.Thread(target=lambda: game._game.search(movetime=500))
        thread.start()
        while thread.is_alive() and not refused:
            try:
                game.fen
            except RuntimeError as error:
                refused.append(str(error))
        game._game.stop()
        thread.join()
        self.assertIn("thread", refused[0])

    def test_interrupt(self):
        """Ctrl-C ends a search, a count, random games, a comparison, tuning."""
        chess = ferz.Variant("chess")
        for work in (lambda: chess.game().best_move(depth=90), lambda: chess.game().perft(12), lambda: chess.playtest(10**9),
                     lambda: chess.diff(ferz.Variant("chess960"), games=10**6),
                     lambda: chess.tune(games=10**6)):
            timer = threading.Timer(0.15, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            begun = time.time()
            with self.assertRaises(KeyboardInterrupt):
                work()
            timer.join()
            self.assertLess(time.time() - begun, 8)

    def test_a_script_that_hangs(self):
        slow = ferz.Variant.from_yaml(SLOW, script=SLOW_SCRIPT, name="slow")
        with self.assertRaises(ferz.BudgetError) as caught:
            slow.game().legal_moves
        self.assertEqual((caught.exception.file, caught.exception.line), ("slow.lua", 4))

    def test_hostile_arguments(self):
        chess = ferz.Variant("chess")
        game = chess.game()
        for call in (lambda: game.push("e2\0e4"), lambda: game.push(3), lambda: game.move(3), lambda: game.move("\0"), lambda: game.push("x" * 100000), lambda: game.push("\ud800"),
                     lambda: chess.game("8/8"), lambda: chess.game("\0"), lambda: game.view(9), lambda: game.hand(-1),
                     lambda: game.announcements(5), lambda: game.cannot_win(2**70), lambda: game.flag(7), lambda: game.perft("x"),
                     lambda: game.svg(size="x"), lambda: game.svg(highlighted=[-1]), lambda: chess.piece_moves(99),
                     lambda: chess.piece_moves(0, 5, 5), lambda: game.push_action(-1), lambda: game.push_action(10**12),
                     lambda: game.planes(0, bytearray(3)), lambda: game.planes(0, b"x" * 1344), lambda: game.planes(0, "text"),
                     lambda: ferz.Batch("chess", 0), lambda: ferz.Batch("chess", 2**40), lambda: ferz.Batch("chess", -5),
                     lambda: _ferz.Game(), lambda: _ferz.Variant(), lambda: _ferz.Batch(), lambda: _ferz.load("chess", 3, 4, 5, 6),
                     lambda: _ferz.load_text("x", "y", None, ["\0"], ([], []), 0), lambda: chess._variant.compare(game._game, 0),
                     lambda: chess.encoding._encoding.actions(chess._variant, -1), lambda: chess.encoding.action_text(10**9),
                     lambda: chess.playtest(-1), lambda: chess.read_pgn("[", 10**6)):
            with self.assertRaises((ferz.Error, TypeError, ValueError, IndexError, OverflowError, BufferError)):
                call()
        self.assertEqual(game.ply, 0)


if __name__ == "__main__":
    unittest.main()
