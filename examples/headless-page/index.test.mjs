import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { runExample } from '../runExample.mjs';

describe('examples/headless-page', function () {
  // One of the tests starts Node.
  this.timeout(120_000);

  it('writes a page in at most 40 lines of code', () => {
    const { html } = runExample(import.meta.url);
    expect(html).to.match(/^<!DOCTYPE html>/);
    expect(html).to.contain('<title>Saturday market</title>');
    expect(html).to.contain('Bring a bag!');
    expect(html).to.contain('href="https://www.openstreetmap.org/"');
    expect(html).not.to.contain('<script');
    const code = readFileSync(new URL('./index.mjs', import.meta.url), 'utf8');
    expect(code.split('\n').length).to.be.below(41);
  });
});
