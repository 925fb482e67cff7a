/* Random games played by both readings of the rules at once: every position, every list of legal moves and every status is compared.
 *
 *     second [--positions N] [--seconds S] [--seed S] [--rules FOLDER] [--scripts FOLDER] [--from FEN] GAME [OPTION=VALUE]...
 *
 * Status 0: no difference; 1: one was found and is shown; 77: the game is beyond the second reading, which says why. */
#include "ferz.h"
#include "second.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *second_scripts = "scripts";
static const char *folder = "rules";

static uint64_t state;

static uint64_t draw(void)
{
    state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static int by_letter(const void *a, const void *b)
{
    return *(const char *)a - *(const char *)b;
}

static int by_word(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The order of letters in hands and rights, and that of what stands behind the number of the move, is left open. */
static void normal_part(char *text, char *out)
{
    char *fields[64], *rest = NULL;
    int count = 0;
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        fields[count++] = word;
    }
    char *hand = strchr(fields[0], '[');
    if (hand) {
        qsort(hand + 1, strlen(hand + 1) - 1, 1, by_letter);
    }
    if (hand && hand[1] == ']') {
        *hand = 0;
    }
    if (count > 2 && !strchr(fields[2], ',')) {
        qsort(fields[2], strlen(fields[2]), 1, by_letter);
    }
    if (count > 3) {
        char *dash = strlen(fields[3]) > 1 ? strchr(fields[3], '-') : NULL;
        if (dash && !strchr(fields[3], ',')) {
            *dash = 0;
        }
    }
    if (count > 6) {
        qsort(fields + 6, (size_t)count - 6, sizeof *fields, by_word);
    }
    for (int i = 0; i < count; i++) {
        strcat(out, " ");
        strcat(out, fields[i]);
    }
}

static void normal(const char *fen, char *out)
{
    char text[4096], *begin = text;
    snprintf(text, sizeof text, "%s", fen);
    *out = 0;
    for (char *end = strstr(begin, " | "); end; end = strstr(begin, " | ")) {
        *end = 0;
        normal_part(begin, out);
        strcat(out, " |");
        begin = end + 3;
    }
    normal_part(begin, out);
}

static int by_move(const void *a, const void *b)
{
    return strcmp(((const move *)a)->text, ((const move *)b)->text);
}

static void show(const ferz_play *f, const char *what)
{
    char *fen = ferz_play_fen(f);
    printf("DIFFERENCE in %s\n  position %s\n  moves", what, fen);
    for (size_t i = 0; i < ferz_play_plies(f); i++) {
        printf(" %s", ferz_play_ply(f, i));
    }
    printf("\n");
    ferz_free(fen);
}

static bool same_fen(const ferz_play *f, const position *p)
{
    char own[4096], a[4096], b[4096];
    char *fen = ferz_play_fen(f);
    write_fen(p, own, sizeof own);
    normal(fen, a);
    normal(own, b);
    bool same = strcmp(a, b) == 0;
    if (!same) {
        show(f, "position");
        printf("  first   %s\n  second  %s\n", fen, own);
    }
    ferz_free(fen);
    return same;
}

static bool listed(const char *all, size_t count, const char *text)
{
    for (size_t k = 0; k < count; k++, all += strlen(all) + 1) {
        if (strcmp(all, text) == 0) {
            return true;
        }
    }
    return false;
}

/* Of several ways to take the same men the first reading names one, whichever it likes; that one stays. */
static void keep_one_way(moves *legal, const char *all, size_t count)
{
    int kept = 0;
    for (int i = 0; i < legal->count; i++) {
        bool other = false;
        for (int k = 0; legal->list[i].chain && k < legal->count && !other; k++) {
            other = k != i && same_chain(&legal->list[i], &legal->list[k]) &&
                    (k < i || listed(all, count, legal->list[k].text));
        }
        if (!other || listed(all, count, legal->list[i].text)) {
            legal->list[kept++] = legal->list[i];
        }
    }
    legal->count = kept;
}

static bool same_moves(ferz_play *f, moves *legal, ferz_messages *messages)
{
    size_t count;
    char *all = ferz_play_moves(f, &count, messages);
    if (!all) {
        show(f, "moves: the first reading failed");
        return false;
    }
    keep_one_way(legal, all, count);
    const char *s = all;
    bool same = count == (size_t)legal->count;
    for (int i = 0; same && i < legal->count; i++) {
        same = strcmp(s, legal->list[i].text) == 0;
        s += strlen(s) + 1;
    }
    if (!same) {
        show(f, "moves");
        printf("  only the first: ");
        s = all;
        for (size_t k = 0; k < count; k++, s += strlen(s) + 1) {
            bool found = false;
            for (int i = 0; i < legal->count; i++) {
                found = found || strcmp(legal->list[i].text, s) == 0;
            }
            printf("%s%s", found ? "" : s, found ? "" : " ");
        }
        printf("\n  only the second: ");
        for (int i = 0; i < legal->count; i++) {
            bool found = false;
            s = all;
            for (size_t k = 0; k < count; k++, s += strlen(s) + 1) {
                found = found || strcmp(legal->list[i].text, s) == 0;
            }
            printf("%s%s", found ? "" : legal->list[i].text, found ? "" : " ");
        }
        printf("\n");
    }
    ferz_free(all);
    return same;
}

static bool same_status(ferz_play *f, verdict v, ferz_messages *messages)
{
    ferz_status s;
    ferz_play_status(f, &s, messages);
    bool over = s.outcome != FERZ_ONGOING;
    bool same = over == v.over && (!over || ((s.outcome == FERZ_DRAW) == v.draw && strcmp(s.reason, v.reason) == 0 &&
                                             (v.draw || allied((int)s.winner, v.winner))));
    if (!same) {
        show(f, "status");
        printf("  first   %d %zu %s\n  second  %s %d %s\n", s.outcome, s.winner, s.reason,
               !v.over  ? "ongoing"
               : v.draw ? "draw"
                        : "winner",
               v.winner, v.reason);
    }
    return same;
}

static unsigned left_open; /* positions in which the second reading could not tell what is legal */

/* One game; false at a difference. */
static bool game(const ferz_game *g, const char *fen, uint64_t *positions, uint64_t limit, ferz_messages *messages)
{
    static position p, after;
    ferz_play *f = ferz_play_create(g, fen, messages);
    if (!f || !read_fen(&p, fen ? fen : rules.start)) {
        ferz_play_destroy(f);
        ferz_messages_clear(messages);
        return true;
    }
    moves legal = {0};
    past t = {0};
    past_add(&t, &p);
    bool good = true;
    int length = draw() % 4 ? 120 : 600;
    for (int ply = 0; good && ply < length && *positions < limit; ply++) {
        effects_forget();
        unsure = false;
        legal_moves(&p, &legal);
        if (unsure) {
            left_open++;
            break;
        }
        drop_repetitions(&t, &p, &legal);
        verdict v = judge(&t, &p, &legal);
        good = same_fen(f, &p) && same_status(f, v, messages);
        if (good && !v.over) {
            add_claims(&t, &p, &legal);
            qsort(legal.list, (size_t)legal.count, sizeof *legal.list, by_move);
            good = same_moves(f, &legal, messages);
            int count = 0;
            for (int i = 0; i < legal.count; i++) {
                if (legal.list[i].kind != MOVE_CLAIM) {
                    legal.list[count++] = legal.list[i];
                }
            }
            legal.count = count;
        }
        (*positions)++;
        if (!good || v.over || !legal.count) {
            break;
        }
        const move *m = &legal.list[draw() % (uint64_t)legal.count];
        if (draw() % 6 == 0) {
            for (int tries = 0; tries < 12 && !m->takens && !m->into; tries++) {
                m = &legal.list[draw() % (uint64_t)legal.count];
            }
        }
        if (ferz_play_move(f, m->text, messages) != FERZ_OK) {
            show(f, m->text);
            good = false;
            break;
        }
        play(&p, m, &after);
        clone(&p, &after);
        past_add(&t, &p);
    }
    ferz_play_destroy(f);
    moves_free(&legal);
    free(t.key);
    free(t.check);
    free(t.mover);
    free(t.counted);
    return good;
}

/* Positions of the examples beside the rules; those that are set up for options only where there are any. */
static int example_positions(const char *name, bool options, const char **list, int room)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.test.yaml", folder, name);
    tree *examples = tree_at(tree_file(path), "examples");
    int count = 0;
    for (int i = 0; examples && i < examples->count && count < room; i++) {
        const char *fen = tree_text(examples->values[i], "fen");
        if (fen && (options || !tree_at(examples->values[i], "set"))) {
            list[count++] = fen;
        }
    }
    return count;
}

