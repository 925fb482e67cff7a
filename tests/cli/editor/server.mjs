// A YAML language server, as editors run it, on files that `ferz new` has written: it completes, explains and underlines.
// usage: node server.mjs FOLDER ROOT
// FOLDER has own.yaml, own.test.yaml (a game of its own) and derived.yaml, each with its line `$schema=`.
import fs from 'node:fs';
import path from 'node:path';
import {spawn} from 'node:child_process';
import {pathToFileURL} from 'node:url';

const [, , folder, root] = process.argv;
const program = path.join(process.env.FERZ_EDITOR_MODULES, 'yaml-language-server', 'bin', 'yaml-language-server');
const server = spawn(process.execPath, [program, '--stdio'], {stdio: ['pipe', 'pipe', 'inherit']});
let passed = 0, failed = 0, number = 0, buffer = Buffer.alloc(0);
const waiting = new Map(), faults = new Map();

function verdict(good, words, found) {
  if (good) {
    passed++;
  } else {
    failed++;
    console.log(`FAILED ${words}\n    ${JSON.stringify(found)?.slice(0, 1500)}`);
  }
}

// ---- the protocol ----

function send(message) {
  const bytes = Buffer.from(JSON.stringify({jsonrpc: '2.0', ...message}));
  server.stdin.write(`Content-Length: ${bytes.length}\r\n\r\n`);
  server.stdin.write(bytes);
}

function hear(message) {
  if (message.method === 'textDocument/publishDiagnostics') {
    faults.get(message.params.uri)?.(message.params.diagnostics);
  } else if (message.method && message.id !== undefined) { // what the server asks of the editor
    send({id: message.id, result: message.method === 'workspace/configuration' ? message.params.items.map(() => ({})) : null});
  } else if (waiting.has(message.id)) {
    waiting.get(message.id)(message.result);
    waiting.delete(message.id);
  }
}

server.stdout.on('data', (bytes) => {
  buffer = Buffer.concat([buffer, bytes]);
  for (;;) {
    const end = buffer.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/Content-Length: (\d+)/i.exec(buffer.toString('ascii', 0, end))[1]);
    if (buffer.length < end + 4 + length) return;
    const message = JSON.parse(buffer.toString('utf8', end + 4, end + 4 + length));
    buffer = buffer.subarray(end + 4 + length);
    hear(message);
  }
});

function ask(method, params) {
  return new Promise((resolve, reject) => {
    const id = ++number;
    const late = setTimeout(() => reject(new Error(`no answer to ${method}`)), 30000);
    waiting.set(id, (result) => { clearTimeout(late); resolve(result); });
    send({id, method, params});
  });
}

let version = 0;
// Opens a document and gives what is underlined in it. A `|` in the text is where the cursor is, and is taken out.
async function open(name, text) {
  const at = text.indexOf('|CURSOR|');
  const whole = text.replace('|CURSOR|', '');
  const before = at < 0 ? '' : text.slice(0, at);
  const uri = pathToFileURL(path.join(folder, name)).href;
  const heard = new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`nothing was heard of ${name}`)), 30000);
    faults.set(uri, (diagnostics) => { clearTimeout(late); resolve(diagnostics); });
  });
  send({method: 'textDocument/didOpen', params: {textDocument: {uri, languageId: 'yaml', version: ++version, text: whole}}});
  const diagnostics = await heard;
  const position = {line: before.split('\n').length - 1, character: before.split('\n').at(-1).length};
  return {uri, position, diagnostics, whole,
          close: () => send({method: 'textDocument/didClose', params: {textDocument: {uri}}})};
}

async function complete(name, text) {
  const d = await open(name, text);
  const found = await ask('textDocument/completion', {textDocument: {uri: d.uri}, position: d.position});
  d.close();
  return (found?.items ?? []).map((item) => item.label);
}

async function hover(name, text) {
  const d = await open(name, text);
  const found = await ask('textDocument/hover', {textDocument: {uri: d.uri}, position: d.position});
  d.close();
  return found?.contents?.value ?? found?.contents ?? '';
}

async function underlined(name, text) {
  const d = await open(name, text);
  d.close();
  return d.diagnostics.map((one) => ({line: one.range.start.line, words: one.message,
                                      text: d.whole.split('\n')[one.range.start.line]}));
}

// ---- what is asked ----

const rules = '# yaml-language-server: $schema=ferz.schema.json\n';
const examples = '# yaml-language-server: $schema=ferz.examples.schema.json\n';
const game = `${rules}name: A game\nboard: {size: 8x8}\npieces:\n  king: {letter: k, moves: K, royal: true}\n` +
  'start: k7/8/8/8/8/8/8/K7 w - - 0 1\n';
const derived = `${rules}name: A game\nextends: another\n`;

async function completes(words, name, text, wanted, unwanted = []) {
  const found = await complete(name, text);
  verdict(wanted.every((label) => found.includes(label)) && !unwanted.some((label) => found.includes(label)),
          `completes ${words}: ${wanted.join(', ')}`, found);
}

async function explains(words, name, text, ...wanted) {
  const found = await hover(name, text);
  verdict(wanted.every((part) => found.includes(part)), `explains ${words}: ${wanted.join(', ')}`, found);
}

async function underlines(words, name, text, ...wanted) {
  const found = await underlined(name, text);
  verdict(found.length === wanted.length && wanted.every(([line, part]) =>
    found.some((one) => one.text.includes(line) && one.words.includes(part))), `underlines ${words}`, found);
}

