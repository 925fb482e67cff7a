// Link: a game and a position as an address. One's own rules go with it, packed: a person who opens it sees them, and keeps them if they like.

import { h, button } from './dom.js';
import { call } from './rpc.js';
import { t } from './words.js';

/** What the stream makes of the bytes. Where they are broken, the reader fails; that the writer does so too is the same fault. */
async function through(bytes, stream) {
  const writer = stream.writable.getWriter(), reader = stream.readable.getReader(), chunks = [];
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  for (let part = await reader.read(); !part.done; part = await reader.read()) chunks.push(part.value);
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

async function unpack(word) {
  const bytes = Uint8Array.from(atob(word.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

const folderOf = (file) => file.slice(0, file.lastIndexOf('/') + 1), nameOf = (file) => file.slice(file.lastIndexOf('/') + 1);

/** The address of the position that is shown; texts that are not saved count. */
export async function linkTo(game) {
  const { loaded, settings, position } = game, wanted = new URLSearchParams();
  if (loaded.writable) {
    const own = loaded.files.filter((file) => folderOf(file) === folderOf(loaded.file)), files = {};
    for (const file of own) files[nameOf(file)] = game.overlays?.find((one) => one.file === file)?.text ?? (await game.ask('read', { file })).text;
    wanted.set('rules', await pack(JSON.stringify({ game: nameOf(loaded.file), title: loaded.title, files })));
  } else wanted.set('game', loaded.name);
  wanted.set('fen', position.fen);
  if (Object.keys(settings).length) wanted.set('settings', JSON.stringify(settings));
  return `${location.origin}${location.pathname}#${wanted}`;
}

/** What such an address says of options; nothing where it says nonsense. */
export function settingsOf(wanted) {
  try {
    return JSON.parse(wanted.get('settings')) || {};
  } catch {
    return {};
  }
}

/** What stands in the way of a file: nothing, the same text ('same'), or another one ('taken'). */
async function stateOf(name, text, games) {
  const mine = games.find(({ writable }) => writable), file = mine && folderOf(mine.file) + name;
  const there = file ? await call('read', { file }).catch(() => null) : null;
  if (there) return { name, text, file, state: there.text === text ? 'same' : 'taken' };
  return { name, text, state: games.some((one) => `${one.name}.yaml` === name) ? 'taken' : 'free' };
}

/** Free names for the files of a link: where one is taken by another text, all get a number, also where the texts name each other. */
async function freeNames({ game, files }) {
  const { games } = await call('list');
  for (let n = 1; n < 100; n++) {
    const renamed = (name) => (n === 1 ? name : name.replace(/(\.[a-z]+)$/, `-${n}$1`));
    const texts = Object.entries(files).map(([name, text]) => [renamed(name), Object.keys(files).reduce((all, other) => all.replaceAll(other, renamed(other)), text)]);
    const found = await Promise.all(texts.map(([name, text]) => stateOf(name, text, games)));
    if (!found.some(({ state }) => state === 'taken')) return { main: renamed(game), found };
  }
  throw new Error(t('linkTaken'));
}

/** Shows the rules of a link before anything is kept; onOpen(file). */
export async function linkElement(word, { onOpen, onError }) {
  const { game, title, files } = JSON.parse(await unpack(word));
  const sound = typeof game === 'string' && Object.entries(files).every(([name, text]) => /^[\w-]+\.(yaml|lua|svg)$/.test(name) && typeof text === 'string') && Object.hasOwn(files, game);
  if (!sound) throw new Error(t('linkBroken'));
  const open = async () => {
    try {
      const { main, found } = await freeNames({ game, files });
      for (const one of found.filter(({ state }) => state === 'free')) one.file = (await call('save', { file: one.name, text: one.text, new: true })).file;
      onOpen(found.find(({ name }) => name === main).file);
    } catch (error) {
      onError(error);
    }
  };
  return h('section', { class: 'screen brought' }, h('h2', {}, t('linkBrings', title)), h('p', {}, t('linkHow')), Object.entries(files).map(([name, text]) => h('details', { open: name === game }, h('summary', {}, name), h('pre', {}, text))),
    button(t('linkOpen'), open, { class: 'main', 'data-do': 'open-link' }));
}
