import { expect } from 'chai';
import { insetsOf } from './insets.ts';

describe('insetsOf', () => {
  const insets = (paddingPx: number, widthPx: number, size: [number, number]) => {
    const border = { widthPx, color: '#000000', style: 'solid' } as const;
    const shown = insetsOf({ styles: { paddingPx, border } }, { width: size[0], height: size[1] });
    return [shown.borderPx, shown.paddingPx];
  };

  it('limits border and padding to half of the shorter side, or they would enlarge the block [B14]', () => {
    expect(insets(12, 2, [200, 100])).to.eql([2, 12]);
    expect(insets(60, 2, [200, 100])).to.eql([2, 48]);
    expect(insets(60, 2, [40, 100])).to.eql([2, 18]);
    expect(insets(60, 80, [200, 100])).to.eql([50, 0]);
    expect(insets(60, 2, [200, Infinity])).to.eql([2, 60]);
    expect(insetsOf({ styles: {} }, { width: 10, height: 10 })).to.eql({
      borderPx: 0,
      paddingPx: 0,
    });
  });
});
