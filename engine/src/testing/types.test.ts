/* eslint-disable @typescript-eslint/ban-ts-comment -- what the compiler rejects is what is tested */
import { expect } from 'chai';
import * as z from 'zod';
import type { RejectedOp, RejectionCode } from '../collaboration/index.ts';
import {
  asBuiltin,
  type AnyBlock,
  type Block,
  type BlockOf,
  type BlockPatch,
  type BuiltinBlockOf,
  type BuiltinBlockType,
  type CommitHook,
  createEditor,
  createPage,
  defineBlock,
  defineKit,
  type Editor,
  type ForeignSchema,
  type Kit,
  type NewBlock,
  ok,
  type Page,
  refuse,
  type UnknownBlock,
} from '../index.ts';
import { migratePage } from '../migrations/index.ts';
import { parsePage, safeParsePage } from '../parsing/index.ts';

const bell = defineKit({
  block: defineBlock({
    type: 'bell',
    content: z.looseObject({ rings: z.number(), name: z.string().optional() }),
    defaultContent: () => ({ rings: 1 }),
  }),
});
const rating = defineKit({
  block: defineBlock({
    type: 'rating',
    content: z.object({ stars: z.number() }),
    defaultContent: () => ({ stars: 1 }),
  }),
});

/**
 * The compiler is the test: `tsc -b` fails when a line below `@ts-expect-error` compiles, or when
 * another one does not. The functions are not called.
 */
