import { expect } from 'chai';
import { finish } from '../Work.ts';
import { clientMessageSchema, sentOpSchema } from './clientMessages.ts';
import { intentSchema, thingUpdateSchema } from './intents.ts';
import { readIntents } from './readIntents.ts';

const COUNT = 40;

/** A list of equal items that counts how many of them are read. */
function counted(item: unknown): { readonly list: unknown[]; readonly reads: () => number } {
  let reads = 0;
  const list = new Proxy(Array<unknown>(COUNT).fill(item), {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  return { list, reads: () => reads };
}

const position = { parentUuid: 's', x: 0, y: 0, width: 1, height: 1, rotationDeg: 0 };
const moving = { type: 'update-things', inProgress: true, updated: [] };
const update = (edit: object) => ({ type: 'update-things', updated: [{ uuid: 'a', ...edit }] });

describe('malformed messages', () => {
  it('are read up to the first invalid item, so that one viewer cannot keep a room busy [R55]', () => {
    const messages: [item: unknown, of: (list: unknown[]) => object][] = [
      ['!', (thingUuids) => ({ type: 'selection', thingUuids })],
      [0, (uploading) => ({ type: 'selection', thingUuids: [], uploading })],
      [{ uuid: '!', position: {} }, (updated) => ({ ...moving, updated })],
      [{ uuid: 'a', position: { ...position, x: '' } }, (updated) => ({ ...moving, updated })],
      ['!', (thingUuids) => ({ ...moving, offset: { thingUuids, dx: 0, dy: 0 } })],
      ['!', (thingUuids) => ({ type: 'acquire-locks', at: 0, thingUuids })],
      ['!', (thingUuids) => ({ type: 'release-locks', thingUuids })],
      [{}, (ops) => ({ type: 'ops', after: 0, ops })],
    ];
    for (const [item, of] of messages) {
      const { list, reads } = counted(item);
      const { error } = clientMessageSchema.safeParse(of(list));
      expect(error?.issues, JSON.stringify(of([item]))).to.have.length.within(1, 10);
      expect(reads(), JSON.stringify(of([item]))).to.equal(1);
    }
  });

  it('in an op are read up to the first invalid item [R55]', () => {
    const intents: [item: unknown, of: (list: unknown[]) => object][] = [
      [0, (path) => update({ values: [{ path }] })],
      [{ path: 0 }, (values) => update({ values })],
      [{ path: 0 }, (partialPage) => ({ type: 'update-page', partialPage })],
      ['!', (removedUuids) => ({ type: 'remove-things', removedUuids })],
      [{ uuid: '!' }, (things) => ({ type: 'add-things', things })],
      ['!', (changed) => ({ type: 'restore-things', things: [{ uuid: 'a' }], changed })],
    ];
    for (const [item, of] of intents) {
      const { list, reads } = counted(item);
      const { error } = intentSchema.safeParse(of(list));
      expect(error?.issues, JSON.stringify(of([item]))).to.have.length.within(1, 10);
      expect(reads(), JSON.stringify(of([item]))).to.equal(1);
      expect(finish(readIntents([of([item])]))).to.equal(null);
    }
    const valid = { uuid: 'a', values: [{ path: ['altText'], to: 'A' }] };
    expect(thingUpdateSchema.parse({ ...valid, more: 1 })).to.eql(valid);
    expect(sentOpSchema.safeParse({ mid: 1, baseSeq: 0, intents: [0] }).success).to.equal(true);
  });
});
