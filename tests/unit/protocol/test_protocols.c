/* The parts below the protocols: lines in, a search on another thread, moves and positions in other programs' spelling. These parts
 * are not in the library, so they are included here. */
#include "unit/test.h"

#include <poll.h>
#include <time.h>

#include "protocol/line_reader.c"
#include "protocol/search_job.c"
#include "protocol/move_parse.c"
#include "protocol/usi_view.c"
#include "protocol/xboard_view.c"

static const char *const rules[] = {FERZ_SOURCE_DIR "/rules", NULL};

typedef struct fixture {
    ferz_variant *variant;
    ferz_game *game;
} fixture;

static fixture fixture_open(const char *name, const char *fen)
{
    ferz_messages *messages = ferz_messages_create(false);
    fixture t = {.variant = ferz_variant_load(name, rules, NULL, 0, 0, messages)};
    assert_non_null(t.variant);
    t.game = ferz_game_create(t.variant, fen, messages);
    assert_non_null(t.game);
    ferz_messages_free(messages);
    return t;
}

static void fixture_close(fixture *t)
{
    ferz_game_free(t->game);
    ferz_variant_free(t->variant);
}

/* ---- feed ---- */

static void write_bytes(int end, const char *bytes, size_t length)
{
    assert_int_equal(write(end, bytes, length), length);
}

static void assert_line(line_reader *f, int other, const char *wanted)
{
    assert_int_equal(line_reader_next(f, other), LINE_READER_LINE);
    assert_string_equal(text_string(&f->line), wanted);
}

TEST(lines_come_whole)
{
    int in[2], other[2];
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(other), 0);
    line_reader f = {.descriptor = in[0]};
    write_bytes(in[1], "one\r\ntwo\n\nha", 12);
    assert_line(&f, other[0], "one");
    assert_line(&f, other[0], "two");
    assert_line(&f, other[0], "");
    write_bytes(other[1], "!", 1); /* something else comes while half a line is there */
    assert_int_equal(line_reader_next(&f, other[0]), LINE_READER_WOKEN);
    assert_int_equal(read(other[0], &(char){0}, 1), 1);
    write_bytes(in[1], "lf\na\0b\nlast", 11);
    assert_line(&f, other[0], "half");
    assert_int_equal(line_reader_next(&f, -1), LINE_READER_INVALID);
    close(in[1]);
    assert_line(&f, -1, "last"); /* without an end of its own */
    assert_int_equal(line_reader_next(&f, -1), LINE_READER_EOF);
    assert_int_equal(line_reader_next(&f, -1), LINE_READER_EOF);
    line_reader_finish(&f);
    close(in[0]), close(other[0]), close(other[1]);
}

/* ---- search job ---- */

static bool answers_within(search_job *t, int milliseconds)
{
    struct pollfd readable = {.fd = search_job_ready_fd(t), .events = POLLIN};
    return poll(&readable, 1, milliseconds) == 1;
}

static void assert_answer(search_job *t, bool stopped)
{
    search_job_result a;
    search_job_wait(t, &a);
    assert_int_equal(a.result, FERZ_OK);
    assert_int_equal(a.stopped, stopped);
    assert_non_null(a.best.move);
    assert_false(search_job_busy(t));
    search_job_result_finish(&a);
}

TEST(searches_stop_when_told)
{
    fixture b = fixture_open("chess", NULL);
    search_job *t = search_job_create();
    ferz_engine *engine = ferz_engine_create(b.variant, 0, NULL);
    assert_non_null(t);
    assert_non_null(engine);

    search_job_request what = {.engine = engine, .limits = {.depth = 2}};
    assert_true(search_job_start(t, &what, b.game));
    assert_true(answers_within(t, 20000));
    assert_answer(t, false);

    what.infinite = true; /* done, and kept back */
    assert_true(search_job_start(t, &what, b.game));
    assert_false(answers_within(t, 300));
    ferz_game_move(b.game, "e2e4", NULL); /* our own play may go on */
    search_job_stop(t);
    assert_true(answers_within(t, 20000));
    assert_answer(t, true);

    what = (search_job_request){.engine = engine, .limits = {.movetime = 50}, .ponders = true};
    assert_true(search_job_start(t, &what, b.game));
    assert_false(answers_within(t, 300)); /* no time passes */
    search_job_ponderhit(t);
    assert_true(answers_within(t, 20000));
    assert_answer(t, false);

    what = (search_job_request){.engine = engine, .limits = {.depth = 90}};
    assert_true(search_job_start(t, &what, b.game));
    search_job_destroy(t); /* in the middle of it */
    ferz_engine_free(engine);
    fixture_close(&b);
}

