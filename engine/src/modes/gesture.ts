import type { EditorMode } from '../editor/EditorMode.ts';
import type { EditorRefusal } from '../editor/EditorRefusal.ts';
import type { ParsedInput, PointerDown, PointerInput } from '../editor/InputEvent.ts';
import type { Result } from '../model/Result.ts';
import { isOtherPointer, isSecondFinger, type ModeContext, type ModeState } from './ModeContext.ts';

/** The parts in which gestures differ. */
export interface GestureParts {
  readonly mode: EditorMode;
  /**
   * Called when the pointer moves or a modifier key changes, and once more before `end`. A refusal
   * may cancel the gesture; see `cancelsGesture`.
   */
  readonly move: (event: PointerInput) => Result<unknown, EditorRefusal> | undefined;
  /** Called when the button is released, before the commit. */
  readonly end?: (event: PointerInput) => void;
  /** Called after the gesture was canceled. */
  readonly cancelled?: () => void;
  /** Called when a second finger has canceled the gesture. Returns the next state. */
  readonly joined?: (first: PointerInput, second: PointerDown) => ModeState | null;
}

/**
 * Whether a refusal cancels the gesture, because someone has locked a block. Invalid positions do
 * not: the blocks only stop moving.
 */
export function cancelsGesture(code: EditorRefusal): boolean {
  return code !== 'invalid_block' && code !== 'unknown_block';
}

const MODIFIERS = new Set(['Shift', 'Alt', 'Control', 'Meta', 'AltGraph']);

/**
 * A gesture on an in-progress edit that the caller has begun. Releasing the button commits it as
 * one history entry; Escape, `pointercancel` and a second finger cancel it. Modifier keys apply at
 * once, without waiting for the pointer to move. Other pointers are ignored.
 */
export function createGesture(
  context: ModeContext,
  parts: GestureParts,
  first: PointerInput,
): ModeState {
  let last = first;
  const { host } = context;
  const cancel = (): void => {
    if (host.isInProgress) host.cancel();
    context.enterIdle();
    parts.cancelled?.();
  };
  /** False if a refusal has canceled the gesture. */
  const move = (event: PointerInput): boolean => {
    const moved = parts.move(event);
    if (!moved || moved.ok || !cancelsGesture(moved.code)) return true;
    cancel();
    host.emitRefusal(moved.code);
    return false;
  };
  const handle = (event: ParsedInput): void => {
    if (isSecondFinger(event, first)) {
      cancel();
      context.enter(parts.joined?.(last, event) ?? ignoringFingers(context));
      return;
    }
    if (isOtherPointer(event, first.pointerId)) return;
    switch (event.type) {
      case 'pointermove':
        last = event;
        move(event);
        break;
      case 'pointerup':
        if (!move(event)) break;
        parts.end?.(event);
        // Gestures that edit only in `end` have begun nothing.
        if (host.isInProgress) host.commit();
        context.enterIdle();
        break;
      case 'pointercancel':
        cancel();
        break;
      case 'keydown':
      case 'keyup':
        if (event.key === 'Escape') {
          if (event.type === 'keydown') cancel();
        } else if (MODIFIERS.has(event.key)) {
          last = { ...last, shift: event.shift, alt: event.alt, ctrl: event.ctrl };
          move(last);
        }
        break;
      default:
    }
  };
  return { mode: parts.mode, handle };
}

/** The idle state after a gesture of several fingers: ignores fingers until all are up. */
export function ignoringFingers(context: ModeContext): ModeState {
  return {
    mode: { name: 'layout' },
    handle(event) {
      const isFinger = 'pointerType' in event && event.pointerType === 'touch';
      if (!isFinger && event.type !== 'pointercancel') context.handleIdle(event);
      else if (context.fingers.size === 0) context.enterIdle();
    },
  };
}
