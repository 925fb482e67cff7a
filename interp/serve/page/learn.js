// Learning: a network for this game, found in the background. It shows what `learn` tells: games, losses, matches; one can play against
// each generation, and keep it.

import { h, fill, button, select, download, svgElement } from './dom.js';
import { call, isLocal, jobName, listen } from './rpc.js';
import { t, numberWords } from './words.js';

const TIMES = [60, 300, 1200, 7200, 28800]; // seconds
const SEEDS = 1e6;
const [WIDE, HIGH] = [320, 96]; // the curve

/** A length of time in whole minutes or hours. */
function timeWords(seconds) {
  return seconds < 3600 ? t('minutes', numberWords(seconds / 60)) : t('hours', numberWords(seconds / 3600));
}

/** The losses of each training, beside the loss of the formulas. */
function curve(trainings) {
  const all = trainings.flatMap(({ losses, formula }) => [...losses, formula]), low = Math.min(...all), high = Math.max(...all);
  const steps = Math.max(2, ...trainings.map(({ losses }) => losses.length));
  const x = (i) => (WIDE * i) / (steps - 1), y = (loss) => HIGH - 4 - ((HIGH - 8) * (loss - low)) / (high - low || 1);
  const svg = svgElement('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, class: 'losses', role: 'img', 'aria-label': t('lossCurve') });
  const formula = trainings[trainings.length - 1].formula;
  svg.append(svgElement('path', { d: `M0 ${y(formula)}H${WIDE}`, class: 'fair' }));
  trainings.forEach(({ losses }, i) => svg.append(svgElement('polyline', { points: losses.map((loss, n) => `${x(n).toFixed(1)},${y(loss).toFixed(1)}`).join(' '), class: i + 1 === trainings.length ? 'now' : 'before' })));
  return svg;
}

/** What learns or has learned, by the address of its game: one may look at other games meanwhile. */
const kept = new Map();
const warn = (event) => event.preventDefault(); // the window would take what is not saved with it

export class Learning {
  /** The one of this game. onPlay(): the game is played on the board. */
  static of(game, { onPlay, onError }) {
    const found = kept.get(game.address) || new Learning();
    kept.set(game.address, Object.assign(found, { game, onPlay, onError }));
    return found;
  }

  constructor() {
    this.job = null;
    this.seconds = TIMES[1];
    this.forget();
    this.runButton = button(t('learnStart'), () => (this.job ? this.stop() : this.run()), { 'data-do': 'learn' });
    this.bar = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': t('learning') });
    this.status = h('span', { role: 'status', class: 'quiet' });
    this.found = h('div', { class: 'learned' });
    this.element = h('section', { class: 'learning' });
    listen((method, params) => {
      if (method === 'progress' && params.job === this.job) this.take(params);
    });
  }

  forget() {
    Object.assign(this, { trainings: [], matches: [], networks: [] });
  }

  stop() {
    if (this.job) call('cancel', { job: this.job }).catch(() => {});
  }

  show() {
    const { loaded, network } = this.game;
    this.element.hidden = !loaded.can_learn || isLocal(); // without a server there are no threads
    if (this.element.hidden) return;
    fill(this.element, h('h2', {}, t('learning')), h('p', { class: 'quiet intro' }, t('learnHow')),
      h('div', { class: 'row' }, h('label', {}, `${t('learnFor')} `, select(t('learnFor'), TIMES.map((seconds) => [String(seconds), timeWords(seconds)]), String(this.seconds), (seconds) => { this.seconds = Number(seconds); }, { 'data-learn': true, class: 'value' })),
        this.runButton, this.bar, this.status),
      h('p', { class: 'quiet' }, t(network ? 'playsGeneration' : loaded.has_network ? 'playsNetwork' : 'playsFormulas', network?.generation)), this.found);
    this.showFound();
  }

  async run() {
    this.job = jobName();
    this.forget();
    this.showFound();
    [this.bar.value, this.bar.hidden] = [0, false];
    this.begin = performance.now();
    addEventListener('beforeunload', warn);
    fill(this.status);
    fill(this.runButton, h('i', { class: 'busy' }), t('stop'));
    try {
      const result = await this.game.ask('learn', { job: this.job, seconds: this.seconds, seed: Math.floor(Math.random() * SEEDS) });
      this.file = result.file;
      this.networks = result.networks;
      fill(this.status, t(result.networks.length ? 'learnWon' : 'learnLost', numberWords(result.games), numberWords(result.positions)));
    } catch (error) {
      fill(this.status);
      this.onError(error);
    }
    this.bar.hidden = true;
    this.job = null;
    if (![...kept.values()].some(({ job }) => job)) removeEventListener('beforeunload', warn);
    fill(this.runButton, t('learnStart'));
    this.showFound();
  }

  take(progress) {
    if (progress.network) {
      this.file = progress.file;
      this.networks.push(progress.network);
      this.showFound();
      return;
    }
    this.bar.value = Math.min(1, (performance.now() - this.begin) / 1000 / this.seconds);
    const { stage, generation, games, positions, epoch, epochs } = progress;
    const left = Math.ceil(progress.seconds_left ?? -1), time = left < 0 ? '' : `, ${t('timeLeft', Math.floor(left / 60), String(left % 60).padStart(2, '0'))}`;
    const words = stage === 'play' ? t('learnPlaying', generation, numberWords(games), numberWords(positions)) : stage === 'train' ? t('learnTraining', generation, epoch, epochs) : t('learnMatch', generation);
    fill(this.status, words + time);
    if (stage === 'train') this.takeLoss(progress);
    else if (stage !== 'play') this.takeMatch(progress);
    else return;
    this.showFound();
  }

  takeLoss({ generation, adds, loss, formula_loss: formula }) {
    let last = this.trainings[this.trainings.length - 1];
    if (last?.generation !== generation || last.adds !== adds) this.trainings.push(last = { generation, adds, formula, losses: [] });
    last.losses.push(loss);
  }

  takeMatch(match) {
    const last = this.matches[this.matches.length - 1];
    if (!(match.won + match.drawn + match.lost)) return;
    if (last && last.generation === match.generation && last.adds === match.adds && last.stage === match.stage) this.matches.pop();
    this.matches.push(match);
  }

  async play(network) {
    try {
      await this.game.takeNetwork({ file: this.file, text: network.text, generation: network.generation });
      this.onPlay();
    } catch (error) {
      this.onError(error);
    }
  }

  async save({ text }) {
    const { loaded } = this.game;
    if (!loaded.writable) {
      download(this.file.replace(/.*\//, ''), text);
      return;
    }
    try {
      const { file } = await call('save', { file: this.file, text });
      fill(this.status, t('recorded', file));
    } catch (error) {
      this.onError(error);
    }
  }

  showFound() {
    const signed = (value) => `${value < 0 ? '−' : '+'}${numberWords(Math.abs(value))}`;
    const kind = ({ adds }) => t(adds ? 'learnAdds' : 'learnInstead');
    fill(this.found, this.trainings.length ? h('figure', {}, curve(this.trainings), h('figcaption', { class: 'quiet' }, t('lossWords', numberWords(this.trainings.at(-1).losses.at(-1), 4), numberWords(this.trainings.at(-1).formula, 4)))) : null,
      this.matches.length ? h('table', { class: 'numbers' }, h('thead', {}, h('tr', {}, ['generation', 'learnMatchOf', 'learnScore', 'Elo'].map((key) => h('th', { scope: 'col' }, key === 'Elo' ? key : t(key))))),
        h('tbody', {}, this.matches.map((match) => h('tr', {}, h('th', { scope: 'row' }, `${match.generation}, ${kind(match)}`), h('td', {}, t(match.stage === 'equal time' ? 'equalTime' : 'equalNodes')), h('td', {}, `+${match.won} =${match.drawn} −${match.lost}`), h('td', {}, `${signed(match.elo)} [${signed(match.elo_low)}, ${signed(match.elo_high)}]`))))) : null,
      this.networks.map((network) => h('p', { class: 'row', 'data-generation': network.generation }, h('b', {}, t('generationNumber', network.generation)), button(t('playAgainst'), () => this.play(network), { 'data-do': 'play-generation' }), button(t(this.game.loaded.writable ? 'save' : 'download'), () => this.save(network), { 'data-do': 'save-network' }))));
  }
}
