// Site: the page of `ferz serve` without a server. The methods are answered in workers of this page; index.html begins here.

import { answerBy } from './rpc.js';
import { openLocal } from './local.js';
import { t } from './words.js';

const said = document.getElementById('said');
let ready = false;
const client = openLocal();
answerBy(client);
client.finally(() => {
  ready = true;
  if (said.textContent === t('loading')) said.className = said.textContent = '';
}).catch(() => {}); // the first call tells what is wrong
import('./main.js').then(() => {
  if (!ready) Object.assign(said, { textContent: t('loading'), className: 'shown' });
});
