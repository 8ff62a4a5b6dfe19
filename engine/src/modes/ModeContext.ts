import type { DrawingSession } from '../drawing/DrawingSession.ts';
import type { EditorMode } from '../editor/EditorMode.ts';
import type { EditorRefusal } from '../editor/EditorRefusal.ts';
import type { KeyInput, ParsedInput, PointerDown, PointerInput } from '../editor/InputEvent.ts';
import type { SnapGuide } from '../snapping/snapGuides.ts';
import type { Box, Point } from '../model/Position.ts';
import type { Result } from '../model/Result.ts';
import type { KeyBindings } from './KeyBindings.ts';
import type { ModeHost } from './ModeHost.ts';

/** A mode or gesture that handles input events. A new one is created each time it is entered. */
export interface ModeState {
  readonly mode: EditorMode;
  /**
   * Offers a pressed key to the host's tool and commands, before `handle` gets it. Returns whether one
   * of them has handled it; `handle` is then not called. Absent: the host gets no keys.
   */
  offer?(key: KeyInput): boolean;
  handle(event: ParsedInput): void;
  /** Called after another state was entered. */
  onLeave?(): void;
}

/** What mode states share: the editor, transitions between states, and what is shown. */
export interface ModeContext {
  readonly host: ModeHost;

  /** Enters another state and keeps guides and marquee. */
  enter(state: ModeState): void;
  /** Enters the idle state; guides and marquee disappear. */
  enterIdle(): void;
  /** Handles an event as the idle state would, without leaving the current state. */
  handleIdle(event: ParsedInput): void;
  /** Updates the details of the current mode. */
  showMode(mode: EditorMode): void;
  showGuides(guides: readonly SnapGuide[]): void;
  showMarquee(box: Box | null): void;
  /** Selects the block at a point, unless it is selected, and requests a menu from the host. */
  openMenu(at: Pick<PointerInput, 'x' | 'y' | 'pointerType'>): void;

  /** The block that Alt+click selected below others. Presses there apply to it, not to the topmost. */
  blockBelow: string | null;
  /** Whether a finger is down. */
  readonly hasFingers: boolean;
  /** Last position of the mouse or pen, in page space; null before the first event. */
  readonly pointer: Point | null;

  startTextEditing(uuid: string): boolean;
  stopTextEditing(): void;
  /** Ends text editing if the block is no longer the user's to edit, for example because it is gone. */
  yieldText(): void;
  /** Whether a click on an empty part of the page starts a text. */
  readonly isTypewriterOn: boolean;
  setTypewriter(on: boolean): void;

  /** The host's own keys. */
  readonly keys: KeyBindings;
  /** Ends the host's tool; does nothing in other modes. */
  stopTool(): void;

  /** The strokes of the current drawing, and the drawing tools. */
  readonly drawing: DrawingSession;
  startDrawing(): boolean;
  commitDrawing(): Result<string | null, EditorRefusal>;
  stopDrawing(): Result<string | null, EditorRefusal>;

  undo(): boolean;
  redo(): boolean;
}

/** Screen px per unit of page space where an event happened, zoom included. */
export function screenPxPerUnit({ pxPerUnit, zoom }: PointerInput): number {
  return pxPerUnit * zoom;
}

/** Whether a press hit a handle, edge, rail or slicer that the host draws around the page. */
export function isChromePress(down: PointerDown): boolean {
  const { handle, sectionEdge, sectionSide, slicer, rail } = down;
  return (
    [handle, sectionEdge, sectionSide, rail].some((each) => each !== undefined) || slicer === true
  );
}

/** Whether an event is a second finger that comes down during a gesture of one finger. */
export function isSecondFinger(event: ParsedInput, first: PointerInput): event is PointerDown {
  return (
    event.type === 'pointerdown' &&
    event.pointerType === 'touch' &&
    first.pointerType === 'touch' &&
    event.pointerId !== first.pointerId
  );
}

/** Whether an event belongs to a different pointer than the gesture. */
export function isOtherPointer(event: ParsedInput, pointerId: number): boolean {
  return 'pointerId' in event && event.pointerId !== undefined && event.pointerId !== pointerId;
}
