import { expect } from 'chai';
import { makeTestBlock } from '../../testing/makeTestPage.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { openTestRoom } from '../testing/openTestRoom.ts';

const title = (to: string) => [
  { type: 'update-page', partialPage: [{ path: ['settings', 'title'], to }] },
];
const listed = [{ type: 'update-page', partialPage: [{ path: ['isListed'], to: true }] }];

/** A room with a log whose responses the test delays. */
async function openWithLog() {
  let isBlocked = false;
  const waiting: (() => void)[] = [];
  const hop = (): Promise<void> =>
    isBlocked ? new Promise((resolve) => void waiting.push(resolve)) : Promise.resolve();
  const opened = await openTestRoom({ hop });
  return {
    ...opened,
    block: () => {
      isBlocked = true;
    },
    unblock: async () => {
      isBlocked = false;
      for (const resolve of waiting.splice(0)) resolve();
      await flushPromises();
    },
  };
}

describe('a role change', () => {
  it('removes queued ops that are no longer permitted, and tells their sender which ones [R17]', async () => {
    const { join, log, block, unblock } = await openWithLog();
    const peer = await join('one', { role: 'editor' });
    block();
    peer.ops(0, title('Under way'));
    await flushPromises();
    peer.ops(1, title('Waits'), title('Waits too'));
    peer.connection.setRole('viewer');
    peer.ops(3, title('Late'));
    // The first op was decided on before, and is acknowledged in the stream.
    expect(peer.of('error')).to.eql([
      { type: 'error', code: 'not_permitted', lastMid: 1 },
      { type: 'error', code: 'not_permitted', lastMid: 1 },
    ]);
    await unblock();
    expect(log.entries.map(({ mid }) => mid)).to.eql([1]);
    expect(peer.outcomes).to.eql(['applied']);
    peer.connection.setRole('editor');
    peer.ops(1, title('Again'));
    await flushPromises();
    expect(log.entries.map(({ mid }) => mid)).to.eql([1, 2]);
  });

  it('applies to queued ops [R17, R37]', async () => {
    const { join, log, block, unblock } = await openWithLog();
    const peer = await join('one');
    block();
    peer.ops(0, title('Under way'));
    await flushPromises();
    peer.ops(1, listed, title('A'));
    peer.connection.setRole('editor');
    await unblock();
    expect(log.entries.map(({ status, code }) => code ?? status)).to.eql([
      'applied',
      'not_permitted',
      'applied',
    ]);
    expect(peer.of('error')).to.eql([]);
  });

  it('removes queued ops of an earlier connection when the client rejoins with a lower role [R17]', async () => {
    const { join, log, block, unblock } = await openWithLog();
    const first = await join('one', { role: 'editor' });
    const other = await join('two', { accountId: 2 });
    block();
    other.ops(0, title('Under way'));
    await flushPromises();
    first.ops(0, title('Waits'));
    const hello = join('one', { role: 'viewer' });
    await unblock();
    const back = await hello;
    await flushPromises();
    expect(back.of('welcome')[0]).to.include({ role: 'viewer', lastMid: 0 });
    expect(back.of('error')).to.eql([{ type: 'error', code: 'not_permitted', lastMid: 0 }]);
    expect(log.entries.map(({ clientId }) => clientId)).to.eql(['two']);
  });

  it('applies to what a closed connection has sent [R17, R53]', async () => {
    const { join, log, block, unblock } = await openWithLog();
    const first = await join('one', { role: 'editor' });
    const other = await join('two', { accountId: 2 });
    block();
    other.ops(0, title('Under way'));
    await flushPromises();
    first.ops(0, title('Waits'));
    first.connection.disconnected();
    first.connection.setRole('viewer');
    await unblock();
    expect(log.entries.map(({ clientId }) => clientId)).to.eql(['two']);
    const back = await join('one', { role: 'editor' });
    expect(back.of('welcome')[0]).to.include({ lastMid: 0 });
  });
});

describe('a member that only disconnects', () => {
  it('has its waiting ops stored, once, and acknowledged when it returns [R5, R53]', async () => {
    const { join, log, block, unblock } = await openWithLog();
    const first = await join('one', { role: 'editor' });
    const other = await join('two', { accountId: 2 });
    block();
    other.ops(0, title('Under way'));
    await flushPromises();
    first.ops(0, title('Waits'), title('Waits too'));
    first.connection.disconnected();
    await unblock();
    expect(log.entries.map(({ clientId }) => clientId)).to.eql(['two', 'one', 'one']);
    const back = await join('one', { role: 'editor' }, { lastSeq: 0 });
    expect(back.of('welcome')[0]).to.include({ lastMid: 2, seq: 3 });
    back.ops(0, title('Waits'), title('Waits too'), title('New'));
    await flushPromises();
    expect(log.entries.map(({ clientId, mid }) => [clientId, mid]).slice(1)).to.eql([
      ['one', 1],
      ['one', 2],
      ['one', 3],
    ]);
  });
});

describe('an undo in a room', () => {
  it('bypasses a lock only for blocks that its sender has added or removed according to the stream [R40]', async () => {
    const { join, room } = await openTestRoom();
    const one = await join('one');
    const two = await join('two', { accountId: 2 });
    const has = async (uuid: string) => (await room.read())?.page.things[uuid] !== undefined;
    const lock = (uuid: string) => [
      { type: 'update-things', updated: [{ uuid, values: [{ path: ['locked'], to: true }] }] },
    ];
    const undo = (uuid: string) => [{ type: 'remove-things', removedUuids: [uuid], replay: true }];
    const n = makeTestBlock('n', { parentUuid: 'g' });
    const c = makeTestBlock('c', { parentUuid: 'g' });
    one.ops(
      0,
      [{ type: 'add-things', things: [n] }],
      [{ type: 'remove-things', removedUuids: ['c'] }],
    );
    await flushPromises();
    two.ops(0, lock('g'), undo('n'), [{ type: 'restore-things', things: [c] }]);
    await flushPromises();
    expect(two.outcomes.slice(2)).to.eql(['applied', 'modified', 'block_locked']);
    expect(await has('n')).to.equal(true);
    one.ops(2, undo('n'), [{ type: 'restore-things', things: [c] }]);
    await flushPromises();
    expect(one.outcomes.slice(-2)).to.eql(['applied', 'applied']);
    expect([await has('n'), await has('c')]).to.eql([false, true]);
  });
});
