import { expect } from 'chai';
import fc from 'fast-check';
import { borderSchema, shadowSchema } from '../model/styles.ts';
import { fontSizeInput } from '../text/TextStyle.ts';
import { DEFAULT_BORDER, formatBorder, parseBorder } from './borderText.ts';
import { clampBlurPx, clampInsetPx, maxInsetPx, opacityFromPercent } from './clampStyles.ts';
import { numberInput } from './numberInput.ts';
import { DEFAULT_SHADOW, formatShadow, parseShadow } from './shadowText.ts';

const anyNumber = fc.double();

describe('number input', () => {
  it('is 0 for non-numeric text [V5]', () => {
    for (const typed of [
      '',
      ' ',
      'abc',
      '1x',
      '--1',
      'NaN',
      'Infinity',
      '1e400',
      '0x10',
      '1,5',
      '1 2',
    ])
      expect(numberInput(typed), typed).to.equal(0);
    expect(Object.is(numberInput('-0'), 0)).to.equal(true);
  });

  it('may have a sign, a decimal point and a unit [V5]', () => {
    const typed = ['12', ' 12.5 ', '-3', '+4', '.5', '7.', '12px', '50 %', '45°', '8 PX'];
    expect(typed.map(numberInput)).to.deep.equal([12, 12.5, -3, 4, 0.5, 7, 12, 50, 45, 8]);
  });

  it('is always finite [V5]', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        expect(Number.isFinite(numberInput(typed))).to.equal(true);
      }),
    );
    expect(numberInput('9'.repeat(400))).to.equal(0);
  });

  it('is ignored if it is a non-numeric font size; other sizes are at least 10 px [V6]', () => {
    for (const typed of [
      '',
      '  ',
      'big',
      '12pt',
      'NaN',
      'Infinity',
      '-Infinity',
      null,
      true,
      [],
      {},
    ])
      expect(fontSizeInput.parse(typed), JSON.stringify(typed)).to.equal(null);
    expect(
      ['22', ' 18.5 ', '3', '-4', '5000', '24px', 30].map((each) => fontSizeInput.parse(each)),
    ).to.eql([22, 18.5, 10, 10, 1000, 24, 30]);
  });
});

describe('clamping', () => {
  it('limits opacity to 0 to 100 percent [V4]', () => {
    expect([-1, 0, 48, 100, 101, NaN, Infinity].map(opacityFromPercent)).to.deep.equal([
      0, 0, 0.48, 1, 1, 0, 1,
    ]);
  });

  it('limits padding and radius to half of the smaller side [V4]', () => {
    const size = { width: 149, height: 51.5 };
    expect(maxInsetPx(size)).to.equal(25.75);
    expect(maxInsetPx({ width: 9000, height: 9000 }), 'the maximum in pages').to.equal(2000);
    expect(clampInsetPx(3000, { width: 9000, height: 9000 })).to.equal(2000);
    expect([-3, 12, 60].map((px) => clampInsetPx(px, size))).to.deep.equal([0, 12, 25.75]);
    expect(clampInsetPx(5, { width: 0, height: 10 })).to.equal(0);
    expect(clampInsetPx(5, { width: NaN, height: 10 })).to.equal(0);
  });

  it('limits blur to 0 to 20 px [V4]', () => {
    expect([-1, 0, 7.5, 20, 21].map(clampBlurPx)).to.deep.equal([0, 0, 7.5, 20, 20]);
  });

  it('always returns values that are valid in a page [V4]', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, anyNumber, (px, width, height) => {
        expect(opacityFromPercent(px)).to.be.within(0, 1);
        expect(clampBlurPx(px)).to.be.within(0, 20);
        expect(clampInsetPx(px, { width, height })).to.be.within(0, 2000);
      }),
    );
  });
});

const colors = fc.constantFrom('#000', 'tomato', 'rgba(1, 2, 3, 0.5)', 'hwb(1 2% 3% / 4%)');
const tenths = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 10, max: max * 10 }).map((value) => value / 10);

describe('the text form of borders', () => {
  it('is {n}px, a line style and a colour; the default is 2px solid #000 [V7]', () => {
    expect(formatBorder(DEFAULT_BORDER)).to.equal('2px solid #000');
    expect(parseBorder('2px solid #000')).to.deep.equal(DEFAULT_BORDER);
    expect(parseBorder('  0.5PX  Dashed  hsl(1, 2%, 3%) ')).to.deep.equal({
      widthPx: 0.5,
      style: 'dashed',
      color: 'hsl(1, 2%, 3%)',
    });
    expect(parseBorder('900px dotted red')?.widthPx).to.equal(200);
  });

  it('rejects anything else [V7]', () => {
    for (const text of [
      ...[
        '',
        'solid',
        '2 solid #000',
        '-1px solid #000',
        '2px double #000',
        '2px solid',
        '2px #000',
      ],
      ...['2px solid url(x)', '2px solid red;color:red', '2px solid red}', '2em solid red', 'none'],
    ])
      expect(parseBorder(text), text).to.equal(null);
  });

  it('round-trips to a border that is valid in a page [V7]', () => {
    const borders = fc.record({
      widthPx: tenths(0, 200),
      style: fc.constantFrom('solid' as const, 'dashed' as const, 'dotted' as const),
      color: colors,
    });
    fc.assert(
      fc.property(borders, (border) => {
        expect(parseBorder(formatBorder(border))).to.deep.equal(border);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const border = parseBorder(text);
        if (border) expect(borderSchema.safeParse(border).success).to.equal(true);
      }),
    );
  });
});

describe('the text form of shadows', () => {
  it('is x, y, blur and a colour; the default is 4px 4px 4px #000 [V8]', () => {
    expect(formatShadow(DEFAULT_SHADOW)).to.equal('4px 4px 4px #000');
    expect(parseShadow('4px 4px 4px #000')).to.deep.equal(DEFAULT_SHADOW);
    expect(parseShadow('0 -2.5px 10 rgb(1, 2, 3)')).to.deep.equal({
      xPx: 0,
      yPx: -2.5,
      blurPx: 10,
      color: 'rgb(1, 2, 3)',
    });
    expect(parseShadow('9999px -9999px 9999px red')).to.deep.include({
      xPx: 2000,
      yPx: -2000,
      blurPx: 500,
    });
    expect(parseShadow('1px 1px -3px red')?.blurPx).to.equal(0);
  });

  it('rejects anything else [V8]', () => {
    for (const text of [
      ...[
        '',
        '4px',
        '4px 4px #000',
        '4px 4px 4px',
        '4px 4px 4px 4px #000',
        'inset 1px 1px 1px red',
      ],
      ...[
        '1em 1px 1px red',
        '1px 1px 1px url(x)',
        '1px 1px 1px red;x',
        '1px 1px 1px red, 1px 1px 1px red',
      ],
    ])
      expect(parseShadow(text), text).to.equal(null);
  });

  it('round-trips to a shadow that is valid in a page [V8]', () => {
    const shadows = fc.record({
      xPx: tenths(-2000, 2000),
      yPx: tenths(-2000, 2000),
      blurPx: tenths(0, 500),
      color: colors,
    });
    fc.assert(
      fc.property(shadows, (shadow) => {
        const again = parseShadow(formatShadow(shadow));
        expect(again).to.deep.equal({ ...shadow, xPx: shadow.xPx + 0, yPx: shadow.yPx + 0 });
        expect(shadowSchema.safeParse(again).success).to.equal(true);
      }),
    );
  });
});
