/* Nouns, numbers, lists and zones; see grammar.h. */
#include "explain/grammar.h"

#include <stdio.h>
#include <string.h>

#include "explain/translate.h"

/* ---- nouns ---- */

/* English plurals that do not end in -s; all others do. */
static const struct {
    const char *name, *plural;
} irregular[] = {
    {"man", "men"},           {"empress", "empresses"}, {"spy", "spies"},
    {"phoenix", "phoenixes"}, {"goose", "geese"},       {"cross", "crosses"},
};

static bool captures_by_jumps(const rule_piece *piece)
{
    bool found = false;
    for (size_t i = 0; i < piece->move_count; i++) {
        found |= piece->moves[i].jumps;
    }
    return found;
}

bool has_jump_captures(const ruleset *rules)
{
    bool found = false;
    for (size_t i = 0; i < rules->piece_count; i++) {
        found |= captures_by_jumps(&rules->pieces[i]);
    }
    return found;
}

/* "promoted-silver" as "promoted silver". */
static char *spaced(const describer *t, const char *name)
{
    char *copy = arena_text(t->arena, name, strlen(name));
    for (char *c = copy; c && *c; c++) {
        *c = *c == '-' || *c == '_' ? ' ' : *c;
    }
    return copy ? copy : (char *)"";
}

/* Names that are no words (p17, x) do not change in the plural. */
static const char *english_many(const describer *t, const char *name)
{
    for (size_t i = 0; i < sizeof irregular / sizeof irregular[0]; i++) {
        if (strcmp(irregular[i].name, name) == 0) {
            return irregular[i].plural;
        }
    }
    const char *word = spaced(t, name);
    const char *made = strlen(name) < 3 || strpbrk(name, "0123456789") ? word : arena_format(t->arena, "%ss", word);
    return made ? made : "";
}

static const char *with_article(const describer *t, const char *noun)
{
    const char *made = arena_format(t->arena, "%s %s", text_article(noun), noun);
    return made ? made : "";
}

/* The column of a form in the dictionary. */
static int column_of(word_form form)
{
    return form < FORM_INDEFINITE ? (int)form : form == FORM_INDEFINITE ? FORM_NOMINATIVE : (int)form - 1;
}

/* Whether the piece is not royal, and some piece becomes it and nothing else: the king of draughts. */
static bool is_crowned(const ruleset *rules, const char *name)
{
    bool royal = false, crowned = false;
    for (size_t i = 0; i < rules->piece_count; i++) {
        royal |= strcmp(rules->pieces[i].name, name) == 0 && rules->pieces[i].royal;
        for (size_t k = 0; k < rules->pieces[i].promotion_count; k++) {
            const rule_promotion *p = &rules->pieces[i].promotions[k];
            crowned |= p->to_count == 1 && strcmp(rules->pieces[p->to[0]].name, name) == 0;
        }
    }
    return crowned && !royal;
}

/* The king of draughts has another name in Russian. */
static const char *dictionary_name(const describer *t, const char *name)
{
    bool crowned = strcmp(name, "king") == 0 && has_jump_captures(t->rules) && is_crowned(t->rules, name);
    return crowned ? "jumping king" : name;
}

const char *name_word(const describer *t, const char *name, word_form form)
{
    if (!t->russian) {
        return form >= FORM_PLURAL       ? english_many(t, name)
               : form == FORM_INDEFINITE ? with_article(t, spaced(t, name))
                                         : spaced(t, name);
    }
    const char *forms[NOUN_FORMS];
    bool known = translate_noun(t->arena, "piece", dictionary_name(t, name), forms);
    return known ? forms[column_of(form)] : quoted(t, name);
}

const char *any_word(const describer *t, const char *name, word_form form)
{
    const char *forms[NOUN_FORMS];
    bool known = t->russian && (translate_noun(t->arena, "player", name, forms) ||
                                translate_noun(t->arena, "piece", dictionary_name(t, name), forms));
    return known ? forms[column_of(form)] : t->russian ? translate_russian(t->arena, name) : spaced(t, name);
}

const char *piece_word(const describer *t, int piece, word_form form)
{
    return piece >= 0 ? name_word(t, t->rules->pieces[piece].name, form) : "";
}

