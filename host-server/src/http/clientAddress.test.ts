import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { clientAddress } from './clientAddress.ts';

describe('the address of a client behind proxies', () => {
  const of = (forwarded: string | null, trustedProxies: number): string => {
    const rawHeaders = forwarded === null ? [] : ['X-Forwarded-For', forwarded];
    const request = { socket: { remoteAddress: '10.0.0.9' }, rawHeaders };
    return clientAddress(request as unknown as IncomingMessage, trustedProxies);
  };
  const long = 'abcd:abcd:abcd:abcd:abcd:abcd:255.255.255.255';

  it('is the one that the last trusted proxy saw, however many others the client has sent before it [LM2, LM4]', () => {
    for (const sent of ['', '1.2.3.4, ', '1,'.repeat(3900), `${'x'.repeat(7000)}, `, `${long}, `]) {
      expect(of(`${sent}192.0.2.7`, 1)).to.equal('192.0.2.7');
      expect(of(`${sent}${long}`, 1)).to.equal('abcd:abcd:abcd:abcd');
      expect(of(`${sent}192.0.2.7, ${long}`, 2)).to.equal('192.0.2.7');
      expect(of(`${sent}${long}, ${long}, ${long}`, 3)).to.equal('abcd:abcd:abcd:abcd');
    }
    expect(of(null, 1)).to.equal('10.0.0.9');
    expect(of('192.0.2.7', 0)).to.equal('10.0.0.9');
  });
});