static void add_nodes(void *state, const char *move, uint64_t nodes)
{
    (void)move;
    *(uint64_t *)state += nodes;
}

TEST(counts_are_those_of_perft)
{
    static const struct {
        const char *variant, *fen;
        int depth;
    } rows[] = {{"chess", NULL, 4},
                {"minishogi", NULL, 4},
                {"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 4},
                {"dice-chess", NULL, 4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fixture b = fixture_open(rows[i].variant, rows[i].fen);
        search_job *t = search_job_create();
        uint64_t divided = 0, wanted = 0;
        search_job_request what = {.perft_depth = rows[i].depth, .divide = add_nodes, .state = &divided};
        assert_true(search_job_start(t, &what, b.game));
        search_job_result a;
        search_job_wait(t, &a);
        assert_int_equal(ferz_game_perft(b.game, rows[i].depth, NULL, NULL, &wanted, NULL), FERZ_OK);
        assert_int_equal(a.nodes, wanted);
        assert_int_equal(divided, wanted);
        search_job_result_finish(&a);
        search_job_destroy(t);
        fixture_close(&b);
    }
}

/* ---- spellings ---- */

TEST(moves_in_other_spellings)
{
    static const struct {
        const char *variant, *fen, *spelling, *expected;
    } rows[] = {
        {"chess", NULL, "e2e4", "e2e4"},
        {"chess", NULL, "e2-e4", "e2e4"},
        {"chess", NULL, "e2e5", NULL},
        {"chess", NULL, "", NULL},
        {"chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8=Q", "a7a8q"},
        {"chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8N", "a7a8n"},
        {"chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8", NULL},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "e1g1"},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", "e1c1"},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "e1g1"},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1f1", "e1f1"},
        {"chess960", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "e1g1", "e1h1"},
        {"chess960", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "O-O-O", "e1a1"},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "n*d4", "N@d4"},
        {"draughts-russian", NULL, "c3d4", "c3-d4"},
        /* another way of jumping to the same position */
        {"draughts-russian", "8/8/3m1m2/2K5/3m1m2/8/8/8 w", "c5:e3:g5:e7:c5", "c5:e7:g5:e3:c5"},
        {"draughts-russian", "8/8/3m1m2/2K5/3m1m2/8/8/8 w", "c5:e3:g5:e7:a3", "c5:e3:g5:e7:a3"},
        {"draughts-russian", "8/8/3m1m2/2K5/3m1m2/8/8/8 w", "c5:e3:g5:e7", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fixture b = fixture_open(rows[i].variant, rows[i].fen);
        char *found = ferz_game_find_move(b.game, rows[i].spelling, NULL);
        if (rows[i].expected) {
            assert_non_null(found);
            assert_string_equal(found, rows[i].expected);
        } else {
            assert_null(found);
        }
        ferz_free(found);
        fixture_close(&b);
    }
}

/* A move written for USI is read back as the same move. */
static void check_usi(ferz_game *game, const char *move)
{
    text shown = {0}, back = {0};
    usi_put_move(game, move, &shown);
    usi_read_move(game, text_string(&shown), &back);
    char *found = ferz_game_find_move(game, text_string(&back), NULL); /* a sign between cells need not come back */
    if (!found || strcmp(found, move) != 0) {
        fail_msg("%s is written %s and read as %s", move, text_string(&shown), text_string(&back));
    }
    ferz_free(found);
    text_finish(&shown);
    text_finish(&back);
}

/* What a person or another program may write to `ferz usi`, and what the game is asked for. */
TEST(moves_said_in_usi)
{
    static const struct {
        const char *said, *expected;
    } rows[] = {
        {"7g7f", "c3c4"},     {"8h2b+", "b2h8+"}, {"7g-7f", "c3c4"}, {"P*5e", "P@e5"},     {"P-7f", "P-c4"},
        {"+Bx4e", "+Bxf5"},   {"c3c4", "c3c4"},   {"P@e5", "P@e5"},  {"c3-c4", "c3-c4"},   {"Pc3c4", "Pc3c4"},
        {"b2xh8+", "b2xh8+"}, {"Pc4", "Pc4"},     {"0000", "0000"},  {"resign", "resign"}, {"pass", "pass"},
    };
    fixture b = fixture_open("shogi", NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        text own = {0};
        usi_read_move(b.game, rows[i].said, &own);
        assert_string_equal(text_string(&own), rows[i].expected);
        text_finish(&own);
    }
    fixture_close(&b);
}

