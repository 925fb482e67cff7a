// Board: the picture of a position, and what a hand does on it. It knows no rules: each legal move is a list of parts (a piece
// in hand, cells), and tapping its parts one after another plays it. Where several moves have the same parts, it asks.

import { h, fill, picture, svgElement, button } from './dom.js';
import { t, nameWords } from './words.js';

const DRAG_PIXELS = 6;
const WIDE = 1.5, LARGE = 2000; // such a board has all the width; a cell has 100

function startsWith(parts, beginning) {
  return beginning.length <= parts.length && beginning.every((part, i) => parts[i] === part);
}

/** What differs between moves with the same parts: the ends of their texts, with the names of pieces where these are letters. */
function choiceWords(move, moves, pieces) {
  const texts = moves.map((one) => one.move);
  let common = 0;
  while (texts.every((text) => text.length > common && text[common] === texts[0][common])) common++;
  const rest = move.move.slice(common);
  const letter = rest.replace(/^[=/(]+|[)~]+$/g, '').toLowerCase();
  const piece = pieces.find((one) => one.letter.toLowerCase() === letter || one.letter === rest.toLowerCase());
  return piece ? `${piece.name} (${move.move})` : move.move;
}

export class Board {
  /** onMove(text), which may take a while; onIllegal(parts). */
  constructor(onMove, onIllegal) {
    this.onMove = onMove;
    this.onIllegal = onIllegal;
    this.position = null;
    this.pieces = [];
    this.picked = [];
    this.enabled = false;
    this.focused = null;
    this.catcher = null; // gets what is tapped, while pieces are set up by hand
    this.element = h('div', { class: 'board', role: 'group', 'aria-label': t('board') });
    this.element.addEventListener('pointerdown', (event) => this.pointerDown(event));
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.dialog = h('dialog', { class: 'choice', 'aria-label': t('choose') });
    this.words = h('div', { class: 'words' });
  }

  /** Shows a position with its `svg`. `enabled`: moves may be made. */
  show(position, pieces, enabled) {
    this.position = position;
    this.pieces = pieces;
    this.enabled = enabled;
    this.picked = [];
    const svg = picture(position.svg);
    const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
    svg.removeAttribute('width');
    svg.removeAttribute('height');
    svg.removeAttribute('role');
    svg.style.aspectRatio = `${width} / ${height}`;
    this.element.style.setProperty('--cells', Math.max(width, height) / 100);
    this.isWide = width > WIDE * height || width > LARGE;
    const areas = [...svg.querySelectorAll('[data-cell]')];
    this.lights = svgElement('g', { class: 'lights', 'pointer-events': 'none' });
    svg.insertBefore(this.lights, areas[0] || null);
    this.arrows = svgElement('g', { class: 'arrows', 'pointer-events': 'none' });
    svg.append(this.arrows);
    this.cells = new Map(areas.map((area) => [area.dataset.cell, area]));
    this.nameCells(svg);
    const kept = this.element.contains(document.activeElement);
    fill(this.element, svg);
    this.light();
    if (kept && this.focused) this.cells.get(this.focused)?.focus();
    this.showWords();
  }

