// The package in node: counts, every example, the same games as the native program, workers, hostile scripts.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openNative } from './native.mjs';

const { start, connect, FerzError } = await import(pathToFileURL(join(process.env.PACKAGE, 'node.js')));
const NODES_MAX = 100000; // of one row of known counts
const PLIES = 12; // of a game that is compared with the native program
const root = new URL('../../', import.meta.url).pathname;
const wanted = process.argv.slice(2);
const samples = {};
for (const name of readdirSync(join(root, 'tests/samples'))) {
  if (/\.(yaml|lua)$/.test(name)) samples[name] = readFileSync(join(root, 'tests/samples', name), 'utf8');
}
const ferz = await start({ files: samples });
const { games } = ferz.call('list');

/** The known counts: [{game, fen, depth, nodes}], each row to the deepest that is not too long. */
function knownCounts() {
  const rows = [];
  for (const name of readdirSync(join(root, 'tests/perft')).filter((one) => one.endsWith('.epd'))) {
    let game = null;
    for (const line of readFileSync(join(root, 'tests/perft', name), 'utf8').split('\n')) {
      const head = line.match(/^# game: (\S+)\s*$/);
      if (head) game = head[1];
      if (!line || line.startsWith('#')) continue;
      const [fen, ...depths] = line.split(/\s*;/);
      const counts = depths.map((word) => word.match(/^D(\d+) (\d+)/)).filter(Boolean)
        .map(([, depth, nodes]) => ({ depth: Number(depth), nodes: Number(nodes) })).filter((one) => one.nodes <= NODES_MAX);
      if (game && counts.length) rows.push({ name, game, fen: fen.trim(), ...counts[counts.length - 1] });
    }
  }
  return rows;
}

/** Numbers that are the same every time. */
function random(seed) {
  let x = seed;
  return (below) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return Math.floor((x / 2 ** 32) * below);
  };
}

