// Table: the play screen: the board with seats around it, what the game is on its left, and on its right whose turn it is, the
// moves, and what can be done.

import { h, fill, button, icon, menu, strip, select, copyText } from './dom.js';
import { t, nameWords, winWords, capital, said, moveWords } from './words.js';
import { Board } from './board.js';
import { Seats, die } from './seats.js';
import { About } from './about.js';
import { Engine } from './engine.js';
import { SetUp } from './setup.js';
import { playLayout, partnerLayout } from './layout.js';

const COLUMNS_MAX = 4;

export class Table {
  /** onPlace(place): opens the line of a rule; onChange: makes a game of one's own of this one; null: that cannot be. */
  constructor(game, { onPlace, onChange, onError, onPiece = () => {} }) {
    Object.assign(this, { game, onPlace, onError, onPiece });
    const guard = (f) => this.guard(f);
    this.board = new Board((move) => this.play(move), (parts) => this.explainIllegal(parts), (parts, choice) => this.picked(parts, choice));
    this.seats = new Seats(game, { onSit: (player, level) => this.sit(player, level), onHand: (event) => this.board.pointerDown(event), onRoll: () => this.board.send('roll'), onCard: (name, does) => this.showCard(name, does) });
    this.engine = new Engine(game, this.seats.levels, { guard, onError, onChange: () => this.showTurn(), onLines: (moves) => this.board.showArrows(moves) });
    this.about = new About(game, { onPlace, onChange, guard, onNew: () => this.again() });
    this.setUp = new SetUp(this, onError);
    this.makePanel();
    this.above = h('div', { class: 'seats above' });
    this.below = h('div', { class: 'seats below' });
    this.middle = h('div', { class: 'middle' }, this.above, this.board.frame, this.below);
    this.element = h('section', { class: 'table', 'aria-label': t('board') }, this.about.element, this.middle, this.panel);
    game.listen((what) => {
      if (what === 'rules') this.showRules();
      else this.showPosition();
      this.setUp.heard(what);
    });
    this.resize = () => this.fit();
    addEventListener('resize', this.resize);
    this.keys = (event) => this.key(event);
    addEventListener('keydown', this.keys);
  }

  leave() {
    this.engine.stop();
    this.engine.stopAnalysis();
    this.engine.ended();
    removeEventListener('resize', this.resize);
    removeEventListener('keydown', this.keys);
  }

  makePanel() {
    const step = (name, count, words) => button(icon(name), () => this.guard(() => this.step(count)), { 'aria-label': t(words), title: t(words), 'data-step': name });
    this.title = h('h2', { class: 'turn' });
    this.sub = h('p', { class: 'sub quiet' });
    this.status = h('div', { class: 'status', role: 'status', 'aria-live': 'polite' }, this.title, this.sub);
    this.strips = h('div', { class: 'strips' });
    this.words = h('div', { class: 'words' });
    this.moves = h('ol', { class: 'moves', 'aria-label': t('moves'), tabindex: '0' });
    this.steps = h('div', { class: 'steps' }, step('first', -Infinity, 'first'), step('prev', -1, 'back'), step('next', 1, 'forward'), step('last', Infinity, 'final'));
    this.undoButton = button([icon('undo'), h('span', {}, t('undo'))], () => this.guard(() => this.undo()), { 'data-do': 'undo' });
    this.analyseButton = button([icon('analyse'), h('span', {}, t('analyse'))], () => this.analyse(), { 'aria-pressed': 'false', 'data-do': 'analyse' });
    this.more = menu([icon('more'), h('span', { class: 'only-phone' }, t('more'))], () => this.moreRows(), { 'aria-label': t('more'), 'data-do': 'more' });
    this.doings = h('div', { class: 'doings bar' }, this.undoButton,
      button([icon('prev'), h('span', {}, t('back'))], () => this.guard(() => this.step(-1)), { class: 'only-phone' }), button([icon('next'), h('span', {}, t('forward'))], () => this.guard(() => this.step(1)), { class: 'only-phone' }),
      button([icon('flip'), h('span', {}, t('flip'))], () => this.guard(() => this.flip()), { 'data-do': 'flip' }), this.analyseButton, this.more);
    this.tools = h('div', { class: 'tools' });
    this.panel = h('aside', { class: 'panel', 'aria-label': t('moves') }, h('div', { class: 'sheet' }, this.status, this.strips, this.seats.table, this.words, this.moves, this.steps), this.engine.element, this.tools, this.doings);
  }