  /** Names and roles for keyboards and screen readers. */
  nameCells(svg) {
    const on = new Map(this.position.pieces.map((piece) => [piece.cell, piece]));
    for (const [name, area] of this.cells) {
      const piece = on.get(name);
      area.setAttribute('role', 'button');
      area.setAttribute('tabindex', name === this.focusCell() ? '0' : '-1');
      area.dataset.words = `${name}, ${piece ? t('piece', nameWords(piece.owner), piece.type) : t('empty')}`;
      area.setAttribute('aria-label', area.dataset.words);
    }
    for (const hand of svg.querySelectorAll('[data-hand]')) {
      hand.setAttribute('role', 'button');
      hand.setAttribute('tabindex', '0');
      const owner = hand.closest('[data-player]').dataset.player;
      hand.setAttribute('aria-label', `${hand.dataset.hand}, ${t('hand', nameWords(owner))}`);
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
    if (!this.enabled || this.catcher) return;
    const next = [...this.picked, part];
    const found = this.candidates(next);
    if (found.length) this.follow(next, found);
    else if (!this.picked.length) this.begin(part);
    else if (this.picked.length === 1 && this.picked[0] === part) this.pick([]);
    else if (this.candidates([part]).length) this.tapAgain(part);
    else this.refuse(part);
  }

  tapAgain(part) {
    this.pick([]);
    this.tap(part);
  }

  follow(parts, found) {
    const complete = found.filter((move) => move.parts.length === parts.length);
    const enough = parts.length > 1 || found[0].parts.length === 1;
    this.pick(parts);
    if (found.length === 1 && enough) this.play(found[0]);
    else if (complete.length && (enough || complete.length === found.length)) this.ask(found);
  }

  /** The first tap on a cell where no move begins: something may be dropped there, or a piece is tried that cannot move. */
  begin(part) {
    const drops = this.position.moves.filter((move) => move.kind === 'drop' && move.parts.length === 2 && move.parts[1] === part);
    if (drops.length === 1) this.play(drops[0]);
    else if (drops.length) this.ask(drops);
    else if (part.endsWith('@') || this.position.pieces.some((piece) => piece.cell === part)) this.pick([part]);
  }

  refuse(part) {
    const parts = [...this.picked, part];
    this.pick([]);
    this.onIllegal(parts);
  }

  play(move) {
    this.pick([]);
    this.send(move.move);
  }

  /** Until the answer nothing can be tapped: it would be meant for another position. */
  async send(text) {
    this.enabled = false;
    const { position } = this;
    await this.onMove(text);
    if (this.position === position) this.enabled = true; // it was not played
  }

  ask(moves) {
    const close = (move) => {
      this.dialog.close();
      if (move) this.play(move);
      else this.pick([]);
    };
    fill(this.dialog, h('p', {}, t('choose')),
      moves.map((move) => button(choiceWords(move, moves, this.pieces), () => close(move), { 'data-move': move.move })),
      button(t('cancel'), () => close(null), { class: 'quiet' }));
    this.dialog.oncancel = () => this.pick([]);
    this.dialog.showModal();
  }

  pick(parts) {
    this.picked = parts;
    this.light();
  }

  // ---- lights ----

  middle(cell) {
    const area = this.cells.get(cell);
    return area && { x: Number(area.dataset.x), y: Number(area.dataset.y) };
  }

  put(cell, name, radius) {
    const at = this.middle(cell);
    if (at) this.lights.append(svgElement('circle', { cx: at.x, cy: at.y, r: radius, class: name }));
  }

  light() {
    this.lights.replaceChildren();
    for (const area of this.cells.values()) area.setAttribute('aria-label', area.dataset.words);
    this.element.querySelectorAll('[data-hand]').forEach((hand) =>
      hand.classList.toggle('picked', this.picked[0] === `${hand.dataset.hand}@`));
    if (!this.picked.length || !this.enabled) return;
    const next = new Set(this.candidates(this.picked).map((move) => move.parts[this.picked.length]).filter(Boolean));
    for (const cell of this.picked) this.mark(cell, 'picked', 44, t('chosen'));
    for (const cell of next) this.mark(cell, 'target', 17, t('target'));
  }

  mark(cell, name, radius, words) {
    this.put(cell, name, radius);
    const area = this.cells.get(cell);
    if (area) area.setAttribute('aria-label', `${area.dataset.words}, ${words}`);
  }

  /** Arrows for moves of the engine: the best is the widest. */
  showArrows(moves) {
    this.arrows?.replaceChildren();
    moves.forEach((text, i) => {
      const parts = this.position.moves.find((move) => move.move === text)?.parts.filter((part) => this.cells.has(part)) || [];
      const from = this.middle(parts[0]), to = this.middle(parts[parts.length - 1]);
      if (!to) return;
      if (parts.length < 2) this.arrows.append(svgElement('circle', { cx: to.x, cy: to.y, r: 34, class: 'ring' }));
      else this.arrow(from, to, 14 - 4 * i);
    });
  }

  arrow(from, to, width) {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const ux = (to.x - from.x) / length, uy = (to.y - from.y) / length, head = 2.4 * width;
    const neck = { x: to.x - ux * head, y: to.y - uy * head };
    this.arrows.append(
      svgElement('path', { d: `M${from.x} ${from.y}L${neck.x} ${neck.y}`, 'stroke-width': width, class: 'shaft' }),
      svgElement('path', { class: 'point', d: `M${to.x} ${to.y}L${neck.x - uy * width * 1.4} ${neck.y + ux * width * 1.4}` +
        `L${neck.x + uy * width * 1.4} ${neck.y - ux * width * 1.4}z` }));
  }

  // ---- moves without cells ----

  showWords() {
    const moves = this.enabled ? this.position.moves : [];
    const rolls = moves.filter((move) => move.kind === 'roll'), words = moves.filter((move) => move.kind === 'word');
    fill(this.words,
      rolls.length ? button(t('roll'), () => this.send('roll'), { class: 'main', 'data-move': 'roll' }) : null,
      rolls.length ? h('details', {}, h('summary', {}, t('chooseRoll')),
        rolls.map((move) => button(move.move.slice(5), () => this.send(move.move), { 'data-move': move.move }))) : null,
      words.map((move) => button(move.move, () => this.send(move.move), { 'data-move': move.move })));
  }

  // ---- mouse, finger, keys ----

  partAt(element) {
    const place = element?.closest?.('[data-cell],[data-hand]');
    if (!place || !this.element.contains(place)) return null;
    return place.dataset.cell || `${place.dataset.hand}@`;
  }

  pointerDown(event) {
    const part = this.partAt(event.target);
    if (!part || event.button !== 0 || !(this.enabled || this.catcher)) return;
    event.preventDefault();
    if (this.cells.has(part)) this.focus(part);
    const again = this.picked.length === 1 && this.picked[0] === part;
    if (!again) this.tap(part);
    this.drag(event, part, again);
  }

  drag(event, part, again) {
    const begin = { x: event.clientX, y: event.clientY };
    const svg = this.element.querySelector('svg');
    const piece = [...svg.querySelectorAll('[data-piece-on]')].find((one) => one.dataset.pieceOn === part);
    const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
    let moved = false;
    const move = (now) => {
      const dx = now.clientX - begin.x, dy = now.clientY - begin.y;
      moved = moved || Math.hypot(dx, dy) > DRAG_PIXELS;
      if (moved && piece && this.picked[0] === part) piece.setAttribute('transform', `translate(${dx * scale} ${dy * scale})`);
    };
    const up = (now) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      piece?.removeAttribute('transform');
      const end = now.type === 'pointerup' ? this.partAt(document.elementFromPoint(now.clientX, now.clientY)) : part;
      if (end && end !== part && this.picked.length) this.tap(end);
      else if (again && !moved) this.tap(part);
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
    if (event.key === 'Escape') this.pick([]);
    else if (part && (event.key === 'Enter' || event.key === ' ')) this.tap(part);
    else if (ways[event.key] && this.cells.has(part)) this.step(part, ways[event.key]);
    else return;
    event.preventDefault();
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
