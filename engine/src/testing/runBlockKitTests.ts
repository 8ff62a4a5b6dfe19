import type { BlockDefinition } from '../blocks/BlockDefinition.ts';
import { defineKit } from '../blocks/defineKit.ts';
import type { Kit } from '../blocks/Kit.ts';
import type { Editor } from '../editor/Editor.ts';
import type { Block } from '../model/Block.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { equalJson, isRecord } from '../model/json.ts';
import type { Page } from '../model/Page.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { makeTestEditor } from './makeTestEditor.ts';
import { makeTestBlock, makeTestPage } from './makeTestPage.ts';

/** What {@link runBlockKitTests} takes of a test runner: mocha's, vitest's and `node:test`'s will do. */
export interface BlockKitTestOptions {
  readonly describe: (title: string, define: () => void) => unknown;
  readonly it: (title: string, run: () => void | Promise<void>) => unknown;
  /** `renderPage` of @cobble/renderer-static, to see that the static view lets nothing out. */
  readonly renderPage?: (page: Page, options: { kits: readonly Kit[] }) => RenderedKitPage;
  /** Contents to test besides the default one: the odd and the long. */
  readonly contents?: readonly object[];
}

/** What of a rendered page the tests look at. */
export interface RenderedKitPage {
  readonly html: string;
  readonly warnings: readonly { readonly code: string }[];
}

/** Strings that get out of text, attributes and rules where those are careless. */
const HOSTILE_STRINGS = [
  '<script>window.pwned=1</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)' x='",
  '</style><script>alert(1)</script>',
  'javascript:alert(1)',
  '//evil.example/x',
  'red;background:url(https://evil.example/x)',
  '\u0000\ud800</p>',
];
/** What may stand where a field of content stands in JSON from outside. */
const HOSTILE_VALUES: readonly unknown[] = [
  ...[null, true, -1, 1e308, 0.5, '', 'x'.repeat(10_000), [], {}, [[]], { constructor: 1 }],
  ...HOSTILE_STRINGS,
];

/**
 * Defines the tests that every kit should pass, with the author's own runner: its schema takes its
 * defaults, content survives JSON with fields that nobody knows, hostile content is refused or
 * harmless, its blocks can be edited, and its static view lets nothing out.
 *
 * @example
 * import { describe, it } from 'node:test';
 * import { renderPage } from '@cobble/renderer-static';
 * runBlockKitTests(rating, { describe, it, renderPage });
 */
export function runBlockKitTests(kit: Kit, options: BlockKitTestOptions): void {
  const { describe, it, renderPage } = options;
  const { block } = kit;
  const subject: Subject = {
    kits: [kit],
    block,
    contents: [0, 0.5, 0.999]
      .map((chance) => block.defaultContent(() => chance))
      .concat(options.contents ?? []),
  };
  describe(`the kit ${block.type}`, () => {
    it('is sound', () => {
      defineKit(kit);
    });
    it('takes its own contents, and they survive JSON', () => {
      for (const content of subject.contents) expectSurvives(subject, content);
    });
    it('keeps fields that it does not know', () => {
      for (const content of subject.contents)
        expectSurvives(subject, { ...content, 'x-later': { deep: [1, 'two', null] } });
    });
    it('gives words, sizes and ratios for each of its contents', () => {
      for (const content of subject.contents) expectComputes(block, content);
    });
    it('refuses hostile content, or can live with it', () => {
      for (const content of hostileContents(subject)) {
        if (!passes(subject, content)) continue;
        expectComputes(block, content);
        expectSurvives(subject, content);
      }
    });
    it('recognises addresses without throwing, as content that it takes', () => {
      for (const url of [...HOSTILE_STRINGS, 'https://example.com/', 'x']) {
        const content = block.recognise?.(url);
        if (content) expect(passes(subject, content), `content for ${url} does not pass`);
      }
    });
    it('can be added, changed, copied, pasted, duplicated and taken back', () => {
      for (const content of subject.contents) expectEditable(subject, content);
    });
    if (renderPage && kit.staticView)
      it('lets nothing out of its static view', () => {
        for (const content of [...subject.contents, ...hostileContents(subject)])
          if (passes(subject, content))
            expectContained(
              renderPage(pageWith(subject, content), { kits: subject.kits }),
              content,
            );
      });
    if (kit.loadCanvasView)
      it('loads its canvas view', async () => {
        const loaded = await kit.loadCanvasView?.();
        const view = typeof loaded === 'object' ? loaded.default : loaded;
        expect(typeof view === 'function', 'loadCanvasView must give a function');
      });
  });
}

interface Subject {
  readonly kits: readonly Kit[];
  readonly block: BlockDefinition;
  readonly contents: readonly object[];
}

