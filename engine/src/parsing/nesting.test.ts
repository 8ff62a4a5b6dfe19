import { expect } from 'chai';
import fc from 'fast-check';
import * as z from 'zod';
import { makeAutosaveEnvelope, parseAutosaveEnvelope } from '../autosave/autosaveEnvelope.ts';
import { defineBlock } from '../blocks/BlockDefinition.ts';
import { defineKit } from '../blocks/defineKit.ts';
import { openTestTabs } from '../collaboration/testing/openTestTabs.ts';
import type { Editor } from '../editor/Editor.ts';
import { migratePage } from '../migrations/migratePage.ts';
import { MAX_DEPTH } from '../model/json.ts';
import type { Page } from '../model/Page.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestPage } from '../testing/makeTestPage.ts';
import { checkBlock, checkBlockWithZod } from './checkBlock.ts';
import { parsePage, parsePageWithZod } from './parsePage.ts';

const deepKit = defineKit({
  block: defineBlock({
    type: 'deep',
    content: z.looseObject({ nested: z.unknown() }),
    defaultContent: () => ({ nested: null }),
  }),
});
const kits = [deepKit];

/** Objects and arrays around null. */
const nest = (levels: readonly boolean[]): unknown =>
  levels.reduce<unknown>((inner, isArray) => (isArray ? [inner] : { inner }), null);

/** The most levels in a field of a block's content: page, things, block and content enclose it. */
const MAX_LEVELS = MAX_DEPTH - 4;

const levels = fc
  .integer({ min: MAX_LEVELS - 4, max: MAX_LEVELS + 6 })
  .chain((depth) => fc.array(fc.boolean(), { minLength: depth, maxLength: depth }));

const deepBlock = (nested: unknown) => makeTestBlock('d', { type: 'deep', content: { nested } });

function outcomeOf(read: () => unknown): 'accepted' | 'refused' {
  try {
    read();
    return 'accepted';
  } catch {
    return 'refused';
  }
}

/** Edits that can nest the content of a block. */
const EDITS: readonly ((editor: Editor<typeof deepKit>, nested: unknown) => unknown)[] = [
  (editor, nested) => editor.add({ type: 'deep', content: { nested } }).unwrap(),
  (editor, nested) => {
    const [uuid = ''] = editor.add({ type: 'deep' }).unwrap();
    editor.update(uuid, { content: { nested } }).unwrap();
  },
  (editor, nested) => {
    const [uuid = ''] = editor.add({ type: 'deep' }).unwrap();
    // The second update reuses what the first one has validated.
    editor.update(uuid, { content: { nested: 1 } }).unwrap();
    editor.stage({ content: { nested } }, uuid).unwrap();
    editor.commit();
  },
  (editor, nested) => {
    const { page } = editor;
    editor.replacePage({ ...page, things: { ...page.things, d: deepBlock(nested) } }).unwrap();
  },
  (editor, nested) => editor.load(makeTestPage([deepBlock(nested)])),
];

describe('nested content', () => {
  it('that an edit accepts can be read wherever the page is stored or copied [J15]', () => {
    fc.assert(
      fc.property(levels, fc.constantFrom(...EDITS), (shape, edit) => {
        const editor = makeTestEditor([], { kits });
        const nested = nest(shape);
        const expected = shape.length <= MAX_LEVELS ? 'accepted' : 'refused';
        expect(outcomeOf(() => edit(editor, nested))).to.equal(expected);
        if (expected === 'refused') return;
        const json: unknown = JSON.parse(JSON.stringify(editor.page));
        const things = (page: Page | undefined) => page?.things;
        expect(things(parsePage(json, { kits }))).to.deep.equal(editor.page.things);
        expect(things(parsePageWithZod(json, { kits }))).to.deep.equal(editor.page.things);
        expect(things(migratePage(json, { kits }).page)).to.deep.equal(editor.page.things);
        const envelope = JSON.stringify(makeAutosaveEnvelope(editor.page, 0, kits));
        const restored = parseAutosaveEnvelope(envelope, { kits });
        expect(things(restored?.page)).to.deep.equal(editor.page.things);
        editor.selectAll();
        const copied = editor.copy();
        const other = makeTestEditor([], { kits });
        other.paste(copied ?? '').unwrap();
        expect(other.blocks.size).to.equal(editor.blocks.size);
        const { s1: _, s2: __, ...added } = editor.page.things;
        other.applyRemote({ added, updated: {}, removed: {} });
      }),
      { numRuns: 60 },
    );
  });

  it('is judged the same by the fast path and zod, in a page and on its own [J15]', () => {
    fc.assert(
      fc.property(levels, fc.constantFrom('content', 'properties', 'extra'), (shape, field) => {
        const nested = field === 'extra' ? nest(shape) : { extra: nest(shape) };
        const block = { ...makeTestBlock('d', { type: 'unknown' }), [field]: nested };
        const page = makeTestPage([block]);
        const outcomes = [
          outcomeOf(() => parsePage(page)),
          outcomeOf(() => parsePageWithZod(page)),
          outcomeOf(() => makeTestEditor().load(page)),
          checkBlock(block, []) ? 'refused' : 'accepted',
        ];
        const first = outcomeOf(() => migratePage(page));
        for (const each of outcomes) expect(each).to.equal(first);
        if (first === 'accepted') expect(checkBlockWithZod(block, [])).to.equal(null);
      }),
      { numRuns: 60 },
    );
  });

  it('at the limit reaches the others in a room, and is not lost offline [J15]', async () => {
    const { tabs, settle } = await openTestTabs(2);
    await settle();
    const [first, second] = tabs;
    if (!first || !second) throw new Error('no tabs');
    const { page } = first.editor;
    const [section = ''] = first.editor.sectionIds;
    const nested = nest(Array.from({ length: MAX_LEVELS }, () => false));
    const deep = { ...makeTestBlock('deep', { type: 'unknown' }), parentUuid: section };
    const things = { ...page.things, deep: { ...deep, content: { nested } } };
    first.setOnline(false);
    first.editor.replacePage({ ...page, things }).unwrap();
    await settle();
    first.reopen();
    first.setOnline(true);
    await settle();
    expect(second.editor.blocks.get('deep')?.content).to.deep.equal({ nested });
    second.reopen();
    await settle();
    expect(second.editor.blocks.get('deep')?.content).to.deep.equal({ nested });
  });
});
