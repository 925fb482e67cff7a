// The page: the start, the lesson, or a game with its tabs. What is open, and what is not saved, is kept in this browser.

import { h, fill, button, select, icon, menu, strip, download, copyText, svgElement } from './dom.js';
import { call, isLocal, listen, startListening, tellServer, CONFLICT } from './rpc.js';
import { t, said, languageName, setLanguage } from './words.js';
import { Game } from './game.js';
import { Table } from './table.js';
import { drafts } from './drafts.js';

const TABS = ['play', 'rules', 'explain', 'examples', 'diff', 'playtest'];
const WITH_BOARD = { play: true, rules: 'partner', examples: 'partner' };
const head = document.getElementById('head'), page = document.getElementById('page'), news = document.getElementById('said');
let table = null, game = null, tabs = {}, tab = 'play', leaveScreen = null;

// ---- words for everybody ----

function say(words) {
  fill(news, words ? strip('bad', words, { key: 'error', onclose: () => say('') }) : null);
}

function fail(error) {
  if (error.code === 'token') say(t('token'));
  else if (error.code === 'gone') say(t('lost'));
  else say(h('pre', {}, error.data?.messages?.[0]?.rendered || error.message));
  if (typeof error.code === 'undefined') console.error(error);
}

listen((method) => {
  if (method === 'lost') say(t('lost'));
  else if (method === 'token') say(t('token'));
  else if (method === 'back') say('');
});

// ---- the head ----

const THEMES = { auto: 'themeAuto', light: 'themeLight', dark: 'themeDark' };

function theme() {
  return localStorage.getItem('ferz theme') || 'auto';
}

function setTheme(wanted) {
  localStorage.setItem('ferz theme', wanted);
  document.documentElement.dataset.theme = wanted;
}

export function mark() {
  const svg = svgElement('svg', { viewBox: '0 0 22 22', class: 'mark', 'aria-hidden': 'true' });
  svg.append(svgElement('rect', { width: 22, height: 22, rx: 5 }));
  for (const [x, y] of [[11, 11], [6, 6], [16, 6], [6, 16], [16, 16]]) svg.append(svgElement('circle', { cx: x, cy: y, r: x === 11 ? 2.4 : 1.9 }));
  return svg;
}

function themeButton() {
  const names = Object.keys(THEMES), name = theme();
  return button(icon(name === 'light' ? 'sun' : 'moon'), () => { setTheme(names[(names.indexOf(theme()) + 1) % names.length]); showHead(); }, { class: 'bare', title: t(THEMES[name]), 'aria-label': t(THEMES[name]), 'data-do': 'theme' });
}

function languageField() {
  return select(t('language'), [['en', 'EN'], ['ru', 'RU']], languageName(), (language) => { setLanguage(language); route(); }, { 'data-language': true, class: 'value plain' });
}

function shareMenu() {
  return menu([icon('share'), h('span', { class: 'wide-only' }, t('share'))], () => [
    { words: t('publish'), hint: t('publishHint'), icon: 'file', key: 'publish', run: publish },
    { words: t('copyLink'), hint: t(isLocal() ? 'linkHintSite' : 'linkHint'), icon: 'share', key: 'link', run: copyLink },
  ], { class: 'bare', 'data-do': 'share', 'aria-label': t('share') });
}

async function publish() {
  const { settings, start, loaded } = game;
  const tell = (kind, words) => fill(news, strip(kind, words, { key: 'published', onclose: () => say('') }));
  tell('note', t('publishing'));
  try {
    const { text } = await call('publish', { game: game.address, settings, overlays: game.texts(), ...(start ? { fen: start } : {}) });
    download(`${loaded.name}.html`, text);
    tell('good', t('published', `${loaded.name}.html`, (text.length / 1e6).toFixed(1)));
  } catch (error) {
    tell('bad', error.message);
  }
}

/** Where the browser lets nobody copy, the link is shown. */
async function copyLink() {
  const { linkTo } = await import('./link.js');
  try {
    const link = await linkTo(game);
    const done = await copyText(link);
    fill(news, strip('good', done ? t('copied') : h('input', { class: 'fen', value: link, readonly: true, 'aria-label': t('copyLink') }), { key: 'link', onclose: () => say('') }));
    news.firstChild.dataset.link = link;
  } catch (error) {
    fail(error);
  }
}

/** Rules that a link brings: they are shown, and kept by a click. */
async function showLink(wanted) {
  const word = wanted.get('rules'), rest = new URLSearchParams(wanted);
  rest.delete('rules');
  showHead('');
  try {
    const { linkElement } = await import('./link.js');
    fill(page, await linkElement(word, { onError: fail, onOpen: (file) => { rest.set('game', file); location.hash = `#${rest}`; } }));
  } catch {
    say(t('linkBroken'));
  }
}

