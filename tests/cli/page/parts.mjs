// The parts of the test, each in a fresh browser: {name: async (page and ways to use it) => …}.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishHere } from './publish.mjs';
import { killServer, startServer, write } from './server.mjs';
import { tapThrough } from './taps.mjs';

const firefox = process.env.BROWSER === 'firefox'; // it has no protocol of Chromium's developers

const small = 'name: Small\nabout: A small change.\nextends: chess\n';

export async function typeRules(d, text) {
  await d.page.waitForSelector('.cm-content, .editor textarea');
  const click = () => d.page.click('.cm-content, .editor textarea');
  await click().catch(click); // it may just have been replaced
  await d.page.keyboard.down('Control');
  await d.page.keyboard.press('a');
  await d.page.keyboard.up('Control');
  await d.page.keyboard.press('Delete');
  if (!firefox) return d.page.keyboard.sendCharacter(text);
  await d.page.evaluate((words) => { // what a key may send is one letter there: it is pasted
    if (document.activeElement.tagName === 'TEXTAREA') return document.execCommand('insertText', false, words);
    const event = new ClipboardEvent('paste', { dataType: 'text/plain', data: words, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }, text);
  return null;
}

async function sit(d, player, level) {
  await d.page.select(`[data-seat="${player}"]`, String(level));
}

/** Plays the first legal move that the lights show, by mouse: a move of a person who knows no rules. */
async function playSomething(d) {
  const cells = await d.page.$$eval('#board .movable', (areas) => areas.map((area) => area.dataset.cell));
  for (const cell of cells) {
    await d.tap(cell);
    const target = await d.page.evaluate(() => {
      const light = document.querySelector('.lights .target');
      if (!light) return null;
      return [...document.querySelectorAll('#board [data-cell]')].find((area) => area.dataset.x === light.getAttribute('cx') && area.dataset.y === light.getAttribute('cy')).dataset.cell;
    });
    if (target) {
      await d.tap(target);
      const choice = await d.page.$('.chooser:not([hidden]) [data-move]');
      if (choice) await choice.click();
      return;
    }
  }
  throw new Error('no move to play');
}

/** What the comments of the guide do: <!-- tap e2 e4 -->. */
const steps = {
  async create(d) {
    await d.page.click('[data-do=change-chess]');
    await d.page.waitForSelector('.board svg');
    await d.page.waitForSelector('.cm-content, .editor textarea');
  },
  tap: (d, from, to) => d.play(from, to),
  async undo(d) {
    await d.tab('play');
    await d.page.click('[data-do=undo]');
    await d.until(() => !document.querySelector('.moves [data-ply]:not(.future)'));
    await d.tab('rules');
  },
  async save(d) {
    await d.page.click('[data-do=save]');
    await d.until(() => !document.querySelector('[data-do=save]'));
  },
  async try(d, from, to) {
    await d.tap(from);
    await d.tap(to);
    await d.page.waitForSelector('[data-strip=why] b');
  },
  async seat(d, player, level) {
    const count = (await d.plies()).length;
    await sit(d, player, level);
    await d.waitPlies(count + 1);
  },
  async example(d, ...title) {
    await d.tab('examples');
    await d.page.type('.examples form input', title.join(' '));
    await d.page.click('.examples form button');
    await d.until(() => document.querySelector('.examples [role=status]').textContent.includes('.test.yaml'));
  },
  run: (d) => d.page.click('[data-do=examples]'),
  async differences(d) {
    await d.tab('diff');
    await d.page.waitForSelector('.difference-box', { timeout: 60000 });
  },
  async playtest(d, games = '4', nodes = '16', other = '') {
    await d.tab('playtest');
    await d.page.waitForSelector(`[data-other] option[value="${other}"]`);
    await d.page.$eval('.playtest input[type=number]', (input, value) => { input.value = value; }, games);
    await d.page.select('[data-nodes]', nodes);
    await d.page.select('[data-other]', other);
    await d.page.click('[data-do=playtest]');
    await d.until(() => document.querySelector('.playtest progress').hidden && document.querySelector('.report .numbers'));
  },
  async words(d) {
    await d.tab('explain');
    const frame = await (await d.page.waitForSelector('.sheet-words iframe')).contentFrame();
    await frame.waitForSelector('svg');
  },
};

export const parts = {
  /** The guide, from top to bottom: texts are typed, comments are done, and what the page should say must stand there. */
  async guide(d) {
    await d.open('');
    const guide = readFileSync(process.env.GUIDE, 'utf8');
    let done = 0;
    for (const [all, step, kind, block] of guide.matchAll(/<!-- (.*?) -->|^```(yaml \S+|text)\n(.*?)^```/gms)) {
      done++;
      if (step) {
        const [name, ...words] = step.split(' ');
        await steps[name](d, ...words);
      } else if (kind.startsWith('yaml')) {
        await typeRules(d, block);
      } else {
        for (const line of block.trim().split('\n')) {
          await d.until((text) => document.body.innerText.replace(/\s+/g, ' ').includes(text), line).catch(() => {
            throw new Error(`the page does not say: ${line}`);
          });
        }
      }
    }
    assert.ok(done > 15, `${done} steps`);
    await d.shot('guide');
  },

  async start(d) {
    await d.open('');
    const games = await d.page.$$eval('.group .card', (cards) => cards.length);
    assert.ok(games > 60);
    await d.page.waitForSelector('.thumb svg');
    const found = async (text) => {
      await d.page.$eval('input[type=search]', (input, words) => { input.value = words; input.dispatchEvent(new Event('input')); }, text);
      return d.page.$$eval('.card:not([hidden])', (cards) => cards.map((card) => card.dataset.game));
    };
    await d.soon(async () => assert.deepEqual(await found('tavr'), ['tavreli']));
    await d.soon(async () => assert.ok((await found('Франкфурт')).includes('frankfurt'), 'both languages are searched'));
    await d.soon(async () => assert.ok((await found('drops')).includes('crazyhouse'), 'and tags'));
    await d.soon(async () => assert.ok((await found('checkers')).length > 0, 'and what games say of themselves'));
    await found('');
    await d.page.click('[data-group=groupDice]');
    await d.soon(async () => assert.ok((await d.page.$$eval('.group:not([hidden]) .card', (cards) => cards.length)) < 20));
    await d.page.click('[data-group=""]');
    await d.page.waitForSelector('.live .sign');
    await d.page.click('[data-live=N]');
    await d.until(() => document.querySelector('.live b').textContent === 'N');
    const paint = await d.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
    assert.ok(paint < 20000, `first paint after ${paint} ms`); // 60 ms where nothing else runs; it waits for no answer of the server
    assert.ok(!d.page.url().includes(d.server.token), 'the token stays in the address');
    await d.soon(async () => assert.deepEqual(await d.axe(), []));
    await d.shot('start');
    await d.page.evaluate(() => scrollTo(0, 1500)); // and back to the same place
    await new Promise((resolve) => setTimeout(resolve, 300));
    await d.page.evaluate(() => [...document.querySelectorAll('.group .card a')].find((link) => link.getBoundingClientRect().top > 60).click());
    await d.page.waitForSelector('.board svg');
    await d.page.goBack();
    await d.until(() => document.querySelector('.cards .card') && scrollY > 1300);
  },

  /** How quick the page is, and how large; the times are said and not judged, for the machine may be busy. */
  async quick(d) {
    const firstPaint = () => d.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
    await d.open('');
    const start = await firstPaint();
    await d.open('chess');
    const game = await firstPaint();
    await d.page.evaluate(() => { // from the finger on the target to the board with the move
      window.times = [];
      let began = 0;
      addEventListener('pointerdown', () => { began = performance.now(); }, true);
      new MutationObserver(() => { window.times.push(performance.now() - began); }).observe(document.querySelector('.board'), { childList: true });
    });
    for (const [from, to] of [['e2', 'e4'], ['e7', 'e5'], ['g1', 'f3'], ['b8', 'c6'], ['f1', 'c4'], ['f8', 'c5']]) await d.play(from, to);
    const moves = (await d.page.evaluate(() => window.times)).sort((a, b) => a - b);
    assert.ok(moves.length >= 6);
    const { session } = await d.rpc('load', { game: 'chess' }), answers = [];
    for (const move of ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1c4', 'f8c5', 'c2c3', 'g8f6', 'd2d4']) {
      const begin = performance.now();
      await d.rpc('play', { session, move, picture: { addressable: true } });
      answers.push(performance.now() - begin);
    }
    const sizes = await d.page.evaluate(() => Promise.all([...new Set([location.href.replace(/#.*/, ''), ...performance.getEntriesByType('resource').map((one) => one.name)])].filter((url) => !/rpc|events/.test(url))
      .map(async (url) => Number((await fetch(url)).headers.get('content-length')))));
    const size = sizes.reduce((sum, one) => sum + one, 0);
    assert.ok(sizes.length > 12 && size < 200e3, `the page of a game has ${size} bytes on the wire`);
    const kept = await d.page.evaluate(async () => (await fetch(document.querySelector('script[type=module]').src)).headers.get('cache-control'));
    assert.match(kept, /immutable/);
    const file = write('quick.yaml', small);
    await d.open(file);
    await d.tab('rules');
    await typeRules(d, small);
    await d.page.evaluate(() => {
      window.tasks = [0];
      new PerformanceObserver((list) => { for (const task of list.getEntries()) window.tasks.push(task.duration); }).observe({ type: 'longtask' });
    });
    await d.page.type('.cm-content, .editor textarea', 'pieces: # some words that are typed without a rest, while the rules are checked', { delay: 25 });
    const task = Math.max(...await d.page.evaluate(() => window.tasks));
    return `first paint after ${Math.round(start)} and ${Math.round(game)} ms, a move answered after ${answers.sort((a, b) => a - b)[4].toFixed(0)} ms and shown after ${moves[moves.length >> 1].toFixed(0)} ms (${moves[0].toFixed(0)} to ${moves[moves.length - 1].toFixed(0)}), ` +
      `longest task while typing ${Math.round(task)} ms, ${Math.round(size / 1000)} kB on the wire before the editor`;
  },

  /** An exercise of the lesson: its claims are false; the solution is typed, and they are true. */
  async lesson(d) {
    await d.open('lesson');
    await d.page.waitForSelector('[data-exercise]');
    await d.soon(async () => assert.equal(await d.page.$$eval('[data-exercise]', (items) => items.length), 5));
    await d.page.waitForSelector('.claims li');
    await d.page.click('[data-do=again]'); // an earlier try may have solved it
    await d.until(() => document.querySelectorAll('.claims .failed').length === 3 && document.querySelectorAll('.claims .passed').length === 1);
    await d.page.waitForSelector('.claims .sign.now');
    await d.soon(async () => assert.deepEqual(await d.axe(), []));
    await d.shot('lesson');
    await d.soon(async () => assert.equal(await d.page.$eval('[data-do=next]', (next) => next.disabled), true));
    await typeRules(d, 'name: The lame horse\nextends: chess\npieces:\n  knight: {moves: K}\n');
    await d.until(() => document.querySelectorAll('.claims .passed').length === 4);
    await d.page.click('[data-do=next]');
    await d.until(() => document.querySelector('.lesson h1').textContent === 'Small chess' && document.querySelector('.claims li'));
    await d.page.select('[data-language]', 'ru');
    await d.until(() => document.querySelector('.lesson h1')?.textContent === 'Малые шахматы');
    await d.page.click('[data-exercise="1-knight"]');
    await d.until(() => document.querySelector('.claims').textContent.includes('Он больше не прыгает'));
    await d.until(() => document.querySelectorAll('.claims .passed').length === 4); // it was kept
    await d.page.evaluate(() => ['2-small', '1-knight', '3-stalemate'].forEach((name) => document.querySelector(`[data-exercise="${name}"]`).click())); // quicker than the files come
    await d.until(() => document.querySelector('[data-of]').textContent.includes('3 из 5') && document.querySelector('.claims').textContent.includes('Кому поставлен пат'));
    for (let exercise = 1; exercise <= 5; exercise++) {
      await d.page.click(`[data-exercise]:nth-of-type(${exercise})`);
      await d.until((n) => document.querySelector('[data-of]').textContent.includes(`${n} из 5`) && document.querySelector('.claims li'), exercise);
    }
  },

  async newGame(d) {
    await d.open('');
    await steps.create(d);
    await typeRules(d, 'name: My first\nextends: chess\npeices:\n  king: {moves: N}\n');
    await d.page.waitForSelector('[data-strip=mistake]');
    await d.soon(async () => assert.match(await d.text('[data-strip=mistake]'), /Line 3: .*peices/));
    await d.page.waitForSelector('.cm-lintRange-error, .editor textarea');
    await d.page.click('[data-strip=mistake] [data-code]');
    await d.page.waitForSelector('.explained h3');
    await d.shot('wrong-key');
    await d.soon(async () => assert.equal(await d.page.$$eval('#board [data-piece-on]', (pieces) => pieces.length), 32, 'the old rules go on'));
    await typeRules(d, 'name: My first\nextends: chess\npieces:\n  king: {moves: N}\n  knight: {moves: K}\n');
    await d.until(() => document.querySelector('[data-change]') && !document.querySelector('.explained').textContent);
    await d.tap('b1');
    await d.soon(async () => assert.deepEqual(await d.page.$$eval('.lights [data-sign]', (signs) => signs.map((sign) => `${sign.dataset.sign} ${sign.dataset.at}`).sort()), ['gone a3', 'gone c3']));
    await d.tap('e1');
    await d.soon(async () => assert.deepEqual(await d.page.$$eval('.lights [data-sign=now]', (signs) => signs.map((sign) => sign.dataset.at).sort()), ['d3', 'f3']));
    await d.tap('f3');
    await d.waitPlies(1);
    await steps.save(d);
    await d.shot('new-game');
  },

  async illegal(d) {
    await d.open('frankfurt');
    await d.setFen('4k3/8/8/8/3p4/8/4O3/7N w - - 0 1');
    await steps.try(d, 'e2', 'e4');
    await d.soon(async () => assert.match(await d.text('[data-strip=why]'), /could be captured en passant by the pawn on d4/));
    await d.soon(async () => assert.equal(await d.page.$eval('.sign.gone', (sign) => sign.dataset.at), 'e4'));
    await d.soon(async () => assert.deepEqual(await d.plies(), []));
    await d.page.click('[data-strip=why] [data-place]');
    await d.until(() => document.querySelector('.files [aria-selected=true]')?.dataset.file.endsWith('frankfurt.yaml'));
    await d.until(() => getSelection().toString().length > 3 || document.activeElement.selectionEnd > 0);
    await d.shot('illegal');
    // Under compulsory capture the reason is of the move that was tried, not of a capture that nobody tried.
    await d.open('draughts-russian');
    for (const [from, to] of [['c3', 'd4'], ['b6', 'c5']]) await d.play(from, to);
    await steps.try(d, 'g3', 'h4');
    await d.soon(async () => assert.match(await d.text('[data-strip=why]'), /must capture/));
    await d.open('chess');
    await d.tap('a1'); // a piece that cannot move says so
    await d.soon(async () => assert.match(await d.text('.sub'), /cannot move now/));
  },

  async againstEngine(d) {
    await d.open('frankfurt');
    await sit(d, 'black', 1);
    for (let turn = 1; turn <= 8; turn++) {
      await playSomething(d);
      await d.until((n) => document.querySelectorAll('.moves [data-ply]').length >= n || document.querySelector('.turn.over'), 2 * turn);
      if (await d.page.$('.turn.over')) break;
    }
    await d.soon(async () => assert.ok((await d.plies()).length >= 15 || (await d.page.$('.turn.over'))));
    await d.shot('engine');
    // Undo goes back to one's own turn, and the board lives.
    await d.open('chess');
    await sit(d, 'black', 1);
    await d.play('e2', 'e4');
    await d.waitPlies(2);
    await d.page.click('[data-do=undo]');
    await d.until(() => !document.querySelector('.moves [data-ply]'));
    await d.play('d2', 'd4');
    await d.waitPlies(2);
    // Time to think instead of a level.
    await d.page.evaluate(() => localStorage.clear());
    await d.open('chess');
    const begin = Date.now();
    await sit(d, 'white', -1);
    await d.waitPlies(1);
    assert.ok(Date.now() - begin > 900);
    await sit(d, 'white', 0);
    await sit(d, 'black', 1);
    // Two engines can be paused.
    await sit(d, 'white', 1);
    await d.page.click('[data-do=pause]');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const count = (await d.plies()).length;
    await new Promise((resolve) => setTimeout(resolve, 900));
    await d.soon(async () => assert.equal((await d.plies()).length, count));
    await d.page.click('[data-do=pause]');
    await d.waitPlies(count + 1);
  },

  async engineLines(d) {
    await d.open('chess');
    await d.setFen('7k/8/5KR1/8/8/8/8/8 w - - 0 1');
    await d.page.click('.bar [data-do=analyse]');
    await d.until(() => document.querySelector('.lines li')?.textContent.includes('#') && document.querySelector('.arrows .shaft'));
    await d.shot('lines');
  },

  async wholeGame(d) { // two engines, from a position where one is about to win, to the end
    await d.open('frankfurt');
    await d.setFen('7k/8/5K2/8/8/8/8/6R1 w - - 0 1');
    await sit(d, 'white', 5);
    await sit(d, 'black', 2);
    await d.page.waitForSelector('.turn.over', { timeout: 60000 });
    await d.soon(async () => assert.match(await d.text('.turn'), /White wins: checkmate/));
  },

  async dragAndKeys(d) {
    await d.open('chess');
    await d.drag('e2', 'e4');
    await d.waitPlies(1);
    await d.page.$eval('#board [data-cell="e7"]', (cell) => cell.focus());
    await d.page.keyboard.press('Enter');
    await d.soon(async () => assert.equal(await d.targets(), 2));
    await d.page.keyboard.press('ArrowDown');
    await d.page.keyboard.press('ArrowDown');
    await d.page.keyboard.press('Enter');
    await d.waitPlies(2);
    await d.soon(async () => assert.deepEqual(await d.plies(), ['e2e4', 'e7e5']));
    await d.page.evaluate(() => document.activeElement.blur());
    await d.page.keyboard.press('ArrowLeft');
    await d.until(() => document.querySelectorAll('.moves [data-ply]:not(.future)').length === 1);
    await d.soon(async () => assert.equal(await d.page.$eval('.moves .future', (item) => item.dataset.ply), 'e7e5'));
    await d.drag('c7', 'c5'); // another branch
    await d.waitPlies(2);
    await d.soon(async () => assert.deepEqual(await d.plies(), ['e2e4', 'c7c5']));
    await d.page.click('[data-do=bring-back]');
    await d.until(() => document.querySelectorAll('.moves [data-ply]')[1].dataset.ply === 'e7e5');
    await d.soon(async () => assert.equal(await d.page.$eval('#board [data-cell="e5"]', (area) => area.getAttribute('aria-label')), 'e5, black pawn'));
    await d.page.evaluate(() => document.activeElement.blur());
    await d.redraw(() => d.page.keyboard.press('f'));
    await d.page.keyboard.press('u');
    await d.until(() => document.querySelectorAll('.moves [data-ply]').length === 1);
    await d.page.keyboard.press('2');
    await d.page.waitForSelector('.rules .editor');
    await d.page.click('.rules .cm-content, .editor textarea');
    await d.page.keyboard.press('1'); // in a field it is a letter
    await d.soon(async () => assert.equal(await d.page.$eval('[aria-selected=true]', (tab) => tab.dataset.tab), 'rules'));
    await d.page.evaluate(() => document.activeElement.blur());
    await d.page.keyboard.press('1');
    await d.until(() => document.querySelector('[data-tab=play]').getAttribute('aria-selected') === 'true');
    await d.soon(async () => assert.deepEqual(await d.axe(), []));
  },

  async promotion(d) {
    await d.open('chess');
    await d.setFen('4k3/P7/8/8/8/8/8/4K3 w - - 0 1');
    await d.tap('a7');
    await d.tap('a8');
    await d.page.waitForSelector('.chooser.column [data-move] svg');
    await d.soon(async () => assert.deepEqual((await d.page.$$eval('.chooser [data-move]', (list) => list.map((one) => one.getAttribute('aria-label')))).sort(), ['Bishop', 'Knight', 'Queen', 'Rook']));
    const [box, cell] = await d.page.evaluate(() => [document.querySelector('.chooser').getBoundingClientRect(), document.querySelector('#board [data-cell=a8]').getBoundingClientRect()].map(({ left, top }) => [left, top]));
    assert.ok(Math.abs(box[0] - cell[0]) < 3 && Math.abs(box[1] - cell[1]) < 3, 'it stands at the square');
    await d.shot('promotion');
    await d.page.keyboard.press('Escape');
    await d.soon(async () => assert.ok(await d.page.$('.chooser[hidden]')));
    await d.tap('a7');
    await d.tap('a8');
    await d.page.keyboard.press('n');
    await d.waitPlies(1);
    await d.soon(async () => assert.deepEqual(await d.plies(), ['a7a8n']));
  },

  /** The king is lit, the attacker joined to it, and a sentence says it. */
  async check(d) {
    await d.open('frankfurt');
    for (const [from, to] of [['e2', 'e4'], ['d7', 'd5'], ['f1', 'b5']]) await d.play(from, to);
    await d.page.waitForSelector('.under .check');
    await d.soon(async () => assert.ok(await d.page.$('.attacks path')));
    await d.soon(async () => assert.match(await d.text('.turn'), /Black to move: check/));
    await d.soon(async () => assert.match(await d.text('.sub'), /Bishop on b5 attacks king/));
    await d.soon(async () => assert.deepEqual(await d.page.$$eval('.moves [data-ply]', (list) => list.map((one) => one.textContent)), ['e4', 'd5', 'Bb5+']));
  },

  /** Options are chosen beside the board, and played at once. */
  async options(d) {
    await d.open('chess960');
    const before = await d.fen();
    await d.page.$eval('[data-option=array]', (field) => { field.value = '0'; field.dispatchEvent(new Event('change')); });
    await d.until((fen) => document.querySelector('.table').dataset.fen !== fen, before);
    await d.soon(async () => assert.match(await d.fen(), /^bbqnnrkr\//));
    await d.open('kriegspiel');
    await d.page.select('[data-option=setup]', 'fixed').catch(() => {});
    const chosen = await d.page.$eval('[data-option=setup]', (list) => { list.selectedIndex = list.selectedIndex ? 0 : 1; list.dispatchEvent(new Event('change')); return list.value; });
    await d.until(() => document.querySelector('.table').dataset.fen.startsWith('rnbqkbnr'));
    await d.page.reload();
    await d.until((value) => document.querySelector('[data-option=setup]')?.value === value, chosen); // it is kept
  },

  /** A link carries a game, options and a position; one's own rules go with it, and are kept by a click under a free name. */
  async link(d) {
    const copied = async () => {
      await d.page.click('[data-do=share]');
      await d.page.click('.menu [data-do=link]');
      return d.page.$eval('#said', (said) => new Promise((resolve) => { const look = () => (said.querySelector('[data-link]') ? resolve(said.querySelector('[data-link]').dataset.link) : setTimeout(look, 30)); look(); }));
    };
    const follow = async (link) => { await d.page.goto('about:blank'); await d.page.goto(link); };
    await d.open('kriegspiel');
    await d.page.$eval('[data-option=setup]', (list) => { list.selectedIndex = list.selectedIndex ? 0 : 1; list.dispatchEvent(new Event('change')); });
    await d.until(() => document.querySelector('.table').dataset.fen.startsWith('rnbqkbnr'));
    await d.play('e2', 'e4');
    const fen = await d.fen(), plain = await copied();
    await d.page.evaluate(() => localStorage.clear());
    await follow(plain);
    await d.until((wanted) => document.querySelector('.table')?.dataset.fen === wanted, fen);
    await d.soon(async () => assert.ok(await d.page.$eval('[data-option=setup]', (list) => list.value !== 'free')));
    await d.open('');
    await steps.create(d);
    await typeRules(d, 'name: Linked\nextends: chess\npieces:\n  bishop: {moves: FC}\n');
    await d.until(() => document.title.startsWith('Linked'));
    await d.tap('c1');
    await d.tap('d4');
    await d.waitPlies(1);
    const link = await copied(), position = await d.fen();
    assert.ok(link.length < 2000 && link.includes('rules='), link);
    await follow(link); // the file that is saved has another text: a number is put to the name
    await d.soon(async () => assert.match(await (await d.page.waitForSelector('.brought pre')).evaluate((pre) => pre.textContent), /bishop: \{moves: FC\}/));
    await d.page.click('[data-do=open-link]');
    await d.until((wanted) => document.querySelector('.table')?.dataset.fen === wanted, position);
    await d.soon(async () => assert.equal(await d.text('#head h1'), 'Linked'));
    assert.match(decodeURIComponent(d.page.url()), /my-chess(-\d+)*-2\.yaml/);
    await follow(`${link.slice(0, link.indexOf('rules=') + 16)}`);
    await d.until(() => document.getElementById('said').textContent.includes('not whole'));
  },

  /** Looking elsewhere sets the game aside; it comes back with its moves. */
  async aside(d) {
    write('aside.yaml', small);
    write('aside.test.yaml', 'examples:\n  - title: alone\n    fen: 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n    legal: e1e2\n');
    await d.open(`${d.server.folder}/aside.yaml`);
    for (const [from, to] of [['e2', 'e4'], ['e7', 'e5'], ['g1', 'f3']]) await d.play(from, to);
    await d.tab('examples');
    await d.page.click('.claims .link');
    await d.until(() => document.querySelectorAll('#board [data-piece-on]').length === 2);
    await d.page.reload();
    await d.until(() => document.querySelectorAll('#board [data-piece-on]').length === 32); // the game itself is kept
    await d.tab('examples');
    await d.page.click('.claims .link');
    await d.page.click('[data-do=come-back]');
    await d.waitPlies(3);
    await d.soon(async () => assert.deepEqual(await d.plies(), ['e2e4', 'e7e5', 'g1f3']));
  },

  /** A script and a drawing are made in the browser; a piece makes its lines glow; the cursor rings its cells; Fix carries an edit. */
  async partners(d) {
    const file = write('partners.yaml', `${small}pieces:\n  bishop: {moves: FC}\n`);
    await d.open(file);
    await d.tab('rules');
    await d.page.waitForSelector('.cm-content');
    await d.tap('c1');
    await d.until(() => document.querySelector('.cm-glow')?.textContent.includes('bishop'));
    await d.soon(async () => assert.match(await d.text('.card-piece'), /Bishop.*line 5/s));
    await d.page.click('.cm-line:nth-child(5)');
    await d.until(() => document.querySelectorAll('.lights .ringed').length > 2);
    await d.page.waitForSelector('.cm-tooltip.meaning');
    await typeRules(d, `${small}peices:\n  bishop: {moves: FC}\n`);
    await d.page.waitForSelector('[data-do=fix]');
    await d.page.$eval('[data-do=fix]', (button) => button.click());
    await d.until(() => document.querySelector('.cm-content').textContent.includes('pieces:') && !document.querySelector('[data-strip=mistake]'));
    await d.page.click('[data-do=add]');
    await d.page.click('[data-do=add-script]');
    await d.until(() => document.querySelector('.files [aria-selected=true]')?.dataset.file.endsWith('partners.lua'));
    await d.page.$eval('.files [data-file$="partners.yaml"]', (file) => file.click());
    await d.until(() => document.querySelector('.cm-content')?.textContent.includes('script: partners.lua'));
    const picture = join(mkdtempSync(join(tmpdir(), 'ferz-picture-')), 'hawk.svg');
    writeFileSync(picture, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="40" fill="#123456"/></svg>');
    await d.page.click('[data-do=add]');
    const [chooser] = await Promise.all([d.page.waitForFileChooser(), d.page.click('[data-do=add-picture]')]);
    await chooser.accept([picture]);
    await d.page.click('[data-figure=bishop]');
    await d.until(() => document.querySelector('.cm-content').textContent.includes('figure: hawk.svg'));
    await d.until(() => document.querySelector('#board [data-piece-on=c1]').innerHTML.includes('#123456'));
    await d.shot('partners');
  },

  /** A game that can only be read becomes one's own by a button. */
  async changeThis(d) {
    await d.open('frankfurt');
    await d.tab('rules');
    await d.page.waitForSelector('[data-do=change-this]');
    await d.page.$eval('[data-do=change-this]', (button) => button.click());
    await d.until(() => decodeURIComponent(location.hash).includes('my-frankfurt'));
    await d.until(() => document.querySelector('.cm-content, .editor textarea')?.textContent.includes('extends: frankfurt'));
    await d.soon(async () => assert.ok(!(await d.page.$('[data-strip=read-only]'))));
  },

  /** The report: who wins by strength, its tables, and games that are played through on the board. */
  async playtest(d) {
    await d.open('tic-tac-toe');
    await steps.playtest(d, '6');
    const headings = await d.page.$$eval('.report h3', (list) => list.map((one) => one.textContent));
    for (const heading of ['Who wins', 'How much there is to learn', 'How games end', 'Length and choice', 'Pieces and rules', 'Games worth looking at', 'How sure this is']) assert.ok(headings.includes(heading), `${heading}: ${headings}`);
    await d.soon(async () => assert.equal(await d.page.$$eval('.shares tr', (rows) => rows.length), 8)); // random, 1, 4 and 16 nodes, and two seats
    await d.soon(async () => assert.equal(await d.page.$$eval('.numbers', (tables) => tables[0].tBodies[0].rows.length), 8));
    await d.soon(async () => assert.match(await d.text('.report .warning'), /Only 6 games/));
    await d.page.evaluate(() => { URL.createObjectURL = (blob) => { blob.text().then((text) => { window.savedReport = text; }); return '#'; }; HTMLAnchorElement.prototype.click = () => {}; });
    await d.page.click('[data-do=save-report]');
    await d.until(() => window.savedReport?.startsWith('<!DOCTYPE html>') && window.savedReport.includes('Who wins'));
    await d.soon(async () => assert.deepEqual(await d.axe(), []));
    await d.page.click('[data-worth]');
    await d.until(() => document.querySelectorAll('.moves [data-ply]').length > 4);
    await d.soon(async () => assert.match(await d.fen(), / x .*1$/));
    await d.redraw(() => d.page.keyboard.press('ArrowRight'));
    await d.soon(async () => assert.match(await d.fen(), / o .*1$/));
    await d.open('los-alamos'); // games of the other rules open in a window of their own
    await steps.playtest(d, '2', '16', 'gardner-minichess');
    const opened = new Promise((resolve) => d.context.once('targetcreated', resolve));
    await d.page.$$eval('[data-worth]', (links) => links.at(-1).click());
    const other = await (await opened).page();
    await other.waitForSelector('.moves [data-ply].future');
    await d.soon(async () => assert.equal(await other.$eval('.table', (table) => table.dataset.fen), 'kqbnr/ppppp/5/PPPPP/KQBNR w Kk - 0 1'));
    await other.close();
  },

  /** A report that grows, while the board goes on; what was played stands there when it is stopped. In Russian on a phone, too. */
  async playtestStops(d) {
    await d.open('chess');
    await d.tab('playtest');
    await d.page.waitForSelector('[data-other] option[value=atomic]');
    await d.page.select('[data-nodes]', '1600');
    await d.page.select('[data-other]', 'atomic');
    await d.page.click('[data-do=playtest]');
    await d.until(() => document.querySelector('.report .numbers') && !document.querySelector('.playtest progress').hidden);
    const games = () => d.page.$eval('.playtest progress', (bar) => bar.value), before = await games();
    await d.until((value) => document.querySelector('.playtest progress').value > value, before);
    await d.tab('play');
    await d.play('e2', 'e4'); // the page waits for nothing
    await d.tab('playtest');
    await d.page.click('[data-do=playtest]'); // it says Stop now
    await d.until(() => document.querySelector('.playtest progress').hidden);
    await d.soon(async () => assert.match(await d.text('.playtest [role=status]'), /^\d+ of 1,400 in/));
    await d.soon(async () => assert.deepEqual(await d.page.$$eval('.report h2', (list) => list.map((one) => one.textContent)), ['Chess against Atomic chess', 'Play-test of Chess', 'Play-test of Atomic chess']));
    await d.shot('playtest');
    await d.page.select('[data-language]', 'ru');
    await d.page.setViewport({ width: 360, height: 740 });
    await d.open('tic-tac-toe');
    await steps.playtest(d);
    await d.soon(async () => assert.match(await d.text('.report'), /Кто побеждает/));
    await d.soon(async () => assert.ok(await d.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)));
    await d.soon(async () => assert.deepEqual(await d.axe(), []));
    await d.shot('playtest-phone');
  },

  /** A network is learned while one watches: losses, matches, and a generation to play against. Where there can be none, nothing is said. */
  async learning(d) {
    await d.open('tic-tac-toe');
    await d.tab('playtest');
    await d.page.waitForSelector('[data-learn]');
    await d.page.$eval('[data-learn]', (list) => { list.add(new Option('12', '12')); list.value = '12'; list.dispatchEvent(new Event('change')); });
    await d.page.click('[data-do=learn]');
    await d.until(() => /Generation 1 plays: \d+ games, \d+ positions, \d:\d\d left/.test(document.querySelector('.learning [role=status]').textContent));
    await d.until(() => document.querySelector('.learning .losses .now')?.getAttribute('points').includes(' '));
    await d.until(() => document.querySelector('.learning progress').hidden);
    await d.soon(async () => assert.match(await d.text('.learning [role=status]'), /games/));
    for (const score of await d.page.$$eval('.learned tbody td:nth-child(3)', (list) => list.map((one) => one.textContent))) assert.match(score, /^\+\d+ =\d+ −\d+$/); // none on a slow machine
    await d.soon(async () => assert.deepEqual(await d.axe(), []));
    await d.shot('learning');
    const won = await d.page.$$('[data-do=play-generation]');
    if (won.length) { // the gate decides, and it measures time
      await won[0].click();
      await d.page.waitForSelector('#board');
      await d.tab('playtest');
      await d.soon(async () => assert.match(await d.text('.learning'), /The engine plays with generation 1\./));
    }
    await d.page.$eval('[data-learn]', (list) => { list.value = '7200'; list.dispatchEvent(new Event('change')); });
    await d.page.click('[data-do=learn]');
    await d.until(() => /Generation 1 plays/.test(document.querySelector('.learning [role=status]').textContent));
    const go = async (game, title) => { await d.page.evaluate((name) => { location.hash = `#game=${name}`; }, game); await d.until((wanted) => document.title.includes(wanted), title); await d.tab('playtest'); };
    await go('dice-chess', 'Dice'); // it goes on while one looks at another game
    await d.soon(async () => assert.ok(await d.page.$eval('.learning', (section) => section.hidden)));
    await go('tic-tac-toe', 'Tic');
    await d.until(() => /Generation \d+ (plays|learns)/.test(document.querySelector('.learning [role=status]')?.textContent) && !document.querySelector('.learning progress').hidden);
    await d.page.click('[data-do=learn]'); // it says Stop
    await d.until(() => document.querySelector('.learning progress').hidden);
  },

  async setUp(d) {
    const choose = (name) => d.page.click(`[data-tool="${name}"]`);
    const put = (cell) => d.redraw(() => d.tap(cell));
    await d.open('chess');
    await d.more('setup');
    await d.redraw(() => d.page.click('[data-do=clear]'));
    await d.soon(async () => assert.equal(await d.page.$$eval('#board [data-piece-on]', (pieces) => pieces.length), 0));
    await choose('white king');
    await put('e1');
    await choose('black king');
    await put('e8');
    await choose('white rook');
    await put('a2');
    await put('h2');
    await put('h2'); // the same again: taken off
    await choose('black pawn');
    await put('a2'); // another piece instead
    await d.page.select('[data-turn]', 'black');
    await d.until(() => document.querySelector('.table').dataset.fen === '4k3/8/8/8/8/8/p7/4K3 b - - 0 1');
    await d.soon(async () => assert.deepEqual(await d.axe(), []));
    await d.shot('set-up');
    await choose('');
    await put('a2');
    await choose('white queen');
    await put('b2');
    await d.page.click('[data-do=play]');
    await d.play('e8', 'f7');
    await d.soon(async () => assert.equal(await d.fen(), '8/5k2/8/8/8/8/1Q6/4K3 w - - 1 2'));
  },

  /** The same on other boards: hexagons, four players, several boards, stacks, hands, walls, dice, hidden pieces. */
  async setUpElsewhere(d) {
    const open = async (game) => {
      await d.open(game);
      await d.more('setup');
      await d.page.waitForSelector('[data-do=clear]');
    };
    const put = async (tool, cell) => {
      await d.page.click(`[data-tool="${tool}"]`);
      await d.redraw(() => d.tap(cell));
    };
    const fen = () => d.fen();
    const label = (cell) => d.page.$eval(`#board [data-cell="${cell}"]`, (area) => area.getAttribute('aria-label'));
    const type = async (selector, text) => {
      await d.redraw(() => d.page.$eval(selector, (input, value) => {
        input.value = value;
        input.dispatchEvent(new Event('change'));
      }, text));
    };
    for (const [game, tool, cell] of [['hex80', 'white queen', 'E5'], ['xiangqi', 'black rook', 'e5'], ['shogi', 'black gold', 'e5'],
      ['four-handed-cross', 'green queen', 'g7'], ['four-handed-double-board', 'white-right queen', 'e4'], ['andromeda', 'black rook', 'e4^'], ['duck-chess', ' duck', 'e4']]) {
      await open(game);
      const before = await d.page.$$eval('#board [data-piece-on]', (pieces) => pieces.length);
      await put(tool, cell);
      await d.soon(async () => assert.equal(await d.page.$$eval('#board [data-piece-on]', (pieces) => pieces.length), before + 1, game));
      await d.soon(async () => assert.equal((await label(cell)).split(', ').slice(0, 2).join(', '), `${cell}, ${tool.replace('-', ' ').trim()}`, game));
    }
    await d.shot('set-up-duck');

    await open('swedish-chess');
    await put('B-White queen', 'B:e4');
    await d.soon(async () => assert.match(await fen(), / \| rnbqkbnr\/pppppppp\/8\/8\/4Q3\//));
    await d.page.click('[data-tool="A-White queen"]');
    await d.tap('B:e5'); // not their board
    await d.until(() => document.querySelector('.setup [role=status]').textContent.includes('another board'));
    await d.page.$eval('.setup details', (details) => { details.open = true; });
    await type('[data-in-hand="B-Black knight"]', '2');
    await d.soon(async () => assert.match(await fen(), /\[nn\] w KQkq - 0 1$/));
    await d.soon(async () => assert.equal(await d.page.$eval('[data-in-hand="A-Black knight"]', (input) => input.value), '0'));
    await d.page.select('[data-turn]', 'B-White');
    await d.until(() => document.querySelector('.turn').textContent.startsWith('B-White'));
    await type('[data-rights="1"]', 'Kq');
    await d.soon(async () => assert.match(await fen(), /\[nn\] w Kq - 0 1/));
    await d.soon(async () => assert.deepEqual(await d.axe(), []));
    await d.shot('set-up-boards');

    await open('crazyhouse');
    await d.page.$eval('.setup details', (details) => { details.open = true; });
    await type('[data-in-hand="white pawn"]', '3');
    await type('[data-in-hand="black queen"]', '1');
    await type('[data-in-hand="white pawn"]', '2');
    await d.soon(async () => assert.match(await fen(), /\[PPq\]/));
    await d.page.click('[data-do=play]');
    await d.page.click('[data-player=white][data-hand=P]');
    await d.tap('e4');
    await d.waitPlies(1);
    await d.soon(async () => assert.deepEqual(await d.plies(), ['P@e4']));

    await open('tavreli');
    await put('white knight', 'd4');
    await d.page.click('[data-do=on-top]');
    await put('black rook', 'd4');
    await d.soon(async () => assert.match(await fen(), /\/3\(Nr\)4\//));
    await put('', 'd4');
    await d.soon(async () => assert.match(await fen(), /\/3N4\//));

    await open('amazons');
    await put(' arrow', 'e5');
    await d.soon(async () => assert.match(await fen(), /=A/));
    await d.page.click('[data-tool="black amazon"]');
    await d.redraw(() => d.page.click('[data-do=clear]'));
    await d.soon(async () => assert.equal(await fen(), '10/10/10/10/10/10/10/10/10/10 w - - 0 1'));

    await open('kriegspiel'); // who does not see everything cannot set up
    await d.more('setup');
    await d.redraw(async () => { await d.page.click('[data-do=more]'); await d.page.select('[data-view]', 'white'); });
    await d.page.keyboard.press('Escape');
    await d.more('setup');
    await d.until(() => document.querySelector('.setup p').textContent.includes('Seen by'));
  },

  /** What is read of a FEN and written again is the same, in every game, in the course of a game. */
  async fenOfEveryGame(d) {
    await d.open('');
    const wrong = await d.page.evaluate(async () => {
      const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, ''), { readFen } = await import(`${folder}fen.js`), { call } = await import(`${folder}rpc.js`), found = [];
      for (const { name } of (await call('list')).games) {
        const { session, cells, pieces } = await call('load', { game: name });
        const words = new Set(pieces.flatMap((piece) => Object.values(piece.written)));
        for (let ply = 0, seed = name.length; ply < 15; ply++, seed = (seed * 31 + 7) % 1009) {
          const { position } = await call('position', { session });
          if (readFen(position.fen, cells, position.pieces, words)?.write() !== position.fen) found.push(`${name}: ${position.fen}`);
          if (position.outcome !== 'ongoing' || !position.moves.length) break;
          await call('play', { session, move: position.moves[seed % position.moves.length].move });
        }
        await call('close', { session });
      }
      return found;
    });
    assert.deepEqual(wrong, []);
  },

  async chess960(d) {
    await d.open('chess960');
    await d.setFen('4k3/8/8/8/8/8/8/1R2KR2 w FB - 0 1');
    await d.tap('e1');
    await d.tap('f1'); // castling: the king captures its partner
    await d.waitPlies(1);
    await d.soon(async () => assert.deepEqual(await d.plies(), ['e1f1']));
    await d.until(() => document.querySelector('.table').dataset.fen.startsWith('4k3/8/8/8/8/8/8/1R3RK1'));
  },

  async hex80(d) {
    await d.open('hex80');
    await d.tap('A1');
    await d.soon(async () => assert.equal(await d.targets(), 1));
    await d.tap('B3');
    await d.waitPlies(1);
    await d.soon(async () => assert.deepEqual(await d.plies(), ['A1B3']));
    await d.page.keyboard.press('ArrowUp'); // keys walk on hexagons too
    await d.shot('hex80');
  },

  async tavreli(d) {
    await d.open('tavreli');
    for (const [from, to] of [['e2', 'e4'], ['d7', 'd5'], ['e4', 'd5']]) {
      await d.play(from, to);
    }
    await d.soon(async () => assert.equal(await d.page.$$eval('#board [data-piece-on]', (pieces) => pieces.length), 31, 'one stands on another'));
    await d.shot('tavreli');
    await d.play('e7', 'e6');
    await d.tap('d5'); // a stack: the whole of it, or its top alone
    await d.tap('e6');
    const choices = await d.page.$$eval('.chooser:not([hidden]) [data-move]', (list) => list.length);
    assert.ok(choices > 1, `${choices} choices`);
    await d.page.click('.chooser [data-move]');
    await d.waitPlies(5);
  },

  async ludo(d) {
    await d.open('ludo');
    for (let tries = 0; tries < 60; tries++) {
      if (await d.page.$('[data-move=roll]')) await d.page.click('[data-move=roll]').catch(() => {}); // it may just have been replaced
      else if (await d.page.$('.panel .words [data-move]')) await d.page.click('.panel .words [data-move]').catch(() => {});
      else await playSomething(d).catch(async () => d.page.click('.to-move [data-hand]'));
      const count = (await d.plies()).length;
      await new Promise((resolve) => setTimeout(resolve, 60));
      if (count > 12) break;
    }
    const plies = await d.plies();
    assert.ok(plies.length > 12 && plies.some((ply) => ply.startsWith('roll')) && plies.some((ply) => !ply.startsWith('roll')), plies.join(' '));
    await d.shot('ludo');
  },

  /** Boards as they lie on tables: points of nardy, lanes of ludo, numbers, and characters by a switch. */
  async looks(d) {
    await d.open('nardy-long');
    await d.page.click('[data-move=roll]');
    await d.until(() => document.querySelector('.seat .die'));
    const high = await d.page.$eval('#board [data-cell=l2] path', (path) => path.getBoundingClientRect().height / path.getBoundingClientRect().width);
    assert.ok(Math.abs(high - 5) < 0.1, `${high}`);
    await d.soon(async () => assert.equal(await d.page.$$eval('#board [data-piece-on=l2] > g', (pieces) => pieces.length), 15));
    await d.soon(async () => assert.ok(await d.page.$$eval('#board text.number', (all) => all.length === 24 && all.every((one) => { const { top, bottom } = one.getBoundingClientRect(), frame = document.querySelector('.board').getBoundingClientRect(); return top >= frame.top - 6 && bottom <= frame.bottom + 6; })), 'the numbers are in sight'));
    await d.tap('l2');
    await d.soon(async () => assert.ok((await d.targets()) > 0));
    await d.shot('nardy');
    await d.open('ludo');
    await d.shot('ludo-board');
    await d.open('xiangqi');
    await d.more('characters');
    await d.until(() => document.querySelector('#board [data-piece-on=e1]')?.textContent.trim() === '帥');
    await d.shot('xiangqi');
    await d.open('shogi'); // it is kept, for all games
    await d.soon(async () => assert.equal((await d.text('#board [data-piece-on=e1]')).trim(), '玉'));
    await d.more('characters');
    await d.until(() => document.querySelector('#board [data-piece-on=e1]')?.textContent.trim() === 'K');
    await d.open('chess');
    await d.page.click('[data-do=more]');
    await d.soon(async () => assert.equal(await d.page.$('[data-do=characters]'), null, 'only where there are some'));
  },

  async drops(d) {
    await d.open('crazyhouse');
    await d.setFen('4k3/8/8/8/8/8/8/4K3[NPp] w - - 0 1');
    await d.page.click('[data-player=white][data-hand=N]');
    await d.soon(async () => assert.ok((await d.targets()) > 50));
    await d.tap('d4');
    await d.waitPlies(1);
    await d.soon(async () => assert.deepEqual(await d.plies(), ['N@d4']));
    await d.open('tic-tac-toe'); // one kind of piece in hand: a tap on the cell is enough
    await d.tap('b2');
    await d.waitPlies(1);
    await d.soon(async () => assert.deepEqual(await d.plies(), ['X@b2']));
  },

  async manyJumps(d) {
    await d.open('draughts-russian');
    await d.setFen('8/8/8/4m3/8/4m3/3M4/8 w - - 0 1');
    await d.tap('d2');
    await d.soon(async () => assert.equal(await d.targets(), 1)); // over the first piece
    await d.tap('f4');
    await d.waitPlies(1); // no other move begins so: the rest is played by itself
    await d.soon(async () => assert.deepEqual(await d.plies(), ['d2:f4:d6']));
    await d.open('draughts-russian');
    await d.setFen('8/2m5/8/4m1m1/8/4m3/3M4/8 w - - 0 1');
    await d.tap('d2');
    await d.tap('f4');
    await d.soon(async () => assert.equal(await d.targets(), 2)); // to d6 or h6
    await d.tap('h6');
    await d.waitPlies(1);
    await d.soon(async () => assert.deepEqual(await d.plies(), ['d2:f4:h6']));
  },

  async kriegspiel(d) {
    await d.open('kriegspiel');
    await d.soon(async () => assert.match(await d.text('.turn'), /Place your pieces/));
    const see = (player) => d.redraw(async () => {
      await d.page.click('[data-do=more]');
      await d.page.select('[data-view]', player);
      await d.page.keyboard.press('Escape');
    });
    await see('black');
    await see('white');
    await d.soon(async () => assert.equal(await d.page.$$eval('[data-player=black][data-hand]', (pieces) => pieces.length), 0, 'what the other has in hand is hidden'));
    await d.soon(async () => assert.equal(await d.page.$$eval('.under .unseen.deep', (cells) => cells.length), 40, 'the other half is shaded'));
    await d.page.click('[data-player=white][data-hand=K]');
    await d.tap('e1');
    await d.waitPlies(1);
    await d.shot('kriegspiel');
    await d.open('kriegspiel');
    await d.setFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    await see('white');
    await d.soon(async () => assert.equal(await d.page.$$eval('.under .unseen', (cells) => cells.length), 48));
    await see('');
    await d.soon(async () => assert.equal(await d.page.$$eval('.under .unseen', (cells) => cells.length), 0));
  },

  async boards(d) {
    await d.open('three-player-triptych');
    await d.play('1:e2', '1:e4');
    await d.open('andromeda');
    await d.tap('e1');
    await d.soon(async () => assert.ok((await d.targets()) > 0));
    await d.shot('levels');
  },

  async reloadOnChange(d) {
    const file = write('watched.yaml', small);
    await d.open(file);
    await d.tab('rules');
    await d.page.waitForSelector('.cm-content, .editor textarea');
    await d.play('e2', 'e4');
    write('watched.yaml', `${small}pieces:\n  pawn: {moves: K}\n`);
    await d.until(() => document.querySelector('.editor')?.textContent.includes('moves: K'));
    await d.until(() => document.querySelector('.notice').textContent.includes('from the start') || document.querySelector('[data-change]'));
    write('watched.yaml', `${small}script: watched.lua\n`); // the file is missing: when it comes, the mistake goes
    await d.page.waitForSelector('[data-strip=mistake]');
    write('watched.lua', '');
    await d.until(() => document.querySelectorAll('.files [data-file]').length > 2 && !document.querySelector('[data-strip=mistake]'));
    write('watched.lua', 'function (\n');
    await d.until(() => /watched\.lua/.test(document.querySelector('[data-strip=mistake]')?.textContent));
    write('watched.lua', '-- nothing\n');
    await d.until(() => !document.querySelector('[data-strip=mistake]'));
    await d.page.$eval('.files [data-file$="chess.yaml"]', (file) => file.click()); // another file in the editor
    await d.until(() => document.querySelector('.editor').textContent.includes('castling'));
    await d.page.$eval('.files [data-file$="watched.yaml"]', (file) => file.click());
    write('watched.yaml', 'name: [\n');
    await d.page.waitForSelector('[data-strip=mistake]');
    await d.soon(async () => assert.equal(await d.page.$$eval('#board [data-piece-on]', (pieces) => pieces.length), 32));
  },

  async hostile(d) {
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const file = write('evil.yaml', `name: '${evil}'\nabout: '"><svg onload=alert(3)>'\nextends: chess\n`);
    write('evil.test.yaml', `- title: '${evil}'\n  moves: [e2e4]\n  legal: [e7e5]\n`);
    await d.open('');
    await d.page.type('input[type=search]', 'evil');
    await d.page.waitForSelector('.card[data-game=evil] .thumb svg');
    await d.open(file);
    await d.soon(async () => assert.ok((await d.text('#head')).includes(evil)));
    for (const [tab, there] of [['explain', 'iframe'], ['examples', '.results li'], ['diff', '.differences label'], ['playtest', '.playtest button'], ['rules', '.cm-content, .editor textarea']]) {
      await d.tab(tab);
      await d.page.waitForSelector(`#page ${there}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 300)); // page.mjs notices dialogs and foreign requests
    await d.soon(async () => assert.equal(await d.page.$$eval('img, #page script', (list) => list.length), 0));
  },

  async hangingScript(d) {
    const file = write('hang.yaml', `${small}script: hang.lua\n`);
    write('hang.lua', '');
    await d.open(file);
    await d.tab('rules');
    await d.page.waitForSelector('.cm-content, .editor textarea');
    write('hang.lua', 'function on_capture(mover, victim)\n  while true do end\nend\n');
    await d.page.waitForSelector('[data-strip=mistake]');
    await d.soon(async () => assert.match(await d.text('[data-strip=mistake]'), /hang\.lua/));
    await d.play('e2', 'e4');
  },

  async sheets(d) {
    write('sheets.yaml', `${small}pieces:\n  knight: {moves: NW}\n`);
    rmSync(join(d.server.folder, 'sheets.test.yaml'), { force: true }); // of an earlier try
    await d.open(`${d.server.folder}/sheets.yaml`);
    await steps.words(d);
    await d.shot('explain');
    await d.tab('examples');
    await d.tap('b1');
    await d.tap('b1');
    await d.play('e2', 'e4');
    await d.page.type('.examples form input', 'the double step');
    await d.page.click('.examples form button');
    await d.until(() => document.querySelector('.examples [role=status]').textContent.includes('sheets.test.yaml'));
    await d.page.click('[data-do=examples]');
    await d.until(() => document.querySelector('.results .passed')?.textContent.includes('the double step'));
    const shown = await d.fen();
    await steps.differences(d);
    await d.soon(async () => assert.match(await d.text('.changes'), /Knight: Moves one cell straight/)); // this game as a change of chess
    await d.page.waitForSelector('.difference-box .sign.now');
    await d.shot('diff');
    await d.page.click('.difference-box .link'); // the smallest that was found in its seconds
    await d.page.waitForSelector('[data-do=come-back]');
    await d.soon(async () => assert.notEqual(await d.fen(), shown));
  },

  /** Two boards, one rule apart: a tap on one is a tap on both, and what a rule forbids is seen. */
  async twins(d) {
    write('twins.yaml', `${small}pieces:\n  bishop: {moves: FC}\n`);
    await d.open(`${d.server.folder}/twins.yaml`);
    await d.play('e2', 'e4');
    await d.play('e7', 'e5');
    await d.tab('diff');
    await d.page.click('[data-do=twins]');
    await d.until(() => document.querySelectorAll('.twin .board svg').length === 2 && document.querySelectorAll('.twin [data-piece-on=e4]').length === 2);
    const tap = async (cell) => d.page.$eval(`.twin:last-child [data-cell="${cell}"]`, (area) => { const { x, y, width, height } = area.getBoundingClientRect(); return [x + width / 2, y + height / 2]; }).then(([x, y]) => d.page.mouse.click(x, y));
    const on = (cell) => d.page.$$eval('.twin', (twins, name) => twins.map((twin) => !!twin.querySelector(`[data-piece-on="${name}"]`)), cell);
    await tap('g1');
    await tap('f3');
    await d.until(() => document.querySelectorAll('.twin [data-piece-on=f3]').length === 2);
    await tap('a7');
    await tap('a6');
    await d.until(() => document.querySelectorAll('.twin [data-piece-on=a6]').length === 2);
    await tap('f1');
    await tap('c4'); // chess lets it, the camel-bishop has no way there
    await d.until(() => document.querySelector('.twin:first-child [data-piece-on=c4]') && document.querySelector('.twin:last-child .sign.gone'));
    await d.soon(async () => assert.deepEqual(await on('c4'), [true, false]));
    await d.soon(async () => assert.match(await d.text('.twin:last-child [role=status]'), /f1–c4 is not legal/));
    await d.soon(async () => assert.deepEqual(await d.axe(), []));
    await d.shot('twins');
    await d.page.click('[data-do=twins-again]');
    await d.until(() => !document.querySelector('.twin [data-piece-on=f3]'));
    await d.page.setViewport({ width: 390, height: 844 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await d.soon(async () => assert.ok(await d.page.evaluate(() => document.documentElement.scrollWidth) <= 390));
  },

  /** Where the build had no npm. */
  async plainEditor(d) {
    await d.page.setRequestInterception(true);
    d.page.on('request', (request) => (request.url().endsWith('/codemirror.js')
      ? request.respond({ status: 200, contentType: 'text/javascript', body: '' }) : request.continue()));
    const file = write('plain.yaml', small);
    await d.open(file);
    await d.tab('rules');
    await d.page.waitForSelector('.editor textarea');
    await typeRules(d, `${small}pieces:\n  bishop: {moves: FC}\n`);
    await d.until(() => document.querySelector('[data-change]'));
    await steps.save(d);
    assert.match(readFileSync(file, 'utf8'), /FC/);
  },

  /** Completion and meaning from the schema. */
  async completion(d) {
    const file = write('complete.yaml', small);
    await d.open(file);
    await d.tab('rules');
    await typeRules(d, `${small}pieces:\n  knight: {moves: N, roy`);
    await d.page.keyboard.down('Control');
    await d.page.keyboard.press(' ');
    await d.page.keyboard.up('Control');
    await d.until(() => document.querySelector('.cm-tooltip-autocomplete')?.textContent.includes('royal'));
    await d.shot('completion');
  },

  /** Every legal move of some games by taps; `everyGame` does that with more of them: FERZ_TEST_FACTOR=10 PLIES=40 with all, in twenty minutes. */
  everyMove: (d) => tapThrough(d, ['chess', 'duck-chess', 'amazons', 'nardy-long', 'crazyhouse', 'draughts-russian', 'ludo', 'three-player-triptych', 'tavreli'], 3),

  everyGame: async (d) => {
    const all = (await d.rpc('list', {})).games.filter((game) => !game.writable).map(({ name }) => name);
    // CI takes each fourth; a release, which tests longer, all.
    const games = process.env.GAMES?.split(' ') ?? (process.env.FERZ_TEST_FACTOR ? all : all.filter((name, at) => at % 4 === 0));
    return tapThrough(d, games, Number(process.env.PLIES) || 3);
  },

  async languages(d) {
    await d.open('chess');
    await d.page.select('[data-language]', 'ru');
    await d.until(() => document.querySelector('[data-tab=rules]')?.textContent === 'Правила');
    await d.until(() => document.querySelector('.turn')?.textContent.startsWith('Ход бел'));
    await d.soon(async () => assert.equal(await d.page.$eval('#head h1', (title) => title.textContent), 'Шахматы'));
    await d.tap('e2');
    await d.tap('e5');
    await d.until(() => /[а-я]{4}/.test(document.querySelector('[data-strip=why] p')?.textContent)); // reasons, too
    await d.soon(async () => assert.equal(await d.page.$eval('html', (html) => html.lang), 'ru'));
    if (firefox) await d.page.$eval('html', (html) => { html.dataset.theme = 'dark'; });
    else await d.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await d.page.waitForSelector('.board svg');
    await new Promise((resolve) => setTimeout(resolve, 400));
    await d.soon(async () => assert.deepEqual(await d.axe(), []));
    await d.shot('dark-russian');
  },

  /** What one is to do and what a game is about can be read: no line is cut off, no sentence is missing, no move is a code. */
  async sentences(d) {
    await d.page.setViewport({ width: 1366, height: 768 });
    await d.open('lesson');
    for (const exercise of [2, 1]) {
      await d.page.click(`[data-exercise]:nth-child(${exercise})`);
      await d.soon(async () => assert.deepEqual(await d.page.$$eval('.task', (tasks) => tasks.map((task) => task.scrollWidth <= task.clientWidth && task.textContent.length > 40)), [true]));
      await d.soon(async () => assert.ok(await d.page.$eval('.cm-scroller, .editor textarea', (area) => area.scrollWidth <= area.clientWidth + 1 && /# Exercise .{60}/.test(area.value || area.textContent)), 'long lines are wrapped'));
    }
    const { games } = await d.rpc('list', {}), sentence = (text) => d.soon(async () => assert.equal((await d.text('.about .sentence')).trim().toLowerCase(), text.trim().replace(/\s+/g, ' ').toLowerCase()));
    const buttons = () => d.page.$$eval('.words [data-move]', (all) => all.map((one) => one.textContent));
    for (const language of ['en', 'ru']) {
      for (const name of ['crown', 'storm', 'kriegspiel', 'onitama']) {
        await d.open(name);
        if (name === 'crown') await d.page.select('[data-language]', language);
        const game = games.find((one) => one.name === name);
        await sentence(language === 'ru' ? game.about_ru : game.about);
        if (name === 'crown') await d.soon(async () => assert.deepEqual((await buttons()).sort(), language === 'ru' ? ['Короновать даму', 'Короновать короля'] : ['Crown the dame', 'Crown the king']));
        if (name === 'kriegspiel') await d.soon(async () => assert.equal(await d.text('.turn'), language === 'ru' ? 'Расставьте фигуры' : 'Place your pieces'));
        if (name === 'storm') await d.soon(async () => assert.ok((await buttons()).some((text) => text.startsWith(language === 'ru' ? 'Сбросить карту: ' : 'Discard a card: '))));
      }
    }
  },

  /** A claim has words, and what was saved is said to be, for as long as nothing else has happened. */
  async claimsAndSaved(d) {
    for (const [language, claim] of [['en', 'Claim: draw'], ['ru', 'Требование: ничья']]) {
      await d.open('chess');
      await d.page.select('[data-language]', language);
      await d.until((word) => document.querySelector('[data-tab=rules]')?.textContent === word, language === 'ru' ? 'Правила' : 'Rules');
      await d.setFen('4k3/8/8/8/8/8/8/R3K3 w - - 100 80');
      await d.soon(async () => assert.deepEqual(await d.page.$$eval('.words [data-move]', (all) => all.map((one) => one.textContent)), [claim]));
    }
    await d.open(write('saved.yaml', small));
    await d.tab('rules');
    await typeRules(d, `${small}# a remark\n`);
    await d.page.waitForSelector('[data-do=save]');
    await d.page.click('[data-do=save]');
    await d.until(() => document.querySelector('[data-strip=sound]')?.textContent.includes('Сохранено'));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.match(await d.text('[data-strip=sound]'), /Сохранено/);
  },

  /** Moves in words are words wherever they are shown: on buttons, in the list of moves, also of those taken back, in the analysis. */
  async moveWords(d) {
    const listed = () => d.page.$$eval('.moves [data-ply]', (all) => all.map((one) => one.textContent)), word = async (move) => d.page.$eval(`.words [data-move="${move}"]`, (one) => one.click());
    for (const [language, king, dame] of [['en', 'Crown the king', 'Crown the dame'], ['ru', 'Короновать короля', 'Короновать даму']]) {
      await d.open('crown');
      if (!(await d.plies()).length) {
        await word('crown-K');
        await d.waitPlies(1);
        await word('crown-D');
        await d.waitPlies(2);
      }
      await d.page.select('[data-language]', language);
      await d.soon(async () => assert.deepEqual(await listed(), [king, dame]));
      await d.page.keyboard.press('Home');
      await d.until(() => document.querySelectorAll('.moves .future').length === 2);
      assert.deepEqual(await listed(), [king, dame]);
      await d.page.keyboard.press('End');
      await d.waitPlies(2);
    }
    await d.open(write('not-crown.yaml', "name: Not crown\nextends: crown\nhooks: {choices_of_crown: none}\n"));
    await d.tab('diff');
    await d.page.waitForSelector('.pairs .pair');
    await d.soon(async () => assert.match(await d.text('.pairs'), /Короновать короля/));
    write('not-crown.test.yaml', "examples:\n  - title: it is crowned\n    only: crown-K\n");
    await d.tab('examples');
    await d.page.click('[data-do=examples]');
    await d.soon(async () => assert.match(await d.text('.claims li.false'), /\+ Короновать короля/));
    await d.open('onitama');
    await d.soon(async () => assert.match(await d.text('[data-do=analyse]'), /Анализ/));
    await d.page.click('[data-do=analyse]');
    await d.page.waitForSelector('.lines li');
    await d.soon(async () => assert.match(await d.text('.lines li'), /[а-я]+: [a-e][1-5]/i));
    await d.shot('move-words');
  },

  /** Cards lie at the seats and on the table, by name or drawn; one says what it does; those of an opponent are backs. */
  async cards(d) {
    await d.open('storm');
    await d.setFen('4k3/8/8/8/8/8/8/4K3 w - - 0 1 white-1=2 white-3=8 black-2=5');
    const held = (player) => d.page.$$eval(`.seat[data-player=${player}] .card-tile`, (all) => all.map((one) => one.dataset.card || 'back'));
    await d.soon(async () => assert.deepEqual([await held('white'), await held('black')], [['T', 'H'], ['K']]));
    await d.page.click('.seat[data-player=white] [data-card=T]');
    await d.until(() => /Paratrooper.*own pawn/.test(document.querySelector('[data-strip=card]')?.textContent));
    await d.page.select('[data-language]', 'ru');
    await d.until(() => document.querySelector('[data-card=T]')?.textContent === 'Десант');
    await d.page.click('[data-do=more]');
    await d.page.select('.menu [data-view]', 'white');
    await d.soon(async () => assert.deepEqual([(await held('white')).includes('back'), await held('black')], [false, ['back', 'back', 'back', 'back', 'back']]));
    await d.open('onitama');
    await d.soon(async () => assert.deepEqual([await held('red'), await held('blue')], [['tiger', 'crab'], ['monkey', 'crane']]));
    assert.equal(await d.page.$$eval('[data-hand]', (all) => all.length), 0, 'a card is no piece to drop');
    await d.page.click('.table-cards [data-card=dragon]');
    await d.until(() => /Дракон.*По этой карте/.test(document.querySelector('[data-strip=card]')?.textContent));
    assert.match(await d.text('.table-cards'), /Середина/);
    assert.deepEqual(await d.axe(), []);
    await d.shot('cards');
  },

  /** Messages say a thing once, without the folders of this machine; signs have words; what is over goes away. */
  async plainWords(d) {
    const card = (name) => d.page.waitForSelector(`.card[data-game$="${name}"]`).then((one) => one.evaluate((element) => element.textContent));
    write('torn.yaml', 'name: Torn\nextends: chess\npeices: {}\n');
    await d.open('');
    await d.soon(async () => assert.doesNotMatch(await card('torn'), /\b0\b/));
    assert.match(await d.page.$eval('[data-do=theme]', (one) => one.title), /^Colours/);
    await d.open(write('misspelt.yaml', small));
    await d.tab('rules');
    await typeRules(d, 'name: Misspelt\nextends: chess\npieces: {knight: {moves: N, leter: n}}\n');
    await d.page.waitForSelector('[data-strip=mistake]');
    const said = await d.text('[data-strip=mistake]');
    assert.ok(!said.includes('/'), said);
    assert.equal(said.split('misspelt.yaml').length, 2, said);
    await d.open('chess');
    await d.tap('e2');
    await d.tap('e5');
    await d.page.waitForSelector('[data-strip=why]');
    assert.doesNotMatch(await d.page.$$eval('[data-strip=why] p', (all) => all.map((one) => one.textContent).join(' ')), /illegal|not legal/i);
    await d.page.click('[data-do=more]');
    const rows = await d.page.$$eval('.menu [role=menuitem], .menu [role=menuitemcheckbox]', (all) => all.map((one) => one.textContent.trim()));
    assert.ok(rows.length > 5);
    assert.equal(rows.filter((one) => rows.some((other) => other !== one && other.startsWith(one))).length, 0, `one row is the beginning of another: ${rows}`);
    await d.page.keyboard.press('Escape');
    await d.more('position');
    await d.page.$eval('.fen', (input) => { input.value = 'nothing of chess'; input.form.requestSubmit(); });
    await d.page.waitForSelector('[data-strip=error]');
    assert.equal(await d.page.evaluate(() => { const [board, box] = ['#board', '[data-strip=error]'].map((one) => document.querySelector(one).getBoundingClientRect()); return box.left < board.right && board.left < box.right && box.top < board.bottom && board.top < box.bottom; }), false, 'it covers the board');
    await d.play('e2', 'e4');
    await d.until(() => !document.querySelector('[data-strip=error]'));
  },

  /** A board that is too small for the parent's array: the page says what to write, and the line of one's own file. */
  async boardWithoutStart(d) {
    await d.open(write('wider.yaml', small));
    await d.tab('rules');
    await typeRules(d, 'name: Wider\nextends: chess\nboard: {size: 10x8}\n');
    await d.page.waitForSelector('[data-strip=mistake]');
    await d.soon(async () => assert.match(await d.text('[data-strip=mistake]'), /write `start:`.*wider\.yaml, line 3/s));
  },

  /** Examples run the text in the editor, saved or not; a game is read and written as PGN. */
  async unsavedExamples(d) {
    write('unsaved.yaml', small);
    write('unsaved.test.yaml', 'examples:\n  - title: the knight steps\n    fen: 4k3/p7/8/8/3N4/8/8/4K3 w - - 0 1\n    legal: d4d5\n');
    await d.open(`${d.server.folder}/unsaved.yaml`);
    await d.play('e2', 'e4');
    await d.more('pgn');
    await d.until(() => /1\. e4/.test(document.querySelector('[data-pgn]')?.value));
    await d.page.$eval('[data-pgn]', (area) => { area.value = '1. d4 d5 2. c4 *'; });
    await d.page.click('[data-do=pgn-read]');
    await d.waitPlies(3);
    assert.deepEqual(await d.plies(), ['d2d4', 'd7d5', 'c2c4']);
    await d.tab('examples');
    await d.page.click('[data-do=examples]');
    await d.page.waitForSelector('.results .failed');
    await d.soon(async () => assert.match(await d.text('.results .error'), /^unsaved\.test\.yaml, line 4: .*d4d5/));
    await d.page.click('.results .failed .link');
    await d.tab('rules');
    await typeRules(d, `${small}pieces:\n  knight: {moves: K}\n`);
    await d.page.waitForSelector('[data-change]');
    await d.tab('examples');
    await d.page.click('[data-do=examples]');
    await d.page.waitForSelector('.results .passed');
  },

  /** At 200 % of 1366 by 768 nothing scrolls sideways, the head is a line, and the whole board is seen. */
  async zoomed(d) {
    await d.page.setViewport({ width: 683, height: 384, deviceScaleFactor: 2 });
    await d.open('');
    await d.soon(async () => assert.match(await d.text('#page'), /For phones and classes.*publish/s));
    await d.open('chess');
    const [wide, head, first, last] = await d.page.evaluate(() => [document.documentElement.scrollWidth, document.getElementById('head').getBoundingClientRect().height, ...['a8', 'a1'].map((cell) => document.querySelector(`#board [data-cell=${cell}]`).getBoundingClientRect())].map((one) => one.bottom ?? one));
    assert.ok(wide <= 683 && head <= 48 && first > head && last <= 384, `${[wide, head, first, last]}`);
  },

  /** One file of a game, played from the disk; where there is no WebAssembly build, the page says that. */
  async publish(d) {
    for (const [game, from, to] of [['hex80', 'A1', 'B3'], ['chess', 'e2', 'e4']]) {
      await d.open(game);
      const published = await publishHere(d);
      if (!published) return;
      await published.page.setViewport({ width: 390, height: 844 }); // as a phone has it
      await published.play(from, to);
      await published.waitPlies(1);
      await published.page.waitForSelector('[data-do=save-rules]');
      assert.ok(await published.page.evaluate(() => document.documentElement.scrollWidth) <= 390);
      assert.deepEqual(published.faults, []);
      await published.shot(`published-${game}`);
      await published.close();
    }
  },

  /** The largest board there is: it scrolls in its frame, and every cell can be tapped. */
  async largest(d) {
    const file = write('largest.yaml', `name: Largest\nextends: chess\nboard: {size: 36x36}\npieces: {pawn: {promotes: {on: last rank}}}\ncastling: none\nstart: ${'36/'.repeat(34).replace('36', '17k18')}${'P'.repeat(36)}/17K18 w - - 0 1\n`);
    await d.open(file);
    await d.soon(async () => assert.ok(await d.page.$eval('#board [data-cell="a1"] path', (path) => path.getBoundingClientRect().width) > 19));
    await d.play('aj2', 'aj3');
    await d.page.evaluate(() => { window.wide = true; });
    await d.page.setViewport({ width: 390, height: 800, isMobile: true, hasTouch: true }); // loads the page again
    await d.until(() => !window.wide && document.querySelector('#board [data-cell="r36"]'));
    await d.waitPlies(1);
    await d.play('r36', 'r35');
    await d.soon(async () => assert.ok(await d.page.evaluate(() => document.documentElement.scrollWidth) <= 390));
    await d.shot('largest');
  },

  async phone(d) {
    await d.page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
    for (const game of ['', 'lesson', 'swedish-chess', 'ludo', 'four-handed-fortress', 'chess']) {
      await d.open(game);
      const wide = await d.page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `the page of ${game || 'the start'} is ${wide} pixels wide`);
    }
    const touch = async (cell) => (firefox ? d.tap(cell) : d.page.touchscreen.tap(...(await d.middle(cell)))); // Firefox makes no touches of its own
    await touch('e2');
    await touch('e4');
    await d.waitPlies(1);
    const small = await d.page.$$eval('#head button, .bar button, .seat select', (all) => all.filter((one) => one.offsetParent && (one.getBoundingClientRect().height < 36)).map((one) => one.outerHTML.slice(0, 80)));
    assert.deepEqual(small, []);
    await d.shot('phone');
    await d.tab('rules');
    await d.page.waitForSelector('.cm-content, .editor textarea');
    await d.soon(async () => assert.ok(await d.page.evaluate(() => document.documentElement.scrollWidth) <= 390));
    await d.open('four-handed-fortress'); // cells of a size for fingers, and all of the board by a button
    await d.soon(async () => assert.ok(await d.page.$eval('#board [data-cell] path', (path) => path.getBoundingClientRect().width) >= 47));
    const wide = () => d.page.$eval('#board [data-cell] path', (path) => path.getBoundingClientRect().width);
    const sight = () => d.page.$eval('.map > i', (part) => part.getBoundingClientRect().width);
    const [before, seen] = [await wide(), await sight()];
    if (firefox) return;
    const fingers = await d.page.createCDPSession(), touch2 = (type, gap) => fingers.send('Input.dispatchTouchEvent', { type, touchPoints: gap === null ? [] : [{ x: 190 - gap, y: 300, id: 1 }, { x: 190 + gap, y: 300, id: 2 }] });
    await touch2('touchStart', 30);
    for (const gap of [36, 42, 48, 54, 60]) await touch2('touchMove', gap);
    await touch2('touchEnd', null);
    await d.soon(async () => assert.ok((await wide()) > 1.5 * before, 'two fingers make it larger'));
    await d.soon(async () => assert.ok((await sight()) < seen, 'and the map shows that less is in sight'));
    await d.page.click('[data-do=whole]');
    await d.soon(async () => assert.ok(await d.page.$eval('#board > svg', (svg) => svg.getBoundingClientRect().width) <= 391));
  },

  /** No sideways scroll at any width, in both themes; the cells have the share of the window that the design says. */
  async sizes(d) {
    const share = () => d.page.evaluate(() => {
      const areas = [...document.querySelectorAll('#board [data-cell] path')].map((path) => path.getBoundingClientRect());
      const inside = areas.filter(({ left, right, top, bottom }) => left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1);
      return (100 * inside.reduce((sum, { width, height }) => sum + width * height, 0)) / (innerWidth * innerHeight);
    });
    const said = [];
    for (const game of ['', 'chess', 'shogi', 'egyptian-priests-1', 'four-handed-cross']) {
      await d.page.setViewport({ width: 1280, height: 800 });
      await d.open(game);
      for (const [width, height] of [[320, 640], [390, 844], [683, 384], [768, 1024], [1024, 768], [1280, 800], [1366, 768], [1920, 1080], [2560, 1440]]) {
        await d.page.setViewport({ width, height });
        await new Promise((resolve) => setTimeout(resolve, 120));
        const [page, window] = await d.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(page <= window, `${game || 'start'} at ${width}x${height} is ${page} wide`);
        if (game === 'chess') said.push(`${width}: ${(await share()).toFixed(0)} %`);
        if (width === 1280 && game) await d.soon(async () => assert.ok((await share()) >= { chess: 36, shogi: 35, 'egyptian-priests-1': 36, 'four-handed-cross': 36 }[game], `${game}: ${await share()} %`));
      }
    }
    return said.join(', ');
  },

  /** Text and marks have their contrast: axe on every screen, in both themes. */
  async everyScreen(d) {
    for (const theme of ['light', 'dark']) {
      await d.open('');
      await d.page.evaluate((name) => localStorage.setItem('ferz theme', name), theme);
      for (const screen of ['', 'lesson']) {
        await d.open(screen);
        await d.page.waitForSelector(screen ? '.claims li' : '.live svg');
        await d.soon(async () => assert.deepEqual(await d.axe(), [], `${screen || 'start'}, ${theme}`));
      }
      await d.open('crazyhouse');
      for (const tab of ['play', 'rules', 'examples', 'playtest', 'diff']) {
        await d.tab(tab);
        await new Promise((resolve) => setTimeout(resolve, 200));
        await d.soon(async () => assert.deepEqual(await d.axe(), [], `${tab}, ${theme}`));
      }
    }
  },

  async twentyTabs(d) {
    const file = write('tabs.yaml', small);
    await d.open(file);
    const pages = [d.page];
    for (let i = 1; i < 20; i++) {
      const page = await d.context.newPage();
      await page.goto(`${d.server.base}#token=${d.server.token}&game=${encodeURIComponent(file)}`);
      await page.waitForSelector('.board svg');
      pages.push(page);
    }
    write('tabs.yaml', small.replace('Small', 'Changed'));
    for (const page of pages) {
      await page.bringToFront();
      await page.waitForFunction(() => document.title.startsWith('Changed'), { polling: 100 });
    }
    await Promise.all(pages.slice(1).map((page) => page.close()));
  },

  async serverKilled(d) { // last but one: the server is another one then
    const file = write('kept.yaml', small);
    await d.open(file);
    await d.soon(async () => { // the file is new, so that its rules may be read again between two taps
      await d.tap('e2');
      await d.tap('e4');
      assert.deepEqual(await d.plies(), ['e2e4']);
    });
    await d.tab('rules');
    await typeRules(d, `${small}pieces:\n  knight: {moves: NW}\n`);
    await d.until(() => Object.keys(JSON.parse(localStorage.getItem('ferz drafts') || '{}')).length);
    const port = d.server.port;
    await killServer();
    await d.until(() => document.getElementById('said').textContent.includes('does not answer'));
    await startServer(port);
    await d.until(() => document.getElementById('said').textContent.includes('started again'));
    await d.open(file);
    await d.soon(async () => assert.deepEqual(await d.plies(), ['e2e4']));
    await d.tab('rules');
    await d.until(() => document.querySelector('.editor')?.textContent.includes('NW'));
  },
};

for (const name of ['everyGame', 'fenOfEveryGame']) parts[name].slow = true; // a test of their own