async function all() {
  await ask('initialize', {processId: process.pid, rootUri: pathToFileURL(folder).href, workspaceFolders: null,
    capabilities: {textDocument: {completion: {completionItem: {snippetSupport: true}},
                                  hover: {contentFormat: ['markdown']}, publishDiagnostics: {}}}});
  send({method: 'initialized', params: {}});
  send({method: 'workspace/didChangeConfiguration', params: {settings: {yaml: {
    validate: true, hover: true, completion: true, schemaStore: {enable: false}}}}});

  // what `ferz new` writes, and every game that there is
  for (const name of ['own.yaml', 'own.test.yaml', 'derived.yaml']) {
    await underlines(`nothing in ${name}`, name, fs.readFileSync(path.join(folder, name), 'utf8'));
  }
  for (const name of fs.readdirSync(path.join(root, 'rules')).filter((one) => one.endsWith('.yaml')).slice(0, 40)) {
    const head = name.endsWith('.test.yaml') ? examples : rules;
    if (name.endsWith('.tuning.yaml')) continue;
    await underlines(`nothing in ${name}`, `copy-${name}`, head + fs.readFileSync(path.join(root, 'rules', name), 'utf8'));
  }

  await completes('keys of a game', 'a.yaml', `${game}|CURSOR|`, ['end', 'zones', 'castling', 'extends'].slice(0, 3), ['size']);
  await completes('keys of a game that changes another', 'b.yaml', `${derived}|CURSOR|`, ['end', 'pieces', 'options']);
  await completes('keys of a piece', 'c.yaml', `${derived}pieces:\n  queen:\n    |CURSOR|`, ['letter', 'moves', 'royal', 'promotes'],
                  ['board']);
  await completes('keys of a movement', 'd.yaml', `${derived}pieces:\n  pawn:\n    moves:\n      - |CURSOR|`, ['from', 'en_passant']);
  await completes('words', 'e.yaml', `${game}captured: |CURSOR|`, ['gone', 'to hand', 'under']);
  await completes('yes and no', 'f.yaml', `${game}stacks: |CURSOR|`, ['true', 'false']);
  await completes('moments of a hook', 'g.yaml', `${derived}hooks:\n  rebirth:\n    at: |CURSOR|`, ['after', 'legal', 'choices']);
  await completes('endings by their conditions', 'h.yaml', `${game}end:\n  |CURSOR|`, ['checkmate', 'stalemate', 'insufficient material']);
  await completes('results', 'i.yaml', `${game}end:\n  checkmate: |CURSOR|`, ['loss', 'draw', 'win']);
  await completes('keys in the patch of an option', 'j.yaml',
                  `${game}options:\n  quick:\n    about: short\n    patch:\n      board:\n        |CURSOR|`, ['size', 'wrap', 'missing']);
  await completes('keys of an example', 'k.test.yaml', `${examples}examples:\n  - title: one\n    |CURSOR|`,
                  ['fen', 'legal', 'status', 'counts']);

  await explains('a key', 'l.yaml', `${game}capt|CURSOR|ured: gone\n`, 'Where captured pieces go', 'to hand');
  await explains('a key of a piece', 'm.yaml', `${derived}pieces:\n  queen:\n    transf|CURSOR|orms: rook\n`, 'every move on the board');
  await explains('a key with its example', 'n.yaml', `${derived}turn:\n  pli|CURSOR|es: 2\n`, 'How many moves make a turn', 'plies: 2');
  await explains('a key of an example', 'o.test.yaml', `${examples}examples:\n  - cou|CURSOR|nts: [1]\n`, 'perft');

  await underlines('an unknown key', 'p.yaml', `${game}catpured: gone\n`, ['catpured', 'not allowed']);
  await underlines('a wrong word', 'q.yaml', `${game}captured: away\n`, ['captured: away', 'to hand']);
  await underlines('`yes`', 'r.yaml', `${game}stacks: yes\n`, ['stacks: yes', 'boolean']);
  await underlines('a number that is too large', 's.yaml', `${game}turn: {plies: 65}\n`, ['plies: 65', '64']);
  await underlines('what is missing', 't.yaml', `${rules}name: A game\n`, ['name', 'board'], ['name', 'pieces'], ['name', 'start']);
  await underlines('nothing missing where another game has it', 'u.yaml', derived);
  await underlines('a name that is none', 'v.yaml', `${derived}pieces:\n  2nd: {letter: s}\n`, ['2nd', '']);
  await underlines('`none` only where there is something', 'w.yaml', `${derived}castling: none\n`);
  await underlines('$value only in patches', 'x.yaml', `${derived}turn: {plies: $value}\n`, ['$value', '']);
  await underlines('nothing in a patch with $value', 'y.yaml',
                   `${derived}options:\n  quick: {about: so, range: 2..4, default: 2, patch: {turn: {plies: $value}}}\n`);
  await underlines('a fault deep in a patch', 'z.yaml',
                   `${derived}options:\n  quick:\n    patch:\n      pieces:\n        pawn: {royal: maybe}\n`, ['royal: maybe', 'boolean']);
  await underlines('a fault in examples', 'aa.test.yaml', `${examples}examples:\n  - title: one\n    cuont: 20\n`, ['cuont', 'not allowed']);

  await ask('shutdown');
  send({method: 'exit'});
}

all().catch((error) => {
  failed++;
  console.log(`FAILED ${error.message}`);
}).finally(() => {
  server.kill();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed || passed < 40 ? 1 : 0);
});
