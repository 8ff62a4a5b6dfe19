import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { pino } from 'pino';
import { LookupBusyError, LookupTimeoutError } from '../shared/LookupTurns.ts';
import { errorHandler } from './errorHandler.ts';

describe('errors of calls', () => {
  for (const [error, isLogged] of [
    [new LookupBusyError(), false],
    [new LookupTimeoutError(), true],
  ] as const)
    it(`tell clients to retry after a ${error.name}, which is no bug of ours [LM26]`, async () => {
      const lines: string[] = [];
      const log = pino({}, { write: (line: string) => lines.push(line) });
      const app = express();
      app.get('/', () => {
        throw error;
      });
      app.use(errorHandler(log));
      const server = app.listen(0, '127.0.0.1');
      try {
        await once(server, 'listening');
        const { port } = server.address() as AddressInfo;
        const response = await fetch(`http://127.0.0.1:${String(port)}/`);
        expect(response.status).to.equal(503);
        expect(response.headers.get('retry-after')).to.equal('5');
        expect(await response.json()).to.include({ code: 'err_unavailable' });
        expect(lines).to.have.lengthOf(isLogged ? 1 : 0);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });
});
