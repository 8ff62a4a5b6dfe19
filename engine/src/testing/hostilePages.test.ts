import { expect } from 'chai';
import fc from 'fast-check';
import { makeAutosaveEnvelope, parseAutosaveEnvelope } from '../autosave/autosaveEnvelope.ts';
import { makeClipboardText, parseClipboardText } from '../clipboard/clipboardText.ts';
import { builtinBlocks } from '../blocks/builtinBlocks.ts';
import { createEditor } from '../createEditor.ts';
import { migratePage } from '../migrations/migratePage.ts';
import type { Block } from '../model/Block.ts';
import type { Page } from '../model/Page.ts';
import { parsePage, safeParsePage } from '../parsing/parsePage.ts';
import { createStarterPage } from '../pages/createStarterPage.ts';
import { richTextFromPlain } from '../text/richText.ts';
import { expectTypedOutcome } from './expectTypedOutcome.ts';
import { jsonMutations, mutate, objectMutations } from './hostileJson.ts';
import { makeTestBlock, makeTestPage, makeTestSection } from './makeTestPage.ts';

const NEWER = 'page_newer_than_editor';

/** The first page of a new account. */
function starterPage(): Page {
  let ids = 0;
  const createId = () => `id-${String(++ids)}`;
  const unsaved = createStarterPage({ username: 'Ada', createId, random: () => 0.5, now: () => 0 });
  const { things, ...fields } = unsaved;
  return { ...makeTestPage([], fields), things };
}

/** A page with every block type, links, nested groups, phone positions and unknown types. */
function everyType(): Page {
  const blocks = Object.values(builtinBlocks).flatMap((definition): Block[] => {
    if (definition.type === 'group') return [];
    const content = definition.defaultContent(() => 0.5);
    return [makeTestBlock(definition.type, { type: definition.type, content, parentUuid: 'g' })];
  });
  return makeTestPage([
    ...blocks,
    makeTestSection('g', { parentUuid: 's1' }),
    makeTestBlock('link', {
      properties: { hyperlink: '#about', htmlId: 'about', hideOn: 'mobile' },
      positionOn: { mobile: { x: 0, y: 0, width: 0.5, height: 0.5 } },
    }),
    makeTestBlock('odd', { type: 'from-the-future', content: { any: [{ thing: null }] } }),
  ]);
}

const pages = [starterPage(), everyType()];
const VERSIONS = ['0.0.0', '0.2.0', '0.3.0', '0.4.0', '0.5.2', '0.6.0'];

/** The page with the version of an older editor. */
function withVersion(page: Page, editorVersion: string): Page {
  return { ...page, settings: { ...page.settings, editorVersion } };
}

const pageAndJson = fc.tuple(fc.constantFrom(...pages), jsonMutations);
const pageAndObjects = fc.tuple(fc.constantFrom(...pages), objectMutations);

/** Edits a page that the parser accepted. */
function editPage(page: Page): void {
  let ids = 0;
  const createId = () => `new-${String(++ids)}`;
  const environment = { now: () => 0, random: () => 0.5, createId };
  const editor = createEditor({ page, environment });
  const before = JSON.stringify(editor.page);
  editor.selectAll();
  editor.nudge(1, 1);
  editor.duplicate();
  const text = editor.copy();
  if (text !== null) editor.paste(text);
  editor.reorder('back');
  parsePage(editor.page);
  while (editor.undo());
  expect(JSON.parse(JSON.stringify(editor.page))).to.eql(JSON.parse(before));
}

