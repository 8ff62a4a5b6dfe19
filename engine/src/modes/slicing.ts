import { createGesture } from './gesture.ts';
import type { InputContext, InputState, PointerInput } from './InputContext.ts';
import { sectionUnder } from './targets.ts';

/**
 * Cuts the section at the height of the press and opens, or closes, room there: the in-progress
 * page follows the pointer, letting go commits. Null when the section may not be changed; the
 * refusal has been told.
 */
export function slicing(
  context: InputContext,
  down: PointerInput,
  first: PointerInput,
): InputState | null {
  const { host } = context;
  const section = sectionUnder(host, down.y);
  if (section === null) return null;
  host.begin();
  const slice = (event: PointerInput) => host.slice(section, down.y, event.y - down.y);
  const modeOf = (by: number) => ({ name: 'slicing', section, y: down.y, by }) as const;
  const sliced = slice(first);
  if (!sliced.ok) {
    host.cancel();
    host.emitRefusal(sliced.code);
    return null;
  }
  const move = (event: PointerInput) => {
    const moved = slice(event);
    if (moved.ok) context.showMode(modeOf(moved.value));
    return moved;
  };
  return createGesture(context, { mode: modeOf(sliced.value), move }, first);
}
