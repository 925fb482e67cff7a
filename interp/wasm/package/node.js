// The package in node: `exports` of package.json leads here.

import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { readFrom } from './resources.js';

const file = (name) => readFile(new URL(`./${name}`, import.meta.url));

/** A worker of node under the names of a browser's. */
function openWorker() {
  const worker = new Worker(new URL('./worker_node.js', import.meta.url));
  worker.unref();
  return {
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    set onmessage(f) { worker.on('message', (data) => f({ data })); },
    set onerror(f) { worker.on('error', f); },
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  };
}

readFrom({ wasm: () => file('ferz.wasm'), games: () => file('games.json'), worker: openWorker });

export * from './ferz.js';
