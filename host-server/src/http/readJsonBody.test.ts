import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import type { ApiError } from '../shared/ApiError.ts';
import { BodyBudget, MEMORY_BUDGET } from './BodyBudget.ts';
import { BodyTurns } from './BodyTurns.ts';
import { MEMORY_PACE } from './BodyWatch.ts';
import { PAGE_JSON, readJsonBody, SMALL_JSON } from './readJsonBody.ts';
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
    const options = {
      ...{ limits: SMALL_JSON, budget, turns, pace: MEMORY_PACE, address: 'a' },
      isParsedHere: true,
    };
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

describe('a body that its call has received', () => {
  it('is in memory once while the call lasts, and not at all when a thread has taken it over [LM10]', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    /** V8 frees buffers on another thread, and earlier tests may have left some. */
    const settledBytes = async (): Promise<number> => {
      for (let last = NaN; ;) {
        collectGarbage();
        await sleep(30);
        const { arrayBuffers } = process.memoryUsage();
        if (Math.abs(arrayBuffers - last) < 100_000) return arrayBuffers;
        last = arrayBuffers;
      }
    };
    const bytes = 4 * 1024 * 1024;
    const options = {
      ...{ limits: PAGE_JSON, budget: new BodyBudget(MEMORY_BUDGET), turns: new BodyTurns() },
      ...{ pace: MEMORY_PACE, address: 'a', isParsedHere: false },
    };
    const text = Buffer.from(`"${'x'.repeat(bytes - 2)}"`);
    const before = await settledBytes();
    const calls = Array.from({ length: 6 }, async () => {
      const request = new Readable({ read: () => undefined });
      for (let at = 0; at < bytes; at += 65_536) request.push(text.subarray(at, at + 65_536));
      request.push(null);
      const headers = { 'content-length': String(bytes) };
      Object.assign(request, { headers, socket: { bytesRead: 0 } });
      return { request, body: await readJsonBody(request as never, options) };
    });
    const received = await Promise.all(calls);
    const held = async (): Promise<number> => ((await settledBytes()) - before) / bytes;
    expect(await held()).to.be.within(5, 7);
    for (const { body } of received)
      structuredClone(body.bytes, { transfer: body.bytes ? [body.bytes.buffer] : [] });
    expect(await held()).to.be.within(-1, 1);
    for (const { request, body } of received) {
      body.release();
      request.destroy();
    }
  });
});

describe('bodies that are completed at the same moment', () => {
  const BODY_BYTES = 60_000;
  const BODIES = 40;
  /** A request whose last byte has not arrived yet. */
  const almostSent = (): Readable & IncomingMessage => {
    const request = new Readable({ read: () => undefined });
    request.push(`"${'x'.repeat(BODY_BYTES - 2)}`);
    const headers = { 'content-length': String(BODY_BYTES) };
    return Object.assign(request, { headers, socket: { bytesRead: 0 } }) as never;
  };

  it('are handed to their calls a few in each turn of the event loop, so that an address cannot block the server for everyone [LM15]', async () => {
    const options = {
      ...{ limits: SMALL_JSON, budget: new BodyBudget(MEMORY_BUDGET), turns: new BodyTurns() },
      ...{ pace: MEMORY_PACE, isParsedHere: true },
    };
    const requests = Array.from({ length: BODIES }, almostSent);
    let inTurn = 0;
    let completed = 0;
    const calls = requests.map(async (request, index) => {
      const address = String(index % 4);
      const body = await readJsonBody(request, { ...options, address });
      inTurn += body.bytes?.length ?? 0;
      completed += 1;
      body.release();
    });
    for (let turn = 0; turn < BODIES; turn += 1) await nextTurn();
    for (const request of requests) {
      request.push('"');
      request.push(null);
    }
    const perTurn: number[] = [];
    while (completed < BODIES) {
      inTurn = 0;
      await nextTurn();
      perTurn.push(inTurn);
    }
    await Promise.all(calls);
    expect(Math.max(...perTurn)).to.be.within(BODY_BYTES, 128 * 1024);
  });
});
