/* Positions as FEN. */
#include "reference.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int position_size;

void copy_position(position *to, const position *from)
{
    memcpy(to, from, (size_t)position_size);
}

/* More than two players on one board: pieces and rights are written with their owners. */
static bool many_players(void)
{
    return rules.players > 2 && !rules.boards;
}

static void write_cased(const char *letters, bool upper, char *out)
{
    for (; *letters; letters++) {
        *out++ = (char)(upper ? toupper((unsigned char)*letters) : *letters);
    }
    *out = 0;
}

void piece_fen_letters(piece m, char *out)
{
    const piece_def *p = &rules.piece_defs[m.type];
    const char *letters = m.royal && !p->royal ? p->royal_letter : p->letter;
    if (m.owner == rules.players) {
        *out++ = '=';
        write_cased(letters, true, out);
    } else if (many_players()) {
        *out++ = rules.letter[m.owner];
        write_cased(letters, true, out);
    } else {
        write_cased(letters, is_first(m.owner), out);
    }
    if (m.was) {
        strcat(out, "~");
    }
}

static int current_board; /* the board that is being read, where boards are of their own */

static bool is_on_current_board(int player)
{
    return !rules.boards || player == rules.players || rules.board_of[player] == current_board;
}

/* One piece from the text; 0 when there is none. */
static int read_fen_piece(const char *s, piece *m)
{
    int best = 0;
    for (int o = 0; o <= rules.players; o++) {
        if ((o == rules.players && !rules.neutral) || !is_on_current_board(o)) {
            continue;
        }
        for (int t = 1; t <= rules.types; t++) {
            for (int r = 0; r < 2; r++) {
                piece one = {(uint8_t)t, (uint8_t)o, (uint8_t)(r || rules.piece_defs[t].royal), 0};
                char letters[24];
                piece_fen_letters(one, letters);
                int length = (int)strlen(letters);
                if (length > best && strncmp(s, letters, (size_t)length) == 0) {
                    *m = one;
                    best = length;
                }
            }
        }
    }
    if (best && s[best] == '~') {
        best++;
        for (int t = 1; t <= rules.types; t++) {
            for (int q = 0; q < rules.piece_defs[t].promotion_count; q++) {
                if (rules.piece_defs[t].promotions[q].reverts) {
                    m->was = (uint8_t)t;
                }
            }
        }
    }
    return best;
}

/* A number, 0 where none is written; a digit may also be the letter of a player. */
static int read_number(const char **s)
{
    int number = 0;
    for (piece one; isdigit((unsigned char)**s) && !read_fen_piece(*s, &one); (*s)++) {
        number = number * 10 + (**s - '0');
    }
    return number;
}

/* The cells of a row in the order of the files; -1 for those that are missing but written. */
static int row_cells(int z, int y, int *cells)
{
    int count = 0;
    for (int x = 0; x < rules.width; x++) {
        int c = rules.grid[z][y][x];
        if (c >= 0 || (many_players() && !rules.rows)) {
            cells[count++] = c;
        }
    }
    return count;
}

static bool read_stack(const char **s, position *p, int c)
{
    piece list[MAX_STACK + 1];
    int count = 0;
    for ((*s)++; **s != ')';) {
        int times = read_number(s);
        piece m;
        int length = read_fen_piece(*s, &m);
        if (!length || count + times > MAX_STACK) {
            return false;
        }
        *s += length;
        do {
            list[count++] = m;
        } while (--times > 0);
    }
    (*s)++;
    p->at[c] = list[count - 1];
    p->covered_count[c] = (uint8_t)(count - 1);
    memcpy(p->stack[c], list, sizeof(piece) * (size_t)(count - 1));
    return true;
}