  async guard(f) {
    try {
      return await f();
    } catch (error) {
      return this.onError(error);
    }
  }

  // ---- size ----

  /** Gives the board all the room there is; `partner`: an editor or a list stands beside it. */
  fit(partner = this.partner) {
    this.partner = partner;
    if (!this.board.svg) return;
    if (this.putLevels(partner)) return;
    this.board.seatCount = this.game.loaded.players.length;
    const size = this.board.size(), [width, height] = [document.documentElement.clientWidth, window.innerHeight];
    const layout = partner ? partnerLayout(size, width, height) : playLayout(size, width, height);
    document.body.dataset.layout = layout.name;
    this.element.dataset.layout = layout.name;
    this.board.fit(layout);
    this.element.style.setProperty('--board-width', this.board.frame.style.getPropertyValue('--board-width'));
    this.element.style.setProperty('--board-height', this.board.frame.style.getPropertyValue('--board-height'));
    this.about.fold(layout.name === 'below' || layout.name === 'phone');
    this.putSeats(!partner && size.corners && layout.name !== 'phone');
  }

  /** Levels lie so that their cells are as large as can be; true: another picture is coming. */
  putLevels(partner) {
    const { levels, columns, rows } = this.board.levels();
    if (levels < 2) return false;
    const [width, height] = [document.documentElement.clientWidth * (partner ? 0.47 : 1) - 48, window.innerHeight - 48 - 24 - 104 - 22 - (partner ? 150 : 0)];
    const cell = (across) => Math.min(width / (across * columns + 0.7 * (across - 1)), height / (Math.ceil(levels / across) * (rows + 0.75)));
    const [best] = Array.from({ length: levels }, (none, i) => i + 1).sort((a, b) => cell(b) - cell(a));
    if (this.game.across === best) return false;
    this.game.across = best;
    this.guard(() => this.game.look());
    return true;
  }

  putSeats(corners) {
    const { above, below } = this.seats.around(), bars = (players) => players.map((player) => this.seats.bars.get(player));
    this.element.classList.toggle('cornered', corners);
    this.element.classList.toggle('many', this.game.loaded.players.length > 2);
    if (corners) { // each in the corner left of its army, going round from the viewer
      const names = ['bottom-left', 'top-left', 'top-right', 'bottom-right'], turned = [...below, ...above];
      turned.forEach((player, i) => { this.seats.bars.get(player).dataset.corner = names[i]; });
      fill(this.above, bars(turned));
      fill(this.below);
      return;
    }
    for (const bar of this.seats.bars.values()) delete bar.dataset.corner;
    fill(this.above, bars(above));
    fill(this.below, bars(below));
  }

  // ---- rules and position ----

  async showRules() {
    this.seats.make();
    this.board.figure = () => null;
    this.board.rank = (type) => this.game.loaded.pieces.findIndex(({ name }) => name === type);
    this.about.show();
    const figure = await this.game.figures();
    this.board.figure = figure;
  }

  showPosition() {
    const { game, board } = this, { position } = game;
    this.element.dataset.fen = position.fen;
    board.marked.change = game.change;
    board.marked.checks = position.checks.map(({ royal, attacker }) => [royal, attacker]);
    board.show(position, !game.over() && !this.seats.levels[game.whoMoves()] && position.turn !== 'chance');
    if (!this.boardWords) this.boardWords = this.sizeWords();
    if (this.about.boardWords !== this.boardWords) { this.about.boardWords = this.boardWords; this.about.show(); }
    this.fit();
    this.why = null;
    this.seats.show(this.engine.thinking);
    this.showTurn();
    this.showStrips();
    this.showWords();
    this.showMoves();
    this.engine.stopAnalysis();
    if (this.engine.on) this.engine.analyse();
    this.engine.think();
  }

