/* Nouns, numbers, lists and zones; see grammar.h. */
#include "explain/grammar.h"

#include <stdio.h>
#include <string.h>

/* ---- the dictionary ---- */

/* ORDER: as word_form, after the name. */
typedef struct entry {
    const char *name, *english_many; /* NULL: add an s */
    const char *russian[FORM_COUNT - 1];
} entry;

#define NOUN_ANIMATE(name, nom, gen, ins, many, of_many)                                                               \
    {                                                                                                                  \
        name, NULL,                                                                                                    \
        {                                                                                                              \
            nom, gen, gen, ins, many, of_many                                                                          \
        }                                                                                                              \
    }
#define NOUN_INANIMATE(name, nom, gen, acc, ins, many, of_many)                                                        \
    {                                                                                                                  \
        name, NULL,                                                                                                    \
        {                                                                                                              \
            nom, gen, acc, ins, many, of_many                                                                          \
        }                                                                                                              \
    }

/* clang-format off */
static const entry pieces[] = {
    NOUN_ANIMATE("king", "король", "короля", "королём", "короли", "королей"),
    NOUN_ANIMATE("queen", "ферзь", "ферзя", "ферзём", "ферзи", "ферзей"),
    NOUN_INANIMATE("rook", "ладья", "ладьи", "ладью", "ладьёй", "ладьи", "ладей"),
    NOUN_ANIMATE("bishop", "слон", "слона", "слоном", "слоны", "слонов"),
    NOUN_ANIMATE("knight", "конь", "коня", "конём", "кони", "коней"),
    NOUN_INANIMATE("pawn", "пешка", "пешки", "пешку", "пешкой", "пешки", "пешек"),
    NOUN_ANIMATE("ferz", "фирзан", "фирзана", "фирзаном", "фирзаны", "фирзанов"),
    NOUN_ANIMATE("elephant", "боевой слон", "боевого слона", "боевым слоном", "боевые слоны", "боевых слонов"),
    NOUN_INANIMATE("horse", "лошадь", "лошади", "лошадь", "лошадью", "лошади", "лошадей"),
    NOUN_INANIMATE("boat", "ладья-лодка", "ладьи-лодки", "ладью-лодку", "ладьёй-лодкой", "ладьи-лодки", "ладей-лодок"),
    NOUN_ANIMATE("camel", "верблюд", "верблюда", "верблюдом", "верблюды", "верблюдов"),
    NOUN_INANIMATE("dame", "дама", "дамы", "даму", "дамой", "дамы", "дам"),
    {"man", "men", {"шашка", "шашки", "шашку", "шашкой", "шашки", "шашек"}},
    NOUN_INANIMATE("checker", "шашка", "шашки", "шашку", "шашкой", "шашки", "шашек"),
    NOUN_INANIMATE("disc", "шашка", "шашки", "шашку", "шашкой", "шашки", "шашек"),
    NOUN_ANIMATE("archbishop", "архиепископ", "архиепископа", "архиепископом", "архиепископы", "архиепископов"),
    NOUN_ANIMATE("chancellor", "канцлер", "канцлера", "канцлером", "канцлеры", "канцлеров"),
    {"empress", "empresses", {"императрица", "императрицы", "императрицу", "императрицей", "императрицы", "императриц"}},
    NOUN_INANIMATE("princess", "принцесса", "принцессы", "принцессу", "принцессой", "принцессы", "принцесс"),
    NOUN_ANIMATE("emperor", "император", "императора", "императором", "императоры", "императоров"),
    NOUN_ANIMATE("centaur", "кентавр", "кентавра", "кентавром", "кентавры", "кентавров"),
    NOUN_ANIMATE("dragon", "дракон", "дракона", "драконом", "драконы", "драконов"),
    NOUN_ANIMATE("grasshopper", "кузнечик", "кузнечика", "кузнечиком", "кузнечики", "кузнечиков"),
    NOUN_ANIMATE("lion", "лев", "льва", "львом", "львы", "львов"),
    NOUN_ANIMATE("hippopotamus", "бегемот", "бегемота", "бегемотом", "бегемоты", "бегемотов"),
    NOUN_ANIMATE("dinosaur", "динозавр", "динозавра", "динозавром", "динозавры", "динозавров"),
    NOUN_ANIMATE("diplomat", "дипломат", "дипломата", "дипломатом", "дипломаты", "дипломатов"),
    NOUN_ANIMATE("kamikaze", "камикадзе", "камикадзе", "камикадзе", "камикадзе", "камикадзе"),
    NOUN_ANIMATE("reflecting-bishop", "отражающийся слон", "отражающегося слона", "отражающимся слоном", "отражающиеся слоны", "отражающихся слонов"),
    NOUN_INANIMATE("xray-rook", "рентгеновская ладья", "рентгеновской ладьи", "рентгеновскую ладью", "рентгеновской ладьёй", "рентгеновские ладьи", "рентгеновских ладей"),
    NOUN_ANIMATE("xray-bishop", "рентгеновский слон", "рентгеновского слона", "рентгеновским слоном", "рентгеновские слоны", "рентгеновских слонов"),
    NOUN_INANIMATE("chameleon-pawn", "пешка-хамелеон", "пешки-хамелеона", "пешку-хамелеона", "пешкой-хамелеоном", "пешки-хамелеоны", "пешек-хамелеонов"),
    NOUN_INANIMATE("superpawn", "суперпешка", "суперпешки", "суперпешку", "суперпешкой", "суперпешки", "суперпешек"),
    NOUN_INANIMATE("taxi-pawn", "пешка-такси", "пешки-такси", "пешку-такси", "пешкой-такси", "пешки-такси", "пешек-такси"),
    NOUN_INANIMATE("berlin-pawn", "берлинская пешка", "берлинской пешки", "берлинскую пешку", "берлинской пешкой", "берлинские пешки", "берлинских пешек"),
    NOUN_INANIMATE("immobile-pawn", "неподвижная пешка", "неподвижной пешки", "неподвижную пешку", "неподвижной пешкой", "неподвижные пешки", "неподвижных пешек"),
    NOUN_INANIMATE("delayed-pawn", "медлительная пешка", "медлительной пешки", "медлительную пешку", "медлительной пешкой", "медлительные пешки", "медлительных пешек"),
    NOUN_INANIMATE("lance", "стрелка", "стрелки", "стрелку", "стрелкой", "стрелки", "стрелок"),
    NOUN_ANIMATE("gold", "золотой генерал", "золотого генерала", "золотым генералом", "золотые генералы", "золотых генералов"),
    NOUN_ANIMATE("silver", "серебряный генерал", "серебряного генерала", "серебряным генералом", "серебряные генералы", "серебряных генералов"),
    NOUN_ANIMATE("promoted-silver", "превращённый серебряный генерал", "превращённого серебряного генерала", "превращённым серебряным генералом", "превращённые серебряные генералы", "превращённых серебряных генералов"),
    NOUN_ANIMATE("promoted-knight", "превращённый конь", "превращённого коня", "превращённым конём", "превращённые кони", "превращённых коней"),
    NOUN_INANIMATE("promoted-lance", "превращённая стрелка", "превращённой стрелки", "превращённую стрелку", "превращённой стрелкой", "превращённые стрелки", "превращённых стрелок"),
    NOUN_ANIMATE("tokin", "токин", "токина", "токином", "токины", "токинов"),
    NOUN_INANIMATE("token", "фишка", "фишки", "фишку", "фишкой", "фишки", "фишек"),
    NOUN_ANIMATE("met", "мет", "мета", "метом", "меты", "метов"),
    NOUN_ANIMATE("khon", "кхон", "кхона", "кхоном", "кхоны", "кхонов"),
    NOUN_ANIMATE("general", "генерал", "генерала", "генералом", "генералы", "генералов"),
    NOUN_ANIMATE("advisor", "советник", "советника", "советником", "советники", "советников"),
    NOUN_ANIMATE("soldier", "солдат", "солдата", "солдатом", "солдаты", "солдат"),
    NOUN_ANIMATE("guard", "страж", "стража", "стражем", "стражи", "стражей"),
    NOUN_INANIMATE("cannon", "пушка", "пушки", "пушку", "пушкой", "пушки", "пушек"),
    NOUN_INANIMATE("tower", "башня", "башни", "башню", "башней", "башни", "башен"),
    NOUN_ANIMATE("nightrider", "всадник", "всадника", "всадником", "всадники", "всадников"),
    NOUN_ANIMATE("mao", "мао", "мао", "мао", "мао", "мао"),
    NOUN_ANIMATE("vao", "вао", "вао", "вао", "вао", "вао"),
    NOUN_INANIMATE("locust", "саранча", "саранчи", "саранчу", "саранчой", "саранчи", "саранчи"),
    {"spy", "spies", {"шпион", "шпиона", "шпиона", "шпионом", "шпионы", "шпионов"}},
    NOUN_ANIMATE("officer", "офицер", "офицера", "офицером", "офицеры", "офицеров"),
    NOUN_ANIMATE("chameleon", "хамелеон", "хамелеона", "хамелеоном", "хамелеоны", "хамелеонов"),
    NOUN_ANIMATE("eagle", "орёл", "орла", "орлом", "орлы", "орлов"),
    NOUN_ANIMATE("falcon", "сокол", "сокола", "соколом", "соколы", "соколов"),
    {"phoenix", "phoenixes", {"феникс", "феникса", "феникса", "фениксом", "фениксы", "фениксов"}},
    NOUN_ANIMATE("crane", "журавль", "журавля", "журавлём", "журавли", "журавлей"),
    NOUN_ANIMATE("pheasant", "фазан", "фазана", "фазаном", "фазаны", "фазанов"),
    NOUN_ANIMATE("left-quail", "левый перепел", "левого перепела", "левым перепелом", "левые перепела", "левых перепелов"),
    NOUN_ANIMATE("right-quail", "правый перепел", "правого перепела", "правым перепелом", "правые перепела", "правых перепелов"),
    {"goose", "geese", {"гусь", "гуся", "гуся", "гусем", "гуси", "гусей"}},
    NOUN_INANIMATE("swallow", "ласточка", "ласточки", "ласточку", "ласточкой", "ласточки", "ласточек"),
    NOUN_ANIMATE("dolphin", "дельфин", "дельфина", "дельфином", "дельфины", "дельфинов"),
    NOUN_INANIMATE("porpoise", "морская свинья", "морской свиньи", "морскую свинью", "морской свиньёй", "морские свиньи", "морских свиней"),
    NOUN_ANIMATE("white-whale", "белый кит", "белого кита", "белым китом", "белые киты", "белых китов"),
    NOUN_ANIMATE("grey-whale", "серый кит", "серого кита", "серым китом", "серые киты", "серых китов"),
    NOUN_ANIMATE("blue-whale", "синий кит", "синего кита", "синим китом", "синие киты", "синих китов"),
    NOUN_INANIMATE("killer-whale", "косатка", "косатки", "косатку", "косаткой", "косатки", "косаток"),
    NOUN_ANIMATE("humpback", "горбач", "горбача", "горбачом", "горбачи", "горбачей"),
    NOUN_ANIMATE("narwhal", "нарвал", "нарвала", "нарвалом", "нарвалы", "нарвалов"),
    NOUN_ANIMATE("two-headed-knight", "двуглавый конь", "двуглавого коня", "двуглавым конём", "двуглавые кони", "двуглавых коней"),
    NOUN_INANIMATE("bers", "берс", "берса", "берса", "берсом", "берсы", "берсов"),
    NOUN_ANIMATE("rook-ratnik", "ратник ладьи", "ратника ладьи", "ратником ладьи", "ратники ладьи", "ратников ладьи"),
    NOUN_ANIMATE("knight-ratnik", "ратник коня", "ратника коня", "ратником коня", "ратники коня", "ратников коня"),
    NOUN_ANIMATE("bishop-ratnik", "ратник слона", "ратника слона", "ратником слона", "ратники слона", "ратников слона"),
    NOUN_ANIMATE("queen-ratnik", "ратник ферзя", "ратника ферзя", "ратником ферзя", "ратники ферзя", "ратников ферзя"),
    NOUN_ANIMATE("king-ratnik", "ратник короля", "ратника короля", "ратником короля", "ратники короля", "ратников короля"),
    NOUN_ANIMATE("rook-hero", "герой ладьи", "героя ладьи", "героем ладьи", "герои ладьи", "героев ладьи"),
    NOUN_ANIMATE("knight-hero", "герой коня", "героя коня", "героем коня", "герои коня", "героев коня"),
    NOUN_ANIMATE("bishop-hero", "герой слона", "героя слона", "героем слона", "герои слона", "героев слона"),
    NOUN_ANIMATE("queen-hero", "герой ферзя", "героя ферзя", "героем ферзя", "герои ферзя", "героев ферзя"),
    NOUN_ANIMATE("helgi", "хельги", "хельги", "хельги", "хельги", "хельги"),
    {"cross", "crosses", {"крестик", "крестика", "крестик", "крестиком", "крестики", "крестиков"}},
    NOUN_INANIMATE("nought", "нолик", "нолика", "нолик", "ноликом", "нолики", "ноликов"),
    NOUN_ANIMATE("leaper", "прыгун", "прыгуна", "прыгуном", "прыгуны", "прыгунов"),
    NOUN_INANIMATE("stone", "камень", "камня", "камень", "камнем", "камни", "камней"),
    NOUN_INANIMATE("block", "блок", "блока", "блок", "блоком", "блоки", "блоков"),
};

