/* Facts about each piece: how it moves, what it takes elsewhere, promotions, powers, drops. */
#include "describe/words.h"

#include <string.h>

/* ---- promotions ---- */

static void tell_promotion(teller *t, const rule_promotion *p)
{
    const char *into = p->from_box ? either(t, "a man of its owner's choice that waits in his box",
                                            "фигуру, которая ждёт в запасе, по выбору владельца")
                                   : piece_words(t, p->to, p->to_count, t->russian ? FORM_TAKEN : FORM_A, JOINED_OR);
    const char *where = p->zone.string ? zone_words(t, p->zone.string) : either(t, "anywhere", "на любом поле");
    const char *choice =
        p->to_count > 1 && !p->from_box ? either(t, ", as its owner chooses", " по выбору владельца") : "";
    const char *may = p->optional ? either(t, "may promote", "[она|он] может превратиться")
                                  : either(t, "promotes", "[она|он] превращается");
    const char *when =
        p->when == PROMOTE_TOUCHES
            ? tell(t, "when a move of it begins or ends %s", "если ход начинается или заканчивается %s", where)
        : p->when == PROMOTE_STANDS ? tell(t, "as soon as it stands %s with nobody on top of it",
                                           "как только [она|он] стоит %s и никто не стоит на [ней|нём]", where)
                                    : tell(t, "when it arrives %s", "оказавшись %s", where);
    const char *unless = !p->optional || p->when == PROMOTE_STANDS
                             ? ""
                             : either(t, "; it must where it could never move again",
                                      "; [она обязана|он обязан], если иначе больше не сможет ходить");
    say(t, "promotion", "%s, it %s to %s%s%s.", "%s, %s в %s%s%s.", when, may, into, choice, unless);
    if (p->reverts) {
        say(t, "promotion.reverts",
            "Once it is taken into a hand it is what it was before (`~` in a FEN marks such a man).",
            "[Взятая|Взятый] в руку, [она|он] снова становится тем, чем [была|был] (в FEN это отмечено знаком `~`).");
    }
    if (p->from_box) {
        say(t, "promotion.box",
            "If nobody waits in the box it stays what it is; it may promote there later, when somebody does.",
            "Если в запасе никого нет, [она|он] остаётся собой и может превратиться на том же месте позже.");
    }
}

/* ---- what it takes elsewhere ---- */

static void tell_strike(teller *t, const rule_strike *s)
{
    static const char *const how[][2] = {
        [STRIKE_FLANK] =
            {"It takes an enemy man beside the cell where it arrives if a man of its own side stands right behind that "
             "man",
             "Берёт фигуру противника рядом с полем, на которое [пришла|пришёл], если сразу за той стоит своя фигура"},
        [STRIKE_WITHDRAWAL] = {"It takes the enemy man next to it from whom it moves straight away",
                               "Берёт соседнюю фигуру противника, от которой отходит прямо прочь"},
        [STRIKE_APPROACH] = {"It takes the enemy man straight ahead of it up to whom it moves",
                             "Берёт фигуру противника, вплотную к которой [подошла|подошёл], двигаясь прямо на неё"},
        [STRIKE_COORDINATES] = {"It takes enemy men where its file crosses the rank of its own royal man, and where "
                                "its rank crosses that man's file",
                                "Берёт фигуры противника там, где [её|его] вертикаль пересекает горизонталь своей "
                                "королевской фигуры, а [её|его] горизонталь — вертикаль той"},
        [STRIKE_OVER] = {"It takes by jumping along a line over enemy men that have an empty cell behind them",
                         "Берёт, перепрыгивая по линии через фигуры противника, за которыми есть пустое поле"},
    };
    const char *going = s->straight && s->diagonal ? ""
                        : s->straight ? either(t, "; only by straight moves", "; только ходами по прямой")
                                      : either(t, "; only by diagonal moves", "; только ходами по диагонали");
    const char *of =
        s->of.all || !s->of.count
            ? ""
            : tell(t, "; only %s", "; только фигуры: %s",
                   piece_words(t, s->of.pieces, s->of.count, t->russian ? FORM_PLAIN : FORM_MANY, JOINED_AND));
    const char *beyond = s->beyond ? either(t, "; it may land on any empty cell behind the last of them",
                                            "; может остановиться на любом пустом поле за последней")
                                   : "";
    say(t, "strike", "%s%s%s%s.", "%s%s%s%s.", either(t, how[s->kind][0], how[s->kind][1]), going, of, beyond);
}

