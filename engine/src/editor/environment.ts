import { v4 } from 'uuid';
import type { Block } from '../model/Block.ts';
import type { LogMessage } from './logMessage.ts';

/**
 * What the engine takes from outside: it has no clock, randomness or ids of its own, so that a test
 * or a replay can decide them.
 */
export interface Environment {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number from 0 up to, and not including, 1. */
  readonly random: () => number;
  /** A new block id. */
  readonly createId: () => string;
  /**
   * The height in px at the reference width that a text block needs at a width, its padding and
   * border included; null when nothing can measure text (then heights stay as they are).
   */
  readonly measureTextHeight: ((request: TextMeasureRequest) => number) | null;
  /**
   * The width in px at the reference width of the narrowest box in which a text block breaks into
   * the same lines as in one of `widthPx`, padding and border included; null when nothing can
   * measure text (then widths stay as they are).
   */
  readonly measureTextWidth: ((request: TextMeasureRequest) => number) | null;
  /**
   * Told of what is ignored and should not have been asked; null when nobody listens. The engine
   * writes to no console itself.
   */
  readonly log: ((message: LogMessage) => void) | null;
}

/** What is to be measured; the width is px at the reference width, padding included. */
export interface TextMeasureRequest {
  readonly block: Block;
  readonly widthPx: number;
}

/** The machine's own clock, randomness and ids; text is not measured, and nobody listens. */
export const defaultEnvironment: Environment = {
  now: () => Date.now(),
  random: () => Math.random(),
  createId: () => v4(),
  measureTextHeight: null,
  measureTextWidth: null,
  log: null,
};
