// Examples: the claims of the game, each as a small board with what is missing and what should not be; and a new one of the position.

import { h, fill, button, picture } from './dom.js';
import { call } from './rpc.js';
import { t, said, movesWords, noteLabels } from './words.js';
import { cropped } from './about.js';
import { putSigns, truth } from './marks.js';
import { drafts } from './drafts.js';

const LINES_FROM = 5; // so many moves of one piece are discs, else arrows

/** A small board of a position with signs, as large as what is on it wants. */
export async function smallBoard(game, fen, lists, extra = {}) {
  const { svg } = await call('diagram', { game, fen, picture: { addressable: true, coordinates: false, hands: false }, ...extra });
  const board = picture(svg), touched = putSigns(board, lists);
  board.querySelectorAll('.last').forEach((one) => one.remove());
  return cropped(board, touched.length > LINES_FROM || touched.length > 1 ? touched : []);
}

/** The moves of a claim as they are drawn; a text that is no legal move is cut by the names of the cells. */
export function partsOf(text, cells) {
  const found = [];
  for (let at = 0; at < text.length;) {
    const cell = cells.filter((name) => text.startsWith(name, at)).sort((a, b) => b.length - a.length)[0];
    if (cell) found.push(cell);
    at += cell ? cell.length : 1;
  }
  return { move: text, parts: found };
}

/** One claim as a card. */
export function claimCard(item, game, cells, { overlays = [], action } = {}) {
  const board = h('div', { class: 'small-board' }), words = [];
  const as = (list) => list.map((text) => partsOf(text, cells));
  const missing = new Set(item.missing);
  const lists = { now: as(item.missing), gone: as(item.extra), same: as(item.expected.filter((move) => !missing.has(move)).slice(0, 40)), denied: as(item.denied.filter((move) => !item.extra.includes(move))) };
  if (item.fen) smallBoard(game, item.fen, lists, { overlays }).then((svg) => fill(board, svg), () => {});
  noteLabels(item.labels);
  if (item.missing.length) words.push(`+ ${movesWords(item.missing)}`);
  if (item.extra.length) words.push(`× ${movesWords(item.extra)}`);
  return h('li', { class: `box ${item.passed ? 'passed' : 'failed false'}` }, h('div', { class: 'title' }, truth(item.passed), h('span', {}, said(item, 'title'))), board, h('p', { class: 'quiet' }, words.join('  ')), action?.(item));
}

export class Examples {
  /** onVisit(title, fen): shows a position on the board. */
  constructor(game, { onVisit, onError }) {
    Object.assign(this, { game, onVisit, onError });
    this.title = h('input', { placeholder: t('exampleTitle'), 'aria-label': t('exampleTitle') });
    this.found = h('p', { role: 'status', class: 'quiet' });
    this.list = h('ul', { class: 'claims results' });
    this.element = h('section', { class: 'examples' });
  }

  show() {
    const { loaded } = this.game;
    fill(this.element, h('div', { class: 'row' }, button(t('run'), () => this.run(), { class: 'main', 'data-do': 'examples' }), this.found),
      loaded.writable ? h('form', { class: 'row', onsubmit: (event) => this.record(event) }, this.title, h('button', {}, t('makeExample'))) : null, this.list);
    if (!this.shown) this.run();
    this.shown = true;
  }

  async run() {
    try {
      const { loaded, address } = this.game, overlays = drafts.of([...loaded.files, loaded.file.replace(/\.yaml$/, '.test.yaml')]);
      const result = await call('examples', { game: address, overlays });
      fill(this.found, result.items.length ? `${t('passed', result.passed, result.failed)}. ${t(overlays.length ? 'runsText' : 'runsSaved')}` : t('noExamples'));
      fill(this.list, result.items.sort((a, b) => a.passed - b.passed).map((item) => claimCard(item, address, loaded.cells, { overlays, action: (item) => (item.fen ? button(t('open'), () => this.onVisit(said(item, 'title'), item.fen), { class: 'link' }) : null) })),
        result.messages.filter(({ severity }) => severity === 'error').map((message) => h('li', { class: 'box error' }, h('p', {}, message.line ? t('elsewhere', message.file.split('/').pop(), message.line, message.text) : message.text), message.hint ? h('p', { class: 'quiet' }, message.hint) : null)));
    } catch (error) {
      this.onError(error);
    }
  }

  async record(event) {
    event.preventDefault();
    try {
      const title = this.title.value.trim(), { file } = await this.game.ask('record', { write: true, ...(title ? { title } : {}) });
      this.title.value = '';
      await this.run();
      fill(this.found, t('recorded', file));
    } catch (error) {
      this.onError(error);
    }
  }
}
