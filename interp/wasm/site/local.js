// Local: the methods in this page, and one's own files in this browser.

import { connect } from './ferz/ferz.js';

const KEY = 'ferz files'; // in localStorage: texts by their names

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) || {};
  } catch {
    return {};
  }
}

/** A client of the package. What is written stays in this browser; what another tab writes is heard. */
export async function openLocal() {
  const client = await connect({ files: kept(), onWrite: (name, text) => localStorage.setItem(KEY, JSON.stringify({ ...kept(), [name]: text })) });
  addEventListener('storage', (event) => {
    if (event.key !== KEY) return;
    const before = JSON.parse(event.oldValue || '{}'), now = kept();
    const changed = Object.keys(now).filter((name) => now[name] !== before[name]);
    for (const name of changed) client.put(`/mine/${name}`, now[name]);
    if (changed.length) client.tell('changed', { files: changed.map((name) => `/mine/${name}`) });
  });
  return { listen: (f) => client.listen(f), call: (method, params) => (method === 'publish' ? publish(client, params) : client.call(method, params)) };
}

let page = null; // it is large: it comes when somebody publishes

async function publish(client, params) {
  page = page || fetch('publish.html').then((response) => (response.ok ? response.text() : null)).then((text) => {
    if (text) client.put('/publish.html', text);
  });
  await page;
  return client.call('publish', params);
}
