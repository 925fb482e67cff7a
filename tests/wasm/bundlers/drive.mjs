// Opens each page that a bundler made, below a server of its own, and prints what its title says. Arguments: NAME=FOLDER...
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import puppeteer from 'puppeteer-core';

const kinds = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.json': 'application/json' };
const browser = await puppeteer.launch({
  executablePath: process.env.PROGRAM, headless: process.env.PROGRAM.endsWith('-shell') ? 'shell' : true,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
let failed = 0;
for (const argument of process.argv.slice(2)) {
  const [name, folder] = argument.split('=');
  const server = createServer(async (request, response) => {
    const path = join(folder, decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    try {
      const bytes = await readFile(path.endsWith('/') ? `${path}index.html` : path);
      response.writeHead(200, { 'content-type': kinds[extname(path)] || 'text/html' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => document.title !== 'waits', { timeout: 60000 }).catch(() => {});
  const title = await page.title();
  const good = title === 'works: string true' && !errors.length;
  failed += !good;
  console.log(`${good ? 'passed' : 'FAILED'}: ${name}${good ? '' : `: ${title} ${errors}`}`);
  await page.close();
  server.close();
}
await browser.close();
console.log(`${process.argv.length - 2 - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
