/* Facts: every key of the language is described, in both languages, and a comparison notices it. */
#include "unit/test.h"

#include <stdio.h>
#include <string.h>

#include "explain/rule_facts.h"
#include "rules/schema.h"

/* Two texts that extend base.yaml and differ in that key alone; `without` NULL: base.yaml as it is. */
typedef struct change {
    schema_section section;
    const char *key, *with, *without;
} change;

#define MOVE(rest) "pieces: {it: {moves: [{" rest "}]}}"
#define IT(rest) "pieces: {it: {" rest "}}"
#define CASTLE(rest)                                                                                                   \
    "castling: {short: {king: king, with: rook, right: k, from: e1, rook_from: h1, king_to: g1, rook_to: f1" rest "}}"
#define END(rest) "end: {it: {" rest "}}"
#define TEAMS "players: [{name: a, seat: south}, {name: b, seat: west}, {name: c, seat: north}, {name: d, seat: east"
#define PUTS(rest) "neutral: nobody\npieces: {it: {moves: none, invulnerable: true}}\nputs: {" rest "}"
#define WALL(rest) "captured: to hand\nneutral: nobody\npieces: {it: {moves: none, drops: {" rest "}}}"
#define SECRETS "counters: [n, o]\nvisibility: {secrets: {n: {player: white, values: 1..2"

