// Game: one session of the server, whose position everything on the page shows. It remembers how the position arose, so that
// a server that was started again gets the same game, and what was set aside, so that nothing is lost by looking elsewhere.

import { picture } from './dom.js';
import { call, MethodError } from './rpc.js';
import { setNames, noteLabels } from './words.js';

export class Game {
  constructor() {
    this.loaded = null; // what `load` says of the rules
    this.position = null;
    this.future = []; // plies that were taken back
    this.start = null; // the FEN that the game began from; null: the start of the rules
    this.viewer = null; // the player whose side is below
    this.as = null; // the player who sees it; null: everything
    this.overlays = []; // texts that are not saved
    this.network = null; // one that was learned here, which the engine plays with: {file, text, generation}
    this.settings = {};
    this.characters = localStorage.getItem('ferz characters') === 'on'; // traditional ones, where the rules name some
    this.aside = null; // the game in progress while something else is looked at: {start, plies, future, title}
    this.replaced = null; // plies that another move has replaced
    this.change = null; // what the last change of the rules made legal and illegal: {now, gone}, as moves
    this.listeners = new Set();
  }

  /** Calls f(what) after each change: 'rules' or 'position'. */
  listen(f) {
    this.listeners.add(f);
  }

  tell(what) {
    for (const f of this.listeners) f(what);
  }

  /** What other methods call this game. */
  get address() {
    return this.loaded.writable ? this.loaded.file : this.loaded.name;
  }

  /** What is read instead of files: these texts, and the network that was learned here. */
  texts(overlays = this.overlays || []) {
    const { network } = this;
    return network ? [...overlays, { file: network.file, text: network.text }] : overlays;
  }

  shown() {
    return { written: true, ...(this.as ? { as: this.as } : {}), picture: { addressable: true, hands: false, ...(this.across ? { across: this.across } : {}), ...(this.viewer ? { viewer: this.viewer } : {}) } };
  }

  async open(name, { settings = {}, start = null, plies = [], future = [], overlays = [], network = null } = {}) {
    this.network = network;
    const parameters = { game: name, settings, overlays: this.texts(overlays), characters: this.characters, ...(start ? { fen: start } : {}) };
    let loaded;
    try {
      loaded = await call('load', { ...parameters, moves: plies });
    } catch (error) { // the moves of a game that was kept need not be legal any more
      if (!(error instanceof MethodError) || (!plies.length && !start && !Object.keys(settings).length) || typeof error.code === 'string') throw error;
      loaded = await call('load', { game: name, overlays, characters: this.characters });
      [start, settings, future] = [null, {}, []];
    }
    Object.assign(this, { settings, start, overlays, future });
    this.takeRules(loaded);
    this.tell('rules');
    await this.look();
  }

  takeRules(loaded) {
    if (this.loaded?.fingerprint !== loaded.fingerprint || this.drawn !== this.characters) this.drawings = null;
    this.drawn = this.characters;
    this.loaded = loaded;
    setNames(loaded.russian);
    if (!loaded.players.includes(this.viewer)) this.viewer = loaded.players[0];
    if (!loaded.hides_information || !loaded.players.includes(this.as)) this.as = null;
  }

  /** A method of this session; the session is opened again where the server has lost it. */
  async ask(method, parameters = {}) {
    try {
      return await call(method, { session: this.loaded.session, ...parameters });
    } catch (error) {
      if (error.code !== -32001) throw error;
      await this.open(this.address, { settings: this.settings, start: this.start, plies: this.position.plies, future: this.future, overlays: this.overlays || [], network: this.network });
      return call(method, { session: this.loaded.session, ...parameters });
    }
  }

  /** How pieces are drawn: (owner, type) → an element, or null. */
  async figures() {
    this.drawings = this.drawings || this.ask('figures').then(({ figures }) => new Map([...figures].reverse().map(({ owner, type, svg }) => [`${owner} ${type}`, svg]))); // of forms with one name the first
    const drawings = await this.drawings;
    return (owner, type) => (drawings.has(`${owner} ${type}`) ? picture(drawings.get(`${owner} ${type}`)) : null);
  }

  take(position) {
    noteLabels(position.moves);
    noteLabels(position.labels);
    this.position = position;
    this.tell('position');
  }

