// Table: the board with all that stands around it: seats, the state, moves, the engine.

import { h, fill, button, select } from './dom.js';
import { call, jobName, listen } from './rpc.js';
import { t, nameWords, winWords } from './words.js';
import { Board } from './board.js';
import { SetUp } from './setup.js';

const LEVELS = 10;
const LINES = 3;
const LINE_MILLISECONDS = 8000;

function scoreWords(line) {
  if (line.mate) return `#${line.mate}`;
  return `${line.score > 0 ? '+' : ''}${(line.score / 100).toFixed(2)}`;
}

export class Table {
  /** onPlace(place): opens the line of a rule. */
  constructor(game, onPlace, onError) {
    Object.assign(this, { game, onPlace, onError });
    this.seats = {};
    this.thinking = null;
    this.analysis = null;
    this.board = new Board((move) => this.play(move), (parts) => this.explainIllegal(parts));
    this.state = h('p', { class: 'state', role: 'status' });
    this.why = h('div', { class: 'why', role: 'alert' });
    this.side = h('div', { class: 'side' });
    this.moves = h('ol', { class: 'moves', 'aria-label': t('moves') });
    this.lines = h('ol', { class: 'lines', 'aria-label': t('lines') });
    this.linesButton = button(t('lines'), () => this.toggleLines(), { 'aria-pressed': 'false' });
    this.fen = h('input', { class: 'fen', 'aria-label': t('fen'), spellcheck: 'false' });
    this.seatRow = h('div', { class: 'seats' });
    this.setUp = new SetUp(this, onError);
    this.element = h('section', { class: 'table', 'aria-label': t('board') },
      h('div', { class: 'boardside' }, this.state, this.board.element, this.board.words, this.why, this.board.dialog), this.side);
    fill(this.side, this.seatRow, this.steps(), this.moves,
      h('div', { class: 'row' }, this.linesButton), this.lines,
      h('form', { class: 'row', onsubmit: (event) => this.setFen(event) }, this.fen, h('button', {}, t('set'))),
      this.setUp.element,
      h('div', { class: 'row' }, button(t('whyNot'), () => this.explainStatus(), { class: 'quiet' })));
    game.listen((what) => {
      if (what === 'rules') this.showSeats();
      else this.showPosition();
      this.setUp.heard(what);
    });
    listen((method, params) => this.progress(method, params));
  }

  steps() {
    const game = this.game, guard = (f) => () => this.guard(f);
    return h('div', { class: 'row steps' },
      button('«', guard(() => this.step(-Infinity)), { 'aria-label': t('first'), title: t('first') }),
      button('‹', guard(() => this.step(-1)), { 'aria-label': t('undo'), title: t('undo'), 'data-do': 'undo' }),
      button('›', guard(() => this.step(1)), { 'aria-label': t('redo'), title: t('redo') }),
      button('»', guard(() => this.step(Infinity)), { 'aria-label': t('final'), title: t('final') }),
      button(t('restart'), guard(() => { this.stopThinking(); return game.setup(null); }), { 'data-do': 'restart' }));
  }

  async guard(f) {
    try {
      await f();
    } catch (error) {
      this.onError(error);
    }
  }

  // ---- seats ----

  showSeats() {
    const game = this.game, players = game.loaded.players;
    for (const player of Object.keys(this.seats)) if (!players.includes(player)) delete this.seats[player];
    const levels = [['0', t('person')], ...Array.from({ length: LEVELS }, (none, i) => [String(i + 1), t('engine', i + 1)])];
    const views = [['', t('umpire')], ...players.map((player) => [player, nameWords(player)])];
    fill(this.seatRow,
      players.map((player) => h('label', {}, h('span', {}, nameWords(player)), select(t('seat', nameWords(player)), levels, String(this.seats[player] || 0),
        (level) => this.sit(player, Number(level)), { 'data-seat': player }))),
      h('label', {}, h('span', {}, t('view')), select(t('view'), game.loaded.hides_information ? views : views.slice(1),
        game.loaded.hides_information ? game.as || '' : game.viewer, (player) => this.guard(() => this.see(player)), { 'data-view': true })));
    document.title = `${game.loaded.title} – Ferz`;
  }

  sit(player, level) {
    this.seats[player] = level;
    this.stopThinking();
    const people = this.game.loaded.players.filter((one) => !this.seats[one]);
    if (level && people.length === 1) { // the only person sees the board from their side, and no more than they may
      this.guard(() => this.see(people[0])).then(() => this.showSeats());
      return;
    }
    this.board.show(this.game.position, this.game.loaded.pieces, !this.game.over() && !this.seats[this.game.whoMoves()]);
    this.think();
  }

  see(player) {
    this.game.as = this.game.loaded.hides_information && player ? player : null;
    if (player) this.game.viewer = player;
    return this.game.look();
  }

  // ---- the position ----

  showPosition() {
    const { game, board } = this, { position } = game;
    const mine = !this.seats[game.whoMoves()];
    board.show(position, game.loaded.pieces, !game.over() && mine);
    this.element.classList.toggle('wide', board.isWide);
    fill(this.why);
    this.fen.value = position.fen;
    fill(this.state, this.stateWords());
    this.state.classList.toggle('over', game.over());
    this.showMoves();
    this.stopAnalysis();
    if (this.linesOn) this.analyse();
    this.think();
  }