static const entry players[] = {
    NOUN_INANIMATE("white", "белые", "белых", "белых", "белыми", "белые", "белых"),
    NOUN_INANIMATE("black", "чёрные", "чёрных", "чёрных", "чёрными", "чёрные", "чёрных"),
    NOUN_INANIMATE("red", "красные", "красных", "красных", "красными", "красные", "красных"),
    NOUN_INANIMATE("green", "зелёные", "зелёных", "зелёных", "зелёными", "зелёные", "зелёных"),
    NOUN_INANIMATE("yellow", "жёлтые", "жёлтых", "жёлтых", "жёлтыми", "жёлтые", "жёлтых"),
    NOUN_INANIMATE("blue", "синие", "синих", "синих", "синими", "синие", "синих"),
    NOUN_INANIMATE("south", "юг", "юга", "юг", "югом", "юг", "юга"),
    NOUN_INANIMATE("north", "север", "севера", "север", "севером", "север", "севера"),
    NOUN_INANIMATE("west", "запад", "запада", "запад", "западом", "запад", "запада"),
    NOUN_INANIMATE("east", "восток", "востока", "восток", "востоком", "восток", "востока"),
};
/* clang-format on */

/* The king of draughts has another Russian name. */
static const entry crowned = NOUN_INANIMATE("king", "дамка", "дамки", "дамку", "дамкой", "дамки", "дамок");

