// Start: the games as cards, and a new game.

import { h, fill, select, picture } from './dom.js';
import { call, isLocal } from './rpc.js';
import { t } from './words.js';
import { Lesson } from './lesson.js';

/** onOpen(game): opens it, by its name or its file. */
export class Start {
  constructor(onOpen, onError) {
    Object.assign(this, { onOpen, onError });
    this.search = h('input', { type: 'search', placeholder: t('search'), 'aria-label': t('search'), oninput: () => this.filter() });
    this.cards = h('ul', { class: 'cards' });
    this.none = h('p', { class: 'quiet', hidden: true }, t('noGames'));
    this.lesson = new Lesson(onOpen, onError);
    this.form = h('form', { class: 'row new', onsubmit: (event) => this.create(event) });
    this.element = h('section', { class: 'start' }, h('h1', {}, 'Ferz'), h('div', { class: 'row' }, this.search), this.form, this.lesson.element, this.none, this.cards);
    this.seen = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) this.draw(entry.target);
    }, { rootMargin: '200px' });
  }

  async show() {
    try {
      this.games = (await call('list')).games;
    } catch (error) {
      return this.onError(error);
    }
    this.games.sort((a, b) => b.writable - a.writable);
    fill(this.cards, this.games.map((game) => this.card(game)));
    this.name = h('input', { pattern: '[a-z][a-z0-9\\-]*', required: true, maxlength: 60, placeholder: t('nameHint'), 'aria-label': t('name') });
    this.from = this.from || 'chess';
    fill(this.form, h('strong', {}, t('newGame')), this.name, t('from'),
      select(t('from'), this.games.map((game) => [game.name, game.title]), this.from, (name) => { this.from = name; }, { 'data-from': true }),
      h('button', {}, t('create')));
    this.filter();
    await this.lesson.show(this.games);
  }

  card(game) {
    const facts = [t('players', game.players), game.dice ? t('dice') : '', game.hides_information ? t('hidden') : '', game.writable ? t(isLocal() ? 'mineHere' : 'mine') : ''];
    const card = h('li', { class: 'card', 'data-game': game.name },
      h('a', { href: `#game=${encodeURIComponent(game.writable ? game.file : game.name)}` },
        h('div', { class: 'thumb', 'aria-hidden': 'true' }), h('h2', {}, game.title), h('p', { class: 'quiet' }, facts.filter(Boolean).join(', '))));
    card.game = game;
    this.seen.observe(card);
    return card;
  }

  async draw(card) {
    this.seen.unobserve(card);
    try {
      const { svg } = await call('diagram', { game: card.game.writable ? card.game.file : card.game.name, picture: { coordinates: false, size: 24 } });
      fill(card.querySelector('.thumb'), picture(svg));
    } catch { /* a game whose rules do not load has no picture */ }
  }

  filter() {
    const wanted = this.search.value.trim().toLowerCase();
    let any = false;
    for (const card of this.cards.children) {
      card.hidden = !`${card.game.title} ${card.game.name}`.toLowerCase().includes(wanted);
      any = any || !card.hidden;
    }
    this.none.hidden = any;
  }

  async create(event) {
    event.preventDefault();
    const name = this.name.value.trim();
    const title = name.replace(/-/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
    try {
      const { file } = await call('save', { file: `${name}.yaml`, new: true, text: `name: ${title}\n# about: one sentence that says what is different\nextends: ${this.from}\n` });
      this.onOpen(file);
    } catch (error) {
      this.onError(error);
    }
  }
}
