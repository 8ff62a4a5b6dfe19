import type { PlaceOnPhone } from '../../model/Position.ts';
import type { Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';

/** Where blocks and sections lie: among others, beside each other, in groups, on phones. */
export interface ArrangeCalls {
  /** Moves blocks among those that they lie with, in the order of painting; default: the selection. */
  reorder(
    to: 'front' | 'back' | 'forward' | 'backward',
    uuids?: Iterable<string>,
  ): Result<null, EditorRefusal>;
  /** Brings the selection's edges or middles into line with those of its bounds. */
  align(
    edge: 'left' | 'right' | 'top' | 'bottom' | 'middle' | 'centre',
  ): Result<null, EditorRefusal>;
  /** Makes the gaps between the selected blocks equal; the outermost stay. */
  distribute(axis: 'horizontal' | 'vertical'): Result<null, EditorRefusal>;
  /**
   * Mirrors the selection about its middle: places and turns, and images and shapes themselves;
   * words stay readable.
   */
  flip(axis: 'horizontal' | 'vertical'): Result<null, EditorRefusal>;
  /** Lays the selection into neat rows and columns with equal gaps, in the order that it is read in. */
  tidy(): Result<null, EditorRefusal>;
  /** Makes the selection larger or smaller about its middle, letters, borders and all. */
  scaleSelection(factor: number): Result<null, EditorRefusal>;
  /** Moves the selection by px at the reference width, as the arrow keys do by 1 and 8. */
  nudge(dxPx: number, dyPx: number): Result<null, EditorRefusal>;
  /** Puts the selection into a new group, which is then selected; gives its id. */
  groupSelection(): Result<string, EditorRefusal>;
  /** Takes the selected groups apart; what they held keeps its place and is selected. */
  ungroupSelection(): Result<readonly string[], EditorRefusal>;

  /** Adds an empty section, 200 px high, at an index (default: the end); gives its id. */
  addSection(index?: number): Result<string, EditorRefusal>;
  /** Swaps a section with its neighbour; the first goes no further up, the last no further down. */
  moveSection(uuid: string, direction: 'up' | 'down'): Result<null, EditorRefusal>;
  /** Height in fractions of the window's width, while dragging or at once. */
  resizeSection(
    uuid: string,
    size: { height?: number; width?: number },
  ): Result<null, EditorRefusal>;
  /** Makes a section and all that it holds larger or smaller, about the window's middle. */
  scaleSection(uuid: string, factor: number): Result<null, EditorRefusal>;
  /** Makes a section as high as what it holds needs; an empty one as high as a new one. */
  fitSection(uuid: string): Result<null, EditorRefusal>;
  /**
   * Cuts a section across at `y` (page space) and opens that much room: what begins below moves
   * down, and the section grows. A negative `by` closes empty room only. Between `begin` and
   * `commit` it counts from the stable page: a drag calls it with the whole of its way so far. An
   * entry of the history of type 'Slice'.
   *
   * @param by in fractions of the window's width
   * @returns by how much the section grew (less than asked where room was not empty)
   */
  slice(section: string, y: number, by: number): Result<number, EditorRefusal>;
  /**
   * Designs the page for a window of another width (cutoff resizing): with `scale` all that is px is
   * multiplied by new/old and the page keeps its proportions; without it nothing moves on the
   * screen, and places are converted. Counts from the stable page, as `slice` does. Refused below
   * 375 px with `page_width_below_minimum`; `snapReferenceWidth` gives widths to drag to.
   */
  setReferenceWidth(px: number, options: { readonly scale: boolean }): Result<null, EditorRefusal>;

  /**
   * The order in which what a section or group holds is read aloud, tabbed through and published:
   * as named, the others where their place puts them; null leaves all to their places. Refused with
   * `unknown_block` for what is not held there.
   */
  setReadingOrder(parent: string, uuids: readonly string[] | null): Result<null, EditorRefusal>;
  /**
   * Puts a block of a section somewhere for phones alone, where the rest flows around its row; null
   * leaves it to the layout again. `place` is relative to the section's top left corner, in fractions
   * of the window's width, which on a phone is the screen's. Refused with `invalid_block` for what a
   * group holds, and on pages with phone layout `scaled`.
   */
  placeOnPhone(
    uuid: string,
    place: Pick<PlaceOnPhone, 'x' | 'y' | 'width' | 'height'> | null,
  ): Result<null, EditorRefusal>;
}
