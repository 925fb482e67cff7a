// Engine: the WebAssembly module in this thread. It answers at once, and while it does nothing else happens here; worker.js gives it a
// thread of its own.

import instantiate from './module.js';

/** The error of a method: `code` and `data` as guides/service.md lists them. */
export class FerzError extends Error {
  constructor(message, code, data) {
    super(message);
    this.name = 'FerzError';
    this.code = code;
    this.data = data || {};
  }
}

/** The result in an answer of JSON-RPC, or its error thrown. */
export function resultOf(answer) {
  if (answer.error) throw new FerzError(answer.error.message, answer.error.code, answer.error.data);
  return answer.result;
}

export class Engine {
  /** @private */
  constructor(host) {
    this.host = host;
    this.last = 0;
  }

  /**
   * `module`: a WebAssembly.Module. `files`: texts by their paths, below /rules, /scripts and /mine; only /mine is written.
   * `notify(text)` gets notifications; `stopped()` is asked while a job is at work, and true ends it.
   */
  static async start({ module, files, notify = () => {}, stopped = () => false }) {
    const host = await instantiate({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
        return {};
      },
      notify, stopped, print() {}, printErr() {},
    });
    for (const folder of ['/rules', '/scripts', '/mine']) host.FS.mkdir(folder);
    const engine = new Engine(host);
    for (const [path, text] of Object.entries(files)) engine.write(path, text);
    if (!host._wasm_open()) throw new FerzError('the module could not be started', -32603);
    return engine;
  }

  /** The most cells that a board may have. */
  get cells() {
    return this.host._wasm_cells();
  }

  /** Puts a file where rules are read. */
  write(path, text) {
    const { FS } = this.host;
    path.split('/').slice(1, -1).reduce((folder, name) => {
      const here = `${folder}/${name}`;
      if (!FS.analyzePath(here).exists) FS.mkdir(here);
      return here;
    }, '');
    FS.writeFile(path, text);
  }

  /** A request of JSON-RPC as text, and its answer; null for a notification. */
  answer(request) {
    const { host } = this;
    const room = host.lengthBytesUTF8(request) + 1;
    const sent = host._malloc(room);
    if (!sent) throw new FerzError('out of memory', -32603);
    host.stringToUTF8(request, sent, room);
    const answer = host._wasm_answer(sent);
    host._wasm_free(sent);
    if (!answer) return null;
    const text = host.UTF8ToString(answer);
    host._wasm_free(answer);
    return text;
  }

  /** A method by its name: its result, or a FerzError. */
  call(method, params = {}) {
    return resultOf(JSON.parse(this.answer(JSON.stringify({ jsonrpc: '2.0', id: ++this.last, method, params }))));
  }
}
