// About: what the game is: its own sentence, tags, options, pieces; and the card of one piece.

import { h, fill, button, select, icon, picture } from './dom.js';
import { t, said, nameWords, capital, languageName } from './words.js';

function choiceWords(value) {
  return value === 'random' ? t('random') : ['on', 'true', 'yes'].includes(value) ? t('yes') : ['off', 'false', 'no'].includes(value) ? t('no') : nameWords(value);
}

/** A field for an option. */
function optionField(option, onChoose) {
  const about = capital(said(option, 'about')), name = { 'aria-label': about || option.name, 'data-option': option.name, class: 'value' };
  let field;
  if (option.low !== undefined) {
    const number = h('input', { ...name, type: 'number', min: option.low, max: option.high, value: option.chosen, onchange: () => onChoose(option.name, Math.max(option.low, Math.min(option.high, Number(number.value) || option.low))) });
    field = h('span', { class: 'row' }, number, option.choices.includes('random') ? button(t('random'), () => onChoose(option.name, 'random'), { class: 'link' }) : null);
  } else if (option.choices.length) field = select(about, option.choices.map((one) => [one, choiceWords(one)]), option.chosen, (value) => onChoose(option.name, value), name);
  else field = select(about, [['off', t('no')], ['on', t('yes')]], option.chosen, (value) => onChoose(option.name, value === 'on' ? true : null), name);
  return h('label', { class: 'option' }, h('span', {}, about || nameWords(option.name)), field);
}

export class About {
  /** onPlace(place): opens a line of the rules; onChange: "Change this game", or null; onNew: a fresh match. */
  constructor(game, { onPlace, onChange, onNew, guard }) {
    Object.assign(this, { game, onPlace, onChange, onNew, guard });
    this.sentence = h('p', { class: 'sentence' });
    this.tags = h('p', { class: 'tags' });
    this.optionList = h('div', { class: 'optionlist' });
    this.options = h('details', { class: 'options', open: true }, h('summary', {}), this.optionList);
    this.row = h('div', { class: 'figures', role: 'group', 'aria-label': t('pieces') });
    this.card = h('div', { class: 'card-piece', 'aria-live': 'polite' });
    this.pieces = h('div', { class: 'pieces' }, h('h3', {}, t('pieces')), this.row, this.card);
    this.buttons = h('div', { class: 'doings' }, button([icon('plus'), t('newGame')], () => onNew(), { 'data-do': 'restart' }), onChange ? button([icon('pencil'), t('changeThis')], () => onChange(), { 'data-do': 'change' }) : null);
    this.element = h('aside', { class: 'about', 'aria-label': t('rules') }, this.sentence, this.tags, this.options, this.pieces, this.buttons);
    this.type = null;
    this.known = new Map(); // what the program says of pieces, by the rules, the language and the piece
  }

  show() {
    const { loaded } = this.game, { options } = loaded;
    fill(this.sentence, said(loaded, 'about'));
    fill(this.tags, [this.boardWords, t('players', loaded.players.length), loaded.hides_information ? t('hidden') : '', loaded.has_hands ? t('hands') : '', loaded.parent ? (loaded.parent === 'chess' ? t('changesChess') : t('changes', nameWords(loaded.parent))) : ''].filter(Boolean).map((words) => h('span', { class: 'tag' }, words)));
    this.options.hidden = !options.length;
    fill(this.options.firstChild, t('options'), h('small', {}, ` ${options.length}`));
    fill(this.optionList, options.map((option) => optionField(option, (name, value) => this.guard(() => this.game.choose({ [name]: value })))));
    this.showRow();
  }

  /** A narrow panel: the options are folded. */
  fold(folded) {
    if (this.folded === folded) return;
    this.folded = folded;
    this.options.open = !folded;
  }

  async showRow() {
    const { loaded } = this.game, figure = await this.game.figures(), seen = new Set();
    if (loaded !== this.game.loaded) return;
    const shown = loaded.pieces.filter(({ name, written }) => !seen.has(name) && seen.add(name) && written[loaded.players[0]] && !/[~!]$/.test(written[loaded.players[0]]));
    fill(this.row, shown.map(({ name }) => button(figure(loaded.players[0], name) || name, () => this.showPiece(name, loaded.players[0]), { title: capital(nameWords(name)), 'aria-label': capital(nameWords(name)), 'data-piece': name, 'aria-pressed': String(name === this.type) })));
    if (!shown.some(({ name }) => name === this.type)) fill(this.card);
    else this.showPiece(this.type, this.owner);
  }

  /** The card of a piece: its moves as a picture, its name, its movements in words, its lines. */
  async showPiece(type, owner) {
    const { loaded } = this.game, piece = loaded.pieces.find(({ name }) => name === type);
    if (!piece) return null;
    Object.assign(this, { type, owner });
    for (const one of this.row.children) one.setAttribute('aria-pressed', String(one.dataset.piece === type));
    const known = await this.piece(type, owner);
    if (this.type !== type || !known) return known;
    const file = piece.place?.file.split('/').pop();
    fill(this.card, h('div', { class: 'moves-picture' }, known.picture()), h('div', { class: 'words' }, h('b', {}, capital(nameWords(type))), h('p', {}, known.text),
      piece.place ? button(t('lineOf', file, piece.place.line), () => this.onPlace(piece.place), { class: 'link', 'data-place': piece.place.line }) : null));
    return known;
  }

  /** What the program says of a piece, kept while the rules are the same. */
  async piece(type, owner) {
    const { game } = this, key = `${game.loaded.fingerprint} ${game.characters} ${languageName()} ${owner} ${type}`;
    if (!this.known.has(key)) this.known.set(key, game.ask('piece', { piece: type, player: game.loaded.players.includes(owner) ? owner : game.loaded.players[0] }));
    try {
      const { text, svg, cells } = await this.known.get(key);
      return { text: text.filter(Boolean).join(' '), cells, picture: () => cropped(picture(svg), cells) };
    } catch {
      return null;
    }
  }
}

/** The picture of a piece's moves without the part of the board where nothing is. */
export function cropped(svg, cells) {
  svg.querySelectorAll('.ground').forEach((one) => one.remove());
  const areas = [...svg.querySelectorAll('[data-cell]')], all = areas.map(({ dataset }) => [Number(dataset.x), Number(dataset.y)]);
  const wanted = areas.filter(({ dataset }) => cells.includes(dataset.cell)).map(({ dataset }) => [Number(dataset.x), Number(dataset.y)]);
  const box = (list) => [Math.min(...list.map(([x]) => x)) - 50, Math.min(...list.map(([, y]) => y)) - 50, Math.max(...list.map(([x]) => x)) + 50, Math.max(...list.map(([, y]) => y)) + 50];
  const [left, top, right, bottom] = box(wanted.length && wanted.length < 9 ? wanted : all), whole = box(all);
  const side = Math.min(Math.max(right - left, bottom - top, 500), Math.max(whole[2] - whole[0], whole[3] - whole[1]));
  const keep = (middle, low, high) => Math.max(low, Math.min(middle - side / 2, high - side));
  svg.setAttribute('viewBox', `${keep((left + right) / 2, whole[0], whole[2])} ${keep((top + bottom) / 2, whole[1], whole[3])} ${Math.min(side, whole[2] - whole[0])} ${Math.min(side, whole[3] - whole[1])}`);
  for (const name of ['width', 'height']) svg.removeAttribute(name);
  areas.forEach((area) => area.remove()); // it is looked at, and not played on
  svg.setAttribute('aria-hidden', 'true');
  return svg;
}
