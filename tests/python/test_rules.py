"""ferz.Variant: loading, errors as exceptions, what a variant is, in words and pictures, measured."""

import os
import pickle
import tempfile
import unittest

import ferz

DUEL = """name: Duel
about: Two knights and no kings.
script: duel.lua
board: {size: 4x4}
pieces:
  knight: {letter: n, moves: N}
start: "n3/4/4/3N w - - 0 1"
end: {extinct: loss, stalemate: draw, repetition 3: draw}
hooks: {no_corner: {at: legal}}
"""
SCRIPT = "--- Refuses a corner.\nfunction no_corner(move)\n  return move.to ~= cell(4, 4), 'that corner is closed'\nend\n"


class Loading(unittest.TestCase):
    def test_facts(self):
        chess = ferz.Variant("chess")
        self.assertEqual((chess.name, chess.title, chess.players), ("chess", "Chess", ("white", "black")))
        self.assertEqual(chess.start_fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        self.assertEqual([piece.letter for piece in chess.pieces if piece.royal], ["k"])
        self.assertTrue(chess.is_rectangular and not chess.has_hands and not chess.hides_information)
        self.assertEqual(len(chess.fingerprint), 64)
        self.assertTrue(ferz.Variant("crazyhouse").captures_to_hand)
        self.assertFalse(chess.captures_to_hand)

    def test_names(self):
        names = [one.name for one in ferz.variants()]
        self.assertGreater(len(names), 90)
        details = {one.name: one for one in ferz.variants(details=True)}
        self.assertTrue(details["kriegspiel"].hides_information and details["ludo"].dice)

    def test_options(self):
        plain, five = ferz.Variant("three-check"), ferz.Variant("three-check", {"checks": 5})
        self.assertNotEqual(plain, five)
        self.assertEqual({one.name: one.chosen for one in five.options}["checks"], "5")
        with self.assertRaises(ferz.RulesError):
            ferz.Variant("chess", {"no such option": "x"})

    def test_errors_have_places(self):
        with self.assertRaises(ferz.RulesError) as caught:
            ferz.Variant.from_yaml("name: X\nbaord: {size: 3x3}\n", name="x.yaml")
        error = caught.exception
        self.assertEqual((error.file, error.line, error.column, error.code), ("x.yaml", 2, 1, "E0301"))
        self.assertIn("board", error.hint)
        self.assertIn("baord", error.rendered)
        self.assertIsInstance(error, ValueError)
        self.assertEqual(pickle.loads(pickle.dumps(error)).line, 2)
        self.assertIn("key", ferz.explain_code(error.code).title)
        with self.assertRaises(KeyError):
            ferz.explain_code("E9999")
        self.assertIn("E0301", ferz.message_codes())

    def test_a_missing_game_is_an_os_error(self):
        with self.assertRaises(OSError) as caught:
            ferz.Variant("no-such-game")
        self.assertIsInstance(caught.exception, ferz.Error)

    def test_texts_and_scripts(self):
        duel = ferz.Variant.from_yaml(DUEL, script=SCRIPT, name="duel")
        self.assertEqual(len(duel.hooks), 1)
        game = duel.game("4/1n2/4/3N w - - 0 1")
        self.assertEqual([reason.kind for reason in duel.game("4/4/2N1/n3 w - - 0 1").why("c2d4")], ["hook-refuses"])
        self.assertIn("d1b2", game.legal_moves)
        again = pickle.loads(pickle.dumps(duel))
        self.assertEqual(again, duel)

    def test_overlays_and_folders(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "small.yaml")
            with open(path, "w") as file:
                file.write("name: Small\nabout: A.\nextends: chess\n")
            small = ferz.Variant("small", folders=[folder])
            self.assertEqual(small.title, "Small")
            changed = ferz.Variant("small", folders=[folder], texts={small.file: "name: Large\nabout: A.\nextends: chess\n"})
            self.assertEqual(changed.title, "Large")
            copied = pickle.dumps(small)
            with open(path, "a") as file:
                file.write("# other bytes\n")
            with self.assertRaises(ValueError):
                pickle.loads(copied)
        with self.assertRaises(TypeError):
            ferz.Variant("chess", folders="/tmp")

    def test_import(self):
        made, messages = ferz.import_ini("[sideways:chess]\npawnTypes = p\n[strange:chess]\nnoSuchKey = 3\n")
        self.assertIn("sideways", made)
        self.assertTrue(messages)
        self.assertIn("[", ferz.Variant("berolina-chess").to_ini())


class Words(unittest.TestCase):
    def test_pages(self):
        duck = ferz.Variant("duck-chess")
        self.assertIn("duck", duck.explain())
        self.assertIn("Утиные", duck.explain("ru"))
        self.assertIn("<html", duck.explain("en", "html"))
        self.assertIn("leap", ferz.Variant("chess").explain_piece("knight"))
        with self.assertRaises(ValueError):
            duck.explain("xx")
        with self.assertRaises(KeyError):
            duck.explain_piece("no such piece")
        self.assertTrue(ferz.Variant("chess").compare(ferz.Variant("atomic")))

    def test_pictures(self):
        chess = ferz.Variant("chess")
        self.assertTrue(chess._repr_svg_().startswith("<svg"))
        self.assertNotEqual(chess.svg("knight", cell=27), chess.svg())
        self.assertEqual({move.cell for move in chess.piece_moves("knight", 0, 0)}, {10, 17})
        self.assertEqual(chess.lint(), [])


class Measured(unittest.TestCase):
    def test_playtest(self):
        found = ferz.Variant("tic-tac-toe").playtest(2000, seed=3)
        self.assertEqual((len(found), sum(found.results.values()), sum(found.ends.values())), (2000, 2000, 2000))
        self.assertEqual((min(found.lengths), max(found.lengths)), (5, 9))
        self.assertGreater(found.results["cross"] if "cross" in found.results else max(found.results.values()), 1000)
        self.assertEqual(list(found.lengths), list(ferz.Variant("tic-tac-toe").playtest(2000, seed=3).lengths))
        self.assertEqual(sum(count for _, _, count in found.histogram()), 2000)
        self.assertTrue(found._repr_svg_().startswith("<svg"))
        cut = ferz.Variant("chess").playtest(20, plies=3)
        self.assertEqual((set(cut.winners), set(cut.endings), set(cut.lengths)), ({-2}, {-1}, {3}))

    def test_diff(self):
        found = ferz.Variant("nine-holes").diff(ferz.Variant("tic-tac-toe"), games=2, plies=20, most=1)
        self.assertTrue(found)
        self.assertTrue(found.positions[0].differences or found.positions[0].status != (None, None))
        self.assertTrue(ferz.Variant("los-alamos").diff(ferz.Variant("gardner-minichess")).incompatible)

    def test_tune(self):
        heard = []
        tuned = ferz.Variant("los-alamos").tune(games=2, nodes=20, seed=1, progress=lambda *numbers: heard.append(numbers))
        self.assertIn("ferz tune", tuned.yaml)
        self.assertEqual(heard[0][0], "selfplay")
        with self.assertRaises(ferz.RulesError):
            ferz.Variant("kriegspiel").tune(games=2)

    def test_examples(self):
        passed, failed, messages = ferz.Variant("atomic").run_examples()
        self.assertGreater(passed, 3)
        self.assertEqual((failed, messages), (0, []))


if __name__ == "__main__":
    unittest.main()
