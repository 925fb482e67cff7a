// Board: a position under the names that users of ffish.js know. What it does is done by the table of methods.

import { FerzError } from './engine.js';

/** @param {import('./engine.js').Engine} engine */
export function boardClass(engine) {
  const asGame = (variant) => (variant.endsWith('.yaml') && !variant.startsWith('/') ? `/mine/${variant}` : variant);

  return class Board {
    /** `variant`: a game's name, or the file of one. `fen`: its start where this is left out or ''. `settings`: options of the game. */
    constructor(variant = 'chess', fen = '', settings = {}) {
      this.loaded = engine.call('load', { game: asGame(variant), settings, ...(fen ? { fen } : {}) });
      this.look();
    }

    /** @private */
    ask(method, params = {}) {
      return engine.call(method, { session: this.loaded.session, ...params });
    }

    /** @private */
    look() {
      this.position = this.ask('position').position;
    }

    /** Ends the session. */
    delete() {
      this.ask('close');
    }

    variant() { return this.loaded.name; }
    fen() { return this.position.fen; }
    /** The moves, separated by blanks, as in ffish.js. */
    legalMoves() { return this.position.moves.map((one) => one.move).join(' '); }
    numberLegalMoves() { return this.position.moves.length; }

    /** Plays a move; false where it is not legal. */
    push(move) {
      try {
        const { played, position } = this.ask('play', { move });
        this.position = position;
        return played;
      } catch (error) {
        if (error instanceof FerzError && error.code === -32000) return false;
        throw error;
      }
    }

    /** Plays moves that are separated by blanks; how many were played before one was not legal. */
    pushMoves(moves) {
      const list = moves.split(' ').filter(Boolean);
      const wrong = list.findIndex((move) => !this.push(move));
      return wrong < 0 ? list.length : wrong;
    }

    pop() { this.position = this.ask('undo').position; }
    reset() { this.position = this.ask('setup').position; }
    setFen(fen) { this.position = this.ask('setup', { fen }).position; }
    moveStack() { return this.position.plies.join(' '); }
    gamePly() { return this.position.plies.length; }
    /** The number of the full move, and the plies that a rule of so many moves counts; of several boards, those of the first. */
    fullmoveNumber() { return Number(this.position.fen.split(' ')[5]); }
    halfmoveClock() { return Number(this.position.fen.split(' ')[4]); }

    /** Whether the first player is to move. */
    turn() { return this.position.turn === this.loaded.players[0]; }
    isCheck() { return this.position.check; }
    isGameOver() { return this.position.outcome !== 'ongoing'; }

    /** '1-0', '0-1', '1/2-1/2', '*'; where more than two play, the name of who has won. */
    result() {
      const { outcome, winner } = this.position;
      const { players } = this.loaded;
      if (outcome === 'ongoing') return '*';
      if (outcome === 'draw') return '1/2-1/2';
      return players.length === 2 ? ['1-0', '0-1'][players.indexOf(winner)] : winner;
    }

    /** The types in a player's hand as a FEN writes them, such as 'PPN'; true: the first player's. */
    pocket(first) {
      const hand = this.position.hands.find((one) => one.player === this.loaded.players[first ? 0 : 1]);
      return (hand?.pieces || '').split(' ').filter(Boolean)
        .map((word) => word.replace(/^(\d*)(.*)$/, (all, count, letter) => letter.repeat(Number(count || 1)))).join('');
    }

    isCapture(move) {
      const { facts } = this.ask('why', { move });
      return facts?.captured.length > 0;
    }

    /** Whether a legal move gives check; false for one that is not legal. */
    givesCheck(move) {
      if (!this.push(move)) return false;
      const check = this.isCheck();
      this.pop();
      return check;
    }

    /** Counts the sequences of so many plies. */
    perft(depth) { return this.ask('perft', { depth, milliseconds: 600000 }).nodes; }

    /** Why a move is legal or not; without a move, why the game is over or not: lines, and places in the rules. */
    why(move) { return this.ask('why', move ? { move } : {}).why; }
    /** The board as SVG. */
    toSVG(picture = {}) { return this.ask('position', { picture }).position.svg; }
    /** The best move; this thread waits. For a search beside a page see `connect`. */
    search(limits = { level: 5 }) { return this.ask('search', limits); }
  };
}
