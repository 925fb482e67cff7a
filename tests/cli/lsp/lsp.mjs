// Drives `ferz lsp` as an editor does.
// usage: node lsp.mjs PATH-OF-FERZ ROOT FOLDER: FOLDER is empty; FERZ_LSP_MODULES names the modules of npm
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { Client, protocol as lsp } from './client.mjs';

const [, , program, root, folder] = process.argv;
const KING = '{letter: k, moves: K, royal: true}';
const GAME = `name: A game
board: {size: 8x8}
zones:
  castle: files d-f and own ranks 1-2
pieces:
  king: ${KING}
  guard: {letter: g, moves: [{move: F, to: castle}]}
  pawn:
    letter: p
    moves: [fmWfcF]
    promotes: {on: own rank 8, to: [guard]}
start: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
end:
  checkmate: loss
  stalemate: draw
`;
const CHILD = `name: A child
extends: parent
script: child.lua
pieces:
  guard: {transforms: pawn}
`;
const SCRIPT = `-- Pieces change into what they capture.

--- A piece that captures becomes a guard.
function on_capture(mover, victim)
    return {becomes = "guard"}
end
`;

let passed = 0, failed = 0;
const tests = [];
const test = (name, run) => tests.push([name, run]);
const codes = (diagnostics) => diagnostics.map((one) => one.code);
const under = (client, name, one) => client.texts.get(client.uri(name)).getText(one.range);
const has = (list, ...wanted) => wanted.forEach((one) => assert.ok(list.includes(one), `no ${one} in ${JSON.stringify(list).slice(0, 600)}`));
const lacks = (list, ...unwanted) => unwanted.forEach((one) => assert.ok(!list.includes(one), `${one} in ${JSON.stringify(list).slice(0, 600)}`));

function games(name, files) {
  const where = path.join(folder, name);
  fs.mkdirSync(where, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(where, file)), { recursive: true });
    fs.writeFileSync(path.join(where, file), text);
  }
  return where;
}

/** Runs with a client that has started in a folder with these files. */
async function with_client(name, files, run, more, general) {
  const client = new Client(program, games(name, files));
  client.capabilities = (await client.start(more, general)).capabilities;
  try {
    await run(client);
    assert.equal(await client.stop(), 0);
  } finally {
    client.process.kill();
  }
}

