/* global window, document */
import {
  createBlankPage,
  createEditor,
  defaultEnvironment,
  richTextFromPlain,
} from '@cobble/engine';
import { CobbleCanvas, createTextMeasurers } from '@cobble/renderer-konva';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { frames, waitUntil } from './frames.mjs';

const REFERENCE = 600;
const contents = {
  text: ({ text, color }) => ({
    text: richTextFromPlain(text),
    useAutosize: false,
    fontSize: 12,
    color,
  }),
  rectangle: ({ color }) => ({ shapeType: 'rectangle', shapeColor: color }),
  ellipse: ({ color }) => ({ shapeType: 'oval', shapeColor: color }),
  note: ({ text }) => ({ stickyNoteColor: '#FFE27A', stickyNoteText: { text, size: 10 } }),
  button: ({ text, color }) => ({ richButtonColor: color, richButtonText: { text, size: 10 } }),
};
const types = { rectangle: 'shape', ellipse: 'shape', note: 'sticky-note', button: 'rich-button' };

let page;
let editor;
let left = 0;

window.bench = {
  prepare(blocks, { columns, zoom }) {
    let next = 0;
    const createId = () => `id${(next += 1)}`;
    const draft = createBlankPage({ slug: 'bench', createId });
    const [section] = Object.values(draft.things);
    left = columns * 64 > 2000 ? (REFERENCE - columns * 64) / 2 : (REFERENCE - 1280) / 2;
    // A section per 200 blocks, as in real pages.
    const rows = Math.max(1, Math.round(200 / columns));
    const height = (rows * 66) / REFERENCE;
    const things = {};
    const count = Math.ceil(blocks.length / (rows * columns));
    for (let order = 0; order < count; order += 1)
      things[`section${order}`] = {
        ...section,
        uuid: `section${order}`,
        position: { ...section.position, height },
        content: { ...section.content, groupOrder: order },
      };
    blocks.forEach((block, index) => {
      const order = Math.floor(index / (rows * columns));
      things[block.id] = {
        uuid: block.id,
        type: types[block.kind] ?? block.kind,
        parentUuid: `section${order}`,
        clientCreatedAt: '2026-01-01T00:00:00.000Z',
        position: {
          x: (left + block.x) / REFERENCE,
          y: block.y / REFERENCE - order * height,
          width: block.width / REFERENCE,
          height: block.height / REFERENCE,
          rotationDeg: 0,
          zIndex: 40_000 + index * 5,
        },
        properties: {},
        styles: {},
        content: contents[block.kind](block),
      };
    });
    page = {
      ...draft,
      relativeHeight: count * height,
      things,
      ID: 1,
      accountID: 1,
      site: { ID: 1, slug: 'bench' },
      isDisabled: false,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      revision: 0,
    };
    this.zoom = zoom;
  },
  async mount() {
    editor = createEditor({
      page,
      environment: { ...defaultEnvironment, ...createTextMeasurers() },
    });
    window.editor = editor;
    createRoot(document.getElementById('root')).render(
      createElement(CobbleCanvas, { editor, zoom: this.zoom }),
    );
    await this.painted();
  },
  /** Waits until everything visible is painted. */
  async painted() {
    await frames(2);
    await waitUntil(() => !document.querySelector('[data-cobble-painting]'));
  },
  select(ids) {
    editor.select(ids);
  },
  pointOf(id) {
    const box = editor.boxOf(id);
    const scroller = document.querySelector('[data-cobble-scroller]');
    const unit = REFERENCE * this.zoom;
    const start = Math.round((scroller.firstElementChild.clientWidth - unit) / 2);
    return {
      x: start + (box.x + box.width / 2) * unit - scroller.scrollLeft,
      y: (box.y + box.height / 2) * unit - scroller.scrollTop,
    };
  },
  count: () => editor.blocks.size - editor.sectionIds.length,
  selected: () => editor.selection.size,
};
