// Start: what this is, a rule to change at once, one's own games, and all games in groups.

import { h, fill, button, icon, picture } from './dom.js';
import { call, isLocal } from './rpc.js';
import { t, said } from './words.js';
import { cropped } from './about.js';
import { putSigns } from './marks.js';

const GROUPS = ['groupSmall', 'groupHands', 'groupDice', 'groupHidden', 'groupMany', 'groupBig', 'groupOther'];
const LETTERS = ['B', 'FC', 'N', 'Q']; // of the live rule; the first is what chess says

/** What a game is, from its facts alone. `roots`: the game that each comes from in the end. */
function groupOf(game, roots) {
  if (game.dice) return 'groupDice';
  if (game.hides_information) return 'groupHidden';
  if (game.players > 2) return 'groupMany';
  if (game.hands) return 'groupHands';
  if (game.board && game.board !== '8x8') return 'groupBig';
  return roots.get(game.name) !== game.name ? 'groupSmall' : 'groupOther';
}

function tagsOf(game) {
  return [game.board?.replace(/x/g, ' × '), t('players', game.players), game.dice ? t('dice') : '', game.hides_information ? t('hidden') : '', game.hands ? t('hands') : ''].filter(Boolean);
}

const address = (game) => (game.writable ? game.file : game.name);
const link = (game) => `#game=${encodeURIComponent(address(game))}`;

