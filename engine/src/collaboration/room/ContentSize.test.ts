import { expect } from 'chai';
import fc from 'fast-check';
import type { Block } from '../../model/Block.ts';
import type { PageSizes } from '../../permissions/pageSizes.ts';
import { makeTestBlock, makeTestPage, makeTestText } from '../../testing/makeTestPage.ts';
import { PageRecords } from '../page/PageRecords.ts';
import { openTestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { finish } from '../Work.ts';
import { ContentSize } from './ContentSize.ts';

const size = (bytes: number) => ({ bytes, values: 1_000_000 });
const sizes = (page: number, block: number): PageSizes => ({
  page: size(page),
  block: size(block),
});
const unlimited = sizes(Infinity, Infinity);
const note = (uuid: string, chars: number) =>
  makeTestBlock(uuid, { type: 'mystery', content: { text: 'x'.repeat(chars) } });

function measured(records: PageRecords): ContentSize {
  const content = new ContentSize(records);
  finish(content.measure());
  return content;
}

describe('how much the page of a room contains', () => {
  /** Joins a room with limits; `send` resolves to the decision on an op. */
  async function openLimited(maxSizes: PageSizes, blocks: readonly Block[] = []) {
    const { join, clock } = await openTestRoom({ maxSizes, page: makeTestPage(blocks) });
    const peer = await join('a');
    let mid = 0;
    return async (...intents: readonly unknown[]): Promise<string | undefined> => {
      clock.advance(1000);
      peer.ops(mid++, intents);
      await flushPromises();
      return peer.outcomes.at(-1);
    };
  }
  const add = (uuid: string, chars: number) => ({
    type: 'add-things',
    things: [note(uuid, chars)],
  });
  const change = (uuid: string, chars: number) => ({
    type: 'update-things',
    updated: [{ uuid, values: [{ path: ['content', 'text'], to: 'y'.repeat(chars) }] }],
  });
  const remove = (uuid: string) => ({ type: 'remove-things', removedUuids: [uuid] });

  it('is limited for the page, so that nobody fills the memory of a server [R75]', async () => {
    const send = await openLimited(sizes(30_000, 20_000));
    expect(await send(add('n1', 12_000))).to.equal('applied');
    expect(await send(add('n2', 12_000))).to.equal('applied');
    expect(await send(add('n3', 12_000))).to.equal('page_size_limit_exceeded');
    // What was rejected does not count, and what is removed makes room.
    expect(await send(add('n4', 1000))).to.equal('applied');
    expect(await send(remove('n1'))).to.equal('applied');
    expect(await send(add('n5', 12_000))).to.equal('applied');
  });

  it('is limited for each block, and a block may become smaller [R75]', async () => {
    const send = await openLimited(sizes(100_000, 5000));
    expect(await send(add('n1', 6000))).to.equal('page_size_limit_exceeded');
    expect(await send(add('n2', 4000))).to.equal('applied');
    expect(await send(change('n2', 6000))).to.equal('page_size_limit_exceeded');
    expect(await send(change('n2', 3000))).to.equal('applied');
  });

  it('may shrink, but not grow, after a plan has ended that allowed more [R75]', () => {
    const records = new PageRecords(makeTestPage([note('n1', 9000), note('n2', 9000)]));
    const content = measured(records);
    const set = (uuid: string, chars: number) => {
      records.begin();
      records.put(note(uuid, chars));
      const refused = finish(content.add(records.commit(), sizes(5000, 5000)));
      return refused?.code ?? null;
    };
    expect(set('n1', 8000)).to.equal(null);
    expect(set('n1', 8500)).to.equal('page_size_limit_exceeded');
    expect(set('n1', 10)).to.equal(null);
    expect(set('n3', 1000)).to.equal('page_size_limit_exceeded');
  });

  it('may grow again by an undo as far as it was before, after a plan has ended that allowed more [R75]', async () => {
    const send = await openLimited(sizes(10_000, 5000), [note('n1', 8000), note('n2', 9000)]);
    const restore = (...chars: readonly number[]) => ({
      type: 'restore-things',
      replay: true,
      things: chars.map((each, at) => note(`n${String(at + 1)}`, each)),
    });
    const both = { ...remove('n1'), removedUuids: ['n1', 'n2'] };
    expect(await send(both)).to.equal('applied');
    expect(await send({ ...restore(8000, 9000), replay: undefined })).to.equal(
      'page_size_limit_exceeded',
    );
    expect(await send(add('n3', 4000))).to.equal('applied');
    expect(await send(restore(8000, 9000)), 'larger than before').to.equal(
      'page_size_limit_exceeded',
    );
    expect(await send(remove('n3'))).to.equal('applied');
    expect(await send(restore(8000, 9000))).to.match(/applied|modified/);
    expect(await send(change('n1', 8500))).to.equal('page_size_limit_exceeded');
  });

  it('is counted right after any changes, or a page could not be edited any more [R75]', () => {
    const uuid = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.oneof(
      fc.record({ put: uuid, text: fc.string({ maxLength: 20 }) }),
      fc.record({ remove: uuid }),
      fc.record({ title: fc.string({ maxLength: 20 }) }),
    );
    const property = fc.property(fc.array(fc.array(step, { maxLength: 5 })), (edits) => {
      const records = new PageRecords(makeTestPage([makeTestText('a', 'Hello')]));
      const content = measured(records);
      for (const steps of edits) {
        records.begin();
        for (const each of steps)
          if ('put' in each) records.put(makeTestText(each.put, each.text));
          else if ('remove' in each) records.delete(each.remove);
          else
            records.setFields({
              ...records.fields,
              settings: { ...records.fields.settings, title: each.title },
            });
        const refused = finish(content.add(records.commit(), unlimited));
        expect(refused).to.equal(null);
      }
      expect(content.total).to.eql(measured(records).total);
    });
    fc.assert(property, { numRuns: 50 });
  });
});

describe('the number of blocks on the page of a room', () => {
  it('may grow again by an undo as far as it was before, after a plan has ended that allowed more [R75]', async () => {
    const { join, clock } = await openTestRoom({
      maxBlocks: 3,
      page: makeTestPage(['n1', 'n2', 'n3', 'n4'].map((uuid) => note(uuid, 10))),
    });
    const peer = await join('a');
    let mid = 0;
    const send = async (intent: object): Promise<string | undefined> => {
      clock.advance(1000);
      peer.ops(mid++, [intent]);
      await flushPromises();
      return peer.outcomes.at(-1);
    };
    const [n1, n2, n5] = ['n1', 'n2', 'n5'].map((uuid) => note(uuid, 10));
    const refused = 'things_per_page_limit_exceeded';
    expect(await send({ type: 'remove-things', removedUuids: ['n1', 'n2'] })).to.equal('applied');
    expect(await send({ type: 'add-things', things: [n5] })).to.equal(refused);
    expect(await send({ type: 'restore-things', things: [n1, n2] })).to.equal(refused);
    const undo = { type: 'restore-things', replay: true };
    expect(await send({ ...undo, things: [n1, n2, n5] })).to.equal(refused);
    expect(await send({ ...undo, things: [n1, n2] })).to.match(/applied|modified/);
    expect(await send({ type: 'add-things', things: [n5] })).to.equal(refused);
  });
});
