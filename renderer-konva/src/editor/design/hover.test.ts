import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

describe("the editor's stylesheets", () => {
  it('style no element as hovered on touch screens, where it would stay so after a tap', () => {
    const root = fileURLToPath(new URL('..', import.meta.url));
    let rules = 0;
    for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.css')) continue;
      const css = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
      const outside = css.replace(/@media \(hover: hover\) \{.*?\n\}/gs, (block) => {
        rules += block.match(/:hover/g)?.length ?? 0;
        return '';
      });
      expect(outside, file).not.to.contain(':hover');
    }
    expect(rules).to.be.above(10);
  });
});