/* Animate nouns: the accusative is the genitive or, for things, the nominative; also a few feminine nouns in -ь. */
static bool is_masculine(const char *const *forms)
{
    const char *nominative = forms[FORM_NOMINATIVE], *genitive = forms[FORM_GENITIVE],
               *accusative = forms[FORM_ACCUSATIVE];
    size_t n = strlen(genitive);
    bool ends_in_i = n > 2 && strcmp(genitive + n - 2, "и") == 0;
    return strcmp(accusative, genitive) == 0 || (strcmp(accusative, nominative) == 0 && !ends_in_i);
}

void set_subject(describer *t, int piece)
{
    const char *forms[NOUN_FORMS];
    t->subject = piece < 0 ? "" : t->rules->pieces[piece].name;
    t->masculine =
        t->russian && translate_noun(t->arena, "piece", dictionary_name(t, t->subject), forms) && is_masculine(forms);
}

const char *royal_word(const describer *t, word_form form)
{
    int royal = -1;
    for (size_t i = 0; i < t->rules->piece_count; i++) {
        if (t->rules->pieces[i].royal) {
            royal = royal == -1 ? (int)i : -2;
        }
    }
    if (royal >= 0) {
        return piece_word(t, royal, form);
    }
    return t->russian                ? name_word(t, "royal piece", form)
           : form >= FORM_PLURAL     ? "royal pieces"
           : form == FORM_INDEFINITE ? "a royal piece"
                                     : "royal piece";
}

const char *player_word(const describer *t, size_t player, word_form form)
{
    const char *name = player < t->rules->player_count ? t->rules->players[player].name : "";
    const char *forms[NOUN_FORMS];
    if (!translate_noun(t->arena, "player", name, forms)) {
        return quoted(t, name);
    }
    return t->russian ? forms[column_of(form)] : capital(t->arena, name);
}

/* ---- sentences ---- */

/* Adds the half of "[она|он]" that suits the subject; returns the text behind it. */
static const char *add_gendered(const describer *t, const char *at, text *to)
{
    size_t she = strcspn(at, "|]"), he = at[she] == '|' ? strcspn(at + she + 1, "]") : 0;
    text_add(to, t->masculine ? at + she + 1 : at, t->masculine ? he : she);
    at += she + (at[she] == '|') + he;
    return at + (*at == ']');
}

/* The Russian words with what suits the subject. */
static const char *gendered(const describer *t, const char *russian)
{
    if (!strchr(russian, '[')) {
        return russian;
    }
    text words = {0};
    for (const char *at = russian; *at;) {
        size_t plain = strcspn(at, "[");
        text_add(&words, at, plain);
        at += plain;
        at = *at ? add_gendered(t, at + 1, &words) : at;
    }
    const char *kept = words.failed ? NULL : arena_text(t->arena, text_string(&words), words.length);
    t->arena->failed |= words.failed;
    text_finish(&words);
    return kept ? kept : "";
}

const char *localized(const describer *t, const char *english)
{
    const char *russian = t->russian ? translate_russian(t->arena, english) : english;
    return russian == english ? english : gendered(t, russian);
}

static const char *format_localized_va(const describer *t, const char *format, va_list args)
{
    text words = {0};
    text_vprint(&words, format, args);
    const char *kept = words.failed ? NULL : arena_text(t->arena, text_string(&words), words.length);
    t->arena->failed |= words.failed;
    text_finish(&words);
    return kept ? kept : "";
}

const char *format_localized(const describer *t, const char *english, ...)
{
    va_list args;
    va_start(args, english);
    const char *found = format_localized_va(t, localized(t, english), args);
    va_end(args);
    return found;
}

static void append_fact(describer *t, const char *slot, const char *words)
{
    const char *sentence = capital(t->arena, words);
    fact_list *list = t->list;
    enum { FACTS_AT_FIRST = 64 };
    fact *items = arena_grown(t->arena, list->items, list->count, &list->room, FACTS_AT_FIRST, sizeof *items);
    if (!items) {
        return;
    }
    list->items = items;
    list->items[list->count++] = (fact){t->topic, t->subject, slot, sentence};
}

void add_fact(describer *t, const char *slot, const char *english, ...)
{
    va_list args;
    va_start(args, english);
    const char *words = format_localized_va(t, localized(t, english), args);
    va_end(args);
    append_fact(t, slot, words);
}

