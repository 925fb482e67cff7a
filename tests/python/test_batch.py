"""ferz.Batch and ferz.Encoding: masks, planes and results beside single games."""

import random
import unittest
from array import array

import ferz

GAMES = ("chess", "crazyhouse", "shogi", "draughts-international", "morris", "duck-chess", "tavreli", "hex80", "amazons", "dice-chess",
         "kriegspiel", "four-handed-double-board", "crown", "marseillais", "xiangqi", "sittuyin")


def bits_of(row):
    return {8 * index + bit for index, byte in enumerate(bytes(row)) for bit in range(8) if byte >> bit & 1}


class Beside(unittest.TestCase):
    def test_every_step_beside_a_game(self):
        """Legal actions, who is to move and the planes are those of a game that plays the same."""
        for name in GAMES:
            with self.subTest(name):
                batch = ferz.Batch(name, 2, planes=True, seed=5, rolls=True, plies=60, numpy=False)
                view = batch.look()
                for _ in range(45):
                    view = batch.step(batch.sample())
                for index in range(2):
                    game = batch.game(index)
                    legal = {number for move, number in game.actions().items() if not move.startswith("claim-")}
                    length = view.mask.shape[1]
                    self.assertEqual(bits_of(bytes(view.mask)[index * length:(index + 1) * length]), legal)
                    self.assertEqual((view.players[index], view.move_count[index]), (game.side, len(legal)))
                    seen = game.planes(game.side) if game.variant.hides_information else game.planes()
                    size = len(seen)
                    self.assertEqual(bytes(view.planes)[index * size:(index + 1) * size], bytes(seen))

    def test_planes(self):
        chess = ferz.Variant("chess")
        planes, encoding = chess.game().planes(), chess.encoding
        area = encoding.shape[1] * encoding.shape[2]
        shown = {(plane.kind, plane.player, plane.name): planes[i * area:(i + 1) * area] for i, plane in enumerate(encoding.planes)}
        self.assertEqual([i for i, byte in enumerate(shown["piece", 0, "knight"]) if byte], [1, 6])
        self.assertEqual(sum(shown["piece", 1, "pawn"]), 8)
        self.assertEqual(bytes(shown["side to move", 0, ""]), b"\1" * 64)
        self.assertEqual(sum(shown["right", 1, "h8"]), 64)
        game = chess.game("4k3/8/8/8/3p4/8/4P3/4K3 w - - 12 9")
        clock = 64 * [plane.kind for plane in encoding.planes].index("halfmove clock")
        self.assertEqual(game.planes()[clock], 12)
        game.push("e2e4")
        passant = 64 * [plane.kind for plane in encoding.planes].index("en passant")
        self.assertEqual([i for i in range(64) if game.planes()[passant + i]], [20])

    def test_numbers_are_stable(self):
        """What a network has learned must not change its meaning: a change here needs a new version of the encoding."""
        encoding = ferz.Variant("chess").encoding
        self.assertEqual((encoding.action_count, encoding.shape), (1992, (21, 8, 8)))
        actions = ferz.Game("chess", "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1").actions()
        named = {move: encoding.action_text(number) for move, number in actions.items()}
        self.assertEqual((named["a1b1"], named["e1g1"], named["b7a8n"]), ("a1b1", "castling 0", "b7a8=4"))
        file = ferz.Variant("chess").file
        with open(file, encoding="utf-8") as rules:
            again = ferz.Variant("chess", texts={file: rules.read() + "# more\n"})
        self.assertEqual(again.encoding.fingerprint, encoding.fingerprint)
        self.assertNotEqual(again.fingerprint, ferz.Variant("chess").fingerprint)
        self.assertNotEqual(ferz.Variant("shogi").encoding.fingerprint, encoding.fingerprint)

    def test_hidden(self):
        """The planes of the player to move show nothing of the other side's pieces."""
        batch = ferz.Batch("kriegspiel", 1, planes=True, numpy=False)
        encoding = batch.encoding
        area = encoding.shape[1] * encoding.shape[2]
        enemy = [i for i, plane in enumerate(encoding.planes) if plane.kind == "piece" and plane.player == 1]
        planes = bytes(batch.look().planes)
        self.assertEqual(sum(sum(planes[i * area:(i + 1) * area]) for i in enemy), 0)


