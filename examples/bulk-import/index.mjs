// Imports a price list into a page and writes the page as one HTML file.
import { readFile, writeFile } from 'node:fs/promises';
import { CobbleError, createEditor, createPage } from '@cobble/engine';
import { renderPage } from '@cobble/renderer-static';
import { importProducts, parseProducts } from './importProducts.mjs';

const csv = await readFile(new URL('./products.csv', import.meta.url), 'utf8');
const products = parseProducts(csv);

const editor = createEditor({ page: createPage({ settings: { title: 'Our prices' } }) });
const count = importProducts(editor, products);
console.log(`${editor.history.entries.at(-1)?.label}: ${count} blocks`);

// An import that does not fit the plan leaves the page as it was.
const small = createEditor({ page: createPage(), maxBlocks: 10 });
try {
  importProducts(small, products);
} catch (error) {
  if (!(error instanceof CobbleError)) throw error;
  console.log(`refused: ${error.code}, ${small.blocks.size} block on the page`);
}

// Data that changes later is not the user's edit: undo keeps it.
const [price] = [...editor.blocks.values()].filter(({ position }) => position.x === 0.7);
editor.run(() => editor.update(price?.uuid ?? '', { altText: 'reduced' }), { history: false });

const file = process.argv[2] ?? 'page.html';
await writeFile(file, renderPage(editor.page).html);
console.log(file);
