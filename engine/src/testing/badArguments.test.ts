import { expect } from 'chai';
import { z } from 'zod';
import {
  makeAutosaveEnvelope,
  parseAutosaveEnvelope,
  shouldRestore,
} from '../autosave/autosaveEnvelope.ts';
import { defineBlock } from '../blocks/BlockDefinition.ts';
import { defineKit } from '../blocks/defineKit.ts';
import type { Kit } from '../blocks/Kit.ts';
import { detectEmbed } from '../blocks/embeds.ts';
import { createEditor } from '../createEditor.ts';
import type { Editor } from '../editor/Editor.ts';
import { checkHyperlink } from '../links/hyperlink.ts';
import { routePaste } from '../clipboard/routePaste.ts';
import { createRoomClient } from '../collaboration/client/RoomClient.ts';
import { createRoom } from '../collaboration/room/Room.ts';
import { createBlankPage } from '../pages/createBlankPage.ts';
import { createStarterPage } from '../pages/createStarterPage.ts';
import { migratePage } from '../migrations/migratePage.ts';
import { squashChanges } from '../model/Change.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { fontFaceCss } from '../fonts/fontFaceCss.ts';
import { createFontLookup } from '../fonts/FontFiles.ts';
import { checkPageSlug, slugOfPath } from '../model/pageSlug.ts';
import type { Refusal } from '../model/Result.ts';
import { planOf } from '../permissions/plans.ts';
import { createPage } from '../pages/createPage.ts';
import { parsePage, safeParsePage } from '../parsing/parsePage.ts';
import { plainFromRichText, richTextFromPlain } from '../text/richText.ts';
import { opacityFromPercent } from '../validation/clampStyles.ts';
import { connectManually } from '../collaboration/testing/connectManually.ts';
import { runBlockKitTests } from './runBlockKitTests.ts';
import { makeTestEditor } from './makeTestEditor.ts';
import { makeTestBlock, makeTestPage, makeTestText } from './makeTestPage.ts';

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
const loosely = (editor: Editor<Kit>) =>
  editor as unknown as Record<string, (...args: unknown[]) => unknown>;

const bellOf = () =>
  defineBlock({
    type: 'bell',
    content: z.looseObject({ rings: z.number(), note: z.string().optional() }),
    defaultContent: () => ({ rings: 1 }),
  });

