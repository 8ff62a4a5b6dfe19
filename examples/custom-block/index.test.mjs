import { findDefinition } from '@cobble/engine';
import { runBlockKitTests } from '@cobble/engine/testing';
import { renderPage } from '@cobble/renderer-static';
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rating } from './rating.mjs';
import paintRating from './ratingCanvas.mjs';

const root = new URL('../../', import.meta.url);

describe('examples/custom-block', () => {
  // The tests for authors of kits, with mocha, vitest or node:test.
  const contents = [
    { stars: 0, of: '', color: '#000000' },
    { stars: 5, of: 'Ünïcödé 🥖 '.repeat(8), color: '#FFB52E' },
  ];
  runBlockKitTests(rating, { describe, it, renderPage, contents });

  it('writes a page with its blocks, escaped, and a label for screen readers', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cobble-example-'));
    try {
      const file = join(folder, 'bakery.html');
      const args = ['--import', fileURLToPath(new URL('scripts/register-tsx.mjs', root))];
      const example = fileURLToPath(new URL('./index.mjs', import.meta.url));
      const output = execFileSync(
        process.execPath,
        [...args, '--conditions=@cobble/source', example, file],
        { encoding: 'utf8' },
      );
      expect(output).to.contain('nine stars: invalid_block').and.to.contain('0 warnings');
      const html = readFileSync(file, 'utf8');
      expect(html).to.contain('aria-label="Our bread: 4.5 of 5 stars"');
      expect(html).to.contain('Our &lt;coffee&gt;</p>');
      expect(html).to.contain('inset(0 50% 0 0)');
      expect(html).not.to.contain('<script');
    } finally {
      rmSync(folder, { recursive: true });
    }
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