describe('hostile input', function () {
  // Inputs are large, and other tests may slow down the machine.
  this.timeout(300_000);

  describe('to the parser and the migrations', () => {
    it('gives a page that can be edited, or a code and a path (law) [J1]', () => {
      let accepted = 0;
      fc.assert(
        fc.property(pageAndJson, ([page, mutations]) => {
          const json = mutate(page, mutations);
          const outcome = expectTypedOutcome(() => parsePage(json));
          const migrated = expectTypedOutcome(() => migratePage(json));
          if ('error' in outcome) {
            const refused = safeParsePage(json);
            expect(refused).to.deep.include({ ok: false, code: outcome.error.code });
            return;
          }
          expect('value' in migrated || migrated.error.code === NEWER, 'migrated').to.equal(true);
          expect(outcome.value).to.eql(json);
          expect(Object.isFrozen(outcome.value.settings)).to.equal(true);
          accepted += 1;
          editPage(outcome.value);
        }),
        { numRuns: 200 },
      );
      expect(accepted, 'too few mutated pages are valid').to.be.greaterThan(10);
    });

    it('is repaired or rejected when it claims an older version (law) [J1]', () => {
      fc.assert(
        fc.property(fc.constantFrom(...VERSIONS), pageAndJson, (version, [page, mutations]) => {
          const json = mutate(withVersion(page, version), mutations);
          const outcome = expectTypedOutcome(() => migratePage(json));
          if ('error' in outcome) return;
          const { page: migratedPage } = outcome.value;
          expect(parsePage(migratedPage)).to.eql(migratedPage);
          expect(migratePage(migratedPage)).to.deep.include({
            page: migratedPage,
            migrated: false,
          });
          editPage(migratedPage);
        }),
        { numRuns: 120 },
      );
    });

    it('gives a page or an error for cycles, getters and proxies, which JSON cannot contain (law) [J1]', () => {
      fc.assert(
        fc.property(pageAndObjects, ([page, mutations]) => {
          const value = mutate(page, mutations);
          const outcome = expectTypedOutcome(() => parsePage(value));
          expectTypedOutcome(() => migratePage(value));
          if ('value' in outcome) JSON.stringify(outcome.value);
        }),
        { numRuns: 200 },
      );
    });

    it('is rejected when it is not a page (law) [J1]', () => {
      fc.assert(
        fc.property(fc.oneof(fc.jsonValue(), fc.anything()), (value) => {
          expect(expectTypedOutcome(() => parsePage(value))).to.have.property('error');
          expect(expectTypedOutcome(() => migratePage(value))).to.have.property('error');
        }),
        { numRuns: 120 },
      );
    });
  });

  it('in the clipboard is pasted completely or changes nothing (law) [J2]', () => {
    const codes = ['clipboard_invalid', 'clipboard_newer_than_editor'];
    fc.assert(
      fc.property(pageAndJson, fc.nat(9), ([page, mutations], cut) => {
        const blocks = Object.values(page.things);
        const good = makeClipboardText({ pageID: 7, referenceWidth: 600, blocks }).replace(
          '"editorVersion":"0.7.0"',
          `"editorVersion":"${VERSIONS[cut] ?? '0.7.0'}"`,
        );
        const json = good.slice(good.indexOf('{'), good.lastIndexOf('}') + 1);
        const bad = JSON.stringify({ value: mutate(JSON.parse(json), mutations) }).slice(9, -1);
        const text = good.replace(json, () => (cut === 0 ? bad.slice(0, -1) : bad));
        const outcome = expectTypedOutcome(() => parseClipboardText(text), {
          codes,
          hasPath: false,
        });
        const editor = createEditor({ page: makeTestPage() });
        const before = editor.page;
        const pasted = editor.paste(text);
        if ('error' in outcome) {
          expect(pasted).to.include({ ok: false, code: outcome.error.code });
          expect(editor.page).to.equal(before);
          return;
        }
        parsePage(editor.page);
        const added = pasted.ok ? outcome.value.blocks.length : 0;
        expect(editor.blocks.size).to.equal(Object.keys(before.things).length + added);
      }),
      { numRuns: 120 },
    );
  });

  it('in the autosave is read as a page or null, or rejected as newer (law) [J2]', () => {
    fc.assert(
      fc.property(pageAndJson, fc.nat(3), ([page, mutations], cut) => {
        const envelope = JSON.parse(JSON.stringify(makeAutosaveEnvelope(page, 5))) as unknown;
        const text = JSON.stringify({ value: mutate(envelope, mutations) }).slice(9, -1);
        const outcome = expectTypedOutcome(
          () => parseAutosaveEnvelope(cut === 0 ? text.slice(0, -1) : text),
          { codes: [NEWER] },
        );
        if ('value' in outcome && outcome.value) parsePage(outcome.value.page);
      }),
      { numRuns: 150 },
    );
  });

  describe('of extreme size', () => {
    const COUNT = 100_000;
    const list = <Value>(make: (at: number) => Value) =>
      Array.from({ length: COUNT }, (_, at) => make(at));
    const marks = list((at) => ({ type: at % 2 === 0 ? 'bold' : 'italic' }));
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'x' }] };
    const withText = (doc: unknown) =>
      makeTestPage([makeTestBlock('t', { type: 'text', content: { text: doc } })]);
    const chain = () =>
      list((at) => makeTestSection(`g${String(at)}`, { parentUuid: `g${String(at - 1)}` })).slice(
        0,
        30_000,
      );

    const hugePages: Readonly<Record<string, () => Page>> = {
      'a hundred thousand blocks': () =>
        makeTestPage(list((at) => makeTestBlock(`b${String(at)}`))),
      'tens of thousands of sections': () =>
        makeTestPage(list((at) => makeTestSection(`b${String(at)}`)).slice(0, 30_000)),
      'deeply nested groups': () => makeTestPage(chain()),
      'a cycle of tens of thousands of groups': () =>
        makeTestPage([...chain().slice(1), makeTestSection('g0', { parentUuid: 'g29999' })]),
      'a hundred thousand paragraphs': () =>
        withText({ type: 'doc', content: list(() => paragraph) }),
      'a hundred thousand marks': () =>
        withText({
          type: 'doc',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks }] }],
        }),
      'a hundred thousand runs of text': () =>
        withText({
          type: 'doc',
          content: [{ type: 'paragraph', content: list(() => ({ type: 'text', text: 'x' })) }],
        }),
      'a text of a million characters': () => withText(richTextFromPlain('x'.repeat(1_000_000))),
      'a reading order of a hundred thousand ids': () =>
        makeTestPage([
          makeTestSection('s1', {
            content: {
              groupDisplay: 'freeform',
              groupOrder: 0,
              readingOrder: list((at) => `b${String(at)}`),
            },
          }),
        ]),
      'a field with a hundred thousand arrays': () =>
        makeTestPage([makeTestBlock('b', { type: 'odd', content: { any: list(() => [[]]) } })]),
    };
    for (const [name, make] of Object.entries(hugePages))
      it(`is parsed or rejected: ${name} [J3]`, () => {
        const outcome = expectTypedOutcome(() => parsePage(make()));
        if ('value' in outcome) createEditor({ page: outcome.value }).selectAll();
      });

    it('is parsed or rejected: a copy of tens of thousands of blocks [J3]', () => {
      const blocks = list((at) => ({ ...makeTestBlock('b'), uuid: `b${String(at)}`, content: {} }));
      const text = makeClipboardText({
        pageID: 1,
        referenceWidth: 600,
        blocks: blocks.slice(0, 20_000),
      });
      expectTypedOutcome(() => parseClipboardText(text));
      const editor = createEditor({ page: makeTestPage(), maxBlocks: 1000 });
      expect(editor.paste(text)).to.include({ ok: false });
    });
  });
});