static bool read_placement(const char **s, position *p)
{
    int first = rules.boards ? current_board : 0, last_level = rules.boards ? current_board : rules.levels - 1;
    for (int z = first; z <= last_level; z++) {
        for (int y = rules.height - 1; y >= 0; y--) {
            int cells[64], count = row_cells(z, y, cells), at = 0;
            while (**s && !strchr("/|[ ", **s)) {
                int empty = read_number(s);
                if (empty) {
                    at += empty;
                } else if (**s == ',' || **s == '\\') {
                    (*s)++;
                } else if (**s == 'x' && many_players()) {
                    (*s)++;
                    at++;
                } else if (at >= count || cells[at] < 0) {
                    return false;
                } else if (**s == '(') {
                    if (!read_stack(s, p, cells[at++])) {
                        return false;
                    }
                } else {
                    int length = read_fen_piece(*s, &p->at[cells[at++]]);
                    if (!length) {
                        return false;
                    }
                    *s += length;
                }
            }
            if (at != count) {
                return false;
            }
            bool last = y == 0 && z == last_level;
            if (!last && *(*s)++ == 0) {
                return false;
            }
        }
    }
    return true;
}

static bool read_hands(const char **s, position *p)
{
    if (**s != '[') {
        return true;
    }
    for ((*s)++; **s != ']';) {
        int times = 1;
        piece m;
        if (isdigit((unsigned char)**s)) {
            times = (int)strtol(*s, (char **)s, 10);
        }
        int length = read_fen_piece(*s, &m);
        if (!length) {
            return false;
        }
        *s += length;
        p->hand[m.owner][m.type] = (uint8_t)(p->hand[m.owner][m.type] + times);
    }
    (*s)++;
    return true;
}

/* Whether the piece is of the type as it begins: a king that has become a rook is another piece, and has no rook's right. */
static bool is_as_begun(piece m, int type)
{
    return m.type == type && m.royal == rules.piece_defs[type].royal;
}

/* The piece of a right that is no castling is the lowest of its cell. Kings and rooks may stand on others. */
static bool is_lowest(const position *p, int c, int type, int owner)
{
    const piece m = rules.stacks && c >= 0 && p->covered_count[c] ? p->stack[c][0] : p->at[c >= 0 ? c : 0];
    return c >= 0 && m.type && m.owner == owner && (!type || is_as_begun(m, type));
}

static bool right_holder_stands(const position *p, int c, int type, int owner)
{
    if (c < 0) {
        return false;
    }
    /* A piece with a right may be covered. A piece that covers others has moved there. */
    const piece m = rules.stacks && p->covered_count[c] ? p->stack[c][0] : p->at[c];
    return m.type && m.owner == owner && (!type || is_as_begun(m, type));
}

/* Whether a king that may castle in a family of castlings stands there. */
bool is_family_king(const position *p, int cell, int owner)
{
    return rules.family >= 0 && rules.family_within->has[owner][cell] &&
           right_holder_stands(p, cell, rules.castle[rules.family].king, owner);
}

/* Whether the right is one of a family of castlings, and the king on the cell and the partner that has it could castle. */
bool has_family_castling(const position *p, int r, int king, int owner)
{
    const int rook = rules.rights[r].partner[owner];
    int king_to, rook_to;
    return rules.rights[r].castling && is_family_king(p, king, owner) && king != rook &&
           right_holder_stands(p, rook, rules.castle[rules.family].with, owner) &&
           ref_script_castling(rules.family_hook, king, rook, owner, &king_to, &rook_to);
}

bool right_in_place(const position *p, int r, int owner)
{
    const right *one = &rules.rights[r];
    if (one->anywhere) {
        return has_on_board(p, owner, one->type);
    }
    if (!one->castling) {
        return is_lowest(p, one->cell[owner], one->type, owner);
    }
    for (int king = 0; king < rules.cells; king++) {
        if (has_family_castling(p, r, king, owner)) {
            return true;
        }
    }
    for (int i = 0; i < rules.castle_count; i++) {
        const castling *k = &rules.castle[i];
        if (i != rules.family && k->right == r && right_holder_stands(p, one->cell[owner], k->king, owner) &&
            right_holder_stands(p, one->partner[owner], k->with, owner)) {
            return true;
        }
    }
    return false;
}

