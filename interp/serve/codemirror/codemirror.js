// What of CodeMirror the page uses, bundled by bundle.sh into one module. Completion and hover come from the JSON Schema of
// the rule language, which the server makes from the tables that check rules.

import { EditorState, Compartment, StateEffect, StateField } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, hoverTooltip, showTooltip, Decoration, highlightActiveLine, drawSelection } from '@codemirror/view';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { StreamLanguage, syntaxHighlighting, HighlightStyle, bracketMatching, indentUnit } from '@codemirror/language';
import { yaml } from '@codemirror/lang-yaml';
import { lua } from '@codemirror/legacy-modes/mode/lua';
import { setDiagnostics, lintGutter } from '@codemirror/lint';
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { search, searchKeymap } from '@codemirror/search';
import { tags } from '@lezer/highlight';

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--key)' },
  { tag: [tags.string, tags.number, tags.bool], color: 'var(--value)' },
  { tag: tags.comment, color: 'var(--comment)' },
  { tag: [tags.keyword, tags.operator], color: 'var(--accent)' },
]);

const theme = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--ink)', height: '100%' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.72' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--quiet)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--sunken) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent' },
  '.cm-glow': { backgroundColor: 'var(--tint) !important', boxShadow: 'inset 4px 0 var(--accent)' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: '8px', boxShadow: 'var(--shadow)', maxWidth: '36em', padding: '2px' },
  '.meaning': { maxWidth: 'min(26rem, 36vw)', padding: '6px 10px', whiteSpace: 'pre-wrap', fontSize: '13px' },
  '.cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent) !important' },
});

// ---- lines that glow, and words above a line ----

const setGlow = StateEffect.define(), setTip = StateEffect.define();
const glow = StateField.define({
  create: () => Decoration.none,
  update(lines, transaction) {
    let now = lines.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setGlow)) continue;
      const starts = [...new Set(effect.value)].filter((line) => line > 0 && line <= transaction.state.doc.lines).sort((a, b) => a - b).map((line) => transaction.state.doc.line(line).from);
      now = Decoration.set(starts.map((from) => Decoration.line({ class: 'cm-glow' }).range(from)));
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});
const tip = StateField.define({
  create: () => null,
  update(shown, transaction) {
    let now = transaction.docChanged ? null : shown;
    for (const effect of transaction.effects) if (effect.is(setTip)) now = effect.value;
    return now;
  },
  provide: (field) => showTooltip.from(field),
});

// ---- the schema: which keys may stand where ----

function resolve(root, node) {
  for (let i = 0; node?.$ref && i < 20; i++) {
    node = node.$ref.slice(2).split('/').reduce((at, part) => at?.[decodeURIComponent(part)], root);
  }
  return node;
}

/** All that a node may be. */
function alternatives(root, node, depth = 0) {
  node = resolve(root, node);
  if (!node || depth > 6) return [];
  const parts = [...(node.anyOf || []), ...(node.oneOf || []), ...(node.allOf || []), node.then, node.else].filter(Boolean);
  return [node, ...parts.flatMap((part) => alternatives(root, part, depth + 1))];
}

function properties(root, nodes) {
  const all = {};
  for (const node of nodes) for (const [name, value] of Object.entries(node.properties || {})) all[name] = all[name] || value;
  return all;
}

/** The nodes below a key. */
function below(root, nodes, key) {
  const found = [];
  for (const node of nodes) {
    if (node.properties?.[key]) found.push(...alternatives(root, node.properties[key]));
    else if (typeof node.additionalProperties === 'object') found.push(...alternatives(root, node.additionalProperties));
    else for (const value of Object.values(node.patternProperties || {})) found.push(...alternatives(root, value));
    if (node.items) found.push(...below(root, alternatives(root, node.items), key));
  }
  return found;
}

