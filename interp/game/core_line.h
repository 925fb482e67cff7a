/* Core: men in a row. Included by core.c.
 *
 * Lines whose cells follow each other by one number, on a plain board all of one direction, are found together: a set that is
 * shifted by that number and cut with itself keeps the cells from which two of them stand in a row, and so on. Lines
 * that are laid otherwise (drawn ones, those over a seam) are looked at one by one. See lines.c.
 */

/* The cells lower by `by`. */
BITS_INLINE bits bits_lower(bits a, unsigned by)
{
    bits r;
    unsigned words = by >> 6, rest = by & 63;
    for (unsigned i = 0; i < CORE_WORDS; i++) {
        uint64_t low = i + words < CORE_WORDS ? a.w[i + words] : 0;
        uint64_t high = i + words + 1 < CORE_WORDS ? a.w[i + words + 1] : 0;
        r.w[i] = rest ? low >> rest | high << (64 - rest) : low;
    }
    return r;
}

/* Those of the player's men who count. */
static bits men_for_lines(const pos *p, const line_table *t, int player)
{
    if (!t->men[player]) {
        return p->owned[player];
    }
    bits men = bits_none();
    for (int i = 0; i < t->men_count; i++) {
        men = bits_or(men, p->men[t->men[player][i]]);
    }
    return men;
}

static bool core_lined(const position *plain, const line_table *t, int player)
{
    const pos *p = pos_of_const(plain);
    bits men = men_for_lines(p, t, player);
    for (int i = 0; i < t->families; i++) {
        bits row = men;
        for (int k = 1; k < t->length; k++) {
            row = bits_and(row, bits_lower(men, (unsigned)(k * t->family[i].step)));
        }
        if (bits_meet(row, set_of(p->game, t->family[i].starts))) {
            return true;
        }
    }
    for (uint32_t i = t->count - t->rest; i < t->count; i++) {
        bits line = bits_at(t->lines + (size_t)i * CORE_WORDS);
        if (bits_empty(bits_without(line, men))) {
            return true;
        }
    }
    return false;
}
