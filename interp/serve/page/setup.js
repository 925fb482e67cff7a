// Set-up: pieces put on the board, into hands and taken off by hand. What was changed becomes another FEN, and the server says what that
// is: where it is not what was wanted, nothing has changed. A text that cannot be read so is set up by the FEN alone.

import { h, fill, button, picture, select, svgElement } from './dom.js';
import { call } from './rpc.js';
import { t, addWords, nameWords } from './words.js';
import { readFen } from './fen.js';

addWords({
  setUp: ['Set up by hand', 'Расставить вручную'],
  setUpHow: ['Choose a piece, then tap cells. The same piece again takes it off.', 'Выберите фигуру и нажимайте на поля. Та же фигура ещё раз снимает её.'],
  setUpCannot: ['This board is set up by its FEN, below.', 'Эта доска задаётся её FEN, ниже.'],
  setUpSeen: ['Who does not see everything cannot set up: choose “everything” in “Seen by”.', 'Кто видит не всё, не может расставлять: выберите «видно всё» в поле «Вид со стороны».'],
  setUpRefused: ['The rules of this game do not allow that.', 'Правила этой игры этого не позволяют.'],
  setUpElsewhere: ['{0} plays on another board.', '{0} играет на другой доске.'],
  takeOff: ['take off', 'снять'],
  onTop: ['on top of others', 'поверх других'],
  nobody: ['nobody', 'ничья'],
  inHand: ['In hand', 'В руке'],
  rights: ['Rights', 'Права'],
  clearBoard: ['Clear the board', 'Очистить доску'],
  whoseTurn: ['To move', 'Ход'],
  copyFen: ['Copy as FEN', 'Копировать FEN'],
  copied: ['copied', 'скопировано'],
  playFromHere: ['Play from here', 'Играть отсюда'],
});

const SIDE = 0, RIGHTS = 1, EN_PASSANT = 2, FIELDS = 5; // behind the placement; counters follow them
const NOBODY = '';

export class SetUp {
  constructor(table, onError) {
    Object.assign(this, { table, game: table.game, board: table.board, onError });
    this.icons = new Map(); // 'white king': its picture
    this.chosen = null; // such a piece; '': what is tapped is taken off
    this.onTop = false;
    this.button = button(t('setUp'), () => (this.open ? this.close() : this.show()), { 'aria-expanded': 'false', 'data-do': 'setup' });
    this.panel = h('div', { class: 'setup', role: 'group', 'aria-label': t('setUp'), hidden: true });
    this.said = h('span', { role: 'status', class: 'quiet' });
    this.element = h('div', {}, this.button, this.panel);
  }

  /** After each change, when the board shows it: 'rules' or 'position'. */
  heard(what) {
    if (what === 'rules') this.readRules();
    else this.learn(this.board.element.querySelector('svg'), this.game.position.pieces);
    if (this.open && what === 'position') this.mark();
  }

  // ---- what there is ----

  /** `tools`: which pieces there are, {name, owner, type, written}. */
  readRules() {
    const { players, pieces } = this.game.loaded, seen = new Set();
    this.tools = [...players, NOBODY].flatMap((owner) => pieces.map((piece) => ({ owner, type: piece.name, name: `${owner} ${piece.name}`, written: piece.written[owner] })))
      .filter(({ name, written }) => written && !seen.has(name) && seen.add(name));
    this.words = new Set(pieces.flatMap((piece) => Object.values(piece.written)));
    this.icons.clear();
  }

  boardOf(owner) {
    return this.game.loaded.boards[this.game.loaded.players.indexOf(owner)];
  }

  read() {
    const { loaded, position } = this.game;
    return this.game.as ? null : readFen(position.fen, loaded.cells, position.pieces, this.words);
  }

  /** How pieces are drawn: by those that are in a picture. */
  learn(svg, pieces) {
    const areas = new Map([...svg.querySelectorAll('[data-cell]')].map((area) => [area.dataset.cell, area.dataset]));
    for (const { cell, type, owner } of pieces) {
      const name = `${owner} ${type}`, at = areas.get(cell);
      const drawn = this.icons.has(name) || !at ? null : svg.querySelector(`[data-piece-on="${CSS.escape(cell)}"]`);
      if (!drawn) continue;
      const icon = svgElement('svg', { viewBox: `${at.x - 50} ${at.y - 50} 100 100`, 'aria-hidden': 'true' });
      for (const shared of ['font-family', 'text-anchor', 'stroke-linejoin']) icon.setAttribute(shared, svg.getAttribute(shared) || '');
      icon.append(...drawn.cloneNode(true).childNodes);
      this.icons.set(name, icon);
    }
  }

