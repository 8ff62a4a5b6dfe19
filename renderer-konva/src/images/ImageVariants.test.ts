import { expect } from 'chai';
import { imageUrlFor, type ImageVariants } from './ImageVariants.ts';

const OWN = '/assets/photo.jpg';
const variants: ImageVariants = {
  ...{ width: 1600, height: 800 },
  sources: ['image/avif', 'image/webp'].map((type) => ({
    type,
    files: [128, 512, 1024].map((width) => ({ url: `${type}/${String(width)}`, width })),
  })),
};

describe('the image variant that is loaded', () => {
  it('is the smallest one that is sharp at its size on screen [CV5]', () => {
    expect(imageUrlFor(OWN, variants, { width: 100, height: 20 })).to.equal('image/webp/128');
    expect(imageUrlFor(OWN, variants, { width: 300, height: 20 })).to.equal('image/webp/512');
    expect(imageUrlFor(OWN, variants, { width: 1024, height: 20 })).to.equal('image/webp/1024');
  });

  it('is sharp at every zoom from 10% to 800% and at device pixel ratios of 1 and 2, and no larger than needed', () => {
    const widths = [128, 512, 1024];
    for (const zoom of [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8])
      for (const dpr of [1, 2]) {
        const width = 300 * zoom * dpr;
        const file = imageUrlFor(OWN, variants, { width, height: width / 4 });
        const smallest = widths.find((each) => each >= width);
        expect(file, `${String(zoom)} at ${String(dpr)}`).to.equal(
          smallest === undefined ? OWN : `image/webp/${String(smallest)}`,
        );
      }
  });

  it('covers a box that is taller than the image', () => {
    expect(imageUrlFor(OWN, variants, { width: 100, height: 250 })).to.equal('image/webp/512');
  });

  it('is the original when zoomed far in, for animated images, and without known variants', () => {
    expect(imageUrlFor(OWN, variants, { width: 5000, height: 20 })).to.equal(OWN);
    expect(imageUrlFor(OWN, { ...variants, isAnimated: true }, { width: 9, height: 9 })).to.equal(
      OWN,
    );
    expect(imageUrlFor(OWN, null, { width: 100, height: 20 })).to.equal(OWN);
    expect(imageUrlFor(OWN, variants, undefined)).to.equal(OWN);
  });
});
