// Client: the table of methods, answered by workers. One worker has the sessions. A search, random games and a comparison run in others,
// on a copy of the session's game, so that the game goes on meanwhile, and `cancel` is heard.

import { FerzError, resultOf } from './engine.js';
import { stopSign } from './stop.js';
import { loadModule, loadGames, openWorker } from './resources.js';

const JOBS = new Set(['search', 'playouts', 'playtest', 'perft', 'diff']);
const JOBS_MAX = 8;
const IDLE_MAX = 2; // workers that wait for the next job
const PATIENCE_MILLISECONDS = 3000; // for a job that was told to stop

/** One worker: requests go in, promises come out. */
class Lane {
  static async open(client) {
    const lane = new Lane();
    lane.worker = await client.openWorker();
    lane.asked = new Map();
    lane.last = 0;
    lane.session = null; // of a job's copy
    lane.worker.onmessage = (event) => lane.take(event.data, client);
    lane.worker.onerror = (error) => lane.fail(error?.message || 'a worker has failed');
    await new Promise((resolve, reject) => {
      lane.asked.set(0, { resolve, reject });
      lane.worker.postMessage({ start: { module: client.module, files: client.files } });
    });
    return lane;
  }

  take(message, client) {
    if (message.notification) {
      const { method, params } = JSON.parse(message.notification);
      return client.tell(method, params);
    }
    if (message.failed) return this.fail(message.failed);
    const id = message.started ? 0 : message.id;
    const waiting = this.asked.get(id);
    this.asked.delete(id);
    if (!this.asked.size) this.worker.unref?.();
    waiting?.resolve(message.answer);
  }

  /** The module has failed: everything that was asked ends, and the worker too. */
  fail(words) {
    this.failed = true;
    this.worker.terminate();
    for (const { reject } of this.asked.values()) reject(new FerzError(words, -32603));
    this.asked.clear();
  }

  async ask(method, params, stop) {
    const id = ++this.last;
    this.worker.ref?.();
    const answer = await new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.worker.postMessage({ id, request: JSON.stringify({ jsonrpc: '2.0', id, method, params }), stop });
    });
    return resultOf(JSON.parse(answer));
  }
}

export class Client {
  /**
   * `games`, `files`, `module`, `gameFiles`: as `start` takes them. `onWrite(name, text)` is called with each file that a method has
   * written. `openWorker`: makes a worker with worker.js in it; by default from the file beside this one.
   */
  static async open({ games = true, files = {}, module, gameFiles, onWrite = () => {}, openWorker: open = openWorker } = {}) {
    const client = new Client();
    client.onWrite = onWrite;
    client.openWorker = open;
    [client.module, client.files] = await Promise.all([module || loadModule(), games ? gameFiles || loadGames() : {}]);
    client.files = { ...client.files };
    for (const [name, text] of Object.entries(files)) client.files[`/mine/${name}`] = text;
    client.listeners = new Set();
    client.sessions = new Map(); // what the games of the sessions began with, for copies
    client.jobs = new Map();
    client.idle = [];
    client.busy = 0;
    client.main = await Lane.open(client);
    return client;
  }

  /** Calls f(method, params) for each notification; returns a function that ends this. */
  listen(f) {
    this.listeners.add(f);
    return () => this.listeners.delete(f);
  }

  /** Tells everybody who listens. */
  tell(method, params) {
    for (const f of this.listeners) f(method, params);
  }

  /** A method by its name: a promise of its result, or of a FerzError. */
  async call(method, params = {}) {
    if (method === 'cancel') return this.cancel(params.job);
    if (JOBS.has(method) && this.sessions.has(params.session)) return this.work(method, params);
    if (this.main.failed) await this.restart();
    const result = await this.main.ask(method, params);
    await this.remember(method, params, result);
    return result;
  }

  /** A new worker for sessions; the old ones are gone, and calls for them say so. @private */
  async restart() {
    this.sessions.clear();
    this.main = await Lane.open(this);
  }

