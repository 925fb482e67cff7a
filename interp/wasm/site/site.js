// Site: the page of `ferz serve` without a server. The methods are answered in workers of this page; index.html begins here.

import { answerBy } from './rpc.js';
import { openLocal } from './local.js';
import { t } from './words.js';

const news = document.getElementById('said');
let ready = false;
const client = openLocal();
answerBy(client);
client.finally(() => {
  ready = true;
  if (news.textContent === t('loading')) news.textContent = '';
}).catch(() => {}); // the first call tells what is wrong
navigator.serviceWorker?.register('offline.js').catch(() => {}); // from a place that is not secure there is none
import('./main.js').then(() => {
  if (!ready) news.textContent = t('loading');
});
