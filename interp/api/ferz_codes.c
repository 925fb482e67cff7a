/* What each message code means, with an example that causes it and the same example fixed: `ferz explain CODE`. The texts
 * are in explanations.txt. A test runs every example: the wrong one must give its code, the fixed one must not. */
#include "api/ferz_internal.h"

#include <string.h>

#include "api/explanations.h"
#include "base/code.h"

size_t ferz_code_count(void)
{
    return CODE_COUNT - 1;
}

const char *ferz_code(size_t index)
{
    return index < CODE_COUNT - 1 ? code_text((diag_code)(index + 1)) : NULL;
}

static const explanation *find_explanation(const char *code)
{
    for (size_t i = 0; i < explanation_count; i++) {
        if (strcmp(explanations[i].code, code) == 0) {
            return &explanations[i];
        }
    }
    return NULL;
}

bool ferz_explain_code(const char *code, ferz_explanation *out)
{
    if (MISSING(code) || MISSING(out)) {
        return false;
    }
    diag_code found = code_find(code);
    const explanation *e = found == CODE_NONE ? NULL : find_explanation(code_text(found));
    if (!e) {
        return false;
    }
    *out = (ferz_explanation){
        .code = e->code,
        .title = e->title,
        .text = e->text,
        .file = e->commands || !e->wrong ? NULL
                : e->file                ? e->file
                                         : "game.yaml",
        .command = e->commands || !e->wrong ? NULL
                   : e->command             ? e->command
                                            : "ferz check ./game.yaml",
        .wrong = e->wrong,
        .fixed = e->fixed,
        .companion = e->companion,
        .companion_text = e->companion_text,
    };
    return true;
}
