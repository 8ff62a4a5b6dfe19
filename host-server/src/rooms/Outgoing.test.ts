import { EventEmitter } from 'node:events';
import { gunzipSync } from 'node:zlib';
import type { RoomMessage } from '@cobble/engine/collaboration';
import { expect } from 'chai';
import { Outgoing, type RoomSocket } from './Outgoing.ts';

/** A connection whose client confirms parts when the test says so. */
class SlowSocket {
  readonly conn = Object.assign(new EventEmitter(), {
    transport: { socket: { bufferedAmount: 0 } },
  });
  readonly sent: (string | RoomMessage)[] = [];
  connected = true;
  readonly receipts: { confirm: () => void; expire: () => void }[] = [];
  private text = '';

  emit(_event: 'message', message: RoomMessage): void {
    this.sent.push(message);
  }

  timeout() {
    return {
      emitWithAck: (_event: 'part', gzipped: Buffer, isLast: boolean) => {
        this.text += gunzipSync(gzipped).toString();
        this.sent.push(isLast ? 'last part' : 'part');
        return new Promise<void>((confirm, reject) => {
          const expire = (): void => {
            reject(new Error('timeout'));
          };
          this.receipts.push({ confirm, expire });
        });
      },
    };
  }

  get received(): unknown {
    return JSON.parse(this.text) as unknown;
  }

  /** Confirms all parts, up to the last. */
  async confirmAll(): Promise<void> {
    await until(() => {
      for (const { confirm } of this.receipts.splice(0)) confirm();
      return this.sent.includes('last part');
    });
    for (const { confirm } of this.receipts.splice(0)) confirm();
  }

  parts(): number {
    return this.sent.filter((each) => typeof each === 'string').length;
  }
}

/** Waits for what happens after parts are compressed, however busy the machine is. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

const head = (seq: number): RoomMessage => ({ type: 'head', seq });
const blocks = Array.from({ length: 2000 }, (_, index) => ({
  uuid: `b${String(index)}`,
  type: 'text',
  content: 'x'.repeat(1000),
}));
const large = {
  type: 'welcome',
  page: { things: Object.fromEntries(blocks.map((block) => [block.uuid, block])) },
} as unknown as RoomMessage;

describe('what a server sends on a connection to a room', () => {
  let socket: SlowSocket;
  let outgoing: Outgoing;
  let tooSlow = 0;
  beforeEach(() => {
    socket = new SlowSocket();
    tooSlow = 0;
    outgoing = new Outgoing(socket, {
      onTooSlow: () => {
        tooSlow += 1;
      },
      onWorked: () => undefined,
    });
  });

  it('sends a large page in parts, and what follows after it and in order [RO8]', async () => {
    outgoing.send(head(1));
    outgoing.send(large);
    outgoing.send(head(2));
    outgoing.send(head(3));
    await socket.confirmAll();
    await until(() => socket.sent.length > 0 && typeof socket.sent.at(-1) !== 'string');
    expect(socket.received).to.eql(large);
    expect(socket.sent.slice(0, 2)).to.eql([head(1), 'part']);
    expect(socket.sent.slice(-3)).to.eql(['last part', head(2), head(3)]);
    outgoing.send(head(4));
    expect(socket.sent.at(-1)).to.eql(head(4));
  });

  it('sends few parts ahead, so that a page does not fill the memory for a slow reader [RO8]', async () => {
    outgoing.send(large);
    await until(() => socket.parts() === 3);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(socket.parts()).to.equal(3);
    socket.receipts.shift()?.confirm();
    await until(() => socket.parts() === 4);
  });

  it('counts what waits behind a large page, but not the page, as unread [RO8]', () => {
    outgoing.send(large);
    expect(outgoing.bufferedBytes).to.equal(0);
    for (let seq = 0; seq < 100; seq += 1) outgoing.send(head(seq));
    expect(outgoing.bufferedBytes).to.be.within(2000, 4000);
  });

  it('sends a page once to a client that repeats its hello meanwhile, or a slow one would be disconnected [RO23]', async () => {
    outgoing.send(large);
    outgoing.send(head(1));
    outgoing.send({ ...large });
    expect(outgoing.bufferedBytes).to.be.below(1000);
    await socket.confirmAll();
    await until(() => typeof socket.sent.at(-1) !== 'string');
    expect(socket.received).to.eql(large);
    expect(socket.sent.filter((each) => each === 'last part')).to.have.length(1);
    outgoing.send(large);
    await until(() => socket.sent.at(-1) === 'part');
  });

  it('measures a message once for all clients that it waits for: a large one stops the server with each of them [RO33]', () => {
    let written = 0;
    const message = {
      ...head(1),
      toJSON: () => {
        written += 1;
        return { text: '€'.repeat(1000) };
      },
    };
    const clients = Array.from({ length: 30 }, () => {
      const socket_ = new SlowSocket() as unknown as RoomSocket;
      const handlers = { onTooSlow: () => undefined, onWorked: () => undefined };
      return new Outgoing(socket_, handlers);
    });
    for (const client of clients) client.send(large);
    for (const client of clients) client.send(message);
    expect(written).to.equal(1);
    for (const { bufferedBytes } of clients) expect(bufferedBytes).to.be.within(3000, 3100);
  });

  it('counts what has not been written to the connection as unread, in bytes [RO8, RO33]', () => {
    socket.conn.emit('packetCreate', { data: '€' });
    socket.conn.emit('flush');
    socket.conn.emit('packetCreate', { data: 'x'.repeat(500) });
    socket.conn.emit('packetCreate', {});
    socket.conn.emit('packetCreate', { data: '€'.repeat(100) });
    expect(outgoing.bufferedBytes).to.equal(800);
    socket.conn.emit('flush');
    socket.conn.transport.socket.bufferedAmount = 300;
    expect(outgoing.bufferedBytes).to.equal(300);
  });

  it('gives up on a client that does not receive a part in time, once [RO8]', async () => {
    outgoing.send(large);
    await until(() => socket.receipts.length === 3);
    for (const { expire } of socket.receipts.splice(0)) expire();
    await until(() => tooSlow > 0);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(tooSlow).to.equal(1);
  });
});
