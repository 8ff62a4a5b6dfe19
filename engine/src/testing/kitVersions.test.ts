import { expect } from 'chai';
import { z } from 'zod';
import { makeAutosaveEnvelope, parseAutosaveEnvelope } from '../autosave/autosaveEnvelope.ts';
import { type ContentMigration, defineBlock } from '../blocks/BlockDefinition.ts';
import { defineKit } from '../blocks/defineKit.ts';
import type { Kit } from '../blocks/Kit.ts';
import { makeClipboardText } from '../clipboard/clipboardText.ts';
import { connectManually } from '../collaboration/testing/connectManually.ts';
import { openTestRoom } from '../collaboration/testing/openTestRoom.ts';
import { SimLog } from '../collaboration/testing/SimLog.ts';
import { flushPromises } from '../collaboration/testing/reliableSimulation.ts';
import { SimClock } from '../collaboration/testing/SimClock.ts';
import { SimProcess } from '../collaboration/testing/SimProcess.ts';
import { TestPeer } from '../collaboration/testing/TestPeer.ts';
import { createRoom } from '../collaboration/room/Room.ts';
import { createEditor } from '../createEditor.ts';
import type { Editor } from '../editor/Editor.ts';
import { migratePage } from '../migrations/migratePage.ts';
import type { MigrationWarning } from '../migrations/Migration.ts';
import type { Block } from '../model/Block.ts';
import type { Environment } from '../model/Environment.ts';
import type { Page } from '../model/Page.ts';
import { type KitWarning, parsePage } from '../parsing/index.ts';
import { makeTestEditor } from './makeTestEditor.ts';
import { makeTestBlock, makeTestPage } from './makeTestPage.ts';
import { makeTestSign, newerSignKit, olderSignKit } from './signKits.ts';

/** The first version of the kit: `{ count }`. */
const first = defineKit({
  block: defineBlock({
    type: 'bell',
    content: z.looseObject({ count: z.number().int().min(1).max(12) }),
    defaultContent: () => ({ count: 1 }),
    plainText: ({ count }) => `${String(count)} x ding`,
  }),
});
const renameCount: ContentMigration = ({ count, ...rest }) => ({ ...rest, rings: count });
const addSound: ContentMigration = (content) => {
  content['sound'] = 'ding';
  return content;
};
/** The third version: `{ rings, sound }`. */
const third = bellOf([renameCount, addSound]);
const kits = [third];

function bellOf(migrations: readonly ContentMigration[]): Kit {
  return defineKit({
    block: defineBlock({
      type: 'bell',
      version: 3,
      migrations,
      content: z.looseObject({ rings: z.number().int().min(1).max(12), sound: z.string() }),
      defaultContent: () => ({ rings: 1, sound: 'ding' }),
      plainText: ({ rings, sound }) => `${String(rings)} x ${sound.toLowerCase()}`,
      scalePx: (content) => ({ ...content, rings: content.rings + 1 }),
    }),
  });
}

const bell = (uuid: string, content: object, contentVersion?: number): Block =>
  makeTestBlock(uuid, {
    type: 'bell',
    content,
    ...(contentVersion === undefined ? {} : { contentVersion }),
  });
/** A page with blocks of versions 1, 2 and 3. */
const page = makeTestPage([
  bell('one', { count: 2, mood: { calm: true } }),
  bell('two', { rings: 3 }, 2),
  bell('three', { rings: 4, sound: 'dong' }, 3),
]);
const migrated = {
  one: { content: { rings: 2, mood: { calm: true }, sound: 'ding' }, contentVersion: 3 },
  two: { content: { rings: 3, sound: 'ding' }, contentVersion: 3 },
  three: { content: { rings: 4, sound: 'dong' }, contentVersion: 3 },
};

