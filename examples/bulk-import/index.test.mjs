import { createEditor, createPage } from '@cobble/engine';
import { expect } from 'chai';
import { runExample } from '../runExample.mjs';
import { importProducts, parseProducts } from './importProducts.mjs';

describe('examples/bulk-import', function () {
  // One of the tests starts Node.
  this.timeout(120_000);

  it('imports a price list, or none of it, and writes the page', () => {
    const { output, html } = runExample(import.meta.url);
    expect(output).to.contain('Import 9 products: 21 blocks');
    expect(output).to.contain('refused: things_per_page_limit_exceeded, 1 block on the page');
    expect(html).to.contain('Cinnamon bun').and.to.contain('4.20');
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

  it('imports categories with the names of properties that every object has', () => {
    const editor = createEditor({ page: createPage() });
    const csv = 'category,name,price\nconstructor,Rye,4\n__proto__,Bun,3\nconstructor,Roll,2\n';
    expect(importProducts(editor, parseProducts(csv))).to.equal(8);
  });

  it('names the line that it cannot read', () => {
    expect(() => parseProducts('category,name,price\nBread,Rye,free\n')).to.throw('line 2');
  });
});
