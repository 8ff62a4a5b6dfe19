import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import { addressKey } from '../shared/addressKeys.ts';

/**
 * The network address that a request came from, as `addressKey` returns it: the one that the last
 * trusted proxy saw [LM2, LM4].
 *
 * @param trustedProxies see `Configuration`.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  if (trustedProxies === 0) return addressKey(request.socket.remoteAddress);
  return addressKey(proxyAddr(request, (_address, index) => index < trustedProxies));
}
