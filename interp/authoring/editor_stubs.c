#include "authoring/editor_stubs.h"

extern const char text_authoring_ferz[], text_authoring_luarc[], text_authoring_luacheckrc[];

void stubs_lua(text *out)
{
    text_put(out, text_authoring_ferz);
}

void stubs_settings(text *out)
{
    text_put(out, text_authoring_luarc);
}

void stubs_luacheck(text *out)
{
    text_put(out, text_authoring_luacheckrc);
}
