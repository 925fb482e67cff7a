/* Sessions: a loaded game and a game in progress, by name; loading and loading again. */
#include "service/service_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/read_file.h"

/* ---- rules that are shared ---- */

static char *copy_string(const char *string)
{
    size_t length = strlen(string) + 1;
    char *copy = malloc(length);
    return copy ? memcpy(copy, string, length) : NULL;
}

void shared_rules_release(shared_rules *rules)
{
    if (rules && atomic_fetch_sub(&rules->holders, 1) == 1) {
        ferz_variant_free(rules->variant);
        free(rules);
    }
}

shared_rules *shared_rules_hold(shared_rules *rules)
{
    (void)atomic_fetch_add(&rules->holders, 1);
    return rules;
}

/* Takes the variant. NULL when out of memory. */
static shared_rules *shared_rules_create(ferz_variant *variant)
{
    shared_rules *rules = calloc(1, sizeof *rules);
    if (!rules) {
        ferz_variant_free(variant);
        return NULL;
    }
    rules->variant = variant;
    rules->bytes = ferz_variant_bytes(variant);
    atomic_init(&rules->holders, 1);
    return rules;
}

/* ---- the table ---- */

static void session_free(session *one)
{
    ferz_game_free(one->game);
    shared_rules_release(one->rules);
    (void)pthread_mutex_destroy(&one->lock);
    free(one->start);
    free(one);
}

session *session_take(service *s, const char *id)
{
    (void)pthread_mutex_lock(&s->lock);
    session *one = s->sessions;
    while (one && strcmp(one->id, id) != 0) {
        one = one->next;
    }
    if (one) {
        one->users++;
        one->used = ++s->uses;
    }
    (void)pthread_mutex_unlock(&s->lock);
    if (one) {
        (void)pthread_mutex_lock(&one->lock);
    }
    return one;
}

void session_give_back(service *s, session *one)
{
    (void)pthread_mutex_unlock(&one->lock);
    (void)pthread_mutex_lock(&s->lock);
    bool last = --one->users == 0 && one->closed;
    (void)pthread_mutex_unlock(&s->lock);
    if (last) {
        session_free(one);
    }
}

void sessions_finish(service *s)
{
    for (session *one = s->sessions, *next; one; one = next) {
        next = one->next;
        session_free(one);
    }
    s->sessions = NULL;
    s->session_bytes = 0;
}

/* Takes `*at` out of the table, under the service's lock. */
static session *take_out(service *s, session **at)
{
    session *one = *at;
    *at = one->next;
    s->session_count--;
    s->session_bytes -= one->bytes;
    one->bytes = 0;
    return one;
}

json_t *method_close(call *c)
{
    service *s = c->service;
    (void)pthread_mutex_lock(&s->lock);
    for (session **at = &s->sessions; *at; at = &(*at)->next) {
        if (*at == c->session) {
            (void)take_out(s, at);
            c->session->closed = true; /* it is freed by the last call that holds it: this one, or one that waits */
            break;
        }
    }
    (void)pthread_mutex_unlock(&s->lock);
    return json_object();
}

/* Takes the session that nobody has used for the longest time out of the table, for its room: a page that was closed
 * says nothing, and one that comes back loads its game again. NULL where all are held. Under the service's lock. */
static session *take_oldest(service *s)
{
    session **oldest = NULL;
    for (session **at = &s->sessions; *at; at = &(*at)->next) {
        if (!(*at)->users && (!oldest || (*at)->used < (*oldest)->used)) {
            oldest = at;
        }
    }
    return oldest ? take_out(s, oldest) : NULL;
}

/* The rules of `one` are these now: it counts for them, and others make room where all need too much. */
static void count_bytes(service *s, session *one, size_t bytes)
{
    session *gone = NULL;
    (void)pthread_mutex_lock(&s->lock);
    if (!one->closed) {
        s->session_bytes += bytes - one->bytes;
        one->bytes = bytes;
    }
    session *old = NULL;
    while (s->session_bytes > SERVICE_SESSIONS_BYTES && (old = take_oldest(s))) {
        old->next = gone;
        gone = old;
    }
    (void)pthread_mutex_unlock(&s->lock);
    while (gone) {
        old = gone;
        gone = old->next;
        session_free(old);
    }
}

