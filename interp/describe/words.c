/* Nouns, numbers, lists and zones; see words.h. */
#include "describe/words.h"

#include <stdio.h>
#include <string.h>

/* ---- the dictionary ---- */

/* ORDER: as word_form, after the name. */
typedef struct entry {
    const char *name, *english_many; /* NULL: with an s */
    const char *russian[FORMS - 1];
} entry;

#define MALE(name, nom, gen, ins, many, of_many)                                                                       \
    {                                                                                                                  \
        name, NULL,                                                                                                    \
        {                                                                                                              \
            nom, gen, gen, ins, many, of_many                                                                          \
        }                                                                                                              \
    }
#define THING(name, nom, gen, acc, ins, many, of_many)                                                                 \
    {                                                                                                                  \
        name, NULL,                                                                                                    \
        {                                                                                                              \
            nom, gen, acc, ins, many, of_many                                                                          \
        }                                                                                                              \
    }

/* clang-format off */
static const entry pieces[] = {
    MALE("king", "король", "короля", "королём", "короли", "королей"),
    MALE("queen", "ферзь", "ферзя", "ферзём", "ферзи", "ферзей"),
    THING("rook", "ладья", "ладьи", "ладью", "ладьёй", "ладьи", "ладей"),
    MALE("bishop", "слон", "слона", "слоном", "слоны", "слонов"),
    MALE("knight", "конь", "коня", "конём", "кони", "коней"),
    THING("pawn", "пешка", "пешки", "пешку", "пешкой", "пешки", "пешек"),
    MALE("ferz", "фирзан", "фирзана", "фирзаном", "фирзаны", "фирзанов"),
    MALE("elephant", "боевой слон", "боевого слона", "боевым слоном", "боевые слоны", "боевых слонов"),
    THING("horse", "лошадь", "лошади", "лошадь", "лошадью", "лошади", "лошадей"),
    THING("boat", "ладья-лодка", "ладьи-лодки", "ладью-лодку", "ладьёй-лодкой", "ладьи-лодки", "ладей-лодок"),
    MALE("camel", "верблюд", "верблюда", "верблюдом", "верблюды", "верблюдов"),
    THING("dame", "дама", "дамы", "даму", "дамой", "дамы", "дам"),
    {"man", "men", {"шашка", "шашки", "шашку", "шашкой", "шашки", "шашек"}},
    THING("checker", "шашка", "шашки", "шашку", "шашкой", "шашки", "шашек"),
    THING("disc", "шашка", "шашки", "шашку", "шашкой", "шашки", "шашек"),
    MALE("archbishop", "архиепископ", "архиепископа", "архиепископом", "архиепископы", "архиепископов"),
    MALE("chancellor", "канцлер", "канцлера", "канцлером", "канцлеры", "канцлеров"),
    {"empress", "empresses", {"императрица", "императрицы", "императрицу", "императрицей", "императрицы", "императриц"}},
    THING("princess", "принцесса", "принцессы", "принцессу", "принцессой", "принцессы", "принцесс"),
    MALE("emperor", "император", "императора", "императором", "императоры", "императоров"),
    MALE("centaur", "кентавр", "кентавра", "кентавром", "кентавры", "кентавров"),
    MALE("dragon", "дракон", "дракона", "драконом", "драконы", "драконов"),
    MALE("grasshopper", "кузнечик", "кузнечика", "кузнечиком", "кузнечики", "кузнечиков"),
    MALE("lion", "лев", "льва", "львом", "львы", "львов"),
    MALE("hippopotamus", "бегемот", "бегемота", "бегемотом", "бегемоты", "бегемотов"),
    MALE("dinosaur", "динозавр", "динозавра", "динозавром", "динозавры", "динозавров"),
    MALE("diplomat", "дипломат", "дипломата", "дипломатом", "дипломаты", "дипломатов"),
    MALE("kamikaze", "камикадзе", "камикадзе", "камикадзе", "камикадзе", "камикадзе"),
    MALE("reflecting-bishop", "отражающийся слон", "отражающегося слона", "отражающимся слоном", "отражающиеся слоны", "отражающихся слонов"),
    THING("xray-rook", "рентгеновская ладья", "рентгеновской ладьи", "рентгеновскую ладью", "рентгеновской ладьёй", "рентгеновские ладьи", "рентгеновских ладей"),
    MALE("xray-bishop", "рентгеновский слон", "рентгеновского слона", "рентгеновским слоном", "рентгеновские слоны", "рентгеновских слонов"),
    THING("chameleon-pawn", "пешка-хамелеон", "пешки-хамелеона", "пешку-хамелеона", "пешкой-хамелеоном", "пешки-хамелеоны", "пешек-хамелеонов"),
    THING("superpawn", "суперпешка", "суперпешки", "суперпешку", "суперпешкой", "суперпешки", "суперпешек"),
    THING("taxi-pawn", "пешка-такси", "пешки-такси", "пешку-такси", "пешкой-такси", "пешки-такси", "пешек-такси"),
    THING("berlin-pawn", "берлинская пешка", "берлинской пешки", "берлинскую пешку", "берлинской пешкой", "берлинские пешки", "берлинских пешек"),
    THING("immobile-pawn", "неподвижная пешка", "неподвижной пешки", "неподвижную пешку", "неподвижной пешкой", "неподвижные пешки", "неподвижных пешек"),
    THING("delayed-pawn", "медлительная пешка", "медлительной пешки", "медлительную пешку", "медлительной пешкой", "медлительные пешки", "медлительных пешек"),
    THING("lance", "стрелка", "стрелки", "стрелку", "стрелкой", "стрелки", "стрелок"),
    MALE("gold", "золотой генерал", "золотого генерала", "золотым генералом", "золотые генералы", "золотых генералов"),
    MALE("silver", "серебряный генерал", "серебряного генерала", "серебряным генералом", "серебряные генералы", "серебряных генералов"),
    MALE("promoted-silver", "превращённый серебряный генерал", "превращённого серебряного генерала", "превращённым серебряным генералом", "превращённые серебряные генералы", "превращённых серебряных генералов"),
    MALE("promoted-knight", "превращённый конь", "превращённого коня", "превращённым конём", "превращённые кони", "превращённых коней"),
    THING("promoted-lance", "превращённая стрелка", "превращённой стрелки", "превращённую стрелку", "превращённой стрелкой", "превращённые стрелки", "превращённых стрелок"),
    MALE("tokin", "токин", "токина", "токином", "токины", "токинов"),
    THING("token", "фишка", "фишки", "фишку", "фишкой", "фишки", "фишек"),
    MALE("met", "мет", "мета", "метом", "меты", "метов"),
    MALE("khon", "кхон", "кхона", "кхоном", "кхоны", "кхонов"),
    MALE("general", "генерал", "генерала", "генералом", "генералы", "генералов"),
    MALE("advisor", "советник", "советника", "советником", "советники", "советников"),
    MALE("soldier", "солдат", "солдата", "солдатом", "солдаты", "солдат"),
    MALE("guard", "страж", "стража", "стражем", "стражи", "стражей"),
    THING("cannon", "пушка", "пушки", "пушку", "пушкой", "пушки", "пушек"),
    THING("tower", "башня", "башни", "башню", "башней", "башни", "башен"),
    MALE("nightrider", "всадник", "всадника", "всадником", "всадники", "всадников"),
    MALE("mao", "мао", "мао", "мао", "мао", "мао"),
    MALE("vao", "вао", "вао", "вао", "вао", "вао"),
    THING("locust", "саранча", "саранчи", "саранчу", "саранчой", "саранчи", "саранчи"),
    {"spy", "spies", {"шпион", "шпиона", "шпиона", "шпионом", "шпионы", "шпионов"}},
    MALE("officer", "офицер", "офицера", "офицером", "офицеры", "офицеров"),
    MALE("chameleon", "хамелеон", "хамелеона", "хамелеоном", "хамелеоны", "хамелеонов"),
    MALE("eagle", "орёл", "орла", "орлом", "орлы", "орлов"),
    MALE("falcon", "сокол", "сокола", "соколом", "соколы", "соколов"),
    {"phoenix", "phoenixes", {"феникс", "феникса", "феникса", "фениксом", "фениксы", "фениксов"}},
    MALE("crane", "журавль", "журавля", "журавлём", "журавли", "журавлей"),
    MALE("pheasant", "фазан", "фазана", "фазаном", "фазаны", "фазанов"),
    MALE("left-quail", "левый перепел", "левого перепела", "левым перепелом", "левые перепела", "левых перепелов"),
    MALE("right-quail", "правый перепел", "правого перепела", "правым перепелом", "правые перепела", "правых перепелов"),
    {"goose", "geese", {"гусь", "гуся", "гуся", "гусем", "гуси", "гусей"}},
    THING("swallow", "ласточка", "ласточки", "ласточку", "ласточкой", "ласточки", "ласточек"),
    MALE("dolphin", "дельфин", "дельфина", "дельфином", "дельфины", "дельфинов"),
    THING("porpoise", "морская свинья", "морской свиньи", "морскую свинью", "морской свиньёй", "морские свиньи", "морских свиней"),
    MALE("white-whale", "белый кит", "белого кита", "белым китом", "белые киты", "белых китов"),
    MALE("grey-whale", "серый кит", "серого кита", "серым китом", "серые киты", "серых китов"),
    MALE("blue-whale", "синий кит", "синего кита", "синим китом", "синие киты", "синих китов"),
    THING("killer-whale", "косатка", "косатки", "косатку", "косаткой", "косатки", "косаток"),
    MALE("humpback", "горбач", "горбача", "горбачом", "горбачи", "горбачей"),
    MALE("narwhal", "нарвал", "нарвала", "нарвалом", "нарвалы", "нарвалов"),
    MALE("two-headed-knight", "двуглавый конь", "двуглавого коня", "двуглавым конём", "двуглавые кони", "двуглавых коней"),
    THING("bers", "берс", "берса", "берса", "берсом", "берсы", "берсов"),
    MALE("rook-ratnik", "ратник ладьи", "ратника ладьи", "ратником ладьи", "ратники ладьи", "ратников ладьи"),
    MALE("knight-ratnik", "ратник коня", "ратника коня", "ратником коня", "ратники коня", "ратников коня"),
    MALE("bishop-ratnik", "ратник слона", "ратника слона", "ратником слона", "ратники слона", "ратников слона"),
    MALE("queen-ratnik", "ратник ферзя", "ратника ферзя", "ратником ферзя", "ратники ферзя", "ратников ферзя"),
    MALE("king-ratnik", "ратник короля", "ратника короля", "ратником короля", "ратники короля", "ратников короля"),
    MALE("rook-hero", "герой ладьи", "героя ладьи", "героем ладьи", "герои ладьи", "героев ладьи"),
    MALE("knight-hero", "герой коня", "героя коня", "героем коня", "герои коня", "героев коня"),
    MALE("bishop-hero", "герой слона", "героя слона", "героем слона", "герои слона", "героев слона"),
    MALE("queen-hero", "герой ферзя", "героя ферзя", "героем ферзя", "герои ферзя", "героев ферзя"),
    MALE("helgi", "хельги", "хельги", "хельги", "хельги", "хельги"),
    {"cross", "crosses", {"крестик", "крестика", "крестик", "крестиком", "крестики", "крестиков"}},
    THING("nought", "нолик", "нолика", "нолик", "ноликом", "нолики", "ноликов"),
    MALE("leaper", "прыгун", "прыгуна", "прыгуном", "прыгуны", "прыгунов"),
    THING("stone", "камень", "камня", "камень", "камнем", "камни", "камней"),
    THING("block", "блок", "блока", "блок", "блоком", "блоки", "блоков"),
};

