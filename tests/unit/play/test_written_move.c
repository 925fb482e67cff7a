/* Moves as people write them: what each text means, and which are refused. */
#include "unit/test.h"

#include "unit/fixtures.h"

#include "play/written_move.h"

static const struct {
    const char *variant, *fen, *text, *meant; /* our text; "?..." the candidates of an ambiguous one; NULL: no move */
} rows[] = {
    {"chess", NULL, "e4", "e2e4"},
    {"chess", NULL, "e2-e4", "e2e4"},
    {"chess", NULL, "Pe4", "e2e4"},
    {"chess", NULL, "Nf3", "g1f3"},
    {"chess", NULL, "Ng1-f3!?", "g1f3"},
    {"chess", NULL, "Ngf3+", "g1f3"},
    {"chess", NULL, "N1f3", "g1f3"},
    {"chess", NULL, "e2xe4", NULL}, /* nothing is captured */
    {"chess", NULL, "Nxf3", NULL},
    {"chess", NULL, "e5", NULL},
    {"chess", NULL, "Nd2", NULL},
    {"chess", NULL, "nf3", NULL},
    {"chess", NULL, "d", NULL},
    {"chess", NULL, "", NULL},
    {"chess", NULL, "+", NULL},
    {"chess", "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "exd5", "e4d5"},
    {"chess", "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "Nxd5", "c3d5"},
    {"chess", "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "d5", "e4d5"}, /* the only pawn, and no piece with a letter */
    {"chess", "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1",
     "e4\xC3\x97"
     "d5",
     "e4d5"},
    {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.", "e5d6"},
    {"chess", "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Ne4", "?c3e4 or g3e4"},
    {"chess", "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Nce4", "c3e4"},
    {"chess", "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Nc3e4", "c3e4"},
    {"chess", "4k3/8/4R3/8/8/8/4R3/K7 w - - 0 1", "R6e4", "e6e4"},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", "a7a8q"},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8N", "a7a8n"},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7-a8(R)#", "a7a8r"},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=q", "a7a8q"},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K", NULL},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "?a7a8q, a7a8r, a7a8b or a7a8n"},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "e1g1"},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0", "e1c1"},
    {"chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O", NULL},
    {"chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O-O", NULL},
    {"chess960", "4k3/8/8/8/8/8/8/RK2R3 w EA - 0 1", "O-O", "b1e1"}, /* the nearer rook is on the other side */
    {"chess960", "4k3/8/8/8/8/8/8/R5KR w HA - 0 1", "O-O-O", "g1a1"},
    {"draughts-russian", NULL, "c3d4", "c3-d4"},
    {"draughts-russian", NULL, "c3xd4", NULL},
    {"draughts-russian", "8/8/8/8/3m4/2M5/8/8 w", "c3xe5", "c3:e5"},
    {"shogi", NULL, "Pc4+", NULL},
    {"shogi", NULL, "Pc4", "c3c4"}, /* no piece of shogi resets a clock */
    {"shogi", "4k4/9/2P6/9/9/9/9/9/4K4 w", "Pc8+", "c7c8+"},
    {"shogi", "4k4/9/2P6/9/9/9/9/9/4K4 w", "Pc8=", "c7c8"},
    {"shogi", "4k4/9/2P6/9/9/9/9/9/4K4 w", "c8", "c7c8"},
    {"xiangqi", NULL, "Che3", "h3e3"},
    {"xiangqi", NULL, "Ce3", "?b3e3 or h3e3"},
};

TEST(texts_mean_moves)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ferz_variant *v = support_game(rows[i].variant, NULL, NULL);
        ferz_game *p = support_play(v, rows[i].fen, NULL);
        move_list list = {p->moves, 0, v->variant->moves_max, false};
        history_legal_moves(&p->game_history, &list, true);
        text found = {0}, candidates = {0};
        written_move w = written_move_find(p->game_history.position, &list, rows[i].text, &candidates);
        if (w.found != MOVE_NONE) {
            char own[MOVE_TEXT_MAX];
            notation_write_one(p->game_history.position, w.found, own);
            text_put(&found, own);
        } else if (w.count) {
            text_print(&found, "?%s", text_string(&candidates));
        }
        if (strcmp(text_string(&found), rows[i].meant ? rows[i].meant : "") != 0) {
            fail_msg("%s: `%s` means `%s`, not `%s`", rows[i].variant, rows[i].text, text_string(&found),
                     rows[i].meant ? rows[i].meant : "");
        }
        text_finish(&found);
        text_finish(&candidates);
        ferz_game_free(p);
        ferz_variant_free(v);
    }
}
