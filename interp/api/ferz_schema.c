/* For editors: schemas of the file formats, and stubs of the script functions. */
#include "api/ferz_internal.h"

#include "authoring/examples_schema.h"
#include "rules/schema.h"
#include "rules/tuning.h"
#include "authoring/editor_stubs.h"

FERZ_API char *ferz_schema(ferz_schema_kind kind)
{
    static void (*const write[])(text * out) = {
        [FERZ_SCHEMA_RULES] = schema_json,
        [FERZ_SCHEMA_EXAMPLES] = examples_json,
        [FERZ_SCHEMA_TUNING] = tuning_json,
        [FERZ_SCHEMA_REFERENCE] = schema_reference,
    };
    if ((size_t)kind >= sizeof write / sizeof write[0]) {
        return NULL;
    }
    text t = {0};
    write[kind](&t);
    return text_detach(&t);
}

FERZ_API char *ferz_stubs(ferz_stubs_kind kind)
{
    static void (*const write[])(text * out) = {
        [FERZ_STUBS_LUA] = stubs_lua,
        [FERZ_STUBS_SETTINGS] = stubs_settings,
        [FERZ_STUBS_LUACHECK] = stubs_luacheck,
    };
    if ((size_t)kind >= sizeof write / sizeof write[0]) {
        return NULL;
    }
    text t = {0};
    write[kind](&t);
    return text_detach(&t);
}