static const entry players[] = {
    THING("white", "белые", "белых", "белых", "белыми", "белые", "белых"),
    THING("black", "чёрные", "чёрных", "чёрных", "чёрными", "чёрные", "чёрных"),
    THING("red", "красные", "красных", "красных", "красными", "красные", "красных"),
    THING("green", "зелёные", "зелёных", "зелёных", "зелёными", "зелёные", "зелёных"),
    THING("yellow", "жёлтые", "жёлтых", "жёлтых", "жёлтыми", "жёлтые", "жёлтых"),
    THING("blue", "синие", "синих", "синих", "синими", "синие", "синих"),
    THING("south", "юг", "юга", "юг", "югом", "юг", "юга"),
    THING("north", "север", "севера", "север", "севером", "север", "севера"),
    THING("west", "запад", "запада", "запад", "западом", "запад", "запада"),
    THING("east", "восток", "востока", "восток", "востоком", "восток", "востока"),
};
/* clang-format on */

/* What a man of draughts becomes. */
static const entry crowned = THING("king", "дамка", "дамки", "дамку", "дамкой", "дамки", "дамок");

bool jumping(const ruleset *rules)
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

/* "promoted-silver" as people write it. */
static char *spaced(const teller *t, const char *name)
{
    char *copy = arena_text(t->arena, name, strlen(name));
    for (char *c = copy; c && *c; c++) {
        *c = *c == '-' || *c == '_' ? ' ' : *c;
    }
    return copy ? copy : (char *)"";
}