/* Words with the number in them, if they name one. */
static const char *with_number(const describer *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *words = format_localized_va(t, format, args);
    va_end(args);
    return words;
}

static void add_fact_of_row(describer *t, const schema_row *row, const void *from, const char *prefix)
{
    const long value = plain_key_value(row, from);
    const char *slot = value == row->otherwise ? NULL : arena_format(t->arena, "%s%s", prefix, row->key);
    if (slot) {
        append_fact(t, slot, with_number(t, t->russian ? gendered(t, row->says_ru) : row->says, value));
    }
}

void add_plain_fact(describer *t, schema_section section, const char *key, const void *from, const char *prefix)
{
    add_fact_of_row(t, schema_find(section, key), from, prefix);
}

void add_plain_facts(describer *t, schema_section section, const void *from, const char *prefix)
{
    size_t count;
    const schema_row *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].section == section && rows[i].says) {
            add_fact_of_row(t, &rows[i], from, prefix);
        }
    }
}

const char *capital(arena *a, const char *sentence)
{
    char *copy = arena_text(a, sentence, strlen(sentence));
    if (!copy) {
        return "";
    }
    unsigned char *c = (unsigned char *)copy;
    if (*c >= 'a' && *c <= 'z') {
        *c = (unsigned char)(*c - 'a' + 'A');
    } else if (c[0] == 0xD0 && c[1] >= 0xB0) { /* а to п */
        c[1] = (unsigned char)(c[1] - 0x20);
    } else if (c[0] == 0xD1 && c[1] >= 0x80 && c[1] <= 0x8F) { /* р to я */
        c[0] = 0xD0;
        c[1] = (unsigned char)(c[1] + 0x20);
    } else if (c[0] == 0xD1 && c[1] == 0x91) { /* ё */
        c[0] = 0xD0;
        c[1] = 0x81;
    }
    return copy;
}

const char *quoted(const describer *t, const char *string)
{
    const char *made = arena_format(t->arena, "`%s`", string ? string : "");
    return made ? made : "";
}

const char *strings_joined(const describer *t, const char *const *strings, size_t count, conjunction by)
{
    text words = {0};
    const char *last = by == CONJUNCTION_AND ? localized(t, " and ") : localized(t, " or ");
    for (size_t i = 0; i < count; i++) {
        text_put(&words, i == 0 ? "" : i + 1 < count ? ", " : last);
        text_put(&words, strings[i]);
    }
    const char *kept = arena_text(t->arena, text_string(&words), words.length);
    t->arena->failed |= words.failed;
    text_finish(&words);
    return kept ? kept : "";
}

const char *piece_words(const describer *t, const int *list, size_t count, word_form form, conjunction by)
{
    const char **names = arena_new(t->arena, const char *, count + 1);
    for (size_t i = 0; names && i < count; i++) {
        names[i] = piece_word(t, list[i], form);
    }
    return names ? strings_joined(t, names, count, by) : "";
}

const char *some_words(const describer *t, const rule_piece_set *some, word_form form, const char *all)
{
    return some->all ? all : piece_words(t, some->pieces, some->count, form, CONJUNCTION_AND);
}

/* ---- numbers ---- */

const char *counted(const describer *t, long n, const char *one, const char *several)
{
    const char *noun = t->russian ? translate_russian_plural(t->arena, n, one, several) : n == 1 ? one : several;
    const char *made = arena_format(t->arena, "%ld %s", n, noun);
    return made ? made : "";
}

const char *cells_counted(const describer *t, long n)
{
    return counted(t, n, "cell", "cells");
}

const char *ordinal(const describer *t, long n)
{
    long tail = n % 100;
    const char *end = tail >= 11 && tail <= 13 ? "th"
                      : n % 10 == 1            ? "st"
                      : n % 10 == 2            ? "nd"
                      : n % 10 == 3            ? "rd"
                                               : "th";
    const char *made = arena_format(t->arena, "%ld%s", n, t->russian ? "" : end);
    return made ? made : "";
}

/* ---- zones ---- */

/* Whether "the last rank" means the same for everybody: opposite sides of a regular rectangle. */
static bool has_regular_ranks(const ruleset *rules)
{
    bool plain = !rules->row_cells && !rules->rows_named && !rules->cell_name_count;
    for (size_t p = 0; p < rules->player_count; p++) {
        plain &= rules->players[p].rotation % 2 == 0;
    }
    return plain;
}

