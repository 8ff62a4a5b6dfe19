import { sliceSection } from '../editor/commands/sliceSection.ts';
import type { PointerInput } from '../editor/InputEvent.ts';
import { createGesture } from './gesture.ts';
import type { ModeContext, ModeState } from './ModeContext.ts';
import { sectionUnder } from './targets.ts';

/**
 * Inserts or removes vertical space in the section under the pointer, at the point that was pressed.
 * The page follows the pointer live. Null if there is no section, or if it cannot be changed, which
 * is reported.
 */
export function slicing(
  context: ModeContext,
  down: PointerInput,
  first: PointerInput,
): ModeState | null {
  const { host } = context;
  const section = sectionUnder(host, down.y);
  if (section === null) return null;
  host.inProgress.begin();
  const slice = (event: PointerInput) =>
    host.inProgress.edit(sliceSection, section, down.y, event.y - down.y);
  const modeOf = (by: number) => ({ name: 'slicing', section, y: down.y, by }) as const;
  const sliced = slice(first);
  if (!sliced.ok) {
    host.inProgress.cancel();
    host.refused.emit(sliced.code);
    return null;
  }
  const move = (event: PointerInput) => {
    const moved = slice(event);
    if (moved.ok) context.showMode(modeOf(moved.value));
    return moved;
  };
  return createGesture(context, { mode: modeOf(sliced.value), move }, first);
}