/* A move written for XBoard leads back to a move that looks the same to it, and never to an illegal one. */
static void check_move(const xboard_view *v, ferz_game *game, const char *moves, size_t count, const char *move)
{
    text shown = {0}, again = {0};
    view_put_move(v, game, move, &shown, NULL);
    if (shown.length) {
        const char *found = view_find_move(v, game, moves, count, text_string(&shown), true);
        assert_non_null(found);
        view_put_move(v, game, found, &again, NULL);
        assert_string_equal(text_string(&again), text_string(&shown));
    }
    text_finish(&shown);
    text_finish(&again);
}

/* The pieces written for XBoard are those of the game's own FEN, once read back. */
static void check_position(const xboard_view *v, ferz_game *game)
{
    text shown = {0}, back = {0};
    view_put_fen(v, game, &shown);
    view_read_fen(v, text_string(&shown), &back);
    char *own = ferz_game_fen(game);
    if (!strchr(own, '(')) { /* of a stack only the top piece is seen */
        size_t length = strcspn(own, "[ ");
        assert_int_equal(strcspn(text_string(&back), "[ "), length);
        assert_memory_equal(text_string(&back), own, length);
    }
    ferz_free(own);
    text_finish(&shown);
    text_finish(&back);
}

static void check_game(const ferz_list_entry *e)
{
    fixture b = fixture_open(e->path, NULL);
    xboard_view v;
    text why = {0};
    bool shown = view_init(&v, b.variant, b.game, &why);
    assert_true(shown || why.length);
    assert_int_equal(strlen(v.piece_to_char), shown ? 2 * VIEW_KINDS : 0);
    uint64_t seed = 7;
    for (int ply = 0; ply < 40; ply++) {
        size_t count;
        char *moves = ferz_game_legal_moves(b.game, &count, NULL);
        if (!count) {
            ferz_free(moves);
            break;
        }
        if (shown) {
            check_position(&v, b.game);
        }
        const char *m = moves, *chosen = moves;
        seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
        size_t choice = (size_t)(seed >> 33) % count;
        for (size_t i = 0; i < count; i++, m += strlen(m) + 1) {
            chosen = i == choice ? m : chosen;
        }
        if (shown && !move_is_claim(chosen)) {
            check_move(&v, b.game, moves, count, chosen);
        }
        check_usi(b.game, chosen);
        assert_int_equal(ferz_game_move(b.game, chosen, NULL), FERZ_OK);
        ferz_free(moves);
    }
    text_finish(&why);
    fixture_close(&b);
}

TEST(every_game_is_spelled_and_read_back)
{
    ferz_list_entry *entries;
    size_t count = ferz_list_details(rules, &entries, NULL), two = 0;
    for (size_t i = 0; i < count; i++) {
        if (entries[i].players == 2) {
            check_game(&entries[i]);
            two++;
        }
    }
    assert_true(two > 20);
    ferz_list_free(entries, count);
}

/* What `setboard` sets up, or "" when it refuses. */
static char *set_up(const xboard_view *v, const char *fen)
{
    text own = {0};
    view_read_fen(v, fen, &own);
    ferz_game *game = ferz_game_create(v->variant, text_string(&own), NULL);
    char *found = game ? ferz_game_fen(game) : NULL;
    ferz_game_free(game);
    text_finish(&own);
    return found;
}

static void check_set_up(const char *variant, const char *fen, const char *expected)
{
    fixture b = fixture_open(variant, NULL);
    text why = {0};
    xboard_view v;
    if (view_init(&v, b.variant, b.game, &why)) {
        char *found = set_up(&v, fen);
        if (expected ? !found || strcmp(found, expected) != 0 : found != NULL) {
            fail_msg("%s: setboard %s is %s, not %s", variant, fen, found ? found : "refused",
                     expected ? expected : "refused");
        }
        ferz_free(found);
    }
    text_finish(&why);
    fixture_close(&b);
}