/* Names that are no words (p17, x) are the same in the plural. */
static const char *english_many(const teller *t, const entry *known, const char *name)
{
    if (known && known->english_many) {
        return known->english_many;
    }
    const char *word = spaced(t, name);
    const char *made = strlen(name) < 3 || strpbrk(name, "0123456789") ? word : arena_format(t->arena, "%ss", word);
    return made ? made : "";
}

static const char *with_article(const teller *t, const char *noun)
{
    return tell(t, strchr("aeiou", *noun) ? "an %s" : "a %s", "%s", noun);
}

/* The columns of the dictionary. */
static int column_of(word_form form)
{
    return form < FORM_A ? (int)form : form == FORM_A ? FORM_PLAIN : (int)form - 1;
}

const char *name_word(const teller *t, const char *name, word_form form)
{
    const entry *known = find(pieces, sizeof pieces / sizeof pieces[0], name);
    if (strcmp(name, "king") == 0 && jumping(t->rules)) {
        known = &crowned;
    }
    if (!t->russian) {
        return form >= FORM_MANY ? english_many(t, known, name)
               : form == FORM_A  ? with_article(t, spaced(t, name))
                                 : spaced(t, name);
    }
    return known ? known->russian[column_of(form)] : quoted(t, name);
}

const char *piece_word(const teller *t, int piece, word_form form)
{
    return piece >= 0 ? name_word(t, t->rules->pieces[piece].name, form) : "";
}

