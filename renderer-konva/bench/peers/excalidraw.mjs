/* global window, document */
import '@excalidraw/excalidraw/index.css';
import { convertToExcalidrawElements, Excalidraw } from '@excalidraw/excalidraw';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { frames } from '../pages/frames.mjs';

const box = ({ id, x, y, width, height, color }, more) => ({
  id,
  type: 'rectangle',
  x,
  y,
  width,
  height,
  backgroundColor: color,
  strokeColor: color,
  fillStyle: 'solid',
  roughness: 0,
  strokeWidth: 1,
  ...more,
});
// The text of a note or button is a separate element above it, because Excalidraw enlarges boxes to
// fit their labels.
const textElement = ({ id, x, y, text, color }, more) => ({
  id: `${id}-text`,
  type: 'text',
  x: x + 2,
  y: y + 2,
  text: text.replaceAll(' ', '\n'),
  fontSize: 10,
  fontFamily: 2,
  strokeColor: color,
  ...more,
});
const kinds = {
  rectangle: (block) => [box(block, {})],
  ellipse: (block) => [box(block, { type: 'ellipse' })],
  note: (block) => [
    box({ ...block, color: '#ffe27a' }, { groupIds: [block.id] }),
    textElement({ ...block, color: '#111111' }, { groupIds: [block.id] }),
  ],
  button: (block) => [
    box(block, { groupIds: [block.id] }),
    textElement({ ...block, color: '#ffffff' }, { groupIds: [block.id] }),
  ],
  text: (block) => [textElement(block, { id: block.id, fontSize: 12 })],
};

// Excalidraw requests its fonts from this server instead of its own host; text uses a system font.
window.EXCALIDRAW_ASSET_PATH = '/';

let elements;
let zoom = 1;
let api;

window.bench = {
  prepare(blocks, options) {
    zoom = options.zoom;
    elements = convertToExcalidrawElements(
      blocks.flatMap((block) => kinds[block.kind](block)),
      { regenerateIds: false },
    );
  },
  async mount() {
    await new Promise((resolve) => {
      createRoot(document.getElementById('root')).render(
        createElement(Excalidraw, {
          excalidrawAPI(made) {
            api = made;
            resolve();
          },
          zenModeEnabled: true,
          initialData: {
            elements,
            appState: { zoom: { value: zoom }, scrollX: 0, scrollY: 0 },
            scrollToContent: false,
          },
        }),
      );
    });
    while (api.getSceneElements().length < elements.length) await frames(1);
    await this.painted();
  },
  painted: () => frames(4),
  select(ids) {
    const chosen = new Set(ids);
    const selectedElementIds = {};
    const selectedGroupIds = {};
    for (const { id, groupIds } of api.getSceneElements()) {
      const [group] = groupIds;
      if (!chosen.has(group ?? id)) continue;
      selectedElementIds[id] = true;
      if (group) selectedGroupIds[group] = true;
    }
    api.updateScene({ appState: { selectedElementIds, selectedGroupIds } });
  },
  pointOf(wanted) {
    const { x, y, width, height } = api.getSceneElements().find(({ id }) => id === wanted);
    const state = api.getAppState();
    return {
      x: (x + width / 2 + state.scrollX) * state.zoom.value + state.offsetLeft,
      y: (y + height / 2 + state.scrollY) * state.zoom.value + state.offsetTop,
    };
  },
  count: () => api.getSceneElements().filter(({ id }) => !id.endsWith('-text')).length,
  selected: () => Object.keys(api.getAppState().selectedElementIds).length,
};