/** The keys above a place, by indentation and by open braces: [pieces, knight] in "  knight: {mo". */
function pathAt(state, position) {
  const line = state.doc.lineAt(position);
  const before = line.text.slice(0, position - line.from);
  const path = [];
  let indent = line.text.search(/\S|$/);
  for (let n = line.number - 1; n > 0 && indent > 0; n--) {
    const text = state.doc.line(n).text, at = text.search(/\S/);
    const key = text.match(/^\s*(?:- )?([\w .-]+?):/);
    if (at >= 0 && at < indent && text[at] !== '#' && key) {
      path.unshift(key[1]);
      indent = at;
    }
  }
  const open = [];
  for (const match of before.matchAll(/([\w .-]+?)\s*:\s*(?=\{|\[)|[{}\]]/g)) {
    if (match[1]) open.push(match[1].trim());
    else if (match[0] !== '{') open.pop();
  }
  const first = before.match(/^\s*(?:- )?([\w .-]+?):\s/);
  if (first && !open.includes(first[1]) && before.includes('{')) open.unshift(first[1]);
  return [...path, ...open];
}

function nodesAt(schema, state, position) {
  return pathAt(state, position).reduce((nodes, key) => below(schema, nodes, key), alternatives(schema, schema));
}

function completeFrom(schema) {
  return (context) => {
    const word = context.matchBefore(/[\w-]*/);
    if (!context.explicit && word.from === word.to) return null;
    const line = context.state.doc.lineAt(context.pos);
    const nodes = nodesAt(schema, context.state, context.pos);
    const value = line.text.slice(0, word.from - line.from).match(/([\w .-]+):\s*$/);
    if (value) {
      const values = below(schema, nodes, value[1].trim()).flatMap((node) => node.enum || (node.const !== undefined ? [node.const] : []));
      return { from: word.from, options: [...new Set(values)].map((label) => ({ label: String(label), type: 'enum' })) };
    }
    const keys = Object.entries(properties(schema, nodes));
    return { from: word.from, options: keys.map(([label, node]) => ({ label, apply: `${label}: `, type: 'property', info: resolve(schema, node)?.description || node.description })) };
  };
}

function hoverFrom(schema) {
  return hoverTooltip((view, position) => {
    const line = view.state.doc.lineAt(position);
    for (const match of line.text.matchAll(/([\w-][\w .-]*?)\s*:/g)) {
      const from = line.from + match.index, to = from + match[1].length;
      if (position < from || position > to) continue;
      const node = properties(schema, nodesAt(schema, view.state, from))[match[1]];
      const words = node?.description || resolve(schema, node)?.description;
      if (!words) return null;
      const create = () => {
        const dom = document.createElement('div');
        dom.className = 'meaning';
        dom.textContent = words;
        return { dom };
      };
      return { pos: from, end: to, create };
    }
    return null;
  });
}

// ---- the editor ----

function place(doc, message) {
  const line = doc.line(Math.min(Math.max(1, message.line || 1), doc.lines));
  const from = Math.min(line.from + (message.character || 0), line.to);
  return { from, to: Math.min(Math.max(from + 1, line.from + (message.character_end || 0)), Math.max(line.to, from)) };
}

export function codeMirror(holder, { text, kind, writable, label, schema, onChange, onSave, onCursor, onFix, onNext }) {
  let silent = false;
  const language = new Compartment();
  const view = new EditorView({
    parent: holder,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), search(), lintGutter(), indentUnit.of('  '), EditorView.lineWrapping, glow, tip,
        syntaxHighlighting(colours), theme, EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
        language.of(kind === 'lua' ? StreamLanguage.define(lua) : yaml()),
        EditorState.readOnly.of(!writable),
        schema ? [autocompletion({ override: [completeFrom(schema)] }), hoverFrom(schema)] : autocompletion(),
        keymap.of([{ key: 'Mod-s', preventDefault: true, run: () => (onSave(), true) }, { key: 'Mod-.', run: () => (onFix(), true) }, { key: 'F8', run: () => (onNext(), true) }, ...completionKeymap, ...defaultKeymap, ...historyKeymap,
          ...searchKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !silent) onChange();
          if (update.selectionSet || update.docChanged) {
            const { head } = update.state.selection.main, line = update.state.doc.lineAt(head);
            onCursor(line.number, head - line.from + 1);
          }
        }),
      ],
    }),
  });
  view.scrollDOM.tabIndex = 0; // so that keys scroll a text that can only be read
  return {
    text: () => view.state.doc.toString(),
    replace(now) {
      silent = true;
      const keep = Math.min(view.state.selection.main.head, now.length);
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: now }, selection: { anchor: keep } });
      silent = false;
    },
    goTo(line) {
      const at = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      view.dispatch({ selection: { anchor: at.from, head: at.to }, effects: EditorView.scrollIntoView(at.from, { y: 'center' }) });
      view.focus();
    },
    mark(messages) {
      const found = messages.map((message) => ({ ...place(view.state.doc, message), severity: message.severity, source: message.code,
        message: message.hint ? `${message.text}\n${message.hint}` : message.text }));
      view.dispatch(setDiagnostics(view.state, found));
    },
    /** These lines glow; the first is scrolled to if none can be seen. */
    glow(lines) {
      view.dispatch({ effects: setGlow.of(lines) });
      const first = lines[0] && lines[0] <= view.state.doc.lines ? view.lineBlockAt(view.state.doc.line(lines[0]).from) : null, { scrollTop, clientHeight } = view.scrollDOM;
      if (first && (first.bottom < scrollTop || first.top > scrollTop + clientHeight)) view.dispatch({ effects: EditorView.scrollIntoView(first.from, { y: 'center' }) });
    },
    /** Words above a line; null: none. */
    tip(line, words) {
      const create = () => {
        const dom = document.createElement('div');
        dom.className = 'meaning';
        dom.textContent = words;
        return { dom };
      };
      view.dispatch({ effects: setTip.of(words && line <= view.state.doc.lines ? { pos: view.state.selection.main.head, above: true, create } : null) });
    },
    /** Edits of the program: {line, character, end_line, end_character, text}, lines from 1, characters in units of UTF-16. */
    edit(edits) {
      const at = (line, character) => Math.min(view.state.doc.line(Math.min(line, view.state.doc.lines)).from + character, view.state.doc.length);
      view.dispatch({ changes: edits.map((one) => ({ from: at(one.line, one.character), to: at(one.end_line, one.end_character), insert: one.text })) });
      view.focus();
    },
    destroy() { view.destroy(); },
  };
}
