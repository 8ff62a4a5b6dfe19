import type { Editor } from '@cobble/engine';
import { createBrowserResources } from '../../resources/createBrowserResources.ts';
import { paintBlock } from '../../blocks/paintBlock.ts';
import type { PaintResources } from '../../paint/PaintResources.ts';

const resourcesOf = new WeakMap<Editor, PaintResources>();

/** The difference, out of 255, that a different clip makes to the antialiased edge of a shadow. */
const ROUNDING = 3;

/** The difference between the canvas's blocks and painting all of them at once. */
export interface PaintedDifference {
  /** Number of pixels that differ by more than rounding. */
  readonly differing: number;
  /** The largest difference of a channel. */
  readonly maxDifference: number;
  /** Number of pixels that are not white when all blocks are painted at once, over white. */
  readonly inked: number;
  /** The first position that differs, device px. */
  readonly at: string;
}

/** Compares the displayed bitmaps, pixel by pixel, with all blocks painted at once. */
export function comparePainted(editor: Editor): PaintedDifference {
  const root = document.querySelector('[data-cobble-blocks]');
  const scroller = document.querySelector('[data-cobble-scroller]');
  if (!root || !scroller) throw new Error('nothing is shown');
  const shown = canvasOf(scroller);
  const view = scroller.getBoundingClientRect();
  const dpr = window.devicePixelRatio;
  for (const canvas of root.querySelectorAll('canvas')) {
    if (canvas.style.display === 'none') continue;
    const box = canvas.getBoundingClientRect();
    const x = (box.left - view.left) * dpr;
    const y = (box.top - view.top) * dpr;
    const [width, height] = [box.width * dpr, box.height * dpr].map(Math.round);
    shown.drawImage(canvas, Math.round(x), Math.round(y), width ?? 0, height ?? 0);
  }
  const direct = canvasOf(scroller);
  paintAll(direct, editor, scroller, root);
  return differenceOf(shown, direct);
}

function canvasOf(scroller: Element): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(scroller.clientWidth * window.devicePixelRatio);
  canvas.height = Math.round(scroller.clientHeight * window.devicePixelRatio);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  return context;
}

function paintAll(
  context: CanvasRenderingContext2D,
  editor: Editor,
  scroller: Element,
  root: Element,
): void {
  let resources = resourcesOf.get(editor);
  if (!resources) {
    resources = createBrowserResources(editor, '', { isSafeMode: false }, () => undefined);
    resourcesOf.set(editor, resources);
  }
  const reference = editor.fields.settings.referenceWidth;
  const zoom = Number(scroller.getAttribute('data-zoom') ?? '1');
  const dpr = window.devicePixelRatio;
  const unit = Math.min(scroller.clientWidth, reference) * zoom;
  const left = Math.round((root.clientWidth - unit) / 2) - scroller.scrollLeft;
  const scale = (unit * dpr) / reference;
  // Scroll positions are whole device px.
  const x = (left + scroller.scrollLeft) * dpr - Math.round(scroller.scrollLeft * dpr);
  context.setTransform(scale, 0, 0, scale, x, -Math.round(scroller.scrollTop * dpr));
  for (const uuid of editor.sectionIds) {
    const section = editor.blocks.get(uuid);
    const box = editor.boxOf(uuid);
    if (!section || !box) continue;
    const position = { ...section.position, ...box, rotationDeg: 0 };
    paintBlock(context, { ...section, position }, resources, (parent) => editor.childrenOf(parent));
  }
}

/** The pixels over white, so that the colour of an almost transparent pixel hardly matters. */
function onWhite(context: CanvasRenderingContext2D): Uint8ClampedArray {
  const { width, height } = context.canvas;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return context.getImageData(0, 0, width, height).data;
}

function differenceOf(a: CanvasRenderingContext2D, b: CanvasRenderingContext2D): PaintedDifference {
  const { width } = a.canvas;
  const one = onWhite(a);
  const other = onWhite(b);
  let differing = 0;
  let maxDifference = 0;
  let inked = 0;
  let at = '';
  for (let pixel = 0; pixel < one.length; pixel += 4) {
    if (other[pixel] !== 255 || other[pixel + 1] !== 255 || other[pixel + 2] !== 255) inked += 1;
    let difference = 0;
    for (let channel = 0; channel < 4; channel += 1) {
      const from = one[pixel + channel] ?? 0;
      difference = Math.max(difference, Math.abs(from - (other[pixel + channel] ?? 0)));
    }
    maxDifference = Math.max(maxDifference, difference);
    if (difference <= ROUNDING) continue;
    if (differing === 0)
      at = `${String((pixel / 4) % width)}, ${String(Math.floor(pixel / 4 / width))}`;
    differing += 1;
  }
  return { differing, maxDifference, inked, at };
}