/* XBoard and its engines write positions as all programs do: the one reader reads them, and refuses them. */
TEST(positions_of_other_programs)
{
    static const struct {
        const char *variant, *fen, *expected; /* NULL: it is refused */
    } rows[] = {
        {"makruk", "4k3/8/4M~3/8/8/8/8/4K3 w - - 0 1", "4k3/8/4M3/8/8/8/8/4K3 w - - 0 1"},
        {"chess", "4k3/8/4R~3/8/8/8/8/5K2 b - - 0 1", "4k3/8/4R3/8/8/8/8/5K2 b - - 0 1"},
        {"crazyhouse", "7k/8/4P~3/8/8/8/8/K7 w - - 0 1", "7k/8/4P3/8/8/8/8/K7[] w - - 0 1"},
        {"crazyhouse", "7k/8/4q~3/8/8/8/8/K7 w - - 0 1", "7k/8/4q~3/8/8/8/8/K7[] w - - 0 1"},
        {"crazyhouse", "7k/8/8/8/8/8/8/K7/Pp w - - 0 1", "7k/8/8/8/8/8/8/K7[Pp] w - - 0 1"},
        {"crazyhouse", "7k/8/8/8/8/8/8/K7[2Pp] w - - 0 1", "7k/8/8/8/8/8/8/K7[PPp] w - - 0 1"},
        {"crazyhouse", "7k/8/8/8/8/8/8/K7[-] b - - 0 1", "7k/8/8/8/8/8/8/K7[] b - - 0 1"},
        {"crazyhouse", "7k/8/8/8/8/8/8/K7[K] b - - 0 1", NULL},
        {"shogi", "4k4/9/9/9/9/9/9/9/4K4 b 2P2p 1", "4k4/9/9/9/9/9/9/9/4K4[PPpp] w - - 0 1"},
        {"shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1", "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1"},
        {"shogi", "4k4/9/9/9/9/9/9/9/4K4 w - 2", "4k4/9/9/9/9/9/9/9/4K4[] b - - 0 1"},
        {"shogi", "4k4/9/4+P4/9/9/9/9/9/4K4[-] b 0 1", "4k4/9/4+P4/9/9/9/9/9/4K4[] b - - 0 1"},
        {"xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1", "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1"},
        {"three-check", "4k3/8/8/8/8/8/8/3K4 w - - 3+1 0 1", "4k3/8/8/8/8/8/8/3K4 w - - 0 1 black-checks=2"},
        {"chess", "4k3/8/8/8/8/8/8/3X4 w - - 0 1", NULL},
        {"chess", "4k3/8/8/8/8/8/8/3K4 w - z9 0 1", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_set_up(rows[i].variant, rows[i].fen, rows[i].expected);
    }
}

/* The same of every row of cli/spellings/positions.tsv. */
TEST(positions_of_the_table)
{
    FILE *file = fopen(FERZ_SOURCE_DIR "/tests/cli/spellings/positions.tsv", "r");
    assert_non_null(file);
    char line[1024];
    size_t rows = 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *fen = strchr(line, '\t'), *meant = fen ? strchr(fen + 1, '\t') : NULL;
        if (*line != '#' && meant) {
            *fen++ = *meant++ = '\0';
            meant[strcspn(meant, "\t")] = '\0';
            check_set_up(line, fen, *meant == '!' ? NULL : meant);
            rows++;
        }
    }
    (void)fclose(file);
    assert_true(rows > 40);
}

/* A piece that is put beside a move is a letter behind it, as Fairy-Stockfish and XBoard have it. */
TEST(moves_that_put_pieces)
{
    static const char array[] = "r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1";
    static const struct {
        const char *fen, *move, *spelling;
    } rows[] = {
        {NULL, "b1c3", "b1c3"},        {NULL, "b1c3,H@b1", "b1c3h"},  {NULL, "b1c3,E@b1", "b1c3e"},
        {array, "e1g1", "e1g1"},       {array, "e1g1,H@e1", "e1g1h"}, {array, "e1g1,H@h1", "h1e1h"},
        {array, "a1a7,E@a1", "a1a7e"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fixture b = fixture_open("seirawan", rows[i].fen);
        text why = {0}, spelling = {0};
        xboard_view v;
        assert_true(view_init(&v, b.variant, b.game, &why));
        view_put_move(&v, b.game, rows[i].move, &spelling, NULL);
        assert_string_equal(text_string(&spelling), rows[i].spelling);
        text_finish(&spelling);
        text_finish(&why);
        fixture_close(&b);
    }
}

TEST(hands_are_drawn)
{
    fixture b = fixture_open("crazyhouse", NULL);
    xboard_view v;
    text why = {0};
    assert_true(view_init(&v, b.variant, b.game, &why));
    assert_int_equal(view_hand(&v, "j1"), 'P');
    assert_int_equal(view_hand(&v, "j5"), 'Q');
    assert_int_equal(view_hand(&v, "j6"), '\0');
    assert_int_equal(view_hand(&v, "_8"), 'P');
    assert_int_equal(view_hand(&v, "_4"), 'Q');
    assert_int_equal(view_hand(&v, "a1"), '\0');
    assert_int_equal(view_hand(&v, ""), '\0');
    text_finish(&why);
    fixture_close(&b);
}
