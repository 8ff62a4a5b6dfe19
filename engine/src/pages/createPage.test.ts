import { expect } from 'chai';
import { createEditor } from '../createEditor.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { createBlankPage } from './createBlankPage.ts';
import { createChaosPage } from './createChaosPage.ts';
import { createPage } from './createPage.ts';
import { createStarterPage } from './createStarterPage.ts';

/** The code and path of the CobbleError that a call throws. */
function problemOf(call: () => unknown): string {
  try {
    call();
    return 'none';
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    return `${error.code} ${String(error.details['path'])}`;
  }
}

describe('createPage', () => {
  it('gives a host a page that can be edited, stored and loaded, in one call', () => {
    const page = createPage();
    expect(page).to.include({ ID: 1, slug: 'main', revision: 0, isDisabled: false });
    const editor = createEditor({ page });
    expect(editor.add({ type: 'text' }).ok).to.equal(true);
    const stored: unknown = JSON.parse(JSON.stringify(editor.page));
    expect(parsePage(stored)).to.deep.equal(editor.page);
  });

  it('uses defaults for what a host leaves out or sets to undefined, in nested fields too', () => {
    const page = createPage(
      {
        ID: 7,
        slug: undefined as never,
        site: { ID: 3, slug: 'bakery' },
        settings: { title: 'Menu' },
        style: { borderColor: '#2B4EFF' },
      },
      { createId: () => 'first', now: () => 0 },
    );
    expect(page).to.deep.include({ ID: 7, slug: 'main', site: { ID: 3, slug: 'bakery' } });
    expect(page.settings).to.include({ title: 'Menu', referenceWidth: 600 });
    expect(page.style).to.deep.equal({ backgroundColor: '#FFFFFF', borderColor: '#2B4EFF' });
    expect(Object.keys(page.things)).to.deep.equal(['first']);
    expect(page.createdAt).to.equal('1970-01-01T00:00:00.000Z');
  });

  it('completes a starter page, and a page with the blocks of another', () => {
    const starter = createPage(createStarterPage({ username: 'Ada' }));
    expect(starter.settings.title).to.equal('Ada');
    const copy = createPage({ things: starter.things });
    expect(copy.relativeHeight).to.be.closeTo(starter.relativeHeight, 1e-9);
  });

  it('has lengths as edits round them, so that an edit of a new page that changes nothing is none', () => {
    const starter = createStarterPage({ username: 'Ada' });
    const settings = { editorVersion: '0.7.0', referenceWidth: 1366 };
    let ids = 0;
    const createId = () => `id-${String((ids += 1))}`;
    const chaos = createChaosPage({ random: () => 0.3, now: () => 0, createId, settings });
    for (const page of [createPage(), createPage(starter), createPage(chaos)]) {
      const editor = createEditor({ page });
      for (const uuid of editor.sectionIds) {
        const { height } = editor.blocks.get(uuid)?.position ?? {};
        editor.resizeSection(uuid, { height: height ?? 0 }).unwrap();
        editor.scaleSection(uuid, 1).unwrap();
      }
      editor.update(editor.sectionIds, { altText: undefined }).unwrap();
      expect(editor.history.entries).to.eql([]);
    }
  });

  it('names the field that a page cannot have, so that a typo is not stored silently', () => {
    const odd = (fields: object) => problemOf(() => createPage(fields));
    expect(odd({ title: 'Menu' })).to.equal('err_bad_request title');
    expect(odd({ slug: 'no spaces' })).to.equal('page_invalid_slug slug');
    expect(odd({ settings: 'dark' })).to.match(/ settings$/);
    expect(odd({ style: { backgroundColor: 'red; }' } })).to.equal(
      'page_invalid_style style.backgroundColor',
    );
    expect(odd(null as never)).to.equal('err_bad_request ');
    expect(odd({ settings: { tilte: 'Menu' } })).to.equal(
      'page_unsupported_settings settings.tilte',
    );
    expect(odd({ style: { colour: 'red' } })).to.equal('page_invalid_style style.colour');
    expect(problemOf(() => createPage({}, { nwo: Date.now } as never))).to.equal(
      'input_invalid options.nwo',
    );
  });

  it('rejects fields that are not plain JSON, and getters that throw, with their path', () => {
    const odd = (fields: object) => problemOf(() => createPage(fields));
    const broken = (key: string): object => ({
      get [key](): string {
        throw new Error('boom');
      },
    });
    expect(odd(new Date())).to.equal('err_bad_request ');
    expect(odd({ settings: new Map() })).to.equal('page_unsupported_settings settings');
    expect(odd({ settings: null as never })).to.equal('page_unsupported_settings settings');
    expect(odd(broken('settings'))).to.equal('err_bad_request ');
    expect(odd({ settings: broken('title') })).to.equal('page_unsupported_settings settings');
    expect(odd({ things: { a: broken('type') } })).to.equal('page_invalid_thing things.a.type');
  });

  it('names the function of the host that returned a wrong value', () => {
    for (const now of [5, () => NaN, () => 'today', () => 1e300])
      expect(problemOf(() => createPage({}, { now: now as never }))).to.equal(
        'input_invalid options.now',
      );
    expect(problemOf(() => createPage({}, { createId: () => 5 as never }))).to.equal(
      'input_invalid options.createId',
    );
    for (const key of ['now', 'random', 'createId'])
      expect(problemOf(() => createStarterPage({ username: 'Ada', [key]: () => NaN }))).to.equal(
        `input_invalid options.${key}`,
      );
  });
});

describe('page builders', () => {
  it('work without options, or name the missing one instead of throwing a TypeError', () => {
    expect(createBlankPage()).to.include({ slug: 'main', isPublic: true });
    expect(createBlankPage({}).slug).to.equal('main');
    expect(problemOf(() => createBlankPage({ slug: 5 as never }))).to.equal(
      'input_invalid options.slug',
    );
    expect(problemOf(() => createBlankPage({ createId: 'id' as never }))).to.equal(
      'input_invalid options.createId',
    );
    expect(problemOf(() => createStarterPage({} as never))).to.equal(
      'input_invalid options.username',
    );
    expect(problemOf(() => createStarterPage(undefined as never))).to.equal(
      'input_invalid options',
    );
    expect(createStarterPage({ username: 'Ada' }).slug).to.equal('main');
  });
});