/* A man's accusative is his genitive or, of things, his nominative; so is that of a few feminine words in -ь. */
static bool is_male(const entry *known)
{
    const char *plain = known->russian[FORM_PLAIN], *of = known->russian[FORM_OF], *taken = known->russian[FORM_TAKEN];
    size_t n = strlen(of);
    bool ends_in_i = n > 2 && strcmp(of + n - 2, "и") == 0;
    return strcmp(taken, of) == 0 || (strcmp(taken, plain) == 0 && !ends_in_i);
}

void tell_about(teller *t, int piece)
{
    t->subject = piece < 0 ? "" : t->rules->pieces[piece].name;
    const entry *known = find(pieces, sizeof pieces / sizeof pieces[0], t->subject);
    t->male = known && is_male(known) && !(strcmp(t->subject, "king") == 0 && jumping(t->rules));
}

const char *royal_word(const teller *t, word_form form)
{
    int royal = -1;
    for (size_t i = 0; i < t->rules->piece_count; i++) {
        if (t->rules->pieces[i].royal) {
            royal = royal == -1 ? (int)i : -2;
        }
    }
    static const char *const general[FORMS - 1] = {"королевская фигура",  "королевской фигуры", "королевскую фигуру",
                                                   "королевской фигурой", "королевские фигуры", "королевских фигур"};
    return royal >= 0 ? piece_word(t, royal, form)
                      : either(t, form >= FORM_MANY ? "royal men" : "royal man", general[column_of(form)]);
}