  /** Pictures of pieces that are nowhere: all of them on a board that is drawn for that alone. */
  async drawOthers(now) {
    const { loaded, settings } = this.game, missing = this.tools.filter(({ name }) => !this.icons.has(name)), put = [];
    const free = [...now.cells.keys()];
    for (const cell of free) now.set(cell, []);
    for (const { owner, type, written } of missing) {
      const at = free.findIndex((cell) => owner === NOBODY || now.cells.get(cell).board === this.boardOf(owner));
      if (at < 0) continue;
      const [cell] = free.splice(at, 1);
      now.set(cell, [written]);
      put.push({ cell, type, owner });
    }
    if (!put.length) return;
    for (const { rest } of now.boards) [rest[RIGHTS], rest[EN_PASSANT]] = ['-', '-'];
    try {
      const { svg } = await call('diagram', { game: loaded.writable ? loaded.file : loaded.name, settings, fen: now.write(), picture: { addressable: true } });
      this.learn(picture(svg), put);
    } catch { /* they are shown by their names */ }
  }

  // ---- the panel ----

  async show() {
    const { table, game } = this;
    this.open = true;
    table.stopThinking();
    table.paused = true;
    this.board.catcher = (part) => this.put(part);
    this.button.setAttribute('aria-expanded', 'true');
    this.panel.hidden = false;
    fill(this.said);
    const now = this.read();
    if (!now) {
      fill(this.panel, h('p', { class: 'quiet' }, t(game.as ? 'setUpSeen' : 'setUpCannot')), button(t('playFromHere'), () => this.close(), { class: 'main' }));
      return;
    }
    await this.drawOthers(now);
    if (this.open) this.showPanel();
  }

  showPanel() {
    const { loaded } = this.game;
    fill(this.panel, h('p', { class: 'quiet' }, t('setUpHow')), [...loaded.players, NOBODY].map((owner) => this.palette(owner)),
      h('div', { class: 'row' }, this.tool('', t('takeOff')), button(t('clearBoard'), () => this.clear(), { 'data-do': 'clear' }),
        loaded.has_stacks ? this.onTopBox() : null),
      h('div', { class: 'row' }, h('label', {}, `${t('whoseTurn')} `,
        select(t('whoseTurn'), loaded.players.map((player) => [player, nameWords(player)]), this.game.position.turn, (player) => this.turn(player), { 'data-turn': true })),
      this.read().boards.map((board, i) => this.rightsField(i))),
      loaded.has_hands ? h('details', {}, h('summary', {}, t('inHand')), loaded.players.map((player) => this.hand(player))) : null,
      h('div', { class: 'row' }, button(t('copyFen'), () => this.copy(), { 'data-do': 'copy' }),
        button(t('playFromHere'), () => this.close(), { class: 'main', 'data-do': 'play' }), this.said));
    this.choose(this.chosen);
    this.mark();
  }

  close() {
    this.open = false;
    this.board.catcher = null;
    this.table.paused = false;
    this.panel.hidden = true;
    this.button.setAttribute('aria-expanded', 'false');
    this.table.showPosition();
  }

  palette(owner) {
    const tools = this.tools.filter((tool) => tool.owner === owner);
    if (!tools.length) return null;
    const shown = this.game.loaded.players.length > 2 ? h('span', { class: 'quiet' }, nameWords(owner) || t('nobody')) : null;
    return h('div', { class: 'palette', role: 'group', 'aria-label': nameWords(owner) || t('nobody') }, shown,
      tools.map(({ name, type }) => this.tool(name, owner ? t('piece', nameWords(owner), type) : type)));
  }

  tool(name, words) {
    const icon = this.icons.get(name)?.cloneNode(true);
    return button(icon || words, () => this.choose(name), { title: words, 'aria-label': words, 'aria-pressed': 'false', 'data-tool': name });
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
    return h('div', { class: 'hand', role: 'group', 'aria-label': t('hand', nameWords(player)) }, h('span', { class: 'quiet' }, nameWords(player)), own.map(({ name, type, written }) => {
      const count = h('input', { type: 'number', min: 0, max: 99, value: '0', 'data-in-hand': name, 'data-written': written,
        'aria-label': `${t('piece', nameWords(player), type)}, ${t('inHand')}`, onchange: () => this.hold(player, written, Number(count.value)) });
      return h('label', { title: t('piece', nameWords(player), type) }, this.icons.get(name)?.cloneNode(true) || type, count);
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