describe('versions of a kit', () => {
  it('migrate blocks from any earlier version when a page is read [B17]', () => {
    const warnings: KitWarning[] = [];
    const parsed = parsePage(page, { kits, onWarning: (warning) => warnings.push(warning) });
    const result = migratePage(page, { kits });
    const old = { ...page, settings: { ...page.settings, editorVersion: '0.6.0' } };
    for (const { things } of [parsed, result.page, migratePage(old, { kits }).page])
      for (const [uuid, block] of Object.entries(migrated)) {
        expect(things[uuid], uuid).to.deep.include(block);
        expect(Object.isFrozen(things[uuid]?.content)).to.equal(true);
      }
    expect(Object.isFrozen(parsed.things)).to.equal(true);
    expect(warnings).to.eql([]);
    expect(result).to.deep.include({ migrated: true, warnings: [] });
    expect(migratePage(result.page, { kits })).to.include({ migrated: false });
    expect(parsePage(parsed, { kits })).to.eql(parsed);
    expect(parsePage(page), 'without the kit').to.eql(page);
    expect(page.things['one']?.content, 'the input').to.eql({ count: 2, mood: { calm: true } });
  });

  it('migrate the local copy, copied blocks and pages that replace another [B17]', () => {
    const text = JSON.stringify(makeAutosaveEnvelope(page, 1));
    expect(parseAutosaveEnvelope(text, { kits })?.page.things).to.deep.include.keys('one');
    expect(parseAutosaveEnvelope(text, { kits })?.page.things['one']).to.deep.include(migrated.one);

    const source = makeTestEditor([], { page, kits: [first] });
    source.select(['one', 'two']);
    const editor = makeTestEditor([], { kits });
    expect(editor.paste(source.copy() ?? '')).to.include({ ok: true });
    const [one, two] = editor.selectedBlocks;
    expect(one).to.deep.include(migrated.one);
    expect(two).to.deep.include(migrated.two);

    expect(editor.replacePage(page)).to.include({ ok: true });
    expect(editor.blocks.get('one')).to.deep.include(migrated.one);
  });

  it('migrate a page that is given to an editor, when it is created and later [B17]', () => {
    const created = makeTestEditor([], { page, kits });
    const loaded = makeTestEditor([], { kits });
    loaded.load(page);
    for (const editor of [created, loaded]) {
      for (const [uuid, block] of Object.entries(migrated)) {
        expect(editor.blocks.get(uuid), uuid).to.deep.include(block);
        expect(editor.update(uuid, { content: { rings: 5 } }), uuid).to.include({ ok: true });
      }
      while (editor.undo());
      expect(editor.page).to.eql(parsePage(page, { kits }));
      editor.markPublished({}, page);
      expect(editor.hasPublishableChanges).to.equal(false);
    }
    expect(makeTestEditor([], { page }).page, 'without the kit').to.eql(page);
  });

  it('migrate the open page when a newer kit is set, which undo does not revert [B17, E42]', () => {
    const odd = bell('odd', { count: 99 });
    const logged: unknown[] = [];
    const log: Environment['log'] = ({ code, details }) => {
      logged.push([code, details['path']]);
    };
    const given = makeTestPage([...Object.values(page.things), odd]);
    const editor = makeTestEditor([], { page: given, kits: [first], environment: { log } });
    editor.update('one', { content: { count: 3 } }).unwrap();
    editor.markPublished({}, editor.page);
    editor.remove('one').unwrap();
    editor.undo();
    logged.length = 0;
    editor.begin();
    editor.stage({ styles: { opacity: 0.5 } }, 'two').unwrap();
    editor.configure({ kits });
    expect(editor.isInProgress).to.equal(false);
    expect(editor.blocks.get('one')?.content).to.eql({ ...migrated.one.content, rings: 3 });
    expect(editor.blocks.get('two')).to.deep.include(migrated.two);
    expect(editor.blocks.get('two')?.styles).to.eql({ opacity: 0.5 });
    expect(editor.blocks.get('odd')).to.eql(odd);
    expect(logged).to.eql([['kit_cannot_read_block', 'things.odd.content.rings']]);
    editor.configure({ permissions: editor.permissions });
    expect(logged, 'when the kits stay').to.have.length(1);
    while (editor.undo());
    expect(editor.blocks.get('one')).to.deep.include(migrated.one);
    expect(editor.blocks.get('two')).to.deep.include({ ...migrated.two, styles: {} });
  });

  it('migrate what undo and redo restore after a newer kit is set, so that it can be edited [B17]', () => {
    const given = makeTestPage([makeTestSign('k', 'Hi'), makeTestSign('m', 'Bye')]);
    const editor: Editor<Kit> = createEditor({ page: given, kits: [olderSignKit] });
    const signs = () =>
      Object.values(editor.page.things)
        .filter(({ type }) => type === 'sign')
        .map((block) => [block.content, editor.definitionOf(block) === null]);
    const readable = (...texts: readonly string[]) =>
      texts.map((text) => [{ text, tone: 'calm' }, false]);
    editor.update('k', { content: { text: 'Typed' } }).unwrap();
    editor.remove('m').unwrap();
    editor.add({ type: 'sign', content: { text: 'New' } }).unwrap();
    editor.undo();
    editor.configure({ kits: [newerSignKit] });
    expect(signs()).to.eql(readable('Typed!'));
    expect(editor.redo()).to.equal(true);
    expect(signs()).to.eql(readable('Typed!', 'New!'));
    while (editor.undo());
    expect(signs()).to.eql(readable('Hi!', 'Bye!'));
    while (editor.redo());
    expect(signs()).to.eql(readable('Typed!', 'New!'));
    editor.remove('k').unwrap();
    editor.undo();
    expect(editor.update('k', { content: { tone: 'loud' } })).to.include({ ok: true });
  });

  it('are stored with new blocks, except the first [B17]', () => {
    const editor = makeTestEditor([], { kits });
    const added = editor.add({ type: 'bell' });
    const [uuid = ''] = added.ok ? added.value : [];
    expect(editor.blocks.get(uuid)).to.include({ contentVersion: 3 });
    const older = makeTestEditor([], { kits: [first] });
    older.add({ type: 'bell' });
    expect(older.selectedBlocks[0]).not.to.have.property('contentVersion');
  });

  it('must be whole numbers with a migration from each earlier one [B17]', () => {
    const pathOf = (wrong: object): unknown => {
      try {
        defineKit({ block: { ...third.block, ...wrong } });
        return null;
      } catch (error) {
        return (error as { details?: { path?: unknown } }).details?.path;
      }
    };
    expect(pathOf({})).to.equal(null);
    for (const version of [0, -1, 1.5, '2', NaN, null])
      expect(pathOf({ version }), String(version)).to.equal('block.version');
    for (const migrations of [[], [renameCount], [renameCount, null], {}, undefined])
      expect(pathOf({ migrations })).to.equal('block.migrations');
    expect(pathOf({ version: undefined })).to.equal('block.migrations');
    const unchecked = [{ block: { ...third.block, version: 2.5 } }];
    expect(() => parsePage(page, { kits: unchecked })).to.throw('kits.0.block.version');
  });
});

