// Prints the page that `publish` puts a game into: everything that it needs stands in it, the module once for each package. `publish`
// keeps the first module that has room for the board.
// usage: node published.mjs ESBUILD PACKAGE...: the narrowest first
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toText } from './published/bytes.js';

const [, , esbuild, ...packages] = process.argv;
const made = packages[packages.length - 1];
const here = new URL('.', import.meta.url).pathname;
const read = (...path) => readFileSync(join(...path), 'utf8');

/** A module and all that it imports as one script. */
function bundle(path) { // `ferz/` is the package as it was made
  return execFileSync(esbuild, [path, `--alias:ferz=${made}`, '--bundle', '--minify', '--format=iife', '--target=es2022', '--charset=ascii', '--external:node:*',
    '--external:./codemirror.js', '--define:import.meta.url="about:blank"', '--log-level=error'], { encoding: 'utf8', maxBuffer: 1 << 26 }).trim();
}

/** The worker of a package and its module, packed together: a third smaller than by gzip, for copies of the core resemble each other. */
async function moduleElement(folder) {
  const { Engine } = await import(join(folder, 'engine.js')), wasm = readFileSync(join(folder, 'ferz.wasm'));
  const { cells } = await Engine.start({ module: await WebAssembly.compile(wasm), files: {} });
  const worker = Buffer.from(bundle(join(folder, 'worker.js'))), input = Buffer.concat([worker, wasm]);
  const packed = execFileSync('xz', ['--format=lzma', '--lzma1=preset=9e,pb=0,lc=4', '-c'], { input, maxBuffer: 1 << 26 });
  return `<script type="text/plain" class="module" data-cells="${cells}" data-worker="${worker.length}" data-size="${input.length}">${toText(packed)}</script>`;
}

const script = bundle(join(here, 'published/published.js'));
if (/<\/script|<!--/i.test(script)) throw new Error('a script would end the page');
const hash = createHash('sha256').update(script).digest('base64');
const modules = [];
for (const folder of packages) modules.push(await moduleElement(folder));
const parts = {
  POLICY: `default-src 'none'; script-src 'sha256-${hash}' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; img-src data:; ` +
    "connect-src blob:; base-uri 'none'; form-action 'none'",
  STYLE: read(here, '../serve/page/style.css').trim(),
  MODULES: modules.join('\n'),
  SCRIPT: script,
  LICENCES: readdirSync(made).filter((name) => name.startsWith('LICENSE')).sort()
    .map((name) => `${name === 'LICENSE' ? 'Ferz' : name.replace('LICENSE.', '')}:\n\n${read(made, name).trim()}`).join('\n\n').replace(/--+>?/g, '-'),
};
process.stdout.write(read(here, 'published/published.html').replace(/@([A-Z]+)@/g, (all, name) => parts[name]));