/* "3-5" with an en dash. */
static const char *range_words(const describer *t, const char *range, size_t length)
{
    const char *dash = memchr(range, '-', length);
    const char *made = dash ? arena_format(t->arena, "%.*s\u2013%.*s", (int)(dash - range), range,
                                           (int)(length - (size_t)(dash - range) - 1), dash + 1)
                            : arena_text(t->arena, range, length);
    return made ? made : "";
}

static const char *rank_words(const describer *t, bool own, const char *range, size_t length)
{
    const char *words = range_words(t, range, length);
    if (memchr(range, '-', length)) {
        return own ? format_localized(t, "on its own ranks %s", words) : format_localized(t, "on ranks %s", words);
    }
    long n = 0;
    if (!text_to_long(words, 1, 1000, &n)) {
        return words;
    }
    if (own && n == t->rules->height && has_regular_ranks(t->rules)) {
        return localized(t, "on the last rank");
    }
    return own ? format_localized(t, "on its own %s rank", ordinal(t, n)) : format_localized(t, "on rank %ld", n);
}

static const char *file_words(const describer *t, bool own, const char *range, size_t length)
{
    const char *words = range_words(t, range, length);
    if (memchr(range, '-', length)) {
        return own ? format_localized(t, "on its own files %s", words) : format_localized(t, "on files %s", words);
    }
    return own ? format_localized(t, "on its own file %s", words) : format_localized(t, "on file %s", words);
}

static size_t zone_word(const char *at)
{
    return strcspn(at, " ,\t\n");
}

static const char *after_blanks(const char *at)
{
    return at + strspn(at, " \t\n");
}

static bool is_word(const char *at, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(at, word, length) == 0;
}

static const char *skip_word(const char *at)
{
    return after_blanks(at + zone_word(at));
}

/* One half of "files d-e and own ranks 4-5". */
typedef struct band {
    bool own, rank;
    const char *range;
    size_t length;
} band;

static bool read_band(const char **at, band *b)
{
    b->own = is_word(*at, zone_word(*at), "own");
    *at = b->own ? skip_word(*at) : *at;
    size_t n = zone_word(*at);
    b->rank = is_word(*at, n, "rank") || is_word(*at, n, "ranks");
    if (!b->rank && !is_word(*at, n, "file") && !is_word(*at, n, "files")) {
        return false;
    }
    b->range = skip_word(*at);
    b->length = zone_word(b->range);
    *at = after_blanks(b->range + b->length);
    return b->length > 0;
}

/* "d4, e4, d5 or e5"; NULL: too many, or not named by letter and digit. */
static const char *crossing_cells(const describer *t, const band *file, const band *rank)
{
    enum { FEW_CELLS = 6 };
    char first = file->range[0], last = file->range[file->length - 1];
    char low = rank->range[0], high = rank->range[rank->length - 1];
    bool letters = (file->length == 1 || (file->length == 3 && file->range[1] == '-')) && first >= 'a' && last <= 'z';
    bool digits = (rank->length == 1 || (rank->length == 3 && rank->range[1] == '-')) && low >= '1' && high <= '9';
    if (!letters || !digits || last < first || high < low || (last - first + 1) * (high - low + 1) > FEW_CELLS) {
        return NULL;
    }
    const char *cells[FEW_CELLS];
    size_t count = 0;
    for (char y = low; y <= high; y++) {
        for (char x = first; x <= last; x++) {
            const char *cell = arena_format(t->arena, "%c%c", x, y);
            cells[count++] = cell ? cell : "";
        }
    }
    return strings_joined(t, cells, count, CONJUNCTION_OR);
}

/* Files and ranks together are where they cross; moves *at behind both, or returns NULL. */
static const char *crossing_words(const describer *t, const char **at)
{
    band one, two;
    const char *end = *at;
    if (!read_band(&end, &one) || !is_word(end, zone_word(end), "and")) {
        return NULL;
    }
    end = skip_word(end);
    if (!read_band(&end, &two) || one.rank == two.rank || (*end && *end != ',')) {
        return NULL;
    }
    const band *file = one.rank ? &two : &one, *rank = one.rank ? &one : &two;
    *at = end;
    const char *cells = file->own || rank->own ? NULL : crossing_cells(t, file, rank);
    if (cells) {
        return format_localized(t, "on %s", cells);
    }
    const char *files = file_words(t, file->own, file->range, file->length);
    const char *ranks = range_words(t, rank->range, rank->length);
    bool several = memchr(rank->range, '-', rank->length);
    if (rank->own && !file->own) {
        return several ? format_localized(t, "%s (its own ranks %s)", files, ranks)
                       : format_localized(t, "%s (its own rank %s)", files, ranks);
    }
    return several ? format_localized(t, "%s (ranks %s)", files, ranks)
                   : format_localized(t, "%s (rank %s)", files, ranks);
}

