// Twins: two games side by side from the same position. A tap on one board is a tap on both, so that one sees what a rule changes.

import { h, fill, button } from './dom.js';
import { tellServer } from './rpc.js';
import { t, said, setNames, moveWords } from './words.js';
import { Game } from './game.js';
import { Board } from './board.js';

const WIDEST = 560;

class Twin {
  constructor(title, onError) {
    this.game = new Game();
    this.says = h('p', { class: 'quiet', role: 'status' });
    this.board = new Board((move) => this.play(move).catch(onError), (parts) => this.refuse(parts));
    this.board.element.id = '';
    this.element = h('div', { class: 'twin' }, h('h3', {}, title), this.board.frame, this.says);
    this.game.listen((what) => { if (what === 'position') this.show(); });
  }

  async open(address, from) {
    await this.game.open(address, from);
  }

  show() {
    const { position } = this.game;
    this.board.marked.checks = position.checks.map(({ royal, attacker }) => [royal, attacker]);
    this.board.show(position, !this.game.over());
    fill(this.says, moveWords(position.plies.at(-1) || '', position.written?.at(-1)));
    this.fit();
  }

  fit() {
    const { columns } = this.board.size(), width = Math.min(WIDEST, this.element.clientWidth);
    this.board.fit({ name: 'twin', cell: Math.floor(width / (columns + 0.36)), inside: false });
  }

  async play(move) {
    await this.game.play(move);
  }

  refuse(parts) {
    fill(this.says, t('illegal', parts.join('–')));
    this.board.mark({ refused: parts[parts.length - 1] });
  }

  close() {
    if (this.game.loaded) tellServer('close', { session: this.game.loaded.session });
  }
}

export class Twins {
  /** `other`: a game as `list` has it. */
  constructor(game, other, onError) {
    Object.assign(this, { game, other, onError });
    this.pair = [new Twin(said(other, 'title'), onError), new Twin(said(game.loaded, 'title'), onError)];
    this.element = h('section', { class: 'box twins', 'aria-label': t('twins') }, h('div', { class: 'row' }, h('p', { class: 'quiet' }, t('twinsHow')), button(t('startAgain'), () => this.begin(), { 'data-do': 'twins-again' })), h('div', { class: 'pair' }, this.pair.map(({ element }) => element)));
    this.resize = () => this.pair.forEach((twin) => twin.game.position && twin.fit());
    addEventListener('resize', this.resize);
    this.tapBoth();
  }

  /** What a board does by itself after a tap is not done by the other. */
  tapBoth() {
    const boards = this.pair.map(({ board }) => board), taps = boards.map((board) => board.tap.bind(board));
    let inside = false;
    boards.forEach((board, i) => {
      board.tap = (part) => {
        if (inside) return taps[i](part);
        inside = true;
        taps.forEach((tap, k) => { if (boards[k].cells?.has(part)) tap(part); });
        inside = false;
        return undefined;
      };
    });
  }

  /** Both from the position on the board, where both can have it; else each from its start. */
  async begin() {
    const { address, settings, overlays, position, viewer } = this.game, [theirs, ours] = this.pair, start = position.plies.length || this.game.start ? position.fen : null;
    try {
      for (const { game } of this.pair) game.viewer = viewer;
      await ours.open(address, { settings, overlays: overlays || [], start });
      await theirs.open(this.other.writable ? this.other.file : this.other.name, { start });
      if (theirs.game.start !== ours.game.start) await ours.game.setup(null);
      setNames(this.game.loaded.russian); // words of pieces are those of the game that is looked at
    } catch (error) {
      this.onError(error);
    }
  }

  leave() {
    removeEventListener('resize', this.resize);
    for (const twin of this.pair) twin.close();
  }
}
