import { expect } from 'chai';
import { defineBlock } from '../blocks/BlockDefinition.ts';
import { defineKit } from '../blocks/defineKit.ts';
import { detectEmbed } from '../blocks/embeds.ts';
import { createEditor } from '../createEditor.ts';
import type { Editor } from '../editor/Editor.ts';
import { checkHyperlink } from '../links/hyperlink.ts';
import { migratePage } from '../migrations/migratePage.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { checkPageSlug } from '../model/pageSlug.ts';
import type { Refusal } from '../model/Result.ts';
import { createPage } from '../pages/createPage.ts';
import { parsePage, safeParsePage } from '../parsing/parsePage.ts';
import { richTextFromPlain } from '../text/richText.ts';
import { makeTestEditor } from './makeTestEditor.ts';
import { makeTestBlock, makeTestPage } from './makeTestPage.ts';

/** The code and path of a call's refusal or error, or 'none'. */
function problemOf(call: () => unknown): string {
  try {
    const result = call() as Partial<Refusal> | undefined;
    return result?.ok === false
      ? `${String(result.code)} ${String(result.details?.['path'])}`
      : 'none';
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    return `${error.code} ${String(error.details['path'])}`;
  }
}

/** The editor as an untyped script sees it: any method with any arguments. */
const loosely = (editor: Editor) =>
  editor as unknown as Record<string, (...args: unknown[]) => unknown>;

describe('an unknown key', () => {
  it('is refused with its path by calls that set fields [J12]', () => {
    const call = loosely(makeTestEditor([makeTestBlock('a')]));
    const before = call['page'];
    const cases: Readonly<Record<string, () => unknown>> = {
      'invalid_block styles.opactiy': () => call['update']?.('a', { styles: { opactiy: 1 } }),
      'invalid_block position.X': () => call['add']?.({ type: 'shape', position: { X: 1 } }),
      'invalid_block properties.link': () => call['stage']?.({ properties: { link: '#' } }, 'a'),
      'invalid_block source.from': () => call['update']?.('a', { source: { from: 'x' } }),
      'invalid_page settings.tilte': () => call['updatePage']?.({ settings: { tilte: 'x' } }),
      'invalid_page style.colour': () => call['updatePage']?.({ style: { colour: null } }),
      'input_invalid values.opacity': () => call['setSliderStyles']?.({ opacity: 50 }, 'a'),
      'input_invalid size.heigth': () => call['resizeSection']?.('s1', { heigth: 1 }),
    };
    for (const [problem, run] of Object.entries(cases)) expect(problemOf(run)).to.equal(problem);
    expect(call['page']).to.equal(before);
  });

  it('in the options of an editor is rejected, because missing permissions are granted [J12]', () => {
    const make = (options: object) =>
      problemOf(() => createEditor({ page: makeTestPage(), ...options }));
    expect(make({ permisions: {} })).to.equal('input_invalid options.permisions');
    expect(make({ environment: { measureHeight: () => 5 } })).to.equal(
      'input_invalid options.environment.measureHeight',
    );
    expect(make({ kits: undefined, other: undefined })).to.equal('none');
  });

  it('that the page or block already has, from a newer editor, can be set and removed [G5, J12]', () => {
    const odd = makeTestBlock('a', { styles: { glow: 3 } });
    const page = makeTestPage([odd]);
    const newer = { ...page, settings: { ...page.settings, mood: 'calm' } };
    const editor = createEditor({ page: parsePage(newer) });
    const { settings } = editor.fields;
    expect(editor.updatePage({ settings: { ...settings, title: 'x' } }).ok).to.equal(true);
    const styles = { ...editor.blocks.get('a')?.styles, opacity: 0.5, glow: undefined };
    expect(editor.update('a', { styles }).ok).to.equal(true);
    expect(editor.fields.settings).to.include({ title: 'x', mood: 'calm' });
    expect(editor.blocks.get('a')?.styles).to.deep.equal({ opacity: 0.5 });
  });
});

