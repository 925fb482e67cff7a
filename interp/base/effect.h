/* What a live hook may do to a position. The forms in which scripts write these stand in script/live_hooks.c; what each does
 * in core/core_hook_effects.h. */
#ifndef FERZ_BASE_EFFECT_H
#define FERZ_BASE_EFFECT_H

typedef enum effect_kind {
    EFFECT_CAPTURE,
    EFFECT_PUT,
    EFFECT_TRANSFORM,
    EFFECT_GIVE,
    EFFECT_MOVE,
    EFFECT_SWAP, /* the pieces on `cell` and `to` change places */
    EFFECT_HAND,
    EFFECT_COUNTER_ADD,
    EFFECT_COUNTER_SET,
    EFFECT_NEXT_PLAYER, /* `owner` plays next, out of order */
    EFFECT_ROLL,        /* and their dice are rolled first */
    EFFECT_USE_DIE,     /* a die that shows `amount` is used up */
    EFFECT_TO_HAND,     /* the piece goes back to its owner's hand */
    EFFECT_PUT_UNDER,   /* the piece goes to the bottom of the stack on `cell` */
    EFFECT_RIGHT,
    EFFECT_EN_PASSANT,     /* `cell` is an en passant target for the piece on `to` */
    EFFECT_HALFMOVE_CLOCK, /* the halfmove clock is set to `amount` */
} effect_kind;
enum { EFFECT_KINDS = EFFECT_HALFMOVE_CLOCK + 1 };

#endif