/* Adds a session that is held and locked by this call. NULL after an error. */
static session *session_add(call *c)
{
    service *s = c->service;
    session *one = calloc(1, sizeof *one);
    if (!one || pthread_mutex_init(&one->lock, NULL) != 0) {
        free(one);
        c->out_of_memory = true;
        return NULL;
    }
    (void)pthread_mutex_lock(&one->lock);
    (void)pthread_mutex_lock(&s->lock);
    session *old = s->session_count >= SERVICE_SESSIONS_MAX ? take_oldest(s) : NULL;
    bool full = s->session_count >= SERVICE_SESSIONS_MAX;
    if (!full) {
        one->used = ++s->uses;
        snprintf(one->id, sizeof one->id, "s%llu", (unsigned long long)++s->next_session);
        one->next = s->sessions;
        one->users = 1;
        s->sessions = one;
        s->session_count++;
    }
    (void)pthread_mutex_unlock(&s->lock);
    if (old) {
        session_free(old);
    }
    if (full) {
        (void)pthread_mutex_unlock(&one->lock);
        session_free(one);
        (void)fail(c, ERROR_LIMIT, "too many sessions at once");
        return NULL;
    }
    return one;
}

/* ---- loading ---- */

/* Whether a path is one of the folders with games and a name in it. */
static bool lies_in_dirs(const service *s, const char *path)
{
    for (size_t i = 0; s->dirs[i]; i++) {
        size_t length = strlen(s->dirs[i]);
        if (strncmp(path, s->dirs[i], length) == 0 && path[length] == '/' && !strchr(path + length + 1, '/')) {
            return true;
        }
    }
    return false;
}

/* Whether the folder has NAME.yaml, and it is not a file but a link. */
static bool is_linked_name(const folder *f, const char *game)
{
    text file = {0}, path = {0};
    text_print(&file, "%s.yaml", game);
    text_print(&path, "%s/%s", f->path ? f->path : "", text_string(&file));
    const char *relative = folder_relative(f, text_string(&file));
    bool linked = relative && read_file_exists(text_string(&path)) && !folder_has(f, relative);
    text_finish(&file);
    text_finish(&path);
    return linked;
}

/* The path or name that the library may load, in `path`; false after an error. What lies in the folder is no link. */
static bool find_game(call *c, const char *game, text *path)
{
    const folder *f = &c->service->folder;
    bool is_path = strchr(game, '/') || text_ends_with(game, ".yaml");
    const char *relative = is_path ? folder_relative(f, game) : NULL;
    if (relative && folder_has(f, relative)) {
        text_print(path, "%s/%s", f->path, relative);
    } else if (is_path ? folder_holds(f, game) || !lies_in_dirs(c->service, game) : is_linked_name(f, game)) {
        (void)fail(c, ERROR_FORBIDDEN, "there is no such file in the folder, or it is a link");
    } else {
        text_put(path, game);
    }
    c->out_of_memory |= path->failed;
    return !c->error && !c->out_of_memory;
}

/* Whether a file that was read lies in the folder by its name and elsewhere in truth. */
static bool leads_out(const service *s, const char *file)
{
    if (!file || !folder_holds(&s->folder, file)) {
        return false;
    }
    const char *relative = folder_relative(&s->folder, file);
    return relative && !folder_has(&s->folder, relative);
}

static bool some_lead_out(const call *c, const ferz_variant *variant)
{
    bool out = false;
    for (size_t i = 0; variant && i < ferz_variant_facts(variant)->file_count; i++) {
        out = out || leads_out(c->service, ferz_variant_file_at(variant, i));
    }
    return out;
}

enum { SETTINGS_MAX = 32, NUMBER_LENGTH = 24 };

typedef struct wanted_settings {
    ferz_setting list[SETTINGS_MAX];
    char numbers[SETTINGS_MAX][NUMBER_LENGTH];
    size_t count;
} wanted_settings;

static void read_settings(const call *c, wanted_settings *w)
{
    const char *name;
    json_t *value;
    w->count = 0;
    json_object_foreach(json_object_get(c->params, "settings"), name, value)
    {
        if (w->count == SETTINGS_MAX || json_is_false(value)) {
            continue;
        }
        snprintf(w->numbers[w->count], NUMBER_LENGTH, "%lld", (long long)json_integer_value(value));
        w->list[w->count].name = name;
        w->list[w->count].value = json_is_integer(value) ? w->numbers[w->count] : json_string_value(value);
        w->count++;
    }
}

size_t read_overlays(const call *c, ferz_overlay overlays[OVERLAYS_MAX])
{
    const json_t *list = json_object_get(c->params, "overlays");
    size_t count = 0;
    for (; count < json_array_size(list) && count < OVERLAYS_MAX; count++) {
        const json_t *one = json_array_get(list, count), *bytes = json_object_get(one, "text");
        overlays[count] = (ferz_overlay){.file = json_string_value(json_object_get(one, "file")),
                                         .text = json_string_value(bytes),
                                         .length = json_string_length(bytes)};
    }
    return count;
}