describe('an argument of the wrong type', () => {
  it('is refused with `input_invalid` and its name [J13]', () => {
    const call = loosely(makeTestEditor([makeTestBlock('a')]));
    call['select']?.('a');
    const cases: readonly (readonly [string, string, ...unknown[]])[] = [
      ['edge', 'align', 'up'],
      ['axis', 'flip', 'x'],
      ['to', 'reorder', 'top'],
      ['direction', 'moveSection', 's1', 'left'],
      ['index', 'addSection', NaN],
      ['dxPx', 'nudge', NaN, 0],
      ['locked', 'setLocked', 'yes'],
      ['on', 'setAutowidth', 1],
      ['size.height', 'resizeSection', 's1', { height: NaN }],
      ['y', 'slice', 's1', NaN, 1],
      ['by', 'slice', 's1', 0, '1'],
    ];
    for (const [path, name, ...args] of cases)
      expect(
        problemOf(() => call[name]?.(...args)),
        name,
      ).to.equal(`input_invalid ${path}`);
  });

  it('of a class instead of a plain object is refused, not read as empty [J13]', () => {
    const call = loosely(makeTestEditor([makeTestBlock('a')]));
    for (const value of [new Date(), new Map([['opacity', 0.5]])]) {
      expect(problemOf(() => call['update']?.('a', { styles: value }))).to.match(/ styles$/);
      expect(problemOf(() => call['updatePage']?.({ settings: value }))).to.match(/ settings$/);
      expect(problemOf(() => call['updatePage']?.(value))).to.match(/^invalid_page /);
      expect(problemOf(() => call['add']?.(value))).to.match(/^invalid_block /);
    }
  });

  it('throws a CobbleError in functions that read strings, kits and options [J13]', () => {
    const odd = 5 as never;
    const cases: readonly (() => unknown)[] = [
      () => richTextFromPlain(odd),
      () => detectEmbed(odd),
      () => checkPageSlug(odd),
      () => defineBlock(odd),
      () => defineKit(odd),
      () => defineKit({} as never),
      () =>
        createEditor(
          Object.defineProperty({}, 'page', { get: () => richTextFromPlain(odd) }) as never,
        ),
    ];
    expect(checkHyperlink(odd)).to.equal('hyperlink_invalid');
    for (const run of cases) expect(problemOf(run)).to.match(/^(?:input|kit)_invalid /);
  });

  it('is named if it is an option of a page’s parser or an editor’s environment [J13]', () => {
    const page = createPage();
    const old = { ...page, settings: { ...page.settings, editorVersion: '0.6.0' } };
    const cases: readonly (readonly [string, () => unknown])[] = [
      ['options', () => parsePage(page, null as never)],
      ['options', () => safeParsePage(page, null as never)],
      ['options', () => migratePage(page, null as never)],
      ['options.siteHosts', () => migratePage(old, { siteHosts: 'a.example' as never })],
      ['options.siteHosts', () => migratePage(page, { siteHosts: [5] as never })],
      [
        'options.environment.now',
        () => createEditor({ page, environment: { now: null } as never }),
      ],
      [
        'options.environment.createId',
        () => createEditor({ page, environment: { createId: null } as never }),
      ],
    ];
    for (const [path, run] of cases) expect(problemOf(run), path).to.equal(`input_invalid ${path}`);
    expect(migratePage(old, { kits: null } as never).migrated).to.equal(true);
    const editor = createEditor({
      page,
      environment: { now: undefined, random: undefined },
    });
    expect(editor.add({ type: 'shape' }).ok).to.equal(true);
  });

  it('causes no error without a code if it is a proxy that throws [J11]', () => {
    const call = loosely(makeTestEditor([makeTestBlock('a')]));
    const opaque = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('opaque');
        },
      },
    );
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    expect(problemOf(() => call['resizeSection']?.('s1', opaque))).to.equal('input_invalid size');
    for (const value of [opaque, revoked.proxy])
      for (const [name, ...args] of [
        ['add', value],
        ['add', [value]],
        ['update', 'a', value],
        ['updateEach', value],
        ['updateEach', [value]],
        ['updatePage', value],
        ['resizeSection', 's1', value],
        ['setSliderStyles', value],
        ['select', value],
        ['remove', value],
        ['replacePage', value],
        ['paste', value],
      ] as const)
        expect(
          problemOf(() => call[name]?.(...args)),
          name,
        ).to.match(/^[a-z_]+(?: |$)/);
  });

  it('throws an error that names the clock if it returns NaN, not a RangeError [J13]', () => {
    const editor = createEditor({ page: createPage(), environment: { now: () => NaN } });
    expect(problemOf(() => editor.add({ type: 'shape' }))).to.equal(
      'input_invalid environment.now',
    );
    expect(editor.blocks.size).to.equal(1);
  });
});
