import type { IncomingMessage } from 'node:http';

/**
 * A small form that a browser sends.
 *
 * @returns null for what is no form, or a larger one.
 */
export async function readForm(
  request: IncomingMessage,
  maxBytes: number,
): Promise<URLSearchParams | null> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return null;
  // Unread, so that there is still somebody to answer.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