static bool mentions_zone(const describer *t, const char *zone)
{
    for (size_t z = 0; z < t->rules->zone_count; z++) {
        if (strstr(zone, t->rules->zone_names[z])) {
            return true;
        }
    }
    return false;
}

/* What the words of a zone are, for a sentence that puts more around them. */
typedef enum phrase_shape {
    PHRASE_ONE, /* "on rank 4" */
    PHRASE_NOT, /* "not on rank 4"; "on rank 4 (White)" */
    PHRASE_AND, /* "on rank 4 and on a dark cell" */
    PHRASE_OR,
} phrase_shape;

static const char *zone_phrase(const describer *t, const char *zone, bool names, phrase_shape *shape);

/* Writes one set of cells and moves *at behind it. `joined`: by "and" with the one before it. */
static const char *cell_set_words(const describer *t, const char **at, bool names, bool joined)
{
    bool inverse = false, own = false;
    size_t n = zone_word(*at);
    if (is_word(*at, n, "not")) {
        inverse = true;
        *at = after_blanks(*at + n);
        n = zone_word(*at);
    }
    if (is_word(*at, n, "own")) {
        own = true;
        *at = after_blanks(*at + n);
        n = zone_word(*at);
    }
    const char *second = after_blanks(*at + n);
    if (is_word(*at, n, "last") && is_word(second, zone_word(second), "rank")) {
        const char *last = localized(t, "on the last rank");
        *at = after_blanks(second + zone_word(second));
        return inverse ? format_localized(t, "not %s", last) : last;
    }
    bool rank = is_word(*at, n, "rank") || is_word(*at, n, "ranks");
    bool file = is_word(*at, n, "file") || is_word(*at, n, "files");
    const char *words;
    if (rank || file) {
        *at = after_blanks(*at + n);
        n = zone_word(*at);
        words = rank ? rank_words(t, own, *at, n) : file_words(t, own, *at, n);
    } else if (is_word(*at, n, "all")) {
        words = localized(t, "anywhere");
    } else if (is_word(*at, n, "dark")) {
        words = localized(t, "on a dark cell");
    } else if (is_word(*at, n, "light")) {
        words = localized(t, "on a light cell");
    } else {
        const char *name = arena_text(t->arena, *at, n);
        const char *zone = NULL;
        for (size_t z = 0; name && z < t->rules->zone_count; z++) {
            zone = strcmp(t->rules->zone_names[z], name) == 0 ? t->rules->zones[z].string : zone;
        }
        bool told = zone && (!names || (zone_is_short(zone) && !mentions_zone(t, zone)));
        phrase_shape shape = PHRASE_ONE;
        words = told   ? zone_phrase(t, zone, true, &shape) /* zones in it by their names: else a page has no end */
                : zone ? format_localized(t, "in the zone `%s`", name)
                : own  ? format_localized(t, "on %s (from its own side)", name)
                       : format_localized(t, "on %s", name);
        const char *next = after_blanks(*at + n);
        joined |= is_word(next, zone_word(next), "and");
        if (inverse ? shape != PHRASE_ONE : joined && shape == PHRASE_OR) {
            words = format_localized(t, "(%s)", words);
        }
    }
    *at = after_blanks(*at + n);
    return inverse ? format_localized(t, "not %s", words) : words;
}

/* The player behind `for`; moves *at behind the name. The number of players: there is none. */
static size_t read_zone_player(const describer *t, const char **at)
{
    size_t player = t->rules->player_count;
    if (is_word(*at, zone_word(*at), "for")) {
        *at = skip_word(*at);
        for (size_t p = 0; p < t->rules->player_count; p++) {
            player = is_word(*at, zone_word(*at), t->rules->players[p].name) ? p : player;
        }
        *at = skip_word(*at);
    }
    return player;
}

