import { expect } from 'chai';
import { DEFAULT_FONT, findFont } from '../fonts/fonts.ts';
import {
  FONT_SIZE_PRESETS,
  HEADING_SIZES_PX,
  LINE_HEIGHT_PRESETS,
  MIN_FONT_SIZE_PX,
  TEXT_DEFAULTS,
} from './TextStyle.ts';

describe('text sizes', () => {
  it('are 64, 44, 32 and 26 px for headings and 22 for paragraphs [T5]', () => {
    expect(HEADING_SIZES_PX).to.deep.equal([64, 44, 32, 26]);
    expect(TEXT_DEFAULTS).to.deep.include({ sizePx: 22, lineHeight: 1.4, align: 'left' });
    expect(findFont(DEFAULT_FONT)?.bundled).to.equal(true);
  });

  it('have named presets, as line heights do [T5]', () => {
    expect(Object.fromEntries(FONT_SIZE_PRESETS)).to.deep.equal({
      Small: 16,
      Medium: 20,
      Large: 32,
      'Extra Large': 48,
      Humongo: 72,
    });
    expect(Object.fromEntries(LINE_HEIGHT_PRESETS)).to.deep.equal({
      Single: 1,
      Compact: 1.25,
      Regular: 1.5,
      Double: 2,
    });
    expect(MIN_FONT_SIZE_PX).to.equal(10);
  });
});
