#include "fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

const fuzz_target fuzz_targets[] = {
    {"document", fuzz_document},
    {"betza", fuzz_betza},
    {"tuning", fuzz_tuning},
    {"figure", fuzz_figure},
    {"ruleset", fuzz_ruleset},
    {"script", fuzz_script},
    {"fen", fuzz_fen},
    {"moves", fuzz_moves},
    {"uci", fuzz_uci},
    {"usi", fuzz_usi},
    {"xboard", fuzz_xboard},
    {"saved", fuzz_saved_game},
    {"openings", fuzz_openings},
    {"import", fuzz_import},
    {"export", fuzz_export},
    {"examples", fuzz_examples},
    {"engine", fuzz_engine},
    {"diagram", fuzz_diagram},
    {"play", fuzz_terminal},
#ifdef FERZ_SERVICE
    {"methods", fuzz_methods},
    {"lsp", fuzz_lsp},
#endif
#ifdef FERZ_SERVE
    {"http", fuzz_http},
#endif
    {NULL, NULL},
};

const fuzz_target *fuzz_find(const char *name)
{
    for (const fuzz_target *t = fuzz_targets; t->name; t++) {
        if (strcmp(t->name, name) == 0) {
            return t;
        }
    }
    return NULL;
}

/* ---- what must hold ---- */

static int real_error = STDERR_FILENO; /* also while we listen to standard error */

static void write_error(const char *words)
{
    if (write(real_error, words, strlen(words)) < 0) {
        return; /* nobody to tell */
    }
}

void fuzz_fail(const char *what, const char *file, int line)
{
    char words[512];
    snprintf(words, sizeof words, "%s:%d: does not hold: %s\n", file, line, what);
    write_error(words);
    abort();
}

