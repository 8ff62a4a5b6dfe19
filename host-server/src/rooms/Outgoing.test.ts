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

  /** Confirms all parts until there are no more. */
  async confirmAll(): Promise<void> {
    for (let quiet = 0; quiet < 20; quiet += 1) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (this.receipts.length > 0) quiet = 0;
      for (const { confirm } of this.receipts.splice(0)) confirm();
    }
  }

  parts(): number {
    return this.sent.filter((each) => typeof each === 'string').length;
  }
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
    outgoing = new Outgoing(socket as unknown as RoomSocket, () => {
      tooSlow += 1;
    });
  });

  it('sends a large page in parts, and what follows after it and in order [RO8]', async () => {
    outgoing.send(head(1));
    outgoing.send(large);
    outgoing.send(head(2));
    outgoing.send(head(3));
    await socket.confirmAll();
    expect(socket.received).to.eql(large);
    expect(socket.sent.slice(0, 2)).to.eql([head(1), 'part']);
    expect(socket.sent.slice(-3)).to.eql(['last part', head(2), head(3)]);
    outgoing.send(head(4));
    expect(socket.sent.at(-1)).to.eql(head(4));
  });

  it('sends few parts ahead, so that a page does not fill the memory for a slow reader [RO8]', async () => {
    outgoing.send(large);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(socket.parts()).to.equal(3);
    socket.receipts.shift()?.confirm();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(socket.parts()).to.equal(4);
  });

  it('counts what waits behind a large page, but not the page, as unread [RO8]', () => {
    outgoing.send(large);
    expect(outgoing.bufferedBytes).to.equal(0);
    for (let seq = 0; seq < 100; seq += 1) outgoing.send(head(seq));
    expect(outgoing.bufferedBytes).to.be.within(2000, 4000);
  });

  it('counts what has not been written to the connection as unread [RO8]', () => {
    socket.conn.emit('packetCreate', { data: 'x'.repeat(500) });
    socket.conn.emit('packetCreate', {});
    expect(outgoing.bufferedBytes).to.equal(500);
    socket.conn.emit('flush');
    socket.conn.transport.socket.bufferedAmount = 300;
    expect(outgoing.bufferedBytes).to.equal(300);
  });

  it('gives up on a client that does not receive a part in time, once [RO8]', async () => {
    outgoing.send(large);
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const { expire } of socket.receipts.splice(0)) expire();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(tooSlow).to.equal(1);
  });
});
