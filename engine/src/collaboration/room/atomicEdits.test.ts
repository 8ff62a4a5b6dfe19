import { expect } from 'chai';
import { createEditor } from '../../createEditor.ts';
import type { Editor } from '../../editor/Editor.ts';
import type { Block } from '../../model/Block.ts';
import { makeTestText } from '../../testing/makeTestPage.ts';
import { createRoomClient, type RoomClient } from '../client/RoomClient.ts';
import type { RoomTransport } from '../client/RoomTransport.ts';
import { createMemoryStorage } from '../client/RoomStorage.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { openTestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { firstPage } from '../testing/Simulation.ts';

const TEXTS = 1500;
const CHARS = 1000;

interface Participant {
  readonly editor: Editor;
  readonly client: RoomClient;
  /** What the page contained after each change: versions of its texts, with the number of each. */
  readonly seen: string[];
  /** The number of parts of its largest op. */
  readonly parts: () => number;
  /** Breaks the connection when it has sent this many parts of an op. */
  readonly breakAfter: (parts: number) => void;
}

/** Large texts whose content begins with a version. */
const textsOf = (version: string, change?: (block: Block) => Block): Block[] =>
  Array.from({ length: TEXTS }, (_, index) => {
    const text = makeTestText(`t${String(index)}`, `${version}:${'x'.repeat(CHARS)}`);
    return change ? change(text) : text;
  });

function versionsOf(blocks: Iterable<Block>): string {
  const counts = new Map<string, number>();
  for (const { content } of blocks) {
    const version = /"(\w+):x/.exec(JSON.stringify(content))?.[1];
    if (version !== undefined) counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  return [...counts].map(([version, count]) => `${version} ${String(count)}`).join();
}

async function open() {
  const { clock, room, log } = await openTestRoom();
  const join = (accountId: number): Participant => {
    const editor = createEditor({ page: firstPage() });
    let parts = 0;
    let breaksAt = Infinity;
    const transport: RoomTransport = {
      connect: ({ onOpen, onMessage, onClose }) => {
        let isOpen = true;
        const connection = room.connect({
          session: { accountId, role: 'owner' },
          send: (message) => void Promise.resolve().then(() => isOpen && onMessage(message)),
          close: (reason) => onClose(reason),
        });
        void Promise.resolve().then(onOpen);
        return {
          send: (message) => {
            if (!isOpen) return;
            connection.receive(JSON.parse(JSON.stringify(message)));
            if (message.type !== 'op-part') return;
            parts = Math.max(parts, message.index + 1);
            if (message.index + 1 !== breaksAt) return;
            breaksAt = Infinity;
            isOpen = false;
            connection.disconnected();
            void Promise.resolve().then(() => onClose());
          },
          close: () => connection.disconnected(),
        };
      },
    };
    const id = `client-${String(accountId)}`;
    const client = createRoomClient({
      transport,
      storage: createMemoryStorage(),
      clock,
      random: () => 0.5,
      createId: () => id,
      accountId,
      editor,
    });
    const seen: string[] = [];
    editor.onChange(() => {
      const versions = versionsOf(editor.blocks.values());
      if (versions !== (seen.at(-1) ?? '')) seen.push(versions);
    });
    const breakAfter = (sent: number): void => {
      breaksAt = sent;
    };
    return { editor, client, seen, parts: () => parts, breakAfter };
  };
  const [one, two] = [join(1), join(2)];
  /** Waits until everything is decided and shown, and the rate limits have recovered. */
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 40; round++) {
      await flushPromises();
      clock.advance(500);
    }
    expect([one.client.pendingCount, two.client.pendingCount]).to.eql([0, 0]);
    const stored = versionsOf(Object.values((await room.read())?.page.things ?? {}));
    for (const { editor } of [one, two])
      expect(versionsOf(editor.blocks.values())).to.equal(stored);
  };
  await settle();
  /** Replaces the texts on the page with large ones in one edit; other blocks stay. */
  const replace = (version: string, change?: (block: Block) => Block) => {
    const { settings, style, things } = one.editor.page;
    const texts = textsOf(version, change);
    const kept = Object.entries(things).filter(([uuid]) => !uuid.startsWith('t'));
    const all = [...kept, ...texts.map((text) => [text.uuid, text] as const)];
    return one.editor.replacePage({ settings, style, things: Object.fromEntries(all) });
  };
  return { one, two, clock, log, settle, replace };
}

