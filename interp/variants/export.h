/* Export: a ruleset as a section of a variants.ini. */
#ifndef FERZ_VARIANTS_EXPORT_H
#define FERZ_VARIANTS_EXPORT_H

#include "rules/ruleset.h"

#endif
