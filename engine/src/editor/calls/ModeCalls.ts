import type { DrawingInProgress, DrawingPen } from '../../drawing/DrawingSession.ts';
import type { SnapGuide } from '../../snapping/snapGuides.ts';
import type { Box } from '../../model/Position.ts';
import type { Result } from '../../model/Result.ts';
import type { EditorMode } from '../../modes/EditorMode.ts';
import type { InputEvent } from '../../modes/InputEvent.ts';
import type { MenuRequest } from '../../modes/MenuRequest.ts';
import type { RichText } from '../../text/richText.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';

/** What a person is doing: gestures from input events, text editing, drawing, undoing in each of them. */
export interface ModeCalls {
  /** What is being done: resting, a gesture, drawing, editing text. */
  readonly mode: EditorMode;
  /** Guides of the gesture under way, in page space. */
  readonly guides: readonly SnapGuide[];
  /** The marquee of the gesture under way, in page space. */
  readonly marquee: Box | null;
  /**
   * Feeds a plain input event to the current mode's state machine.
   *
   * @throws CobbleError `input_invalid` for what is none (details: `path`); nothing has changed then
   */
  dispatch(event: InputEvent): void;

  /**
   * Starts text editing of a block that can; false when it can't. Rich text is edited in TextEditing,
   * the plain words of buttons and notes in InlineTextEditing (see `editedBlockOf`).
   */
  startTextEditing(uuid: string): boolean;
  /**
   * What the block being edited says now; writes go to the in-progress copy. Refused with
   * `invalid_block` for what is no text; refusals are told to `onRefusal` too. Nothing is done, and
   * nothing refused, where no text is being edited.
   */
  setEditedText(text: RichText | string): Result<null, EditorRefusal>;
  /** Leaves text editing: commits, or removes a text block left empty. */
  stopTextEditing(): void;

  /** Whether a click in empty room begins a text there (the Typewriter). */
  readonly isTypewriterOn: boolean;
  /** Turns the Typewriter on or off. */
  setTypewriter(on: boolean): void;

  /**
   * The strokes that are being drawn, px at the reference width from the page's top left corner;
   * null unless in Drawing. While drawing, undo and redo are the strokes' own.
   */
  readonly drawing: DrawingInProgress | null;
  /** With what one draws, or would; each tool remembers its colour and width. */
  readonly drawingPen: DrawingPen;
  /**
   * Takes another tool, or gives the tool another colour or width.
   *
   * @throws CobbleError `drawing_invalid` for what no stroke can have (details: `path`)
   */
  setDrawingPen(pen: Partial<DrawingPen>): void;
  /**
   * Enters Drawing; false during a gesture, for those who may not edit, and (told as a refusal) when
   * the page can hold no more blocks.
   */
  startDrawing(): boolean;
  /**
   * Makes the strokes into one block and draws on. Its id, or null when nothing was drawn; refused
   * as `add` is, and then the strokes stay. Refusals are told to `onRefusal` too.
   */
  commitDrawing(): Result<string | null, EditorRefusal>;
  /** Leaves Drawing; what is left over is kept, and selected. Refused, it stays in Drawing. */
  stopDrawing(): Result<string | null, EditorRefusal>;

  /** Whether there is a step to take back. */
  readonly canUndo: boolean;
  /** Whether there is a step to make again. */
  readonly canRedo: boolean;
  /** Takes the last step back; while drawing, the last stroke. False when there is none. */
  undo(): boolean;
  /** Makes the step again that was taken back last. False when there is none. */
  redo(): boolean;

  /** Ends gestures and text editing and clears the selection. */
  reset(): void;
  /** Refusals that happened inside a gesture (a drag on a locked block). */
  onRefusal(listener: (code: EditorRefusal) => void): () => void;
  /** Where a menu is asked for, by a long press or the right button; returns the way to stop. */
  onMenu(listener: (request: MenuRequest) => void): () => void;
}
