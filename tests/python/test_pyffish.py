"""ferz.pyffish: what its functions give, where Fairy-Stockfish's rules and ours are the same.

The rows are what pyffish 0.0.89 gave when they were written; moves are sorted, and the value of a game that goes on is 0.
"""

import unittest

import ferz
from ferz import pyffish as sf

CONFIG = """
[fog:chess]
king = -
commoner = k
castlingKingPiece = k
extinctionValue = loss
extinctionPieceTypes = k
[tallhouse:crazyhouse]
dropChecks = false
"""

ROWS = [
    ('start_fen', ('chess',), 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
    ('start_fen', ('capablanca',), 'rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1'),
    ('start_fen', ('crazyhouse',), 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1'),
    ('start_fen', ('makruk',), 'rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1'),
    ('start_fen', ('xiangqi',), 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1'),
    ('start_fen', ('janggi',), 'rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1'),
    ('start_fen', ('shako',), 'c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/ERNBQKBNRE/C8C w KQkq - 0 1'),
    ('start_fen', ('horde',), 'rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1'),
    ('start_fen', ('racingkings',), '8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1'),
    ('start_fen', ('3check',), 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1'),
    ('two_boards', ('chess',), False),
    ('captures_to_hand', ('chess',), False),
    ('two_boards', ('crazyhouse',), False),
    ('captures_to_hand', ('crazyhouse',), True),
    ('two_boards', ('bughouse',), True),
    ('captures_to_hand', ('bughouse',), False),
    ('legal_moves', ('chess', '4k3/P7/8/8/8/8/8/4K2R w K - 0 1', []),
     ['a7a8b', 'a7a8n', 'a7a8q', 'a7a8r', 'e1d1', 'e1d2', 'e1e2', 'e1f1', 'e1f2', 'e1g1', 'h1f1', 'h1g1', 'h1h2', 'h1h3', 'h1h4',
      'h1h5', 'h1h6', 'h1h7', 'h1h8']),
    ('legal_moves', ('capablanca', '10/10/10/5k4/10/10/K9/10 w - - 0 1', []), ['a2a1', 'a2a3', 'a2b1', 'a2b2', 'a2b3']),
    ('legal_moves', ('crazyhouse', '4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1', []),
     ['P@a2', 'P@a3', 'P@a4', 'P@a5', 'P@a6', 'P@a7', 'P@b2', 'P@b3', 'P@b4', 'P@b5', 'P@b6', 'P@b7', 'P@c2', 'P@c3', 'P@c4', 'P@c5',
      'P@c6', 'P@c7', 'P@d2', 'P@d3', 'P@d4', 'P@d5', 'P@d6', 'P@d7', 'P@e2', 'P@e3', 'P@e4', 'P@e5', 'P@e6', 'P@e7', 'P@f2', 'P@f3',
      'P@f4', 'P@f5', 'P@f6', 'P@f7', 'P@g2', 'P@g3', 'P@g4', 'P@g5', 'P@g6', 'P@g7', 'P@h2', 'P@h3', 'P@h4', 'P@h5', 'P@h6', 'P@h7',
      'e1d1', 'e1d2', 'e1e2', 'e1f1', 'e1f2']),
    ('legal_moves', ('janggi', '5k3/9/r7R/9/3R1R3/9/9/9/9/3K5 b - - 0 1', []), ['a8f8', 'f10e10', 'f10e9']),
    ('legal_moves', ('makruk', '4k3/8/8/8/8/2P5/8/4K3 w - - 0 1', ['c3c4', 'e8d8']), ['c4c5', 'e1d1', 'e1d2', 'e1e2', 'e1f1', 'e1f2']),
    ('legal_moves', ('atomic', 'rnb1kbnr/pppppppp/8/8/8/5q2/PPPPPPPP/RNBQKBNR w KQkq - 0 1', []),
     ['a2a3', 'a2a4', 'b1a3', 'b1c3', 'b2b3', 'b2b4', 'c2c3', 'c2c4', 'd2d3', 'd2d4', 'e2e3', 'e2e4', 'e2f3', 'g1f3', 'g1h3', 'g2f3',
      'g2g3', 'g2g4', 'h2h3', 'h2h4']),
    ('legal_moves', ('chess', 'bqrbkrnn/pppppppp/8/8/8/8/PPPPPPPP/BQRBKRNN w CFcf - 0 1', ['g1f3', 'h8g6'], True),
     ['a2a3', 'a2a4', 'b2b3', 'b2b4', 'c2c3', 'c2c4', 'd2d3', 'd2d4', 'e1f1', 'e2e3', 'e2e4', 'f1g1', 'f3d4', 'f3e5', 'f3g1', 'f3g5',
      'f3h4', 'g2g3', 'g2g4', 'h1g3', 'h2h3', 'h2h4']),
    ('legal_moves', ('duck', '8/8/8/8/8/7k/8/7K w - - 0 1', []),
     ['h1g1,g1a1', 'h1g1,g1a2', 'h1g1,g1a3', 'h1g1,g1a4', 'h1g1,g1a5', 'h1g1,g1a6', 'h1g1,g1a7', 'h1g1,g1a8', 'h1g1,g1b1',
      'h1g1,g1b2', 'h1g1,g1b3', 'h1g1,g1b4', 'h1g1,g1b5', 'h1g1,g1b6', 'h1g1,g1b7', 'h1g1,g1b8', 'h1g1,g1c1', 'h1g1,g1c2',
      'h1g1,g1c3', 'h1g1,g1c4', 'h1g1,g1c5', 'h1g1,g1c6', 'h1g1,g1c7', 'h1g1,g1c8', 'h1g1,g1d1', 'h1g1,g1d2', 'h1g1,g1d3',
      'h1g1,g1d4', 'h1g1,g1d5', 'h1g1,g1d6', 'h1g1,g1d7', 'h1g1,g1d8', 'h1g1,g1e1', 'h1g1,g1e2', 'h1g1,g1e3', 'h1g1,g1e4',
      'h1g1,g1e5', 'h1g1,g1e6', 'h1g1,g1e7', 'h1g1,g1e8', 'h1g1,g1f1', 'h1g1,g1f2', 'h1g1,g1f3', 'h1g1,g1f4', 'h1g1,g1f5',
      'h1g1,g1f6', 'h1g1,g1f7', 'h1g1,g1f8', 'h1g1,g1g2', 'h1g1,g1g3', 'h1g1,g1g4', 'h1g1,g1g5', 'h1g1,g1g6', 'h1g1,g1g7',
      'h1g1,g1g8', 'h1g1,g1h1', 'h1g1,g1h2', 'h1g1,g1h4', 'h1g1,g1h5', 'h1g1,g1h6', 'h1g1,g1h7', 'h1g1,g1h8', 'h1g2,g2a1',
      'h1g2,g2a2', 'h1g2,g2a3', 'h1g2,g2a4', 'h1g2,g2a5', 'h1g2,g2a6', 'h1g2,g2a7', 'h1g2,g2a8', 'h1g2,g2b1', 'h1g2,g2b2',
      'h1g2,g2b3', 'h1g2,g2b4', 'h1g2,g2b5', 'h1g2,g2b6', 'h1g2,g2b7', 'h1g2,g2b8', 'h1g2,g2c1', 'h1g2,g2c2', 'h1g2,g2c3',
      'h1g2,g2c4', 'h1g2,g2c5', 'h1g2,g2c6', 'h1g2,g2c7', 'h1g2,g2c8', 'h1g2,g2d1', 'h1g2,g2d2', 'h1g2,g2d3', 'h1g2,g2d4',
      'h1g2,g2d5', 'h1g2,g2d6', 'h1g2,g2d7', 'h1g2,g2d8', 'h1g2,g2e1', 'h1g2,g2e2', 'h1g2,g2e3', 'h1g2,g2e4', 'h1g2,g2e5',
      'h1g2,g2e6', 'h1g2,g2e7', 'h1g2,g2e8', 'h1g2,g2f1', 'h1g2,g2f2', 'h1g2,g2f3', 'h1g2,g2f4', 'h1g2,g2f5', 'h1g2,g2f6',
      'h1g2,g2f7', 'h1g2,g2f8', 'h1g2,g2g1', 'h1g2,g2g3', 'h1g2,g2g4', 'h1g2,g2g5', 'h1g2,g2g6', 'h1g2,g2g7', 'h1g2,g2g8',
      'h1g2,g2h1', 'h1g2,g2h2', 'h1g2,g2h4', 'h1g2,g2h5', 'h1g2,g2h6', 'h1g2,g2h7', 'h1g2,g2h8', 'h1h2,h2a1', 'h1h2,h2a2',
      'h1h2,h2a3', 'h1h2,h2a4', 'h1h2,h2a5', 'h1h2,h2a6', 'h1h2,h2a7', 'h1h2,h2a8', 'h1h2,h2b1', 'h1h2,h2b2', 'h1h2,h2b3',
      'h1h2,h2b4', 'h1h2,h2b5', 'h1h2,h2b6', 'h1h2,h2b7', 'h1h2,h2b8', 'h1h2,h2c1', 'h1h2,h2c2', 'h1h2,h2c3', 'h1h2,h2c4',
      'h1h2,h2c5', 'h1h2,h2c6', 'h1h2,h2c7', 'h1h2,h2c8', 'h1h2,h2d1', 'h1h2,h2d2', 'h1h2,h2d3', 'h1h2,h2d4', 'h1h2,h2d5',
      'h1h2,h2d6', 'h1h2,h2d7', 'h1h2,h2d8', 'h1h2,h2e1', 'h1h2,h2e2', 'h1h2,h2e3', 'h1h2,h2e4', 'h1h2,h2e5', 'h1h2,h2e6',
      'h1h2,h2e7', 'h1h2,h2e8', 'h1h2,h2f1', 'h1h2,h2f2', 'h1h2,h2f3', 'h1h2,h2f4', 'h1h2,h2f5', 'h1h2,h2f6', 'h1h2,h2f7',
      'h1h2,h2f8', 'h1h2,h2g1', 'h1h2,h2g2', 'h1h2,h2g3', 'h1h2,h2g4', 'h1h2,h2g5', 'h1h2,h2g6', 'h1h2,h2g7', 'h1h2,h2g8',
      'h1h2,h2h1', 'h1h2,h2h4', 'h1h2,h2h5', 'h1h2,h2h6', 'h1h2,h2h7', 'h1h2,h2h8']),
    ('legal_moves', ('seirawan', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1', ['e2e4']),
     ['a7a5', 'a7a6', 'b7b5', 'b7b6', 'b8a6', 'b8a6e', 'b8a6h', 'b8c6', 'b8c6e', 'b8c6h', 'c7c5', 'c7c6', 'd7d5', 'd7d6', 'e7e5',
      'e7e6', 'f7f5', 'f7f6', 'g7g5', 'g7g6', 'g8f6', 'g8f6e', 'g8f6h', 'g8h6', 'g8h6e', 'g8h6h', 'h7h5', 'h7h6']),
    ('get_fen', ('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', ['e2e4', 'c7c5', 'g1f3']),
     'rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'),
    ('get_fen', ('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', [], True),
     'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'),
    ('get_fen', ('capahouse', 'rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR[] w KQkq - 0 1', ['f2f4', 'e7e5', 'f4e5']),
     'rnabqkbcnr/pppp1ppppp/10/4P5/10/10/PPPPP1PPPP/RNABQKBCNR[P] b KQkq - 0 2'),
    ('get_fen', ('shogi', 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w - - 0 1', ['c3c4', 'g7g6'], False, True),
     'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3'),
    ('get_fen', ('3check', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1', ['e2e4', 'f7f6', 'd1h5']),
     'rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 2+3 1 2'),
    ('get_san', ('chess', 'r3k2r/1P3ppp/8/8/3R4/8/5PPP/3RK2R w Kkq - 0 1', 'b7a8n'), 'bxa8=N'),
    ('get_san', ('chess', 'r3k2r/1P3ppp/8/8/3R4/8/5PPP/3RK2R w Kkq - 0 1', 'b7a8q', False, 2), 'b7xa8=Q+'),
    ('get_san', ('chess', 'r3k2r/1P3ppp/8/8/3R4/8/5PPP/3RK2R w Kkq - 0 1', 'e1g1'), 'O-O'),
    ('get_san', ('chess', 'r3k2r/1P3ppp/8/8/3R4/8/5PPP/3RK2R w Kkq - 0 1', 'd4d3'), 'R4d3'),
    ('get_san', ('xiangqi', 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1', 'b1c3'), 'Hc3'),
    ('get_san', ('xiangqi', 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1', 'b3e3', False, 7), 'C8=5'),
    ('get_san', ('xiangqi', '3k5/9/9/9/2P6/2P6/9/9/9/4K4 w - - 0 1', 'c6d6', False, 7), 'P+=6'),
    ('get_san', ('janggi', 'rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1', 'h1g3', False, 6), 'H08-87'),
    ('get_san', ('makruk', 'rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1', 'd3d4', False, 8), 'ง๔'),
    ('get_san', ('makruk', 'rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1', 'g1e2', False, 9), 'ม ช๑-จ๒'),
    ('get_san', ('shogi', 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - - 0 1', 'b2h8', False, 0), 'Bx22='),
    ('get_san', ('shogi', 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - - 0 1', 'd1e2', False, 0), 'G69-58'),
    ('get_san', ('shogi', 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - - 0 1', 'b2h8', False, 3), 'Bx22='),
    ('get_san', ('shogi', 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - - 0 1', 'd1e2', False, 3), 'G69-58'),
    ('get_san', ('shogi', 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - - 0 1', 'b2h8', False, 4), 'Bx2b='),
    ('get_san', ('shogi', 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - - 0 1', 'd1e2', False, 4), 'G6i-5h'),
    ('get_san_moves', ('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', ['e2e4', 'e7e5', 'f1c4', 'b8c6', 'd1h5', 'g8f6', 'h5f7']),
     ['e4', 'e5', 'Bc4', 'Nc6', 'Qh5', 'Nf6', 'Qxf7#']),
    ('get_san_moves', ('crazyhouse', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1', ['e2e4', 'd7d5', 'e4d5', 'c7c6', 'P@e4']),
     ['e4', 'd5', 'exd5', 'c6', 'P@e4']),
    ('get_san_moves', ('seirawan', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1', ['g1f3e', 'g8f6']),
     ['Nf3/E', 'Nf6']),
    ('gives_check', ('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', []), False),
    ('gives_check', ('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', ['e2e4', 'f7f5', 'd1h5']), True),
    ('gives_check', ('atomic', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', ['e2e4', 'd7d5', 'f1b5']), True),
    ('gives_check', ('xiangqi', '4k4/9/9/9/9/9/9/9/4C4/4K4 b - - 0 1', []), False),
    ('is_capture', ('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', ['e2e4', 'd7d5'], 'e4d5'), True),
    ('is_capture', ('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', ['e2e4', 'd7d5'], 'e4e5'), False),
    ('is_capture', ('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', ['e2e4', 'a7a6', 'e4e5', 'd7d5'], 'e5d6'), True),
    ('is_capture', ('chess', 'bqrbkrnn/pppppppp/8/8/8/8/PPPPPPPP/BQRBKRNN w CFcf - 0 1', ['g1f3', 'h8g6'], 'e1f1', True), False),
    ('piece_to_partner', ('bughouse', '1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1', ['a7b8q']), 'n'),
    ('piece_to_partner', ('bughouse', '1n1rk3/P7/8/8/8/8/8/4K3[] w - - 0 1', ['a7b8q', 'd8b8']), 'P'),
    ('piece_to_partner', ('bughouse', '1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1', ['e1e2']), ''),
    ('game_result', ('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', ['f2f3', 'e7e5', 'g2g4', 'd8h4']), -32000),
    ('game_result', ('chess', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', []), 0),
    ('game_result', ('losers', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', ['f2f3', 'e7e5', 'g2g4', 'd8h4']), 32000),
    ('game_result', ('antichess', '8/8/8/7p/7P/8/8/8 w - - 0 1', []), 32000),
    ('game_result', ('xiangqi', '4k4/4R4/4R4/9/9/9/9/9/9/4K4 b - - 0 1', []), -32000),
    ('is_immediate_game_end', ('kingofthehill', '4k3/8/8/8/8/4K3/8/8 w - - 0 1', ['e3e4']), (True, -32000)),
    ('is_immediate_game_end', ('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', []), (False, 0)),
    ('is_immediate_game_end', ('racingkings', '8/6K1/8/8/8/8/1k6/8 w - - 0 1', ['g7g8']), (True, -32000)),
    ('is_immediate_game_end', ('dobutsu', '1L1/1g1/1G1/1l1[] w - - 0 1', ['b2a2']), (True, 32000)),
    ('is_optional_game_end', ('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1', 'f6g8']),
     (True, 0)),
    ('is_optional_game_end', ('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', ['g1f3', 'g8f6', 'f3g1', 'f6g8']),
     (False, 0)),
    ('is_optional_game_end', ('chess', '4k3/8/8/8/8/8/4P3/4K2R w - - 100 80', []), (True, 0)),
    ('is_optional_game_end', ('xiangqi', '9/3kc4/3a5/3P5/9/4p4/9/4K4/9/3C5 w - - 0 1', ['d7e7', 'e5d5', 'e7d7', 'd5e5', 'd7e7', 'e5d5', 'e7d7', 'd5e5']),
     (True, 32000)),
    ('has_insufficient_material', ('chess', 'k7/8/8/8/8/8/8/K7 w - - 0 1', []), (True, True)),
    ('has_insufficient_material', ('chess', 'k7/n7/8/8/8/8/8/K7 w - - 0 1', []), (True, True)),
    ('has_insufficient_material', ('chess', 'k7/p7/8/8/8/8/8/K7 w - - 0 1', []), (True, False)),
    ('has_insufficient_material', ('chess', 'k7/nn6/8/8/8/8/8/K7 w - - 0 1', []), (True, False)),
    ('has_insufficient_material', ('chess', 'k7/b1b5/8/8/8/8/8/K7 w - - 0 1', []), (True, True)),
    ('has_insufficient_material', ('chess', 'k7/q7/8/8/8/8/8/K7 w - - 0 1', []), (True, False)),
    ('has_insufficient_material', ('crazyhouse', 'k7/8/8/8/8/8/8/K7[] w - - 0 1', []), (False, False)),
    ('validate_fen', ('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'chess'), 1),
    ('validate_fen', ('rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'chess'), -8),
    ('validate_fen', ('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1', 'chess'), -6),
    ('validate_fen', ('rnb+qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'chess'), -10),
    ('validate_fen', ('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1', 'chess'), -5),
    ('validate_fen', ('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq  0 1', 'chess'), -4),
    ('validate_fen', ('', 'chess'), 0),
    ('validate_fen', ('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1', 'chess', True), 1),
    ('validate_fen', ('lnsgkgsnl/1r5b1/pppppp+ppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w - - 0 1', 'shogi'), 1),
    ('validate_fen', ('lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG+KGSNL[-] w - - 0 1', 'shogi'), -12),
    ('get_fog_fen', ('rnbqkbnr/ppp2ppp/8/3pp3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3', 'fog'),
     '********/********/1*******/*1*pp*1*/4P*2/4*N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3'),
    ('captures_to_hand', ('tallhouse',), True),
]

FUNCTIONS = """version info variants set_option load_variant_config start_fen two_boards captures_to_hand get_san get_san_moves legal_moves
get_fen gives_check is_capture piece_to_partner game_result is_immediate_game_end is_optional_game_end has_insufficient_material
validate_fen get_fog_fen""".split()


class Functions(unittest.TestCase):
    def test_rows(self):
        sf.load_variant_config(CONFIG)
        for function, arguments, expected in ROWS:
            with self.subTest(function=function, arguments=arguments):
                found = getattr(sf, function)(*arguments)
                self.assertEqual(sorted(found) if function == "legal_moves" else found, expected)

    def test_every_function_is_there(self):
        self.assertEqual(len(FUNCTIONS), 21)
        for name in FUNCTIONS:
            self.assertTrue(callable(getattr(sf, name)))
        called = {function for function, _, _ in ROWS}
        self.assertLessEqual(set(FUNCTIONS) - called, {"version", "info", "variants", "set_option", "load_variant_config"})

    def test_the_rest(self):
        self.assertEqual(len(sf.version()), 3)
        self.assertTrue(sf.info().startswith("Fairy-Stockfish"))
        sf.load_variant_config(CONFIG)
        self.assertLessEqual({"chess", "crazyhouse", "shogi", "xiangqi", "fog", "tallhouse", "duck-chess"}, set(sf.variants()))
        self.assertIsNone(sf.set_option("UCI_Variant", "capablanca"))
        with self.assertRaises(ValueError):
            sf.set_option("No such option", 1)

    def test_what_is_refused(self):
        for call in (lambda: sf.legal_moves("no such variant", "startpos", []), lambda: sf.legal_moves("chess", "8/8", []),
                     lambda: sf.legal_moves("chess", "startpos", ["e2e5"]), lambda: sf.get_san_moves("chess", "startpos", ["e2e4", "e2e4"]),
                     lambda: sf.legal_moves("chess", "startpos", "e2e4")):
            with self.assertRaises((ValueError, TypeError)):
                call()

    def test_a_refused_list_leaves_nothing_behind(self):
        with self.assertRaises(ValueError):
            sf.get_fen("chess", "startpos", ["e2e4", "e7e5", "e1e5"])
        self.assertEqual(sf.get_fen("chess", "startpos", ["e2e4"]), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
        self.assertEqual(len(sf.legal_moves("chess", "startpos", [])), 20)

    def test_games_after_the_end(self):
        """pyffish lists moves after a draw by counting, and after a result of ours it says so by another function."""
        dead = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
        self.assertEqual(len(sf.legal_moves("chess", dead, [])), 5)
        self.assertEqual(sf.has_insufficient_material("chess", dead, []), (True, True))
        self.assertIsNotNone(ferz.Game("chess", dead).result)

    def test_differences_are_told(self):
        self.assertIn("pawn drop", sf.differences("shogi"))
        self.assertEqual(sf.differences("chess"), "")


if __name__ == "__main__":
    unittest.main()