ferz_variant *load_variant(call *c)
{
    text path = {0};
    ferz_variant *variant = NULL;
    if (find_game(c, param_string(c, "game"), &path)) {
        wanted_settings settings;
        ferz_overlay overlays[OVERLAYS_MAX];
        read_settings(c, &settings);
        size_t count = read_overlays(c, overlays);
        variant = ferz_variant_load_with(text_string(&path), c->service->dirs, settings.list, settings.count,
                                         (uint64_t)param_integer(c, "seed", 0), overlays, count, c->messages);
        if (variant ? some_lead_out(c, variant) : leads_out(c->service, ferz_messages_at(c->messages, 0).file)) {
            ferz_variant_free(variant);
            variant = NULL;
            (void)fail(c, ERROR_FORBIDDEN, "a file of these rules is a link");
        } else if (!variant) {
            (void)fail_result(c, ferz_messages_result(c->messages));
        } else if (json_is_true(json_object_get(c->params, "characters"))) {
            (void)ferz_variant_show_characters(variant);
        }
    }
    text_finish(&path);
    return variant;
}

/* ---- the method ---- */

/* How a FEN writes a piece, by its owner; "" is nobody. */
static json_t *written_json(call *c, const ferz_variant *variant, size_t piece)
{
    json_t *by_owner = json_object();
    size_t players = ferz_variant_facts(variant)->player_count;
    for (size_t player = 0; player <= players; player++) {
        const char *name = player < players ? ferz_variant_player_name(variant, player) : "";
        put_string(c, by_owner, name, ferz_variant_piece_fen(variant, piece, player)); /* nothing for NULL */
    }
    return by_owner;
}

/* The board of each player. */
static json_t *boards_json(call *c, const ferz_variant *variant)
{
    json_t *array = json_array();
    for (size_t i = 0; i < ferz_variant_facts(variant)->player_count; i++) {
        int board = ferz_variant_player_board(variant, i);
        put_item(c, array, json_integer(board < 0 ? 0 : board));
    }
    return array;
}

static json_t *movements_json(call *c, const ferz_variant *variant, size_t piece)
{
    json_t *array = json_array();
    for (size_t i = 0; i < ferz_variant_movement_count(variant, piece); i++) {
        ferz_movement m = ferz_variant_movement(variant, piece, i);
        if (m.file) {
            json_t *one = json_pack("{s:s, s:i, s:i, s:i}", "file", m.file, "line", (int)m.line, "column",
                                    (int)m.column, "length", (int)m.length);
            put_string(c, one, "betza", m.notation);
            put_item(c, array, one);
        }
    }
    return array;
}

/* Adds the Russian words for a name, where there are any. */
static void put_word(call *c, json_t *words, const ferz_variant *variant, const char *name)
{
    char *word = ferz_variant_word(variant, name, FERZ_RUSSIAN, false),
         *of = ferz_variant_word(variant, name, FERZ_RUSSIAN, true);
    c->out_of_memory |= !word || !of;
    if (word && of && strcmp(word, name) != 0) {
        put(c, words, name, json_pack("[s, s]", word, of));
    }
    ferz_free(word);
    ferz_free(of);
}

static json_t *words_json(call *c, const ferz_variant *variant)
{
    json_t *words = json_object();
    for (size_t i = 0; i < ferz_variant_facts(variant)->player_count; i++) {
        put_word(c, words, variant, ferz_variant_player_name(variant, i));
    }
    for (size_t i = 0; i < ferz_variant_facts(variant)->piece_count; i++) {
        put_word(c, words, variant, ferz_variant_piece(variant, i).name);
    }
    for (size_t i = 0; i < ferz_variant_facts(variant)->ending_count; i++) {
        put_word(c, words, variant, ferz_variant_ending(variant, i).name);
    }
    for (size_t i = 0; i < ferz_variant_facts(variant)->option_count; i++) {
        const ferz_option option = ferz_variant_option(variant, i);
        for (size_t k = 0; k < option.choice_count; k++) {
            put_word(c, words, variant, option.choices[k]);
        }
    }
    return words;
}

static json_t *allies_json(call *c, const ferz_variant *variant)
{
    json_t *array = json_array();
    for (size_t i = 0; i < ferz_variant_facts(variant)->player_count; i++) {
        json_t *side = json_array();
        for (size_t k = 0; k < ferz_variant_facts(variant)->player_count; k++) {
            if (ferz_variant_allied(variant, i, k)) {
                put_item(c, side, json_integer((json_int_t)k));
            }
        }
        put_item(c, array, side);
    }
    return array;
}

