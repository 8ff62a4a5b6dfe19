import { expect } from 'chai';
import fc from 'fast-check';
import type { Editor } from '../../editor/Editor.ts';
import type { Page } from '../../model/Page.ts';
import type { Room } from '../room/Room.ts';
import { connectManually } from '../testing/connectManually.ts';
import { lawRuns } from '../testing/lawRuns.ts';
import { openTestTabs, type TestTab } from '../testing/openTestTabs.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';

const STORED = '/assets/new.png';
const OLD = '/assets/old.png';
const stored = { url: STORED, naturalWidth: 20, naturalHeight: 10 };

/** How an upload starts: in a new image, in one that has a file, or with a placeholder. */
const STARTS = {
  added: { url: 'blob:x', naturalWidth: 5, naturalHeight: 5 },
  replaced: { url: 'blob:x' },
  placeholder: { url: '', isUploading: true },
} as const;

/** What both tabs may do during an upload in the first one. Calls that are refused do nothing. */
const CALLS: Readonly<Record<string, (editor: Editor, uuid: string, older: Page) => unknown>> = {
  move: (editor, uuid) => editor.update(uuid, { position: { x: 0.2 } }),
  'move back': (editor, uuid) => editor.update(uuid, { position: { x: 0.7 } }),
  describe: (editor, uuid) => editor.update(uuid, { altText: 'A cat' }),
  remove: (editor, uuid) => editor.remove(uuid),
  lock: (editor, uuid) => editor.setLocked(true, uuid),
  unlock: (editor, uuid) => editor.setLocked(false, uuid),
  undo: (editor) => editor.undo(),
  redo: (editor) => editor.redo(),
  begin: (editor) => editor.begin(),
  commit: (editor) => editor.isInProgress && editor.commit(),
  cancel: (editor) => editor.isInProgress && editor.cancel(),
  'add another': (editor) => editor.add({ type: 'shape' }),
  'load an older version': (editor, _, older) => editor.load(older),
};

const TAB_CALLS: Readonly<Record<string, (tab: TestTab) => unknown>> = {
  reopen: (tab) => tab.reopen(),
  disconnect: (tab) => tab.setOnline(false),
  connect: (tab) => tab.setOnline(true),
  flush: (tab) => tab.client.flush(),
};

