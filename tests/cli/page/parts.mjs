// The parts of the test, each in a fresh browser: {name: async (page and ways to use it) => …}.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { publishHere } from './publish.mjs';
import { killServer, startServer, write } from './server.mjs';

const small = 'name: Small\nabout: A small change.\nextends: chess\n';

export async function typeRules(d, text) {
  await d.page.waitForSelector('.cm-content, .editor textarea');
  await d.page.click('.cm-content, .editor textarea');
  await d.page.keyboard.down('Control');
  await d.page.keyboard.press('a');
  await d.page.keyboard.up('Control');
  await d.page.keyboard.press('Delete');
  if (process.env.BROWSER !== 'firefox') return d.page.keyboard.sendCharacter(text);
  await d.page.evaluate((words) => { // what a key may send is one letter there: it is pasted
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
  const cells = await d.page.$$eval('[data-piece-on]', (pieces) => pieces.map((piece) => piece.dataset.pieceOn));
  for (const cell of cells) {
    await d.tap(cell);
    const target = await d.page.evaluate(() => {
      const light = document.querySelector('.lights .target');
      if (!light) return null;
      const found = [...document.querySelectorAll('[data-cell]')]
        .find((area) => area.dataset.x === light.getAttribute('cx') && area.dataset.y === light.getAttribute('cy'));
      return found.dataset.cell;
    });
    if (target) {
      await d.tap(target);
      const choice = await d.page.$('dialog[open] button');
      if (choice) await choice.click();
      return;
    }
    if (await d.page.$('.lights .picked')) await d.tap(cell);
  }
  throw new Error('no move to play');
}

/** What the comments of the guide do: <!-- tap e2 e4 -->. */
const steps = {
  async create(d, name) {
    await d.page.waitForSelector('.new input');
    await d.page.type('.new input', name);
    await d.page.click('.new button');
    await d.page.waitForSelector('.board svg');
  },
  tap: (d, from, to) => d.play(from, to),
  async undo(d) {
    await d.page.click('[data-do=undo]');
    await d.until(() => !document.querySelector('.moves li:not(.future)'));
  },
  async save(d) {
    await d.page.click('[data-do=save]');
    await d.until(() => document.querySelector('[data-do=save]').disabled);
  },
  async try(d, from, to) {
    await d.tap(from);
    await d.tap(to);
    await d.page.waitForSelector('.why strong');
  },
  async seat(d, player, level) {
    const count = (await d.plies()).length;
    await sit(d, player, level);
    await d.waitPlies(count + 1);
  },
  async example(d, ...title) {
    await d.page.click('[data-tab=examples]');
    await d.page.type('.examples input', title.join(' '));
    await d.page.click('.examples form button');
    await d.until(() => document.querySelector('.examples [role=status]').textContent.includes('.test.yaml'));
  },
  run: (d) => d.page.click('[data-do=examples]'),
  async differences(d) {
    await d.page.click('[data-tab=diff]');
    await (await d.page.waitForSelector('[data-do=compare]')).click();
    await d.page.waitForSelector('.difference', { timeout: 30000 });
  },
  async playtest(d) {
    await d.page.click('[data-tab=playtest]');
    await d.page.click('[data-do=playtest]');
    await d.page.waitForSelector('.histogram', { timeout: 60000 });
  },
  async words(d) {
    await d.page.click('[data-tab=explain]');
    const frame = await (await d.page.waitForSelector('#tab iframe')).contentFrame();
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
    const games = await d.page.$$eval('.card', (cards) => cards.length);
    assert.ok(games > 60);
    await d.page.waitForSelector('.thumb svg');
    await d.page.type('input[type=search]', 'tavr');
    assert.deepEqual(await d.page.$$eval('.card:not([hidden])', (cards) => cards.map((card) => card.dataset.game)), ['tavreli']);
    const paint = await d.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
    assert.ok(paint < 2000, `first paint after ${paint} ms`); // 60 ms where nothing else runs
    assert.ok(!d.page.url().includes(d.server.token), 'the token stays in the address');
    assert.deepEqual(await d.axe(), []);
    await d.shot('start');
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
    const file = write('quick.yaml', small);
    await d.open(file);
    await typeRules(d, small);
    await d.page.evaluate(() => {
      window.tasks = [0];
      new PerformanceObserver((list) => { for (const task of list.getEntries()) window.tasks.push(task.duration); }).observe({ type: 'longtask' });
    });
    await d.page.type('.cm-content, .editor textarea', 'pieces: # some words that are typed without a rest, while the rules are checked', { delay: 25 });
    const task = Math.max(...await d.page.evaluate(() => window.tasks));
    const sizes = await d.page.evaluate(async () => {
      const urls = [location.href, ...performance.getEntriesByType('resource').map((one) => one.name)].filter((url) => !/rpc|events/.test(url));
      return Promise.all([...new Set(urls.map((url) => url.replace(/#.*/, '')))].map(async (url) => {
        const stream = (await fetch(url)).body.pipeThrough(new CompressionStream('gzip'));
        return (await new Response(stream).arrayBuffer()).byteLength;
      }));
    });
    const size = sizes.reduce((sum, one) => sum + one, 0);
    assert.ok(sizes.length > 15 && size < 500e3, `the page has ${size} bytes compressed`);
    return `first paint after ${Math.round(start)} and ${Math.round(game)} ms, a move answered after ${answers.sort((a, b) => a - b)[4].toFixed(0)} ms and shown after ${moves[moves.length >> 1].toFixed(0)} ms (${moves[0].toFixed(0)} to ${moves[moves.length - 1].toFixed(0)}), ` +
      `longest task while typing ${Math.round(task)} ms, ${Math.round(size / 1000)} kB compressed`;
  },

  /** An exercise of the lesson: begun, its claims are false; the solution is typed, and they are true. */
  async lesson(d) {
    await d.open('');
    await (await d.page.waitForSelector('.lesson summary')).click();
    assert.equal(await d.page.$$eval('.exercises li', (items) => items.length), 5);
    assert.deepEqual(await d.axe(), []);
    await d.page.click('[data-exercise="1-knight"] button');
    await d.page.waitForSelector('.board svg');
    await d.until(() => document.querySelector('.cm-content, .editor textarea')?.textContent.includes('The lame horse'));
    await d.page.click('[data-tab=examples]');
    await (await d.page.waitForSelector('[data-do=examples]')).click();
    await d.until(() => document.querySelectorAll('.results .failed').length === 3 && document.querySelectorAll('.results .passed').length === 1);
    await d.page.click('[data-tab=rules]');
    await typeRules(d, 'name: The lame horse\nextends: chess\npieces:\n  knight: {moves: K}\n');
    await d.until(() => !document.querySelector('[data-do=save]').disabled && document.querySelector('.notice').textContent.includes('legal'));
    await d.page.click('[data-do=save]');
    await d.until(() => document.querySelector('[data-do=save]').disabled);
    await d.open('');
    await d.until(() => document.querySelector('[data-exercise="1-knight"] .solved').textContent.includes('solved'));
    await d.page.select('[data-language]', 'ru');
    await d.until(() => document.querySelector('[data-exercise="5-peace"] strong')?.textContent === 'Два хода мира');
    await d.shot('lesson');
  },

  async newGame(d) {
    await d.open('');
    await d.page.type('.new input', 'my-first');
    await d.page.click('.new button');
    await d.page.waitForSelector('.board svg');
    await typeRules(d, 'name: My first\nextends: chess\npeices:\n  king: {moves: N}\n');
    await d.page.waitForSelector('.messages .error');
    const message = await d.text('.messages .error pre');
    assert.match(message, /my-first\.yaml:3:1: error/);
    assert.match(message, /\n +\| \^\^\^\^\^\^/, 'a caret');
    await d.page.waitForSelector('.cm-lintRange-error, .editor textarea');
    await d.page.click('.messages [data-code]');
    await d.page.waitForSelector('.code h3');
    await d.shot('wrong-key');
    assert.equal(await d.page.$$eval('[data-piece-on]', (pieces) => pieces.length), 32, 'the old rules go on');
    await typeRules(d, 'name: My first\nextends: chess\npieces:\n  king: {moves: N}\n  knight: {moves: K}\n');
    await d.until(() => document.querySelector('.notice').textContent.includes('legal now'));
    assert.match(await d.text('.notice .illegal'), /b1c3/);
    await d.tap('e1');
    assert.equal(await d.targets(), 2); // d3 and f3
    await d.tap('f3');
    await d.waitPlies(1);
    await d.page.click('[data-do=save]');
    await d.until(() => document.querySelector('[data-do=save]').disabled);
    await d.shot('new-game');
  },

  async illegal(d) {
    await d.open('frankfurt');
    await d.setFen('4k3/8/8/8/3p4/8/4O3/7N w - - 0 1');
    await d.tap('e2');
    await d.tap('e4');
    await d.page.waitForSelector('.why strong');
    assert.match(await d.text('.why'), /could be captured en passant by the pawn on d4/);
    assert.deepEqual(await d.plies(), []);
    await d.page.click('.why [data-place]');
    await d.until(() => document.querySelector('[data-files]')?.value.endsWith('frankfurt.yaml'));
    await d.until(() => getSelection().toString().length > 3 || document.activeElement.selectionEnd > 0);
    await d.shot('illegal');
  },

  async againstEngine(d) {
    await d.open('frankfurt');
    await sit(d, 'black', 1);
    for (let turn = 1; turn <= 8; turn++) {
      await playSomething(d);
      await d.until((n) => document.querySelectorAll('.moves li').length >= n || document.querySelector('.state.over'), 2 * turn);
      if (await d.page.$('.state.over')) break;
      await d.until(() => !document.querySelector('.state').textContent.includes('thinks'));
    }
    assert.ok((await d.plies()).length >= 15 || (await d.page.$('.state.over')));
    await d.shot('engine');
  },

  async engineLines(d) {
    await d.open('chess');
    await d.setFen('7k/8/5KR1/8/8/8/8/8 w - - 0 1');
    await d.page.evaluate(() => [...document.querySelectorAll('.side button')].find((one) => one.textContent === 'Engine lines').click());
    await d.until(() => document.querySelector('.lines li')?.textContent.includes('#') && document.querySelector('.arrows .shaft'));
    await d.shot('lines');
  },

  async wholeGame(d) { // two engines, from a position where one is about to win, to the end
    await d.open('frankfurt');
    await d.setFen('7k/8/5K2/8/8/8/8/6R1 w - - 0 1');
    await sit(d, 'white', 5);
    await sit(d, 'black', 2);
    await d.page.waitForSelector('.state.over', { timeout: 60000 });
    assert.match(await d.text('.state'), /white wins: checkmate/);
  },

  async dragAndKeys(d) {
    await d.open('chess');
    await d.drag('e2', 'e4');
    await d.waitPlies(1);
    await d.page.$eval('[data-cell="e7"]', (cell) => cell.focus());
    await d.page.keyboard.press('Enter');
    assert.equal(await d.targets(), 2);
    await d.page.keyboard.press('ArrowDown');
    await d.page.keyboard.press('ArrowDown');
    await d.page.keyboard.press('Enter');
    await d.waitPlies(2);
    assert.deepEqual(await d.plies(), ['e2e4', 'e7e5']);
    await d.page.click('[data-do=undo]');
    await d.until(() => document.querySelectorAll('.moves li:not(.future)').length === 1);
    assert.equal(await d.page.$eval('.moves .future', (item) => item.textContent), 'e7e5');
    await d.drag('c7', 'c5'); // another branch
    await d.waitPlies(2);
    assert.deepEqual(await d.plies(), ['e2e4', 'c7c5']);
    assert.equal(await d.page.$eval('[data-cell="c5"]', (area) => area.getAttribute('aria-label')), 'c5, black pawn');
    assert.deepEqual(await d.axe(), []);
  },

  async promotion(d) {
    await d.open('chess');
    await d.setFen('4k3/P7/8/8/8/8/8/4K3 w - - 0 1');
    await d.tap('a7');
    await d.tap('a8');
    await d.page.waitForSelector('dialog[open]');
    assert.deepEqual(await d.page.$$eval('dialog [data-move]', (list) => list.map((one) => one.textContent)).then((list) => list.sort()),
      ['bishop (a7a8b)', 'knight (a7a8n)', 'queen (a7a8q)', 'rook (a7a8r)']);
    await d.shot('promotion');
    await d.page.click('[data-move=a7a8n]');
    await d.waitPlies(1);
    assert.deepEqual(await d.plies(), ['a7a8n']);
  },

  /** A play-test of a game with a known number of moves: nine, eight, ... */
  async plots(d) {
    await d.open('tic-tac-toe');
    await steps.playtest(d);
    await d.page.waitForSelector('.branching .curve');
    assert.match(await d.text('.playtest'), /on average \d\.\d moves, at most 9\.0 at ply 1/);
    assert.equal(await d.page.$$eval('.visits svg', (boards) => boards.length), 2);
    assert.equal(await d.page.$$eval('.visits svg:first-of-type .bar', (discs) => discs.length), 18); // both players reach all nine cells
    assert.deepEqual(await d.axe(), []);
    await d.open('chess');
    await steps.playtest(d);
    await d.page.waitForSelector('.branching .curve');
    await d.page.$eval('.visits', (plot) => plot.scrollIntoView());
    await d.shot('plots');
  },

  /** Games between engines: a strong one against random moves, and one that is stopped. */
  async engineGames(d) {
    await d.open('tic-tac-toe');
    await d.page.click('[data-tab=playtest]');
    await d.page.select('[data-test-seat="x"]', '5');
    assert.equal(await d.page.$eval('.playtest input', (input) => input.value), '20');
    await d.page.click('[data-do=playtest]');
    await d.page.waitForSelector('.branching .curve');
    const shares = await d.page.$$eval('.shares:first-of-type tr', (rows) => Object.fromEntries(rows.map((row) => [row.children[0].textContent, Number(row.children[1].textContent)])));
    assert.equal(shares.x + shares.o + shares.draws, 20);
    assert.ok(shares.x > 15, JSON.stringify(shares));
    assert.deepEqual(await d.axe(), []);
    await d.open('chess');
    await d.page.click('[data-tab=playtest]');
    await d.page.select('[data-test-seat="white"]', '10');
    await d.page.select('[data-test-seat="black"]', '9');
    await d.page.click('[data-do=playtest]');
    await d.until(() => !document.querySelector('.playtest progress').hidden);
    await d.play('e2', 'e4'); // the page waits for nothing
    await d.page.evaluate(() => [...document.querySelectorAll('.playtest button')].find((one) => one.textContent === 'Stop').click());
    await d.until(() => document.querySelector('.playtest progress').hidden);
    await d.shot('engine-games');
  },

  async setUp(d) {
    const choose = (name) => d.page.click(`[data-tool="${name}"]`);
    const put = (cell) => d.redraw(() => d.tap(cell));
    await d.open('chess');
    await d.page.click('[data-do=setup]');
    await d.redraw(() => d.page.click('[data-do=clear]'));
    assert.equal(await d.page.$$eval('[data-piece-on]', (pieces) => pieces.length), 0);
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
    await d.until(() => document.querySelector('.fen').value === '4k3/8/8/8/8/8/p7/4K3 b - - 0 1');
    assert.deepEqual(await d.axe(), []);
    await d.shot('set-up');
    await choose('');
    await put('a2');
    await choose('white queen');
    await put('b2');
    await d.page.click('[data-do=play]');
    await d.play('e8', 'f7');
    assert.equal(await d.page.$eval('.fen', (input) => input.value), '8/5k2/8/8/8/8/1Q6/4K3 w - - 1 2');
  },

  /** The same on other boards: hexagons, four players, several boards, stacks, hands, walls, dice, hidden pieces. */
  async setUpElsewhere(d) {
    const open = async (game) => {
      await d.open(game);
      await d.page.click('[data-do=setup]');
      await d.page.waitForSelector('[data-do=clear]');
    };
    const put = async (tool, cell) => {
      await d.page.click(`[data-tool="${tool}"]`);
      await d.redraw(() => d.tap(cell));
    };
    const fen = () => d.page.$eval('.fen', (input) => input.value);
    const label = (cell) => d.page.$eval(`[data-cell="${cell}"]`, (area) => area.getAttribute('aria-label'));
    const type = async (selector, text) => {
      await d.redraw(() => d.page.$eval(selector, (input, value) => {
        input.value = value;
        input.dispatchEvent(new Event('change'));
      }, text));
    };
    for (const [game, tool, cell] of [['hex80', 'white queen', 'E5'], ['xiangqi', 'black rook', 'e5'], ['shogi', 'black gold', 'e5'],
      ['four-handed-cross', 'green queen', 'g7'], ['four-handed-double-board', 'white-right queen', 'e4'], ['andromeda', 'black rook', 'e4^'], ['duck-chess', ' duck', 'e4']]) {
      await open(game);
      const before = await d.page.$$eval('[data-piece-on]', (pieces) => pieces.length);
      await put(tool, cell);
      assert.equal(await d.page.$$eval('[data-piece-on]', (pieces) => pieces.length), before + 1, game);
      assert.equal(await label(cell), `${cell}, ${tool}`, game);
    }
    await d.shot('set-up-duck');

    await open('swedish-chess');
    await put('B-White queen', 'B:e4');
    assert.match(await fen(), / \| rnbqkbnr\/pppppppp\/8\/8\/4Q3\//);
    await d.page.click('[data-tool="A-White queen"]');
    await d.tap('B:e5'); // not their board
    await d.until(() => document.querySelector('.setup [role=status]').textContent.includes('another board'));
    await d.page.$eval('.setup details', (details) => { details.open = true; });
    await type('[data-in-hand="B-Black knight"]', '2');
    assert.match(await fen(), /\[nn\] w KQkq - 0 1$/);
    assert.equal(await d.page.$eval('[data-in-hand="A-Black knight"]', (input) => input.value), '0');
    await d.page.select('[data-turn]', 'B-White');
    await d.until(() => document.querySelector('.state').textContent.startsWith('B-White'));
    await type('[data-rights="1"]', 'Kq');
    assert.match(await fen(), /\[nn\] w Kq - 0 1/);
    assert.deepEqual(await d.axe(), []);
    await d.shot('set-up-boards');

    await open('crazyhouse');
    await d.page.$eval('.setup details', (details) => { details.open = true; });
    await type('[data-in-hand="white pawn"]', '3');
    await type('[data-in-hand="black queen"]', '1');
    await type('[data-in-hand="white pawn"]', '2');
    assert.match(await fen(), /\[PPq\]/);
    await d.page.click('[data-do=play]');
    await d.page.click('[data-player=white] [data-hand=P] rect');
    await d.tap('e4');
    await d.waitPlies(1);
    assert.deepEqual(await d.plies(), ['P@e4']);

    await open('tavreli');
    await put('white knight', 'd4');
    await d.page.click('[data-do=on-top]');
    await put('black rook', 'd4');
    assert.match(await fen(), /\/3\(Nr\)4\//);
    await put('', 'd4');
    assert.match(await fen(), /\/3N4\//);

    await open('amazons');
    await put(' arrow', 'e5');
    assert.match(await fen(), /=A/);
    await d.page.click('[data-tool="black amazon"]');
    await d.redraw(() => d.page.click('[data-do=clear]'));
    assert.equal(await fen(), '10/10/10/10/10/10/10/10/10/10 w - - 0 1');

    await open('kriegspiel'); // who does not see everything cannot set up
    await d.page.click('[data-do=setup]');
    await d.redraw(() => d.page.select('[data-view]', 'white'));
    await d.page.click('[data-do=setup]');
    await d.until(() => document.querySelector('.setup p').textContent.includes('Seen by'));
  },

  /** What is read of a FEN and written again is the same, in every game, in the course of a game. */
  async fenOfEveryGame(d) {
    await d.open('');
    const wrong = await d.page.evaluate(async () => {
      const { readFen } = await import('./fen.js'), { call } = await import('./rpc.js'), found = [];
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
    assert.deepEqual(await d.plies(), ['e1f1']);
    await d.until(() => document.querySelector('.fen').value.startsWith('4k3/8/8/8/8/8/8/1R3RK1'));
  },

  async hex80(d) {
    await d.open('hex80');
    await d.tap('A1');
    assert.equal(await d.targets(), 1);
    await d.tap('B3');
    await d.waitPlies(1);
    assert.deepEqual(await d.plies(), ['A1B3']);
    await d.page.keyboard.press('ArrowUp'); // keys walk on hexagons too
    await d.shot('hex80');
  },

  async tavreli(d) {
    await d.open('tavreli');
    for (const [from, to] of [['e2', 'e4'], ['d7', 'd5'], ['e4', 'd5']]) {
      await d.play(from, to);
    }
    assert.equal(await d.page.$$eval('[data-piece-on]', (pieces) => pieces.length), 31, 'one stands on another');
    await d.shot('tavreli');
    await d.play('e7', 'e6');
    await d.tap('d5'); // a stack: the whole of it, or its top alone
    await d.tap('e6');
    const choices = await d.page.$$eval('dialog[open] [data-move]', (list) => list.length);
    assert.ok(choices > 1, `${choices} choices`);
    await d.page.click('dialog [data-move]');
    await d.waitPlies(5);
  },

  async ludo(d) {
    await d.open('ludo');
    for (let tries = 0; tries < 40; tries++) {
      if (await d.page.$('[data-move=roll]')) await d.page.click('[data-move=roll]');
      else if (await d.page.$('.words [data-move]')) await d.page.click('.words [data-move]');
      else await playSomething(d).catch(async () => d.page.click('[data-hand]'));
      const count = (await d.plies()).length;
      await new Promise((resolve) => setTimeout(resolve, 60));
      if (count > 12) break;
    }
    const plies = await d.plies();
    assert.ok(plies.length > 12 && plies.some((ply) => ply.startsWith('roll')) && plies.some((ply) => !ply.startsWith('roll')), plies.join(' '));
    await d.shot('ludo');
  },

  async drops(d) {
    await d.open('crazyhouse');
    await d.setFen('4k3/8/8/8/8/8/8/4K3[NPp] w - - 0 1');
    await d.page.click('[data-player=white] [data-hand=N] rect');
    assert.ok((await d.targets()) > 50);
    await d.tap('d4');
    await d.waitPlies(1);
    assert.deepEqual(await d.plies(), ['N@d4']);
    await d.open('tic-tac-toe'); // one kind of piece in hand: a tap on the cell is enough
    await d.tap('b2');
    await d.waitPlies(1);
    assert.deepEqual(await d.plies(), ['X@b2']);
  },

  async manyJumps(d) {
    await d.open('draughts-russian');
    await d.setFen('8/8/8/4m3/8/4m3/3M4/8 w - - 0 1');
    await d.tap('d2');
    assert.equal(await d.targets(), 1); // over the first piece
    await d.tap('f4');
    await d.waitPlies(1); // no other move begins so: the rest is played by itself
    assert.deepEqual(await d.plies(), ['d2:f4:d6']);
    await d.open('draughts-russian');
    await d.setFen('8/2m5/8/4m1m1/8/4m3/3M4/8 w - - 0 1');
    await d.tap('d2');
    await d.tap('f4');
    assert.equal(await d.targets(), 2); // to d6 or h6
    await d.tap('h6');
    await d.waitPlies(1);
    assert.deepEqual(await d.plies(), ['d2:f4:h6']);
  },

  async kriegspiel(d) {
    await d.open('kriegspiel');
    await d.redraw(() => d.page.select('[data-view]', 'black'));
    await d.redraw(() => d.page.select('[data-view]', 'white'));
    assert.equal(await d.page.$$eval('[data-player=black] [data-hand]', (pieces) => pieces.length), 0, 'what the other has in hand is hidden');
    await d.page.click('[data-player=white] [data-hand=K] rect');
    await d.tap('e1');
    await d.waitPlies(1);
    await d.shot('kriegspiel');
  },

  async boards(d) {
    await d.open('three-player-triptych');
    await d.play('1:e2', '1:e4');
    await d.open('andromeda');
    await d.tap('e1');
    assert.ok((await d.targets()) > 0);
    await d.shot('levels');
  },

  async reloadOnChange(d) {
    const file = write('watched.yaml', small);
    await d.open(file);
    await d.play('e2', 'e4');
    write('watched.yaml', `${small}pieces:\n  pawn: {moves: K}\n`);
    await d.until(() => document.querySelector('.notice').textContent.includes('new rules') ||
      document.querySelector('.notice').textContent.includes('from the start'));
    await d.until(() => document.querySelector('.editor')?.textContent.includes('moves: K'));
    await d.page.waitForSelector('.board svg');
    write('watched.lua', '');
    write('watched.yaml', `${small}script: watched.lua\n`);
    await d.until(() => document.querySelector('[data-files]')?.options.length > 2);
    await d.page.select('[data-files]', file); // a change of another file than the one in the editor is played, too
    write('watched.lua', 'function (\n');
    await d.until(() => /watched\.lua/.test(document.querySelector('.messages').textContent));
    write('watched.lua', '-- nothing\n');
    await d.until(() => !document.querySelector('.messages').textContent);
    write('watched.yaml', 'name: [\n');
    await d.page.waitForSelector('.messages .error');
    assert.equal(await d.page.$$eval('[data-piece-on]', (pieces) => pieces.length), 32);
  },

  async hostile(d) {
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const file = write('evil.yaml', `name: '${evil}'\nabout: '"><svg onload=alert(3)>'\nextends: chess\n`);
    write('evil.test.yaml', `- title: '${evil}'\n  moves: [e2e4]\n  legal: [e7e5]\n`);
    await d.open('');
    await d.page.type('input[type=search]', 'evil');
    await d.page.waitForSelector('.card[data-game=evil] .thumb svg');
    await d.open(file);
    assert.ok((await d.text('#head')).includes(evil));
    for (const tab of ['explain', 'examples', 'diff', 'playtest']) {
      await d.page.click(`[data-tab=${tab}]`);
      await d.page.waitForSelector('#tab section');
      if (tab === 'explain') await d.page.waitForSelector('#tab iframe');
      if (tab === 'examples') {
        await d.page.click('[data-do=examples]');
        await d.page.waitForSelector('.results li');
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 300)); // page.mjs notices dialogs and foreign requests
    assert.equal(await d.page.$$eval('img, #page script', (list) => list.length), 0);
  },

  async hangingScript(d) {
    const file = write('hang.yaml', `${small}script: hang.lua\n`);
    write('hang.lua', '');
    await d.open(file);
    write('hang.lua', 'function on_capture(mover, victim)\n  while true do end\nend\n');
    await d.page.waitForSelector('.messages .error');
    assert.match(await d.text('.messages .error pre'), /hang\.lua:\d+/);
    await d.play('e2', 'e4');
  },

  async sheets(d) {
    write('sheets.yaml', `${small}pieces:\n  knight: {moves: NW}\n`);
    await d.open(`${d.server.folder}/sheets.yaml`);
    await d.page.click('[data-tab=explain]');
    const frame = await (await d.page.waitForSelector('#tab iframe')).contentFrame();
    await frame.waitForSelector('svg');
    await d.shot('explain');
    await d.page.click('[data-tab=examples]');
    await d.tap('b1');
    await d.tap('b1');
    await d.play('e2', 'e4');
    await d.page.type('.examples input', 'the double step');
    await d.page.click('.examples form button');
    await d.until(() => document.querySelector('.examples [role=status]').textContent.includes('sheets.test.yaml'));
    await d.page.click('[data-do=examples]');
    await d.until(() => document.querySelector('.results .passed')?.textContent.includes('the double step'));
    await d.page.click('[data-tab=diff]');
    await (await d.page.waitForSelector('[data-do=compare]')).click();
    await d.page.waitForSelector('.difference', { timeout: 30000 });
    await d.shot('diff');
    await d.page.click('.difference .link');
    await d.until(() => document.querySelectorAll('[data-piece-on]').length < 32);
    await d.page.click('[data-tab=playtest]');
    await d.page.$eval('.playtest input', (input) => { input.value = '60'; });
    await d.page.click('[data-do=playtest]');
    await d.page.waitForSelector('.histogram', { timeout: 30000 });
    assert.ok((await d.page.$$('.shares tr')).length > 3);
    await d.shot('playtest');
  },

  /** Where the build had no npm. */
  async plainEditor(d) {
    await d.page.setRequestInterception(true);
    d.page.on('request', (request) => (request.url().endsWith('/codemirror.js')
      ? request.respond({ status: 200, contentType: 'text/javascript', body: '' }) : request.continue()));
    const file = write('plain.yaml', small);
    await d.open(file);
    await d.page.waitForSelector('.editor textarea');
    await typeRules(d, `${small}pieces:\n  bishop: {moves: FC}\n`);
    await d.until(() => document.querySelector('.notice').textContent.includes('legal now'));
    await d.page.click('[data-do=save]');
    await d.until(() => document.querySelector('[data-do=save]').disabled);
    assert.match(readFileSync(file, 'utf8'), /FC/);
  },

  /** Completion and meaning from the schema. */
  async completion(d) {
    const file = write('complete.yaml', small);
    await d.open(file);
    await typeRules(d, `${small}pieces:\n  knight: {moves: N, roy`);
    await d.page.keyboard.down('Control');
    await d.page.keyboard.press('Space');
    await d.page.keyboard.up('Control');
    await d.until(() => document.querySelector('.cm-tooltip-autocomplete')?.textContent.includes('royal'));
    await d.shot('completion');
  },

  /** Moves of every game by hand: what is tapped is what is played. */
  async everyGame(d) {
    const { games } = await d.rpc('list', {});
    const wrong = [];
    for (const { name } of games.filter((game) => !game.writable)) {
      const { session } = await d.rpc('load', { game: name });
      await d.open(name);
      for (let ply = 0, seed = name.length; ply < 2; ply++, seed = (seed * 31 + 7) % 1009) {
        const { position } = await d.rpc('position', { session });
        if (position.outcome !== 'ongoing' || !position.moves.length) break;
        const move = position.moves[seed % position.moves.length];
        try {
          const played = await d.playParts(move, position.commander);
          if (played !== move.move) throw new Error(`${played} was played`);
          await d.rpc('play', { session, move: move.move });
        } catch (error) {
          wrong.push(`${name}, ${move.move} (${move.parts.join(' ')}): ${error.message}`);
          break;
        }
      }
      await d.shot(`game-${name}`);
      await d.rpc('close', { session });
    }
    assert.deepEqual(wrong, []);
  },

  async languages(d) {
    await d.open('chess');
    await d.page.select('[data-language]', 'ru');
    await d.until(() => document.querySelector('[data-tab=rules]')?.textContent === 'Правила');
    await d.until(() => document.querySelector('.state').textContent === 'ход: белые');
    assert.equal(await d.page.$eval('html', (html) => html.lang), 'ru');
    await d.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await d.page.waitForSelector('.board svg');
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.deepEqual(await d.axe(), []);
    await d.shot('dark-russian');
  },

  /** One file of a game, played from the disk; where there is no WebAssembly build, the page says that. */
  async publish(d) {
    await d.open('hex80');
    await d.page.waitForSelector('.cm-content, .editor textarea');
    const published = await publishHere(d);
    if (!published) return;
    await published.play('A1', 'B3');
    await published.waitPlies(1);
    assert.deepEqual(published.faults, []);
    await published.close();
  },

  /** The largest board there is: it scrolls in its frame, and every cell can be tapped. */
  async largest(d) {
    const file = write('largest.yaml', `name: Largest\nextends: chess\nboard: {size: 36x36}\npieces: {pawn: {promotes: {on: last rank}}}\ncastling: none\nstart: ${'36/'.repeat(34).replace('36', '17k18')}${'P'.repeat(36)}/17K18 w - - 0 1\n`);
    await d.open(file);
    assert.ok(await d.page.$eval('[data-cell="a1"] path', (path) => path.getBoundingClientRect().width) > 20);
    await d.play('aj2', 'aj3');
    await d.page.setViewport({ width: 390, height: 800, isMobile: true, hasTouch: true }); // loads the page again
    await d.page.waitForSelector('[data-cell="r36"]');
    await d.play('r36', 'r35');
    assert.ok(await d.page.evaluate(() => document.documentElement.scrollWidth) <= 390);
    await d.shot('largest');
  },

  async phone(d) {
    await d.page.setViewport({ width: 390, height: 800, isMobile: true, hasTouch: true });
    await d.open('chess');
    for (const game of ['', 'swedish-chess', 'ludo', 'chess']) {
      await d.open(game);
      if (game) await d.page.click('[data-do=setup]');
      if (game) await d.page.waitForSelector('[data-do=clear]');
      const wide = await d.page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `the page of ${game || 'the start'} is ${wide} pixels wide`);
    }
    await d.page.click('[data-do=play]');
    await d.page.touchscreen.tap(...(await d.middle('e2')));
    await d.page.touchscreen.tap(...(await d.middle('e4')));
    await d.waitPlies(1);
    await d.shot('phone');
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
    await d.tap('e2');
    await d.tap('e4');
    await d.waitPlies(1);
    await typeRules(d, `${small}pieces:\n  knight: {moves: NW}\n`);
    await d.until(() => document.querySelector('.notice').textContent.includes('played'));
    const port = d.server.port;
    await killServer();
    await d.until(() => document.getElementById('said').textContent.includes('does not answer'));
    await startServer(port);
    await d.until(() => document.getElementById('said').textContent.includes('started again'));
    await d.open(file);
    assert.deepEqual(await d.plies(), ['e2e4']);
    await d.until(() => document.querySelector('.editor')?.textContent.includes('NW'));
  },
};

for (const name of ['everyGame', 'fenOfEveryGame']) parts[name].slow = true; // a test of their own
