import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import type { ApiError } from '../shared/ApiError.ts';
import { BodyBudget, MEMORY_BUDGET } from './BodyBudget.ts';
import { BodyTurns } from './BodyTurns.ts';
import { MEMORY_PACE } from './BodyWatch.ts';
import { readJsonBody, SMALL_JSON } from './readJsonBody.ts';
import { readUpload } from './readUpload.ts';
import { UploadSpool } from './UploadSpool.ts';
import { resetSocket } from '../testing/resetSocket.ts';

describe('bodies whose clients left before they are read', () => {
  const turns = new BodyTurns();
  const codeOf = (reading: Promise<unknown>): Promise<string> =>
    reading.then(
      () => 'received',
      (error: unknown) => (error as ApiError).code,
    );
  const receiveAndReset = async (): Promise<IncomingMessage> => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const type = 'Content-Type: multipart/form-data; boundary=a';
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: 9\r\n\r\n[1,`);
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    request.on('error', () => undefined);
    resetSocket(socket);
    await new Promise((resolve) => request.once('close', resolve));
    server.close();
    return request;
  };

  it('end the call instead of staying in memory [LM19]', async () => {
    const budget = new BodyBudget(MEMORY_BUDGET);
    const options = { limits: SMALL_JSON, budget, turns, pace: MEMORY_PACE, address: 'a' };
    const reading = readJsonBody(await receiveAndReset(), options);
    expect(await codeOf(reading)).to.equal('err_bad_request');
    expect(budget.bytes).to.equal(0);
  });

  it('end an upload too [LM19]', async () => {
    const spool = new UploadSpool(tmpdir());
    const options = { spool, turns, address: 'a', maxMb: 1, admit: () => true };
    const reading = readUpload(await receiveAndReset(), options, () => Promise.resolve());
    expect(await codeOf(reading)).to.equal('err_bad_request');
    spool.close();
  });
});
