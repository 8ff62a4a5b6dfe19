/**
 * tldraw's whole editor, in which each block is a rectangle with the same position and size. It does
 * less than ours: its shapes are neither in sections nor validated as blocks.
 */

/** Gives Node what tldraw's editor expects of a browser. Call it before importing the editor. */
export function installDom({ JSDOM }) {
  const { window } = new JSDOM('<!doctype html><body></body>', {
    pretendToBeVisual: true,
    url: 'http://localhost/',
  });
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
  window.document.fonts = { add() {}, delete() {}, has: () => false };
  const names = ['document', 'navigator', 'Node', 'Element', 'HTMLElement', 'Event', 'Image'];
  const functions = ['requestAnimationFrame', 'cancelAnimationFrame', 'getComputedStyle'];
  const own = ['ResizeObserver', 'matchMedia'];
  const define = (name, value) => {
    if (!(name in globalThis))
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  };
  define('window', window);
  for (const name of [...names, ...own]) define(name, window[name]);
  for (const name of functions) define(name, window[name].bind(window));
}

/**
 * Opens a page in tldraw's editor.
 *
 * @param {typeof import('@tldraw/editor')} tldraw
 * @param {import('../../src/index.ts').Page} page
 */
export function openTldrawEditor(tldraw, page) {
  const { createShapeId, createTLStore, Editor, Rectangle2d, ShapeUtil, T } = tldraw;
  class BlockUtil extends ShapeUtil {
    static type = 'block';
    static props = { w: T.number, h: T.number, content: T.any };
    getDefaultProps() {
      return { w: 100, h: 100, content: {} };
    }
    getGeometry({ props }) {
      return new Rectangle2d({ width: props.w, height: props.h, isFilled: true });
    }
    component() {
      return null;
    }
    getIndicatorPath() {
      return undefined;
    }
  }
  const shapeUtils = [BlockUtil];
  const blocks = Object.values(page.things).filter(({ parentUuid }) => parentUuid !== undefined);
  const { document } = globalThis;
  const container = document.createElement('div');
  document.body.append(container);
  const editor = new Editor({
    ...{ shapeUtils, bindingUtils: [], tools: [], getContainer: () => container },
    store: createTLStore({ shapeUtils, bindingUtils: [] }),
    options: { maxShapesPerPage: 2 * blocks.length + 10_000 },
  });
  const unitPx = page.settings.referenceWidth;
  const shapeOf = ({ uuid, position, content }) => ({
    id: createShapeId(uuid),
    type: 'block',
    x: position.x * unitPx,
    y: position.y * unitPx,
    props: { w: position.width * unitPx, h: position.height * unitPx, content },
  });
  editor.run(() => editor.createShapes(blocks.map(shapeOf)), { history: 'ignore' });
  let changes = 0;
  editor.store.sideEffects.registerAfterChangeHandler('shape', () => {
    changes += 1;
  });
  const patchOf = (uuid, x) => ({ id: createShapeId(uuid), type: 'block', x: x * unitPx });
  return {
    changes: () => changes,
    update(uuid, x) {
      editor.markHistoryStoppingPoint('update');
      editor.updateShape(patchOf(uuid, x));
    },
    updateTogether(uuids, x) {
      editor.markHistoryStoppingPoint('update');
      editor.updateShapes(uuids.map((uuid) => patchOf(uuid, x)));
    },
    add(block) {
      editor.markHistoryStoppingPoint('add');
      editor.createShape(shapeOf(block));
    },
    remove: (uuids) => editor.deleteShapes(uuids.map((uuid) => createShapeId(uuid))),
    undo: () => editor.undo(),
  };
}
