#include "formats/builtin.h"

#include <string.h>

const char builtin_base[] = "chess";

#define ARMY "pawn = p\nknight = n\nbishop = b\nrook = r\nqueen = q\nking = k\n"
#define NO_PROMOTION "promotionPieceTypes = -\n"
#define STILL "doubleStep = false\ncastling = false\n"

static const builtin_variant rows[] = {
    {"chess", NULL, ARMY},
    {"normal", "chess", ""},
    {"fischerandom", "chess", "chess960 = true\n"},
    {"nocastle", "chess", "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\ncastling = false\n"},
    {"armageddon", "chess", "materialCounting = blackdrawodds\n"},
    {"torpedo", "chess", "doubleStepRegionWhite = *2 *3 *4 *5 *6 *7\ndoubleStepRegionBlack = *7 *6 *5 *4 *3 *2\n"},
    {"berolina", "chess", "pawn = -\ncustomPiece1 = p:mfFcefWimfnA\npromotionPawnTypes = p\nnMoveRuleTypes = p\n"},
    {"pawnback", "chess",
     "pawn = -\ncustomPiece1 = p:fbmWfceFifmnD\npawnTypes = p\nmobilityRegionWhiteCustomPiece1 = *2 *3 *4 *5 *6 *7 *8\n"
     "mobilityRegionBlackCustomPiece1 = *7 *6 *5 *4 *3 *2 *1\nnMoveRuleTypes = -\n"},
    {"pawnsideways", "chess", "pawn = -\ncustomPiece1 = p:fsmWfceFifmnD\npawnTypes = p\nnMoveRuleTypes = -\n"},
    {"legan", "chess",
     "pawn = -\ncustomPiece1 = p:mflFcflW\npawnTypes = p\npromotionRegionWhite = a5 a6 a7 a8 b8 c8 d8\n"
     "promotionRegionBlack = e1 f1 g1 h1 h2 h3 h4\ncastling = false\nenPassantTypes = -\n"
     "startFen = knbrp3/bqpp4/npp5/rp1p3P/p3P1PR/5PPN/4PPQB/3PRBNK w - - 0 1\n"},
    {"fairy", "chess", "silver = s\nfers = f\n"},
    {"makruk", "chess",
     "bishop = -\nqueen = -\nsilver = s\nfers = m\n"
     "startFen = rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1\n"
     "promotionRegionWhite = *6 *7 *8\npromotionRegionBlack = *3 *2 *1\npromotionPieceTypes = m\n" STILL
     "nMoveRule = 0\ncountingRule = makruk\n"},
    {"makpong", "makruk", "makpongRule = true\n"},
    {"cambodian", "makruk",
     "startFen = rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1\ngating = true\ncambodianMoves = true\n"
     "countingRule = cambodian\n"},
    {"karouk", "cambodian", "checkCounting = true\n"},
    {"asean", "chess",
     "bishop = -\nqueen = -\nsilver = b\nfers = q\n"
     "startFen = rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w - - 0 1\n"
     "promotionPieceTypes = rnbq\n" STILL "countingRule = asean\n"},
    {"ai-wok", "makruk",
     "fers = -\naiwok = a\nstartFen = rnsaksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKASNR w - - 0 1\n"
     "promotionPieceTypes = a\n"},
    {"shatranj", "chess",
     "bishop = -\nqueen = -\nalfil = b\nfers = q\n"
     "startFen = rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1\npromotionPieceTypes = q\n" STILL
     "extinctionValue = loss\nextinctionClaim = true\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n"
     "extinctionOpponentPieceCount = 2\nstalemateValue = loss\nnMoveRule = 70\n"},
    {"chaturanga", "chess",
     "bishop = -\nqueen = -\nalfil = b\nfers = q\n"
     "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\npromotionPieceTypes = q\n" STILL},
    {"amazon", "chess",
     "queen = -\namazon = a\nstartFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1\n"
     "promotionPieceTypes = arbn\n"},
    {"nightrider", "chess", "knight = -\ncustomPiece1 = n:NN\npromotionPieceTypes = qrbn\n"},
    {"grasshopper", "chess",
     "customPiece1 = g:gQ\ndoubleStep = false\npromotionPieceTypes = qrbgn\n"
     "startFen = rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR w KQkq - 0 1\n"},
    {"hoppelpoppel", "chess", "knight = -\nbishop = -\nknibis = n\nbiskni = b\npromotionPieceTypes = qrbn\n"},
    {"newzealand", "chess",
     "rook = -\nknight = -\nrookni = r\nkniroo = n\ncastlingRookPieces = r\npromotionPieceTypes = qrbn\n"},
    {"kingofthehill", "chess", "flagPiece = k\nflagRegion = d4 e4 d5 e5\nflagMove = false\n"},
    {"racingkings", "chess",
     "startFen = 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1\nflagPiece = k\nflagRegion = *8\nflagMove = true\n"
     "castling = false\nchecking = false\n"},
    {"knightmate", "chess",
     "knight = -\ncommoner = m\nking = k:N\nstartFen = rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1\n"
     "promotionPieceTypes = mqrb\n"},
    {"misere", "chess", "checkmateValue = win\n"},
    {"losers", "chess",
     "checkmateValue = win\nstalemateValue = win\nextinctionValue = win\nextinctionPieceTypes = *\n"
     "extinctionPieceCount = 1\nmustCapture = true\n"},
    {"giveaway", "chess",
     "king = -\ncommoner = k\npromotionPieceTypes = kqrbn\nstalemateValue = win\nextinctionValue = win\n"
     "extinctionPieceTypes = *\nmustCapture = true\n"},
    {"antichess", "giveaway", "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\ncastling = false\n"},
    {"suicide", "antichess", "stalematePieceCount = true\n"},
    {"codrus", "giveaway", "promotionPieceTypes = qrbn\nextinctionPieceTypes = k\n"},
    {"extinction", "chess",
     "king = -\ncommoner = k\npromotionPieceTypes = kqrbn\nextinctionValue = loss\nextinctionPieceTypes = kqrbnp\n"},
    {"kinglet", "extinction", "promotionPieceTypes = k\nextinctionPieceTypes = p\n"},
    {"threekings", "chess",
     "king = -\ncommoner = k\nstartFen = knbqkbnk/pppppppp/8/8/8/8/PPPPPPPP/KNBQKBNK w - - 0 1\ncastling = false\n"
     "extinctionValue = loss\nextinctionPieceTypes = k\nextinctionPieceCount = 2\n"},
    {"horde", "chess",
     "startFen = rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1\n"
     "doubleStepRegionWhite = *1 *2\ndoubleStepRegionBlack = *7 *8\nenPassantRegion = *3 *6\n"
     "extinctionValue = loss\nextinctionPieceTypes = *\n"},
    {"petrified", "chess",
     "king = -\ncommoner = k\ncastlingKingPiece = k\nextinctionValue = loss\nextinctionPieceTypes = k\n"
     "extinctionPseudoRoyal = true\npetrifyOnCaptureTypes = knbrq\n"},
    {"nocheckatomic", "chess",
     "king = -\ncommoner = k\ncastlingKingPiece = k\nextinctionValue = loss\nextinctionPieceTypes = k\n"
     "blastOnCapture = true\n"},
    {"atomic", "nocheckatomic", "extinctionPseudoRoyal = true\n"},
    {"atomar", "nocheckatomic", "blastImmuneTypes = k\nmutuallyImmuneTypes = k\n"},
    {"isolation", NULL,
     "maxRank = 8\nmaxFile = 6\ncustomPiece1 = p:mK\nstartFen = 2p3/6/6/6/6/6/6/3P2 w - - 0 1\n"
     "wallingRule = static\nstalemateValue = loss\n" STILL},
    {"duck", "chess",
     "king = -\ncommoner = k\ncastlingKingPiece = k\nextinctionValue = loss\nextinctionPieceTypes = k\n"
     "wallingRule = duck\nstalemateValue = win\n"},
    {"3check", "chess",
     "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1\ncheckCounting = true\n"},
    {"5check", "3check", "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5+5 0 1\n"},
    {"crazyhouse", "chess",
     "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\npieceDrops = true\n"
     "capturesToHand = true\n"},
    {"loop", "crazyhouse", "dropLoop = true\n"},
    {"chessgi", "loop", "firstRankPawnDrops = true\n"},
    {"bughouse", "crazyhouse", "twoBoards = true\ncapturesToHand = false\nstalemateValue = loss\n"},
    {"koedem", "bughouse",
     "king = -\ncommoner = k\nmustDrop = true\nmustDropType = k\nextinctionValue = loss\nextinctionPieceTypes = k\n"
     "extinctionOpponentPieceCount = 2\n"},
    {"pocketknight", "chess",
     "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 1\npieceDrops = true\n"
     "capturesToHand = false\n"},
    {"placement", "chess",
     "startFen = 8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1\nmustDrop = true\npieceDrops = true\n"
     "capturesToHand = false\nwhiteDropRegion = *1\nblackDropRegion = *8\ndropOppositeColoredBishop = true\n"
     "castlingDroppedPiece = true\n"},
    {"sittuyin", "makruk",
     "startFen = 8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - - 0 1\nfers = f\nmustDrop = true\n"
     "pieceDrops = true\ncapturesToHand = false\nwhiteDropRegion = *1 *2 *3\nblackDropRegion = *8 *7 *6\n"
     "sittuyinRookDrop = true\nsittuyinPromotion = true\npromotionLimit = f:1\n"
     "promotionRegionWhite = -\npromotionRegionBlack = -\npromotionPieceTypes = f\n"
     "immobilityIllegal = false\ncountingRule = asean\nnMoveRule = 50\n"},
    {"seirawan", "chess",
     "archbishop = h\nchancellor = e\n"
     "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1\ngating = true\n"
     "seirawanGating = true\npromotionPieceTypes = heqrbn\n"},
    {"shouse", "seirawan", "pieceDrops = true\ncapturesToHand = true\n"},
    {"dragon", "chess",
     "archbishop = d\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Dd] w KQkq - 0 1\npieceDrops = true\n"
     "whiteDropRegion = *1\nblackDropRegion = *8\npromotionPieceTypes = dqrbn\n"},
    {"minishogi", NULL,
     "maxRank = 5\nmaxFile = 5\nshogiPawn = p\nsilver = s\ngold = g\nbishop = b\ndragonHorse = h\nrook = r\nbers = d\n"
     "king = k\nstartFen = rbsgk/4p/5/P4/KGSBR[-] w 0 1\npieceDrops = true\ncapturesToHand = true\n"
     "promotionRegionWhite = *5\npromotionRegionBlack = *1\n" NO_PROMOTION STILL
     "promotedPieceType = p:g s:g b:h r:d\ndropNoDoubled = p\nimmobilityIllegal = true\n"
     "shogiPawnDropMateIllegal = true\nstalemateValue = loss\nnFoldRule = 4\nnMoveRule = 0\n"
     "perpetualCheckIllegal = true\nnFoldValue = loss\nnFoldValueAbsolute = true\n"},
    {"mini", "minishogi", ""},
    {"kyotoshogi", "minishogi",
     "lance = l\nshogiKnight = n\nstartFen = p+nks+l/5/5/5/+LSK+NP[-] w 0 1\n"
     "promotionRegionWhite = *1 *2 *3 *4 *5\npromotionRegionBlack = *1 *2 *3 *4 *5\nmandatoryPiecePromotion = true\n"
     "pieceDemotion = true\ndropPromoted = true\npromotedPieceType = l:g s:b n:g p:r g:- b:- r:-\n"
     "immobilityIllegal = false\nshogiPawnDropMateIllegal = false\ndropNoDoubled = -\nnFoldValue = draw\n"
     "nFoldValueAbsolute = false\n"},
    {"micro", "kyotoshogi",
     "maxFile = 4\nstartFen = kb+r+l/p3/4/3P/+L+RBK[-] w 0 1\npiecePromotionOnCapture = true\n"
     "promotedPieceType = l:s b:g r:g p:n s:- g:- n:-\n"},
    {"dobutsu", "minishogi",
     "maxRank = 4\nmaxFile = 3\nshogiPawn = c\nsilver = -\ngold = h\nbishop = -\ndragonHorse = -\nrook = -\nbers = -\n"
     "fers = e\nwazir = g\nking = l\nstartFen = gle/1c1/1C1/ELG[-] w 0 1\npromotionRegionWhite = *4\n"
     "promotionRegionBlack = *1\npromotedPieceType = c:h\nimmobilityIllegal = false\n"
     "shogiPawnDropMateIllegal = false\nflagPiece = l\nflagRegionWhite = *4\nflagRegionBlack = *1\n"
     "dropNoDoubled = -\nnFoldRule = 3\nnFoldValue = draw\nnFoldValueAbsolute = false\n"},
    {"gorogoro", "minishogi",
     "maxRank = 6\nmaxFile = 5\nstartFen = sgkgs/5/1ppp1/1PPP1/5/SGKGS[-] w 0 1\npromotionRegionWhite = *5 *6\n"
     "promotionRegionBlack = *2 *1\nnFoldValue = draw\nnFoldValueAbsolute = false\n"},
    {"judkins", "minishogi",
     "maxRank = 6\nmaxFile = 6\nshogiKnight = n\nstartFen = rbnsgk/5p/6/6/P5/KGSNBR[-] w 0 1\n"
     "promotionRegionWhite = *5 *6\npromotionRegionBlack = *2 *1\npromotedPieceType = p:g s:g b:h r:d n:g\n"
     "nFoldValue = draw\nnFoldValueAbsolute = false\n"},
    {"torishogi", NULL,
     "maxRank = 7\nmaxFile = 7\nshogiPawn = s\nking = k\ncustomPiece1 = f:FsfW\ncustomPiece2 = c:FvW\n"
     "customPiece3 = l:fRrbBlbF\ncustomPiece4 = r:fRlbBrbF\ncustomPiece5 = p:bFfD\ncustomPiece6 = g:fAbD\n"
     "customPiece7 = e:KbRfBbF2\nstartFen = rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR[-] w 0 1\n"
     "pieceDrops = true\ncapturesToHand = true\npromotionRegionWhite = *6 *7\npromotionRegionBlack = *2 "
     "*1\n" NO_PROMOTION STILL "promotedPieceType = s:g f:e\nmandatoryPiecePromotion = true\ndropNoDoubled = s\n"
     "dropNoDoubledCount = 2\nimmobilityIllegal = true\nshogiPawnDropMateIllegal = true\nstalemateValue = loss\n"
     "nFoldRule = 4\nnMoveRule = 0\nperpetualCheckIllegal = true\n"},
    {"euroshogi", "minishogi",
     "maxRank = 8\nmaxFile = 8\ncustomPiece1 = n:fNsW\n"
     "startFen = 1nbgkgn1/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/1NGKGBN1[-] w 0 1\n"
     "promotionRegionWhite = *6 *7 *8\npromotionRegionBlack = *3 *2 *1\npromotedPieceType = p:g b:h r:d n:g\n"
     "silver = -\nmandatoryPiecePromotion = true\nnFoldValue = draw\nnFoldValueAbsolute = false\n"},
    {"losalamos", "chess",
     "maxRank = 6\nmaxFile = 6\nbishop = -\nstartFen = rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1\n"
     "promotionRegionWhite = *6\npromotionRegionBlack = *1\npromotionPieceTypes = qrn\n" STILL},
    {"gardner", "chess",
     "maxRank = 5\nmaxFile = 5\nstartFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\npromotionRegionWhite = *5\n"
     "promotionRegionBlack = *1\n" STILL},
    {"almost", "chess",
     "queen = -\nchancellor = c\nstartFen = rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1\n"
     "promotionPieceTypes = crbn\n"},
    {"sortofalmost", "chess",
     "chancellor = c\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1\n"
     "promotionPieceTypes = qcrbn\n"},
    {"chigorin", "chess",
     "chancellor = c\nstartFen = rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNCKNNR w KQkq - 0 1\n"
     "promotionPieceTypesWhite = crn\npromotionPieceTypesBlack = qrb\n"},
    {"shatar", "chess",
     "queen = -\nbers = j\nstartFen = rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 1\n"
     "promotionPieceTypes = j\n" STILL "extinctionValue = draw\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n"
     "shatarMateRule = true\n"},
    {"coregal", "chess",
     "extinctionValue = loss\nextinctionPieceTypes = q\nextinctionPseudoRoyal = true\nextinctionPieceCount = 64\n"},
    {"clobber", NULL,
     "maxRank = 6\nmaxFile = 5\nclobber = p\nstartFen = PpPpP/pPpPp/PpPpP/pPpPp/PpPpP/pPpPp w 0 1\n" NO_PROMOTION STILL
     "stalemateValue = loss\n"},
    {"breakthrough", NULL,
     "breakthrough = p\nstartFen = pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w 0 1\n" NO_PROMOTION STILL
     "stalemateValue = loss\nflagPiece = p\nflagRegionWhite = *8\nflagRegionBlack = *1\n"},
    {"ataxx", NULL,
     "maxRank = 7\nmaxFile = 7\ncustomPiece1 = p:mDmNmA\nstartFen = P5p/7/7/7/7/7/p5P w 0 1\npieceDrops = "
     "true\n" NO_PROMOTION STILL "enclosingDrop = ataxx\nflipEnclosedPieces = ataxx\n"},
    {"flipersi", NULL,
     "immobile = p\nstartFen = 8/8/8/8/8/8/8/8[PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPpppppppppppppppppppppppppppppppp] w 0 "
     "1\n" NO_PROMOTION "pieceDrops = true\n" STILL "passOnStalemate = true\nenclosingDrop = reversi\n"
     "enclosingDropStart = d4 e4 d5 e5\nflipEnclosedPieces = reversi\nmaterialCounting = unweighted\n"},
    {"flipello", "flipersi",
     "startFen = 8/8/8/3pP3/3Pp3/8/8/8[PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPpppppppppppppppppppppppppppppppp] w 0 1\n"},
    {"minixiangqi", NULL,
     "maxRank = 7\nmaxFile = 7\nrook = r\nhorse = n\nking = k:W\ncannon = c\nsoldier = p\n"
     "startFen = rcnkncr/p1ppp1p/7/7/7/P1PPP1P/RCNKNCR w - - 0 1\n"
     "mobilityRegionWhiteKing = c1 d1 e1 c2 d2 e2 c3 d3 e3\n"
     "mobilityRegionBlackKing = c5 d5 e5 c6 d6 e6 c7 d7 e7\n" NO_PROMOTION STILL
     "stalemateValue = loss\nperpetualCheckIllegal = true\nflyingGeneral = true\n"},
    {"shogi", "minishogi",
     "maxRank = 9\nmaxFile = 9\nlance = l\nshogiKnight = n\n"
     "startFen = lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1\n"
     "promotionRegionWhite = *7 *8 *9\npromotionRegionBlack = *3 *2 *1\n"
     "promotedPieceType = p:g s:g b:h r:d l:g n:g\nnFoldValue = draw\nnFoldValueAbsolute = false\n"},
    {"capablanca", "chess",
     "maxFile = 10\ncastlingKingsideFile = i\ncastlingQueensideFile = c\narchbishop = a\nchancellor = c\n"
     "startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1\n"
     "promotionPieceTypes = acqrbn\n"},
    {"capahouse", "capablanca",
     "startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR[] w KQkq - 0 1\npieceDrops = true\n"
     "capturesToHand = true\n"},
    {"caparandom", "capablanca", "chess960 = true\n"},
    {"gothic", "capablanca", "startFen = rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1\n"},
    {"janus", "chess",
     "maxFile = 10\ncastlingKingsideFile = i\ncastlingQueensideFile = b\narchbishop = j\n"
     "startFen = rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1\n"
     "promotionPieceTypes = jqrbn\n"},
    {"modern", "chess",
     "maxRank = 9\nmaxFile = 9\npromotionRegionWhite = *9\npromotionRegionBlack = *1\ncastlingKingsideFile = g\n"
     "castlingQueensideFile = c\narchbishop = m\ndoubleStepRegionWhite = *2\ndoubleStepRegionBlack = *8\n"
     "startFen = rnbqkmbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBMKQBNR w KQkq - 0 1\npromotionPieceTypes = mqrbn\n"},
    {"chancellor", "chess",
     "maxRank = 9\nmaxFile = 9\npromotionRegionWhite = *9\npromotionRegionBlack = *1\ncastlingKingsideFile = g\n"
     "castlingQueensideFile = c\nchancellor = c\ndoubleStepRegionWhite = *2\ndoubleStepRegionBlack = *8\n"
     "startFen = rnbqkcnbr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKCNBR w KQkq - 0 1\npromotionPieceTypes = cqrbn\n"},
    {"embassy", "capablanca",
     "castlingKingsideFile = h\ncastlingQueensideFile = b\n"
     "startFen = rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1\n"},
    {"centaur", "chess",
     "maxFile = 10\ncastlingKingsideFile = i\ncastlingQueensideFile = c\ncentaur = c\n"
     "startFen = rcnbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RCNBQKBNCR w KQkq - 0 1\n"
     "promotionPieceTypes = cqrbn\n"},
    {"gustav3", "chess",
     "maxFile = 10\ncastlingKingsideFile = h\ncastlingQueensideFile = d\namazon = a\n"
     "startFen = arnbqkbnra/*pppppppp*/*8*/*8*/*8*/*8*/*PPPPPPPP*/ARNBQKBNRA w KQkq - 0 1\n"
     "promotionPieceTypes = aqrbn\n"},
    {"jesonmor", NULL,
     "maxRank = 9\nmaxFile = 9\nknight = n\nstartFen = nnnnnnnnn/9/9/9/9/9/9/9/NNNNNNNNN w - - 0 1\n" NO_PROMOTION STILL
     "stalemateValue = loss\nflagPiece = n\nflagRegion = e5\nflagMove = true\n"},
    {"courier", "chess",
     "maxFile = 12\nqueen = -\nalfil = e\nfers = f\ncommoner = m\nwazir = w\n"
     "startFen = rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - - 0 1\n"
     "promotionPieceTypes = f\n" STILL
     "extinctionValue = loss\nextinctionClaim = true\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n"
     "extinctionOpponentPieceCount = 2\nstalemateValue = loss\n"},
    {"grand", "chess",
     "maxRank = 10\nmaxFile = 10\narchbishop = a\nchancellor = c\n"
     "startFen = r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1\n"
     "promotionPieceTypes = acqrbn\npromotionRegionWhite = *8 *9 *10\npromotionRegionBlack = *3 *2 *1\n"
     "promotionLimit = a:1 c:1 q:1 r:2 b:2 n:2\nmandatoryPawnPromotion = false\nimmobilityIllegal = true\n"
     "doubleStepRegionWhite = *3\ndoubleStepRegionBlack = *8\ncastling = false\n"},
    {"opulent", "grand",
     "knight = -\ncustomPiece1 = n:NW\ncustomPiece2 = w:CF\ncustomPiece3 = l:FDH\n"
     "startFen = rw6wr/clbnqknbla/pppppppppp/10/10/10/10/PPPPPPPPPP/CLBNQKNBLA/RW6WR w - - 0 1\n"
     "promotionPieceTypes = acqrbnwl\npromotionLimit = a:1 c:1 q:1 r:2 b:2 n:2 w:2 l:2\n"},
    {"shako", "chess",
     "maxRank = 10\nmaxFile = 10\nfersAlfil = e\ncannon = c\n"
     "startFen = c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/ERNBQKBNRE/C8C w KQkq - 0 1\n"
     "promotionPieceTypes = qrbnce\npromotionRegionWhite = *10\npromotionRegionBlack = *1\n"
     "castlingKingsideFile = h\ncastlingQueensideFile = d\ncastlingRank = 2\ndoubleStepRegionWhite = *3\n"
     "doubleStepRegionBlack = *8\n"},
    {"clobber10", "clobber",
     "maxRank = 10\nmaxFile = 10\n"
     "startFen = PpPpPpPpPp/pPpPpPpPpP/PpPpPpPpPp/pPpPpPpPpP/PpPpPpPpPp/pPpPpPpPpP/PpPpPpPpPp/pPpPpPpPpP/PpPpPpPpPp/"
     "pPpPpPpPpP w 0 1\n"},
    {"xiangqi", "minixiangqi",
     "maxRank = 10\nmaxFile = 9\nelephant = b\nfers = a\n"
     "startFen = rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n"
     "mobilityRegionWhiteKing = d1 e1 f1 d2 e2 f2 d3 e3 f3\n"
     "mobilityRegionBlackKing = d8 e8 f8 d9 e9 f9 d10 e10 f10\n"
     "mobilityRegionWhiteFers = d1 e1 f1 d2 e2 f2 d3 e3 f3\n"
     "mobilityRegionBlackFers = d8 e8 f8 d9 e9 f9 d10 e10 f10\n"
     "mobilityRegionWhiteElephant = *1 *2 *3 *4 *5\nmobilityRegionBlackElephant = *6 *7 *8 *9 *10\n"
     "soldierPromotionRank = 6\nchasingRule = axf\n"},
    {"manchu", "xiangqi", "banner = m\nstartFen = rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/9/9/M1BAKAB2 w - - 0 1\n"},
    {"supply", "xiangqi",
     "startFen = rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR[] w - - 0 1\ntwoBoards = true\n"
     "pieceDrops = true\ndropChecks = false\nwhiteDropRegion = *1 *2 *3 *4 *5\nblackDropRegion = *6 *7 *8 *9 *10\n"},
    {"janggi", "xiangqi",
     "fers = -\ncannon = -\nelephant = -\nwazir = a\njanggiCannon = c\njanggiElephant = b\n"
     "startFen = rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1\n"
     "mobilityRegionWhiteWazir = d1 e1 f1 d2 e2 f2 d3 e3 f3\n"
     "mobilityRegionBlackWazir = d8 e8 f8 d9 e9 f9 d10 e10 f10\nsoldierPromotionRank = 1\nflyingGeneral = false\n"
     "bikjangRule = true\nmaterialCounting = janggi\ndiagonalLines = d1 f1 e2 d3 f3 d8 f8 e9 d10 f10\npass = true\n"
     "nFoldValue = loss\nchasingRule = none\n"},
    {"janggitraditional", "janggi", "materialCounting = none\n"},
    {"janggimodern", "janggi", "bikjangRule = false\n"},
    {"janggicasual", "janggi", "bikjangRule = false\nmaterialCounting = none\n"},
};

const builtin_variant *builtin_at(size_t index)
{
    return index < sizeof rows / sizeof rows[0] ? &rows[index] : NULL;
}

const builtin_variant *builtin_named(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}
