import { expect } from 'chai';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestText } from '../testing/makeTestPage.ts';
import { EditorState } from './EditorState.ts';
import type { Environment } from '../model/Environment.ts';
import { neededTextHeight } from './textSize.ts';

const block = makeTestText('t', 'Hi');

/** The height that the block needs at half of the window's width. */
function heightWith(measureTextHeight: Environment['measureTextHeight']): number | null {
  const { page } = makeTestEditor([block]);
  return neededTextHeight(
    new EditorState({ page, environment: { measureTextHeight } }),
    block,
    0.5,
  );
}

describe('neededTextHeight', () => {
  it('adds 2 px to the height that is measured at the given width, in px [T6]', () => {
    const widths: number[] = [];
    const height = heightWith(({ widthPx }) => {
      widths.push(widthPx);
      return 54.8;
    });
    expect(height).to.be.closeTo(56.8 / 600, 1e-12);
    expect(widths).to.deep.equal([300]);
  });

  it('is null if text cannot be measured, or if measuring fails [T6]', () => {
    for (const measured of [0, -1, Infinity]) expect(heightWith(() => measured)).to.equal(null);
    expect(heightWith(null)).to.equal(null);
  });

  it('is the height of a text whose content changes, unless its height was set [T6]', () => {
    const own = makeTestText('own', 'Hi', { content: { ...block.content, useAutosize: false } });
    const environment = { measureTextHeight: () => 118 };
    const editor = makeTestEditor([block, own], { environment });
    for (const uuid of ['t', 'own']) editor.update(uuid, { content: { fontSize: 40 } });
    expect(editor.blocks.get('t')?.position.height).to.be.closeTo(120 / 600, 1e-9);
    expect(editor.blocks.get('own')?.position.height).to.equal(own.position.height);
  });

  it('keeps the first line of a rotated text in place while its text grows and shrinks [T6]', () => {
    let heightPx = 58;
    const environment = { measureTextHeight: () => heightPx };
    const position = { ...block.position, rotationDeg: 90 };
    const editor = makeTestEditor([{ ...block, position }], { environment });
    /** The middle of the top edge, which is on the right of a box rotated by 90 degrees. */
    const topEdge = () => {
      const box = editor.blocks.get('t')?.position ?? position;
      return [box.x + box.width / 2 + box.height / 2, box.y + box.height / 2];
    };
    const before = topEdge();
    for (const height of [238, 118, 58]) {
      heightPx = height;
      editor.update('t', { content: { fontSize: height } });
      expect(editor.blocks.get('t')?.position.height).to.be.closeTo((height + 2) / 600, 1e-9);
      topEdge().forEach((at, index) => expect(at).to.be.closeTo(before[index] ?? NaN, 1e-5));
    }
  });
});
