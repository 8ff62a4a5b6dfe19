import { bundledFontFiles, createFontLookup, FONTS } from '@cobble/engine/fonts';
import { expect } from 'chai';
import { fontPreloads } from './fontPreloads.ts';

describe('fonts that are fetched ahead', () => {
  const bundled = FONTS.filter((font) => font.bundled);

  it('are one file of each family: first those of the product, then all that the server has [ED8]', () => {
    const all = createFontLookup(() => true);
    expect(fontPreloads('base', all)).to.have.length(bundled.length);
    expect(fontPreloads('all', all)).to.have.length(FONTS.length);
    for (const url of fontPreloads('all', all))
      expect(url).to.match(/^\/fonts\/[a-z0-9-]+-latin-400-normal\.woff2$/);
  });

  it('are none that the server does not have', () => {
    expect(fontPreloads('all', bundledFontFiles)).to.have.length(bundled.length);
    expect(fontPreloads('base', () => null)).to.deep.equal([]);
  });
});