  sizeWords() {
    const { columns, rows } = this.board.size(), { cells } = this.game.loaded;
    return this.board.squares && columns * rows === cells.length ? `${columns} × ${rows}` : t('cells', cells.length);
  }

  turnWords() {
    const { position } = this.game;
    if (position.outcome === 'win') return winWords(position);
    if (position.outcome === 'draw') return t('draw', nameWords(position.reason));
    if (position.turn === 'chance') return t('toRoll');
    if (this.setsUp()) return t('placePieces');
    return capital(t(position.check ? 'toMoveCheck' : 'toMove', nameWords(position.commander, true)));
  }

  /** Whether the player to move only drops pieces, as when armies are set up. */
  setsUp() {
    const { position } = this.game;
    return position.moves.length > 0 && position.moves.every((move) => move.kind === 'drop') && position.hands.some(({ player, held }) => player === position.commander && held.reduce((sum, { count }) => sum + count, 0) > 1);
  }

  showTurn() {
    const { position } = this.game;
    fill(this.title, this.turnWords());
    this.title.classList.toggle('over', this.game.over());
    this.seats.showDoing(this.engine.thinking);
    const count = (player) => position.hands.find((hand) => hand.player === player)?.held.reduce((sum, one) => sum + one.count, 0);
    const turn = position.turn_move && position.outcome === 'ongoing' ? (position.turn_moves ? t('turnMove', position.turn_move, position.turn_moves) : t('turnMoveOpen', position.turn_move)) : '';
    this.usual = [this.setsUp() ? t('placeHow', count(position.commander)) : '', turn, this.game.as && !this.setsUp() ? t('hiddenFrom') : ''].filter(Boolean).join(' ');
    const check = this.checkSentence();
    fill(this.sub, check || this.usual, this.game.over() ? [' ', button(t('why'), () => this.explainStatus(), { class: 'link', 'data-do': 'why' })] : null);
    this.undoButton.disabled = !position.plies.length;
    this.steps.querySelectorAll('[data-step=first],[data-step=prev]').forEach((one) => { one.disabled = !position.plies.length; });
    this.steps.querySelectorAll('[data-step=next],[data-step=last]').forEach((one) => { one.disabled = !this.game.future.length; });
  }

  /** Something was picked, or a choice stands at a square. */
  picked(parts, choice) {
    const { board, game } = this, piece = board.on?.get(parts[0]), hand = parts[0]?.endsWith('@') ? parts[0] : null;
    this.onPiece(piece || null);
    if (piece) this.about.showPiece(piece.type, piece.owner);
    if (!parts.length) return this.showTurn();
    if (choice) {
      fill(this.title, choice.types.every(Boolean) ? t('chooseBecomes', nameWords(board.on.get(parts[0])?.type || '')) : t('choose'));
      fill(this.sub, t('cancel'), ': Escape');
      return undefined;
    }
    const targets = new Set(board.candidates(parts).map((move) => move.parts[parts.length]).filter(Boolean)).size;
    const held = game.position.hands.flatMap((one) => one.held).find(({ part }) => part === hand);
    if (parts.length > 1) fill(this.sub, t('nextPart'));
    else if (held) fill(this.sub, t('selectedHand', nameWords(held.type)));
    else if (piece) fill(this.sub, targets || !board.enabled ? t('selected', capital(nameWords(piece.type)), targets) : t('cannotMove', capital(nameWords(piece.type)), parts[0]));
    return undefined;
  }

  // ---- strips ----

  showStrips() {
    const { game } = this, link = (words, run, key) => button(words, () => this.guard(run), { 'data-do': key });
    fill(this.strips, game.aside ? strip('note', t('lookingAt', game.aside.title), { key: 'aside', actions: link(t('backToGame'), () => game.comeBack(), 'come-back') }) : null,
      game.replaced ? strip('note', t('replaced'), { key: 'replaced', actions: link(t('bringBack'), () => game.bringBack(), 'bring-back'), onclose: () => { game.replaced = null; this.showStrips(); } }) : null,
      (game.announced || []).map((line) => strip('note', line, { key: 'announced' })), this.pauseStrip(), this.why);
  }