static const change changes[] = {
    {SECTION_VARIANT, "board", "board: {size: 9x9}", NULL},
    {SECTION_VARIANT, "players", "players: [red, blue]", NULL},
    {SECTION_VARIANT, "neutral", "neutral: nobody", NULL},
    {SECTION_VARIANT, "zones", "zones: {palace: file d}", NULL},
    {SECTION_VARIANT, "counters", "counters: [n]", NULL},
    {SECTION_VARIANT, "states", "states: [n]", "counters: [n]"},
    {SECTION_VARIANT, "stacks", "stacks: true", NULL},
    {SECTION_VARIANT, "split", "stacks: true\ncaptured: under\nsplit: true", "stacks: true\ncaptured: under"},
    {SECTION_VARIANT, "combined", "stacks: true\ncaptured: under\ncombined: true", "stacks: true\ncaptured: under"},
    {SECTION_VARIANT, "turn", "turn: {plies: 2}", NULL},
    {SECTION_VARIANT, "setup", "captured: to hand\nsetup: {mandatory: true}", "captured: to hand"},
    {SECTION_VARIANT, "captures", "captures: {mandatory: true}", NULL},
    {SECTION_VARIANT, "jumps", MOVE("jump: F, chain: any") "\njumps: {removes: at once}", MOVE("jump: F, chain: any")},
    {SECTION_VARIANT, "puts", PUTS("piece: it"), "neutral: nobody"},
    {SECTION_VARIANT, "notation", "notation: {step: '-'}", NULL},
    {SECTION_VARIANT, "material_clock", "counters: [n]\nmaterial_clock: n", "counters: [n]"},
    {SECTION_VARIANT, "checks", "checks: {only: mate}", NULL},
    {SECTION_VARIANT, "no_moves", "no_moves: {checkmated: {invulnerable: true}}", NULL},
    {SECTION_VARIANT, "dice", "dice: {roll: 2d6}", NULL},
    {SECTION_VARIANT, "visibility", "visibility: {sees: own}", NULL},
    {SECTION_VARIANT, "captured", "captured: to hand", NULL},
    {SECTION_VARIANT, "royals", "royals: {slide_through_attack: false}", NULL},
    {SECTION_VARIANT, "drops", "captured: to hand\ndrops: {mate: false}", "captured: to hand"},
    {SECTION_VARIANT, "pieces", "pieces: {new: {letter: n, moves: N}}", NULL},
    {SECTION_VARIANT, "rights", "rights: {k: {piece: king, at: e1}}", NULL},
    {SECTION_VARIANT, "filter", "filter: hook f", NULL},
    {SECTION_VARIANT, "castling", CASTLE(""), NULL},
    {SECTION_VARIANT, "start", "start: 3k4/8/8/8/8/8/8/4K3 w - - 0 1", NULL},
    {SECTION_VARIANT, "end", "end: {stalemate: loss}", NULL},
    {SECTION_VARIANT, "hooks", "hooks: {f: {at: after}}", NULL},
    {SECTION_VARIANT, "style", "style: discs", NULL},
    {SECTION_VARIANT, "picture", "picture: {lines: [a1 b2]}", NULL},
    {SECTION_PICTURE, "colours", "zones: {mid: d4}\npicture: {colours: {mid: red}}", "zones: {mid: d4}"},
    {SECTION_PICTURE, "lines", "picture: {lines: [a1 b2]}", NULL},
    {SECTION_PICTURE, "river", "board: {drawn: points}\npicture: {river: ranks 4-5}", "board: {drawn: points}"},
    {SECTION_PICTURE, "shapes", "picture: {shapes: [{path: M0 0h9}]}", NULL},
    {SECTION_PICTURE, "numbers", "picture: {numbers: a1 b1}", NULL},
    {SECTION_PICTURE, "cell", "picture: {cell: 1x2}", NULL},
    {SECTION_SHAPE, "path", "picture: {shapes: [{path: M0 0h9}]}", "picture: {shapes: [{path: M0 0h8}]}"},
    {SECTION_SHAPE, "fill", "picture: {shapes: [{path: M0 0h9, fill: red}]}", "picture: {shapes: [{path: M0 0h9}]}"},
    {SECTION_SHAPE, "line", "picture: {shapes: [{path: M0 0h9, line: red}]}", "picture: {shapes: [{path: M0 0h9}]}"},
    {SECTION_SHAPE, "width", "picture: {shapes: [{path: M0 0h9, width: 9}]}", "picture: {shapes: [{path: M0 0h9}]}"},
    {SECTION_COLOURS, NULL, "zones: {mid: d4}\npicture: {colours: {mid: red}}",
     "zones: {mid: d4}\npicture: {colours: {mid: blue}}"},
    {SECTION_BOARD, "size", "board: {size: 9x8}", NULL},
    {SECTION_BOARD, "rows", "board: {size: none, rows: [3, 4, 5, 4, 3]}", NULL},
    {SECTION_BOARD, "missing", "board: {missing: [e4]}", NULL},
    {SECTION_BOARD, "wrap", "board: {wrap: files}", NULL},
    {SECTION_BOARD, "levels", "board: {levels: 2}", NULL},
    {SECTION_BOARD, "boards", "board: {boards: [A, B]}", NULL},
    {SECTION_BOARD, "names", "board: {names: row letter and number}", NULL},
    {SECTION_BOARD, "shades", "board: {shades: 3}", NULL},
    {SECTION_BOARD, "lines", "board: {lines: [a1 d1 g1]}", NULL},
    {SECTION_BOARD, "checkered", "board: {checkered: false}", NULL},
    {SECTION_BOARD, "drawn", "board: {drawn: points}", NULL},
    {SECTION_BOARD, "symmetry", "board: {symmetry: rotation}", NULL},
    {SECTION_PLAYER, "name", "players: [{name: red}, {name: black}]", NULL},
    {SECTION_PLAYER, "seat", TEAMS "}]",
     "players: [{name: a, seat: south}, {name: b, seat: east}, {name: c, seat: north}, {name: d, seat: west}]"},
    {SECTION_PLAYER, "letter", "players: [{name: white, letter: v}, {name: black}]", NULL},
    {SECTION_PLAYER, "commander", TEAMS ", commander: a}]", TEAMS "}]"},
    {SECTION_PLAYER, "team", TEAMS ", team: b}]", TEAMS "}]"},
    {SECTION_PLAYER, "board",
     "board: {boards: [A, B]}\nplayers: [{name: a, board: A, seat: south}, {name: b, board: B, seat: south}, {name: c, "
     "board: A, "
     "seat: north}, {name: d, board: B, seat: north}]",
     "board: {boards: [A, B]}\nplayers: [{name: a, board: A, seat: south}, {name: b, board: A, seat: north}, {name: c, "
     "board: B, "
     "seat: south}, {name: d, board: B, seat: north}]"},
    {SECTION_ZONES, NULL, "zones: {palace: file e}", "zones: {palace: file d}"},
    {SECTION_ROYALS, "slide_through_attack", "royals: {slide_through_attack: false}", NULL},
    {SECTION_ROYALS, "attacked", "royals: {attacked: by moves}", NULL},
    {SECTION_ROYALS, "capturable", "royals: {capturable: true}", NULL},
    {SECTION_DROP, "on", "captured: to hand\ndrops: {on: file a}", "captured: to hand"},
    {SECTION_DROP, "per_file", "captured: to hand\ndrops: {per_file: 1}", "captured: to hand"},
    {SECTION_DROP, "immobile", "captured: to hand\ndrops: {immobile: true}", "captured: to hand"},
    {SECTION_DROP, "mate", "captured: to hand\ndrops: {mate: false}", "captured: to hand"},
    {SECTION_DROP, "check", "captured: to hand\ndrops: {check: false}", "captured: to hand"},
    {SECTION_DROP, "resets_halfmove_clock", "captured: to hand\ndrops: {resets_halfmove_clock: true}",
     "captured: to hand"},
    {SECTION_DROP, "gravity", "captured: to hand\ndrops: {gravity: true}", "captured: to hand"},
    {SECTION_DROP, "endless", "captured: to hand\ndrops: {endless: all}", "captured: to hand"},
    {SECTION_DROP, "neutral", WALL("neutral: true"), WALL("mate: true")},
    {SECTION_DROP, "shared", WALL("neutral: true, shared: true"), WALL("neutral: true")},
    {SECTION_DROP, "where", WALL("neutral: true, where: edge"), WALL("neutral: true")},
    {SECTION_DROP, "parries", WALL("parries: false"), WALL("mate: true")},
    {SECTION_DROP, "as", "captured: to hand\npieces: {it: {drops: {as: [rook, it]}}, rook: {captured_as: it}}",
     "captured: to hand\npieces: {rook: {captured_as: it}}"},
    {SECTION_PIECES, NULL, "pieces: {new: {letter: n, moves: N}}", NULL},
    {SECTION_PIECE, "letter", IT("letter: y"), NULL},
    {SECTION_PIECE, "royal", IT("royal: true"), NULL},
    {SECTION_PIECE, "royal_letter", IT("royal_letter: w"), NULL},
    {SECTION_PIECE, "about", IT("about: It waits."), NULL},
    {SECTION_PIECE, "moves", IT("moves: F"), NULL},
    {SECTION_PIECE, "promotes", IT("promotes: {on: file a, to: queen}"), NULL},
    {SECTION_PIECE, "promotion_limit", IT("promotion_limit: 1"), NULL},
    {SECTION_PIECE, "drops", "captured: to hand\n" IT("drops: never"), "captured: to hand"},
    {SECTION_PIECE, "when_covered", "stacks: true\n" IT("when_covered: pawn"), "stacks: true"},
    {SECTION_PIECE, "captured_as", "captured: to hand\n" IT("captured_as: pawn"), "captured: to hand"},
    {SECTION_PIECE, "shown_as", IT("shown_as: pawn"), NULL},
    {SECTION_PIECE, "transforms", IT("transforms: rook"), NULL},
    {SECTION_PIECE, "resets_halfmove_clock", IT("resets_halfmove_clock: true"), NULL},
    {SECTION_PIECE, "captures", IT("captures: custodian"), NULL},
    {SECTION_PIECE, "borrows", IT("borrows: bW"), NULL},
    {SECTION_PIECE, "lends", IT("lends: false"), NULL},
    {SECTION_PIECE, "immobilizes", IT("immobilizes: all"), NULL},
    {SECTION_PIECE, "protects", IT("protects: all"), NULL},
    {SECTION_PIECE, "invulnerable", IT("invulnerable: true"), NULL},
    {SECTION_PIECE, "kamikaze", IT("kamikaze: true"), NULL},
    {SECTION_PIECE, "value", IT("value: 500"), NULL},
    {SECTION_PIECE, "figure", IT("figure: star"), NULL},
    {SECTION_PIECE, "characters", IT("characters: [帥, 將]"), NULL},
    {SECTION_MOVE, "move", MOVE("move: F"), MOVE("move: W")},
    {SECTION_MOVE, "hook", MOVE("hook: f"), NULL},
    {SECTION_MOVE, "from", MOVE("move: W, from: own rank 2"), NULL},
    {SECTION_MOVE, "to", MOVE("move: W, to: own rank 2"), NULL},
    {SECTION_MOVE, "right", "rights: {m: {piece: it, at: a2}}\n" MOVE("move: W, right: m"),
     "rights: {m: {piece: it, at: a2}}"},
    {SECTION_MOVE, "en_passant", MOVE("move: mnD, en_passant: true"), MOVE("move: mnD")},
    {SECTION_MOVE, "en_passant", MOVE("move: mnH, en_passant: all"), MOVE("move: mnH, en_passant: true")},
    {SECTION_MOVE, "victims", MOVE("move: W, victims: king"), NULL},
    {SECTION_MOVE, "bounces", MOVE("move: B, bounces: true"), MOVE("move: B")},
    {SECTION_MOVE, "through", MOVE("move: B, through: any"), MOVE("move: B")},
    {SECTION_MOVE, "if", MOVE("move: W, if: empty fF"), NULL},
    {SECTION_MOVE, "if", MOVE("move: W, if: no own any fF"), MOVE("move: W, if: own any fF")},
    {SECTION_MOVE, "if", MOVE("move: W, if: no own rook fF"), MOVE("move: W, if: own rook fF")},
    {SECTION_MOVE, "safe", MOVE("move: mN, safe: from"), MOVE("move: mN")},
    {SECTION_MOVE, "safe", MOVE("move: mN, safe: [from, passed]"), MOVE("move: mN, safe: from")},
    {SECTION_MOVE, "safe", MOVE("move: mN, safe: to"), MOVE("move: mN, safe: from")},
    {SECTION_MOVE, "along", "board: {lines: [a1 d1 g1]}\n" MOVE("along: lines"), "board: {lines: [a1 d1 g1]}"},
    {SECTION_MOVE, "captures", MOVE("hook: f, captures: false"), MOVE("hook: f")},
    {SECTION_MOVE, "crosses", "board: {wrap: both}\n" MOVE("move: W, crosses: files"), "board: {wrap: both}"},
    {SECTION_MOVE, "circles", "board: {wrap: files}\n" MOVE("move: R, circles: true"),
     "board: {wrap: files}\n" MOVE("move: R")},
    {SECTION_MOVE, "transforms", MOVE("move: W, transforms: queen"), NULL},
    {SECTION_MOVE, "with", MOVE("move: W, transforms: queen, with: rook"), MOVE("move: W, transforms: queen")},
    {SECTION_MOVE, "without", MOVE("move: W, transforms: queen, without: rook"),
     MOVE("move: W, transforms: queen, with: rook")},
    {SECTION_MOVE, "must_not_check", MOVE("move: W, transforms: queen, must_not_check: true"),
     MOVE("move: W, transforms: queen")},
    {SECTION_MOVE, "gives_check", MOVE("move: W, gives_check: false"), NULL},
    {SECTION_MOVE, "resets_halfmove_clock",
     IT("resets_halfmove_clock: true, moves: [{move: W, resets_halfmove_clock: false}]"),
     IT("resets_halfmove_clock: true")},
    {SECTION_MOVE, "stay", MOVE("stay: true"), NULL},
    {SECTION_MOVE, "jump", MOVE("jump: F"), NULL},
    {SECTION_MOVE, "land", MOVE("jump: F, land: any"), MOVE("jump: F")},
    {SECTION_MOVE, "chain", MOVE("jump: F, chain: any"), MOVE("jump: F, chain: straight")},
    {SECTION_MOVE, "jumped", MOVE("jump: F, jumped: converted"), MOVE("jump: F")},
    {SECTION_MOVE, "jumped", MOVE("jump: F, jumped: stays"), MOVE("jump: F")},
    {SECTION_MOVE, "chain", MOVE("jump: F, jumped: stays, chain: any"), MOVE("jump: F, jumped: stays")},
    {SECTION_MOVE, "chain", MOVE("jump: F, jumped: stays, chain: any"),
     MOVE("jump: F, jumped: stays, chain: straight")},
    {SECTION_MOVE, "land", MOVE("jump: F, jumped: stays, land: any"), MOVE("jump: F, jumped: stays")},
    {SECTION_REMOTE_CAPTURE, "hostile", IT("captures: {by: custodian, hostile: e4}"), IT("captures: custodian")},
    {SECTION_REMOTE_CAPTURE, "on", IT("captures: {by: enclosure, on: e4}"), IT("captures: enclosure")},
    {SECTION_REMOTE_CAPTURE, "by", IT("captures: {by: approach}"), IT("captures: {by: withdrawal}")},
    {SECTION_REMOTE_CAPTURE, "victims", IT("captures: {by: custodian, victims: pawn}"), IT("captures: custodian")},
    {SECTION_REMOTE_CAPTURE, "going", IT("captures: {by: custodian, going: straight}"), IT("captures: custodian")},
    {SECTION_REMOTE_CAPTURE, "lands", IT("captures: {by: long_leap, lands: beyond}"), IT("captures: long_leap")},
    {SECTION_PROMOTION, "on", IT("promotes: {on: file b, to: queen}"), IT("promotes: {on: file a, to: queen}")},
    {SECTION_PROMOTION, "to", IT("promotes: {on: file a, to: rook}"), IT("promotes: {on: file a, to: queen}")},
    {SECTION_PROMOTION, "optional", IT("promotes: {on: file a, to: queen, optional: true}"),
     IT("promotes: {on: file a, to: queen}")},
    {SECTION_PROMOTION, "reverts", IT("promotes: {on: file a, to: queen, reverts: true}"),
     IT("promotes: {on: file a, to: queen}")},
    {SECTION_PROMOTION, "when", IT("promotes: {on: file a, to: queen, when: enters}"),
     IT("promotes: {on: file a, to: queen}")},
    {SECTION_PROMOTION, "when", IT("promotes: {on: file a, to: queen, when: [touches, quiet]}"),
     IT("promotes: {on: file a, to: queen}")},
    {SECTION_RIGHTS, NULL, "rights: {m: {piece: king, at: e1}}", NULL},
    {SECTION_RIGHT, "piece", "rights: {m: {piece: rook, at: e1}}", "rights: {m: {piece: king, at: e1}}"},
    {SECTION_RIGHT, "at", "rights: {m: {piece: king, at: anywhere}}", "rights: {m: {piece: king, at: e1}}"},
    {SECTION_RIGHT, "at", "rights: {m: {piece: king, at: e2}}", "rights: {m: {piece: king, at: e1}}"},
    {SECTION_RIGHT, "shown", "rights: {m: {piece: king, at: e1, shown: lost}}", "rights: {m: {piece: king, at: e1}}"},
    {SECTION_RIGHT, "implied", CASTLE("") "\nrights: {m: {piece: king, at: e1, implied: true}}",
     CASTLE("") "\nrights: {m: {piece: king, at: e1}}"},
    {SECTION_CASTLINGS, NULL, CASTLE(""), NULL},
    {SECTION_CASTLING, "king",
     "castling: {short: {king: queen, with: rook, right: k, from: e1, rook_from: h1, king_to: g1, rook_to: f1}}",
     CASTLE("")},
    {SECTION_CASTLING, "with",
     "castling: {short: {king: king, with: queen, right: k, from: e1, rook_from: h1, king_to: g1, rook_to: f1}}",
     CASTLE("")},
    {SECTION_CASTLING, "right",
     "castling: {short: {king: king, with: rook, right: s, from: e1, rook_from: h1, king_to: g1, rook_to: f1}}",
     CASTLE("")},
    {SECTION_CASTLING, "from",
     "castling: {short: {king: king, with: rook, right: k, from: d1, rook_from: h1, king_to: g1, rook_to: f1}}",
     CASTLE("")},
    {SECTION_CASTLING, "rook_from",
     "castling: {short: {king: king, with: rook, right: k, from: e1, rook_from: a1, king_to: g1, rook_to: f1}}",
     CASTLE("")},
    {SECTION_CASTLING, "king_to",
     "castling: {short: {king: king, with: rook, right: k, from: e1, rook_from: h1, king_to: c1, rook_to: f1}}",
     CASTLE("")},
    {SECTION_CASTLING, "rook_to",
     "castling: {short: {king: king, with: rook, right: k, from: e1, rook_from: h1, king_to: g1, rook_to: e1}}",
     CASTLE("")},
    {SECTION_CASTLING, "within", "castling: {any: {king: king, with: rook, within: own rank 1, ends: hook f}}",
     "castling: {any: {king: king, with: rook, within: own rank 2, ends: hook f}}"},
    {SECTION_CASTLING, "ends", "castling: {any: {king: king, with: rook, within: own rank 1, ends: hook f}}",
     "castling: {any: {king: king, with: rook, within: own rank 1, ends: hook g}}"},
    {SECTION_CASTLING, "clear", CASTLE(", clear: [f1, g1]"), CASTLE("")},
    {SECTION_CASTLING, "safe", CASTLE(", safe: [from, to]"), CASTLE("")},
    {SECTION_CASTLING, "safe", CASTLE(", safe: none"), CASTLE(", safe: to")},
    {SECTION_CASTLING, "notation", CASTLE(", notation: O-O"), CASTLE("")},
    {SECTION_CELLS, NULL, "rights: {m: {piece: king, at: {white: e1, black: d8}}}",
     "rights: {m: {piece: king, at: {white: e1, black: e8}}}"},
    {SECTION_START, "hook", "start: {hook: f}", NULL},
    {SECTION_START, "number", "start: {hook: f, number: 5}", "start: {hook: f}"},
    {SECTION_START, "second", "start: {hook: f, second: 5}", "start: {hook: f}"},
    {SECTION_END, NULL, "end: {bare: loss}", NULL},
    {SECTION_ENDING, "when", END("when: repetition 3, result: draw"), END("when: repetition 4, result: draw")},
    {SECTION_ENDING, "when", END("when: facing passes 1, result: draw"), END("when: passes 1, result: draw")},
    {SECTION_ENDING, "result", END("when: bare, result: loss"), END("when: bare, result: draw")},
    {SECTION_ENDING, "result", END("when: bare, result: loss 0.25"), END("when: bare, result: loss 1/5")},
    {SECTION_ENDING, "claim", END("when: repetition 3, result: draw, claim: draw"),
     END("when: repetition 3, result: draw")},
    {SECTION_ENDING, "illegal", END("when: repetition 3, illegal: true"), END("when: repetition 3, result: draw")},
    {SECTION_ENDING, "hook", END("when: stalemate, result: draw, hook: f"), END("when: stalemate, result: draw")},
    {SECTION_ENDING, "grace", END("when: bare, result: loss, grace: true"), END("when: bare, result: loss")},
    {SECTION_ENDING, "grace", END("when: goal 1, zone: rank 4, result: win, grace: black"),
     END("when: goal 1, zone: rank 4, result: win, grace: true")},
    {SECTION_ENDING, "consecutive", END("when: checks 3, result: win, consecutive: false"),
     END("when: checks 3, result: win")},
    {SECTION_ENDING, "alone", END("when: insufficient material, result: draw, alone: [rook]"),
     END("when: insufficient material, result: draw")},
    {SECTION_ENDING, "same_shade", END("when: insufficient material, result: draw, same_shade: [rook]"),
     END("when: insufficient material, result: draw")},
    {SECTION_ENDING, "pair", END("when: insufficient material, result: draw, pair: [rook]"),
     END("when: insufficient material, result: draw")},
    {SECTION_ENDING, "other_shades", END("when: insufficient material, result: draw, other_shades: [rook]"),
     END("when: insufficient material, result: draw")},
    {SECTION_ENDING, "bare_pieces", END("when: insufficient material, result: draw, bare_pieces: [king]"),
     END("when: insufficient material, result: draw")},
    {SECTION_ENDING, "max_pieces", END("when: hook f, max_pieces: 4"), END("when: hook f")},
    {SECTION_ENDING, "counter", "counters: [n]\n" END("when: hook f, counter: n 4"),
     "counters: [n]\n" END("when: hook f")},
    {SECTION_ENDING, "along", END("when: connect 3, result: win, along: straight"),
     END("when: connect 3, result: win")},
    {SECTION_ENDING, "pieces", END("when: connect 3, result: win, pieces: [rook]"),
     END("when: connect 3, result: win")},
    {SECTION_ENDING, "player", END("when: bare, result: loss, player: white"), END("when: bare, result: loss")},
    {SECTION_ENDING, "from", END("when: chain, from: own rank 1, to: last rank, result: win"),
     END("when: chain, from: own rank 2, to: last rank, result: win")},
    {SECTION_ENDING, "to", END("when: chain, from: own rank 1, to: last rank, result: win"),
     END("when: chain, from: own rank 1, to: own rank 7, result: win")},
    {SECTION_ENDING, "reach", END("when: chain, from: own rank 1, to: last rank, reach: W, result: win"),
     END("when: chain, from: own rank 1, to: last rank, result: win")},
    {SECTION_ENDING, "zone", END("when: points, zone: own rank 8, points: {rook: 5}, need: 3"),
     END("when: points, zone: own rank 7, points: {rook: 5}, need: 3")},
    {SECTION_ENDING, "points", END("when: points, zone: own rank 8, points: {rook: 5}, need: 3"),
     END("when: points, zone: own rank 8, points: {rook: 4}, need: 3")},
    {SECTION_ENDING, "need", END("when: points, zone: own rank 8, points: {rook: 5}, need: 3"),
     END("when: points, zone: own rank 8, points: {rook: 5}, need: 2")},
    {SECTION_ENDING, "compare", END("when: points, zone: own rank 8, points: {rook: 5}, need: 3, compare: true"),
     END("when: points, zone: own rank 8, points: {rook: 5}, need: 3")},
    {SECTION_POINTS, NULL, END("when: points, zone: own rank 8, points: {rook: 5, others: 1}, need: 3"),
     END("when: points, zone: own rank 8, points: {rook: 5}, need: 3")},
    {SECTION_TURN, "plies", "turn: {plies: 2}", NULL},
    {SECTION_PLIES, NULL, "turn: {plies: {white: 2, black: free}}", "turn: {plies: 2}"},
    {SECTION_TURN, "grows", "turn: {plies: 1, grows: 1}", "turn: {plies: 1}"},
    {SECTION_TURN, "first", "turn: {plies: 2, first: 1}", "turn: {plies: 2}"},
    {SECTION_TURN, "only", "captured: to hand\nturn: {plies: free, only: drops}",
     "captured: to hand\nturn: {plies: free}"},
    {SECTION_TURN, "removes", "turn: {removes: immobilized}", NULL},
    {SECTION_TURN, "each_piece_once", "turn: {plies: 2, each_piece_once: true}", "turn: {plies: 2}"},
    {SECTION_TURN, "check_legality", "turn: {plies: 2, check_legality: end}", "turn: {plies: 2}"},
    {SECTION_TURN, "check", "turn: {plies: 2, check: last}", "turn: {plies: 2}"},
    {SECTION_TURN, "en_passant", "turn: {plies: 2, en_passant: turn}", "turn: {plies: 2}"},
    {SECTION_TURN, "pass", "turn: {pass: always}", NULL},
    {SECTION_TURN, "pass", "turn: {pass: facing}", "turn: {pass: unchecked}"},
    {SECTION_TURN, "decides",
     "players: [{name: a, seat: south, team: x}, {name: b, seat: west, team: y}, {name: c, seat: north, team: x}, "
     "{name: d, seat: east, team: y}]\nturn: {decides: team}",
     "players: [{name: a, seat: south, team: x}, {name: b, seat: west, team: y}, {name: c, seat: north, team: x}, "
     "{name: d, seat: east, team: y}]"},
    {SECTION_TURN, "boards",
     "board: {boards: [A, B]}\nplayers: [{name: a, board: A, seat: south}, {name: b, board: A, seat: north}, {name: c, "
     "board: B, "
     "seat: south}, {name: d, board: B, seat: north}]\nturn: {boards: free}",
     "board: {boards: [A, B]}\nplayers: [{name: a, board: A, seat: south}, {name: b, board: A, seat: north}, {name: c, "
     "board: B, "
     "seat: south}, {name: d, board: B, seat: north}]"},
    {SECTION_TURN, "waits",
     "board: {boards: [A, B]}\nplayers: [{name: a, board: A, seat: south}, {name: b, board: A, seat: north}, {name: c, "
     "board: B, "
     "seat: south}, {name: d, board: B, seat: north}]\nturn: {waits: true}",
     "board: {boards: [A, B]}\nplayers: [{name: a, board: A, seat: south}, {name: b, board: A, seat: north}, {name: c, "
     "board: B, "
     "seat: south}, {name: d, board: B, seat: north}]"},
    {SECTION_SETUP, "mandatory", "captured: to hand\nsetup: {mandatory: true}", "captured: to hand"},
    {SECTION_SETUP, "mandatory", "captured: to hand\nsetup: {mandatory: all}",
     "captured: to hand\nsetup: {mandatory: true}"},
    {SECTION_SETUP, "mandatory", "captured: to hand\nsetup: {mandatory: [rook, queen]}",
     "captured: to hand\nsetup: {mandatory: rook}"},
    {SECTION_SETUP, "royals", "captured: to hand\nsetup: {royals: true}", "captured: to hand"},
    {SECTION_SETUP, "whole_turn", "captured: to hand\nsetup: {mandatory: true, whole_turn: true}",
     "captured: to hand\nsetup: {mandatory: true}"},
    {SECTION_SETUP, "separate_phase", "captured: to hand\nsetup: {mandatory: true, separate_phase: true}",
     "captured: to hand\nsetup: {mandatory: true}"},
    {SECTION_CAPTURES, "mandatory", "captures: {mandatory: true}", NULL},
    {SECTION_CAPTURES, "by", "captures: {mandatory: true, by: [rook]}", "captures: {mandatory: true}"},
    {SECTION_CAPTURES, "longest", "captures: {mandatory: true, longest: true}", "captures: {mandatory: true}"},
    {SECTION_CAPTURES, "prefer", "captures: {mandatory: true, longest: true, prefer: king}",
     "captures: {mandatory: true, longest: true}"},
    {SECTION_CAPTURES, "blast", "captures: {blast: {reach: K}}", NULL},
    {SECTION_CAPTURES, "row", "captures: {row: 3}", NULL},
    {SECTION_CAPTURES, "along", "captures: {row: 3, along: straight}", "captures: {row: 3}"},
    {SECTION_CAPTURES, "row_victims", "captures: {row: 3, row_victims: any}", "captures: {row: 3}"},
    {SECTION_BLAST, "reach", "captures: {blast: {reach: W}}", "captures: {blast: {reach: K}}"},
    {SECTION_BLAST, "spares", "captures: {blast: {reach: K, spares: pawn}}", "captures: {blast: {reach: K}}"},
    {SECTION_JUMPS, "removes", MOVE("jump: F, chain: any") "\njumps: {removes: at once}", MOVE("jump: F, chain: any")},
    {SECTION_JUMPS, "promotion", MOVE("jump: F, chain: any") "\njumps: {promotion: stop}", MOVE("jump: F, chain: any")},
    {SECTION_JUMPS, "revisit", MOVE("jump: F, chain: any") "\njumps: {revisit: true}", MOVE("jump: F, chain: any")},
    {SECTION_JUMPS, "reverse", MOVE("jump: F, chain: any") "\njumps: {reverse: false}", MOVE("jump: F, chain: any")},
    {SECTION_PUTS, "piece", PUTS("piece: pawn"), PUTS("piece: rook")},
    {SECTION_PUTS, "where", PUTS("piece: it, where: left"), PUTS("piece: it")},
    {SECTION_PUTS, "on", PUTS("piece: it, on: rank 4"), PUTS("piece: it")},
    {SECTION_PUTS, "most", PUTS("piece: it, most: 2"), PUTS("piece: it")},
    {SECTION_PUTS, "optional", PUTS("piece: it, optional: true"), PUTS("piece: it")},
    {SECTION_PUTS, "parries", PUTS("piece: it, parries: false"), PUTS("piece: it")},
    {SECTION_CHECKS, "mandatory", "checks: {mandatory: all}", NULL},
    {SECTION_CHECKS, "forbidden", "checks: {forbidden: [black]}", "checks: {forbidden: all}"},
    {SECTION_CHECKS, "only", "checks: {only: mate}", NULL},
    {SECTION_NO_MOVES, "checkmated", "no_moves: {checkmated: {invulnerable: true}}", NULL},
    {SECTION_NO_MOVES, "stalemated", "no_moves: {checkmated: {invulnerable: true}, stalemated: {invulnerable: true}}",
     "no_moves: {checkmated: {invulnerable: true}}"},
    {SECTION_NO_MOVES, "returns", "no_moves: {checkmated: {invulnerable: true}, returns: invulnerable}",
     "no_moves: {checkmated: {invulnerable: true}}"},
    {SECTION_NO_MOVES, "out", "no_moves: {out: {invulnerable: true, attacks: nothing}}", "no_moves: {}"},
    {SECTION_MISSED_TURN, "invulnerable", "no_moves: {checkmated: {invulnerable: true, attacks: nothing}}",
     "no_moves: {checkmated: {attacks: nothing}}"},
    {SECTION_MISSED_TURN, "attacks", "no_moves: {checkmated: {invulnerable: true, attacks: nothing}}",
     "no_moves: {checkmated: {invulnerable: true}}"},
    {SECTION_MISSED_TURN, "removed", "no_moves: {checkmated: {removed: all}}",
     "no_moves: {checkmated: {removed: royals}}"},
    {SECTION_DICE, "roll", "dice: {roll: 1d6}", "dice: {roll: 2d6}"},
    {SECTION_DICE, "faces", "dice: {roll: 2d4, faces: [2, 3, 4, 5]}", "dice: {roll: 2d4}"},
    {SECTION_DICE, "doubles", "dice: {roll: 2d6, doubles: 4}", "dice: {roll: 2d6}"},
    {SECTION_DICE, "check", "dice: {roll: 2d6, check: free}", "dice: {roll: 2d6}"},
    {SECTION_DICE, "moves", "dice: {roll: 1d2, moves: {1: pawn, 2: king}}", "dice: {roll: 1d2}"},
    {SECTION_DIE_FACES, NULL, "dice: {roll: 1d2, moves: {1: [pawn, rook], 2: king}}",
     "dice: {roll: 1d2, moves: {1: pawn, 2: king}}"},
    {SECTION_VISIBILITY, "sees", "visibility: {sees: own}", NULL},
    {SECTION_VISIBILITY, "during", "visibility: {sees: own, during: setup}", "visibility: {sees: own}"},
    {SECTION_VISIBILITY, "tries", "visibility: {sees: own, tries: true}", "visibility: {sees: own}"},
    {SECTION_VISIBILITY, "secrets", SECRETS "}}}", "counters: [n, o]"},
    {SECTION_VISIBILITY, "questions", "visibility: {sees: own, questions: {any: {captures_by: pawn}}}",
     "visibility: {sees: own}"},
    {SECTION_SECRETS, NULL, SECRETS "}}}", "counters: [n, o]"},
    {SECTION_SECRET, "player", "counters: [n, o]\nvisibility: {secrets: {n: {player: black, values: 1..2}}}",
     SECRETS "}}}"},
    {SECTION_SECRET, "player", "counters: [n, o]\nvisibility: {secrets: {n: {values: 1..2}}}", SECRETS "}}}"},
    {SECTION_SECRET, "values", "counters: [n, o]\nvisibility: {secrets: {n: {player: white, values: 1..3}}}",
     SECRETS "}}}"},
    {SECTION_SECRET, "revealed_by", SECRETS ", revealed_by: o}}}", SECRETS "}}}"},
    {SECTION_QUERIES, NULL, "visibility: {sees: own, questions: {any: {captures_by: pawn}}}",
     "visibility: {sees: own}"},
    {SECTION_QUERY, "captures_by", "visibility: {sees: own, questions: {any: {captures_by: rook}}}",
     "visibility: {sees: own, questions: {any: {captures_by: pawn}}}"},
    {SECTION_QUERY, "answer", "visibility: {sees: own, questions: {any: {captures_by: pawn, answer: number}}}",
     "visibility: {sees: own, questions: {any: {captures_by: pawn}}}"},
    {SECTION_QUERY, "must_try", "visibility: {sees: own, questions: {any: {captures_by: pawn, must_try: true}}}",
     "visibility: {sees: own, questions: {any: {captures_by: pawn}}}"},
    {SECTION_NOTATION, "step", "notation: {step: '-', capture: ':'}", "notation: {capture: ':'}"},
    {SECTION_NOTATION, "capture", "notation: {step: '-', capture: ':'}", "notation: {step: '-'}"},
    {SECTION_NOTATION, "promotion", "notation: {step: '-', promotion: '='}", "notation: {step: '-'}"},
    {SECTION_NOTATION, "letters", "notation: {step: '-', letters: true}", "notation: {step: '-'}"},
    {SECTION_NOTATION, "path", "notation: {step: '-', path: ends}", "notation: {step: '-'}"},
    {SECTION_NOTATION, "cells", "notation: {step: '-', cells: numbers}", "notation: {step: '-'}"},
    {SECTION_VARIANT, "words", "words: {end: {about: end the turn}}", NULL},
    {SECTION_WORDS, NULL, "words: {end: {about: end the turn}, go: {about: go on}}",
     "words: {end: {about: end the turn}}"},
    {SECTION_WORD, "about", "words: {end: {about: end the turn}}", "words: {end: {about: end it}}"},
    {SECTION_WORD, "does", "words: {end: {about: end the turn, does: It ends.}}",
     "words: {end: {about: end the turn}}"},
    {SECTION_VARIANT, "cards", "counters: [n]\ncards: {white: {counters: n, are: [pawn]}}", "counters: [n]"},
    {SECTION_CARDS, NULL,
     "counters: [n]\ncards: {white: {counters: n, are: [pawn]}, black: {counters: n, are: [pawn]}}",
     "counters: [n]\ncards: {white: {counters: n, are: [pawn]}}"},
    {SECTION_CARDS_OF, "counters", "counters: [n, m]\ncards: {white: {counters: [n, m], are: [pawn]}}",
     "counters: [n, m]\ncards: {white: {counters: n, are: [pawn]}}"},
    {SECTION_CARDS_OF, "are", "counters: [n]\ncards: {white: {counters: n, are: [pawn, king]}}",
     "counters: [n]\ncards: {white: {counters: n, are: [pawn]}}"},
    {SECTION_HOOKS, NULL, "hooks: {f: {at: after}}", NULL},
    {SECTION_HOOK, "at", "hooks: {f: {at: legal}}", "hooks: {f: {at: after}}"},
    {SECTION_HOOK, "only", "hooks: {f: {at: moves, only: true}}", "hooks: {f: {at: moves}}"},
    {SECTION_HOOK, "drops", "captured: to hand\nhooks: {f: {at: legal, drops: true}}",
     "captured: to hand\nhooks: {f: {at: legal}}"},
    {SECTION_HOOK, "captures", "hooks: {f: {captures: true}}", "hooks: {f: {at: after}}"},
    {SECTION_HOOK, "pieces", "hooks: {f: {pieces: [pawn]}}", "hooks: {f: {at: after}}"},
    {SECTION_HOOK, "captured", "hooks: {f: {captured: [pawn]}}", "hooks: {f: {at: after}}"},
    {SECTION_HOOK, "to", "hooks: {f: {to: own rank 8}}", "hooks: {f: {at: after}}"},
    {SECTION_HOOK, "checks", "hooks: {f: {checks: true}}", "hooks: {f: {at: after}}"},
    {SECTION_HOOK, "unless_zero", "counters: [n]\nhooks: {f: {checks: true, unless_zero: [n]}}",
     "counters: [n]\nhooks: {f: {checks: true}}"},
    {SECTION_HOOK, "full", "hooks: {f: {at: legal, full: own ranks 1-2}}", "hooks: {f: {at: legal}}"},
    {SECTION_HOOK, "changes", "hooks: {f: {changes: counters}}", "hooks: {f: {at: after}}"},
};

