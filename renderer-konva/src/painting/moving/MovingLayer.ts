import type { Box, Editor } from '@cobble/engine';
import type { DeviceSpace } from '../DeviceSpace.ts';
import type { PaintedAreas } from '../PaintedAreas.ts';
import type { ResourceUses } from '../ResourceUses.ts';
import { MovingCanvas } from './MovingCanvas.ts';
import type { PageSplit } from './PageSplit.ts';

/**
 * The moving layer: a canvas for each run of lifted blocks, and above each canvas an element for
 * the tiles of the next band.
 */
export class MovingLayer {
  readonly split: PageSplit;
  readonly runs: readonly MovingCanvas[];
  /** Elements for the tiles of band 1, 2 and so on. */
  readonly bands: readonly HTMLElement[];
  readonly #element = document.createElement('div');

  constructor(split: PageSplit, editor: Editor, areas: PaintedAreas, uses: ResourceUses) {
    this.split = split;
    this.runs = split.runs.map((ids) => new MovingCanvas(ids, editor, areas, uses));
    this.bands = this.runs.map((run) => {
      const band = document.createElement('div');
      Object.assign(band.style, { position: 'absolute', inset: '0' });
      this.#element.append(run.canvas, band);
      return band;
    });
    Object.assign(this.#element.style, { position: 'absolute', inset: '0' });
  }

  /** Shows the layer above the tiles of band 0. */
  mount(root: HTMLElement): void {
    root.append(this.#element);
  }

  remove(): void {
    this.#element.remove();
  }

  /** Fades the bands above the lifted blocks, as the tiles below them are dimmed. */
  fade(strength: number): void {
    for (const band of this.bands) band.style.opacity = strength > 0 ? String(1 - strength) : '';
  }

  /** Updates all canvases; `visible` in device px of the space. */
  update(space: DeviceSpace, visible: Box): void {
    for (const run of this.runs) run.update(space, visible);
  }

  /**
   * Paints further beyond the viewport while there is time. Returns whether there is more to paint.
   */
  enlarge(space: DeviceSpace, visible: Box, isOver: () => boolean): boolean {
    return this.runs.some((run) => run.enlarge(space, visible, isOver));
  }

  /** Repaints all canvases at the next update. */
  invalidate(): void {
    for (const run of this.runs) run.invalidate();
  }

  /** Where lifted blocks paint now, page space. */
  areas(): readonly Box[] {
    return this.runs.flatMap(({ area }) => area ?? []);
  }
}
