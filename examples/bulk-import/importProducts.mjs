// Adds a section with a price list for each category. All of it is one edit.
import { richTextFromPlain } from '@cobble/engine';

const ROW = 0.12;
const MARGIN = 0.08;

/**
 * @typedef {{ category: string, name: string, price: number }} Product
 */

/**
 * Reads `category,name,price`, with a header.
 *
 * @param {string} csv
 * @returns {Product[]}
 */
export function parseProducts(csv) {
  const [, ...lines] = csv.trim().split('\n');
  return lines.map((line, index) => {
    const [category = '', name = '', price = ''] = line.split(',').map((cell) => cell.trim());
    if (name === '' || !(Number(price) > 0)) throw new Error(`line ${index + 2}: ${line}`);
    return { category, name, price: Number(price) };
  });
}

/**
 * Imports products as one history entry. If one block is refused, for example because the plan
 * allows no more of them, nothing is imported.
 *
 * @param {import('@cobble/engine').Editor} editor
 * @param {readonly Product[]} products
 * @returns {number} how many blocks were added
 * @throws CobbleError with the code of the refusal
 */
export function importProducts(editor, products) {
  return editor.run(
    () => {
      let count = 0;
      for (const [category, items] of byCategory(products)) {
        const section = editor.addSection().unwrap();
        const blocks = [heading(section, category), ...items.flatMap(row(section))];
        // One call with a list is much faster than a call for each block.
        count += editor.add(blocks, { select: false }).unwrap().length;
      }
      return count;
    },
    { label: `Import ${products.length} products` },
  );
}

/**
 * @param {string} parentUuid
 * @param {string} text
 * @returns {import('@cobble/engine').NewBlock}
 */
function heading(parentUuid, text) {
  return {
    type: 'text',
    parentUuid,
    position: { x: MARGIN, y: MARGIN, width: 1 - 2 * MARGIN },
    content: { text: richTextFromPlain(text), fontSize: 44 },
  };
}

/**
 * @param {string} parentUuid
 * @returns {(product: Product, index: number) => import('@cobble/engine').NewBlock[]}
 */
function row(parentUuid) {
  return ({ name, price }, index) => {
    const y = MARGIN + (index + 1) * ROW;
    return [
      {
        type: 'text',
        parentUuid,
        position: { x: MARGIN, y, width: 0.6 },
        content: { text: richTextFromPlain(name) },
      },
      {
        type: 'text',
        parentUuid,
        position: { x: 0.7, y, width: 0.22 },
        content: { text: richTextFromPlain(price.toFixed(2), { align: 'right' }) },
      },
    ];
  };
}

/**
 * @param {readonly Product[]} products
 * @returns {Map<string, Product[]>} by category, which may be any text, even `constructor`
 */
function byCategory(products) {
  /** @type {Map<string, Product[]>} */
  const groups = new Map();
  for (const product of products) {
    const group = groups.get(product.category);
    if (group) group.push(product);
    else groups.set(product.category, [product]);
  }
  return groups;
}
