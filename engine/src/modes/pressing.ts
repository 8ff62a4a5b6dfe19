import { addTextAt } from './addTool.ts';
import { askForMenu } from './askForMenu.ts';
import { brushing } from './brushing.ts';
import { editText, editsText } from './editText.ts';
import { lockOf, subjectOf } from './GestureSubject.ts';
import {
  holdsChrome,
  type InputContext,
  type InputState,
  isOfAnother,
  isSecondFinger,
  type PointerDown,
  type PointerInput,
  screenPxPerUnit,
} from './InputContext.ts';
import { lifting } from './lifting.ts';
import { pinching } from './pinching.ts';
import { resizing } from './resizing.ts';
import { resizingCutoff } from './resizingCutoff.ts';
import { resizingSection } from './resizingSection.ts';
import { resizingSectionWidth } from './resizingSectionWidth.ts';
import { rotating } from './rotating.ts';
import { slicing } from './slicing.ts';
import { targetAt, targetsAt } from './targets.ts';
import { translating } from './translating.ts';

/** Less motion than this is a click, screen px. */
const CLICK_PX = { mouse: 4, pen: 4, touch: 10 } as const;

/** A press on a handle or an edge means nothing else, so hardly any motion is needed. */
const HANDLE_PX = 1;

/**
 * The button is down and it is not clear yet whether for a click or a drag. A block that is not
 * selected is selected at once; `pointercancel` takes that back, and so does a second finger, which
 * pinches what was selected before. A long press asks for the menu.
 */
export function pressing(context: InputContext, down: PointerDown): InputState {
  const { host } = context;
  const before = [...host.selection];
  const held = holdsChrome(down);
  const target = held ? null : pressedTarget(context, down);
  const wasSelected = target !== null && host.selection.has(target);
  const wasOnly = wasSelected && host.selection.size === 1;
  if (target !== null && !wasSelected) host.select(down.shift ? [...before, target] : [target]);

  const click = (): void => {
    if (held) return;
    if (target === null) {
      if (!down.shift) host.clearSelection();
      if (context.isTypewriterOn && !down.shift && !down.alt) addTextAt(context, down);
    } else if (down.alt) {
      if (wasSelected) cycle(context, down, target);
    } else if (down.shift) {
      if (wasSelected) host.select(before.filter((uuid) => uuid !== target));
    } else if ((wasOnly || context.isTypewriterOn) && editsText(context, target))
      editText(context, target);
    else host.select([target]);
  };

  const dragged = (event: PointerInput): InputState | null => {
    const { sectionEdge, sectionSide, rail, slicer } = down;
    if (sectionEdge !== undefined) return resizingSection(context, down, event, sectionEdge);
    if (sectionSide) return resizingSectionWidth(context, down, event, sectionSide);
    if (rail !== undefined) return resizingCutoff(context, down, event, rail);
    if (slicer === true) return slicing(context, down, event);
    // A finger on empty room scrolls the page.
    if (target === null && !held)
      return down.pointerType === 'touch' ? null : brushing(context, down, event);
    const lock = lockOf(host);
    if (lock) host.emitRefusal(lock);
    const subject = lock ? null : subjectOf(host);
    if (!subject) return null;
    if (down.handle === undefined) return translating(context, subject, down, event);
    if (down.handle === 'rotate') return rotating(context, subject, down, event);
    return resizing(context, subject, down.handle, down, event);
  };

  const drag = (event: PointerInput): void => {
    const next = dragged(event);
    if (next) context.go(next);
    else context.home();
  };

  const giveUp = (): void => {
    host.select(before);
    context.home();
  };

  const join = (second: PointerDown): void => {
    giveUp();
    const isPinch = wasSelected && !held;
    context.go((isPinch ? pinching(context, down, second) : null) ?? lifting(context));
  };

  return {
    mode: { name: 'pressing' },
    handle(event) {
      if (isSecondFinger(event, down)) {
        join(event);
        return;
      }
      if (isOfAnother(event, down.pointerId)) return;
      switch (event.type) {
        case 'pointermove': {
          const way = Math.hypot(event.x - down.x, event.y - down.y) * screenPxPerUnit(event);
          if (way >= (held ? HANDLE_PX : CLICK_PX[down.pointerType])) drag(event);
          break;
        }
        case 'pointerup':
          context.home();
          click();
          break;
        case 'pointercancel':
          giveUp();
          break;
        case 'longpress':
          context.home();
          if (!held) askForMenu(context, down);
          break;
        case 'keydown':
          if (event.key === 'Escape') giveUp();
          break;
        default:
      }
    },
  };
}

function pressedTarget(context: InputContext, down: PointerInput): string | null {
  const { host, chosenBelow } = context;
  if (
    chosenBelow !== null &&
    host.selection.has(chosenBelow) &&
    targetsAt(host, down).includes(chosenBelow)
  )
    return chosenBelow;
  context.chosenBelow = null;
  return targetAt(host, down);
}

/** Alt+click: from the selected block to the next one below it, and from the lowest to the top. */
function cycle(context: InputContext, down: PointerInput, target: string): void {
  const stack = targetsAt(context.host, down);
  const next = stack[(stack.indexOf(target) + 1) % stack.length];
  if (next === undefined) return;
  context.chosenBelow = next;
  context.host.select([next]);
}