export class Start {
  /** onOwn(game): makes a game of one's own of it. */
  constructor({ onError, onOwn }) {
    Object.assign(this, { onError, onOwn });
    const kept = history.state || {};
    this.group = kept.group || '';
    this.search = h('input', { type: 'search', placeholder: t('search'), 'aria-label': t('search'), value: kept.search || '', oninput: () => this.filter() });
    this.live = h('div', { class: 'box live' });
    this.own = h('ul', { class: 'own' });
    this.groups = h('nav', { class: 'groups', 'aria-label': t('allGames') });
    this.shelves = h('div');
    this.none = h('p', { class: 'quiet', hidden: true }, t('noGames'));
    this.element = h('section', { class: 'start' });
    this.seen = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) this.draw(entry.target);
    }, { rootMargin: '60px' });
    this.keys = (event) => { if (event.key === '/' && !event.target.closest('input,textarea,select')) { event.preventDefault(); this.search.focus(); } };
    addEventListener('keydown', this.keys);
    this.scrolled = () => this.remember();
    addEventListener('scrollend', this.scrolled);
  }

  leave() {
    removeEventListener('keydown', this.keys);
    removeEventListener('scrollend', this.scrolled);
    this.seen.disconnect();
  }

  /** The place and the search are kept where the browser goes back to. */
  remember() {
    history.replaceState({ scroll: scrollY, search: this.search.value, group: this.group }, '');
  }

  async show() {
    const { scroll } = history.state || {};
    try {
      this.games = (await call('list')).games;
    } catch (error) {
      return this.onError(error);
    }
    const byName = new Map(this.games.map((game) => [game.name, game])), root = (name, depth = 0) => (byName.get(name)?.parent && depth < 20 ? root(byName.get(name).parent, depth + 1) : name);
    this.roots = new Map(this.games.map(({ name }) => [name, root(name)]));
    const own = this.games.filter(({ writable }) => writable), rest = this.games.filter(({ writable }) => !writable);
    const chess = byName.get('chess') || this.games[0];
    fill(this.element, h('div', { class: 'hero' }, h('div', {}, h('h1', {}, t('claim')), h('p', {}, t('promise')), h('div', { class: 'row' },
      button(t('changeChess'), () => this.onOwn(chess), { class: 'main', 'data-do': 'change-chess' }), h('a', { class: 'button', href: link(chess) }, t('playOne', rest.length)), h('a', { href: '#lesson' }, t('learn')))), this.live),
    h('h2', {}, t('yourGames'), h('small', {}, t(isLocal() ? 'inBrowser' : 'inFolder'))), this.own,
    h('div', { class: 'shelf' }, this.groups, h('div', {}, h('div', { class: 'find' }, this.search, ...[...new Set(rest.flatMap((game) => tagsOf(game).slice(1)))].slice(0, 7).map((tag) => button(tag, () => { this.search.value = this.search.value === tag ? '' : tag; this.filter(); }, { class: 'tag' }))), this.none, this.shelves)),
    h('p', { class: 'quiet' }, t('forPhones')));
    fill(this.own, own.map((game) => this.card(game)), h('li', {}, button([icon('plus'), t('makeGame')], () => this.onOwn(chess), { class: 'make', style: 'width: 100%', 'data-do': 'make' })));
    this.showShelves(rest);
    this.filter();
    if (scroll) scrollTo(0, scroll);
    return this.showLive(chess, LETTERS[1]).catch(() => { this.live.hidden = true; });
  }

  showShelves(games) {
    const sorted = GROUPS.map((group) => [group, games.filter((game) => groupOf(game, this.roots) === group)]).filter(([, some]) => some.length);
    const choice = (group, words, count) => button([h('span', {}, words), h('small', {}, count)], () => { this.group = group; this.filter(); this.remember(); }, { 'data-group': group, 'aria-pressed': 'false' });
    fill(this.groups, choice('', t('allGames'), games.length), sorted.map(([group, some]) => choice(group, t(group), some.length)));
    fill(this.shelves, sorted.map(([group, some]) => h('section', { class: 'group', 'data-in': group }, h('h2', {}, t(group), h('small', {}, t('games', some.length))), h('ul', { class: 'cards' }, some.map((game) => this.card(game))))));
  }

  card(game) {
    const about = game.players ? said(game, 'about') : t('readOnlyRules');
    const card = h('li', { class: 'card', 'data-game': game.name }, h('a', { href: link(game) }, h('div', { class: 'thumb', 'aria-hidden': 'true' }), h('div', {}, h('b', {}, said(game, 'title')), h('span', { class: 'says' }, about), game.players ? h('small', { class: 'quiet' }, tagsOf(game).join(' · ')) : null)));
    card.game = game;
    card.said = [game.name, game.title, game.title_ru, game.about, game.about_ru, ...tagsOf(game)].join(' ').toLowerCase();
    this.seen.observe(card);
    return card;
  }

  async draw(card) {
    this.seen.unobserve(card);
    try {
      const { piece } = card.game, { svg } = await call('diagram', { game: address(card.game), picture: { coordinates: false, legend: false, addressable: true, hands: false, ...(piece ? { piece } : {}) } });
      const drawn = picture(svg);
      drawn.querySelectorAll('.last').forEach((one) => one.remove());
      fill(card.querySelector('.thumb'), cropped(drawn, []));
    } catch { /* a game whose rules do not load has no picture */ }
  }

  filter() {
    const wanted = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let any = false;
    for (const card of this.element.querySelectorAll('.card')) {
      card.hidden = !wanted.every((word) => card.said.includes(word));
      any = any || !card.hidden;
    }
    for (const section of this.shelves.children) section.hidden = (this.group && section.dataset.in !== this.group) || !section.querySelector('.card:not([hidden])');
    for (const one of this.groups.children) one.setAttribute('aria-pressed', String(one.dataset.group === this.group));
    this.none.hidden = any;
  }

  /** What a bishop with such a movement does: the text of the rules has these letters in the place of its own. */
  liveMoves(chess, letters) {
    this.known[letters] = this.known[letters] || (async () => {
      const first = await call('load', { game: chess.name }), [place] = first.pieces.find(({ name }) => name === 'bishop').movements;
      const lines = (await call('read', { session: first.session, file: place.file })).text.split('\n'), line = lines[place.line - 1];
      lines[place.line - 1] = line.slice(0, place.column - 1) + letters + line.slice(place.column - 1 + place.length);
      const { session } = await call('load', { game: chess.name, session: first.session, overlays: [{ file: place.file, text: lines.join('\n') }] });
      const known = await call('piece', { session, piece: 'bishop', cell: 'd4' });
      call('close', { session }).catch(() => {});
      return known;
    })();
    return this.known[letters];
  }

  /** A rule of chess that is changed by a click, and what becomes of it. */
  async showLive(chess, letters) {
    this.known = this.known || {};
    const [before, now] = [await this.liveMoves(chess, LETTERS[0]), await this.liveMoves(chess, letters)];
    const board = picture(now.svg), [was, is] = [new Set(before.cells), new Set(now.cells)];
    const signs = (test) => [...new Set([...was, ...is])].filter(test).map((cell) => ({ parts: [cell] }));
    board.querySelectorAll('.marks').forEach((one) => one.remove());
    putSigns(board, { now: signs((cell) => !was.has(cell)), gone: signs((cell) => !is.has(cell)), same: signs((cell) => was.has(cell) && is.has(cell)) });
    const key = (name, colour) => h('li', {}, h('i', { style: `background: ${colour}` }), t(name));
    fill(this.live, h('div', {}, h('pre', {}, 'pieces:\n  bishop:\n    moves: ', h('b', {}, letters)), h('div', { class: 'row', style: 'margin: 12px 0' }, LETTERS.map((one) => button(one, () => this.showLive(chess, one), { 'aria-pressed': String(one === letters), 'data-live': one }))),
      h('p', { style: 'font-size: 13px' }, now.text.filter(Boolean).join(' ')), h('ul', {}, key('canNow', '#0c5a31'), key('noLonger', '#97170f'), key('asBefore', '#244a7a'))), cropped(board, []));
  }
}
