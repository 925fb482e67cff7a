// Game: one session of the server, whose position everything on the page shows. It remembers how the position arose, so that
// a server that was started again gets the same game.

import { call, MethodError } from './rpc.js';

export class Game {
  constructor() {
    this.loaded = null; // what `load` says of the rules
    this.position = null;
    this.future = []; // plies that were taken back
    this.start = null; // the FEN that the game began from; null: the start of the rules
    this.viewer = null; // the player whose side is below
    this.as = null; // the player who sees it; null: everything
    this.overlays = []; // texts that are not saved
    this.settings = {};
    this.listeners = new Set();
  }

  /** Calls f(what) after each change: 'rules' or 'position'. */
  listen(f) {
    this.listeners.add(f);
  }

  tell(what) {
    for (const f of this.listeners) f(what);
  }

  shown() {
    return { ...(this.as ? { as: this.as } : {}), picture: { addressable: true, size: 48, ...(this.viewer ? { viewer: this.viewer } : {}) } };
  }

  async open(name, { settings = {}, start = null, plies = [], overlays = [] } = {}) {
    const parameters = { game: name, settings, overlays, ...(start ? { fen: start } : {}) };
    let loaded;
    try {
      loaded = await call('load', { ...parameters, moves: plies });
    } catch (error) { // the moves of a game that was kept need not be legal any more
      if (!(error instanceof MethodError) || (!plies.length && !start) || typeof error.code === 'string') throw error;
      loaded = await call('load', { game: name, settings, overlays });
      start = null;
    }
    Object.assign(this, { loaded, settings, start, overlays, future: [] });
    if (!loaded.players.includes(this.viewer)) this.viewer = loaded.players[0];
    if (!loaded.hides_information || !loaded.players.includes(this.as)) this.as = null;
    this.tell('rules');
    await this.look();
  }

  /** A method of this session; the session is opened again where the server has lost it. */
  async ask(method, parameters = {}) {
    try {
      return await call(method, { session: this.loaded.session, ...parameters });
    } catch (error) {
      if (error.code !== -32001) throw error;
      const { file, name, writable } = this.loaded;
      await this.open(writable ? file : name, { settings: this.settings, start: this.start, plies: this.position.plies, overlays: this.overlays || [] });
      return call(method, { session: this.loaded.session, ...parameters });
    }
  }

  take(position) {
    this.position = position;
    this.tell('position');
  }

  async look() {
    this.take((await this.ask('position', this.shown())).position);
  }

  async play(move) {
    const result = await this.ask('play', { move, ...this.shown() });
    if (result.played) this.future = this.future[0] === result.move ? this.future.slice(1) : [];
    this.announced = result.announced;
    this.take(result.position);
    return result;
  }

  async undo(count = 1) {
    const plies = this.position.plies;
    const result = await this.ask('undo', { plies: count, ...this.shown() });
    this.future = [...plies.slice(plies.length - result.undone), ...this.future];
    this.take(result.position);
  }

  async redo(count = 1) {
    for (let i = 0; i < count && this.future.length; i++) await this.play(this.future[0]);
  }

  async setup(fen, moves = []) {
    const result = await this.ask('setup', { ...(fen ? { fen } : {}), moves, ...this.shown() });
    this.start = fen || null;
    this.future = [];
    this.take(result.position);
  }

  /** The rules again, with texts that are not saved; what changed in the position. */
  async reload(overlays) {
    const { file, name, writable } = this.loaded;
    const result = await this.ask('load', { game: writable ? file : name, settings: this.settings, overlays });
    this.loaded = result;
    this.overlays = overlays;
    if (result.kept !== 'moves') [this.start, this.future] = [null, []];
    await this.look();
    if (result.kept === 'position') this.start = this.position.fen;
    this.tell('rules');
    return result;
  }

  whoMoves() {
    return this.position.commander;
  }

  over() {
    return this.position.outcome !== 'ongoing';
  }
}
