/* Trainer: fits a network to a training set, by plain arithmetic on one processor.
 *
 * The network is to foretell, as a share of the point, a mix of the game's result and the search's score. Minibatches go in
 * a random order through Adam (Kingma and Ba, 2014) with a rate that falls like a cosine, by epochs or by time, whichever is
 * further on. The epoch with the smallest loss in the test games is kept; where time ends the training, what was begun of one
 * counts as one. Then the numbers are rounded to a network's. The same set, options and machine give the same network, unless
 * time ended it. */
#ifndef FERZ_SEARCH_TRAINER_H
#define FERZ_SEARCH_TRAINER_H

#include "search/training_set.h"

typedef struct trainer_options {
    bool adds; /* see network.h */
    bool mirrors;
    int hidden, buckets;
    double result_share; /* of the result in what is to be foretold */
    int epochs;
    double rate;
    uint64_t seed;
    const network *start; /* begins with these weights, of the same layout; NULL: with none but the formulas' */
} trainer_options;

typedef struct trainer_report {
    int epoch, epochs;
    double formula_loss, loss; /* in the test games: of the formulas, of the network so far */
} trainer_report;

typedef struct trainer_watch {
    bool (*stop)(void *state);        /* may be NULL */
    double (*time_over)(void *state); /* the part that is over of the time; at 1 it ends; may be NULL */
    void (*on_epoch)(void *state, const trainer_report *at); /* may be NULL */
    void *state;
} trainer_watch;

/* `e`: the formulas of the layout's variant. The network's numbers live in the arena. False when out of memory. */
bool trainer_run(const training_set *s, const network_layout *l, const evaluation *e, const trainer_options *options,
                 const trainer_watch *watch, arena *a, network *out, trainer_report *end);
/* The loss of a network in the test games, in its own integers. */
double trainer_loss(const training_set *s, const network_layout *l, const network *n, double result_share,
                    double scale);
/* Centipawns for odds of e : 1, as results follow the formulas' scores. */
double trainer_scale(const training_set *s);

#endif
