/* What the files of the language server share. Only files of lsp/ include it. */
#ifndef FERZ_LSP_SERVER_INTERNAL_H
#define FERZ_LSP_SERVER_INTERNAL_H

#include "lsp/documents.h"
#include "lsp/language.h"
#include "lsp/server.h"
#include "service/call.h"

/* Numbers of LSP. */
enum {
    ERROR_CANCELLED = -32800,
    ERROR_NOT_INITIALIZED = -32002,
    ERROR_REQUEST_FAILED = -32803,
};

struct server {
    server_options options;
    documents documents;
    language language;
    place_encoding encoding;
    bool initialized, shut_down, exited;
    bool russian;           /* the editor's language */
    bool markdown;          /* hover may be Markdown */
    bool snippets;          /* completion may name where the cursor goes */
    bool watches;           /* the editor can tell of files that change */
    bool versioned;         /* edits may name the version of a text */
    json_t *folders;        /* paths of the workspace */
    json_t *found;          /* what was found in each game: its path, then URI, then diagnostics */
    json_t *sent;           /* what the editor shows: URI, then diagnostics */
    ferz_list_entry *games; /* those that can be found by name */
    size_t game_count;
    bool listed;
    char *codes_uri; /* the page of all messages, NULL: it is not there; and its text */
    text codes;
    bool codes_sought;
    char *request;   /* the id of the request in progress, as JSON; NULL: none */
    int64_t give_up; /* when a search through files ends that is in progress, on the clock of server_is_late */
    uint64_t next_id;
};

/* ---- server.c ---- */

void server_send(server *s, json_t *message); /* takes it; NULL is allowed */
void server_notify(server *s, const char *method, json_t *params);
/* The text of a document as places are counted in it. */
place_text server_place(const server *s, const text *bytes);
/* The document that the parameters name, and the byte of their position; NULL: there is none. */
document *server_document(server *s, const call *c);
document *server_position(server *s, const call *c, size_t *at);
/* The games that can be found by name. */
void server_list_games(server *s);
/* Work begins that may look through files, for so long at most; whether that time is over. */
void server_begin(server *s, int milliseconds);
bool server_is_late(const server *s);
/* A path as it is from the root; the name of an open text that is no file as it is. NULL when out of memory; to be
 * freed. */
char *server_full_path(const server *s, const char *path);

/* ---- check.c ---- */

/* Loads the rules in the file with all open texts. */
ferz_variant *check_load(server *s, const char *path, ferz_messages *messages);
void check_mark_changed(server *s, const document *changed);
/* The rules have gone: the editor shows no more of what was found in them. */
void check_forget(server *s, const char *path);
void check_forget_closed(server *s);
/* The variant of an open rule file or script, as it loaded last. NULL: none ever did. */
const ferz_variant *check_variant(server *s, document *one);

/* ---- the methods ---- */

typedef json_t *server_method(server *s, call *c);
server_method hover_answer, completion_answer, definition_answer, references_answer, prepare_rename_answer,
    rename_answer, symbols_answer, formatting_answer, actions_answer;

#endif