function tabRow() {
  const row = h('nav', { class: 'tablist', role: 'tablist', 'aria-label': t('menu') }, TABS.map((name) => button(t(name), () => choose(name), { role: 'tab', 'data-tab': name, 'aria-controls': 'page' })));
  row.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    choose(TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length]);
    row.querySelector('[aria-selected=true]').focus();
  });
  return row;
}

let shownTitle = '';
function showHead(title = shownTitle) {
  shownTitle = title;
  const inGame = !!table;
  const tabMenu = inGame ? menu(icon('menu'), () => TABS.map((name) => ({ words: t(name), key: `tab-${name}`, checked: name === tab, run: () => choose(name) })), { class: 'bare narrow-only', 'aria-label': t('menu'), 'data-do': 'menu' }) : null;
  fill(head, inGame ? button(t('skip'), () => table.board.focus(table.board.focusCell()), { class: 'skip' }) : null, h('a', { href: '#', class: 'brand', 'aria-label': 'Ferz' }, mark(), h('b', { class: title ? 'wide-only' : '' }, 'Ferz')), title ? h('span', { class: 'slash wide-only', 'aria-hidden': 'true' }, '/') : null, title ? h('h1', {}, title) : null,
    inGame ? tabRow() : null, h('span', { class: 'gap' }), !title ? h('a', { href: '#lesson', class: 'headlink' }, t('lesson')) : null, inGame ? shareMenu() : null, themeButton(), languageField(), tabMenu);
  markTabs();
}

function markTabs() {
  for (const one of head.querySelectorAll('[role=tab]')) {
    one.setAttribute('aria-selected', String(one.dataset.tab === tab));
    one.setAttribute('tabindex', one.dataset.tab === tab ? '0' : '-1');
  }
}

// ---- a game ----

function keep() {
  if (!game?.loaded || !game.position) return;
  const { settings, start, position, future, aside } = game, kept = aside || { start, plies: position.plies, future };
  localStorage.setItem(`ferz game ${game.address}`, JSON.stringify({ settings, start: kept.start, plies: kept.plies, future: kept.future, seats: table?.seats.levels, viewer: game.viewer }));
}

function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(`ferz game ${name}`)) || {};
  } catch {
    return {};
  }
}

/** The game as it was left: its position, and texts that were not saved, where they load. */
async function openGame(name, fen, settings) {
  const before = fen ? { start: fen, settings } : kept(name);
  Object.assign(table.seats.levels, before.seats || {});
  game.viewer = before.viewer || null;
  await game.open(name, before);
  const overlays = drafts.of(game.loaded.files);
  if (overlays.length) await game.reload(overlays).catch(() => {});
}

async function showGame(name, fen, settings) {
  game = new Game();
  const own = game;
  table = new Table(game, { onPlace: (place) => choose('rules', place), onChange: () => makeOwn(game.loaded), onError: fail, onPiece: (piece) => tabs.rules?.pieceChosen?.(piece) });
  table.onSeat = keep;
  const ended = listen((method, params) => { // without an editor, files that were written are played at once
    if (method === 'changed' && !tabs.rules && own.loaded?.files.some((file) => params.files.includes(file))) own.reload(drafts.of(own.loaded.files)).catch(() => {});
  });
  leaveScreen = () => {
    ended();
    table.leave();
    for (const one of Object.values(tabs)) one.leave?.();
    if (own.loaded) tellServer('close', { session: own.loaded.session });
    [table, tabs] = [null, {}];
  };
  game.listen((what) => {
    if (what === 'rules') {
      showHead(said(game.loaded, 'title'));
      document.title = `${said(game.loaded, 'title')} – Ferz`;
    }
    keep();
    say('');
  });
  showHead(name.split('/').pop().replace(/\.yaml$/, ''));
  try {
    await openGame(name, fen, settings);
  } catch (error) { // rules that do not load yet are opened all the same: to be corrected
    if (!error.data?.messages?.[0]?.file) return fail(error);
    return showBroken(name, error);
  }
  if (game === own && table) await choose(tab);
  return undefined;
}

/** A file whose rules do not load, and no session: its text can be corrected. */
async function showBroken(name, error) {
  const { file } = error.data.messages[0];
  try {
    const [{ conflictElement }, first] = await Promise.all([import('./conflict.js'), call('read', { file })]);
    let read = first;
    const area = h('textarea', { 'aria-label': file, class: 'broken', spellcheck: 'false' });
    const draft = drafts.all()[file];
    area.value = draft?.text || read.text;
    const notice = h('div', { class: 'notice' });
    const ask = (theirs) => fill(notice, conflictElement({
      file, mine: () => area.value, theirs: theirs?.text ?? null,
      keepMine: () => { read = theirs || { text: '', hash: '' }; fill(notice); },
      takeTheirs: () => { read = theirs; area.value = theirs.text; drafts.put(file, null); fill(notice); },
    }));
    const save = async () => {
      try {
        await call('save', { file, text: area.value, expected: read.hash });
        drafts.put(file, null);
        route();
      } catch (problem) {
        if (problem.code === CONFLICT) await call('read', { file }).then(ask, (gone) => (gone.code === -32000 ? ask(null) : fail(gone)));
        else fail(problem);
      }
    };
    fill(page, h('section', { class: 'rules broken-file' }, error.data.messages.map((message) => strip('bad', h('pre', {}, message.rendered))),
      notice, area, button(t('save'), save, { class: 'main' })));
    if (draft && draft.base !== read.text && draft.text !== read.text) ask(read);
  } catch (problem) {
    fail(problem);
  }
}

