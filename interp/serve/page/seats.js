// Seats: a bar for each player: who plays, what is in hand, the dice; the one to move is marked.

import { h, fill, button, select, svgElement } from './dom.js';
import { t, nameWords, capital, said } from './words.js';

export const LEVELS = 10;

/** What may sit somewhere: a person, or an engine at a level. */
function sitters(person) {
  return [['0', person], ...Array.from({ length: LEVELS }, (none, i) => [String(i + 1), t('engine', i + 1)])];
}

const SECONDS = [1, 3, 10, 30]; // to think about a move, as strong as it can; said as negative levels

const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** A face of a die; a number where it has no such face. */
export function die(value, used) {
  const svg = svgElement('svg', { viewBox: '0 0 40 40', class: `die${used ? ' used' : ''}`, role: 'img', 'aria-label': value });
  svg.append(svgElement('rect', { x: 2, y: 2, width: 36, height: 36, rx: 8 }));
  for (const place of PIPS[value] || []) svg.append(svgElement('circle', { cx: 10 + 10 * (place % 3), cy: 10 + 10 * Math.floor(place / 3), r: 3.6 }));
  if (!PIPS[value]) {
    const text = svgElement('text', { x: 20, y: 27, 'text-anchor': 'middle', 'font-size': 20 });
    text.textContent = value;
    svg.append(text);
  }
  return svg;
}

/** Cards as buttons: what one is called, or its drawing; pressed, it says what it does. Those that lie face down are backs. */
function cardButtons(cards, player, figure, onCard) {
  return cards.map((one) => {
    const name = capital(said(one, 'label') || nameWords(one.card || '')), does = said(one, 'does'), drawn = one.card && figure?.(player, one.card);
    if (!one.card) return h('span', { class: 'card-tile back', role: 'img', 'aria-label': t('faceDown') });
    return button(drawn || name, () => onCard(name, does), { class: `card-tile${drawn ? ' drawn' : ''}`, title: does ? `${name}: ${does}` : name, 'aria-label': name, 'data-card': one.card });
  });
}

export class Seats {
  /** onSit(player, level); onHand(event): a piece in hand was pressed; onRoll(); onCard(name, does): a card was pressed. */
  constructor(game, { onSit, onHand, onRoll, onCard }) {
    Object.assign(this, { game, onSit, onHand, onRoll, onCard });
    this.table = h('div', { class: 'table-cards', hidden: true });
    this.levels = {};
    this.bars = new Map();
    this.rolled = [];
  }

  /** A bar for each player; where it stands is said by `data-at`. */
  make() {
    const { players, allies } = this.game.loaded;
    for (const player of Object.keys(this.levels)) if (!players.includes(player)) delete this.levels[player];
    this.bars.clear();
    players.forEach((player, i) => {
      const friends = allies[i].filter((other) => other !== i).map((other) => capital(nameWords(players[other]))).join(', ');
      const who = select(t('seat', nameWords(player)), [...sitters(t('you')), ...SECONDS.map((seconds) => [String(-seconds), t('engineSeconds', seconds)])], String(this.levels[player] || 0), (level) => this.onSit(player, Number(level)), { 'data-seat': player, class: 'value' });
      const coin = h('span', { class: 'coin', 'data-colour': player, style: `--coin: ${coinColour(player, i)}` });
      const bar = h('div', { class: 'seat', 'data-player': player }, coin, h('b', {}, capital(nameWords(player))), who, h('small', { class: 'doing' }), friends && players.length > 2 ? h('small', { class: 'friends' }, t('withAllies', friends)) : null,
        h('span', { class: 'gap' }), h('div', { class: 'cards-held', role: 'group' }), h('div', { class: 'hand', role: 'group' }), h('div', { class: 'dice' }));
      bar.addEventListener('pointerdown', (event) => { if (event.target.closest('[data-hand]')) this.onHand(event); });
      bar.addEventListener('keydown', (event) => { if (event.target.closest('[data-hand]') && (event.key === 'Enter' || event.key === ' ')) { event.preventDefault(); this.onHand(event); } });
      this.bars.set(player, bar);
    });
  }