  /** What a copy of a session's game needs. @private */
  async remember(method, params, result) {
    if (method === 'load') {
      const { game, settings, overlays, seed } = params;
      const before = this.sessions.get(params.session);
      let fen = params.fen || null;
      if (result.kept === 'moves') fen = before?.fen || null;
      if (result.kept === 'position') fen = (await this.main.ask('position', { session: result.session })).position.fen;
      const rules = { game, settings, overlays, seed };
      for (const key of Object.keys(rules)) if (rules[key] === undefined) delete rules[key];
      this.sessions.set(result.session, { rules, fen, writable: result.writable });
    } else if (method === 'setup') {
      Object.assign(this.sessions.get(params.session) || {}, { fen: params.fen || null });
    } else if (method === 'close') {
      this.sessions.delete(params.session);
    } else if (method === 'save' || (method === 'record' && result.file)) {
      const { file, text } = await this.main.ask('read', { file: result.file });
      this.written(file, text);
      this.onWrite(file.replace(/^\/mine\//, ''), text);
    }
  }

  /** A file of /mine was written in the worker with the sessions; the others read it too. @private */
  written(file, text) {
    const path = file.startsWith('/') ? file : `/mine/${file}`;
    this.files[path] = text;
    for (const lane of [...this.idle, ...[...this.jobs.values()].map((job) => job.lane)]) lane?.worker.postMessage({ write: { path, text } });
  }

  /** Puts a file where rules are read, without asking anybody: such as one of /mine that another tab has written. */
  put(path, text) {
    this.written(path, text);
    this.main.worker.postMessage({ write: { path, text } });
  }

  // ---- jobs ----

  /** @private */
  async work(method, params) {
    if (this.busy >= JOBS_MAX) throw new FerzError('too many searches and random games at once', -32003);
    this.busy++;
    const name = params.job || Symbol('job');
    const job = { sign: stopSign(), cancelled: false, lane: null };
    this.jobs.set(name, job);
    try {
      const copy = await this.copyOf(params.session);
      job.lane = this.idle.pop() || await Lane.open(this);
      await this.setUp(job.lane, copy);
      return await job.lane.ask(method, { ...params, session: job.lane.session.id }, job.sign.sent);
    } finally {
      this.busy--;
      this.jobs.delete(name);
      clearTimeout(job.timer);
      job.sign.end();
      this.release(job.lane);
    }
  }

  /** @private */
  release(lane) {
    if (!lane || lane.failed) return;
    if (this.idle.length < IDLE_MAX) this.idle.push(lane);
    else lane.worker.terminate();
  }

  /** @private */
  async copyOf(session) {
    const kept = this.sessions.get(session);
    const { position } = await this.main.ask('position', { session });
    return { ...kept, moves: position.plies };
  }

  /** @private */
  async setUp(lane, { rules, writable, fen, moves }) {
    const key = JSON.stringify(rules);
    const start = { ...(fen ? { fen } : {}), moves };
    if (lane.session?.key === key && !writable) { // what can be written may be another game now
      await lane.ask('setup', { session: lane.session.id, ...start });
    } else {
      if (lane.session) await lane.ask('close', { session: lane.session.id });
      lane.session = null;
      lane.session = { key, id: (await lane.ask('load', { ...rules, ...start })).session };
    }
  }

  /** @private */
  cancel(name) {
    const job = this.jobs.get(name);
    if (!job) return { cancelled: false };
    job.sign.give();
    job.timer = job.timer || setTimeout(() => job.lane?.fail('it was cancelled and did not stop'), PATIENCE_MILLISECONDS);
    return { cancelled: true };
  }

  /** Ends all workers. */
  close() {
    for (const lane of [this.main, ...this.idle, ...[...this.jobs.values()].map((job) => job.lane)]) lane?.worker.terminate();
  }
}
