// The page: the start, or a game with its tabs. What is open, and what is not saved, is kept in this browser.

import { h, fill, button, select } from './dom.js';
import { call, listen, startListening, tellServer } from './rpc.js';
import { t, languageName, setLanguage } from './words.js';
import { Game } from './game.js';
import { Table } from './table.js';
import { Rules, drafts } from './rules.js';
import { Sheet, Examples, Differences } from './sheets.js';
import { PlayTest } from './playtest.js';
import { Start } from './start.js';

const TABS = ['rules', 'explain', 'examples', 'diff', 'playtest'];
const head = document.getElementById('head'), page = document.getElementById('page'), said = document.getElementById('said');
let table = null, tabs = null, tab = 'rules';

// ---- words for everybody ----

function say(words) {
  said.textContent = words;
  said.className = words ? 'shown' : '';
}

function fail(error) {
  if (error.code === 'token') say(t('token'));
  else if (error.code === 'gone') say(t('lost'));
  else say(error.data?.messages?.[0]?.rendered || error.message);
  if (typeof error.code === 'undefined') console.error(error);
}

listen((method) => {
  if (method === 'lost') say(t('lost'));
  else if (method === 'token') say(t('token'));
  else if (method === 'back') say('');
});

// ---- the head ----

function setTheme(theme) {
  localStorage.setItem('ferz theme', theme);
  document.documentElement.dataset.theme = theme;
}

function showHead(title) {
  const themes = [['auto', t('themeAuto')], ['light', t('themeLight')], ['dark', t('themeDark')]];
  fill(head, h('a', { href: '#', class: 'brand' }, 'Ferz'), title ? h('strong', {}, title) : null, h('span', { class: 'gap' }),
    select(t('theme'), themes, localStorage.getItem('ferz theme') || 'auto', setTheme),
    select(t('language'), [['en', 'English'], ['ru', 'Русский']], languageName(), (language) => { setLanguage(language); route(); }, { 'data-language': true }));
}

// ---- a game ----

function keep(game) {
  if (!game.loaded || !game.position) return;
  const { loaded, settings, start, position } = game;
  localStorage.setItem(`ferz game ${loaded.writable ? loaded.file : loaded.name}`,
    JSON.stringify({ settings, start, plies: position.plies, seats: table?.seats }));
}

function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(`ferz game ${name}`)) || {};
  } catch {
    return {};
  }
}

function overlaysOf(loaded) {
  const all = drafts.all();
  return loaded.files.filter((file) => file in all).map((file) => ({ file, text: all[file].text }));
}

/** The game as it was left: its position, and texts that were not saved, where they load. */
async function openGame(game, name) {
  const before = kept(name);
  table.seats = before.seats || {};
  await game.open(name, before);
  const overlays = overlaysOf(game.loaded);
  if (overlays.length) await game.reload(overlays).catch(() => {});
}

async function showGame(name) {
  const game = new Game();
  table = new Table(game, (place) => { choose('rules', place); }, fail);
  const show = (fen, moves) => game.setup(fen, moves).catch(fail);
  tabs = {
    rules: new Rules(game, fail), explain: new Sheet(game, fail).offerPublishing(), examples: new Examples(game, show, fail),
    diff: new Differences(game, show, fail), playtest: new PlayTest(game, fail),
  };
  game.listen((what) => {
    if (what === 'rules') showHead(game.loaded.title);
    keep(game);
    say('');
  });
  try {
    await openGame(game, name);
  } catch (error) { // rules that do not load yet are opened all the same: to be corrected
    if (!error.data?.messages?.[0]?.file) return fail(error);
    return showBroken(name, error);
  }
  fill(page, table.element, h('section', { class: 'tabs' }, tabRow(), h('div', { id: 'tab', role: 'tabpanel' })));
  choose(tab);
}

/** A file whose rules do not load, and no session: its text can be corrected. */
async function showBroken(name, error) {
  const { file } = error.data.messages[0];
  try {
    const read = await call('read', { file });
    const area = h('textarea', { 'aria-label': file, class: 'broken', spellcheck: 'false' });
    area.value = drafts.all()[file]?.text || read.text;
    const save = async () => {
      try {
        await call('save', { file, text: area.value });
        drafts.put(file, null);
        showGame(name);
      } catch (problem) {
        fail(problem);
      }
    };
    fill(page, h('section', { class: 'rules' }, h('pre', { class: 'error' }, error.data.messages.map((message) => message.rendered).join('\n')),
      area, button(t('save'), save, { class: 'main' })));
  } catch (problem) {
    fail(problem);
  }
}

function tabRow() {
  const row = h('div', { role: 'tablist', class: 'tablist' }, TABS.map((name) =>
    button(t(name), () => choose(name), { role: 'tab', 'data-tab': name, 'aria-controls': 'tab' })));
  row.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    choose(TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length]);
    row.querySelector('[aria-selected=true]').focus();
  });
  return row;
}

function choose(name, place) {
  tab = name;
  for (const one of document.querySelectorAll('[role=tab]')) {
    one.setAttribute('aria-selected', String(one.dataset.tab === name));
    one.setAttribute('tabindex', one.dataset.tab === name ? '0' : '-1');
  }
  fill(document.getElementById('tab'), tabs[name].element);
  tabs[name].show(place);
}

// ---- which page ----

/** The server need not keep the game, and nothing need be searched for it. */
function leave() {
  table?.stopThinking();
  table?.stopAnalysis();
  if (table?.game.loaded) tellServer('close', { session: table.game.loaded.session });
  table = null;
}

function route() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const name = wanted.get('game');
  // The token is kept by rpc.js; it need not stay in the address, where it would be seen over a shoulder.
  if (wanted.has('token')) history.replaceState(null, '', name ? `#game=${encodeURIComponent(name)}` : '#');
  leave();
  say('');
  if (name) {
    showHead(name);
    fill(page);
    showGame(name);
  } else {
    showHead('');
    document.title = 'Ferz';
    const start = new Start((game) => { location.hash = `#game=${encodeURIComponent(game)}`; }, fail);
    fill(page, start.element);
    start.show();
  }
}

setTheme(localStorage.getItem('ferz theme') || 'auto');
setLanguage(languageName());
addEventListener('hashchange', route);
addEventListener('pagehide', (event) => { if (!event.persisted) leave(); });
route();
startListening();
