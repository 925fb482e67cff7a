/* The outline of every rule file that there is, against the tree that libyaml makes of it; and of texts that are half
 * typed. */
#include "unit/test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/read_file.h"
#include "service/outline.h"

/* ---- the same tree as libyaml's ---- */

/* Whether a scalar has the same text, but for blanks and ends of lines. */
static bool same_text(const yaml_node_t *node, const char *bytes, span at)
{
    const char *wanted = (const char *)node->data.scalar.value;
    size_t left = node->data.scalar.length;
    if (node->data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE && memchr(bytes + at.from, '\\', at.to - at.from)) {
        return true; /* its escapes are not read */
    }
    while (left || at.from < at.to) {
        if (left && strchr(" \n", *wanted)) {
            wanted++;
            left--;
        } else if (at.from < at.to && strchr(" \r\n", bytes[at.from])) {
            at.from++;
        } else if (left && at.from < at.to && *wanted == bytes[at.from]) {
            at.from += *wanted == '\'' && node->data.scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE ? 2 : 1;
            wanted++;
            left--;
        } else {
            return false;
        }
    }
    return true;
}

static size_t count_of(const yaml_node_t *node)
{
    return node->type == YAML_MAPPING_NODE ? (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start)
           : node->type == YAML_SEQUENCE_NODE
               ? (size_t)(node->data.sequence.items.top - node->data.sequence.items.start)
               : 0;
}

static void compare(yaml_document_t *document, yaml_node_t *node, const char *file, const char *bytes,
                    const outline *found)
{
    static const outline_kind kinds[] = {
        [YAML_SCALAR_NODE] = OUTLINE_SCALAR, [YAML_MAPPING_NODE] = OUTLINE_MAP, [YAML_SEQUENCE_NODE] = OUTLINE_LIST};
    bool empty = node->type == YAML_SCALAR_NODE && node->data.scalar.length == 0;
    unsigned line = (unsigned)node->start_mark.line + 1;
    if (!(empty && found->kind == OUTLINE_NOTHING) && found->kind != kinds[node->type]) {
        fail_msg("%s:%u: another kind: %d", file, line, (int)found->kind);
    }
    if (found->count != count_of(node)) {
        fail_msg("%s:%u: %zu members or items, not %zu", file, line, found->count, count_of(node));
    }
    if (node->type == YAML_SCALAR_NODE && !found->block && !same_text(node, bytes, found->value)) {
        fail_msg("%s:%u: `%.*s`, not `%s`", file, line, (int)(found->value.to - found->value.from),
                 bytes + found->value.from, (const char *)node->data.scalar.value);
    }
    const outline *child = found->first;
    for (size_t i = 0; i < count_of(node); i++, child = child->next) {
        if (node->type == YAML_SEQUENCE_NODE) {
            compare(document, yaml_document_get_node(document, node->data.sequence.items.start[i]), file, bytes, child);
            continue;
        }
        yaml_node_pair_t pair = node->data.mapping.pairs.start[i];
        if (!same_text(yaml_document_get_node(document, pair.key), bytes, child->key)) {
            fail_msg("%s: the key `%.*s`", file, (int)(child->key.to - child->key.from), bytes + child->key.from);
        }
        compare(document, yaml_document_get_node(document, pair.value), file, bytes, child);
    }
}

/* Whether libyaml reads the file, and so the two trees could be compared. */
static bool compare_file(const char *path)
{
    text bytes = {0};
    assert_int_equal(read_file_bytes(path, READ_FILE_FOLLOW_LINKS, 1 << 22, &bytes), 0);
    yaml_parser_t parser;
    yaml_document_t document;
    assert_true(yaml_parser_initialize(&parser));
    yaml_parser_set_input_string(&parser, (const unsigned char *)text_string(&bytes), bytes.length);
    bool loaded = yaml_parser_load(&parser, &document);
    yaml_node_t *top = loaded ? yaml_document_get_root_node(&document) : NULL;
    arena a;
    arena_init(&a, 0);
    const outline *found = outline_read(&a, text_string(&bytes), bytes.length);
    assert_non_null(found);
    bool compared = top && top->type == YAML_MAPPING_NODE;
    if (compared) {
        compare(&document, top, path, text_string(&bytes), found);
    }
    arena_finish(&a);
    if (loaded) {
        yaml_document_delete(&document);
    }
    yaml_parser_delete(&parser);
    text_finish(&bytes);
    return compared;
}

static size_t compare_folder(const char *folder)
{
    size_t compared = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        compared += text_ends_with(entry->d_name, ".yaml") && compare_file(path);
    }
    assert_int_equal(closedir(dir), 0);
    return compared;
}

TEST(test_every_file)
{
    assert_true(compare_folder(FERZ_SOURCE_DIR "/rules") > 150);
    assert_true(compare_folder(FERZ_SOURCE_DIR "/tests/samples") > 100);
    assert_true(compare_folder(FERZ_SOURCE_DIR "/guides/lesson") == 10);
}

/* ---- texts that are half typed ---- */

/* What stands at `|` in a text: its key, or its value behind a colon. */
static void expect_at(const char *with_bar, bool in_key, const char *word)
{
    text bytes = {0};
    size_t at = strcspn(with_bar, "|");
    text_add(&bytes, with_bar, at);
    text_put(&bytes, with_bar + at + 1);
    arena a;
    arena_init(&a, 0);
    const outline *top = outline_read(&a, text_string(&bytes), bytes.length), *node = outline_at(top, at);
    if (!node) {
        fail_msg("nothing stands at | in\n%s", with_bar);
        return;
    }
    assert_int_equal(outline_in_key(node, at), in_key);
    span s = in_key ? node->key : node->value;
    if (!outline_is(text_string(&bytes), s, word)) {
        fail_msg("`%.*s` stands at | in\n%s", (int)(s.to - s.from), text_string(&bytes) + s.from, with_bar);
    }
    arena_finish(&a);
    text_finish(&bytes);
}

TEST(test_half_typed)
{
    expect_at("name: X\nbo|\n", true, "bo");
    expect_at("board:\n  si|\npieces:\n", false, "si");
    expect_at("pieces:\n  king: {letter: k, ro|\n  queen: {letter: q}\n", true, "ro");
    expect_at("pieces:\n  king: {letter: k, royal: |\n  queen: {letter: q}\n", false, "");
    expect_at("pieces:\n  king: {letter: k, moves: [K, |N\nstart: x\n", false, "N");
    expect_at("pieces:\n  pawn:\n    letter: p\n    pro|\n    moves: K\n", true, "pro");
    expect_at("end:\n  checkmate: lo|ss # remark\n", false, "loss");
    expect_at("players:\n- name: wh|ite\n  seat: south\n- bla", false, "white");
    expect_at("about: one\n  two\nname: \"X|Y\"\n", false, "XY");
}

TEST(test_deep_and_odd)
{
    static const char *const odd[] = {"[[[[[[",  "- - - - -\n- ?", "a: |\n\n\n", "'",
                                      "\"\\",    "{a: [b, {c: ",   ": : :",      "%YAML 1.1\n---\na: b\n...",
                                      "\t\t- x", "a:\r\n  b: c\r"};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        arena a;
        arena_init(&a, 0);
        assert_non_null(outline_read(&a, odd[i], strlen(odd[i])));
        arena_finish(&a);
    }
    char deep[10000];
    arena a;
    arena_init(&a, 0);
    memset(deep, '[', sizeof deep);
    assert_non_null(outline_read(&a, deep, sizeof deep));
    arena_finish(&a);
}
