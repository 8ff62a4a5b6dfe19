import { expect } from 'chai';
import { connectManually } from '../testing/connectManually.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { createMemoryStorage, type RoomStorage } from './RoomStorage.ts';

/** A storage whose first reads respond when the test says so. */
function createSlowStorage() {
  const memory = createMemoryStorage();
  const waiting: (() => void)[] = [];
  let isSlow = true;
  const storage: RoomStorage = {
    ...memory,
    entries: async () => {
      if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
      return memory.entries();
    },
  };
  const respond = async (): Promise<void> => {
    isSlow = false;
    for (const resolve of waiting.splice(0)) resolve();
    await flushPromises();
  };
  return { memory, storage, respond };
}

describe('an edit made before the client has read its storage', () => {
  it('is stored even if the client is closed first, and counts as pending: otherwise it would be lost, and nobody would notice [R25]', async () => {
    const { memory, storage, respond } = createSlowStorage();
    const earlier = await connectManually({ storage: memory });
    const [stored = ''] = earlier.editor.add({ type: 'sticky-note' }).unwrap();
    earlier.client.close();
    const first = await connectManually({ storage });
    const [uuid = ''] = first.editor.add({ type: 'sticky-note' }).unwrap();
    expect(first.client.pendingCount).to.equal(1);
    first.client.close();
    const { page } = first.editor;
    await respond();
    expect(first.client.pendingCount).to.equal(2);
    expect(first.client.status).to.equal('closed');
    expect(first.editor.page, 'a closed client does not change the editor').to.equal(page);
    expect(first.connections()).to.equal(0);
    const later = await connectManually({ storage });
    expect([stored, uuid].filter((each) => later.editor.blocks.has(each))).to.have.length(2);
    expect(later.client.pendingCount).to.equal(2);
  });

  it('gets an op of its own even if another client opens the same storage meanwhile [R5]', async () => {
    const { storage, respond } = createSlowStorage();
    const added: string[] = [];
    const add = ({ editor }: Awaited<ReturnType<typeof connectManually>>): void =>
      void added.push(...editor.add({ type: 'sticky-note' }).unwrap());
    const first = await connectManually({ storage });
    add(first);
    first.client.close();
    const second = await connectManually({ storage });
    add(second);
    await respond();
    add(second);
    await flushPromises();
    expect(second.client.pendingCount).to.equal(3);
    second.client.close();
    const { editor } = await connectManually({ storage });
    const isOnPage = (uuid: string): boolean => editor.blocks.has(uuid);
    expect(added.map(isOnPage)).to.eql([true, true, true]);
    const ids = (await storage.entries()).flatMap(([key, op]) =>
      key.startsWith('op:') ? [(op as { readonly mid: number }).mid] : [],
    );
    expect(new Set(ids).size).to.equal(3);
  });
});