int main(int argc, char **argv)
{
    uint64_t limit = 2000, seed = 1, positions = 0;
    double seconds = 0;
    const char *name = NULL, *from = NULL;
    setting own[16];
    ferz_setting theirs[16];
    int settings = 0, faults = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--positions") == 0 && i + 1 < argc) {
            limit = strtoull(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc) {
            seconds = atof(argv[++i]);
        } else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
            seed = strtoull(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--rules") == 0 && i + 1 < argc) {
            folder = argv[++i];
        } else if (strcmp(argv[i], "--scripts") == 0 && i + 1 < argc) {
            second_scripts = argv[++i];
        } else if (strcmp(argv[i], "--from") == 0 && i + 1 < argc) {
            from = argv[++i];
        } else if (!name) {
            name = argv[i];
        } else if (settings < 16) {
            char *equals = strchr(argv[i], '=');
            if (equals) {
                *equals++ = 0;
            }
            own[settings] = (setting){argv[i], equals};
            theirs[settings++] = (ferz_setting){argv[i], equals};
        }
    }
    if (!name) {
        fprintf(stderr, "second: name a game\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    read_rules(tree_rules(folder, name, own, settings));
    const char *const dirs[] = {folder, "rules", NULL};
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *g = ferz_game_load(name, dirs, theirs, (size_t)settings, 1, messages);
    if (!g) {
        fprintf(stderr, "second: %s", ferz_messages_at(messages, 0).rendered);
        return 2;
    }
    const char *fens[256];
    int examples = example_positions(name, settings > 0, fens, 256);
    state = seed * UINT64_C(0x2545f4914f6cdd1d);
    clock_t begin = clock();
    for (int n = 0; positions < limit && faults < 5; n++) {
        const char *fen = n % 2 == 0 || !examples ? NULL : fens[draw() % (uint64_t)examples];
        faults += !game(g, from ? from : fen, &positions, limit, messages);
        if (seconds > 0 && (double)(clock() - begin) / CLOCKS_PER_SEC > seconds) {
            break;
        }
    }
    printf("%s: %llu positions, seed %llu, %d differences, %.1f s\n", name, (unsigned long long)positions,
           (unsigned long long)seed, faults, (double)(clock() - begin) / CLOCKS_PER_SEC);
    if (left_open) {
        printf("%s: %u positions left open\n", name, left_open);
    }
    ferz_game_destroy(g);
    ferz_messages_destroy(messages);
    return faults ? 1 : 0;
}
