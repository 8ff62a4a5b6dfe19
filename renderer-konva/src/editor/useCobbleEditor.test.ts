/* eslint-disable @typescript-eslint/ban-ts-comment -- the tests check what the compiler rejects */
import { CobbleError, defineBlock, defineKit, type Kit } from '@cobble/engine';
import { expect } from 'chai';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import * as z from 'zod';
import { useCobbleEditor, useHostDialog } from './useCobbleEditor.ts';

const rating = defineKit({
  block: defineBlock({
    type: 'rating',
    content: z.looseObject({ stars: z.number() }),
    defaultContent: () => ({ stars: 3 }),
  }),
});

/**
 * The compiler is the test: `tsc -b` fails when a line below `@ts-expect-error` compiles, or when
 * another one does not. The function is not called.
 */
describe('useCobbleEditor', () => {
  it('lets a child add blocks of the kits that it names, with checked fields [E46]', () => {
    const Child = () => {
      const { editor } = useCobbleEditor<typeof rating>();
      editor.add({ type: 'rating', content: { stars: 4 } });
      editor.add({ type: 'shape' });
      // @ts-expect-error The field is called `stars`.
      editor.add({ type: 'rating', content: { star: 4 } });
      useCobbleEditor<Kit>().editor.add({ type: 'rating' });
      const builtin = useCobbleEditor().editor;
      builtin.add({ type: 'shape' });
      // @ts-expect-error The compiler does not know the kit.
      builtin.add({ type: 'rating' });
      return null;
    };
    expect([Child, rating.block.type]).to.eql([Child, 'rating']);
  });
});

describe('useHostDialog', () => {
  it('names an argument that is not true or false, as keys would go to the page behind the dialog [J13]', () => {
    for (const isOpen of [undefined, null, 'open']) {
      const Child = () => {
        useHostDialog(isOpen as never);
        return null;
      };
      expect(() => renderToString(createElement(Child)))
        .to.throw(CobbleError, 'isOpen must be true or false')
        .with.deep.include({ code: 'input_invalid', details: { path: 'isOpen' } });
    }
  });
});
