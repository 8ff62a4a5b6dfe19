import { expect } from 'chai';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';
import { defineBlock } from '../blocks/BlockDefinition.ts';
import { defineKit } from '../blocks/defineKit.ts';
import type { Kit } from '../blocks/Kit.ts';
import { detectEmbed } from '../blocks/embeds.ts';
import { routePaste } from '../clipboard/routePaste.ts';
import { createRoomClient } from '../collaboration/client/RoomClient.ts';
import { createMemoryStorage } from '../collaboration/client/RoomStorage.ts';
import { createRoom } from '../collaboration/room/Room.ts';
import { SimLog } from '../collaboration/testing/SimLog.ts';
import { SimClock } from '../collaboration/testing/SimClock.ts';
import { SimProcess } from '../collaboration/testing/SimProcess.ts';
import { createEditor } from '../createEditor.ts';
import type { Editor } from '../editor/Editor.ts';
import { migratePage } from '../migrations/migratePage.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { type KitWarning, parsePage, safeParsePage } from '../parsing/index.ts';
import { makeTestEditor } from './makeTestEditor.ts';
import { makeTestBlock, makeTestPage } from './makeTestPage.ts';

const bell = defineBlock({
  type: 'bell',
  content: z.looseObject({ rings: z.number() }),
  defaultContent: () => ({ rings: 1 }),
});

describe('invalid kits', () => {
  it('are rejected with kit_invalid and the path of the problem [B15]', async () => {
    const kit = defineKit({ block: bell });
    const page = makeTestPage();
    const log = new SimLog(page, new SimClock(), () => Promise.resolve()).of(new SimProcess());
    const transport = { connect: () => ({ send: () => undefined, close: () => undefined }) };
    const calls: Readonly<Record<string, (kits: never) => unknown>> = {
      createEditor: (kits) => createEditor({ page, kits }),
      parsePage: (kits) => parsePage(page, { kits }),
      'parsePage with null': (kits) => parsePage(null, { kits }),
      safeParsePage: (kits) => safeParsePage(page, { kits }),
      migratePage: (kits) => migratePage(page, { kits }),
      detectEmbed: (kits) => detectEmbed('https://bell.example', kits),
      createRoom: (kits) => createRoom({ log, clock: new SimClock(), kits }),
      createRoomClient: (kits) =>
        createRoomClient({
          ...{ transport, kits, clock: new SimClock(), accountId: 1, createId: () => 'a' },
          ...{ random: () => 0.5, storage: createMemoryStorage() },
        }),
    };
    const invalid: readonly (readonly [unknown, string])[] = [
      [kit, 'kits'],
      ['bell', 'kits'],
      [[bell], 'kits.0.block'],
      [[kit, null], 'kits.1.block'],
      [[{ block: {} }], 'kits.0.block.type'],
      [[{ block: { type: 'bell' } }], 'kits.0.block.content'],
      [[{ block: { ...bell, capabilities: null } }], 'kits.0.block.capabilities'],
      [[{ block: { ...bell, altText: 'Bell' } }], 'kits.0.block.altText'],
    ];
    for (const [name, call] of Object.entries(calls)) {
      for (const [kits, path] of invalid)
        try {
          await call(kits as never);
          expect.fail(`${name} accepts ${path}`);
        } catch (error) {
          if (!(error instanceof CobbleError)) throw error;
          expect(error, name).to.include({ code: 'kit_invalid' });
          expect(error.details, name).to.include({ path });
        }
      if (name.startsWith('create') && name !== 'createEditor') continue;
      if (name !== 'parsePage with null') expect(() => call([kit] as never), name).not.to.throw();
    }
  });
});

describe('a kit that rewrites content', () => {
  const cyclic: Record<string, unknown> = { rings: 1 };
  cyclic.self = cyclic;
  const results = [{ rings: 1, depth: NaN }, { rings: '1' }, null, cyclic, 5, { rings: () => 1 }];

  it('as something that a page cannot store causes kit_invalid, and the page stays as it was [B13, J9]', () => {
    for (const result of results)
      for (const name of ['scalePx', 'remapIds'] as const) {
        const block = { ...bell, [name]: () => result as never };
        const position = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 };
        const ring = makeTestBlock('b', { type: 'bell', content: { rings: 2 }, position });
        const kits: readonly Kit[] = [{ block: block as never }];
        const editor = makeTestEditor([ring], { kits });
        const before = editor.page;
        const edit = () =>
          name === 'scalePx'
            ? editor.setReferenceWidth(700, { scale: true })
            : editor.duplicate('b');
        expect(edit, name)
          .to.throw(CobbleError, `block.${name} must return`)
          .with.property('code', 'kit_invalid');
        expect(editor.isInProgress).to.equal(false);
        expect(editor.page).to.deep.equal(before);
        expect(() => defineKit({ block })).to.throw(CobbleError, `block.${name} must return`);
      }
  });
});