/* Keys that are no rules: names and words about the game, and options, whose patches are rules once they are chosen. */
static bool is_no_rule(const schema_row *row)
{
    static const char *const words[] = {"name",    "about",   "extends",  "script",
                                        "options", "name_ru", "about_ru", "allow_warnings"};
    bool found = row->section == SECTION_OPTIONS || row->section == SECTION_OPTION || row->section == SECTION_VALUES;
    found |= (row->section == SECTION_PIECE || row->section == SECTION_WORD) && row->key &&
             (strcmp(row->key, "about_ru") == 0 || strcmp(row->key, "does_ru") == 0);
    for (size_t i = 0; row->section == SECTION_VARIANT && i < sizeof words / sizeof words[0]; i++) {
        found |= strcmp(row->key, words[i]) == 0;
    }
    return found;
}

static const change *change_of(const schema_row *row)
{
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        const change *c = &changes[i];
        if (c->section == row->section && (row->key ? c->key && strcmp(c->key, row->key) == 0 : !c->key)) {
            return c;
        }
    }
    return NULL;
}

static ruleset *load(diag_list *diags, const char *rest)
{
    text yaml = {0};
    text_print(&yaml, "extends: base\nscript: none.lua\n%s\n", rest ? rest : "");
    const source *s =
        diag_source(diags, FERZ_SOURCE_DIR "/tests/cli/explain/change.yaml", text_string(&yaml), yaml.length);
    ruleset *rules = s ? ruleset_load(diags, s->name, s, NULL, NULL, 0, 1) : NULL;
    for (const diag *d = diags->first; !rules && d; d = d->next) {
        printf("%s\n%s: %s\n", text_string(&yaml), d->text, d->hint ? d->hint : "");
    }
    text_finish(&yaml);
    return rules;
}

