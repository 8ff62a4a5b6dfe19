import { expect } from 'chai';
import fc from 'fast-check';
import type { Kit } from '../../blocks/Kit.ts';
import { createEditor } from '../../createEditor.ts';
import type { Editor } from '../../editor/Editor.ts';
import { makeTestPage } from '../../testing/makeTestPage.ts';
import { makeTestSign, newerSignKit, olderSignKit } from '../../testing/signKits.ts';
import { richTextFromPlain } from '../../text/richText.ts';
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

type Edit = (editor: Editor<Kit>, value: number) => unknown;

/** Edits of properties of which each is written as a whole, with values that the page does not have. */
const EDITS: readonly Edit[] = [
  (editor, value) => editor.update('a', { altText: String(value) }),
  (editor, value) => editor.update('a', { styles: { opacity: value / 10 } }),
  (editor, value) => editor.update('a', { position: { x: value / 20 + 0.01, y: 0.1 } }),
  (editor, value) => editor.update('b', { altText: String(value) }),
  (editor, value) => editor.update('c', { styles: { opacity: value / 10 } }),
  (editor, value) => editor.updatePage({ settings: { title: String(value) } }),
  (editor, value) => editor.updatePage({ settings: { description: String(value) } }),
  (editor, value) => editor.slice('s2', 0.1, value / 20),
];

const edits = fc.array(fc.tuple(fc.constantFrom(...EDITS), fc.integer({ min: 1, max: 9 })), {
  maxLength: 5,
});

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

  it('changes only what it would change after that: it does not know the stored edits, and would overwrite them [R25]', async () => {
    await fc.assert(
      fc.asyncProperty(edits, edits, edits, async (stored, early, later) => {
        const pageAfter = async (isEarly: boolean): Promise<unknown> => {
          const { memory, storage, respond } = createSlowStorage();
          const earlier = await connectManually({ storage: memory });
          for (const [edit, value] of stored) edit(earlier.editor, value);
          earlier.client.close();
          await flushPromises();
          const { editor, client } = await connectManually({ storage });
          if (!isEarly) await respond();
          for (const [edit, value] of early) edit(editor, value);
          if (isEarly) await respond();
          for (const [edit, value] of later) edit(editor, value);
          expect(client.page?.things).to.eql(editor.page.things);
          client.close();
          await flushPromises();
          const next = await connectManually({ storage: memory });
          const { things, settings } = next.editor.page;
          expect(things, 'as stored').to.eql(editor.page.things);
          return { things, settings };
        };
        expect(await pageAfter(true)).to.eql(await pageAfter(false));
      }),
      { numRuns: 15 },
    );
  });

  it('offers its text if the stored edits have another one, so that neither is lost [R25, R59]', async () => {
    const { memory, storage, respond } = createSlowStorage();
    const note = { type: 'sticky-note' } as const;
    const earlier = await connectManually({ storage: memory });
    const [uuid = ''] = earlier.editor.add(note).unwrap();
    const { page } = earlier.editor;
    const write = ({ editor }: Awaited<ReturnType<typeof connectManually>>, text: string): void =>
      void editor.update(uuid, { content: { stickyNoteText: { text } } }).unwrap();
    write(earlier, 'Stored');
    earlier.client.close();
    await flushPromises();
    const editor = createEditor({ page });
    const next = await connectManually({ storage, editor });
    write(next, 'Early');
    await respond();
    expect(editor.blocks.get(uuid)?.content).to.deep.include({
      stickyNoteText: { text: 'Stored' },
    });
    expect(next.client.lostTexts.map(({ text }) => text)).to.eql(['Early']);
  });

  it('of a block that the stored edits have removed does not bring it back, and offers its text [R25]', async () => {
    const { memory, storage, respond } = createSlowStorage();
    const earlier = await connectManually({ storage: memory });
    earlier.editor.remove('t').unwrap();
    earlier.client.close();
    await flushPromises();
    const { editor, client } = await connectManually({ storage });
    const text = { text: richTextFromPlain('Early') };
    editor.update('t', { content: text }).unwrap();
    editor.update('t', { altText: 'Early' }).unwrap();
    await respond();
    expect(editor.blocks.has('t')).to.equal(false);
    expect(JSON.stringify(client.lostTexts.map((each) => each.text))).to.include('"Early"');
  });

  it('is reported if it writes content that a kit has migrated only here: it would vanish, or migrate the block for everyone [R25, R58]', async () => {
    const given = makeTestPage([makeTestSign('k', 'Hi')]);
    const editor: Editor<Kit> = createEditor({ page: given, kits: [olderSignKit] });
    const { memory, storage, respond } = createSlowStorage();
    (await connectManually({ storage: memory, editor })).client.close();
    editor.configure({ kits: [newerSignKit] });
    const { client } = await connectManually({ storage, editor });
    const rejected: string[] = [];
    client.listen({ onRejected: ({ code }) => void rejected.push(code) });
    editor.update('k', { content: { tone: 'loud' } }).unwrap();
    await respond();
    expect(rejected).to.eql(['content_version_differs']);
    expect(client.page?.things).to.eql(given.things);
    expect(editor.page.things).to.eql(given.things);
  });
});