  pauseStrip() {
    const two = this.engine.engines().length === this.game.loaded.players.length && !this.game.over();
    return two ? strip('note', t('thinks'), { key: 'engines', actions: button(this.engine.paused ? t('goOn') : t('pause'), () => { this.engine.paused = !this.engine.paused; if (this.engine.paused) this.engine.stop(); this.showStrips(); this.engine.think(); }, { 'data-do': 'pause' }) }) : null;
  }

  /** A reason as a strip: the verdict, each sentence, the lines of the rules. */
  showWhy(kind, title, why) {
    const places = why.places.filter((place, i) => why.places.findIndex((other) => other.file === place.file && other.line === place.line) === i);
    this.why = strip(kind, [h('b', {}, title), why.reasons.filter(({ role }) => role !== 'verdict').map(({ text }) => h('p', {}, capital(text)))],
      { key: 'why', place: places.map((place) => button(t('lineOf', place.file.split('/').pop(), place.line), () => this.onPlace(place), { class: 'link', 'data-place': place.line })), onclose: () => { this.why = null; this.showStrips(); } });
    this.showStrips();
    this.why?.scrollIntoView?.({ block: 'nearest' });
  }

  /** What a card does. */
  showCard(name, does) {
    this.why = strip('note', [h('b', {}, name), does ? h('p', {}, does) : null], { key: 'card', onclose: () => { this.why = null; this.showStrips(); } });
    this.showStrips();
  }

  /** What was tried, as text: the program is asked by the cells alone, so it is never another move. */
  async whyNot(parts) {
    const board = parts[0].includes(':') ? parts[0].slice(0, parts[0].indexOf(':') + 1) : '';
    const cells = parts.map((part, i) => (i && board && part.startsWith(board) ? part.slice(board.length) : part));
    let found = null;
    for (const sign of ['', '-']) {
      found = (await this.game.ask('why', { move: cells.join(sign) })).why;
      if (!['not-a-move', 'spelling', 'ambiguous'].includes(found.reasons[0]?.kind)) break;
    }
    return found;
  }

  async explainIllegal(parts) {
    const words = parts[0].endsWith('@') ? parts.join('') : parts.join('–');
    if (this.game.as) { // the reason would tell what they cannot see; the umpire answers
      await this.play(parts.join(''));
      return;
    }
    await this.guard(async () => {
      this.showWhy('bad', t('illegal', words), await this.whyNot(parts));
      this.board.mark({ refused: parts[parts.length - 1] });
    });
  }

  async explainStatus() {
    await this.guard(async () => {
      const { why, over } = await this.game.ask('why');
      this.showWhy('note', t(over ? 'whyOver' : 'whyNot'), why);
    });
  }

  /** Which pieces give check: the first in words. */
  checkSentence() {
    const { checks, outcome } = this.game.position, [first] = checks, piece = (cell) => this.board.on.get(cell);
    if (!first || outcome !== 'ongoing' || !piece(first.attacker)) return '';
    return `${t('checked', capital(nameWords(piece(first.attacker).type)), first.attacker, nameWords(piece(first.royal).type, true))}.`;
  }

  // ---- moves that touch no cell ----

  showWords() {
    const { board } = this, moves = board.enabled || this.game.position.turn === 'chance' ? this.game.position.moves.filter((move) => move.kind === 'word') : [];
    fill(this.words, moves.map((move) => button(moveWords(move.move), () => board.send(move.move), { 'data-move': move.move })));
    this.words.hidden = !moves.length;
  }

  // ---- the list of moves ----

