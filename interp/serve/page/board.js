// Board: the picture of a position, and what a hand does on it. It knows no rules: each legal move is a list of parts (a piece
// in hand, cells), and tapping its parts one after another plays it. Where several moves have the same parts, it asks at the square.

import { h, fill, picture, svgElement, button, icon } from './dom.js';
import { t, nameWords, capital, moveWords } from './words.js';

const DRAG_PIXELS = 6, FINGER_PIXELS = 40, LABEL = 34, TITLE = 40, NEAR_CELL = 48, NEAREST_CELL = 128, SMALL_CELL = 32, COLUMN_MAX = 6;

function startsWith(parts, beginning) {
  return beginning.length <= parts.length && beginning.every((part, i) => parts[i] === part);
}

export class Board {
  /** onMove(text), which may take a while; onIllegal(parts); onPick(parts): something else was chosen. */
  constructor(onMove, onIllegal, onPick = () => {}) {
    Object.assign(this, { onMove, onIllegal, onPick });
    this.position = null;
    this.picked = [];
    this.enabled = false;
    this.focused = null;
    this.catcher = null; // gets what is tapped, while pieces are set up by hand
    this.figure = () => null;
    this.rank = () => 0; // of a type, where pieces are to be chosen
    this.marked = { checks: [], change: null, rings: [], refused: null };
    this.box = { left: 0, top: 0, right: 100, bottom: 100 };
    this.element = h('div', { class: 'board', id: 'board', role: 'group', 'aria-label': t('board') });
    this.chooser = h('div', { class: 'chooser', role: 'menu', 'aria-label': t('choose'), hidden: true });
    this.map = h('div', { class: 'whole' });
    this.window = h('i'); // on the small map: what is in sight
    this.small = h('div', { class: 'map', 'aria-hidden': 'true', hidden: true }, this.window);
    this.nearCell = NEAR_CELL;
    this.frame = h('div', { class: 'boardframe' }, this.element, this.small, this.map, this.chooser);
    this.element.addEventListener('scroll', () => this.showWindow(), { passive: true });
    this.element.addEventListener('touchstart', (event) => this.pinch(event), { passive: true });
    this.element.addEventListener('pointerdown', (event) => this.pointerDown(event));
    this.element.addEventListener('keydown', (event) => this.key(event));
    addEventListener('keydown', () => this.element.classList.add('keys'), true);
    addEventListener('pointerdown', () => this.element.classList.remove('keys'), true);
    this.chooser.addEventListener('keydown', (event) => this.chooserKey(event));
  }

  /** Shows a position with its `svg`. `enabled`: moves may be made. */
  show(position, enabled) {
    const same = this.position?.fen === position.fen && this.position.plies.length === position.plies.length, before = this.picked;
    this.position = position;
    this.enabled = enabled;
    this.closeChooser();
    this.marked = { ...this.marked, refused: null };
    const svg = picture(position.svg);
    for (const name of ['width', 'height', 'role']) svg.removeAttribute(name);
    svg.querySelectorAll('.ground, .last').forEach((one) => one.remove());
    const areas = [...svg.querySelectorAll('[data-cell]')];
    this.cells = new Map(areas.map((area) => [area.dataset.cell, area]));
    this.on = new Map(position.pieces.map((piece) => [piece.cell, piece]));
    const [under, lines, lights, arrows] = ['under', 'attacks', 'lights', 'arrows'].map((name) => svgElement('g', { class: name, 'pointer-events': 'none' }));
    Object.assign(this, { svg, under, lines, lights, arrows });
    svg.insertBefore(under, svg.querySelector('[data-piece-on]') || areas[0] || null);
    svg.insertBefore(lines, under.nextSibling);
    svg.insertBefore(lights, areas[0] || null);
    svg.insertBefore(arrows, areas[0] || null);
    this.measure();
    this.nameCells();
    const kept = this.element.contains(document.activeElement);
    fill(this.element, svg);
    this.place();
    this.setPicked(same && this.isBeginning(before) ? before : []); // rules that are read again do not take a piece out of one's hand
    if (kept && this.focused) this.cells.get(this.focused)?.focus({ preventScroll: true });
  }

  /** Whether these parts begin a move, and are not all of one. */
  isBeginning(parts) {
    const moves = parts.length ? this.candidates(parts) : [];
    return moves.length > 0 && moves.every((move) => move.parts.length > parts.length);
  }