bool has_jump_captures(const ruleset *rules)
{
    for (size_t i = 0; i < rules->piece_count; i++) {
        for (size_t k = 0; k < rules->pieces[i].move_count; k++) {
            if (rules->pieces[i].moves[k].jumps) {
                return true;
            }
        }
    }
    return false;
}

static const entry *find(const entry *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i].name, name) == 0) {
            return &list[i];
        }
    }
    return NULL;
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

/* Names without a vowel (p17, x) do not change in the plural. */
static const char *english_many(const describer *t, const entry *known, const char *name)
{
    if (known && known->english_many) {
        return known->english_many;
    }
    const char *word = spaced(t, name);
    const char *made = strlen(name) < 3 || strpbrk(name, "0123456789") ? word : arena_format(t->arena, "%ss", word);
    return made ? made : "";
}

static const char *with_article(const describer *t, const char *noun)
{
    return format_localized(t, strchr("aeiou", *noun) ? "an %s" : "a %s", "%s", noun);
}

/* The columns of the dictionary. */
static int column_of(word_form form)
{
    return form < FORM_INDEFINITE ? (int)form : form == FORM_INDEFINITE ? FORM_NOMINATIVE : (int)form - 1;
}

const char *name_word(const describer *t, const char *name, word_form form)
{
    const entry *known = find(pieces, sizeof pieces / sizeof pieces[0], name);
    if (strcmp(name, "king") == 0 && has_jump_captures(t->rules)) {
        known = &crowned;
    }
    if (!t->russian) {
        return form >= FORM_PLURAL       ? english_many(t, known, name)
               : form == FORM_INDEFINITE ? with_article(t, spaced(t, name))
                                         : spaced(t, name);
    }
    return known ? known->russian[column_of(form)] : quoted(t, name);
}