const char *player_word(const teller *t, size_t player, word_form form)
{
    const char *name = player < t->rules->player_count ? t->rules->players[player].name : "";
    const entry *known = find(players, sizeof players / sizeof players[0], name);
    if (!t->russian) {
        return known ? capital(t, name) : quoted(t, name);
    }
    return known ? known->russian[column_of(form)] : quoted(t, name);
}

/* ---- sentences ---- */

/* Adds the half of "[она|он]" that suits the subject; behind it. */
static const char *add_gendered(const teller *t, const char *at, text *to)
{
    size_t she = strcspn(at, "|]"), he = at[she] == '|' ? strcspn(at + she + 1, "]") : 0;
    text_add(to, t->male ? at + she + 1 : at, t->male ? he : she);
    at += she + (at[she] == '|') + he;
    return at + (*at == ']');
}

const char *either(const teller *t, const char *english, const char *russian)
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

static const char *vtell(const teller *t, const char *format, va_list args)
{
    text words = {0};
    text_vprint(&words, format, args);
    const char *kept = words.failed ? NULL : arena_text(t->arena, text_string(&words), words.length);
    t->arena->failed |= words.failed;
    text_finish(&words);
    return kept ? kept : "";
}

const char *tell(const teller *t, const char *english, const char *russian, ...)
{
    va_list args;
    va_start(args, russian);
    const char *told = vtell(t, either(t, english, russian), args);
    va_end(args);
    return told;
}

