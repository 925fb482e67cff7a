// Prints the page that `publish` puts a game into: everything that it needs stands in it.
// usage: node published.mjs ESBUILD PACKAGE
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , esbuild, made] = process.argv;
const here = new URL('.', import.meta.url).pathname;
const read = (...path) => readFileSync(join(...path), 'utf8');

/** A module and all that it imports as one script. */
function bundle(path) { // `ferz/` is the package as it was made
  return execFileSync(esbuild, [path, `--alias:ferz=${made}`, '--bundle', '--minify', '--format=iife', '--target=es2022', '--charset=ascii', '--external:node:*',
    '--external:./codemirror.js', '--define:import.meta.url="about:blank"', '--log-level=error'], { encoding: 'utf8', maxBuffer: 1 << 26 }).trim();
}

const script = bundle(join(here, 'published/published.js'));
const worker = bundle(join(made, 'worker.js'));
for (const text of [script, worker]) if (/<\/script|<!--/i.test(text)) throw new Error('a script would end the page');
const hash = createHash('sha256').update(script).digest('base64');
// A third smaller than by gzip: the module has its core once for each size of boards, and the copies resemble each other.
const module = execFileSync('xz', ['--format=lzma', '--lzma1=preset=9e,pb=0,lc=4', '-c', join(made, 'ferz.wasm')], { maxBuffer: 1 << 26 });
const parts = {
  POLICY: `default-src 'none'; script-src 'sha256-${hash}' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; img-src data:; ` +
    "connect-src blob:; base-uri 'none'; form-action 'none'",
  STYLE: read(here, '../serve/page/style.css').trim(),
  WORKER: worker,
  SIZE: String(readFileSync(join(made, 'ferz.wasm')).length),
  MODULE: module.toString('base64'),
  SCRIPT: script,
  LICENCES: readdirSync(made).filter((name) => name.startsWith('LICENSE')).sort()
    .map((name) => `${name === 'LICENSE' ? 'Ferz' : name.replace('LICENSE.', '')}:\n\n${read(made, name).trim()}`).join('\n\n').replace(/--+>?/g, '-'),
};
process.stdout.write(read(here, 'published/published.html').replace(/@([A-Z]+)@/g, (all, name) => parts[name]));