describe('the types', () => {
  it('narrow a block by comparing its type, and reject misspelt types and fields [E46]', () => {
    const read = (editor: Editor, uuid: string) => {
      const block = editor.blocks.get(uuid);
      if (block?.type === 'shape') {
        const shape: BuiltinBlockOf<'shape'> = block;
        // @ts-expect-error The field is called `shapeColor`.
        const missing: unknown = block.content.shapeColour;
        return [shape.content.shapeColor satisfies string, missing];
      }
      // @ts-expect-error There is no such type.
      if (block?.type === 'shpae') return [];
      // @ts-expect-error Not all types have a text.
      const text: unknown = block?.content.text;
      const onPage = editor.page.things[uuid];
      if (onPage?.type === 'button') return [onPage.content.text satisfies string];
      for (const child of editor.childrenOf(uuid))
        if (child.type === 'drawing') return [child.content.drawingPaths];
      editor.remeasure(
        (each) => each.type === 'rich-button' && each.content.richButtonText.font === 'Inter',
      );
      return [text];
    };
    expect(read).to.be.a('function');
  });

  it('leave an unknown block when all known types are excluded [E46]', () => {
    const read = (block: AnyBlock<typeof bell>) => {
      const builtin = asBuiltin(block);
      switch (block.type) {
        case 'bell':
          return block.content.rings;
        case '(unknown)':
          return [block satisfies UnknownBlock, block.content.anything];
        default:
          return builtin?.content;
      }
    };
    expect(read).to.be.a('function');
  });

  it('check patches by their type, and without one against the fields of all types [E47]', () => {
    const update = (editor: Editor, uuid: string, patches: ReadonlyMap<string, BlockPatch>) => {
      editor.update(uuid, { content: { shapeColor: '#FFF' }, styles: { opacity: 1 } });
      editor.update(uuid, { content: { text: 'a button' } });
      editor.update(uuid, { type: 'shape', content: { shapeColor: undefined } });
      editor.stage({ type: 'text', content: { fontSize: 20 } });
      editor.updateEach(new Map([[uuid, { content: { shapeColor: '#FFF' } }]]));
      // @ts-expect-error No type has a field of this name.
      editor.update(uuid, { content: { shapeColour: '#FFF' } });
      // @ts-expect-error A shape has no font size.
      editor.update(uuid, { type: 'shape', content: { fontSize: 20 } });
      // @ts-expect-error There is no such type.
      editor.update(uuid, { type: 'shpae' });
      // @ts-expect-error A colour is a string.
      editor.update(uuid, { content: { shapeColor: 5 } });
      // @ts-expect-error The field is called `opacity`.
      editor.update(uuid, { styles: { opactiy: 1 } });
      // @ts-expect-error The field is called `fontSize`.
      editor.stage({ content: { fontsize: 20 } });
      // @ts-expect-error The fields of these patches are known at run time only.
      editor.updateEach(patches);
    };
    expect(update).to.be.a('function');
  });

  it('infer the types of kits, in editors and in pages [E48]', () => {
    const use = (json: unknown) => {
      const editor = createEditor({ page: createPage(), kits: [bell, rating] });
      editor.add({ type: 'bell', content: { rings: 3 } });
      editor.add([{ type: 'bell' }, { type: 'shape' }, { type: 'rating', content: { stars: 2 } }]);
      editor.update('a', { type: 'bell', content: { name: 'Big Ben' } });
      editor.update('a', { content: { rings: 2 } });
      // @ts-expect-error The field is called `rings`.
      editor.add({ type: 'bell', content: { ringz: 3 } });
      // @ts-expect-error A bell has no stars.
      editor.update('a', { type: 'bell', content: { stars: 3 } });
      // @ts-expect-error There is no such kit.
      editor.add({ type: 'bel' });
      const block = editor.blocks.get('a');
      if (block?.type === 'bell') block.content.rings.toFixed();
      // @ts-expect-error A bell has no stars.
      const stars = (block?.type === 'bell' ? block.content : null)?.stars as unknown;
      const stored = parsePage(json, { kits: [bell] }).things.a;
      if (stored?.type === 'bell') stored.content.rings.toFixed();
      const { page } = migratePage(json, { kits: [bell] });
      if (page.things.a?.type === 'bell') page.things.a.content.rings.toFixed();
      const safe = safeParsePage(json).unwrap().things.a;
      if (safe?.type === 'image') safe.content.url.trim();
      // @ts-expect-error Without the kit, the compiler does not know its blocks.
      if (safe?.type === 'bell') return [];
      return [editor satisfies Editor<typeof bell | typeof rating>, stars];
    };
    expect(use).to.be.a('function');
  });

  it('reject misspelt fields in the lists, tuples and records of a kit, and nothing else there [E48]', () => {
    const item = z.looseObject({ name: z.string() });
    const node = z.looseObject({
      name: z.string(),
      get kids() {
        return z.array(node).optional();
      },
    });
    const menu = defineKit({
      block: defineBlock({
        type: 'menu',
        content: z.looseObject({
          items: z.array(item),
          pair: z.tuple([item, z.number()]),
          byName: z.record(z.string(), item),
          steps: z.array(item).readonly().optional(),
          tree: node.optional(),
          json: z.json().optional(),
          ids: z.array(z.string().brand<'Id'>()).optional(),
        }),
        defaultContent: () => ({ items: [], pair: [{ name: '' }, 0], byName: {} }),
      }),
    });
    const add = (editor: Editor<typeof menu>) => {
      editor.add({ type: 'menu', content: { pair: [{ name: '' }, 1] } });
      editor.add({ type: 'menu', content: { tree: { name: '', kids: [{ name: '' }] } } });
      editor.add({ type: 'menu', content: { json: [1, { any: [null] }], items: [{ name: '' }] } });
      // @ts-expect-error The field is called `name`.
      editor.add({ type: 'menu', content: { items: [{ name: '', nmae: '' }] } });
      // @ts-expect-error The field is called `name`.
      editor.add({ type: 'menu', content: { pair: [{ name: '', nmae: '' }, 1] } });
      // @ts-expect-error The field is called `name`.
      editor.add({ type: 'menu', content: { byName: { a: { name: '', nmae: '' } } } });
      // @ts-expect-error The field is called `kids`.
      editor.add({ type: 'menu', content: { tree: { name: '', kids: [{ name: '', kidz: [] }] } } });
    };
    const read = (block: BlockOf<typeof menu.block>, editor: Editor<typeof menu>) => {
      const { content } = block;
      const raw: z.infer<typeof menu.block.content> = content;
      const items: z.infer<typeof item>[] = content.items;
      const [first, size]: [z.infer<typeof item>, number] = content.pair;
      editor.update('a', { type: 'menu', content });
      editor.update('a', { content: { items: [...content.items, ...items, first] } });
      editor.update('a', { content: { tree: { name: '', kids: content.tree?.kids } } });
      menu.block.plainText(content);
      // @ts-expect-error The field is called `name`.
      const missing: unknown = [content.items[0]?.nmae, size];
      // @ts-expect-error The field is called `name`.
      const inRecord: unknown = content.byName.a?.nmae;
      return [raw, missing, inRecord, content.steps?.[0]?.name, content.ids?.[0]?.length];
    };
    expect([add, read]).to.have.length(2);
  });

  it('accept a kit whose content has an enum, a literal, a union or a tuple, and no other values [B19]', () => {
    const define = () => {
      const horn = defineBlock({
        type: 'horn',
        content: z.looseObject({
          tone: z.enum(['high', 'low']),
          unit: z.literal('Hz'),
          range: z.tuple([z.number(), z.number()]),
          notes: z.array(z.object({ kind: z.enum(['long', 'short']) })),
        }),
        defaultContent: () => ({ tone: 'high', unit: 'Hz', range: [0, 1], notes: [] }),
        recognize: () => ({ tone: 'low', unit: 'Hz', range: [0, 1], notes: [{ kind: 'long' }] }),
        scalePx: (content, factor) => ({ ...content, tone: factor > 1 ? 'high' : 'low' }),
        scaleText: (content) => ({ ...content, range: [0, 1] }),
        remapIds: (content) => ({ ...content, unit: 'Hz' }),
      });
      defineBlock({
        type: 'horn',
        content: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('air') }),
          z.object({ kind: z.literal('electric'), volts: z.number() }),
        ]),
        defaultContent: (random) =>
          random() < 0.5 ? { kind: 'air' } : { kind: 'electric', volts: 12 },
        recognize: (url) => (url === '' ? null : { kind: 'air' }),
      });
      defineBlock({
        type: 'horn',
        content: z.object({ tone: z.enum(['high', 'low']) }),
        // @ts-expect-error There is no such tone.
        defaultContent: () => ({ tone: 'loud' }),
        // @ts-expect-error The tone is missing.
        recognize: () => ({}),
      });
      defineBlock({
        type: 'horn',
        content: z.object({ volts: z.number() }),
        // @ts-expect-error A voltage is a number.
        defaultContent: () => ({ volts: '12' }),
      });
      return horn.defaultContent(() => 0).tone satisfies 'high' | 'low';
    };
    expect(define).to.be.a('function');
  });

  it('refuse a content schema that accepts lists or undefined, and take one of an adapter [B19]', () => {
    const adapt = <Content extends object>(
      read: (value: unknown) => Content | null,
    ): ForeignSchema<Content> => ({
      safeParse: (value) => {
        const data = read(value);
        return data ? { success: true, data } : { success: false };
      },
    });
    const define = <Content extends object, Schema extends z.ZodType<object>>(
      generic: z.ZodType<Content>,
      schema: Schema,
      create: () => NoInfer<z.output<Schema>>,
    ) => {
      const horn = defineBlock({
        type: 'horn',
        content: adapt((): { rings: number } | null => null),
        defaultContent: () => ({ rings: 1 }),
      });
      const defaultContent = (): never[] => [];
      // @ts-expect-error Content is an object with fields.
      defineBlock({ type: 'horn', content: z.array(z.number()), defaultContent });
      // @ts-expect-error Nor is it a tuple.
      defineBlock({ type: 'horn', content: z.tuple([z.number()]), defaultContent: () => [1] });
      defineBlock({
        type: 'horn',
        // @ts-expect-error Content is never undefined.
        content: z.looseObject({ rings: z.number() }).optional(),
        defaultContent: () => ({ rings: 1 }),
      });
      defineBlock({ type: 'horn', content: generic, defaultContent: (): Content => ({}) as never });
      defineBlock({ type: 'horn', content: schema, defaultContent: create });
      return horn.defaultContent(() => 0).rings satisfies number;
    };
    expect(define).to.be.a('function');
  });

  it('let a function take any editor, whose blocks have any type [E48]', () => {
    const count = (editor: Editor<Kit>, patch: BlockPatch, block: NewBlock<string>) => {
      editor.update('a', patch);
      editor.add(block);
      editor.add({ type: 'anything', content: { any: 'thing' } });
      const first: Block | undefined = [...editor.blocks.values()][0];
      return first && asBuiltin(first)?.type === 'text';
    };
    const use = (kits: readonly Kit[], page: Page) => {
      const patch = { content: { rings: 1 } };
      count(createEditor({ page }), patch, { type: 'shape' });
      count(createEditor({ page, kits: [bell] }), patch, { type: 'bell' });
      count(createEditor({ page, kits }), patch, { type: 'bell' });
      const both = createEditor({ page, kits: [bell, rating] });
      count(both, patch, { type: 'rating' });
      const hook: CommitHook = ({ added }) =>
        added.a?.type === 'bell' ? refuse('change_refused') : undefined;
      createEditor({ page }).onBeforeCommit(hook);
      both.onBeforeCommit(hook);
    };
    expect(use).to.be.a('function');
  });

  it('do not let an editor without a kit pass for one that adds its blocks [E48]', () => {
    const use = (page: Page) => {
      const none = createEditor({ page });
      const withBell = createEditor({ page, kits: [bell] });
      const both = createEditor({ page, kits: [bell, rating] });
      // @ts-expect-error It has no kit.
      const noBell: Editor<typeof bell> = none;
      // @ts-expect-error It has no kit.
      const neither: Editor<typeof bell | typeof rating> = none;
      // @ts-expect-error It has one of the two kits.
      const one: Editor<typeof bell | typeof rating> = withBell;
      // @ts-expect-error Its blocks have another type, too.
      const onlyBell: Editor<typeof bell> = both;
      const any: Editor<Kit>[] = [none, withBell, both];
      const kitsOf = <Kits extends Kit>(editor: Editor<Kits>): Editor<Kits> => editor;
      return [
        [noBell, neither, one, onlyBell, any],
        kitsOf(none) satisfies Editor,
        kitsOf(both) satisfies Editor<typeof bell | typeof rating>,
      ];
    };
    expect(use).to.be.a('function');
  });

  it('let a generic function return its own type from `run` [E48, H13]', () => {
    const runAll = <Value>(editor: Editor, edits: () => Value): Value => editor.run(edits);
    const addTo = <Type extends BuiltinBlockType>(editor: Editor, type: Type) =>
      editor.run(
        () => {
          editor.add({ type: 'text' }).unwrap();
          return type;
        },
        { label: 'Add' },
      );
    const change = <Content extends object>(editor: Editor, content: Content): Content =>
      editor.run(() => content);
    const later = <Value>(editor: Editor, value: Value) =>
      // @ts-expect-error An `async` function goes on after `run`.
      editor.run(async () => Promise.resolve(value));
    const perhapsLater = (editor: Editor) =>
      // @ts-expect-error Nor may the function return a promise in some cases.
      editor.run(() => (editor.canUndo ? Promise.resolve(1) : undefined));
    const use = (editor: Editor) => [
      runAll(editor, () => 1) satisfies number,
      addTo(editor, 'text') satisfies 'text',
      change(editor, { n: 1 }).n satisfies number,
    ];
    expect([use, later, perhapsLater]).to.have.length(3);
  });

  it('refuse a function for `run` whose edits would come too late or never [H13]', () => {
    const use = (editor: Editor) => {
      // @ts-expect-error An `async` function goes on after `run`.
      void editor.run(async () => {
        await Promise.resolve();
      });
      // @ts-expect-error The body of a generator function does not run.
      editor.run(function* () {
        yield editor.update('a', { altText: 'x' });
      });
      // @ts-expect-error Nor does that of one that yields nothing.
      editor.run(function* () {});
      // @ts-expect-error Nor does that of an `async` one.
      editor.run(async function* () {
        yield await Promise.resolve(1);
      });
      editor.run(() => undefined);
      editor.run(() => {
        editor.update('a', { altText: 'x' });
      });
      const ids: readonly string[] = editor.run(() => editor.add({ type: 'text' }).unwrap());
      const values: Iterator<unknown> = editor.run(() => editor.blocks.values());
      const anything = (edits: () => unknown) => editor.run(edits);
      return [ids, values, anything, editor.run(() => ({ n: 1 })).n satisfies number];
    };
    expect(use).to.be.a('function');
  });

  it('let a key command return anything but a promise or generator, such as the result of its edit [M29]', () => {
    const use = (editor: Editor<typeof bell>) => {
      editor.bindKeys({
        'Ctrl+1': () => editor.remove(),
        'Ctrl+2': () => editor.add({ type: 'bell' }),
        'Ctrl+3': () => editor.undo(),
        'Ctrl+4': () => editor.copy(),
        'Ctrl+5': () => editor.commit(),
        'Ctrl+6': () => editor.begin(),
        'Ctrl+7': () => {
          editor.reset();
        },
        'Ctrl+8': () => editor.reset(),
        'Ctrl+9': () => [editor.selectedBlocks, 'text', new Map()],
        Enter: () => (editor.canUndo ? false : undefined),
      });
      // @ts-expect-error A command cannot be `async`: it could not leave the key to others.
      editor.bindKeys({ 'Ctrl+1': async () => Promise.resolve(false) });
      // @ts-expect-error Nor can it be a generator function.
      editor.bindKeys({ *'Ctrl+1'() {} });
    };
    expect(use).to.be.a('function');
  });

  it('let a hook return the result of its last edit, or null, but not a promise, which could not refuse [E51]', () => {
    const use = (editor: Editor) => {
      editor.onBeforeCommit(() => editor.update('a', { altText: 'x' }));
      editor.onBeforeCommit(() => editor.add({ type: 'text' }));
      editor.onBeforeCommit(() => null);
      editor.onBeforeCommit(() => ok('accepted'));
      editor.onBeforeCommit(() => {
        editor.update('a', { altText: 'x' });
      });
      // @ts-expect-error A hook cannot be `async`.
      editor.onBeforeCommit(() => Promise.resolve(refuse('change_refused')));
      // @ts-expect-error A boolean neither accepts nor refuses.
      editor.onBeforeCommit(() => false);
    };
    expect(use).to.be.a('function');
  });

  it('give the value of a result after `ok` is checked, and from `unwrap` [E45]', () => {
    const add = (editor: Editor) => {
      const added = editor.add({ type: 'text' });
      // @ts-expect-error It may have been refused.
      const early: unknown = added.value;
      if (!added.ok) return [early, added.code, added.details?.path];
      return [added.value satisfies readonly string[], added.unwrap()[0]?.length];
    };
    expect(add).to.be.a('function');
  });

  it('list the codes with which a room client reports an op, so that a misspelt one is found [R112]', () => {
    const isOffered = ({ code }: RejectedOp): boolean => {
      // @ts-expect-error The code is `too_large`.
      if (code === 'to_large') return false;
      const known: RejectionCode = code;
      return known === 'gone' || known === 'read_only' || known === 'too_large';
    };
    expect(isOffered).to.be.a('function');
  });
});