static json_t *pieces_json(call *c, const ferz_variant *variant)
{
    json_t *array = json_array();
    for (size_t i = 0; i < ferz_variant_facts(variant)->piece_count; i++) {
        ferz_piece piece = ferz_variant_piece(variant, i);
        json_t *one = json_object();
        put_string(c, one, "name", piece.name);
        put_string(c, one, "letter", piece.letter);
        put_string(c, one, "moves", piece.moves);
        put(c, one, "royal", json_boolean(piece.royal));
        put(c, one, "written", written_json(c, variant, i));
        if (piece.file) {
            put(c, one, "place", json_pack("{s:s, s:i}", "file", piece.file, "line", (int)piece.line));
        }
        put(c, one, "movements", movements_json(c, variant, i));
        put_item(c, array, one);
    }
    return array;
}

static json_t *options_json(call *c, const ferz_variant *variant)
{
    json_t *array = json_array();
    for (size_t i = 0; i < ferz_variant_facts(variant)->option_count; i++) {
        ferz_option option = ferz_variant_option(variant, i);
        json_t *one = json_object();
        put_string(c, one, "name", option.name);
        put_string(c, one, "about", option.about ? option.about : "");
        put_string(c, one, "values", option.values);
        put_string(c, one, "chosen", option.chosen);
        put_string(c, one, "about_ru", option.about_ru);
        put(c, one, "set", json_boolean(option.set));
        json_t *choices = json_array();
        for (size_t k = 0; k < option.choice_count; k++) {
            put_item(c, choices, json_string(option.choices[k]));
        }
        put(c, one, "choices", choices);
        if (option.range) {
            put(c, one, "low", json_integer(option.low));
            put(c, one, "high", json_integer(option.high));
        }
        put_item(c, array, one);
    }
    return array;
}

static json_t *strings_json(call *c, const char *(*next)(const ferz_variant *, size_t), const ferz_variant *variant,
                            size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        put_item(c, array, json_string(next(variant, i)));
    }
    return array;
}

/* The name of the game that a path names. */
static void put_parent(call *c, json_t *result, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL, *name = slash ? slash + 1 : path;
    if (name) {
        put(c, result, "parent", json_stringn(name, strcspn(name, ".")));
    }
}

static json_t *loaded_json(call *c, const session *one)
{
    const ferz_variant *v = one->rules->variant;
    const ferz_facts *facts = ferz_variant_facts(v);
    json_t *result = json_object(), *cells = json_array();
    put_string(c, result, "session", one->id);
    put_string(c, result, "name", facts->name);
    put_string(c, result, "title", facts->title);
    put_string(c, result, "about", facts->about);
    put_string(c, result, "title_ru", facts->title_ru);
    put_string(c, result, "about_ru", facts->about_ru);
    put(c, result, "russian", words_json(c, v));
    put(c, result, "allies", allies_json(c, v));
    put_parent(c, result, facts->parent);
    put_string(c, result, "file", facts->file);
    put(c, result, "files", strings_json(c, ferz_variant_file_at, v, facts->file_count));
    put(c, result, "writable", json_boolean(folder_holds(&c->service->folder, facts->file)));
    put(c, result, "players", strings_json(c, ferz_variant_player_name, v, facts->player_count));
    for (size_t i = 0; i < ferz_game_cell_count(one->game); i++) {
        put_item(c, cells, json_string(ferz_game_cell(one->game, i).name));
    }
    put(c, result, "cells", cells);
    put_string(c, result, "fingerprint", facts->fingerprint);
    put(c, result, "has_hands", json_boolean(facts->has_hands));
    put(c, result, "has_stacks", json_boolean(facts->has_stacks));
    put(c, result, "boards", boards_json(c, v));
    put(c, result, "hides_information", json_boolean(facts->hides_information));
    put(c, result, "can_learn", json_boolean(facts->can_learn));
    put(c, result, "has_network", json_boolean(facts->has_network));
    put(c, result, "tries", json_boolean(facts->has_tries));
    put(c, result, "has_characters", json_boolean(facts->has_characters));
    put(c, result, "pieces", pieces_json(c, v));
    put(c, result, "options", options_json(c, v));
    return result;
}

