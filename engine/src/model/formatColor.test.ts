import { expect } from 'chai';
import fc from 'fast-check';
import {
  type ColorForm,
  colorFormOf,
  formatColor,
  isColor,
  normalizeColor,
  parseColor,
  type Rgb,
} from './colors.ts';

const FORMS: readonly ColorForm[] = [
  ...(['hex', 'rgb', 'rgba', 'hsl', 'hsla', 'hsv', 'hwb', 'keyword'] as const),
];
const channel = fc.integer({ min: 0, max: 255 });
const colors: fc.Arbitrary<Rgb> = fc.record({
  red: channel,
  green: channel,
  blue: channel,
  alpha: fc.integer({ min: 0, max: 255 }).map((value) => value / 255),
});
const blue: Rgb = { red: 0, green: 0, blue: 255, alpha: 1 };

describe('formatColor', () => {
  it('formats each notation as expected [V10]', () => {
    expect(FORMS.map((form) => formatColor(blue, form))).to.deep.equal([
      ...['#0000FF', 'rgb(0, 0, 255)', 'rgba(0, 0, 255, 1)', 'hsl(240, 100%, 50%)'],
      ...['hsla(240, 100%, 50%, 1)', 'hsv(240, 100%, 100%)', 'hwb(240 0% 0%)', 'blue'],
    ]);
    const half = { red: 100, green: 200, blue: 50, alpha: 0.5 };
    expect(FORMS.map((form) => formatColor(half, form))).to.deep.equal([
      ...['#64C83280', 'rgba(100, 200, 50, 0.5)', 'rgba(100, 200, 50, 0.5)'],
      ...['hsla(100, 60%, 49.02%, 0.5)', 'hsla(100, 60%, 49.02%, 0.5)'],
      ...['hsv(100, 75%, 78.43%, 0.5)', 'hwb(100 19.61% 21.57% / 0.5)', '#64C83280'],
    ]);
    expect(formatColor({ ...blue, blue: 0, alpha: 0 }, 'keyword')).to.equal('transparent');
  });

  it('round-trips in every notation [V10]', () => {
    fc.assert(
      fc.property(colors, fc.constantFrom(...FORMS), (color, form) => {
        const text = formatColor(color, form);
        expect(isColor(text), text).to.equal(true);
        expect(normalizeColor(text), text).to.equal(formatColor(color, 'hex'));
      }),
    );
  });

  it('keeps the notation unless it cannot express the colour [V10]', () => {
    const withAlpha: Partial<Record<ColorForm, ColorForm>> = { rgb: 'rgba', hsl: 'hsla' };
    fc.assert(
      fc.property(colors, fc.constantFrom(...FORMS), (color, form) => {
        const found = colorFormOf(formatColor(color, form));
        if (form === 'keyword') expect(found).to.be.oneOf(['keyword', 'hex']);
        else expect(found).to.equal((color.alpha < 1 ? withAlpha[form] : undefined) ?? form);
      }),
    );
  });
});

describe('colours', () => {
  const recognized: readonly (readonly [string, ColorForm])[] = [
    ['#abc', 'hex'],
    ['#AABBCC80', 'hex'],
    ['rgb(1, 2, 3)', 'rgb'],
    ['RGBA(1 2 3 / 50%)', 'rgba'],
    ['hsl(120deg 50% 50%)', 'hsl'],
    ['hsla(0.5turn, 1%, 2%, .3)', 'hsla'],
    ['hsv(1, 2%, 3%)', 'hsv'],
    ['hwb(1 2% 3%)', 'hwb'],
    ['tomato', 'keyword'],
  ];
  for (const [text, form] of recognized)
    it(`recognises ${text} as ${form} [V9]`, () => {
      expect(colorFormOf(text)).to.equal(form);
      expect(parseColor(text)).to.not.equal(null);
    });

  const hostile = [
    ...['red;background:url(//x)', 'red}', 'url(javascript:alert(1))', 'expression(alert(1))'],
    ...['rgb(1,2,3);x', 'rgb(1,2,3', 'rgb(var(--x),0,0)', 'var(--x)', 'calc(1)', '#12', '#ggg'],
    ...['#12345', 'rgb(1,2)', 'rgb(1,2,3,4,5)', 'hsl()', '"red"', 'red/**/', '', ' red', 'a b'],
    ...['-moz-x', 'image-set(x)', `rgb(${'1'.repeat(80)},0,0)`],
    ...['banana', 'javascript', 'inherit', 'initial', 'none', 'currentcolor', 'constructor'],
  ];
  for (const text of hostile)
    it(`rejects ${text.slice(0, 40)} [V9]`, () => {
      expect(isColor(text)).to.equal(false);
      expect(colorFormOf(text)).to.equal(null);
    });

  it('accepts no malicious string that can end a declaration, and converts colours to hex [V9]', () => {
    const piece = fc.constantFrom(
      'rgb(',
      'hsl(',
      '1',
      '.',
      '%',
      ',',
      ' ',
      '/',
      ')',
      '#',
      ';',
      '}',
      'red',
    );
    const noise = fc.array(piece, { maxLength: 60 }).map((each) => each.join(''));
    fc.assert(
      fc.property(noise, (text) => {
        const hex = normalizeColor(text);
        if (hex !== null) expect(hex).to.match(/^#[\dA-F]{6}(?:[\dA-F]{2})?$/);
        if (isColor(text)) expect(text).to.not.match(/[;{}"'<>\\:]/);
      }),
    );
  });
});
