import type { z } from 'zod';
import type { SnapGuide } from '../geometry/SnapGuide.ts';
import type { Box } from '../model/Position.ts';
import type { EditorMode } from './EditorMode.ts';
import type { inputEventSchema } from './InputEvent.ts';
import type { ModeHost } from './ModeHost.ts';

/** An input event with its defaults filled in. */
export type ParsedInput = z.output<typeof inputEventSchema>;

/** One with a place. */
export type PointerInput = Extract<
  ParsedInput,
  { type: 'pointerdown' | 'pointermove' | 'pointerup' }
>;

/** A key. */
export type KeyInput = Extract<ParsedInput, { type: 'keydown' | 'keyup' }>;

/** A state of the input machine; made anew each time it is entered, so that it holds no leftovers. */
export interface InputState {
  readonly mode: EditorMode;
  handle(event: ParsedInput): void;
}

/** What states share. */
export interface InputContext {
  readonly host: ModeHost;
  /** Enters a state. */
  go(state: InputState): void;
  /** Enters the layout state; guides and marquee vanish. */
  home(): void;
  showGuides(guides: readonly SnapGuide[]): void;
  showMarquee(box: Box | null): void;
  /** The block that Alt+click chose below others: a press on it means it, not what covers it. */
  chosenBelow: string | null;
}