  async look() {
    this.take((await this.ask('position', this.shown())).position);
  }

  async play(move) {
    const before = this.position.plies;
    const result = await this.ask('play', { move, ...this.shown() });
    if (result.played) {
      this.looking = false;
      const follows = this.future[0] === result.move;
      this.replaced = !follows && this.future.length ? [...before, ...this.future] : null;
      this.future = follows ? this.future.slice(1) : [];
      this.change = null;
    }
    this.announced = result.announced;
    this.take(result.position);
    return result;
  }

  async undo(count = 1) {
    const plies = this.position.plies;
    const result = await this.ask('undo', { plies: count, ...this.shown() });
    this.future = [...plies.slice(plies.length - result.undone), ...this.future];
    this.announced = null;
    this.change = null;
    this.take(result.position);
  }

  async redo(count = 1) {
    for (let i = 0; i < count && this.future.length; i++) await this.play(this.future[0]);
  }

  async setup(fen, moves = [], future = []) {
    const result = await this.ask('setup', { ...(fen ? { fen } : {}), moves, ...this.shown() });
    this.start = fen || null;
    this.future = future;
    [this.replaced, this.announced, this.change] = [null, null, null];
    this.take(result.position);
  }

  /** Looks at another position; the game in progress is set aside. */
  async visit(title, fen, moves = [], future = []) {
    this.setAside(title);
    this.looking = true; // until somebody plays on
    await this.setup(fen, moves, future);
  }

  setAside(title) {
    const { start, plies, future } = this.aside || { start: this.start, plies: this.position.plies, future: this.future };
    this.aside = { start, plies, future, title };
  }

  async comeBack() {
    const { start, plies, future } = this.aside;
    [this.aside, this.looking] = [null, false];
    await this.setup(start, plies, future);
  }

  async bringBack() {
    const plies = this.replaced;
    await this.setup(this.start, plies);
  }

  /** A fresh match by the same rules; what they leave to chance is drawn again. */
  async again() {
    if (this.loaded.options.some((option) => option.choices.includes('random'))) await this.choose({});
    this.aside = null;
    await this.setup(null);
  }

  /** Other options: {name: value}. */
  async choose(change) {
    const settings = { ...this.settings, ...change };
    for (const name of Object.keys(settings)) if (settings[name] === null) delete settings[name];
    const before = this.settings;
    this.settings = settings;
    try {
      await this.reload(this.overlays);
    } catch (error) {
      this.settings = before;
      throw error;
    }
  }

  /** Characters instead of letters and figures, or no more; in all games. */
  async showCharacters(shown) {
    this.characters = shown;
    localStorage.setItem('ferz characters', shown ? 'on' : 'off');
    await this.reload(this.overlays);
  }

  /** The game as text for other programs. */
  async pgn() {
    return (await this.ask('pgn', {})).pgn;
  }

  /** The first game of such a text instead of the one in progress. */
  async readPgn(read) {
    const result = await this.ask('pgn', { read, ...this.shown() });
    this.start = result.start;
    this.future = [];
    this.take(result.position);
  }

  /** The engine plays with this network from now on. */
  async takeNetwork(network) {
    this.network = network;
    await this.reload(this.overlays || []);
  }

  /** The rules again, with texts that are not saved; what changed in the position. */
  async reload(overlays) {
    const before = this.position?.moves || [];
    const result = await this.ask('load', { game: this.address, settings: this.settings, overlays: this.texts(overlays), characters: this.characters, seed: Math.floor(Math.random() * 1e9) });
    this.takeRules(result);
    this.overlays = overlays;
    if (result.kept !== 'moves') [this.start, this.future] = [null, []];
    const { position } = await this.ask('position', this.shown());
    if (result.kept === 'position') this.start = position.fen;
    const [now, gone] = [new Set(result.legal_now), new Set(result.illegal_now)];
    this.change = now.size || gone.size ? { now: position.moves.filter(({ move }) => now.has(move)), gone: before.filter(({ move }) => gone.has(move)) } : null;
    this.tell('rules');
    this.take(position);
    return result;
  }

  whoMoves() {
    return this.position.commander;
  }

  over() {
    return this.position.outcome !== 'ongoing';
  }
}
