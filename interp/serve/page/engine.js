// Engine: it plays for seats that are its own, and looks on: lines with their scores, arrows.

import { h, fill } from './dom.js';
import { call, jobName, listen } from './rpc.js';
import { t, nameWords, capital, numberWords, moveWords, noteLabels } from './words.js';

const LINES = 3, LINE_MILLISECONDS = 8000, LEAST_MILLISECONDS = 300;

function scoreWords(line) {
  return line.mate ? `#${line.mate}` : `${line.score > 0 ? '+' : ''}${numberWords(line.score / 100, 2)}`;
}

export class Engine {
  /** `levels` says who sits where; onChange: it thinks, or no more; onLines(moves): arrows. */
  constructor(game, levels, { guard, onChange, onLines, onError }) {
    Object.assign(this, { game, levels, guard, onChange, onLines, onError });
    this.thinking = null;
    this.paused = false; // between two engines, or while something else is looked at
    this.analysis = null;
    this.on = false;
    this.element = h('div', { class: 'analysis', hidden: true, 'aria-label': t('analyse'), role: 'group' });
    this.ended = listen((method, params) => this.progress(method, params));
  }

  engines() {
    return this.game.loaded.players.filter((player) => this.levels[player]);
  }

  /** Thinks if it is its turn. */
  async think() {
    const { game } = this, chance = game.position.turn === 'chance';
    const level = chance ? (this.engines().length && this.levels[game.position.commander] !== 0 ? 1 : 0) : this.levels[game.whoMoves()];
    if (!level || game.over() || this.thinking || this.paused || game.future.length || game.looking) return;
    const job = jobName(), begin = performance.now();
    this.thinking = job;
    this.onChange();
    await this.guard(async () => {
      try {
        const move = chance ? 'roll' : (await game.ask('search', { ...(level < 0 ? { milliseconds: -1000 * level } : { level }), job, seed: Math.floor(Math.random() * 1e9) })).move;
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, LEAST_MILLISECONDS - (performance.now() - begin))));
        if (this.thinking === job) {
          this.thinking = null;
          await game.play(move);
        }
      } finally {
        if (this.thinking === job) this.thinking = null;
        this.onChange();
      }
    });
  }

  stop() {
    if (this.thinking) call('cancel', { job: this.thinking }).catch(() => {});
    this.thinking = null;
  }

  // ---- it looks on ----

  toggle() {
    this.on = !this.on;
    this.element.hidden = !this.on;
    if (this.on) this.analyse();
    else this.stopAnalysis();
  }

  stopAnalysis() {
    if (this.analysis) call('cancel', { job: this.analysis }).catch(() => {});
    this.analysis = null;
    this.found = [];
    this.onLines([]);
  }

  analyse() {
    this.stopAnalysis();
    fill(this.element, h('p', { class: 'quiet' }, h('i', { class: 'busy' })));
    const { position } = this.game;
    if (!this.on || this.game.over() || !position.moves.length || position.turn === 'chance') return fill(this.element);
    const job = jobName();
    this.analysis = job;
    this.game.ask('search', { job, lines: LINES, milliseconds: LINE_MILLISECONDS })
      .catch((error) => { if (this.analysis === job) this.onError(error); });
    return undefined;
  }

  progress(method, params) {
    if (method !== 'progress' || params.job !== this.analysis || !params.pv) return;
    noteLabels(params.labels);
    this.found[params.line - 1] = params;
    const found = this.found.filter(Boolean), best = found[0];
    fill(this.element, h('p', {}, h('b', { class: 'score' }, scoreWords(best)), ' ', h('span', { class: 'quiet' }, t('better', capital(nameWords(this.game.whoMoves())), best.depth))),
      h('ol', { class: 'lines' }, found.map((line) => h('li', {}, h('b', {}, scoreWords(line)), ` ${line.pv.slice(0, 8).map((move) => moveWords(move)).join(' ')}`))));
    this.onLines(found.map((line) => line.pv[0]));
  }
}
