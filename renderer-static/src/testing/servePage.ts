import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { BUNDLED_FONTS } from '@cobble/engine/fonts';
import type { RenderedPage } from '../RenderOptions.ts';

const require = createRequire(import.meta.url);

/** Serves one page and the bundled fonts. */
export interface PageServer {
  readonly url: string;
  /** Names of the requested font files. */
  readonly requested: string[];
  /** Replaces the page at `/`. */
  show(page: Pick<RenderedPage, 'html' | 'csp'>): void;
  /** Font files are delayed until `release` is called, not found, or sent at once. */
  setFonts(how: 'delayed' | 'missing' | 'sent'): void;
  release(): void;
  stop(): Promise<void>;
}

/** Serves pages as the product does, including their policy. */
export async function servePage(): Promise<PageServer> {
  let page: Pick<RenderedPage, 'html' | 'csp'> = { html: '', csp: '' };
  let how: 'delayed' | 'missing' | 'sent' = 'sent';
  const requested: string[] = [];
  let pending: (() => void)[] = [];
  const sendFont = async (name: string, response: ServerResponse): Promise<void> => {
    const font = BUNDLED_FONTS.find(({ id }) => name.startsWith(`${id}-latin`));
    if (font === undefined) {
      response.writeHead(404).end();
      return;
    }
    const folder = dirname(require.resolve(`@fontsource/${font.id}/package.json`));
    const bytes = await readFile(join(folder, 'files', name));
    response.writeHead(200, { 'content-type': 'font/woff2', 'access-control-allow-origin': '*' });
    response.end(bytes);
  };
  const server = createServer((request, response) => {
    const name = /^\/fonts\/([\w.-]+)$/.exec(request.url ?? '')?.[1];
    if (request.url === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    if (name === undefined) {
      const isPage = request.url === '/';
      response.writeHead(isPage ? 200 : 404, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': page.csp,
      });
      response.end(isPage ? page.html : '');
      return;
    }
    requested.push(name);
    const send = (): void => void sendFont(name, response);
    if (how === 'sent') send();
    else if (how === 'delayed') pending.push(send);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    requested,
    show: (shown) => {
      page = shown;
    },
    setFonts: (next) => {
      how = next;
    },
    release: () => {
      const sends = pending;
      pending = [];
      for (const send of sends) send();
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