/* The moves that only the list `one` has; both are sorted. */
static json_t *only_in(call *c, const char *one, size_t one_count, const char *other, size_t other_count)
{
    json_t *array = json_array();
    for (size_t i = 0, k = 0; one && other && i < one_count; i++, one += strlen(one) + 1) {
        while (k < other_count && strcmp(other, one) < 0) {
            other += strlen(other) + 1;
            k++;
        }
        if (k == other_count || strcmp(other, one) != 0) {
            put_item(c, array, json_string(one));
        }
    }
    return array;
}

static void put_changes(call *c, json_t *result, ferz_game *before, ferz_game *now)
{
    size_t count = 0, old_count = 0;
    char *moves = ferz_game_legal_moves(now, &count, NULL), *old = ferz_game_legal_moves(before, &old_count, NULL);
    put(c, result, "legal_now", only_in(c, moves, count, old, old_count));
    put(c, result, "illegal_now", only_in(c, old, old_count, moves, count));
    ferz_free(moves);
    ferz_free(old);
}

static bool same_position(const ferz_game *one, const ferz_game *other)
{
    char *a = ferz_game_fen(one), *b = ferz_game_fen(other);
    bool same = a && b && strcmp(a, b) == 0;
    ferz_free(a);
    ferz_free(b);
    return same;
}

/* The game in progress under new rules: by its moves, else by its position, else from the start. */
static ferz_game *carry_over(call *c, const ferz_variant *variant, const session *one, char **start, const char **kept)
{
    *kept = "moves";
    ferz_game *game = ferz_game_create(variant, *start, NULL);
    size_t plies = ferz_game_ply_count(one->game), played = 0;
    while (game && played < plies && ferz_game_move(game, ferz_game_ply(one->game, played), NULL) == FERZ_OK) {
        played++;
    }
    if (game && played == plies) {
        return game;
    }
    ferz_game_free(game);
    *kept = "position";
    char *fen = ferz_game_fen(one->game);
    game = fen ? ferz_game_create(variant, fen, NULL) : NULL;
    free(*start);
    *start = game ? copy_string(fen) : NULL;
    ferz_free(fen);
    if (!game) {
        *kept = "nothing";
        game = ferz_game_create(variant, NULL, c->messages);
    }
    return game;
}

/* Gives a session its rules and its game; takes them, and `start`. False when out of memory. */
static bool session_fill(call *c, session *one, ferz_variant *variant, ferz_game *game, char *start)
{
    shared_rules *rules = shared_rules_create(variant);
    if (!rules) {
        ferz_game_free(game); /* it does not look at its rules any more */
        free(start);
        c->out_of_memory = true;
        return false;
    }
    ferz_game_free(one->game);
    shared_rules_release(one->rules);
    if (start != one->start) {
        free(one->start);
    }
    one->rules = rules;
    one->game = game;
    one->start = start;
    count_bytes(c->service, one, rules->bytes);
    return true;
}

static json_t *load_again(call *c, ferz_variant *variant)
{
    session *one = c->session;
    const char *kept;
    char *start = one->start ? copy_string(one->start) : NULL;
    ferz_game *game = carry_over(c, variant, one, &start, &kept);
    if (!game) {
        (void)fail_result(c, ferz_messages_result(c->messages));
        free(start);
        ferz_variant_free(variant);
        return NULL;
    }
    json_t *changes = json_object();
    if (same_position(one->game, game)) {
        put_changes(c, changes, one->game, game);
    }
    json_t *result = NULL;
    if (session_fill(c, one, variant, game, start)) {
        result = loaded_json(c, one);
        put_string(c, result, "kept", kept);
        (void)json_object_update(result, changes);
        put_messages(c, result);
    }
    json_decref(changes);
    return result;
}

static json_t *load_first(call *c, ferz_variant *variant)
{
    const char *fen = param_string(c, "fen");
    char *start = fen ? copy_string(fen) : NULL;
    ferz_game *game = ferz_game_create(variant, fen, c->messages);
    if (!game || !play_all(c, game, json_object_get(c->params, "moves"))) {
        (void)fail_result(c, ferz_messages_result(c->messages));
        ferz_game_free(game);
        ferz_variant_free(variant);
        free(start);
        return NULL;
    }
    session *one = session_add(c);
    if (!one) {
        ferz_game_free(game);
        ferz_variant_free(variant);
        free(start);
        return NULL;
    }
    c->session = one; /* given back by the caller, or closed */
    if (!session_fill(c, one, variant, game, start)) {
        json_decref(method_close(c));
        return NULL;
    }
    json_t *result = loaded_json(c, one);
    put_messages(c, result);
    return result;
}

json_t *method_load(call *c)
{
    ferz_variant *variant = load_variant(c);
    return !variant ? NULL : c->session ? load_again(c, variant) : load_first(c, variant);
}
