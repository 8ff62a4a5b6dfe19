import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sendRequest } from '../httpClient.mjs';
import { freePort, startPinned, stopProcess, waitFor } from '../tools.mjs';

/**
 * Bare node:http that sends prepared bytes whatever the path: the upper limit for a server built on
 * it.
 */
export async function startBareNode(folder, page) {
  const port = await freePort();
  const files = [join(folder, 'bare.html'), join(folder, 'bare.gz'), join(folder, 'bare.json')];
  writeFileSync(files[0], page.html);
  writeFileSync(files[1], page.gzip);
  writeFileSync(files[2], JSON.stringify(page.headers));
  const program = fileURLToPath(new URL('./bareNodeProgram.mjs', import.meta.url));
  const child = startPinned(process.execPath, [program, String(port), ...files]);
  await waitFor(async () => (await sendRequest(port, '/')).status === 200, 'node:http');
  return {
    name: 'node:http',
    port,
    host: 'localhost',
    path: '/',
    pids: [child.pid],
    stop: () => stopProcess(child),
  };
}
