// The parts that are tried on a static host (`./dev site`): those of the page that need no folder, and some of its own.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parts as all, typeRules } from './parts.mjs';
import { publishHere } from './publish.mjs';
import { serveFolder } from './static.mjs';

const shared = ['guide', 'lesson', 'newGame', 'illegal', 'againstEngine', 'engineLines', 'wholeGame', 'dragAndKeys', 'promotion', 'check', 'options', 'chess960', 'hex80',
  'tavreli', 'ludo', 'drops', 'kriegspiel', 'boards', 'looks', 'link', 'languages', 'phone'];

async function create(d) {
  await d.open('');
  await (await d.page.waitForSelector('[data-do=change-chess]')).click();
  await d.page.waitForSelector('.board svg');
  await d.page.waitForSelector('.cm-content, .editor textarea');
}

export const parts = {
  async siteStart(d) {
    await d.open('');
    await d.soon(async () => assert.ok((await d.page.$$eval('.card', (cards) => cards.length)) > 60));
    await d.page.waitForSelector('.thumb svg');
    await d.soon(async () => assert.deepEqual(await d.axe(), []));
    const page = readdirSync(process.env.SITE).filter((name) => /\.(js|css)$|^index/.test(name));
    const bytes = page.reduce((sum, name) => sum + gzipSync(readFileSync(`${process.env.SITE}/${name}`)).length, 0);
    assert.ok(bytes < 500000, `the page has ${bytes} bytes compressed, without the module`); // 164 kB
    await d.shot('site-start');
  },

  /** What is saved stays in this browser; another tab hears of it. */
  async siteKeeps(d) {
    await create(d);
    const file = '/mine/my-chess.yaml';
    await d.page.reload();
    await d.page.waitForSelector('.board svg');
    const other = await d.context.newPage();
    await other.goto(`${d.server.base}#game=${encodeURIComponent(file)}`);
    await other.waitForSelector('.board svg');
    await d.page.bringToFront();
    await d.tab('rules');
    await typeRules(d, 'name: Kept\nextends: chess\npieces:\n  pawn: {moves: K}\n');
    await d.until(() => document.querySelector('[data-change]'));
    await d.page.click('[data-do=save]');
    await d.until(() => !document.querySelector('[data-do=save]'));
    await other.bringToFront();
    await other.waitForFunction(() => document.title.startsWith('Kept'));
    await other.close();
    await d.open('');
    await d.soon(async () => assert.match(await d.text('.start h2'), /kept in this browser/));
    await d.soon(async () => assert.ok(await d.page.$('.own [data-game=my-chess]')));
  },

  /** After the first visit no host is needed: the start, a game, the editor, the lesson. */
  async siteOffline(d) {
    const host = await serveFolder(process.env.SITE), usual = d.server.base;
    d.server.base = host.base; // one of its own, to be ended
    try {
      await d.open('');
      await d.until(async () => {
        await navigator.serviceWorker.ready;
        const [name] = await caches.keys();
        return navigator.serviceWorker.controller && (await (await caches.open(name)).keys()).length > 30;
      });
      await host.end();
      await d.soon(async () => assert.equal(await d.page.evaluate(() => fetch('nothing').then(() => 'there', () => 'gone')), 'gone'));
      await d.open('frankfurt');
      await d.play('e2', 'e4');
      await d.tab('rules');
      await d.page.waitForSelector('.cm-content');
      await d.open('lesson');
      await d.until(() => document.querySelectorAll('.claims li').length === 4);
    } finally {
      d.server.base = usual;
    }
  },

  /** A script that never ends is an error beside the editor, and the old rules go on. */
  async siteHangs(d) {
    await create(d);
    await d.page.evaluate(() => import('./rpc.js').then(({ call }) => call('save', { file: 'hang.lua', text: 'while true do end\n' })));
    await typeRules(d, 'name: Hang\nextends: chess\nscript: hang.lua\n');
    await d.page.waitForSelector('[data-strip=mistake]', { timeout: 30000 });
    await d.soon(async () => assert.match(await d.text('[data-strip=mistake]'), /hang\.lua/));
    await d.play('e2', 'e4');
  },

  /** Games in the background; the board goes on, and a click stops them. */
  async sitePlayTest(d) {
    await d.open('chess');
    await d.tab('playtest');
    await d.page.waitForSelector('[data-nodes]');
    await d.page.select('[data-nodes]', '16');
    await d.page.click('[data-do=playtest]');
    await d.until(() => document.querySelector('.playtest progress').value > 0);
    await d.tab('play');
    await d.play('e2', 'e4');
    await d.tab('playtest');
    await d.page.click('[data-do=playtest]'); // it says Stop now
    await d.until(() => document.querySelector('.playtest progress').hidden && document.querySelector('.report .numbers'));
  },

  /** One file, opened from the disk: moves by mouse, a reason with its line, the engine, the rules in words, and nothing is fetched. */
  async sitePublishes(d) {
    await create(d);
    await typeRules(d, "name: '</script><img src=x onerror=alert(1)>'\nextends: frankfurt\npieces:\n  knight: {moves: NW}\n");
    await d.until(() => document.querySelector('#head h1').textContent.startsWith('</script>'));
    const published = await publishHere(d);
    const { page } = published;
    await d.soon(async () => assert.match(await page.$eval('#head', (head) => head.textContent), /^<\/script><img/));
    await published.play('b1', 'b5');
    await published.waitReason(/not legal/);
    await published.play('e2', 'e4');
    await published.waitPlies(1);
    await page.click('.moves [data-ply]'); // the first ply
    await published.tap('e7');
    await published.tap('e4');
    await published.waitReason(/[Nn]o rule moves the pawn/);
    await page.click('[data-strip=why] [data-place]');
    await page.waitForSelector('dialog[open] mark');
    await d.soon(async () => assert.ok((await page.$eval('dialog[open] mark', (mark) => mark.textContent)).length > 0));
    await page.click('dialog[open] button');
    await page.select('[data-seat=black]', '1');
    await published.waitPlies(2);
    await page.click('.bar [data-do=analyse]');
    await page.waitForSelector('.lines li');
    await page.click('.bar [data-do=analyse]'); // and no more
    await page.reload();
    await published.waitPlies(2); // it is kept
    const frame = await (await page.waitForSelector('.sheet-words iframe')).contentFrame();
    await frame.waitForSelector('svg');
    await d.soon(async () => assert.match(await frame.$eval('body', (body) => body.textContent), /knight/i));
    await page.select('[data-language]', 'ru');
    await page.waitForFunction(() => document.querySelector('.turn')?.textContent.includes('Ход'));
    assert.deepEqual(published.faults, []);
    await published.shot('published');
    await published.close();
  },

  ...Object.fromEntries(shared.map((name) => [name, all[name]])),
};
