import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import type { RenderedPage } from '../RenderOptions.ts';

/** Serves a page with images of a single colour, whose file names contain their width. */
export interface ImageServer {
  readonly url: string;
  /** Another page of the same origin, which is empty. */
  readonly emptyUrl: string;
  /** Names of the files requested since the last `show`. */
  readonly requested: string[];
  show(page: Pick<RenderedPage, 'html' | 'csp'>): void;
  /** Delays files until `release` is called. */
  hold(): void;
  release(): void;
  /** Served files by name: those that tests add, and the images generated so far. */
  readonly files: Map<string, { readonly type: string; readonly body: Buffer }>;
  stop(): Promise<void>;
}

/** Serves `/assets/{name}-{width}.{avif|webp}` at 3:2, and the files in `files`. */
export async function serveImages(): Promise<ImageServer> {
  let page: Pick<RenderedPage, 'html' | 'csp'> = { html: '', csp: '' };
  const requested: string[] = [];
  const files = new Map<string, { type: string; body: Buffer }>();
  let pending: (() => void)[] | null = null;
  const fileOf = async (name: string): Promise<{ type: string; body: Buffer } | null> => {
    const cached = files.get(name);
    if (cached) return cached;
    const [, width, format] = /-(\d+)\.(avif|webp)$/.exec(name) ?? [];
    if (width === undefined || format === undefined) return null;
    const size = { width: Number(width), height: Math.round((Number(width) * 2) / 3) };
    const flat = sharp({ create: { ...size, channels: 3, background: '#2B4EFF' } });
    const body = await (format === 'avif' ? flat.avif({ effort: 0 }) : flat.webp()).toBuffer();
    const file = { type: `image/${format}`, body };
    files.set(name, file);
    return file;
  };
  const send = async (name: string, response: ServerResponse): Promise<void> => {
    const file = await fileOf(name);
    response.writeHead(file ? 200 : 404, {
      'content-type': file?.type ?? 'text/plain',
      // Chromium prefers a larger cached file to a smaller one.
      'cache-control': 'no-store',
    });
    response.end(file?.body);
  };
  const server = createServer((request, response) => {
    const name = /^\/assets\/([\w.-]+)$/.exec(request.url ?? '')?.[1];
    if (name === undefined) {
      const isPage = request.url === '/';
      response.writeHead(isPage || request.url === '/empty' ? 200 : 204, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': page.csp,
      });
      response.end(isPage ? page.html : undefined);
      return;
    }
    requested.push(name);
    const go = (): void => void send(name, response);
    if (pending === null) go();
    else pending.push(go);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  return {
    url,
    emptyUrl: `${url}empty`,
    requested,
    files,
    show: (shown) => {
      page = shown;
      requested.length = 0;
    },
    hold: () => {
      pending = [];
    },
    release: () => {
      const waiting = pending ?? [];
      pending = null;
      for (const go of waiting) go();
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
