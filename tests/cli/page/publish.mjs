// A game that is published by the button of the page, and opened from the disk.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NARROW = 1e6, WIDE = 1.5e6; // bytes of a page with a board of at most 64 cells, and of any

/** Presses the button; null where there is no WebAssembly build, and the page says so. */
export async function publishHere(d) {
  const cells = await d.page.$$eval('#board [data-cell]', (all) => all.length);
  const folder = mkdtempSync(join(tmpdir(), 'ferz-published-'));
  if (process.env.BROWSER === 'firefox') { // it asks people where files go: the page's file is caught
    await d.page.evaluate(() => { const make = URL.createObjectURL.bind(URL); URL.createObjectURL = (blob) => { window.caught = blob; return make(blob); }; });
  } else {
    const session = await d.browser.target().createCDPSession();
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder, browserContextId: d.context.id });
  }
  await d.page.click('[data-do=share]');
  await d.page.click('.menu [data-do=publish]');
  await d.until(() => /\d MB|WebAssembly/.test(document.getElementById('said').textContent));
  if ((await d.text('#said')).includes('there is no WebAssembly build')) {
    rmSync(folder, { recursive: true });
    return null;
  }
  let name = null;
  if (process.env.BROWSER === 'firefox') {
    name = 'game.html';
    writeFileSync(join(folder, name), await d.page.evaluate(() => window.caught.text()));
  }
  for (let i = 0; i < 200 && !name; i++) {
    name = readdirSync(folder).find((one) => one.endsWith('.html'));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const file = join(folder, name);
  assert.ok(readFileSync(file).length < (cells <= 64 ? NARROW : WIDE), `a page that can be mailed: ${readFileSync(file).length} bytes`);
  return openPublished(d, file, () => rmSync(folder, { recursive: true }));
}

/** A published file in a page of its own, and what people do there. */
export async function openPublished(d, file, finish = () => {}) {
  const page = await d.context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => { faults.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('console', (message) => { if (message.type() === 'error') faults.push(message.text()); });
  page.on('request', (request) => { if (!/^(file|blob|data|about):/.test(request.url())) faults.push(`request: ${request.url()}`); });
  await page.setViewport({ width: 1400, height: 950 });
  await page.goto(`file://${file}`);
  await page.waitForSelector('.board svg', { timeout: 60000 });
  const tap = (cell) => page.$eval(`#board [data-cell="${cell}"]`, (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }).then(([x, y]) => page.mouse.click(x, y));
  return {
    page, faults, tap,
    play: async (from, to) => { await tap(from); await tap(to); },
    waitPlies: (count) => page.waitForFunction((n) => document.querySelectorAll('.moves [data-ply]:not(.future)').length >= n, { timeout: 60000 }, count),
    waitReason: (words) => page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector('[data-strip=why]')?.textContent || ''), { timeout: 20000 }, words.source),
    shot: (name) => page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }),
    close: async () => { await page.close(); finish(); },
  };
}
