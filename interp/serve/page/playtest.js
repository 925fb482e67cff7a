// Play-test: games between equal players in the background, and the report on them, which grows meanwhile. What it says comes from the
// server, block by block; how it looks is this page's.

import { h, fill, button, select, download, svgElement } from './dom.js';
import { call, jobName, listen } from './rpc.js';
import { t, said, numberWords } from './words.js';
import { Learning } from './learn.js';

const GAMES = 100, GAMES_MAX = 100000, MILLISECONDS = 3600000;
const STRENGTHS = [16, 100, 400, 1600, 6400, 25600]; // positions a move of the strongest
const COLUMNS = 6; // a table with as many needs the whole width
const SEEDS = 1e6;

/** Bars with their intervals, and the score that would be fair. */
function scores({ fair, scores: rows }) {
  return h('table', { class: 'shares' }, h('tbody', {}, rows.map(({ words, value, low, high }) => {
    const svg = svgElement('svg', { viewBox: '0 0 100 14', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    svg.append(svgElement('rect', { y: 3, width: 100, height: 8, class: 'rail' }), svgElement('rect', { y: 3, width: 100 * value, height: 8, class: 'plotbar' }),
      svgElement('path', { d: `M${100 * fair} 0V14`, class: 'fair' }), svgElement('path', { d: `M${100 * low} 7H${100 * high}M${100 * low} 2V12M${100 * high} 2V12`, class: 'interval' }));
    return h('tr', {}, h('th', { scope: 'row' }, words), h('td', { class: 'plot' }, svg), h('td', {}, h('b', {}, `${numberWords(100 * value, 1)} %`)));
  })));
}

function table({ rows: [heads, ...rows] }) {
  return h('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': heads[0] }, h('table', { class: 'numbers' }, h('thead', {}, h('tr', {}, heads.map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, rows.map((row) => h('tr', {}, row.map((cell, i) => (i ? h('td', {}, cell) : h('th', { scope: 'row', class: cell.startsWith(' ') ? 'part' : null }, cell))))))));
}

/** Blocks of one report as lists: what stands under a title, and under each heading. */
function sectionsOf(blocks) {
  const sections = [];
  for (const block of blocks) {
    if (block.kind === 'title' || block.kind === 'heading') sections.push([]);
    sections[sections.length - 1].push(block);
  }
  return sections;
}

export class PlayTest {
  /** onVisit(title, fen, moves, future): shows a position on the board; onOther(game, moves): opens a game of other rules; onPlay():
   *  shows the board. */
  constructor(game, { onVisit, onOther, onPlay, onError }) {
    Object.assign(this, { game, onVisit, onOther, onPlay, onError });
    this.job = null;
    [this.nodes, this.other] = [1600, ''];
    this.count = h('input', { type: 'number', min: 1, max: GAMES_MAX, value: GAMES, 'aria-label': t('gamesWanted') });
    this.until = h('input', { type: 'checkbox' });
    this.bar = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': t('playtest') });
    this.left = h('span', { class: 'quiet' });
    this.words = h('span', { role: 'status', class: 'quiet' });
    this.saved = h('span');
    this.runButton = button(t('playAgain'), () => (this.job ? this.stop() : this.run()), { class: 'main', 'data-do': 'playtest' });
    this.found = h('div', { class: 'report' });
    this.shown = []; // the texts of the sections that stand there
    this.element = h('section', { class: 'screen playtest' });
    this.ended = listen((method, params) => {
      if (method === 'progress' && params.job === this.job) this.showProgress(params);
    });
  }

  leave() {
    this.ended();
    this.stop();
  }

  stop() {
    if (this.job) call('cancel', { job: this.job }).catch(() => {});
  }

  async show() {
    try {
      const { loaded } = this.game, { games } = await call('list'), learning = Learning.of(this.game, this);
      this.games = games.filter((one) => one.players === loaded.players.length && one.name !== loaded.name);
      fill(this.element, h('div', { class: 'row' }, h('label', {}, `${t('gamesWanted')} `, this.count),
        h('label', {}, `${t('strongest')} `, select(t('strongest'), STRENGTHS.map((nodes) => [String(nodes), t('nodes', numberWords(nodes))]), String(this.nodes), (nodes) => { this.nodes = Number(nodes); }, { 'data-nodes': true, class: 'value' })),
        h('label', {}, `${t('against')} `, select(t('against'), [['', t('nothing')], ...this.games.map((one) => [one.name, said(one, 'title')])], this.other, (name) => { this.other = name; }, { 'data-other': true, class: 'value' })),
        h('label', {}, this.until, ` ${t('untilAnswered')}`), this.runButton, this.bar, this.left, this.words, this.saved),
      this.game.overlays?.length ? h('p', { class: 'quiet' }, t('boardTested')) : null, this.shown.length ? null : h('p', { class: 'quiet intro' }, t('playtestHow')), this.found, learning.element);
      learning.show();
    } catch (error) {
      this.onError(error);
    }
  }

  async run() {
    const job = this.job = jobName();
    this.begin = performance.now();
    [this.bar.value, this.bar.hidden] = [0, false];
    this.tested = this.game.loaded.name;
    fill(this.words);
    fill(this.saved);
    fill(this.runButton, h('i', { class: 'busy' }), t('stop'));
    this.element.querySelector('.intro')?.remove();
    try {
      const games = Math.max(1, Math.min(GAMES_MAX, Math.round(Number(this.count.value)) || GAMES));
      const result = await this.game.ask('playtest', {
        job, games, nodes: this.nodes, until: this.until.checked, words: true, html: true, milliseconds: MILLISECONDS, seed: Math.floor(Math.random() * SEEDS), ...(this.other ? { game: this.other } : {}),
      });
      this.showReport(result.words);
      fill(this.saved, button(t('saveReport'), () => download(`${this.tested}-play-test.html`, result.html), { 'data-do': 'save-report' }));
      fill(this.words, t('seconds', numberWords(result.games), numberWords(result.of), numberWords((performance.now() - this.begin) / 1000, 1)));
    } catch (error) {
      this.onError(error);
    }
    this.bar.hidden = true;
    this.job = null;
    fill(this.left);
    fill(this.runButton, t('playAgain'));
  }

  showProgress({ games, of, words }) {
    const seconds = games ? Math.ceil(((performance.now() - this.begin) / 1000 / games) * (of - games)) : 0;
    this.bar.value = games / of;
    fill(this.left, `${t('of', numberWords(games), numberWords(of))}, ${t('timeLeft', Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0'))}`);
    this.showReport(words);
  }

  /** Sections that say the same as before stay, with what is selected or scrolled in them. */
  showReport(blocks) {
    const sections = sectionsOf(blocks), texts = sections.map((section) => JSON.stringify(section));
    const same = texts.length === this.shown.length;
    const elements = sections.map((section, i) => (same && texts[i] === this.shown[i] ? this.found.children[i] : this.section(section)));
    if (same) elements.forEach((element, i) => { if (element !== this.found.children[i]) this.found.children[i].replaceWith(element); });
    else fill(this.found, elements);
    this.shown = texts;
  }

  section([head, ...blocks]) {
    const wide = head.kind === 'title' || blocks.some((block) => block.kind === 'table' && block.rows[0].length >= COLUMNS);
    const content = blocks.map((block) => this.block(block));
    if (head.kind === 'title') return h('header', { class: 'across' }, h('h2', {}, head.words), content);
    const beside = blocks.some(({ kind }) => kind === 'scores');
    return h('section', { class: `box${wide ? ' across' : ''}${beside ? ' beside' : ''}` }, h('h3', {}, head.words), content);
  }

  block(block) {
    if (block.kind === 'table') return table(block);
    if (block.kind === 'scores') return scores(block);
    if (block.kind === 'warning') return h('p', { class: 'warning' }, block.words);
    if (block.kind !== 'game') return h('p', {}, block.words);
    const play = () => (block.game === this.tested ? this.onVisit(block.words, null, [], block.moves) : this.onOther(this.games.find(({ name }) => name === block.game), block.moves));
    return h('p', { class: 'worth' }, h('span', {}, block.words), button(t('open'), play, { class: 'link', 'data-worth': block.number }));
  }
}