  showMoves() {
    const { position, future, loaded } = this.game, now = position.plies.length;
    const all = [...(position.written || position.plies), ...future], texts = [...position.plies, ...future], players = loaded.players.length;
    const first = ((loaded.players.indexOf(position.turn) - now) % players + players) % players;
    const plain = position.turn_move === undefined && position.turn !== 'chance' && !position.plies.some((ply) => ply.startsWith('roll ')) && players <= COLUMNS_MAX && loaded.players.includes(position.turn);
    const face = (ply, i) => (ply.startsWith('roll ') ? ply.slice(5).split('-').map((value) => die(value)) : moveWords(texts[i], ply));
    const one = (ply, i) => button(face(ply, i), () => this.guard(() => this.step(i + 1 - this.game.position.plies.length)), { 'data-ply': texts[i], class: i >= now ? 'future' : i === now - 1 ? 'now' : '', 'aria-current': i === now - 1 ? 'step' : false });
    const width = plain ? players : 1, offset = plain && !this.game.over() ? first : 0;
    this.moves.style.setProperty('--columns', width);
    this.moves.classList.toggle('running', !plain);
    const rows = [];
    all.forEach((ply, i) => {
      const row = Math.floor((i + offset) / width);
      (rows[row] = rows[row] || new Array(row ? 0 : offset).fill(null).map(() => h('span', {}, '…'))).push(one(ply, i));
    });
    fill(this.moves, rows.length ? rows.map((cells, i) => h('li', {}, h('span', { class: 'number' }, i + 1), cells)) : h('li', { class: 'none quiet' }, t('noMoves')));
    const last = this.moves.querySelector('.now');
    if (last) Object.assign(this.moves, { scrollTop: last.offsetTop - this.moves.clientHeight / 2, scrollLeft: last.offsetLeft - this.moves.clientWidth / 2 });
  }

  // ---- what can be done ----

  async quietly(f) {
    this.engine.stop();
    this.engine.paused = true;
    try {
      await f();
    } finally {
      this.engine.paused = false;
    }
  }

  async step(count) {
    const { game } = this;
    await this.quietly(() => (count < 0 ? game.undo(Math.min(-count, Math.max(1, game.position.plies.length))) : game.redo(Math.min(count, game.future.length))));
    if (count > 0 && !game.future.length) this.engine.think();
  }

  /** Back to one's own turn: an engine's answer and the dice go, too. */
  async undo() {
    const { game } = this, { levels } = this.seats;
    const foreign = () => game.position.turn === 'chance' || levels[game.whoMoves()];
    await this.quietly(async () => {
      await game.undo(1);
      while (foreign() && game.position.plies.length && game.loaded.players.some((player) => !levels[player])) await game.undo(1);
      game.future = [];
      this.showPosition();
    });
    this.engine.think();
  }

  async flip() {
    const { players } = this.game.loaded;
    this.game.viewer = players[(players.indexOf(this.game.viewer) + (players.length === 2 ? 1 : 1)) % players.length];
    await this.game.look();
  }

  analyse() {
    this.engine.toggle();
    this.analyseButton.setAttribute('aria-pressed', String(this.engine.on));
  }

  again() {
    this.engine.stop();
    return this.guard(() => this.game.again());
  }

  sit(player, level) {
    this.seats.levels[player] = level;
    this.game.looking = false;
    this.engine.stop();
    this.engine.paused = false;
    const people = this.game.loaded.players.filter((one) => !this.seats.levels[one]);
    if (level && people.length === 1) this.guard(() => this.see(people[0])); // the only person sees the board from their side
    else this.showPosition();
    this.onSeat?.();
  }

  see(player) {
    this.game.as = this.game.loaded.hides_information && player ? player : null;
    if (player) this.game.viewer = player;
    return this.game.look();
  }

  async play(move) {
    await this.guard(async () => {
      try {
        await this.game.play(move);
      } catch (error) {
        if (!error.data?.why) throw error;
        this.showWhy('bad', t('illegal', moveWords(move)), error.data.why);
      }
    });
  }

