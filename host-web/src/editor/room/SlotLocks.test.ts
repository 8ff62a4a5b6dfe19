import { expect } from 'chai';
import { channelLocks } from './SlotLocks.ts';

describe('locks without Web Locks', () => {
  let tabs = 0;
  let stopWaiting: () => void;
  let name: string;
  let waiting: Promise<void>;
  const channels: BroadcastChannel[] = [];
  const { BroadcastChannel: Original } = globalThis;
  const openTab = () => channelLocks(name, () => waiting);

  beforeEach(() => {
    name = `locks-${String((tabs += 1))}`;
    waiting = new Promise((resolve) => {
      stopWaiting = resolve;
    });
    globalThis.BroadcastChannel = class extends Original {
      public constructor(channelName: string) {
        super(channelName);
        channels.push(this);
      }
    };
  });

  afterEach(() => {
    globalThis.BroadcastChannel = Original;
    for (const channel of channels.splice(0)) channel.close();
  });

  it('go to one of two tabs that ask at the same moment, or both would send the same edits [LR6]', async () => {
    const asked = [openTab(), openTab()].map((tab) => tab.take('slot'));
    // The loser does not wait until the time for answers is over.
    expect(await Promise.race(asked)).to.equal(null);
    stopWaiting();
    const taken = await Promise.all(asked);
    expect(taken.filter((release) => release !== null)).to.have.length(1);
  });

  it('are free again when their tab releases them [LR6]', async () => {
    const [first, second] = [openTab(), openTab()];
    stopWaiting();
    const release = await first.take('slot');
    waiting = new Promise(() => undefined);
    expect(await second.take('slot')).to.equal(null);
    release?.();
    waiting = Promise.resolve();
    expect(await second.take('slot')).to.be.a('function');
  });

  it('are refused to a tab that has them, or is asking for them [LR6]', async () => {
    const tab = openTab();
    const first = tab.take('slot');
    expect(await tab.take('slot')).to.equal(null);
    stopWaiting();
    expect(await first).to.be.a('function');
    expect(await tab.take('slot')).to.equal(null);
  });
});
