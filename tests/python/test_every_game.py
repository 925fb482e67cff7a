"""Every game of rules/ is played at random through Python and compared with the command line: moves, FEN, status.

usage: test_every_game.py PATH-OF-FERZ [PLIES]
"""

import random
import subprocess
import sys

import ferz


def told(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


def compare(program, name, plies):
    game = ferz.Game(name)
    generator = random.Random(name)
    for _ in range(plies):
        moves = game.legal_moves
        if not moves or game.is_over:
            break
        move = generator.choice(moves)
        if move.startswith("claim-"):
            continue
        assert game.push(move) == move, (name, move)
    played = ["--moves", *game.move_stack] if game.move_stack else []
    start = game.variant.start_fen
    listed = told(program, "moves", name, *played).split("\n")[:-1]
    assert sorted(listed) == game.legal_moves, (name, game.move_stack, listed, game.legal_moves)
    assert told(program, "fen", name, *played).rstrip("\n") == game.fen, (name, game.move_stack, start)
    status = told(program, "status", name, *played).splitlines()[0]
    ours = str(game.result) if game.result else "ongoing"
    assert status == ours, (name, status, ours)
    while game.ply:
        game.pop()
    assert game.fen == ferz.Game(name).fen, name
    return len(played) - 1 if played else 0


def main():
    program, plies = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60
    names = [one.name for one in ferz.variants() if "/rules/" in one.path or one.path.startswith("rules/")]
    assert len(names) > 90, names
    total = sum(compare(program, name, plies) for name in names)
    print(f"passed: {len(names)} games, {total} plies")


if __name__ == "__main__":
    main()