  moreRows() {
    const { game } = this, { loaded, position } = game, rolls = position.moves.filter((move) => move.kind === 'roll');
    const tool = (words, key, make) => ({ words: t(words), key, run: () => fill(this.tools, h('div', { class: 'tool' }, h('div', { class: 'row' }, h('b', {}, t(words)), h('span', { class: 'gap' }), button(icon('close'), () => fill(this.tools), { class: 'bare', 'aria-label': t('close') })), make())) });
    const views = [['', t('umpire')], ...loaded.players.map((player) => [player, nameWords(player)])];
    return [{ words: t('newGame'), icon: 'plus', key: 'restart', run: () => this.again() }, this.about.onChange ? { words: t('changeThis'), icon: 'pencil', key: 'change', run: () => this.about.onChange() } : null,
      tool('position', 'position', () => this.fenTool()), { words: t('setUp'), key: 'setup', run: () => this.setUp.show() }, tool('pgn', 'pgn', () => this.pgnTool()),
      rolls.length ? tool('chooseRoll', 'choose-roll', () => h('div', { class: 'row' }, rolls.map((move) => button(move.move.slice(5), () => this.board.send(move.move), { 'data-move': move.move })))) : null,
      { words: t('whyNot'), key: 'why-not', run: () => this.explainStatus() },
      loaded.hides_information ? { element: h('label', { class: 'inmenu' }, t('view'), select(t('view'), views, game.as || '', (player) => this.guard(() => this.see(player)), { 'data-view': true })) } : null,
      { words: t('analyse'), key: 'analyse-row', icon: 'analyse', run: () => this.analyse() },
      loaded.has_characters ? { words: t('characters'), checked: game.characters, key: 'characters', run: () => this.guard(() => game.showCharacters(!game.characters)) } : null,
      tool('keys', 'keys', () => h('pre', {}, t('keysList'))),
      { words: t('letters'), checked: lettersOn(), key: 'letters', run: () => localStorage.setItem('ferz letters', lettersOn() ? 'off' : 'on') }];
  }

  fenTool() {
    this.fen = h('input', { class: 'fen', 'aria-label': t('position'), spellcheck: 'false', value: this.game.position.fen });
    return h('form', { class: 'row', onsubmit: (event) => { event.preventDefault(); this.guard(() => this.game.visit(t('position'), this.fen.value.trim())); } }, this.fen,
      h('button', { 'data-do': 'set-fen' }, t('set')), button(t('copy'), () => copyText(this.fen.value).then((done) => { if (!done) this.fen.select(); }), { 'data-do': 'copy-fen' }));
  }

  pgnTool() {
    const text = h('textarea', { rows: '6', 'aria-label': t('pgn'), spellcheck: 'false', 'data-pgn': true });
    this.guard(async () => { text.value = await this.game.pgn(); });
    return h('div', {}, text, h('div', { class: 'row' }, button(t('copy'), () => copyText(text.value), {}), button(t('pgnRead'), () => this.guard(() => this.game.readPgn(text.value)), { 'data-do': 'pgn-read' })));
  }

  /** Keys of the whole page, outside of fields. */
  key(event) {
    if (event.defaultPrevented || event.target.closest?.('input,textarea,select,[contenteditable=true],.cm-editor,[role=menu]') || !this.element.isConnected) return;
    const control = event.ctrlKey || event.metaKey, letter = !control && !event.altKey && lettersOn() ? event.key.toLowerCase() : '';
    const run = { ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.step(-Infinity), End: () => this.step(Infinity) }[control ? '' : event.key] ||
      (control && event.key.toLowerCase() === 'z' && this.game.position?.plies.length ? () => this.undo() : null) ||
      { u: () => this.game.position.plies.length && this.undo(), f: () => this.flip(), a: () => this.analyse(), n: () => this.again(), '?': () => this.moreRows().find(({ key }) => key === 'keys').run() }[letter];
    if (!run || event.target.closest?.('[role=tablist]')) return;
    event.preventDefault();
    this.guard(run);
  }

  pieceTitle() {
    return said(this.game.loaded, 'title');
  }
}

function lettersOn() {
  return localStorage.getItem('ferz letters') !== 'off';
}
