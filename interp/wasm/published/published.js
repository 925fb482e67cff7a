// Published: one game in one file. The board, the moves and the rules in words are those of the workbench; the WebAssembly module, the
// worker and the texts of the game stand in the page itself.

import './storage.js';
import { toBytes } from './bytes.js';
import { unpackLzma } from './lzma.js';
import { h, fill, button, select, icon, strip, download } from '../../serve/page/dom.js';
import { answerBy, call, startListening } from '../../serve/page/rpc.js';
import { Game } from '../../serve/page/game.js';
import { Sheet } from '../../serve/page/sheets.js';
import { Table } from '../../serve/page/table.js';
import { languageName, setLanguage, t, said } from '../../serve/page/words.js';
import { Client } from 'ferz/client.js';

const head = document.getElementById('head'), page = document.getElementById('page'), news = document.getElementById('said');
const textOf = (id) => document.getElementById(id).textContent;
const wanted = JSON.parse(textOf('game'));

function say(words) {
  fill(news, words ? strip('bad', words, { onclose: () => say('') }) : null);
}

function fail(error) {
  say(error.data?.messages?.[0]?.rendered || error.message);
  if (typeof error.code === 'undefined') console.error(error);
}

// ---- the module ----

async function openClient() {
  const packed = document.querySelector('.module'), { size, worker } = packed.dataset;
  const bytes = unpackLzma(toBytes(packed.textContent), Number(size));
  const address = URL.createObjectURL(new Blob([bytes.subarray(0, Number(worker))], { type: 'text/javascript' }));
  return Client.open({ module: await WebAssembly.compile(bytes.subarray(Number(worker))), gameFiles: wanted.files, openWorker: () => new Worker(address) });
}

// ---- the page ----

function setTheme(theme) {
  localStorage.setItem('ferz theme', theme);
  document.documentElement.dataset.theme = theme;
}

const THEMES = { auto: 'themeAuto', light: 'themeLight', dark: 'themeDark' };

function showHead(title) {
  const names = Object.keys(THEMES), theme = localStorage.getItem('ferz theme') || 'auto';
  fill(head, h('h1', {}, title), h('span', { class: 'gap' }),
    button(icon(theme === 'light' ? 'sun' : 'moon'), () => { setTheme(names[(names.indexOf(theme) + 1) % names.length]); showHead(title); }, { class: 'bare', title: t(THEMES[theme]), 'aria-label': t(THEMES[theme]) }),
    select(t('language'), [['en', 'EN'], ['ru', 'RU']], languageName(), (language) => { setLanguage(language); show(); }, { 'data-language': true, class: 'value plain' }));
}

/** The text of the rules as a file to keep. */
async function saveRules(game) {
  try {
    const { text } = await game.ask('read', { file: game.loaded.file });
    download(`${game.loaded.name}.yaml`, text);
  } catch (error) {
    fail(error);
  }
}

/** The text of a file of the rules, with a line of it marked. */
async function showPlace(game, place) {
  try {
    const { text } = await game.ask('read', { file: place.file });
    const lines = text.split('\n');
    const marked = h('mark', {}, lines[place.line - 1]);
    const dialog = h('dialog', { class: 'source', 'aria-label': place.file }, h('h2', {}, place.file.split('/').pop()),
      h('pre', {}, `${lines.slice(0, place.line - 1).join('\n')}\n`, marked, `\n${lines.slice(place.line).join('\n')}`),
      button(t('close'), () => dialog.close(), { class: 'main' }));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    marked.scrollIntoView({ block: 'center' });
  } catch (error) {
    fail(error);
  }
}

const KEY = `ferz published ${wanted.title}`;

function keep(game, table) {
  if (game.position) localStorage.setItem(KEY, JSON.stringify({ plies: game.position.plies, start: game.start, seats: table.seats.levels }));
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) || {};
  } catch {
    return {};
  }
}

let table = null;
async function show() {
  const before = kept();
  table?.leave();
  const game = new Game();
  table = new Table(game, { onPlace: (place) => showPlace(game, place), onChange: null, onError: fail });
  const sheet = new Sheet(game, fail);
  showHead(wanted.title);
  game.listen((what) => {
    if (what === 'rules') showHead(said(game.loaded, 'title'));
    keep(game, table);
    say('');
  });
  try {
    Object.assign(table.seats.levels, before.seats || {});
    await game.open(wanted.game, { settings: wanted.settings, start: before.start === undefined ? wanted.fen || null : before.start, plies: before.plies || [] });
    fill(page, table.element, sheet.element, h('footer', { class: 'screen quiet' }, `${t('madeWith')} `, button(t('saveRules'), () => saveRules(game), { class: 'link', 'data-do': 'save-rules' })));
    table.fit(false);
    sheet.show();
  } catch (error) {
    fail(error);
  }
}

if (!localStorage.getItem('ferz language') && wanted.language) setLanguage(wanted.language);
setLanguage(languageName());
setTheme(localStorage.getItem('ferz theme') || 'auto');
showHead(wanted.title);
say(t('loading'));
answerBy(openClient());
startListening();
call('list').then(show, fail);
