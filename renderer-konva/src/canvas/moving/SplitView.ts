import type { Box, Editor } from '@cobble/engine';
import type { PaintedAreas } from '../PaintedAreas.ts';
import type { PaintUses } from '../PaintUses.ts';
import type { PlaneSpace } from '../tiles/PlaneSpace.ts';
import { MovingRun } from './MovingRun.ts';
import type { PageSplit } from './splitPage.ts';

/** The elements of a split page: each run's canvas, and above it a place for the next band's tiles. */
export class SplitView {
  readonly split: PageSplit;
  readonly runs: readonly MovingRun[];
  /** Where the tiles of band 1, 2 and so on are shown. */
  readonly bands: readonly HTMLElement[];
  readonly #element = document.createElement('div');

  constructor(split: PageSplit, editor: Editor, areas: PaintedAreas, uses: PaintUses) {
    this.split = split;
    this.runs = split.runs.map((ids) => new MovingRun(ids, editor, areas, uses));
    this.bands = this.runs.map((run) => {
      const band = document.createElement('div');
      Object.assign(band.style, { position: 'absolute', inset: '0' });
      this.#element.append(run.canvas, band);
      return band;
    });
    Object.assign(this.#element.style, { position: 'absolute', inset: '0' });
  }

  /** Shows it above what rests below it. */
  mount(root: HTMLElement): void {
    root.append(this.#element);
  }

  remove(): void {
    this.#element.remove();
  }

  /** Fades what lies above the runs, as what lies below them is dimmed. */
  fade(strength: number): void {
    for (const band of this.bands) band.style.opacity = strength > 0 ? String(1 - strength) : '';
  }

  /** Brings all runs up to date; `visible` in device px of the space. */
  update(space: PlaneSpace, visible: Box): void {
    for (const run of this.runs) run.update(space, visible);
  }

  /** Paints further beyond what shows while there is time; whether that is not done yet. */
  enlarge(space: PlaneSpace, visible: Box, isOver: () => boolean): boolean {
    return this.runs.some((run) => run.enlarge(space, visible, isOver));
  }

  /** Paints all runs anew at the next update. */
  forget(): void {
    for (const run of this.runs) run.forget();
  }

  /** Where anything moves now, page space. */
  areas(): readonly Box[] {
    return this.runs.flatMap(({ area }) => area ?? []);
  }
}
