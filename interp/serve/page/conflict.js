// Conflict: a text that one writes, and the text that another program or tab has written into the same file meanwhile. Both are
// shown, and one chooses.

import { h, button } from './dom.js';
import { t } from './words.js';

const CELLS_MAX = 4e6; // of the table below; longer texts are compared as a whole

/** The lines of two texts in their order: [[' ', line], ['-', only in the first], ['+', only in the second], …]. */
export function difference(first, second) {
  let [a, b] = [first.split('\n'), second.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const before = a.slice(0, head).map((line) => [' ', line]);
  const after = tail ? a.slice(-tail).map((line) => [' ', line]) : [];
  [a, b] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  if (a.length * b.length > CELLS_MAX) return [...before, ...a.map((line) => ['-', line]), ...b.map((line) => ['+', line]), ...after];
  // length[i][j]: how many lines a[i…] and b[j…] have in common
  const length = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) length[i][j] = a[i] === b[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
  }
  const middle = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) { middle.push([' ', a[i++]]); j++; }
    else if (j === b.length || (i < a.length && length[i + 1][j] >= length[i][j + 1])) middle.push(['-', a[i++]]);
    else middle.push(['+', b[j++]]);
  }
  return [...before, ...middle, ...after];
}

/** Lines that differ, with two around them. */
function differenceElement(theirs, mine) {
  const lines = difference(theirs, mine);
  const near = (index) => lines.slice(Math.max(0, index - 2), index + 3).some(([sign]) => sign !== ' ');
  const words = { '-': 'illegal', '+': 'legal', ' ': 'quiet' };
  return h('pre', { class: 'difference', 'data-difference': true }, lines.map(([sign, line], index) => (near(index) ? h('span', { class: words[sign] }, `${sign} ${line}\n`) : null)));
}

/** What is asked: {file, mine(), theirs, keepMine, takeTheirs}; `theirs` null: the file is gone. */
export function conflictElement({ file, mine, theirs, keepMine, takeTheirs }) {
  const shown = h('div');
  return h('div', { class: 'conflict', role: 'alert' },
    h('p', { class: 'illegal' }, theirs === null ? t('goneElsewhere', file) : t('changedElsewhere', file)),
    button(t('keepMine'), keepMine, { 'data-do': 'keep-mine' }),
    theirs === null ? null : button(t('takeTheirs'), takeTheirs, { 'data-do': 'take-theirs' }),
    theirs === null ? null : button(t('seeDifference'), () => shown.replaceChildren(h('small', { class: 'quiet' }, t('differenceSigns')), differenceElement(theirs, mine())), { 'data-do': 'see-difference' }),
    shown);
}
