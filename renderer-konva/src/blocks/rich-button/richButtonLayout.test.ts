import type { BuiltinBlockOf } from '@cobble/engine';
import { expect } from 'chai';
import { plainResources, recordingTarget } from '../../testing/recordingTarget.ts';
import { editedBlockText } from '../../text-editing/editedBlockText.ts';
import { shownHeightPx } from '../contentsHeight.ts';
import { paintBlock } from '../paintBlock.ts';
import { layoutRichButton } from './richButtonLayout.ts';

/** A button of 448 by 68 px with an icon. Without a browser, its lines take all of the width. */
const button = (text: string, paddingPx = 0): BuiltinBlockOf<'rich-button'> => ({
  uuid: 'b',
  type: 'rich-button',
  position: { x: 0, y: 0, width: 448 / 600, height: 68 / 600, rotationDeg: 0, zIndex: 1 },
  properties: {},
  styles: { paddingPx },
  content: {
    richButtonColor: '#2B4EFF',
    richButtonText: { text, size: 20 },
    richButtonIcon: { icon: 'mail', placement: 'left' },
  },
});

const layout = (text: string, paddingPx = 0) => {
  const width = 448 - 2 * paddingPx;
  const inside = { x: paddingPx, y: 0, width, height: 68 };
  const { texts } = plainResources();
  return layoutRichButton(button(text, paddingPx), inside, 600, texts);
};

describe('the layout of a rich button', () => {
  it('ignores line breaks at the end of a label, as browsers do, unless it is edited [TX12]', () => {
    const painted = (text: string) => {
      const recording = recordingTarget();
      paintBlock(recording.target, button(text), plainResources());
      return recording.calls.filter(([name]) => name === 'fillText');
    };
    expect(painted('Order online')).to.have.length(1);
    for (const text of ['Order online\n', 'Order online \n\n'])
      expect(painted(text), JSON.stringify(text)).to.eql(painted('Order online'));
    expect(painted('Order\nonline')).to.have.length(2);
    expect(shownHeightPx(button('a\n\n\n\n\n'), plainResources())).to.be.closeTo(68, 0.01);
    // The caret can be after the line break.
    expect(layout('Order\n').text?.layout.lines).to.have.length(2);
  });

  it('keeps a long label and its icon off the edges, and leaves short labels and larger paddings as they are [B14]', () => {
    const long = 'Order online for pick up in the shop on the square';
    const lefts = [layout(long), layout(long, 12), layout('Order')].map(({ icon }) => icon?.x);
    expect(lefts, '0.4 of the font size, the padding, the edge').to.eql([8, 12, 0]);
    const { text } = layout(long);
    expect((text?.box.x ?? 0) + (text?.box.width ?? 0)).to.equal(440);
  });

  it('has the padding that the published page limits to half of its height, or its label would move when it is published [B14]', () => {
    const long = 'Order online for pick up in the shop on the square';
    for (const [heightPx, sidePx, paddingPx] of [
      [80, 40, 40],
      [20, 10, 10],
      // The least padding at the sides is more than what the button has room for.
      [12, 8, 6],
    ] as const) {
      const { position, ...rest } = button(long, 40);
      const low = { ...rest, position: { ...position, height: heightPx / 600 } };
      const text = editedBlockText(low, plainResources());
      const right = (text?.box.x ?? 0) + (text?.box.width ?? 0);
      expect(448 - right, `${String(heightPx)}: side`).to.be.closeTo(sidePx, 0.01);
      const iconPx = 24;
      expect(shownHeightPx(low, plainResources())).to.be.closeTo(iconPx + 2 * paddingPx, 0.01);
    }
  });
});