describe('a kit whose text is not a string', () => {
  it('causes kit_invalid, which says what is wrong where copying fails [B13]', () => {
    const plainText = ({ rings }: { rings: number }) => (rings > 1 ? undefined : '') as string;
    const capabilities = { hasText: true };
    const kit = defineKit({ block: defineBlock({ ...bell, plainText, capabilities }) });
    const blocks = [
      makeTestBlock('a'),
      makeTestBlock('b', { type: 'bell', content: { rings: 2 } }),
      makeTestBlock('c', { type: 'bell', content: { rings: 1 } }),
    ];
    const editor = makeTestEditor(blocks, { kits: [kit] });
    const before = editor.page;
    const calls: Readonly<Record<string, () => unknown>> = {
      copy: () => editor.copy(['a', 'b']),
      cut: () => editor.cut(['a', 'b']),
      update: () => editor.update('c', { content: { rings: 3 } }),
    };
    for (const [name, call] of Object.entries(calls))
      expect(call, name)
        .to.throw(CobbleError, 'kit bell: block.plainText must return a string')
        .with.property('code', 'kit_invalid');
    expect(editor.page).to.equal(before);
    expect(editor.copy(['a', 'c'])).to.not.equal(null);
  });
});

describe('a kit that throws', () => {
  const throws = (): never => {
    throw new TypeError('a mistake');
  };
  const link = z.string().refine((value) => value === '' || new URL(value).protocol === 'https:');
  const invalid = { href: 'shop.example' };
  const kits = [
    defineKit({
      block: defineBlock({
        type: 'shop-link',
        content: z.looseObject({ href: link }),
        defaultContent: () => ({ href: '' }),
      }),
    }),
  ];
  const bad = makeTestPage([makeTestBlock('s', { type: 'shop-link', content: invalid })]);

  it('in its schema: the block is kept, and reported at the path of the content [B13]', () => {
    const warnings: KitWarning[] = [];
    const onWarning = (warning: KitWarning) => void warnings.push(warning);
    expect(parsePage(bad, { kits, onWarning })).to.deep.equal(bad);
    expect(warnings[0]).to.deep.include({
      path: 'things.s.content',
      code: 'content_invalid',
      message: 'cannot be validated: the schema of shop-link threw an error: Invalid URL',
    });
    expect(warnings[0]?.cause).to.be.instanceOf(TypeError);
    const oldPage = { ...bad, settings: { ...bad.settings, editorVersion: '0.6.0' } };
    const migrated = migratePage(oldPage, { kits });
    expect(migrated.page.things.s?.content).to.deep.equal(invalid);
    expect(migrated.warnings.map(({ path }) => path)).to.deep.equal(['things.s.content']);
  });

  it('in its schema: the editor refuses the edit and stays unchanged [B13]', () => {
    const editor = makeTestEditor(
      [makeTestBlock('s', { type: 'shop-link', content: { href: '' } })],
      {
        kits,
      },
    );
    const before = editor.page;
    const refusal = { ok: false, code: 'invalid_block' };
    const added = editor.add([{ type: 'text' }, { type: 'shop-link', content: invalid }]);
    expect(added).to.deep.include(refusal);
    expect(added).to.have.nested.property('details.path', 'content');
    expect(editor.update('s', { content: invalid })).to.deep.include(refusal);
    expect(editor.page).to.deep.equal(before);
    expect(editor.isInProgress).to.equal(false);
  });

  it('in a lazy part of its schema: the editor refuses the edit [B13]', () => {
    const kit = defineKit({
      block: defineBlock({
        type: 'lazy',
        content: z3
          .object({ part: z3.lazy((): z3.ZodTypeAny => throws()).optional() })
          .passthrough(),
        defaultContent: () => ({}),
      }),
    });
    const editor = makeTestEditor([], { kits: [kit] });
    const content = { part: { a: 1 } };
    const refusal = { ok: false, code: 'invalid_block' };
    expect(editor.add({ type: 'lazy', content })).to.deep.include(refusal);
    const [id = ''] = editor.add({ type: 'lazy' }).unwrap();
    expect(editor.update(id, { content })).to.deep.include(refusal);
    expect(() => editor.run(() => editor.update(id, { content }))).not.to.throw();
  });

  it('in another function: kit_invalid has its path, and the editor stays unchanged [B13]', () => {
    const broken = (functions: object): readonly Kit[] => [
      { block: { ...bell, ...functions } as never },
    ];
    const failingPath = (functions: object, edit: (editor: Editor<Kit>) => unknown): unknown => {
      const block = makeTestBlock('b', { type: 'bell', content: { rings: 1 } });
      const editor = makeTestEditor([block], { kits: broken(functions) });
      const before = editor.page;
      editor.select(['b']);
      try {
        edit(editor);
        return null;
      } catch (error) {
        if (!(error instanceof CobbleError)) throw error;
        expect(error.code).to.equal('kit_invalid');
        expect(error.cause).to.be.instanceOf(TypeError);
        expect(error.details.type).to.equal('bell');
        expect(editor.page).to.deep.equal(before);
        expect(editor.isInProgress).to.equal(false);
        return error.details.path;
      }
    };
    const cases: readonly (readonly [string, (editor: Editor<Kit>) => unknown])[] = [
      ['remapIds', (editor) => editor.duplicate()],
      ['scalePx', (editor) => editor.setReferenceWidth(800, { scale: true })],
      ['defaultContent', (editor) => editor.add({ type: 'bell' })],
      ['defaultSizePx', (editor) => editor.add({ type: 'bell' })],
      ['aspectRatio', (editor) => editor.add({ type: 'bell' })],
      [
        'recognize',
        (editor) =>
          routePaste(
            { text: 'https://bell.example/' },
            { isTyping: false, canEdit: true, isEditing: true, kits: editor.kits },
          ),
      ],
    ];
    for (const [name, edit] of cases)
      expect(failingPath({ [name]: throws }, edit), name).to.equal(`block.${name}`);
  });
});
