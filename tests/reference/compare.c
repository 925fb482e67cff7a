/* Random games played by ferz and by the reference program at once: every position, list of legal moves and status is compared.
 *
 *     reference_compare [--positions N] [--seconds S] [--seed S] [--rules FOLDER] [--scripts FOLDER] [--from FEN] GAME [OPTION=VALUE]...
 *
 * Status 0: no difference; 1: one was found and is shown; 77: the reference program does not support the game, and says why. */
#include "ferz.h"
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *scripts_folder = "scripts";
static const char *rules_folder = "rules";

static uint64_t random_state;

static uint64_t random_next(void)
{
    random_state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = random_state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static int compare_letters(const void *a, const void *b)
{
    return *(const char *)a - *(const char *)b;
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The order of letters in hands and rights, and that of what stands behind the number of the move, is left open. */
static void normalize_part(char *text, char *out)
{
    char *fields[64], *rest = NULL;
    int count = 0;
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        fields[count++] = word;
    }
    char *hand = strchr(fields[0], '[');
    if (hand) {
        qsort(hand + 1, strlen(hand + 1) - 1, 1, compare_letters);
    }
    if (hand && hand[1] == ']') {
        *hand = 0;
    }
    if (count > 2 && !strchr(fields[2], ',')) {
        qsort(fields[2], strlen(fields[2]), 1, compare_letters);
    }
    if (count > 3) {
        char *dash = strlen(fields[3]) > 1 ? strchr(fields[3], '-') : NULL;
        if (dash && !strchr(fields[3], ',')) {
            *dash = 0;
        }
    }
    if (count > 6) {
        qsort(fields + 6, (size_t)count - 6, sizeof *fields, compare_words);
    }
    for (int i = 0; i < count; i++) {
        strcat(out, " ");
        strcat(out, fields[i]);
    }
}

static void normalize_fen(const char *fen, char *out)
{
    char text[4096], *begin = text;
    snprintf(text, sizeof text, "%s", fen);
    *out = 0;
    for (char *end = strstr(begin, " | "); end; end = strstr(begin, " | ")) {
        *end = 0;
        normalize_part(begin, out);
        strcat(out, " |");
        begin = end + 3;
    }
    normalize_part(begin, out);
}

static int compare_moves(const void *a, const void *b)
{
    return strcmp(((const move *)a)->text, ((const move *)b)->text);
}

static void show_difference(const ferz_game *f, const char *what)
{
    char *fen = ferz_game_fen(f);
    printf("DIFFERENCE in %s\n  position %s\n  moves", what, fen);
    for (size_t i = 0; i < ferz_game_ply_count(f); i++) {
        printf(" %s", ferz_game_ply(f, i));
    }
    printf("\n");
    ferz_free(fen);
}

static bool same_fen(const ferz_game *f, const position *p)
{
    char own[4096], a[4096], b[4096];
    char *fen = ferz_game_fen(f);
    write_fen(p, own, sizeof own);
    normalize_fen(fen, a);
    normalize_fen(own, b);
    bool same = strcmp(a, b) == 0;
    if (!same) {
        show_difference(f, "position");
        printf("  first   %s\n  second  %s\n", fen, own);
    }
    ferz_free(fen);
    return same;
}

static bool is_listed(const char *all, size_t count, const char *text)
{
    for (size_t k = 0; k < count; k++, all += strlen(all) + 1) {
        if (strcmp(all, text) == 0) {
            return true;
        }
    }
    return false;
}

/* Of several chains that capture the same pieces ferz lists any one. That one stays. */
static void keep_one_chain(moves *legal, const char *all, size_t count)
{
    int kept = 0;
    for (int i = 0; i < legal->count; i++) {
        bool other = false;
        for (int k = 0; legal->list[i].chain && k < legal->count && !other; k++) {
            other = k != i && same_chain(&legal->list[i], &legal->list[k]) &&
                    (k < i || is_listed(all, count, legal->list[k].text));
        }
        if (!other || is_listed(all, count, legal->list[i].text)) {
            legal->list[kept++] = legal->list[i];
        }
    }
    legal->count = kept;
}

static bool same_moves(ferz_game *f, moves *legal, ferz_messages *messages)
{
    size_t count;
    char *all = ferz_game_legal_moves(f, &count, messages);
    if (!all) {
        show_difference(f, "moves: the first reading failed");
        return false;
    }
    keep_one_chain(legal, all, count);
    const char *s = all;
    bool same = count == (size_t)legal->count;
    for (int i = 0; same && i < legal->count; i++) {
        same = strcmp(s, legal->list[i].text) == 0;
        s += strlen(s) + 1;
    }
    if (!same) {
        show_difference(f, "moves");
        printf("  only the first: ");
        s = all;
        for (size_t k = 0; k < count; k++, s += strlen(s) + 1) {
            bool found = false;
            for (int i = 0; i < legal->count; i++) {
                found = found || strcmp(legal->list[i].text, s) == 0;
            }
            printf("%s%s", found ? "" : s, found ? "" : " ");
        }
        printf("\n  only the reference: ");
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

static bool same_status(ferz_game *f, const moves *legal, verdict v, ferz_messages *messages)
{
    ferz_status s;
    ferz_game_status(f, &s, messages);
    bool over = s.outcome != FERZ_ONGOING;
    bool same =
        over == v.over && (!over || ((s.outcome == FERZ_DRAW) == v.draw && strcmp(s.reason, v.reason) == 0 &&
                                     (v.draw || (allied((int)s.winner, v.winner) && s.winner_share == v.share))));
    if (!same) {
        show_difference(f, "status");
        printf("  first   %d %zu %d %s\n  second  %s %d %d %s\n", s.outcome, s.winner, s.winner_share, s.reason,
               !v.over  ? "ongoing"
               : v.draw ? "draw"
                        : "winner",
               v.winner, v.share, v.reason);
        for (int i = 0; i < legal->count && i < 8; i++) { /* what it could go on with */
            printf("%s%s", i ? " " : "  legal   ", legal->list[i].text);
        }
        printf("%s", legal->count ? "\n" : "");
    }
    return same;
}

static unsigned unknown_count; /* positions in which the reference program could not settle what is legal */

/* One game; false at a difference. */
static bool play_game(const ferz_variant *g, const char *fen, uint64_t *positions, uint64_t limit,
                      ferz_messages *messages)
{
    static position p, after;
    ferz_game *f = ferz_game_create(g, fen, messages);
    if (!f || !read_fen(&p, fen ? fen : rules.start)) {
        ferz_game_free(f);
        ferz_messages_clear(messages);
        return true;
    }
    moves legal = {0};
    history t = {0};
    history_add(&t, &p, NULL);
    bool good = true;
    int length = random_next() % 4 ? 120 : 600;
    for (int ply = 0; good && ply < length && *positions < limit; ply++) {
        effects_clear();
        legality_unknown = false;
        legal_moves(&p, &legal);
        if (legality_unknown) {
            unknown_count++;
            break;
        }
        remove_repetitions(&t, &p, &legal);
        verdict v = adjudicate(&t, &p, &legal);
        good = same_fen(f, &p) && same_status(f, &legal, v, messages);
        if (good && !v.over) {
            add_claims(&t, &p, &legal);
            qsort(legal.list, (size_t)legal.count, sizeof *legal.list, compare_moves);
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
        const move *m = &legal.list[random_next() % (uint64_t)legal.count];
        if (random_next() % 6 == 0) {
            for (int tries = 0; tries < 12 && !m->capture_count && !m->into; tries++) {
                m = &legal.list[random_next() % (uint64_t)legal.count];
            }
        }
        if (ferz_game_move(f, m->text, messages) != FERZ_OK) {
            show_difference(f, m->text);
            good = false;
            break;
        }
        make_move(&p, m, &after);
        copy_position(&p, &after);
        history_add(&t, &p, m);
    }
    ferz_game_free(f);
    moves_free(&legal);
    history_free(&t);
    return good;
}

/* Positions of the examples beside the rules; those that are set up for options only where there are any. */
static int example_positions(const char *name, bool options, const char **list, int room)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.test.yaml", rules_folder, name);
    tree *examples = tree_child(tree_file(path), "examples");
    int count = 0;
    for (int i = 0; examples && i < examples->count && count < room; i++) {
        const char *fen = tree_text(examples->values[i], "fen");
        if (fen && (options || !tree_child(examples->values[i], "set"))) {
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
    int settings = 0, differences = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--positions") == 0 && i + 1 < argc) {
            limit = strtoull(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc) {
            seconds = atof(argv[++i]);
        } else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
            seed = strtoull(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--rules") == 0 && i + 1 < argc) {
            rules_folder = argv[++i];
        } else if (strcmp(argv[i], "--scripts") == 0 && i + 1 < argc) {
            scripts_folder = argv[++i];
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
        fprintf(stderr, "reference: name a game\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    const char *const dirs[] = {rules_folder, "rules", NULL};
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *g = ferz_variant_load(name, dirs, theirs, (size_t)settings, 1, messages);
    if (!g) {
        size_t first = 0;
        while (ferz_messages_at(messages, first).warning && first + 1 < ferz_messages_count(messages)) {
            first++;
        }
        fprintf(stderr, "reference: %s", ferz_messages_at(messages, first).rendered);
        return strcmp(ferz_messages_at(messages, first).code, "E0613") == 0 ? 77
                                                                            : 2; /* more paths than can be stored */
    }
    int drawn = settings;
    for (size_t i = 0; i < ferz_variant_facts(g)->option_count && drawn < 16; i++) {
        ferz_option option = ferz_variant_option(g, i); /* numbers that were drawn are drawn once, for both */
        if (!option.set && option.chosen && option.chosen[0] >= '0' && option.chosen[0] <= '9') {
            own[drawn++] = (setting){option.name, option.chosen};
        }
    }
    read_rules(tree_rules(rules_folder, name, own, drawn));
    const char *fens[256];
    int examples = example_positions(name, settings > 0, fens, 256);
    random_state = seed * UINT64_C(0x2545f4914f6cdd1d);
    clock_t begin = clock();
    for (int n = 0; positions < limit && differences < 5; n++) {
        const char *fen = n % 2 == 0 || !examples ? NULL : fens[random_next() % (uint64_t)examples];
        const uint64_t before = positions;
        differences += !play_game(g, from ? from : fen, &positions, limit, messages);
        if (from && positions == before) {
            fprintf(stderr, "reference: no position comes from `%s`\n", from);
            return 2;
        }
        if (seconds > 0 && (double)(clock() - begin) / CLOCKS_PER_SEC > seconds) {
            break;
        }
    }
    printf("%s: %llu positions, seed %llu, %d differences, %.1f s\n", name, (unsigned long long)positions,
           (unsigned long long)seed, differences, (double)(clock() - begin) / CLOCKS_PER_SEC);
    if (unknown_count) {
        printf("%s: %u positions left open\n", name, unknown_count);
    }
    ferz_variant_free(g);
    ferz_messages_free(messages);
    return differences ? 1 : 0;
}
