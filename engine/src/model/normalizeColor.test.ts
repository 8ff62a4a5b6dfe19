import { expect } from 'chai';
import { contrastRatio, normalizeColor, readableTextColor } from './colors.ts';

describe('normalizeColor', () => {
  const cases: [color: string, hex: string | null][] = [
    ['#abc', '#AABBCC'],
    ['#ABCD', '#AABBCCDD'],
    ['#2b4eff', '#2B4EFF'],
    ['rgb(255, 0, 10)', '#FF000A'],
    ['rgba(255 0 10 / 50%)', '#FF000A80'],
    ['rgb(100%, 0%, 50%)', '#FF0080'],
    ['hsl(120, 100%, 25%)', '#008000'],
    ['hsla(0.5turn, 100%, 50%, 0.5)', '#00FFFF80'],
    ['hsv(240, 100%, 100%)', '#0000FF'],
    ['hwb(0 0% 0%)', '#FF0000'],
    ['hwb(90 60% 60%)', '#808080'],
    ['RebeccaPurple', '#663399'],
    ['transparent', '#00000000'],
    ['currentcolor', null],
    ['notacolor', null],
    ['constructor', null],
    ['red;', null],
  ];
  for (const [color, hex] of cases)
    it(`converts ${color} to ${String(hex)}`, () => {
      expect(normalizeColor(color)).to.equal(hex);
    });
});

describe('readableTextColor', () => {
  it('returns the colour with more contrast', () => {
    expect(readableTextColor('#FFE27A')).to.equal('#000000');
    expect(readableTextColor('#2B4EFF')).to.equal('#FFFFFF');
    expect(readableTextColor('rgba(0, 0, 0, 0.1)')).to.equal('#000000');
    expect(readableTextColor('nothing')).to.equal('#000000');
    expect(contrastRatio('#000', '#fff')).to.equal(21);
  });
});