/** A game of one's own that begins as another one; its name is free. */
export async function makeOwn({ name, title }) {
  try {
    const { games } = await call('list'), taken = new Set(games.map((one) => one.name));
    let free = `my-${name}`.replace(/^my-my-/, 'my-');
    for (let n = 2; taken.has(free); n++) free = `my-${name}-${n}`.replace(/^my-my-/, 'my-');
    const { file } = await call('save', { file: `${free}.yaml`, new: true, text: `name: My ${title}\nextends: ${name}\n# Write here what is different, such as:\n# pieces:\n#   bishop: {moves: FC}\n` });
    tab = 'rules';
    location.hash = `#game=${encodeURIComponent(file)}`;
  } catch (error) {
    fail(error);
  }
}

const SCREENS = {
  rules: () => import('./rules.js').then(({ Rules }) => new Rules(game, table, { onError: fail, onChange: () => makeOwn(game.loaded) })),
  explain: () => import('./sheets.js').then(({ Sheet }) => new Sheet(game, fail)),
  examples: () => import('./examples.js').then(({ Examples }) => new Examples(game, { onVisit, onError: fail })),
  diff: () => import('./differences.js').then(({ Differences }) => new Differences(game, { onVisit, onError: fail })),
  playtest: () => import('./playtest.js').then(({ PlayTest }) => new PlayTest(game, { onVisit, onOther, onPlay: () => choose('play'), onError: fail })),
};

/** Shows a position on the board; the game in progress is set aside. */
async function onVisit(title, fen, moves, future) {
  await game.visit(title, fen, moves, future).catch(fail);
  if (!WITH_BOARD[tab]) choose('play');
}

/** The same by other rules, in a window of its own: this one is kept. */
function onOther({ name, file, writable }, moves) {
  localStorage.setItem(`ferz game ${writable ? file : name}`, JSON.stringify({ plies: [], future: moves }));
  open(`#game=${encodeURIComponent(writable ? file : name)}`);
}

async function choose(name, place) {
  tab = name;
  markTabs();
  if (name !== 'play' && !tabs[name]) tabs[name] = await SCREENS[name]();
  if (tab !== name || !table) return;
  const beside = WITH_BOARD[name];
  document.body.dataset.screen = name;
  fill(page, beside ? table.element : null, name === 'play' ? null : tabs[name].element);
  if (beside) table.fit(beside === 'partner');
  if (name !== 'play') tabs[name].show(place);
}

// ---- which page ----

/** The server need not keep the game, and nothing need be searched for it. */
function leave() {
  leaveScreen?.();
  leaveScreen = null;
}

async function route() {
  const wanted = new URLSearchParams(location.hash.slice(1)), name = wanted.get('game'), lesson = wanted.has('lesson');
  // The token is kept by rpc.js; it need not stay in the address, where it would be seen over a shoulder.
  if (wanted.has('token')) history.replaceState(history.state, '', name ? `#game=${encodeURIComponent(name)}` : lesson ? '#lesson' : '#');
  leave();
  say('');
  document.body.dataset.screen = name ? tab : lesson ? 'lesson' : 'start';
  delete document.body.dataset.layout;
  if (wanted.has('rules')) {
    showLink(wanted);
    return;
  }
  if (name) {
    fill(page);
    showGame(name, wanted.get('fen'), wanted.has('settings') ? (await import('./link.js')).settingsOf(wanted) : {});
    return;
  }
  tab = 'play';
  document.title = 'Ferz';
  showHead(lesson ? t('lesson') : '');
  const module = await (lesson ? import('./lesson.js') : import('./start.js'));
  if (lesson) {
    const screen = new module.Lesson(Number(wanted.get('lesson')) || 0, fail);
    leaveScreen = () => screen.leave();
    fill(page, screen.element);
    screen.show();
    return;
  }
  const start = new module.Start({ onError: fail, onOwn: makeOwn });
  leaveScreen = () => start.leave();
  fill(page, start.element);
  start.show();
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input,textarea,select,[contenteditable=true]') || localStorage.getItem('ferz letters') === 'off') return;
  if (table && /^[1-6]$/.test(event.key)) choose(TABS[event.key - 1]);
});

setTheme(theme());
setLanguage(languageName());
addEventListener('hashchange', route);
addEventListener('pagehide', (event) => { if (!event.persisted) leave(); });
route();
startListening();
