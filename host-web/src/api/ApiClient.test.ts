import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls } from '@cobble/host-server/contract';
import { expect } from 'chai';
import { ApiClient } from './ApiClient.ts';
import { ApiError } from './ApiError.ts';

describe('ApiClient', () => {
  let server: Server;
  let client: ApiClient;
  let respond: (response: ServerResponse) => void;
  const failures: string[] = [];
  before(async () => {
    server = createServer((_, response) => {
      respond(response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    client = new ApiClient({
      baseUrl: `http://127.0.0.1:${String(port)}`,
      onFailure: ({ code }) => failures.push(code),
    });
  });
  beforeEach(() => failures.splice(0));
  after(() => {
    server.close();
  });

  const call = (signal?: AbortSignal): Promise<unknown> =>
    client.call(calls.listPages, signal ? { signal } : {}).catch((error: unknown) => error);
  const codeOf = (error: unknown): unknown => error instanceof ApiError && error.code;
  /** Sends a part of a body. */
  const begin = (response: ServerResponse, status = 200): void => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': 100 });
    response.write('[{');
  };

  it('reports a connection that is lost in the middle of a response as unreachable', async () => {
    respond = (response) => {
      begin(response);
      setImmediate(() => response.destroy());
    };
    expect(codeOf(await call())).to.equal('network_unreachable');
    expect(failures).to.eql(['network_unreachable']);
  });

  for (const status of [200, 500])
    it(`throws the signal’s reason, without a message for the user, when a call is aborted in the middle of a response with status ${String(status)}`, async () => {
      const controller = new AbortController();
      const reason = new Error('closed');
      respond = (response) => {
        begin(response, status);
        setImmediate(() => {
          controller.abort(reason);
        });
      };
      expect(await call(controller.signal)).to.equal(reason);
      expect(failures).to.eql([]);
    });

  it('rejects a complete response that is not JSON or does not match the contract', async () => {
    for (const body of ['<html>', '{"pages":1}']) {
      respond = (response) => response.end(body);
      expect(codeOf(await call())).to.equal('response_invalid');
    }
    expect(failures).to.eql(['response_invalid', 'response_invalid']);
  });
});
