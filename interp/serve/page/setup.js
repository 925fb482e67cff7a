// Set-up: pieces put on the board, into hands and taken off by hand. What was changed becomes another FEN, and the server says what that
// is: where it is not what was wanted, nothing has changed. A text that cannot be read so is set up by the FEN alone.

import { h, fill, button, icon, select } from './dom.js';
import { t, nameWords } from './words.js';
import { readFen } from './fen.js';

const SIDE = 0, RIGHTS = 1, EN_PASSANT = 2, FIELDS = 5; // behind the placement; counters follow them
const NOBODY = '';

export class SetUp {
  constructor(table, onError) {
    Object.assign(this, { table, game: table.game, board: table.board, onError });
    this.chosen = null; // such a piece; '': what is tapped is taken off
    this.onTop = false;
    this.panel = h('div', { class: 'tool setup', role: 'group', 'aria-label': t('setUp') });
    this.said = h('span', { role: 'status', class: 'quiet' });
  }

  /** After each change, when the board shows it: 'rules' or 'position'. */
  heard(what) {
    if (what === 'rules') this.readRules();
    if (this.open && what === 'position') this.mark();
  }

  // ---- what there is ----

  /** `tools`: which pieces there are, {name, owner, type, written}. */
  readRules() {
    const { players, pieces } = this.game.loaded, seen = new Set();
    this.tools = [...players, NOBODY].flatMap((owner) => pieces.map((piece) => ({ owner, type: piece.name, name: `${owner} ${piece.name}`, written: piece.written[owner] })))
      .filter(({ name, written }) => written && !seen.has(name) && seen.add(name));
    this.words = new Set(pieces.flatMap((piece) => Object.values(piece.written)));
  }

  boardOf(owner) {
    return this.game.loaded.boards[this.game.loaded.players.indexOf(owner)];
  }

  read() {
    const { loaded, position } = this.game;
    return this.game.as ? null : readFen(position.fen, loaded.cells, position.pieces, this.words);
  }

  // ---- the panel ----

  async show() {
    const { table, game } = this;
    this.open = true;
    if (game.position.plies.length) game.setAside(t('setUp'));
    table.engine.stop();
    table.engine.paused = true;
    this.board.catcher = (part) => this.put(part);
    fill(table.tools, this.panel);
    fill(this.said);
    const now = this.read();
    if (!now) {
      fill(this.panel, h('p', { class: 'quiet' }, t(game.as ? 'setUpSeen' : 'setUpCannot')), button(t('playFromHere'), () => this.close(), { class: 'main' }));
      return;
    }
    this.figure = await game.figures();
    if (this.open) this.showPanel();
  }

  showPanel() {
    const { loaded } = this.game;
    fill(this.panel, h('div', { class: 'row' }, h('b', {}, t('setUp')), h('span', { class: 'gap' }), button(icon('close'), () => this.close(), { class: 'bare', 'aria-label': t('close') })), h('p', { class: 'quiet' }, t('setUpHow')), [...loaded.players, NOBODY].map((owner) => this.palette(owner)),
      h('div', { class: 'row' }, this.tool('', t('takeOff')), button(t('clearBoard'), () => this.clear(), { 'data-do': 'clear' }),
        loaded.has_stacks ? this.onTopBox() : null),
      h('div', { class: 'row' }, h('label', {}, `${t('whoseTurn')} `,
        select(t('whoseTurn'), loaded.players.map((player) => [player, nameWords(player)]), this.game.position.turn, (player) => this.turn(player), { 'data-turn': true })),
      this.read().boards.map((board, i) => this.rightsField(i))),
      loaded.has_hands ? h('details', {}, h('summary', {}, t('heldPieces')), loaded.players.map((player) => this.hand(player))) : null,
      h('div', { class: 'row' }, button(t('playFromHere'), () => this.close(), { class: 'main', 'data-do': 'play' }), this.said));
    this.choose(this.chosen);
    this.mark();
  }

  close() {
    this.open = false;
    this.board.catcher = null;
    this.table.engine.paused = false;
    fill(this.table.tools);
    this.table.showPosition();
  }

  palette(owner) {
    const tools = this.tools.filter((tool) => tool.owner === owner);
    if (!tools.length) return null;
    const shown = this.game.loaded.players.length > 2 ? h('span', { class: 'quiet' }, nameWords(owner) || t('nobody')) : null;
    return h('div', { class: 'palette', role: 'group', 'aria-label': nameWords(owner) || t('nobody') }, shown,
      tools.map(({ name, type }) => this.tool(name, owner ? t('piece', nameWords(owner), nameWords(type)) : nameWords(type))));
  }

  tool(name, words) {
    return button(this.drawing(name) || words, () => this.choose(name), { title: words, 'aria-label': words, 'aria-pressed': 'false', 'data-tool': name });
  }

  /** The picture of 'white king'. */
  drawing(name) {
    const tool = this.tools.find((one) => one.name === name);
    return tool ? this.figure(tool.owner, tool.type) : null;
  }

  choose(name) {
    this.chosen = name;
    for (const one of this.panel.querySelectorAll('[data-tool]')) one.setAttribute('aria-pressed', String(one.dataset.tool === name));
  }

  onTopBox() {
    const box = h('input', { type: 'checkbox', checked: this.onTop, 'data-do': 'on-top', onchange: () => { this.onTop = box.checked; } });
    return h('label', {}, box, ` ${t('onTop')}`);
  }

