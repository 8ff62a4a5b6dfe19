import { expect } from 'chai';
import { richTextCss } from './richTextCss.ts';

describe('richTextCss', () => {
  it('sizes headings by tag and leaves their weight to the text', () => {
    const rules = new Map(richTextCss());
    expect(rules.get(' h1')).to.deep.equal([['font-size', '64px']]);
    expect(rules.get(' h4')).to.deep.equal([['font-size', '26px']]);
  });

  it('formats sizes and heading selectors with the functions it receives', () => {
    const rules = new Map(
      richTextCss({
        fontSize: (px) => `calc(${String(px)}px*var(--s))`,
        heading: (level) => `.h${String(level)}`,
      }),
    );
    expect(rules.get(' .h2')).to.deep.equal([['font-size', 'calc(44px*var(--s))']]);
  });

  it('has a single selector in every suffix, so that a prefix is enough', () => {
    for (const [suffix] of richTextCss())
      expect(suffix.replace(/\(.*?\)/g, '')).to.match(/^ [^,]+$/);
  });
});