/* The code point at `s`, its length in `*n`; 0 bytes where it is not UTF-8. */
static uint32_t code_point(const unsigned char *s, size_t room, size_t *n)
{
    *n = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : s[0] >= 0xf0 ? 4 : 0;
    if (*n == 0 || *n > room) {
        *n = 0;
        return 0;
    }
    uint32_t c = *n == 1 ? s[0] : s[0] & (0xffU >> (*n + 1));
    for (size_t i = 1; i < *n; i++) {
        if ((s[i] & 0xc0) != 0x80) {
            *n = 0;
            return 0;
        }
        c = c << 6 | (s[i] & 0x3fU);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (c < least[*n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) {
        *n = 0;
    }
    return c;
}

void fuzz_check_text(const char *bytes, size_t length, bool tabs)
{
    for (size_t i = 0; i < length;) {
        size_t n;
        uint32_t c = code_point((const unsigned char *)bytes + i, length - i, &n);
        bool control = c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 ||
                       (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
        if (n == 0 || (control && c != '\n' && !(tabs && c == '\t'))) {
            write_error("this may not be shown: ");
            text shown = {0};
            text_add_safe(&shown, bytes, length < 4000 ? length : 4000);
            write_error(text_string(&shown));
            write_error("\n");
            text_finish(&shown);
        }
        FUZZ_MUST(n != 0);
        FUZZ_MUST(!control || c == '\n' || (tabs && c == '\t'));
        i += n;
    }
}

/* ---- markup ---- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static const char *skip_name(const char *at)
{
    FUZZ_MUST(is_letter(*at));
    while (is_letter(*at) || (*at >= '0' && *at <= '9') || *at == '-' || *at == ':') {
        at++;
    }
    return at;
}

/* From `&`: one of the names that we write, or a number. */
static const char *skip_entity(const char *at)
{
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&nbsp;", NULL};
    for (size_t i = 0; names[i]; i++) {
        if (strncmp(at, names[i], strlen(names[i])) == 0) {
            return at + strlen(names[i]);
        }
    }
    FUZZ_MUST(at[1] == '#');
    for (at += 2; *at != ';'; at++) {
        FUZZ_MUST((*at >= '0' && *at <= '9') || *at == 'x' || (*at >= 'a' && *at <= 'f'));
    }
    return at + 1;
}

/* Attributes, up to `>`, or `/` before it. */
static const char *skip_attributes(const char *at)
{
    while (at += strspn(at, " \n"), *at != '>' && *at != '/') {
        at = skip_name(at);
        if (*at != '=') {
            continue; /* HTML: a switch */
        }
        FUZZ_MUST(at[1] == '"');
        for (at += 2; *at != '"';) {
            FUZZ_MUST(*at && *at != '<');
            at = *at == '&' ? skip_entity(at) : at + 1;
        }
        at++;
    }
    return at;
}

void fuzz_check_markup(const char *bytes)
{
    enum { DEEP = 64 };
    static const char *const empty[] = {"meta", "br", "hr", "link", "img", "col", NULL};
    struct {
        const char *name;
        size_t length;
    } open[DEEP];
    size_t depth = 0;
    for (const char *at = bytes; *at;) {
        if (*at == '&') {
            at = skip_entity(at);
        } else if (*at != '<') {
            at++;
        } else if (at[1] == '!' || at[1] == '?') {
            at = strchr(at, '>');
            FUZZ_MUST(at);
            at++;
        } else if (at[1] == '/') {
            const char *end = skip_name(at + 2);
            FUZZ_MUST(*end == '>' && depth > 0);
            depth--;
            FUZZ_MUST((size_t)(end - at) - 2 == open[depth].length);
            FUZZ_MUST(memcmp(at + 2, open[depth].name, open[depth].length) == 0);
            at = end + 1;
        } else {
            const char *name = at + 1, *end = skip_name(name);
            size_t length = (size_t)(end - name);
            FUZZ_MUST(length != 6 || memcmp(name, "script", 6) != 0);
            at = skip_attributes(end);
            bool closed = *at == '/';
            at += closed;
            FUZZ_MUST(*at == '>');
            at++;
            for (size_t i = 0; empty[i]; i++) {
                closed = closed || (strlen(empty[i]) == length && memcmp(name, empty[i], length) == 0);
            }
            if (!closed && length == 5 && memcmp(name, "style", 5) == 0) {
                at = strstr(at, "</style>"); /* its text is no markup */
                FUZZ_MUST(at);
            }
            if (!closed) {
                FUZZ_MUST(depth < DEEP);
                open[depth].name = name;
                open[depth++].length = length;
            }
        }
    }
    FUZZ_MUST(depth == 0);
}

void fuzz_check_messages(ferz_messages *messages)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        ferz_message m = ferz_messages_at(messages, i);
        FUZZ_MUST(m.code && m.text && m.rendered);
        if (getenv("FERZ_FUZZ_SHOW")) { /* for a person who examines one input */
            write_error(m.rendered);
        }
        FUZZ_MUST(!strchr(m.text, '\n') && (!m.hint || !strchr(m.hint, '\n')));
        FUZZ_MUST(*m.text);
        FUZZ_MUST(!m.file || m.line > 0 || m.column == 0);
        fuzz_check_text(m.text, strlen(m.text), false);
        fuzz_check_text(m.rendered, strlen(m.rendered), false);
        if (m.hint) {
            fuzz_check_text(m.hint, strlen(m.hint), false);
        }
    }
    ferz_messages_clear(messages);
}

uint64_t fuzz_digest(const char *bytes, size_t length)
{
    uint64_t h = 0xcbf29ce484222325U;
    for (size_t i = 0; i < length; i++) {
        h = (h ^ (unsigned char)bytes[i]) * 0x100000001b3U;
    }
    return h ^ h >> 29;
}

/* ---- the folder ---- */

static char folder[128], file_path[256];
static int file = -1;

const char *fuzz_folder(void)
{
    return folder;
}

static char root[1024] = FERZ_SOURCE_DIR;
static char rules_folder[sizeof root + 16], samples_folder[sizeof root + 16];

const char *fuzz_root(void)
{
    return root;
}

const char *const *fuzz_rule_folders(void)
{
    static const char *const folders[] = {rules_folder, samples_folder, NULL};
    return folders;
}

/* Where fuzzers are run for others there is no repository: tests/fuzz/build.sh puts what is needed beside the program. */
static void find_root(void)
{
    char beside[sizeof root];
    ssize_t length = readlink("/proc/self/exe", beside, sizeof beside - 16);
    if (length > 0) {
        beside[length] = '\0';
        char *slash = strrchr(beside, '/');
        if (slash) {
            memcpy(slash, "/ferz", sizeof "/ferz");
        }
        if (slash && access(beside, R_OK) == 0 && strlen(beside) < sizeof root) {
            DIR *d = opendir(beside); /* in a build folder `ferz` is the program itself */
            if (d) {
                closedir(d);
                memcpy(root, beside, strlen(beside) + 1);
            }
        }
    }
    snprintf(rules_folder, sizeof rules_folder, "%s/rules", root);
    snprintf(samples_folder, sizeof samples_folder, "%s/tests/samples", root);
}

static void remove_in(const char *path)
{
    DIR *d = opendir(path);
    struct dirent *e;
    while (d && (e = readdir(d)) != NULL) {
        char name[1024];
        snprintf(name, sizeof name, "%s/%s", path, e->d_name);
        if (*e->d_name != '.') {
            unlink(name);
        }
    }
    if (d) {
        closedir(d);
    }
    rmdir(path);
}

static void forget_games(void);

static void end(void)
{
    forget_games();
    remove_in(folder);
}

static void copy(const char *from, const char *name)
{
    char path[sizeof root + 64], block[4096];
    snprintf(path, sizeof path, "%s/%s", root, from);
    FILE *in = fopen(path, "r");
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = in ? fopen(path, "w") : NULL;
    FUZZ_MUST(in && out);
    size_t got;
    while ((got = fread(block, 1, sizeof block, in)) > 0) {
        FUZZ_MUST(fwrite(block, 1, got, out) == got);
    }
    fclose(in);
    FUZZ_MUST(fclose(out) == 0);
}

static void out_of_time(int number)
{
    (void)number;
    static const char words[] = "an input took too long\n";
    if (write(real_error, words, sizeof words - 1) < 0) {
        _exit(1);
    }
    abort();
}

void fuzz_begin(void)
{
    const char *where = getenv("TMPDIR");
    find_root();
    snprintf(folder, sizeof folder, "%s/ferz-fuzz-XXXXXX", where && strlen(where) < 80 ? where : "/tmp");
    FUZZ_MUST(mkdtemp(folder));
    atexit(end);
    /* Few and small: a session begins by reading all the rules that it may choose from. The names are those that the
     * protocols begin with. */
    copy("tests/fuzz/games/chess.yaml", "chess.yaml");
    copy("rules/minishogi.yaml", "shogi.yaml");
    copy("rules/tic-tac-toe.yaml", "tic-tac-toe.yaml");
    snprintf(file_path, sizeof file_path, "%s/input", folder);
    file = open(file_path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FUZZ_MUST(file != -1);
    FUZZ_MUST(setenv("FERZ_RULES", folder, 1) == 0);
    FUZZ_MUST(setenv("TERM", "dumb", 1) == 0);
    FUZZ_MUST(chdir(folder) == 0);
    signal(SIGPIPE, SIG_IGN);
    struct sigaction a = {.sa_handler = out_of_time};
    FUZZ_MUST(sigaction(SIGPROF, &a, NULL) == 0);
}

static void set_timer(int seconds)
{
    struct itimerval t = {.it_value = {.tv_sec = seconds}};
    FUZZ_MUST(setitimer(ITIMER_PROF, &t, NULL) == 0);
}

void fuzz_run(const fuzz_target *target, const uint8_t *bytes, size_t length)
{
    char *copied = malloc(length + 1); /* just as long, so that reading past it is seen */
    FUZZ_MUST(copied);
    if (length) {
        memcpy(copied, bytes, length);
    }
    copied[length] = '\0';
    /* A hint is 30,000 nodes, which a build that is looked into so closely makes in two to five seconds. */
    set_timer(target->run == fuzz_terminal ? 4 * FUZZ_SECONDS : FUZZ_SECONDS);
    target->run(copied, length);
    set_timer(0);
    free(copied);
}

const char *fuzz_file(const char *bytes, size_t length)
{
    FUZZ_MUST(ftruncate(file, 0) == 0);
    for (size_t done = 0; done < length;) {
        ssize_t n = pwrite(file, bytes + done, length - done, (off_t)done);
        FUZZ_MUST(n > 0 || errno == EINTR);
        done += n > 0 ? (size_t)n : 0;
    }
    return file_path;
}

/* ---- what is written to the standard streams ---- */

typedef struct stream {
    int number, before, into;
} stream;
static stream streams[] = {{STDOUT_FILENO, -1, -1}, {STDERR_FILENO, -1, -1}};

void fuzz_capture_output(void)
{
    fflush(stdout);
    for (size_t i = 0; i < 2; i++) {
        stream *s = &streams[i];
        if (s->into == -1) {
            FILE *f = tmpfile(); /* kept for good */
            FUZZ_MUST(f);
            s->into = fileno(f);
        }
        s->before = fcntl(s->number, F_DUPFD_CLOEXEC, 10);
        FUZZ_MUST(s->before != -1);
        FUZZ_MUST(ftruncate(s->into, 0) == 0);
        FUZZ_MUST(lseek(s->into, 0, SEEK_SET) == 0);
        FUZZ_MUST(dup2(s->into, s->number) == s->number);
    }
    real_error = streams[1].before;
}

void fuzz_captured_output(text *out, text *err)
{
    fflush(stdout);
    text *written[] = {out, err};
    for (size_t i = 0; i < 2; i++) {
        stream *s = &streams[i];
        FUZZ_MUST(dup2(s->before, s->number) == s->number);
        close(s->before);
        char block[4096];
        ssize_t got;
        for (off_t at = 0; (got = pread(s->into, block, sizeof block, at)) > 0; at += got) {
            text_add(written[i], block, (size_t)got);
        }
    }
    real_error = STDERR_FILENO;
}

/* ---- games ---- */

/* One of each kind: hands, graphs, dice, stacks, several armies, hidden pieces, hooks that list moves, chains, an empty start. */
static const char *const game_names[] = {
    "chess",  "crazyhouse", "chess960", "tic-tac-toe", "minishogi", "draughts-international",
    "ludo",   "kriegspiel", "tavreli",  "xiangqi",     "morris",    "kazan-chess",
    "atomic", "sittuyin",   "makruk",
};
enum { GAMES = sizeof game_names / sizeof game_names[0] };
static ferz_variant *games[GAMES];

size_t fuzz_game_count(void)
{
    return GAMES;
}

ferz_variant *fuzz_game(size_t index)
{
    if (!games[index]) {
        games[index] = ferz_variant_load(game_names[index], fuzz_rule_folders(), NULL, 0, 1, NULL);
        FUZZ_MUST(games[index]);
    }
    return games[index];
}

static void forget_games(void)
{
    for (size_t i = 0; i < GAMES; i++) {
        ferz_variant_free(games[i]);
        games[i] = NULL;
    }
}

/* ---- play ---- */

enum { VERIFIED_MOVES_MAX = 400 }; /* verifying plays each of them, and each answer */

static void check_text(const char *string)
{
    if (string) {
        fuzz_check_text(string, strlen(string), false);
    }
}

/* All questions about one position. Returns how many moves there are, which are to be freed. */
static char *query_position(ferz_game *game, bool verifies, size_t *count, ferz_messages *messages)
{
    const ferz_variant *variant = ferz_game_variant(game);
    *count = 0;
    char *moves = ferz_game_legal_moves(game, count, messages);
    char *fen = ferz_game_fen(game);
    check_text(fen);
    ferz_status status = {0};
    ferz_result known = ferz_game_status(game, &status, messages);
    if (known == FERZ_OK) {
        check_text(status.reason);
        FUZZ_MUST(status.outcome != FERZ_WIN || status.winner < ferz_variant_facts(variant)->player_count);
    }
    FUZZ_MUST(ferz_game_side_to_move(game) <= ferz_variant_facts(variant)->player_count);
    FUZZ_MUST(ferz_game_commander(game) <= ferz_variant_facts(variant)->player_count);
    ferz_game_in_check(game);
    for (size_t i = 0; i < ferz_game_cell_count(game); i++) {
        ferz_cell c = ferz_game_cell(game, i);
        check_text(c.name);
        check_text(c.piece);
        FUZZ_MUST((c.piece == NULL) == (c.owner == -1) || c.piece);
    }
    for (size_t i = 0; i < ferz_variant_facts(variant)->player_count; i++) {
        char *hand = ferz_game_hand(game, i);
        check_text(hand);
        ferz_free(hand);
    }
    const char *m = moves;
    for (size_t i = 0; moves && i < *count; i++, m += strlen(m) + 1) {
        check_text(m);
        FUZZ_MUST(*m);
    }
    /* What verifying finds out is our own fault; a script that overruns its budget, or fails, is its author's. */
    if (verifies && fen && moves && known == FERZ_OK && *count <= VERIFIED_MOVES_MAX &&
        ferz_variant_facts(variant)->hook_count == 0) {
        ferz_result verified = ferz_game_verify(game, messages);
        if (verified == FERZ_REJECTED) {
            for (size_t i = 0; i < ferz_messages_count(messages); i++) {
                write_error(ferz_messages_at(messages, i).rendered);
            }
        }
        FUZZ_MUST(verified != FERZ_REJECTED);
    }
    ferz_free(fen);
    fuzz_check_messages(messages);
    return moves;
}

void fuzz_play(ferz_game *game, size_t plies, uint64_t seed, ferz_messages *messages)
{
    uint64_t hash = ferz_game_hash(game);
    size_t before = ferz_game_ply_count(game), made = 0;
    size_t verified = plies ? (size_t)(seed >> 40) % plies : 0; /* in one position of them: it is dear */
    for (; made < plies; made++) {
        size_t count;
        char *moves = query_position(game, made == verified, &count, messages);
        const char *m = moves;
        seed = seed * 6364136223846793005U + 1442695040888963407U;
        size_t which = count ? (size_t)(seed >> 33) % count : 0;
        for (size_t i = 0; moves && i < which; i++) {
            m += strlen(m) + 1;
        }
        if (moves && count && made == 0) {
            bool legal = false;
            char *why = ferz_game_explain_move(game, m, &legal, messages);
            FUZZ_MUST(!why || legal || ferz_variant_facts(ferz_game_variant(game))->hook_count > 0);
            check_text(why);
            ferz_free(why);
            ferz_messages_clear(messages);
        }
        ferz_result result = moves && count ? ferz_game_move(game, m, messages) : FERZ_REJECTED;
        if (result == FERZ_REJECTED && moves && count && ferz_variant_facts(ferz_game_variant(game))->hook_count == 0) {
            fuzz_check_messages(messages);
            fuzz_fail("a move that is listed can be played", __FILE__, __LINE__);
        }
        ferz_free(moves);
        fuzz_check_messages(messages);
        if (result != FERZ_OK) {
            break;
        }
        check_text(ferz_game_ply(game, before + made));
    }
    for (size_t i = 0; i < made; i++) {
        FUZZ_MUST(ferz_game_undo(game));
    }
    FUZZ_MUST(ferz_game_ply_count(game) == before);
    FUZZ_MUST(ferz_game_hash(game) == hash);
}
