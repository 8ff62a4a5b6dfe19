import { expect } from 'chai';
import { renderPage } from '../renderPage.ts';
import { makeBlock, makePage, makeSection } from '../testing/makePage.ts';

describe('clusters alone in a row on phones', () => {
  /** Horizontal alignment in the free space, read from the style sheet. */
  const alignment = (widthOfSection: number, x: number): string | undefined => {
    const section = makeSection('s1', 1);
    const page = makePage(
      [
        { ...section, position: { ...section.position, width: widthOfSection } },
        makeBlock({ uuid: 'dot', type: 'shape', position: { x, width: 0.2, height: 0.2 } }),
      ],
      { phoneLayout: 'automatic' },
    );
    return /16px \+ \(.*?\)\*([\d.]+)\)/.exec(renderPage(page).css)?.[1];
  };

  it('stay on their side of the window, even in sections wider than the window', () => {
    expect(alignment(1, 0.4)).to.equal('0.5');
    expect(alignment(2, 0.9)).to.equal('0.5');
    expect(alignment(2, 0.5 + 0.6)).to.equal('0.75');
  });
});
