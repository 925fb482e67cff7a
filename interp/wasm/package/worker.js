// Worker: an engine in a thread of its own. Messages: {start}, {id, request}, {write: {path, text}}; answers {id, answer}, {notification}.

import { Engine } from './engine.js';
import { stopReader } from './stop.js';

let port = null;
const tell = (message) => port.postMessage(message);
let engine = null, stopped = () => false;

async function start({ module, files }) {
  engine = await Engine.start({ module, files, notify: (notification) => tell({ notification }), stopped: () => stopped() });
}

function ask({ id, request, stop }) {
  stopped = stopReader(stop);
  tell({ id, answer: engine.answer(request) });
}

let ready = null;
async function take(message) {
  try {
    if (message.start) ready = start(message.start);
    await ready;
    if (message.write) engine.write(message.write.path, message.write.text);
    if (message.request) ask(message);
    if (message.start) tell({ started: true });
  } catch (error) { // the module has failed: it answers nothing any more
    tell({ id: message.id, failed: String(error?.message || error) });
  }
}

if (typeof self !== 'undefined' && self.postMessage) {
  port = self;
  port.onmessage = (event) => take(event.data);
} else {
  import('node:worker_threads').then(({ parentPort }) => {
    port = parentPort;
    port.on('message', take);
  });
}
