// Methods of the server, and its notifications. The token stands behind # in the address and is kept for this tab.

import { languageName } from './words.js';

const params = new URLSearchParams(location.hash.slice(1));
if (params.get('token')) sessionStorage.setItem('ferz token', params.get('token'));
const token = sessionStorage.getItem('ferz token') || '';
let last = 0;

/** The error of a method: `code` and `data` as the server gave them; code 'token' and 'gone' are ours. */
export class MethodError extends Error {
  constructor(message, code, data) {
    super(message);
    this.code = code;
    this.data = data || {};
  }
}

let local = null;
/** From now on the methods are answered in this page, by a promise of {call, listen}: for pages without a server (interp/wasm/site). */
export function answerBy(promise) {
  local = promise;
}

/** Whether there is no server. */
export function isLocal() {
  return !!local;
}

async function callLocal(method, parameters) {
  try {
    return await (await local).call(method, parameters);
  } catch (error) {
    throw new MethodError(error.message, error.code, error.data);
  }
}

/** Methods that say nothing to people. */
const WITHOUT_LANGUAGE = new Set(['methods', 'list', 'close', 'code', 'figures', 'read', 'schema', 'cancel']);

export async function call(method, given = {}) {
  const parameters = WITHOUT_LANGUAGE.has(method) ? given : { language: languageName(), ...given };
  if (local) return callLocal(method, parameters);
  let response;
  try {
    response = await fetch('/rpc', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Ferz-Token': token },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++last, method, params: parameters }),
    });
  } catch {
    throw new MethodError('', 'gone');
  }
  if (response.status === 401) throw new MethodError('', 'token');
  if (!response.ok) throw new MethodError(await response.text(), 'gone');
  const answer = await response.json();
  if (answer.error) throw new MethodError(answer.error.message, answer.error.code, answer.error.data);
  return answer.result;
}

/** The error of `save` where the file is not as expected: somebody else has written it. */
export const CONFLICT = -32005;

/** The same without an answer, also while the page is left. */
export function tellServer(method, parameters) {
  if (local) {
    callLocal(method, parameters).catch(() => {});
    return;
  }
  fetch('/rpc', {
    method: 'POST', keepalive: true, headers: { 'Content-Type': 'application/json', 'X-Ferz-Token': token },
    body: JSON.stringify({ jsonrpc: '2.0', method, params: parameters }),
  }).catch(() => {});
}

let jobs = 0;
/** A name for a search or the like that no other tab has. */
export function jobName() {
  return `${Math.random().toString(36).slice(2)}-${++jobs}`;
}

const listeners = new Set();
/** Calls f(method, params) for each notification; returns a function that ends this. */
export function listen(f) {
  listeners.add(f);
  return () => listeners.delete(f);
}

function tell(message) {
  for (const f of listeners) f(message.method, message.params);
}

async function readStream(response, onMessage) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    const events = rest.split('\n\n');
    rest = events.pop();
    for (const event of events) if (event.startsWith('data: ')) onMessage(JSON.parse(event.slice(6)));
  }
}

// A browser opens few connections to one host. So one tab listens, and tells the others.
let channel = null;

async function leadListening() {
  for (let first = true; ; first = false) {
    try {
      const response = await fetch('/events', { headers: { 'X-Ferz-Token': token } });
      if (response.status === 401) return tell({ method: 'token', params: {} });
      if (!response.ok) throw new MethodError(await response.text(), 'gone'); // too many listen
      if (!first) tell({ method: 'back', params: {} });
      await readStream(response, (message) => {
        tell(message);
        channel.postMessage(message);
      });
    } catch { /* the server is gone, or the page is */ }
    tell({ method: 'lost', params: {} });
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

export function startListening() {
  if (local) {
    local.then((client) => client.listen((method, params) => tell({ method, params })), () => {}); // a call tells what is wrong
    return;
  }
  channel = new BroadcastChannel('ferz notifications');
  channel.onmessage = (event) => tell(event.data);
  if (navigator.locks) navigator.locks.request('ferz notifications', leadListening);
  else leadListening();
}
