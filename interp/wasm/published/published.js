// Published: one game in one file. The board, the moves and the rules in words are those of the workbench; the WebAssembly module, the
// worker and the texts of the game stand in the page itself.

import './storage.js';
import { h, fill, button, select } from '../../serve/page/dom.js';
import { answerBy, call, startListening } from '../../serve/page/rpc.js';
import { Game } from '../../serve/page/game.js';
import { Sheet } from '../../serve/page/sheets.js';
import { Table } from '../../serve/page/table.js';
import { languageName, setLanguage, t } from '../../serve/page/words.js';
import { Client } from 'ferz/client.js';

const head = document.getElementById('head'), page = document.getElementById('page'), said = document.getElementById('said');
const textOf = (id) => document.getElementById(id).textContent;
const wanted = JSON.parse(textOf('game'));

function say(words) {
  said.textContent = words;
  said.className = words ? 'shown' : '';
}

function fail(error) {
  say(error.data?.messages?.[0]?.rendered || error.message);
  if (typeof error.code === 'undefined') console.error(error);
}

// ---- the module ----

async function compileModule() {
  const packed = Uint8Array.from(atob(textOf('module')), (letter) => letter.charCodeAt(0));
  const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(bytes).arrayBuffer());
}

async function openClient() {
  const address = URL.createObjectURL(new Blob([textOf('worker')], { type: 'text/javascript' }));
  return Client.open({ module: await compileModule(), gameFiles: wanted.files, openWorker: () => new Worker(address) });
}

// ---- the page ----

function setTheme(theme) {
  localStorage.setItem('ferz theme', theme);
  document.documentElement.dataset.theme = theme;
}

function showHead(title) {
  const themes = [['auto', t('themeAuto')], ['light', t('themeLight')], ['dark', t('themeDark')]];
  fill(head, h('strong', {}, title), h('span', { class: 'gap' }),
    select(t('theme'), themes, localStorage.getItem('ferz theme') || 'auto', setTheme),
    select(t('language'), [['en', 'English'], ['ru', 'Русский']], languageName(), (language) => { setLanguage(language); show(); }, { 'data-language': true }));
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
  if (game.position) localStorage.setItem(KEY, JSON.stringify({ plies: game.position.plies, start: game.start, seats: table.seats }));
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
  table?.stopThinking();
  table?.stopAnalysis();
  const game = new Game();
  table = new Table(game, (place) => showPlace(game, place), fail);
  const sheet = new Sheet(game, fail);
  showHead(wanted.title);
  game.listen(() => { keep(game, table); say(''); });
  try {
    table.seats = before.seats || {};
    await game.open(wanted.game, { settings: wanted.settings, start: before.start === undefined ? wanted.fen || null : before.start, plies: before.plies || [] });
    fill(page, table.element, h('section', { class: 'tabs', 'aria-label': t('explain') }, sheet.element));
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
