// The parts that are tried on a static host (`./dev site`): those of the page that need no folder, and some of its own.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parts as all, typeRules } from './parts.mjs';
import { publishHere } from './publish.mjs';

const shared = ['guide', 'lesson', 'newGame', 'illegal', 'againstEngine', 'engineLines', 'wholeGame', 'dragAndKeys', 'promotion', 'chess960', 'hex80',
  'tavreli', 'ludo', 'drops', 'kriegspiel', 'boards', 'languages', 'phone'];

async function create(d, name) {
  await d.open('');
  await d.page.type('.new input', name);
  await d.page.click('.new button');
  await d.page.waitForSelector('.board svg');
  await d.page.waitForSelector('.cm-content, .editor textarea');
}

export const parts = {
  async siteStart(d) {
    await d.open('');
    assert.ok((await d.page.$$eval('.card', (cards) => cards.length)) > 60);
    await d.page.waitForSelector('.thumb svg');
    assert.deepEqual(await d.axe(), []);
    const page = readdirSync(process.env.SITE).filter((name) => /\.(js|css)$|^index/.test(name));
    const bytes = page.reduce((sum, name) => sum + gzipSync(readFileSync(`${process.env.SITE}/${name}`)).length, 0);
    assert.ok(bytes < 500000, `the page has ${bytes} bytes compressed, without the module`); // 164 kB
    await d.shot('site-start');
  },

  /** What is saved stays in this browser; another tab hears of it. */
  async siteKeeps(d) {
    await create(d, 'kept');
    const file = '/mine/kept.yaml';
    await d.page.reload();
    await d.page.waitForSelector('.board svg');
    const other = await d.context.newPage();
    await other.goto(`${d.server.base}#game=${encodeURIComponent(file)}`);
    await other.waitForSelector('.board svg');
    await d.page.bringToFront();
    await typeRules(d, 'name: Kept\nextends: chess\npieces:\n  pawn: {moves: K}\n');
    await d.until(() => document.querySelector('.notice').textContent.includes('legal now'));
    await d.page.click('[data-do=save]');
    await d.until(() => document.querySelector('[data-do=save]').disabled);
    await other.bringToFront();
    await other.waitForFunction(() => document.querySelector('.editor')?.textContent.includes('moves: K'));
    await other.close();
    await d.open('');
    assert.match(await d.text('.card[data-game=kept] p'), /kept in this browser/);
  },

  /** A script that never ends is an error beside the editor, and the old rules go on. */
  async siteHangs(d) {
    await create(d, 'hang');
    await d.page.evaluate(() => import('./rpc.js').then(({ call }) => call('save', { file: 'hang.lua', text: 'while true do end\n' })));
    await typeRules(d, 'name: Hang\nextends: chess\nscript: hang.lua\n');
    await d.page.waitForSelector('.messages .error', { timeout: 30000 });
    assert.match(await d.text('.messages .error pre'), /hang\.lua/);
    await d.play('e2', 'e4');
  },

  /** Random games in the background; the board goes on, and a click stops them. */
  async sitePlayTest(d) {
    await d.open('chess');
    await d.page.click('[data-tab=playtest]');
    await d.page.waitForSelector('[data-do=playtest]');
    await d.page.$eval('.playtest input', (input) => { input.value = '1000000'; });
    await d.page.click('[data-do=playtest]');
    await d.until(() => document.querySelector('.playtest progress').value > 0); // behind those that are looked at ply by ply
    await d.play('e2', 'e4');
    await d.page.evaluate(() => [...document.querySelectorAll('.playtest button')].find((one) => one.textContent === 'Stop').click());
    await d.page.waitForSelector('.histogram', { timeout: 20000 });
  },

  /** One file, opened from the disk: moves by mouse, a reason with its line, the engine, the rules in words, and nothing is fetched. */
  async sitePublishes(d) {
    await create(d, 'mine');
    await typeRules(d, "name: '</script><img src=x onerror=alert(1)>'\nextends: frankfurt\npieces:\n  knight: {moves: NW}\n");
    await d.until(() => document.querySelector('.notice').textContent.includes('new rules'));
    const published = await publishHere(d);
    const { page } = published;
    assert.match(await page.$eval('#head', (head) => head.textContent), /^<\/script><img/);
    await published.play('b1', 'b5');
    await published.waitReason(/illegal/);
    await published.play('e2', 'e4');
    await published.waitPlies(1);
    await page.click('.moves button'); // the first ply
    await published.tap('e7');
    await published.tap('e4');
    await published.waitReason(/no rule moves the pawn/);
    await page.click('.why [data-place]');
    await page.waitForSelector('dialog[open] mark');
    assert.ok((await page.$eval('dialog[open] mark', (mark) => mark.textContent)).length > 0);
    await page.click('dialog[open] button');
    await page.select('[data-seat=black]', '1');
    await published.waitPlies(2);
    const lines = () => page.evaluate(() => [...document.querySelectorAll('.side button')].find((one) => one.textContent === 'Engine lines').click());
    await lines();
    await page.waitForSelector('.lines li');
    await lines(); // and no more
    await page.reload();
    await published.waitPlies(2); // it is kept
    const frame = await (await page.waitForSelector('.sheet iframe')).contentFrame();
    await frame.waitForSelector('svg');
    assert.match(await frame.$eval('body', (body) => body.textContent), /knight/i);
    await page.select('[data-language]', 'ru');
    await page.waitForFunction(() => document.querySelector('.state')?.textContent.includes('ход'));
    assert.deepEqual(published.faults, []);
    await published.shot('published');
    await published.close();
  },

  ...Object.fromEntries(shared.map((name) => [name, all[name]])),
};
