import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sendRequest } from '../httpClient.mjs';
import { freePort, startPinned, stopProcess, waitFor } from '../tools.mjs';

/** Express with its own middleware for files, in a separate process. */
export async function startExpress(folder, page) {
  const port = await freePort();
  const root = join(folder, 'express');
  mkdirSync(root);
  writeFileSync(join(root, 'index.html'), page.html);
  const headers = join(folder, 'express.json');
  writeFileSync(headers, JSON.stringify(page.headers));
  const program = fileURLToPath(new URL('./expressProgram.mjs', import.meta.url));
  const child = startPinned(process.execPath, [program, String(port), root, headers], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await waitFor(async () => (await sendRequest(port, '/')).status === 200, 'Express');
  return {
    name: 'Express',
    port,
    host: 'localhost',
    path: '/',
    pids: [child.pid],
    stop: () => stopProcess(child),
  };
}
