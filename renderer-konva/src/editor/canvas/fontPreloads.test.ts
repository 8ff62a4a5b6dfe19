import { bundledFontFiles, createFontLookup, FONTS } from '@cobble/engine/fonts';
import { expect } from 'chai';
import { fontPreloads } from './fontPreloads.ts';

describe('font preloads', () => {
  const bundled = FONTS.filter((font) => font.bundled);

  it('contain one file per family: the bundled families first, then all that the server has [ED8]', () => {
    const all = createFontLookup(() => true);
    expect(fontPreloads('base', all)).to.have.length(bundled.length);
    expect(fontPreloads('all', all)).to.have.length(FONTS.length);
    for (const url of fontPreloads('all', all))
      expect(url).to.match(/^\/fonts\/[a-z0-9-]+-latin-400-normal\.woff2$/);
  });

  it('come from where the host serves them, not from its /fonts', () => {
    for (const url of fontPreloads('base', bundledFontFiles, 'https://cdn.example/f'))
      expect(url).to.match(/^https:\/\/cdn\.example\/f\/[a-z0-9-]+\.woff2$/);
  });

  it('contain no font that the server does not have', () => {
    expect(fontPreloads('all', bundledFontFiles)).to.have.length(bundled.length);
    expect(fontPreloads('base', () => null)).to.deep.equal([]);
  });
});
