// The methods of the native program, by `ferz serve` in an empty folder.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** {call, close}; null where ferz was built without serve. */
export async function openNative(ferz) {
  const folder = mkdtempSync(join(tmpdir(), 'ferz-wasm-'));
  const server = spawn(ferz, ['serve', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  const close = () => {
    server.kill('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  };
  let said = '', wrong = '';
  server.stdout.on('data', (bytes) => { said += bytes; });
  server.stderr.on('data', (bytes) => { wrong += bytes; });
  for (let i = 0; i < 200 && !said.includes('Ctrl-C'); i++) {
    if (wrong.includes('built without')) {
      close();
      return null;
    }
    if (server.exitCode !== null) throw new Error(wrong);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const [, base, token] = said.match(/(http:\S+\/)#token=([0-9a-f]+)/);
  return {
    close,
    async call(method, params) {
      const response = await fetch(`${base}rpc`, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        headers: { 'Content-Type': 'application/json', 'X-Ferz-Token': token } });
      const answer = await response.json();
      if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
      return answer.result;
    },
  };
}