/* How many sentences say that the two differ. */
static size_t differences(const ruleset *with, const ruleset *without, fact_language language)
{
    arena a;
    arena_init(&a, 0);
    /* The start is the ruleset's own here, as no game is built. */
    const fact_notes one = {.start = without->start.string}, other = {.start = with->start.string};
    fact_list list = facts_compare(without, &one, with, &other, language, NULL, &a);
    size_t count = list.count;
    for (size_t i = 0; i < count; i++) {
        const char *sentence = list.items[i].sentence;
        assert_non_null(sentence);
        assert_true(strlen(sentence) > 8);
        assert_true(strchr(".)`", sentence[strlen(sentence) - 1]) != NULL);
        assert_null(strstr(sentence, "[")); /* no gender was left open */
    }
    assert_false(a.failed);
    arena_finish(&a);
    return count;
}

TEST(test_every_key)
{
    size_t count, silent = 0;
    const schema_row *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++) {
        if (is_no_rule(&rows[i])) {
            continue;
        }
        const char *key = rows[i].key ? rows[i].key : "NAME", *where = schema_section_of(rows[i].section)->where;
        const change *c = change_of(&rows[i]);
        if (!c) {
            printf("%s %s: no change is known that shows it\n", where, key);
            silent++;
            continue;
        }
        diag_list diags;
        diag_list_init(&diags);
        ruleset *with = load(&diags, c->with), *without = load(&diags, c->without);
        for (int language = 0; with && without && language < 2; language++) {
            if (!differences(with, without, (fact_language)language)) {
                printf("%s %s: no fact tells of it (language %d)\n", where, key, language);
                silent++;
            }
            assert_int_equal(differences(with, with, (fact_language)language), 0);
        }
        silent += !with || !without;
        ruleset_destroy(with);
        ruleset_destroy(without);
        diag_list_finish(&diags);
    }
    assert_int_equal(silent, 0);
}