/* Writes one term and moves *at behind it. */
static const char *zone_term(const describer *t, const char **at, bool names, bool joined)
{
    size_t player = read_zone_player(t, at);
    const char *words = cell_set_words(t, at, names, joined);
    return player == t->rules->player_count
               ? words
               : format_localized(t, "%s (%s)", words, player_word(t, player, FORM_NOMINATIVE));
}

/* A list of cells is one phrase, not "on a1 or on a3 or ...". */
static bool only_cells(const char *zone)
{
    return strpbrk(zone, " ") == NULL ||
           (!strstr(zone, "own") && !strstr(zone, "rank") && !strstr(zone, "file") && !strstr(zone, "and") &&
            !strstr(zone, "for ") && !strstr(zone, "not") && strchr(zone, ','));
}

static bool names_zone(const describer *t, const char *zone)
{
    return mentions_zone(t, zone) || strstr(zone, "all") || strstr(zone, "dark") || strstr(zone, "light");
}

/* How many cells a zone names from the owner's side; 0: it says something else, or too many. */
static size_t own_cell_count(const char *definition)
{
    enum { FEW_CELLS = 8 };
    size_t count = 0;
    for (const char *at = after_blanks(definition); *at; count++) {
        const char *cell = skip_word(at);
        size_t length = zone_word(cell);
        if (!is_word(at, zone_word(at), "own") || !length || !strchr("0123456789", cell[length - 1])) {
            return 0;
        }
        at = after_blanks(cell + length);
        if (*at && *at != ',') {
            return 0;
        }
        at = after_blanks(at + (*at == ','));
    }
    return count <= FEW_CELLS ? count : 0;
}

bool zone_is_short(const char *definition)
{
    const char *joint = strstr(definition, " and ");
    bool one = !strchr(definition, ',') && !(joint && strstr(joint + 1, " and "));
    return one || own_cell_count(definition) > 0;
}

/* "own a8, own b7": the cells alone, or NULL. */
static const char *own_cells(const describer *t, const char *zone)
{
    size_t count = own_cell_count(zone), found = 0;
    const char **cells = arena_new(t->arena, const char *, count + 1);
    for (const char *at = after_blanks(zone); cells && found < count;) {
        const char *cell = skip_word(at);
        const char *name = arena_text(t->arena, cell, zone_word(cell));
        cells[found++] = name ? name : "";
        at = after_blanks(cell + zone_word(cell));
        at = after_blanks(at + (*at == ','));
    }
    return count && cells ? strings_joined(t, cells, count, CONJUNCTION_OR) : NULL;
}

static const char *zone_phrase(const describer *t, const char *zone, bool names, phrase_shape *shape)
{
    *shape = PHRASE_ONE;
    if (only_cells(zone) && !names_zone(t, zone)) {
        return format_localized(t, "on %s", zone);
    }
    const char *own = own_cells(t, zone);
    if (own) {
        return format_localized(t, "on %s (from its own side)", own);
    }
    enum { TERMS_MAX = 64 };
    const char *parts[TERMS_MAX];
    size_t count = 0;
    const char *at = after_blanks(zone);
    while (*at && count < TERMS_MAX) {
        const bool limited = is_word(at, zone_word(at), "not") || is_word(at, zone_word(at), "for");
        const char *terms = crossing_words(t, &at);
        terms = terms ? terms : zone_term(t, &at, names, false);
        *shape = limited ? PHRASE_NOT : *shape;
        while (is_word(at, zone_word(at), "and")) {
            *shape = PHRASE_AND;
            at = after_blanks(at + 3);
            const char *next = zone_term(t, &at, names, true);
            terms = format_localized(t, "%s and %s", terms, next);
        }
        parts[count++] = terms;
        at += *at == ',';
        at = after_blanks(at);
    }
    *shape = count > 1 ? PHRASE_OR : *shape;
    return strings_joined(t, parts, count, CONJUNCTION_OR);
}

const char *zone_words(const describer *t, const char *zone)
{
    phrase_shape shape;
    return zone_phrase(t, zone, true, &shape);
}

const char *zone_definition_words(const describer *t, const char *zone)
{
    phrase_shape shape;
    return zone_phrase(t, zone, false, &shape);
}
