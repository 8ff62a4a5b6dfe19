import { snapSectionWidth } from '../snapping/snapPageWidth.ts';
import { createGesture } from './gesture.ts';
import type { InputContext, InputState, PointerInput } from './InputContext.ts';

/**
 * Drags a section's side: it grows on both sides, in steps of 50 px. The mode tells the width;
 * letting go gives it to the section. Null when the section is not there or locked; that has been
 * told.
 */
export function resizingSectionWidth(
  context: InputContext,
  down: PointerInput,
  first: PointerInput,
  { section, side }: { readonly section: string; readonly side: 'left' | 'right' },
): InputState | null {
  const { host } = context;
  const block = host.blocks.get(section);
  if (!block || !host.sectionIds.includes(section)) return null;
  if (block.locked) {
    host.emitRefusal('block_locked');
    return null;
  }
  const { referenceWidth } = host.fields.settings;
  const outwards = side === 'left' ? -1 : 1;
  const modeAt = (event: PointerInput) => {
    const width = block.position.width + 2 * outwards * (event.x - down.x);
    const widthPx = snapSectionWidth(width * referenceWidth);
    return { name: 'resizing-section-width', section, widthPx } as const;
  };
  const move = (event: PointerInput): undefined => {
    context.showMode(modeAt(event));
  };
  const end = (event: PointerInput): void => {
    // A drag that comes back to where it began leaves a width that is no step as it is.
    if (Math.abs(event.x - down.x) * referenceWidth < 1) return;
    const width = modeAt(event).widthPx / referenceWidth;
    const resized = host.resizeSection(section, { width });
    if (!resized.ok) host.emitRefusal(resized.code);
  };
  return createGesture(context, { mode: modeAt(first), move, end }, first);
}