  /** The players above the board, those below, as the viewer sees them. */
  around() {
    const { players } = this.game.loaded, at = players.indexOf(this.game.viewer), turned = [...players.slice(at), ...players.slice(0, at)];
    const below = Math.ceil(players.length / 2);
    if (players.length === 2) return { above: [turned[1]], below: [turned[0]] };
    return { above: turned.slice(below), below: turned.slice(0, below) };
  }

  showDoing(thinking) {
    const { position } = this.game;
    for (const [player, bar] of this.bars) {
      const moves = player === position.commander && position.outcome === 'ongoing';
      bar.classList.toggle('to-move', moves);
      fill(bar.querySelector('.doing'), moves && thinking ? [h('i', { class: 'busy' }), t('thinks')] : null);
    }
  }

  async show(thinking) {
    const { game } = this, { position } = game;
    this.showDoing(thinking);
    const figure = position.hands.length || position.cards ? await game.figures() : null;
    if (game.position !== position) return;
    const cards = position.cards || [];
    for (const { player, held } of position.hands) {
      const own = new Set(cards.filter((place) => place.player === player).flatMap((place) => place.cards.map(({ card }) => card)));
      this.showHand({ player, held: held.filter(({ type }) => !own.has(type)) }, figure);
    }
    this.showCards(cards, figure);
    this.showDice();
  }

  /** What players hold as cards, and what lies on the table. */
  showCards(cards, figure) {
    for (const [player, bar] of this.bars) {
      const place = bar.querySelector('.cards-held'), held = cards.filter((one) => one.player === player).flatMap((one) => one.cards);
      place.setAttribute('aria-label', t('cardsOf', capital(nameWords(player)), held.length));
      fill(place, cardButtons(held, player, figure, this.onCard));
    }
    const lying = cards.filter(({ player }) => !player);
    this.table.hidden = !lying.length;
    fill(this.table, lying.map((place) => [h('span', { class: 'quiet' }, capital(said(place, 'label') || nameWords(place.place))), cardButtons(place.cards, this.game.viewer, figure, this.onCard)]));
  }

  showHand({ player, held }, figure) {
    const place = this.bars.get(player)?.querySelector('.hand');
    if (!place) return;
    place.setAttribute('aria-label', t('inHand', capital(nameWords(player)), held.length));
    fill(place, held.map(({ type, count, part }) => h('button', { type: 'button', class: 'tile', 'data-hand': part.slice(0, -1), 'data-player': player, title: capital(nameWords(type)), 'aria-label': `${nameWords(type)}, ${count}` },
      figure(player, type), count > 1 ? h('span', { class: 'count' }, count) : null)));
  }

  /** The dice of the one who plays: the faces still to be used, and those that were. */
  showDice() {
    const { position } = this.game, left = [...position.dice];
    if (left.length >= this.rolled.length || !left.every((face) => this.rolled.includes(face))) this.rolled = [...left];
    if (!left.length) this.rolled = [];
    for (const [player, bar] of this.bars) {
      const place = bar.querySelector('.dice');
      const mine = player === position.commander || (position.turn === 'chance' && player === this.nextRoller());
      const rolls = position.turn === 'chance' && mine && position.outcome === 'ongoing';
      const faces = mine && !rolls ? this.rolled.map((face) => { const at = left.indexOf(face); if (at >= 0) left.splice(at, 1); return die(face, at < 0); }) : [];
      fill(place, rolls ? button(t('roll'), () => this.onRoll(), { class: 'main', 'data-move': 'roll' }) : faces);
    }
  }

  nextRoller() {
    const { commander } = this.game.position;
    return this.bars.has(commander) ? commander : this.game.viewer;
  }
}

const COINS = { white: '#fff', black: '#2d2d2d', red: '#d4470f', green: '#0d9b6c', blue: '#1d5aa6', yellow: '#e9b93b' };
const OTHERS = ['#fff', '#2d2d2d', '#d4470f', '#0d9b6c', '#1d5aa6', '#e9b93b'];
function coinColour(player, i) {
  const known = Object.keys(COINS).find((name) => player.toLowerCase().includes(name));
  return known ? COINS[known] : OTHERS[i % OTHERS.length];
}
