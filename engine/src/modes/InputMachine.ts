import type { SnapGuide } from '../snapping/snapGuides.ts';
import type { DrawingSession } from '../drawing/DrawingSession.ts';
import type { Box } from '../model/Position.ts';
import type { EditorMode } from './EditorMode.ts';
import type { InputEvent } from './InputEvent.ts';
import type { MenuRequest } from './MenuRequest.ts';

/** The machine that turns plain input events into edits. All reads are MobX-observable. */
export interface InputMachine {
  readonly mode: EditorMode;
  /** Guides of the gesture under way, in page space. */
  readonly guides: readonly SnapGuide[];
  /** The marquee of the gesture under way, in page space. */
  readonly marquee: Box | null;
  /** Whether a click in empty room begins a text. */
  readonly isTypewriterOn: boolean;
  setTypewriter(on: boolean): void;
  /** The strokes of the drawing under way, and the tools; kept from drawing to drawing. */
  readonly drawing: DrawingSession;
  /** Feeds it one event; what is none throws a CobbleError `input_invalid` with `details.path`. */
  dispatch(event: InputEvent): void;
  /**
   * Shows `text-editing` or `inline-text-editing`. The editor calls it from `startTextEditing`, after its own `begin`; the
   * machine asks for the end through `stopTextEditing`, which calls {@link reset}.
   */
  showTextEditing(uuid: string): void;
  /** Shows `drawing`, from rest; to be called again when another tool was chosen. */
  showDrawing(): void;
  /** Tells where a menu is asked for; returns the way to stop. */
  onMenu(listener: (request: MenuRequest) => void): () => void;
  /** Back to rest without touching the page: cancels nothing, commits nothing. */
  reset(): void;
}
