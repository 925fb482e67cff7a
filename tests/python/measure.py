"""The numbers of tests/results/python.md: random play in chess, on one thread, in plies a second of the processor.

Beside it python-chess and pyffish, where they can be imported. usage: measure.py [SECONDS]
"""

import random
import sys
import time

import ferz

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0


def rate(step):
    """Calls `step`, which says how many plies it played, for some seconds."""
    step()
    plies, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        plies += step()
    return plies / (time.process_time() - begun)


def batch(variant, games=256, **options):
    played = ferz.Batch(variant, games, **options)
    actions = played.sample()

    def step():
        for _ in range(20):
            played.step(played.sample(actions))
        return 20 * games

    return rate(step)


def playout(variant):
    chosen = ferz.Variant(variant)
    return rate(lambda: chosen.playtest(200, seed=random.getrandbits(32)).plies)


def text_game(variant):
    chosen = ferz.Variant(variant)

    def step():
        game = chosen.game()
        for ply in range(200):
            moves = game.legal_moves
            if not moves:
                return ply + 1
            game.push(random.choice(moves))
        return 200

    return rate(step)


def functions(module, variant):
    """As servers use pyffish: from FEN to FEN."""
    start = module.start_fen(variant)

    def step():
        fen = start
        for ply in range(200):
            moves = module.legal_moves(variant, fen, [])
            if not moves:
                return ply + 1
            fen = module.get_fen(variant, fen, [random.choice(moves)])
        return 200

    return rate(step)


def growing_list(module, variant):
    """As sites keep games: the start and all moves."""
    start = module.start_fen(variant)

    def step():
        moves = []
        for ply in range(200):
            legal = module.legal_moves(variant, start, moves)
            if not legal:
                return ply + 1
            moves.append(random.choice(legal))
        return 200

    return rate(step)


def python_chess(chess):
    def step():
        board = chess.Board()
        for ply in range(200):
            moves = list(board.legal_moves)
            if not moves:
                return ply + 1
            board.push(random.choice(moves))
        return 200

    return rate(step)


def imported(name):
    try:
        return __import__(name)
    except ImportError:
        return None


def main():
    from ferz import pyffish as ours

    rows = []
    for variant in ("chess", "crazyhouse", "xiangqi", "shogi"):
        rows += [
            (variant, "Batch: step and mask of bits", batch(variant)),
            (variant, "Batch: step, mask of bits and planes", batch(variant, planes=True)),
            (variant, "Variant.playtest: random games", playout(variant)),
            (variant, "Game: legal_moves and push, texts", text_game(variant)),
            (variant, "ferz.pyffish: from FEN to FEN", functions(ours, variant)),
            (variant, "ferz.pyffish: a growing list of moves", growing_list(ours, variant)),
        ]
        other = imported("pyffish")
        if other:
            rows += [(variant, "pyffish: from FEN to FEN", functions(other, variant)),
                     (variant, "pyffish: a growing list of moves", growing_list(other, variant))]
        chess = imported("chess") if variant == "chess" else None
        if chess:
            rows.append((variant, f"python-chess {chess.__version__}: legal_moves and push", python_chess(chess)))
    print("| game | what | plies a second |\n| --- | --- | --: |")
    for variant, what, number in rows:
        print(f"| {variant} | {what} | {number:,.0f} |")


if __name__ == "__main__":
    main()
