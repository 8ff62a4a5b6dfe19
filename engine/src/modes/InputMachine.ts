import type { SnapGuide } from '../geometry/SnapGuide.ts';
import type { Box } from '../model/Position.ts';
import type { EditorMode } from './EditorMode.ts';
import type { InputEvent } from './InputEvent.ts';

/** The machine that turns plain input events into edits. All reads are MobX-observable. */
export interface InputMachine {
  readonly mode: EditorMode;
  /** Guides of the gesture under way, in page space. */
  readonly guides: readonly SnapGuide[];
  /** The marquee of the gesture under way, in page space. */
  readonly marquee: Box | null;
  /** Feeds it one event; a malformed one throws a ZodError. */
  dispatch(event: InputEvent): void;
  /**
   * Shows `text-editing`. The editor calls it from `startTextEditing`, after its own `begin`; the
   * machine asks for the end through `stopTextEditing`, which calls {@link reset}.
   */
  showTextEditing(uuid: string): void;
  /** Back to rest without touching the page: cancels nothing, commits nothing. */
  reset(): void;
}