const char *piece_word(const describer *t, int piece, word_form form)
{
    return piece >= 0 ? name_word(t, t->rules->pieces[piece].name, form) : "";
}

/* Animate nouns: the accusative is the genitive or, for things, the nominative; also a few feminine nouns in -ь. */
static bool is_masculine(const entry *known)
{
    const char *plain = known->russian[FORM_NOMINATIVE], *of = known->russian[FORM_GENITIVE],
               *taken = known->russian[FORM_ACCUSATIVE];
    size_t n = strlen(of);
    bool ends_in_i = n > 2 && strcmp(of + n - 2, "и") == 0;
    return strcmp(taken, of) == 0 || (strcmp(taken, plain) == 0 && !ends_in_i);
}

void set_subject(describer *t, int piece)
{
    t->subject = piece < 0 ? "" : t->rules->pieces[piece].name;
    const entry *known = find(pieces, sizeof pieces / sizeof pieces[0], t->subject);
    t->masculine = known && is_masculine(known) && !(strcmp(t->subject, "king") == 0 && has_jump_captures(t->rules));
}

const char *royal_word(const describer *t, word_form form)
{
    int royal = -1;
    for (size_t i = 0; i < t->rules->piece_count; i++) {
        if (t->rules->pieces[i].royal) {
            royal = royal == -1 ? (int)i : -2;
        }
    }
    static const char *const general[FORM_COUNT - 1] = {"королевская фигура", "королевской фигуры",
                                                        "королевскую фигуру", "королевской фигурой",
                                                        "королевские фигуры", "королевских фигур"};
    return royal >= 0 ? piece_word(t, royal, form)
                      : localized(t, form >= FORM_PLURAL ? "royal pieces" : "royal piece", general[column_of(form)]);
}