void say(teller *t, const char *slot, const char *english, const char *russian, ...)
{
    va_list args;
    va_start(args, russian);
    const char *sentence = capital(t, vtell(t, either(t, english, russian), args));
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

const char *capital(const teller *t, const char *sentence)
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

const char *quoted(const teller *t, const char *string)
{
    const char *made = arena_format(t->arena, "`%s`", string ? string : "");
    return made ? made : "";
}

const char *strings_joined(const teller *t, const char *const *strings, size_t count, joined by)
{
    text words = {0};
    const char *last = by == JOINED_AND ? either(t, " and ", " и ") : either(t, " or ", " или ");
    for (size_t i = 0; i < count; i++) {
        text_put(&words, i == 0 ? "" : i + 1 < count ? ", " : last);
        text_put(&words, strings[i]);
    }
    const char *kept = arena_text(t->arena, text_string(&words), words.length);
    t->arena->failed |= words.failed;
    text_finish(&words);
    return kept ? kept : "";
}

const char *piece_words(const teller *t, const int *list, size_t count, word_form form, joined by)
{
    const char **names = arena_new(t->arena, const char *, count + 1);
    for (size_t i = 0; names && i < count; i++) {
        names[i] = piece_word(t, list[i], form);
    }
    return names ? strings_joined(t, names, count, by) : "";
}

const char *some_words(const teller *t, const rule_some *some, word_form form, const char *all)
{
    return some->all ? all : piece_words(t, some->pieces, some->count, form, JOINED_AND);
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

const char *counted(const teller *t, long n, const char *one, const char *several, const char *odin, const char *dva,
                    const char *pyat)
{
    const char *noun = t->russian ? plural(n, odin, dva, pyat) : n == 1 ? one : several;
    const char *made = arena_format(t->arena, "%ld %s", n, noun);
    return made ? made : "";
}

const char *cells_counted(const teller *t, long n)
{
    return n == 1 ? either(t, "one cell", "одно поле") : counted(t, n, "cell", "cells", "поле", "поля", "полей");
}

const char *ordinal(const teller *t, long n)
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

/* Whether "the last rank" means the same to everybody: opposite sides of a plain rectangle. */
static bool plain_ranks(const ruleset *rules)
{
    bool plain = !rules->row_cells && !rules->rows_named && !rules->cell_name_count;
    for (size_t p = 0; p < rules->player_count; p++) {
        plain &= rules->players[p].quarter_turns % 2 == 0;
    }
    return plain;
}

/* "3-5" with a dash that reads well. */
static const char *range_words(const teller *t, const char *range, size_t length)
{
    const char *dash = memchr(range, '-', length);
    const char *made = dash ? arena_format(t->arena, "%.*s\u2013%.*s", (int)(dash - range), range,
                                           (int)(length - (size_t)(dash - range) - 1), dash + 1)
                            : arena_text(t->arena, range, length);
    return made ? made : "";
}

static const char *rank_words(const teller *t, bool own, const char *range, size_t length)
{
    const char *words = range_words(t, range, length);
    if (memchr(range, '-', length)) {
        return own ? tell(t, "on its own ranks %s", "на своих горизонталях %s", words)
                   : tell(t, "on ranks %s", "на горизонталях %s", words);
    }
    long n = 0;
    if (!text_to_long(words, 1, 1000, &n)) {
        return words;
    }
    if (own && n == t->rules->height && plain_ranks(t->rules)) {
        return either(t, "on the last rank", "на последней горизонтали");
    }
    return own ? tell(t, "on its own %s rank", "на своей %s-й горизонтали", ordinal(t, n))
               : tell(t, "on rank %ld", "на горизонтали %ld", n);
}

static const char *file_words(const teller *t, bool own, const char *range, size_t length)
{
    const char *words = range_words(t, range, length);
    if (memchr(range, '-', length)) {
        return own ? tell(t, "on its own files %s", "на своих вертикалях %s", words)
                   : tell(t, "on files %s", "на вертикалях %s", words);
    }
    return own ? tell(t, "on its own file %s", "на своей вертикали %s", words)
               : tell(t, "on file %s", "на вертикали %s", words);
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

/* One term; *at moves behind it. */
static const char *zone_term(const teller *t, const char **at)
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
        words = either(t, "anywhere", "на любом поле");
    } else if (is_word(*at, n, "dark")) {
        words = either(t, "on a dark cell", "на тёмном поле");
    } else if (is_word(*at, n, "light")) {
        words = either(t, "on a light cell", "на светлом поле");
    } else {
        const char *name = arena_text(t->arena, *at, n);
        bool zone = false;
        for (size_t z = 0; name && z < t->rules->zone_count; z++) {
            zone |= strcmp(t->rules->zone_names[z], name) == 0;
        }
        words = zone  ? tell(t, "in the zone `%s`", "в зоне `%s`", name)
                : own ? tell(t, "on %s (from its own side)", "на %s (со своей стороны)", name)
                      : tell(t, "on %s", "на %s", name);
    }
    *at = after_blanks(*at + n);
    return inverse ? tell(t, "not %s", "не %s", words) : words;
}

/* A list of bare cells is one list, not "on a1 or on a3 or ...". */
static bool only_cells(const char *zone)
{
    return strpbrk(zone, " ") == NULL || (!strstr(zone, "own") && !strstr(zone, "rank") && !strstr(zone, "file") &&
                                          !strstr(zone, "and") && !strstr(zone, "not") && strchr(zone, ','));
}

static bool names_zone(const teller *t, const char *zone)
{
    for (size_t z = 0; z < t->rules->zone_count; z++) {
        if (strstr(zone, t->rules->zone_names[z])) {
            return true;
        }
    }
    return strstr(zone, "all") || strstr(zone, "dark") || strstr(zone, "light");
}

const char *zone_words(const teller *t, const char *zone)
{
    if (only_cells(zone) && !names_zone(t, zone)) {
        return tell(t, "on %s", "на %s", zone);
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
            terms = tell(t, "%s and %s", "%s и %s", terms, next);
        }
        parts[count++] = terms;
        at += *at == ',';
        at = after_blanks(at);
    }
    return strings_joined(t, parts, count, JOINED_OR);
}

const char *cell_words(const teller *t, const char *cell)
{
    (void)t;
    return cell ? cell : "";
}
