import { expect } from 'chai';
import { readBackground } from './readBackground.ts';
import { readBorder } from './readBorder.ts';
import { readProperties } from './readProperties.ts';
import { readShadow } from './readShadow.ts';
import { readStyles } from './readStyles.ts';

const border = (widthPx: number, style: string, color: string) => ({ widthPx, style, color });
const shadow = (xPx: number, yPx: number, blurPx: number, color: string) => ({
  xPx,
  yPx,
  blurPx,
  color,
});

describe('legacy styles [G8]', () => {
  const borders: [unknown, unknown][] = [
    ['2px solid #000', border(2, 'solid', '#000')],
    ['3.5px DOTTED rgba(1, 2, 3, 0.5)', border(3.5, 'dotted', 'rgba(1, 2, 3, 0.5)')],
    ['red dashed 1px', border(1, 'dashed', 'red')],
    ['4px groove blue', border(4, 'solid', 'blue')],
    ['solid', border(2, 'solid', '#000')],
    ['999px solid red', border(200, 'solid', 'red')],
    ['none', null],
    ['', null],
    ['thick', null],
    [
      { width: '6', style: 'dashed', color: 'red', note: 1 },
      { ...border(6, 'dashed', 'red'), note: 1 },
    ],
    [{ style: 'none' }, null],
    [{}, border(2, 'solid', '#000')],
    [border(1, 'solid', 'red'), border(1, 'solid', 'red')],
    [7, null],
  ];
  for (const [input, expected] of borders)
    it(`reads the border ${JSON.stringify(input)}`, () => {
      expect(readBorder(input)).to.eql(expected);
    });

  const shadows: [unknown, unknown][] = [
    ['4px 4px 4px #000', shadow(4, 4, 4, '#000')],
    ['rgb(1, 2, 3) -2px 3px', shadow(-2, 3, 0, 'rgb(1, 2, 3)')],
    ['drop-shadow(1px 2px 3px red)', shadow(1, 2, 3, 'red')],
    ['1px 2px 3px 4px red', shadow(1, 2, 3, 'red')],
    ['9999px 0 9999px red', shadow(2000, 0, 500, 'red')],
    ['dark', null],
    [
      { x: 1, y: '2px', blur: 3, color: 'red', own: 1 },
      { ...shadow(1, 2, 3, 'red'), own: 1 },
    ],
    [{}, shadow(4, 4, 4, '#000')],
    [shadow(1, 1, 1, 'red'), shadow(1, 1, 1, 'red')],
    [null, null],
  ];
  for (const [input, expected] of shadows)
    it(`reads the shadow ${JSON.stringify(input)}`, () => {
      expect(readShadow(input)).to.eql(expected);
    });

  const backgrounds: [unknown, unknown][] = [
    ['tomato', { color: 'tomato' }],
    ['url("https://x.example/a.png")', { imageUrl: 'https://x.example/a.png' }],
    ['url(//x.example/a.png) no-repeat', { imageUrl: 'https://x.example/a.png' }],
    ['url(javascript:alert(1))', null],
    ['linear-gradient(red, blue)', null],
    [
      { color: 'red', size: 'cover', own: 1 },
      { color: 'red', size: 'cover', own: 1 },
    ],
    [
      { size: '100% 100%', repeat: false },
      { size: 'stretch', repeat: 'no-repeat' },
    ],
    [{ size: '250% auto' }, { size: 'tile', tilePercent: 100 }],
    [{ imageUrl: '//x.example/a.png' }, { imageUrl: 'https://x.example/a.png' }],
    [3, null],
  ];
  for (const [input, expected] of backgrounds)
    it(`reads the background ${JSON.stringify(input)}`, () => {
      expect(readBackground(input)).to.eql(expected);
    });

  const warnings: string[] = [];
  const warn = (path: readonly string[], code: string): void =>
    void warnings.push(`${path.join('.')} ${code}`);
  beforeEach(() => warnings.splice(0));

  it('renames lengths with their unit, resolves percentages of the block, and clamps', () => {
    const size = { width: 200, height: 100 };
    const read = (styles: Record<string, unknown>) => readStyles(styles, [], size, warn);
    expect(read({ padding: '12px', borderRadius: '50%', blur: 40, opacity: '40%' })).to.eql({
      paddingPx: 12,
      borderRadiusPx: 50,
      blurPx: 20,
      opacity: 0.4,
    });
    expect([0.5, 1, 1.5, 40, 400, -1].map((opacity) => read({ opacity }).opacity)).to.eql([
      0.5, 1, 1, 0.4, 1, 0,
    ]);
    expect(read({ padding: 3, paddingPx: 4, shine: 1 })).to.eql({
      padding: 3,
      paddingPx: 4,
      shine: 1,
    });
    expect(read({ padding: null, border: 'none', boxShadow: '', overflow: 'auto' })).to.eql({
      overflow: 'scroll',
    });
    expect(warnings).to.eql([]);
    expect(read({ padding: 'wide', opacity: {}, border: [] })).to.eql({});
    expect(warnings).to.eql([
      'styles.padding value_dropped',
      'styles.border value_dropped',
      'styles.opacity value_dropped',
    ]);
  });

  it('shows a block of more than 100% opacity as opaque, not as almost invisible', () => {
    const read = (opacity: unknown) => readStyles({ opacity }, [], { width: 1, height: 1 }, warn);
    expect(['100%', '199%', '200%', ' 1e3% ', '-5%', '200', 200, '2'].map(read)).to.eql(
      [1, 1, 1, 1, 0, 1, 1, 0.02].map((opacity) => ({ opacity })),
    );
    expect(warnings).to.eql([]);
  });

  it('reads timestamps, link targets and HTML ids', () => {
    const read = (properties: Record<string, unknown>) => readProperties(properties, [], warn);
    const stamps = [true, false, 'visible', 'hidden', 'hover', 'always', null].map(
      (displayTimestamp) => read({ displayTimestamp }).displayTimestamp,
    );
    expect(stamps).to.eql(['always', 'off', 'always', 'off', 'hover', 'always', undefined]);
    const targets = ['_self', 'same', 'new', ' _BLANK ', null].map(
      (hyperlinkTarget) => read({ hyperlinkTarget }).hyperlinkTarget,
    );
    expect(targets).to.eql(['_self', '_self', '_blank', '_blank', undefined]);
    expect(read({ htmlId: 'my <br> place&nbsp;' }).htmlId).to.equal('myplace');
    expect(read({ htmlId: '!!' })).to.eql({});
    expect(warnings).to.eql([]);
    expect(
      read({ displayTimestamp: 'often', hyperlinkTarget: '_parent', htmlId: 9, hideOn: 'tablet' }),
    ).to.eql({ hideOn: 'tablet' });
    expect(warnings).to.have.length(3);
  });
});