describe('an unknown key', () => {
  it('is refused with its path by calls that set fields [J12]', () => {
    const call = loosely(makeTestEditor([makeTestBlock('a')]));
    const bells = loosely(makeTestEditor([], { kits: [defineKit({ block: bellOf() })] }));
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
      'input_invalid position.z': () =>
        call['placeOnPhone']?.('a', { x: 0, y: 0, width: 1, height: 1, z: 1 }),
      'input_invalid stored.revison': () => call['markPublished']?.({ revison: 3 }),
      'invalid_block styles.background.colour': () =>
        call['update']?.('a', { styles: { background: { colour: 'red' } } }),
      'invalid_block properties.effects.hover': () =>
        call['add']?.({ type: 'shape', properties: { effects: { hover: 'grow' } } }),
      'invalid_block content.shapeColour': () =>
        call['add']?.({ type: 'shape', content: { shapeColour: 'red' } }),
      'invalid_block content.stickyNoteText.txt': () =>
        call['add']?.({ type: 'sticky-note', content: { stickyNoteText: { text: '', txt: '' } } }),
      'invalid_block content.rnigs': () => bells['add']?.({ type: 'bell', content: { rnigs: 1 } }),
      'invalid_page style.background.colour': () =>
        call['updatePage']?.({ style: { background: { colour: 'red' } } }),
      'page_invalid_style style.border.width': () =>
        createPage({
          style: { border: { widthPx: 1, style: 'solid', color: 'red', width: 2 } },
        } as never),
      'err_bad_request site.slugg': () =>
        createPage({ site: { ID: 1, slug: 'x', slugg: 'y' } } as never),
    };
    for (const [problem, run] of Object.entries(cases)) expect(problemOf(run)).to.equal(problem);
    expect(call['page']).to.equal(before);
  });

  it('is reported with the closest name that exists [J12]', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    const messageOf = (result: unknown) =>
      String((result as Partial<Refusal>).details?.['message']);
    const edits = loosely(editor);
    for (const [patch, name] of [
      [{ styles: { opactiy: 1 } }, 'opacity'],
      [{ styles: { Opacity: 1 } }, 'opacity'],
      [{ content: { shapColor: 'red' } }, 'shapeColor'],
      [{ contents: {} }, 'content'],
      [{ content: { shapeType: 'hart' } }, 'heart'],
    ] as const)
      expect(messageOf(edits['update']?.('a', patch))).to.match(
        new RegExp(`; did you mean ${name}\\?$`),
      );
    for (const patch of [{ styles: { glow: 1 } }, { content: { a: 1 } }])
      expect(messageOf(editor.update('a', patch as never))).not.to.contain('did you mean');
  });

  it('that a newer server has stored is adopted, even if it looks misspelt [E56, G5]', () => {
    const page = { ...makeTestPage(), revisions: 3 };
    const editor = createEditor({ page });
    const stored = { slug: 'x', revisions: 4, mood: 'calm', updatedBy: 7, publishedAt: 'now' };
    editor.markPublished(stored);
    expect(editor.page).to.include(stored);
  });

  it('is named if it is missing or no object: an empty path would not say which argument it is [J13]', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    const call = loosely(editor);
    const cases: readonly (readonly [string, () => unknown])[] = [
      ['input_invalid patch', () => call['update']?.('a', null)],
      ['input_invalid patch', () => call['stage']?.(undefined, 'a')],
      ['input_invalid patches', () => call['updateEach']?.(new Map([['a', null]]))],
      ['input_invalid blocks', () => call['add']?.()],
      ['input_invalid blocks', () => call['add']?.([undefined])],
      ['input_invalid patch', () => call['updatePage']?.()],
      ['input_invalid body', () => call['replacePage']?.()],
      ['input_invalid page', () => call['load']?.()],
      ['input_invalid stored', () => call['markPublished']?.()],
      ['input_invalid change', () => call['applyRemote']?.()],
      ['input_invalid applied', () => call['amendHistory']?.()],
      ['err_bad_request added', () => call['applyRemote']?.({})],
    ];
    for (const [problem, run] of cases) expect(problemOf(run)).to.equal(problem);
  });

  it('is named if it cannot be read, is incomplete or no kit, rich text or change [J13]', () => {
    const page = createPage();
    const unreadable = Object.defineProperty({}, 'page', {
      enumerable: true,
      get: () => {
        throw new Error('broken');
      },
    });
    const block = bellOf();
    const plain = { ...defineKit({ block }) };
    const canEdit = { permissions: { canEdit: true } as never };
    const cases: readonly (readonly [string, () => unknown])[] = [
      ['input_invalid options.page', () => createEditor(unreadable as never)],
      ['input_invalid options.page', () => createEditor(undefined as never)],
      ['input_invalid options.permissions.canView', () => createEditor({ page, ...canEdit })],
      [
        'input_invalid options.permissions.canView',
        () => createEditor({ page }).configure(canEdit),
      ],
      [
        'kit_invalid kits.0.staticViw',
        () => createEditor({ page, kits: [{ ...plain, staticViw: () => ({}) }] as never }),
      ],
      [
        'kit_invalid kits.0.staticView',
        () => createEditor({ page, kits: [{ ...plain, staticView: '<p>' }] as never }),
      ],
      ['input_invalid kit', () => runBlockKitTests(undefined as never, { describe, it })],
      ['input_invalid node', () => plainFromRichText(undefined as never)],
      ['input_invalid changes', () => squashChanges([undefined as never])],
    ];
    for (const [problem, run] of cases) expect(problemOf(run)).to.equal(problem);
  });

  it('in the options of a call is an error [J12]', () => {
    const page = createPage();
    const editor = makeTestEditor([makeTestBlock('a')]);
    const call = loosely(editor);
    const point = { x: 0, y: 0 };
    const event = { type: 'pointermove', ...point, pxPerUnit: 600 };
    const where = { isEditing: true, canEdit: true, isTyping: false };
    const kit = (definition: object, parts: object = {}) =>
      defineKit({ block: { ...bellOf(), ...definition } as never, ...parts });
    const cases: readonly (readonly [string, () => unknown])[] = [
      ['input_invalid options.slect', () => call['add']?.({ type: 'shape' }, { slect: false })],
      ['input_invalid options.select', () => call['add']?.({ type: 'shape' }, { select: 'no' })],
      ['input_invalid options.sections', () => call['hitTest']?.(point, { sections: true })],
      ['input_invalid options.below', () => call['hitTest']?.(point, { below: 5 })],
      ['input_invalid options.dirty', () => call['load']?.(page, { dirty: true })],
      [
        'input_invalid options.animate',
        () => call['setReferenceWidth']?.(700, { scale: true, animate: true }),
      ],
      ['input_invalid shft', () => call['dispatch']?.({ ...event, shft: true })],
      ['input_invalid on', () => call['setTypewriter']?.('no')],
      ['drawing_invalid colour', () => call['setDrawingPen']?.({ colour: 'red' })],
      ['input_invalid options.kit', () => parsePage(page, { kit: [] } as never)],
      ['input_invalid options.kit', () => safeParsePage(page, { kit: [] } as never)],
      ['input_invalid options.siteHost', () => migratePage(page, { siteHost: 'x' } as never)],
      [
        'input_invalid context.isTyping',
        () => routePaste({}, { ...where, isTyping: undefined } as never),
      ],
      [
        'input_invalid context.isEdting',
        () => routePaste({}, { ...where, isEdting: true } as never),
      ],
      ['input_invalid context', () => routePaste({}, undefined as never)],
      ['input_invalid options.maxBlocks', () => createEditor({ page, maxBlocks: NaN })],
      ['input_invalid options.maxBlocks', () => createEditor({ page, maxBlocks: Infinity })],
      ['input_invalid options.maxBlocks', () => createEditor({ page, maxBlocks: -1 })],
      ['input_invalid options.kit', () => createRoom({ kit: [] } as never)],
      ['input_invalid options.basSeq', () => createRoomClient({ basSeq: 1 } as never)],
      ['kit_invalid block.altext', () => kit({ altext: () => '' })],
      ['kit_invalid staticview', () => kit({}, { staticview: () => null })],
      ['kit_invalid block.capabilities.editText', () => kit({ capabilities: { editText: true } })],
      ['kit_invalid block.remapIds', () => kit({ remapIds: 5 })],
      ['kit_invalid block.needs', () => kit({ needs: 'all' })],
      ['kit_invalid block.embed', () => kit({ embed: 'X' })],
      ['kit_invalid block.embed.platform', () => kit({ embed: {} })],
      ['kit_invalid block.defaultStyles.opactiy', () => kit({ defaultStyles: { opactiy: 1 } })],
    ];
    const before = editor.page;
    for (const [problem, run] of cases) expect(problemOf(run), problem).to.equal(problem);
    expect(editor.page).to.equal(before);
  });

  it('in the options of an editor is rejected, because missing permissions are granted [J12]', () => {
    const make = (options: object) =>
      problemOf(() => createEditor({ page: makeTestPage(), ...options }));
    expect(make({ permisions: {} })).to.equal('input_invalid options.permisions');
    expect(make({ environment: { measureHeight: () => 5 } })).to.equal(
      'input_invalid options.environment.measureHeight',
    );
    expect(make({ kits: undefined, other: undefined })).to.equal('none');
    const canEdti = 'input_invalid options.permissions.canEdti';
    expect(make({ permissions: { canEdit: undefined, canEdti: false } })).to.equal(canEdti);
    const ofClass = new (class {
      private _canEdit = false;
      get canEdti(): boolean {
        return this._canEdit;
      }
    })();
    expect(make({ permissions: ofClass })).to.equal(canEdti);
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

describe('a mistake that would look like a success', () => {
  it('is refused: a shape that does not exist, unless the block has it already [J14]', () => {
    const newer = makeTestBlock('newer', { content: { shapeType: 'spiral', shapeColor: 'red' } });
    const editor = makeTestEditor([makeTestBlock('a'), newer]);
    const shape = (shapeType: string) => ({ content: { shapeType } });
    for (const run of [
      () => editor.add({ type: 'shape', ...shape('sqare') }),
      () => editor.update('a', shape('sqare')),
    ])
      expect(problemOf(run)).to.equal('invalid_block content.shapeType');
    expect(editor.update('newer', { content: { shapeColor: 'blue' } }).ok).to.equal(true);
    expect(editor.update('a', shape('heart')).ok).to.equal(true);
  });

  it('is refused: a section index out of range [J14]', () => {
    const editor = makeTestEditor();
    const before = editor.page;
    for (const index of [-1, 0.5, 3, Infinity])
      expect(problemOf(() => editor.addSection(index))).to.equal('input_invalid index');
    expect(editor.page).to.equal(before);
    expect(editor.addSection(2).ok).to.equal(true);
  });

  it('is an error: a function for ids that returns an invalid id, or always one in use [J14]', () => {
    const calls: Readonly<Record<string, (editor: Editor) => unknown>> = {
      add: (editor) => editor.add({ type: 'shape' }),
      addSection: (editor) => editor.addSection(),
      duplicate: (editor) => editor.duplicate(['a', 'b']),
      group: (editor) => editor.group(),
      paste: (editor) => editor.paste(editor.copy() ?? ''),
    };
    for (const [name, run] of Object.entries(calls)) {
      for (const id of ['not an id', 5, '', 'constructor', 'prototype', 'a']) {
        const environment = { createId: () => id as string };
        const editor = makeTestEditor([makeTestBlock('a'), makeTestBlock('b')], { environment });
        editor.select(['a', 'b']);
        const before = editor.page;
        expect(
          problemOf(() => run(editor)),
          name,
        ).to.equal('input_invalid environment.createId');
        expect(editor.page).to.equal(before);
        expect(editor.isInProgress).to.equal(false);
      }
      // A counter that starts over skips the ids in use.
      let next = 0;
      const environment = { createId: () => ['a', 'b', 'a', 'c', 'd', 'e'][next++] ?? 'z' };
      const editor = makeTestEditor([makeTestBlock('a'), makeTestBlock('b')], { environment });
      editor.select(['a', 'b']);
      expect(run(editor), name).to.include({ ok: true });
      parsePage(editor.page);
    }
  });

  it('is an error: a page without the fields that only stored pages have [J10]', () => {
    const editor = makeTestEditor();
    for (const unstored of [createBlankPage(), createStarterPage({ username: 'mira' })]) {
      for (const run of [
        () => createEditor({ page: unstored as never }),
        () => {
          editor.load(unstored as never);
        },
      ]) {
        expect(problemOf(run)).to.equal('err_bad_request ID');
        expect(run).to.throw('createPage');
      }
      const made = createEditor({ page: createPage(unstored) });
      made.selectAll();
      made.select(made.sectionIds);
      expect(made.paste(made.copy() ?? '').ok).to.equal(true);
    }
  });
});

describe('an argument of the wrong type', () => {
  it('is refused: patches that name a block twice, one of which would be lost [E62]', () => {
    const editor = makeTestEditor([makeTestBlock('a'), makeTestBlock('b')]);
    const before = editor.page;
    const update = (patches: unknown) => editor.updateEach(patches as never);
    const opaque = { styles: { opacity: 0.5 } };
    const twice = update([
      ['a', opaque],
      ['b', opaque],
      ['a', { altText: 'A' }],
    ]);
    expect(twice).to.deep.include({
      code: 'input_invalid',
      details: { path: 'patches', message: 'must have one patch for the block a, not several' },
    });
    for (const notPairs of [{ a: opaque }, [opaque], ['a'], null])
      expect(update(notPairs), JSON.stringify(notPairs))
        .to.have.nested.property('details.message')
        .that.contains('must be a Map of block ids to patches');
    expect(editor.page).to.equal(before);
    expect(update(Object.entries({ a: opaque, b: opaque })).ok).to.equal(true);
    expect(editor.blocks.get('b')?.styles.opacity).to.equal(0.5);
  });

  it('is refused with `input_invalid` and its name [J13]', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    const call = loosely(editor);
    editor.select('a');
    const copied = editor.copy();
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const cases: readonly (readonly [string, string, ...unknown[]])[] = [
      ['edge', 'align', 'up'],
      ['axis', 'flip', 'x'],
      ['to', 'reorder', 'top'],
      ['direction', 'moveSection', 's1', 'left'],
      ['index', 'addSection', NaN],
      ['dxPx', 'nudge', NaN, 0],
      ['locked', 'setLocked', 'yes'],
      ['on', 'setAutowidth', 1],
      ['isStale', 'remeasure', 'a'],
      ['size.height', 'resizeSection', 's1', { height: NaN }],
      ['y', 'slice', 's1', NaN, 1],
      ['by', 'slice', 's1', 0, '1'],
      ['values.opacityPercent', 'setSliderStyles', { opacityPercent: NaN }],
      ['at.x', 'paste', copied, { x: NaN, y: 0 }],
      ['at.y', 'paste', copied, { x: 0, y: Infinity }],
      ['at', 'paste', copied, { x: 0 }],
      ['position.width', 'placeOnPhone', 'a', { x: 0, y: 0 }],
      ['position.x', 'placeOnPhone', 'a', { x: NaN, y: 0, width: 1, height: 1 }],
      ['tool.name', 'startTool', { name: '', handle: () => true }],
      ['uuid', 'hover', 5],
      ['uuid', 'hover'],
      ...[5, {}, null, undefined].flatMap((odd): [string, string, unknown][] => [
        ['uuid', 'boxOf', odd],
        ['parentUuid', 'childrenOf', odd],
        ['of', 'definitionOf', odd],
        ['uuid', 'startTextEditing', odd],
      ]),
      ...[5, cyclic, null, undefined].flatMap((odd): [string, string, ...unknown[]][] => [
        ['parent', 'moveInto', odd, 'a'],
        ['parent', 'setReadingOrder', odd, null],
        ['uuid', 'placeOnPhone', odd, null],
        ['uuid', 'moveSection', odd, 'up'],
        ['uuid', 'resizeSection', odd, { height: 1 }],
        ['uuid', 'scaleSection', odd, 2],
        ['uuid', 'fitSection', odd],
        ['section', 'slice', odd, 0, 1],
        ['uuid', 'finishUpload', odd, { url: 'https://a.example/a.png' }],
      ]),
      ...[-1, 1.5, NaN, Infinity, '1'].map((index): [string, string, ...unknown[]] => [
        'options.index',
        'moveInto',
        's1',
        'a',
        { index },
      ]),
      ...[{ type: 'click' }, null, 'x', NaN, 0.5].flatMap((mark): [string, string, unknown][] => [
        ['begun', 'commit', mark],
        ['begun', 'cancel', mark],
      ]),
      ...[{ id: 1 }, '3', NaN, undefined].map((entry): [string, string, unknown] => [
        'entry',
        'jumpTo',
        entry,
      ]),
    ];
    for (const [path, name, ...args] of cases)
      expect(
        problemOf(() => call[name]?.(...args)),
        name,
      ).to.equal(`input_invalid ${path}`);
  });

  it('says that one id is enough where it is undefined instead of block ids [J13]', () => {
    const { update } = loosely(makeTestEditor([makeTestBlock('a')]));
    expect(update?.(undefined, { styles: { opacity: 0.5 } })).to.deep.include({
      code: 'input_invalid',
      details: { path: 'uuids', message: 'must be a block id, or a list of them' },
    });
  });

  it('is named in the message about an input event, which is all that a console shows [J13]', () => {
    const { dispatch } = loosely(makeTestEditor());
    const move = { type: 'pointermove', x: 0, y: 0, pxPerUnit: 600 };
    for (const [event, path, start] of [
      [{ ...move, x: NaN }, 'x', 'x: '],
      [{ type: 'keydown' }, 'key', 'key: '],
      [{ ...move, type: 'click' }, 'type', 'type: '],
      [null, '', 'event: '],
    ] as const)
      expect(() => dispatch?.(event))
        .to.throw(CobbleError, new RegExp(`^${start}Invalid `))
        .that.deep.includes({ code: 'input_invalid', details: { path } });
  });

  it('of a class instead of a plain object is refused, not read as empty [J13]', () => {
    const call = loosely(makeTestEditor([makeTestBlock('a')]));
    for (const value of [new Date(), new Map([['opacity', 0.5]])]) {
      expect(problemOf(() => call['update']?.('a', { styles: value }))).to.match(/ styles$/);
      expect(problemOf(() => call['updatePage']?.({ settings: value }))).to.match(/ settings$/);
      expect(problemOf(() => call['updatePage']?.(value))).to.equal('input_invalid patch');
      expect(problemOf(() => call['add']?.(value))).to.equal('input_invalid blocks');
    }
  });

  it('causes a CobbleError in functions that read strings, kits and options [J13]', () => {
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

  it('is named by functions that would return an empty or wrong text for it [J12, J13]', () => {
    const fontCss = (families: unknown, options: unknown = {}) =>
      fontFaceCss(families as never, options as never);
    const cases: readonly (readonly [path: string, call: () => unknown])[] = [
      ['families', () => fontCss('Caveat')],
      ['families', () => fontCss(null)],
      ['options.baseurl', () => fontCss(['Caveat'], { baseurl: '/files' })],
      ['options.fonts', () => fontCss(['Caveat'], { fonts: ['Caveat'] })],
      ['options', () => fontCss(['Caveat'], null)],
      ['roles', () => planOf('pro' as never)],
      ['roles', () => planOf(undefined as never)],
      ['percent', () => opacityFromPercent('50' as never)],
      ['has', () => createFontLookup(['Caveat'] as never)],
      ['path', () => slugOfPath(undefined as never)],
      ['node', () => plainFromRichText('Hello' as never)],
      ['envelope', () => shouldRestore(parseAutosaveEnvelope('') as never, createPage())],
      ['serverPage', () => shouldRestore(makeAutosaveEnvelope(createPage(), 1), null as never)],
    ];
    for (const [path, call] of cases) expect(problemOf(call)).to.equal(`input_invalid ${path}`);
    expect(fontCss(new Set(['Caveat']))).to.include('Caveat');
  });

  it('is none of those that a class has for itself, whose methods are called on it [J12]', () => {
    class FontsInUse {
      private readonly font = 'Caveat';
      readonly baseUrl = '/files';
      isUsed(family: string): boolean {
        return family === this.font;
      }
    }
    const css = fontFaceCss(['Caveat', 'Lora'], new FontsInUse());
    expect(css).to.include('/files/').and.not.to.include('Lora');
    expect(
      problemOf(() =>
        fontFaceCss(
          [],
          new (class {
            isUse() {}
          })() as never,
        ),
      ),
    ).to.equal('input_invalid options.isUse');
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

  it('causes an error that names the clock, not a RangeError, if a clock returns NaN [J13]', () => {
    const editor = createEditor({ page: createPage(), environment: { now: () => NaN } });
    expect(problemOf(() => editor.add({ type: 'shape' }))).to.equal(
      'input_invalid environment.now',
    );
    expect(editor.blocks.size).to.equal(1);
  });
});

describe('a misspelt or wrong option', () => {
  it('is rejected with its path, given once, and the closest name, not ignored [J12, J13]', () => {
    const editor = makeTestEditor([makeTestBlock('a', { parentUuid: 's1' })]);
    for (const options of [{ idx: 0 }, { indx: 0 }, 0])
      expect(editor.moveInto('s2', 'a', options as never)).to.include({ code: 'input_invalid' });
    const tool = { name: 'x', handle: () => false, stoped: () => undefined };
    expect(() => editor.startTool(tool)).to.throw('did you mean stopped?');
    const unreadable = {
      get name(): string {
        throw new Error('from the input');
      },
    };
    expect(() => editor.startTool(unreadable as never)).to.throw('tool cannot be read');
    const run = () => editor.run(() => null, { labl: 'x' } as never);
    expect(run).to.throw(/^options\.labl is not an option.* did you mean label\?$/);
  });

  it('of a room client is rejected by the call, not ignored or reported later [J12, J13]', async () => {
    const { client } = await connectManually();
    const calls: readonly (() => unknown)[] = [
      () => client.listen(5 as never),
      () => client.listen({ onEntry: 5 } as never),
      () => client.listen({ onEntri: () => undefined } as never),
      () => client.acquireLocks(null as never),
      () => client.releaseLocks(null as never),
    ];
    for (const call of calls) expect(call).to.throw().with.property('code', 'input_invalid');
    expect(() => {
      client.commit({} as never);
    }).to.throw(CobbleError);
    client.close();
  });

  it('that returns an invalid text size is reported as input_invalid, and changes nothing [J13]', () => {
    const { content: text } = makeTestText('t', 'Hi');
    for (const [name, content] of [
      ['measureTextHeight', text],
      ['measureTextWidth', { ...text, useAutowidth: true }],
    ] as const)
      for (const value of [Promise.resolve(5), NaN, '5', null, undefined]) {
        const environment = { [name]: () => value as never };
        const editor = makeTestEditor([makeTestText('t', 'Hi', { content })], { environment });
        const before = editor.page;
        expect(() => editor.update('t', { content: { fontSize: 40 } }), JSON.stringify(value))
          .to.throw(`environment.${name} must return a number`)
          .with.property('code', 'input_invalid');
        expect(editor.page).to.equal(before);
        expect(editor.isInProgress).to.equal(false);
      }
  });

  it('that returns invalid random numbers is reported as input_invalid, and changes nothing [J13]', () => {
    for (const value of [NaN, -1, 2, '0.5', undefined]) {
      const editor = makeTestEditor([], { environment: { random: () => value as never } });
      const before = editor.page;
      expect(() => editor.unleashChaosMonkey())
        .to.throw('environment.random must return')
        .with.property('code', 'input_invalid');
      expect(editor.page).to.deep.equal(before);
    }
  });
});
