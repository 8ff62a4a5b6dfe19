import type { PointerDown, PointerInput } from '../editor/InputEvent.ts';
import { brushing } from './brushing.ts';
import { ignoringFingers, unlockedSubjectOf } from './gesture.ts';
import {
  isOtherPointer,
  isSecondFinger,
  type ModeContext,
  type ModeState,
  isChromePress,
  screenPxPerUnit,
} from './ModeContext.ts';
import { pinching } from './pinching.ts';
import { resizing } from './resizing.ts';
import { resizingCutoff } from './resizingCutoff.ts';
import { resizingSection, resizingSectionWidth } from './resizingSection.ts';
import { rotating } from './rotating.ts';
import { slicing } from './slicing.ts';
import { targetAt, targetsAt } from './targets.ts';
import { editText, hasEditableText } from './textEditing.ts';
import { addTextAt } from './tools.ts';
import { translating } from './translating.ts';

/** A press that moves less than this is a click, in screen px. */
const CLICK_PX = { mouse: 4, pen: 4, touch: 10 } as const;

/** A press on a handle or edge is never a click, so almost any motion starts a drag. */
const HANDLE_PX = 1;

/**
 * The button is down, for a click or a drag. The pressed block is selected at once. Escape and
 * `pointercancel` revert that, and so does a second finger, which pinches the selection if the
 * pressed block was already part of it. A long press opens the menu.
 */
export function pressing(context: ModeContext, down: PointerDown): ModeState {
  const { host } = context;
  const before = [...host.selection.ids];
  const onChrome = isChromePress(down);
  const target = onChrome ? null : pressedTarget(context, down);
  const wasSelected = target !== null && host.selection.ids.has(target);
  const wasOnlySelection = wasSelected && host.selection.ids.size === 1;
  if (target !== null && !wasSelected) host.select(down.shift ? [...before, target] : [target]);

  const click = (): void => {
    if (onChrome) return;
    if (target === null) {
      if (!down.shift) host.select([]);
      if (context.isTypewriterOn && !down.shift && !down.alt) addTextAt(context, down);
    } else if (down.alt) {
      if (wasSelected) cycle(context, down, target);
    } else if (down.shift) {
      if (wasSelected) host.select(before.filter((uuid) => uuid !== target));
    } else if ((wasOnlySelection || context.isTypewriterOn) && hasEditableText(host, target))
      editText(context, target);
    else host.select([target]);
  };

  const gestureAt = (event: PointerInput): ModeState | null => {
    const { sectionEdge, sectionSide, rail, slicer } = down;
    if (sectionEdge !== undefined) return resizingSection(context, down, event, sectionEdge);
    if (sectionSide) return resizingSectionWidth(context, down, event, sectionSide);
    if (rail !== undefined) return resizingCutoff(context, down, event, rail);
    if (slicer === true) return slicing(context, down, event);
    // A finger on an empty part of the page scrolls it.
    if (target === null && !onChrome)
      return down.pointerType === 'touch' ? null : brushing(context, down, event);
    const subject = unlockedSubjectOf(host);
    if (!subject) return null;
    if (down.handle === undefined) return translating(context, subject, down, event);
    if (down.handle === 'rotate') return rotating(context, subject, down, event);
    return resizing(context, subject, down.handle, down, event);
  };

  const drag = (event: PointerInput): void => {
    const next = gestureAt(event);
    if (next) context.enter(next);
    else context.enterIdle();
  };

  const cancel = (): void => {
    host.select(before);
    context.enterIdle();
  };

  const joinSecondFinger = (second: PointerDown): void => {
    cancel();
    const isPinch = wasSelected && !onChrome;
    context.enter((isPinch ? pinching(context, down, second) : null) ?? ignoringFingers(context));
  };

  return {
    mode: { name: 'pressing' },
    handle(event) {
      if (isSecondFinger(event, down)) {
        joinSecondFinger(event);
        return;
      }
      if (isOtherPointer(event, down.pointerId)) return;
      switch (event.type) {
        case 'pointermove': {
          const distance = Math.hypot(event.x - down.x, event.y - down.y) * screenPxPerUnit(event);
          if (distance >= (onChrome ? HANDLE_PX : CLICK_PX[down.pointerType])) drag(event);
          break;
        }
        case 'pointerup':
          context.enterIdle();
          click();
          break;
        case 'pointercancel':
          cancel();
          break;
        case 'longpress':
          context.enterIdle();
          if (!onChrome) context.openMenu(down);
          break;
        case 'keydown':
          if (event.key === 'Escape') cancel();
          break;
        default:
      }
    },
  };
}

function pressedTarget(context: ModeContext, down: PointerInput): string | null {
  const { host, blockBelow } = context;
  if (
    blockBelow !== null &&
    host.selection.ids.has(blockBelow) &&
    targetsAt(host, down).includes(blockBelow)
  )
    return blockBelow;
  context.blockBelow = null;
  return targetAt(host, down);
}

/** Alt+click selects the next block below the selected one, and after the lowest the topmost. */
function cycle(context: ModeContext, down: PointerInput, target: string): void {
  const stack = targetsAt(context.host, down);
  const next = stack[(stack.indexOf(target) + 1) % stack.length];
  if (next === undefined) return;
  context.blockBelow = next;
  context.host.select([next]);
}
