import { expect } from 'chai';
import { makeTestBlock, makeTestText } from '../testing/makeTestPage.ts';
import { textStyleOf } from './textStyleOf.ts';

describe('textStyleOf', () => {
  it('combines the defaults of a text block with its own styles', () => {
    expect(textStyleOf(makeTestText('t', 'x'), 600)).to.eql({
      family: 'Lato',
      sizePx: 22,
      lineHeight: 1.4,
      color: '#000000',
      align: 'left',
      bold: false,
      italic: false,
    });
    const own = makeTestText('t', 'x', { content: { fontSize: 30, color: 'hsv(0, 100%, 100%)' } });
    expect(textStyleOf(own, 600)).to.include({ sizePx: 30, color: '#FF0000' });
  });

  it('derives a button’s font size from its height and its colour from the contrast', () => {
    const button = makeTestBlock('b', {
      type: 'rich-button',
      position: { height: 0.1 },
      content: { richButtonColor: '#111111', richButtonText: { text: 'Go' } },
    });
    const style = textStyleOf(button, 600);
    expect(style?.sizePx).to.be.closeTo(20.4, 1e-9);
    expect(style).to.include({ color: '#FFFFFF', align: 'center', family: 'Lato' });
  });

  it('sizes the text of a rich button by its shape and height, unless it has a font size [B14]', () => {
    const sizeOf = (richButtonSize: string, size?: number) =>
      textStyleOf(
        makeTestBlock('b', {
          type: 'rich-button',
          position: { height: 0.25 },
          content: {
            richButtonColor: '#111111',
            richButtonText: { text: 'Go', size },
            richButtonSize,
          },
        }),
        600,
      )?.sizePx;
    expect(sizeOf('square')).to.be.closeTo(24, 1e-9);
    expect(sizeOf('regular')).to.be.closeTo(51, 1e-9);
    expect(sizeOf('square', 18)).to.equal(18);
  });

  it('sizes the text of a plain button by its shape', () => {
    const style = (buttonType: string, color: string) =>
      textStyleOf(
        makeTestBlock('b', {
          type: 'button',
          position: { height: 0.1 },
          content: { buttonType, color, text: 'Go' },
        }),
        600,
      );
    expect(style('wide', '#111')).to.include({ color: '#FFFFFF', family: 'Lato', align: 'center' });
    expect(style('wide', '#111')?.sizePx).to.be.closeTo(20.4, 1e-9);
    expect(style('square', '#FFF')?.sizePx).to.be.closeTo(9.6, 1e-9);
  });

  it('returns the defaults of a sticky note', () => {
    const note = makeTestBlock('n', {
      type: 'sticky-note',
      content: { stickyNoteColor: '#FFE27A', stickyNoteText: { text: '' } },
    });
    expect(textStyleOf(note, 600)).to.include({
      family: 'EB Garamond',
      sizePx: 16,
      color: '#000000',
    });
  });

  it('returns null for a shape', () => {
    expect(textStyleOf(makeTestBlock('s'), 600)).to.equal(null);
  });
});
