// Builds a page with the engine, without a browser, and writes it as one HTML file.
import { writeFile } from 'node:fs/promises';
import { createEditor, createPage, richTextFromPlain } from '@cobble/engine';
import { renderPage } from '@cobble/renderer-static';

const editor = createEditor({ page: createPage() });

/** @param {import('@cobble/engine').NewBlock} block */
const add = (block) => {
  editor.add(block).unwrap();
};
editor.updatePage({
  settings: { title: 'Saturday market' },
  style: { backgroundColor: '#FBF7F0' },
});
const sun = { shapeType: 'oval', shapeColor: '#FFB52E' };
add({ type: 'shape', position: { x: 0.3, y: 0.08, width: 0.4, height: 0.4 }, content: sun });
const title = { text: richTextFromPlain('Saturday market', { align: 'center' }), fontSize: 44 };
add({ type: 'text', position: { x: 0.1, y: 0.22, width: 0.8, height: 0.15 }, content: title });
const note = { stickyNoteText: { text: 'Bring a bag!', font: 'Caveat', size: 28 } };
const tilted = { x: 0.1, y: 0.6, width: 0.3, height: 0.3, rotationDeg: -5 };
add({ type: 'sticky-note', position: tilted, content: note });
const label = { richButtonText: { text: 'Find us', bold: true } };
const link = { hyperlink: 'https://www.openstreetmap.org/' };
const position = { x: 0.48, y: 0.68, width: 0.42, height: 0.12 };
add({ type: 'rich-button', position, content: label, properties: link });

const file = process.argv[2] ?? 'page.html';
const { html, weight } = renderPage(editor.page);
await writeFile(file, html);
console.log(`${file}: ${weight.html} bytes, no JavaScript`);
