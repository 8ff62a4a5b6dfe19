import { asBuiltin, createEditor, textStyleOf } from '@cobble/engine';
import { expect } from 'chai';
import { applyTextStyle } from '../../text-editing/applyTextStyle.ts';
import { testPage } from '../testing/testPage.ts';
import { textAppearanceOf } from './textAppearanceOf.ts';

describe('textAppearanceOf: what the toolbar shows for a text that is not being edited', () => {
  const editor = createEditor({ page: testPage() });
  const added = editor.add({
    type: 'text',
    content: {
      isBold: true,
      isItalic: true,
      text: {
        type: 'doc',
        content: [
          {
            type: 'heading',
            attrs: { level: 1, textAlign: null, sizePx: 90 },
            content: [{ type: 'text', text: 'Scaled' }],
          },
        ],
      },
    },
  });
  const uuid = added.ok ? (added.value[0] ?? '') : '';
  const appearance = () => {
    const block = editor.blocks.get(uuid);
    const base = block && textStyleOf(block, 1024);
    const text = block && asBuiltin(block);
    if (text?.type !== 'text' || !base) throw new Error('no text block');
    return textAppearanceOf(text, base);
  };

  it('is the size at which a heading of a scaled page is painted', () => {
    expect(appearance()).to.include({ heading: 1, sizePx: 90 });
  });

  it('is bold and italic when the whole block is, and both can be switched off', () => {
    expect(appearance()).to.include({ bold: true, italic: true });
    applyTextStyle(editor, [uuid], { bold: false, italic: false });
    expect(appearance()).to.include({ bold: false, italic: false });
  });
});
