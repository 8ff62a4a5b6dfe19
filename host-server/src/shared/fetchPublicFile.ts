import { type IncomingMessage, get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import { useAgent } from 'request-filtering-agent';

/** A file fetched from another server, or why it could not be. */
export type FetchedFile =
  | { readonly ok: true; readonly body: Buffer }
  | {
      readonly ok: false;
      /**
       * `missing`: the server has no such file; `too_large`: more bytes than allowed;
       * `unreachable`: no complete response in time, another status such as a redirect or an error,
       * an address of a private network, or an aborted request.
       */
      readonly code: 'missing' | 'too_large' | 'unreachable';
      readonly reason: string;
    };

/** Options of {@link fetchPublicFile}. */
export interface FetchFileOptions {
  readonly maxBytes: number;
  /** For the whole request, from the DNS lookup to the last byte. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Private network addresses that may be reached; for tests. */
  readonly allowedAddresses?: readonly string[];
}

/**
 * Fetches a file from a server on the public internet. The network address is checked when the
 * connection is made, so a name that changes in between cannot lead to a private network. Redirects
 * are not followed, and size and time are limited [FE1, FE2]. No cookie or referrer is sent.
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
      return await readResponse(response, maxBytes);
    } finally {
      response.destroy();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, code: 'unreachable', reason };
  }
}

async function readResponse(response: IncomingMessage, maxBytes: number): Promise<FetchedFile> {
  const { statusCode = 0, headers } = response;
  const reason = `The server responded with ${String(statusCode)}`;
  if (statusCode === 404 || statusCode === 410) return { ok: false, code: 'missing', reason };
  if (statusCode !== 200) return { ok: false, code: 'unreachable', reason };
  const tooLarge = { ok: false, code: 'too_large', reason: 'The file is too large' } as const;
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
