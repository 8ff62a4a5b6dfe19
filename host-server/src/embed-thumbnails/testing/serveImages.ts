import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { fetchPublicFile } from '../../shared/fetchPublicFile.ts';
import type { FetchImage } from '../EmbedThumbnails.ts';

/** A real HTTP server that stands in for a site with images. */
export interface ImageSite {
  /** Its address, on this machine. */
  readonly origin: string;
  /** The paths and headers of the requests so far. */
  readonly requests: { readonly path: string; readonly headers: NodeJS.Dict<string | string[]> }[];
  /** Fetches a path of this site as the product would, but allows this machine's address. */
  readonly fetch: FetchImage;
  close(): Promise<void>;
}

/** @param respond sends the response for a path */
export async function serveImages(
  respond: (path: string, response: ServerResponse) => void,
  limits: { readonly maxBytes?: number; readonly timeoutMs?: number } = {},
): Promise<ImageSite> {
  const requests: ImageSite['requests'] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    respond(path, response);
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    origin,
    requests,
    fetch: (address, signal) =>
      fetchPublicFile(origin + new URL(address).pathname, {
        ...{ maxBytes: 100_000, timeoutMs: 5000, signal, ...limits },
        allowedAddresses: ['127.0.0.1'],
      }),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
