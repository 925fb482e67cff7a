// Differences: what changed against another game, its parent first: in words, then the smallest positions as pairs of boards.

import { h, fill, button, select } from './dom.js';
import { call, jobName } from './rpc.js';
import { t, said, languageName, numberWords, movesWords, noteLabels } from './words.js';
import { smallBoard, partsOf } from './examples.js';

const SHOWN = 6, MILLISECONDS = 5000;

export class Differences {
  /** onVisit(title, fen, moves): shows a position on the board. */
  constructor(game, { onVisit, onError }) {
    Object.assign(this, { game, onVisit, onError });
    this.other = null;
    this.side = h('div');
    this.pairs = h('div', { class: 'pairs' });
    this.both = h('div', { class: 'both' });
    this.element = h('section', { class: 'screen differences' }, this.side, h('div', {}, this.both, this.pairs));
    this.busy = h('div', { class: 'row', role: 'status' });
    this.changes = h('div');
  }

  leave() {
    this.closeTwins();
    this.stop();
  }

  stop() {
    if (this.job) call('cancel', { job: this.job }).catch(() => {});
  }

  async show() {
    try {
      const { loaded } = this.game, { games } = await call('list');
      this.games = games.filter((one) => one.players);
      const wanted = this.other || loaded.parent || 'chess';
      this.other = this.games.some(({ name }) => name === wanted) ? wanted : this.games[0].name;
      const title = (one) => (one.name === loaded.parent ? t('itsParent', said(one, 'title')) : said(one, 'title'));
      fill(this.side, h('label', { class: 'row' }, t('compared'), select(t('compared'), this.games.filter(({ name }) => name !== loaded.name).map((one) => [one.name, title(one)]), this.other, (name) => { this.other = name; this.run(); }, { class: 'value', 'data-other': true })),
        h('div', { class: 'row' }, this.busy, button(t('twins'), () => this.openTwins(), { 'data-do': 'twins' })), this.changes);
      if (this.shownFor !== `${loaded.fingerprint} ${this.other} ${languageName()}`) this.run();
    } catch (error) {
      this.onError(error);
    }
  }

  /** Two boards to tap on at once. */
  async openTwins() {
    this.closeTwins();
    const { Twins } = await import('./twins.js');
    this.twins = new Twins(this.game, this.games.find(({ name }) => name === this.other), this.onError);
    fill(this.both, this.twins.element);
    await this.twins.begin();
  }

  closeTwins() {
    this.twins?.leave();
    this.twins = null;
    fill(this.both);
  }

  async run() {
    this.stop();
    this.closeTwins();
    const { loaded } = this.game, job = this.job = jobName(), other = this.games.find(({ name }) => name === this.other);
    fill(this.busy, button([h('i', { class: 'busy' }), t('comparing'), ' · ', t('stop')], () => this.stop(), { 'data-do': 'compare' }));
    fill(this.changes);
    fill(this.pairs);
    try {
      const result = await this.game.ask('diff', { game: this.other, job, milliseconds: MILLISECONDS });
      if (this.job !== job) return;
      this.shownFor = `${loaded.fingerprint} ${this.other} ${languageName()}`;
      this.showResult(result, other);
    } catch (error) {
      this.onError(error);
    }
    fill(this.busy, button(t('compare'), () => this.run(), { 'data-do': 'compare' }));
  }

  showResult(result, other) {
    noteLabels(result.labels);
    fill(this.changes, h('h2', {}, t('whatChanged')), h('ul', { class: 'changes' }, result.rules.map((line) => h('li', {}, line))),
      result.incompatible ? h('p', {}, result.incompatible) : null, !result.rules.length && !result.positions.length ? h('p', {}, t('noDifference')) : null,
      h('p', { class: 'quiet' }, t('howFound', numberWords(result.compared))));
    fill(this.pairs, result.positions.slice(0, SHOWN).map((item, i) => this.pair(item, i, other)));
  }

  /** Two boards: the moves that only the other game has, and those that only this one has. */
  pair(item, i, other) {
    const { loaded, address, settings, overlays } = this.game;
    const [here, there, both] = ['second', 'first', 'both'].map((who) => item.differing.filter(({ by }) => by === who));
    const board = h('div', { class: 'small-board' }), against = h('div', { class: 'small-board' }), parts = (list) => list.map(({ move }) => partsOf(move, loaded.cells));
    smallBoard(address, item.fen, { now: parts(here) }, { settings, overlays: overlays || [] }).then((svg) => fill(board, svg), () => {});
    smallBoard(other.writable ? other.file : other.name, item.fen, { gone: parts(there) }).then((svg) => fill(against, svg), () => fill(against, h('code', {}, item.fen)));
    const [mine, theirs] = [said(loaded, 'title'), said(other, 'title')];
    const half = (title, small, sign, list, where) => h('div', {}, h('h3', {}, title), small, list.length ? h('p', { class: 'said-of' }, h('b', {}, sign), h('span', {}, t('notIn', where, movesWords(list.map(({ move }) => move))), ' ', h('span', { class: 'quiet' }, list[0].why))) : null);
    return h('article', { class: 'box difference-box' }, h('header', {}, h('span', {}, i + 1), button(t('open'), () => this.onVisit(`${t('diff')} ${i + 1}`, item.fen, item.moves), { class: 'link' })),
      h('div', { class: 'pair' }, half(theirs, against, '×', there, mine), half(mine, board, '+', here, theirs)), both.length ? h('p', { class: 'quiet' }, t('leadsElsewhere', movesWords(both.map(({ move }) => move)))) : null, item.status ? h('p', { class: 'quiet' }, `${theirs}: ${item.status[0]}; ${mine}: ${item.status[1]}`) : null);
  }
}
