import type { EditorRefusal } from '../editor/Editor.ts';
import type { Result } from '../model/Result.ts';
import type { EditorMode } from './EditorMode.ts';
import {
  type InputContext,
  type InputState,
  isOfAnother,
  isSecondFinger,
  type ParsedInput,
  type PointerDown,
  type PointerInput,
} from './InputContext.ts';
import { lifting } from './lifting.ts';

/** What makes one gesture differ from another. */
export interface GestureParts {
  readonly mode: EditorMode;
  /**
   * The pointer is here now, or a modifier changed; also called once at the start and the end. What
   * it answers when it was refused may give the gesture up (see `endsGesture`).
   */
  readonly move: (event: PointerInput) => Result<unknown, EditorRefusal> | undefined;
  /** The button is up; called after a last `move` and before the commit. */
  readonly end?: (event: PointerInput) => void;
  /** It is given up; called after the in-progress copy was thrown away. */
  readonly cancelled?: () => void;
  /** A second finger came and the gesture was given up; the state to go on with. */
  readonly joined?: (first: PointerInput, second: PointerDown) => InputState | null;
}

/**
 * Whether a refusal gives a gesture up: someone has locked what it moves since it began. A place
 * beyond what pages hold only stops the blocks there.
 */
export function endsGesture(code: EditorRefusal): boolean {
  return code !== 'invalid_block' && code !== 'unknown_block';
}

const MODIFIERS = new Set(['Shift', 'Alt', 'Control', 'Meta', 'AltGraph']);

/**
 * A gesture over an in-progress copy, where the caller has begun one: its end commits (one entry of
 * the history), Esc and `pointercancel` throw it away, and so does a second finger. A modifier that is
 * pressed or let go counts at once, without waiting for the pointer to move. Other pointers count
 * for nothing.
 */
export function createGesture(
  context: InputContext,
  parts: GestureParts,
  first: PointerInput,
): InputState {
  let last = first;
  const { host } = context;
  const cancel = (): void => {
    if (host.isInProgress) host.cancel();
    context.home();
    parts.cancelled?.();
  };
  /** False when what the gesture moves may be moved no longer: then it is given up and told. */
  const move = (event: PointerInput): boolean => {
    const moved = parts.move(event);
    if (!moved || moved.ok || !endsGesture(moved.code)) return true;
    cancel();
    host.emitRefusal(moved.code);
    return false;
  };
  const handle = (event: ParsedInput): void => {
    if (isSecondFinger(event, first)) {
      cancel();
      context.go(parts.joined?.(last, event) ?? lifting(context));
      return;
    }
    if (isOfAnother(event, first.pointerId)) return;
    switch (event.type) {
      case 'pointermove':
        last = event;
        move(event);
        break;
      case 'pointerup':
        if (!move(event)) break;
        parts.end?.(event);
        // Some gestures edit at their end alone, as one step.
        if (host.isInProgress) host.commit();
        context.home();
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
