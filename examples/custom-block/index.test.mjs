import { findDefinition } from '@cobble/engine';
import { runBlockKitTests } from '@cobble/engine/testing';
import { renderPage } from '@cobble/renderer-static';
import { expect } from 'chai';
import { runExample } from '../runExample.mjs';
import { rating } from './rating.mjs';
import paintRating from './ratingCanvas.mjs';

describe('examples/custom-block', function () {
  // One of the tests starts Node.
  this.timeout(120_000);

  // The tests for authors of kits, with mocha, vitest or node:test.
  const contents = [
    { stars: 0, of: '', color: '#000000' },
    { stars: 5, of: 'Ünïcödé 🥖 '.repeat(8), color: '#FFB52E' },
  ];
  runBlockKitTests(rating, { describe, it, renderPage, contents });

  it('writes a page with its blocks, escaped, and a label for screen readers', () => {
    const { output, html } = runExample(import.meta.url);
    expect(output).to.contain('nine stars: invalid_block').and.to.contain('0 warnings');
    expect(html).to.contain('aria-label="Our bread: 4.5 of 5 stars"');
    expect(html).to.contain('Our &lt;coffee&gt;</p>');
    expect(html).to.contain('inset(0 50% 0 0)');
    expect(html).not.to.contain('<script');
  });

  it('paints four and a half stars for a rating of 4.5', () => {
    /** @type {unknown[][]} */
    const calls = [];
    const record =
      (/** @type {string} */ name) =>
      (/** @type {unknown[]} */ ...values) => {
        calls.push([name, ...values]);
      };
    const target = new Proxy(/** @type {Record<string, unknown>} */ ({}), {
      get: (own, name) => own[String(name)] ?? record(String(name)),
    });
    const content = rating.block.defaultContent(() => 0.5);
    paintRating(
      /** @type {never} */ ({
        block: { content },
        target,
        content: { x: 0, y: 0, width: 260, height: 84 },
        path: (/** @type {string} */ data) => ({ data }),
      }),
    );
    const cuts = calls.filter(([name]) => name === 'rect').map(([, , , width]) => width);
    expect(cuts).to.deep.equal([24, 24, 24, 24, 12]);
    expect(calls.filter(([name]) => name === 'save').length).to.equal(
      calls.filter(([name]) => name === 'restore').length,
    );
  });

  it('is supported only where the kit is passed', () => {
    expect(findDefinition('rating')).to.equal(null);
    expect(findDefinition('rating', [rating])?.type).to.equal('rating');
  });
});
