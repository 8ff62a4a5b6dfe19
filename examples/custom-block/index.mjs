// Adds ratings to a page with an editor that has the kit, and writes the page as one HTML file.
import { writeFile } from 'node:fs/promises';
import { createEditor, createPage } from '@cobble/engine';
import { parsePage } from '@cobble/engine/parsing';
import { renderPage } from '@cobble/renderer-static';
import { rating } from './rating.mjs';

// Pass the kit wherever a page is edited, parsed or rendered. There is no registry.
const kits = [rating];

const editor = createEditor({ page: createPage(), kits });

editor.updatePage({ settings: { title: 'What people say' } });
const reviews = [
  { of: 'Our bread', stars: 4.5 },
  { of: 'Our <coffee>', stars: 3 },
];
reviews.forEach((content, row) => {
  editor.add({ type: 'rating', position: { x: 0.1, y: 0.1 + row * 0.2 }, content }).unwrap();
});

// A rating of nine stars is refused: `add` returns a code.
const tooMany = editor.add({ type: 'rating', content: { stars: 9 } });
console.log(tooMany.ok ? 'nine stars!' : `nine stars: ${tooMany.code}`);

// Parsing checks stored pages with the kit's schema.
const stored = parsePage(JSON.parse(JSON.stringify(editor.page)), { kits });
const file = process.argv[2] ?? 'page.html';
const { html, warnings } = renderPage(stored, { kits });
await writeFile(file, html);
console.log(`${file}: ${String(warnings.length)} warnings`);
