// What the package reads beside its modules, in a browser and in node.

async function read(name) {
  const url = new URL(`./${name}`, import.meta.url);
  if (url.protocol === 'file:') return (await import('node:fs/promises')).readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

export async function loadModule() {
  return WebAssembly.compile(await read('ferz.wasm'));
}

/** The games of the package: texts by their paths. */
export async function loadGames() {
  return JSON.parse(new TextDecoder().decode(await read('games.json')));
}

/** A worker with worker.js in it, with the same few functions in a browser and in node. */
export async function openWorker(url = new URL('./worker.js', import.meta.url)) {
  if (typeof Worker !== 'undefined') return new Worker(url, { type: 'module' });
  const { Worker: NodeWorker } = await import('node:worker_threads');
  const worker = new NodeWorker(url);
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
