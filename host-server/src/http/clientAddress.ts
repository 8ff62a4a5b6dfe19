import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import { addressKey } from '../shared/addressKeys.ts';
import { rawHeader } from './rawHeader.ts';

/** An address that a proxy has appended has at most 45 characters, and a comma and a space before it. */
const MAX_ADDRESS_LENGTH = 64;

/**
 * The network address that a request came from, as `addressKey` returns it: the one that the last
 * trusted proxy saw [LM2, LM4]. Also for requests that still wait for their turn.
 *
 * @param trustedProxies see `Configuration`.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  if (trustedProxies === 0) return addressKey(request.socket.remoteAddress);
  const { socket } = request;
  // Clients may send thousands of addresses before those that trusted proxies have appended.
  const end = rawHeader(request, 'x-forwarded-for')
    .join(', ')
    .slice(-MAX_ADDRESS_LENGTH * trustedProxies);
  const headers = { 'x-forwarded-for': end };
  const forwarded = { socket, headers } as unknown as IncomingMessage;
  return addressKey(proxyAddr(forwarded, (_address, index) => index < trustedProxies));
}
