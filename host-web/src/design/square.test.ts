import { readFileSync } from 'node:fs';
import { expect } from 'chai';

describe('square.css', () => {
  it('has the same dark colours for the system setting and for the selected theme', () => {
    const css = readFileSync(new URL('square.css', import.meta.url), 'utf8');
    const [, day = '', bySystem = '', byChoice = ''] = css.split(/:root[^{]*\{/);
    const colors = (text: string) =>
      [...text.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => `${name}: ${value}`);
    expect(colors(bySystem)).to.deep.equal(colors(byChoice));
    expect(colors(byChoice).length).to.be.above(20);
    const known = new Set(colors(day).map((each) => each.split(':')[0]));
    for (const each of colors(byChoice)) expect(known.has(each.split(':')[0])).to.equal(true);
  });
});
