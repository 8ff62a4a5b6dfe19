import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ApiError } from '../shared/ApiError.ts';
import { BodyTurns } from './BodyTurns.ts';
import { readUpload } from './readUpload.ts';
import { UploadSpool } from './UploadSpool.ts';

const MB = 1024 * 1024;

describe('an upload that is refused', () => {
  let folder: string;
  let spool: UploadSpool;
  let server: Server;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cobble-upload-'));
    spool = new UploadSpool(folder);
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    spool.close();
    await rm(folder, { recursive: true });
  });

  it('takes one turn for each chunk of the rest, so that others wait no longer for theirs [LM15]', async () => {
    let waits = 0;
    class CountedTurns extends BodyTurns {
      override wait(...parameters: Parameters<BodyTurns['wait']>): void {
        waits += 1;
        super.wait(...parameters);
      }
    }
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const head =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n' +
      'Content-Type: image/png\r\n\r\n';
    const body = Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(8 * MB, 'a'),
      Buffer.from('\r\n--x--\r\n'),
    ]);
    const type = 'Content-Type: multipart/form-data; boundary=x';
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: ${String(body.length)}\r\n\r\n`,
    );
    socket.write(body);
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    const turns = new CountedTurns();
    const options = { spool, turns, address: 'a', maxMb: 1, admit: () => true };
    const reading = readUpload(request, options, () => Promise.resolve());
    let chunks = 0;
    request.on('data', () => (chunks += 1));
    const error = await reading.catch((reason: unknown) => reason as ApiError);
    expect(error).to.include({ code: 'upload_too_large' });
    await once(request, 'end');
    expect(chunks).to.be.above(10);
    // Another one begins to drop the rest.
    expect(waits).to.be.at.most(chunks + 1);
  });
});