const char *player_word(const describer *t, size_t player, word_form form)
{
    const char *name = player < t->rules->player_count ? t->rules->players[player].name : "";
    const entry *known = find(players, sizeof players / sizeof players[0], name);
    if (!t->russian) {
        return known ? capital(t, name) : quoted(t, name);
    }
    return known ? known->russian[column_of(form)] : quoted(t, name);
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

const char *localized(const describer *t, const char *english, const char *russian)
{
    if (!t->russian || !strchr(russian, '[')) {
        return t->russian ? russian : english;
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

static const char *format_localized_va(const describer *t, const char *format, va_list args)
{
    text words = {0};
    text_vprint(&words, format, args);
    const char *kept = words.failed ? NULL : arena_text(t->arena, text_string(&words), words.length);
    t->arena->failed |= words.failed;
    text_finish(&words);
    return kept ? kept : "";
}

const char *format_localized(const describer *t, const char *english, const char *russian, ...)
{
    va_list args;
    va_start(args, russian);
    const char *found = format_localized_va(t, localized(t, english, russian), args);
    va_end(args);
    return found;
}

void add_fact(describer *t, const char *slot, const char *english, const char *russian, ...)
{
    va_list args;
    va_start(args, russian);
    const char *sentence = capital(t, format_localized_va(t, localized(t, english, russian), args));
    va_end(args);
    fact_list *list = t->list;
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        fact *more = arena_new(t->arena, fact, room);
        if (!more) {
            return;
        }
        if (list->count) {
            memcpy(more, list->items, list->count * sizeof *more);
        }
        list->items = more;
        list->room = room;
    }
    list->items[list->count++] = (fact){t->topic, t->subject, slot, sentence};
}

const char *capital(const describer *t, const char *sentence)
{
    char *copy = arena_text(t->arena, sentence, strlen(sentence));
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
    const char *last = by == CONJUNCTION_AND ? localized(t, " and ", " и ") : localized(t, " or ", " или ");
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

static const char *plural(long n, const char *one, const char *few, const char *many)
{
    long tail = n % 100;
    if (tail >= 11 && tail <= 14) {
        return many;
    }
    return n % 10 == 1 ? one : n % 10 >= 2 && n % 10 <= 4 ? few : many;
}

const char *counted(const describer *t, long n, const char *one, const char *several, const char *odin, const char *dva,
                    const char *pyat)
{
    const char *noun = t->russian ? plural(n, odin, dva, pyat) : n == 1 ? one : several;
    const char *made = arena_format(t->arena, "%ld %s", n, noun);
    return made ? made : "";
}

const char *cells_counted(const describer *t, long n)
{
    return n == 1 ? localized(t, "one cell", "одно поле") : counted(t, n, "cell", "cells", "поле", "поля", "полей");
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
        return own ? format_localized(t, "on its own ranks %s", "на своих горизонталях %s", words)
                   : format_localized(t, "on ranks %s", "на горизонталях %s", words);
    }
    long n = 0;
    if (!text_to_long(words, 1, 1000, &n)) {
        return words;
    }
    if (own && n == t->rules->height && has_regular_ranks(t->rules)) {
        return localized(t, "on the last rank", "на последней горизонтали");
    }
    return own ? format_localized(t, "on its own %s rank", "на своей %s-й горизонтали", ordinal(t, n))
               : format_localized(t, "on rank %ld", "на горизонтали %ld", n);
}

static const char *file_words(const describer *t, bool own, const char *range, size_t length)
{
    const char *words = range_words(t, range, length);
    if (memchr(range, '-', length)) {
        return own ? format_localized(t, "on its own files %s", "на своих вертикалях %s", words)
                   : format_localized(t, "on files %s", "на вертикалях %s", words);
    }
    return own ? format_localized(t, "on its own file %s", "на своей вертикали %s", words)
               : format_localized(t, "on file %s", "на вертикали %s", words);
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

/* Writes one term and moves *at behind it. */
static const char *zone_term(const describer *t, const char **at)
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
    bool rank = is_word(*at, n, "rank") || is_word(*at, n, "ranks");
    bool file = is_word(*at, n, "file") || is_word(*at, n, "files");
    const char *words;
    if (rank || file) {
        *at = after_blanks(*at + n);
        n = zone_word(*at);
        words = rank ? rank_words(t, own, *at, n) : file_words(t, own, *at, n);
    } else if (is_word(*at, n, "all")) {
        words = localized(t, "anywhere", "на любом поле");
    } else if (is_word(*at, n, "dark")) {
        words = localized(t, "on a dark cell", "на тёмном поле");
    } else if (is_word(*at, n, "light")) {
        words = localized(t, "on a light cell", "на светлом поле");
    } else {
        const char *name = arena_text(t->arena, *at, n);
        bool zone = false;
        for (size_t z = 0; name && z < t->rules->zone_count; z++) {
            zone |= strcmp(t->rules->zone_names[z], name) == 0;
        }
        words = zone ? format_localized(t, "in the zone `%s`", "в зоне `%s`", name)
                : own ? format_localized(t, "on %s (from its own side)", "на %s (со своей стороны)", name)
                      : format_localized(t, "on %s", "на %s", name);
    }
    *at = after_blanks(*at + n);
    return inverse ? format_localized(t, "not %s", "не %s", words) : words;
}

/* A list of cells is one phrase, not "on a1 or on a3 or ...". */
static bool only_cells(const char *zone)
{
    return strpbrk(zone, " ") == NULL || (!strstr(zone, "own") && !strstr(zone, "rank") && !strstr(zone, "file") &&
                                          !strstr(zone, "and") && !strstr(zone, "not") && strchr(zone, ','));
}

static bool names_zone(const describer *t, const char *zone)
{
    for (size_t z = 0; z < t->rules->zone_count; z++) {
        if (strstr(zone, t->rules->zone_names[z])) {
            return true;
        }
    }
    return strstr(zone, "all") || strstr(zone, "dark") || strstr(zone, "light");
}

const char *zone_words(const describer *t, const char *zone)
{
    if (only_cells(zone) && !names_zone(t, zone)) {
        return format_localized(t, "on %s", "на %s", zone);
    }
    enum { TERMS_MAX = 64 };
    const char *parts[TERMS_MAX];
    size_t count = 0;
    const char *at = after_blanks(zone);
    while (*at && count < TERMS_MAX) {
        const char *terms = zone_term(t, &at);
        while (is_word(at, zone_word(at), "and")) {
            at = after_blanks(at + 3);
            const char *next = zone_term(t, &at);
            terms = format_localized(t, "%s and %s", "%s и %s", terms, next);
        }
        parts[count++] = terms;
        at += *at == ',';
        at = after_blanks(at);
    }
    return strings_joined(t, parts, count, CONJUNCTION_OR);
}

const char *cell_words(const describer *t, const char *cell)
{
    (void)t;
    return cell ? cell : "";
}