  /** The field of castling and other rights of a board, as a FEN writes it. */
  rightsField(board) {
    const field = h('input', { size: 6, spellcheck: 'false', 'data-rights': board, onchange: () => this.rights(board, field.value.trim() || '-') });
    return h('label', {}, `${t('rights')} `, field);
  }

  /** How many of each type a player holds; promoted types are not held. */
  hand(player) {
    const own = this.tools.filter(({ owner, written }) => owner === player && /^[A-Za-z0-9]+$/.test(written));
    return h('div', { class: 'hand', role: 'group', 'aria-label': t('inHand', nameWords(player), '') }, h('span', { class: 'quiet' }, nameWords(player)), own.map(({ name, type, written }) => {
      const count = h('input', { type: 'number', min: 0, max: 99, value: '0', 'data-in-hand': name, 'data-written': written,
        'aria-label': `${t('piece', nameWords(player), nameWords(type))}, ${t('heldPieces')}`, onchange: () => this.hold(player, written, Number(count.value)) });
      return h('label', { title: t('piece', nameWords(player), nameWords(type)) }, this.drawing(name) || type, count);
    }));
  }

  /** The fields of the panel say what the position is. */
  mark() {
    const now = this.read(), { position } = this.game, turn = this.panel.querySelector('[data-turn]');
    if (!now || !turn) return;
    turn.value = position.turn;
    for (const field of this.panel.querySelectorAll('[data-rights]')) field.value = now.boards[field.dataset.rights].rest[RIGHTS];
    const held = now.boards.flatMap((board, i) => (board.hand || []).map((part) => `${i} ${part}`));
    for (const count of this.panel.querySelectorAll('[data-in-hand]')) {
      const { owner, written } = this.tools.find(({ name }) => name === count.dataset.inHand);
      count.value = held.filter((one) => one === `${this.boardOf(owner)} ${written}`).length;
    }
  }

  // ---- changes ----

  async put(cell) {
    if (this.chosen === null || !this.game.loaded.cells.includes(cell)) return;
    const tool = this.tools.find(({ name }) => name === this.chosen);
    await this.change((now) => {
      const { board } = now.cells.get(cell), stack = now.at(cell), top = stack[stack.length - 1];
      if (tool && tool.owner !== NOBODY && this.boardOf(tool.owner) !== board) return t('setUpElsewhere', nameWords(tool.owner));
      if (!tool) now.set(cell, this.onTop ? stack.slice(0, -1) : []);
      else if (this.onTop) now.set(cell, [...stack, tool.written]);
      else now.set(cell, top === tool.written ? [] : [tool.written]);
      return null;
    });
  }

  clear() {
    return this.change((now) => { for (const cell of now.cells.keys()) now.set(cell, []); });
  }

  hold(player, written, count) {
    return this.change((now) => {
      const board = now.boards[this.boardOf(player)];
      board.hand = [...(board.hand || []).filter((part) => part !== written), ...new Array(Math.max(0, Math.min(99, count))).fill(written)];
    });
  }

  /** A change of what stands there or is held; without the rights, the en passant target and the counters of the old position, where these hold no more. */
  async change(f) {
    const now = this.read();
    if (!now) return;
    const refused = f(now), wanted = now.key();
    if (refused) {
      fill(this.said, refused);
      return;
    }
    const attempts = [(rest) => rest, (rest) => rest.map((field, i) => (i === RIGHTS || i === EN_PASSANT ? '-' : field)),
      (rest) => rest.slice(0, FIELDS).map((field, i) => (i === RIGHTS || i === EN_PASSANT ? '-' : field))];
    const rests = now.boards.map((board) => board.rest);
    for (const attempt of attempts) {
      now.boards.forEach((board, i) => { board.rest = attempt(rests[i]); });
      if (await this.take(now.write(), () => this.read()?.key() === wanted)) return;
    }
    this.refuse();
  }

  refuse() {
    this.mark();
    fill(this.said, t('setUpRefused'));
  }

  async rights(board, text) {
    const now = this.read();
    if (!now) return;
    now.boards[board].rest[RIGHTS] = text;
    if (!/^\S+$/.test(text) || !await this.take(now.write(), () => true)) this.refuse();
  }

  /** Whose turn it is stands in a field of their board, by a letter; with several boards also which one acts. The server knows what is meant. */
  async turn(player) {
    const now = this.read();
    if (!now) return;
    const board = this.boardOf(player), last = now.boards[now.boards.length - 1], { rest } = last;
    const written = this.tools.find(({ owner }) => owner === player)?.written || '';
    const [cell] = [...now.cells].find(([, place]) => place.board === board);
    for (const acts of now.boards.length > 1 ? [[], [`acts=${cell.split(':')[0]}`]] : [[]]) {
      last.rest = [...rest.filter((field) => !field.startsWith('acts=')), ...acts];
      for (const letter of new Set([...player.toLowerCase(), 'w', 'b', written[0]])) {
        if (!/^[a-z0-9]$/i.test(letter)) continue;
        now.boards[board].rest[SIDE] = letter;
        if (await this.take(now.write(), () => this.game.position.turn === player)) return;
      }
    }
    this.refuse();
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
    const wanted = isWanted();
    if (wanted) fill(this.said);
    else await game.setup(before).catch(this.onError);
    return wanted;
  }
}
