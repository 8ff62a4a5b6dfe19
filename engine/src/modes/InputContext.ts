import type { z } from 'zod';
import type { DrawingSession } from '../drawing/DrawingSession.ts';
import type { SnapGuide } from '../snapping/snapGuides.ts';
import type { Box, Point } from '../model/Position.ts';
import type { EditorMode } from './EditorMode.ts';
import type { inputEventSchema } from './InputEvent.ts';
import type { MenuRequest } from './MenuRequest.ts';
import type { ModeHost } from './ModeHost.ts';

/** An input event with its defaults filled in. */
export type ParsedInput = z.output<typeof inputEventSchema>;

/** One with a place. */
export type PointerInput = Extract<
  ParsedInput,
  { type: 'pointerdown' | 'pointermove' | 'pointerup' }
>;

/** A press. */
export type PointerDown = Extract<ParsedInput, { type: 'pointerdown' }>;

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
  /** Says more of the state that is on. */
  showMode(mode: EditorMode): void;
  /** Enters the layout state; guides and marquee vanish. */
  home(): void;
  /** What an event does at rest, whatever the state. */
  atRest(event: ParsedInput): void;
  showGuides(guides: readonly SnapGuide[]): void;
  showMarquee(box: Box | null): void;
  askForMenu(request: MenuRequest): void;
  /** The block that Alt+click chose below others: a press on it means it, not what covers it. */
  chosenBelow: string | null;
  /** The fingers that are down, by their ids. */
  readonly fingers: ReadonlySet<number>;
  /** Where the mouse or pen was last; null before it came. */
  readonly pointer: Point | null;
  /** Whether a click in empty room begins a text. */
  readonly isTypewriterOn: boolean;
  setTypewriter(on: boolean): void;
  readonly drawing: DrawingSession;
}

/** Screen px that one unit of page space covers where an event happened, zoom included. */
export function screenPxPerUnit({ pxPerUnit, zoom }: PointerInput): number {
  return pxPerUnit * zoom;
}

/** Whether a press took hold of something that the host draws around the page. */
export function holdsChrome(down: PointerDown): boolean {
  const { handle, sectionEdge, sectionSide, slicer, rail } = down;
  return (
    [handle, sectionEdge, sectionSide, rail].some((each) => each !== undefined) || slicer === true
  );
}

/** Whether an event is a second finger's, beside the one that a gesture goes by. */
export function isSecondFinger(event: ParsedInput, first: PointerInput): event is PointerDown {
  return (
    event.type === 'pointerdown' &&
    event.pointerType === 'touch' &&
    first.pointerType === 'touch' &&
    event.pointerId !== first.pointerId
  );
}

/** Whether an event is of another pointer than the one that a gesture goes by. */
export function isOfAnother(event: ParsedInput, pointerId: number): boolean {
  return 'pointerId' in event && event.pointerId !== undefined && event.pointerId !== pointerId;
}
