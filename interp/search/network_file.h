/* Network files: a network as a text, `NAME.network` beside `NAME.yaml`.
 *
 *     ferz network 1
 *     rules: 0123456789abcdef     the fingerprint of the rules that it belongs to
 *     parent: none                the sum of the network that its learning began with
 *     licence: that of the rules
 *     made: ferz tune ...         how, and by how many games and positions
 *     gain: ...                   what the gate measured
 *     kind: instead of the formulas, or added to the formulas
 *     shape: features 350 hidden 32 buckets 1 scale 300 cells 25 columns 5
 *     pieces: king, gold, ...     the names of the types, for networks of related games
 *     sum: 0123456789abcdef       of shape and weights, to tell damaged files
 *
 *     base64 lines: the weights as numbers of variable length, with runs of zeros counted
 *
 * A file comes from anywhere: whatever it holds, it is read without harm or refused. */
#ifndef FERZ_SEARCH_NETWORK_FILE_H
#define FERZ_SEARCH_NETWORK_FILE_H

#include "base/arena.h"
#include "base/text.h"
#include "search/network.h"

enum { NETWORK_FILE_MAX = 8 << 20 };

/* The network, in the arena. NULL with `*why` (English, constant; NULL when out of memory) and the line of the fault. */
network *network_parse(arena *a, const char *bytes, size_t length, const char **why, unsigned *line);
/* Appends the file, and sets the network's checksum. */
void network_write(network *n, text *out);

#endif