describe('a block that its kit cannot read', () => {
  const broken: Readonly<Record<string, readonly [page: Page, kits: readonly Kit[], KitWarning]>> =
    {
      'because it is newer': [
        makeTestPage([bell('b', { tones: [] }, 4)]),
        kits,
        {
          path: 'things.b.contentVersion',
          code: 'content_newer_than_kit',
          message: 'is version 4; the kit bell has version 3',
        },
      ],
      'because its migration throws': [
        page,
        [
          bellOf([
            () => {
              throw new TypeError('no count');
            },
            addSound,
          ]),
        ],
        {
          path: 'things.one.content',
          code: 'content_not_migrated',
          message: 'the migration of bell from version 1 threw an error: no count',
        },
      ],
      'because its migration returns nothing': [
        makeTestPage([bell('b', { count: 1 })]),
        [bellOf([() => undefined as never, addSound])],
        {
          path: 'things.b.content',
          code: 'content_not_migrated',
          message:
            'the migration of bell from version 1 returned content that cannot be stored: content must be an object',
        },
      ],
      'because its migration returns invalid content': [
        makeTestPage([bell('b', { count: 99 })]),
        kits,
        {
          path: 'things.b.content.rings',
          code: 'content_not_migrated',
          message: 'after the migration: Too big: expected number to be <=12',
        },
      ],
      'because it does not pass the schema': [
        makeTestPage([bell('b', { rings: 'many', sound: 'ding' }, 3)]),
        kits,
        {
          path: 'things.b.content.rings',
          code: 'content_invalid',
          message: 'Invalid input: expected number, received string',
        },
      ],
    };
  it('is reported with the version that the wrong migration starts from [B18, J13]', () => {
    const wrong: Readonly<Record<string, () => unknown>> = {
      'content must be a plain object': () => Promise.resolve({ rings: 2 }),
      'content.rings must be a finite number': () => ({ rings: NaN }),
      'content.since must be a plain object': () => ({ rings: 2, since: new Date(0) }),
    };
    const messageWith = (migrations: readonly unknown[]): string => {
      const given = makeTestPage([bell('b', { count: 1 })]);
      const warnings: KitWarning[] = [];
      const onWarning = (each: KitWarning): void => void warnings.push(each);
      parsePage(given, { kits: [bellOf(migrations as never)], onWarning });
      return warnings[0]?.message ?? 'none';
    };
    for (const [reason, migration] of Object.entries(wrong)) {
      const from = (version: number): string =>
        `the migration of bell from version ${String(version)} returned content that cannot be stored: ${reason}`;
      expect(messageWith([migration, addSound])).to.equal(from(1));
      expect(messageWith([renameCount, migration])).to.equal(from(2));
    }
  });
  for (const [why, [given, using, warning]] of Object.entries(broken))
    it(`${why}: is kept and reported, and the page opens [B18]`, () => {
      const warnings: KitWarning[] = [];
      const parsed = parsePage(given, { kits: using, onWarning: (each) => warnings.push(each) });
      const [, , uuid = ''] = ['', ...warning.path.split('.')];
      expect(parsed.things[uuid]).to.eql(given.things[uuid]);
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.include(warning);
      const result = migratePage(given, { kits: using });
      expect(result.page).to.eql(parsed);
      expect(result.warnings).to.eql(warnings);
      const old = { ...given, settings: { ...given.settings, editorVersion: '0.6.0' } };
      expect(migratePage(old, { kits: using }).page.things[uuid]).to.eql(given.things[uuid]);
      expect(migratePage(old, { kits: using }).warnings).to.eql(warnings);
    });

  const odd = [
    bell('newer', { tones: [1, 2], rings: 'lots' }, 4),
    bell('invalid', { rings: 0, sound: null }, 3),
    bell('older', { count: 99 }),
  ];

  it('is edited like one of an unknown type, and keeps its content [B18]', () => {
    const editor = makeTestEditor(odd, { kits });
    for (const { uuid, content } of odd) {
      const contentOf = (each: string) => editor.blocks.get(each)?.content;
      const block = editor.blocks.get(uuid);
      expect(block && editor.definitionOf(block), uuid).to.equal(null);
      editor.select([uuid]);
      editor.nudge(8, 8);
      expect(editor.update(uuid, { styles: { opacity: 0.5 }, altText: 'Bell' }).ok).to.equal(true);
      expect(editor.startTextEditing(uuid)).to.equal(false);
      expect(editor.setReferenceWidth(800, { scale: true }).ok).to.equal(true);
      expect(contentOf(uuid)).to.eql(content);
      expect(editor.duplicate().ok).to.equal(true);
      expect(editor.selectedBlocks[0]?.content).to.eql(content);
      editor.select([uuid]);
      expect(editor.copy()?.text).to.equal('');
      editor.remove([uuid]);
      editor.undo();
      expect(contentOf(uuid)).to.eql(content);
      parsePage(editor.page, { kits });
    }
    expect(editor.definitionOf('bell')).not.to.equal(null);
  });

  it('is logged by an editor that is created with it or loads it, and the page opens [B18]', () => {
    const logged: unknown[] = [];
    const given = makeTestPage(odd);
    const log: Environment['log'] = ({ code, details }) => {
      logged.push([code, details['path'], editor.blocks.size]);
    };
    // At first, the log throws, because there is no editor yet.
    const editor = makeTestEditor([], { page: given, kits, environment: { log } });
    expect(editor.page).to.eql(given);
    editor.load(given);
    expect(logged).to.eql(
      ['newer.contentVersion', 'invalid.content.rings', 'older.content.rings'].map((path) => [
        'kit_cannot_read_block',
        `things.${path}`,
        5,
      ]),
    );
  });

  it('is pasted as it is, and logged [B18]', () => {
    const logged: unknown[] = [];
    const editor = makeTestEditor([], {
      kits,
      environment: {
        log: ({ code, details }) => void logged.push([code, details['path']]),
      },
    });
    const text = makeClipboardText({
      pageID: 1,
      referenceWidth: 600,
      blocks: odd.filter(({ uuid }) => uuid !== 'older'),
    });
    expect(editor.paste(text)).to.include({ ok: true });
    expect(editor.selectedBlocks.map(({ content }) => content)).to.eql([
      { tones: [1, 2], rings: 'lots' },
      { rings: 0, sound: null },
    ]);
    expect(logged).to.eql([
      ['kit_cannot_read_block', 'blocks.0.contentVersion'],
      ['kit_cannot_read_block', 'blocks.1.content.rings'],
    ]);
  });

  it('gets new content only if its kit can read the result [B18]', () => {
    const editor = makeTestEditor(odd, { kits });
    const before = editor.page;
    for (const [uuid, path] of [
      ['newer', 'contentVersion'],
      ['older', 'contentVersion'],
      ['invalid', 'content.sound'],
    ] as const)
      expect(editor.update(uuid, { content: { rings: 2 } }), uuid).to.have.nested.include({
        ok: false,
        code: 'invalid_block',
        'details.path': path,
      });
    expect(editor.page).to.equal(before);
    expect(editor.update('invalid', { content: { rings: 2, sound: 'ding' } }).ok).to.equal(true);
    const paths: string[] = [];
    parsePage(editor.page, { kits, onWarning: ({ path }) => void paths.push(path) });
    expect(paths).to.eql(['things.newer.contentVersion', 'things.older.content.rings']);
  });
});

