import { type IncomingMessage, get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import { useAgent } from 'request-filtering-agent';

/** A file of another server, or why there is none. */
export type FetchedFile =
  | { readonly ok: true; readonly body: Buffer }
  | {
      readonly ok: false;
      /**
       * `missing`: its server has none; `too_large`: more bytes than are wanted; `unreachable`: no
       * answer, none in time, one that leads elsewhere, or an address of a private network.
       */
      readonly code: 'missing' | 'too_large' | 'unreachable';
      readonly reason: string;
    };

/** Of what is fetched. */
export interface FetchFileOptions {
  readonly maxBytes: number;
  /** For all of it, from looking up its name to its last byte. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Network addresses that may be reached though they are private; for tests. */
  readonly allowedAddresses?: readonly string[];
}

/**
 * Fetches a file from a server of the public internet. Which network address a name leads to is
 * looked at where the connection is made, so that a name that changes in between leads to no
 * private network either; nothing is followed elsewhere, and a body is cut off by its size and by
 * time [FE1, FE2]. Nothing is told but the address: no cookie, no referrer.
 */
export async function fetchPublicFile(
  url: string,
  { maxBytes, timeoutMs, signal, allowedAddresses = [] }: FetchFileOptions,
): Promise<FetchedFile> {
  const limit = AbortSignal.timeout(timeoutMs);
  const agent = useAgent(url, { allowIPAddressList: [...allowedAddresses] });
  const get = url.startsWith('https:') ? getSecure : getPlain;
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { Accept: 'image/*', 'Accept-Encoding': 'identity', Connection: 'close' };
      const ended = signal === undefined ? limit : AbortSignal.any([limit, signal]);
      get(url, { agent, headers, signal: ended }, resolve).on('error', reject);
    });
    try {
      return await readAnswer(response, maxBytes);
    } finally {
      response.destroy();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, code: 'unreachable', reason };
  }
}

async function readAnswer(response: IncomingMessage, maxBytes: number): Promise<FetchedFile> {
  const { statusCode = 0, headers } = response;
  const reason = `It answers with ${String(statusCode)}`;
  if (statusCode === 404 || statusCode === 410) return { ok: false, code: 'missing', reason };
  if (statusCode !== 200) return { ok: false, code: 'unreachable', reason };
  const tooLarge = { ok: false, code: 'too_large', reason: 'It is too large' } as const;
  if (Number(headers['content-length'] ?? 0) > maxBytes) return tooLarge;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return tooLarge;
    chunks.push(chunk);
  }
  return { ok: true, body: Buffer.concat(chunks) };
}
