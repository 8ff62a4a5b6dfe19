import type { IncomingMessage, ServerResponse } from 'node:http';

/** Sends a complete body; for HEAD only its headers. */
export function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  type: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Serves files below `/assets/` and `/fonts/`. Returns false, and sends nothing, when the request is
 * not for one of them.
 */
export type FileServer = (request: IncomingMessage, response: ServerResponse) => boolean;
