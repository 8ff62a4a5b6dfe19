/* global window, document */
import { getAssetUrlsByImport } from '@tldraw/assets/imports.vite';
import 'tldraw/tldraw.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createShapeId, Tldraw, toRichText } from 'tldraw';
import { frames } from '../pages/frames.mjs';

const colors = {
  '#ffb52e': 'orange',
  '#2b4eff': 'blue',
  '#3f9d6b': 'green',
  '#e5372c': 'red',
  '#8a5cf5': 'violet',
  '#111111': 'black',
};
const geo = ({ width: w, height: h, color }, more) => ({
  type: 'geo',
  props: {
    geo: 'rectangle',
    w,
    h,
    color: colors[color],
    fill: 'solid',
    dash: 'solid',
    size: 's',
    ...more,
  },
});
const shapes = {
  rectangle: (block) => geo(block, {}),
  ellipse: (block) => geo(block, { geo: 'ellipse' }),
  button: (block) => geo(block, { richText: toRichText(block.text), scale: 0.6 }),
  note: (block) =>
    geo({ ...block, color: '#ffb52e' }, { richText: toRichText(block.text), scale: 0.3 }),
  text: ({ text, width, color }) => ({
    type: 'text',
    props: {
      richText: toRichText(text),
      w: width,
      autoSize: false,
      size: 's',
      scale: 0.65,
      color: colors[color],
    },
  }),
};

let all;
let zoom = 1;
let editor;

window.bench = {
  prepare(blocks, options) {
    zoom = options.zoom;
    all = blocks.map((block) => ({
      id: createShapeId(block.id),
      x: block.x,
      y: block.y,
      ...shapes[block.kind](block),
    }));
  },
  async mount() {
    await new Promise((resolve) => {
      createRoot(document.getElementById('root')).render(
        createElement(Tldraw, {
          hideUi: true,
          assetUrls: getAssetUrlsByImport(),
          options: { maxShapesPerPage: 20_000 },
          onMount(mounted) {
            editor = mounted;
            editor.run(() => editor.createShapes(all), { history: 'ignore' });
            editor.setCamera({ x: 0, y: 0, z: zoom });
            resolve();
          },
        }),
      );
    });
    await this.painted();
  },
  /**
   * Waits until the camera is idle: events are queued, and with many blocks the view lags behind.
   */
  async painted() {
    for (let last = ''; ;) {
      await frames(4);
      const now = JSON.stringify(editor.getCamera());
      if (now === last && editor.getCameraState() === 'idle') return;
      last = now;
    }
  },
  select(ids) {
    editor.select(...ids.map((id) => createShapeId(id)));
  },
  pointOf(id) {
    const { x, y } = editor.getShapePageBounds(createShapeId(id)).center;
    return editor.pageToViewport({ x, y });
  },
  count: () => editor.getCurrentPageShapeIds().size,
  selected: () => editor.getSelectedShapeIds().length,
};
