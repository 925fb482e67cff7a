// Resources: what the package reads beside its modules. This is the way of browsers; node.js puts another in its place. Bundlers find a
// file by `new URL('./name', import.meta.url)` as it stands here, so no name is a parameter.

async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

let from = {
  wasm: () => fetched(new URL('./ferz.wasm', import.meta.url)),
  games: () => fetched(new URL('./games.json', import.meta.url)),
  worker: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
};

/** Another way: `wasm` and `games` give bytes, `worker` an object with what a browser's Worker has. */
export function readFrom(other) {
  from = other;
}

export async function loadModule() {
  return WebAssembly.compile(await from.wasm());
}

/** The games of the package: texts by their paths. */
export async function loadGames() {
  return JSON.parse(new TextDecoder().decode(await from.games()));
}

/** A worker with worker.js in it. */
export function openWorker() {
  return from.worker();
}