/** Fails a test: runners take any error. */
function expect(condition: boolean, message: string, details: unknown = null): asserts condition {
  if (condition) return;
  const shown = details === null ? '' : `: ${JSON.stringify(details).slice(0, 400)}`;
  throw new CobbleError('kit_test_failed', message + shown);
}

function pageWith({ block }: Subject, content: object): Page {
  const { type, defaultStyles: styles } = block;
  return makeTestPage([makeTestBlock('kit', { type, styles, content })]);
}

function passes(subject: Subject, content: object): boolean {
  // A schema refuses: where it throws, that is the kit's mistake, and the test's to tell.
  if (!subject.block.content.safeParse(content).success) return false;
  try {
    parsePage(pageWith(subject, content), { kits: subject.kits });
    return true;
  } catch (error) {
    if (error instanceof CobbleError && error.code !== 'kit_invalid') return false;
    throw error;
  }
}

function expectSurvives(subject: Subject, content: object): void {
  const json = JSON.parse(JSON.stringify(content)) as object;
  expect(equalJson(json, content), 'JSON cannot say', content);
  expect(passes(subject, json), 'the schema refuses', content);
  // Published pages show what the schema gives, the canvas what the page holds.
  const checked = subject.block.content.safeParse(json).data;
  expect(equalJson(checked, json), 'the schema changes what it checks', content);
}

function expectComputes(block: BlockDefinition, content: object): void {
  for (const name of ['plainText', 'altText'] as const)
    expect(typeof block[name](content) === 'string', `${name} gives no string`, content);
  const ratio = block.aspectRatio?.(content) ?? 1;
  expect(isLength(ratio), 'aspectRatio gives no positive number', content);
  const { width, height } = block.defaultSizePx?.(content) ?? { width: 1, height: 1 };
  expect(isLength(width) && isLength(height), 'defaultSizePx gives no size', content);
}

function isLength(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

/** Contents in each of which one leaf is hostile. */
function* hostileContents({ contents }: Subject): Generator<object> {
  for (const content of contents)
    for (const bad of HOSTILE_VALUES)
      for (const changed of withEachLeaf(content, bad)) if (isRecord(changed)) yield changed;
}

function withEachLeaf(value: unknown, leaf: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [leaf];
  if (Array.isArray(value))
    return value.flatMap((each: unknown, place) =>
      withEachLeaf(each, leaf).map((changed) => value.with(place, changed) as unknown),
    );
  return Object.entries(value).flatMap(([key, each]) =>
    withEachLeaf(each, leaf).map((changed) => ({ ...value, [key]: changed })),
  );
}

function expectEditable({ block, kits }: Subject, content: object): void {
  const before = makeTestPage();
  const editor = makeTestEditor([], { page: before, kits });
  const given = { type: block.type, content: content as Readonly<Record<string, unknown>> };
  expect(editor.add(given).ok, 'it cannot be added', content);
  const [added] = editor.selectedBlocks;
  expect(added !== undefined, 'it is not there after being added', content);
  expect(editor.update(added.uuid, { position: { x: 0.3 } }).ok, 'it cannot be moved', content);
  expectCopies(editor, editor.paste(editor.copy() ?? '').ok, added, 'pasted');
  expectCopies(editor, editor.duplicate().ok, added, 'duplicated');
  while (editor.canUndo) editor.undo();
  expect(equalJson(editor.page.things, before.things), 'undoing leaves something', content);
}

function expectCopies(editor: Editor, isDone: boolean, original: Block, how: string): void {
  const [copy] = editor.selectedBlocks;
  expect(isDone && copy !== undefined, `it cannot be ${how}`, original.content);
  expect(equalJson(copy.content, original.content), `what is ${how} differs`, copy.content);
}

function expectContained({ html, warnings }: RenderedKitPage, content: object): void {
  const said = warnings.map(({ code }) => code);
  expect(said.length === 0, `the renderer warns of ${said.join()}`, content);
  expect(!/<script|<iframe|<object|<embed|<base/i.test(html), 'markup gets out', content);
  for (const [tag] of html.matchAll(/<[a-z][^<>]*>/gi)) {
    const names = tag.replace(/"[^"]*"/g, '');
    expect(!/\s(?:on\w+|style|srcdoc)\b/i.test(names), `an attribute gets out: ${tag}`, content);
    const leadsAway = /\b(?:href|src|srcset)\s*=\s*"\s*(?:javascript:|\/\/)/i.test(tag);
    expect(!leadsAway, `an address gets out: ${tag}`, content);
  }
  for (const [style] of html.matchAll(/<style>[^]*?<\/style>/g))
    expect(!/url\([^)]*evil\.example/.test(style), 'an address is asked for', content);
}
