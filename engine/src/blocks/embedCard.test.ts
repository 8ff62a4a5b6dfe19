import { expect } from 'chai';
import { contrastRatio } from '../model/colors.ts';
import { brandIconColor, layoutEmbedCard } from './embedCard.ts';
import { EMBED_PLATFORMS } from './embeds.ts';

const layout = (width: number, height: number, isVideo = false, hasImage = false) =>
  layoutEmbedCard({ width, height }, { isVideo, hasImage });

describe('layoutEmbedCard', () => {
  it('shows text where there is space for it', () => {
    expect(layout(60, 60)).to.include({ layout: 'mark', actionPx: null });
    expect(layout(400, 30)).to.include({ layout: 'mark' });
    expect(layout(400, 56)).to.include({ layout: 'row', actionPx: null });
    expect(layout(480, 100)).to.include({ layout: 'row', actionPx: 14 });
    expect(layout(300, 300)).to.include({ layout: 'column', actionPx: 14 });
  });

  it('never makes the icon larger than the block, or text smaller than 14 px', () => {
    for (let width = 18; width < 700; width += 31)
      for (let height = 18; height < 700; height += 29) {
        const card = layout(width, height);
        expect(card.tilePx).to.be.at.most(Math.min(width, height));
        expect(Math.min(card.titlePx, card.actionPx ?? 14)).to.be.at.least(14);
      }
  });

  it('shows a screen for videos, except in the row layout, or in the mark layout without a thumbnail', () => {
    expect(layout(329, 185, true).isScreen).to.equal(true);
    expect(layout(60, 60, true, true).isScreen).to.equal(true);
    expect(layout(60, 60, true, false).isScreen).to.equal(false);
    expect(layout(480, 80, true, true).isScreen).to.equal(false);
    expect(layout(300, 300).isScreen).to.equal(false);
  });

  it('picks an icon colour with enough contrast to the brand colour', () => {
    expect(brandIconColor('#FF0000')).to.equal('#FFFFFF');
    expect(brandIconColor('#1ED760')).to.equal('#000000');
    for (const { color } of EMBED_PLATFORMS) {
      const icon = brandIconColor(color);
      expect(icon).to.match(/^#(0{6}|F{6})$/);
      expect(contrastRatio(icon, color), color).to.be.at.least(2.2);
    }
  });
});
