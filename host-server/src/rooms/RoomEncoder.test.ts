import { expect } from 'chai';
import { type Packet, PacketType } from 'socket.io-parser';
import { RoomEncoder } from './RoomEncoder.ts';

describe('the packets of a room', () => {
  const packet = (data: unknown, more: object = {}): Packet => ({
    type: PacketType.EVENT,
    nsp: '/',
    data,
    ...more,
  });

  it('are written once for all clients of a message: with 30, an edit of one stops the server for milliseconds [RO33]', () => {
    let written = 0;
    const message = {
      type: 'stream',
      toJSON: () => {
        written += 1;
        return { type: 'stream', text: '"€' };
      },
    };
    new RoomEncoder().encode(packet(['message', message]));
    const once = written;
    const all = Array.from({ length: 30 }, () =>
      // Each connection has an encoder of its own.
      new RoomEncoder().encode(packet(['message', message])),
    );
    expect(all[29]).to.eql(['2["message",{"type":"stream","text":"\\"€"}]']);
    expect([once > 0, written]).to.eql([true, once]);
  });

  it('are written each time if they differ from one client to another [RO33]', () => {
    const encoder = new RoomEncoder();
    const value = { page: 1 };
    expect(encoder.encode(packet(['message', value]))).to.eql(['2["message",{"page":1}]']);
    expect(encoder.encode(packet(['other', value]))).to.eql(['2["other",{"page":1}]']);
    expect(encoder.encode(packet(['message', value], { id: 7 }))).to.eql([
      '27["message",{"page":1}]',
    ]);
    expect(encoder.encode(packet(['message', null]))).to.eql(['2["message",null]']);
    expect(encoder.encode(packet({ sid: 'x' }, { type: PacketType.CONNECT }))).to.eql([
      '0{"sid":"x"}',
    ]);
  });
});
