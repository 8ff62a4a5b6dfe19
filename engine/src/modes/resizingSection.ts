import { GEOMETRY } from '../constants/geometry.ts';
import { resizeSection } from '../editor/commands/resizeSection.ts';
import type { PointerInput } from '../editor/InputEvent.ts';
import { snapSectionWidth } from '../snapping/snapReferenceWidth.ts';
import { createGesture } from './gesture.ts';
import type { ModeContext, ModeState } from './ModeContext.ts';

/**
 * Drags a section's bottom edge: the height changes live, and everything below moves along. Null if
 * the section cannot be resized, which is reported.
 */
export function resizingSection(
  context: ModeContext,
  down: PointerInput,
  first: PointerInput,
  section: string,
): ModeState | null {
  const { host } = context;
  const height = host.blocks.get(section)?.position.height ?? 0;
  host.inProgress.begin();
  const resize = (event: PointerInput) =>
    host.inProgress.edit(resizeSection, section, {
      height: Math.max(GEOMETRY.minBlockDimension, height + event.y - down.y),
    });
  const resized = resize(first);
  if (!resized.ok) {
    host.inProgress.cancel();
    host.refused.emit(resized.code);
    return null;
  }
  const mode = { name: 'resizing-section', section } as const;
  return createGesture(context, { mode, move: resize }, first);
}

/**
 * Drags a section's side: it grows on both sides, in steps of 50 px. The mode contains the new width,
 * which is applied on release. Null if there is no such section, or if it is locked, which is
 * reported.
 */
export function resizingSectionWidth(
  context: ModeContext,
  down: PointerInput,
  first: PointerInput,
  { section, side }: { readonly section: string; readonly side: 'left' | 'right' },
): ModeState | null {
  const { host } = context;
  const block = host.blocks.get(section);
  if (!block || !host.layout.sectionIds.includes(section)) return null;
  if (block.locked) {
    host.refused.emit('block_locked');
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
    // A drag back to the start keeps a width that is not a multiple of 50.
    if (Math.abs(event.x - down.x) * referenceWidth < 1) return;
    const width = modeAt(event).widthPx / referenceWidth;
    const resized = host.inProgress.edit(resizeSection, section, { width });
    if (!resized.ok) host.refused.emit(resized.code);
  };
  return createGesture(context, { mode: modeAt(first), move, end }, first);
}
