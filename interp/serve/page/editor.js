// Editor: CodeMirror where the build could bundle it, else a plain text area with the same functions.

import { h, fill } from './dom.js';

/** An editor of a text in `holder`: {text, replace, goTo, mark, destroy}. */
export async function openEditor(holder, options) {
  const bundle = await import('./codemirror.js').catch(() => ({}));
  return bundle.codeMirror ? bundle.codeMirror(holder, options) : plainEditor(holder, options);
}

function plainEditor(holder, { text, writable, label, onChange, onSave }) {
  const area = h('textarea', { 'aria-label': label, spellcheck: 'false', wrap: 'off', readonly: !writable, oninput: onChange });
  area.value = text;
  area.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 's') {
      event.preventDefault();
      onSave();
    }
  });
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
    destroy() { area.remove(); },
  };
}