/* The letter of the right in lower case, which may be that of its file. */
static char shown_letter(int r, int owner)
{
    const right *one = &rules.rights[r];
    char file = one->shown_file && one->cell[owner] >= 0 ? rules.name[one->cell[owner]][0] : 0;
    return file >= 'a' && file <= 'z' ? file : one->letter;
}

/* K and Q where the letters are files: with the outermost partner on that side. */
static void add_castling_by_side(position *p, int owner, bool kings)
{
    int best = -1, furthest = 0;
    for (int r = 0; r < rules.right_count; r++) {
        for (int king = 0; king < rules.cells; king++) {
            const int rook = rules.rights[r].partner[owner];
            if (!has_family_castling(p, r, king, owner) || (rules.x[rook] > rules.x[king]) != kings) {
                continue;
            }
            if (best < 0 || (kings ? rules.x[rook] > furthest : rules.x[rook] < furthest)) {
                best = r;
                furthest = rules.x[rook];
            }
        }
    }
    if (best >= 0) {
        p->rights[owner] |= 1u << best;
    }
}

static void read_rights_field(const char *word, position *p)
{
    int owner = -1;
    for (; *word && *word != '-'; word++) {
        if (many_players()) {
            if (*word == ',' || owner < 0) {
                word += *word == ',';
                for (int o = 0; o < rules.players; o++) {
                    owner = rules.letter[o] == *word ? o : owner;
                }
                continue;
            }
        } else {
            for (int o = 0; o < rules.players; o++) {
                owner = is_on_current_board(o) && is_first(o) == (isupper((unsigned char)*word) != 0) ? o : owner;
            }
        }
        if (rules.family >= 0 && strchr("KQkq", *word)) {
            add_castling_by_side(p, owner, tolower((unsigned char)*word) == 'k');
            continue;
        }
        for (int r = 0; r < rules.right_count; r++) {
            if (shown_letter(r, owner) == tolower((unsigned char)*word) && right_in_place(p, r, owner)) {
                p->rights[owner] |= 1u << r;
            }
        }
    }
    for (int r = 0; r < rules.right_count; r++) {
        for (int o = 0; o < rules.players; o++) {
            if (rules.rights[r].shown_lost && right_in_place(p, r, o)) {
                p->rights[o] |= 1u << r;
            }
            bool has_castling = false;
            for (int k = 0; k < rules.right_count; k++) {
                has_castling = has_castling || (rules.rights[k].castling && (p->rights[o] & 1u << k));
            }
            if (rules.rights[r].implied && has_castling && right_in_place(p, r, o)) {
                p->rights[o] |= 1u << r;
            }
        }
    }
}

