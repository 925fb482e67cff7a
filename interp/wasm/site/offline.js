// Offline: a service worker. What the site is made of is kept at the first visit; from then on no network is needed. A site that was made
// again has another VERSION: it is kept whole beside the old one, which goes when no page shows it any more.
// site.sh puts the constants VERSION and FILES here: 'a version', ['the files'].

async function keep() {
  await (await caches.open(VERSION)).addAll(FILES);
}

async function forget() {
  const old = (await caches.keys()).filter((name) => name.startsWith('ferz ') && name !== VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** From what is kept; what is not, such as the page for publishing, is kept when it is first wanted. */
async function answer(request) {
  const cache = await caches.open(VERSION), kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

self.addEventListener('install', (event) => event.waitUntil(keep()));
self.addEventListener('activate', (event) => event.waitUntil(forget()));
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
