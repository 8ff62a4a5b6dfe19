import type { BlockDefinition } from '../blocks/BlockDefinition.ts';
import { versionOf } from '../blocks/checkContent.ts';
import { defineKit } from '../blocks/defineKit.ts';
import type { Kit } from '../blocks/Kit.ts';
import type { Editor } from '../editor/Editor.ts';
import { readOption } from '../editor/readArguments.ts';
import type { Block } from '../model/Block.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { checkFunction, checkMisspelt, inputError } from '../model/inputError.ts';
import { equalJson, isRecord } from '../model/json.ts';
import type { Page } from '../model/Page.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { makeTestEditor } from './makeTestEditor.ts';
import { makeTestBlock, makeTestPage } from './makeTestPage.ts';

/** Options of {@link runBlockKitTests}: `describe` and `it` of mocha, vitest or `node:test`. */
export interface BlockKitTestOptions {
  readonly describe: (title: string, define: () => void) => unknown;
  readonly it: (title: string, run: () => void | Promise<void>) => unknown;
  /**
   * `renderPage` of @cobble/renderer-static. With it, the static view is tested for unescaped
   * output.
   */
  readonly renderPage?:
    ((page: Page, options: { kits: readonly Kit[] }) => RenderedKitPage) | undefined;
  /** Contents to test besides the defaults, such as unusual or long ones. */
  readonly contents?: readonly object[] | undefined;
}

/** The fields of a rendered page that the tests read. */
export interface RenderedKitPage {
  readonly html: string;
  readonly warnings: readonly { readonly code: string; readonly message?: string }[];
}

/** Strings that break out of unescaped text, attributes and CSS. */
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
/** Values that untrusted JSON may have in place of any field. */
const HOSTILE_VALUES: readonly unknown[] = [
  ...[null, true, -1, 1e308, 0.5, '', 'x'.repeat(10_000), [], {}, [[]], { constructor: 1 }],
  ...HOSTILE_STRINGS,
];

/**
 * Defines the tests that every kit should pass, with the given test runner: the schema accepts the
 * defaults, content survives JSON with unknown fields, hostile content is rejected or harmless,
 * blocks can be edited, and the static view escapes its output.
 *
 * @throws CobbleError `input_invalid` without a kit or a test runner, and for a misspelt option
 * @example
 * import { describe, it } from 'node:test';
 * import { renderPage } from '@cobble/renderer-static';
 * runBlockKitTests(rating, { describe, it, renderPage });
 */
export function runBlockKitTests(kit: Kit, options: BlockKitTestOptions): void {
  if (!isRecord(kit) || !isRecord(kit.block)) throw inputError('kit', 'must be a kit of defineKit');
  for (const name of ['describe', 'it'])
    checkFunction(`options.${name}`, readOption(options, name));
  // Only misspelt names: the options may be a whole module, such as `node:test`.
  checkMisspelt('options', options, ['renderPage', 'contents']);
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
    it('is a valid kit', () => {
      defineKit(kit);
    });
    it('accepts its own contents, and they survive JSON', () => {
      for (const content of subject.contents) expectSurvives(subject, content);
    });
    it('keeps unknown fields', () => {
      for (const content of subject.contents)
        expectSurvives(subject, { ...content, 'x-later': { deep: [1, 'two', null] } });
    });
    it('returns texts, sizes and aspect ratios for each of its contents', () => {
      for (const content of subject.contents) expectComputes(block, content);
    });
    it('rejects or tolerates hostile content', () => {
      for (const content of hostileContents(subject)) {
        if (!passes(subject, content)) continue;
        expectComputes(block, content);
        expectSurvives(subject, content);
      }
    });
    it('recognises URLs without throwing, as content that its schema accepts', () => {
      for (const url of [...HOSTILE_STRINGS, 'https://example.com/', 'x']) {
        const content = block.recognize?.(url);
        if (content) expect(passes(subject, content), `the schema rejects the content for ${url}`);
      }
    });
    it('can be added, changed, copied, pasted, duplicated and undone', () => {
      for (const content of subject.contents) expectEditable(subject, content);
    });
    if (renderPage && kit.staticView)
      it('escapes the output of its static view', () => {
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
        expect(typeof view === 'function', 'loadCanvasView must return a function');
      });
  });
}

interface Subject {
  readonly kits: readonly Kit[];
  readonly block: BlockDefinition;
  readonly contents: readonly object[];
}

