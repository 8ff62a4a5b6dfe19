import {
  ALL_PERMISSIONS,
  type Block,
  type Change,
  createEditor,
  defineBlock,
  defineKit,
  type Editor,
  type Kit,
  refuse,
  VIEW_ONLY,
} from '@cobble/engine';
import { parsePage } from '@cobble/engine/parsing';
import { expect } from 'chai';
import * as z from 'zod';
import { uploadStateOf } from '../../images/uploadStateOf.ts';
import { translateEnglish } from '../messages/i18n.ts';
import { ServiceError } from '../services/ServiceError.ts';
import type { UploadedImage } from '../services/EditorServices.ts';
import { testPage } from '../testing/testPage.ts';
import { uploadsOf } from './UploadStore.ts';

const ASSET: UploadedImage = { url: '/assets/abc.webp', width: 2048, height: 1024 };
const bell = defineKit({
  block: defineBlock({
    type: 'bell',
    content: z.looseObject({ url: z.string() }),
    defaultContent: () => ({ url: '' }),
  }),
});
const AT = { x: 0.5, y: 0.5 };

/** An image of the type and size that a test needs; its bytes do not matter here. */
function file(type = 'image/jpeg', size = 100): File {
  return { type, size, name: 'photo' } as File;
}

function setUp({
  natural = { width: 4000, height: 2000 },
  measured = () => Promise.resolve(natural),
  referenceWidth = 600,
} = {}) {
  const page = testPage();
  const editor: Editor<Kit> = createEditor({
    page: { ...page, settings: { ...page.settings, referenceWidth } },
    kits: [bell],
  });
  const notices: string[] = [];
  const noticeSignals: (AbortSignal | undefined)[] = [];
  const revoked: string[] = [];
  let settle = {
    resolve: (_: UploadedImage): void => undefined,
    reject: (_: unknown): void => undefined,
  };
  const signals: AbortSignal[] = [];
  let pauses: number[] = [];
  let retry = (): void => undefined;
  let progress = (_: number): void => undefined;
  /** The uploads as a component gets them that mounts now. */
  const mount = () =>
    uploadsOf({
      editor: editor as Editor,
      service: () => ({
        maxMb: 5,
        upload: (_, options) => {
          signals.push(options.signal);
          progress = options.onProgress;
          return new Promise((resolve, reject) => (settle = { resolve, reject }));
        },
      }),
      t: translateEnglish,
      notify: (message, options) => {
        notices.push(message);
        noticeSignals.push(options?.signal);
      },
      measureImage: measured,
      createUrl: () => 'blob:local',
      revokeUrl: (url) => revoked.push(url),
      pauseBeforeRetry: (failures) => {
        pauses = [...pauses, failures];
        return new Promise((resolve) => (retry = resolve));
      },
    });
  const store = mount();
  /** Adds an image and waits until its upload has started. */
  const start = async (added = file(), at = AT) => {
    const adding = store.add([added], at);
    await Promise.resolve();
    await Promise.resolve();
    return { adding, uuid: [...editor.selection][0] ?? '' };
  };
  const contentOf = (uuid: string) => editor.blocks.get(uuid)?.content as { url: string };
  return {
    editor,
    store,
    notices,
    noticeSignals,
    revoked,
    signals,
    mount,
    start,
    contentOf,
    settle: () => settle,
    pauses: () => pauses,
    retry: () => retry(),
    progress: (fraction: number) => progress(fraction),
  };
}