class Playing(unittest.TestCase):
    def test_results(self):
        batch = ferz.Batch("tic-tac-toe", 64, seed=2, numpy=False)
        seen, ended = set(), 0
        for _ in range(60):
            view = batch.step(batch.sample())
            for game in range(64):
                if view.ended[game]:
                    ended += 1
                    points = tuple(view.points[game, player] for player in range(2))
                    seen.add(points)
                    self.assertIn(view.plies[game], range(5, 10))
                    self.assertTrue(batch.reason(game))
        self.assertEqual(seen, {(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)})
        self.assertGreater(ended, 300)

    def test_without_restart(self):
        batch = ferz.Batch("tic-tac-toe", 3, restart=False, numpy=False)
        for _ in range(9):
            view = batch.step(batch.sample())
        self.assertEqual((list(view.move_count), list(batch.sample())), ([0, 0, 0], [-1, -1, -1]))
        self.assertEqual(sum(bytes(view.mask)), 0)
        self.assertEqual(list(batch.reset().move_count), [9, 9, 9])

    def test_cut_off(self):
        batch = ferz.Batch("chess", 4, plies=5, numpy=False)
        for _ in range(5):
            view = batch.step(batch.sample())
        self.assertEqual((list(view.ended), list(view.plies), batch.reason(0)), ([2] * 4, [5] * 4, "cut off"))

    def test_refusal_changes_nothing(self):
        batch = ferz.Batch("chess", 2, numpy=False)
        good = batch.sample()
        fens = [batch.game(i).fen for i in range(2)]
        for bad in ([int(good[0]), -1], [int(good[0]), 10**6], [0, 0]):
            with self.assertRaises(ferz.IllegalMoveError):
                batch.step(bad)
        self.assertEqual([batch.game(i).fen for i in range(2)], fens)
        for bad in ([1], array("i", [1, 2, 3]), "ab", 3):
            with self.assertRaises((ValueError, TypeError)):
                batch.step(bad)

    def test_out(self):
        batch = ferz.Batch("chess", 2, masks="bytes", numpy=False)
        mask = bytearray(2 * batch.encoding.action_count)
        view = batch.step(batch.sample(), out={"mask": mask})
        self.assertEqual((sum(mask), view.planes), (40, None))
        for wrong in ({"mask": bytearray(3)}, {"mask": bytes(2 * batch.encoding.action_count)}, {"no such": bytearray(1)}):
            with self.assertRaises((ValueError, BufferError)):
                batch.look(out=wrong)

    def test_dice(self):
        fallen = ferz.Batch("ludo", 4, seed=1, numpy=False)
        self.assertTrue(all(player < len(fallen.variant.players) for player in fallen.look().players))
        chosen = ferz.Batch("ludo", 4, rolls=True, numpy=False)
        self.assertEqual(list(chosen.look().players), [len(chosen.variant.players)] * 4)

    def test_same_seed_same_games(self):
        runs = []
        for _ in range(2):
            batch = ferz.Batch("dice-chess", 3, seed=9, numpy=False)
            for _ in range(40):
                batch.step(batch.sample())
            runs.append([batch.game(i).fen for i in range(3)])
        self.assertEqual(*runs)

    def test_start(self):
        game = ferz.Game("chess")
        game.push("e2e4")
        batch = ferz.Batch(game.variant, 2, start=game, numpy=False)
        batch.step(batch.sample())
        self.assertEqual(batch.game(0).move_stack[0], "e2e4")
        self.assertEqual(len(batch.playout(5)), 5)

    def test_numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is not there")
        batch = ferz.Batch("chess", 8, planes=True, masks="bytes")
        view = batch.look()
        self.assertEqual((view.mask.shape, view.planes.shape, view.mask.dtype), ((8, 1992), (8, 21, 8, 8), numpy.uint8))
        actions = view.mask.argmax(axis=1)
        batch.step(actions.astype(numpy.int32))
        batch.step(batch.look().mask.argmax(axis=1))  # 64 bits a number
        floats = batch.encoding.float_planes(view.planes)
        self.assertEqual((floats.dtype, floats.shape), (numpy.float32, (8, 21, 8, 8)))
        bits = ferz.Batch("chess", 8).look().mask
        self.assertEqual(numpy.unpackbits(bits, axis=1, bitorder="little")[:, :1992].sum(), 160)


if __name__ == "__main__":
    random.seed(1)
    unittest.main()
