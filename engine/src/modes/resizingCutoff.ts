import { snapReferenceWidth } from '../snapping/snapPageWidth.ts';
import { createGesture } from './gesture.ts';
import type { InputContext, InputState, PointerInput } from './InputContext.ts';

/**
 * Drags a page rail: where the window ends on both sides, as it stands about its middle. While it
 * is dragged the mode tells the width, drawn to 375, 600, 700, 800 and 1200 from within 25 px;
 * letting go gives it to the page, which scales with it unless Shift was down at the start.
 */
export function resizingCutoff(
  context: InputContext,
  down: PointerInput,
  first: PointerInput,
  rail: 'left' | 'right',
): InputState {
  const { host } = context;
  const { referenceWidth } = host.fields.settings;
  const outwards = rail === 'left' ? -1 : 1;
  const modeAt = (event: PointerInput) => {
    const wider = 2 * outwards * (event.x - down.x) * referenceWidth;
    const { px, line } = snapReferenceWidth(referenceWidth + wider);
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
    const resized = host.setReferenceWidth(referenceWidthPx, { scale });
    if (!resized.ok) host.emitRefusal(resized.code);
  };
  return createGesture(context, { mode: modeAt(first), move, end }, first);
}
