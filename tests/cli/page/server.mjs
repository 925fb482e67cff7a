// A `ferz serve` in a folder of its own; or, where SITE names a folder, a static host of that folder.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveFolder } from './static.mjs';

export const server = { folder: '', base: '', token: '', port: 0, process: null };

export function write(name, text) {
  writeFileSync(join(server.folder, name), text);
  return join(server.folder, name);
}

export async function startServer(port = 0) {
  if (process.env.SITE) {
    server.base = (await serveFolder(process.env.SITE)).base;
    return server;
  }
  server.folder = server.folder || mkdtempSync(join(tmpdir(), 'ferz-page-'));
  const words = ['serve', server.folder, ...(port ? ['--port', String(port)] : [])];
  server.process = spawn(process.env.FERZ, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '', wrong = '';
  server.process.stdout.on('data', (bytes) => { said += bytes; });
  server.process.stderr.on('data', (bytes) => { wrong += bytes; });
  for (let i = 0; i < 200 && !said.includes('Ctrl-C'); i++) {
    if (wrong.includes('built without')) return null;
    if (server.process.exitCode !== null) throw new Error(wrong);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const [, base, token] = said.match(/(http:\S+\/)#token=([0-9a-f]+)/);
  Object.assign(server, { base, token, port: Number(new URL(base).port) });
  return server;
}

export async function killServer() {
  const ended = new Promise((resolve) => server.process.once('exit', resolve));
  server.process.kill('SIGKILL');
  await ended;
}

export async function stopServer() {
  if (!server.process) return;
  server.process.kill('SIGINT');
  rmSync(server.folder, { recursive: true, force: true });
}
