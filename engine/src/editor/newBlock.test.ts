/* eslint-disable @typescript-eslint/ban-ts-comment -- what the compiler rejects is what is tested */
import { expect } from 'chai';
import type { Kit } from '../blocks/Kit.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import type { Editor } from './Editor.ts';
import type { BlockPatch, NewBlock } from './patches.ts';

/**
 * The compiler is the test: `tsc -b` fails when a line below `@ts-expect-error` compiles, or when
 * another one does not.
 */
describe('the type of a new block', () => {
  const editor = makeTestEditor();
  const codeOf = (result: { readonly ok: boolean; readonly code?: string }) => result.code ?? 'ok';

  it('makes misspelt fields, fields of the wrong type and groups compile errors [E19]', () => {
    const star: NewBlock = { type: 'shape', content: { shapeType: 'star' } };
    const note: NewBlock<'sticky-note'> = {
      type: 'sticky-note',
      content: { stickyNoteText: { text: 'Milk', size: 20 } },
    };
    expect(editor.add([star, note, { type: 'text', content: { fontSize: 20 } }]).ok).to.equal(true);
    const wrong = () => {
      // @ts-expect-error The field is called `shapeColor`.
      editor.add({ type: 'shape', content: { color: 'red' } });
      // @ts-expect-error A font size is a number.
      editor.add({ type: 'text', content: { fontSize: '20px' } });
      // @ts-expect-error The field is called `text` in a note's text too.
      editor.add({ type: 'sticky-note', content: { stickyNoteText: { value: 'Milk' } } });
      // @ts-expect-error A shape has no font size in a list either.
      editor.add([{ type: 'text' }, { type: 'shape', content: { fontSize: 20 } }]);
      // @ts-expect-error The field is called `content`.
      editor.add({ type: 'shape', contents: {} });
      // @ts-expect-error There is no such type.
      const missing: NewBlock = { type: 'shpae' };
      // @ts-expect-error A group is made of blocks, by `group`.
      editor.add({ type: 'group' });
      // @ts-expect-error A list cannot contain one either.
      editor.add([{ type: 'text' }, { type: 'group' }]);
      // @ts-expect-error
      const group: NewBlock = { type: 'group' };
      // @ts-expect-error The field is called `paddingPx`.
      const padded: NewBlock = { type: 'text', styles: { padding: 12 } };
      // @ts-expect-error The field is called `rotationDeg`.
      const rotated: BlockPatch = { position: { rotation: 12 } };
      // @ts-expect-error The host sets the slug where it stores the page.
      editor.updatePage({ slug: 'about' });
      return [missing, group, padded, rotated];
    };
    expect(wrong).to.be.a('function');
  });

  it("allows a kit's type and a type known only at run time; adding checks that it exists", () => {
    const anyEditor: Editor<Kit> = editor;
    const bell: NewBlock<'text' | 'bell'> = { type: 'bell', content: { rings: 3 } };
    expect(codeOf(anyEditor.add(bell))).to.equal('unknown_type');
    expect(codeOf(anyEditor.add({ type: 'bell', content: { rings: 3 } }))).to.equal('unknown_type');
    const anyType: NewBlock<string>[] = ['shape', 'button'].map((type) => ({ type, content: {} }));
    expect(codeOf(anyEditor.add(anyType))).to.equal('ok');
    const either: NewBlock<string> = bell;
    expect(codeOf(anyEditor.add(either))).to.equal('unknown_type');
  });
});
