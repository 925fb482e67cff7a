// Sheets: the tabs beside the board that ask the server something and show it: the rules in words, examples, differences.

import { h, fill, button, select, download } from './dom.js';
import { call, jobName } from './rpc.js';
import { t, languageName } from './words.js';

/** The rules in words, as the server writes them; the page of another document, in which no script runs. */
export class Sheet {
  constructor(game, onError) {
    Object.assign(this, { game, onError });
    this.frame = h('div');
    this.published = h('span', { class: 'quiet', role: 'status' });
    this.element = h('section', { class: 'sheet' }, this.frame);
    game.listen((what) => { if (what === 'rules' && this.shown) this.show(); });
  }

  async show() {
    this.shown = true;
    try {
      const { text } = await this.game.ask('explain', { format: 'html', language: languageName() });
      const frame = h('iframe', { sandbox: 'allow-same-origin', title: t('explain') });
      frame.srcdoc = text;
      frame.addEventListener('load', () => { frame.style.height = `${frame.contentDocument.documentElement.scrollHeight + 20}px`; });
      fill(this.frame, frame);
    } catch (error) {
      this.onError(error);
    }
  }

  /** A row with a button that makes one page of this game. */
  offerPublishing() {
    this.element.prepend(h('div', { class: 'row' },
      button(t('publish'), () => this.publish(), { 'data-do': 'publish', title: t('publishHint') }), this.published));
    return this;
  }

  async publish() {
    const { loaded, settings, overlays, start } = this.game;
    fill(this.published, t('publishing'));
    try {
      const { text } = await call('publish', { game: loaded.writable ? loaded.file : loaded.name, settings, overlays: overlays || [],
        language: languageName(), ...(start ? { fen: start } : {}) });
      download(`${loaded.name}.html`, text);
      fill(this.published, t('published', `${loaded.name}.html`, (text.length / 1e6).toFixed(1)));
    } catch (error) {
      fill(this.published, h('span', { class: 'failed' }, error.message));
    }
  }
}

export class Examples {
  /** onPosition(fen): shows a position on the board. */
  constructor(game, onPosition, onError) {
    Object.assign(this, { game, onPosition, onError });
    this.title = h('input', { placeholder: t('exampleTitle'), 'aria-label': t('exampleTitle') });
    this.found = h('div', { role: 'status' });
    this.list = h('ul', { class: 'results' });
    this.element = h('section', { class: 'examples' });
  }

  show() {
    fill(this.element,
      h('div', { class: 'row' }, button(t('run'), () => this.run(), { class: 'main', 'data-do': 'examples' })),
      this.game.loaded.writable ? h('form', { class: 'row', onsubmit: (event) => this.record(event) }, this.title, h('button', {}, t('makeExample'))) : null,
      this.found, this.list);
  }

  async run() {
    try {
      const { loaded } = this.game;
      const result = await call('examples', { game: loaded.writable ? loaded.file : loaded.name });
      fill(this.found, t('passed', result.passed, result.failed));
      fill(this.list, result.items.map((item) => h('li', { class: item.passed ? 'passed' : 'failed' },
        h('span', {}, `${item.passed ? '✓' : '✗'} ${item.title}`),
        item.fen ? button(t('show'), () => this.onPosition(item.fen), { class: 'link' }) : null)),
      result.messages.map((message) => h('li', { class: 'error' }, h('pre', {}, message.rendered))));
    } catch (error) {
      this.onError(error);
    }
  }

  async record(event) {
    event.preventDefault();
    try {
      const title = this.title.value.trim();
      const { text, file } = await this.game.ask('record', { write: true, ...(title ? { title } : {}) });
      this.title.value = '';
      fill(this.found, t('recorded', file));
      fill(this.list, h('li', {}, h('pre', {}, text)));
    } catch (error) {
      this.onError(error);
    }
  }
}

export class Differences {
  constructor(game, onPosition, onError) {
    Object.assign(this, { game, onPosition, onError });
    this.element = h('section', { class: 'differences' });
    this.found = h('div', { role: 'status' });
  }

  async show() {
    try {
      const { games } = await call('list');
      const chosen = this.other || 'chess';
      this.other = games.some((game) => game.name === chosen) ? chosen : games[0]?.name;
      fill(this.element, h('div', { class: 'row' },
        select(t('other'), games.map((game) => [game.name, game.title]), this.other, (name) => { this.other = name; }),
        button(t('compare'), () => this.run(), { class: 'main', 'data-do': 'compare' })), this.found);
    } catch (error) {
      this.onError(error);
    }
  }

  async run() {
    try {
      fill(this.found, '…');
      const result = await this.game.ask('diff', { game: this.other, language: languageName(), job: jobName() });
      const words = { 0: 'onlyHere', 1: 'onlyThere', '-1': 'both' };
      fill(this.found, result.rules.length ? h('ul', {}, result.rules.map((line) => h('li', {}, line))) : null,
        result.incompatible ? h('p', {}, result.incompatible) : null,
        !result.rules.length && !result.items.length ? h('p', {}, t('noDifference')) : null,
        result.items.map((item) => h('article', { class: 'card difference' }, h('code', {}, item.fen),
          button(t('show'), () => this.onPosition(item.fen, item.moves ? item.moves.split(' ') : []), { class: 'link' }),
          item.status ? h('p', {}, item.status.join(' / ')) : null,
          h('ul', {}, item.items.map((move) => h('li', {}, t(words[move.allowed_by], move.move), move.why ? `: ${move.why}` : ''))))));
    } catch (error) {
      this.onError(error);
    }
  }
}