/* Whether a double step of such a piece over `cell` ends on `at`. */
static bool may_have_passed(const position *p, int at, int cell, int type)
{
    for (int i = 0; i < rules.piece_defs[type].movement_count; i++) {
        const movement *w = rules.piece_defs[type].movements[i];
        for (int k = 0; w->leaves_ep && k < w->vector_count; k++) {
            int owner = p->at[at].owner;
            const vector v = rotated(owner, w->vectors[k]), whole = {-v.x, -v.y, -v.z};
            const int parts = abs(v.x) > abs(v.y) ? abs(v.x) : abs(v.y), from = shift(at, whole);
            for (int n = w->leaves_all_ep ? 1 : parts - 1; n < parts;
                 n++) { /* back to the cell that was passed first */
                const vector back = {-v.x * n / parts, -v.y * n / parts, -v.z * n / parts};
                if (shift(at, back) == cell && from >= 0 && !p->at[from].type &&
                    (!w->from || w->from->has[owner][from])) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* The piece that may have stepped over the cell: found by the movements that leave an en passant target. */
static int find_ep_victim(const position *p, int cell, int hint)
{
    if (hint >= 0) {
        return hint;
    }
    for (int c = 0; c < rules.cells; c++) {
        const piece m = p->at[c];
        if (!m.type || allied(m.owner, p->side_to_move)) {
            continue;
        }
        for (int t = 1; t <= rules.types; t++) {
            if (moves_as(p, c, t) && may_have_passed(p, c, cell, t)) {
                return c;
            }
        }
    }
    return -1;
}

static int acting_board; /* acts=B; -1 */

static bool read_state_field(char *word, position *p)
{
    char *value = strchr(word, '=');
    if (!value) {
        return false;
    }
    *value++ = 0;
    int counter = counter_by_name(word);
    if (counter >= 0) {
        p->counter[counter] = atoi(value);
    } else if (strcmp(word, "acts") == 0) {
        for (int b = 0; b < rules.boards; b++) {
            acting_board = strcmp(rules.board_name[b], value) == 0 ? b : acting_board;
        }
    } else if (strcmp(word, "waited") == 0) {
        p->waited = atoi(value) != 0;
    } else if (strcmp(word, "ply") == 0) {
        p->ply = atoi(value);
    } else if (strcmp(word, "roll") == 0) {
        for (char *s = value; *s;) {
            p->roll[p->roll_count++] = (int)strtol(s, &s, 10);
            s += *s == '-';
        }
        memcpy(p->dice_left, p->roll, sizeof p->dice_left);
        p->dice_left_count = p->roll_count;
        if (rules.doubles == 4 && p->roll_count == 2 && p->roll[0] == p->roll[1]) {
            p->dice_left_count = 4;
            p->dice_left[2] = p->dice_left[3] = p->roll[0];
        }
        p->to_roll = false;
    } else if (strcmp(word, "dice") == 0) {
        p->dice_left_count = 0;
        for (char *s = value; *s;) {
            p->dice_left[p->dice_left_count++] = (int)strtol(s, &s, 10);
            s += *s == '-';
        }
    } else {
        return false;
    }
    return true;
}

/* The FEN of one board, or of the only one. */
static bool read_board_fen(position *p, const char *text)
{
    const char *s = text;
    if (!read_placement(&s, p) || !read_hands(&s, p)) {
        return false;
    }
    p->fullmove_number = 1;
    p->to_roll = rules.dice > 0;
    char *copied = strdup(s), *rest = NULL;
    int field = 0;
    bool ok = true;
    for (char *word = strtok_r(copied, " ", &rest); word && ok; word = strtok_r(NULL, " ", &rest)) {
        if (strchr(word, '=')) {
            ok = read_state_field(word, p);
            continue;
        }
        switch (field++) {
        case 0:
            ok = false;
            for (int o = 0; o < rules.players; o++) {
                if (is_on_current_board(o) && rules.letter[o] == word[0]) {
                    p->side_to_move = o;
                    ok = true;
                }
            }
            break;
        case 1:
            read_rights_field(word, p);
            break;
        case 2: {
            char *inner = NULL;
            for (char *one = strtok_r(word, ",", &inner); one && *one != '-'; one = strtok_r(NULL, ",", &inner)) {
                char *dash = strchr(one, '-');
                int hint = dash ? cell_on_board(current_board, dash + 1) : -1;
                if (dash) {
                    *dash = 0;
                }
                int cell = cell_on_board(current_board, one), piece_at = cell < 0 ? -1 : find_ep_victim(p, cell, hint);
                if (piece_at >= 0 && p->ep_count < MAX_EP) {
                    p->ep_cell[p->ep_count] = cell;
                    p->ep_victim[p->ep_count] = piece_at;
                    p->ep_owner[p->ep_count++] = p->at[piece_at].owner;
                }
            }
            break;
        }
        case 3:
            p->halfmove_clock = atoi(word);
            break;
        case 4:
            p->fullmove_number = atoi(word);
            break;
        default:
            ok = false;
        }
    }
    if (field < 2) {
        read_rights_field("", p);
    }
    free(copied);
    p->to_roll = p->to_roll && roll_is_due(p);
    return ok;
}

bool read_fen(position *p, const char *text)
{
    memset(p, 0, sizeof *p);
    current_board = 0;
    if (!rules.boards) {
        return read_board_fen(p, text);
    }
    char *copied = strdup(text), *begin = copied;
    bool ok = true;
    acting_board = -1;
    for (; ok && current_board < rules.boards; current_board++) {
        char *end = strstr(begin, " | ");
        if (end) {
            *end = 0;
        }
        ok = (end != NULL) == (current_board + 1 < rules.boards) && read_board_fen(p, begin);
        p->waiting[current_board] = (turn){p->side_to_move, p->halfmove_clock, p->fullmove_number};
        begin = end ? end + 3 : begin;
    }
    p->board = rules.boards - 1;
    if (ok) {
        go_to_board(p, acting_board >= 0 ? acting_board : default_board(p));
    }
    free(copied);
    return ok;
}

/* ---- writing ---- */

static char *append(char *out, const char *text)
{
    size_t length = strlen(text);
    memcpy(out, text, length + 1);
    return out + length;
}

static char *append_number(char *out, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    return append(out, text);
}

static char *write_placement(char *out, const position *p, int c)
{
    char letters[24];
    if (!rules.stacks || !p->covered_count[c]) {
        piece_fen_letters(p->at[c], letters);
        return append(out, letters);
    }
    out = append(out, "(");
    int height = p->covered_count[c] + 1;
    for (int i = 0; i < height;) {
        piece m = i == height - 1 ? p->at[c] : p->stack[c][i];
        piece_fen_letters(m, letters);
        int run = 1;
        char next[24];
        while (i + run < height) {
            piece_fen_letters(i + run == height - 1 ? p->at[c] : p->stack[c][i + run], next);
            if (strcmp(next, letters) != 0) {
                break;
            }
            run++;
        }
        if (run > 4) {
            out = append_number(out, run);
            out = append(out, letters);
        } else {
            for (int k = 0; k < run; k++) {
                out = append(out, letters);
            }
        }
        i += run;
    }
    return append(out, ")");
}

static char *write_row(char *out, const position *p, int z, int y)
{
    int cells[64], count = row_cells(z, y, cells), empty = 0;
    bool first = true;
    for (int i = 0; i <= count; i++) {
        bool piece_here = i < count && (cells[i] < 0 || p->at[cells[i]].type);
        if (empty && (piece_here || i == count)) {
            out = append(out, many_players() && !first ? "," : "");
            out = append_number(out, empty);
            first = false;
            empty = 0;
        }
        if (i == count) {
            break;
        }
        if (!piece_here) {
            empty++;
            continue;
        }
        out = append(out, many_players() && !first ? "," : "");
        first = false;
        out = cells[i] < 0 ? append(out, "x") : write_placement(out, p, cells[i]);
    }
    return out;
}

static char *write_hands(char *out, const position *p)
{
    char letters[24];
    out = append(out, "[");
    for (int o = 0; o < rules.players + (rules.neutral ? 1 : 0); o++) {
        for (int t = 1; is_on_current_board(o) && t <= rules.types; t++) {
            for (int i = 0; i < p->hand[o][t]; i++) {
                piece_fen_letters((piece){(uint8_t)t, (uint8_t)o, rules.piece_defs[t].royal, 0}, letters);
                out = append(out, letters);
            }
        }
    }
    return append(out, "]");
}

static char *write_rights(char *out, const position *p)
{
    char *begin = out;
    for (int o = 0; o < rules.players; o++) {
        bool any = false, castles = false;
        for (int r = 0; r < rules.right_count; r++) {
            castles = castles || (rules.rights[r].castling && (p->rights[o] & 1u << r));
        }
        if (!is_on_current_board(o)) {
            continue;
        }
        for (int r = 0; r < rules.right_count; r++) {
            bool shown = !rules.rights[r].shown_lost && !(rules.rights[r].implied && castles);
            if (shown && (p->rights[o] & 1u << r)) {
                if (many_players() && !any) {
                    out = append(out, out == begin ? "" : ",");
                    *out++ = rules.letter[o];
                }
                any = true;
                char letter = shown_letter(r, o);
                *out++ = (char)(is_first(o) || many_players() ? toupper((unsigned char)letter) : letter);
                *out = 0;
            }
        }
    }
    return out == begin ? append(out, "-") : out;
}

/* The dice that are still to be used, the lowest first. */
int dice_left(const position *p, int *sorted)
{
    for (int i = 0; i < p->dice_left_count; i++) {
        int at = i;
        for (; at > 0 && sorted[at - 1] > p->dice_left[i]; at--) {
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = p->dice_left[i];
    }
    return p->dice_left_count;
}

static char *write_board_fen(char *out, const position *p)
{
    int first = rules.boards ? current_board : 0, last = rules.boards ? current_board : rules.levels - 1;
    for (int z = first; z <= last; z++) {
        for (int y = rules.height - 1; y >= 0; y--) {
            out = write_row(out, p, z, y);
            out = append(out, y ? "/" : z < last ? "|" : "");
        }
    }
    if (rules.hands) {
        out = write_hands(out, p);
    }
    *out++ = ' ';
    *out++ = rules.letter[p->side_to_move];
    out = append(out, " ");
    out = write_rights(out, p);
    out = append(out, " ");
    char *begin = out;
    for (int i = 0; i < p->ep_count; i++) {
        if (is_on_current_board(p->ep_owner[i]) && ep_is_possible(p, i)) {
            out = append(out, out == begin ? "" : ",");
            out = append(out, name_on_board(p->ep_cell[i]));
        }
    }
    out = append(out, out == begin ? "- " : " ");
    out = append_number(out, p->halfmove_clock);
    out = append(out, " ");
    return append_number(out, p->fullmove_number);
}

void write_fen(const position *p, char *text, size_t room)
{
    char *out = text;
    (void)room;
    current_board = 0;
    if (!rules.boards) {
        out = write_board_fen(out, p);
    }
    for (; current_board < rules.boards; current_board++) {
        position there;
        copy_position(&there, p);
        go_to_board(&there, current_board);
        out = append(out, current_board ? " | " : "");
        out = write_board_fen(out, &there);
    }
    if (rules.boards && p->board != default_board(p)) {
        out += sprintf(out, " acts=%s", rules.board_name[p->board]);
    }
    out = append(out, p->waited ? " waited=1" : "");
    for (int i = 0; i < rules.counters; i++) {
        if (p->counter[i]) {
            out += sprintf(out, " %s=%d", rules.counter[i], p->counter[i]);
        }
    }
    for (int o = 0; o < rules.players; o++) {
        if (p->checks[o]) {
            out += sprintf(out, " %s-checks=%d", rules.player[o], p->checks[o]);
        }
    }
    if (p->ply) {
        out += sprintf(out, " ply=%d", p->ply);
    }
    if (p->roll_count) {
        for (int i = 0; i < p->roll_count; i++) {
            out += sprintf(out, i ? "-%d" : " roll=%d", p->roll[i]);
        }
    }
    bool all_left = p->dice_left_count ==
                    (rules.doubles == 4 && p->roll_count == 2 && p->roll[0] == p->roll[1] ? 4 : p->roll_count);
    if (!all_left) {
        int sorted[4], count = dice_left(p, sorted);
        for (int i = 0; i < count; i++) {
            out += sprintf(out, i ? "-%d" : " dice=%d", sorted[i]);
        }
    }
    bool any = false;
    for (int c = 0; rules.each_piece_once && p->ply && c < rules.cells; c++) {
        if (p->moved[c]) {
            out += sprintf(out, any ? ",%s" : " moved=%s", rules.name[c]);
            any = true;
        }
    }
    any = false;
    for (int r = 0; r < rules.right_count; r++) {
        for (int o = 0; rules.rights[r].shown_lost && o < rules.players; o++) {
            if (!(p->rights[o] & 1u << r) && right_in_place(p, r, o)) {
                out += sprintf(out, any ? ",%s" : " lost=%s", rules.name[rules.rights[r].cell[o]]);
                any = true;
            }
        }
    }
}
