// Editor: CodeMirror where the build could bundle it, else a plain text area with the same functions.

import { h, fill } from './dom.js';

/** An editor of a text in `holder`: {text, replace, goTo, mark, glow, tip, edit, destroy}. */
export async function openEditor(holder, options) {
  const bundle = await import('./codemirror.js').catch(() => ({}));
  return bundle.codeMirror ? bundle.codeMirror(holder, options) : plainEditor(holder, options);
}

function plainEditor(holder, { text, writable, label, onChange, onSave, onCursor }) {
  const area = h('textarea', { 'aria-label': label, spellcheck: 'false', readonly: !writable, oninput: onChange });
  area.value = text;
  area.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 's') {
      event.preventDefault();
      onSave();
    }
  });
  area.addEventListener('selectionchange', () => {
    const before = area.value.slice(0, area.selectionStart).split('\n');
    onCursor(before.length, before[before.length - 1].length + 1);
  });
  const at = (line, character) => area.value.split('\n').slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + character;
  fill(holder, area);
  return {
    text: () => area.value,
    replace(now) { area.value = now; },
    goTo(line) {
      const from = area.value.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
      area.focus();
      area.setSelectionRange(from, from + (area.value.slice(from).indexOf('\n') + 1 || area.value.length + 1) - 1);
      area.scrollTop = area.scrollHeight * (line / area.value.split('\n').length) - area.clientHeight / 2;
    },
    mark() {},
    glow() {},
    tip() {},
    edit(edits) {
      for (const one of [...edits].reverse()) area.setRangeText(one.text, at(one.line, one.character), at(one.end_line, one.end_character));
      onChange();
    },
    destroy() { area.remove(); },
  };
}
