/* Fixes: code actions for what diagnostics say would help: the edits of service/fixes.h. */
#include <string.h>

#include "lsp/server_internal.h"
#include "service/fixes.h"

typedef struct fixing {
    call *call;
    const document *document;
    place_text text;
    const json_t *diagnostic; /* the one in question */
    json_t *actions;
} fixing;

static void add_action(void *state, const fix_edit *found)
{
    fixing *m = state;
    call *c = m->call;
    json_t *action = json_object(), *edit = json_object(), *changes = json_object(), *one = json_object(),
           *edits = json_array(), *diagnostics = json_array();
    put(c, one, "range", place_range_json(c, &m->text, found->replaced));
    put_string(c, one, "newText", found->inserted);
    put_item(c, edits, one);
    put(c, changes, m->document->uri, edits);
    put(c, edit, "changes", changes);
    put_item(c, diagnostics, json_incref((json_t *)(uintptr_t)m->diagnostic));
    put_string(c, action, "title", found->title);
    put_string(c, action, "kind", "quickfix");
    put(c, action, "diagnostics", diagnostics);
    put(c, action, "isPreferred", json_boolean(found->preferred));
    put(c, action, "edit", edit);
    put_item(c, m->actions, action);
}

static void fix_one(fixing *m, span range)
{
    const json_t *data = json_object_get(m->diagnostic, "data");
    const fix_request request = {.text = m->text,
                                 .script = m->document->kind == DOCUMENT_SCRIPT,
                                 .code = json_string_value(json_object_get(m->diagnostic, "code")),
                                 .fix = json_string_value(json_object_get(data, "fix")),
                                 .wanted = json_string_value(json_object_get(data, "text")),
                                 .word = json_string_value(json_object_get(data, "word")),
                                 .range = range};
    fixes_find(&request, add_action, m);
}

json_t *actions_answer(server *s, call *c)
{
    const document *one = server_document(s, c);
    fixing m = {.call = c, .document = one, .actions = json_array()};
    span wanted, range;
    if (one) {
        m.text = server_place(s, &one->text);
    }
    if (one && place_range(&m.text, json_object_get(c->params, "range"), &wanted)) {
        const json_t *list = json_object_get(s->sent, one->uri);
        for (size_t i = 0; i < json_array_size(list); i++) {
            m.diagnostic = json_array_get(list, i);
            if (place_range(&m.text, json_object_get(m.diagnostic, "range"), &range) && range.from <= wanted.to &&
                wanted.from <= range.to) {
                fix_one(&m, range);
            }
        }
    }
    return m.actions;
}
