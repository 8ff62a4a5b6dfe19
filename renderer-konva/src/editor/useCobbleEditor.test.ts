/* eslint-disable @typescript-eslint/ban-ts-comment -- the tests check what the compiler rejects */
import { defineBlock, defineKit, type Kit } from '@cobble/engine';
import { expect } from 'chai';
import * as z from 'zod';
import { useCobbleEditor } from './useCobbleEditor.ts';

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