  stateWords() {
    const { position, announced } = this.game;
    const words = [];
    if (position.outcome === 'win') words.push(winWords(position));
    else if (position.outcome === 'draw') words.push(t('draw', nameWords(position.reason)));
    else if (position.turn === 'chance') words.push(t('toRoll'));
    else words.push(t('toMove', nameWords(position.commander)));
    if (position.check && position.outcome === 'ongoing') words.push(t('check'));
    if (position.turn_move && position.outcome === 'ongoing') {
      words.push(position.turn_moves ? t('turnMove', position.turn_move, position.turn_moves) : t('turnMoveOpen', position.turn_move));
    }
    if (this.thinking) words.push(t('thinking'));
    return [words.join(' · '), ...(announced || []).map((line) => h('span', { class: 'announced' }, line))];
  }

  showMoves() {
    const { position, future } = this.game;
    const now = position.plies.length;
    const item = (ply, i) => h('li', { class: i >= now ? 'future' : i === now - 1 ? 'now' : '' },
      button(ply, () => this.guard(() => this.step(i + 1 - this.game.position.plies.length)), { 'aria-current': i === now - 1 ? 'step' : false }));
    fill(this.moves, [...position.plies, ...future].map(item));
    const last = this.moves.children[now - 1];
    if (last) this.moves.scrollTop = last.offsetTop - this.moves.clientHeight / 2;
  }

  async step(count) {
    this.stopThinking();
    this.paused = true;
    const { game } = this;
    if (count < 0) await game.undo(Math.min(-count, Math.max(1, game.position.plies.length)));
    else await game.redo(Math.min(count, game.future.length));
    this.paused = false;
    if (count > 0 && !game.future.length) this.think();
  }

  async play(move) {
    await this.guard(async () => {
      try {
        await this.game.play(move);
      } catch (error) {
        if (!error.data?.why) throw error;
        this.showWhy(t('illegal', move), error.data.why);
      }
    });
  }

  // ---- reasons ----

  showWhy(title, why) {
    const places = why.places.filter((place, i) => why.places.findIndex((other) => other.file === place.file && other.line === place.line) === i);
    fill(this.why, h('strong', {}, title), why.lines.map((line) => h('p', {}, line)),
      places.map((place) => button(`${place.file}:${place.line}`, () => this.onPlace(place), { class: 'link', 'data-place': place.line })));
  }

  /** The text of a move that nobody may make, as this game writes moves. */
  attempt(parts) {
    const sample = this.game.position.moves.find((move) => move.kind === 'move' && move.parts.length > 1);
    if (!sample || parts[0].endsWith('@')) return parts.join('');
    const [from, to] = sample.parts;
    const rest = sample.move.slice(sample.move.indexOf(from) + from.length);
    const at = rest.indexOf(to);
    return parts.join(at > 0 && at < 3 ? rest.slice(0, at) : '');
  }

  async explainIllegal(parts) {
    const text = this.attempt(parts);
    if (this.game.as) { // the reason would tell what they cannot see; the umpire answers
      await this.play(text);
      return;
    }
    await this.guard(async () => {
      const { why } = await this.game.ask('why', { move: text });
      this.showWhy(t('illegal', text), why);
    });
  }

  async explainStatus() {
    await this.guard(async () => {
      const { why, over } = await this.game.ask('why');
      this.showWhy(over ? t('whyOver') : t('whyNot'), why);
    });
  }

  async setFen(event) {
    event.preventDefault();
    await this.guard(() => this.game.setup(this.fen.value.trim()));
  }

  // ---- the engine plays ----

  async think() {
    const { game } = this;
    const player = game.whoMoves();
    const chance = game.position?.turn === 'chance';
    const level = chance ? (Object.values(this.seats).some(Boolean) ? 1 : 0) : this.seats[player];
    if (!level || game.over() || this.thinking || this.paused || game.future.length) return;
    const job = jobName();
    this.thinking = job;
    fill(this.state, this.stateWords());
    await this.guard(async () => {
      try {
        const move = chance ? 'roll' : (await game.ask('search', { level, job, seed: Math.floor(Math.random() * 1e9) })).move;
        if (this.thinking === job) {
          this.thinking = null;
          await game.play(move);
        }
      } finally {
        if (this.thinking === job) this.thinking = null;
      }
    });
  }

  stopThinking() {
    if (this.thinking) call('cancel', { job: this.thinking }).catch(() => {});
    this.thinking = null;
  }

  // ---- the engine looks on ----

  toggleLines() {
    this.linesOn = !this.linesOn;
    this.linesButton.setAttribute('aria-pressed', String(this.linesOn));
    if (this.linesOn) this.analyse();
    else this.stopAnalysis();
  }

  stopAnalysis() {
    if (this.analysis) call('cancel', { job: this.analysis }).catch(() => {});
    this.analysis = null;
    this.found = [];
    fill(this.lines);
    this.board.showArrows([]);
  }

  analyse() {
    if (this.game.over() || !this.game.position.moves.length || this.game.position.turn === 'chance') return;
    const job = jobName();
    this.analysis = job;
    this.found = [];
    this.game.ask('search', { job, lines: LINES, milliseconds: LINE_MILLISECONDS })
      .catch((error) => { if (this.analysis === job) this.onError(error); });
  }

  progress(method, params) {
    if (method !== 'progress' || params.job !== this.analysis || !params.pv) return;
    this.found[params.line - 1] = params;
    const found = this.found.filter(Boolean);
    fill(this.lines, found.map((line) => h('li', {}, h('b', {}, scoreWords(line)), ` ${line.pv.slice(0, 8).join(' ')} `,
      h('small', {}, `(${line.depth})`))));
    this.board.showArrows(found.map((line) => line.pv[0]));
  }
}
