import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { build } from 'vite';
import { shared } from '../../../scripts/testing/sharedParts.mjs';

interface BuiltFile {
  readonly contentType: string;
  readonly body: string | Buffer;
}

const FOLDER = '/room-harness/';

/**
 * Shows the page of `room-harness/` at `/room-harness/` of the real server's origin, with the policy
 * of the web app, in all tabs of a browser context.
 */
export async function routeRoomHarness(
  context: BrowserContext,
  serverUrl: string,
): Promise<string> {
  const files = await shared('room harness', async () => ({
    value: await buildRoomHarness(),
    end: () => Promise.resolve(),
  }));
  const csp = (await fetch(serverUrl)).headers.get('content-security-policy') ?? '';
  // Chromium does not know that a document that a test provides comes from this machine.
  await context.grantPermissions(['local-network-access'], { origin: serverUrl });
  await context.route(`${serverUrl}${FOLDER}**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(FOLDER.length);
    const file = files.get(path || 'index.html');
    if (!file) return route.fulfill({ status: 404 });
    return route.fulfill({ ...file, headers: { 'content-security-policy': csp } });
  });
  return `${serverUrl}${FOLDER}`;
}

async function buildRoomHarness(): Promise<ReadonlyMap<string, BuiltFile>> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('./room-harness/', import.meta.url)),
    base: FOLDER,
    logLevel: 'error',
    resolve: { conditions: ['@cobble/source', 'module', 'browser', 'development'] },
    build: { write: false, minify: false, target: 'esnext', modulePreload: false },
  });
  if (!('output' in built)) throw new Error('Vite built something else than one bundle.');
  return new Map(
    built.output.map((file) => [
      file.fileName,
      {
        contentType: file.fileName.endsWith('.html') ? 'text/html' : 'text/javascript',
        body: file.type === 'chunk' ? file.code : Buffer.from(file.source),
      },
    ]),
  );
}