describe('a room with a newer kit', () => {
  const open = async (stored: Page, using: readonly Kit[] = kits) => {
    const clock = new SimClock();
    const warnings: MigrationWarning[] = [];
    const failures: unknown[] = [];
    const log = new SimLog(stored, clock, () => Promise.resolve());
    const room = createRoom({
      ...{ log: log.of(new SimProcess()), clock, kits: using },
      onWarning: (warning) => warnings.push(warning),
      onFailure: (error) => failures.push(error),
    });
    await flushPromises();
    return { room, log, warnings, failures, page: async () => (await room.read())?.page };
  };

  it('migrates the stored page in one op, and opens it with blocks that it cannot read [R58]', async () => {
    const odd = bell('odd', { rings: 'many', sound: '' }, 3);
    const stored = makeTestPage([...Object.values(page.things), odd]);
    const { log, warnings, failures, page: read } = await open(stored);
    const now = await read();
    expect(failures).to.eql([]);
    expect(now?.things['one']).to.deep.include(migrated.one);
    expect(now?.things['odd']).to.eql(odd);
    expect(warnings.map(({ path }) => path)).to.eql(['things.odd.content.rings']);
    expect(log.entries).to.have.length(1);
    expect(log.entries[0]?.patch.whole).to.have.nested.property('things.two.content.sound');
  });

  it('migrates blocks that a room with an older kit has stored since the snapshot [R58]', async () => {
    const clock = new SimClock();
    const log = new SimLog(makeTestPage(), clock, () => Promise.resolve());
    const shared = (using: readonly Kit[]) =>
      createRoom({ log: log.of(new SimProcess()), clock, kits: using });
    const older = shared([first]);
    await flushPromises();
    const peer = new TestPeer(older);
    peer.hello('one');
    await flushPromises();
    peer.ops(0, [{ type: 'add-things', things: [bell('added', { count: 5 })] }]);
    await flushPromises();
    expect(peer.outcomes).to.eql(['applied']);
    const newer = shared(kits);
    await flushPromises();
    const state = await newer.read();
    expect(state?.page.things['added']).to.deep.include({
      content: { rings: 5, sound: 'ding' },
      contentVersion: 3,
    });
  });

  it('migrates what older clients add, and does not mix their values into newer content [R58]', async () => {
    const { join, room } = await openTestRoom({ kits });
    const read = async (uuid: string) => (await room.read())?.page.things[uuid];
    const peer = await join('one');
    const section = Object.values((await room.read())?.page.things ?? {}).find(
      ({ type }) => type === 'group',
    );
    const own = { parentUuid: section?.uuid };
    const value = (to: number, contentVersion?: number) => [
      {
        type: 'update-things',
        updated: [
          {
            uuid: 'bell',
            values: [{ path: ['content', 'rings'], to }],
            ...(contentVersion === undefined ? {} : { contentVersion }),
          },
        ],
      },
    ];
    const relabelled = { path: ['contentVersion'], to: 2 };
    peer.ops(
      0,
      [{ type: 'add-things', things: [{ ...bell('bell', { count: 2 }), ...own }] }],
      value(7),
      value(8, 3),
      value(99, 3),
      [{ type: 'add-things', things: [{ ...bell('later', { tones: [] }, 4), ...own }] }],
      [{ type: 'update-things', updated: [{ uuid: 'bell', values: [relabelled] }] }],
    );
    await flushPromises();
    expect(peer.outcomes).to.eql([
      'modified',
      'content_version_differs',
      'applied',
      'invalid_block',
      'applied',
      'content_version_differs',
    ]);
    expect(await read('bell')).to.deep.include({
      content: { rings: 8, sound: 'ding' },
      contentVersion: 3,
    });
    expect(await read('later')).to.deep.include({ content: { tones: [] }, contentVersion: 4 });
  });

  it('writes no text that was typed in an older version of the content, and its author is offered it [R58, R24]', async () => {
    const typed = makeTestPage([makeTestSign('k', 'Hi')]);
    const { room, page: read } = await open(typed, [newerSignKit]);
    const { client, editor, ...connection } = await connectManually({
      editor: createEditor({ page: typed, kits: [olderSignKit] }),
    });
    const { receive } = room.connect({
      session: { accountId: 1, role: 'owner' },
      send: (message) => connection.receive(message),
      close: () => undefined,
    });
    expect(editor.startTextEditing('k')).to.equal(true);
    editor.setEditedText('Precious').unwrap();
    editor.stopTextEditing();
    connection.open();
    for (let turn = 0; turn < 10; turn++) {
      for (const message of connection.sent.splice(0)) receive(message);
      await flushPromises();
      connection.clock.advance(100);
    }
    expect(client.pendingCount).to.equal(0);
    expect((await read())?.things['k']?.content).to.eql({ text: 'Hi!', tone: 'calm' });
    expect(editor.blocks.get('k')?.content).to.eql({ text: 'Hi!', tone: 'calm' });
    expect(client.lostTexts).to.have.length(1);
    expect(client.lostTexts[0]).to.include({ thingUuid: 'k', text: 'Precious' });
  });
});