  // ---- size ----

  /** What lies where: the box of all cells, and the labels beside it. */
  measure() {
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (const area of this.cells.values()) {
      for (const [x, y] of this.outline(area)) {
        [box.left, box.right] = [Math.min(box.left, x), Math.max(box.right, x)];
        [box.top, box.bottom] = [Math.min(box.top, y), Math.max(box.bottom, y)];
      }
    }
    this.box = box;
    this.labels = [...this.svg.querySelectorAll('text.label')].map((text) => ({ text, x: Number(text.getAttribute('x')), y: Number(text.getAttribute('y')), word: text.textContent.replace(/\^+$/, ''), title: text.getAttribute('font-size') === '32' }));
    const first = this.cells.values().next().value, ends = [...this.svg.querySelectorAll('text.beyond')].map((text) => Number(text.getAttribute('y')));
    this.beyond = { top: Math.max(0, box.top - Math.min(...ends, box.top) + 20 * ends.some((y) => y < box.top)), bottom: Math.max(0, Math.max(...ends, box.bottom) - box.bottom + 10 * ends.some((y) => y > box.bottom)) }; // numbers of long cells
    this.squares = !!first && this.outline(first).length === 4 && !!this.svg.querySelector('.cell');
  }

  /** How many levels or boards there are, and what one of them measures. */
  levels() {
    const titles = this.labels.filter((label) => label.title), count = Math.max(1, titles.length), across = new Set(titles.map(({ x }) => x)).size || 1, down = new Set(titles.map(({ y }) => y)).size || 1;
    const { left, top, right, bottom } = this.box;
    return { levels: count, columns: ((right - left) / 100 - 0.7 * (across - 1)) / across, rows: ((bottom - top) / 100 - 0.75 * (down - 1)) / down };
  }

