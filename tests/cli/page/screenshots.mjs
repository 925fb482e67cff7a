// Pictures of the workbench: the one and the film that README shows, and all games on a few sheets, to be looked at. `./dev screenshots`
// makes them.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Film } from './film.mjs';
import { write } from './server.mjs';

const guides = (name) => join(dirname(process.env.GUIDE), name);

const EACH = 24; // games on a sheet

const SIZES = [[390, 844], [1280, 800], [1920, 1080]];

const tabOf = (game, tab) => async (d) => { await d.open(game); await d.tab(tab); };
const SCREENS = [['start', (d) => d.open('')], ['play', (d) => d.open('chess')], ['hands', (d) => d.open('crazyhouse')], ['rules', tabOf('own.yaml', 'rules')], ['in words', tabOf('chess', 'explain')],
  ['examples', tabOf('frankfurt', 'examples')], ['differences', async (d) => { await tabOf('own.yaml', 'diff')(d); await d.page.waitForSelector('.pairs .pair'); }], ['play-test', tabOf('chess', 'playtest')], ['lesson', async (d) => { await d.open('lesson'); await d.page.waitForSelector('.claims li'); }]];

/** Pictures with titles on as few sheets as hold them: NAME-1.png and so on; NAME.png where one does. */
async function sheets(d, name, shots, columns, each, tall) {
  const sheet = await d.context.newPage();
  await sheet.setViewport({ width: 1400, height: 950 });
  for (let begin = 0, number = 1; begin < shots.length; begin += each, number++) {
    await sheet.setContent(`<body style="font:14px sans-serif;display:grid;grid-template-columns:repeat(${columns},1fr);gap:10px"></body>`);
    await sheet.evaluate((some, high) => {
      for (const { title, picture } of some) {
        const figure = document.createElement('figure'), image = new Image();
        figure.style.margin = '0';
        image.src = `data:image/png;base64,${picture}`;
        image.style.cssText = `max-width:100%;max-height:${high}px`;
        figure.append(title, document.createElement('br'), image);
        document.body.append(figure);
      }
      return Promise.all([...document.images].map((image) => image.decode()));
    }, shots.slice(begin, begin + each), tall);
    await sheet.screenshot({ path: `${process.env.SHOTS}/${name}${shots.length > each ? `-${number}` : ''}.png`, fullPage: true });
  }
  await sheet.close();
}

export const parts = {
  async workbench(d) {
    await d.page.setViewport({ width: 1400, height: 735, deviceScaleFactor: 1000 / 1400 });
    await d.open('frankfurt');
    await d.setFen('4k3/8/8/8/3p4/8/4O3/7N w - - 0 1');
    await d.tap('e2');
    await d.tap('e4');
    await d.page.waitForSelector('[data-strip=why] [data-place]');
    await d.page.click('[data-strip=why] [data-place]');
    await d.until(() => getSelection().toString().length > 3 || document.activeElement.selectionEnd > 0);
    await d.page.evaluate(() => scrollTo(0, 0));
    await d.page.screenshot({ path: guides('workbench.png') });
  },

  /** From a changed letter to a played move. */
  async film(d) {
    const file = write('my-chess.yaml', 'name: My chess\nextends: chess\npieces:\n  bishop: {moves: B}\n');
    await d.page.setViewport({ width: 1060, height: 640 });
    await d.open(file);
    await d.tab('rules');
    await d.page.waitForSelector('.cm-content');
    const film = await Film.open(d);
    await film.shot(1400);
    await film.glide(await film.letter('.cm-line:nth-child(4)', 'B'));
    await d.page.mouse.click(...film.at, { count: 2 });
    await d.until(() => getSelection().toString().trim() === 'B');
    await film.shot(900);
    for (const letter of 'FC') {
      await d.page.keyboard.type(letter);
      await film.shot(260);
    }
    await d.until(() => document.querySelector('[data-change="4 0"]'));
    await film.shot(900);
    await film.tap('c1');
    await d.page.waitForSelector('.lights .sign.now');
    await film.shot(2400);
    await film.tap('d4');
    await d.waitPlies(1);
    await film.shot(1200);
    await film.tap('e7');
    await film.tap('e5');
    await d.waitPlies(2);
    await film.shot(2200);
    const bytes = film.bytes();
    assert.ok(bytes.length < 1e6, `the film has ${bytes.length} bytes`);
    writeFileSync(guides('workbench.webp'), bytes);
    return `${Math.round(bytes.length / 1000)} kB`;
  },

  async games(d) {
    const { games } = await d.rpc('list', {});
    const boards = [];
    for (const { name, title } of games.filter((game) => !game.writable)) {
      await d.open(name);
      const board = await d.page.$('.board');
      boards.push({ title, picture: await board.screenshot({ encoding: 'base64' }) });
    }
    await sheets(d, 'games', boards, 6, EACH, 260);
  },

  /** Every screen at three widths, in both themes: a sheet each. */
  async screens(d) {
    write('own.yaml', 'name: Own\nabout: A small change.\nextends: chess\npieces:\n  bishop: {moves: BF}\n');
    for (const [width, height] of SIZES) {
      for (const theme of ['light', 'dark']) {
        const shots = [];
        await d.page.setViewport({ width, height });
        await d.open('');
        await d.page.evaluate((name) => localStorage.setItem('ferz theme', name), theme);
        for (const [title, show] of SCREENS) {
          await show(d);
          await new Promise((resolve) => setTimeout(resolve, 500));
          shots.push({ title, picture: await d.page.screenshot({ encoding: 'base64' }) });
        }
        await sheets(d, `screens-${width}-${theme}`, shots, width < 500 ? 5 : 3, SCREENS.length, 560);
      }
    }
  },
};