const ALL = (version: string): string => `${version} ${String(TEXTS)}`;

describe('an edit of 1,500 large texts', () => {
  it('is seen by others as a whole, even with a locked block on the page [R62]', async () => {
    const { one, two, settle, replace } = await open();
    one.editor.setLocked(true, ['a']);
    await settle();
    expect(replace('first').ok).to.equal(true);
    await settle();
    expect(one.parts()).to.be.greaterThan((TEXTS * CHARS) / ROOM_LIMITS.partChars);
    expect(replace('second').ok).to.equal(true);
    await settle();
    expect(two.seen).to.eql([ALL('first'), ALL('second')]);
    expect(two.editor.blocks.get('a')?.locked).to.equal(true);
    one.editor.undo();
    await settle();
    expect(two.seen.at(-1)).to.equal(ALL('first'));
  });

  it('leaves no trace if someone has locked one of them meanwhile [R62]', async () => {
    const { one, two, settle, replace, log } = await open();
    expect(replace('first').ok).to.equal(true);
    await settle();
    const edits: Record<string, () => { readonly ok: boolean }> = {
      'replacing the page': () => replace('second'),
      'updating all': () =>
        one.editor.updateEach(
          new Map(textsOf('third').map(({ uuid, content }) => [uuid, { content: { ...content } }])),
        ),
    };
    for (const [name, edit] of Object.entries(edits)) {
      const rejected: string[] = [];
      const stop = one.client.listen({ onRejected: ({ code }) => rejected.push(code) });
      expect(edit().ok, name).to.equal(true);
      expect(two.editor.setLocked(true, [`t${String(TEXTS - 1)}`]).ok).to.equal(true);
      two.client.flush();
      await settle();
      stop();
      expect(rejected, name).to.eql(['block_locked']);
      expect(log.entries.at(-1), name).to.deep.include({ status: 'rejected', patch: {} });
      expect(two.seen, name).to.eql([ALL('first')]);
      expect(one.seen.at(-1), name).to.equal(ALL('first'));
      two.editor.setLocked(false, [`t${String(TEXTS - 1)}`]);
      await settle();
    }
  });

  it('is applied once and as a whole after the connection breaks in the middle [R62]', async () => {
    const { one, two, clock, settle, replace, log } = await open();
    expect(replace('first').ok).to.equal(true);
    await settle();
    const parts = one.parts();
    // After all parts, only the acknowledgement is lost.
    for (const [index, after] of [Math.floor(parts / 2), parts].entries()) {
      const before = log.entries.length;
      const version = `again${String(index)}`;
      one.breakAfter(after);
      expect(replace(version).ok).to.equal(true);
      one.client.flush();
      // The room may ask it to send more slowly.
      for (let turn = 0; turn < 200 && one.client.status === 'live'; turn++) {
        await flushPromises();
        clock.advance(100);
      }
      expect(one.client.status, `after ${String(after)} of ${String(parts)} parts`).to.equal(
        'connecting',
      );
      if (after < parts) expect(versionsOf(two.editor.blocks.values())).to.not.include(version);
      await settle();
      expect(log.entries.length - before, `after ${String(after)} parts`).to.equal(1);
      expect(two.seen.at(-1)).to.equal(ALL(version));
    }
    const whole = ['first', ...[0, 1].map((index) => `again${String(index)}`)].map(ALL);
    expect(two.seen).to.eql(whole);
  });
});