test('links codes to their explanation', () => with_client('codes', {}, async (client) => {
  const [one] = await client.write('a.yaml', GAME.replace('letter: g', 'lettr: g'));
  const href = one.codeDescription.href, line = Number(href.match(/^file:\/\/\/.*\/codes\.md#L(\d+)$/)[1]);
  assert.equal(fs.readFileSync(new URL(href), 'utf8').split('\n')[line - 1], `## ${one.code}`);
}));

test('starts with --stdio, as some editors say', async () => {
  const client = new Client(program, games('stdio', {}), ['--stdio']);
  assert.ok((await client.start()).capabilities.hoverProvider);
  assert.equal(await client.stop(), 0);
});

test('says what it can', () => with_client('can', {}, async (client) => {
  const c = client.capabilities;
  assert.equal(c.positionEncoding, 'utf-16');
  assert.ok(c.hoverProvider && c.completionProvider && c.definitionProvider && c.referencesProvider && c.renameProvider.prepareProvider);
  assert.ok(c.documentFormattingProvider && c.documentSymbolProvider && c.codeActionProvider);
  await client.write('a.yaml', GAME);
  assert.equal(client.registered.registrations[0].method, 'workspace/didChangeWatchedFiles');
}));

test('underlines what is wrong, with code, range, hint and a second place', () => with_client('wrong', {}, async (client) => {
  assert.deepEqual(await client.write('a.yaml', GAME), []);
  let found = await client.write('a.yaml', GAME.replace('letter: g', 'lettr: g'));
  assert.ok(codes(found).includes('E0301'));
  const key = found.find((one) => one.code === 'E0301');
  assert.equal(under(client, 'a.yaml', key), 'lettr');
  assert.equal(key.severity, 1);
  assert.match(key.message, /unknown key `lettr`[^]*help: did you mean `letter`/);
  found = await client.write('a.yaml', GAME.replace('guard: {letter: g', 'guard: {letter: k'));
  assert.equal(under(client, 'a.yaml', found[0]), 'k');
  assert.equal(found[0].relatedInformation[0].location.uri, client.uri('a.yaml'));
  found = await client.write('a.yaml', GAME);
  assert.deepEqual(found, []);
  found = await client.type('a.yaml', GAME.indexOf('8x8'), GAME.indexOf('8x8') + 1, '9');
  assert.ok(found.length && found[0].range.start.line > 0);
}));

test('counts characters as UTF-16, or as UTF-8 where the editor wants that', async () => {
  const text = GAME.replace('name: A game', 'name: "\u{1F40E}\u{1F40E}"').replace('zones:', 'zones: # ж').replace('{size: 8x8}', '{size: 8x8, title\u{1F40E}: 3}');
  for (const [encoding, length] of [['utf-16', 7], ['utf-8', 9]]) {
    await with_client(`units-${encoding}`, {}, async (client) => {
      assert.equal(client.capabilities.positionEncoding, encoding);
      const [found] = await client.write('a.yaml', text);
      assert.equal(found.range.end.character - found.range.start.character, length);
      assert.equal(found.range.start.character, 'board: {size: 8x8, '.length);
    }, {}, encoding === 'utf-8' ? { positionEncodings: ['utf-8', 'utf-16'] } : {});
  }
});

test('reads open texts instead of files, parents and scripts too', () =>
  with_client('overlay', { 'rules/parent.yaml': GAME, 'rules/child.yaml': CHILD, 'scripts/child.lua': SCRIPT }, async (client) => {
    assert.deepEqual(await client.write('rules/child.yaml', CHILD), []);
    await client.write('rules/parent.yaml', GAME);
    await client.write('rules/parent.yaml', GAME.replaceAll('guard', 'ward'));
    await client.until('rules/child.yaml', (found) => found.length === 1 && /`guard` has no `letter`/.test(found[0].message));
    await client.write('rules/parent.yaml', GAME);
    await client.until('rules/child.yaml', (found) => !found.length);
    await client.write('scripts/child.lua', SCRIPT);
    const found = await client.write('scripts/child.lua', SCRIPT.replace('becomes =', 'becomez ='));
    assert.equal(found[0].code, 'E0908');
    assert.match(found[0].message, /did you mean "becomes"/);
    assert.equal(found[0].relatedInformation[0].location.uri, client.uri('rules/child.yaml'));
    assert.deepEqual(await client.write('scripts/child.lua', SCRIPT), []);
  }));

test('checks a script by the games that are read from it', () =>
  with_client('script', { 'rules/parent.yaml': GAME, 'rules/child.yaml': CHILD, 'scripts/child.lua': SCRIPT }, async (client) => {
    const found = await client.write('scripts/child.lua', SCRIPT.replace('"guard"', '"gard"'));
    assert.equal(found.length, 1);
    assert.match(found[0].message, /gard/);
    assert.match(await client.hover('scripts/child.lua', 'on_capture'), /becomes a guard/);
  }));

test('leaves YAML of others alone', () => with_client('others', {}, async (client) => {
  assert.deepEqual(await client.write('compose.yaml', 'services:\n  web: {image: x}\nvolumes: {}\n'), []);
  assert.ok((await client.write('mine.yaml', 'pieces: {}\nvolumes: {}\n')).length > 0);
}));

test('checks a text that is no file, and one that was never saved', () => with_client('unsaved', { 'parent.yaml': GAME }, async (client) => {
  assert.deepEqual(await client.write('untitled:Untitled-1', GAME), []);
  assert.equal((await client.write('untitled:Untitled-2', 'name: X\nbord: {}\n')).some((one) => one.code === 'E0301'), true);
  assert.deepEqual(await client.write('new.yaml', GAME), []);
}));

test('reads scripts and parents that were never saved', async () => {
  const rules = CHILD.replace('child.lua', 'new.lua');
  const broken = SCRIPT.replace('return {', 'return {{');
  for (const [name, where] of [['beside', ''], ['far', '../scripts/']]) {
    await with_client(`new-${name}`, { 'rules/parent.yaml': GAME, 'rules/a.yaml': rules, 'scripts/other.lua': '' }, async (client) => {
      const script = path.posix.join('rules', where, 'new.lua');
      assert.deepEqual(codes(await client.write('rules/a.yaml', rules)), ['E0901']);
      assert.equal((await client.write(script, broken))[0].severity, 1);
      await client.until('rules/a.yaml', (found) => !found.length);
      assert.deepEqual(await client.write(script, SCRIPT), []);
      assert.match(await client.hover('rules/a.yaml', 'pieces:\n  guard', 12), /Guard/);
      await client.close(script);
      await client.until('rules/a.yaml', (found) => codes(found).includes('E0901'));
    });
  }
  await with_client('new-all', { 'other.yaml': GAME }, async (client) => { // nothing is saved, the script is opened last
    assert.deepEqual(codes(await client.write('a.yaml', rules)), ['E0401']);
    await client.write('parent.yaml', GAME);
    await client.until('a.yaml', (found) => codes(found).join() === 'E0901');
    assert.equal((await client.write('new.lua', broken))[0].severity, 1);
    assert.deepEqual(await client.write('new.lua', SCRIPT), []);
    await client.until('a.yaml', (found) => !found.length);
  });
  await with_client('new-later', { 'parent.yaml': GAME }, async (client) => { // rules that loaded before they named the script
    assert.deepEqual(await client.write('a.yaml', rules.replace('script: new.lua\n', '')), []);
    assert.deepEqual(codes(await client.write('a.yaml', rules)), ['E0901']);
    assert.equal((await client.write('new.lua', broken))[0].severity, 1);
    await client.until('a.yaml', (found) => !found.length);
  });
  await with_client('new-closed', { 'parent.yaml': GAME, 'a.yaml': rules }, async (client) => { // rules that are not open
    assert.equal((await client.write('new.lua', broken))[0].severity, 1);
    assert.deepEqual(await client.write('new.lua', SCRIPT), []);
  });
});

test('completes keys by their place', () => with_client('keys', { 'parent.yaml': GAME }, async (client) => {
  await client.write('a.yaml', `${GAME}\n`);
  await client.write('a.yaml', GAME.replace('board: {size: 8x8}', 'board: {size: 8x8, }'));
  let found = await client.labels('a.yaml', '8x8, ', 5);
  has(found, 'wrap', 'missing', 'levels');
  lacks(found, 'size', 'royal', 'pieces');
  await client.write('a.yaml', GAME.replace('    letter: p\n', '    letter: p\n    pro\n'));
  found = await client.labels('a.yaml', 'pro\n', 3);
  has(found, 'protects', 'royal_letter', 'transforms: rook');
  lacks(found, 'board', 'letter', 'moves', 'promotes');
  await client.write('a.yaml', `${GAME}tu`);
  has(await client.labels('a.yaml', '\ntu', 3), 'turn', 'hooks', 'options');
  await client.write('b.yaml', 'name: B\nextends: parent\npieces:\n  ');
  has(await client.labels('b.yaml', 'pieces:\n  ', 10), 'king', 'guard', 'pawn');
  await client.write('b.yaml', 'name: B\nextends: parent\npieces:\n  pawn: {promotes: {on: last rank, to: [guard, k');
  has(await client.labels('b.yaml', 'guard, k', 8), 'king');
}));

test('completes values: words, pieces, zones, games, functions, movements', () =>
  with_client('values', { 'parent.yaml': GAME, 'child.lua': SCRIPT }, async (client) => {
    await client.write('a.yaml', GAME.replace('royal: true', 'royal: '));
    has(await client.labels('a.yaml', 'royal: ', 7), 'true', 'false');
    await client.write('a.yaml', GAME.replace('to: castle', 'to: '));
    has(await client.labels('a.yaml', 'F, to: ', 7), 'castle', 'own rank 8', 'last rank');
    await client.write('a.yaml', GAME.replace('to: [guard]', 'to: []'));
    has(await client.labels('a.yaml', 'to: []', 5), 'guard', 'pawn');
    await client.write('a.yaml', GAME.replace('[fmWfcF]', ''));
    has(await client.labels('a.yaml', '    moves: \n', 11), 'N', 'fmWfceF');
    await client.write('a.yaml', GAME.replace('stalemate: draw', 'stalemate: '));
    has(await client.labels('a.yaml', 'stalemate: ', 11), 'loss', 'win', 'draw');
    await client.write('c.yaml', 'name: C\nextends: ');
    has(await client.labels('c.yaml', 'extends: ', 9), 'chess', 'crazyhouse');
    await client.write('c.yaml', 'name: C\nextends: parent\nscript: child.lua\nhooks:\n  on');
    has(await client.labels('c.yaml', '  on', 4), 'on_capture');
    await client.write('child.lua', SCRIPT.replace('"guard"', '""'));
    has(await client.labels('child.lua', '""', 1), 'king', 'castle');
    lacks(await client.labels('child.lua', '-- Pieces', 5), 'counter');
    await client.write('child.lua', SCRIPT.replace('return', 'cou\n    return'));
    has(await client.labels('child.lua', 'cou\n', 3), 'counter', 'count');
  }));

const HOOKED = `name: A game of hooks
extends: chess
script: hooked.lua
hooks:
  storm: {at: after}
  fair: {at: legal}
  quiet: {at: made}
  seconds: {at: choices}
  others: {at: moves}
  shout: {at: announce}
  plain: {}
filter: hook inside
end:
  over: {when: hook over, result: draw}
  checkmate: {result: loss, hook: unless}
castling:
  any: {king: king, with: rook, within: own rank 1, ends: hook ends}
start: {hook: array}
pieces:
  knight: {moves: [N, {hook: leaps}]}
`;
const SIGNATURES = {
  on_capture: '(mover, victim)', storm: '(move)', fair: '(move)', quiet: '(move)', seconds: '(move)', others: '()', shout: '(move)', plain: '(move)',
  inside: '(from, to, owner)', over: '()', unless: '()', ends: '(king, partner, owner)', array: '(number, second)', leaps: '(piece, owner, from)',
};

/** The items where `|` stands in a text. */
async function offered(client, name, marked) {
  const at = marked.indexOf('|'), text = marked.replace('|', '');
  await client.write(name, text);
  const position = client.texts.get(client.uri(name)).positionAt(at);
  return (await client.ask(lsp.CompletionRequest.type, { textDocument: { uri: client.uri(name) }, position })).items;
}

test('completes hooks that the rules name, with their signatures', async () => {
  await with_client('hooks', { 'hooked.yaml': HOOKED, 'hooked.lua': '' }, async (client) => {
    for (const typed of ['function |', 'function on_|', 'function st|']) {
      const found = await offered(client, 'hooked.lua', typed);
      assert.deepEqual(found.map((item) => item.label).sort(), Object.keys(SIGNATURES).sort());
      for (const item of found) {
        assert.equal(item.detail, item.label + SIGNATURES[item.label]);
        assert.equal(item.textEdit.newText, `${item.detail}\n    \nend`);
      }
      const kinds = fs.readFileSync(path.join(root, 'interp/authoring/ferz.lua'), 'utf8').match(/^---@alias ferz\.\w+ fun\(/gm);
      assert.equal(new Set(found.map((item) => item.documentation.value)).size, kinds.length, 'every kind of the stubs has its place');
    }
    const found = await offered(client, 'hooked.lua', 'function storm(move) end\nlocal function inside() end\nfunction on_|(a, b)\nend\n');
    assert.equal(found.find((item) => item.label === 'on_capture').textEdit.newText, 'on_capture');
    lacks(found.map((item) => item.label), 'storm', 'count');
    assert.deepEqual(await offered(client, 'hooked.lua', 'local function |'), []);
    assert.deepEqual(await offered(client, 'hooked.lua', '-- a function |'), []);
    assert.deepEqual(await offered(client, 'hooked.lua', 'x = "function |"').then((list) => list.filter((item) => item.label === 'storm')), []);
  });
  await with_client('hook-snippets', { 'hooked.yaml': HOOKED, 'hooked.lua': '' }, async (client) => {
    const [item] = (await offered(client, 'hooked.lua', 'function fa|')).filter((one) => one.label === 'fair');
    assert.equal(item.insertTextFormat, 2);
    assert.equal(item.textEdit.newText, 'fair(move)\n    $0\nend');
  }, { capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } } });
  await with_client('hook-alone', {}, async (client) => { // without rules
    assert.deepEqual((await offered(client, 'a.lua', 'function |')).map((item) => item.label), ['on_capture']);
  });
});

test('explains hooks where they are defined and where the rules name them', () =>
  with_client('hook-hover', { 'hooked.yaml': HOOKED, 'hooked.lua': '' }, async (client) => {
    await client.write('hooked.yaml', HOOKED);
    await client.write('hooked.lua', `${SCRIPT}function storm(m) end\nover = function() end\n`);
    const capture = await client.hover('hooked.lua', 'on_capture');
    assert.match(capture, /function on_capture\(mover: ferz\.staged_piece, victim: ferz\.staged_piece\): ferz\.change\?/);
    assert.match(capture, /once for each pair of pieces[^]*- `royal`: Whether it is royal[^]*- `becomes`: Its new type[^]*---[^]*A piece that captures becomes a guard/);
    for (const name of ['hooked.lua', 'hooked.yaml']) {
      assert.match(await client.hover(name, 'storm'), /function storm\(move: ferz\.move\): ferz\.effect\[\]\?[^]*further effects[^]*- `removal`: [^]*- `capture`: /);
    }
    assert.match(await client.hover('hooked.lua', 'over ='), /function over\(\): ferz\.ending\?[^]*- `winner`/);
    for (const [place, form] of [['hook: leaps', /from: ferz\.cell/], ['hook inside', /: boolean/], ['hook over', /ferz\.ending/], ['hook: unless', /ferz\.ending/],
      ['hook ends', /ferz\.castled/], ['hook: array', /number: integer/], ['  shout', /function shout/], ['  quiet', /boolean\|string/]]) {
      assert.match(await client.hover('hooked.yaml', place, place.length - 1), form, place);
    }
    assert.doesNotMatch(await client.hover('hooked.yaml', 'checkmate'), /ferz\./);
    const { uri } = await client.ask(lsp.DefinitionRequest.type, client.at('hooked.yaml', 'hook over', 7));
    assert.equal(uri, client.uri('hooked.lua'));
    const used = await client.ask(lsp.ReferencesRequest.type, { ...client.at('hooked.lua', 'over ='), context: { includeDeclaration: true } });
    has(used.map((one) => one.uri), client.uri('hooked.lua'), client.uri('hooked.yaml'));
  }));

test('completes and explains the fields of what a hook gets', () =>
  with_client('hook-fields', { 'hooked.yaml': HOOKED, 'hooked.lua': '' }, async (client) => {
    const labels = async (marked) => (await offered(client, 'hooked.lua', marked)).map((item) => item.label);
    for (const typed of ['victim.|', 'mover.|', 'victim.ty|', 'x == victim.|']) {
      assert.deepEqual(await labels(`function on_capture(mover, victim)\n    if ${typed}\nend\n`), ['type', 'owner', 'royal']);
    }
    assert.deepEqual(await labels('function on_capture(a, b)\n    return {becomes = b.|}\nend\n'), ['type', 'owner', 'royal']);
    for (const name of ['storm', 'fair', 'quiet', 'seconds', 'shout', 'plain']) {
      has(await labels(`function ${name}(m)\n    local x = m.|\nend\n`), 'from', 'captured_at', 'victims', 'half');
    }
    assert.deepEqual(await labels('storm = function(move)\n    return move.victims[1].|\nend\n'), ['cell', 'piece', 'owner']);
    const victim = ['cell', 'piece', 'owner'];
    assert.deepEqual(await labels('function storm(move)\n    for _, one in ipairs(move.victims) do\n        f(one.|)\n    end\nend\n'), victim);
    assert.deepEqual(await labels('function storm(move)\n    local move = move\n    local all = move.victims\n    local one = all[#all]\n    f(one.|)\nend\n'), victim);
    assert.deepEqual(await labels('function storm(move)\n    return move.victims.|\nend\n'), []);
    assert.deepEqual(await labels('function storm(move)\n    local move = 3\n    return move.|\nend\n'), []);
    assert.deepEqual(await labels('function storm(move)\n    return move.piece.|\nend\n'), []);
    assert.deepEqual(await labels('function helper(move)\n    return move.|\nend\n'), []);
    assert.deepEqual(await labels('function storm(move)\nend\nlocal function f(move)\n    return move.|\nend\n'), []);
    assert.deepEqual(await labels('function storm(move)\n    return other.|\nend\n'), []);
    assert.deepEqual(await labels('function storm(move)\n    -- move.|\nend\n'), []);
    const [type] = await offered(client, 'hooked.lua', 'function on_capture(mover, victim)\n    return victim.|\nend\n');
    assert.equal(type.detail, 'ferz.piece');
    assert.equal(type.documentation.value, 'Its piece.');
    await client.write('hooked.lua', 'function storm(move)\n    return move.removal, move.victims[1].piece, piece(1)\nend\n');
    assert.match(await client.hover('hooked.lua', 'removal'), /removal: boolean[^]*Whether the player takes the piece off/);
    assert.match(await client.hover('hooked.lua', '.piece', 2), /The captured piece/);
    assert.match(await client.hover('hooked.lua', 'piece(1)'), /piece\(cell\)/);
  }));

test('completes and explains the functions of libraries behind a dot', () => with_client('libraries', {}, async (client) => {
  const found = await offered(client, 'a.lua', 'function f(list)\n    return table.co|\nend\n');
  has(found.map((item) => item.label), 'concat', 'insert');
  lacks(found.map((item) => item.label), 'count', 'table.concat', 'floor');
  assert.equal(found.find((item) => item.label === 'concat').textEdit.newText, 'concat');
  assert.deepEqual(await offered(client, 'a.lua', 'function f(list)\n    return list.|\nend\n'), []);
  await client.write('a.lua', 'function f(list)\n    return table.concat(list), list.count, count(1)\nend\n');
  assert.match(await client.hover('a.lua', 'concat'), /table\.concat\(list[^]*joined/);
  assert.equal(await client.hover('a.lua', '.count', 2), '');
  assert.match(await client.hover('a.lua', 'count(1)'), /count\(player/);
  assert.equal(await client.hover('a.lua', 'table'), '');
}));

test('writes the colon behind a key, also in editors that go by insertText', () => with_client('colon', { 'a.yaml': GAME }, async (client) => {
  const rules = (pawn) => GAME.replace(/  pawn:\n[^]*?(?=start)/, pawn);
  for (const pawn of ['  pawn: {le|}\n', '  pawn: {le|, moves: K}\n', '  pawn: {moves: K, le|}\n', '  pawn:\n    le|\n', '  pawn:\n    le|\n    moves: K\n', '  pawn:\n    |\n']) {
    const item = (await offered(client, 'a.yaml', rules(pawn))).find((one) => one.label === 'letter');
    assert.deepEqual([item.textEdit.newText, item.insertText], ['letter: ', 'letter: '], pawn);
  }
  const item = (await offered(client, 'a.yaml', rules('  pawn:\n    le|: p\n'))).find((one) => one.label === 'letter');
  assert.equal(item.textEdit.newText, 'letter');
  for (const text of ['examples:\n  - ti|', 'examples:\n  - |\n', 'examples:\n  - moves: e2e4\n    |\n']) {
    has((await offered(client, 'a.test.yaml', text)).map((one) => one.textEdit.newText), 'title: ', 'legal: ');
  }
}));

test('offers whole games for an empty text, and they load', () => with_client('empty', {}, async (client) => {
  await client.write('my-game.yaml', '');
  const found = await client.ask(lsp.CompletionRequest.type, { textDocument: { uri: client.uri('my-game.yaml') }, position: { line: 0, character: 0 } });
  const templates = found.items.filter((item) => item.detail === 'a template');
  assert.equal(templates.length, 2);
  for (const item of templates) {
    const text = client.edited('my-game.yaml', [item.textEdit]);
    const shown = await client.write(`try-${item.sortText}.yaml`, text);
    assert.doesNotMatch(text, /\{\{/);
    assert.deepEqual(shown.filter((one) => one.severity === 1), [], text);
  }
}));

test('explains keys, pieces, movements, zones, games and codes', () => with_client('hover', { 'parent.yaml': GAME, 'child.lua': SCRIPT }, async (client) => {
  await client.write('a.yaml', GAME);
  assert.match(await client.hover('a.yaml', 'royal'), /may not be left under attack/);
  assert.match(await client.hover('a.yaml', 'promotes'), /promot/i);
  const guard = await client.hover('a.yaml', 'to: [guard', 6);
  assert.match(guard, /### Guard \(`g`\)/);
  assert.match(guard, /```text\n[^]*G[^]*```/);
  assert.match(await client.hover('a.yaml', 'fmWfcF', 2), /`fmWfcF`[^]*Moves without capturing one cell straight forward/);
  assert.match(await client.hover('a.yaml', 'to: castle', 6), /files d-f and own ranks 1-2/);
  await client.write('b.yaml', CHILD);
  assert.match(await client.hover('b.yaml', 'script'), /Lua file/);
  await client.write('c.yaml', 'name: C\nextends: chess\nallow_warnings: [W1004]\n');
  assert.match(await client.hover('c.yaml', 'chess'), /Chess/);
  assert.match(await client.hover('c.yaml', 'W1004'), /W1004/);
  await client.write('a.yaml', GAME.replace('letter: g', 'lettr: g'));
  assert.match(await client.hover('a.yaml', 'lettr'), /\*\*E0301/);
  assert.match(await client.hover('a.yaml', 'to: [guard', 6), /### Guard/, 'the rules as they loaded last');
  await client.write('child.lua', SCRIPT.replace('return', 'local n = halfmove_clock()\n    return'));
  assert.match(await client.hover('child.lua', 'halfmove_clock'), /```lua\nhalfmove_clock\(\)/);
  assert.match(await client.hover('a.yaml', 'A game', 1), /title of the game/);
}));

test('explains in Russian where the editor is Russian', () => with_client('russian', {}, async (client) => {
  await client.write('a.yaml', GAME);
  assert.match(await client.hover('a.yaml', 'king'), /Ходит|ходит/);
}, { locale: 'ru-RU' }));

test('goes to definitions: a piece, a zone, a game, a script, a function', () =>
  with_client('definition', { 'rules/parent.yaml': GAME, 'rules/child.yaml': CHILD.replace('pieces:', 'hooks:\n  on_capture: {at: after}\npieces:'), 'scripts/child.lua': SCRIPT }, async (client) => {
    const child = fs.readFileSync(path.join(client.folder, 'rules/child.yaml'), 'utf8');
    await client.write('rules/parent.yaml', GAME);
    await client.write('rules/child.yaml', child);
    const go = async (name, words, more) => client.ask(lsp.DefinitionRequest.type, client.at(name, words, more));
    const check = (found, name, words) => {
      assert.equal(found?.uri, client.uri(name));
      const text = fs.readFileSync(path.join(client.folder, name), 'utf8').split('\n')[found.range.start.line];
      assert.ok(text.slice(found.range.start.character).startsWith(words), text);
    };
    check(await go('rules/parent.yaml', 'to: castle', 5), 'rules/parent.yaml', 'castle: files');
    check(await go('rules/parent.yaml', '[guard]', 2), 'rules/parent.yaml', 'guard: {letter');
    check(await go('rules/child.yaml', 'transforms: pawn', 13), 'rules/parent.yaml', 'pawn:');
    check(await go('rules/child.yaml', 'guard: {', 2), 'rules/parent.yaml', 'guard: {letter');
    check(await go('rules/child.yaml', 'extends: parent', 10), 'rules/parent.yaml', 'name: A game');
    check(await go('rules/child.yaml', 'child.lua', 2), 'scripts/child.lua', '-- Pieces');
    check(await go('rules/child.yaml', 'on_capture', 2), 'scripts/child.lua', 'on_capture(');
    await client.write('scripts/child.lua', SCRIPT);
    check(await go('scripts/child.lua', '"guard"', 2), 'rules/child.yaml', 'guard: {transforms');
    assert.equal(await go('rules/parent.yaml', 'letter: g', 2), null);
  }));

test('finds and renames pieces and zones in every file that has them', () =>
  with_client('rename', { 'rules/parent.yaml': GAME, 'rules/child.yaml': CHILD, 'scripts/child.lua': SCRIPT, 'rules/other.yaml': GAME }, async (client) => {
    await client.write('rules/parent.yaml', GAME);
    const where = client.at('rules/parent.yaml', 'guard:', 2);
    const found = await client.ask(lsp.ReferencesRequest.type, { ...where, context: { includeDeclaration: true } });
    const by = (name) => found.filter((one) => one.uri === client.uri(name)).length;
    assert.deepEqual([by('rules/parent.yaml'), by('rules/child.yaml'), by('scripts/child.lua'), by('rules/other.yaml')], [2, 1, 1, 0]);
    assert.deepEqual(client.texts.get(client.uri('rules/parent.yaml')).getText(await client.ask(lsp.PrepareRenameRequest.type, where)), 'guard');
    const { changes } = await client.ask(lsp.RenameRequest.type, { ...where, newName: 'ward' });
    for (const [name, text] of [['rules/parent.yaml', GAME], ['rules/child.yaml', CHILD], ['scripts/child.lua', SCRIPT]]) {
      await client.write(name, text);
      assert.equal(client.edited(name, changes[client.uri(name)]), text.replace(/\bguard(?=[:\]"])/g, 'ward'));
      fs.writeFileSync(path.join(client.folder, name), client.edited(name, changes[client.uri(name)]));
    }
    const checked = spawnSync(program, ['check', path.join(client.folder, 'rules/child.yaml')], { encoding: 'utf8' });
    assert.equal(checked.status, 0, checked.stderr);
    const zone = await client.ask(lsp.RenameRequest.type, { ...client.at('rules/parent.yaml', 'castle:', 1), newName: 'fort' });
    assert.equal(client.edited('rules/parent.yaml', zone.changes[client.uri('rules/parent.yaml')]), GAME.replaceAll('castle', 'fort'));
    for (const newName of ['king', '8', 'a b', '']) {
      await assert.rejects(client.ask(lsp.RenameRequest.type, { ...where, newName }), (error) => error.code === -32803);
    }
    await assert.rejects(client.ask(lsp.RenameRequest.type, { ...client.at('rules/parent.yaml', 'letter:', 1), newName: 'x' }));
  }));

test('renames nothing in games of others', () => with_client('foreign', {}, async (client) => {
  await client.write('a.yaml', 'name: A\nextends: chess\npieces:\n  queen: {moves: K}\n');
  await assert.rejects(client.ask(lsp.RenameRequest.type, { ...client.at('a.yaml', 'queen', 1), newName: 'lady' }), /outside of the workspace/);
}));

test('lays out a text, which stays the same game', () => with_client('format', {}, async (client) => {
  const ugly = `name:   A game   \n\n\n\nboard:   { size:   8x8 }\npieces:\n     king:   {letter: k,moves: K,   royal: true}   # the king\n     pawn:\n         letter: p\n` +
    `         moves:\n         -   fmW\n         - {move:   fcF }\n# the start\nstart:   "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"\nabout: |\n      one\n        two\n\n\n      three\nend: {checkmate: loss}`;
  const pretty = `name: A game\n\nboard: {size: 8x8}\npieces:\n  king: {letter: k, moves: K, royal: true}   # the king\n  pawn:\n    letter: p\n` +
    `    moves:\n    - fmW\n    - {move: fcF}\n# the start\nstart: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"\nabout: |\n      one\n        two\n\n\n      three\nend: {checkmate: loss}\n`;
  const lay = async (name) => client.edited(name, await client.ask(lsp.DocumentFormattingRequest.type,
    { textDocument: { uri: client.uri(name) }, options: { tabSize: 2, insertSpaces: true } }));
  await client.write('a.yaml', ugly);
  const once = await lay('a.yaml');
  assert.equal(once, pretty);
  await client.write('a.yaml', once);
  assert.equal(await lay('a.yaml'), once);
  // Every game stays as it is, or the same game: it has the same fingerprint of what is played.
  const rules = fs.readdirSync(path.join(root, 'rules')).filter((name) => name.endsWith('.yaml') && !/\.(test|tuning)\./.test(name));
  let changed = 0;
  for (const name of rules) {
    const text = fs.readFileSync(path.join(root, 'rules', name), 'utf8');
    await client.write('b.yaml', text);
    const laid = await lay('b.yaml');
    changed += laid !== text;
    const shape = (words) => words.replace(/[ \t]+/g, ' ').replace(/\n+/g, '\n');
    assert.equal(shape(laid).replace(/^ +/gm, ''), shape(text).replace(/^ +/gm, ''), name);
  }
  assert.ok(changed < rules.length / 4, `${changed} of ${rules.length} games are laid out otherwise`);
}));

test('fixes what a hint tells', () => with_client('mend', {}, async (client) => {
  const fix = async (text, wanted, title) => {
    const found = await client.write('a.yaml', text);
    for (const one of found) {
      for (const action of await client.actions('a.yaml', one)) {
        if (title && !action.title.includes(title)) continue;
        const edited = client.edited('a.yaml', action.edit.changes[client.uri('a.yaml')]);
        if (edited === wanted) return;
      }
    }
    assert.fail(`${JSON.stringify(found.map((one) => one.message))}: no action gives\n${wanted}`);
  };
  await fix(GAME.replace('letter: g', 'lettr: g'), GAME);
  await fix(GAME.replace('[guard]', '[gard]'), GAME);
  await fix(GAME.replace('stalemate: draw', 'stalemate: drw'), GAME);
  await fix(GAME.replace('checkmate: loss', 'chekmate: loss'), GAME);
  await fix(GAME.replace('[fmWfcF]', '[fmwfcF]'), GAME);
  await fix(GAME.replace('royal: true', 'royal: yes'), GAME, 'true');
  await fix(GAME.replace('board: {size: 8x8}\n', ''), GAME.replace('board: {size: 8x8}\n', '') + 'board: {size: 8x8}\n'.trimEnd() + '\n', 'Add');
  await fix(`${GAME}bord: {}\n`, `${GAME}board: {}\n`);
  await fix('name: X\nextends: ches\n', 'name: X\nextends: chess\n');
  await fix(GAME.replace('  guard:', '\tguard:'), GAME, 'blanks');
  await fix(GAME.replace('stalemate: draw', 'stalemate:draw'), GAME);
  await fix(GAME.replace('royal: true', 'royal:true'), GAME);
}));

test('fixes misspellings in scripts', () => with_client('mend-script', { 'parent.yaml': GAME, 'child.yaml': CHILD }, async (client) => {
  await client.write('child.yaml', CHILD);
  const right = SCRIPT.replace('"guard"', 'victim.type');
  for (const [from, to] of [['on_capture', 'on_captrue'], ['on_capture', 'on_captur'], ['victim.type', 'victim.tpe'], ['becomes =', 'becoms =']]) {
    const [one] = await client.write('child.lua', right.replace(from, to));
    const [action] = await client.actions('child.lua', one);
    assert.equal(client.edited('child.lua', action.edit.changes[client.uri('child.lua')]), right, one.message);
  }
  const [one] = await client.write('child.lua', SCRIPT.replace('"guard"', '"gard"'));
  const [action] = await client.actions('child.lua', one);
  assert.equal(client.edited('child.lua', action.edit.changes[client.uri('child.lua')]), SCRIPT);
  const [field] = await client.write('child.lua', right.replace('victim.type', 'victim.tpe'));
  assert.match(under(client, 'child.lua', field), /victim\.tpe/);
  assert.equal(field.severity, 1);
}));

test('fixes every misspelling that is named in tests/invalid', () => {
  const files = {};
  for (const part of ['rules', 'games', 'warnings']) {
    const from = path.join(root, 'tests/invalid', part);
    for (const name of fs.readdirSync(from).filter((one) => /\.(yaml|lua)$/.test(one))) files[`${part}/${name}`] = fs.readFileSync(path.join(from, name), 'utf8');
  }
  return with_client('invalid', files, async (client) => {
    let fixed = 0;
    const unfixed = [];
    for (const [name, text] of Object.entries(files).filter(([file]) => /^[^.]*\.yaml$/.test(file))) {
      for (const one of await client.write(name, text)) {
        if (!/did you mean/.test(one.message)) continue;
        const [action] = (await client.actions(name, one)).filter((action) => action.diagnostics[0].message === one.message && action.isPreferred);
        const edits = action?.edit.changes[client.uri(name)];
        const after = edits ? await client.write(name, client.edited(name, edits)) : null;
        const gone = after && !after.some((other) => other.message === one.message && other.range.start.line === one.range.start.line);
        if (gone) fixed++;
        else unfixed.push(`${name}: ${one.message}`);
        await client.write(name, text);
      }
      await client.close(name);
    }
    assert.deepEqual(unfixed, []);
    assert.ok(fixed > 25, `${fixed} were fixed`);
  });
});

test('allows a warning that is meant', () => with_client('allow', {}, async (client) => {
  const text = GAME.replace('start: 4k3/8/8/8/8/8/4P3/4K3', 'counters: [x]\nstart: 4k3/8/8/8/8/8/4P3/4K3');
  const [warning] = (await client.write('a.yaml', text)).filter((one) => one.severity === 2);
  const action = (await client.actions('a.yaml', warning)).find((one) => one.title.startsWith('Allow'));
  const edited = client.edited('a.yaml', action.edit.changes[client.uri('a.yaml')]);
  assert.match(edited, new RegExp(`allow_warnings: \\[${warning.code}\\]`));
  assert.deepEqual((await client.write('a.yaml', edited)).filter((one) => one.code === warning.code), []);
}));

test('outlines rules, examples and scripts', () => with_client('outline', {}, async (client) => {
  await client.write('a.yaml', GAME);
  const ask = (name) => client.ask(lsp.DocumentSymbolRequest.type, { textDocument: { uri: client.uri(name) } });
  const found = await ask('a.yaml');
  assert.deepEqual(found.map((one) => one.name), ['name', 'board', 'zones', 'pieces', 'start', 'end']);
  assert.deepEqual(found[3].children.map((one) => one.name), ['king', 'guard', 'pawn']);
  await client.write('a.test.yaml', 'examples:\n  - title: one thing\n    moves: e2e3\n  - title: another\n    moves: e2e4\n');
  assert.deepEqual((await ask('a.test.yaml'))[0].children.map((one) => one.name), ['one thing', 'another']);
  await client.write('a.lua', `${SCRIPT}local function f() end\ng = function() end\n`);
  assert.deepEqual((await ask('a.lua')).map((one) => one.name), ['on_capture', 'f', 'g']);
}));

test('runs examples that are saved', () => {
  const examples = 'examples:\n  - title: it may go two steps\n    legal: [e2e4]\n';
  return with_client('examples', { 'a.yaml': GAME, 'a.test.yaml': examples }, async (client) => {
    const found = await client.write('a.test.yaml', examples);
    assert.equal(found.length, 1);
    assert.equal(found[0].range.start.line > 0, true);
  });
});

test('checks the form of examples while they are typed', () => with_client('examples-form', { 'a.yaml': GAME }, async (client) => {
  const right = 'examples:\n  - title: one\n    legal: [e2e3]\n';
  assert.deepEqual(await client.write('a.test.yaml', right), []);
  for (const [from, to, marked] of [['legal', 'leagl', 'leagl'], ['examples', 'exampels', 'exampels'], ['[e2e3]', '{e2e3: 1}', null], ['[e2e3]', '[e2e3', null],
    ['title: one', 'title: "one', null], ['  - title', '\t- title', null], ['- title: one\n    legal: [e2e3]', '- one', 'one']]) {
    const [one] = await client.write('a.test.yaml', right.replace(from, to));
    assert.equal(one?.severity, 1, to);
    if (marked) assert.equal(under(client, 'a.test.yaml', one), marked);
  }
  assert.deepEqual(await client.write('a.test.yaml', right), []);
  assert.deepEqual(await client.write('others.test.yaml', 'services: {}\n'), []);
  await client.write('new.yaml', GAME); // rules that are not saved
  assert.deepEqual(codes(await client.write('new.test.yaml', right.replace('legal', 'leagl'))), ['E1101']);
}));

test('sees files that other programs write', () => with_client('files', { 'parent.yaml': GAME, 'child.yaml': 'name: C\nextends: parent\n' }, async (client) => {
  assert.deepEqual(await client.write('child.yaml', 'name: C\nextends: parent\n'), []);
  fs.writeFileSync(path.join(client.folder, 'parent.yaml'), GAME.replace('letter: g', 'lettr: g'));
  await client.connection.sendNotification(lsp.DidChangeWatchedFilesNotification.type, { changes: [{ uri: client.uri('parent.yaml'), type: 2 }] });
  await client.until('parent.yaml', (found) => found.some((one) => one.code === 'E0301')); // though it is not open
  await client.close('child.yaml');
  await client.until('parent.yaml', (found) => !found.length);
}));

test('survives scripts that hang, and answers meanwhile', () =>
  with_client('hang', { 'a.yaml': `${GAME}script: a.lua\n`, 'a.lua': 'while true do end\n' }, async (client) => {
    const begun = Date.now();
    await client.write('a.yaml', `${GAME}script: a.lua\n`);
    assert.equal(client.shown.get(client.uri('a.lua')).diagnostics[0].code, 'E0909');
    await client.write('a.lua', 'function on_capture() while true do end end\n');
    assert.ok(Date.now() - begun < 30000);
    assert.deepEqual(await client.write('a.lua', '-- nothing\n').then((list) => list.filter((one) => one.severity === 1)), []);
  }));

test('cancels a request', () => with_client('cancel', {}, async (client) => {
  await client.write('a.yaml', GAME);
  const source = new lsp.CancellationTokenSource();
  const many = [];
  for (let i = 0; i < 50; i++) many.push(client.ask(lsp.HoverRequest.type, client.at('a.yaml', '[guard', 2)));
  const last = client.connection.sendRequest(lsp.HoverRequest.type, client.at('a.yaml', '[guard', 2), source.token);
  source.cancel();
  await Promise.all(many);
  await assert.rejects(last, (error) => error.code === -32800);
  assert.match(await client.hover('a.yaml', '[guard', 2), /Guard/);
}));

test('survives what no editor sends', async () => {
  const where = games('strange', {});
  const frame = (text) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  const one = (method, params, id) => frame(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  const open = (text, uri = 'file:///a.yaml') => one('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
  const position = { textDocument: { uri: 'file:///a.yaml' }, position: { line: 1e9, character: 1e9 } };
  const session = [
    one('textDocument/hover', position, 1), one('initialize', {}, 2), one('initialize', {}, 3), frame('{'), frame('[]'), frame('null'), frame('{"id":{}}'),
    open('a: {b: [c, {d: "e\n\tf: - - - -\n? !!x &y *z |\n  x\n'), one('textDocument/hover', position, 4), one('textDocument/completion', position, 'x'),
    one('textDocument/hover', { textDocument: 3, position: [] }, 5), one('textDocument/didChange', { textDocument: { uri: 'file:///a.yaml' }, contentChanges: [{ range: { start: position.position, end: { line: 0, character: 0 } }, text: 'x' }, 7] }),
    open('x'.repeat(10), 'http://[::1'), open('\u0000\u0001\ud83d\ude00', 'file:///%00'), one('textDocument/rename', { ...position, newName: '\u0000' }, 6),
    open(`${'['.repeat(5000)}`, 'file:///deep.yaml'), one('textDocument/formatting', { textDocument: { uri: 'file:///deep.yaml' } }, 7), one('nothing', {}, 8), one('$/nothing', {}),
    one('shutdown', undefined, 9), one('textDocument/hover', position, 10), one('exit'),
  ].join('');
  const ended = spawnSync(program, ['lsp'], { cwd: where, input: session, timeout: 60000, encoding: 'utf8' });
  assert.equal(ended.status, 0, ended.stderr);
  const answers = ended.stdout.split(/Content-Length: \d+\r\n\r\n/).filter(Boolean).map((text) => JSON.parse(text));
  for (const id of [1, 2, 3, 4, 'x', 5, 6, 7, 8, 9, 10]) assert.equal(answers.filter((answer) => answer.id === id).length, 1, `id ${id}`);
  assert.equal(answers.find((answer) => answer.id === 8).error.code, -32601);
  for (const input of ['', 'Content-Length: 99999999999\r\n\r\n', 'x'.repeat(9000), 'Content-Length: -1\r\n\r\n{}', one('exit')]) {
    assert.equal(spawnSync(program, ['lsp'], { cwd: where, input, timeout: 20000 }).status, 1, input.slice(0, 40));
  }
});

test('passes over messages that are too long, and keeps the other texts', async () => {
  const frame = (text) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  const one = (method, params, id) => frame(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  const open = (uri, text) => one('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
  const symbols = (uri, id) => one('textDocument/documentSymbol', { textDocument: { uri } }, id);
  const long = '\\"uri": {['.repeat(2e6); // what looks like the message's own members is in a string
  const input = [
    one('initialize', {}, 1), open('file:///a.yaml', 'name: A\nextends: chess\n'), open('file:///b.yaml', 'name: B\nextends: chess\n'),
    open('file:///c.yaml', long), open('file:///d.yaml', 'x'.repeat(2500000)), // the message is short enough, the text is not
    // members in another order, as some editors write them
    frame(`{"params":{"contentChanges":[{"text":${JSON.stringify(long)}}],"textDocument":{"version":3,"uri":"file:///b.yaml"}},"method":"textDocument/didChange","jsonrpc":"2.0"}`),
    one('textDocument/hover', { textDocument: { uri: 'file:///a.yaml', more: long } }, 'long'), symbols('file:///a.yaml', 2), symbols('file:///b.yaml', 3),
    one('shutdown', undefined, 4), one('exit'),
  ].join('');
  const ended = spawnSync(program, ['lsp'], { cwd: games('long', {}), input, timeout: 60000, encoding: 'utf8', maxBuffer: 1e8 });
  assert.equal(ended.status, 0, ended.stderr);
  const answers = ended.stdout.split(/Content-Length: \d+\r\n\r\n/).filter(Boolean).map((text) => JSON.parse(text));
  const of = (id) => answers.find((answer) => answer.id === id);
  assert.equal(of('long').error.code, -32003);
  assert.ok(of(2).result.length > 0, 'a.yaml is still known');
  assert.equal(of(3).result.length, 0, 'what changed in b.yaml is not known, so b.yaml is not');
  const words = answers.filter((answer) => answer.method === 'window/showMessage').map((answer) => answer.params.message);
  for (const name of ['b', 'c', 'd']) assert.equal(words.filter((word) => word.endsWith(`/${name}.yaml`)).length, 1, name);
});

const wanted = process.argv.slice(5);
for (const [name, run] of tests) {
  if (wanted.length && !wanted.some((word) => name.includes(word))) continue;
  try {
    await run();
    passed++;
    console.log(`passed: ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED: ${name}\n    ${String(error.stack ?? error).split('\n').slice(0, 25).join('\n    ')}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
