import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { BodyTurns } from './BodyTurns.ts';
import { readUpload } from './readUpload.ts';
import { type Spooling, UploadSpool } from './UploadSpool.ts';

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

  const FILE =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n' +
    'Content-Type: image/png\r\n\r\n';
  /** Sends a multipart body; returns the request. */
  const send = async (...parts: readonly (string | Buffer)[]): Promise<IncomingMessage> => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const body = Buffer.concat([...parts, '\r\n--x--\r\n'].map((part) => Buffer.from(part)));
    const type = 'Content-Type: multipart/form-data; boundary=x';
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: ${String(body.length)}\r\n\r\n`,
    );
    socket.write(body);
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    return request;
  };

  it('takes one turn for each chunk of the rest, so that others wait no longer for theirs [LM15]', async () => {
    let waits = 0;
    class CountedTurns extends BodyTurns {
      override wait(...parameters: Parameters<BodyTurns['wait']>): void {
        waits += 1;
        super.wait(...parameters);
      }
    }
    const request = await send(FILE, Buffer.alloc(8 * MB, 'a'));
    const turns = new CountedTurns();
    const options = { spool, turns, address: 'a', maxMb: 1, admit: () => true };
    const reading = readUpload(request, options, () => Promise.resolve());
    let chunks = 0;
    request.on('data', () => (chunks += 1));
    const error = await reading.catch((reason: unknown) => reason);
    expect(error).to.include({ code: 'upload_too_large' });
    // Removing the file may have taken longer than the rest of the body.
    if (!request.readableEnded) await once(request, 'end');
    expect(chunks).to.be.above(10);
    // Another one begins to drop the rest.
    expect(waits).to.be.at.most(chunks + 1);
  });

  it('stores no file that comes after what is refused, which nobody would remove [LM8]', async () => {
    let stored = 0;
    const open = spool.open.bind(spool);
    spool.open = (...parameters) => {
      const spooling = open(...parameters);
      const store: Spooling['store'] = (content) => {
        stored += 1;
        return spooling.store(content);
      };
      return { ...spooling, store };
    };
    const field = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
    const request = await send(field.repeat(11), FILE, 'a');
    const options = { spool, turns: new BodyTurns(), address: 'a', maxMb: 1, admit: () => true };
    const reading = readUpload(request, options, () => Promise.resolve());
    expect(await reading.catch((reason: unknown) => reason)).to.include({
      code: 'err_bad_request',
    });
    if (!request.readableEnded) await once(request, 'end');
    expect(stored).to.equal(0);
  });
});