describe('UploadStore', () => {
  it('shows the local image during the upload, then the stored one [UL1]', async () => {
    const { store, start, contentOf, settle } = setUp();
    const { adding, uuid } = await start();
    expect(contentOf(uuid).url).to.equal('blob:local');
    expect(store.isUploading).to.equal(true);
    settle().resolve(ASSET);
    expect(await adding).to.equal(true);
    expect(contentOf(uuid).url).to.equal(ASSET.url);
    expect(store.isUploading).to.equal(false);
  });

  it('replaces a placeholder whose author has left, which then no longer counts as uploading [UL6]', async () => {
    const { editor, store, contentOf, settle } = setUp();
    const placeholder = { type: 'image', content: { url: '', isUploading: true } } as const;
    const [uuid = ''] = editor.add(placeholder).unwrap();
    editor.load({ ...editor.page, ID: editor.page.ID + 1 });
    const shown = () => uploadStateOf(editor, editor.blocks.get(uuid) as Block);
    expect(shown()).to.equal('interrupted');
    const replacing = store.replace(uuid, [file()]);
    await Promise.resolve();
    await Promise.resolve();
    settle().resolve(ASSET);
    expect(await replacing).to.equal(true);
    expect(contentOf(uuid)).to.include({ url: ASSET.url }).and.not.have.property('isUploading');
    expect(shown()).to.equal(null);
    expect(editor.duplicate(uuid).ok).to.equal(true);
  });

  it('says that the image of a locked group cannot be replaced, and uploads nothing [ED29]', async () => {
    const { editor, store, notices, signals } = setUp();
    const image = { type: 'image', content: { url: '/assets/a.png' } } as const;
    const uuids = [image, image].map((each) => editor.add(each).unwrap()[0] ?? '');
    editor.group(uuids).unwrap();
    editor.setLocked(true).unwrap();
    expect(await store.replace(uuids[0] ?? '', [file()])).to.equal(false);
    expect(notices).to.eql(['Block is locked. Unlock it first.']);
    expect(signals).to.eql([]);
  });

  it('tells an image that is being uploaded from an empty one and from an interrupted upload [UL6]', async () => {
    const { editor, store, start, settle } = setUp();
    const shown = (uuid: string) => uploadStateOf(editor, editor.blocks.get(uuid) as Block);
    const [empty = ''] = editor.add({ type: 'image' }).unwrap();
    expect(shown(empty)).to.equal(null);
    const { adding, uuid } = await start();
    expect(shown(uuid)).to.equal('running');
    settle().resolve(ASSET);
    expect(await adding).to.equal(true);
    expect([shown(uuid), store.isUploading]).to.eql([null, false]);
    const content = { url: '', naturalWidth: 5, naturalHeight: 5 };
    const [lost = ''] = editor.add({ type: 'image', content }).unwrap();
    expect(shown(lost)).to.equal('interrupted');
  });

  it('places an image at most 600 px wide and high on a wide page, keeping its proportions [UL1]', async () => {
    for (const [natural, expected] of [
      [{ width: 4000, height: 2000 }, [600, 300]],
      [{ width: 1000, height: 4000 }, [150, 600]],
      [{ width: 300, height: 200 }, [300, 200]],
    ] as const) {
      const { editor, start } = setUp({ natural, referenceWidth: 1200 });
      const { uuid } = await start();
      const { width = NaN, height = NaN } = editor.blocks.get(uuid)?.position ?? {};
      const size = [Math.round(width * 1200), Math.round(height * 1200)];
      expect(size).to.deep.equal(expected);
    }
  });

  it('returns a page with stored URLs, whatever undo and redo restore [UL2]', async () => {
    const { editor, store, start, settle } = setUp();
    const { adding, uuid } = await start();
    editor.nudge(10, 0);
    expect(store.storable(editor.stablePage)).to.equal(null);
    settle().resolve(ASSET);
    await adding;
    expect(store.storable(editor.stablePage)?.things[uuid]?.content).to.include({ url: ASSET.url });
    const sentUrl = () =>
      (store.withStoredUrls(editor.stablePage).things[uuid]?.content as { url: string } | undefined)
        ?.url;
    while (editor.undo()) if (editor.blocks.has(uuid)) expect(sentUrl()).to.equal(ASSET.url);
    expect(editor.blocks.has(uuid)).to.equal(false);
    while (editor.redo()) expect(sentUrl()).to.equal(ASSET.url);
    expect(editor.blocks.has(uuid)).to.equal(true);
  });

  it('removes the block when the server refuses the image, and shows why [UL3]', async () => {
    const { editor, notices, start, settle } = setUp();
    const { adding, uuid } = await start();
    settle().reject(new ServiceError('failed', 'Something went wrong. Please refresh the page.'));
    expect(await adding).to.equal(false);
    expect(editor.blocks.has(uuid)).to.equal(false);
    expect(editor.canUndo).to.equal(false);
    expect(notices).to.deep.equal(['Something went wrong. Please refresh the page.']);
    // A redo would bring back an address that only this tab has, and Publish would be refused.
    expect(editor.canRedo).to.equal(false);
  });

  it('retries an upload that cannot reach the server, and keeps the block and its edits meanwhile [UL7]', async () => {
    const { editor, store, notices, start, settle, pauses, retry, contentOf } = setUp();
    const { adding, uuid } = await start(new File(['x'], 'a.png', { type: 'image/png' }));
    for (const failures of [1, 2]) {
      const action = { label: 'Log in', run: () => undefined };
      settle().reject(new ServiceError('unreachable', 'No connection.', { action }));
      while (pauses().length < failures) await new Promise(setImmediate);
      expect(store.neededAction).to.equal(action);
      editor.nudge(10, 0);
      expect([editor.blocks.has(uuid), store.isUploading]).to.deep.equal([true, true]);
      retry();
      await new Promise(setImmediate);
    }
    settle().resolve(ASSET);
    expect(await adding).to.equal(true);
    expect(contentOf(uuid).url).to.equal(ASSET.url);
    expect(pauses()).to.deep.equal([1, 2]);
    expect(notices).to.deep.equal(['No connection.']);
    expect(store.neededAction).to.equal(null);
  });

  it('keeps a page publishable while the replacement of an image cannot reach the server, and lets another be chosen [UL7]', async () => {
    const { editor, store, settle, pauses, retry, contentOf } = setUp();
    const content = { url: '/assets/old.webp', naturalWidth: 4, naturalHeight: 2 };
    const [uuid = ''] = editor.add({ type: 'image', content }).unwrap();
    const photo = () => new File(['x'], 'a.png', { type: 'image/png' });
    const replacing = store.replace(uuid, [photo()]);
    await new Promise(setImmediate);
    expect(store.isUploading).to.equal(true);
    settle().reject(new ServiceError('unreachable', 'No connection.'));
    while (pauses().length < 1) await new Promise(setImmediate);
    expect(store.isUploading).to.equal(false);
    const other = store.replace(uuid, [photo()]);
    await new Promise(setImmediate);
    retry();
    expect(await replacing).to.equal(false);
    settle().resolve(ASSET);
    expect(await other).to.equal(true);
    expect(contentOf(uuid).url).to.equal(ASSET.url);
  });

  it('lets an image be cancelled while it waits for the server, and undo before any older edit [UL8]', async () => {
    for (const isNew of [false, true]) {
      const { editor, store, signals, start, settle, pauses, retry, contentOf, noticeSignals } =
        setUp();
      const photo = new File(['x'], 'a.png', { type: 'image/png' });
      const content = { url: '/assets/old.webp', naturalWidth: 4, naturalHeight: 2 };
      const [old = ''] = isNew ? [] : editor.add({ type: 'image', content }).unwrap();
      const { adding, uuid } = isNew
        ? await start(photo)
        : { adding: store.replace(old, [photo]), uuid: old };
      await new Promise(setImmediate);
      settle().reject(new ServiceError('unreachable', 'No connection.'));
      while (pauses().length < 1) await new Promise(setImmediate);
      expect([store.isPending, store.newestReplaced]).to.eql([true, isNew ? null : old]);
      editor.add({ type: 'shape' });
      expect(store.newestReplaced, 'the shape is newer').to.equal(null);
      editor.undo();
      expect(store.newestReplaced).to.equal(isNew ? null : old);
      store.cancel(uuid);
      retry();
      expect(await adding).to.equal(false);
      expect([signals.length, store.items.size, store.isPending]).to.eql([1, 0, false]);
      expect(noticeSignals.at(-1)?.aborted, 'the notice that promises the upload').to.equal(true);
      if (isNew) expect([editor.blocks.has(uuid), editor.canUndo]).to.eql([false, false]);
      else expect(contentOf(uuid)).to.eql(content);
    }
  });

  it('ends uploads that wait for the server when their page is left [UL7]', async () => {
    const { store, signals, start, settle, pauses, retry } = setUp();
    const { adding } = await start(new File(['x'], 'a.png', { type: 'image/png' }));
    settle().reject(new ServiceError('unreachable', 'No connection.'));
    while (pauses().length < 1) await new Promise(setImmediate);
    store.abandon('waiting');
    retry();
    expect(await adding).to.equal(false);
    expect([signals.length, store.items.size]).to.deep.equal([1, 0]);
  });

  it('does not retry an upload whose file is gone [UL3, UL7]', async () => {
    const { editor, notices, start, settle, pauses } = setUp();
    const gone = new File(['x'], 'a.png', { type: 'image/png' });
    gone.slice = () => {
      throw new DOMException('gone', 'NotFoundError');
    };
    const { adding, uuid } = await start(gone);
    settle().reject(new ServiceError('unreachable', 'No connection.'));
    expect(await adding).to.equal(false);
    expect([editor.blocks.has(uuid), pauses().length]).to.deep.equal([false, 0]);
    expect(notices).to.deep.equal(["This file can't be read any more. Choose it again."]);
  });

  it('keeps edits that were made during a refused upload, without its image [UL3]', async () => {
    const { editor, store, start, settle } = setUp();
    const { adding, uuid } = await start();
    editor.nudge(10, 0);
    const added = editor.add({ type: 'sticky-note' });
    const note = added.ok ? (added.value[0] ?? '') : '';
    settle().reject(new ServiceError('failed', 'No.'));
    expect(await adding).to.equal(false);
    expect([editor.blocks.has(uuid), editor.blocks.has(note)]).to.deep.equal([false, true]);
    const isClean = () => !editor.blocks.has(uuid) && store.storable(editor.stablePage) !== null;
    while (editor.undo()) expect(isClean()).to.equal(true);
    expect(editor.blocks.has(note)).to.equal(false);
    while (editor.redo()) expect(isClean()).to.equal(true);
    expect(editor.blocks.has(note)).to.equal(true);
  });

  it('never brings back a refused image that was deleted or undone during its upload [UL3]', async () => {
    for (const leave of ['delete', 'undo', 'redo'] as const) {
      const { editor, store, start, settle } = setUp();
      const { adding, uuid } = await start();
      if (leave === 'delete') editor.remove([uuid]);
      else editor.undo();
      if (leave === 'redo') editor.redo();
      settle().reject(new ServiceError('failed', 'No.'));
      expect(await adding).to.equal(false);
      const isClean = () => !editor.blocks.has(uuid) && store.storable(editor.stablePage) !== null;
      while (editor.undo()) expect(isClean(), leave).to.equal(true);
      while (editor.redo()) expect(isClean(), leave).to.equal(true);
      expect(isClean(), leave).to.equal(true);
    }
  });

  it('makes a section as tall again as before an image that is cancelled or refused, also after the image was moved, or the gap could not even be undone [UL3]', async () => {
    const detours: Readonly<Record<string, (editor: Editor<Kit>) => unknown>> = {
      none: () => undefined,
      'moved down': (editor) => editor.nudge(0, 400),
      'moved up': (editor) => editor.nudge(0, -300),
      'undone and redone': (editor) => [editor.undo(), editor.redo()],
      undone: (editor) => editor.undo(),
      deleted: (editor) => editor.remove(),
    };
    for (const [name, detour] of Object.entries(detours))
      for (const end of ['cancel', 'refuse', 'refuse in the last section'] as const) {
        const { editor, store, start, settle } = setUp({ natural: { width: 400, height: 1600 } });
        if (end !== 'refuse in the last section') editor.addSection().unwrap();
        const heightOf = () => editor.blocks.get('section-1')?.position.height ?? NaN;
        editor.resizeSection('section-1', { height: 1 }).unwrap();
        const [before, { entries }] = [heightOf(), editor.history];
        const { adding, uuid } = await start();
        expect(heightOf()).to.be.greaterThan(before);
        detour(editor);
        if (end === 'cancel') store.cancel(uuid);
        settle().reject(new ServiceError('failed', 'No.'));
        expect(await adding).to.equal(false);
        const label = `${name}, ${end}`;
        expect(editor.blocks.has(uuid), label).to.equal(false);
        // Deleting a block shrinks the last section to its contents.
        if (name === 'deleted') continue;
        expect(heightOf(), label).to.equal(before);
        expect(editor.redo(), label).to.equal(false);
        expect(heightOf(), label).to.equal(before);
        expect(editor.undo(), label).to.equal(true);
        expect(editor.history.entries.length, label).to.equal(entries.length);
        expect(heightOf(), `${label}: undo reverts the edit before`).not.to.equal(before);
      }
  });

  it('leaves the space at the end of the page when an image further up is refused [UL3]', async () => {
    const { editor, start, settle } = setUp();
    const [id = ''] = [editor.addSection().unwrap()].flat();
    editor.resizeSection(id, { height: 2 }).unwrap();
    const { adding, uuid } = await start();
    expect(editor.blocks.get(uuid)?.parentUuid).to.equal('section-1');
    settle().reject(new ServiceError('failed', 'No.'));
    await adding;
    expect(editor.blocks.get(id)?.position.height).to.equal(2);
  });

  it('makes a section as tall again as before two images that are refused, in any order, or an earlier edit could not be undone [UL3]', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { editor, start, settle } = setUp({ natural: { width: 400, height: 1600 } });
      editor.addSection().unwrap();
      const heightOf = () => editor.blocks.get('section-1')?.position.height ?? NaN;
      const original = heightOf();
      editor.resizeSection('section-1', { height: 0.8 }).unwrap();
      const uploads = [];
      for (const y of [0.7, 1.2])
        uploads.push({ ...(await start(file(), { x: 0.5, y })), ends: settle() });
      for (const index of order) {
        uploads[index]?.ends.reject(new ServiceError('failed', 'No.'));
        await uploads[index]?.adding;
      }
      expect(heightOf()).to.equal(0.8);
      expect(editor.undo()).to.equal(true);
      expect(heightOf()).to.equal(original);
    }
  });

  it('keeps as much of the height that a section has got for a refused image as other blocks need, or the user has chosen [UL3]', async () => {
    for (const by of ['note', 'user'] as const) {
      const { editor, start, settle } = setUp({ natural: { width: 400, height: 1600 } });
      editor.addSection().unwrap();
      editor.resizeSection('section-1', { height: 0.6 }).unwrap();
      const heightOf = () => editor.blocks.get('section-1')?.position.height ?? NaN;
      const { adding } = await start();
      const grown = heightOf();
      const position = { x: 0, y: 0.8, width: 0.1, height: 0.1 };
      const note = { type: 'shape', parentUuid: 'section-1', position } as const;
      if (by === 'note') editor.add(note).unwrap();
      else editor.resizeSection('section-1', { height: 2 }).unwrap();
      settle().reject(new ServiceError('failed', 'No.'));
      expect(await adding).to.equal(false);
      if (by === 'note') expect(heightOf()).to.be.within(0.9, grown - 0.01);
      else expect(heightOf()).to.equal(2);
    }
  });

  it('keeps the height that a host or user has given a section in the same entry as a refused image, and what else was in it, also for undo [UL9]', async () => {
    for (const by of ['hook', 'run'] as const)
      for (const height of [0.9, 3]) {
        const label = `${by}, ${String(height)}`;
        const { editor, start, settle } = setUp({ natural: { width: 400, height: 1600 } });
        editor.addSection().unwrap();
        editor.resizeSection('section-1', { height: 0.6 }).unwrap();
        const { relativeHeight } = editor.fields;
        const more = () => {
          editor.resizeSection('section-1', { height }).unwrap();
          const note = { type: 'shape', uuid: 'note', position: { y: 0.1, height: 0.1 } } as const;
          editor.add({ ...note, parentUuid: 'section-1' }, { select: false }).unwrap();
        };
        if (by === 'hook')
          editor.onBeforeCommit(({ added }) => {
            if (Object.values(added).some(({ type }) => type === 'image')) more();
          });
        else editor.begin();
        const { adding, uuid } = await start();
        if (by === 'run') {
          more();
          editor.commit();
        }
        const heightOf = () => editor.blocks.get('section-1')?.position.height ?? NaN;
        expect(heightOf(), label).to.equal(height === 3 ? 3 : 1.05);
        settle().reject(new ServiceError('failed', 'No.'));
        expect(await adding).to.equal(false);
        const shown = () => [editor.blocks.has(uuid), editor.blocks.has('note'), heightOf()];
        expect(shown(), label).to.eql([false, true, height]);
        const { relativeHeight: after } = editor.fields;
        expect(editor.undo(), label).to.equal(true);
        expect(shown(), `${label}: undo`).to.eql([false, false, 0.6]);
        expect(editor.fields.relativeHeight, label).to.equal(relativeHeight);
        expect(editor.redo(), label).to.equal(true);
        expect(shown(), `${label}: redo`).to.eql([false, true, height]);
        expect(editor.fields.relativeHeight, label).to.equal(after);
      }
  });

  it('removes a refused image after the gesture that it is part of, without a trace [UL3]', async () => {
    for (const end of ['commit', 'cancel'] as const) {
      const { editor, store, start, settle } = setUp();
      const { adding, uuid } = await start();
      editor.begin();
      editor.update(uuid, { position: { x: 0.3 } });
      settle().reject(new ServiceError('failed', 'No.'));
      await new Promise((resolve) => setTimeout(resolve));
      editor[end]();
      expect(await adding).to.equal(false);
      const isClean = () => !editor.blocks.has(uuid) && store.storable(editor.stablePage) !== null;
      expect(isClean(), end).to.equal(true);
      while (editor.undo()) expect(isClean(), end).to.equal(true);
      while (editor.redo()) expect(isClean(), end).to.equal(true);
    }
  });

  it("reports a host's unexpected error, which the user cannot act on", async () => {
    const reported: unknown[] = [];
    const { reportError } = globalThis;
    globalThis.reportError = (error) => reported.push(error);
    try {
      const { notices, start, settle } = setUp();
      const { adding } = await start();
      settle().reject(new TypeError('bitmap is undefined'));
      expect(await adding).to.equal(false);
      expect(notices).to.deep.equal(['Something went wrong. Try again.']);
      expect(String(reported[0])).to.equal('TypeError: bitmap is undefined');
    } finally {
      globalThis.reportError = reportError;
    }
  });

  it('treats an address or size that pages cannot contain as a failure, and reports it to the host [J13]', async () => {
    const reported: unknown[] = [];
    const { reportError } = globalThis;
    globalThis.reportError = (error) => reported.push(error);
    try {
      for (const wrong of [
        { url: '/uploads/a.png' },
        { url: 'data:image/png;base64,AAAA' },
        { url: 'blob:other' },
        { width: NaN },
        { height: '1024' as never },
      ]) {
        const { editor, notices, start, settle } = setUp();
        const { adding, uuid } = await start();
        settle().resolve({ ...ASSET, ...wrong });
        expect(await adding).to.equal(false);
        expect(editor.blocks.has(uuid)).to.equal(false);
        expect(notices).to.deep.equal(['Something went wrong. Try again.']);
      }
    } finally {
      globalThis.reportError = reportError;
    }
    expect(String(reported[0])).to.contain('upload.url is /uploads/a.png');
    expect(String(reported[3])).to.contain('upload.width is NaN');
    expect(reported.length).to.equal(5);
  });

  it('does not count the upload of a deleted block', async () => {
    const { editor, store, start, settle } = setUp();
    const { adding, uuid } = await start();
    editor.remove([uuid]);
    expect(store.isUploading).to.equal(false);
    settle().resolve(ASSET);
    expect(await adding).to.equal(true);
    expect(editor.blocks.has(uuid)).to.equal(false);
  });

  it('keeps a stored image whose block could not be written, for a component that mounts later [UL5]', async () => {
    const obstacles: Readonly<
      Record<string, (editor: Editor<Kit>, uuid: string) => () => unknown>
    > = {
      'a lock': (editor, uuid) => {
        editor.update(uuid, { locked: true });
        return () => editor.update(uuid, { locked: false });
      },
      "another user's lock": (editor, uuid) => {
        editor.setLockedByOthers([uuid]);
        return () => {
          editor.setLockedByOthers([]);
        };
      },
      'no permission': (editor) => {
        editor.configure({ permissions: VIEW_ONLY });
        return () => {
          editor.configure({ permissions: ALL_PERMISSIONS });
        };
      },
    };
    for (const [name, obstruct] of Object.entries(obstacles)) {
      const { editor, start, settle, mount, contentOf, revoked } = setUp();
      const { adding, uuid } = await start();
      const clear = obstruct(editor, uuid);
      settle().resolve(ASSET);
      expect(await adding, name).to.equal(true);
      expect(contentOf(uuid).url, name).to.equal('blob:local');
      const later = mount();
      const storable = later.storable(editor.stablePage);
      expect(parsePage(storable).things[uuid]?.content, name).to.include({ url: ASSET.url });
      clear();
      expect(contentOf(uuid).url, name).to.equal(ASSET.url);
      expect(revoked, name).to.eql(['blob:local']);
      while (editor.undo())
        if (editor.blocks.has(uuid)) expect(contentOf(uuid).url, name).to.equal(ASSET.url);
      while (editor.redo()) expect(contentOf(uuid).url, name).to.equal(ASSET.url);
    }
  });

  it('counts a stored replacement as pending while its block is locked, or leaving would lose it, unless it is discarded [PB9]', async () => {
    for (const isDiscarded of [false, true]) {
      const { editor, store, settle, contentOf } = setUp();
      const content = { url: '/assets/old.webp', naturalWidth: 4, naturalHeight: 2 };
      const [uuid = ''] = editor.add({ type: 'image', content }).unwrap();
      const replacing = store.replace(uuid, [file()]);
      await new Promise(setImmediate);
      editor.setLockedByOthers([uuid]);
      settle().resolve(ASSET);
      expect(await replacing).to.equal(true);
      expect([store.isPending, store.isUploading]).to.eql([true, false]);
      if (isDiscarded) store.abandon('all');
      else editor.setLockedByOthers([]);
      expect(store.isPending).to.equal(false);
      expect(contentOf(uuid).url).to.equal(isDiscarded ? content.url : ASSET.url);
    }
  });

  it('puts a stored image on a block that undo or redo restores later [UL5]', async () => {
    const detours: Readonly<Record<string, [(editor: Editor<Kit>) => unknown, 'undo' | 'redo']>> = {
      'delete, undo': [(editor) => editor.remove(), 'undo'],
      'undo, redo': [(editor) => editor.undo(), 'redo'],
    };
    for (const [name, [leave, restore]] of Object.entries(detours)) {
      const { editor, start, settle, mount, contentOf } = setUp();
      const { adding, uuid } = await start();
      leave(editor);
      settle().resolve(ASSET);
      await adding;
      const later = mount();
      expect(editor[restore](), name).to.equal(true);
      expect(contentOf(uuid).url, name).to.equal(ASSET.url);
      expect(later.storable(editor.stablePage), name).to.equal(editor.stablePage);
      while (editor.undo())
        if (editor.blocks.has(uuid)) expect(contentOf(uuid).url, name).to.equal(ASSET.url);
    }
  });

  it('keeps the redo stack and calls no hook when an upload ends, which is not an edit of the user [UL5]', async () => {
    const { editor, start, settle, contentOf } = setUp();
    const { adding, uuid } = await start();
    editor.nudge(10, 0);
    editor.undo();
    editor.onBeforeCommit(() => refuse('change_refused'));
    settle().resolve(ASSET);
    await adding;
    expect(contentOf(uuid).url).to.equal(ASSET.url);
    expect(editor.redo()).to.equal(true);
    expect(contentOf(uuid).url).to.equal(ASSET.url);
  });

  it('puts a stored image on a block that a room has restored without its address [UL5]', async () => {
    const { editor, start, settle, contentOf } = setUp();
    const { adding, uuid } = await start();
    const changes: Change[] = [];
    editor.onChange((change) => changes.push(change));
    editor.remove([uuid]);
    const [removal] = changes;
    const block = removal?.removed[uuid];
    if (!block) throw new Error('nothing was removed');
    const shared = { ...block, content: { ...block.content, url: '' } };
    editor.amendHistory(removal, { ...removal, removed: { [uuid]: shared } });
    settle().resolve(ASSET);
    await adding;
    editor.undo();
    expect(contentOf(uuid).url).to.equal(ASSET.url);
  });

  it('goes on with an upload when the component mounts again [UL5]', async () => {
    const { editor, start, settle, mount, contentOf, signals, progress } = setUp();
    const { adding, uuid } = await start();
    const later = mount();
    progress(0.5);
    expect([later.isUploading, later.items.get(uuid)?.progress]).to.eql([true, 0.5]);
    settle().resolve(ASSET);
    expect(await adding).to.equal(true);
    expect(contentOf(uuid).url).to.equal(ASSET.url);
    expect([editor.blocks.has(uuid), signals[0]?.aborted]).to.eql([true, false]);
  });

  it('removes a refused image as soon as its block is unlocked, and stores no page until then [UL3]', async () => {
    const { editor, store, start, settle } = setUp();
    const { adding, uuid } = await start();
    editor.update(uuid, { locked: true });
    settle().reject(new ServiceError('failed', 'No.'));
    expect(await adding).to.equal(false);
    expect(store.storable(editor.stablePage)).to.equal(null);
    editor.update(uuid, { locked: false });
    const isClean = () => !editor.blocks.has(uuid) && store.storable(editor.stablePage) !== null;
    expect(isClean()).to.equal(true);
    while (editor.undo()) expect(isClean()).to.equal(true);
    while (editor.redo()) expect(isClean()).to.equal(true);
  });

  it('asks a hook that has refused the end of an upload again only when the block has changed [UL5]', async () => {
    const ends: Readonly<
      Record<
        string,
        (settle: { resolve: (_: UploadedImage) => void; reject: (_: unknown) => void }) => void
      >
    > = {
      stored: ({ resolve }) => {
        resolve({ ...ASSET, url: '/assets/new.webp' });
      },
      failed: ({ reject }) => {
        reject(new ServiceError('failed', 'No.'));
      },
    };
    for (const [name, end] of Object.entries(ends)) {
      const { editor, store, start, settle, contentOf } = setUp();
      const { adding, uuid } = await start();
      let ending = adding;
      if (name === 'stored') {
        settle().resolve(ASSET);
        await adding;
        ending = store.replace(uuid, [file()]);
        await Promise.resolve();
        await Promise.resolve();
      }
      let refusals = 0;
      let isRefusing = true;
      editor.onBeforeCommit((change) => {
        const [from, to] = change.updated[uuid] ?? [];
        const isEnd = uuid in change.removed || (to && from?.content !== to.content);
        if (!isEnd || !isRefusing) return undefined;
        refusals += 1;
        return refuse('change_refused');
      });
      end(settle());
      await ending;
      expect(refusals, name).to.equal(1);
      editor.add({ type: 'sticky-note' });
      editor.add({ type: 'text' });
      expect(refusals, name).to.equal(1);
      isRefusing = false;
      editor.update(uuid, { position: { x: 0.3 } });
      if (name === 'failed') expect(editor.blocks.has(uuid)).to.equal(false);
      else expect(contentOf(uuid).url).to.equal('/assets/new.webp');
    }
  });

  it('never returns a page with the temporary address of a host, which other browsers cannot load [UL2]', () => {
    for (const url of ['blob:host', 'data:image/png;base64,AAAA']) {
      const { editor, store } = setUp();
      editor.add({ type: 'image', content: { url } });
      expect(store.storable(editor.stablePage)).to.equal(null);
    }
    // The kit decides about the addresses in its own content.
    const { editor, store } = setUp();
    editor.add({ type: 'bell', content: { url: 'data:audio/wav;base64,AAAA' } });
    expect(store.storable(editor.stablePage)).to.equal(editor.stablePage);
  });

  it('replaces an image only after the edit in progress, which would take the new one with it if it is cancelled', async () => {
    const { editor, start, settle, store, contentOf } = setUp();
    const { adding, uuid } = await start();
    settle().resolve(ASSET);
    await adding;
    const replacing = store.replace(uuid, [file()]);
    await Promise.resolve();
    await Promise.resolve();
    editor.begin();
    editor.update(uuid, { position: { x: 0.4 } });
    settle().resolve({ ...ASSET, url: '/assets/new.webp' });
    await replacing;
    editor.cancel();
    expect(contentOf(uuid).url).to.equal('/assets/new.webp');
  });

  it('keeps the newer image when it replaces one that is being uploaded', async () => {
    for (const isRefused of [false, true]) {
      const { editor, store, start, settle, contentOf, signals } = setUp();
      const { adding, uuid } = await start();
      const first = settle();
      const replacing = store.replace(uuid, [file()]);
      await Promise.resolve();
      await Promise.resolve();
      expect(signals.map(({ aborted }) => aborted)).to.eql([true, false]);
      first.resolve({ ...ASSET, url: '/assets/first.webp' });
      expect(await adding).to.equal(false);
      expect(contentOf(uuid).url).to.equal('blob:local');
      if (isRefused) settle().reject(new ServiceError('failed', 'No.'));
      else settle().resolve(ASSET);
      expect(await replacing).to.equal(!isRefused);
      if (isRefused) expect(editor.blocks.has(uuid)).to.equal(false);
      else expect(contentOf(uuid).url).to.equal(ASSET.url);
    }
  });

  it('ignores progress that a service reports after its upload, which would prevent publishing for ever', async () => {
    const { store, start, settle, progress } = setUp();
    const { adding } = await start();
    settle().resolve(ASSET);
    await adding;
    progress(1);
    expect(store.isUploading).to.equal(false);
  });

  it('says that an image is damaged unless its file begins like one of another type, whose name is wrong [UL4]', async () => {
    const { store, notices } = setUp({
      measured: () => Promise.reject(new Error('cannot decode')),
    });
    const named = (...parts: BlobPart[]) => new File(parts, 'photo.jpg', { type: 'image/jpeg' });
    const bytes = (...values: number[]) => new Uint8Array(values);
    for (const file of [
      named(bytes(0xff, 0xd8, 0xff, 0xe0, 0x00)),
      named(bytes(0x89, 0x50, 0x4e, 0x47)),
      named(bytes(0x47, 0x49, 0x46, 0x38, 0x39)),
      named(),
      named('just a text'),
      named('%PDF-1.7'),
      named(bytes(0, 0, 0, 24), 'ftypheic'),
    ])
      await store.add([file], AT);
    const damaged = 'This image is damaged. Try another one.';
    const unsupported = 'Unsupported file type (only .png, .gif, and .jpgs)';
    const shown = [damaged, damaged, damaged, damaged, damaged, unsupported, unsupported];
    expect(notices).to.deep.equal(shown);
  });

  it('refuses wrong types, sizes and numbers of files with the specified messages [UL4]', async () => {
    const { store, notices } = setUp();
    await store.add([file('image/svg+xml')], AT);
    await store.add([file('image/png', 6 * 1024 * 1024)], AT);
    await store.add([file(), file()], AT);
    expect(notices).to.deep.equal([
      'Unsupported file type (only .png, .gif, and .jpgs)',
      'Max file size on your plan is 5 MB',
      'Only 1 files can be uploaded at a time.',
    ]);
  });
});
