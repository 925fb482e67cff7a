/* Editor stubs: what a script may call and return, for the editors of script authors.
 *
 * The three files are texts beside this header, embedded by the build. `tests/unit/authoring/test_stubs.c` compares them with the
 * functions that a Lua state really has, so that no editor completes what the host rejects.
 */
#ifndef FERZ_EDITOR_STUBS_H
#define FERZ_EDITOR_STUBS_H

#include "base/text.h"

/* ferz.lua: annotations for Lua language servers. */
void stubs_lua(text *out);
/* luarc.json: settings of Lua language servers. */
void stubs_settings(text *out);
/* luacheckrc.lua: settings of luacheck. */
void stubs_luacheck(text *out);

#endif