  outline(area) {
    return [...area.firstChild.getAttribute('d').matchAll(/(-?\d+) (-?\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  }

  /** What layout.js asks for. */
  size() {
    const { left, top, right, bottom } = this.box, titles = this.labels.filter((label) => label.title).map(({ y }) => y);
    return { columns: (right - left) / 100, rows: (bottom - top + this.beyond.top + this.beyond.bottom) / 100, titles: new Set(titles).size ? 1 : 0, corners: this.corners(), mayInside: this.squares && this.labels.some((label) => !label.title) };
  }

  /** The empty corners of 3 by 3 cells: 'top-left' and so on. */
  emptyCorners() {
    const { left, top, right, bottom } = this.box, found = [];
    for (const [name, x, y] of [['top-left', left, top], ['top-right', right - 300, top], ['bottom-left', left, bottom - 300], ['bottom-right', right - 300, bottom - 300]]) {
      const inside = [...this.cells.values()].some(({ dataset }) => dataset.x > x && dataset.x < x + 300 && dataset.y > y && dataset.y < y + 300);
      if (!inside && right - left >= 900 && bottom - top >= 900) found.push(name);
    }
    return found;
  }

  corners() {
    return (this.seatCount || 2) > 2 && this.emptyCorners().length >= this.seatCount;
  }

  /** `layout` of layout.js: the picture gets its size, and coordinates stand inside or outside. */
  fit(layout) {
    this.layout = layout;
    if (this.svg) this.place();
  }

  place() {
    const { layout, box } = this;
    if (!layout || !this.svg) return;
    const titles = this.labels.some((label) => label.title), plain = this.labels.some((label) => !label.title);
    const side = plain && !layout.inside ? LABEL : 0, left = box.left - side, top = box.top - (titles ? TITLE : 0) - this.beyond.top;
    const width = box.right - left, height = box.bottom + side + this.beyond.bottom - top;
    const near = layout.name === 'phone' && layout.cell < SMALL_CELL && !this.whole;
    const cell = near ? this.nearCell : layout.cell * (layout.name === 'phone' ? (box.right - box.left) / width : 1);
    this.svg.setAttribute('viewBox', `${left} ${top} ${width} ${height}`);
    this.svg.style.width = `${(width / 100) * cell}px`;
    this.svg.style.height = `${(height / 100) * cell}px`;
    this.cell = cell;
    this.frame.style.setProperty('--board-width', `${((near ? Math.min(width * cell, window.innerWidth * 100) : width * cell)) / 100}px`);
    this.frame.style.setProperty('--board-height', `${(height / 100) * cell}px`);
    this.frame.style.setProperty('--inset', `${(side / 100) * cell}px`);
    this.element.classList.toggle('near', near);
    this.svg.classList.toggle('odd', !this.squares);
    this.putLabels(layout.inside);
    this.putMap(near);
  }

  /** Coordinates inside the edge cells: ranks at the left, files at the bottom. */
  putLabels(inside) {
    this.svg.querySelectorAll('.coordinate').forEach((one) => one.remove());
    for (const { text, x, y, word, title } of this.labels) {
      if (title) continue;
      text.style.display = inside ? 'none' : '';
      if (!this.squares) continue;
      const areas = [...this.cells.values()].map((area) => ({ area, x: Number(area.dataset.x), y: Number(area.dataset.y) }));
      const rank = areas.filter((one) => Math.abs(one.y - y) < 30 && one.x > x).sort((a, b) => a.x - b.x)[0];
      const file = areas.filter((one) => Math.abs(one.x - x) < 5 && one.y < y).sort((a, b) => b.y - a.y)[0];
      const isRank = rank && (!file || rank.x - x < y - file.y), at = isRank ? rank : file;
      if (!at) continue;
      if (!inside) { // beside the edge cell, wherever the edge is
        text.textContent = word; // the title says which level it is
        text.setAttribute('x', isRank ? at.x - 67 : at.x);
        text.setAttribute('y', isRank ? y : at.y + 76);
        continue;
      }
      const shade = [...this.svg.querySelectorAll('.cell')][areas.indexOf(at)]?.getAttribute('class') || '';
      const label = svgElement('text', { x: isRank ? at.x - 45 : at.x + 45, y: isRank ? at.y - 30 : at.y + 44, 'font-size': 17, 'font-weight': 600, 'text-anchor': isRank ? 'start' : 'end', class: `coordinate ${/shade0|shade3/.test(shade) ? 'on-dark' : 'on-light'}` });
      label.textContent = word;
      this.svg.insertBefore(label, this.under.nextSibling);
    }
  }

  /** On a phone a large board is seen near by; a button shows all of it. */
  putMap(near) {
    this.small.hidden = true;
    const large = this.layout.name === 'phone' && this.layout.cell < SMALL_CELL;
    fill(this.map, large ? button([icon('whole'), h('span', {}, t(near ? 'wholeBoard' : 'nearer'))], () => { this.whole = near; this.place(); this.light(); }, { 'data-do': 'whole' }) : null);
    this.small.hidden = !near;
    if (!near) return;
    const last = this.middle(this.position.last_move[0]) || this.middle(this.focusCell());
    const scale = this.nearCell / 100;
    this.element.scrollTo((last.x - this.box.left) * scale - this.element.clientWidth / 2, (last.y - this.box.top) * scale - this.element.clientHeight / 2);
    this.showWindow();
  }

  /** The small map says which part of the board is in sight. */
  showWindow() {
    if (this.small.hidden) return;
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = this.element, part = (length, all) => `${(100 * length) / all}%`;
    this.small.style.aspectRatio = `${scrollWidth} / ${scrollHeight}`;
    Object.assign(this.window.style, { left: part(scrollLeft, scrollWidth), top: part(scrollTop, scrollHeight), width: part(clientWidth, scrollWidth), height: part(clientHeight, scrollHeight) });
  }

  /** Two fingers on a board that is seen near by: cells grow and shrink around the middle of the fingers. */
  pinch(event) {
    if (event.touches.length !== 2 || !this.element.classList.contains('near')) return;
    const spread = ({ touches: [a, b] }) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), begin = spread(event), cell = this.nearCell;
    const move = (now) => {
      if (now.touches.length !== 2) return;
      now.preventDefault();
      const frame = this.element.getBoundingClientRect(), [a, b] = now.touches, x = (a.clientX + b.clientX) / 2 - frame.left, y = (a.clientY + b.clientY) / 2 - frame.top;
      const wanted = Math.max(this.layout.cell, Math.min(NEAREST_CELL, (cell * spread(now)) / begin)), ratio = wanted / this.nearCell;
      const [left, top] = [(this.element.scrollLeft + x) * ratio - x, (this.element.scrollTop + y) * ratio - y];
      this.nearCell = wanted;
      this.place();
      this.element.scrollTo(left, top);
    };
    const end = () => {
      this.element.removeEventListener('touchmove', move);
      removeEventListener('touchend', end);
    };
    this.element.addEventListener('touchmove', move, { passive: false });
    addEventListener('touchend', end);
  }

  // ---- names for keyboards and screen readers ----

  nameCells() {
    const counts = new Map();
    for (const move of this.position.moves) counts.set(move.parts[0], (counts.get(move.parts[0]) || 0) + 1);
    for (const [name, area] of this.cells) {
      const piece = this.on.get(name), count = this.enabled ? counts.get(name) : 0;
      area.setAttribute('role', 'button');
      area.setAttribute('tabindex', name === this.focusCell() ? '0' : '-1');
      area.classList.toggle('movable', !!count && !!piece);
      area.dataset.words = [name, piece ? t('piece', nameWords(piece.owner), nameWords(piece.type)).trim() : t('empty'), ...(count ? [t('movesCount', count)] : [])].join(', ');
      area.setAttribute('aria-label', area.dataset.words);
    }
  }

  focusCell() {
    if (!this.cells.has(this.focused)) this.focused = this.cells.keys().next().value;
    return this.focused;
  }

  // ---- what may be tapped next ----

  candidates(parts) {
    return this.position.moves.filter((move) => startsWith(move.parts, parts));
  }

  /** Taps a cell, or a piece in hand ("P@"). */
  tap(part) {
    if (this.catcher) this.catcher(part);
    if (this.catcher || !this.enabled) {
      if (!this.catcher) this.setPicked(this.picked[0] === part ? [] : [part]); // looking is always allowed
      return;
    }
    const next = [...this.picked, part];
    const found = this.candidates(next);
    if (found.length) this.follow(next, found);
    else if (!this.picked.length) this.begin(part);
    else if (this.picked[this.picked.length - 1] === part) this.setPicked([]);
    else if (this.candidates([part]).length || (this.picked.length === 1 && this.ownAgain(part))) this.tapAgain(part);
    else this.refuse(part);
  }

  /** Whether both are pieces of one owner, so that the second is looked at instead. */
  ownAgain(part) {
    const [first, second] = [this.on.get(this.picked[0]), this.on.get(part)];
    return !this.candidates([this.picked[0]]).length && first && second && first.owner === second.owner;
  }

  tapAgain(part) {
    this.setPicked([]);
    this.tap(part);
  }

  follow(parts, found) {
    const complete = found.filter((move) => move.parts.length === parts.length);
    const enough = parts.length > 1 || found[0].parts.length === 1;
    this.setPicked(parts);
    if (found.length === 1 && enough) this.play(found[0]);
    else if (complete.length && (enough || complete.length === found.length)) this.ask(complete.length === found.length ? complete : found, parts);
  }

  /** The first tap on a cell where no move begins: something may be dropped there, or a piece is tried that cannot move. */
  begin(part) {
    const drops = this.position.moves.filter((move) => move.kind === 'drop' && move.parts.length === 2 && move.parts[1] === part);
    const hands = new Set(drops.map((move) => move.parts[0]));
    if (drops.length === 1) this.play(drops[0]);
    else if (drops.length && (hands.size === 1 || !this.on.has(part))) this.ask(drops, [part]);
    else if (part.endsWith('@') || this.on.has(part)) this.setPicked([part]);
    else this.setPicked([]);
  }

  refuse(part) {
    const parts = [...this.picked, part];
    this.setPicked([]);
    this.onIllegal(parts);
  }

  play(move) {
    this.setPicked([]);
    this.send(move.move);
  }

  /** Until the answer nothing can be tapped: it would be meant for another position. */
  async send(text) {
    this.enabled = false;
    const { position } = this;
    await this.onMove(text);
    if (this.position === position) this.enabled = true; // it was not played
  }

  setPicked(parts) {
    this.picked = parts;
    if (!this.chooser.hidden) this.closeChooser();
    this.light();
    this.onPick(parts);
  }

  // ---- the chooser ----

  /** What becomes of the piece, where that is what the moves differ in: its type. */
  outcomeOf(move, moves) {
    for (const key of ['promotes_to', 'becomes', 'piece']) {
      const values = moves.map((one) => one[key]);
      if (new Set(values).size === moves.length) return values[moves.indexOf(move)] || this.on.get(move.parts[0])?.type;
    }
    return null;
  }

  /** Moves with the same parts: pieces at the square where these differ, else a list of words. */
  ask(all, parts) {
    const moves = [...all].sort((a, b) => this.rank(a.promotes_to || a.becomes) - this.rank(b.promotes_to || b.becomes));
    const cells = parts.filter((part) => this.cells.has(part)), cell = cells[cells.length - 1];
    const owner = this.position.commander, types = moves.map((move) => this.outcomeOf(move, moves));
    const drawn = types.every(Boolean) && moves.length <= COLUMN_MAX && cell;
    const choices = moves.map((move, i) => {
      const words = types[i] ? capital(nameWords(types[i])) : moveWords(move.move);
      const figure = types[i] ? this.figure(this.on.get(parts[0])?.owner || owner, types[i]) : null;
      return button(drawn ? figure || words : [figure, h('span', {}, types[i] ? `${words} (${move.move})` : words)], () => this.play(move), { role: 'menuitem', 'data-move': move.move, title: words, 'aria-label': words, 'data-keys': `${words[0]}${move.move.slice(-1)}`.toLowerCase() });
    });
    fill(this.chooser, choices, button(icon('close'), () => this.setPicked([]), { role: 'menuitem', class: 'cancel', 'aria-label': t('cancel'), 'data-cancel': true }));
    this.chooser.classList.toggle('column', !!drawn);
    this.chooser.hidden = false;
    this.putChooser(cell, drawn);
    choices[0].focus({ preventScroll: true });
    this.onPick(parts, { moves, types });
  }

  putChooser(cell, drawn) {
    const frame = this.frame.getBoundingClientRect(), at = this.cells.get(cell)?.firstChild.getBoundingClientRect() || frame;
    this.chooser.style.setProperty('--cell', `${at.width}px`);
    const { width, height } = this.chooser.getBoundingClientRect();
    const left = drawn ? at.left : at.left + at.width / 2 - width / 2, downwards = at.top - frame.top < frame.height / 2;
    const top = downwards ? at.top : at.bottom - height;
    const keep = (value, size, room) => Math.max(4, Math.min(value, room - size - 4));
    this.chooser.style.left = `${keep(left, width, window.innerWidth) - frame.left}px`;
    this.chooser.style.top = `${keep(top, height, Math.max(window.innerHeight, frame.bottom)) - frame.top}px`;
    this.chooser.classList.toggle('upwards', !downwards);
  }

  closeChooser() {
    this.chooser.hidden = true;
    fill(this.chooser);
  }

  chooserKey(event) {
    const items = [...this.chooser.querySelectorAll('button')], at = items.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Escape') {
      this.setPicked([]);
      this.focus(this.focusCell());
    } else if (step) items[(at + step + items.length) % items.length].focus();
    else if (event.key.length === 1 && event.key !== ' ') (items.find((one) => one.dataset.keys?.endsWith(event.key.toLowerCase())) || items.find((one) => one.dataset.keys?.startsWith(event.key.toLowerCase())))?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // ---- marks ----

  middle(cell) {
    const area = this.cells.get(cell);
    return area && { x: Number(area.dataset.x), y: Number(area.dataset.y) };
  }

  tint(cell, name) {
    const area = this.cells.get(cell);
    if (area) this.under.append(svgElement('path', { d: area.firstChild.getAttribute('d'), class: name }));
  }

  /** What the viewer does not see: all that looks empty; while armies are set up, only where they themselves put nothing. */
  shade() {
    const { unseen, moves } = this.position, own = new Set(moves.filter(({ kind }) => kind === 'drop').flatMap(({ parts }) => parts));
    for (const cell of unseen) if (!own.has(cell)) this.tint(cell, own.size ? 'unseen deep' : 'unseen');
  }

  disc(cell, name, radius) {
    const at = this.middle(cell);
    if (at) this.lights.append(svgElement('circle', { cx: at.x, cy: at.y, r: radius, class: name }));
  }

  /** A disc with + or x: now legal or missing; no longer, extra or refused. */
  sign(cell, name) {
    const at = this.middle(cell);
    if (!at) return;
    const glyph = name === 'now' ? 'M-12 0h24M0-12v24' : 'M-9-9l18 18M9-9l-18 18', g = svgElement('g', { class: `sign ${name}`, transform: `translate(${at.x} ${at.y})`, 'data-sign': name, 'data-at': cell });
    g.append(svgElement('circle', { r: 23 }), svgElement('path', { d: glyph }));
    this.lights.append(g);
  }

  /** More marks: {checks: [[royal, attacker], …], change: {now, gone}, rings: [cell, …], refused: cell}. */
  mark(more) {
    Object.assign(this.marked, more);
    this.light();
  }

  light() {
    if (!this.svg) return;
    for (const group of [this.under, this.lines, this.lights]) group.replaceChildren();
    for (const area of this.cells.values()) area.setAttribute('aria-label', area.dataset.words);
    this.shade();
    for (const cell of this.position.last_move) this.tint(cell, 'last');
    for (const [royal, attacker] of this.marked.checks) this.markCheck(royal, attacker);
    for (const tile of document.querySelectorAll('[data-hand]')) tile.classList.toggle('picked', this.picked[0] === `${tile.dataset.hand}@` && tile.dataset.player === this.position.commander);
    for (const cell of this.picked) if (this.cells.has(cell)) this.markPicked(cell);
    if (this.picked.length && this.enabled) this.markTargets();
    for (const cell of this.marked.rings) this.disc(cell, 'ringed', 42);
    this.markChange();
    if (this.marked.refused) this.sign(this.marked.refused, 'gone');
  }

  markPicked(cell) {
    this.tint(cell, 'picked');
    this.say(cell, 'chosen');
  }

  markTargets() {
    const found = this.candidates(this.picked), depth = this.picked.length, hand = this.picked[0].endsWith('@');
    const gone = this.changeOf('now');
    for (const cell of new Set(found.map((move) => move.parts[depth]).filter(Boolean))) {
      const moves = found.filter((move) => move.parts[depth] === cell), taken = moves.some((move) => (move.captured ? move.captured.some((one) => one.cell === cell) : this.on.has(cell) && this.on.get(cell).owner !== this.position.turn));
      if (!gone.has(cell)) this.disc(cell, `target${taken ? ' takes' : ''}`, taken ? 43 : hand ? 12 : 15);
      this.say(cell, 'target');
    }
  }

  /** The goals of moves that the last change of the rules made legal or illegal: of what is picked, or of all. */
  changeOf(which) {
    const { change } = this.marked, depth = this.picked.length;
    if (!change) return new Set();
    return new Set(change[which].filter((move) => startsWith(move.parts, this.picked)).map((move) => move.parts[Math.max(depth, 1)]).filter((part) => this.cells.has(part)));
  }

  markChange() {
    const [now, gone] = [this.changeOf('now'), this.changeOf('gone')];
    for (const cell of now) { this.sign(cell, 'now'); this.say(cell, 'nowLegal'); }
    for (const cell of gone) if (!now.has(cell)) { this.sign(cell, 'gone'); this.say(cell, 'goneLegal'); }
  }

  markCheck(royal, attacker) {
    this.tint(royal, 'check');
    const [from, to] = [this.middle(attacker), this.middle(royal)];
    if (from && to) this.lines.append(svgElement('path', { d: `M${from.x} ${from.y}L${to.x} ${to.y}` }));
  }

  say(cell, words) {
    const area = this.cells.get(cell);
    area?.setAttribute('aria-label', `${area.getAttribute('aria-label')}, ${t(words)}`);
  }

  /** Arrows for moves of the engine: the best is the widest. */
  showArrows(moves) {
    this.arrows?.replaceChildren();
    moves.forEach((text, i) => {
      const parts = this.position.moves.find((move) => move.move === text)?.parts.filter((part) => this.cells.has(part)) || [];
      const from = this.middle(parts[0]), to = this.middle(parts[parts.length - 1]);
      if (!to) return;
      if (parts.length < 2) this.arrows.append(svgElement('circle', { cx: to.x, cy: to.y, r: 34, class: 'ring' }));
      else this.arrows.append(...arrow(from, to, 13 - 4 * i));
    });
  }

  // ---- mouse, finger, keys ----

  partAt(element) {
    const place = element?.closest?.('[data-cell],[data-hand]');
    if (!place) return null;
    return place.dataset.cell && this.element.contains(place) ? place.dataset.cell : place.dataset.hand ? `${place.dataset.hand}@` : null;
  }

  pointerDown(event) {
    const part = this.partAt(event.target);
    if (!part || event.button !== 0) return;
    if (!this.chooser.hidden) this.setPicked([]);
    const movable = event.target.closest('.movable,[data-hand]');
    if (event.pointerType === 'touch' && !movable) return this.tapOnLift(event, part);
    event.preventDefault();
    if (this.cells.has(part)) this.focus(part);
    const again = this.picked.length > 0 && this.picked[this.picked.length - 1] === part && !this.candidates([...this.picked, part]).length;
    if (!again) this.tap(part);
    this.drag(event, part, again);
    return undefined;
  }

  /** A finger on such a cell may pan: it taps when it is lifted where it was. */
  tapOnLift(event, part) {
    const begin = { x: event.clientX, y: event.clientY };
    const end = (now) => {
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      if (now.type === 'pointerup' && Math.hypot(now.clientX - begin.x, now.clientY - begin.y) <= DRAG_PIXELS * 2) this.tap(part);
    };
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  drag(event, part, again) {
    const begin = { x: event.clientX, y: event.clientY }, lift = event.pointerType === 'touch' ? FINGER_PIXELS : 0;
    const piece = [...this.svg.querySelectorAll('[data-piece-on]')].find((one) => one.dataset.pieceOn === part);
    const scale = 100 / this.cell;
    let moved = false;
    const move = (now) => {
      const dx = now.clientX - begin.x, dy = now.clientY - begin.y;
      moved = moved || Math.hypot(dx, dy) > DRAG_PIXELS;
      if (moved && piece && this.picked[0] === part && this.picked.length === 1) piece.setAttribute('transform', `translate(${dx * scale} ${(dy - lift) * scale})`);
    };
    const up = (now) => {
      for (const name of ['pointermove', 'pointerup', 'pointercancel']) removeEventListener(name, name === 'pointermove' ? move : up);
      piece?.removeAttribute('transform');
      const end = now.type === 'pointerup' ? this.partAt(document.elementFromPoint(now.clientX, now.clientY)) : part;
      if (end && end !== part && moved && this.picked.length) this.tap(end);
      else if (again && !moved) this.setPicked([]);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
  }

  focus(cell) {
    this.cells.get(this.focused)?.setAttribute('tabindex', '-1');
    this.focused = cell;
    const area = this.cells.get(cell);
    area.setAttribute('tabindex', '0');
    area.focus({ preventScroll: true });
  }

  key(event) {
    const part = this.partAt(event.target);
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === 'Escape') this.setPicked([]);
    else if (part && (event.key === 'Enter' || event.key === ' ')) this.tap(part);
    else if (ways[event.key] && this.cells.has(part)) this.step(part, ways[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest cell in a direction: on any board, since only the picture is asked. */
  step(cell, [dx, dy]) {
    const at = this.middle(cell);
    let best = null, least = Infinity;
    for (const name of this.cells.keys()) {
      const to = this.middle(name), along = (to.x - at.x) * dx + (to.y - at.y) * dy;
      const aside = Math.abs((to.x - at.x) * dy) + Math.abs((to.y - at.y) * dx);
      const far = along + 3 * aside;
      if (along > 10 && aside <= along * 1.8 && far < least) [best, least] = [name, far];
    }
    if (best) this.focus(best);
  }
}

/** An arrow from one place of a picture to another. */
export function arrow(from, to, width, name = '') {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const ux = (to.x - from.x) / length, uy = (to.y - from.y) / length, head = 2.4 * width;
  const neck = { x: to.x - ux * head, y: to.y - uy * head };
  return [svgElement('path', { d: `M${from.x} ${from.y}L${neck.x} ${neck.y}`, 'stroke-width': width, class: `shaft ${name}` }),
    svgElement('path', { class: `point ${name}`, d: `M${to.x} ${to.y}L${neck.x - uy * width * 1.4} ${neck.y + ux * width * 1.4}L${neck.x + uy * width * 1.4} ${neck.y - ux * width * 1.4}z` })];
}
