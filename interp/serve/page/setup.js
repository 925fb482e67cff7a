// Set-up: pieces put on the board and taken off by hand. What is on the board becomes another FEN, and the server says what that is:
// where it is not what was wanted, nothing has changed. This is the one module that looks into a FEN, only at its board and whose turn
// it is; a board that it cannot read so is set up by the FEN alone.

import { h, fill, button, select, svgElement } from './dom.js';
import { t, addWords } from './words.js';

addWords({
  setUp: ['Set up by hand', 'Расставить вручную'],
  setUpHow: ['Choose a piece, then tap cells. The same piece again takes it off.', 'Выберите фигуру и нажимайте на поля. Та же фигура ещё раз снимает её.'],
  setUpCannot: ['This board is set up by its FEN, below.', 'Эта доска задаётся её FEN, ниже.'],
  setUpRefused: ['The rules of this game do not allow that.', 'Правила этой игры этого не позволяют.'],
  takeOff: ['take off', 'снять'],
  clearBoard: ['Clear the board', 'Очистить доску'],
  whoseTurn: ['To move', 'Ход'],
  copyFen: ['Copy as FEN', 'Копировать FEN'],
  copied: ['copied', 'скопировано'],
  playFromHere: ['Play from here', 'Играть отсюда'],
});

const PARTS = /\d+|\([^)]*\)|[^A-Za-z\d(]*[A-Za-z][~!']*|\*/g;

/** The board of a FEN: levels of rows of what stands on the cells, null for nothing, and where each cell is in them. Null where it cannot be read. */
export function readBoard(fen, cells, pieces) {
  const [first, ...rest] = fen.split(' ');
  const end = first.includes('[') ? first.indexOf('[') : first.length;
  const commas = first.includes(',');
  const readRow = (row) => (commas ? row.split(',') : row.match(PARTS) || [])
    .flatMap((part) => (/^\d+$/.test(part) ? new Array(Number(part)).fill(null) : [part]));
  const levels = first.slice(0, end).split('|').map((level) => level.split('/').map(readRow));
  const hole = commas ? 'x' : '*', places = new Map();
  let next = 0;
  for (const rows of levels) {
    for (const row of [...rows].reverse()) { // cells are numbered from the first player's side
      row.forEach((part, i) => { if (part !== hole) places.set(cells[next++], [row, i]); });
    }
  }
  const at = (cell) => places.get(cell)[0][places.get(cell)[1]];
  const standing = [...places.keys()].filter((cell) => cell !== undefined && at(cell) !== null);
  if (rest.includes('|') || next !== cells.length || standing.length !== new Set(pieces.map((piece) => piece.cell)).size ||
    pieces.some((piece) => at(piece.cell) === null)) return null;
  return { levels, places, at, hands: first.slice(end), rest, commas };
}

/** The FEN of such a board. */
export function writeBoard({ levels, hands, rest, commas }) {
  const row = (parts) => {
    const written = [];
    for (const part of parts) {
      const last = written.length - 1;
      if (part === null && typeof written[last] === 'number') written[last]++;
      else written.push(part === null ? 1 : part);
    }
    return written.join(commas ? ',' : '');
  };
  return [levels.map((rows) => rows.map(row).join('/')).join('|') + hands, ...rest].join(' ');
}

export class SetUp {
  constructor(table, onError) {
    Object.assign(this, { table, game: table.game, board: table.board, onError });
    this.known = new Map(); // 'white king': how a FEN writes it
    this.icons = new Map(); // and its picture
    this.chosen = null; // such a piece; '': what is tapped is taken off
    this.button = button(t('setUp'), () => (this.open ? this.close() : this.show()), { 'aria-expanded': 'false', 'data-do': 'setup' });
    this.panel = h('div', { class: 'setup', role: 'group', 'aria-label': t('setUp'), hidden: true });
    this.said = h('span', { role: 'status', class: 'quiet' });
    this.element = h('div', {}, this.button, this.panel);
  }

  /** After each change, when the board shows it: 'rules' or 'position'. */
  heard(what) {
    if (what === 'rules') this.known.clear();
    else this.learn();
  }

  // ---- what stands there ----

  read() {
    const { loaded, position } = this.game;
    return readBoard(position.fen, loaded.cells, position.pieces);
  }

  /** How pieces are written and drawn: by those that are on the board. */
  learn() {
    const { loaded, position } = this.game;
    const now = this.game.as ? null : this.read();
    const svg = this.board.element.querySelector('svg');
    for (const { cell, type, owner } of now ? position.pieces : []) {
      const name = `${owner} ${type}`, part = now.at(cell);
      if (!part.startsWith('(')) this.known.set(name, part);
      const drawn = this.icons.has(name) ? null : svg?.querySelector(`[data-piece-on="${CSS.escape(cell)}"]`), middle = this.board.middle(cell);
      if (drawn && middle) {
        const icon = svgElement('svg', { viewBox: `${middle.x - 50} ${middle.y - 50} 100 100`, 'aria-hidden': 'true' });
        icon.append(...drawn.cloneNode(true).childNodes);
        this.icons.set(name, icon);
      }
    }
    if (now && loaded.players.length === 2 && !now.commas) { // pieces that are not there: capitals are the first player's
      for (const { name, letter } of loaded.pieces) {
        [letter.toUpperCase(), letter.toLowerCase()].forEach((part, i) => {
          const key = `${loaded.players[i]} ${name}`;
          if (!this.known.has(key)) this.known.set(key, part);
        });
      }
    }
    if (this.open) this.mark();
  }

  // ---- the panel ----

  show() {
    const { table, game } = this;
    this.open = true;
    table.stopThinking();
    table.paused = true;
    this.learn();
    this.board.catcher = (cell) => this.put(cell);
    this.button.setAttribute('aria-expanded', 'true');
    this.panel.hidden = false;
    if (game.as || !this.read()) {
      fill(this.panel, h('p', { class: 'quiet' }, t('setUpCannot')), button(t('playFromHere'), () => this.close(), { class: 'main' }));
      return;
    }
    const palette = game.loaded.players.map((player) => h('div', { class: 'palette', role: 'group', 'aria-label': player },
      game.loaded.pieces.filter((piece, i, all) => this.known.has(`${player} ${piece.name}`) && all.findIndex((one) => one.name === piece.name) === i)
        .map((piece) => this.tool(`${player} ${piece.name}`, t('piece', player, piece.name)))));
    const turn = select(t('whoseTurn'), game.loaded.players.map((player) => [player, player]), game.position.turn, (player) => this.turn(player), { 'data-turn': true });
    fill(this.panel, h('p', { class: 'quiet' }, t('setUpHow')), palette,
      h('div', { class: 'row' }, this.tool('', t('takeOff')), button(t('clearBoard'), () => this.change((now) => { for (const cell of now.places.keys()) this.set(now, cell, null); }), { 'data-do': 'clear' }),
        h('label', {}, `${t('whoseTurn')} `, turn)),
      h('div', { class: 'row' }, button(t('copyFen'), () => this.copy(), { 'data-do': 'copy' }),
        button(t('playFromHere'), () => this.close(), { class: 'main', 'data-do': 'play' }), this.said));
    this.choose(this.chosen);
  }

  close() {
    this.open = false;
    this.board.catcher = null;
    this.table.paused = false;
    this.panel.hidden = true;
    this.button.setAttribute('aria-expanded', 'false');
    this.table.showPosition();
  }

  tool(name, words) {
    const icon = this.icons.get(name)?.cloneNode(true);
    return button(icon || words, () => this.choose(name), { title: words, 'aria-label': words, 'aria-pressed': 'false', 'data-tool': name });
  }

  choose(name) {
    this.chosen = name;
    for (const one of this.panel.querySelectorAll('[data-tool]')) one.setAttribute('aria-pressed', String(one.dataset.tool === name));
  }

  mark() {
    const turn = this.panel.querySelector('[data-turn]');
    if (turn) turn.value = this.game.position.turn;
  }

  // ---- changes ----

  set(now, cell, part) {
    const [row, i] = now.places.get(cell);
    row[i] = part;
  }

  async put(cell) {
    if (this.chosen === null || !this.game.loaded.cells.includes(cell)) return;
    const part = this.chosen ? this.known.get(this.chosen) : null;
    await this.change((now) => this.set(now, cell, now.at(cell) === part ? null : part));
  }

  /** The position with another board; without the rights and the en passant target of the old one, where these hold no more. */
  async change(f) {
    const now = this.read();
    if (!now) return;
    f(now);
    const wanted = JSON.stringify(now.levels);
    const plain = now.rest.map((field, i) => (i === 1 || i === 2 ? '-' : field));
    for (const rest of [now.rest, plain]) {
      if (await this.take(writeBoard({ ...now, rest }), () => JSON.stringify(this.read()?.levels) === wanted)) return;
    }
    fill(this.said, t('setUpRefused'));
  }

  /** Whose turn it is stands in the second field, by a letter: of those that may be it, the server knows which. */
  async turn(player) {
    const now = this.read();
    if (!now) return;
    for (const letter of new Set(['w', 'b', ...player.toLowerCase()])) {
      if (await this.take(writeBoard({ ...now, rest: [letter, ...now.rest.slice(1)] }), () => this.game.position.turn === player)) return;
    }
    this.mark();
    fill(this.said, t('setUpRefused'));
  }

  /** Sets a position up; false, and the old one stays, where it cannot be or is not what was meant. */
  async take(fen, isWanted) {
    const { game } = this, before = game.position.fen;
    try {
      await game.setup(fen);
    } catch (error) {
      if (error.code !== -32000) this.onError(error);
      return false;
    }
    if (!isWanted()) await game.setup(before).catch(this.onError);
    else fill(this.said);
    return isWanted();
  }

  async copy() {
    const { fen } = this.game.position;
    try {
      await navigator.clipboard.writeText(fen);
      fill(this.said, t('copied'));
    } catch { // the browser does not allow it: the text is selected for the hand
      this.table.fen.focus();
      this.table.fen.select();
    }
  }
}
