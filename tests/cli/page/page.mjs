// The workbench as people use it: each part is a page of its own, driven by mouse and keys. SHOTS gets pictures to look at.
import puppeteer from 'puppeteer-core';
import axe from 'axe-core';
import { startServer, stopServer } from './server.mjs';

const { parts } = await import(process.env.PARTS || './parts.mjs');
const wanted = process.argv.slice(2);
let passed = 0, failed = 0;

const server = await startServer();
if (!server) {
  console.log('ferz was built without serve: skipped');
  process.exit(77);
}
const program = process.env.PROGRAM, firefox = process.env.BROWSER === 'firefox';
const browser = await puppeteer.launch(firefox
  ? { browser: 'firefox', executablePath: program, headless: true }
  : { executablePath: program, args: ['--no-sandbox', '--disable-gpu'], headless: program.endsWith('-shell') ? 'shell' : true });

/** What a part may use: the page, and ways to do what people do. */
async function openPage() {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => { faults.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(server.base) && !/^(data|about|blob):/.test(url)) faults.push(`foreign request: ${url}`);
  });
  await page.setViewport({ width: 1400, height: 950 });
  page.setDefaultTimeout(60000); // a busy machine is no fault
  page.click = (selector) => page.locator(selector).click(); // once it has stopped to move, and again where it was replaced
  return {
    server, browser, context, page, faults,
    open: async (game) => {
      await page.goto('about:blank');
      await page.goto(`${server.base}#${server.token ? `token=${server.token}` : 'site'}${game === 'lesson' ? '&lesson' : game ? `&game=${encodeURIComponent(game)}` : ''}`);
      await page.waitForSelector(game === 'lesson' ? '[data-claims]' : game ? '.board svg' : '.cards .card');
    },
    text: (selector) => page.$eval(selector, (element) => element.textContent),
    plies: () => page.$$eval('.moves [data-ply]:not(.future)', (items) => items.map((item) => item.dataset.ply)),
    waitPlies: (count) => page.waitForFunction((n) => document.querySelectorAll('.moves [data-ply]:not(.future)').length >= n, {}, count),
    /** The middle of a cell, once it has stopped to move. */
    middle: (cell) => page.$eval(`#board [data-cell="${cell}"]`, async (element) => {
      const place = () => {
        element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      };
      for (let before = place(), tries = 0; ; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        const now = place();
        if (tries > 30 || (now[0] === before[0] && now[1] === before[1])) return now;
        before = now;
      }
    }),
    tap: async function tap(cell) { await page.mouse.click(...(await this.middle(cell))); },
    /** A move of two cells; of several such moves, the first. Taps that a page lost while it drew itself again are made once more. */
    play: async function play(from, to) {
      const count = (await this.plies()).length;
      for (let tries = 3; ; tries--) {
        await this.tap(from);
        await this.tap(to);
        const choice = await page.$('.chooser:not([hidden]) [data-move]');
        if (choice) await choice.click();
        try {
          return await page.waitForFunction((n) => document.querySelectorAll('.moves [data-ply]:not(.future)').length > n, { timeout: 20000 }, count);
        } catch (error) {
          if (tries === 0) throw error;
        }
      }
    },
    drag: async function drag(from, to) {
      const [x, y] = await this.middle(from), [u, v] = await this.middle(to);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move((x + u) / 2, (y + v) / 2, { steps: 4 });
      await page.mouse.move(u, v, { steps: 4 });
      await page.mouse.up();
    },
    rpc: async (method, params) => {
      const response = await fetch(`${server.base}rpc`, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        headers: { 'Content-Type': 'application/json', 'X-Ferz-Token': server.token } });
      const answer = await response.json();
      if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
      return answer.result;
    },
    /** Plays a legal move as a hand does: by its parts, one after another. */
    playParts: async function playParts(move, player) {
      const count = (await this.plies()).length;
      const press = (selector) => page.$eval(selector, (element) => {
        element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      }).then(([x, y]) => page.mouse.click(x, y));
      const done = () => page.evaluate((n) => document.querySelectorAll('.moves [data-ply]:not(.future)').length > n || document.querySelector('.chooser:not([hidden])'), count);
      if (move.kind === 'roll') await page.click('[data-move=roll]');
      if (move.kind === 'word') await page.$eval(`.words [data-move="${move.move}"]`, (element) => element.click());
      const shown = !!(await page.$('[data-hand]')); // else a tap on the cell is enough
      for (const part of move.kind === 'roll' || move.kind === 'word' ? [] : move.parts) {
        if (await done()) break;
        if (part.endsWith('@') && !shown) continue;
        await press(part.endsWith('@') ? `[data-player="${player}"][data-hand="${part.slice(0, -1)}"]` : `#board [data-cell="${part}"]`);
      }
      await page.waitForFunction((n) => document.querySelectorAll('.moves [data-ply]:not(.future)').length > n || document.querySelector('.chooser:not([hidden])'), { timeout: 20000 }, count);
      const choice = await page.$(`.chooser [data-move="${move.move}"]`);
      if (choice) await choice.click();
      await this.waitPlies(count + 1);
      return (await this.plies())[count];
    },
    targets: () => page.$$eval('.lights .target', (lights) => lights.length),
    /** Does something and waits for the next picture of the board. */
    redraw: async (act) => {
      await page.$eval('.board svg', (board) => { board.dataset.before = 'yes'; });
      await act();
      await page.waitForFunction(() => !document.querySelector('.board svg').dataset.before);
    },
    fen: () => page.$eval('.table', (table) => table.dataset.fen),
    more: async function more(row) {
      await page.click('[data-do=more]');
      await page.click(`.menu [data-do="${row}"]`);
    },
    /** A position set up by its FEN, under "More". */
    setFen: async function setFen(fen) {
      await this.more('position');
      await this.redraw(() => page.$eval('.fen', (input, text) => {
        input.value = text;
        input.form.requestSubmit();
      }, fen));
    },
    tab: async (name) => {
      await page.waitForSelector(`[data-tab=${name}]`);
      if (await page.$eval('[data-tab=play]', (tab) => tab.offsetParent !== null)) await page.click(`[data-tab=${name}]`);
      else {
        await page.click('[data-do=menu]');
        await page.click(`.menu [data-do=tab-${name}]`);
      }
      await page.waitForSelector({ play: '#board', rules: '.rules .cm-content, .editor textarea', explain: '.sheet-words', examples: '[data-do=examples]', diff: '.differences', playtest: '[data-do=playtest]' }[name]);
    },
    /** What must be seen, now or soon: a page answers when it can, so a claim is tried again before it is a fault. */
    soon: async (claim) => {
      for (const end = Date.now() + 20000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
        try {
          return await claim();
        } catch (error) {
          if (Date.now() > end) throw error;
        }
      }
    },
    until: (test, ...values) => page.waitForFunction(test, {}, ...values),
    shot: (name) => page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }),
    axe: async () => {
      await page.evaluate(axe.source);
      const result = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa'] }));
      return result.violations.map((violation) => `${violation.id}: ${violation.nodes[0].html.slice(0, 160)}`);
    },
  };
}

/** One try of a part, in a page of its own: what it says of itself, or its fault. */
async function tryPart(name, part) {
  const d = await openPage();
  const begin = Date.now();
  try {
    const said = await part(d);
    if (d.faults.length) throw new Error(d.faults.join('; '));
    return { said: `${said ? `: ${said}` : ''} (${Date.now() - begin} ms)` };
  } catch (error) {
    await d.shot(`failed-${name}`).catch(() => {});
    return { fault: `${error.message}\n${error.stack.split('\n').filter((line) => /(parts|site|publish|taps)\.mjs/.test(line)).join('\n')}` };
  } finally {
    await d.context.close();
  }
}

for (const [name, part] of Object.entries(parts)) {
  if (wanted.length ? !wanted.includes(name) : part.slow) continue;
  const first = await tryPart(name, part);
  const last = first.fault ? await tryPart(name, part) : first; // a browser on a busy machine loses a click now and then
  if (last.fault) failed++;
  else passed++;
  if (first.fault) console.log(`${last.fault ? 'FAILED' : 'failed once'}: ${name}: ${first.fault}`);
  console.log(last.fault ? `FAILED again: ${name}: ${last.fault}` : `passed: ${name}${last.said}`);
}
await browser.close();
await stopServer();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