/* ---- powers ---- */

static void tell_powers(teller *t, const rule_piece *p)
{
    if (p->freezes.all || p->freezes.count) {
        say(t, "freezes", "While it stands beside them, %s can neither move nor take.",
            "Пока [она|он] стоит рядом, не могут ни ходить, ни бить: %s.",
            some_words(t, &p->freezes, t->russian ? FORM_PLAIN : FORM_MANY,
                       either(t, "enemy men", "любые фигуры противника")));
    }
    if (p->guards.all || p->guards.count) {
        say(t, "guards", "While they stand beside it, its owner's %s cannot be taken.",
            "Пока они стоят рядом с [ней|ним], нельзя взять свои фигуры: %s.",
            some_words(t, &p->guards, t->russian ? FORM_PLAIN : FORM_MANY, either(t, "men", "любые")));
    }
    if (p->untouchable) {
        say(t, "untouchable", "It cannot be taken.", "Взять [её|его] нельзя.");
    }
    if (p->dies_capturing) {
        say(t, "dies", "When it takes it leaves the board together with what it takes.",
            "Взяв, [она|он] уходит с доски вместе со взятой фигурой.");
    }
    if (p->flips >= 0) {
        say(t, "flips", "Every move on the board turns it into %s.", "Каждый ход по доске превращает [её|его] в %s.",
            piece_word(t, p->flips, t->russian ? FORM_TAKEN : FORM_A));
    }
    if (p->covered >= 0) {
        say(t, "covered", "When another man comes to stand on it, it turns into %s.",
            "Когда на [неё|него] встаёт другая фигура, [она|он] превращается в %s.",
            piece_word(t, p->covered, t->russian ? FORM_TAKEN : FORM_A));
    }
}

static void tell_prison(teller *t, size_t index)
{
    const rule_piece *p = &t->rules->pieces[index];
    if (t->rules->captured == CAPTURED_GONE || t->rules->captured == CAPTURED_UNDER || p->taken_as == (int)index) {
        return;
    }
    if (p->taken_as < 0) {
        say(t, "taken", "Once taken, it is out of the game.", "[Взятая, она|Взятый, он] выбывает из игры.");
    } else {
        say(t, "taken", "Once taken, it goes to the hand as %s.", "[Взятая, она|Взятый, он] попадает в руку как %s.",
            piece_word(t, p->taken_as, FORM_A));
    }
}

/* ---- drops ---- */

static const char *dropper_words(const teller *t, unsigned players)
{
    const char *names[RULES_PLAYERS_MAX];
    size_t count = 0;
    for (size_t p = 0; p < t->rules->player_count; p++) {
        if (players >> p & 1) {
            names[count++] = player_word(t, p, FORM_PLAIN);
        }
    }
    return count == t->rules->player_count ? either(t, "every player", "каждый игрок")
                                           : strings_joined(t, names, count, JOINED_AND);
}

void tell_drops(teller *t, const rule_drop *d, bool of_piece)
{
    if (!d->allowed) {
        say(t, "drop", "It cannot be dropped from a hand.", "Ставить [её|его] с руки нельзя.");
        return;
    }
    if (d->zone.string) {
        say(t, "drop.zone", "It may be dropped only %s.", "Ставить [её|его] с руки можно только %s.",
            zone_words(t, d->zone.string));
    }
    if (d->per_file == 1) {
        say(t, "drop.file", "It may not be dropped on a file where its owner already has such a man.",
            "Нельзя ставить [её|его] на вертикаль, где у владельца уже есть [такая же|такой же].");
    } else if (d->per_file) {
        say(t, "drop.file", "After the drop its owner may have at most %d such men on the file.",
            "После этого у владельца может быть на вертикали не больше %d таких фигур.", d->per_file);
    }
    if (d->immobile) {
        say(t, "drop.immobile", "It may even be dropped where it could never move again.",
            "[Её|Его] можно поставить и туда, откуда [она|он] уже никогда не сможет пойти.");
    }
    if (!d->check) {
        say(t, "drop.check", "Its drop may not give check.", "Постановкой с руки нельзя объявлять шах.");
    } else if (!d->mate) {
        say(t, "drop.mate", "Its drop may not give mate; a check is allowed.",
            "Постановкой с руки нельзя ставить мат; шах разрешён.");
    }
    if (d->resets_clock) {
        say(t, "drop.clock", "Its drop counts as progress.", "[Её|Его] постановка прерывает счёт ходов без взятия.");
    }
    if (d->rests) {
        say(t, "drop.rests",
            "It falls: it may be dropped only on the lowest cell of a file or right above an occupied cell.",
            "[Её|Его] ставят только на нижнее поле вертикали или сразу над занятым полем, как падающий камень.");
    }
    if (d->endless) {
        say(t, "drop.endless", "It comes from no hand and never runs out: %s may drop it as often as they like.",
            "[Она|Он] берётся не из руки и не кончается: [её|его] ставит сколько угодно раз %s.",
            dropper_words(t, d->endless));
    }
    if (d->as_count && of_piece) {
        say(t, "drop.as", "From the hand it may be dropped as: %s.", "С руки [её|его] можно поставить как: %s.",
            piece_words(t, d->as, d->as_count, FORM_PLAIN, JOINED_OR));
    }
}

