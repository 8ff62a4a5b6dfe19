import { expect } from 'chai';
import { CobbleError } from '../model/CobbleError.ts';
import type { Page } from '../model/Page.ts';
import { makeTestBlock, makeTestPage } from '../testing/makeTestPage.ts';
import { safeParsePage } from '../parsing/parsePage.ts';
import { createEditor } from '../createEditor.ts';

describe('an editor of an unparsed page', () => {
  it('throws an error with a code and a path when it is created or loads the page [J10]', () => {
    const page = makeTestPage([makeTestBlock('a')]);
    const { position: _, ...placeless } = makeTestBlock('a');
    const bad: readonly (readonly [string, unknown])[] = [
      ['things.a.position', { ...page, things: { ...page.things, a: placeless } }],
      ['things', { ...page, things: null }],
      ...['a b', 'toString'].map((uuid) => {
        const block = { ...makeTestBlock('a'), uuid };
        return [
          `things.${uuid}.uuid`,
          { ...page, things: { ...page.things, [uuid]: block } },
        ] as const;
      }),
      ['options.page', undefined],
    ];
    for (const [path, value] of bad) {
      expect(() => createEditor({ page: value as Page }), path)
        .to.throw(CobbleError)
        .that.deep.includes({ details: { path } });
      const editor = createEditor({ page });
      const parsed = safeParsePage(value);
      const expected = parsed.ok ? null : { code: parsed.code, path: parsed.details?.path };
      const problem = value === undefined ? { code: 'input_invalid', path: 'page' } : expected;
      expect(() => {
        editor.load(value as Page);
      }, path)
        .to.throw(CobbleError)
        .that.deep.includes({ code: problem?.code, details: { path: problem?.path } });
      expect(editor.page).to.eql(page);
    }
  });

  it('refuses an id that parsePage refuses, or the page could be saved and not be opened again [J10]', () => {
    const page = makeTestPage([makeTestBlock('a')]);
    for (const uuid of ['toString', 'prototype', 'a b', '']) {
      const block = { ...makeTestBlock('a'), uuid };
      const bad = { ...page, things: { ...page.things, [uuid]: block } };
      const parsed = safeParsePage(bad);
      if (parsed.ok) throw new Error(`parsePage accepts the id ${uuid}`);
      expect(() => createEditor({ page: bad }), uuid)
        .to.throw(CobbleError)
        .that.deep.includes({ code: parsed.code, details: { path: parsed.details?.path } });
      const editor = createEditor({ page });
      const change = { added: { [uuid]: block }, updated: {}, removed: {} };
      expect(() => {
        editor.applyRemote(change);
      }, uuid).to.throw(CobbleError);
      expect(editor.page).to.eql(page);
    }
  });
});
