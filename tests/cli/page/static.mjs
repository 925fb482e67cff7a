// A plain static host: files of a folder and nothing else.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm' };

/** Serves `folder` on a free port: its address, and a way to end it. */
export async function serveFolder(folder) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://x').pathname).replace(/\/$/, '/index.html');
    try {
      const bytes = await readFile(join(folder, path));
      response.writeHead(200, { 'Content-Type': TYPES[extname(path)] || 'application/octet-stream' });
      response.end(request.method === 'HEAD' ? '' : bytes);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const end = () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); });
  return { base: `http://127.0.0.1:${server.address().port}/`, end };
}
