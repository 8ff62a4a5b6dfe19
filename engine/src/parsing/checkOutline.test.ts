import { expect } from 'chai';
import { makeTestBlock, makeTestPage } from '../testing/makeTestPage.ts';
import { checkOutline } from './checkOutline.ts';
import { safeParsePage } from './parsePage.ts';

const page = makeTestPage([makeTestBlock('a')]);
const withA = (fields: object) => ({
  ...page,
  things: { ...page.things, a: { ...page.things.a, ...fields } },
});

describe('checkOutline', () => {
  it('accepts pages that parsePage accepts [J10]', () => {
    expect(safeParsePage(page).ok).to.equal(true);
    expect(checkOutline(page)).to.equal(null);
  });

  const bad: readonly (readonly [string, unknown])[] = [
    ['', null],
    ['settings', { ...page, settings: 5 }],
    ['settings.referenceWidth', { ...page, settings: { editorVersion: '0.7.0' } }],
    ['style', { ...page, style: undefined }],
    ['things', { ...page, things: [] }],
    ['things.a', { ...page, things: { ...page.things, a: null } }],
    ['things.a.uuid', withA({ uuid: 5 })],
    ['things.a.type', withA({ type: undefined })],
    ['things.a.parentUuid', withA({ parentUuid: null })],
    ['things.a.position', withA({ position: undefined })],
    ['things.a.position.x', withA({ position: { ...page.things.a?.position, x: NaN } })],
    ['things.a.properties', withA({ properties: null })],
    ['things.a.styles', withA({ styles: [] })],
    ['things.a.content', withA({ content: 'words' })],
  ];
  for (const [path, value] of bad)
    it(`reports the same problem as parsePage: '${path}' [J10]`, () => {
      const problem = checkOutline(value);
      expect(problem?.details.path).to.equal(path);
      const parsed = safeParsePage(value);
      expect(parsed).to.include({ ok: false, code: problem?.code });
      expect(parsed).to.have.nested.property('details.path', path);
    });
});