/* ---- a piece ---- */

static void tell_letter(teller *t, const rule_piece *p)
{
    say(t, "letter", "Its letter is `%s`.", "[Её|Его] буква: `%s`.", p->letter);
    if (p->royal_letter) {
        say(t, "royal letter", "A royal one is written `%s`.", "Королевская фигура этого вида пишется `%s`.",
            p->royal_letter);
    }
    if (p->look) {
        say(t, "look", "Pictures show it as `%s`.", "На рисунках [она|он] изображается как `%s`.", p->look);
    }
    if (p->value) {
        say(t, "value", "The engine is told that it is worth %ld hundredths of a pawn.",
            "Программе подсказано, что [она|он] стоит %ld сотых пешки.", p->value);
    }
}

/* Then the ending itself says whose moves count. */
static bool counts_quiet(const ruleset *rules)
{
    for (size_t i = 0; i < rules->ending_count; i++) {
        if (rules->endings[i].kind == END_QUIET) {
            return true;
        }
    }
    return false;
}

static bool takes_by_moving(const ruleset *rules)
{
    for (size_t i = 0; i < rules->piece_count; i++) {
        for (size_t k = 0; k < rules->pieces[i].move_count; k++) {
            const rule_move *m = &rules->pieces[i].moves[k];
            const betza *paths = &m->paths;
            for (size_t n = 0; !m->jumps && n < paths->count; n++) {
                const betza_leg *last = &paths->paths[n].leg[paths->paths[n].legs - 1];
                if ((last->modes & LEG_CAPTURE) && (last->modes & LEG_MOVE)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* What all the sentences about movements take for granted. */
static void tell_manner(teller *t)
{
    if (takes_by_moving(t->rules)) {
        say(t, "manner",
            "Where it says “moves”, a man also takes so: it goes to the cell of an enemy man, which is taken off. No "
            "way leads over other men unless it says so.",
            "Где сказано «ходит», фигура так же и бьёт: становится на поле фигуры противника, а ту снимают. "
            "Перескакивать через другие фигуры нельзя, если не сказано иное.");
    }
}

static void tell_piece(teller *t, size_t index)
{
    const rule_piece *p = &t->rules->pieces[index];
    tell_about(t, (int)index);
    for (size_t i = 0; i < p->move_count; i++) {
        tell_movement(t, &p->moves[i]);
    }
    if (!p->move_count) {
        say(t, "move", "It has no moves of its own.", "[Сама она|Сам он] не ходит.");
    }
    if (p->royal) {
        say(t, "royal", "It is royal: its owner may not leave it under attack.",
            "[Она королевская|Он королевский]: владелец не вправе оставить [её|его] под боем.");
    }
    for (size_t i = 0; i < p->strike_count; i++) {
        tell_strike(t, &p->strikes[i]);
    }
    for (size_t i = 0; i < p->promotion_count; i++) {
        tell_promotion(t, &p->promotions[i]);
    }
    tell_powers(t, p);
    tell_prison(t, index);
    if (t->rules->hands || p->drop.endless) {
        tell_drops(t, &p->drop, true);
    }
    if (p->resets_clock && !counts_quiet(t->rules)) {
        say(t, "clock", "Its moves count as progress.", "[Её|Его] ходы прерывают счёт ходов без взятия.");
    }
    tell_letter(t, p);
}

void tell_pieces(teller *t)
{
    t->topic = TOPIC_PIECES;
    tell_about(t, -1);
    tell_manner(t);
    for (size_t i = 0; i < t->rules->piece_count; i++) {
        tell_piece(t, i);
    }
    tell_about(t, -1);
}