const step = fc.record({
  tab: fc.integer({ min: 0, max: 1 }),
  call: fc.constantFrom(...Object.keys(CALLS), ...Object.keys(TAB_CALLS), 'settle', 'deliver'),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Story {
  readonly start: keyof typeof STARTS;
  readonly before: readonly Step[];
  readonly after: readonly Step[];
}

/** The URL of an image in the room and in each tab; undefined where the image is not there. */
async function urlsOf(uuid: string, tabs: readonly TestTab[], room: Room): Promise<unknown[]> {
  const read = (await room.read()) as { readonly page: Page } | null;
  const pages = [read?.page, ...tabs.map(({ editor }) => editor.page)];
  return pages.map((page) => {
    const block = page?.things[uuid];
    return block && (block.content as { readonly url?: unknown }).url;
  });
}

/** Unlocks a block, if it is locked, without a step that undo would revert. */
function unlock({ editor }: TestTab, uuid: string): void {
  const isLocked = (): boolean => editor.blocks.get(uuid)?.locked === true;
  if (isLocked()) editor.run(() => editor.setLocked(false, uuid), { history: false });
  if (isLocked()) editor.setLocked(false, uuid).unwrap(); // the edit in progress has locked it
}

async function play({ start, before, after }: Story): Promise<void> {
  const { tabs, room, settle } = await openTestTabs(2);
  const [one, two] = tabs as [TestTab, TestTab];
  const content = start === 'replaced' ? { ...stored, url: OLD } : STARTS[start];
  const [uuid = ''] = one.editor.add({ type: 'image', content }).unwrap();
  if (start === 'replaced') {
    await settle();
    one.editor.update(uuid, { content: STARTS.replaced }).unwrap();
  }
  // With a replaced file, an undo may have ended the upload that the older version contains.
  const hasOlder = start !== 'replaced';
  const older = tabs.map(({ editor }) => editor.stablePage);
  const run = async (steps: readonly Step[]): Promise<void> => {
    for (const { tab, call } of steps) {
      const at = tabs[tab];
      const page = older[tab];
      if (call === 'settle') await settle();
      else if (call === 'deliver') await flushPromises();
      else if (call === 'load an older version' && !hasOlder) continue;
      else if (at && page) (CALLS[call]?.(at.editor, uuid, page), TAB_CALLS[call]?.(at));
    }
  };
  const check = async (when: string): Promise<void> => {
    await settle();
    // The room lacks the file as long as the block is locked.
    unlock(one, uuid);
    await settle();
    const found = await urlsOf(uuid, tabs, room);
    const url = found[0];
    expect(found, when).to.eql([url, url, url]);
    const replaced = start === 'replaced' ? [OLD] : [];
    expect([undefined, STORED, ...replaced], when).to.include(url);
  };
  try {
    await run(before);
    const running = one.editor.stablePage.things[uuid]?.content as { url?: unknown } | undefined;
    if (running && start !== 'replaced')
      expect(running.url, 'meanwhile').to.equal(STARTS[start].url);
    // A locked block refuses the end.
    unlock(one, uuid);
    const finished = one.editor.finishUpload(uuid, { ...stored, isUploading: undefined });
    // Undoing the replacement of a file, and then editing, ends its upload.
    if (!finished.ok && start === 'replaced') return;
    finished.unwrap();
    await run(after);
    for (const { editor, setOnline } of tabs) {
      while (editor.isInProgress) editor.commit();
      setOnline(true);
    }
    await check('at the end');
    for (const [name, { editor }] of Object.entries({ A: one, B: two })) {
      for (let count = 1; count < 6 && editor.undo(); count++)
        await check(`after undo ${String(count)} of ${name}`);
      for (let count = 1; count < 6 && editor.redo(); count++)
        await check(`after redo ${String(count)} of ${name}`);
    }
  } finally {
    for (const { client } of tabs) client.close();
  }
}

/** What can happen while the first tab uploads a file. `finish` ends the upload. */
const CASES: Readonly<
  Record<string, (play: Record<'one' | 'two', TestTab> & Scene) => Promise<unknown>>
> = {
  'that its author restores by undo while another moves it': async ({ one, two, ...scene }) => {
    two.editor.update(scene.uuid, { position: { x: 0.7 } }).unwrap();
    two.client.flush();
    one.editor.remove(scene.uuid).unwrap();
    await scene.settle();
    one.editor.undo();
    await scene.settle();
    scene.finish();
  },
  'that another moves while a step of its author has removed it': async ({
    one,
    two,
    ...scene
  }) => {
    one.editor.begin();
    one.editor.remove(scene.uuid).unwrap();
    two.editor.update(scene.uuid, { position: { x: 0.7 } }).unwrap();
    await scene.settle();
    one.editor.cancel();
    scene.finish();
  },
  'that a step has removed when the client is replaced': async ({ one, ...scene }) => {
    one.editor.begin();
    one.editor.remove(scene.uuid).unwrap();
    one.reopen();
    await scene.settle();
    one.editor.cancel();
    scene.finish();
  },
  'that another removes and restores': async ({ two, ...scene }) => {
    two.editor.remove(scene.uuid).unwrap();
    await scene.settle();
    two.editor.undo();
    await scene.settle();
    scene.finish();
  },
  'that another restores after its end': async ({ two, ...scene }) => {
    two.editor.remove(scene.uuid).unwrap();
    await scene.settle();
    scene.finish();
    two.editor.undo();
  },
  'that another removes before the room knows its end, and restores': async ({ two, ...scene }) => {
    two.editor.remove(scene.uuid).unwrap();
    two.client.flush();
    scene.finish();
    await scene.settle();
    two.editor.undo();
  },
  'that another removes just after its end, and restores': async ({ one, two, ...scene }) => {
    scene.finish();
    one.client.flush();
    two.editor.remove(scene.uuid).unwrap();
    await scene.settle();
    two.editor.undo();
  },
  'that another removes and restores before knowing its end': async ({ one, two, ...scene }) => {
    scene.finish();
    two.editor.remove(scene.uuid).unwrap();
    two.editor.undo();
    one.client.flush();
    await scene.settle();
  },
  'that its author is locking while a new client starts': async ({ one, ...scene }) => {
    one.reopen();
    one.editor.begin();
    one.editor.setLocked(true, scene.uuid).unwrap();
    one.editor.run(scene.finish, { history: false });
    await scene.settle();
    one.editor.cancel();
  },
  'that another locks before the room knows its end, and unlocks': async ({ two, ...scene }) => {
    two.editor.setLocked(true, scene.uuid).unwrap();
    two.client.flush();
    scene.finish();
    await scene.settle();
    two.editor.setLocked(false, scene.uuid).unwrap();
  },
  'that another locks before the room knows its end, and its author unlocks': async ({
    one,
    two,
    ...scene
  }) => {
    two.editor.setLocked(true, scene.uuid).unwrap();
    two.client.flush();
    scene.finish();
    await scene.settle();
    one.editor.setLocked(false, scene.uuid).unwrap();
  },
  'that another locks before the room knows its end, and its author unlocks outside the history':
    async ({ one, two, ...scene }) => {
      two.editor.setLocked(true, scene.uuid).unwrap();
      two.client.flush();
      scene.finish();
      await scene.settle();
      unlock(one, scene.uuid);
    },
  'that another locks like its author before, who unlocks by undo': async ({
    one,
    two,
    ...scene
  }) => {
    one.editor.setLocked(true, scene.uuid).unwrap();
    await scene.settle();
    two.editor.setLocked(false, scene.uuid).unwrap();
    await scene.settle();
    two.editor.setLocked(true, scene.uuid).unwrap();
    two.client.flush();
    scene.finish();
    await scene.settle();
    one.editor.undo();
  },
  'that its author removes and restores, by undo and redo, after the room has rejected its end':
    async ({ one, two, ...scene }) => {
      two.editor.setLocked(true, 's1').unwrap();
      two.client.flush();
      scene.finish();
      await scene.settle();
      one.editor.undo();
      one.editor.redo();
      await scene.settle();
      two.editor.setLocked(false, 's1').unwrap();
    },
  'that another has removed, and its author restores in an older version': async ({
    one,
    two,
    ...scene
  }) => {
    const older = one.editor.stablePage;
    scene.finish();
    await scene.settle();
    two.editor.remove(scene.uuid).unwrap();
    await scene.settle();
    one.editor.load(older);
  },
  'that its author has removed, and restores in an older version': async ({ one, ...scene }) => {
    const older = one.editor.stablePage;
    scene.finish();
    await scene.settle();
    one.editor.remove(scene.uuid).unwrap();
    one.editor.load(older);
  },
};

interface Scene {
  readonly uuid: string;
  readonly settle: () => Promise<void>;
  readonly finish: () => void;
}

describe('an upload in a room', () => {
  for (const isStored of [true, false])
    it(`leaves the old file to others if its author removes and restores the image ${isStored ? '' : 'at once '}and leaves [R26, E58]`, async () => {
      const { tabs, room, settle } = await openTestTabs(2);
      const [one, two] = tabs as [TestTab, TestTab];
      const content = { ...stored, url: OLD };
      const [uuid = ''] = one.editor.add({ type: 'image', content }).unwrap();
      await settle();
      one.editor.update(uuid, { content: STARTS.replaced }).unwrap();
      await settle();
      one.editor.remove(uuid).unwrap();
      if (isStored) await settle();
      one.editor.undo();
      await settle();
      expect(await urlsOf(uuid, tabs, room)).to.eql([OLD, 'blob:x', OLD]);
      one.client.close();
      await settle();
      expect(await urlsOf(uuid, [two], room)).to.eql([OLD, OLD]);
      two.client.close();
    });

  it('gives an image its new file after its author has removed and restored it meanwhile [R26, E58]', async () => {
    const { tabs, room, settle } = await openTestTabs(2);
    const [one] = tabs as [TestTab, TestTab];
    const content = { ...stored, url: OLD };
    const [uuid = ''] = one.editor.add({ type: 'image', content }).unwrap();
    await settle();
    one.editor.update(uuid, { content: STARTS.replaced }).unwrap();
    one.editor.remove(uuid).unwrap();
    one.editor.undo();
    await settle();
    one.editor.finishUpload(uuid, stored).unwrap();
    await settle();
    expect(await urlsOf(uuid, tabs, room)).to.eql([STORED, STORED, STORED]);
    for (const { client } of tabs) client.close();
  });

  for (const [name, meanwhile] of Object.entries(CASES))
    for (const options of [{}, { history: false }])
      it(`of an image${'history' in options ? ' outside the history' : ''} ${name} ends with its file for everyone, so that its author does not lose it [E58, R26]`, async () => {
        const { tabs, room, settle } = await openTestTabs(2);
        const [one, two] = tabs as [TestTab, TestTab];
        const image = { type: 'image', content: STARTS.added } as const;
        const [uuid = ''] = one.editor.run(() => one.editor.add(image), options).unwrap();
        await settle();
        const finish = (): void => void one.editor.finishUpload(uuid, stored).unwrap();
        await meanwhile({ one, two, uuid, settle, finish });
        await settle();
        expect(await urlsOf(uuid, tabs, room)).to.eql([STORED, STORED, STORED]);
        for (const { client } of tabs) client.close();
      });

  for (const start of ['added', 'placeholder'] as const)
    it(`of a new image (${start}) keeps others from making copies that would never get its file [E26, X8, R69]`, async () => {
      const { tabs, settle } = await openTestTabs(2);
      const [one, two] = tabs as [TestTab, TestTab];
      const [uuid = ''] = one.editor.add({ type: 'image', content: STARTS[start] }).unwrap();
      await settle();
      for (const { editor } of tabs) expect([...editor.uploading]).to.eql([uuid]);
      const refused = { ok: false, code: 'cannot_clone_while_uploading' };
      const section = two.editor.blocks.get(uuid)?.parentUuid ?? '';
      expect(two.editor.duplicate(uuid)).to.deep.include(refused);
      expect(two.editor.duplicate(section), 'with its section').to.deep.include(refused);
      expect(two.editor.cut(uuid)).to.deep.include(refused);
      expect(two.editor.copy(uuid)).to.equal(null);
      one.reopen();
      await settle();
      expect(two.editor.duplicate(uuid), 'with a new client').to.deep.include(refused);
      two.editor.remove(uuid).unwrap();
      await settle();
      two.editor.undo();
      await settle();
      expect(two.editor.duplicate(uuid), 'once restored').to.deep.include(refused);
      one.editor.finishUpload(uuid, { ...stored, isUploading: undefined }).unwrap();
      await settle();
      for (const { editor } of tabs) expect([...editor.uploading]).to.eql([]);
      const [copy = ''] = two.editor.duplicate(uuid).unwrap();
      await settle();
      expect(one.editor.blocks.get(copy)?.content).to.include({ url: STORED });
      for (const { client } of tabs) client.close();
    });

  it('that replaces a file lets others copy the image with the old one [E26, R69]', async () => {
    const { tabs, settle } = await openTestTabs(2);
    const [one, two] = tabs as [TestTab, TestTab];
    const content = { ...stored, url: OLD };
    const [uuid = ''] = one.editor.add({ type: 'image', content }).unwrap();
    await settle();
    one.editor.update(uuid, { content: STARTS.replaced }).unwrap();
    await settle();
    const [copy = ''] = two.editor.duplicate(uuid).unwrap();
    expect(two.editor.blocks.get(copy)?.content).to.include({ url: OLD });
    for (const { client } of tabs) client.close();
  });

  const LEAVING: Readonly<Record<string, (tab: TestTab) => unknown>> = {
    'closes the tab': ({ client }) => client.close(),
    'loses the connection': (tab) => tab.setOnline(false),
    'abandons the upload of the removed image': ({ editor, client }, uuid = 'i') => {
      if (editor.blocks.has(uuid)) editor.remove(uuid).unwrap();
      editor.forgetBlock(uuid);
      client.flush();
    },
  };
  for (const start of ['added', 'placeholder'] as const)
    for (const [leaves, leave] of Object.entries(LEAVING))
      it(`(${start}) is over for others when its author ${leaves}, so that they can copy, replace and remove what they restore [R69]`, async () => {
        const { tabs, settle } = await openTestTabs(2);
        const [one, two] = tabs as [TestTab, TestTab];
        one.editor.add({ type: 'image', uuid: 'i', content: STARTS[start] }).unwrap();
        await settle();
        two.editor.remove('i').unwrap();
        await settle();
        leave(one);
        await settle();
        two.editor.undo();
        await settle();
        expect([...two.editor.uploading]).to.eql([]);
        const [copy = ''] = two.editor.duplicate('i').unwrap();
        const { content } = two.editor.blocks.get(copy) ?? {};
        expect(content).to.include({ url: '' }).and.not.have.property('isUploading');
        expect(two.editor.copy('i')).not.to.equal(null);
        const file = { ...stored, isUploading: undefined };
        two.editor.update('i', { content: file }).unwrap();
        two.editor.update(copy, { content: stored }).unwrap();
        two.editor.remove(copy).unwrap();
        one.setOnline(true);
        await settle();
        expect(two.editor.blocks.get('i')?.content).to.include({ url: STORED });
        for (const { client } of tabs) client.close();
      });

  it('that fails leaves no gap for others either, and undo reverts what its author has done before [UL3, R63]', async () => {
    const { tabs, settle } = await openTestTabs(2);
    const [one, two] = tabs as [TestTab, TestTab];
    const heights = () => tabs.map(({ editor }) => editor.blocks.get('s1')?.position.height);
    const [before] = heights();
    one.editor.resizeSection('s1', { height: 1.1 }).unwrap();
    for (const uuid of ['i', 'j'])
      one.editor
        .add({
          ...{ type: 'image', uuid, parentUuid: 's1', content: STARTS.added },
          position: { y: 1, height: 0.5 },
        })
        .unwrap();
    await settle();
    two.editor.add({ type: 'shape', position: { y: 0.2, height: 0.1 } }).unwrap();
    await settle();
    expect(heights()).to.eql([1.55, 1.55]);
    for (const uuid of ['i', 'j']) one.editor.forgetBlock(uuid).unwrap();
    await settle();
    expect(heights()).to.eql([1.1, 1.1]);
    expect(one.editor.undo()).to.equal(true);
    await settle();
    expect(heights()).to.eql([before, before]);
    expect(two.editor.page.things).to.eql(one.editor.page.things);
    for (const { client } of tabs) client.close();
  });

  it('ends for others too if its author gets a new client at the same moment, so that they can copy the image [R22, R69]', async () => {
    const { tabs, settle } = await openTestTabs(2);
    const [one, two] = tabs as [TestTab, TestTab];
    const content = STARTS.placeholder;
    const [uuid = ''] = one.editor.add({ type: 'image', content }).unwrap();
    await settle();
    expect([...two.editor.uploading]).to.eql([uuid]);
    one.editor.finishUpload(uuid, { isUploading: undefined }).unwrap();
    one.reopen();
    await settle();
    // Its heartbeats keep the author present.
    one.editor.select(['b']);
    await settle();
    expect([...two.editor.uploading]).to.eql([]);
    two.editor.duplicate(uuid).unwrap();
    for (const { client } of tabs) client.close();
  });

  it('keeps its file for everyone when its author loads the page again and someone restores the image without it [E58, R64]', async () => {
    const { tabs, settle } = await openTestTabs(2);
    const [one, two] = tabs as [TestTab, TestTab];
    const content = STARTS.placeholder;
    const [uuid = ''] = one.editor.add({ type: 'image', content }).unwrap();
    await settle();
    one.editor.finishUpload(uuid, { ...stored, isUploading: undefined }).unwrap();
    one.editor.load(one.editor.stablePage);
    two.editor.remove(uuid).unwrap();
    two.client.flush();
    await settle();
    two.editor.undo();
    await settle();
    for (const { editor } of tabs)
      expect(editor.blocks.get(uuid)?.content).to.include({ url: STORED });
    for (const { client } of tabs) client.close();
  });

  it('sends the room no temporary address when undo reverts it [R26]', async () => {
    const { clock, editor, sent, open, welcome } = await connectManually();
    open();
    welcome();
    const [uuid = ''] = editor.add({ type: 'image', content: { ...stored, url: OLD } }).unwrap();
    editor.update(uuid, { content: { url: 'blob:x', naturalWidth: 7 } }).unwrap();
    editor.undo();
    clock.advance(50);
    expect(editor.page.things[uuid]?.content).to.eql({ ...stored, url: OLD });
    expect(JSON.stringify(sent)).to.include('naturalWidth').and.to.not.include('blob:');
  });

  it('that replaces a file ends with the new one for everyone if the room rejects the removal that its author has undone [E58, R26]', () =>
    play({
      start: 'replaced',
      before: [
        { tab: 1, call: 'lock' },
        { tab: 1, call: 'unlock' },
        { tab: 1, call: 'reopen' },
        { tab: 0, call: 'remove' },
        { tab: 0, call: 'undo' },
      ],
      after: [{ tab: 1, call: 'undo' }],
    }));

  it('ends with its file for everyone whatever they do meanwhile, afterwards, and after undo [E58, R26]', async function () {
    this.timeout(600_000);
    const steps = fc.array(step, { maxLength: 8 });
    const story = fc.record({
      start: fc.constantFrom(...(Object.keys(STARTS) as (keyof typeof STARTS)[])),
      before: steps,
      after: steps,
    });
    await fc.assert(fc.asyncProperty(story, play), { numRuns: lawRuns(40, 160) });
  });
});
