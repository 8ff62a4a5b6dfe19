import { expect } from 'chai';
import fc from 'fast-check';
import { hasFewValues, RoomDecoder } from './RoomDecoder.ts';

/** How many values JSON has, as the decoder counts: an opening bracket, and each value. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const inner = Object.values(value).reduce((sum: number, each) => sum + countOf(each), 0);
  return 1 + Math.max(1, inner);
}

describe('what the server parses of what clients of rooms send', () => {
  const decode = (packet: unknown, mayParse = true): unknown => {
    const decoder = new RoomDecoder(() => mayParse);
    let decoded: unknown = null;
    decoder.on('decoded', (each: unknown) => (decoded = each));
    decoder.add(packet);
    return decoded;
  };

  it('are the packets of a client, with any message [RO13]', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (message) => {
        const decoded = decode(`2["message",${JSON.stringify(message)}]`) as { data: unknown[] };
        expect(decoded.data).to.eql(['message', JSON.parse(JSON.stringify(message))]);
      }),
    );
    expect(decode('0{"page":12}')).to.deep.include({ data: { page: 12 } });
    expect(decode('1')).to.deep.include({ type: 1 });
    expect(decode('312[]')).to.deep.include({ id: 12, data: [] });
  });

  it('are nothing else, and nothing of an account that sends too much [RO13]', () => {
    const long = 'x'.repeat(200);
    const packets = [
      ...[`0{"page":"${long}"}`, '2["other",1]', '2["message"]', '2/admin,["message",1]', '4', ''],
      ...['51-["message",{"_placeholder":true,"num":0}]', `3${'1'.repeat(20)}[]`, '31[1]'],
      ...[`0/${long},`, '212["message",{}]', Buffer.from('x'), { base64: true }],
    ];
    for (const packet of packets) expect(() => decode(packet), JSON.stringify(packet)).to.throw();
    expect(() => decode('2["message",1]', false)).to.throw();
  });

  it('connect once, or one connection would join a room many times, past the limit of an account [RO13]', () => {
    const decoder = new RoomDecoder(() => true);
    decoder.add('0{"page":12}');
    decoder.add('2["message",1]');
    expect(() => {
      decoder.add('0{"page":12}');
    }).to.throw('Not a packet');
  });

  it('have few values and little nesting, or one message would stop the server for seconds [RO13]', () => {
    const message = (json: string) => () => decode(`2["message",${json}]`);
    expect(message('['.repeat(1_000_000))).to.throw('Not a packet');
    expect(message(`[${'{},'.repeat(500_000)}1]`)).to.throw('Not a packet');
    expect(message(`{"a":"${'[,{'.repeat(300_000)}"}`)).not.to.throw();
    const keys = (count: number) =>
      `{"b":[{"a":0},${'1,'.repeat(2000)}1],${Array.from({ length: count - 1 }, (_, index) => `"${String(index)}":[]`).join()}}`;
    expect(message(keys(1000))).not.to.throw();
    expect(message(keys(1001))).to.throw('Not a packet');
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        const values = countOf(value);
        expect(hasFewValues(json, values, 1000)).to.equal(true);
        expect(hasFewValues(json, Math.ceil(values / 4) - 2, 1000)).to.equal(false);
      }),
    );
  });
});
