// Worker: an engine in a thread of its own. Messages: {start}, {id, request}, {write: {path, text}}; answers {id, answer}, {notification}.

import { Engine } from './engine.js';
import { stopReader } from './stop.js';

/** Returns the function that takes messages; `tell` sends one. */
export function serve(tell) {
  let engine = null, stopped = () => false, ready = null;

  async function start({ module, files }) {
    engine = await Engine.start({ module, files, notify: (notification) => tell({ notification }), stopped: () => stopped() });
  }

  function ask({ id, request, stop }) {
    stopped = stopReader(stop);
    tell({ id, answer: engine.answer(request) });
  }

  return async (message) => {
    try {
      if (message.start) ready = start(message.start);
      await ready;
      if (message.write) engine.write(message.write.path, message.write.text);
      if (message.request) ask(message);
      if (message.start) tell({ started: true });
    } catch (error) { // the module has failed: it answers nothing any more
      tell({ id: message.id, failed: String(error?.message || error) });
    }
  };
}

// In a browser's worker this begins by itself; worker_node.js begins it in node.
if (typeof self !== 'undefined' && self.postMessage) {
  const take = serve((message) => self.postMessage(message));
  self.onmessage = (event) => take(event.data);
}
