import { snapReferenceWidth } from '../snapping/snapReferenceWidth.ts';
import { setReferenceWidth } from '../editor/commands/setReferenceWidth.ts';
import type { PointerInput } from '../editor/InputEvent.ts';
import { createGesture } from './gesture.ts';
import type { ModeContext, ModeState } from './ModeContext.ts';

/**
 * Drags a rail's cutoff handle to change the reference width. The mode contains the new width, which
 * snaps to 375, 600, 700, 800 and 1200 px within 25 px and is applied on release. The page is scaled
 * with it, unless Shift was down at the start.
 */
export function resizingCutoff(
  context: ModeContext,
  down: PointerInput,
  first: PointerInput,
  rail: 'left' | 'right',
): ModeState {
  const { host } = context;
  const { referenceWidth } = host.fields.settings;
  const outward = rail === 'left' ? -1 : 1;
  const modeAt = (event: PointerInput) => {
    const addedPx = 2 * outward * (event.x - down.x) * referenceWidth;
    const { px, line } = snapReferenceWidth(referenceWidth + addedPx);
    return {
      name: 'resizing-cutoff',
      rail,
      referenceWidthPx: px,
      line,
      scale: !down.shift,
    } as const;
  };
  const move = (event: PointerInput): undefined => {
    context.showMode(modeAt(event));
  };
  const end = (event: PointerInput): void => {
    const { referenceWidthPx, scale } = modeAt(event);
    if (referenceWidthPx === referenceWidth) return;
    const resized = host.inProgress.edit(setReferenceWidth, referenceWidthPx, { scale });
    if (!resized.ok) host.refused.emit(resized.code);
  };
  return createGesture(context, { mode: modeAt(first), move, end }, first);
}
