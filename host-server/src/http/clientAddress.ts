import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import { addressKey } from '../shared/addressKeys.ts';
import { rawHeader } from './rawHeader.ts';

/**
 * The network address that a request came from, as `addressKey` returns it: the one that the last
 * trusted proxy saw [LM2, LM4]. Also for requests that still wait for their turn.
 *
 * @param trustedProxies see `Configuration`.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  if (trustedProxies === 0) return addressKey(request.socket.remoteAddress);
  const { socket } = request;
  const headers = { 'x-forwarded-for': rawHeader(request, 'x-forwarded-for').join(', ') };
  const forwarded = { socket, headers } as unknown as IncomingMessage;
  return addressKey(proxyAddr(forwarded, (_address, index) => index < trustedProxies));
}
