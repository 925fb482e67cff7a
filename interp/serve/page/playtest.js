// Play-test: games in the background, random ones or between engines, and what comes out as bars.

import { h, fill, button, select, svgElement } from './dom.js';
import { call, jobName, listen } from './rpc.js';
import { t, addWords, nameWords, winWords } from './words.js';
import { plots } from './plots.js';

addWords({
  atRandom: ['at random', 'наугад'],
  whoTests: ['Who plays {0} in the games', 'Кто играет за {0} в этих партиях'],
});

const BARS = 24;
const LEVELS = 10;
const GAMES = '1000', ENGINE_GAMES = '20';
const MILLISECONDS = 60000, ENGINE_MILLISECONDS = 600000;
const WALKS = 200; // games that are looked at ply by ply

/** Wilson's interval of 95 %, in percent. */
export function interval(wins, games) {
  const z = 1.96, p = wins / games, d = 1 + (z * z) / games;
  const middle = (p + (z * z) / (2 * games)) / d, half = (z / d) * Math.sqrt((p * (1 - p)) / games + (z * z) / (4 * games * games));
  return [Math.max(0, 100 * (middle - half)), Math.min(100, 100 * (middle + half))];
}

/** Bars of shares with their intervals: [[words, wins], …]. */
function shares(rows, games) {
  return h('table', { class: 'shares' }, h('tbody', {}, rows.map(([words, wins]) => {
    const [low, high] = interval(wins, games), share = (100 * wins) / games;
    const svg = svgElement('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    svg.append(svgElement('rect', { width: share, height: 10, class: 'bar' }), svgElement('path', { d: `M${low} 5H${high}`, class: 'interval' }));
    return h('tr', {}, h('th', { scope: 'row' }, words), h('td', {}, wins), h('td', { class: 'plot' }, svg),
      h('td', {}, t('interval', share.toFixed(1), low.toFixed(1), high.toFixed(1))));
  })));
}

/** How many games were how long. */
function histogram(lengths, shortest, longest) {
  const width = Math.max(1, Math.ceil((longest - shortest + 1) / BARS));
  const bars = new Array(Math.ceil((longest - shortest + 1) / width)).fill(0);
  for (const [plies, games] of lengths) bars[Math.min(bars.length - 1, Math.floor((plies - shortest) / width))] += games;
  const most = Math.max(...bars);
  const svg = svgElement('svg', { viewBox: `0 0 ${bars.length * 12} 110`, class: 'histogram', role: 'img', 'aria-label': t('lengths') });
  bars.forEach((games, i) => {
    const bar = svgElement('rect', { x: i * 12 + 1, y: 90 - (88 * games) / most, width: 10, height: (88 * games) / most, class: 'bar' });
    const title = svgElement('title', {});
    title.textContent = `${shortest + i * width}–${shortest + (i + 1) * width - 1}: ${games}`;
    bar.append(title);
    svg.append(bar);
  });
  const label = (x, anchor, words) => {
    const text = svgElement('text', { x, y: 104, 'font-size': 9, 'text-anchor': anchor });
    text.textContent = words;
    svg.append(text);
  };
  label(1, 'start', shortest);
  label(bars.length * 12 - 1, 'end', longest);
  return svg;
}

export class PlayTest {
  constructor(game, onError) {
    Object.assign(this, { game, onError });
    this.levels = {}; // of engines, by player; without one a player moves at random
    this.count = h('input', { type: 'number', min: 1, max: 1000000, value: GAMES, 'aria-label': t('games') });
    this.bar = h('progress', { max: 1, value: 0, hidden: true });
    this.words = h('span', { role: 'status' });
    this.found = h('div');
    this.element = h('section', { class: 'playtest' });
    listen((method, params) => {
      if (method !== 'progress' || params.job !== this.job || !params.of) return;
      this.bar.value = params.games / params.of;
      fill(this.words, t('of', params.games, params.of));
    });
  }

  show() {
    const levels = [['0', t('atRandom')], ...Array.from({ length: LEVELS }, (none, i) => [String(i + 1), t('engine', i + 1)])];
    const seats = this.game.loaded.players.map((player) => h('label', {}, `${nameWords(player)} `,
      select(t('whoTests', nameWords(player)), levels, String(this.levels[player] || 0), (level) => this.seat(player, Number(level)), { 'data-test-seat': player })));
    fill(this.element, h('div', { class: 'row' }, seats), h('div', { class: 'row' }, h('label', {}, `${t('games')} `, this.count),
      button(t('run'), () => this.run(), { class: 'main', 'data-do': 'playtest' }),
      button(t('stop'), () => this.job && call('cancel', { job: this.job })), this.bar, this.words), this.found);
  }

  /** Games of engines take longer: fewer are offered. */
  seat(player, level) {
    this.levels[player] = level;
    const usual = this.hasEngines() ? [GAMES, ENGINE_GAMES] : [ENGINE_GAMES, GAMES];
    if (this.count.value === usual[0]) this.count.value = usual[1];
  }

  hasEngines() {
    return this.game.loaded.players.some((player) => this.levels[player]);
  }

  async run() {
    if (this.job) return;
    this.job = jobName();
    this.bar.value = 0;
    this.bar.hidden = false;
    try {
      const games = Math.max(1, Math.min(1000000, Number(this.count.value) || 1000));
      const who = this.hasEngines() ? { levels: this.game.loaded.players.map((player) => this.levels[player] || 0), milliseconds: ENGINE_MILLISECONDS } : { milliseconds: MILLISECONDS };
      const result = await this.game.ask('playouts', { games, walks: WALKS, job: this.job, seed: Math.floor(Math.random() * 1e9), ...who });
      this.showResult(result);
    } catch (error) {
      this.onError(error);
    }
    this.bar.hidden = true;
    this.job = null;
  }

  showResult(result) {
    fill(this.words, t('of', result.games, this.count.value));
    if (!result.games) return;
    const sum = (test) => result.ends.filter(test).reduce((all, end) => all + end.games, 0);
    const rows = this.game.loaded.players.map((player) => [nameWords(player), sum((end) => end.winner === player)]);
    rows.push([t('drawn'), sum((end) => end.outcome === 'draw')]);
    if (result.cut) rows.push([t('cut'), result.cut]);
    const ends = [...result.ends].sort((a, b) => b.games - a.games)
      .map((end) => [end.outcome === 'win' ? winWords(end) : end.outcome === 'draw' ? t('draw', nameWords(end.reason)) : t('cut'), end.games]);
    fill(this.found, h('h3', {}, t('results')), shares(rows, result.games), h('h3', {}, t('lengths')),
      histogram(result.lengths, result.shortest, result.longest),
      h('p', {}, t('mean', (result.plies / result.games).toFixed(1), result.shortest, result.longest)),
      h('h3', {}, t('endings')), shares(ends, result.games), plots(result, this.game));
  }
}
