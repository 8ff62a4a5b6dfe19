// Adds ratings to a page with an editor that has the kit, and writes the page as one HTML file.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createBlankPage, createEditor } from '@cobble/engine';
import { parsePage } from '@cobble/engine/parsing';
import { renderPage } from '@cobble/renderer-static';
import { rating } from './rating.mjs';

// Pass the kit wherever a page is created, parsed or rendered. There is no registry.
const kits = [rating];

const server = { ID: 1, site: { ID: 1, slug: 'bakery' }, accountID: 1, isDisabled: false };
const now = new Date().toISOString();
const draft = createBlankPage({ slug: 'main', createId: randomUUID });
const page = { ...draft, ...server, revision: 0, createdAt: now, updatedAt: now };
const editor = createEditor({ page, kits });

editor.updatePage({ settings: { title: 'What people say' } });
const reviews = [
  { of: 'Our bread', stars: 4.5 },
  { of: 'Our <coffee>', stars: 3 },
];
reviews.forEach((content, row) => {
  const added = editor.add({ type: 'rating', position: { x: 0.1, y: 0.1 + row * 0.2 }, content });
  if (!added.ok) throw new Error(added.code);
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
