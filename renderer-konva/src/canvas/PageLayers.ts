import { CobbleError, editedBlockOf, type Editor } from '@cobble/engine';
import type Konva from 'konva';
import { isObservableMap, observe, reaction } from 'mobx';
import type { PaintResources } from '../paint/PaintResources.ts';
import type { CanvasView } from './CanvasView.ts';
import { movingBlocks, placeOf, topLevelOf } from './movingBlocks.ts';
import { type PagePart, paintPagePart } from './paintPage.ts';
import { paintBackdrop, paintDim } from './paintBackdrop.ts';
import { paintFrame, paintVeil } from './paintFrame.ts';

/** How much of what is not being edited fades while text is. */
const DIM = 0.45;

/** What is drawn on which Konva layer, and when it is drawn anew. */
export class PageLayers {
  readonly #editor: Editor;
  readonly #view: CanvasView;
  readonly #resources: PaintResources;
  readonly #layers = new Map<PagePart, Konva.Layer>();
  readonly #disposers: (() => void)[] = [];

  constructor(editor: Editor, view: CanvasView, resources: PaintResources) {
    this.#editor = editor;
    this.#view = view;
    this.#resources = resources;
  }

  /** Takes a layer in; null takes it out. */
  attach(part: PagePart, layer: Konva.Layer | null): void {
    if (layer) this.#layers.set(part, layer);
    else this.#layers.delete(part);
    this.redraw();
  }

  /** Begins to follow the page and the view; returns the way to stop. */
  follow(): () => void {
    const editor = this.#editor;
    const view = this.#view;
    const { blocks } = editor;
    if (!isObservableMap(blocks))
      throw new CobbleError(
        'blocks_not_observable',
        'an editor shows its blocks in an observable map',
      );
    const all = (): void => {
      this.redraw();
    };
    this.#disposers.push(
      observe(blocks, ({ name }: { readonly name: string }) => {
        this.#blockChanged(name);
      }),
      reaction(
        () => [
          view.scrollLeft,
          view.scrollTop,
          view.scale,
          view.width,
          view.height,
          view.windowLeft,
        ],
        all,
        { equals: (a, b) => a.every((each, index) => each === b[index]) },
      ),
      reaction(() => this.#movingKey(), all),
      reaction(() => [editor.fields.style, editor.fields.settings, editor.mode.name], all, {
        equals: (a, b) => a.every((each, index) => each === b[index]),
      }),
    );
    return () => {
      for (const dispose of this.#disposers.splice(0)) dispose();
    };
  }

  /** Draws everything anew in the next frame. */
  redraw(): void {
    const moving = movingBlocks(this.#editor).size > 0;
    for (const [part, layer] of this.#layers) {
      // A hidden layer costs no compositing.
      layer.visible(part === 'below' || moving);
      layer.batchDraw();
    }
  }

  /** Konva's `sceneFunc` of a layer's one shape. */
  paint(part: PagePart, context: CanvasRenderingContext2D): void {
    const view = this.#view;
    if (view.width === 0) return;
    const resources = this.#resources;
    if (part === 'below') paintBackdrop(context, this.#editor, view, resources);
    context.save();
    context.translate(view.windowLeft - view.scrollLeft, -view.scrollTop);
    context.scale(view.scale, view.scale);
    const isDimmed = editedBlockOf(this.#editor.mode) !== null && part !== 'moving';
    if (isDimmed && part === 'above') context.globalAlpha = 1 - DIM;
    paintPagePart(part, context, this.#editor, resources, view.visibleBox);
    context.restore();
    if (isDimmed && part === 'below') paintDim(context, this.#editor, view, DIM);
    const top = this.#layers.get('above')?.visible() ? 'above' : 'below';
    if (part !== top) return;
    paintVeil(context, view);
    paintFrame(context, this.#editor, view, isDimmed ? 1 - DIM : 1);
  }

  #blockChanged(uuid: string): void {
    const moving = movingBlocks(this.#editor);
    const block = topLevelOf(this.#editor, uuid);
    if (block && moving.has(block.uuid)) this.#layers.get('moving')?.batchDraw();
    else this.redraw();
  }

  /** Changes when the split of the page into layers does. */
  #movingKey(): string {
    const editor = this.#editor;
    const sections = new Map(editor.sectionIds.map((uuid, index) => [uuid, index]));
    return [...movingBlocks(editor).values()]
      .map((block) => {
        const { section, zIndex, uuid } = placeOf(sections, block);
        return `${String(section)}/${String(zIndex)}/${uuid}`;
      })
      .join();
  }
}