function expect(condition: boolean, message: string, details: unknown = null): asserts condition {
  if (condition) return;
  const suffix = details === null ? '' : `: ${JSON.stringify(details).slice(0, 400)}`;
  throw new CobbleError('kit_test_failed', message + suffix);
}

function pageWith({ block }: Subject, content: object): Page {
  const { type, defaultStyles: styles } = block;
  const contentVersion = versionOf(block);
  return makeTestPage([
    makeTestBlock('kit', {
      ...{ type, styles, content },
      // As `add` stores it.
      ...(contentVersion === 1 ? {} : { contentVersion }),
    }),
  ]);
}

function passes(subject: Subject, content: object): boolean {
  // A schema that throws instead of returning an error is a bug in the kit and fails the test.
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
  expect(equalJson(json, content), 'not representable in JSON', content);
  expect(passes(subject, json), 'rejected by the schema', content);
  // Published pages use the parsed content, the canvas the stored one, so both must be equal.
  const checked = subject.block.content.safeParse(json).data;
  expect(equalJson(checked, json), 'the schema changes the content', content);
}

function expectComputes(block: BlockDefinition, content: object): void {
  for (const name of ['plainText', 'altText'] as const)
    expect(typeof block[name](content) === 'string', `${name} must return a string`, content);
  const ratio = block.aspectRatio?.(content) ?? 1;
  expect(isLength(ratio), 'aspectRatio must return a positive number', content);
  const { width, height } = block.defaultSizePx?.(content) ?? { width: 1, height: 1 };
  expect(isLength(width) && isLength(height), 'defaultSizePx must return a size', content);
}

function isLength(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

/** Yields contents with one hostile leaf each. */
function* hostileContents({ contents }: Subject): Generator<object> {
  for (const content of contents)
    for (const hostile of HOSTILE_VALUES)
      for (const changed of withEachLeaf(content, hostile)) if (isRecord(changed)) yield changed;
}

function withEachLeaf(value: unknown, leaf: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [leaf];
  if (Array.isArray(value))
    return value.flatMap((each: unknown, index) =>
      withEachLeaf(each, leaf).map((changed) => value.with(index, changed) as unknown),
    );
  return Object.entries(value).flatMap(([key, each]) =>
    withEachLeaf(each, leaf).map((changed) => ({ ...value, [key]: changed })),
  );
}

function expectEditable({ block, kits }: Subject, content: object): void {
  const before = makeTestPage();
  const editor = makeTestEditor([], { page: before, kits });
  const newBlock = { type: block.type, content: content as Readonly<Record<string, unknown>> };
  expect(editor.add(newBlock).ok, 'the block cannot be added', content);
  const [added] = editor.selectedBlocks;
  expect(added !== undefined, 'the added block is missing', content);
  expect(
    editor.update(added.uuid, { position: { x: 0.3 } }).ok,
    'the block cannot be moved',
    content,
  );
  expectCopies(editor, editor.paste(editor.copy() ?? '').ok, added, 'pasted');
  expectCopies(editor, editor.duplicate().ok, added, 'duplicated');
  while (editor.canUndo) editor.undo();
  expect(equalJson(editor.page.things, before.things), 'undo leaves changes', content);
}

function expectCopies(editor: Editor<Kit>, isDone: boolean, original: Block, how: string): void {
  const [copy] = editor.selectedBlocks;
  expect(isDone && copy !== undefined, `the block cannot be ${how}`, original.content);
  expect(equalJson(copy.content, original.content), `the ${how} block differs`, copy.content);
}

function expectContained({ html, warnings }: RenderedKitPage, content: object): void {
  const reports = warnings.map(({ code, message }) => (message ? `${code} (${message})` : code));
  expect(reports.length === 0, `the renderer reports ${reports.join()}`, content);
  expect(!/<script|<iframe|<object|<embed|<base/i.test(html), 'unescaped markup', content);
  for (const [tag] of html.matchAll(/<[a-z][^<>]*>/gi)) {
    const names = tag.replace(/"[^"]*"/g, '');
    expect(!/\s(?:on\w+|style|srcdoc)\b/i.test(names), `unescaped attribute: ${tag}`, content);
    const isUnsafe = /\b(?:href|src|srcset)\s*=\s*"\s*(?:javascript:|\/\/)/i.test(tag);
    expect(!isUnsafe, `unsafe URL: ${tag}`, content);
  }
  for (const [style] of html.matchAll(/<style>[^]*?<\/style>/g))
    expect(!/url\([^)]*evil\.example/.test(style), 'external URL in CSS', content);
}
