import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { assignColors, ON_PERSON_COLOR, PERSON_COLORS, QUIET_COLOR } from './personColors.ts';

const tokens = readFileSync(new URL('../editor/design/tokens.css', import.meta.url), 'utf8');

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

describe("a person's colour", () => {
  it('can be read below a name, and is the design token of the same name [PR2]', () => {
    for (const { name, hex } of PERSON_COLORS) {
      expect(contrast(hex, ON_PERSON_COLOR), name).to.be.at.least(4.5);
      expect(tokens).to.include(`--cobble-color-person-${name}: ${hex};`);
    }
    expect(contrast(QUIET_COLOR, ON_PERSON_COLOR)).to.be.at.least(4.5);
  });

  it('differs from those of seven others, and stays while others come and go [PR2]', () => {
    let known: ReadonlyMap<string, number> = new Map();
    const keys = Array.from({ length: 8 }, (_, index) => `account ${String(index)}`);
    for (let count = 1; count <= keys.length; count += 1) {
      const assigned = assignColors(keys.slice(0, count), known);
      for (const [key, color] of known) expect(assigned.get(key)).to.equal(color);
      known = assigned;
    }
    expect(new Set(known.values()).size).to.equal(8);
    const without = assignColors(keys.slice(4), known);
    for (const key of keys.slice(4)) expect(without.get(key)).to.equal(known.get(key));
    const nine = assignColors([...keys, 'a ninth'], known);
    expect(nine.get('a ninth')).to.be.within(0, 7);
  });

  it('is mostly the same for everyone, whoever they have met before [PR2]', () => {
    const alone = assignColors(['account 5'], new Map()).get('account 5');
    expect(assignColors(['account 5', 'account 6'], new Map()).get('account 5')).to.equal(alone);
  });
});