const SPEED_MILLISECONDS = 1500;
const parts = {
  /** The module of published games: boards of up to 64 cells count the same, wider ones and what only others need are refused in words. */
  async narrow() {
    const folder = join(process.env.PACKAGE, '../narrow');
    if (!existsSync(folder)) return 'it is not there';
    const { start: startNarrow } = await import(pathToFileURL(join(folder, 'node.js')));
    const narrow = await startNarrow();
    const { session } = narrow.call('load', { game: 'frankfurt' }), wide = ferz.call('load', { game: 'frankfurt' });
    narrow.call('play', { session, move: 'e2e4' });
    ferz.call('play', { session: wide.session, move: 'e2e4' });
    assert.deepEqual(narrow.call('position', { session }), ferz.call('position', { session: wide.session }));
    assert.ok(narrow.call('search', { session, nodes: 2000, seed: 1 }).move);
    assert.throws(() => narrow.call('load', { game: 'xiangqi' }), (error) => /at most 64 cells/.test(JSON.stringify(error.data)));
    assert.throws(() => narrow.call('perft', { session, depth: 1 }), (error) => error.code === -32601);
    return `${statSync(join(folder, 'ferz.wasm')).size} bytes instead of ${statSync(join(process.env.PACKAGE, 'ferz.wasm')).size}`;
  },

  /** What a published page has in it loads in the module that it has in it, by every choice of the first option that has some. */
  async published() {
    const folders = { 64: join(process.env.PACKAGE, '../narrow'), 1344: process.env.PACKAGE }, bytes = {};
    if (!existsSync(folders[64]) || !existsSync(join(process.env.PACKAGE, '../publish.html'))) return 'there is no page';
    const names = games.filter(({ writable, players }) => !writable && players).map(({ name }) => name).filter((name, at) => process.env.FERZ_TEST_FACTOR || at % 4 === 0);
    for (const name of names) {
      const page = execFileSync(process.env.FERZ, ['publish', name], { encoding: 'utf8', maxBuffer: 1 << 24 });
      const [, cells] = page.match(/data-cells="(\d+)"/), game = JSON.parse(page.match(/id="game">(.*?)<\/script>/s)[1]);
      const { start: startIt } = await import(pathToFileURL(join(folders[cells], 'node.js')));
      const engine = await startIt({ gameFiles: game.files }), { options } = engine.call('load', { game: game.game, settings: game.settings });
      for (const option of options.slice(0, 3)) for (const choice of option.choices.slice(0, 3)) {
        try {
          engine.call('load', { game: game.game, settings: { [option.name]: choice } });
        } catch (error) { // it may not go with the others, but nothing is missing
          assert.doesNotMatch(JSON.stringify(error.data), /at most 64 cells|there is no script/, `${name}, ${option.name}=${choice}`);
        }
      }
      const learned = Object.keys(game.files).filter((file) => file.endsWith('.network')).reduce((sum, file) => sum + JSON.stringify(game.files[file]).length, 0);
      bytes[cells] = Math.max(bytes[cells] || 0, page.length - learned);
    }
    assert.ok(bytes[64] < 1e6);
    return `${names.length} games, at most ${bytes[64]} and ${bytes[1344]} bytes beside networks`;
  },

  counts() {
    const rows = knownCounts(), sessions = new Map();
    for (const { name, game, fen, depth, nodes } of rows) {
      if (!sessions.has(game)) {
        const file = `${game}.yaml`;
        sessions.set(game, ferz.call('load', { game: file in samples ? `/mine/${file}` : game }).session);
      }
      const session = sessions.get(game);
      ferz.call('setup', { session, fen });
      assert.equal(ferz.call('perft', { session, depth, milliseconds: 60000 }).nodes, nodes, `${name}: ${fen} to depth ${depth}`);
    }
    assert.ok(rows.length > 400, `only ${rows.length} rows were found`);
    return `${rows.length} rows`;
  },

  examples() {
    let sum = 0;
    const ours = games.filter((game) => !game.writable);
    for (const { name } of ours) {
      const { passed, failed, items } = ferz.call('examples', { game: name });
      assert.equal(failed, 0, `${name}: ${items.find((item) => !item.passed)?.title}`);
      sum += passed;
    }
    assert.ok(sum > 1000, `only ${sum} examples were found`);
    return `${sum} examples of ${ours.length} games`;
  },

  /** Moves, positions, reasons and pictures are those of the native program, in random games of all rules. */
  async native() {
    const native = await openNative(process.env.FERZ);
    if (!native) return 'ferz was built without serve: left out';
    let plies = 0;
    try {
      for (const { name } of games.filter((game) => !game.writable)) {
        const next = random(name.length), seed = 7;
        const here = ferz.call('load', { game: name, seed }).session, there = (await native.call('load', { game: name, seed })).session;
        for (let ply = 0; ply < PLIES; ply++) {
          const picture = ply % 12 === 0 ? { picture: { addressable: true } } : {};
          const ours = ferz.call('position', { session: here, ...picture }).position;
          const theirs = (await native.call('position', { session: there, ...picture })).position;
          assert.deepEqual(ours, theirs, `${name}: after ${ours.plies.join(' ')}`);
          if (!ours.moves.length) break;
          const { move } = ours.moves[next(ours.moves.length)];
          if (ply % 4 === 0) {
            const words = ({ why }) => why.lines.map((line) => line.replace(/\([^)]*:\d+\)/g, '')); // the files lie elsewhere
            assert.deepEqual(words(ferz.call('why', { session: here, move })), words(await native.call('why', { session: there, move })), `${name}: why ${move}`);
          }
          ferz.call('play', { session: here, move });
          await native.call('play', { session: there, move });
          plies++;
        }
        ferz.call('close', { session: here });
        await native.call('close', { session: there });
      }
    } finally {
      native.close();
    }
    assert.ok(plies > 900, `only ${plies} plies were played`);
    return `${plies} plies`;
  },

  board() {
    const board = new ferz.Board('chess');
    assert.equal(board.numberLegalMoves(), 20);
    assert.ok(board.legalMoves().split(' ').includes('e2e4') && board.turn() && board.result() === '*');
    assert.equal(board.pushMoves('f2f3 e7e5 g2g4 d8h4'), 4);
    assert.ok(board.isGameOver() && board.isCheck());
    assert.equal(board.result(), '0-1');
    assert.equal(board.push('a2a3'), false);
    board.pop();
    assert.equal(board.moveStack(), 'f2f3 e7e5 g2g4');
    assert.equal(board.gamePly(), 3);
    assert.equal(board.search({ depth: 2 }).move, 'd8h4');
    assert.match(board.why('a7a3').lines[0], /^illegal: /);
    board.reset();
    assert.equal(board.fen(), ferz.startingFen('chess'));
    board.setFen('4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1');
    assert.ok(board.isCapture('e4d5') && !board.isCapture('e4e5') && !board.isCapture('e4e7'));
    for (const [game, fen, move, captures] of [['chess', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'e5d6', true],
      ['draughts-russian', '8/8/8/4m3/3M4/8/8/8 w - - 0 1', 'd4:f6', true],
      ['atomic', 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', 'e4d5', true],
      ['sittuyin', '4k3/8/8/4P3/8/8/8/4K3[] w - - 0 1', 'e5e5f', false]]) {
      const other = new ferz.Board(game, fen);
      assert.equal(other.isCapture(move), captures, `${game} ${move}`);
      other.delete();
    }
    assert.ok(board.givesCheck('e4d5') === false && board.givesCheck('e1e2') === false);
    assert.match(board.toSVG(), /^<svg/);
    board.setFen('4k3/8/8/8/8/8/4Q3/4K3 w - - 7 30');
    assert.deepEqual([board.fullmoveNumber(), board.halfmoveClock()], [30, 7]);
    assert.ok(board.givesCheck('e2h5') && !board.givesCheck('e2a2') && board.moveStack() === '');
    board.reset();
    assert.equal(board.perft(3), 8902);
    assert.ok(ferz.twoBoards('swedish-chess') && !ferz.twoBoards('chess'));
    board.delete();
    const pockets = new ferz.Board('crazyhouse', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[PPn] w KQkq - 0 1');
    assert.deepEqual([pockets.pocket(true), pockets.pocket(false)], ['PP', 'n']);
    assert.equal(ferz.validateFen('8/8/8/8 w - - 0 1', 'chess') === 1, false);
    assert.equal(ferz.validateFen(ferz.startingFen('hex80'), 'hex80'), 1);
    assert.ok(ferz.variants().split(' ').includes('frankfurt'));
  },

  /** A game of one's own from text, and what is wrong with one. */
  text() {
    assert.deepEqual(ferz.loadVariantText('own', 'name: Own\nextends: chess\npieces:\n  queen: {moves: "N"}\n'), { loads: true, messages: [] });
    const board = new ferz.Board('own.yaml');
    assert.ok(board.legalMoves().split(' ').includes('d1c3'));
    const wrong = ferz.loadVariantText('wrong', 'name: Wrong\nextends: ches\n');
    assert.equal(wrong.loads, false);
    assert.match(wrong.messages[0].rendered, /\^/);
    assert.equal(ferz.call('save', { file: 'new.yaml', text: 'name: New\nextends: chess\n', new: true }).file.replace('/mine/', ''), 'new.yaml');
    assert.throws(() => ferz.call('save', { file: 'new.yaml', text: '', new: true }), FerzError);
    assert.throws(() => ferz.call('save', { file: '../rules/chess.yaml', text: '' }), FerzError);
  },

  /** A script that never ends is an error, and the next call works. */
  hanging() {
    const files = { 'hang.lua': 'while true do end\n', 'deep.lua': 'local function f() return 1 + f() end\nf()\n',
      'large.lua': 'local t = {}\nwhile true do t[#t + 1] = string.rep("x", 1000) end\n' };
    for (const [file, text] of Object.entries(files)) {
      ferz.call('save', { file, text });
      ferz.call('save', { file: 'hang.yaml', text: `name: Hang\nextends: chess\nscript: ${file}\n` });
      assert.throws(() => ferz.call('load', { game: '/mine/hang.yaml' }), (error) => error instanceof FerzError && error.code < 0, file);
      assert.equal(new ferz.Board('chess').numberLegalMoves(), 20);
    }
  },

  async workers() {
    const client = await connect({ files: { 'mine.yaml': 'name: Mine\nextends: chess\n' } });
    const heard = [];
    client.listen((method, params) => heard.push([method, params]));
    const { session } = await client.call('load', { game: 'frankfurt', moves: ['e2e4'] });
    const long = client.call('search', { session, job: 'long', milliseconds: 60000, lines: 2 });
    const played = await client.call('play', { session, move: 'e7e5' }); // the game goes on beside it
    assert.equal(played.position.plies.length, 2);
    while (!heard.some(([method, params]) => method === 'progress' && params.job === 'long' && params.line === 2)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const begin = Date.now();
    assert.deepEqual(await client.call('cancel', { job: 'long' }), { cancelled: true });
    const best = await long;
    assert.ok(best.cancelled && best.move && Date.now() - begin < 2500, `${Date.now() - begin} ms`);
    assert.deepEqual(await client.call('cancel', { job: 'long' }), { cancelled: false });
    const random = await client.call('playouts', { session, games: 20, seed: 3 });
    assert.equal(random.games, 20);
    // A copy follows the session: another start, and rules that were changed.
    await client.call('setup', { session, fen: '7k/8/5KQ1/8/8/8/8/8 w - - 0 1' });
    assert.equal((await client.call('search', { session, depth: 3 })).mate, 1);
    const mine = (await client.call('load', { game: 'mine.yaml' })).session;
    assert.equal((await client.call('perft', { session: mine, depth: 1 })).nodes, 20);
    await client.call('save', { file: 'mine.yaml', text: 'name: Mine\nextends: chess\npieces:\n  queen: {moves: "N"}\n' });
    await client.call('load', { game: 'mine.yaml', session: mine });
    assert.equal((await client.call('perft', { session: mine, depth: 1 })).nodes, 22);
    await assert.rejects(client.call('play', { session, move: 'a1a1' }), FerzError);
    client.close();
  },

  /** How fast it counts. Nothing is asserted: other programs run beside this one. */
  speed() {
    const said = [];
    for (const [game, depth] of [['chess', 5], ['frankfurt', 4], ['hex80', 3]]) {
      const { session } = ferz.call('load', { game });
      const best = (measure) => { // the first counts of a module are slow: the engine of JavaScript still compiles it
        let most = 0;
        for (const end = performance.now() + SPEED_MILLISECONDS; performance.now() < end;) most = Math.max(most, measure());
        return most;
      };
      const ours = best(() => {
        const begin = performance.now();
        return ferz.call('perft', { session, depth, milliseconds: 60000 }).nodes / (performance.now() - begin) * 1000;
      });
      const theirs = best(() => Number(execFileSync(process.env.FERZ, ['perft', game, '--depth', String(depth), '--stats'], { encoding: 'utf8' }).match(/^nps (\d+)/m)[1]));
      said.push(`${game} ${Math.round(100 * ours / theirs)} % (${(ours / 1e6).toFixed(1)} of ${(theirs / 1e6).toFixed(1)} million leaves a second)`);
    }
    return said.join(', ');
  },
};

let passed = 0, failed = 0;
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length && !wanted.includes(name)) continue;
  const begin = Date.now();
  try {
    const said = await part();
    passed++;
    console.log(`passed: ${name}${said ? `: ${said}` : ''} (${Date.now() - begin} ms)`);
  } catch (error) {
    failed++;
    console.log(`FAILED: ${name}: ${error.stack}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
