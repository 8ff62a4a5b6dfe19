import { v4 } from 'uuid';
import type { Block } from './Block.ts';
import type { LogMessage } from './LogMessage.ts';

/**
 * What the host provides to the engine. Clock, randomness and ids can be replaced to make tests and
 * replays deterministic.
 *
 * The functions are called as methods of the object that was given. They may read the editor, but edits
 * and other calls that change the page or the mode throw `input_invalid` in them. None may be async.
 */
export interface Environment {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Creates a unique block id. */
  readonly createId: () => string;
  /**
   * Returns the height in px at the reference width that a block with text needs at a given width,
   * including padding and border: a text, or a block that grows with its text, such as a note or
   * button. Null if text cannot be measured; heights then stay as they are, as they do if it returns 0
   * or less. Anything but a number, such as a promise, is `input_invalid`.
   */
  readonly measureTextHeight: ((request: TextMeasureRequest) => number) | null;
  /**
   * Returns the width in px at the reference width of the narrowest box in which a text block has
   * the same line breaks as at `widthPx`, including padding and border. Also called for square rich
   * buttons that grow with their labels; an icon counts as well. Null if text cannot be measured;
   * widths then stay as they are. Anything but a number is `input_invalid`.
   */
  readonly measureTextWidth: ((request: TextMeasureRequest) => number) | null;
  /**
   * Receives messages for developers, for example about a `commit` without `begin`. Null for no log.
   * The engine does not write to the console.
   */
  readonly log: ((message: LogMessage) => void) | null;
}

/** A block with text to measure. */
export interface TextMeasureRequest {
  readonly block: Block;
  /** The block's width, padding included, in px at the reference width. */
  readonly widthPx: number;
  /** The page's reference width, in px. */
  readonly referenceWidthPx: number;
}

/** Uses the system's clock and randomness and UUIDs. Text is not measured and nothing is logged. */
export const defaultEnvironment: Environment = Object.freeze({
  now: () => Date.now(),
  random: () => Math.random(),
  createId: () => v4(),
  measureTextHeight: null,
  measureTextWidth: null,
  log: null,
});
