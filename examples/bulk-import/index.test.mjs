import { createEditor, createPage } from '@cobble/engine';
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importProducts, parseProducts } from './importProducts.mjs';

const root = new URL('../../', import.meta.url);

describe('examples/bulk-import', () => {
  it('imports a price list, or none of it, and writes the page', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cobble-example-'));
    try {
      const file = join(folder, 'prices.html');
      const args = ['--import', fileURLToPath(new URL('scripts/register-tsx.mjs', root))];
      const example = fileURLToPath(new URL('./index.mjs', import.meta.url));
      const output = execFileSync(
        process.execPath,
        [...args, '--conditions=@cobble/source', example, file],
        { encoding: 'utf8' },
      );
      expect(output).to.contain('Import 9 products: 21 blocks');
      expect(output).to.contain('refused: things_per_page_limit_exceeded, 1 block on the page');
      const html = readFileSync(file, 'utf8');
      expect(html).to.contain('Cinnamon bun').and.to.contain('4.20');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is one history entry', () => {
    const editor = createEditor({ page: createPage() });
    const before = editor.page;
    const products = Array.from({ length: 300 }, (_, index) => ({
      category: `Shelf ${index % 5}`,
      name: `Product ${index}`,
      price: index + 1,
    }));
    expect(importProducts(editor, products)).to.equal(605);
    editor.undo();
    expect(editor.page).to.deep.equal(before);
    expect(editor.canUndo).to.equal(false);
  });

  it('names the line that it cannot read', () => {
    expect(() => parseProducts('category,name,price\nBread,Rye,free\n')).to.throw('line 2');
  });
});
